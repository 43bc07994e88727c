// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/formulas.h"

#include "model/units/number_text.h"
#include "solvers/cooling/formula_parts.h"

#include <array>
#include <cmath>
#include <string>

namespace rackwright {

namespace {

using namespace cooling_input;

constexpr double kCubicMetrePerSecondPerCfm = 0.00047194745; // NIST SP 811, appendix B.8
constexpr double kKilowattPerBtuPerHour = 0.29307107e-3;     // International Table BTU
constexpr double kKilowattPerTon = 3.516853;                 // 12,000 BTU/h

FormulaInput heatW() { return number("heat_w", "W", "heat carried away", kNotNegative); }
FormulaInput riseK() { return number("dt_k", "K", "temperature rise of the medium", kPositive); }
FormulaInput altitude() { return number("altitude_m", "m", "height above sea level", Allowed::within(-1000, 44'000)); }
FormulaInput rackKw() { return number("rack_kw", "kW", "power of the rack", kNotNegative); }
FormulaInput exponent() { return number("exponent", "-", "exponent of the law", Allowed::any()); }
FormulaInput scheme() { return choice("scheme", "redundancy", {"N", "N+1", "2N"}); }

// ICAO standard atmosphere, troposphere: p(h) / p(0).
template <class N>
N pressureRatio(const N& altitudeM) {
    return power(N(1) - N(2.25577e-5) * altitudeM, N(5.25588));
}

void addAir(FormulaRegistry& registry) {
    registry.add(formula("airflow_m3s", "m3/s", "heat_w/(rho*cp*dt_k)", {heatW(), riseK(), density(), specificHeat()},
                         "calc-reference.airflow-m3s", []<class N>(const Inputs<N>& in) {
                             return in("heat_w") / (in("rho") * in("cp") * in("dt_k"));
                         }));
    registry.add(formula("airflow_cfm", "CFM", "heat_w/(rho*cp*dt_k)/0.00047194745",
                         {heatW(), riseK(), density(), specificHeat()}, "calc-reference.sensible-heat-cfm",
                         []<class N>(const Inputs<N>& in) {
                             return in("heat_w") / (in("rho") * in("cp") * in("dt_k")) / N(kCubicMetrePerSecondPerCfm);
                         }));
    registry.add(formula("air_dt_k", "K", "heat_w/(rho*cp*flow_cfm*0.00047194745)",
                         {heatW(), number("flow_cfm", "CFM", "air flow", kPositive), density(), specificHeat()},
                         "calc-reference.sensible-heat-cfm", []<class N>(const Inputs<N>& in) {
                             return in("heat_w") /
                                    (in("rho") * in("cp") * in("flow_cfm") * N(kCubicMetrePerSecondPerCfm));
                         }));
    registry.add(
        formula("air_density_kgm3", "kg/m3", "101325*(1-2.25577e-5*altitude_m)^5.25588/(287.055*(temp_c+273.15))",
                {altitude(), number("temp_c", "C", "air temperature", kCelsius)}, "calc-reference.air-density-kgm3",
                []<class N>(const Inputs<N>& in) {
                    return N(101325) * pressureRatio(in("altitude_m")) / (N(287.055) * (in("temp_c") + N(273.15)));
                }));
    registry.add(formula("airflow_altitude_factor", "-", "(1-2.25577e-5*altitude_m)^-5.25588",
                         {altitude(), remark("temp_c", "cancels: both densities at one temperature")},
                         "calc-reference.airflow-altitude-factor",
                         []<class N>(const Inputs<N>& in) { return N(1) / pressureRatio(in("altitude_m")); }));
    registry.add(formula("heat_kw_from_btuh", "kW", "btu_per_h*0.29307107e-3",
                         {number("btu_per_h", "BTU/h", "heat", Allowed::any())}, "calc-reference.btu",
                         []<class N>(const Inputs<N>& in) { return in("btu_per_h") * N(kKilowattPerBtuPerHour); }));
    registry.add(formula("btuh_from_kw", "BTU/h", "kw/0.29307107e-3", {number("kw", "kW", "heat", Allowed::any())},
                         "calc-reference.btu",
                         []<class N>(const Inputs<N>& in) { return in("kw") / N(kKilowattPerBtuPerHour); }));
    registry.add(formula("tons_refrigeration", "ton", "kw/3.516853", {number("kw", "kW", "heat", Allowed::any())},
                         "calc-reference.tons-refrigeration",
                         []<class N>(const Inputs<N>& in) { return in("kw") / N(kKilowattPerTon); }));
    registry.add(formula("affinity_power_ratio", "-", "speed_ratio^exponent",
                         {number("speed_ratio", "-", "new speed over old speed", kNotNegative), exponent()},
                         "calc-reference.affinity-power-ratio",
                         []<class N>(const Inputs<N>& in) { return power(in("speed_ratio"), in("exponent")); }));
}

void addLiquid(FormulaRegistry& registry) {
    registry.add(formula("liquid_flow_lpm", "L/min", "60000*1000*heat_kw/(rho*cp*dt_k)",
                         {heatKw(), riseK(), density(), specificHeat()}, "calc-reference.sensible-heat-mass",
                         []<class N>(const Inputs<N>& in) {
                             return N(60000.0 * 1000) * in("heat_kw") / (in("rho") * in("cp") * in("dt_k"));
                         }));
    registry.add(formula("liquid_dt_k", "K", "60000*1000*heat_kw/(rho*cp*flow_lpm)",
                         {heatKw(), number("flow_lpm", "L/min", "flow", kPositive), density(), specificHeat()},
                         "calc-reference.sensible-heat-mass", []<class N>(const Inputs<N>& in) {
                             return N(60000.0 * 1000) * in("heat_kw") / (in("rho") * in("cp") * in("flow_lpm"));
                         }));
    registry.add(formula("pump_power_kw", "kW", "flow_lpm/60000*dp_kpa/eta",
                         {number("flow_lpm", "L/min", "flow", kNotNegative),
                          number("dp_kpa", "kPa", "pressure difference", kNotNegative),
                          number("eta", "-", "efficiency of the pump and its motor", Allowed::efficiency())},
                         "calc-reference.pump-power-kw", []<class N>(const Inputs<N>& in) {
                             return in("flow_lpm") / N(60000) * in("dp_kpa") / in("eta");
                         }));
    registry.add(formula("system_dp_kpa", "kPa", "dp_ref_kpa*flow_ratio^exponent",
                         {number("dp_ref_kpa", "kPa", "pressure difference at the reference flow", kNotNegative),
                          number("flow_ratio", "-", "flow over reference flow", kNotNegative), exponent()},
                         "calc-reference.system-dp-kpa", []<class N>(const Inputs<N>& in) {
                             return in("dp_ref_kpa") * power(in("flow_ratio"), in("exponent"));
                         }));
    registry.add(formula("rack_air_heat_kw", "kW", "rack_kw-liquid_kw",
                         {rackKw(), number("liquid_kw", "kW", "heat taken by liquid", kNotNegative)},
                         "calc-reference.rack-air-heat-kw", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("liquid_kw") > in.plain("rack_kw"))
                                 return in.outOfDomain("liquid_kw", "<= rack_kw");
                             return in("rack_kw") - in("liquid_kw");
                         }));
    registry.add(formula("loop_ridethrough_s", "s", "coolant_l/1000*rho*cp*dt_k/(1000*heat_kw)",
                         {number("coolant_l", "L", "coolant in the loop", kNotNegative), density(), specificHeat(),
                          number("dt_k", "K", "rise that is allowed", kNotNegative), heatKwNotZero()},
                         "calc-reference.loop-ridethrough-s", []<class N>(const Inputs<N>& in) {
                             return in("coolant_l") / N(1000) * in("rho") * in("cp") * in("dt_k") /
                                    (N(1000) * in("heat_kw"));
                         }));
    registry.add(formula("tank_ridethrough_min", "min", "volume_m3*rho*cp*dt_k*usable/(1000*heat_kw)/60",
                         {number("volume_m3", "m3", "volume of the tank", kNotNegative), density(), specificHeat(),
                          number("dt_k", "K", "rise that is allowed", kNotNegative),
                          number("usable", "-", "share of the volume that serves", kShare), heatKwNotZero()},
                         "calc-reference.tank-ridethrough-min", []<class N>(const Inputs<N>& in) {
                             return in("volume_m3") * in("rho") * in("cp") * in("dt_k") * in("usable") /
                                    (N(1000) * in("heat_kw")) / N(60);
                         }));
}

// Counterflow effectiveness, Kays and London; the limit Cr = 1 is taken early, where the general form loses its digits.
template <class N>
N effectiveness(const N& ntu, const N& cr) {
    if (std::abs(1 - plainNumberOf(cr)) < 1e-7)
        return ntu / (N(1) + ntu);
    const N unlike = N(1) - cr;
    const N gone = N(0) - exponentialLessOne(N(0) - ntu * unlike); // 1 - exp(-ntu (1 - cr))
    return gone / (unlike + cr * gone);
}

template <class N>
N exchangedHeat(const Inputs<N>& in) {
    const N smaller = minimum(in("c_hot_kw_k"), in("c_cold_kw_k"));
    const N larger = maximum(in("c_hot_kw_k"), in("c_cold_kw_k"));
    return effectiveness<N>(in("ua_kw_k") / smaller, smaller / larger) * smaller * (in("t_hot_in") - in("t_cold_in"));
}

template <class N>
Outcome<N> dewPointMargin(const Inputs<N>& in) {
    if (in.plain("room_c") <= -243.12)
        return in.outOfDomain("room_c", "> -243.12");
    const N g = naturalLog(in("rh_pct") / N(100)) + N(17.62) * in("room_c") / (N(243.12) + in("room_c"));
    const N dewPoint = N(243.12) * g / (N(17.62) - g);
    return in("surface_c") - dewPoint;
}

void addHeatExchangers(FormulaRegistry& registry) {
    const std::vector<FormulaInput> exchanger = {
        number("ua_kw_k", "kW/K", "conductance of the exchanger", kNotNegative),
        number("c_hot_kw_k", "kW/K", "heat capacity flow, hot side", kPositive),
        number("c_cold_kw_k", "kW/K", "heat capacity flow, cold side", kPositive),
        number("t_hot_in", "C", "entering temperature, hot side", kCelsius),
        number("t_cold_in", "C", "entering temperature, cold side", kCelsius),
        choice("arrangement", "flow arrangement", {"counterflow", "counter-flow"}).orElse("counterflow")};
    registry.add(formula("hx_effectiveness_counterflow", "-",
                         "(1-exp(-ntu*(1-cr)))/(1-cr*exp(-ntu*(1-cr))); if cr=1: ntu/(1+ntu)",
                         {number("ntu", "-", "number of transfer units", kNotNegative),
                          number("cr", "-", "smaller over larger heat capacity flow", kShare)},
                         "calc-reference.hx-effectiveness-counterflow",
                         []<class N>(const Inputs<N>& in) { return effectiveness(in("ntu"), in("cr")); }));
    registry.add(formula("hx_heat_kw", "kW",
                         "Cmin, Cmax = smaller, larger of c_hot_kw_k, c_cold_kw_k; "
                         "eps=hx_effectiveness_counterflow(ua_kw_k/Cmin, Cmin/Cmax); eps*Cmin*(t_hot_in-t_cold_in)",
                         exchanger, "calc-reference.hx-heat-kw",
                         []<class N>(const Inputs<N>& in) { return exchangedHeat(in); }));
    registry.add(
        formula("hx_hot_out_c", "C", "t_hot_in-hx_heat_kw/c_hot_kw_k", exchanger, "calc-reference.hx-hot-out-c",
                []<class N>(const Inputs<N>& in) { return in("t_hot_in") - exchangedHeat(in) / in("c_hot_kw_k"); }));
    registry.add(formula("rdhx_heat_kw", "kW", "effectiveness*Cmin*(t_air_in-t_water_in); Cmin=c_air_kw_k",
                         {number("effectiveness", "-", "effectiveness of the door", kShare),
                          number("c_air_kw_k", "kW/K", "heat capacity flow of the air", kNotNegative),
                          number("t_air_in", "C", "air entering the door", kCelsius),
                          number("t_water_in", "C", "water entering the door", kCelsius),
                          choice("c_min", "side with the smaller heat capacity flow", {"air"}).orElse("air")},
                         "calc-reference.rdhx-heat-kw", []<class N>(const Inputs<N>& in) {
                             return in("effectiveness") * in("c_air_kw_k") * (in("t_air_in") - in("t_water_in"));
                         }));
    registry.add(
        formula("rdhx_room_heat_kw", "kW", "rack_kw-effectiveness*(rack_kw/air_dt_k)*(t_rack_in+air_dt_k-t_water_in)",
                {rackKw(), number("effectiveness", "-", "effectiveness of the door", kShare),
                 number("t_rack_in", "C", "air entering the rack", kCelsius),
                 number("t_water_in", "C", "water entering the door", kCelsius),
                 number("air_dt_k", "K", "air temperature rise across the rack", kPositive)},
                "calc-reference.rdhx-room-heat-kw", []<class N>(const Inputs<N>& in) {
                    return in("rack_kw") - in("effectiveness") * (in("rack_kw") / in("air_dt_k")) *
                                               (in("t_rack_in") + in("air_dt_k") - in("t_water_in"));
                }));
    registry.add(formula("dew_point_margin_k", "K",
                         "g=ln(rh_pct/100)+17.62*room_c/(243.12+room_c); dew=243.12*g/(17.62-g); surface_c-dew",
                         {number("surface_c", "C", "temperature of the coldest surface", kCelsius),
                          number("room_c", "C", "dry-bulb temperature of the room", kCelsius),
                          [] {
                              Allowed humidity = Allowed::within(0, 100);
                              humidity.lowIncluded = false;
                              return number("rh_pct", "%", "relative humidity of the room", humidity);
                          }()},
                         "calc-reference.dew-point-margin-k",
                         []<class N>(const Inputs<N>& in) { return dewPointMargin(in); }));
}

std::string waterClass(double supplyC) {
    for (const int limit : {17, 27, 32, 40, 45})
        if (supplyC <= limit)
            return "W" + std::to_string(limit);
    return "W+";
}

void addWaterTemperatures(FormulaRegistry& registry) {
    registry.add(formula("w_class_required", "class", "smallest of W17, W27, W32, W40, W45 >= fws_supply_c, else W+",
                         {number("fws_supply_c", "C", "facility water supply temperature", kCelsius)},
                         "calc-reference.w-class-required",
                         []<class N>(const Inputs<N>& in) { return waterClass(in.plain("fws_supply_c")); }));
    registry.add(formula("tcs_supply_reachable_c", "C", "dry_bulb_c+dry_cooler_approach_k+cdu_approach_k",
                         {number("dry_bulb_c", "C", "outdoor dry-bulb temperature", kCelsius),
                          number("dry_cooler_approach_k", "K", "approach of the dry cooler", kNotNegative),
                          number("cdu_approach_k", "K", "approach of the CDU", kNotNegative)},
                         "calc-reference.tcs-supply-reachable-c", []<class N>(const Inputs<N>& in) {
                             return in("dry_bulb_c") + in("dry_cooler_approach_k") + in("cdu_approach_k");
                         }));
    registry.add(formula("fws_max_supply_c", "C", "tcs_supply_c-approach_k",
                         {number("tcs_supply_c", "C", "supply temperature of the technology cooling system", kCelsius),
                          number("approach_k", "K", "approach of the CDU", kNotNegative)},
                         "calc-reference.fws-max-supply-c",
                         []<class N>(const Inputs<N>& in) { return in("tcs_supply_c") - in("approach_k"); }));
}

std::string coolingMethod(double rackKw) {
    struct Method {
        double below;
        const char* name;
    };
    constexpr std::array<Method, 5> methods = {{{15, "air CRAC"},
                                                {30, "air in-row"},
                                                {50, "rear-door"},
                                                {150, "direct-to-chip"},
                                                {200, "immersion single-phase"}}};
    for (const Method& method : methods)
        if (rackKw < method.below)
            return method.name;
    return "immersion two-phase";
}

template <class N>
N withRedundancy(const N& needed, const std::string& redundancy) {
    if (redundancy == "N+1")
        return needed + N(1);
    return redundancy == "2N" ? N(2) * needed : needed;
}

void addMethodsAndUnits(FormulaRegistry& registry) {
    registry.add(formula("cooling_method", "",
                         "kW per rack: < 15 air CRAC; < 30 air in-row; < 50 rear-door; < 150 direct-to-chip; < 200 "
                         "immersion single-phase; else immersion two-phase",
                         {number("kw_per_rack", "kW", "power of a rack", kNotNegative)},
                         "calc-reference.cooling-method",
                         []<class N>(const Inputs<N>& in) { return coolingMethod(in.plain("kw_per_rack")); }));
    registry.add(
        formula("cooling_method_verdict", "-",
                "below if rack_kw < limit_low; within if limit_low <= rack_kw < limit_high; over if rack_kw >= "
                "limit_high",
                {rackKw(), remark("method", "name of the method"),
                 number("limit_low", "kW", "power from which the method makes sense", kNotNegative),
                 number("limit_high", "kW", "power that the method no longer carries", kNotNegative)},
                "calc-reference.cooling-method-verdict", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                    const double kw = in.plain("rack_kw");
                    if (in.plain("limit_high") < in.plain("limit_low"))
                        return in.outOfDomain("limit_high", ">= limit_low");
                    if (kw >= in.plain("limit_high"))
                        return std::string("over");
                    return std::string(kw < in.plain("limit_low") ? "below" : "within");
                }));
    registry.add(formula("cooling_units_required", "units", "N=ceil(heat_kw/unit_kw); scheme N: N; N+1: N+1; 2N: 2*N",
                         {heatKw(), number("unit_kw", "kW", "capacity of one unit", kPositive), scheme()},
                         "calc-reference.equal-sharing", []<class N>(const Inputs<N>& in) {
                             return withRedundancy(ceiling(in("heat_kw") / in("unit_kw")), in.text("scheme"));
                         }));
    registry.add(formula("cooling_capacity_after_failure_kw", "kW", "(units-failed)*unit_kw",
                         {number("units", "", "units installed", Allowed::count()),
                          number("unit_kw", "kW", "capacity of one unit", kNotNegative),
                          number("failed", "", "units lost", Allowed::count())},
                         "calc-reference.cooling-capacity-after-failure-kw",
                         []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("failed") > in.plain("units"))
                                 return in.outOfDomain("failed", "<= units");
                             return (in("units") - in("failed")) * in("unit_kw");
                         }));
}

} // namespace

void addCoolingFormulas(FormulaRegistry& registry) {
    addAir(registry);
    addLiquid(registry);
    addHeatExchangers(registry);
    addWaterTemperatures(registry);
    addMethodsAndUnits(registry);
    addRoomAirFormulas(registry);
    addSeasonFormulas(registry);
}

} // namespace rackwright
