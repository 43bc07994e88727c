// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue against the tables of the source documents, cell by cell. A cell may differ only where a known error of
// the documents (an E- number) says so, and a deviation that no longer deviates must go.

#include "catalog/catalog.h"
#include "catalog/load/table_unit.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace rackwright;

namespace {

CsvTable table(const std::string& name) {
    QFile file(QStringLiteral(RW_TEST_DATA) + u'/' + QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no table %s", name.c_str());
    return *CsvTable::read(file.readAll().toStdString());
}

std::string numberText(std::optional<double> si, const std::string& unit) {
    const Unit* known = tableUnit(unit);
    return si ? shortestDigits(known ? known->fromSi(*si) : *si) : std::string();
}

template <class Q>
std::optional<double> si(const std::optional<Q>& quantity) {
    return quantity ? std::optional(quantity->si()) : std::nullopt;
}

/// Low and high of a quantity as plain numbers.
struct SiRange {
    std::optional<double> least, greatest;
    std::optional<double> low() const { return least; }
    std::optional<double> high() const { return greatest; }
};
SiRange ofSi(const Fact<Power>& fact) { return {si(fact.low()), si(fact.high())}; }

std::string moneyText(const std::optional<PriceRate>& rate) {
    return rate ? shortestDigits(rate->inUnits()) : std::string();
}

} // namespace

class TestCatalogTables : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;

    std::string rateText(const Part& part, const std::string& key, const std::string& unit) {
        for (const ComputeRate& rate : part.rates)
            if (key == "rate." + std::string(enumName(rate.precision)) + "." + std::string(enumName(rate.unitClass)) +
                           "." + std::string(enumName(rate.sparsity)))
                return numberText(rate.rate.typical()->si(), unit);
        return {};
    }

    std::string cloudText(const std::string& part, const std::string& key) {
        for (const CloudPrice& price : m_catalog->cloudPrices()) {
            if (price.partId != part || !key.starts_with("cloud." + price.tier + "."))
                continue;
            if (key.ends_with(".provider"))
                return price.provider;
            return moneyText(key.ends_with(".low") ? price.rate.low() : price.rate.high());
        }
        return {};
    }

    std::string methodText(const std::string& id, const std::string& key) {
        const auto it = std::ranges::find(m_catalog->coolingMethods(), id, &CatalogCoolingMethod::id);
        if (it == m_catalog->coolingMethods().end())
            return {};
        if (key == "method.low")
            return it->low && it->low->si() > 0 ? numberText(si(it->low), "kW") : std::string();
        if (key == "method.high")
            return numberText(si(it->high), "kW");
        if (key == "method.qualifier")
            return it->qualifier;
        if (key == "method.exists")
            return "yes";
        return key == "method.capex" ? it->capex : key == "method.opex" ? it->opex : it->complexity;
    }

    std::string linkText(const std::string& id, const std::string& key) {
        const auto it = std::ranges::find(m_catalog->linkTechnologies(), id, &LinkTechnology::id);
        if (it == m_catalog->linkTechnologies().end())
            return {};
        if (key == "link.low" || key == "link.high")
            return numberText(si(key == "link.low" ? it->speed.low() : it->speed.high()), "GB/s");
        if (key.starts_with("link.latency"))
            return numberText(si(key == "link.latency-low" ? it->latencyLow : it->latencyHigh), "us");
        if (key == "link.qualifier")
            return it->qualifier;
        return key == "link.basis" ? it->basis : key == "link.topology" ? it->topology : it->useCase;
    }

    std::string partText(const Part& part, const std::string& key, const std::string& unit) {
        if (key.starts_with("rate."))
            return rateText(part, key, unit);
        if (key == "price.low" || key == "price.high") {
            const Fact<PriceRate>& rate = part.prices.front().rate;
            return moneyText(key == "price.low" ? rate.low() : rate.high());
        }
        if (key == "price.assembly") {
            for (const Price& price : part.prices)
                if (price.basis == "8-accelerator baseboard")
                    return moneyText(price.rate.typical());
            return {};
        }
        if (const auto words = textFact(part, key).typical())
            return *words;
        return numberText(numberFact(part, key).typical(), unit);
    }

    bool isFound(const std::string& words, const std::string& id) {
        const auto found = m_catalog->search(words);
        return found && std::ranges::find(*found, id, &PartSummary::id) != found->end();
    }

    static bool isEqual(const std::string& expected, const std::string& actual, double tolerancePercent) {
        const auto a = plainNumber(expected), b = plainNumber(actual);
        if (a && b)
            return std::abs(*a - *b) <= std::abs(*a) * tolerancePercent / 100;
        const QString from = QString::fromStdString(expected), to = QString::fromStdString(actual);
        return from.compare(to, Qt::CaseInsensitive) == 0 ||
               (!from.isEmpty() && to.startsWith(from, Qt::CaseInsensitive));
    }

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
    }

    // A number in the description of a part is that of its own values: kilowatts that a unit cools, heights,
    // accelerators.
    void descriptionsAgreeWithTheirValues() {
        QStringList wrong;
        std::size_t checked = 0;
        for (const PartSummary& summary : m_catalog->parts()) {
            const PartPtr part = *m_catalog->part(summary.id);
            const QString text =
                QString::fromStdString(part->description)
                    .replace(QRegularExpression(QStringLiteral("([0-9]),([0-9])")), QStringLiteral("\\1\\2"));
            const auto judge = [&](const char* pattern, const auto& stated, double unit) {
                QRegularExpressionMatchIterator found =
                    QRegularExpression(QString::fromUtf8(pattern)).globalMatch(text);
                if (!stated.low() || !found.hasNext())
                    return;
                double said = 0;
                while (found.hasNext()) // the last of a range
                    said = found.next().captured(1).toDouble() * unit;
                ++checked;
                if (said < *stated.low() * 0.99 || said > *stated.high() * 1.01)
                    wrong << QString::fromStdString(part->id + ": " + part->description);
            };
            const Fact<Power> cooling = fact(*part, attribute::coolingCapacity);
            judge("([0-9.]+) kW\\b", ofSi(cooling), 1e3);
            judge("([0-9.]+) MW\\b", ofSi(cooling), 1e6);
            judge(", ([0-9.]+)U(?:,|$)", fact(*part, attribute::rackUnits), 1);
            judge(" ([0-9]+) x [^x]*GB\\b", fact(*part, attribute::acceleratorCount), 1);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(checked > 200);
    }

    void cellsAgree_data() {
        QTest::addColumn<int>("row");
        const CsvTable cells = table("catalog/table_cells.csv");
        for (std::size_t i = 0; i < cells.size(); ++i)
            QTest::newRow((cells.cell(i, "file") + ": " + cells.cell(i, "row") + ", " + cells.cell(i, "column") +
                           " -> " + cells.cell(i, "subject"))
                              .c_str())
                << static_cast<int>(i);
    }
    void cellsAgree() {
        QFETCH(int, row);
        static const CsvTable cells = table("catalog/table_cells.csv");
        static std::map<std::string, CsvTable> tables;
        const auto i = static_cast<std::size_t>(row);
        const std::string file = cells.cell(i, "file"), subject = cells.cell(i, "subject"), key = cells.cell(i, "key");
        if (!tables.contains(file))
            tables.emplace(file, table("seed_tables/" + file + ".csv"));
        const CsvTable& source = tables.at(file);
        const std::string keyColumn = file == "haink_supply_list"    ? "item"
                                      : file == "component_overview" ? "node"
                                                                     : source.header().front();
        std::string expected;
        bool isThere = false;
        for (std::size_t r = 0; r < source.size(); ++r)
            if (source.cell(r, keyColumn) == cells.cell(i, "row")) {
                expected = source.cell(r, cells.cell(i, "column"));
                isThere = true;
            }
        QVERIFY(isThere);

        if (key == "found") {
            QVERIFY(isFound(expected, subject));
            return;
        }
        if (key.starts_with("found:")) {
            QVERIFY(isFound(key.substr(6), subject));
            return;
        }
        std::string actual;
        if (key.starts_with("cloud."))
            actual = cloudText(subject, key);
        else if (key.starts_with("method."))
            actual = methodText(subject, key);
        else if (key.starts_with("link."))
            actual = linkText(subject, key);
        else
            actual = partText(**m_catalog->part(subject), key, cells.cell(i, "unit"));
        if (key == "method.exists") {
            QCOMPARE(actual, std::string("yes"));
            return;
        }
        const bool agrees = isEqual(expected, actual, *plainNumber(cells.cell(i, "tolerance_percent")));
        const bool mayDeviate = !cells.cell(i, "deviation").empty();
        QVERIFY2(agrees != mayDeviate, ("source '" + expected + "', catalogue '" + actual + "', deviation '" +
                                        cells.cell(i, "deviation") + "'")
                                           .c_str());
    }

    void eachRowOfEachTableIsCompared() {
        const CsvTable cells = table("catalog/table_cells.csv");
        std::map<std::string, std::set<std::string>> compared;
        for (std::size_t i = 0; i < cells.size(); ++i)
            compared[cells.cell(i, "file")].insert(cells.cell(i, "row"));
        for (const auto& [file, rows] : compared) {
            const CsvTable source = table("seed_tables/" + file + ".csv");
            for (std::size_t r = 0; r < source.size(); ++r) {
                const bool isSupply = file == "haink_supply_list";
                if (isSupply && source.cell(r, "kind").starts_with("place"))
                    continue; // where they deliver, no part
                const std::string& key = source.cell(r, isSupply                       ? "item"
                                                        : file == "component_overview" ? "node"
                                                                                       : source.header().front());
                QVERIFY2(rows.contains(key), (file + ": " + key).c_str());
            }
        }
        QCOMPARE(compared.size(), std::size_t{10});
    }

    // Further proofs of the requirements.
    void singleProofs() {
        const auto part = [&](const char* id) { return **m_catalog->part(id); };
        const auto memory = [&](const char* id) { return numberFact(part(id), "memory").typical().value_or(0); };
        QCOMPARE(memory("nv-h100-sxm5-80") * 8, 640e9);                             // S-016
        QCOMPARE(memory("google-tpu-v5p"), 95e9);                                   // GB, as the vendor prints it
        QVERIFY(computeRate(part("nv-a100-sxm4-80"), Precision::Fp8).isUnknown());  // E-13
        QVERIFY(computeRate(part("nv-v100-sxm2-32"), Precision::Bf16).isUnknown()); // S-051
        const double sparse =
            computeRate(part("nv-h100-sxm5-80"), Precision::Bf16, Sparsity::Structured).typical()->si();
        const double dense = computeRate(part("nv-h100-sxm5-80"), Precision::Bf16).typical()->si();
        QVERIFY(std::abs(sparse / dense - 2) < 0.002);                                     // E-01
        QVERIFY(computeRate(part("amd-mi300x"), Precision::Bf16).typical()->si() > dense); // E-02
        QVERIFY(std::abs(72 * numberFact(part("nv-gb200-gpu"), "memory-usable").typical().value_or(0) / 13.4e12 - 1) <
                0.01);
        QVERIFY(std::abs(computeRate(part("amd-mi250"), Precision::Bf16).typical()->si() / 362e12 - 1) < 0.005); // E-14
        QCOMPARE(memory("intel-gaudi3-oam"), 128e9);                                                             // E-15
        QCOMPARE(numberFact(part("intel-gaudi3-pcie"), "tdp").typical(), 600.0);
        QVERIFY(!textFact(part("intel-max1550"), "low-confidence").isUnknown()); // S-036
        QCOMPARE(computeRate(part("google-tpu-v5p"), Precision::Bf16).typical()->si() *
                     numberFact(part("google-tpu-v5p"), "scale-up-domain").typical().value_or(0),
                 4112640e12);                                                                  // E-16
        QCOMPARE(computeRate(part("aws-trn2"), Precision::Bf16).typical()->si(), 667e12);      // S-040
        QCOMPARE(part("aws-trn1").procurement, Procurement::CloudOnly);                        // S-039
        QCOMPARE(part("ms-maia100").procurement, Procurement::CloudOnly);                      // S-042
        QCOMPARE(*textFact(part("aws-inf2"), "use").typical(), std::string("inference only")); // S-041
        QCOMPARE(*textFact(part("google-tpu-v4"), "scale-up-topology").typical(), std::string("torus-3d"));
        QCOMPARE(part("graphcore-gc200").lifecycle, Lifecycle::Discontinued);                               // S-044
        QCOMPARE(numberFact(part("nv-gb200-superchip"), "cpu-memory").typical(), 480e9);                    // S-049
        QCOMPARE(part("nv-dgx-gb200-nvl72").mounting, Mounting::WholeRack);                                 // S-031
        QCOMPARE(powerIn(part("nv-dgx-gb200-nvl72"), PowerModeKind::Maximum).typical()->si(), 120e3);       // S-030
        QCOMPARE(numberFact(part("nv-dgx-h100"), "accelerator-count").typical(), 8.0);                      // E-37
        QVERIFY(numberFact(part("nv-l40s"), "scale-up-bandwidth").isUnknown());                             // S-032
        QCOMPARE(*textFact(part("pure-flasharray"), "storage-kind").typical(), std::string("block-array")); // E-41
        QVERIFY(!textFact(part("smc-ars-821gl"), "unverified").isUnknown());                                // E-40
        QCOMPARE(8 * numberFact(part("nv-b200-sxm-180"), "memory-usable").typical().value_or(0), 1440e9);   // E-38
        QVERIFY(!textFact(part("nv-dgx-h100"), "export-control").isUnknown());                              // E-45
    }
};

RW_CORE_SUITE(TestCatalogTables)
#include "tst_catalog_tables.moc"
