// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/formula_parts.h"

#include "model/units/number_text.h"
#include "solvers/cooling/recirculation.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

namespace {

using namespace cooling_input;

FormulaInput supplyC() { return number("t_sup", "C", "supply temperature", kCelsius); }
FormulaInput rackRiseK() { return number("rack_dt_k", "K", "temperature rise across the racks", kNotNegative); }
FormulaInput supplyRatio() { return number("supply_ratio", "-", "supply flow over rack flow", kPositive); }

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
        "reference.heat-recirculation",
        {Message("witness.heat-imbalance").with("kW", shortestDigits(recirculationResidual(system, *inlets)))}, used);
}

// Analytic solution of u dT/dx = k d2T/dx2, written so that no exponential of a large positive number appears and that
// the differences keep their digits next to peclet = 0.
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
        return in("t0") + step * exponentialLessOne(in("peclet") * place) / exponentialLessOne(in("peclet"));
    const N fromFarEnd = exponential(in("peclet") * (place - N(1)));
    const N rise = exponentialLessOne(N(0) - in("peclet") * place) / exponentialLessOne(N(0) - in("peclet"));
    return in("t0") + step * fromFarEnd * rise;
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

} // namespace

void addRoomAirFormulas(FormulaRegistry& registry) {
    registry.add(formula(
        "rack_inlet_c", "C", "t_sup+recirc_fraction/(1-recirc_fraction)*rack_dt_k",
        {supplyC(), number("recirc_fraction", "-", "share of own exhaust in the inlet", Allowed::shareBelowOne()),
         rackRiseK()},
        "calc-reference.rack-inlet-c", []<class N>(const Inputs<N>& in) {
            return in("t_sup") + in("recirc_fraction") / (N(1) - in("recirc_fraction")) * in("rack_dt_k");
        }));
    registry.add(formula("aisle_inlet_c", "C", "t_sup+max(0,1-supply_ratio)/supply_ratio*rack_dt_k",
                         {supplyC(), supplyRatio(), rackRiseK(),
                          remark("makeup", "what makes the flow up: own exhaust, the worst case")},
                         "calc-reference.aisle-inlet-c", []<class N>(const Inputs<N>& in) {
                             return in("t_sup") +
                                    maximum(N(0), N(1) - in("supply_ratio")) / in("supply_ratio") * in("rack_dt_k");
                         }));
    registry.add(
        formula("return_temp_c", "C", "t_sup+1000*heat_kw/(rho*cp*flow_m3s)",
                {supplyC(), heatKw(), number("flow_m3s", "m3/s", "supply flow", kPositive), density(), specificHeat()},
                "calc-reference.return-temp-c", []<class N>(const Inputs<N>& in) {
                    return in("t_sup") + N(1000) * in("heat_kw") / (in("rho") * in("cp") * in("flow_m3s"));
                }));
    registry.add(formula("return_temp_c", "C", "t_sup+rack_dt_k/supply_ratio", {supplyC(), supplyRatio(), rackRiseK()},
                         "calc-reference.return-temp-c-form", []<class N>(const Inputs<N>& in) {
                             return in("t_sup") + in("rack_dt_k") / in("supply_ratio");
                         }));
    registry.add(formula(
        "heat_recirc_inlet_c", "C",
        "solve K_j Tin_j = sum_i A_ij K_i Tout_i + (K_j - sum_i A_ij K_i) t_sup, Tout_i = Tin_i + P_i/K_i; "
        "Tin of node",
        {text("A", "rows separated by |, columns by comma; row i: exhaust of i, column j: inlet of j"),
         remark("rule", "meaning of the matrix"),
         numbers("K_kw_k", "kW/K", "heat capacity flow of each rack", kPositive),
         numbers("P_kw", "kW", "power of each rack", kNotNegative), supplyC(),
         number("node", "", "rack whose inlet is asked for", Allowed::countFromOne())},
        "calc-reference.heat-recirc-inlet-c", []<class N>(const Inputs<N>& in) { return recirculatedInlet(in); }));
    registry.add(
        formula("advection_diffusion_1d_c", "C", "t0+(tL-t0)*(exp(peclet*x/L)-1)/(exp(peclet)-1)",
                {number("L", "m", "length", kPositive), number("peclet", "-", "over the whole length", Allowed::any()),
                 number("x", "m", "place", kNotNegative), number("t0", "C", "temperature at x = 0", kCelsius),
                 number("tL", "C", "temperature at x = L", kCelsius)},
                "calc-reference.advection-diffusion-1d-c",
                []<class N>(const Inputs<N>& in) { return advectionDiffusion(in); }));
    registry.add(formula("duct_flow_split", "m3/s", "S*g_k/(g1+g2+...), k=path; S = the number in network",
                         {text("network", "\"source <S> m3/s to two parallel paths\""),
                          numbered("g", "any", "conductance of a path", kNotNegative),
                          number("path", "", "path whose flow is asked for", Allowed::countFromOne())},
                         "calc-reference.duct-flow-split", []<class N>(const Inputs<N>& in) { return ductFlow(in); }));
    registry.add(formula("rci_hi_pct", "%", "100*(1-sum of max(0,T-rec_max)/(n*(allow_max-rec_max)))",
                         {numbers("inlets", "C", "inlet temperatures", kCelsius),
                          number("rec_max", "C", "upper recommended temperature", kCelsius),
                          number("allow_max", "C", "upper allowable temperature", kCelsius)},
                         "calc-reference.rci-hi-pct", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("allow_max") <= in.plain("rec_max"))
                                 return in.outOfDomain("allow_max", "> rec_max");
                             return coolingIndex(in);
                         }));
    registry.add(formula("rti_pct", "%", "100*(t_return-t_supply)/(t_out-t_in)",
                         {number("t_return", "C", "return temperature of the room", kCelsius),
                          number("t_supply", "C", "supply temperature of the room", kCelsius),
                          number("t_out", "C", "mean outlet of the racks", kCelsius),
                          number("t_in", "C", "mean inlet of the racks", kCelsius)},
                         "calc-reference.rti-pct", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("t_out") == in.plain("t_in"))
                                 return in.outOfDomain("t_out", "!= t_in");
                             return N(100) * (in("t_return") - in("t_supply")) / (in("t_out") - in("t_in"));
                         }));
    registry.add(formula("shi", "-", "(t_in-t_ref)/(t_out-t_ref)",
                         {number("t_in", "C", "mean inlet of the racks", kCelsius),
                          number("t_out", "C", "mean outlet of the racks", kCelsius),
                          number("t_ref", "C", "supply temperature", kCelsius)},
                         "calc-reference.shi", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("t_out") == in.plain("t_ref"))
                                 return in.outOfDomain("t_out", "!= t_ref");
                             return (in("t_in") - in("t_ref")) / (in("t_out") - in("t_ref"));
                         }));
}

} // namespace rackwright
