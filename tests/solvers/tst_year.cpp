// SPDX-License-Identifier: GPL-3.0-or-later
// A year of a place: weather files and tables as they come, broken ones, averaged ones; and the year of a plant in it,
// worked by hand on the small hall (172 kW at most, 76 % of it on average, in-row units on water of 20 C).
#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/year.h"
#include "solvers/cooling/year_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <array>
#include <cmath>
#include <functional>

using namespace rackwright;
using fixture::Hall;

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

/// 5,000 hours in which 6 K above the dry-bulb are below 20 C, 2,000 in which 4 K are, 7,000 in which 6 K above the
/// wet-bulb are.
constexpr const char* kFourBins = "1;Here;9:5000:7|14:2000:12|19:1000:15|25:760:20";

DomainsPtr yearDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return domains;
}

Value figureOf(const Hall& hall, std::string_view name) {
    const auto solution = solve(hall.snapshot(), yearDomains());
    const FigureResult* result = solution->find(name);
    return result ? result->value : Value::unknown();
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(b), 1.0); }

struct WaterHall {
    Hall hall = fixture::hall();
    Id<CoolingLoop> water, condenser;

    WaterHall() {
        water = addLoop("Chilled water", 20);
        condenser = addLoop("Condenser water", 30);
        const std::vector<Id<CoolingUnit>> units = hall.coolers;
        for (const Id<CoolingUnit> each : units)
            hall.change(&Design::coolingUnits, each, [this](CoolingUnit& unit) { unit.primary = water; });
    }
    Id<CoolingLoop> addLoop(std::string name, double celsius) {
        CoolingLoop loop;
        loop.id = hall.ids.take<CoolingLoop>();
        loop.name = std::move(name);
        loop.fluid = "water";
        loop.supply = Temperature::celsius(celsius);
        hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
        return loop.id;
    }
    void add(CoolingUnitKind kind, Id<CoolingLoop> supplies, Id<CoolingLoop> gives = {}) {
        const Id<CoolingUnit> id = hall.addCooler(kind, {}, std::string(enumName(kind)), Unplaced{});
        hall.change(&Design::coolingUnits, id, [&](CoolingUnit& unit) {
            unit.secondary = supplies;
            unit.primary = gives;
        });
    }
};

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
        for (const char* pressure : {"0", "-1e9", "1e9", "99999999", "low"})
            QCOMPARE(refused(13, "2007,1,1,5,0,?,10,5,50," + std::string(pressure) + "\r\n"),
                     std::string("climate.epw-pressure 13"));
        for (const char* unknown : {"999999", ""})
            QVERIFY(readClimateFile(changedLine(whole, 13, "2007,1,1,5,0,?,10,5,50," + std::string(unknown) + "\r\n"),
                                    "x.epw"));
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
        QVERIFY(std::abs(wetBulbOf(35, 40) - 24.05) < 0.1);
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
        QVERIFY(std::abs(climate->bins[0].meanWetBulb - (5000 * 8 + 3000 * 9) / 8000.0) < 0.0051);
        const auto humid = readClimateFile("dry_bulb_c,rh_pct,hours\n24,100,8760\n", "t.csv");
        QVERIFY(humid);
        QCOMPARE(humid->bins[0].meanWetBulb, 24.5); // of the middle of the bin
        for (const char* rows : {"10,x,8760\n", "x,8,8760\n", "10,,8760\n", "99,8,8760\n", "-300,8,8760\n",
                                 "1e308,8,8760\n", "\"20,5,1\",8,8760\n"})
            QCOMPARE(errorOf(readClimateFile(table(rows), "t.csv")), std::string("climate.bad-row"));
        for (const char* rows : {"10,8,-1\n", "10,8,1.5\n"})
            QCOMPARE(errorOf(readClimateFile(table(rows), "t.csv")), std::string("climate.bad-hours"));
        for (const char* rows : {"\"20,5\",8,8760\n", "20,\"8,5\",8760\n"})
            QCOMPARE(errorOf(readClimateFile(table(rows), "t.csv")), std::string("climate.decimal-comma"));
        // The value and what may stand there are named.
        const auto hot = readClimateFile(table("90,8,8760\n"), "t.csv");
        QVERIFY(!hot);
        QCOMPARE(hot.error().message, Message("climate.bad-row")
                                          .with("line", 2)
                                          .with("column", "dry_bulb_c")
                                          .with("value", "90")
                                          .with("low", -90)
                                          .with("high", 70));
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
        for (const char* blank : {"", "  "})
            QCOMPARE(errorOf(climateOfText(blank)), std::string("year.missing.climate"));
        const auto city = climateOfText(" Chicago ");
        QVERIFY(city);
        QCOMPARE(city->hours(), kHoursOfAYear);
        QCOMPARE(errorOf(climateOfText("gotham")), std::string("weather.unknown-city"));
    }
    // By month an hour is where it was: January of 744 hours at -3.5 C alone, the rest of the year warm.
    void monthsOfAWeatherFile() {
        const auto climate = readClimateFile(epwOf([](int hour) {
                                                 return HourOfYear{hour < 744 ? -3.5 : 20.5, 100};
                                             }),
                                             "x.epw");
        QVERIFY(climate);
        QCOMPARE(climate->months.size(), kMonths);
        QCOMPARE(climate->months[0].size(), std::size_t(1));
        QCOMPARE(climate->months[0].front().hours, 744);
        QCOMPARE(climate->months[1].front().dryBulbFloor, 20);
        const auto kept = climateOfText(climateText(*climate));
        QVERIFY(kept);
        QCOMPARE(climateText(*kept), climateText(*climate));
        QCOMPARE(kept->months.size(), kMonths);
        // A table says them in a column of its own, or leaves them open.
        std::string rows = "month,dry_bulb_c,wet_bulb_c,hours\n";
        for (std::size_t month = 0; month < kMonths; ++month)
            for (int half = 0; half < 2; ++half)
                rows += std::to_string(month + 1) + "," + std::to_string(10 + half) + ",5," +
                        std::to_string(kDays[month] * 12) + "\n";
        const auto byMonth = readClimateFile(rows, "t.csv");
        QVERIFY(byMonth);
        QCOMPARE(byMonth->months.size(), kMonths);
        QCOMPARE(byMonth->months[1].front().hours, 28 * 12);
        QCOMPARE(errorOf(readClimateFile("month,dry_bulb_c,wet_bulb_c,hours\n13,10,5,8760\n", "t.csv")),
                 std::string("climate.bad-row"));
        QVERIFY(climateOfText(kFourBins)->months.empty());
        std::string broken = climateText(*climate);
        broken.replace(broken.rfind(":744:"), 5, ":743:");
        QCOMPARE(errorOf(climateOfText(broken)), std::string("climate.bad-text"));
    }
    // The built-in cities: the months add up to the year at each temperature, and to its energy.
    void monthsAddUpToTheYear() {
        for (const char* city : {"atlanta", "chicago", "dallas", "leesburg", "phoenix", "sanjose", "seattle"}) {
            const auto climate = climateOfText(city);
            QVERIFY(climate);
            QCOMPARE(climate->months.size(), kMonths);
            const auto kept = climateOfText(climateText(*climate));
            QVERIFY2(kept && kept->months.size() == kMonths, city);
            for (const WeatherBin& bin : climate->bins) {
                double wetBulbHours = 0;
                for (const WeatherBins& month : climate->months)
                    for (const WeatherBin& each : month)
                        if (each.dryBulbFloor == bin.dryBulbFloor)
                            wetBulbHours += each.hours * each.meanWetBulb;
                QVERIFY2(std::abs(wetBulbHours / bin.hours - bin.meanWetBulb) < 0.02, city);
            }
        }
        WaterHall made;
        made.add(CoolingUnitKind::DryCooler, made.water);
        made.add(CoolingUnitKind::Chiller, made.water);
        made.hall.setSetting("cooling.climate", "chicago");
        const Context context(made.hall.snapshot());
        const auto& basis = context.lookUp<YearBasis>();
        double energy = 0;
        for (std::size_t month = 0; month < kMonths; ++month)
            energy += energyOfMonth(context, basis, month).si().typical();
        // A year of figures has 8,766 hours, that of the climate 8,760.
        const double year = figureOf(made.hall, "cooling.year.energy").typical();
        QVERIFY(std::abs(energy * 8766 / 8760 / year - 1) < 1e-9);
        const Schedule schedule = monthSchedule(context, basis);
        QCOMPARE(schedule.rows.size(), kMonths);
        QVERIFY(std::get<Value>(schedule.rows[6].cells[7]).typical() >
                std::get<Value>(schedule.rows[0].cells[7]).typical());
        made.hall.setSetting("cooling.climate", kFourBins);
        const Context byBins(made.hall.snapshot());
        QVERIFY(monthSchedule(byBins, byBins.lookUp<YearBasis>()).rows.empty());
        QCOMPARE(monthSchedule(byBins, byBins.lookUp<YearBasis>()).notes.front().id,
                 std::string("schedule.year-months.unknown"));
    }
    // FAC-COOL-076: Chicago, 24 C, 6 K, 0.03 for fans and pumps, COP 4.5, 0.05 for the rest.
    void chillerHoursOfACity() {
        const auto chicago = climateOfText("chicago");
        QVERIFY(chicago);
        PlantPath plant;
        plant.hasDryCooler = plant.hasChiller = true;
        const YearHours hours = hoursOfPath(plant, 24, chicago->bins, {{6, 6, 6}, {6, 6, 6}});
        QVERIFY(std::abs(1.05 + 0.03 + hours.chiller[1] / 8760 / 4.5 - 1.15349061) < 1e-7);
        QCOMPARE(hours.dry[1] + hours.chiller[1], 8760.0);
    }
    void dryCoolersWithChillersByHand() {
        WaterHall made;
        made.add(CoolingUnitKind::DryCooler, made.water);
        made.add(CoolingUnitKind::Chiller, made.water);
        made.hall.setSetting("cooling.climate", kFourBins);
        const Value pue = figureOf(made.hall, "cooling.year.pue");
        // 1 / chain + lights + room fans + pumps + outside fans + chiller hours / COP
        QVERIFY(isNear(pue.typical(), 1 / (0.995 * 0.95 * 0.985) + 0.01 + 0.04 + 0.015 + 0.02 + 3760.0 / 8760 / 4));
        QVERIFY(isNear(pue.low(), 1 / (0.995 * 0.99 * 0.985) + 0.005 + 0.02 + 0.01 + 0.01 + 1760.0 / 8760 / 5));
        QVERIFY(isNear(pue.high(), 1 / (0.995 * 0.90 * 0.985) + 0.02 + 0.06 + 0.025 + 0.03 + 3760.0 / 8760 / 3));
        QVERIFY(figureOf(made.hall, "cooling.year.wue").isKnown());
        QCOMPARE(figureOf(made.hall, "cooling.year.wue").high(), 0.0);
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.hours.free").typical(), 5000.0 * 3600));
        QCOMPARE(figureOf(made.hall, "cooling.year.hours.above").high(), 0.0);
        const double energy = 0.76 * 172'000 * 31'557'600 * pue.typical();
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.energy").typical() / energy, 1));
        // Of no country nobody knows the grid; the mean of the United States is 0.35 kg/kWh.
        QVERIFY(figureOf(made.hall, "cooling.year.carbon").isUnknown());
        Hall american = made.hall;
        american.setSite(site::country, "US");
        QVERIFY(isNear(figureOf(american, "cooling.year.carbon").typical() / (energy / 3.6e6 * 0.35), 1));
        made.hall.setSetting("cooling.year.grid-carbon", "0.1");
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.carbon").typical() / (energy / 3.6e6 * 0.1), 1));
    }
    void towersWithChillersByHand() {
        WaterHall made;
        made.add(CoolingUnitKind::CoolingTower, made.water);
        made.add(CoolingUnitKind::CoolingTower, made.condenser);
        made.add(CoolingUnitKind::Chiller, made.water, made.condenser);
        made.hall.setSetting("cooling.climate", kFourBins);
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.pue").typical(),
                       1 / (0.995 * 0.95 * 0.985) + 0.01 + 0.04 + 0.015 + 0.02 + 1760.0 / 8760 / 6));
        // 7,000 hours of the heat, 1,760 of the heat and what compressors add; cycles 5: 1.25 times what evaporates.
        const double wue = (7000.0 / 8760 + 1760.0 / 8760 * (1 + 1.0 / 6)) * 3600 / 2450 * 1.25;
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.wue").typical(), wue));
        const double litres = 0.76 * 172 * 8766 * wue;
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.water").typical() / (litres / 1000), 1));
    }
    void dryCoolersAloneLeaveHoursAbove() {
        WaterHall made;
        made.add(CoolingUnitKind::DryCooler, made.water);
        made.hall.setSetting("cooling.climate", kFourBins);
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.hours.above").typical(), 3760.0 * 3600));
        // Sprayed they reach 6 K above the wet-bulb: 2,000 hours more.
        made.hall.setSetting("cooling.year.sprayed-dry-coolers", "1");
        QVERIFY(isNear(figureOf(made.hall, "cooling.year.hours.above").typical(), 1760.0 * 3600));
        QVERIFY(figureOf(made.hall, "cooling.year.wue").typical() > 0);
    }
    // Taken as 0 it would hold more hours free than any cooler can.
    void anApproachThatNobodyCanReadLeavesTheYearUnknown() {
        for (const char* approach : {"-5", "1e308", "abc"}) {
            WaterHall made;
            made.add(CoolingUnitKind::DryCooler, made.water);
            made.hall.setSetting("cooling.climate", kFourBins);
            made.hall.setSetting("cooling.year.dry-approach", approach);
            for (const char* figure : {"cooling.year.pue", "cooling.year.hours.free", "cooling.year.hours.above"})
                QVERIFY2(figureOf(made.hall, figure).isUnknown(), approach);
            const Context context(made.hall.snapshot());
            QCOMPARE(context.lookUp<YearBasis>().missing()->message.id, std::string("year.missing.approach"));
        }
    }
    void plantThatIsChosen() {
        Hall hall = fixture::hall(); // in-row units on no loop
        hall.setSetting("cooling.climate", kFourBins);
        QVERIFY(figureOf(hall, "cooling.year.pue").isUnknown());
        Hall chiller = hall;
        chiller.setSetting("power.plant", "midsize-chiller");
        QVERIFY(isNear(figureOf(chiller, "cooling.year.pue").typical(),
                       1 / (0.995 * 0.95 * 0.985) + 0.01 + 0.04 + 0.015 + 1.0 / 4));
        hall.setSetting("power.plant", "air-economiser");
        QVERIFY(figureOf(hall, "cooling.year.pue").isUnknown()); // nobody says how warm the supply air may be
        hall.setSite(site::supplyAir, "295.15");
        // Below 22 C outside air, no pumps; 25.5 C are sprayed at a wet-bulb of 20 C, which leaves 26 C: chillers.
        QVERIFY(isNear(figureOf(hall, "cooling.year.pue").typical(),
                       1 / (0.995 * 0.95 * 0.985) + 0.01 + 0.04 + 760.0 / 8760 / 4));
    }
    void whatIsMissingIsNamed() {
        WaterHall made;
        const auto missing = [](const Hall& hall) {
            const Context context(hall.snapshot());
            const auto& gap = context.lookUp<YearBasis>().missing();
            return gap ? gap->message.id : std::string();
        };
        QCOMPARE(missing(made.hall), std::string("year.missing.climate"));
        Hall strange = made.hall;
        strange.setSite(site::climate, "Gotham");
        QCOMPARE(missing(strange), std::string("weather.unknown-city"));
        made.hall.setSite(site::climate, "Chicago");
        QCOMPARE(missing(made.hall), std::string("year.missing.outlet"));
        made.add(CoolingUnitKind::DryCooler, made.water);
        QCOMPARE(missing(made.hall), std::string());
        Hall half = made.hall; // one rack whose heat no unit takes
        for (const CoolingService& service : made.hall.design.coolingServices)
            if (service.rack == half.racks[0])
                half.design.coolingServices = half.design.coolingServices.without(service.id);
        QCOMPARE(missing(half), std::string("year.missing.unserved"));
        made.hall.change(&Design::coolingLoops, made.water, [](CoolingLoop& loop) { loop.supply = {}; });
        QCOMPARE(missing(made.hall), std::string("year.missing.water"));
        Hall bare = made.hall;
        bare.design.coolingServices = {};
        QCOMPARE(missing(bare), std::string("year.missing.plant"));
    }
    void scheduleAddsUpToTheYear() {
        WaterHall made;
        made.add(CoolingUnitKind::CoolingTower, made.water);
        made.add(CoolingUnitKind::Chiller, made.water);
        made.hall.setSetting("cooling.climate", kFourBins);
        const Context context(made.hall.snapshot());
        const auto& basis = context.lookUp<YearBasis>();
        const Schedule schedule = yearSchedule(context, basis);
        QCOMPARE(schedule.rows.size(), std::size_t(4));
        double hours = 0, weighted = 0;
        for (const ScheduleRow& row : schedule.rows) {
            const auto each = static_cast<double>(std::get<std::int64_t>(row.cells[2]));
            hours += each;
            weighted += each * std::get<Value>(row.cells[3]).typical();
        }
        QCOMPARE(hours, 8760.0);
        QVERIFY(isNear(weighted / hours, pueOfYear<Value>(context, basis).typical()));
        const Context none(fixture::hall().snapshot());
        const Schedule empty = yearSchedule(none, none.lookUp<YearBasis>());
        QVERIFY(empty.rows.empty());
        QCOMPARE(empty.notes.front().id, std::string("year.missing.climate"));
    }
    void derivationsGiveTheFigures() {
        WaterHall made;
        made.add(CoolingUnitKind::CoolingTower, made.water);
        made.add(CoolingUnitKind::Chiller, made.water);
        made.hall.setSetting("cooling.climate", kFourBins);
        const Context context(made.hall.snapshot());
        int seen = 0;
        for (const FigureDefinition* figure : yearDomains()->figures()) {
            if (!figure->name.starts_with("cooling.year."))
                continue;
            ++seen;
            const Traced traced = figure->traced(context, {});
            QCOMPARE(traced.value(), figure->plain(context, {}));
            QVERIFY2(firstUnreproducible(*traced.node()) == nullptr, figure->name.c_str());
        }
        QCOMPARE(seen, 7);
    }
};

RW_CORE_SUITE(TestYear)
#include "tst_year.moc"
