// SPDX-License-Identifier: GPL-3.0-or-later
// A year of a place: weather files and tables as they come, broken ones, averaged ones.
#include "solvers/cooling/climate_file.h"
#include "tests/support/suite.h"

#include <QTest>

#include <array>
#include <cmath>
#include <functional>

using namespace rackwright;

namespace {

/// Dry-bulb and humidity of an hour of a year.
struct HourOfYear {
    double dryBulb = 0, humidity = 50;
};

constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

std::string epwHeader(const std::string& place, const std::string& source) {
    return "LOCATION," + place + ",NA,GBR," + source +
           ",037720,51.48,-0.45,0.0,25.0\r\n"
           "DESIGN CONDITIONS,0\r\nTYPICAL/EXTREME PERIODS,0\r\nGROUND TEMPERATURES,0\r\n"
           "HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0\r\nCOMMENTS 1,\r\nCOMMENTS 2,\r\n"
           "DATA PERIODS,1,1,Data,Sunday,1/1,12/31\r\n";
}

std::string epwOf(const std::function<HourOfYear(int)>& weather, bool isLeap = false,
                  const std::string& source = "TMYx") {
    std::string text = epwHeader("London Heathrow", source);
    int hour = 0;
    for (std::size_t month = 0; month < kDays.size(); ++month)
        for (int day = 1; day <= kDays[month] + (isLeap && month == 1 ? 1 : 0); ++day)
            for (int each = 1; each <= 24; ++each, ++hour) {
                const HourOfYear at = weather(hour);
                text += "2007," + std::to_string(month + 1) + "," + std::to_string(day) + "," + std::to_string(each) +
                        ",0,?9?9," + std::to_string(at.dryBulb) + ",5.0," + std::to_string(at.humidity) +
                        ",101325,0,0\r\n";
            }
    return text;
}

std::string errorOf(const Result<Climate>& climate) { return climate ? std::string() : climate.error().message.id; }

std::string changedLine(const std::string& text, int line, const std::string& becomes) {
    std::size_t at = 0;
    for (int i = 1; i < line; ++i)
        at = text.find('\n', at) + 1;
    return text.substr(0, at) + becomes + text.substr(text.find('\n', at) + 1);
}

std::string table(const std::string& rows) { return "dry_bulb_c,wet_bulb_c,hours\n" + rows; }

} // namespace

class TestYear : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 8,000 hours of 10.2 C and 760 of 30 C, as bins 10 and 30.
    void epwOfAWholeYear() {
        const auto climate = readClimateFile(epwOf([](int hour) {
                                                 return HourOfYear{hour < 8000 ? 10.2 : 30.0, 100};
                                             }),
                                             "x.epw");
        QVERIFY(climate);
        QCOMPARE(climate->name, std::string("London Heathrow, GBR"));
        QCOMPARE(climate->bins.size(), std::size_t(2));
        QCOMPARE(climate->bins[0].dryBulbFloor, 10);
        QCOMPARE(climate->bins[0].hours, 8000);
        QCOMPARE(climate->bins[0].meanWetBulb, 10.2); // saturated air is as warm wet as dry
        QCOMPARE(climate->bins[1].dryBulbFloor, 30);
        QCOMPARE(climate->bins[1].hours, 760);
        QCOMPARE(climate->hours(), kHoursOfAYear);
    }
    void leapYearIsAYear() {
        const auto climate = readClimateFile(epwOf([](int) { return HourOfYear{-3.5, 80}; }, true), "x.epw");
        QVERIFY(climate);
        QCOMPARE(climate->hours(), kHoursOfALeapYear);
        QCOMPARE(climate->bins.front().dryBulbFloor, -4);
    }
    void averagedYearsAreRefused() {
        const auto mild = [](int) { return HourOfYear{10, 50}; };
        QCOMPARE(errorOf(readClimateFile(epwOf(mild, false, "Climate-Normals"), "x.epw")),
                 std::string("climate.averaged"));
        std::string months = "dry_bulb_c,wet_bulb_c\n", weighted = table("");
        for (std::size_t month = 0; month < kDays.size(); ++month) {
            months += std::to_string(month) + ",0\n";
            weighted += std::to_string(month) + ",0," + std::to_string(kDays[month] * 24) + "\n";
        }
        QCOMPARE(errorOf(readClimateFile(months, "t.csv")), std::string("climate.too-few-hours"));
        QCOMPARE(errorOf(readClimateFile(weighted, "t.csv")), std::string("climate.monthly"));
    }
    void brokenRowsAreNamed() {
        const std::string whole = epwOf([](int) { return HourOfYear{10, 50}; });
        const auto refused = [&whole](int line, const std::string& becomes) {
            const auto climate = readClimateFile(changedLine(whole, line, becomes), "x.epw");
            const std::string where =
                climate || climate.error().message.arguments.empty()
                    ? std::string()
                    : " " + std::to_string(std::get<std::int64_t>(climate.error().message.arguments.front().value));
            return errorOf(climate) + where;
        };
        QCOMPARE(refused(9, "2007,1,1\r\n"), std::string("climate.epw-short 9"));
        QCOMPARE(refused(10, "2007,2,30,1,0,?,10,5,50,101325\r\n"), std::string("climate.epw-date 10"));
        QCOMPARE(refused(11, "2007,1,1,25,0,?,10,5,50,101325\r\n"), std::string("climate.epw-date 11"));
        QCOMPARE(refused(12, "2007,1,1,4,0,?,99.9,5,50,101325\r\n"), std::string("climate.epw-dry-bulb 12"));
        QCOMPARE(refused(13, "2007,1,1,5,0,?,10,5,999,101325\r\n"), std::string("climate.epw-humidity 13"));
        QCOMPARE(refused(14, "2007,1,1,1,0,?,10,5,50,101325\r\n"), std::string("climate.hour-twice 14"));
        QCOMPARE(errorOf(readClimateFile(changedLine(whole, 100, ""), "x.epw")), std::string("climate.too-few-hours"));
        QCOMPARE(errorOf(readClimateFile(epwHeader("London", "TMYx"), "x.epw")), std::string("climate.too-few-hours"));
        QCOMPARE(errorOf(readClimateFile("LOCATION,", "x.epw")), std::string("climate.epw-no-place"));
        QCOMPARE(errorOf(readClimateFile("", "x.csv")).empty(), false);
    }
    void moreThanAYearIsRefused() {
        const std::string leap = epwOf([](int) { return HourOfYear{10, 50}; }, true);
        QCOMPARE(errorOf(readClimateFile(leap + "2007,1,1,1,0,?,10,5,50,101325\r\n", "x.epw")),
                 std::string("climate.too-many-rows"));
        QCOMPARE(errorOf(readClimateFile(table(std::string(9000, '\n')), "t.csv")),
                 std::string("climate.too-many-rows"));
        QCOMPARE(errorOf(readClimateFile(std::string(kLargestClimateFile + 1, 'x'), "t.csv")),
                 std::string("climate.too-large"));
    }
    // 20 C and 50 % at sea level: 13.8 C in the psychrometric chart.
    void wetBulbByThePsychrometer() {
        QVERIFY(std::abs(wetBulbOf(20, 50) - 13.8) < 0.1);
        QVERIFY(std::abs(wetBulbOf(35, 40) - 23.9) < 0.15);
        QVERIFY(std::abs(wetBulbOf(25, 100) - 25) < 1e-6);
        QVERIFY(wetBulbOf(30, 0) < wetBulbOf(30, 1));
        QVERIFY(wetBulbOf(20, 50, 80'000) < wetBulbOf(20, 50));
    }
    void tableOfBins() {
        const auto climate = readClimateFile(table("10,8,5000\n10.9,9,3000\n25.5,19,760\n"), "Lagos.csv");
        QVERIFY(climate);
        QCOMPARE(climate->name, std::string("Lagos.csv"));
        QCOMPARE(climate->bins.size(), std::size_t(2));
        QCOMPARE(climate->bins[0].hours, 8000);
        QVERIFY(std::abs(climate->bins[0].meanWetBulb - (5000 * 8 + 3000 * 9) / 8000.0) < 0.005);
        const auto humid = readClimateFile("dry_bulb_c,rh_pct,hours\n24,100,8760\n", "t.csv");
        QVERIFY(humid);
        QCOMPARE(humid->bins[0].meanWetBulb, 24.5); // of the middle of the bin
        for (const char* rows : {"10,8,-1\n", "10,8,1.5\n", "10,x,8760\n", "x,8,8760\n", "10,,8760\n", "99,8,8760\n"})
            QCOMPARE(errorOf(readClimateFile(table(rows), "t.csv")), std::string("climate.bad-row"));
        QCOMPARE(errorOf(readClimateFile(table("10,12,8760\n"), "t.csv")), std::string("climate.bad-humidity"));
        QCOMPARE(errorOf(readClimateFile(table("10,8,8761\n"), "t.csv")), std::string("climate.wrong-hours"));
        QCOMPARE(errorOf(readClimateFile("hours,wet_bulb_c\n8760,1\n", "t.csv")), std::string("climate.no-column"));
    }
    void keptAsText() {
        const auto climate = readClimateFile(table("-5,-6.25,4000\n10,8,4760\n"), "Here; and | there");
        QVERIFY(climate);
        const std::string text = climateText(*climate);
        QCOMPARE(text, std::string("1;Here, and , there;-5:4000:-6.25|10:4760:8"));
        const auto read = climateOfText(text);
        QVERIFY(read);
        QCOMPARE(climateText(*read), text);
        for (const char* wrong : {"1;x", "1;x;", "2;x;1:8760:1", "1;x;1:8760", "1;x;5:8000:1|4:760:1", "1;x;1:8760:9"})
            QCOMPARE(errorOf(climateOfText(wrong)), std::string("climate.bad-text"));
        QCOMPARE(errorOf(climateOfText("1;x;1:760:1")), std::string("climate.too-few-hours"));
        const auto city = climateOfText(" Chicago ");
        QVERIFY(city);
        QCOMPARE(city->hours(), kHoursOfAYear);
        QCOMPARE(errorOf(climateOfText("gotham")), std::string("weather.unknown-city"));
    }
};

RW_CORE_SUITE(TestYear)
#include "tst_year.moc"
