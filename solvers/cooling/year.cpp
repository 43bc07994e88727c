// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/year.h"

#include "solvers/cooling/loop_solve.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kNoughtCelsius = 273.15;
constexpr double kTemperatureNoise =
    1e-9; // a bin exactly at the set point is held although 18.5 + 6.3 is not 24.8 in binary

std::array<double, 3> endsOf(const Value& value) { return {value.low(), value.typical(), value.high()}; }

YearApproaches approachesOf(const Context& context) {
    return {endsOf(setting<Value>(context, setting_of::dryApproach).si()),
            endsOf(setting<Value>(context, setting_of::wetApproach).si())};
}

/// Whether weather decides what cools; chillers alone hold any set point.
bool dependsOnWeather(const PlantPath& path) {
    return path.takesOutsideAir || path.hasDryCooler || path.hasTower || !path.hasChiller;
}

const CoolingLoop* waterOfDesign(const Context& context) {
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (loop.isFacilityWater && loop.scope.isPresent())
            return &loop;
    return nullptr;
}

/// Of the water or, where outside air cools, of the supply air; C.
std::optional<double> setPointOf(const Context& context, const PlantPath& path) {
    std::optional<double> kelvin;
    if (path.takesOutsideAir) {
        kelvin = siteNumber(context.project(), site::supplyAir);
    } else {
        const CoolingLoop* loop = path.water ? context.design().coolingLoops.find(path.water) : waterOfDesign(context);
        kelvin = loop ? supplyOf(context, *loop) : siteNumber(context.project(), site::waterSupply);
    }
    return kelvin ? std::optional(*kelvin - kNoughtCelsius) : std::nullopt;
}

/// The approach that a path needs and nobody can read; a person sees what was set for it.
std::optional<std::string_view> unreadApproach(const Context& context, const PlantPath& path) {
    if (path.hasDryCooler && setting<Value>(context, setting_of::dryApproach).si().isUnknown())
        return setting_of::dryApproach.key;
    if ((path.hasTower || path.isAssisted) && setting<Value>(context, setting_of::wetApproach).si().isUnknown())
        return setting_of::wetApproach.key;
    return std::nullopt;
}

std::string nameOfPath(const Context& context, const PlantPath& path) {
    const CoolingLoop* loop = path.water ? context.design().coolingLoops.find(path.water) : nullptr;
    const std::string kind(setting_of::kPueArchetypes[static_cast<std::size_t>(plantKindOf(path))].word);
    return loop && !loop->name.empty() ? kind + " of " + loop->name : kind;
}

bool isOfDefaultGrid(const std::string& country) {
    constexpr std::array<std::string_view, 4> kNames = {"US", "USA", "United States", "United States of America"};
    return std::ranges::find(kNames, std::string_view(country)) != kNames.end();
}

} // namespace

YearHours hoursOfPath(const PlantPath& path, std::optional<double> setPoint, const WeatherBins& bins,
                      const YearApproaches& approaches) {
    YearHours hours;
    for (std::size_t end = 0; end < 3; ++end)
        for (const WeatherBin& bin : bins) {
            const double dryBulb = bin.dryBulbFloor + 0.5;
            const auto holds = [&](double temperature) {
                return setPoint && temperature <= *setPoint + kTemperatureNoise;
            };
            const bool isDry =
                (path.takesOutsideAir && holds(dryBulb)) || (path.hasDryCooler && holds(dryBulb + approaches.dry[end]));
            const bool isWet = (path.hasTower || path.isAssisted) && holds(bin.meanWetBulb + approaches.wet[end]);
            auto& way = isDry ? hours.dry : isWet ? hours.wet : path.hasChiller ? hours.chiller : hours.above;
            way[end] += bin.hours;
        }
    return hours;
}

Result<std::optional<Climate>> climateOf(const Context& context) {
    const Setting* given = context.setting(setting_of::kClimate);
    const std::string text =
        given && given->value != setting_of::kClimateOfSite ? given->value : siteText(context.project(), site::climate);
    if (text.find_first_not_of(" \t") == std::string::npos)
        return std::optional<Climate>();
    Result<Climate> climate = climateOfText(text);
    if (!climate)
        return climate.error();
    return std::optional<Climate>(std::move(*climate));
}

YearBasis::YearBasis(const Context& context) : m_approaches(approachesOf(context)) {
    readClimate(context);
    readPlant(context);
}

void YearBasis::miss(std::string label, Message message) {
    if (!m_missing)
        m_missing = YearGap{std::move(label), std::move(message)};
}

void YearBasis::readClimate(const Context& context) {
    Result<std::optional<Climate>> climate = climateOf(context);
    if (!climate)
        return miss("weather of the climate that the design names (site.climate, cooling.climate)",
                    climate.error().message);
    if (!*climate)
        return miss("climate (site.climate, or a weather file in cooling.climate)", Message("year.missing.climate"));
    m_climate = std::move(**climate);
}

void YearBasis::readPlant(const Context& context) {
    std::vector<PlantPath> paths;
    if (const auto chosen = chosenPlant(context)) {
        paths.push_back(plantPathOf(*chosen));
    } else {
        const auto& drawn = context.lookUp<DrawnPlant>();
        if (!drawn.open().empty())
            return miss("what takes the heat of " + drawn.open() +
                            " outside (draw its chiller, dry cooler or tower, or choose power.plant)",
                        Message("year.missing.outlet").with("name", drawn.open()));
        if (drawn.paths().empty())
            return miss("cooling plant (draw its units and loops, or choose power.plant)",
                        Message("year.missing.plant"));
        if (drawn.leavesHeat())
            return miss("heat of racks that no cooling unit serves (serve them, or choose power.plant)",
                        Message("year.missing.unserved"));
        if (!drawn.areSharesKnown())
            return miss("share of the heat that each plant takes (power of all devices and their heat to liquid)",
                        Message("year.missing.shares"));
        paths = drawn.paths();
        const bool isSprayed = setting<Value>(context, setting_of::sprayedDryCoolers).si().typical() > 0;
        for (PlantPath& path : paths)
            path.isAssisted = path.hasDryCooler && isSprayed;
    }
    for (const PlantPath& path : paths) {
        const std::optional<double> setPoint = setPointOf(context, path);
        const std::string name = nameOfPath(context, path);
        if (!setPoint && dependsOnWeather(path)) {
            if (path.takesOutsideAir)
                return miss("supply air temperature (site.supply-air)", Message("year.missing.supply-air"));
            return miss("supply temperature of the water of " + name, Message("year.missing.water").with("name", name));
        }
        if (const auto key = unreadApproach(context, path))
            return miss(std::string("approach (").append(*key).append(")"),
                        Message("year.missing.approach").with("setting", *key));
        m_paths.push_back({path, name, setPoint, hoursOfPath(path, setPoint, m_climate.bins, m_approaches)});
    }
}

YearBasis YearBasis::over(WeatherBins bins) const {
    YearBasis one = *this;
    one.m_climate.bins = std::move(bins);
    one.m_climate.months.clear();
    for (YearPath& path : one.m_paths)
        path.hours = hoursOfPath(path.plant, path.setPoint, one.m_climate.bins, m_approaches);
    return one;
}

namespace year_parts {

Value shareOf(const std::array<double, 3>& hours, double all) {
    if (all <= 0)
        return Value::unknown(Grade::Estimate);
    const auto [least, most] = std::ranges::minmax(hours);
    return Value::range(least / all, hours[1] / all, most / all, Grade::Estimate);
}

} // namespace year_parts

ReadFact readGridCarbon(const Context& context) {
    ReadFact fact = readSetting(context, settingFact(setting_of::gridCarbon));
    fact.reading.label = "carbon of the grid, kg a kWh (cooling.year.grid-carbon)";
    const bool isGiven = context.setting(setting_of::gridCarbon.key) || context.assumption(setting_of::gridCarbon.key);
    if (!isGiven && !isOfDefaultGrid(siteText(context.project(), site::country)))
        fact.value = Value::unknown();
    return fact;
}

} // namespace rackwright
