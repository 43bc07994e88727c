// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_database.h"

#include "model/file/database.h"
#include "model/file/design_sql.h"
#include "model/file/format.h"
#include "model/file/headers.h"
#include "model/file/integrity.h"
#include "model/file/table_format.h"
#include "model/file/value_format_of.h"

#include <algorithm>
#include <deque>
#include <map>

namespace rackwright {

extern template const ValueFormat& valueFormat<ProjectHeader>();

namespace {

// The single row of table "document".
struct DocumentRow {
    std::int64_t nextId = 0; ///< its range is that of checkDocument()
    ProjectHeader project;
    static constexpr void fields(auto&& visit) {
        visit(field("nextId", &DocumentRow::nextId), field("project", &DocumentRow::project));
    }
};

struct TakenRow {
    std::int64_t option = 0; ///< place in the list of options
    std::string table;
    std::uint64_t id = 0;
    static constexpr void fields(auto&& visit) {
        visit(field("option", &TakenRow::option), field("table", &TakenRow::table), field("id", &TakenRow::id));
    }
};

// Tables of options have the place of their option before the columns of the row.
std::vector<DatabaseColumn> optionColumnsOf(const RowFormat& format) {
    std::vector<DatabaseColumn> columns{{"option", ColumnType::Integer, false}};
    addColumns(columns, {}, format);
    return columns;
}

std::vector<std::string> schema() {
    std::vector<std::string> statements{sql::createTable(sql::kDocument, columnsOf<DocumentRow>()),
                                        sql::createTable(sql::kOptions, columnsOf<OptionHeader>()),
                                        sql::createTable(sql::kTaken, columnsOf<TakenRow>())};
    for (const TableFormat& table : projectTableFormats())
        statements.push_back(sql::createTable(table.name, columnsOf(*table.row)));
    for (const TableFormat& table : designTableFormats())
        statements.push_back(sql::createTable(table.name, optionColumnsOf(*table.row)));
    return statements;
}

// Binds the cells of one row; JSON texts live here until the row is inserted.
class RowWriter {
public:
    RowWriter(Database& database, const std::string& insert) : m_statement(database, insert) {
        RW_CHECK(!m_statement.hasFailed(), "the statement fits the schema that we made");
    }

    bool write(const RowFormat& format, const void* row) {
        m_used = 0;
        bindFields(format, row);
        return m_statement.insert();
    }
    bool write(std::int64_t option, const RowFormat& format, const void* row) {
        m_used = 0;
        m_statement.bind(option);
        bindFields(format, row);
        return m_statement.insert();
    }
    template <Described Row>
    bool write(const Row& row) {
        return write(rowFormat<Row>(), &row);
    }

private:
    void bindFields(const RowFormat& format, const void* row) {
        for (const FieldFormat& field : format.fields)
            bind(*field.value, field.of(row));
    }
    void bindScalar(const ScalarFormat& format, const void* value) {
        switch (format.as) {
        case StoredAs::Flag:
            return m_statement.bind(std::int64_t{format.flag(value)});
        case StoredAs::Integer:
            return m_statement.bind(format.integer(value));
        case StoredAs::Real:
            return m_statement.bind(format.real(value));
        case StoredAs::Text:
            break;
        }
        std::string own;
        const std::string_view text = format.text(value, own);
        m_statement.bind(text.data() == own.data() ? keep(std::move(own)) : text);
    }
    void bind(const ValueFormat& format, const void* value) {
        if (format.row)
            return bindFields(*format.row, value);
        if (format.isPlainScalar())
            return bindScalar(*format.scalar, value);
        if (format.isEqual(value, format.blank))
            return m_statement.bindNothing();
        if (format.scalar)
            return bindScalar(*format.scalar, format.item(value, 0));
        std::string text;
        format.write(format, text, value);
        m_statement.bind(keep(std::move(text)));
    }
    std::string_view keep(std::string text) {
        if (m_used == m_texts.size())
            m_texts.emplace_back();
        return m_texts[m_used++] = std::move(text);
    }

    Statement m_statement;
    std::deque<std::string> m_texts;
    std::size_t m_used = 0;
};

bool writeHeaders(Database& database, const Document& document) {
    RowWriter header(database, sql::insertInto(sql::kDocument, columnsOf<DocumentRow>()));
    if (!header.write(DocumentRow{static_cast<std::int64_t>(document.nextId), headerOf(*document.project)}))
        return false;
    RowWriter options(database, sql::insertInto(sql::kOptions, columnsOf<OptionHeader>()));
    return std::ranges::all_of(document.project->options,
                               [&](const Option& option) { return options.write(headerOf(option)); });
}

bool writeTable(Database& database, const TableFormat& format, const void* table) {
    if (format.isEmpty(table))
        return true;
    RowWriter writer(database, sql::insertInto(format.name, columnsOf(*format.row)));
    bool isGood = true;
    format.forEach(table, [&](const void* row) { isGood = isGood && writer.write(*format.row, row); });
    return isGood;
}

bool writeOptionTables(Database& database, RowWriter& taken, const TableFormat& format, const Project& project) {
    RowWriter writer(database, sql::insertInto(format.name, optionColumnsOf(*format.row)));
    const void* base = format.of(project.options.front().design.get());
    bool isGood = true;
    format.forEach(base, [&](const void* row) { isGood = isGood && writer.write(0, *format.row, row); });
    for (std::size_t i = 1; i < project.options.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        format.forEachDifference(
            base, format.of(project.options[i].design.get()), [&](const void*, const void* after, std::uint64_t id) {
                isGood = isGood && (after ? writer.write(place, *format.row, after)
                                          : taken.write(TakenRow{place, std::string(format.name), id}));
            });
    }
    return isGood;
}

bool writeAll(Database& database, const Document& document) {
    const Project& project = *document.project;
    bool isGood = database.run(sql::begin()) && database.run(sql::setApplicationId(kApplicationId)) &&
                  database.run(sql::setUserVersion(kFormatVersion));
    for (const std::string& statement : schema())
        isGood = isGood && database.run(statement);
    if (!isGood || !writeHeaders(database, document))
        return false;
    for (const TableFormat& table : projectTableFormats())
        isGood = isGood && writeTable(database, table, table.of(&project));
    RowWriter taken(database, sql::insertInto(sql::kTaken, columnsOf<TakenRow>()));
    for (const TableFormat& table : designTableFormats())
        isGood = isGood && writeOptionTables(database, taken, table, project);
    return isGood && database.run(sql::commit());
}

// Reads the cells of one row in the order of its columns.
class RowReader {
public:
    RowReader(Database& database, const std::string& select) : m_statement(database, select) {}

    bool next() { return m_statement.next(); }
    bool hasFailed() const { return m_statement.hasFailed(); }
    std::optional<std::int64_t> integer() { return m_statement.integer(); }

    bool read(const RowFormat& format, void* row, Problem& problem) { return readFields(format, row, problem); }

private:
    bool readFields(const RowFormat& format, void* row, Problem& problem) {
        return std::ranges::all_of(format.fields, [&](const FieldFormat& field) {
            return cell(*field.value, field.of(row), problem) || problem.within(field.name);
        });
    }

    bool scalar(const ScalarFormat& format, void* value, Problem& problem) {
        const auto wrongType = [&problem] { return problem.set(Message("file.cell-type")); };
        switch (format.as) {
        case StoredAs::Flag: {
            const auto flag = m_statement.integer();
            if (!flag || (*flag != 0 && *flag != 1))
                return problem.set(Message("file.flag-expected"));
            format.setFlag(value, *flag == 1);
            return true;
        }
        case StoredAs::Integer: {
            const auto stored = m_statement.integer();
            if (!stored)
                return wrongType();
            return format.setInteger(value, *stored) || problem.set(Message("file.out-of-range")
                                                                        .with("value", std::to_string(*stored))
                                                                        .with("least", std::to_string(format.least))
                                                                        .with("most", std::to_string(format.most)));
        }
        case StoredAs::Real: {
            const auto stored = m_statement.real();
            if (!stored)
                return wrongType();
            format.setReal(value, *stored);
            return true;
        }
        case StoredAs::Text:
            break;
        }
        const auto stored = m_statement.text();
        if (!stored)
            return wrongType();
        return format.setText(value, *stored) ||
               problem.set(Message("file.cell-value").with("value", std::string(*stored)));
    }

    bool cell(const ValueFormat& format, void* value, Problem& problem) {
        if (format.row)
            return readFields(*format.row, value, problem);
        if (format.isPlainScalar())
            return scalar(*format.scalar, value, problem);
        if (m_statement.isNull()) {
            m_statement.skip();
            return true;
        }
        if (format.scalar)
            return scalar(*format.scalar, format.addItem(value, 0), problem);
        const auto text = m_statement.text();
        return text ? m_json.read(*text, format, value, problem) : problem.set(Message("file.text-expected"));
    }

    Statement m_statement;
    json::ValueReader m_json;
};

// Rows of one table of an option, and ids that the options after the first do without.
struct OptionRows {
    std::unique_ptr<RowList> put;
    std::vector<std::uint64_t> take;
};

class DatabaseReader {
public:
    DatabaseReader(Database& database, std::string name) : m_database(database), m_name(std::move(name)) {}

    Result<Document> read() {
        if (!readHeaders() || !readTaken())
            return error();
        bool isGood = true;
        for (const TableFormat& table : projectTableFormats())
            isGood = isGood && readShared(table);
        for (const TableFormat& table : designTableFormats())
            isGood = isGood && readOptions(table);
        if (!isGood)
            return error();
        for (std::size_t i = 0; i < m_designs.size(); ++i)
            m_project.options[i].design = std::make_shared<const Design>(std::move(m_designs[i]));
        return Document{std::make_shared<const Project>(std::move(m_project)), m_nextId};
    }

private:
    bool readHeaders() {
        m_table = sql::kDocument;
        std::vector<DocumentRow> documents;
        if (!readRows(sql::kDocument, documents))
            return false;
        if (documents.size() != 1)
            return m_problem.set(Message("file.not-a-design"));
        m_nextId = static_cast<std::uint64_t>(documents.front().nextId);
        setHeader(m_project, std::move(documents.front().project));
        std::vector<OptionHeader> options;
        if (!readRows(sql::kOptions, options))
            return false;
        if (options.empty())
            return m_problem.set(Message("file.no-option"));
        for (OptionHeader& option : options)
            m_project.options.push_back({option.id, std::move(option.name), std::move(option.description), nullptr});
        m_designs.resize(options.size());
        return true;
    }

    bool readTaken() {
        std::vector<TakenRow> taken;
        if (!readRows(sql::kTaken, taken))
            return false;
        for (TakenRow& row : taken) {
            if (row.option < 1 || static_cast<std::size_t>(row.option) >= m_designs.size())
                return badOption(row.option);
            if (!findTable(designTableFormats(), row.table)) {
                m_problem.set(Message("file.cell-value").with("value", row.table));
                return m_problem.within("table");
            }
            m_taken[std::move(row.table)].emplace_back(static_cast<std::size_t>(row.option), row.id);
        }
        return true;
    }

    // Of a table that is no table of a project.
    template <Described Row>
    bool readRows(std::string_view table, std::vector<Row>& rows) {
        m_table = table;
        RowReader reader(m_database, sql::selectFrom(table, columnsOf<Row>()));
        while (reader.next())
            if (!m_problem.makeRoom(sizeof(Row)) || !reader.read(rowFormat<Row>(), &rows.emplace_back(), m_problem))
                return atRow(rows.size(), 0);
        return !reader.hasFailed() || damaged();
    }

    bool readShared(const TableFormat& format) {
        m_table = format.name;
        const std::unique_ptr<RowList> rows = format.makeRows();
        RowReader reader(m_database, sql::selectFrom(format.name, columnsOf(*format.row)));
        while (reader.next())
            if (!readRow(reader, format, *rows))
                return false;
        if (reader.hasFailed())
            return damaged();
        if (!haveIds(*rows))
            return false;
        format.assign(format.of(&m_project), nullptr, *rows, {});
        return true;
    }

    bool readOptions(const TableFormat& format) {
        m_table = format.name;
        std::vector<OptionRows> parts(m_designs.size());
        for (OptionRows& part : parts)
            part.put = format.makeRows();
        RowReader reader(m_database, sql::selectFrom(format.name, optionColumnsOf(*format.row)));
        while (reader.next()) {
            const std::int64_t option = reader.integer().value_or(-1);
            if (option < 0 || static_cast<std::size_t>(option) >= parts.size())
                return badOption(option);
            if (!readRow(reader, format, *parts[static_cast<std::size_t>(option)].put))
                return false;
        }
        if (reader.hasFailed())
            return damaged();
        for (const auto& [option, id] : m_taken[std::string(format.name)])
            parts[option].take.push_back(id);
        return assemble(format, parts);
    }

    bool readRow(RowReader& reader, const TableFormat& format, RowList& rows) {
        void* row = rows.add();
        return (m_problem.makeRoom(format.rowSize) && reader.read(*format.row, row, m_problem)) ||
               atRow(rows.size(), rows.lastId());
    }

    bool assemble(const TableFormat& format, std::vector<OptionRows>& parts) {
        const void* base = nullptr;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!haveIds(*parts[i].put))
                return false;
            for (const std::uint64_t id : parts[i].take)
                if (!base || !format.contains(base, id))
                    return takenIsNotThere(id);
            format.assign(format.of(&m_designs[i]), base, *parts[i].put, parts[i].take);
            base = format.of(&m_designs.front());
        }
        return true;
    }

    bool haveIds(RowList& rows) {
        rows.sortById();
        const std::uint64_t twin = rows.twin();
        if (rows.size() > 0 && rows.id(0) == 0)
            m_problem.set(Message("file.no-id"));
        else if (twin) {
            m_row = std::to_string(twin);
            m_problem.set(Message("file.id-twice"));
        } else
            return true;
        return m_problem.within("id");
    }

    /// The row that was read last, by its id or, without one, its place.
    bool atRow(std::size_t place, std::uint64_t id) {
        m_row = id ? std::to_string(id) : "#" + std::to_string(place);
        return false;
    }

    bool badOption(std::int64_t option) {
        m_problem.set(Message("file.dangling").with("target", std::to_string(option)));
        return m_problem.within("option");
    }
    bool takenIsNotThere(std::uint64_t id) {
        m_table = sql::kTaken;
        m_problem.set(Message("file.dangling").with("target", std::to_string(id)));
        return m_problem.within("id");
    }
    bool damaged() { return m_problem.set(Message("file.damaged").with("detail", m_database.problem())); }
    Error error() const { return fileError(m_problem, {m_name, m_table, m_row}); }

    Database& m_database;
    std::string m_name;
    Project m_project;
    std::vector<Design> m_designs;
    std::map<std::string, std::vector<std::pair<std::size_t, std::uint64_t>>, std::less<>> m_taken;
    std::uint64_t m_nextId = 0;
    std::string m_table, m_row;
    Problem m_problem;
};

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;

// Big-endian, at an offset of the database header: https://www.sqlite.org/fileformat2.html, section 1.3
std::int32_t headerNumber(std::string_view bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[offset + i]);
    return static_cast<std::int32_t>(value);
}

Error simpleError(const char* id, const std::string& name, std::string detail = {}) {
    Message message = Message(id).with("file", name);
    if (!detail.empty())
        message.with("detail", std::move(detail));
    return inputError(std::move(message));
}

// `CREATE TABLE "racks" (...`: racks.
std::string tableOf(std::string_view statement) {
    const std::size_t open = statement.find('"');
    const std::size_t close = statement.find('"', open + 1);
    return open == std::string_view::npos || close == std::string_view::npos
               ? std::string("?")
               : std::string(statement.substr(open + 1, close - open - 1));
}

bool answersOk(Database& database, std::string_view check) {
    Statement answer(database, check);
    return answer.next() && answer.text() == "ok";
}

Error damagedError(Database& database, const std::vector<std::string>& tables, const std::string& name) {
    for (const std::string& statement : tables)
        if (const std::string table = tableOf(statement); !answersOk(database, sql::quickCheckOf(table)))
            return inputError(Message("file.damaged-table").with("file", name).with("table", table));
    return simpleError("file.damaged", name, "quick_check");
}

// The file may hold the tables of its format and nothing else: no view, trigger, index or virtual table. A table that
// is missing is named before those that stand in its place.
Done checkSchema(Database& database, const std::vector<std::string>& expected, const std::string& name) {
    Statement rows(database, sql::selectSchema());
    std::vector<std::string> missing;
    for (const std::string& statement : expected)
        missing.push_back(tableOf(statement));
    std::optional<std::string> foreign;
    std::size_t i = 0;
    while (rows.next()) {
        const auto type = rows.text();
        const std::string table(rows.text().value_or(""));
        const auto statement = rows.text();
        if (type == "table")
            std::erase(missing, table);
        if (type == "table" && i < expected.size() && statement == expected[i])
            ++i;
        else if (!foreign)
            foreign = table.empty() ? "?" : table;
    }
    if (rows.hasFailed())
        return simpleError("file.damaged", name, database.problem());
    if (!missing.empty() || foreign)
        return simpleError("file.foreign-schema", name, missing.empty() ? *foreign : missing.front());
    if (!answersOk(database, sql::quickCheck()))
        return damagedError(database, expected, name);
    return done();
}

Result<Document> readChecked(Database& database, const std::string& name) {
    Result<Document> document = DatabaseReader(database, name).read();
    if (document)
        if (Done checked = checkDocument(*document, name); !checked)
            return checked.error();
    return document;
}

Result<Document> readOlder(const std::string& bytes, std::int64_t version, const std::string& name,
                           std::span<const Migration> steps) {
    const Migration* step = migrationFrom(steps, version);
    if (!step)
        return simpleError("file.not-a-design", name);
    Database database = Database::foreignCopy(bytes);
    if (Done checked = checkSchema(database, step->schema, name); !checked)
        return checked.error();
    for (; step; step = migrationFrom(steps, ++version))
        if (!database.run(step->sql))
            return simpleError("file.damaged", name, database.problem());
    return readChecked(database, name);
}

} // namespace

Result<std::string> designDatabase(const Document& document) {
    Database database = Database::empty();
    if (!writeAll(database, document))
        return Error{Message("file.database-not-built").with("detail", database.problem()), ErrorKind::Internal};
    return database.serialized();
}

bool looksLikeDatabase(std::string_view bytes) { return bytes.starts_with(kMagic); }

Result<Document> readDesignDatabase(std::string bytes, const std::string& name, std::span<const Migration> steps) {
    if (bytes.size() < kHeaderBytes || !looksLikeDatabase(bytes) || headerNumber(bytes, 68) != kApplicationId)
        return simpleError("file.not-a-design", name);
    const std::int64_t version = headerNumber(bytes, 60);
    if (version > kFormatVersion)
        return inputError(Message("file.newer-format")
                              .with("file", name)
                              .with("version", std::to_string(version))
                              .with("known", std::to_string(kFormatVersion)));
    if (version < kFormatVersion)
        return readOlder(bytes, version, name, steps);
    Database database = Database::foreign(bytes);
    if (Done checked = checkSchema(database, schema(), name); !checked)
        return checked.error();
    return readChecked(database, name);
}

} // namespace rackwright
