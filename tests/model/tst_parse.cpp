// SPDX-License-Identifier: GPL-3.0-or-later
// Reading values with units and arithmetic: what a person may type, what is refused and how, and that nothing crashes.
#include "model/parts/attribute_limits.h"
#include "model/units/limits.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "model/units/print.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace rackwright;

namespace {

const Unit& unitCalled(const char* symbol) { return *findUnit(symbol); }

std::string argument(const Error& error, const std::string& name) {
    for (const Argument& a : error.message.arguments)
        if (a.name == name) {
            if (const auto* words = std::get_if<WordList>(&a.value))
                return words->words.empty() ? "" : words->words.front();
            return std::get<std::string>(a.value);
        }
    return "";
}

std::string randomText(std::mt19937& random, std::size_t length) {
    static constexpr std::string_view pieces[] = {
        "1",    "9",    "0.5", ",",   ".",    "e", "E-3", "(",        ")",
        "+",    "-",    "*",   "/",   "kW",   "W", "C",   "K",        "m",
        "m2",   " ",    "x",   "GB",  "in",   "%", "'",   "\xc2\xa0", "\xe2\x88\x92",
        "\xff", "\x80", "nan", "inf", "1e308"};
    std::string text;
    while (text.size() < length) {
        if (random() % 8 == 0)
            text += static_cast<char>(random() % 256);
        else
            text += pieces[random() % std::size(pieces)];
    }
    return text;
}

} // namespace

class TestParse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reads_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("field");
        QTest::addColumn<double>("si");
        QTest::newRow("unit") << "12 kW"
                              << "W" << 12'000.0;
        QTest::newRow("plain number takes the field's unit") << "12"
                                                             << "kW" << 12'000.0;
        QTest::newRow("product") << "3*4 kW"
                                 << "kW" << 12'000.0;
        QTest::newRow("product with x") << "3 x 4 kW"
                                        << "kW" << 12'000.0;
        QTest::newRow("product with times sign") << "3\xc3\x97"
                                                    "4 kW"
                                                 << "kW" << 12'000.0;
        QTest::newRow("unit after parenthesis") << "(2+3) kW"
                                                << "kW" << 5'000.0;
        QTest::newRow("unit before operator") << "12 kW/2"
                                              << "kW" << 6'000.0;
        QTest::newRow("sum of units") << "1.2 MW + 300 kW"
                                      << "kW" << 1'500'000.0;
        QTest::newRow("inch") << "2 in"
                              << "mm" << 0.0508;
        QTest::newRow("inch mark") << "19\""
                                   << "mm" << 0.4826;
        QTest::newRow("millimetres") << "600 mm"
                                     << "m" << 0.6;
        QTest::newRow("rack units") << "42 U"
                                    << "mm" << 1.8669;
        QTest::newRow("no blank") << "600mm"
                                  << "m" << 0.6;
        QTest::newRow("decimal bytes") << "1.5 GB"
                                       << "TB" << 1.5e9;
        QTest::newRow("binary bytes") << "1.5 GiB"
                                      << "TB" << 1.5 * 1073741824;
        QTest::newRow("bits are not bytes") << "400 Gb/s"
                                            << "GB/s" << 50e9;
        QTest::newRow("bytes are not bits") << "400 GB/s"
                                            << "Gb/s" << 400e9;
        QTest::newRow("rate from parts") << "48 TB / 2 h"
                                         << "GB/s" << 48e12 / 7200;
        QTest::newRow("unit alone as divisor") << "24 kWh/day"
                                               << "W" << 24 * 3.6e6 / 86400;
        QTest::newRow("composite unit wins") << "1220 kg/m2"
                                             << "kg/m2" << 1220.0;
        QTest::newRow("superscript") << "18 m\xc2\xb2"
                                     << "m2" << 18.0;
        QTest::newRow("area from lengths") << "24 m * 14 m"
                                           << "m2" << 336.0;
        QTest::newRow("percent") << "80 %"
                                 << "" << 0.8;
        QTest::newRow("percent field") << "80"
                                       << "%" << 0.8;
        QTest::newRow("sign") << "-3 K"
                              << "K" << -3.0;
        QTest::newRow("minus sign") << "\xe2\x88\x92"
                                       "3 K"
                                    << "K" << -3.0;
        QTest::newRow("exponent") << "1e3 W"
                                  << "kW" << 1000.0;
        QTest::newRow("small exponent") << "2.5E-3 kW"
                                        << "kW" << 2.5;
        QTest::newRow("leading mark") << ".5 kW"
                                      << "kW" << 500.0;
        QTest::newRow("groups") << "1\xc2\xa0"
                                   "200'000 W"
                                << "kW" << 1'200'000.0;
        QTest::newRow("groups as they are printed") << "1,800 kW"
                                                    << "kW" << 1'800'000.0;
        QTest::newRow("groups and a fraction") << "1,234,567.5 kW"
                                               << "kW" << 1'234'567'500.0;
        QTest::newRow("days") << "45 d"
                              << "d" << 45 * 86400.0;
        QTest::newRow("megawatts") << "1.2 MW"
                                   << "kW" << 1'200'000.0;
        QTest::newRow("billions of a count") << "70B"
                                             << "" << 70e9;
        QTest::newRow("trillions of a count") << "15 T"
                                              << "" << 15e12;
        QTest::newRow("grouped count") << "1,024"
                                       << "" << 1024.0;
        QTest::newRow("blanks") << "  12   kW  "
                                << "kW" << 12'000.0;
        QTest::newRow("precedence") << "2 kW + 3 * 4 kW - 10 kW / 5"
                                    << "kW" << 12'000.0;
        QTest::newRow("nested") << "((((1)))) kW"
                                << "kW" << 1000.0;
        QTest::newRow("difference of two points") << "35 C - 20 C"
                                                  << "K" << 15.0;
    }
    void reads() {
        QFETCH(QString, text);
        QFETCH(QString, field);
        QFETCH(double, si);
        const Result<double> value = parseSi(text.toStdString(), *findUnit(field.toStdString()));
        QVERIFY2(value.has_value(), value ? "" : value.error().message.id.c_str());
        QVERIFY2(std::abs(*value - si) <= std::abs(si) * 1e-15, shortestDigits(*value).c_str());
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("id");
        QTest::newRow("empty") << ""
                               << "kW"
                               << "parse.empty";
        QTest::newRow("blanks only") << "   "
                                     << "kW"
                                     << "parse.empty";
        QTest::newRow("wrong dimension") << "12 kg"
                                         << "kW"
                                         << "parse.wrong-dimension";
        QTest::newRow("energy for power") << "12 kWh"
                                          << "kW"
                                          << "parse.wrong-dimension";
        QTest::newRow("bytes for rate") << "12 GB"
                                        << "GB/s"
                                        << "parse.wrong-dimension";
        QTest::newRow("product of dimensions") << "2 kW * 3 kW"
                                               << "kW"
                                               << "parse.wrong-dimension";
        QTest::newRow("unknown unit") << "12 kX"
                                      << "kW"
                                      << "parse.unknown-unit";
        QTest::newRow("unit of wrong case") << "12 mw"
                                            << "kW"
                                            << "parse.unknown-unit";
        QTest::newRow("overflow of a number") << "1e999 kW"
                                              << "kW"
                                              << "parse.out-of-range";
        QTest::newRow("overflow of a product") << "1e300 kW * 1e300"
                                               << "kW"
                                               << "parse.out-of-range";
        QTest::newRow("overflow by unit") << "1e308 MW"
                                          << "kW"
                                          << "parse.out-of-range";
        QTest::newRow("overflow by the field's unit") << "1e308"
                                                      << "MW"
                                                      << "parse.out-of-range";
        QTest::newRow("nan") << "nan"
                             << "kW"
                             << "parse.number-expected";
        QTest::newRow("inf") << "inf kW"
                             << "kW"
                             << "parse.number-expected";
        QTest::newRow("minus inf") << "-inf"
                                   << "kW"
                                   << "parse.number-expected";
        QTest::newRow("hexadecimal") << "0x10 kW"
                                     << "kW"
                                     << "parse.unknown-unit";
        QTest::newRow("division by zero") << "1 kW / 0"
                                          << "kW"
                                          << "parse.division-by-zero";
        QTest::newRow("division by zero of a unit") << "1 kW / (0 s)"
                                                    << "kW"
                                                    << "parse.division-by-zero";
        QTest::newRow("trailing number") << "12 kW 5"
                                         << "kW"
                                         << "parse.trailing-text";
        QTest::newRow("trailing unit") << "12 kW kW"
                                       << "kW"
                                       << "parse.trailing-text";
        QTest::newRow("trailing parenthesis") << "12 kW)"
                                              << "kW"
                                              << "parse.trailing-text";
        QTest::newRow("open parenthesis") << "(12 kW"
                                          << "kW"
                                          << "parse.open-parenthesis";
        QTest::newRow("unit alone") << "kW"
                                    << "kW"
                                    << "parse.number-expected";
        QTest::newRow("operator at end") << "12 kW +"
                                         << "kW"
                                         << "parse.number-expected";
        QTest::newRow("two signs") << "--12 kW"
                                   << "kW"
                                   << "parse.number-expected";
        QTest::newRow("unit missing in sum") << "2 + 3 kW"
                                             << "kW"
                                             << "parse.unit-missing-in-sum";
        QTest::newRow("unlike sum") << "2 kW + 3 kWh"
                                    << "kW"
                                    << "parse.unlike-units";
        QTest::newRow("two units") << "(2 kW) kW"
                                   << "kW"
                                   << "parse.two-units";
        QTest::newRow("point for difference") << "20 C"
                                              << "K"
                                              << "parse.temperature-point";
        QTest::newRow("sum of points") << "20 C + 20 C"
                                       << "C"
                                       << "parse.two-temperatures";
        QTest::newRow("product with a point") << "2 * (20 C)"
                                              << "C"
                                              << "parse.two-temperatures";
        QTest::newRow("comma in a point field") << "12,5 kW"
                                                << "kW"
                                                << "parse.wrong-mark";
        QTest::newRow("groups of other sizes") << "1,20,000 kW"
                                               << "kW"
                                               << "parse.wrong-mark";
        QTest::newRow("fraction of another format") << "0,125 kW"
                                                    << "kW"
                                                    << "parse.wrong-mark";
        QTest::newRow("million of a unit") << "1.2 M kW"
                                           << "kW"
                                           << "parse.unknown-unit";
        QTest::newRow("two marks") << "1.2.3 kW"
                                   << "kW"
                                   << "parse.wrong-mark";
    }
    void refuses() {
        QFETCH(QString, text);
        QFETCH(QString, field);
        QFETCH(QString, id);
        const Result<double> value = parseSi(text.toStdString(), *findUnit(field.toStdString()));
        QVERIFY2(!value.has_value(), "accepted");
        QCOMPARE(QString::fromStdString(value.error().message.id), id);
    }

    void decimalCommaIsTheLocales() {
        QCOMPARE(parseQuantity<Power>("12,5 kW", "kW", DecimalMark::Comma)->si(), 12'500.0);
        QCOMPARE(parseQuantity<Power>("1.234 kW", "kW", DecimalMark::Comma)->si(), 1'234'000.0);
        QCOMPARE(parseQuantity<Power>("12.5 kW", "kW", DecimalMark::Comma).error().message.id,
                 std::string("parse.wrong-mark"));
    }
    void unknownUnitNamesTheNearest() {
        const Result<Power> power = parseQuantity<Power>("12 kX", "kW");
        QCOMPARE(argument(power.error(), "unit"), std::string("kX"));
        QCOMPARE(argument(power.error(), "nearest"), std::string("kW"));
        QCOMPARE(argument(parseQuantity<Power>("12 mw", "kW").error(), "nearest"), std::string("MW"));
    }
    // Of the kind that the field takes, whatever other units look more alike.
    void unitsThatAreNamedAreOfTheField() {
        for (const char* text : {"24 blah", "24 zzz", "24 bars"}) {
            const Error error = parseQuantity<Power>(text, "kW").error();
            QCOMPARE(error.message.id, std::string("parse.unknown-unit"));
            const auto nearest = std::ranges::find(error.message.arguments, "nearest", &Argument::name);
            const auto& words = std::get<WordList>(nearest->value).words;
            QCOMPARE(words.size(), std::size_t(3));
            for (const std::string& word : words)
                QVERIFY2(findUnit(word) && findUnit(word)->dimension == findUnit("kW")->dimension, word.c_str());
        }
    }
    void lengthIsExact() {
        QCOMPARE(*parseLength("2 in", "mm"), Length::inches(2));
        QCOMPARE(*parseLength("42 U", "mm"), Length::rackUnits(42));
        QCOMPARE(*parseLength("600", "mm"), Length::millimetres(600));
        QCOMPARE(*parseLength("3 U + 1 in - 600 mm", "mm"),
                 Length::rackUnits(3) + Length::inches(1) - Length::millimetres(600));
        QCOMPARE(parseLength("1e12 km", "mm").error().message.id, std::string("parse.out-of-range"));
        for (int u = 0; u <= 60; ++u)
            QCOMPARE(*parseLength(std::to_string(u) + " U", "mm"), Length::rackUnits(u));
    }
    void temperatureIsAbsolute() {
        QCOMPARE(*parseTemperature("20 C"), Temperature::celsius(20));
        QCOMPARE(*parseTemperature("20"), Temperature::celsius(20));
        QCOMPARE(*parseTemperature("300 K"), Temperature::kelvin(300));
        QVERIFY(std::abs(parseTemperature("68 F")->inCelsius() - 20) < 1e-9);
        QVERIFY(std::abs(parseTemperature("20 C + 5 K")->inCelsius() - 25) < 1e-9);
        QVERIFY(std::abs(parseTemperature("-5 \xc2\xb0"
                                          "C")
                             ->inCelsius() +
                         5) < 1e-9);
        QCOMPARE(parseTemperature("-300 C").error().message.id, std::string("parse.below-absolute-zero"));
    }
    void moneyIsExact() {
        QCOMPARE(*parseMoney("12.50", Currency::usd()), Money(1250, Currency::usd()));
        QCOMPARE(*parseMoney("EUR 3.4", Currency::usd()), Money(340, Currency::eur()));
        QCOMPARE(*parseMoney("-0.07 USD", Currency::usd()), Money(-7, Currency::usd()));
        QCOMPARE(*parseMoney("12,50 EUR", Currency::usd(), DecimalMark::Comma), Money(1250, Currency::eur()));
        QCOMPARE(*parseMoney("500 JPY", Currency::usd()), Money(500, *Currency::parse("JPY")));
        QCOMPARE(*parsePriceRate("0.000000001", Currency::usd()), PriceRate(1, Currency::usd()));
        QCOMPARE(*parsePriceRate("3.39 USD", Currency::usd()), PriceRate(3'390'000'000, Currency::usd()));
    }
    void moneyAsPeopleWriteIt_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("minor");
        QTest::addColumn<QString>("currency");
        QTest::newRow("millions") << "30 M USD" << qint64{3'000'000'000} << "USD";
        QTest::newRow("millions of the field") << "30M" << qint64{3'000'000'000} << "USD";
        QTest::newRow("euro sign") << "1.5 M€" << qint64{150'000'000} << "EUR";
        QTest::newRow("sign before") << "$5" << qint64{500} << "USD";
        QTest::newRow("sign before millions") << "€ 1.5 million" << qint64{150'000'000} << "EUR";
        QTest::newRow("code in one word") << "30 MEUR" << qint64{3'000'000'000} << "EUR";
        QTest::newRow("thousands") << "EUR 250k" << qint64{25'000'000} << "EUR";
        QTest::newRow("billions") << "1.25 bn USD" << qint64{125'000'000'000} << "USD";
        QTest::newRow("fine millions") << "64.123456 M USD" << qint64{6'412'345'600} << "USD";
        QTest::newRow("groups") << "64,500,000 USD" << qint64{6'450'000'000} << "USD";
        QTest::newRow("blanks") << "64 500 000.50" << qint64{6'450'000'050} << "USD";
        QTest::newRow("below zero") << "-1,200" << qint64{-120'000} << "USD";
    }
    void moneyAsPeopleWriteIt() {
        QFETCH(QString, text);
        QFETCH(qint64, minor);
        QFETCH(QString, currency);
        const Result<Money> money = parseMoney(text.toStdString(), Currency::usd());
        QVERIFY2(money.has_value(), money ? "" : money.error().message.id.c_str());
        QCOMPARE(*money, Money(minor, *Currency::parse(currency.toStdString())));
        QCOMPARE(parsePriceRate("1.5 k$", Currency::usd())->nanoUnits(), std::int64_t{1'500'000'000'000});
        QCOMPARE(parseMoney("5 $", *Currency::parse("CAD"))->currency().code(), std::string("CAD"));
    }
    void badMoney_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("id");
        QTest::newRow("too fine") << "12.505"
                                  << "parse.too-many-decimals";
        QTest::newRow("empty") << ""
                               << "parse.bad-amount";
        QTest::newRow("currency only") << "USD"
                                       << "parse.bad-amount";
        QTest::newRow("lower case") << "12 usd"
                                    << "money.bad-currency";
        QTest::newRow("letters inside") << "1U2S3D"
                                        << "money.bad-currency";
        QTest::newRow("too large") << "99999999999999999999"
                                   << "money.too-large";
        QTest::newRow("too large with minor digits") << "922337203685477581"
                                                     << "money.too-large";
        QTest::newRow("exponent") << "1e5"
                                  << "parse.bad-amount";
        QTest::newRow("two signs") << "$5 USD"
                                   << "parse.bad-amount";
        QTest::newRow("too fine for millions") << "1.123456789 M USD"
                                               << "parse.too-many-decimals";
        QTest::newRow("groups of other sizes") << "1,20,000"
                                               << "parse.bad-amount";
    }
    void badMoney() {
        QFETCH(QString, text);
        QFETCH(QString, id);
        const Result<Money> money = parseMoney(text.toStdString(), Currency::usd());
        QVERIFY(!money.has_value());
        QCOMPARE(QString::fromStdString(money.error().message.id), id);
    }

    void depthAndLengthAreLimited() {
        const std::string deep(200, '('), flat(100'000, '1');
        QCOMPARE(parseSi(deep + "1" + std::string(200, ')'), unitCalled("W")).error().message.id,
                 std::string("parse.too-deep"));
        QCOMPARE(parseSi(flat, unitCalled("W")).error().message.id, std::string("parse.too-long"));
        QVERIFY(parseSi(std::string(30, '(') + "1" + std::string(30, ')'), unitCalled("W")).has_value());
        QCOMPARE(parseSi(std::string(490, '-') + "1", unitCalled("W")).error().message.id,
                 std::string("parse.number-expected"));
    }
    void randomTextNeverCrashesAndIsNeverInfinite() {
        std::mt19937 random(20261);
        int accepted = 0;
        for (int i = 0; i < 200'000; ++i) {
            const std::string text = randomText(random, random() % 24);
            const DecimalMark mark = random() % 2 ? DecimalMark::Point : DecimalMark::Comma;
            const Unit& field = unitTable()[random() % unitTable().size()];
            const Result<double> value = parseSi(text, field, mark);
            if (!value) {
                QVERIFY(!value.error().message.id.empty());
                continue;
            }
            ++accepted;
            QVERIFY2(std::isfinite(*value), text.c_str());
        }
        QVERIFY2(accepted > 1000, "random texts hardly reach the arithmetic");
        for (int i = 0; i < 20'000; ++i) {
            (void)parseMoney(randomText(random, random() % 20), Currency::usd());
            (void)parseTemperature(randomText(random, random() % 20));
            (void)parseLength(randomText(random, random() % 20), "mm");
        }
    }
    void writtenValueReadsBackExactly() {
        std::mt19937_64 random(7);
        std::uniform_real_distribution<double> exponent(-12, 15), mantissa(1, 10);
        for (int i = 0; i < 50'000; ++i) {
            const Unit& field = unitTable()[random() % unitTable().size()];
            const double sign = random() % 2 && !field.isAbsolute() ? -1 : 1;
            const double si = sign * mantissa(random) * std::pow(10, exponent(random));
            if (field.isAbsolute())
                continue; // points on a scale are written in K: an offset has no exact inverse
            const std::string text = writtenExactly(si, field);
            const Result<double> back = parseSi(text, field);
            QVERIFY2(back.has_value(), text.c_str());
            QCOMPARE(*back, si);
        }
    }
    // What a page, a message or a file says of a part can be entered again.
    void everyUnitOfAPartIsPrintedAndReadBack() {
        for (const AttributeLimits& attribute : attributeLimits()) {
            const std::string name(attribute.key);
            const Unit* unit = findUnit(attribute.unit);
            QVERIFY2(unit, name.c_str());
            if (attribute.unit.empty() || attribute.unit == "U") // counted, not measured
                continue;
            const double si = unit->toSi(4.5);
            const std::string text = joined(printedIn(si, *unit, 6));
            QCOMPARE(text, "4.5 " + std::string(unit->symbol));
            const Result<double> back = parseSi(text, *unit);
            QVERIFY2(back && std::abs(*back - si) <= 1e-12 * si, text.c_str());
            const UnitNumber most = shownIn(attribute.limits.greatest, attribute.unit);
            QCOMPARE(most.unit, std::string(unit->symbol));
            QVERIFY2(std::abs(unit->toSi(most.value) - attribute.limits.greatest) <= 1e-9 * attribute.limits.greatest,
                     name.c_str());
        }
        QVERIFY(findAttributeLimits("latency")->limits.contain(4.4e-9));
        QVERIFY(!findAttributeLimits("latency")->limits.contain(1e-3));
    }
    void roundedPrintReadsBackWithinItsDigits() {
        std::mt19937_64 random(11);
        std::uniform_real_distribution<double> exponent(-3, 13);
        for (const Unit& field : unitTable()) {
            if (field.isAbsolute())
                continue;
            for (int i = 0; i < 200; ++i) {
                const double si = std::pow(10, exponent(random));
                const std::string text = joined(printed(si, field.dimension, 4));
                const Result<double> back = parseSi(text, *coherentUnit(field.dimension));
                QVERIFY2(back.has_value(), text.c_str());
                QVERIFY2(std::abs(*back - si) <= 5.001e-4 * si, text.c_str());
            }
        }
    }
};

RW_CORE_SUITE(TestParse)
#include "tst_parse.moc"
