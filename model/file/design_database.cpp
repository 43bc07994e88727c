// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_database.h"

#include "model/file/database.h"
#include "model/file/design_sql.h"
#include "model/file/format.h"
#include "model/file/headers.h"
#include "model/file/integrity.h"
#include "model/file/json_reader.h"
#include "model/file/json_writer.h"

#include <deque>
#include <map>

namespace rackwright {

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
template <Described Row>
std::vector<DatabaseColumn> optionColumnsOf() {
    std::vector<DatabaseColumn> columns{{"option", ColumnType::Integer, false}};
    addFieldColumns<Row>(columns, {});
    return columns;
}

std::vector<std::string> schema() {
    std::vector<std::string> statements{sql::createTable(sql::kDocument, columnsOf<DocumentRow>()),
                                        sql::createTable(sql::kOptions, columnsOf<OptionHeader>()),
                                        sql::createTable(sql::kTaken, columnsOf<TakenRow>())};
    forEachProjectTable([&]<class Row>(const ProjectTable<Row>& table) {
        statements.push_back(sql::createTable(table.name, columnsOf<Row>()));
    });
    forEachDesignTable([&]<class Row>(const DesignTable<Row>& table) {
        statements.push_back(sql::createTable(table.name, optionColumnsOf<Row>()));
    });
    return statements;
}

// Binds the cells of one row; JSON texts live here until the row is inserted.
class RowWriter {
public:
    RowWriter(Database& database, const std::string& insert) : m_statement(database, insert) {
        RW_CHECK(!m_statement.hasFailed(), "the statement fits the schema that we made");
    }

    template <Described Row>
    bool write(const Row& row) {
        m_used = 0;
        bindFields(row);
        return m_statement.insert();
    }
    template <Described Row>
    bool write(std::int64_t option, const Row& row) {
        m_used = 0;
        m_statement.bind(option);
        bindFields(row);
        return m_statement.insert();
    }

private:
    template <Described Row>
    void bindFields(const Row& row) {
        forEachField<Row>([&](const auto& f) { bind(row.*f.member); });
    }
    template <Scalar T>
    void bindScalar(const T& value) {
        auto&& stored = Stored<T>::to(value);
        using Type = std::remove_cvref_t<decltype(stored)>;
        if constexpr (std::same_as<Type, std::string>)
            m_statement.bind(keep(std::move(stored)));
        else if constexpr (std::same_as<Type, bool>)
            m_statement.bind(std::int64_t{stored});
        else
            m_statement.bind(stored);
    }
    template <class T>
    void bind(const T& value) {
        if constexpr (Scalar<T>)
            bindScalar(value);
        else if constexpr (isOptionalScalar<T>) {
            if (value)
                bindScalar(*value);
            else
                m_statement.bindNothing();
        } else if constexpr (Described<T>)
            bindFields(value);
        else if (isDefault(value, T{}))
            m_statement.bindNothing();
        else {
            std::string text;
            json::write(text, value);
            m_statement.bind(keep(std::move(text)));
        }
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

template <class Row>
bool writeTable(Database& database, std::string_view name, const Table<Row>& table) {
    if (table.isEmpty())
        return true;
    RowWriter writer(database, sql::insertInto(name, columnsOf<Row>()));
    return std::all_of(table.begin(), table.end(), [&](const Row& row) { return writer.write(row); });
}

template <class Row>
bool writeOptionTables(Database& database, RowWriter& taken, const DesignTable<Row>& table, const Project& project) {
    RowWriter writer(database, sql::insertInto(table.name, optionColumnsOf<Row>()));
    const Table<Row>& base = (*project.options.front().design).*table.member;
    bool isGood = std::all_of(base.begin(), base.end(), [&](const Row& row) { return writer.write(0, row); });
    for (std::size_t i = 1; i < project.options.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        forEachDifference(base, (*project.options[i].design).*table.member, [&](const Row* before, const Row* after) {
            isGood = isGood && (after ? writer.write(place, *after)
                                      : taken.write(TakenRow{place, std::string(table.name), before->id.value}));
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
    forEachProjectTable(
        [&](const auto& table) { isGood = isGood && writeTable(database, table.name, project.*table.member); });
    RowWriter taken(database, sql::insertInto(sql::kTaken, columnsOf<TakenRow>()));
    forEachDesignTable(
        [&](const auto& table) { isGood = isGood && writeOptionTables(database, taken, table, project); });
    return isGood && database.run(sql::commit());
}

// Reads the cells of one row in the order of its columns.
class RowReader {
public:
    RowReader(Database& database, const std::string& select) : m_statement(database, select) {}

    bool next() { return m_statement.next(); }
    bool hasFailed() const { return m_statement.hasFailed(); }
    std::optional<std::int64_t> integer() { return m_statement.integer(); }

    template <Described Row>
    bool read(Row& row, Problem& problem) {
        bool isRead = true;
        forEachField<Row>(
            [&](const auto& f) { isRead = isRead && (cell(row.*f.member, problem) || problem.within(f.name)); });
        return isRead;
    }

private:
    template <class T, class Stored1>
    bool take(const std::optional<Stored1>& stored, T& out, Problem& problem) {
        if (!stored)
            return problem.set(Message("file.cell-type"));
        auto typed = Stored<T>::from(*stored);
        if constexpr (requires { Stored<T>::least; })
            if (!typed)
                return problem.set(Message("file.out-of-range")
                                       .with("value", cellText(*stored))
                                       .with("least", cellText(Stored<T>::least))
                                       .with("most", cellText(Stored<T>::most)));
        if (!typed)
            return problem.set(Message("file.cell-value").with("value", cellText(*stored)));
        out = std::move(*typed);
        return true;
    }
    static std::string cellText(std::string_view text) { return std::string(text); }
    static std::string cellText(std::int64_t number) { return std::to_string(number); }
    static std::string cellText(double number) { return std::to_string(number); }

    template <Scalar T>
    bool scalar(T& out, Problem& problem) {
        using Type = typename Stored<T>::Type;
        if constexpr (std::same_as<Type, bool>) {
            const auto flag = m_statement.integer();
            if (!flag || (*flag != 0 && *flag != 1))
                return problem.set(Message("file.flag-expected"));
            out = *flag == 1;
            return true;
        } else if constexpr (std::same_as<Type, std::int64_t>)
            return take(m_statement.integer(), out, problem);
        else if constexpr (std::same_as<Type, double>)
            return take(m_statement.real(), out, problem);
        else
            return take(m_statement.text(), out, problem);
    }

    template <class T>
    bool cell(T& out, Problem& problem) {
        if constexpr (Scalar<T>)
            return scalar(out, problem);
        else if constexpr (Described<T>)
            return read(out, problem);
        else {
            if (m_statement.isNull()) {
                m_statement.skip();
                return true;
            }
            if constexpr (isOptionalScalar<T>)
                return scalar(out.emplace(), problem);
            else {
                const auto text = m_statement.text();
                return text ? m_json.read(*text, out, problem) : problem.set(Message("file.text-expected"));
            }
        }
    }

    Statement m_statement;
    json::ValueReader m_json;
};

// Rows of one table by option, and ids that the options after the first do without.
template <class Row>
struct OptionRows {
    std::vector<Row> put;
    std::vector<Id<Row>> take;
};

class DatabaseReader {
public:
    DatabaseReader(Database& database, std::string name) : m_database(database), m_name(std::move(name)) {}

    Result<Document> read() {
        if (!readHeaders() || !readTaken())
            return error();
        bool isGood = true;
        forEachProjectTable(
            [&](const auto& table) { isGood = isGood && readShared(table.name, m_project.*table.member); });
        forEachDesignTable([&](const auto& table) { isGood = isGood && readOptions(table); });
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
            if (!isDesignTable(row.table)) {
                m_problem.set(Message("file.cell-value").with("value", row.table));
                return m_problem.within("table");
            }
            m_taken[std::move(row.table)].emplace_back(static_cast<std::size_t>(row.option), row.id);
        }
        return true;
    }

    static bool isDesignTable(std::string_view name) {
        bool isOne = false;
        forEachDesignTable([&](const auto& table) { isOne = isOne || table.name == name; });
        return isOne;
    }

    template <Described Row>
    bool readRows(std::string_view table, std::vector<Row>& rows) {
        m_table = table;
        RowReader reader(m_database, sql::selectFrom(table, columnsOf<Row>()));
        while (reader.next())
            if (!m_problem.makeRoom(sizeof(Row)) || !reader.read(rows.emplace_back(), m_problem))
                return atRow(rows);
        return !reader.hasFailed() || damaged();
    }

    template <class Row>
    bool readShared(std::string_view name, Table<Row>& table) {
        std::vector<Row> rows;
        if (!readRows(name, rows) || !haveIds(rows))
            return false;
        table = Table<Row>().with(std::move(rows));
        return true;
    }

    template <class Row>
    bool readOptions(const DesignTable<Row>& table) {
        m_table = table.name;
        std::vector<OptionRows<Row>> parts(m_designs.size());
        RowReader reader(m_database, sql::selectFrom(table.name, optionColumnsOf<Row>()));
        while (reader.next()) {
            const std::int64_t option = reader.integer().value_or(-1);
            if (option < 0 || static_cast<std::size_t>(option) >= parts.size())
                return badOption(option);
            auto& rows = parts[static_cast<std::size_t>(option)].put;
            if (!m_problem.makeRoom(sizeof(Row)) || !reader.read(rows.emplace_back(), m_problem))
                return atRow(rows);
        }
        if (reader.hasFailed())
            return damaged();
        for (const auto& [option, id] : m_taken[std::string(table.name)])
            parts[option].take.push_back(Id<Row>{id});
        return assemble(table, parts);
    }

    template <class Row>
    bool assemble(const DesignTable<Row>& table, std::vector<OptionRows<Row>>& parts) {
        const Table<Row>* base = nullptr;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (!haveIds(parts[i].put))
                return false;
            const Table<Row> from = base ? *base : Table<Row>();
            for (const Id<Row> id : parts[i].take)
                if (!from.contains(id))
                    return takenIsNotThere(id.value);
            m_designs[i].*table.member = from.with(std::move(parts[i].put), std::move(parts[i].take));
            base = &(m_designs.front().*table.member);
        }
        return true;
    }

    template <class Row>
    bool haveIds(std::vector<Row>& rows) {
        if (!std::ranges::is_sorted(rows, {}, &Row::id))
            std::ranges::stable_sort(rows, {}, &Row::id);
        const auto twin = std::ranges::adjacent_find(rows, {}, &Row::id);
        if (!rows.empty() && !rows.front().id)
            m_problem.set(Message("file.no-id"));
        else if (twin != rows.end()) {
            m_row = std::to_string(twin->id.value);
            m_problem.set(Message("file.id-twice"));
        } else
            return true;
        return m_problem.within("id");
    }

    template <class Row>
    bool atRow(const std::vector<Row>& rows) {
        m_row = "#" + std::to_string(rows.size());
        if constexpr (requires { rows.back().id.value; })
            if (!rows.empty() && rows.back().id)
                m_row = std::to_string(rows.back().id.value);
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

// The file may hold the tables of its format and nothing else: no view, trigger, index or virtual table.
Done checkSchema(Database& database, const std::vector<std::string>& expected, const std::string& name) {
    Statement rows(database, sql::selectSchema());
    std::size_t i = 0;
    while (rows.next()) {
        const auto type = rows.text();
        const std::string table(rows.text().value_or(""));
        const auto statement = rows.text();
        if (type != "table" || i == expected.size() || statement != expected[i++])
            return simpleError("file.foreign-schema", name, table.empty() ? "?" : table);
    }
    if (rows.hasFailed())
        return simpleError("file.damaged", name, database.problem());
    if (i < expected.size())
        return simpleError("file.foreign-schema", name, "-");
    Statement check(database, sql::quickCheck());
    if (!check.next() || check.text() != "ok")
        return simpleError("file.damaged", name, "quick_check");
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
