// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/formula_parts.h"

#include "model/units/number_text.h"
#include "solvers/cooling/weather.h"

#include <cmath>
#include <optional>
#include <string_view>

namespace rackwright {

namespace {

using namespace cooling_input;

FormulaInput latentHeat() { return number("h_fg_kj_kg", "kJ/kg", "latent heat of evaporation", kPositive); }
FormulaInput cycles() { return number("coc", "-", "cycles of concentration", Allowed::above(1)); }
FormulaInput city() { return text("city", "city of the weather file"); }

void addRideThrough(FormulaRegistry& registry) {
    registry.add(formula("ridethrough_s", "s", "c_air_kj_k*dt_allow_k/heat_kw",
                         {number("c_air_kj_k", "kJ/K", "heat capacity of the room air", kNotNegative), heatKwNotZero(),
                          number("dt_allow_k", "K", "rise that is allowed", kNotNegative)},
                         "calc-reference.ridethrough-s", []<class N>(const Inputs<N>& in) {
                             return in("c_air_kj_k") * in("dt_allow_k") / in("heat_kw");
                         }));
    registry.add(formula("ridethrough_rise_k", "K",
                         "tau=Ca*Cm/(UA*(Ca+Cm)); th=P/Ca*tau*(1-exp(-t/tau)); (P*t+Cm*th)/(Ca+Cm)",
                         {number("heat_kw", "kW", "heat of the room (P)", kNotNegative),
                          number("c_air_kj_k", "kJ/K", "heat capacity of the air (Ca)", kPositive),
                          number("c_mass_kj_k", "kJ/K", "heat capacity of the solids (Cm)", kPositive),
                          number("ua_kw_k", "kW/K", "conductance between air and solids (UA)", kPositive),
                          number("t_s", "s", "time without cooling (t)", kNotNegative)},
                         "calc-reference.ridethrough-rise-k", []<class N>(const Inputs<N>& in) {
                             const N air = in("c_air_kj_k"), mass = in("c_mass_kj_k"), heat = in("heat_kw");
                             const N tau = air * mass / (in("ua_kw_k") * (air + mass));
                             const N lag = heat / air * tau * (N(0) - exponentialLessOne(N(0) - in("t_s") / tau));
                             return (heat * in("t_s") + mass * lag) / (air + mass);
                         }));
}

struct AnnualBins {
    double upper = 0, lower = 0; ///< energies, or weighted cooling and hours
    bool isEnergy = false;
};

std::optional<AnnualBins> readAnnualBins(std::string_view text) {
    AnnualBins sums;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        const std::string_view bin = text.substr(at, end - at);
        const auto energy = numbersInPattern(bin, "#h:it=#:fac=#");
        const auto cooling = numbersInPattern(bin, "#h:#");
        if ((!energy && !cooling) || (at > 0 && sums.isEnergy != energy.has_value()))
            return std::nullopt;
        const std::vector<double>& n = energy ? *energy : *cooling;
        if (n[0] < 0 || n[1] < 0 || n.back() < 0)
            return std::nullopt;
        sums.isEnergy = energy.has_value();
        sums.upper += energy ? n[0] * n[2] : n[0] * n[1];
        sums.lower += energy ? n[0] * n[1] : n[0];
        at = end + 1;
    }
    return sums;
}

template <class N>
Outcome<N> annualPue(const Inputs<N>& in) {
    const auto sums = readAnnualBins(in.text("bins"));
    if (!sums)
        return in.unreadable("bins", "4380h:it=1000:fac=1100|4380h:it=500:fac=600");
    if (sums->lower <= 0)
        return in.outOfDomain("bins", sums->isEnergy ? "sum(h*it) > 0" : "sum(h) > 0");
    const auto sum = [](double value, const char* label, const char* unit) {
        return Numbers<N>::given(Value(value, Grade::Assumption), {label, unit, 1}, {});
    };
    if (sums->isEnergy)
        return sum(sums->upper, "facility energy", "kWh") / sum(sums->lower, "IT energy", "kWh");
    if (!in.has("elec_overhead"))
        return in.missing("elec_overhead");
    return N(1) + in("elec_overhead") + sum(sums->upper, "hours x cooling", "h") / sum(sums->lower, "hours", "h");
}

template <class N>
Outcome<N> freeHours(const Inputs<N>& in, const WeatherBins& all) {
    const Result<WeatherBins> bins = binsOf(all, in.text("city"));
    if (!bins)
        return bins.error();
    int hours = 0;
    for (const WeatherBin& bin : *bins)
        if (bin.dryBulbFloor < in.plain("threshold_c"))
            hours += bin.hours;
    return tabulated<N>(hours, {"hours of " + in.text("city") + " with floor(T) < threshold_c", "h"},
                        {in("threshold_c")});
}

template <class N>
Outcome<N> weatherPue(const Inputs<N>& in, const WeatherBins& all) {
    const Result<WeatherBins> bins = binsOf(all, in.text("city"));
    if (!bins)
        return bins.error();
    constexpr double kNoise = 1e-9; // a bin exactly at the set point is free although 18.5 + 6.3 is not 24.8 in binary
    int chillerHours = 0, allHours = 0;
    for (const WeatherBin& bin : *bins) {
        const double dryBulb = bin.dryBulbFloor + 0.5;
        allHours += bin.hours;
        if (dryBulb + in.plain("approach_k") > in.plain("fws_setpoint_c") + kNoise)
            chillerHours += bin.hours;
    }
    const N share = tabulated<N>(chillerHours, {"hours with T + approach_k > fws_setpoint_c", "h"},
                                 {in("approach_k"), in("fws_setpoint_c")}) /
                    tabulated<N>(allHours, {"hours of " + in.text("city"), "h"}, {});
    return N(1) + in("elec_overhead") + in("fan_pump_per_it") + share / in("chiller_cop");
}

void addAnnual(FormulaRegistry& registry) {
    const FormulaInput overhead =
        number("elec_overhead", "-", "electrical losses and lights per IT power", kNotNegative);
    registry.add(formula(
        "pue", "-", "(it_kw+ups_loss_kw+dist_loss_kw+cooling_kw+lights_kw)/it_kw",
        {number("it_kw", "kW", "IT power", kPositive), number("ups_loss_kw", "kW", "loss of the UPS", kNotNegative),
         number("dist_loss_kw", "kW", "loss of the distribution", kNotNegative),
         number("cooling_kw", "kW", "power of the cooling", kNotNegative),
         number("lights_kw", "kW", "lights and the rest", kNotNegative)},
        "calc-reference.pue", []<class N>(const Inputs<N>& in) {
            return (in("it_kw") + in("ups_loss_kw") + in("dist_loss_kw") + in("cooling_kw") + in("lights_kw")) /
                   in("it_kw");
        }));
    FormulaInput optionalOverhead = overhead;
    optionalOverhead.isOptional = true;
    registry.add(formula("pue_annual", "-",
                         "bins <h>h:it=<kW>:fac=<kW>: sum(h*fac)/sum(h*it); bins <h>h:<cooling kW per IT kW>: "
                         "1+elec_overhead+sum(h*c)/sum(h)",
                         {text("bins", "bins separated by |"), remark("rule", "what the bins hold"), optionalOverhead},
                         "calc-reference.pue-annual", []<class N>(const Inputs<N>& in) { return annualPue(in); }));
    const WeatherBins bins = builtInWeatherBins();
    registry.add(formula("hours_below_drybulb", "h", "sum of hours over the bins of city with floor(T) < threshold_c",
                         {city(), number("threshold_c", "C", "outdoor dry-bulb limit", Allowed::any()),
                          remark("rule", "how bins are counted")},
                         "calc-reference.hours-below-drybulb",
                         [bins]<class N>(const Inputs<N>& in) { return freeHours(in, bins); }));
    registry.add(formula(
        "pue_weather_bins", "-",
        "1+elec_overhead+mean over hours of (fan_pump_per_it+(0 if T+approach_k <= fws_setpoint_c, else "
        "1/chiller_cop)), T=floor+0.5",
        {city(), number("fws_setpoint_c", "C", "set point of the facility water", kCelsius),
         number("approach_k", "K", "approach of the dry cooler", kNotNegative),
         number("fan_pump_per_it", "-", "fans and pumps per IT power", kNotNegative),
         number("chiller_cop", "-", "coefficient of performance of the chiller", kPositive), overhead,
         remark("bin_temp", "temperature that stands for a bin")},
        "calc-reference.pue-weather-bins", [bins]<class N>(const Inputs<N>& in) { return weatherPue(in, bins); }));
}

void addWater(FormulaRegistry& registry) {
    registry.add(formula("evaporation_l_per_kwh", "L/kWh", "3600/h_fg_kj_kg/rho",
                         {latentHeat(), number("rho", "kg/L", "density of water", kPositive)},
                         "calc-reference.evaporation-l-per-kwh",
                         []<class N>(const Inputs<N>& in) { return N(3600) / in("h_fg_kj_kg") / in("rho"); }));
    registry.add(
        formula("tower_makeup_l_per_kwh_heat", "L/kWh", "3600/h_fg_kj_kg*(coc/(coc-1)+drift_fraction)",
                {latentHeat(), cycles(), number("drift_fraction", "-", "drift per evaporated water", kNotNegative)},
                "calc-reference.tower-makeup-l-per-kwh-heat", []<class N>(const Inputs<N>& in) {
                    return N(3600) / in("h_fg_kj_kg") * (in("coc") / (in("coc") - N(1)) + in("drift_fraction"));
                }));
    registry.add(formula(
        "wue_l_per_kwh", "L/kWh", "pct_heat_evap*heat_per_it_kwh*3600/h_fg_kj_kg*coc/(coc-1)",
        {number("pct_heat_evap", "-", "share of the heat that is rejected by evaporation, 0 to 1", kShare),
         number("heat_per_it_kwh", "kWh/kWh", "heat rejected per IT energy", kNotNegative), latentHeat(), cycles()},
        "calc-reference.wue-l-per-kwh", []<class N>(const Inputs<N>& in) {
            return in("pct_heat_evap") * in("heat_per_it_kwh") * N(3600) / in("h_fg_kj_kg") * in("coc") /
                   (in("coc") - N(1));
        }));
    registry.add(formula("water_m3", "m3", "it_mwh*wue_l_per_kwh",
                         {number("it_mwh", "MWh", "IT energy", kNotNegative),
                          number("wue_l_per_kwh", "L/kWh", "water per IT energy", kNotNegative)},
                         "calc-reference.water-m3",
                         []<class N>(const Inputs<N>& in) { return in("it_mwh") * in("wue_l_per_kwh"); }));
}

} // namespace

void addSeasonFormulas(FormulaRegistry& registry) {
    addRideThrough(registry);
    addAnnual(registry);
    addWater(registry);
}

} // namespace rackwright
