// SPDX-License-Identifier: GPL-3.0-or-later
// The database form of a design: equal to the text form, equal bytes for equal documents, and nothing foreign is run.
#include "model/file/design_database.h"
#include "model/file/design_text.h"
#include "model/file/format.h"
#include "tests/support/random_document.h"
#include "tests/support/suite.h"

#include <QJsonObject>
#include <QTest>

#include <sqlite3.h>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::testing;

namespace {

// The bytes of a database after statements that a stranger may have run on it.
std::string tampered(const std::string& bytes, const std::string& statements) {
    sqlite3* db = nullptr;
    sqlite3_open(":memory:", &db);
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), copy);
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    sqlite3_deserialize(db, "main", copy, size, size, SQLITE_DESERIALIZE_RESIZEABLE | SQLITE_DESERIALIZE_FREEONCLOSE);
    char* problem = nullptr;
    if (sqlite3_exec(db, statements.c_str(), nullptr, nullptr, &problem) != SQLITE_OK)
        qFatal("%s", problem);
    sqlite3_int64 newSize = 0;
    unsigned char* out = sqlite3_serialize(db, "main", &newSize, 0);
    std::string result(reinterpret_cast<const char*>(out), static_cast<std::size_t>(newSize));
    sqlite3_free(out);
    sqlite3_close(db);
    return result;
}

// The page, counted from 0, on which a table begins.
std::size_t firstPageOf(std::string bytes, const std::string& table) {
    sqlite3* db = nullptr;
    sqlite3_open(":memory:", &db);
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    sqlite3_deserialize(db, "main", reinterpret_cast<unsigned char*>(bytes.data()), size, size,
                        SQLITE_DESERIALIZE_READONLY);
    sqlite3_stmt* rows = nullptr;
    const std::string query = "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'";
    if (sqlite3_prepare_v2(db, query.c_str(), -1, &rows, nullptr) != SQLITE_OK || sqlite3_step(rows) != SQLITE_ROW)
        qFatal("%s", sqlite3_errmsg(db));
    const auto page = static_cast<std::size_t>(sqlite3_column_int64(rows, 0)) - 1;
    sqlite3_finalize(rows);
    sqlite3_close(db);
    return page;
}

std::string argumentOf(const Message& message, std::string_view name) {
    const auto found = std::ranges::find(message.arguments, name, &Argument::name);
    const auto* text = found == message.arguments.end() ? nullptr : std::get_if<std::string>(&found->value);
    return text ? *text : std::string();
}

std::string bytesOf(const Document& document) {
    Result<std::string> bytes = designDatabase(document);
    if (!bytes)
        qFatal("%s", bytes.error().message.id.c_str());
    return std::move(*bytes);
}

} // namespace

class TestDesignDatabase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalsTextForm() {
        for (std::uint64_t seed = 100; seed < 130; ++seed) {
            const Document document = randomDocument(seed);
            const std::string bytes = bytesOf(document);
            const auto read = readDesignDatabase(bytes, "random.rkw");
            QVERIFY2(read, read ? "" : read.error().message.id.c_str());
            QVERIFY(*read->project == *document.project);
            QCOMPARE(designText(*read), designText(document));
            QVERIFY(bytesOf(*read) == bytes); // byte-equal on save-load-save
        }
    }

    void emptyDocumentIsKept() {
        const Document document = emptyDocument("Empty");
        const auto read = readDesignDatabase(bytesOf(document), "empty.rkw");
        QVERIFY(read);
        QVERIFY(*read->project == *document.project);
    }

    void foreignContentIsRefused_data() {
        QTest::addColumn<QByteArray>("statements");
        QTest::addColumn<QByteArray>("id");
        const auto row = [](const char* name, const char* statements, const char* id) {
            QTest::newRow(name) << QByteArray(statements) << QByteArray(id);
        };
        row("view", "CREATE VIEW v AS SELECT * FROM racks", "file.foreign-schema");
        row("trigger", "CREATE TRIGGER t AFTER INSERT ON racks BEGIN DELETE FROM rooms; END", "file.foreign-schema");
        row("index", "CREATE INDEX i ON racks(name)", "file.foreign-schema");
        row("more tables", "CREATE TABLE other(x)", "file.foreign-schema");
        row("fewer tables", "DROP TABLE quote_lines", "file.foreign-schema");
        row("view for a table", "DROP TABLE racks; CREATE VIEW racks AS SELECT * FROM rooms", "file.foreign-schema");
        row("another column", "ALTER TABLE racks ADD COLUMN more TEXT", "file.foreign-schema");
        row("virtual table", "CREATE VIRTUAL TABLE f USING fts5(x)", "file.foreign-schema");
        row("newer format", "PRAGMA user_version = 4", "file.newer-format");
        row("older than the first", "PRAGMA user_version = 0", "file.not-a-design");
        row("another program's", "PRAGMA application_id = 7", "file.not-a-design");
        row("no document", "DELETE FROM document", "file.not-a-design");
        row("no option", "DELETE FROM options", "file.no-option");
        row("id 0", "UPDATE devices SET id = 0", "file.no-id");
        row("negative id", "UPDATE devices SET id = -5", "file.out-of-range");
        row("ids beyond the counter", "UPDATE document SET nextId = 2", "file.id-not-below-next");
        row("same ids", "UPDATE devices SET id = 7", "file.id-twice");
        row("turn out of range", "UPDATE racks SET rotation_mdeg = 9000000000000000000", "file.out-of-range");
        row("unknown word", "UPDATE racks SET scope_status = 'lost'", "file.cell-value");
        row("dangling", "DELETE FROM rooms", "file.dangling");
        row("infinite", "UPDATE racks SET powerCap_W = 9e999", "file.not-finite");
        row("not a flag", "UPDATE path_nodes SET hasValve = 2", "file.flag-expected");
        row("port too large", "UPDATE cables SET a_port = 65536", "file.out-of-range");
        row("not UTF-8", "UPDATE racks SET name = CAST(x'ff41' AS TEXT)", "file.bad-utf8");
        row("bad JSON", "UPDATE devices SET placement = '{\"in-rack\"'", "file.not-json");
        row("two JSON values", "UPDATE devices SET placement = '{\"unplaced\": {}} {}'", "file.not-json");
        row("option that is not there", "UPDATE racks SET option = 9", "file.dangling");
        row("taken of no table", "INSERT INTO taken VALUES (1, 'sqlite_schema', 4)", "file.cell-value");
        row("taken that is not there", "INSERT INTO taken VALUES (1, 'racks', 400000)", "file.dangling");
    }
    void foreignContentIsRefused() {
        QFETCH(QByteArray, statements);
        QFETCH(QByteArray, id);
        const std::string bytes = tampered(bytesOf(randomDocument(4, {30, 2})), statements.toStdString());
        const auto read = readDesignDatabase(bytes, "foreign.rkw");
        QVERIFY(!read);
        QCOMPARE(QByteArray::fromStdString(read.error().message.id), id);
    }

    // Not the table that comes behind it.
    void aTableThatIsMissingOrDamagedIsNamed_data() {
        QTest::addColumn<QByteArray>("table");
        for (const char* table : {"options", "parts", "racks", "devices", "cables"})
            QTest::newRow(table) << QByteArray(table);
    }
    void aTableThatIsMissingOrDamagedIsNamed() {
        QFETCH(QByteArray, table);
        const std::string name = table.toStdString();
        const std::string bytes = bytesOf(randomDocument(4, {30, 2}));
        const auto without = readDesignDatabase(tampered(bytes, "DROP TABLE " + name), "foreign.rkw");
        QVERIFY(!without);
        QCOMPARE(without.error().message.id, std::string("file.foreign-schema"));
        QCOMPARE(argumentOf(without.error().message, "detail"), name);
        constexpr std::size_t kPage = 4096;
        std::string damaged = bytes;
        const std::size_t begin = firstPageOf(bytes, name) * kPage;
        std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(begin), 64, '\xff');
        const auto broken = readDesignDatabase(damaged, "broken.rkw");
        QVERIFY(!broken);
        QCOMPARE(broken.error().message.id, std::string("file.damaged-table"));
        QCOMPARE(argumentOf(broken.error().message, "table"), name);
    }

    // Cut or with changed bytes: read or refused, never a crash, and what is read is whole.
    void brokenFilesAreRefused() {
        const std::string bytes = bytesOf(randomDocument(9, {6, 2}));
        std::mt19937_64 random(11);
        for (int i = 0; i < 1500; ++i) {
            std::string broken = bytes;
            if (i % 3 == 0)
                broken.resize(random() % bytes.size());
            else
                for (int flips = 1 + i % 7; flips > 0; --flips)
                    broken[random() % bytes.size()] = static_cast<char>(random());
            if (const auto read = readDesignDatabase(broken, "broken.rkw"))
                QVERIFY(readDesignText(designText(*read), "again"));
        }
    }

    void otherFilesAreRefused() {
        for (const std::string& bytes : {std::string(), std::string("SQLite format 3"), std::string(4096, 'x'),
                                         std::string("SQLite format 3\0", 16) + std::string(200, '\xff')})
            QVERIFY(!readDesignDatabase(bytes, "other.rkw"));
    }

    // With a step of the test's own in place of the one that leads to the present format.
    void olderFormatsPassThroughTheirSteps() {
        const Document document = randomDocument(21, {5, 2});
        const std::string current = bytesOf(document);
        const std::string older =
            tampered(current, "PRAGMA user_version = 2; ALTER TABLE racks RENAME COLUMN role TO task");
        Migration step{kFormatVersion - 1, {}, "ALTER TABLE racks RENAME COLUMN task TO role", [](QJsonObject& tree) {
                           tree.insert(QLatin1String("nextId"), tree.take(QLatin1String("counter")));
                       }};
        sqlite3* db = nullptr;
        sqlite3_open(":memory:", &db);
        std::string copy = older;
        const auto size = static_cast<sqlite3_int64>(copy.size());
        sqlite3_deserialize(db, "main", reinterpret_cast<unsigned char*>(copy.data()), size, size,
                            SQLITE_DESERIALIZE_READONLY);
        const auto collect = [](void* list, int, char** cells, char**) {
            static_cast<std::vector<std::string>*>(list)->push_back(cells[0]);
            return 0;
        };
        sqlite3_exec(db, "SELECT sql FROM sqlite_schema ORDER BY rowid", collect, &step.schema, nullptr);
        sqlite3_close(db);
        QVERIFY(!readDesignDatabase(older, "older.rkw"));
        const auto read = readDesignDatabase(older, "older.rkw", std::span(&step, 1));
        QVERIFY(read);
        QVERIFY(*read->project == *document.project);

        std::string text = designText(document);
        text.replace(text.find("\"version\": 3"), 12, "\"version\": 2");
        text.replace(text.find("\"nextId\""), 8, "\"counter\"");
        QVERIFY(!readDesignText(text, "older.rkw.json"));
        const auto fromText = readDesignText(text, "older.rkw.json", std::span(&step, 1));
        QVERIFY(fromText);
        QCOMPARE(designText(*fromText), designText(document));
    }
};

RW_CORE_SUITE(TestDesignDatabase)
#include "tst_design_database.moc"
