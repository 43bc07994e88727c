// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/journal_text.h"

#include "model/file/headers.h"
#include "model/file/integrity.h"
#include "model/file/json_reader.h"
#include "model/file/json_writer.h"
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

template <class Row>
void writeTable(std::string& out, std::string_view name, const Table<Row>& before, const Table<Row>& after,
                bool& isFirst) {
    std::string put;
    std::vector<Id<Row>> take;
    forEachDifference(before, after, [&](const Row* old, const Row* now) {
        if (!now) {
            take.push_back(old->id);
            return;
        }
        put += put.empty() ? "" : ", ";
        json::write(put, *now);
    });
    if (put.empty() && take.empty())
        return;
    json::writeKey(out, name, isFirst);
    out += "{\"put\": [" + put + "], \"take\": ";
    json::write(out, take);
    out += '}';
}

void writeDesign(std::string& out, const Design& before, const Design& after, bool& isFirst) {
    forEachDesignTable(
        [&](const auto& table) { writeTable(out, table.name, before.*table.member, after.*table.member, isFirst); });
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

template <class Row>
bool readTable(od::value value, Table<Row>& table, Problem& problem) {
    std::vector<Row> put;
    std::vector<Id<Row>> take;
    const auto onField = [&](std::string_view key, od::value list) {
        return key == "put" ? json::read(list, put, problem) : json::read(list, take, problem);
    };
    if (!json::readEachField(value, problem, onField))
        return false;
    if (std::ranges::any_of(put, [](const Row& row) { return !row.id; }))
        return problem.set(Message("file.no-id"));
    table = table.with(std::move(put), std::move(take));
    return true;
}

template <class Tables, class Owner>
bool readNamedTable(const Tables& tables, std::string_view key, od::value value, Owner& owner, Problem& problem) {
    bool isRead = false;
    std::apply(
        [&](const auto&... table) {
            ((table.name == key && (isRead = readTable(value, owner.*table.member, problem), true)) || ...);
        },
        tables);
    return isRead || problem.set(Message("file.unknown-field").with("choices", WordList{})) || problem.within(key);
}

bool readOption(od::value value, const Project& before, Project& after, Problem& problem) {
    OptionRecord record;
    std::bitset<8> seen;
    Design design;
    bool isBased = false;
    const auto onField = [&](std::string_view key, od::value field) {
        const auto& names = fileKeys<OptionRecord>();
        if (std::ranges::find(names, key) != names.end())
            return json::readField(key, field, record, seen, problem);
        if (!isBased) {
            const Option* base = findOption(before, record.from);
            if (!base)
                return problem.set(Message("file.dangling").with("target", std::to_string(record.from)));
            design = *base->design;
            isBased = true;
        }
        return readNamedTable(designTables(), key, field, design, problem);
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

bool isNextId(std::uint64_t next, Problem& problem) {
    if (next >= 1 && next <= kLargestId)
        return true;
    return problem.set(Message("file.out-of-range")
                           .with("value", std::to_string(next))
                           .with("least", "1")
                           .with("most", std::to_string(kLargestId)));
}

bool readRecord(od::value root, const Document& before, Project& after, std::uint64_t& nextId, Problem& problem) {
    const auto onField = [&](std::string_view key, od::value value) {
        if (key == "nextId")
            return json::read(value, nextId, problem) && isNextId(nextId, problem);
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
        return readNamedTable(projectTables(), key, value, after, problem);
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
    forEachProjectTable(
        [&](const auto& table) { writeTable(out, table.name, old.*table.member, now.*table.member, isFirst); });
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
