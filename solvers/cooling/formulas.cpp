// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/formulas.h"

#include "model/units/number_text.h"
#include "solvers/cooling/recirculation.h"
#include "solvers/cooling/weather.h"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative(), kShare = Allowed::share();
const Allowed kCelsius = Allowed::above(-273.15);

constexpr double kCubicMetrePerSecondPerCfm = 0.00047194745; // NIST SP 811, appendix B.8
constexpr double kKilowattPerBtuPerHour = 0.29307107e-3;     // International Table BTU
constexpr double kKilowattPerTon = 3.516853;                 // 12,000 BTU/h

FormulaInput heatW() { return number("heat_w", "W", "heat carried away", kNotNegative); }
FormulaInput heatKw() { return number("heat_kw", "kW", "heat carried away", kNotNegative); }
FormulaInput heatKwNotZero() { return number("heat_kw", "kW", "heat of the load", kPositive); }
FormulaInput riseK() { return number("dt_k", "K", "temperature rise of the medium", kPositive); }
FormulaInput density() { return number("rho", "kg/m3", "density of the medium", kPositive); }
FormulaInput specificHeat() { return number("cp", "J/(kg K)", "specific heat of the medium", kPositive); }
FormulaInput supplyC() { return number("t_sup", "C", "supply temperature", kCelsius); }
FormulaInput rackRiseK() { return number("rack_dt_k", "K", "temperature rise across the racks", kNotNegative); }
FormulaInput supplyRatio() { return number("supply_ratio", "-", "supply flow over rack flow", kPositive); }
FormulaInput altitude() { return number("altitude_m", "m", "height above sea level", Allowed::within(-1000, 44'000)); }
FormulaInput rackKw() { return number("rack_kw", "kW", "power of the rack", kNotNegative); }
FormulaInput exponent() { return number("exponent", "-", "exponent of the law", Allowed::any()); }
FormulaInput latentHeat() { return number("h_fg_kj_kg", "kJ/kg", "latent heat of evaporation", kPositive); }
FormulaInput cycles() { return number("coc", "-", "cycles of concentration", Allowed::above(1)); }
FormulaInput scheme() { return choice("scheme", "redundancy", {"N", "N+1", "2N"}); }
FormulaInput city() { return text("city", "city of the weather file"); }

// ICAO standard atmosphere, troposphere: p(h) / p(0).
template <class N>
N pressureRatio(const N& altitudeM) {
    return power(N(1) - N(2.25577e-5) * altitudeM, N(5.25588));
}

void addAir(FormulaRegistry& registry) {
    registry.add(formula("airflow_m3s", "m3/s", "heat_w/(rho*cp*dt_k)", {heatW(), riseK(), density(), specificHeat()},
                         "sensible heat balance Q = rho cp V dT", []<class N>(const Inputs<N>& in) {
                             return in("heat_w") / (in("rho") * in("cp") * in("dt_k"));
                         }));
    registry.add(formula(
        "airflow_cfm", "CFM", "heat_w/(rho*cp*dt_k)/0.00047194745", {heatW(), riseK(), density(), specificHeat()},
        "sensible heat balance; 1 CFM = 0.00047194745 m3/s (NIST SP 811)", []<class N>(const Inputs<N>& in) {
            return in("heat_w") / (in("rho") * in("cp") * in("dt_k")) / N(kCubicMetrePerSecondPerCfm);
        }));
    registry.add(
        formula("air_dt_k", "K", "heat_w/(rho*cp*flow_cfm*0.00047194745)",
                {heatW(), number("flow_cfm", "CFM", "air flow", kPositive), density(), specificHeat()},
                "sensible heat balance; 1 CFM = 0.00047194745 m3/s (NIST SP 811)", []<class N>(const Inputs<N>& in) {
                    return in("heat_w") / (in("rho") * in("cp") * in("flow_cfm") * N(kCubicMetrePerSecondPerCfm));
                }));
    registry.add(
        formula("air_density_kgm3", "kg/m3", "101325*(1-2.25577e-5*altitude_m)^5.25588/(287.055*(temp_c+273.15))",
                {altitude(), number("temp_c", "C", "air temperature", kCelsius)},
                "ICAO standard atmosphere; ideal gas, R = 287.055 J/(kg K)", []<class N>(const Inputs<N>& in) {
                    return N(101325) * pressureRatio(in("altitude_m")) / (N(287.055) * (in("temp_c") + N(273.15)));
                }));
    registry.add(formula("airflow_altitude_factor", "-", "(1-2.25577e-5*altitude_m)^-5.25588",
                         {altitude(), remark("temp_c", "cancels: both densities at one temperature")},
                         "ICAO standard atmosphere; flow grows as 1/density at equal heat and rise",
                         []<class N>(const Inputs<N>& in) { return N(1) / pressureRatio(in("altitude_m")); }));
    registry.add(formula("heat_kw_from_btuh", "kW", "btu_per_h*0.29307107e-3",
                         {number("btu_per_h", "BTU/h", "heat", Allowed::any())}, "NIST SP 811, International Table BTU",
                         []<class N>(const Inputs<N>& in) { return in("btu_per_h") * N(kKilowattPerBtuPerHour); }));
    registry.add(formula("btuh_from_kw", "BTU/h", "kw/0.29307107e-3", {number("kw", "kW", "heat", Allowed::any())},
                         "NIST SP 811, International Table BTU",
                         []<class N>(const Inputs<N>& in) { return in("kw") / N(kKilowattPerBtuPerHour); }));
    registry.add(formula("tons_refrigeration", "ton", "kw/3.516853", {number("kw", "kW", "heat", Allowed::any())},
                         "1 ton of refrigeration = 3.516853 kW",
                         []<class N>(const Inputs<N>& in) { return in("kw") / N(kKilowattPerTon); }));
    registry.add(formula("affinity_power_ratio", "-", "speed_ratio^exponent",
                         {number("speed_ratio", "-", "new speed over old speed", kNotNegative), exponent()},
                         "affinity laws of fans and pumps; 2.5 to 2.8 with static head",
                         []<class N>(const Inputs<N>& in) { return power(in("speed_ratio"), in("exponent")); }));
}

void addLiquid(FormulaRegistry& registry) {
    registry.add(formula("liquid_flow_lpm", "L/min", "60000*1000*heat_kw/(rho*cp*dt_k)",
                         {heatKw(), riseK(), density(), specificHeat()}, "sensible heat balance Q = m cp dT",
                         []<class N>(const Inputs<N>& in) {
                             return N(60000.0 * 1000) * in("heat_kw") / (in("rho") * in("cp") * in("dt_k"));
                         }));
    registry.add(formula("liquid_dt_k", "K", "60000*1000*heat_kw/(rho*cp*flow_lpm)",
                         {heatKw(), number("flow_lpm", "L/min", "flow", kPositive), density(), specificHeat()},
                         "sensible heat balance Q = m cp dT", []<class N>(const Inputs<N>& in) {
                             return N(60000.0 * 1000) * in("heat_kw") / (in("rho") * in("cp") * in("flow_lpm"));
                         }));
    registry.add(formula("pump_power_kw", "kW", "flow_lpm/60000*dp_kpa/eta",
                         {number("flow_lpm", "L/min", "flow", kNotNegative),
                          number("dp_kpa", "kPa", "pressure difference", kNotNegative),
                          number("eta", "-", "efficiency of the pump and its motor", Allowed::efficiency())},
                         "P = V dp / eta", []<class N>(const Inputs<N>& in) {
                             return in("flow_lpm") / N(60000) * in("dp_kpa") / in("eta");
                         }));
    registry.add(formula("system_dp_kpa", "kPa", "dp_ref_kpa*flow_ratio^exponent",
                         {number("dp_ref_kpa", "kPa", "pressure difference at the reference flow", kNotNegative),
                          number("flow_ratio", "-", "flow over reference flow", kNotNegative), exponent()},
                         "system curve; exponent 1.8 to 2", []<class N>(const Inputs<N>& in) {
                             return in("dp_ref_kpa") * power(in("flow_ratio"), in("exponent"));
                         }));
    registry.add(formula("rack_air_heat_kw", "kW", "rack_kw-liquid_kw",
                         {rackKw(), number("liquid_kw", "kW", "heat taken by liquid", kNotNegative)},
                         "heat balance of a rack", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("liquid_kw") > in.plain("rack_kw"))
                                 return in.outOfDomain("liquid_kw", "<= rack_kw");
                             return in("rack_kw") - in("liquid_kw");
                         }));
    registry.add(formula("loop_ridethrough_s", "s", "coolant_l/1000*rho*cp*dt_k/(1000*heat_kw)",
                         {number("coolant_l", "L", "coolant in the loop", kNotNegative), density(), specificHeat(),
                          number("dt_k", "K", "rise that is allowed", kNotNegative), heatKwNotZero()},
                         "heat stored in the coolant; pumps on UPS", []<class N>(const Inputs<N>& in) {
                             return in("coolant_l") / N(1000) * in("rho") * in("cp") * in("dt_k") /
                                    (N(1000) * in("heat_kw"));
                         }));
    registry.add(formula("tank_ridethrough_min", "min", "volume_m3*rho*cp*dt_k*usable/(1000*heat_kw)/60",
                         {number("volume_m3", "m3", "volume of the tank", kNotNegative), density(), specificHeat(),
                          number("dt_k", "K", "rise that is allowed", kNotNegative),
                          number("usable", "-", "share of the volume that serves", kShare), heatKwNotZero()},
                         "heat stored in the tank", []<class N>(const Inputs<N>& in) {
                             return in("volume_m3") * in("rho") * in("cp") * in("dt_k") * in("usable") /
                                    (N(1000) * in("heat_kw")) / N(60);
                         }));
}

// Counterflow effectiveness, Kays and London; the limit Cr = 1 is taken early, where the general form loses its digits.
template <class N>
N effectiveness(const N& ntu, const N& cr) {
    if (std::abs(1 - plainNumberOf(cr)) < 1e-7)
        return ntu / (N(1) + ntu);
    const N decay = exponential(N(0) - ntu * (N(1) - cr));
    return (N(1) - decay) / (N(1) - cr * decay);
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
                         "Kays and London, counterflow",
                         []<class N>(const Inputs<N>& in) { return effectiveness(in("ntu"), in("cr")); }));
    registry.add(formula("hx_heat_kw", "kW",
                         "Cmin, Cmax = smaller, larger of c_hot_kw_k, c_cold_kw_k; "
                         "eps=hx_effectiveness_counterflow(ua_kw_k/Cmin, Cmin/Cmax); eps*Cmin*(t_hot_in-t_cold_in)",
                         exchanger, "Kays and London, effectiveness-NTU method",
                         []<class N>(const Inputs<N>& in) { return exchangedHeat(in); }));
    registry.add(
        formula("hx_hot_out_c", "C", "t_hot_in-hx_heat_kw/c_hot_kw_k", exchanger, "heat balance of the hot side",
                []<class N>(const Inputs<N>& in) { return in("t_hot_in") - exchangedHeat(in) / in("c_hot_kw_k"); }));
    registry.add(formula("rdhx_heat_kw", "kW", "effectiveness*Cmin*(t_air_in-t_water_in); Cmin=c_air_kw_k",
                         {number("effectiveness", "-", "effectiveness of the door", kShare),
                          number("c_air_kw_k", "kW/K", "heat capacity flow of the air", kNotNegative),
                          number("t_air_in", "C", "air entering the door", kCelsius),
                          number("t_water_in", "C", "water entering the door", kCelsius),
                          choice("c_min", "side with the smaller heat capacity flow", {"air"}).orElse("air")},
                         "effectiveness of a rear-door heat exchanger", []<class N>(const Inputs<N>& in) {
                             return in("effectiveness") * in("c_air_kw_k") * (in("t_air_in") - in("t_water_in"));
                         }));
    registry.add(
        formula("rdhx_room_heat_kw", "kW", "rack_kw-effectiveness*(rack_kw/air_dt_k)*(t_rack_in+air_dt_k-t_water_in)",
                {rackKw(), number("effectiveness", "-", "effectiveness of the door", kShare),
                 number("t_rack_in", "C", "air entering the rack", kCelsius),
                 number("t_water_in", "C", "water entering the door", kCelsius),
                 number("air_dt_k", "K", "air temperature rise across the rack", kPositive)},
                "heat balance of rack and door; negative where the door over-cools", []<class N>(const Inputs<N>& in) {
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
                         "Magnus formula over water (WMO-No. 8, annex 4.B)",
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
                         "ASHRAE TC 9.9, water classes, 5th edition",
                         []<class N>(const Inputs<N>& in) { return waterClass(in.plain("fws_supply_c")); }));
    registry.add(formula("tcs_supply_reachable_c", "C", "dry_bulb_c+dry_cooler_approach_k+cdu_approach_k",
                         {number("dry_bulb_c", "C", "outdoor dry-bulb temperature", kCelsius),
                          number("dry_cooler_approach_k", "K", "approach of the dry cooler", kNotNegative),
                          number("cdu_approach_k", "K", "approach of the CDU", kNotNegative)},
                         "sum of approaches; free cooling while it is at most the set point",
                         []<class N>(const Inputs<N>& in) {
                             return in("dry_bulb_c") + in("dry_cooler_approach_k") + in("cdu_approach_k");
                         }));
    registry.add(formula("fws_max_supply_c", "C", "tcs_supply_c-approach_k",
                         {number("tcs_supply_c", "C", "supply temperature of the technology cooling system", kCelsius),
                          number("approach_k", "K", "approach of the CDU", kNotNegative)},
                         "approach of a liquid-to-liquid CDU",
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
                         "source document 002, cooling methods; upper bounds exclusive",
                         []<class N>(const Inputs<N>& in) { return coolingMethod(in.plain("kw_per_rack")); }));
    registry.add(
        formula("cooling_method_verdict", "-",
                "below if rack_kw < limit_low; within if limit_low <= rack_kw < limit_high; over if rack_kw >= "
                "limit_high",
                {rackKw(), remark("method", "name of the method"),
                 number("limit_low", "kW", "power from which the method makes sense", kNotNegative),
                 number("limit_high", "kW", "power that the method no longer carries", kNotNegative)},
                "band of a cooling method, upper bound exclusive", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                    const double kw = in.plain("rack_kw");
                    if (in.plain("limit_high") < in.plain("limit_low"))
                        return in.outOfDomain("limit_high", ">= limit_low");
                    if (kw >= in.plain("limit_high"))
                        return std::string("over");
                    return std::string(kw < in.plain("limit_low") ? "below" : "within");
                }));
    registry.add(formula("cooling_units_required", "units", "N=ceil(heat_kw/unit_kw); scheme N: N; N+1: N+1; 2N: 2*N",
                         {heatKw(), number("unit_kw", "kW", "capacity of one unit", kPositive), scheme()},
                         "equal sharing", []<class N>(const Inputs<N>& in) {
                             return withRedundancy(ceiling(in("heat_kw") / in("unit_kw")), in.text("scheme"));
                         }));
    registry.add(formula("cooling_capacity_after_failure_kw", "kW", "(units-failed)*unit_kw",
                         {number("units", "", "units installed", Allowed::count()),
                          number("unit_kw", "kW", "capacity of one unit", kNotNegative),
                          number("failed", "", "units lost", Allowed::count())},
                         "equal units", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("failed") > in.plain("units"))
                                 return in.outOfDomain("failed", "<= units");
                             return (in("units") - in("failed")) * in("unit_kw");
                         }));
}

std::optional<std::vector<std::vector<double>>> readMatrix(std::string_view text) {
    std::vector<std::vector<double>> rows;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        const std::string_view row = text.substr(at, end - at);
        std::vector<double>& cells = rows.emplace_back();
        for (std::size_t from = 0; from <= row.size();) {
            const std::size_t to = std::min(row.find(',', from), row.size());
            const auto cell = numbersInPattern(row.substr(from, to - from), "#");
            if (!cell)
                return std::nullopt;
            cells.push_back(cell->front());
            from = to + 1;
        }
        at = end + 1;
    }
    return rows;
}

bool isSquare(const std::vector<std::vector<double>>& matrix, std::size_t n) {
    for (const std::vector<double>& row : matrix)
        if (row.size() != n)
            return false;
    return matrix.size() == n;
}

template <class N>
std::vector<double> plainList(const std::vector<N>& list) {
    std::vector<double> plain;
    for (const N& v : list)
        plain.push_back(plainNumberOf(v));
    return plain;
}

constexpr std::size_t kMostRacks = 512; // dense and direct; the floor's own solver takes more

template <class N>
Outcome<N> recirculatedInlet(const Inputs<N>& in) {
    const auto crossing = readMatrix(in.text("A"));
    if (!crossing)
        return in.unreadable("A", "0.10,0.05|0.02,0.20");
    const Recirculation system{*crossing, plainList(in.list("K_kw_k")), plainList(in.list("P_kw")), in.plain("t_sup")};
    const std::size_t n = system.powerKw.size();
    if (n > kMostRacks)
        return in.outOfDomain("P_kw", "<= " + std::to_string(kMostRacks));
    if (!isSquare(*crossing, n))
        return in.outOfDomain("A", std::to_string(n) + " x " + std::to_string(n));
    if (system.flowKwPerK.size() != n)
        return in.outOfDomain("K_kw_k", std::to_string(n) + " values");
    if (in.plain("node") > static_cast<double>(n))
        return in.outOfDomain("node", "1 ... " + std::to_string(n));
    const auto inlets = recirculationInlets(system);
    if (!inlets)
        return in.outOfDomain("A", "det(K - A^T K) != 0");
    std::vector<N> used = in.list("K_kw_k");
    used.insert(used.end(), in.list("P_kw").begin(), in.list("P_kw").end());
    used.push_back(in("t_sup"));
    used.push_back(in("node"));
    return algorithmic<N>(
        inlets->at(static_cast<std::size_t>(in.plain("node")) - 1), {"inlet temperature", "C"},
        "heat recirculation matrix, Tang, Gupta and Varsamopoulos, CLUSTER 2007; direct solution",
        "largest heat imbalance of an inlet " + shortestDigits(recirculationResidual(system, *inlets)) + " kW", used);
}

// Analytic solution of u dT/dx = k d2T/dx2, written so that no exponential of a large positive number appears.
template <class N>
Outcome<N> advectionDiffusion(const Inputs<N>& in) {
    if (in.plain("x") > in.plain("L"))
        return in.outOfDomain("x", "<= L");
    const N place = in("x") / in("L");
    const N step = in("tL") - in("t0");
    const double peclet = in.plain("peclet");
    if (peclet == 0)
        return in("t0") + step * place;
    if (peclet < 0)
        return in("t0") + step * (exponential(in("peclet") * place) - N(1)) / (exponential(in("peclet")) - N(1));
    const N farEnd = exponential(N(0) - in("peclet"));
    return in("t0") + step * (exponential(in("peclet") * (place - N(1))) - farEnd) / (N(1) - farEnd);
}

template <class N>
N coolingIndex(const Inputs<N>& in) {
    N excess = N(0);
    for (const N& inlet : in.list("inlets"))
        excess = excess + maximum(N(0), inlet - in("rec_max"));
    const N n = N(static_cast<double>(in.list("inlets").size()));
    return N(100) * (N(1) - excess / (n * (in("allow_max") - in("rec_max"))));
}

std::optional<double> sourceFlow(std::string_view network) {
    for (std::size_t at = 0; at < network.size();) {
        const std::size_t end = std::min(network.find(' ', at), network.size());
        if (const auto flow = plainNumber(network.substr(at, end - at)))
            return flow;
        at = end + 1;
    }
    return std::nullopt;
}

template <class N>
Outcome<N> ductFlow(const Inputs<N>& in) {
    const std::optional<double> flow = sourceFlow(in.text("network"));
    if (!flow)
        return in.unreadable("network", "source 2.5 m3/s to two parallel paths");
    const std::vector<N> conductances = in.series("g");
    if (in.plain("path") > static_cast<double>(conductances.size()))
        return in.outOfDomain("path", "1 ... " + std::to_string(conductances.size()));
    N all = N(0);
    for (const N& g : conductances)
        all = all + g;
    if (plainNumberOf(all) == 0)
        return in.outOfDomain("g1", "g1 + g2 + ... > 0");
    const N source = Numbers<N>::given(Value(*flow, Grade::Assumption), {"source", "m3/s", 1}, {});
    return source * conductances.at(static_cast<std::size_t>(in.plain("path")) - 1) / all;
}

void addRoomAir(FormulaRegistry& registry) {
    registry.add(formula(
        "rack_inlet_c", "C", "t_sup+recirc_fraction/(1-recirc_fraction)*rack_dt_k",
        {supplyC(), number("recirc_fraction", "-", "share of own exhaust in the inlet", Allowed::shareBelowOne()),
         rackRiseK()},
        "T_in = (1-phi) T_sup + phi T_out", []<class N>(const Inputs<N>& in) {
            return in("t_sup") + in("recirc_fraction") / (N(1) - in("recirc_fraction")) * in("rack_dt_k");
        }));
    registry.add(formula("aisle_inlet_c", "C", "t_sup+max(0,1-supply_ratio)/supply_ratio*rack_dt_k",
                         {supplyC(), supplyRatio(), rackRiseK(),
                          remark("makeup", "what makes the flow up: own exhaust, the worst case")},
                         "mass and energy balance of an under-supplied cold aisle", []<class N>(const Inputs<N>& in) {
                             return in("t_sup") +
                                    maximum(N(0), N(1) - in("supply_ratio")) / in("supply_ratio") * in("rack_dt_k");
                         }));
    registry.add(
        formula("return_temp_c", "C", "t_sup+1000*heat_kw/(rho*cp*flow_m3s)",
                {supplyC(), heatKw(), number("flow_m3s", "m3/s", "supply flow", kPositive), density(), specificHeat()},
                "energy balance of the room", []<class N>(const Inputs<N>& in) {
                    return in("t_sup") + N(1000) * in("heat_kw") / (in("rho") * in("cp") * in("flow_m3s"));
                }));
    registry.add(formula("return_temp_c", "C", "t_sup+rack_dt_k/supply_ratio", {supplyC(), supplyRatio(), rackRiseK()},
                         "energy balance of the room, bypass dilution", []<class N>(const Inputs<N>& in) {
                             return in("t_sup") + in("rack_dt_k") / in("supply_ratio");
                         }));
    registry.add(
        formula("heat_recirc_inlet_c", "C",
                "solve K_j Tin_j = sum_i A_ij K_i Tout_i + (K_j - sum_i A_ij K_i) t_sup, Tout_i = Tin_i + P_i/K_i; "
                "Tin of node",
                {text("A", "rows separated by |, columns by comma; row i: exhaust of i, column j: inlet of j"),
                 remark("rule", "meaning of the matrix"),
                 numbers("K_kw_k", "kW/K", "heat capacity flow of each rack", kPositive),
                 numbers("P_kw", "kW", "power of each rack", kNotNegative), supplyC(),
                 number("node", "", "rack whose inlet is asked for", Allowed::countFromOne())},
                "Tang, Gupta and Varsamopoulos, CLUSTER 2007",
                []<class N>(const Inputs<N>& in) { return recirculatedInlet(in); }));
    registry.add(
        formula("advection_diffusion_1d_c", "C", "t0+(tL-t0)*(exp(peclet*x/L)-1)/(exp(peclet)-1)",
                {number("L", "m", "length", kPositive), number("peclet", "-", "over the whole length", Allowed::any()),
                 number("x", "m", "place", kNotNegative), number("t0", "C", "temperature at x = 0", kCelsius),
                 number("tL", "C", "temperature at x = L", kCelsius)},
                "analytic solution of u dT/dx = k d2T/dx2",
                []<class N>(const Inputs<N>& in) { return advectionDiffusion(in); }));
    registry.add(formula("duct_flow_split", "m3/s", "S*g_k/(g1+g2+...), k=path; S = the number in network",
                         {text("network", "\"source <S> m3/s to two parallel paths\""),
                          numbered("g", "any", "conductance of a path", kNotNegative),
                          number("path", "", "path whose flow is asked for", Allowed::countFromOne())},
                         "parallel conductances", []<class N>(const Inputs<N>& in) { return ductFlow(in); }));
    registry.add(formula("rci_hi_pct", "%", "100*(1-sum of max(0,T-rec_max)/(n*(allow_max-rec_max)))",
                         {numbers("inlets", "C", "inlet temperatures", kCelsius),
                          number("rec_max", "C", "upper recommended temperature", kCelsius),
                          number("allow_max", "C", "upper allowable temperature", kCelsius)},
                         "Herrlin 2005, rack cooling index, high side", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("allow_max") <= in.plain("rec_max"))
                                 return in.outOfDomain("allow_max", "> rec_max");
                             return coolingIndex(in);
                         }));
    registry.add(formula("rti_pct", "%", "100*(t_return-t_supply)/(t_out-t_in)",
                         {number("t_return", "C", "return temperature of the room", kCelsius),
                          number("t_supply", "C", "supply temperature of the room", kCelsius),
                          number("t_out", "C", "mean outlet of the racks", kCelsius),
                          number("t_in", "C", "mean inlet of the racks", kCelsius)},
                         "Herrlin 2008, return temperature index", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("t_out") == in.plain("t_in"))
                                 return in.outOfDomain("t_out", "!= t_in");
                             return N(100) * (in("t_return") - in("t_supply")) / (in("t_out") - in("t_in"));
                         }));
    registry.add(formula("shi", "-", "(t_in-t_ref)/(t_out-t_ref)",
                         {number("t_in", "C", "mean inlet of the racks", kCelsius),
                          number("t_out", "C", "mean outlet of the racks", kCelsius),
                          number("t_ref", "C", "supply temperature", kCelsius)},
                         "Sharma, Bash and Patel 2002, supply heat index",
                         []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("t_out") == in.plain("t_ref"))
                                 return in.outOfDomain("t_out", "!= t_ref");
                             return (in("t_in") - in("t_ref")) / (in("t_out") - in("t_ref"));
                         }));
}

void addRideThrough(FormulaRegistry& registry) {
    registry.add(formula("ridethrough_s", "s", "c_air_kj_k*dt_allow_k/heat_kw",
                         {number("c_air_kj_k", "kJ/K", "heat capacity of the room air", kNotNegative), heatKwNotZero(),
                          number("dt_allow_k", "K", "rise that is allowed", kNotNegative)},
                         "one lumped air node", []<class N>(const Inputs<N>& in) {
                             return in("c_air_kj_k") * in("dt_allow_k") / in("heat_kw");
                         }));
    registry.add(formula("ridethrough_rise_k", "K",
                         "tau=Ca*Cm/(UA*(Ca+Cm)); th=P/Ca*tau*(1-exp(-t/tau)); (P*t+Cm*th)/(Ca+Cm)",
                         {number("heat_kw", "kW", "heat of the room (P)", kNotNegative),
                          number("c_air_kj_k", "kJ/K", "heat capacity of the air (Ca)", kPositive),
                          number("c_mass_kj_k", "kJ/K", "heat capacity of the solids (Cm)", kPositive),
                          number("ua_kw_k", "kW/K", "conductance between air and solids (UA)", kPositive),
                          number("t_s", "s", "time without cooling (t)", kNotNegative)},
                         "two-node room model, no air exchange; compare Khankari, ASHRAE Trans. 117(1) 2011",
                         []<class N>(const Inputs<N>& in) {
                             const N air = in("c_air_kj_k"), mass = in("c_mass_kj_k"), heat = in("heat_kw");
                             const N tau = air * mass / (in("ua_kw_k") * (air + mass));
                             const N lag = heat / air * tau * (N(1) - exponential(N(0) - in("t_s") / tau));
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
        "ISO/IEC 30134-2", []<class N>(const Inputs<N>& in) {
            return (in("it_kw") + in("ups_loss_kw") + in("dist_loss_kw") + in("cooling_kw") + in("lights_kw")) /
                   in("it_kw");
        }));
    FormulaInput optionalOverhead = overhead;
    optionalOverhead.isOptional = true;
    registry.add(formula("pue_annual", "-",
                         "bins <h>h:it=<kW>:fac=<kW>: sum(h*fac)/sum(h*it); bins <h>h:<cooling kW per IT kW>: "
                         "1+elec_overhead+sum(h*c)/sum(h)",
                         {text("bins", "bins separated by |"), remark("rule", "what the bins hold"), optionalOverhead},
                         "ISO/IEC 30134-2: a ratio of energies, never a mean of ratios",
                         []<class N>(const Inputs<N>& in) { return annualPue(in); }));
    const WeatherBins bins = builtInWeatherBins();
    registry.add(formula("hours_below_drybulb", "h", "sum of hours over the bins of city with floor(T) < threshold_c",
                         {city(), number("threshold_c", "C", "outdoor dry-bulb limit", Allowed::any()),
                          remark("rule", "how bins are counted")},
                         "TMYx weather files, hours counted by dry-bulb (resources/weather/bins.csv)",
                         [bins]<class N>(const Inputs<N>& in) { return freeHours(in, bins); }));
    registry.add(
        formula("pue_weather_bins", "-",
                "1+elec_overhead+mean over hours of (fan_pump_per_it+(0 if T+approach_k <= fws_setpoint_c, else "
                "1/chiller_cop)), T=floor+0.5",
                {city(), number("fws_setpoint_c", "C", "set point of the facility water", kCelsius),
                 number("approach_k", "K", "approach of the dry cooler", kNotNegative),
                 number("fan_pump_per_it", "-", "fans and pumps per IT power", kNotNegative),
                 number("chiller_cop", "-", "coefficient of performance of the chiller", kPositive), overhead,
                 remark("bin_temp", "temperature that stands for a bin")},
                "TMYx weather files (resources/weather/bins.csv); free cooling or chiller by the hour",
                [bins]<class N>(const Inputs<N>& in) { return weatherPue(in, bins); }));
}

void addWater(FormulaRegistry& registry) {
    registry.add(formula("evaporation_l_per_kwh", "L/kWh", "3600/h_fg_kj_kg/rho",
                         {latentHeat(), number("rho", "kg/L", "density of water", kPositive)},
                         "latent heat; 1.47 L/kWh at 2,442 kJ/kg",
                         []<class N>(const Inputs<N>& in) { return N(3600) / in("h_fg_kj_kg") / in("rho"); }));
    registry.add(
        formula("tower_makeup_l_per_kwh_heat", "L/kWh", "3600/h_fg_kj_kg*(coc/(coc-1)+drift_fraction)",
                {latentHeat(), cycles(), number("drift_fraction", "-", "drift per evaporated water", kNotNegative)},
                "Lei and Masanet, water balance of a cooling tower; 1 kg/L", []<class N>(const Inputs<N>& in) {
                    return N(3600) / in("h_fg_kj_kg") * (in("coc") / (in("coc") - N(1)) + in("drift_fraction"));
                }));
    registry.add(formula(
        "wue_l_per_kwh", "L/kWh", "pct_heat_evap*heat_per_it_kwh*3600/h_fg_kj_kg*coc/(coc-1)",
        {number("pct_heat_evap", "-", "share of the heat that is rejected by evaporation, 0 to 1", kShare),
         number("heat_per_it_kwh", "kWh/kWh", "heat rejected per IT energy", kNotNegative), latentHeat(), cycles()},
        "Lei and Masanet; per IT kWh, never multiplied by PUE", []<class N>(const Inputs<N>& in) {
            return in("pct_heat_evap") * in("heat_per_it_kwh") * N(3600) / in("h_fg_kj_kg") * in("coc") /
                   (in("coc") - N(1));
        }));
    registry.add(formula("water_m3", "m3", "it_mwh*wue_l_per_kwh",
                         {number("it_mwh", "MWh", "IT energy", kNotNegative),
                          number("wue_l_per_kwh", "L/kWh", "water per IT energy", kNotNegative)},
                         "1 L/kWh = 1 m3/MWh",
                         []<class N>(const Inputs<N>& in) { return in("it_mwh") * in("wue_l_per_kwh"); }));
}

} // namespace

void addCoolingFormulas(FormulaRegistry& registry) {
    addAir(registry);
    addLiquid(registry);
    addHeatExchangers(registry);
    addWaterTemperatures(registry);
    addMethodsAndUnits(registry);
    addRoomAir(registry);
    addRideThrough(registry);
    addAnnual(registry);
    addWater(registry);
}

} // namespace rackwright
