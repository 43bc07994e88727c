// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_text.h"

#include "model/file/format.h"
#include "model/file/headers.h"
#include "model/file/integrity.h"
#include "model/file/json_break.h"
#include "model/file/json_reader.h"
#include "model/file/json_writer.h"
#include "model/file/table_format.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>
#include <utility>

namespace rackwright {

namespace {

namespace od = json::od;

void writeRows(std::string& out, const RowFormat& format, const std::vector<const void*>& rows) {
    out += "[\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        json::writeRow(out, format, rows[i]);
        out += i + 1 < rows.size() ? ",\n" : "\n";
    }
    out += ']';
}

void writeTableName(std::string& out, std::string_view name) {
    out += ",\n\"";
    out += name;
    out += "\": ";
}

void writeWhole(std::string& out, const TableFormat& format, const void* table) {
    if (format.isEmpty(table))
        return;
    std::vector<const void*> rows;
    format.forEach(table, [&rows](const void* row) { rows.push_back(row); });
    writeTableName(out, format.name);
    writeRows(out, *format.row, rows);
}

void writeDifference(std::string& out, const TableFormat& format, const void* base, const void* table) {
    std::vector<const void*> put;
    std::vector<std::uint64_t> take;
    format.forEachDifference(base, table, [&](const void*, const void* after, std::uint64_t id) {
        if (after)
            put.push_back(after);
        else
            take.push_back(id);
    });
    if (put.empty() && take.empty())
        return;
    writeTableName(out, format.name);
    out += '{';
    bool isFirst = true;
    if (!put.empty()) {
        json::writeKey(out, "put", isFirst);
        writeRows(out, *format.row, put);
    }
    if (!take.empty()) {
        json::writeKey(out, "take", isFirst);
        json::writeIds(out, take);
    }
    out += '}';
}

void writeOption(std::string& out, const Option& option, const Design* base) {
    bool isFirst = true;
    out += '{';
    json::writeFields(out, headerOf(option), isFirst);
    const Design& design = *option.design;
    for (const TableFormat& table : designTableFormats())
        if (base)
            writeDifference(out, table, table.of(base), table.of(&design));
        else
            writeWhole(out, table, table.of(&design));
    out += '}';
}

// Finds where a text that was read says something, so that a mistake that shows only in the whole has its line.
class PlaceFinder {
public:
    PlaceFinder(const std::string& text, std::string table, std::string row, std::string field)
        : m_text(text), m_table(std::move(table)), m_row(std::move(row)), m_field(std::move(field)) {}

    std::optional<std::size_t> offset() {
        od::parser parser;
        od::value root;
        if (parser.iterate(m_text).get(m_document) || m_document.get_value().get(root))
            return std::nullopt;
        (void)json::readEachField(root, m_problem, [&](std::string_view key, od::value value) {
            if (m_table.empty() ? key == m_field : key == m_table)
                return m_row.empty() ? atField(value) : inRows(value);
            if (key == "options")
                return inOptions(value);
            return true;
        });
        return m_found;
    }

private:
    // These return false once the place is found, which ends the reading.
    bool here() {
        const char* at = nullptr;
        if (!m_document.current_location().get(at))
            m_found = static_cast<std::size_t>(at - m_text.data());
        return false;
    }
    /// Of an object, at one of its fields; of anything else at it.
    bool atField(od::value value) {
        od::json_type type{};
        here();
        if (value.type().get(type) || type != od::json_type::object)
            return false;
        return json::readEachField(value, m_problem, [&](std::string_view key, od::value) {
            return key != m_field.substr(0, m_field.find('/')) || here();
        });
    }
    bool inRows(od::value value) {
        return json::readEachItem(value, m_problem, [&](od::value row) {
            const std::optional<std::size_t> before = std::exchange(m_found, std::nullopt);
            here();
            const bool isOurs = !json::readEachField(
                row, m_problem, [&](std::string_view key, od::value field) { return key != "id" || !isOurRow(field); });
            if (!isOurs)
                m_found = before;
            return !isOurs;
        });
    }
    bool isOurRow(od::value id) {
        std::int64_t number = 0;
        return !id.get(number) && std::to_string(number) == m_row;
    }
    bool inOptions(od::value options) {
        return json::readEachItem(options, m_problem, [&](od::value option) {
            std::string name;
            here();
            const std::optional<std::size_t> start = std::exchange(m_found, std::nullopt);
            return json::readEachField(option, m_problem, [&](std::string_view key, od::value value) {
                if (m_table == "options" && key == "id" && isOurRow(value)) {
                    m_found = start;
                    return false;
                }
                if (key == "name" && m_table != "options") {
                    Problem other;
                    return json::readText(value, name, other);
                }
                if (m_table != name + "/" + std::string(key))
                    return true;
                od::json_type type{};
                if (value.type().get(type) || type != od::json_type::object)
                    return inRows(value);
                return json::readEachField(value, m_problem, [&](std::string_view part, od::value rows) {
                    return part != "put" || inRows(rows);
                });
            });
        });
    }

    const std::string& m_text;
    std::string m_table, m_row, m_field;
    od::document m_document;
    Problem m_problem;
    std::optional<std::size_t> m_found;
};

// Reads one text. Where it stops, `m_table` and `m_row` say at what.
class TextReader {
public:
    TextReader(std::string text, std::string name, std::span<const Migration> steps)
        : m_text(std::move(text)), m_name(std::move(name)), m_steps(steps) {}

    Result<Document> read() {
        m_text.reserve(m_text.size() + simdjson::SIMDJSON_PADDING);
        od::document document;
        if (const auto code = m_parser.iterate(m_text).get(document))
            return notJson(code);
        m_document = &document;
        od::value root;
        if (const auto code = document.get_value().get(root))
            return notJson(code);
        if (!readTop(root))
            return error();
        if (const char* rest = nullptr; document.current_location().get(rest) != simdjson::OUT_OF_BOUNDS)
            return notJson(simdjson::TRAILING_CONTENT);
        return finished();
    }

    /// The version that the text says it has, once read() has seen it.
    std::int64_t version() const { return m_version; }
    const std::string& text() const { return m_text; }

private:
    bool readTop(od::value root) {
        int position = 0;
        return json::readEachField(root, m_problem, [&](std::string_view key, od::value value) {
            if (!m_seen.insert(std::string(key)).second) {
                m_problem.set(Message("file.field-twice"));
                return m_problem.within(key);
            }
            if (position < 2)
                return readFormat(position++, key, value);
            return readPart(key, value);
        });
    }

    // The first two fields are the format and its version, so that nothing of another format is looked at.
    bool readFormat(int position, std::string_view key, od::value value) {
        if (position == 0) {
            std::string format;
            Problem other; // what it is instead of a text is of no interest
            return (key == "format" && json::readText(value, format, other) && format == kTextFormat) ||
                   m_problem.set(Message("file.not-a-design"));
        }
        if (key != "version")
            return m_problem.set(Message("file.not-a-design"));
        if (Problem other; !json::readInteger(value, m_version, other))
            return m_problem.set(Message("file.version-form").with("known", std::to_string(kFormatVersion)));
        if (m_version == kFormatVersion || isReadAsItStands(m_version, m_steps))
            return true;
        return m_problem.set(m_version < kFormatVersion ? Message("file.not-a-design")
                                                        : Message("file.newer-format")
                                                              .with("version", std::to_string(m_version))
                                                              .with("known", std::to_string(kFormatVersion)));
    }

    bool readPart(std::string_view key, od::value value) {
        if (key == "nextId") { // its range is that of checkDocument()
            std::int64_t next = 0;
            const bool isRead = json::readInteger(value, next, m_problem) || m_problem.within(key);
            m_nextId = static_cast<std::uint64_t>(next);
            return isRead;
        }
        if (key == "options")
            return readOptions(value);
        m_table = key;
        if (key == "project") {
            ProjectHeader header;
            if (!json::readObject(value, header, m_problem))
                return false;
            setHeader(m_project, std::move(header));
            return true;
        }
        const TableFormat* table = findTable(projectTableFormats(), key);
        return table ? readWhole(value, *table, table->of(&m_project)) : unknownTable(key);
    }

    bool readOptions(od::value value) {
        return json::readEachItem(value, m_problem, [&](od::value item) {
            OptionHeader header;
            Design design = m_project.options.empty() ? Design() : *m_project.options.front().design;
            m_table = "options";
            m_row = "#" + std::to_string(m_project.options.size() + 1);
            FieldsSeen headerSeen;
            std::set<std::string, std::less<>> tablesSeen;
            const auto onField = [&](std::string_view key, od::value field) {
                if (rowFormat<OptionHeader>().hasKey(key))
                    return json::readField(key, field, header, headerSeen, m_problem);
                m_table = header.name + "/" + std::string(key);
                m_row.clear();
                if (!tablesSeen.emplace(key).second)
                    return m_problem.set(Message("file.field-twice"));
                return readDesignTable(key, field, design);
            };
            if (!json::readEachField(item, m_problem, onField))
                return false;
            m_project.options.push_back({header.id, std::move(header.name), std::move(header.description),
                                         std::make_shared<const Design>(std::move(design))});
            return true;
        });
    }

    bool readDesignTable(std::string_view key, od::value value, Design& design) {
        const TableFormat* table = findTable(designTableFormats(), key);
        if (!table)
            return unknownTable(key);
        const bool isFirst = m_project.options.empty();
        return isFirst ? readWhole(value, *table, table->of(&design))
                       : readDifference(value, *table, table->of(&design));
    }

    bool readWhole(od::value value, const TableFormat& format, void* table) {
        const std::unique_ptr<RowList> rows = format.makeRows();
        if (!readRows(value, format, *rows))
            return false;
        format.assign(table, nullptr, *rows, {});
        return true;
    }

    bool readDifference(od::value value, const TableFormat& format, void* table) {
        const std::unique_ptr<RowList> put = format.makeRows();
        std::vector<std::uint64_t> take;
        const auto onField = [&](std::string_view key, od::value field) {
            if (key == "put" && put->size() == 0)
                return readRows(field, format, *put);
            if (key == "take" && take.empty())
                return json::readIds(field, take, m_problem) || m_problem.within(key);
            static constexpr std::array<std::string_view, 2> keys = {"put", "take"};
            return json::unknownField(key, keys, m_problem);
        };
        if (!json::readEachField(value, m_problem, onField) || !takesAreThere(format, table, take))
            return false;
        format.assign(table, table, *put, take);
        return true;
    }

    bool takesAreThere(const TableFormat& format, const void* table, const std::vector<std::uint64_t>& take) {
        for (const std::uint64_t id : take)
            if (!format.contains(table, id)) {
                m_problem.set(Message("file.dangling").with("target", std::to_string(id)));
                return m_problem.within("take");
            }
        return true;
    }

    bool readRows(od::value value, const TableFormat& format, RowList& rows) {
        const bool isRead = json::readEachItem(value, m_problem, [&](od::value item) {
            void* row = rows.add();
            if (m_problem.makeRoom(format.rowSize) && json::readRow(item, *format.row, row, m_problem) &&
                hasOwnId(rows.lastId()))
                return true;
            m_row = rows.lastId() ? std::to_string(rows.lastId()) : "#" + std::to_string(rows.size());
            return false;
        });
        return isRead && areDistinct(rows);
    }

    bool hasOwnId(std::uint64_t id) {
        if (id)
            return true;
        m_problem.set(Message("file.no-id"));
        return m_problem.within("id");
    }

    bool areDistinct(RowList& rows) {
        rows.sortById();
        const std::uint64_t twin = rows.twin();
        if (!twin)
            return true;
        m_row = std::to_string(twin);
        m_problem.set(Message("file.id-twice"));
        return m_problem.within("id");
    }

    bool unknownTable(std::string_view key) {
        WordList known;
        if (m_project.options.empty() && m_table == key)
            for (const TableFormat& table : projectTableFormats())
                known.words.emplace_back(table.name);
        else
            for (const TableFormat& table : designTableFormats())
                known.words.emplace_back(table.name);
        m_problem.set(Message("file.unknown-field").with("choices", std::move(known)));
        return m_problem.within(key);
    }

    Result<Document> finished() {
        if (m_seen.size() < 2) {
            m_problem.set(Message("file.not-a-design"));
            return error();
        }
        Document document{std::make_shared<const Project>(std::move(m_project)), m_nextId};
        if (Done checked = checkDocument(document, m_name); !checked)
            return withLine(checked.error());
        return document;
    }

    /// What checkDocument() found, with the line of its row or field.
    Error withLine(Error error) {
        const auto given = [&error](std::string_view name) {
            const auto it = std::ranges::find(error.message.arguments, name, &Argument::name);
            const auto* text = it == error.message.arguments.end() ? nullptr : std::get_if<std::string>(&it->value);
            return text && *text != "-" ? *text : std::string();
        };
        if (given("field").empty())
            return error;
        m_document = nullptr; // the text is read again
        const auto offset = PlaceFinder(m_text, given("table"), given("row"), given("field")).offset();
        const auto file = std::ranges::find(error.message.arguments, "file", &Argument::name);
        if (offset && file != error.message.arguments.end())
            file->value = m_name + lineAt(*offset);
        return error;
    }
    std::string lineAt(std::size_t offset) const {
        const auto end = m_text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, m_text.size()));
        return ":" + std::to_string(std::count(m_text.begin(), end, '\n') + 1);
    }

    // Where the text breaks.
    std::optional<Error> brokenText() const {
        if (m_problem.message().id != "file.not-json")
            return std::nullopt;
        const std::optional<TextPlace> place = jsonBreak(m_text);
        if (!place)
            return std::nullopt;
        return inputError(Message("file.not-json-text")
                              .with("file", m_name)
                              .with("line", std::to_string(place->line))
                              .with("column", std::to_string(place->column)));
    }

    Error error() const {
        if (std::optional<Error> broken = brokenText())
            return *broken;
        std::string line;
        const char* at = nullptr;
        if (m_document && !m_document->current_location().get(at))
            line = lineAt(static_cast<std::size_t>(at - m_text.data()));
        return fileError(m_problem, {m_name + line, m_table, m_row});
    }

    Error notJson(simdjson::error_code code) {
        json::wrongValue(m_problem, code, "file.object-expected");
        return error();
    }

    std::string m_text;
    std::string m_name;
    std::span<const Migration> m_steps;
    od::parser m_parser;
    od::document* m_document = nullptr;
    Project m_project;
    std::int64_t m_version = kFormatVersion;
    std::uint64_t m_nextId = 0;
    std::set<std::string, std::less<>> m_seen;
    std::string m_table, m_row;
    Problem m_problem;
};

void writeStart(std::string& out) {
    out += "{\n\"format\": ";
    json::writeText(out, kTextFormat);
    out += ",\n\"version\": ";
    json::writeNumber(out, kFormatVersion);
}

// A text of an older format as one of the present, or nothing when no steps lead here.
std::optional<std::string> migrated(const std::string& text, std::int64_t version, std::span<const Migration> steps) {
    if (!migrationFrom(steps, version))
        return std::nullopt;
    QJsonObject tree = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    for (; version < kFormatVersion; ++version) {
        const Migration* step = migrationFrom(steps, version);
        if (!step || tree.isEmpty())
            return std::nullopt;
        if (step->text)
            step->text(tree);
    }
    tree.remove(QLatin1String("format"));
    tree.remove(QLatin1String("version"));
    std::string out;
    writeStart(out);
    const std::string rest = QJsonDocument(tree).toJson(QJsonDocument::Compact).toStdString();
    return tree.isEmpty() ? out + "}" : out + "," + rest.substr(1);
}

} // namespace

std::string designText(const Document& document) {
    const Project& project = *document.project;
    std::string out;
    writeStart(out);
    out += ",\n\"nextId\": ";
    json::writeNumber(out, document.nextId);
    out += ",\n\"project\": ";
    json::write(out, headerOf(project));
    for (const TableFormat& table : projectTableFormats())
        writeWhole(out, table, table.of(&project));
    out += ",\n\"options\": [\n";
    for (std::size_t i = 0; i < project.options.size(); ++i) {
        writeOption(out, project.options[i], i == 0 ? nullptr : project.options.front().design.get());
        out += i + 1 < project.options.size() ? ",\n" : "\n";
    }
    out += "]\n}\n";
    return out;
}

Result<Document> readDesignText(std::string text, const std::string& name, std::span<const Migration> steps) {
    if (text.size() > kLargestFile)
        return inputError(
            Message("file.too-large").with("file", name).with("limit", static_cast<std::int64_t>(kLargestFile >> 20)));
    TextReader reader(std::move(text), name, steps);
    Result<Document> document = reader.read();
    if (reader.version() < kFormatVersion && !isReadAsItStands(reader.version(), steps))
        if (const auto newer = migrated(reader.text(), reader.version(), steps))
            return readDesignText(std::move(*newer), name);
    return document;
}

} // namespace rackwright
