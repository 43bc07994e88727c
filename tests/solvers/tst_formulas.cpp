// SPDX-License-Identifier: GPL-3.0-or-later
// Every formula of every domain: values of the oracle tables and of cases worked by hand, both number forms equal to
// the bit, every derivation reproducible, every quantity covered, and errors that name quantity and key.
#include "solvers/domains.h"

#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/cooling/weather.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>
#include <set>

using namespace rackwright;

namespace {

CsvTable table(const char* name) {
    QFile file(QStringLiteral(RW_TEST_DATA "/oracles/") + QString::fromUtf8(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", name);
    return *CsvTable::read(file.readAll().toStdString());
}

GivenInputs split(const std::string& text) {
    GivenInputs inputs;
    for (const QString& part : QString::fromStdString(text).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const auto equals = part.indexOf(QLatin1Char('='));
        inputs[part.left(equals).trimmed().toStdString()] = part.mid(equals + 1).trimmed().toStdString();
    }
    return inputs;
}

struct Case {
    std::string id, quantity, inputs, expected, unit;
    double relative = 0, absolute = 0; ///< tolerances
};

double after(const std::string& tolerance, const char* kind) {
    return tolerance.starts_with(kind) ? plainNumber(tolerance.substr(4)).value() : 0;
}

std::vector<Case> allCases() {
    std::vector<Case> cases;
    const CsvTable facility = table("facility.csv"), calculators = table("calculator_cases.csv"),
                   byHand = table("by_hand.csv");
    const auto tolerant = [](Case row, const std::string& tolerance) {
        row.relative = after(tolerance, "rel=");
        row.absolute = after(tolerance, "abs=");
        return row;
    };
    for (std::size_t i = 0; i < facility.size(); ++i)
        cases.push_back(tolerant({facility.cell(i, "id"), facility.cell(i, "quantity"), facility.cell(i, "inputs"),
                                  facility.cell(i, "expected"), facility.cell(i, "unit")},
                                 facility.cell(i, "tolerance")));
    for (std::size_t i = 0; i < byHand.size(); ++i)
        cases.push_back(tolerant({byHand.cell(i, "id"), byHand.cell(i, "quantity"), byHand.cell(i, "inputs"),
                                  byHand.cell(i, "expected"), ""},
                                 byHand.cell(i, "tolerance")));
    for (std::size_t i = 0; i < calculators.size(); ++i)
        cases.push_back({calculators.cell(i, "case_id"), calculators.cell(i, "function"), calculators.cell(i, "inputs"),
                         calculators.cell(i, "expected"), calculators.cell(i, "unit"),
                         *plainNumber(calculators.cell(i, "tolerance_percent")) / 100});
    return cases;
}

void addCaseRows() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Case& row : allCases())
        QTest::newRow((row.id + " " + row.quantity).c_str()) << index++;
}

std::string argument(const Error& error, const std::string& name) {
    for (const Argument& a : error.message.arguments)
        if (a.name == name)
            return std::holds_alternative<std::string>(a.value) ? std::get<std::string>(a.value) : std::string();
    return {};
}

} // namespace

class TestFormulas : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_registry = formulasOfAllDomains();
        m_cases = allCases();
        QVERIFY(m_cases.size() > 350);
    }

    void givesTheExpectedValue_data() { addCaseRows(); }
    void givesTheExpectedValue() {
        QFETCH(int, index);
        const Case& row = m_cases.at(static_cast<std::size_t>(index));
        const auto solved = m_registry.solve(row.quantity, split(row.inputs), NumberText::Plain);
        QVERIFY2(solved.has_value(), solved ? "" : solved.error().message.id.c_str());
        if (!row.unit.empty())
            QCOMPARE(solved->formula->unit, row.unit);
        if (const auto* word = std::get_if<std::string>(&solved->answer)) {
            QCOMPARE(*word, row.expected);
            return;
        }
        const double value = std::get<double>(solved->answer);
        const double expected = *plainNumber(row.expected);
        QVERIFY2(std::abs(value - expected) <= std::max(row.relative * std::abs(expected), row.absolute),
                 (shortestDigits(value) + " instead of " + row.expected).c_str());
    }

    void bothFormsAreEqualAndReproducible_data() { addCaseRows(); }
    void bothFormsAreEqualAndReproducible() {
        QFETCH(int, index);
        const Case& row = m_cases.at(static_cast<std::size_t>(index));
        const auto plain = m_registry.solve(row.quantity, split(row.inputs), NumberText::Plain);
        const auto traced = m_registry.explain(row.quantity, split(row.inputs), NumberText::Plain);
        QVERIFY(plain && traced);
        QCOMPARE(plain->answer.index(), traced->answer.index());
        if (const auto* word = std::get_if<std::string>(&plain->answer)) {
            QCOMPARE(std::get<std::string>(traced->answer), *word);
            return;
        }
        const Traced& answer = std::get<Traced>(traced->answer);
        QCOMPARE(std::bit_cast<std::uint64_t>(answer.value().typical()),
                 std::bit_cast<std::uint64_t>(std::get<double>(plain->answer)));
        QVERIFY(!firstUnreproducible(*answer.node()));
        QCOMPARE(answer.node()->label, row.quantity);
    }

    void everyFormulaHasACase() {
        std::set<const Formula*> solved;
        for (const Case& row : m_cases)
            if (const auto one = m_registry.solve(row.quantity, split(row.inputs), NumberText::Plain))
                solved.insert(one->formula);
        QStringList without;
        for (const std::string& name : m_registry.names())
            for (const Formula& formula : m_registry.forms(name))
                if (!solved.contains(&formula))
                    without << QString::fromStdString(formula.name + ": " + formula.text);
        QVERIFY2(without.isEmpty(), qPrintable(without.join(QLatin1Char('\n'))));
    }
    void everyQuantityOfTheListIsKnown() {
        const CsvTable quantities = table("facility_quantities.csv");
        QVERIFY(quantities.size() > 130);
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            const std::string& name = quantities.cell(i, "quantity");
            const auto forms = m_registry.forms(name);
            QVERIFY2(!forms.empty(), name.c_str());
            QCOMPARE(forms.front().unit, quantities.cell(i, "unit"));
        }
    }
    void everyFormulaSaysWhatItIs() {
        for (const std::string& name : m_registry.names())
            for (const Formula& formula : m_registry.forms(name)) {
                QVERIFY2(!formula.text.empty() && !formula.reference.empty() && !formula.inputs.empty(), name.c_str());
                for (const FormulaInput& input : formula.inputs)
                    QVERIFY2(!input.key.empty() && !input.meaning.empty(), name.c_str());
            }
    }
    // Each required key left out in turn, and each number replaced by text that is none.
    void everyMissingOrWrongKeyIsNamed() {
        for (const Case& row : m_cases) {
            const GivenInputs all = split(row.inputs);
            for (const auto& [key, value] : all) {
                const auto whole = m_registry.solve(row.quantity, all, NumberText::Plain);
                GivenInputs wrong = all;
                wrong[key] = "nan";
                const auto solved = m_registry.solve(row.quantity, wrong, NumberText::Plain);
                const FormulaInput* input = nullptr;
                for (const FormulaInput& one : whole->formula->inputs)
                    if (one.matches(key))
                        input = &one;
                if (!input || input->kind == InputKind::Remark) {
                    QVERIFY2(solved.has_value(), (row.id + " " + key).c_str());
                    continue;
                }
                if (input->isOptional)
                    continue;
                QVERIFY2(!solved.has_value(), (row.id + " " + key).c_str());
                if (input->kind == InputKind::Number || input->kind == InputKind::Numbers) {
                    QCOMPARE(solved.error().message.id, std::string("formula.not-a-number"));
                    QCOMPARE(argument(solved.error(), "key"), key);
                    QCOMPARE(argument(solved.error(), "quantity"), row.quantity);
                }
                if (input->pattern == KeyPattern::Exact && input->isRequired() &&
                    m_registry.forms(row.quantity).size() == 1) {
                    GivenInputs less = all;
                    less.erase(key);
                    const auto without = m_registry.solve(row.quantity, less, NumberText::Plain);
                    QVERIFY2(!without.has_value(), (row.id + " " + key).c_str());
                    QCOMPARE(without.error().message.id, std::string("formula.missing-key"));
                    QCOMPARE(argument(without.error(), "key"), key);
                }
            }
        }
    }
    // Zeros, negatives, huge and tiny values in every number: an answer is finite or an error, in both forms.
    void extremeInputsNeverGiveNaN() {
        for (const Case& row : m_cases)
            for (const auto& [key, value] : split(row.inputs))
                for (const char* extreme : {"0", "-1", "1", "1e308", "-1e308", "1e-308", "0.5", "1e9"}) {
                    GivenInputs inputs = split(row.inputs);
                    inputs[key] = extreme;
                    const auto plain = m_registry.solve(row.quantity, inputs, NumberText::Plain);
                    if (plain && std::holds_alternative<double>(plain->answer))
                        QVERIFY2(std::isfinite(std::get<double>(plain->answer)), (row.id + " " + key).c_str());
                    if (!plain)
                        QVERIFY2(!argument(plain.error(), "quantity").empty() ||
                                     !argument(plain.error(), "city").empty(),
                                 plain.error().message.id.c_str());
                }
    }

    void refuses_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("key");
        const auto row = [](const char* name, const char* quantity, const char* inputs, const char* id,
                            const char* key) { QTest::newRow(name) << quantity << inputs << id << key; };
        row("unknown quantity", "airflow", "", "formula.unknown-quantity", "");
        row("unknown key", "gpu_hours", "gpus=1;days=1;colour=red", "formula.unknown-key", "colour");
        row("key of the wrong case", "gpu_hours", "GPUs=1;days=1", "formula.unknown-key", "GPUs");
        row("division by zero", "gbit_to_gbyte", "gbit_s=x", "formula.not-a-number", "gbit_s");
        row("hotter than anything", "air_density_kgm3", "altitude_m=0;temp_c=1e300", "formula.out-of-domain", "temp_c");
        row("zero below the line", "qps", "tokens_per_s=1;output_tokens=0", "formula.out-of-domain", "output_tokens");
        row("share above one", "training_days", "params_b=1;tokens_b=1;gpus=1;peak_tflops=1;mfu=40",
            "formula.out-of-domain", "mfu");
        row("all units lost", "unit_load_fraction_after_failures", "load_kw=1;unit_kw=1;units=2;failed=2",
            "formula.out-of-domain", "failed");
        row("no breaker is large enough", "min_breaker_a",
            "p_kw=400;v_ll=400;pf=1;continuous_factor=0.8;phases=3;standard=16,32", "formula.out-of-domain",
            "standard");
        row("two phases", "circuit_usable_kw", "v_ll=208;breaker_a=30;pf=1;continuous_factor=0.8;phases=2",
            "formula.out-of-domain", "phases");
        row("part of a unit", "redundant_units", "load_kw=1;unit_kw=0;scheme=N", "formula.out-of-domain", "unit_kw");
        row("unknown scheme", "redundant_units", "load_kw=1;unit_kw=1;scheme=N+2", "formula.unknown-choice", "scheme");
        row("unknown city", "hours_below_drybulb", "city=gotham;threshold_c=18", "weather.unknown-city", "");
        row("accelerator without a table", "cap_throughput_loss_pct", "gpu=B200;cap_w=600;estimate=mid",
            "formula.unknown-choice", "gpu");
        row("matrix that is not square", "heat_recirc_inlet_c", "A=0.1,0.2;K_kw_k=1,1;P_kw=1,1;t_sup=18;node=1",
            "formula.out-of-domain", "A");
        row("matrix of words", "heat_recirc_inlet_c", "A=a,b|c,d;K_kw_k=1,1;P_kw=1,1;t_sup=18;node=1",
            "formula.unreadable-text", "A");
        row("all heat comes back", "heat_recirc_inlet_c", "A=1;K_kw_k=1;P_kw=1;t_sup=18;node=1",
            "formula.out-of-domain", "A");
        row("rack that is not there", "heat_recirc_inlet_c", "A=0.1;K_kw_k=1;P_kw=1;t_sup=18;node=2",
            "formula.out-of-domain", "node");
        row("half a rack", "heat_recirc_inlet_c", "A=0.1;K_kw_k=1;P_kw=1;t_sup=18;node=0.5", "formula.out-of-domain",
            "node");
        row("network without a number", "duct_flow_split", "network=source some m3/s;g1=1;g2=1;path=1",
            "formula.unreadable-text", "network");
        row("gap in the paths", "duct_flow_split", "network=source 1 m3/s;g1=1;g3=1;path=1", "formula.missing-key",
            "g2");
        row("path that is not there", "duct_flow_split", "network=source 1 m3/s;g1=1;g2=1;path=3",
            "formula.out-of-domain", "path");
        row("count without deviation", "sum_sd_independent", "sd1=1;n1=1;n2=1", "formula.missing-key", "sd2");
        row("bad line", "interval_total_low", "line1=10 GPUs", "formula.unreadable-text", "line1");
        row("mixed bins", "pue_annual", "bins=1h:it=1:fac=1|1h:0.5", "formula.unreadable-text", "bins");
        row("overhead missing", "pue_annual", "bins=1h:0.5", "formula.missing-key", "elec_overhead");
        row("no stages", "chain_input_power_kw", "it_kw=10", "formula.missing-key", "eta_*");
        row("no room for weights", "min_gpus", "params_b=1;bytes_per_param=1;act_gb=80;hbm_gb=80;reserve=0.1",
            "formula.out-of-domain", "act_gb");
        row("stall of a mode without its rate", "checkpoint_stall_fraction",
            "size_tb=1;interval_s=1;mode=async;write_gbs=1;gpus=1", "formula.missing-key", "snapshot_gbs_per_gpu");
        row("unknown model", "kv_cache", "model=Llama 9;context_tokens=1", "formula.unknown-choice", "model");
        row("oversubscribed leaves", "fat_tree_leaves", "endpoints=1;radix=64;nonblocking=0", "formula.out-of-domain",
            "nonblocking");
        row("overflow", "chip_pod_tflops", "chip_tflops=1e200;chips=1e200", "formula.no-finite-value", "");
        row("units are for people", "gpu_power", "gpus=8;w_each=0.7 kW", "formula.not-a-number", "w_each");
    }
    void refuses() {
        QFETCH(QString, quantity);
        QFETCH(QString, inputs);
        QFETCH(QString, id);
        QFETCH(QString, key);
        const GivenInputs given = split(inputs.toStdString());
        const auto plain = m_registry.solve(quantity.toStdString(), given, NumberText::Plain);
        const auto traced = m_registry.explain(quantity.toStdString(), given, NumberText::Plain);
        QVERIFY(!plain && !traced);
        QCOMPARE(QString::fromStdString(plain.error().message.id), id);
        QCOMPARE(QString::fromStdString(argument(plain.error(), "key")), key);
        QVERIFY(plain.error() == traced.error());
    }
    void nextToZeroNoDigitsAreLost_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<double>("expected");
        const QString payment = QStringLiteral("principal=1000000;months=36;rate=");
        for (const char* rate : {"1e-12", "-1e-12", "1e-14", "1e-15", "1e-16", "1e-17"})
            QTest::addRow("annuity at %s", rate) << "annuity_monthly_usd" << payment + QLatin1String(rate) << 1e6 / 36;
        const QString wall = QStringLiteral("L=2;x=1;t0=0;tL=10;peclet=");
        for (const char* peclet : {"1e-12", "-1e-12", "1e-17", "-1e-17"})
            QTest::addRow("peclet of %s", peclet) << "advection_diffusion_1d_c" << wall + QLatin1String(peclet) << 5.0;
        QTest::newRow("solids that are hardly joined to the air")
            << "ridethrough_rise_k"
            << "heat_kw=1;c_air_kj_k=1;c_mass_kj_k=1;ua_kw_k=1e-17;t_s=1" << 1.0;
    }
    void nextToZeroNoDigitsAreLost() {
        QFETCH(QString, quantity);
        QFETCH(QString, inputs);
        QFETCH(double, expected);
        const GivenInputs given = split(inputs.toStdString());
        const auto plain = m_registry.solve(quantity.toStdString(), given, NumberText::Plain);
        const auto traced = m_registry.explain(quantity.toStdString(), given, NumberText::Plain);
        QVERIFY(plain && traced);
        QVERIFY(std::abs(std::get<double>(plain->answer) - expected) < 1e-9 * expected);
        QVERIFY(std::abs(std::get<Traced>(traced->answer).value().typical() - expected) < 1e-9 * expected);
    }
    void remarksAndKeysOfOthersAreIgnored() {
        const GivenInputs inputs = {{"gpus", "64"}, {"days", "3"}, {"output", "hours"}, {"model", "8B"}, {"rho", "1"}};
        QCOMPARE(std::get<double>(m_registry.solve("gpu_hours", inputs, NumberText::Plain)->answer), 4608.0);
    }
    void peopleMayWriteUnits() {
        const GivenInputs inputs = {{"gpus", "8"}, {"w_each", "0.7 kW"}};
        QCOMPARE(std::get<double>(m_registry.solve("gpu_power", inputs, NumberText::WithUnits)->answer), 5.6);
        const GivenInputs wrong = {{"gpus", "8"}, {"w_each", "0.7 kg"}};
        QVERIFY(!m_registry.solve("gpu_power", wrong, NumberText::WithUnits));
    }
    void unknownWordsNameTheNearest() {
        const auto unknown = m_registry.solve("airflow_m3", {}, NumberText::Plain);
        QCOMPARE(unknown.error().kind, ErrorKind::Usage);
        const auto& nearest = std::get<WordList>(unknown.error().message.arguments.at(1).value).words;
        QCOMPARE(nearest.front(), std::string("airflow_m3s"));
        const auto key = m_registry.solve("gpu_hours", {{"gpu", "1"}, {"dayz", "1"}}, NumberText::Plain);
        const auto& keys = std::get<WordList>(key.error().message.arguments.at(2).value).words;
        QCOMPARE(keys.front(), std::string("days"));
    }
    void everyYearOfTheWeatherIsWhole() {
        std::map<std::string, int> hours;
        for (const WeatherBin& bin : builtInWeatherBins())
            hours[bin.city] += bin.hours;
        QCOMPARE(hours.size(), std::size_t(7));
        for (const auto& [city, sum] : hours)
            QVERIFY2(sum == 8760, city.c_str());
    }
    void brokenWeatherIsRefused() {
        QVERIFY(!readWeatherBins(""));
        QVERIFY(!readWeatherBins("city,hours\nx,1\n"));
        const std::string header = "city,source,drybulb_bin_c(floor),hours,mean_wetbulb_c\n";
        QVERIFY(readWeatherBins(header + "x,y,1,10,0.5\n"));
        for (const char* line :
             {"x,y,1.5,10,0\n", "x,y,1,-1,0\n", "x,y,1,9999,0\n", ",y,1,1,0\n", "x,y,1,1\n", "x,y,z,1,0\n"})
            QVERIFY2(!readWeatherBins(header + line), line);
    }

private:
    FormulaRegistry m_registry;
    std::vector<Case> m_cases;
};

RW_CORE_SUITE(TestFormulas)
#include "tst_formulas.moc"
