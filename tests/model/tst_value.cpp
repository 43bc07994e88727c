// SPDX-License-Identifier: GPL-3.0-or-later
// Value and Traced: unknown is never 0, ranges stay ordered, and both number types give equal bits.
#include "model/figures/traced.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

// Heat of a rack: two like nodes, a switch of unknown power and a share, as a solver kernel would be written.
template <class N>
N heat(const Value& node, const Value& networkSwitch) {
    using Num = Numbers<N>;
    const Reading watt{"power maximum", "W", 1};
    const N nodes = N(Value(2).typical()) * Num::given(node, watt, {});
    return Num::named(nodes + Num::given(networkSwitch, watt, {}), {"heat", "kW", 1000});
}

} // namespace

class TestValue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sumWithUnknownIsLowerBound() {
        const Value sum = Value(10.2, Grade::Vendor).withTerms(4) + Value::unknown().withTerms(3);
        QVERIFY(sum.isLowerBound());
        QCOMPARE(sum.unknownTerms(), 3);
        QCOMPARE(sum.terms(), 7);
        QCOMPARE(sum.typical(), 10.2);
        QCOMPARE(sum.grade(), Grade::Vendor);
    }
    void productWithUnknownIsUnknown() {
        QVERIFY((Value(3) * Value::unknown()).isUnknown());
        QVERIFY((Value(3) / Value::unknown()).isUnknown());
        QVERIFY((Value(3) - Value::unknown()).isUnknown());
    }
    void lowerBoundTimesNegativeIsUnknown() {
        const Value bound = Value(3) + Value::unknown();
        QVERIFY((bound * Value(2)).isLowerBound());
        QVERIFY((bound * Value(-2)).isUnknown());
        QVERIFY((bound / Value(2)).isLowerBound());
    }
    void rangesStayOrdered() {
        const Value a = Value::range(1, 2, 4, Grade::Estimate);
        const Value b = Value::range(-1, 1, 2, Grade::Vendor);
        for (const Value& v : {a + b, a - b, a * b, b / a, maximum(a, b), minimum(a, b)}) {
            QVERIFY(v.low() <= v.typical());
            QVERIFY(v.typical() <= v.high());
            QCOMPARE(v.grade(), Grade::Estimate);
        }
        QVERIFY((a / b).isUnknown()); // the divisor's range holds 0
    }
    void whatLeavesTheRangeOfNumbersIsUnknown() {
        const Value most(1e308, Grade::Vendor);
        for (const Value& v : {most + most, most * Value(10), most / Value(1e-10), Value(-1e308) - most,
                               Value(INFINITY), Value(std::nan("")), Value::range(0, 1, INFINITY, Grade::Vendor)}) {
            QVERIFY(v.isUnknown());
            QVERIFY(std::isfinite(v.low()) && std::isfinite(v.typical()) && std::isfinite(v.high()));
        }
        QCOMPARE((most.withTerms(3) + most.withTerms(4)).terms(), 7);
        QCOMPARE((most.withTerms(3) + most.withTerms(4)).unknownTerms(), 7);
        QVERIFY((most + Value::unknown()).isLowerBound());
    }
    void maximumWithUnknownIsLowerBound() {
        QVERIFY(maximum(Value(5), Value::unknown()).isLowerBound());
        QVERIFY(minimum(Value(5), Value::unknown()).isUnknown());
    }
    void tracedEqualsPlain() {
        const Value node = Value::range(9000, 10200, 10200, Grade::Vendor);
        const Traced traced = heat<Traced>(node, Value::unknown());
        QVERIFY(traced.value() == heat<Value>(node, Value::unknown()));
        QVERIFY(traced.value().isLowerBound());
        QVERIFY(!firstUnreproducible(*traced.node()));
        QCOMPARE(traced.node()->label, std::string("heat"));
    }
    void sumOfTermsReadsAsOneList() {
        const Traced t = Traced(1.0) + Traced(2.0) + Traced(3.0);
        QCOMPARE(t.node()->inputs.size(), std::size_t(3));
        QVERIFY(!firstUnreproducible(*t.node()));
    }
    void countsForgiveRoundingNoise() {
        for (int units = 1; units <= 1000; ++units) {
            QCOMPARE(ceiling(units * 0.1 / 0.1), double(units));
            QCOMPARE(floorOf(units * 0.7 / 0.7), double(units));
        }
        QCOMPARE(floorOf(0.3 / 0.1), 3.0);
        QCOMPARE(ceiling(2.1 / 0.7), 3.0);
        QCOMPARE(ceiling(3.000001), 4.0);
        QCOMPARE(floorOf(2.999999), 2.0);
        QCOMPARE(ceiling(-2.5), -2.0);
        QCOMPARE(floorOf(-2.5), -3.0);
        QCOMPARE(ceiling(Value(2.1) / Value(0.7)).typical(), 3.0);
        const Traced units = ceiling(Traced(2.1) / Traced(0.7));
        QCOMPARE(units.value().typical(), 3.0);
        QVERIFY(!firstUnreproducible(*units.node()));
    }
    void tamperedNodeIsFound() {
        Derivation wrong = *(Traced(1.0) + Traced(2.0)).node();
        wrong.value = Value(4);
        QCOMPARE(firstUnreproducible(wrong), &wrong);
    }
};

RW_CORE_SUITE(TestValue)
#include "tst_value.moc"
