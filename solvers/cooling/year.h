// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of a year: what the plant takes of electricity and water by the hours of the climate at each temperature. In
// an hour the plant cools by outside air or dry coolers where the dry-bulb and their approach allow it, else by
// evaporation where the wet-bulb does, else by its chillers; a plant without them lets its water grow warmer. IT power
// is the same all year, and its heat alone is carried; chillers have one COP.

#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/year_settings.h"
#include "solvers/power/loads.h"
#include "solvers/power/plant.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Hours in which a path cools in each way, at the low, typical and high approaches.
struct YearHours {
    std::array<double, 3> dry{}, wet{}, chiller{}, above{};
};

/// What the approaches of a plant are, K: low, typical, high.
struct YearApproaches {
    std::array<double, 3> dry{}, wet{};
};

/// Of a set point in C (unset: held by chillers alone) over bins.
YearHours hoursOfPath(const PlantPath& path, std::optional<double> setPoint, const WeatherBins& bins,
                      const YearApproaches& approaches);

struct YearPath {
    PlantPath plant;
    std::string name;               ///< of the water, or the kind of plant
    std::optional<double> setPoint; ///< C
    YearHours hours;
};

/// An input that nobody has given: as derivations call it, and as people are told.
struct YearGap {
    std::string label;
    Message message;
};

/// What the year rests on; a look-up of Context.
class YearBasis {
public:
    static constexpr std::array<std::string_view, 4> kReads = DrawnPlant::kReads;
    explicit YearBasis(const Context& context);

    /// What is missing first; nothing when all is known.
    const std::optional<YearGap>& missing() const { return m_missing; }
    const Climate& climate() const { return m_climate; }
    const std::vector<YearPath>& paths() const { return m_paths; }
    const YearApproaches& approaches() const { return m_approaches; }
    double hours() const { return m_climate.hours(); }
    /// The same plant in the hours of one bin.
    YearBasis in(const WeatherBin& bin) const { return over({bin}); }
    /// In those of a month, from 0, where the climate is known by month.
    YearBasis inMonth(std::size_t month) const { return over(m_climate.months.at(month)); }

private:
    YearBasis over(WeatherBins bins) const;
    void readClimate(const Context& context);
    void readPlant(const Context& context);
    void miss(std::string label, Message message);

    std::optional<YearGap> m_missing;
    Climate m_climate;
    std::vector<YearPath> m_paths;
    YearApproaches m_approaches;
};

/// Tables that the year reads beside settings and site record.
inline Reads readsYear() { return readsPlant(); }

namespace year_parts {

/// Share of the hours, as low, typical and high of what the approaches make of it.
Value shareOf(const std::array<double, 3>& hours, double all);

template <class N>
N hoursShare(const Context& context, const YearBasis& basis, const YearPath& path, const std::array<double, 3>& hours,
             std::string_view way) {
    const Value share = shareOf(hours, basis.hours());
    if constexpr (std::is_same_v<N, Value>)
        return share;
    else
        return Numbers<N>::lookedUp(
            share, {"hours " + std::string(way) + ", " + path.name, "%", 0.01},
            Source{basis.climate().name, "weather, hours by temperature", {}, {}},
            {setting<N>(context, setting_of::dryApproach).si(), setting<N>(context, setting_of::wetApproach).si()});
}

template <class N>
N chillerPower(const Context& context, const YearPath& path) {
    return constant<N>(1.0) /
           setting<N>(context, path.plant.isTowerCooled ? setting_of::waterChillerCop : setting_of::airChillerCop).si();
}

/// Electricity of a path for each watt of heat.
template <class N>
N pathPower(const Context& context, const YearBasis& basis, const YearPath& path) {
    const PlantPath& plant = path.plant;
    Sum<dim::None, N> sum;
    if (plant.hasFans)
        sum.add(setting<N>(context, setting_of::roomFans));
    if (!plant.takesOutsideAir)
        sum.add(setting<N>(context, setting_of::yearPumps));
    if (plant.hasDryCooler || plant.hasTower || plant.isTowerCooled)
        sum.add(setting<N>(context, setting_of::outsideFans));
    if (plant.hasChiller)
        sum.add(Ratio<N>(hoursShare<N>(context, basis, path, path.hours.chiller, "on chillers") *
                         chillerPower<N>(context, path)));
    return sum.total().si();
}

/// Heat that evaporates water for each watt of heat of a path.
template <class N>
N pathEvaporation(const Context& context, const YearBasis& basis, const YearPath& path) {
    const PlantPath& plant = path.plant;
    Sum<dim::None, N> sum;
    const auto add = [&](const std::array<double, 3>& hours, const char* way, bool withChiller) {
        const N share = hoursShare<N>(context, basis, path, hours, way);
        sum.add(Ratio<N>(withChiller ? share * (constant<N>(1.0) + chillerPower<N>(context, path)) : share));
    };
    if (plant.hasTower || plant.isAssisted)
        add(path.hours.wet, "by evaporation", false);
    if (plant.hasTower || plant.isAssisted)
        add(path.hours.above, "above the set point", false);
    if (plant.isTowerCooled)
        add(path.hours.chiller, "on chillers", true);
    return sum.total().si();
}

/// The sum over the paths of what each is for a watt of its heat, by their shares of the heat.
template <class N, class OfPath>
N overPaths(const YearBasis& basis, OfPath ofPath) {
    Sum<dim::None, N> sum;
    for (const YearPath& path : basis.paths()) {
        const N each = ofPath(path);
        sum.add(Ratio<N>(basis.paths().size() == 1
                             ? each
                             : each * Numbers<N>::given(Value(path.plant.share, Grade::Estimate),
                                                        {"share of the heat, " + path.name, "%", 0.01}, {})));
    }
    return sum.total().si();
}

template <class N>
N notKnownOfYear(const YearBasis& basis) {
    return Numbers<N>::given(Value::unknown(), {"not known: " + basis.missing()->label, {}, 1}, {});
}

} // namespace year_parts

/// 1 / efficiency of the chain + lights + electricity of the plant for each watt of IT.
template <class N>
N pueOfYear(const Context& context, const YearBasis& basis) {
    if (basis.missing())
        return year_parts::notKnownOfYear<N>(basis);
    return constant<N>(1.0) / chainEfficiency<N>(context).si() + setting<N>(context, setting_of::lights).si() +
           year_parts::overPaths<N>(
               basis, [&](const YearPath& path) { return year_parts::pathPower<N>(context, basis, path); });
}

/// Litres for each kWh of IT: 3600 / h_fg * coc / (coc - 1) of the heat that evaporates water, h_fg = 2,450 kJ/kg.
template <class N>
N wueOfYear(const Context& context, const YearBasis& basis) {
    if (basis.missing())
        return year_parts::notKnownOfYear<N>(basis);
    const N evaporated = year_parts::overPaths<N>(
        basis, [&](const YearPath& path) { return year_parts::pathEvaporation<N>(context, basis, path); });
    // coc / (coc - 1) as 1 + 1 / (coc - 1), so that its range holds each cycle once.
    const N makeUp =
        constant<N>(1.0) + constant<N>(1.0) / (setting<N>(context, setting_of::cycles).si() - constant<N>(1.0));
    return evaporated * constant<N>(3600.0) / constant<N>(2450.0) * makeUp;
}

/// kg for each kWh: what somebody says, else of the country that the default is of.
ReadFact readGridCarbon(const Context& context);

/// IT energy of a year at average load.
template <class N>
Quantity<dim::Energy, N> itEnergyAtAverage(const Context& context) {
    return itPower<N>(context, context.groups(), LoadKind::Average) *
           Quantity<dim::Time, N>(constant<N>(unit::year.si()));
}

/// The climate that a design names: its weather file or city; nothing where it names none. An Error for one that
/// nobody knows.
Result<std::optional<Climate>> climateOf(const Context& context);

} // namespace rackwright
