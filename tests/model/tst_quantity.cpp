// SPDX-License-Identifier: GPL-3.0-or-later
// Typed quantities, the unit table and the printing core. What must not compile is in tests/compile_fail.
#include "model/units/number_text.h" // first: moc stumbles over <concepts> as the first standard header

#include "model/units/length.h"
#include "model/units/print.h"
#include "model/units/units.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <random>

using namespace rackwright;
using namespace rackwright::unit;

static_assert(std::same_as<decltype(kilowatt * hour), Energy>);
static_assert(std::same_as<decltype(gigabyte / second), DataRate>);
static_assert(std::same_as<decltype(volt * ampere), Power>);
static_assert(std::same_as<decltype(Temperature::celsius(30) - Temperature::celsius(20)), TemperatureDifference>);
static_assert(kRackUnit.inMicrometres() == 44'450);
static_assert(Length::inches(2) - Length::millimetres(50) == Length::micrometres(800));

class TestQuantity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rackUnitsNeverDrift() {
        Length height;
        for (int u = 0; u < 42; ++u)
            height += kRackUnit;
        QCOMPARE(height, Length::micrometres(1'866'900));
    }
    void decimalAndBinaryBytesDiffer() {
        QCOMPARE((80.0 * gibibyte).in(gigabyte), 85.89934592);
        QVERIFY((1.0 * gigabyte) < (1.0 * gibibyte));
    }
    void everyUnitIsFoundByItsNamesAlone() {
        std::map<std::string, std::string> owner;
        for (const Unit& u : unitTable()) {
            if (u.symbol.empty())
                continue;
            std::string names = std::string(u.symbol) + " " + std::string(u.aliases);
            for (const QString& name : QString::fromStdString(names).split(QChar(u' '), Qt::SkipEmptyParts)) {
                const std::string word = name.toStdString();
                QVERIFY2(owner.emplace(word, u.symbol).second, ("twice: " + word).c_str());
                QVERIFY2(findUnit(word) == &u, word.c_str());
            }
            QVERIFY2(coherentUnit(u.dimension), names.c_str());
            QVERIFY2(u.factor() > 0 && std::isfinite(u.factor()), names.c_str());
        }
    }
    void tableAgreesWithTypedUnits() {
        QCOMPARE(findUnit("BTU/h")->toSi(1), btuPerHour.si());
        QCOMPARE(findUnit("CFM")->toSi(1), cubicFootPerMinute.si());
        QCOMPARE(findUnit("GiB")->toSi(1), gibibyte.si());
        QCOMPARE(findUnit("Gb/s")->toSi(1), gigabitPerSecond.si());
        QCOMPARE(findUnit("year")->toSi(1), year.si());
        QCOMPARE(findUnit("L/min")->toSi(60'000), 1.0);
        QVERIFY(std::abs(findUnit("F")->toSi(212) - 373.15) < 1e-9);
    }
    void unitEndsAtAWordBoundary() {
        QCOMPARE(unitAtStart("kW/2").length, std::size_t(2));
        QCOMPARE(unitAtStart("kg/m2").length, std::size_t(5));
        QVERIFY(!unitAtStart("mx").unit);
        QVERIFY(!unitAtStart("").unit);
        QVERIFY(findUnit("")->symbol.empty());
    }
    void printsAsTheTradeReads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const PrintedQuantity& p, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(joined(p)) << expected;
        };
        row("watts", printed(850.0 * watt), "850 W");
        row("kilowatts", printed(10'200.0 * watt), "10.2 kW");
        row("megawatts", printed(1.25 * megawatt), "1.25 MW");
        row("rounding climbs", printed(999.96 * kilowatt), "1 MW");
        row("below the climb", printed(999.4 * kilowatt), "999 kW");
        row("whole digits stay", printed(Mass(1361.4), 3), "1361 kg");
        row("tonnes", printed(Mass(48'230), 3), "48.2 t");
        row("rack width", printed(Length::millimetres(600).distance()), "600 mm");
        row("room", printed(Distance(24)), "24 m");
        row("cable run", printed(Distance(12'340)), "12.3 km");
        row("checkpoint", printed(980.0 * gigabyte), "980 GB");
        row("storage", printed(307.2 * terabyte, 4), "307.2 TB");
        row("binary", printedBinary(80.0 * gibibyte), "80 GiB");
        row("rate", printed(DataRate(1.6e12)), "1.6 TB/s");
        row("compute", printed(OperationRate(9.89e14)), "989 TFLOP/s");
        row("stall", printed(TimeSpan(1.53125)), "1.53 s");
        row("ride-through", printed(TimeSpan(150)), "2.5 min");
        row("floor load", printed(1220.0 * kilogramPerSquareMetre, 4), "1220 kg/m2");
        row("share", printed(Ratio<>(0.8239)), "0.824");
        row("zero", printed(Power(0)), "0 W");
        row("negative", printed(-3.25 * kilowatt), "-3.25 kW");
        row("temperature", printed(Temperature::celsius(27)), "27 C");
        row("tiny", printed(Power(0.00123)), "0.00123 W");
    }
    void printsAsTheTradeReads() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(text, expected);
    }
    void shortestDigitsReadBack() {
        QCOMPARE(shortestDigits(600'000), std::string("600000"));
        QCOMPARE(shortestDigits(0.1), std::string("0.1"));
        QCOMPARE(shortestDigits(8.50622082e-05), std::string("0.0000850622082"));
        QCOMPARE(shortestDigits(1e-9), std::string("1e-9"));
        QCOMPARE(shortestDigits(1e21), std::string("1e+21"));
        QCOMPARE(shortestDigits(-0.0), std::string("-0"));
        std::mt19937_64 random(3);
        for (int i = 0; i < 100'000; ++i) {
            const double value = std::bit_cast<double>(random());
            if (!std::isfinite(value) || std::fpclassify(value) == FP_SUBNORMAL)
                continue;
            QCOMPARE(*plainNumber(shortestDigits(value)), value);
        }
    }
    void plainNumbersAreWholeAndFinite() {
        QCOMPARE(*plainNumber("70000000000.0"), 7e10);
        QCOMPARE(*plainNumber("+1.5"), 1.5);
        for (const char* bad :
             {"", " 1", "1 ", "nan", "inf", "-inf", "0x10", "1e999", "1,5", "12 kW", "+-1", "--1", "."})
            QVERIFY2(!plainNumber(bad), bad);
    }
    void roundedDigitsKeepWholeDigits() {
        QCOMPARE(roundedDigits(123'456, 3), std::string("123456"));
        QCOMPARE(roundedDigits(0.0999996, 3), std::string("0.1"));
        QCOMPARE(roundedDigits(9.996, 3), std::string("10"));
        QCOMPARE(roundedDigits(-0.0, 3), std::string("0"));
        QCOMPARE(roundedDigits(1e-30, 3), std::string("0.000000000000000000000000000001"));
    }
};

RW_CORE_SUITE(TestQuantity)
#include "tst_quantity.moc"
