// SPDX-License-Identifier: GPL-3.0-or-later
// A derivation reads as a formula with numbers, each input below it with its source; like things are one line.
#include "solvers/cost/cost_kernels.h"
#include "tests/support/suite.h"
#include "ui/text/derivation_text.h"

#include <QTest>

using namespace rackwright;

namespace {

using Num = Numbers<Traced>;

const Reading kKilowatt{"DGX H200, power maximum", "kW", 1000};
const Source kDatasheet{"NVIDIA", "DGX H200 Datasheet", "2024-05", "p. 2"};

Traced rackPower(const std::string& rack, double nodes) {
    const Traced node = Num::given(Value(10200, Grade::Vendor), kKilowatt, kDatasheet);
    const Traced unit = Num::given(Value(500, Grade::Estimate), {"switch, power maximum", "kW", 1000}, {});
    return Num::named(Traced(nodes) * node + unit, {"rack.power.peak@rack:" + rack, "kW", 1000});
}

QStringList treeOf(const Traced& traced) {
    return QString::fromStdString(derivationTree(*traced.node(), Texts::of("en"))).split(QLatin1Char('\n'));
}

} // namespace

class TestDerivationText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formulaSourcesAndGrades() {
        const QStringList expected = {
            QStringLiteral("rack.power.peak@rack:A07 = 41.3 kW  [estimate]"),
            QStringLiteral("  = 4 × 10.2 kW + 0.5 kW"),
            QStringLiteral("  DGX H200, power maximum = 10.2 kW  [NVIDIA: DGX H200 Datasheet, 2024-05, p. 2; vendor]"),
            QStringLiteral("  switch, power maximum = 0.5 kW  [estimate]"), QString()};
        QCOMPARE(treeOf(rackPower("A07", 4)), expected);
    }
    // Who reads heat in BTU/h reads it so where it is worked out; electric power stays.
    void heatIsReadInTheReadersUnit() {
        DisplayUnits units;
        units.heat = HeatUnit::BtuPerHour;
        const Traced rack = Num::named(Traced(2.0) * rackPower("A07", 4), {"rack.heat.air@rack:A07", "kW", 1000});
        const Traced heat = Num::named(rack + rack, {"heat.air", "kW", 1000});
        const std::vector<DerivationStep> steps =
            derivationSteps(*heat.node(), Texts::of("en", NumberFormat::plain(), units));
        for (const DerivationStep& step : steps) {
            const bool isHeat = step.node->label.find("heat") != std::string::npos;
            QVERIFY2(step.amount.ends_with(isHeat ? " BTU/h" : " kW"), step.amount.c_str());
        }
        QVERIFY2(steps.front().formula.find("BTU/h") != std::string::npos, steps.front().formula.c_str());
        QVERIFY(derivationSteps(*heat.node(), Texts::of("en")).front().amount.ends_with(" kW"));
    }
    void aSettingIsCalledByWhatItMeans() {
        const Traced ratio = Num::given(Value(0.5), {"power.coincidence", {}, 1}, {});
        const QStringList lines = treeOf(Num::named(rackPower("A07", 4) * ratio, {"power.it.peak", "kW", 1000}));
        QVERIFY2(lines.contains(QStringLiteral("  Peak of all devices together as a share of the sum of their peaks = "
                                               "0.5  [measured]")),
                 qPrintable(lines.join(QLatin1Char('\n'))));
    }
    void aTypedPriceIsNoStatementOfTheCustomer() {
        const Value dollars(1200, Grade::CustomerStatement);
        const Traced typed = Num::given(dollars, {"price per each", "USD", 1}, {});
        const Traced other = Num::given(dollars, {"quantity", {}, 1}, {});
        const QStringList lines = treeOf(Num::named(typed + other, {"cost.price.total", "USD", 1}));
        QCOMPARE(lines.filter(QStringLiteral("price per each")).join(QString()),
                 QStringLiteral("  price per each = 1200 USD  [typed price]"));
        QCOMPARE(lines.filter(QStringLiteral("  quantity")).filter(QStringLiteral("[customer statement]")).size(), 1);
    }
    // A line of the bill is called as the bill calls it, and why it has no amount is said in words.
    void linesOfTheBillAreCalledAsInTheBill() {
        Bill bill;
        bill.currency = Currency::usd();
        BillLine copper;
        copper.number = 4;
        copper.key = "allowance:copper";
        copper.text = Message("bill.allowance.copper").with("length", UnitNumber{10, "m"});
        copper.quantityMilli = 3000;
        copper.gap = PriceGap::NoExchangeRate;
        const Traced node = tracedLine(bill, copper, QuoteHeader{});
        const QString tree = treeOf(Num::named(node + Traced(1.0), {"cost.price.total", "USD", 1})).join(u'\n');
        QVERIFY2(tree.contains(QStringLiteral("line 4, Copper patch cable Cat6A, RJ45, about 10 m")), qPrintable(tree));
        QVERIFY2(tree.contains(QStringLiteral("no dated exchange rate")), qPrintable(tree));
        QCOMPARE(tree.count(QStringLiteral("Copper patch cable")), 1);
        for (const char* key : {"allowance:", "no-exchange-rate"})
            QVERIFY2(!tree.contains(QLatin1String(key)), qPrintable(tree));
    }
    void likeThingsAreOneLine() {
        const Traced total =
            Num::named(rackPower("A01", 4) + rackPower("A02", 4) + rackPower("A03", 4) + rackPower("A04", 2),
                       {"power.it.peak", "kW", 1000});
        const QStringList lines = treeOf(total);
        QCOMPARE(lines[1], QStringLiteral("  = 3 × 41.3 kW + 20.9 kW"));
        QCOMPARE(lines[2], QStringLiteral("  rack.power.peak@rack:A01 ... rack.power.peak@rack:A03 (3 alike, each) = "
                                          "41.3 kW  [estimate]"));
        QCOMPARE(lines.filter(QStringLiteral("rack.power.peak")).size(), 2);
    }
    void bracketsStandWhereTheyMust() {
        const auto leaf = [](double v) { return Num::given(Value(v), {"x", {}, 1}, {}); };
        const auto text = [](const Traced& t) { return formulaInNumbers(*t.node(), Texts::of("en")); };
        QCOMPARE(text((leaf(1) + leaf(2)) * leaf(3)), std::string("(1 + 2) × 3"));
        QCOMPARE(text(leaf(1) - (leaf(2) - leaf(3))), std::string("1 − (2 − 3)"));
        QCOMPARE(text(leaf(6) / (leaf(2) * leaf(3))), std::string("6 / (2 × 3)"));
        QCOMPARE(text(leaf(6) * leaf(2) / leaf(3)), std::string("6 × 2 / 3"));
        QCOMPARE(text(maximum(leaf(1) + leaf(2), leaf(3))), std::string("max(1 + 2, 3)"));
        QCOMPARE(text(power(leaf(2) + leaf(1), leaf(3))), std::string("(2 + 1) ^ 3"));
        QCOMPARE(text(exponentialLessOne(leaf(2)) * leaf(3)), std::string("(exp(2) − 1) × 3"));
        QCOMPARE(text(logOfOnePlus(leaf(2))), std::string("ln(1 + 2)"));
    }
    void aLongSumIsShortened() {
        Traced sum = Num::given(Value(1), {"t", {}, 1}, {});
        for (int i = 2; i <= 100; ++i)
            sum = sum + Num::given(Value(i), {"t", {}, 1}, {});
        QCOMPARE(formulaInNumbers(*sum.node(), Texts::of("en")), std::string("1 + 2 + 3 + 4 + 5 + 6 + … + 100"));
    }
    void aDocumentSpellsAStepOutOnce() {
        const Texts& texts = Texts::of("en");
        const Traced rack = rackPower("A07", 4);
        const Traced hottest = Num::named(rack, {"rack.power.hottest", "kW", 1000});
        const Traced total = Num::named(rackPower("A07", 4) + rackPower("A01", 2), {"power.it.peak", "kW", 1000});
        StepsSpelledOut spelledOut;
        const auto first = derivationSteps(*hottest.node(), texts, 54, spelledOut);
        QCOMPARE(first.size(), std::size_t(4));
        QCOMPARE(first[1].spelledOutIn, 0);
        const auto second = derivationSteps(*total.node(), texts, 60, spelledOut);
        QCOMPARE(second.size(), std::size_t(5)); // total, A07 in one line, A01 with its two inputs
        QCOMPARE(second[1].label, std::string("Expected peak · A07"));
        QCOMPARE(second[1].spelledOutIn, 54);
        QCOMPARE(second[1].formula, std::string("4 × 10.2 kW + 0.5 kW"));
        QCOMPARE(second[2].spelledOutIn, 0);
    }
    // All inputs are known and there is no number: the tree says why, at the step that loses it.
    void whatLosesItsNumberSaysWhy_data() {
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("reason");
        QTest::newRow("product") << 1e200 << 1e200 << "*"
                                 << "leaves the finite range";
        QTest::newRow("sum") << 1e308 << 1e308 << "+"
                             << "leaves the finite range";
        QTest::newRow("zero") << 1.0 << 0.0 << "/"
                              << "divided by what may be 0";
        QTest::newRow("known") << 1.0 << 2.0 << "*"
                               << "";
    }
    void whatLosesItsNumberSaysWhy() {
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(QString, operation);
        QFETCH(QString, reason);
        const Traced x = Num::given(Value(a), {"x", "kg", 1}, {}), y = Num::given(Value(b), {"y", "kg", 1}, {});
        const Traced made = operation == QLatin1String("*") ? x * y : operation == QLatin1String("+") ? x + y : x / y;
        const QStringList lines =
            treeOf(Num::named(made, {"load", "kg", 1}) + Num::given(Value(1), {"z", "kg", 1}, {}));
        const QStringList named = lines.filter(QStringLiteral("load = "));
        QCOMPARE(named.size(), 1);
        QCOMPARE(named[0].contains(QStringLiteral("no number")), !reason.isEmpty());
        QVERIFY2(named[0].contains(reason), qPrintable(named[0]));
    }
    void unknownAndAssumedAreSaid() {
        const Traced sum = Num::given(Value::unknown(), {"weight", "kg", 1}, {}) +
                           Num::assumed(Value(20), {"cable weight", "kg", 1}, "cable.weight");
        const QStringList lines = treeOf(Num::named(sum, {"rack.weight", "kg", 1}));
        QCOMPARE(lines[0], QStringLiteral("rack.weight = >= 20 kg, 1 of 2 unknown  [assumption]"));
        QCOMPARE(lines[2], QStringLiteral("  weight = unknown"));
        QCOMPARE(lines[3], QStringLiteral("  cable weight = 20 kg  [assumption cable.weight]"));
    }
};

RW_CORE_SUITE(TestDerivationText)
#include "tst_derivation_text.moc"
