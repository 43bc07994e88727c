// SPDX-License-Identifier: GPL-3.0-or-later
// The reviewed tables: every collected row is accounted for exactly once, unverified figures are recalled, each check
// of the registry finds the smallest design fault that it is for, and what the checks find in the real tables is
// explained.

#include "catalog/load/checks.h"
#include "catalog/load/content_reader.h"
#include "model/text/csv.h"
#include "tests/support/suite.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

using namespace rackwright;

namespace {

std::string tables() { return std::string(RW_SOURCE_DIR) + "/resources/catalog"; }

const ContentReading& reading() {
    static const ContentReading all = readContent(tables());
    return all;
}

CatalogPart entryOf(const char* id) {
    const CatalogPart* found = reading().content.find(id);
    if (!found)
        qFatal("no part %s", id);
    return *found;
}

Attribute& attributeOf(Part& part, std::string_view key) {
    const auto it = std::ranges::find(part.attributes, key, &Attribute::key);
    if (it == part.attributes.end())
        qFatal("no attribute");
    return *it;
}

void setNumber(Part& part, std::string_view key, double si) { attributeOf(part, key).number.state = Known<double>{si}; }

void setPower(Part& part, PowerModeKind kind, double watt) {
    const auto it = std::ranges::find(part.powerModes, kind, &PowerMode::kind);
    if (it == part.powerModes.end())
        part.powerModes.push_back({kind, Fact<Power>::known(Power(watt), Grade::Vendor, part.sources.front()), {}});
    else
        it->power.state = Known<Power>{Power(watt)};
}

ComputeRate& rateOf(Part& part, Precision precision, Sparsity sparsity) {
    for (ComputeRate& rate : part.rates)
        if (rate.precision == precision && rate.unitClass == UnitClass::Matrix && rate.sparsity == sparsity)
            return rate;
    qFatal("no rate");
}

/// A check, a part that passes it, and the smallest change that breaks it.
struct Break {
    const char* check;
    const char* part;
    std::function<void(CatalogPart&)> change;
};

std::vector<Break> breaks() {
    return {
        {"dense-above-structured", "nv-h200-sxm-141",
         [](CatalogPart& e) {
             rateOf(e.part, Precision::Bf16, Sparsity::Dense).rate.state = Known<OperationRate>{OperationRate(1980e12)};
         }},
        {"structured-not-twice-dense", "nv-h200-sxm-141",
         [](CatalogPart& e) {
             rateOf(e.part, Precision::Fp8, Sparsity::Structured).rate.state =
                 Known<OperationRate>{OperationRate(3750e12)};
         }},
        {"system-below-its-accelerators", "nv-dgx-h200",
         [](CatalogPart& e) { setPower(e.part, PowerModeKind::Maximum, 8 * 700 - 1); }},
        {"accelerator-unknown", "nv-dgx-h200",
         [](CatalogPart& e) { attributeOf(e.part, "accelerator-model").text.state = Known<std::string>{"nv-h2000"}; }},
        {"supply-sum-as-power", "nv-dgx-b200",
         [](CatalogPart& e) {
             e.part.powerInputs[0].required = 6;
             setPower(e.part, PowerModeKind::Maximum, 6 * 3300);
         }},
        {"maximum-above-supplies", "nv-dgx-b200",
         [](CatalogPart& e) { setPower(e.part, PowerModeKind::Maximum, 5 * 3300 + 1); }},
        {"power-modes-out-of-order", "nv-dgx-b200",
         [](CatalogPart& e) { setPower(e.part, PowerModeKind::Typical, 14301); }},
        {"draw-above-inlet", "nv-dgx-b200",
         [](CatalogPart& e) { e.part.powerInputs[0].rating.state = Known<Power>{Power(3841)}; }},
        {"heat-shares-not-whole", "nv-dgx-gb200-nvl72", [](CatalogPart& e) { setNumber(e.part, "air-share", 0.16); }},
        {"heat-unlike-power", "nv-dgx-b200", [](CatalogPart& e) { setNumber(e.part, "heat-stated", 14300 * 1.021); }},
        {"airflow-unlike-heat", "nv-dgx-b200",
         [](CatalogPart& e) { setNumber(e.part, "airflow", 14300 / (1.2 * 1005 * 35.1)); }},
        {"cooler-airflow-unlike-capacity", "generic-crah-100",
         [](CatalogPart& e) { setNumber(e.part, "supplied-airflow", 100e3 / (1.2 * 1005 * 7.9)); }},
        {"cdu-flow-below-capacity", "vertiv-cdu-1350",
         [](CatalogPart& e) { setNumber(e.part, "secondary-flow", 1350 * 1.249 / 60'000); }},
        {"ports-unlike-cages", "nvidia-qm9700", [](CatalogPart& e) { e.part.portGroups[0].count = 63; }},
        {"port-name-twice", "nv-dgx-h200",
         [](CatalogPart& e) { e.part.portGroups[1].namePattern = e.part.portGroups[0].namePattern; }},
        {"throughput-unlike-ports", "nvidia-qm9700",
         [](CatalogPart& e) { setNumber(e.part, "throughput", 51.2 * 1.25e11); }},
        {"weight-implausible", "nv-dgx-h200", [](CatalogPart& e) { setNumber(e.part, "weight", 8 * 45.1); }},
        {"size-unlike-mounting", "nv-dgx-h200", [](CatalogPart& e) { setNumber(e.part, "width", 0.4833); }},
        {"height-unlike-units", "nv-dgx-h200", [](CatalogPart& e) { setNumber(e.part, "height", 0.3567); }},
        {"usable-above-raw", "nv-b200-sxm-180", [](CatalogPart& e) { setNumber(e.part, "memory-usable", 193e9); }},
        {"peer-link-above-aggregate", "amd-mi300x",
         [](CatalogPart& e) { setNumber(e.part, "scale-up-peer-bandwidth", 897e9); }},
        {"apparent-power-wrong", "pdu-apc-ap8865",
         [](CatalogPart& e) { setNumber(e.part, "rated-apparent-power", 208.0 * 30); }},
        {"rack-loads-out-of-order", "plan-rack-48u-800",
         [](CatalogPart& e) { setNumber(e.part, "dynamic-load", 1501); }},
        {"share-out-of-range", "nv-dgx-gb200-nvl72",
         [](CatalogPart& e) {
             setNumber(e.part, "liquid-share", 1.01);
             setNumber(e.part, "air-share", -0.01);
         }},
        {"range-out-of-order", "plan-8gpu-8u-air-h200",
         [](CatalogPart& e) {
             e.part.prices[0].rate.state = Range<PriceRate>{
                 PriceRate(3, Currency::usd()), PriceRate(2, Currency::usd()), PriceRate(4, Currency::usd())};
         }},
        {"negative-figure", "nv-dgx-h200", [](CatalogPart& e) { setNumber(e.part, "depth", -0.001); }},
        {"assembly-price-outside-range", "nv-h200-sxm-141",
         [](CatalogPart& e) {
             e.assemblies[0].rate =
                 Fact<PriceRate>::known(*PriceRate::nearest(8 * 34'990, Currency::usd()), Grade::Vendor);
         }},
        {"cloud-only-with-price", "nv-h200-sxm-141",
         [](CatalogPart& e) { e.part.procurement = Procurement::CloudOnly; }},
        {"figure-without-source", "nv-dgx-h200",
         [](CatalogPart& e) { attributeOf(e.part, "depth").number.source.reset(); }},
        {"unverified-not-recalled", "nvidia-cx6-hdr",
         [](CatalogPart& e) { attributeOf(e.part, "host-interface").text.grade = Grade::Vendor; }},
        {"planning-class-incomplete", "plan-head-node",
         [](CatalogPart& e) {
             std::erase_if(e.part.powerModes, [](const PowerMode& m) { return m.kind == PowerModeKind::Idle; });
         }},
    };
}

bool hasViolation(const Violations& violations, const std::string& check) {
    return std::ranges::any_of(violations, [&](const Violation& v) { return v.check == check; });
}

} // namespace

class TestCatalogLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // A maker that sells slots leaves the cards to the buyer: the catalogue fits them and says so.
    void slotsAreFittedWithNetworkCards() {
        const auto groups = [](const char* id, PortRole role) {
            std::int64_t count = 0;
            double speed = 0;
            for (const PortGroup& group : entryOf(id).part.portGroups)
                if (group.role == role) {
                    count += group.count;
                    speed = std::max(speed, group.speed.typical()->in(unit::gigabitPerSecond));
                    if (group.speed.grade != Grade::Estimate)
                        count = -1; // quoted by somebody
                }
            return std::pair(count, speed);
        };
        // One port an accelerator on a board, of the fastest card for slots of PCIe 5; one for two in PCIe servers.
        QCOMPARE(groups("hpe-xd685", PortRole::Compute), std::pair(std::int64_t(8), 400.0));
        QCOMPARE(groups("dell-xe7745", PortRole::Compute), std::pair(std::int64_t(4), 400.0));
        QCOMPARE(groups("hpe-xd685", PortRole::Storage), std::pair(std::int64_t(2), 200.0));
        QCOMPARE(groups("hpe-xd685", PortRole::InBand), std::pair(std::int64_t(2), 100.0));
        // Three slots beside the accelerators: storage and in-band management share a card.
        QCOMPARE(groups("asus-esc8000a-e13", PortRole::Compute).first, std::int64_t(2));
        QCOMPARE(groups("asus-esc8000a-e13", PortRole::Storage).first, std::int64_t(1));
        QCOMPARE(groups("asus-esc8000a-e13", PortRole::InBand).first, std::int64_t(1));
        // The card of the accelerators' maker, where it has one.
        const auto cards = textFact(entryOf("smc-as-8126gs-tnmr-mi350x").part, "network-cards").typical();
        QVERIFY(cards && cards->find("Pollara") != std::string::npos);
        // What the maker says stays: eight of the ten adapters carry the accelerators. It names no in-band ports.
        QCOMPARE(groups("dell-xe9680-h100", PortRole::Compute).first, std::int64_t(-1));
        const auto added = textFact(entryOf("dell-xe9680-h100").part, "network-cards").typical();
        QVERIFY(added && added->find("(in-band)") != std::string::npos && added->find("compute") == std::string::npos);
        QCOMPARE(groups("dell-xe9680-h100", PortRole::InBand), std::pair(std::int64_t(2), 100.0));
        QVERIFY(!findAttribute(entryOf("nv-dgx-b300-psu").part, "network-cards"));
        // The price follows.
        const auto price = entryOf("hpe-xd685-mi355x").part.prices.front().rate;
        QVERIFY(price.low()->inUnits() > 380'000 && price.typical()->inUnits() > 550'000);
        QCOMPARE(price.grade, Grade::Estimate);
    }

    void theTablesAreInForm() {
        for (const LoadProblem& problem : reading().problems)
            qWarning("%s:%zu:%s %s", problem.place.file.c_str(), problem.place.line, problem.place.column.c_str(),
                     problem.reason.id.c_str());
        QVERIFY(reading().problems.empty());
    }

    void everyViolationIsExplained() {
        const Violations violations = judge(reading().content);
        QVERIFY(!violations.empty());
        for (const Violation& violation : violations)
            QVERIFY2(violation.isExplained && violation.explanation.size() > 40,
                     (violation.check + " " + violation.subject).c_str());
        QVERIFY(idleExplanations(reading().content, violations).empty());
    }

    void eachCheckFindsItsFault_data() {
        QTest::addColumn<int>("index");
        const auto all = breaks();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].check) << static_cast<int>(i);
    }
    void eachCheckFindsItsFault() {
        QFETCH(int, index);
        const Break fault = breaks()[static_cast<std::size_t>(index)];
        CatalogPart entry = entryOf(fault.part);
        QVERIFY(!hasViolation(judgePart(entry, reading().content), fault.check));
        fault.change(entry);
        QVERIFY(hasViolation(judgePart(entry, reading().content), fault.check));
    }

    void eachCheckOfTheRegistryIsTested() {
        std::set<std::string_view> tested;
        for (const Break& fault : breaks())
            tested.insert(fault.check);
        for (const PlausibilityCheck& check : plausibilityChecks())
            QVERIFY2(tested.contains(check.id), std::string(check.id).c_str());
    }

    void aViolationNamesItsPlace() {
        CatalogPart entry = entryOf("nv-dgx-b200");
        setPower(entry.part, PowerModeKind::Maximum, 8 * 1000 - 1);
        const Violations violations = judgePart(entry, reading().content);
        const auto it = std::ranges::find(violations, "system-below-its-accelerators", &Violation::check);
        QVERIFY(it != violations.end());
        QCOMPARE(it->place.file, std::string("power_modes.csv"));
        QVERIFY(it->place.line > 1);
        QCOMPARE(it->place.column, std::string("value"));
        QCOMPARE(it->reason.id, std::string("catalog.check.system-below-its-accelerators"));
    }

    void eachCollectedRowIsAccountedForOnce() {
        std::map<std::string, std::multiset<std::string>> loaded;
        for (const LoadRow& row : reading().content.loadRows) {
            loaded[row.file].insert(row.row);
            QVERIFY2(!row.target.empty() && !row.kind.empty(), row.row.c_str());
        }
        const QDir folder(QStringLiteral(RW_TEST_DATA) + QStringLiteral("/catalog/source_rows"));
        std::size_t files = 0, rows = 0;
        for (const QString& name : folder.entryList({QStringLiteral("*.csv")})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const auto table = CsvTable::read(file.readAll().toStdString());
            QVERIFY(table.has_value());
            std::multiset<std::string> expected;
            for (std::size_t i = 0; i < table->size(); ++i)
                expected.insert(table->cell(i, "row"));
            const std::string stem = name.chopped(4).toStdString();
            QVERIFY2(loaded[stem] == expected, stem.c_str());
            ++files;
            rows += expected.size();
        }
        QCOMPARE(files, std::size_t{10});
        QCOMPARE(rows, std::size_t{517});
        QCOMPARE(reading().content.loadRows.size(), rows);
    }

    // Cells that the collected tables call recalled or name in a list of estimates, whatever else is claimed of the
    // row.
    void unverifiedFiguresAreRecalled() {
        const auto gradeOf = [](const char* id, std::string_view key) {
            return numberFact(entryOf(id).part, key).isUnknown() ? textFact(entryOf(id).part, key).grade
                                                                 : numberFact(entryOf(id).part, key).grade;
        };
        QCOMPARE(gradeOf("nv-a100-sxm4-40", "memory-bandwidth"), Grade::Recalled);
        QCOMPARE(gradeOf("nv-a100-sxm4-40", "memory"), Grade::Vendor);
        QCOMPARE(gradeOf("nv-dgx-a100-640", "weight"), Grade::Vendor);
        QCOMPARE(gradeOf("smc-sys-822gs-nb3rt", "rack-units"), Grade::Recalled);
        QCOMPARE(gradeOf("dell-z9664f-on", "rack-units"), Grade::Recalled);
        QCOMPARE(gradeOf("coolit-chx80", "cooling-capacity"), Grade::Recalled);
        QCOMPARE(gradeOf("nvidia-q3200-ra", "throughput"), Grade::Recalled);
        QCOMPARE(gradeOf("nvidia-qm9700", "lead-time"), Grade::Estimate);
        QCOMPARE(gradeOf("nvidia-qm9700", "weight"), Grade::ThirdParty);
        for (const ComputeRate& rate : entryOf("nv-h100-nvl-94").part.rates)
            QCOMPARE(rate.rate.grade, Grade::Recalled);
        for (const ComputeRate& rate : entryOf("amd-mi300x").part.rates)
            QCOMPARE(rate.rate.grade == Grade::Recalled, rate.sparsity == Sparsity::Structured);
        for (const char* id :
             {"nv-b100-sxm-192", "weka-wekapod-nitro", "ibm-scale-6000", "nvidia-cx6-hdr", "class-sfp28-sr"}) {
            const Part part = entryOf(id).part;
            for (const Attribute& attribute : part.attributes) {
                // Planning ranges of our own stand beside what is recalled.
                const Grade grade = attribute.text.isUnknown() ? attribute.number.grade : attribute.text.grade;
                QVERIFY2(attribute.key == "export-control" || grade == Grade::Recalled || grade == Grade::Estimate,
                         (part.id + " " + attribute.key).c_str());
            }
        }
    }

    void everyPartHasItsGradesAndSources() {
        for (const CatalogPart& entry : reading().content.parts) {
            QVERIFY2(!entry.part.sources.empty(), entry.part.id.c_str());
            for (const Assertion& assertion : entry.part.assertions)
                QVERIFY2(!assertion.source.title.empty() && !assertion.value.empty(), entry.part.id.c_str());
        }
    }

    // The systems, switches, storage, cooling and power gear that resellers quote: what a quote and a rack need of each
    // is known or has a range.
    void whatResellersQuoteCanBeQuoted() {
        const std::array quoted{"dell-xe9780-b300",
                                "dell-xe9780-b200",
                                "dell-xe9780l-b300",
                                "dell-xe9785l-mi355x",
                                "dell-xe9785l-b300",
                                "hpe-xd685",
                                "hpe-xd685-b300",
                                "hpe-xd685-mi355x",
                                "hpe-xd685-h200-air",
                                "smc-as-4126gs-nbr-lcc",
                                "smc-as-4126gs-nb3rt-lcc",
                                "smc-as-4126gs-nmr-lcc",
                                "smc-sys-822gs-nb3rt",
                                "smc-sys-822gs-nbrt",
                                "len-sr680a-v4",
                                "dell-xe9712-gb300",
                                "hpe-gb300-nvl72",
                                "len-gb300-nvl72",
                                "smc-srs-gb300-nvl72",
                                "nv-vr-nvl72",
                                "giga-g893-zx1-mi355x",
                                "nvidia-q3400-ra",
                                "nvidia-sn5600",
                                "nvidia-sn6800-ld",
                                "arista-7060x6-64pe",
                                "cisco-n9364e-sg2",
                                "weka-wekapod",
                                "weka-wekapod-nitro",
                                "vast-ebox",
                                "ddn-ai400x3",
                                "pure-flashblade-exa",
                                "netapp-aff-a1k",
                                "coolit-chx2000",
                                "vertiv-coolchip-121",
                                "vertiv-coolchip-600",
                                "vertiv-xdu070",
                                "vertiv-xdu1350-3pump",
                                "motivair-mcdu-50",
                                "motivair-mcdu-60",
                                "nvent-cdu800",
                                "vertiv-impb-400",
                                "vertiv-impb-800",
                                "schneider-ibusway-225",
                                "schneider-ibusway-400",
                                "pdu-vertiv-vp7n32a0",
                                "pdu-apc-ap8888",
                                "pdu-apc-apdu10350sw"};
        for (const char* id : quoted) {
            const Part part = entryOf(id).part;
            const auto has = [&](std::string_view key) { return !numberFact(part, key).isUnknown(); };
            const auto isMaximum = [](const PowerMode& mode) { return mode.kind == PowerModeKind::Maximum; };
            QVERIFY2(!part.prices.empty(), id);
            QVERIFY2(has("weight"), id);
            QVERIFY2(std::ranges::any_of(part.powerModes, isMaximum) || has("rated-apparent-power"), id);
            QVERIFY2(has("rack-units") || has("height"), id);
        }
    }

    void aFaultyTableIsToldByPlace() {
        QTemporaryDir folder;
        const auto copy = [&](const QString& from, const QString& to) {
            QDir().mkpath(to);
            for (const QString& name : QDir(from).entryList({QStringLiteral("*.csv")}))
                QVERIFY(QFile::copy(from + u'/' + name, to + u'/' + name));
        };
        const QString source = QString::fromStdString(tables());
        copy(source, folder.path());
        for (const char* sub : {"/parts", "/facts", "/ports"})
            copy(source + QLatin1String(sub), folder.path() + QLatin1String(sub));
        QFile file(folder.filePath(QStringLiteral("facts/racks.csv")));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        text.replace("apc-ar3300,width,600,,,,mm", "apc-ar3300,width,six,,,,kg");
        file.resize(0);
        file.write(text);
        file.close();
        const ContentReading faulty = readContent(folder.path().toStdString());
        QCOMPARE(faulty.problems.size(), std::size_t{2});
        QCOMPARE(faulty.problems[0].place.file, std::string("facts/racks.csv"));
        QCOMPARE(faulty.problems[0].place.column, std::string("unit"));
        QCOMPARE(faulty.problems[0].reason.id, std::string("catalog.cell.wrong-unit"));
        QCOMPARE(faulty.problems[1].reason.id, std::string("catalog.cell.no-number"));
        QVERIFY(faulty.problems[1].place.line > 1);
    }
};

RW_CORE_SUITE(TestCatalogLoad)
#include "tst_catalog_load.moc"
