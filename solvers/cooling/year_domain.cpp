// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/year_domain.h"

#include "solvers/cooling/figures.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/schedule_parts.h"

namespace rackwright {

namespace {

template <class N>
N carbonOfYear(const Context& context, const YearBasis& basis) {
    const auto energy = itEnergyAtAverage<N>(context) * pueOfYear<N>(context, basis);
    return energy.in(unit::kilowattHour)*numberOf<N>(readGridCarbon(context));
}

template <class N>
N yearOrUnknown(const YearBasis& basis, const N& hours) {
    return basis.missing() ? year_parts::notKnownOfYear<N>(basis) : hours * constant<N>(basis.hours() * 3600);
}

template <class N>
N freeShare(const Context& context, const YearBasis& basis) {
    return year_parts::overPaths<N>(basis, [&](const YearPath& path) {
        std::array<double, 3> free{};
        for (std::size_t end = 0; end < 3; ++end)
            free[end] = path.hours.dry[end] + path.hours.wet[end];
        return year_parts::hoursShare<N>(context, basis, path, free, "by outside air, dry coolers or evaporation");
    });
}

// Of the plant that is above its set point for longest.
template <class N>
N aboveShare(const Context& context, const YearBasis& basis) {
    Largest<dim::None, N> largest;
    for (const YearPath& path : basis.paths())
        largest.add(Ratio<N>(year_parts::hoursShare<N>(context, basis, path, path.hours.above, "above the set point")));
    return largest.value().si();
}

void addYearFigures(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, std::string unit, std::string_view reference, auto kernel) {
        figures.push_back(figure(figureRow(of, std::move(unit), reference, readsYear()),
                                 [kernel]<class N>(std::type_identity<N> number, const Context& context, Subject) {
                                     return kernel(number, context, context.lookUp<YearBasis>());
                                 }));
    };
    const std::string_view bins = "reference.weather-bins", water = "reference.evaporation";
    add(figure_of::coolingYearPue, "", bins,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Ratio<N>(pueOfYear<N>(context, basis));
        });
    add(figure_of::coolingYearWue, "L/kWh", water,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Ratio<N>(wueOfYear<N>(context, basis));
        });
    add(figure_of::coolingYearEnergy, "MWh", bins,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return itEnergyAtAverage<N>(context) * pueOfYear<N>(context, basis);
        });
    add(figure_of::coolingYearWater, "m3", water,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Quantity<dim::Volume, N>(
                itEnergyAtAverage<N>(context).in(unit::kilowattHour)*wueOfYear<N>(context, basis) /
                constant<N>(1000.0));
        });
    add(figure_of::coolingYearCarbon, "t", "reference.grid-carbon",
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Quantity<dim::Mass, N>(carbonOfYear<N>(context, basis));
        });
    add(figure_of::coolingYearHoursFree, "h", bins,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Quantity<dim::Time, N>(yearOrUnknown<N>(basis, freeShare<N>(context, basis)));
        });
    add(figure_of::coolingYearHoursAbove, "h", bins,
        []<class N>(std::type_identity<N>, const Context& context, const YearBasis& basis) {
            return Quantity<dim::Time, N>(yearOrUnknown<N>(basis, aboveShare<N>(context, basis)));
        });
}

void addYearSettings(std::vector<SettingDefinition>& settings) {
    SettingDefinition climate; // free text: no list of words
    climate.key = setting_of::kClimate;
    climate.source = {"Rackwright", "Hours of typical years (TMYx) by temperature", {}, {}};
    climate.meaning = "setting.cooling.climate";
    climate.defaultWord = setting_of::kClimateOfSite;
    settings.push_back(std::move(climate));
    const auto add = [&settings](const auto& key) {
        settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::dryApproach);
    add(setting_of::wetApproach);
    for (const auto& key : {setting_of::roomFans, setting_of::yearPumps, setting_of::outsideFans,
                            setting_of::airChillerCop, setting_of::waterChillerCop, setting_of::cycles,
                            setting_of::lights, setting_of::sprayedDryCoolers, setting_of::gridCarbon})
        add(key);
}

/// Share of the heat that is carried in a way in the hours of a bin.
Value wayOf(const YearBasis& basis, std::array<double, 3> YearHours::*way) {
    return year_parts::overPaths<Value>(
        basis, [&](const YearPath& path) { return year_parts::shareOf(path.hours.*way, basis.hours()); });
}

} // namespace

Schedule yearSchedule(const Context& context, const YearBasis& basis) {
    Schedule schedule =
        emptySchedule("year", {numberColumn("Dry-bulb from C", "C"), numberColumn("Wet-bulb C", "C"),
                               numberColumn("Hours"), numberColumn("PUE"), numberColumn("Water L/kWh"),
                               numberColumn("Dry %", "%"), numberColumn("Evaporation %", "%"),
                               numberColumn("Chillers %", "%"), numberColumn("Above set point %", "%")});
    if (basis.missing()) {
        schedule.notes = {basis.missing()->message};
        return schedule;
    }
    for (const WeatherBin& bin : basis.climate().bins) {
        const YearBasis hours = basis.in(bin);
        schedule.rows.push_back(
            {"bin:" + std::to_string(bin.dryBulbFloor),
             RowRole::Line,
             {},
             {Value(bin.dryBulbFloor + 273.15), Value(bin.meanWetBulb + 273.15), static_cast<std::int64_t>(bin.hours),
              pueOfYear<Value>(context, hours), wueOfYear<Value>(context, hours), wayOf(hours, &YearHours::dry),
              wayOf(hours, &YearHours::wet), wayOf(hours, &YearHours::chiller), wayOf(hours, &YearHours::above)}});
    }
    schedule.notes = {Message("schedule.year.climate").with("name", basis.climate().name),
                      Message("schedule.year.left-out")};
    return schedule;
}

namespace {

// IT energy of the hours of a month at average load.
Quantity<dim::Energy, Value> itEnergyOf(const Context& context, const YearBasis& month) {
    return itPower<Value>(context, context.groups(), LoadKind::Average) *
           Quantity<dim::Time, Value>(Value(month.hours() * 3600));
}

} // namespace

Quantity<dim::Energy, Value> energyOfMonth(const Context& context, const YearBasis& basis, std::size_t month) {
    const YearBasis hours = basis.inMonth(month);
    return itEnergyOf(context, hours) * pueOfYear<Value>(context, hours);
}

Schedule monthSchedule(const Context& context, const YearBasis& basis) {
    Schedule schedule =
        emptySchedule("year-months", {textColumn("Month"), numberColumn("Hours"), numberColumn("PUE"),
                                      numberColumn("Energy MWh", "MWh"), numberColumn("Water m3", "m3"),
                                      numberColumn("Dry %", "%"), numberColumn("Evaporation %", "%"),
                                      numberColumn("Chillers %", "%"), numberColumn("Above set point %", "%")});
    if (basis.missing() || basis.climate().months.size() != kMonths) {
        schedule.notes = {basis.missing() ? basis.missing()->message
                                          : Message("schedule.year-months.unknown").with("name", basis.climate().name)};
        return schedule;
    }
    for (std::size_t month = 0; month < kMonths; ++month) {
        const YearBasis hours = basis.inMonth(month);
        const Value litres = itEnergyOf(context, hours).in(unit::kilowattHour)*wueOfYear<Value>(context, hours);
        schedule.rows.push_back(
            {"month:" + std::to_string(month + 1),
             RowRole::Line,
             {},
             {Message("month." + std::to_string(month + 1)), static_cast<std::int64_t>(hours.hours()),
              pueOfYear<Value>(context, hours), energyOfMonth(context, basis, month).si(), litres / Value(1000.0),
              wayOf(hours, &YearHours::dry), wayOf(hours, &YearHours::wet), wayOf(hours, &YearHours::chiller),
              wayOf(hours, &YearHours::above)}});
    }
    schedule.notes = {Message("schedule.year-months.climate").with("name", basis.climate().name),
                      Message("schedule.year.left-out")};
    return schedule;
}

void addYear(Domain& domain) {
    addYearFigures(domain.figures);
    addYearSettings(domain.settings);
    domain.schedules.push_back(
        {"year", 52, [](const ScheduleInput& in) { return yearSchedule(in.context, in.context.lookUp<YearBasis>()); },
         true});
    domain.schedules.push_back(
        {"year-months", 53,
         [](const ScheduleInput& in) { return monthSchedule(in.context, in.context.lookUp<YearBasis>()); }, true});
}

} // namespace rackwright
