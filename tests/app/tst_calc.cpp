// SPDX-License-Identifier: GPL-3.0-or-later
// The verb calc as a person and a script use it: batch files in both forms, single runs, units, JSON, wrong words.
#include "app/command_line.h"
#include "app/verbs/calc.h"

#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/domains.h"
#include "tests/support/processor_time.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <iterator>
#include <random>
#include <set>
#include <sstream>

using namespace rackwright;

namespace {

struct Run {
    int code = 0;
    std::string out, err;
};

Run run(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), "calc");
    std::istringstream in(input);
    std::ostringstream out, err;
    Streams streams{in, out, err};
    Session session(Texts::of("en"));
    const int code = runCommandLine(words, streams, session);
    return {code, out.str(), err.str()};
}

CsvTable answers(const Run& batch) { return *CsvTable::read(batch.out); }

} // namespace

class TestCalc : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void batchOfBothForms_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("idColumn");
        QTest::newRow("id, quantity, inputs") << "facility.csv"
                                              << "id";
        QTest::newRow("case_id, function, inputs, output") << "calculator_cases.csv"
                                                           << "case_id";
    }
    void batchOfBothForms() {
        QFETCH(QString, file);
        QFETCH(QString, idColumn);
        const std::string path = (QStringLiteral(RW_TEST_DATA "/oracles/") + file).toStdString();
        QFile source(QString::fromStdString(path));
        QVERIFY(source.open(QIODevice::ReadOnly));
        const CsvTable cases = *CsvTable::read(source.readAll().toStdString());
        const Run batch = run({"--batch", path});
        QCOMPARE(batch.code, 0);
        QVERIFY(batch.out.starts_with("id,quantity,value,unit,error\n"));
        const CsvTable rows = answers(batch);
        QCOMPARE(rows.size(), cases.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows.cell(i, "id"), cases.cell(i, idColumn.toStdString()));
            QCOMPARE(rows.cell(i, "error"), std::string());
            QCOMPARE(rows.cell(i, "unit"), cases.cell(i, "unit"));
            const std::string& expected = cases.cell(i, "expected");
            const auto number = plainNumber(expected);
            if (!number) {
                QCOMPARE(rows.cell(i, "value"), expected);
                continue;
            }
            // The tightest tolerance of each row stands in tst_formulas; here the text must be the number.
            const auto value = plainNumber(rows.cell(i, "value"));
            QVERIFY2(value && std::abs(*value - *number) <= 0.011 * std::abs(*number) + 1e-12,
                     rows.cell(i, "id").c_str());
        }
    }
    void batchNamesWhatItCannotComputeInItsPlace() {
        const Run batch = run({"--batch", "-"}, "note,id,quantity,inputs\n"
                                                "n,1,gpu_hours,gpus=64;days=3\n"
                                                "n,2,gpu_hours,gpus=64\n"
                                                "n,3,nothing,gpus=64\n"
                                                "n,4,gpu_hours,gpus=64;days=3;colour=red\n"
                                                "n,5,gpu_hours,gpus=64;gpus=65;days=3\n"
                                                "n,6,gpu_hours,gpus;days=3\n"
                                                "n,7,,\n"
                                                "n,8,gpu_hours,gpus=inf;days=3\n"
                                                "n,9,cooling_method,kw_per_rack=40.8;output=method;\n"
                                                "n,10,staff_annual_usd,racks=200;racks_per_fte=100;usd_per_fte=120000;"
                                                "shifts_min_fte=5\n");
        QCOMPARE(batch.code, 0);
        const CsvTable rows = answers(batch);
        QCOMPARE(rows.size(), std::size_t(10));
        QCOMPARE(rows.cell(0, "value"), std::string("4608"));
        QCOMPARE(rows.cell(0, "unit"), std::string("GPU-h"));
        const char* named[] = {"days", "nothing", "colour", "gpus", "\"gpus\"", "quantity", "gpus"};
        for (std::size_t i = 1; i <= 7; ++i) {
            QCOMPARE(rows.cell(i, "id"), std::to_string(i + 1));
            QCOMPARE(rows.cell(i, "value"), std::string());
            QVERIFY2(rows.cell(i, "error").find(named[i - 1]) != std::string::npos, rows.cell(i, "error").c_str());
        }
        QCOMPARE(rows.cell(8, "value"), std::string("rear-door"));
        QCOMPARE(rows.cell(9, "value"), std::string("600000"));
    }
    void batchNamesColumnsThatItDoesNotRead() {
        const Run others = run({"--batch", "-"}, "id,quantity,inputs,source,note\n1,gpu_hours,gpus=64;days=3,s,n\n");
        QCOMPARE(others.code, 0);
        QCOMPARE(others.err, std::string("Columns not read: source, note.\n"));
        QCOMPARE(answers(others).cell(0, "value"), std::string("4608"));
        const Run slip = run({"--batch", "-"}, "id,quantity,inputs,Inputs\n1,gpu_hours,gpus=64;days=3,x\n");
        QCOMPARE(slip.code, 2);
        QVERIFY(slip.out.empty());
        QVERIFY2(slip.err.find("\"Inputs\"") != std::string::npos, slip.err.c_str());
    }
    void batchTextCannotRunInASpreadsheet() {
        const Run batch = run({"--batch", "-"}, "id,quantity,inputs\n1,=cmd,a=1\n");
        QVERIFY(!answers(batch).cell(0, "error").starts_with("="));
    }
    void aBatchWithoutAnyAnswerIsWrongInput() {
        const Run none = run({"--batch", "-"}, "id,quantity,inputs\n1,nothing,a=1\n2,gpu_hours,gpus=64\n");
        QCOMPARE(none.code, 2);
        QCOMPARE(answers(none).size(), std::size_t(2));
        QVERIFY2(none.err.starts_with("2 of 2 rows have an error"), none.err.c_str());
        const Run some = run({"--batch", "-"}, "id,quantity,inputs\n1,nothing,a=1\n2,gpu_hours,gpus=64;days=3\n");
        QCOMPARE(some.code, 0);
        QVERIFY2(some.err.starts_with("1 of 2 rows has an error"), some.err.c_str());
        const Run all = run({"--batch", "-"}, "id,quantity,inputs\n2,gpu_hours,gpus=64;days=3\n");
        QCOMPARE(all.code, 0);
        QCOMPARE(all.err, std::string());
        QCOMPARE(run({"--batch", "-"}, "id,quantity,inputs\n").code, 0);
    }
    void batchThatIsNoneIsRefused() {
        QCOMPARE(run({"--batch", "-"}, "id,inputs\n1,a=1\n").code, 2);
        QCOMPARE(run({"--batch", "-"}, "").code, 2);
        QCOMPARE(run({"--batch", "-"}, "id,quantity,inputs\n1,\"open\n").code, 2);
        const Run missing = run({"--batch", "no-such-file.csv"});
        QCOMPARE(missing.code, 2);
        QVERIFY(missing.err.find("no-such-file.csv") != std::string::npos);
        QVERIFY(missing.out.empty());
        QCOMPARE(run({"--batch", "-", "gpu_hours"}, "id,quantity,inputs\n").code, 2);
    }
    void singleShowsValueFormulaNumbersInputsAndReference() {
        const Run single = run({"airflow_m3s", "heat_w=10.2 kW", "dt_k=15", "rho=1.2", "cp=1005"});
        QCOMPARE(single.code, 0);
        for (const char* part : {"airflow_m3s = 0.563847 m3/s", "heat_w/(rho*cp*dt_k)", "10200 W / (1.2 kg/m3",
                                 "10.2 kW", "temperature rise", "sensible heat balance"})
            QVERIFY2(single.out.find(part) != std::string::npos, (std::string(part) + "\n" + single.out).c_str());
        QVERIFY(single.err.empty());
    }
    void singleAsJson() {
        const Run single = run({"training_days", "gpu_hours=2400", "gpus=10", "--json"});
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(single.out)).object();
        QCOMPARE(json[QLatin1String("value")].toDouble(), 10.0);
        QCOMPARE(json[QLatin1String("unit")].toString(), QStringLiteral("days"));
        QCOMPARE(json[QLatin1String("inputs")].toArray().size(), 2);
        const Run word = run({"w_class_required", "fws_supply_c=30", "--json"});
        QCOMPARE(
            QJsonDocument::fromJson(QByteArray::fromStdString(word.out)).object()[QLatin1String("value")].toString(),
            QStringLiteral("W32"));
    }
    void wrongWordsExitWithTheNearest() {
        const Run quantity = run({"airflow_m3"});
        QCOMPARE(quantity.code, 2);
        QVERIFY(quantity.err.find("airflow_m3s") != std::string::npos);
        const Run key = run({"gpu_hours", "gpus=1", "dayz=1"});
        QCOMPARE(key.code, 2);
        QVERIFY(key.err.find("days") != std::string::npos);
        QCOMPARE(run({"gpu_hours", "gpus"}).code, 2);
        QCOMPARE(run({"gpu_hours", "=1"}).code, 2);
        QCOMPARE(run({}).code, 2);
        QCOMPARE(run({"gpu_hours", "gpus=1", "gpus=2", "days=1"}).code, 2);
        QCOMPARE(run({"gpu_hours", "--jsn"}).code, 2);
    }
    void missingKeyListsWhatIsNeeded() {
        const Run missing = run({"mtti_h"});
        QCOMPARE(missing.code, 2);
        for (const char* key : {"interruptions", "device_mttf_h"})
            QVERIFY2(missing.err.find(key) != std::string::npos, missing.err.c_str());
        QVERIFY(missing.out.empty());
    }
    void algorithmsShowTheirWitness() {
        const Run single =
            run({"heat_recirc_inlet_c", "A=0.10,0.05|0.02,0.20", "K_kw_k=1,1", "P_kw=12,8", "t_sup=18", "node=1"});
        QCOMPARE(single.code, 0);
        QVERIFY2(single.out.find("largest heat imbalance of an inlet") != std::string::npos, single.out.c_str());
    }
    // Bytes, separators and words of the trade at random: one row each, in order, without a crash or a NaN.
    void randomRowsAreAnsweredOneByOne() {
        static constexpr std::string_view pieces[] = {"gpus",  "=",    ";", "1",     "-",    "e9",    "nan",
                                                      "1e308", "|",    ",", "h:",    "it=",  "A",     "..",
                                                      "*",     "\"\"", " ", "flows", "bins", "line1", "\xc3\xbf"};
        const std::vector<std::string> names = formulasOfAllDomains().names();
        std::mt19937 random(4711);
        for (int round = 0; round < 20; ++round) {
            std::string csv = "id,quantity,inputs\n";
            for (int row = 0; row < 200; ++row) {
                csv += std::to_string(row) + "," + names.at(random() % names.size()) + ",\"";
                for (auto piece = random() % 12; piece > 0; --piece)
                    csv += pieces[random() % std::size(pieces)];
                csv += "\"\n";
            }
            const Run batch = run({"--batch", "-"}, csv);
            const CsvTable rows = answers(batch);
            QCOMPARE(rows.size(), std::size_t(200));
            bool isAnyAnswered = false;
            for (std::size_t row = 0; row < rows.size(); ++row)
                isAnyAnswered = isAnyAnswered || rows.cell(row, "error").empty();
            QCOMPARE(batch.code, isAnyAnswered ? 0 : 2);
            for (std::size_t row = 0; row < rows.size(); ++row) {
                QCOMPARE(rows.cell(row, "id"), std::to_string(row));
                QVERIFY(rows.cell(row, "value").empty() != rows.cell(row, "error").empty());
                QVERIFY(rows.cell(row, "value").find("nan") == std::string::npos);
            }
        }
    }
    void listNamesEveryQuantity() {
        const Run list = run({"--list"});
        QCOMPARE(list.code, 0);
        for (const char* name : {"airflow_m3s", "kv_cache", "young_interval_s", "footprint_load_kg_m2"})
            QVERIFY(list.out.find(name) != std::string::npos);
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(run({"--list", "--json"}).out)).isObject());
    }
    void resultsDoNotDependOnTheOrderOfKeys() {
        const Run one = run({"gpu_hours", "gpus=64", "days=3", "--json"});
        const Run two = run({"gpu_hours", "days=3", "gpus=64", "--json"});
        QCOMPARE(one.out, two.out);
    }
    // Numbers that nobody means: refused with a sentence, or the answer is finite and comes soon.
    void everyInputOfEveryFormula_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("inputs");
        QFile file(QStringLiteral(RW_TEST_DATA "/oracles/calculator_cases.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const CsvTable cases = *CsvTable::read(file.readAll().toStdString());
        std::set<std::string> seen;
        for (std::size_t row = 0; row < cases.size(); ++row)
            if (const std::string& quantity = cases.cell(row, "function"); seen.insert(quantity).second)
                QTest::newRow(quantity.c_str())
                    << QString::fromStdString(quantity) << QString::fromStdString(cases.cell(row, "inputs"));
        for (const std::string& quantity : formulasOfAllDomains().names())
            if (seen.insert(quantity).second)
                QTest::newRow(quantity.c_str()) << QString::fromStdString(quantity) << QString();
    }
    void everyInputOfEveryFormula() {
        QFETCH(QString, quantity);
        QFETCH(QString, inputs);
        static const FormulaRegistry formulas = formulasOfAllDomains();
        const std::string name = quantity.toStdString();
        GivenInputs given = *splitInputs(inputs.toStdString());
        if (given.empty())
            for (const Formula& formula : formulas.forms(name))
                for (const FormulaInput& input : formula.inputs)
                    if (input.isRequired())
                        given.emplace(input.key + (input.pattern == KeyPattern::Exact ? "" : "1"),
                                      !input.choices.empty()      ? input.choices.front()
                                      : input.allowed.contains(1) ? "1"
                                                                  : "0.5");
        const GivenInputs sound = given;
        constexpr const char* hostiles[] = {
            "-1",     "0",   "1e9", "4294967296", "1000000000000037",    "1e15", "1e308",
            "1e-308", "nan", "inf", "-0.0",       "9223372036854775807", ""};
        testing::ProcessorTime time;
        for (const auto& [key, value] : sound)
            for (const char* hostile : hostiles) {
                given = sound;
                given[key] = hostile;
                const std::string what = name + " " + key + "=" + hostile;
                const auto solved = formulas.solve(name, given, NumberText::Plain);
                const double* number = solved ? std::get_if<double>(&solved->answer) : nullptr;
                QVERIFY2(!number || std::isfinite(*number), what.c_str());
                (void)formulas.explain(name, given, NumberText::WithUnits);
                QVERIFY2(time.restart() < 5000, what.c_str());
            }
    }
};

RW_CORE_SUITE(TestCalc)
#include "tst_calc.moc"
