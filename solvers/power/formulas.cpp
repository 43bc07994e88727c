// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/formulas.h"

#include "model/units/number_text.h"
#include "solvers/power/power_cap.h"

#include <array>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

FormulaInput phases() { return number("phases", "", "1 or 3", Allowed::oneOf({1, 3})); }
FormulaInput powerFactor() { return number("pf", "-", "power factor", Allowed::efficiency()); }
FormulaInput lineVoltage() {
    return number("v_ll", "V", "voltage line to line; for one phase the voltage across the load", kPositive);
}
FormulaInput continuousFactor() {
    return number("continuous_factor", "-", "share of the rating that may be drawn continuously",
                  Allowed::efficiency());
}
FormulaInput scheme() { return choice("scheme", "redundancy", {"N", "N+1", "2N"}); }

// sqrt(3) for three phases, 1 for one.
template <class N>
N phaseFactor(const Inputs<N>& in) {
    return in.plain("phases") == 3 ? squareRoot(N(3)) : N(1);
}

template <class N>
N withRedundancy(const N& needed, const std::string& redundancy) {
    if (redundancy == "N+1")
        return needed + N(1);
    return redundancy == "2N" ? N(2) * needed : needed;
}

template <class N>
N capLoss(const Inputs<N>& in) {
    const std::string& estimate = in.text("estimate");
    const auto lossAt = [&](const CapKnot& knot) {
        const double loss = estimate == "low" ? knot.low : estimate == "mid" ? knot.mid : knot.high;
        return tabulated<N>(loss, {"throughput loss at " + shortestDigits(knot.watts) + " W, " + estimate, "%"}, {});
    };
    const double cap = in.plain("cap_w");
    if (cap <= kH100CapKnots.front().watts)
        return lossAt(kH100CapKnots.front());
    for (std::size_t i = 1; i < kH100CapKnots.size(); ++i) {
        const CapKnot &below = kH100CapKnots[i - 1], &above = kH100CapKnots[i];
        if (cap <= above.watts)
            return lossAt(below) +
                   (lossAt(above) - lossAt(below)) * (in("cap_w") - N(below.watts)) / N(above.watts - below.watts);
    }
    return lossAt(kH100CapKnots.back());
}

template <class N>
Outcome<N> minimumBreaker(const Inputs<N>& in) {
    const N current = N(1000) * in("p_kw") / (phaseFactor(in) * in("v_ll") * in("pf"));
    const N wanted = current / in("continuous_factor");
    constexpr double kNoise = 1e-12; // 100.00000000000001 A still fits a 100 A breaker
    const N* best = nullptr;
    for (const N& rating : in.list("standard"))
        if (plainNumberOf(rating) >= plainNumberOf(wanted) * (1 - kNoise) &&
            (!best || plainNumberOf(rating) < plainNumberOf(*best)))
            best = &rating;
    if (!best)
        return in.outOfDomain("standard", ">= " + shortestDigits(plainNumberOf(wanted)));
    return algorithmic<N>(plainNumberOf(*best), {"breaker", "A"}, "reference.standard-rating",
                          {Message("witness.design-current").with("ampere", shortestDigits(plainNumberOf(wanted)))},
                          {wanted, *best});
}

template <class N>
N nodePower(const Inputs<N>& in) {
    const auto device = [&](const std::string& kind) {
        const N idle = in(kind + "_idle_w");
        return in("n_" + kind) * (idle + in(kind + "_util") * (in(kind + "_max_w") - idle));
    };
    return device("gpu") + device("cpu") + in("mem_w") + in("n_nic") * in("nic_w") + in("nvme_w");
}

// The conversion stages stand in two remarks of the system's description: "(P+13)/0.98" and
// "(4*node+17)/0.96 per 4 nodes".
template <class N>
Outcome<N> systemPower(const Inputs<N>& in) {
    const auto stage = numbersInPattern(in.text("sivoc"), "(P+#)/#");
    if (!stage || stage->at(1) <= 0)
        return in.unreadable("sivoc", "(P+13)/0.98");
    const auto group = numbersInPattern(in.text("rectifier"), "(#*node+#)/# per # nodes");
    if (!group || group->at(0) <= 0 || group->at(2) <= 0 || group->at(0) != group->at(3))
        return in.unreadable("rectifier", "(4*node+17)/0.96 per 4 nodes");
    const N node = (in("node_w") + N(stage->at(0))) / N(stage->at(1));
    const N nodes = N(group->at(0));
    const N rectified = (nodes * node + N(group->at(1))) / N(group->at(2));
    const N chassis = rectified * in("nodes_per_chassis") / nodes + in("switches_per_chassis") * in("switch_w");
    return (chassis * in("chassis_per_rack") * in("racks") + in("cdus") * in("cdu_w")) / N(1e6);
}

void addDevicePower(FormulaRegistry& registry) {
    const Allowed share = Allowed::share();
    registry.add(formula("node_power_w", "W",
                         "n_gpu*(gpu_idle_w+gpu_util*(gpu_max_w-gpu_idle_w))+n_cpu*(cpu_idle_w+cpu_util*(cpu_max_w-cpu_"
                         "idle_w))+mem_w+n_nic*nic_w+nvme_w",
                         {number("n_gpu", "", "accelerators of the node", kNotNegative),
                          number("gpu_idle_w", "W", "power of an idle accelerator", kNotNegative),
                          number("gpu_max_w", "W", "power of a fully used accelerator", kNotNegative),
                          number("gpu_util", "-", "power-relevant utilisation of the accelerators", share),
                          number("n_cpu", "", "processors of the node", kNotNegative),
                          number("cpu_idle_w", "W", "power of an idle processor", kNotNegative),
                          number("cpu_max_w", "W", "power of a fully used processor", kNotNegative),
                          number("cpu_util", "-", "power-relevant utilisation of the processors", share),
                          number("mem_w", "W", "power of the memory of the node", kNotNegative),
                          number("n_nic", "", "network adapters of the node", kNotNegative),
                          number("nic_w", "W", "power of one network adapter", kNotNegative),
                          number("nvme_w", "W", "power of the drives of the node", kNotNegative)},
                         "calc-reference.node-power-w", []<class N>(const Inputs<N>& in) { return nodePower(in); }));
    registry.add(formula("rack_power", "kW", "servers*kw_each",
                         {number("servers", "", "servers in the rack", kNotNegative),
                          number("kw_each", "kW", "power of one server", kNotNegative)},
                         "calc-reference.rack-power",
                         []<class N>(const Inputs<N>& in) { return in("servers") * in("kw_each"); }));
    registry.add(formula("gpu_power", "kW", "gpus*w_each/1000",
                         {number("gpus", "", "accelerators", kNotNegative),
                          number("w_each", "W", "power of one accelerator", kNotNegative)},
                         "calc-reference.gpu-power",
                         []<class N>(const Inputs<N>& in) { return in("gpus") * in("w_each") / N(1000); }));
    registry.add(formula(
        "expected_peak_kw", "kW", "nameplate_sum_kw*peak_ratio*coincidence",
        {number("nameplate_sum_kw", "kW", "sum of the nameplates", kNotNegative),
         number("peak_ratio", "-", "highest measured power over nameplate", kNotNegative),
         number("coincidence", "-", "1 for one synchronous job; below 1 for mixed services", kNotNegative)},
        "calc-reference.expected-peak-kw",
        []<class N>(const Inputs<N>& in) { return in("nameplate_sum_kw") * in("peak_ratio") * in("coincidence"); }));
    registry.add(formula("measured_to_rated_ratio", "-", "measured_kw/rated_kw",
                         {number("measured_kw", "kW", "highest measured power", kNotNegative),
                          number("rated_kw", "kW", "power by the nameplate", kPositive)},
                         "calc-reference.measured-to-rated-ratio",
                         []<class N>(const Inputs<N>& in) { return in("measured_kw") / in("rated_kw"); }));
    registry.add(formula("peak_rack_kw", "kW", "tdp_kw*edp_factor",
                         {number("tdp_kw", "kW", "thermal design power of the rack", kNotNegative),
                          number("edp_factor", "-", "electrical design peak over thermal design power", kNotNegative)},
                         "calc-reference.peak-rack-kw",
                         []<class N>(const Inputs<N>& in) { return in("tdp_kw") * in("edp_factor"); }));
    registry.add(formula("energy_store_ridethrough_s", "s", "joule_per_gpu*gpus/(1000*delta_p_kw)",
                         {number("joule_per_gpu", "J", "energy stored per accelerator", kNotNegative),
                          number("gpus", "", "accelerators", kNotNegative),
                          number("delta_p_kw", "kW", "power that the store must cover", kPositive)},
                         "calc-reference.energy-store-ridethrough-s", []<class N>(const Inputs<N>& in) {
                             return in("joule_per_gpu") * in("gpus") / (N(1000) * in("delta_p_kw"));
                         }));
}

void addConversion(FormulaRegistry& registry) {
    registry.add(formula("stage_input_power_w", "W", "(p_out_w+const_w)/eta",
                         {number("p_out_w", "W", "power that leaves the stage", kNotNegative),
                          number("const_w", "W", "loss that does not depend on the load", kNotNegative),
                          number("eta", "-", "efficiency without the constant loss", Allowed::efficiency())},
                         "calc-reference.stage-input-power-w",
                         []<class N>(const Inputs<N>& in) { return (in("p_out_w") + in("const_w")) / in("eta"); }));
    registry.add(formula("chain_input_power_kw", "kW", "it_kw/(product of all eta_*)",
                         {number("it_kw", "kW", "IT power", kNotNegative),
                          numbersNamed("eta_", "-", "efficiency of a stage", Allowed::efficiency())},
                         "calc-reference.chain-input-power-kw", []<class N>(const Inputs<N>& in) {
                             N product = N(1);
                             for (const N& eta : in.named("eta_"))
                                 product = product * eta;
                             return in("it_kw") / product;
                         }));
    registry.add(formula(
        "system_power_mw", "MW",
        "n=(node_w+13)/0.98; r=(4*n+17)/0.96 for each 4 nodes; "
        "c=r*nodes_per_chassis/4+switches_per_chassis*switch_w; (c*chassis_per_rack*racks+cdus*cdu_w)/1e6",
        {number("node_w", "W", "power of a node at its converter's output", kNotNegative),
         text("sivoc", "converter of a node").orElse("(P+13)/0.98"),
         text("rectifier", "rectifier of a group of nodes").orElse("(4*node+17)/0.96 per 4 nodes"),
         number("nodes_per_chassis", "", "nodes of a chassis", kNotNegative),
         number("switches_per_chassis", "", "switches of a chassis, not behind the rectifier", kNotNegative),
         number("switch_w", "W", "power of a switch", kNotNegative),
         number("chassis_per_rack", "", "chassis of a rack", kNotNegative), number("racks", "", "racks", kNotNegative),
         number("cdus", "", "coolant distribution units", kNotNegative),
         number("cdu_w", "W", "power of a coolant distribution unit", kNotNegative)},
        "calc-reference.system-power-mw", []<class N>(const Inputs<N>& in) { return systemPower(in); }));
    registry.add(
        formula("conductor_loss_ratio", "-", "(v_old/v_new)^2",
                {number("v_new", "V", "new voltage", kPositive), number("v_old", "V", "old voltage", kPositive),
                 remark("same_power_and_resistance", "power and conductor stay the same")},
                "calc-reference.conductor-loss-ratio", []<class N>(const Inputs<N>& in) {
                    const N ratio = in("v_old") / in("v_new");
                    return ratio * ratio;
                }));
}

void addCircuits(FormulaRegistry& registry) {
    registry.add(formula("three_phase_current_a", "A", "1000*p_kw/(sqrt(3)*v_ll*pf)",
                         {number("p_kw", "kW", "power of the load", kNotNegative), lineVoltage(), powerFactor()},
                         "calc-reference.three-phase-current-a", []<class N>(const Inputs<N>& in) {
                             return N(1000) * in("p_kw") / (squareRoot(N(3)) * in("v_ll") * in("pf"));
                         }));
    registry.add(formula("single_phase_current_a", "A", "p_w/(v*pf)",
                         {number("p_w", "W", "power of the load", kNotNegative),
                          number("v", "V", "voltage across the load", kPositive), powerFactor()},
                         "calc-reference.single-phase-current-a",
                         []<class N>(const Inputs<N>& in) { return in("p_w") / (in("v") * in("pf")); }));
    registry.add(formula(
        "circuit_usable_kw", "kW", "s*v_ll*breaker_a*pf*continuous_factor/1000; s=sqrt(3) if phases=3, 1 if phases=1",
        {lineVoltage(), number("breaker_a", "A", "rating of the breaker", kNotNegative), powerFactor(),
         continuousFactor(), phases()},
        "calc-reference.circuit-usable-kw", []<class N>(const Inputs<N>& in) {
            return phaseFactor(in) * in("v_ll") * in("breaker_a") * in("pf") * in("continuous_factor") / N(1000);
        }));
    registry.add(
        formula("min_breaker_a", "A",
                "smallest of standard >= I/continuous_factor; I=1000*p_kw/(s*v_ll*pf), s=sqrt(3) if phases=3, 1 "
                "if phases=1",
                {number("p_kw", "kW", "power of the load", kNotNegative), lineVoltage(), powerFactor(),
                 continuousFactor(), phases(), numbers("standard", "A", "ratings to choose from", kPositive)},
                "calc-reference.min-breaker-a", []<class N>(const Inputs<N>& in) { return minimumBreaker(in); }));
}

void addRedundancy(FormulaRegistry& registry) {
    registry.add(formula("redundant_units", "units", "N=ceil(load_kw/unit_kw); scheme N: N; N+1: N+1; 2N: 2*N",
                         {number("load_kw", "kW", "load", kNotNegative),
                          number("unit_kw", "kW", "capacity of one unit", kPositive), scheme()},
                         "calc-reference.equal-sharing", []<class N>(const Inputs<N>& in) {
                             return withRedundancy(ceiling(in("load_kw") / in("unit_kw")), in.text("scheme"));
                         }));
    registry.add(formula(
        "unit_load_fraction_after_failures", "-", "load_kw/((units-failed)*unit_kw)",
        {number("load_kw", "kW", "load", kNotNegative), number("unit_kw", "kW", "capacity of one unit", kPositive),
         number("units", "", "units installed", Allowed::countFromOne()),
         number("failed", "", "units lost", Allowed::count())},
        "calc-reference.unit-load-fraction-after-failures", []<class N>(const Inputs<N>& in) -> Outcome<N> {
            if (in.plain("failed") >= in.plain("units"))
                return in.outOfDomain("failed", "< units");
            return in("load_kw") / ((in("units") - in("failed")) * in("unit_kw"));
        }));
    registry.add(formula("max_normal_utilisation", "-", "(systems-tolerate)/systems",
                         {remark("topology", "name of the arrangement"),
                          number("systems", "", "systems that share the load", Allowed::countFromOne()),
                          number("tolerate", "", "systems that may be lost", Allowed::count())},
                         "calc-reference.max-normal-utilisation", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("tolerate") > in.plain("systems"))
                                 return in.outOfDomain("tolerate", "<= systems");
                             return (in("systems") - in("tolerate")) / in("systems");
                         }));
    registry.add(formula(
        "feed_load_after_loss_kw", "kW", "load_kw if lost < feeds, else 0",
        {remark("topology", "name of the arrangement"), number("load_kw", "kW", "load", kNotNegative),
         remark("feed_kw", "capacity of one feed; overload is a verdict of its own"),
         number("feeds", "", "feeds", Allowed::countFromOne()), number("lost", "", "feeds lost", Allowed::count())},
        "calc-reference.feed-load-after-loss-kw",
        []<class N>(const Inputs<N>& in) { return in.plain("lost") < in.plain("feeds") ? in("load_kw") : N(0); }));
    registry.add(formula("server_power_fraction_after_feed_loss", "-",
                         "alive=psus-ceil(psus/feeds); min(1, alive*psu_rating_kw/load_kw)",
                         {number("psus", "", "power supplies of the server", Allowed::countFromOne()),
                          number("psu_rating_kw", "kW", "rating of one supply", kNotNegative),
                          number("feeds", "", "feeds over which the supplies are spread", Allowed::countFromOne()),
                          number("load_kw", "kW", "power of the server", kPositive)},
                         "calc-reference.server-power-fraction-after-feed-loss", []<class N>(const Inputs<N>& in) {
                             const N alive = in("psus") - ceiling(in("psus") / in("feeds"));
                             return minimum(N(1), alive * in("psu_rating_kw") / in("load_kw"));
                         }));
    registry.add(
        formula("ups_runtime_min", "min", "60*battery_kwh*usable_fraction*inverter_eta/load_kw",
                {number("battery_kwh", "kWh", "energy of the battery", kNotNegative),
                 number("usable_fraction", "-", "share that may be drawn; 0.8 at end of life", Allowed::share()),
                 number("inverter_eta", "-", "efficiency of the inverter", Allowed::efficiency()),
                 number("load_kw", "kW", "load", kPositive)},
                "calc-reference.ups-runtime-min", []<class N>(const Inputs<N>& in) {
                    return N(60) * in("battery_kwh") * in("usable_fraction") * in("inverter_eta") / in("load_kw");
                }));
    registry.add(formula(
        "generator_fuel_l_per_h", "L/h", "load_kw*gal_per_kwh*3.785411784",
        {number("load_kw", "kW", "load", kNotNegative),
         number("gal_per_kwh", "US gal/kWh", "specific consumption, 0.069 to 0.071 at full load", kNotNegative)},
        "calc-reference.generator-fuel-l-per-h",
        []<class N>(const Inputs<N>& in) { return in("load_kw") * in("gal_per_kwh") * N(3.785411784); }));
    registry.add(formula("generator_runtime_h", "h", "tank_gal/gal_per_h",
                         {number("tank_gal", "US gal", "fuel in the tank", kNotNegative),
                          number("gal_per_h", "US gal/h", "consumption", kPositive)},
                         "calc-reference.generator-runtime-h",
                         []<class N>(const Inputs<N>& in) { return in("tank_gal") / in("gal_per_h"); }));
}

void addPowerCaps(FormulaRegistry& registry) {
    const FormulaInput loss = number("throughput_loss_pct", "%", "throughput lost", Allowed::within(0, 100));
    registry.add(formula(
        "cap_percent", "%", "100*(1-cap_w/tdp_w)",
        {number("tdp_w", "W", "thermal design power", kPositive), number("cap_w", "W", "power limit", kNotNegative)},
        "calc-reference.cap-percent",
        []<class N>(const Inputs<N>& in) { return N(100) * (N(1) - in("cap_w") / in("tdp_w")); }));
    registry.add(formula(
        "cap_throughput_loss_pct", "%",
        "piecewise linear in cap_w over 700/600/500/400 W, clamped; low 0/5/15/30, mid 0/6.5/20/40, high "
        "0/8/25/50 %",
        {choice("gpu", "accelerator; only this one has a table", {"H100 SXM"}),
         number("cap_w", "W", "power limit", kPositive), choice("estimate", "end of the band", {"low", "mid", "high"})},
        "calc-reference.cap-throughput-loss-pct", []<class N>(const Inputs<N>& in) { return capLoss(in); }));
    registry.add(formula("cap_work_per_joule_ratio", "-", "(1-throughput_loss_pct/100)*base_w/cap_w",
                         {number("cap_w", "W", "power limit", kPositive),
                          number("base_w", "W", "power without limit", kPositive), loss,
                          remark("gpu_only", "the accelerator alone, without the rest of the node")},
                         "calc-reference.cap-work-per-joule-ratio", []<class N>(const Inputs<N>& in) {
                             return (N(1) - in("throughput_loss_pct") / N(100)) * in("base_w") / in("cap_w");
                         }));
    registry.add(
        formula("fleet_throughput_gpu_equiv", "GPU-equivalents",
                "floor(1000*budget_kw/(gpus_per_node*cap_w+node_overhead_w))*gpus_per_node*(1-throughput_loss_pct/"
                "100)",
                {number("budget_kw", "kW", "power for the fleet", kNotNegative),
                 number("gpus_per_node", "", "accelerators of a node", Allowed::countFromOne()),
                 number("cap_w", "W", "power limit of an accelerator", kPositive),
                 number("node_overhead_w", "W", "power of the rest of a node", kNotNegative), loss},
                "calc-reference.fleet-throughput-gpu-equiv", []<class N>(const Inputs<N>& in) {
                    const N node = in("gpus_per_node") * in("cap_w") + in("node_overhead_w");
                    return floorOf(N(1000) * in("budget_kw") / node) * in("gpus_per_node") *
                           (N(1) - in("throughput_loss_pct") / N(100));
                }));
}

} // namespace

void addPowerFormulas(FormulaRegistry& registry) {
    addDevicePower(registry);
    addConversion(registry);
    addCircuits(registry);
    addRedundancy(registry);
    addPowerCaps(registry);
}

} // namespace rackwright
