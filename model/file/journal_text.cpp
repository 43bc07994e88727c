// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/journal_text.h"

#include "model/file/headers.h"
#include "model/file/integrity.h"
#include "model/file/table_format.h"
#include "model/file/value_format_of.h"
#include "model/project/change_set.h"

namespace rackwright {

namespace {

namespace od = json::od;

/// An option in the list of options, and the option of the former document that its design is a difference from.
struct OptionRecord {
    std::uint64_t id = 0;
    std::string name;
    std::string description;
    std::uint64_t from = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &OptionRecord::id), field("name", &OptionRecord::name),
              field("description", &OptionRecord::description), field("from", &OptionRecord::from));
    }
};

void writeTable(std::string& out, const TableFormat& format, const void* before, const void* after, bool& isFirst) {
    std::string put;
    std::vector<std::uint64_t> take;
    format.forEachDifference(format.of(before), format.of(after), [&](const void*, const void* now, std::uint64_t id) {
        if (!now) {
            take.push_back(id);
            return;
        }
        put += put.empty() ? "" : ", ";
        json::writeRow(put, *format.row, now);
    });
    if (put.empty() && take.empty())
        return;
    json::writeKey(out, format.name, isFirst);
    out += "{\"put\": [" + put + "], \"take\": ";
    json::writeIds(out, take);
    out += '}';
}

void writeDesign(std::string& out, const Design& before, const Design& after, bool& isFirst) {
    for (const TableFormat& table : designTableFormats())
        writeTable(out, table, &before, &after, isFirst);
}

// A new option is written as a difference from the first former one, of which it is most often a copy.
void writeOptions(std::string& out, const Project& before, const Project& after) {
    out += '[';
    for (const Option& option : after.options) {
        const Option* old = findOption(before, option.id);
        const Option& base = old ? *old : before.options.front();
        out += &option == &after.options.front() ? "{" : ", {";
        bool isFirst = true;
        json::writeFields(out, OptionRecord{option.id, option.name, option.description, base.id}, isFirst);
        writeDesign(out, *base.design, *option.design, isFirst);
        out += '}';
    }
    out += ']';
}

bool readRows(od::value value, const TableFormat& format, RowList& rows, Problem& problem) {
    return json::readEachItem(value, problem, [&](od::value item) {
        return problem.makeRoom(format.rowSize) &&
               (json::readRow(item, *format.row, rows.add(), problem) || problem.within(std::to_string(rows.size())));
    });
}

bool readTable(od::value value, const TableFormat& format, void* table, Problem& problem) {
    const std::unique_ptr<RowList> put = format.makeRows();
    std::vector<std::uint64_t> take;
    const auto onField = [&](std::string_view key, od::value list) {
        return key == "put" ? readRows(list, format, *put, problem) : json::readIds(list, take, problem);
    };
    if (!json::readEachField(value, problem, onField))
        return false;
    for (std::size_t i = 0; i < put->size(); ++i)
        if (put->id(i) == 0)
            return problem.set(Message("file.no-id"));
    format.assign(table, table, *put, take);
    return true;
}

bool readNamedTable(const std::vector<TableFormat>& tables, std::string_view key, od::value value, void* owner,
                    Problem& problem) {
    const TableFormat* table = findTable(tables, key);
    return (table && readTable(value, *table, table->of(owner), problem)) ||
           problem.set(Message("file.unknown-field").with("choices", WordList{})) || problem.within(key);
}

bool readOption(od::value value, const Project& before, Project& after, Problem& problem) {
    OptionRecord record;
    FieldsSeen seen;
    Design design;
    bool isBased = false;
    const auto onField = [&](std::string_view key, od::value field) {
        if (rowFormat<OptionRecord>().hasKey(key))
            return json::readField(key, field, record, seen, problem);
        if (!isBased) {
            const Option* base = findOption(before, record.from);
            if (!base)
                return problem.set(Message("file.dangling").with("target", std::to_string(record.from)));
            design = *base->design;
            isBased = true;
        }
        return readNamedTable(designTableFormats(), key, field, &design, problem);
    };
    if (!json::readEachField(value, problem, onField))
        return false;
    const Option* base = findOption(before, record.from);
    if (!base)
        return problem.set(Message("file.dangling").with("target", std::to_string(record.from)));
    after.options.push_back({record.id, std::move(record.name), std::move(record.description),
                             isBased ? std::make_shared<const Design>(std::move(design)) : base->design});
    return true;
}

bool readNextId(od::value value, std::uint64_t& nextId, Problem& problem) {
    const ValueFormat& format = valueFormat<std::uint64_t>();
    json::Value json{value};
    if (!format.read(format, json, &nextId, problem))
        return false;
    if (nextId >= 1 && nextId <= kLargestId)
        return true;
    return problem.set(Message("file.out-of-range")
                           .with("value", std::to_string(nextId))
                           .with("least", "1")
                           .with("most", std::to_string(kLargestId)));
}

bool readRecord(od::value root, const Document& before, Project& after, std::uint64_t& nextId, Problem& problem) {
    const auto onField = [&](std::string_view key, od::value value) {
        if (key == "nextId")
            return readNextId(value, nextId, problem);
        if (key == "project") {
            ProjectHeader header;
            if (!json::readObject(value, header, problem))
                return false;
            setHeader(after, std::move(header));
            return true;
        }
        if (key == "options") {
            after.options.clear();
            return json::readEachItem(
                value, problem, [&](od::value item) { return readOption(item, *before.project, after, problem); });
        }
        return readNamedTable(projectTableFormats(), key, value, &after, problem);
    };
    return json::readEachField(root, problem, onField);
}

} // namespace

std::string differenceText(const Document& before, const Document& after) {
    const Project& old = *before.project;
    const Project& now = *after.project;
    const ProjectChanges changed = changes(old, now);
    if (changed.isEmpty() && before.nextId == after.nextId)
        return {};
    std::string out = "{\"nextId\": ";
    json::writeNumber(out, after.nextId);
    bool isFirst = false;
    if (changed.shared.headerChanged) {
        json::writeKey(out, "project", isFirst);
        json::write(out, headerOf(now));
    }
    for (const TableFormat& table : projectTableFormats())
        writeTable(out, table, &old, &now, isFirst);
    if (changed.shared.headerChanged || !changed.options.empty()) {
        json::writeKey(out, "options", isFirst);
        writeOptions(out, old, now);
    }
    return out + "}";
}

Result<Document> withDifference(const Document& before, std::string_view difference, const std::string& name) {
    auto project = std::make_shared<Project>(*before.project);
    std::uint64_t nextId = before.nextId;
    Problem problem;
    std::string text(difference);
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    od::parser parser;
    od::document document;
    od::value root;
    auto code = parser.iterate(text).get(document);
    if (!code)
        code = document.get_value().get(root);
    if (code)
        json::wrongValue(problem, code, "file.object-expected");
    else
        readRecord(root, before, *project, nextId, problem);
    if (problem.isSet())
        return fileError(problem, {name, {}, {}});
    return Document{std::move(project), nextId};
}

} // namespace rackwright
