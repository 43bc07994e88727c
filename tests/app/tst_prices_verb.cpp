// SPDX-License-Identifier: GPL-3.0-or-later
// The verb prices as a person and a script use it: lists into books, books into a design, rates and typed prices.
#include "model/file/design_file.h"
#include "model/text/csv.h"
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace rackwright;

namespace {

const std::string kList = RW_TEST_DATA "/price_lists/distributor_semicolon.csv";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class TestPricesVerb : public QObject {
    Q_OBJECT

    /// A sample as a file of this test.
    static std::string design(const CommandLine& line) {
        const std::string path = line.path("hall.rkw.json");
        const CommandRun run = line.run({"convert", samplePath("existing-hall-512-b200.rkw.json"), "--output", path});
        return run.code == 0 ? path : std::string();
    }

private Q_SLOTS:
    void helpNamesWhatATaskTakes() {
        const CommandLine line;
        const CommandRun all = line.run({"prices", "--help"});
        for (const char* task : {"import FILE", "rate FILE [FROM=RATE]", "set FILE PART PRICE"})
            QVERIFY2(all.out.find(std::string("rackwright prices ") + task) != std::string::npos, all.out.c_str());
        const CommandRun one = line.run({"prices", "rate", "--help"});
        QVERIFY(one.out.starts_with("rackwright prices rate FILE"));
        QVERIFY(one.out.find("prices import") == std::string::npos);
    }

    void aDryRunShowsAllAndChangesNothing() {
        const CommandLine line;
        const CommandRun run = line.run({"prices", "import", kList, "--dry-run"});
        QVERIFY2(run.code == 0, run.err.c_str());
        QVERIFY2(has(run.out, "Nothing was changed"), run.out.c_str());
        // Faults by line, column and reason; codes without a part with what they may mean.
        QVERIFY2(has(run.err, "Line 37, UVP netto: "), run.err.c_str());
        QVERIFY2(has(run.err, "Line 41, Hersteller-Artikelnr.: needs a decision"), run.err.c_str());
        QVERIFY2(has(run.out, "arista-7060dx5-64s"), run.out.c_str());
        QVERIFY(has(line.run({"prices", "list"}).out, "hold no such price"));
        // A list without a price is refused as the import itself would refuse it, and says why.
        const std::string none = line.write("none.csv", "Part number,Description,List price\nA-1,Cable,1e-30\n");
        const CommandRun nothing = line.run({"prices", "import", none, "--currency", "USD", "--dry-run"});
        QCOMPARE(nothing.code, 2);
        QVERIFY2(!has(nothing.err, "range"), nothing.err.c_str());
        const CommandRun table = line.run({"prices", "import", kList, "--dry-run", "--csv"});
        const auto rows = CsvTable::read(table.out);
        QVERIFY(rows && rows->hasColumn("outcome") && rows->size() > 55);
        const QJsonArray lines =
            line.run({"prices", "import", kList, "--dry-run", "--json"}).json()[QStringLiteral("lines")].toArray();
        QVERIFY(lines.size() > 55);
    }

    void aListGoesInAndCanBeTakenBack() {
        const CommandLine line;
        QCOMPARE(line.run({"prices", "import", kList, "--book", "Distributor"}).code, 0);
        QVERIFY(has(line.run({"prices", "list", "--part", "nvidia-sn5600"}).out, "55870.00"));
        QVERIFY(has(line.run({"prices", "list", "--unmatched"}).out, "QDD-400-CU1M"));
        QCOMPARE(line.run({"prices", "match", "QDD-400-CU1M", "no-such-part"}).code, 2);
        QCOMPARE(line.run({"prices", "match", "QDD-400-CU1M", "cisco-qdd-400g-fr4"}).code, 0);
        QVERIFY(!has(line.run({"prices", "list", "--unmatched"}).out, "QDD-400-CU1M"));
        QCOMPARE(line.run({"prices", "import", RW_TEST_DATA "/price_lists/quote_export.csv", "--book", "Quote"}).code,
                 0);
        QCOMPARE(line.run({"prices", "books", "--order", "Quote,Distributor"}).code, 0);
        const QJsonArray books = line.run({"prices", "books", "--json"}).json()[QStringLiteral("books")].toArray();
        QCOMPARE(books.first().toObject()[QStringLiteral("name")].toString(), QStringLiteral("Quote"));
        QVERIFY(line.run({"prices", "books", "--order", "Elsewhere"}).code != 0);
        QCOMPARE(line.run({"prices", "undo", "--to", "0"}).code, 0);
        QVERIFY(has(line.run({"prices", "list"}).out, "hold no such price"));
    }

    void columnsAreMappedOnceAndRemembered() {
        const CommandLine line;
        const std::string list =
            line.write("odd.csv", "Ding;Was;Wieviel\nSN5600;Schalter;55.000,50\nQM9700;Schalter;30.000,00\n");
        const CommandRun unknown = line.run({"prices", "import", list});
        QVERIFY(unknown.code != 0);
        QVERIFY2(has(unknown.err, "Wieviel"), unknown.err.c_str());
        QVERIFY(line.run({"prices", "import", list, "--map", "prize=B"}).code != 0);
        QCOMPARE(
            line.run({"prices", "import", list, "--map", "code=Ding,list-price=Wieviel", "--currency", "EUR"}).code, 0);
        QCOMPARE(line.run({"prices", "import", list, "--currency", "EUR"}).code, 0);
        QVERIFY(has(line.run({"prices", "list", "--part", "nvidia-sn5600"}).out, "55000.50"));
    }

    void ratesAndStatedPricesGoIntoTheDesign() {
        const CommandLine line;
        const std::string path = design(line);
        QVERIFY(!path.empty());
        const auto before = readDesign(path);
        QVERIFY(before && before->project->parts.size() > 0);
        const std::string part = before->project->parts.begin()->part->id;
        // A price in a currency without a rate would drop its line: it is asked for first.
        const std::vector<std::string> set = {
            "prices",     "set",           path,        part, "1000 SEK", "--reason", "framework contract", "--source",
            "offer 4711", "--valid-until", "2026-12-31"};
        const CommandRun refusedRun = line.run(set);
        QVERIFY(refusedRun.code != 0);
        QVERIFY2(has(refusedRun.err, "SEK"), refusedRun.err.c_str());
        QVERIFY(line.run({"prices", "rate", path, "SEK=0"}).code != 0);
        QVERIFY(line.run({"prices", "rate", path, "SEK=0.09", "--date", "soon"}).code != 0);
        const CommandRun word = line.run({"prices", "rate", path, "SEK=nan"});
        QVERIFY2(word.code == 2 && has(word.err, "nan") && !has(word.err, "no currency"), word.err.c_str());
        const CommandRun rate =
            line.run({"prices", "rate", path, "SEK=0.0925", "--date", "2026-01-10", "--source", "central bank"});
        QVERIFY2(rate.code == 0, rate.err.c_str());
        QVERIFY(has(line.run({"prices", "rate", path}).out, "0.0925"));
        const CommandRun done = line.run(set);
        QVERIFY2(done.code == 0, done.err.c_str());
        QVERIFY(line.run({"prices", "set", path, part, "1000"}).code != 0); // no reason, no source
        QVERIFY(line.run({"prices", "set", path, "no-such-part", "1000", "--reason", "r", "--source", "s"}).code != 0);
        const auto after = readDesign(path);
        QVERIFY(after);
        const auto pin = std::ranges::find(after->project->prices, part, &PinnedPrice::item);
        QVERIFY(pin != after->project->prices.end());
        QCOMPARE(pin->price.note, std::string("framework contract"));
        QCOMPARE(pin->price.validUntil, std::string("2026-12-31"));
        QVERIFY(pin->price.rate.grade == Grade::CustomerStatement);
        // Prices of the books leave it alone unless they are told otherwise.
        const CommandRun apply = line.run({"prices", "apply", path, "--dry-run"});
        QVERIFY2(apply.code == 0 && has(apply.out, "Nothing was changed"), apply.err.c_str());
    }
};

RW_CORE_SUITE(TestPricesVerb)
#include "tst_prices_verb.moc"
