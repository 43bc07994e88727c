// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/formulas.h"

#include "model/base/letter_case.h"
#include "model/units/number_text.h"
#include "solvers/cost/cloud_prices.h"
#include "solvers/cost/decimal.h"

#include <string>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative(), kShare = Allowed::share();

FormulaInput money(const char* key, const char* meaning) { return number(key, "USD", meaning, kNotNegative); }
FormulaInput pueInput() { return number("pue", "-", "power usage effectiveness", Allowed::atLeast(1)); }
FormulaInput tariff() { return number("tariff", "USD/kWh", "price of electricity", kNotNegative); }
FormulaInput hoursInput(const char* meaning) { return number("hours", "h", meaning, kNotNegative); }
FormulaInput megawatts() { return number("mw", "MW", "IT power of the building", kNotNegative); }
FormulaInput ownCost() {
    return number("own_cost_per_available_hour", "USD/h", "own cost per available hour", kNotNegative);
}
FormulaInput oomsPerYear() {
    return number("ooms_per_year", "1/y", "fall of price per performance, orders of magnitude a year", Allowed::any());
}
FormulaInput low() { return number("low", "any", "lowest value", Allowed::any()); }
FormulaInput mode() { return number("mode", "any", "most likely value", Allowed::any()); }
FormulaInput high() { return number("high", "any", "highest value", Allowed::any()); }

FormulaInput notAlways(FormulaInput input) {
    input.isOptional = true;
    return input;
}
FormulaInput cloudAccelerator() {
    return text("accelerator", "of the cloud price table, as H200; catalog cloud lists them");
}
FormulaInput cloudUse() {
    return choice("use", "providers: any (without spot), on-demand, reserved (the lowest list price) or spot",
                  {"any", "on-demand", "reserved", "spot"})
        .orElse("on-demand");
}

/// The price of its own row, with its range, source and date.
template <class N>
Outcome<N> cloudHourOfWords(const Inputs<N>& in) {
    const std::string part = cloudPricePart(in.text("accelerator"));
    const CloudUse use = in.is("use", "any")        ? CloudUse::Any
                         : in.is("use", "reserved") ? CloudUse::Reserved
                         : in.is("use", "spot")     ? CloudUse::Spot
                                                    : CloudUse::OnDemand;
    const auto hour = part.empty() ? std::nullopt : cloudHour(part, use);
    if (!hour) {
        std::string known;
        for (const std::string& each : cloudPriceParts())
            known.append(known.empty() ? "" : ", ").append(each);
        return in.unreadable("accelerator", known);
    }
    if (hour->value.isUnknown())
        return in.unreadable("use", "any, on-demand, reserved");
    return N(Numbers<N>::given(hour->value, {"cloud hour, " + part, "USD/h", 1}, hour->source));
}

// Annuity, payments at the end of each month.
template <class N>
N monthlyPayment(const N& principal, const N& yearlyRate, const N& months) {
    if (plainNumberOf(yearlyRate) == 0)
        return principal / months;
    const N rate = yearlyRate / N(12);
    // 1 - (1 + rate)^-months, which keeps its digits next to no interest.
    return principal * rate / (N(0) - exponentialLessOne((N(0) - months) * logOfOnePlus(rate)));
}

template <class N>
Outcome<N> exchanged(const Inputs<N>& in) {
    const auto cents = productInCentsHalfEven(in.plain("usd"), in.plain("rate_eur_per_usd"));
    if (!cents)
        return in.outOfDomain("usd", "< 1e15 / rate_eur_per_usd");
    return algorithmic<N>(*cents / 100, {"amount", "EUR"}, "reference.decimal-product",
                          {Message("witness.cents").with("cents", shortestDigits(*cents))},
                          {in("usd"), in("rate_eur_per_usd")});
}

template <class N>
Outcome<N> intervalLow(const Inputs<N>& in) {
    N total = N(0);
    std::size_t n = 0;
    for (const std::string& line : in.textSeries("line")) {
        const std::string key = "line" + std::to_string(++n);
        const auto parts = numbersInPattern(line, "#*#..#");
        if (!parts)
            return in.unreadable(key, "1024*25000..40000");
        const auto given = [&](std::size_t i, const char* what, const char* unit) {
            return Numbers<N>::given(Value(parts->at(i), Grade::Assumption), {key + ", " + what, unit, 1}, {});
        };
        total = total + given(0, "quantity", "") * given(1, "low", "USD");
    }
    return total;
}

template <class N>
Outcome<N> independentDeviation(const Inputs<N>& in) {
    const std::vector<N> deviations = in.series("sd"), counts = in.series("n");
    if (counts.size() != deviations.size())
        return in.missing((counts.size() < deviations.size() ? "n" : "sd") +
                          std::to_string(std::min(counts.size(), deviations.size()) + 1));
    N squares = N(0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const N line = counts[i] * deviations[i];
        squares = squares + line * line;
    }
    return squareRoot(squares);
}

template <class N>
Outcome<N> ordered(const Inputs<N>& in, const N& result) {
    if (in.plain("low") > in.plain("mode"))
        return in.outOfDomain("low", "<= mode");
    if (in.plain("mode") > in.plain("high"))
        return in.outOfDomain("high", ">= mode");
    return result;
}

template <class N>
N triangularDeviation(const Inputs<N>& in) {
    const N a = in("low"), c = in("mode"), b = in("high");
    return squareRoot((a * a + c * c + b * b - a * c - a * b - c * b) / N(18));
}

void addCapital(FormulaRegistry& registry) {
    const FormulaInput rate = number("rate", "1/y", "nominal interest a year", Allowed::above(-1));
    registry.add(formula(
        "annuity_monthly_usd", "USD/month", "i=rate/12; principal*i/(1-(1+i)^-months); if rate=0: principal/months",
        {money("principal", "sum financed"), rate, number("months", "", "payments", kPositive)},
        "calc-reference.annuity-monthly-usd",
        []<class N>(const Inputs<N>& in) { return monthlyPayment(in("principal"), in("rate"), in("months")); }));
    registry.add(formula("npv_usd", "USD", "sum over t=0,1,... of flow_t/(1+rate)^t",
                         {numbers("flows", "USD", "cash flows, the first today", Allowed::any()), rate},
                         "calc-reference.npv-usd", []<class N>(const Inputs<N>& in) {
                             N sum = N(0), growth = N(1);
                             for (const N& flow : in.list("flows")) {
                                 sum = sum + flow / growth;
                                 growth = growth * (N(1) + in("rate"));
                             }
                             return sum;
                         }));
    registry.add(formula("straight_line_book_value", "USD", "cost-age_y*(cost-salvage)/life_y",
                         {money("cost", "purchase"), money("salvage", "value at the end of its life"),
                          number("life_y", "y", "life", kPositive), number("age_y", "y", "age", kNotNegative)},
                         "calc-reference.straight-line-book-value", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                             if (in.plain("age_y") > in.plain("life_y"))
                                 return in.outOfDomain("age_y", "<= life_y");
                             return in("cost") - in("age_y") * (in("cost") - in("salvage")) / in("life_y");
                         }));
    registry.add(
        formula("own_cost_per_available_gpu_hour", "USD/h",
                "(12*M+opex_per_year)/(gpus*hours); M=annuity_monthly_usd(capex, rate, 12*years)",
                {money("capex", "capital"), rate, number("years", "y", "years of financing", kPositive),
                 number("opex_per_year", "USD", "running cost a year", kNotNegative),
                 number("gpus", "", "accelerators", kPositive), number("hours", "h", "hours a year", kPositive)},
                "calc-reference.own-cost-per-available-gpu-hour", []<class N>(const Inputs<N>& in) {
                    const N monthly = monthlyPayment<N>(in("capex"), in("rate"), N(12) * in("years"));
                    return (N(12) * monthly + in("opex_per_year")) / (in("gpus") * in("hours"));
                }));
    registry.add(
        formula("cost_per_used_gpu_hour", "USD/h", "own_cost_per_available_hour/utilisation",
                {ownCost(), number("utilisation", "-", "share of the hours that are used", Allowed::efficiency())},
                "calc-reference.cost-per-used-gpu-hour",
                []<class N>(const Inputs<N>& in) { return in("own_cost_per_available_hour") / in("utilisation"); }));
    registry.add(formula("cloud_hour", "USD/h", "price of the accelerator's own row of the dated cloud price table",
                         {cloudAccelerator(), cloudUse()}, "calc-reference.cloud-hour",
                         []<class N>(const Inputs<N>& in) { return cloudHourOfWords<N>(in); }));
    registry.add(
        formula("breakeven_utilisation", "-",
                "own_cost_per_available_hour/cloud_price; without cloud_price that of the accelerator's own row",
                {ownCost(), notAlways(number("cloud_price", "USD/h", "price of the cloud by the hour", kPositive)),
                 notAlways(cloudAccelerator()), cloudUse()},
                "calc-reference.breakeven-utilisation", []<class N>(const Inputs<N>& in) -> Outcome<N> {
                    if (in.has("cloud_price"))
                        return N(in("own_cost_per_available_hour") / in("cloud_price"));
                    if (!in.has("accelerator"))
                        return in.missing("cloud_price");
                    const Outcome<N> hour = cloudHourOfWords<N>(in);
                    if (!hour)
                        return hour.error();
                    return N(in("own_cost_per_available_hour") / std::get<N>(*hour));
                }));
    registry.add(formula("construction_capex_musd", "MUSD", "mw*musd_per_mw*(1+ai_premium)",
                         {megawatts(), number("musd_per_mw", "MUSD/MW", "cost of building", kNotNegative),
                          number("ai_premium", "-", "surcharge for AI halls", kNotNegative)},
                         "calc-reference.construction-capex-musd", []<class N>(const Inputs<N>& in) {
                             return in("mw") * in("musd_per_mw") * (N(1) + in("ai_premium"));
                         }));
    registry.add(formula("construction_capex_range_musd", "MUSD", "mw*(low if which=low; high if which=high)",
                         {megawatts(), number("low", "MUSD/MW", "lowest cost of building", kNotNegative),
                          number("high", "MUSD/MW", "highest cost of building", kNotNegative),
                          choice("which", "end of the range", {"low", "high"})},
                         "calc-reference.construction-capex-range-musd",
                         []<class N>(const Inputs<N>& in) { return in("mw") * in(in.text("which")); }));
}

void addPrices(FormulaRegistry& registry) {
    registry.add(formula("net_price_usd", "USD", "list*(1-discount1)*(1-discount2)*(1+tax)",
                         {money("list", "list price"), number("discount1", "-", "first discount", kShare),
                          number("discount2", "-", "second discount", kShare), number("tax", "-", "tax", kNotNegative)},
                         "calc-reference.net-price-usd", []<class N>(const Inputs<N>& in) {
                             return in("list") * (N(1) - in("discount1")) * (N(1) - in("discount2")) *
                                    (N(1) + in("tax"));
                         }));
    registry.add(
        formula("price_from_margin_usd", "USD", "cost/(1-gross_margin)",
                {money("cost", "cost"), number("gross_margin", "-", "share of the price", Allowed::shareBelowOne())},
                "calc-reference.price-from-margin-usd",
                []<class N>(const Inputs<N>& in) { return in("cost") / (N(1) - in("gross_margin")); }));
    registry.add(formula("price_from_markup_usd", "USD", "cost*(1+markup)",
                         {money("cost", "cost"), number("markup", "-", "share of the cost", kNotNegative)},
                         "calc-reference.price-from-markup-usd",
                         []<class N>(const Inputs<N>& in) { return in("cost") * (N(1) + in("markup")); }));
    registry.add(
        formula("currency_amount", "EUR", "usd*rate_eur_per_usd to 2 decimals, ties to even, in decimal arithmetic",
                {number("usd", "USD", "amount", Allowed::any()),
                 number("rate_eur_per_usd", "EUR/USD", "dated rate", kPositive), remark("round", "rule of rounding")},
                "calc-reference.currency-amount", []<class N>(const Inputs<N>& in) { return exchanged(in); }));
    registry.add(formula("spot_discount", "%", "100*(1-spot/on_demand)",
                         {number("on_demand", "USD/h", "price on demand", kPositive),
                          number("spot", "USD/h", "spot price", kNotNegative)},
                         "calc-reference.relative-difference",
                         []<class N>(const Inputs<N>& in) { return N(100) * (N(1) - in("spot") / in("on_demand")); }));
    registry.add(
        formula("price_fall", "%", "100*(1-to/from)",
                {number("from", "USD", "earlier price", kPositive), number("to", "USD", "later price", kNotNegative)},
                "calc-reference.relative-difference",
                []<class N>(const Inputs<N>& in) { return N(100) * (N(1) - in("to") / in("from")); }));
}

void addRuns(FormulaRegistry& registry) {
    const FormulaInput gpus = number("gpus", "", "accelerators", kPositive);
    const FormulaInput days = number("days", "d", "days of the run", kPositive);
    const FormulaInput cost = money("cost_usd", "cost of the run");
    const auto hourPrice = []<class N>(const Inputs<N>& in) {
        return in("cost_usd") / (in("gpus") * in("days") * N(24));
    };
    registry.add(formula("cost_to_train_usd", "USD", "gpu_hours*usd_per_hour",
                         {number("gpu_hours", "GPU-h", "accelerator hours", kNotNegative),
                          number("usd_per_hour", "USD/GPU-h", "price of an accelerator hour", kNotNegative)},
                         "calc-reference.hours-times-price",
                         []<class N>(const Inputs<N>& in) { return in("gpu_hours") * in("usd_per_hour"); }));
    registry.add(formula("implied_usd_per_gpu_hour", "USD/h", "cost_usd/(gpus*days*24)", {cost, gpus, days},
                         "calc-reference.cost-over-hours", hourPrice));
    registry.add(formula("implied_gpu_hour_price", "USD/GPU/h", "cost_usd/(gpus*days*24)",
                         {remark("model", "name of the model"), cost, gpus, days}, "calc-reference.cost-over-hours",
                         hourPrice));
    registry.add(
        formula("rental_cost", "USD", "nodes*gpus_per_node*hours*usd_per_gpu_h",
                {number("nodes", "", "nodes", kNotNegative),
                 number("gpus_per_node", "", "accelerators of a node", kNotNegative), hoursInput("hours rented"),
                 number("usd_per_gpu_h", "USD/GPU-h", "price of an accelerator hour", kNotNegative)},
                "calc-reference.hours-times-price", []<class N>(const Inputs<N>& in) {
                    return in("nodes") * in("gpus_per_node") * in("hours") * in("usd_per_gpu_h");
                }));
}

void addRunning(FormulaRegistry& registry) {
    registry.add(formula("electricity_monthly_usd", "USD/month", "critical_kw*load_fraction*pue*tariff*hours",
                         {number("critical_kw", "kW", "critical IT power", kNotNegative),
                          number("load_fraction", "-", "mean load over critical power", kShare), pueInput(), tariff(),
                          hoursInput("hours a month")},
                         "calc-reference.electricity-monthly-usd", []<class N>(const Inputs<N>& in) {
                             return in("critical_kw") * in("load_fraction") * in("pue") * in("tariff") * in("hours");
                         }));
    registry.add(formula("electricity_annual_usd", "USD", "it_kw*avg_fraction*pue*tariff*hours",
                         {number("it_kw", "kW", "IT power", kNotNegative),
                          number("avg_fraction", "-", "mean power over IT power", kShare), pueInput(), tariff(),
                          hoursInput("hours a year")},
                         "calc-reference.electricity-annual-usd", []<class N>(const Inputs<N>& in) {
                             return in("it_kw") * in("avg_fraction") * in("pue") * in("tariff") * in("hours");
                         }));
    registry.add(formula("colo_annual_usd", "USD", "kw*usd_per_kw_month*12",
                         {number("kw", "kW", "power contracted", kNotNegative),
                          number("usd_per_kw_month", "USD/kW/month", "price of colocation, power extra", kNotNegative)},
                         "calc-reference.colo-annual-usd",
                         []<class N>(const Inputs<N>& in) { return in("kw") * in("usd_per_kw_month") * N(12); }));
    registry.add(formula("staff_annual_usd", "USD", "max(ceil(racks/racks_per_fte), shifts_min_fte)*usd_per_fte",
                         {number("racks", "", "racks", kNotNegative),
                          number("racks_per_fte", "", "racks that a person looks after", kPositive),
                          number("usd_per_fte", "USD/y", "yearly cost of a person", kNotNegative),
                          number("shifts_min_fte", "", "people that the shifts need", kNotNegative)},
                         "calc-reference.staff-annual-usd", []<class N>(const Inputs<N>& in) {
                             return maximum(ceiling(in("racks") / in("racks_per_fte")), in("shifts_min_fte")) *
                                    in("usd_per_fte");
                         }));
    registry.add(formula("tornado_swing_usd", "USD", "base_kwh*(tariff_high-tariff_low)",
                         {number("base_kwh", "kWh", "energy", kNotNegative),
                          number("tariff_low", "USD/kWh", "lowest tariff", kNotNegative),
                          number("tariff_high", "USD/kWh", "highest tariff", kNotNegative)},
                         "calc-reference.tornado-swing-usd", []<class N>(const Inputs<N>& in) {
                             return in("base_kwh") * (in("tariff_high") - in("tariff_low"));
                         }));
}

void addEpoch(FormulaRegistry& registry) {
    const char* reference = "calc-reference.training-cost-trends";
    registry.add(formula("epoch_depreciation_per_year", "1/yr", "ooms_per_year*ln(10)", {oomsPerYear()}, reference,
                         []<class N>(const Inputs<N>& in) { return in("ooms_per_year") * naturalLog(N(10)); }));
    registry.add(
        formula("epoch_price_after_years", "USD", "price*10^(-ooms_per_year*years)",
                {money("price", "price today"), number("years", "y", "years later", Allowed::any()), oomsPerYear()},
                reference, []<class N>(const Inputs<N>& in) {
                    return in("price") * power(N(10), N(0) - in("ooms_per_year") * in("years"));
                }));
    registry.add(
        formula("epoch_price_per_chip_hour", "USD/h", "server_price_per_chip*ooms_per_year*ln(10)/hours_per_year",
                {money("server_price_per_chip", "price of a server per chip"), oomsPerYear(),
                 number("hours_per_year", "h", "hours a year", kPositive)},
                reference, []<class N>(const Inputs<N>& in) {
                    return in("server_price_per_chip") * in("ooms_per_year") * naturalLog(N(10)) / in("hours_per_year");
                }));
    registry.add(formula("epoch_interconnect_markup", "-", "fraction_of_cluster/(1-fraction_of_cluster)",
                         {number("fraction_of_cluster", "-", "share of the interconnect in the cluster's cost",
                                 Allowed::shareBelowOne())},
                         reference, []<class N>(const Inputs<N>& in) {
                             return in("fraction_of_cluster") / (N(1) - in("fraction_of_cluster"));
                         }));
    registry.add(formula("epoch_energy_cost_usd", "USD", "chip_hours*tdp_kw*server_factor*tdp_fraction*pue*tariff",
                         {number("chip_hours", "h", "chip hours", kNotNegative),
                          number("tdp_kw", "kW", "thermal design power of a chip", kNotNegative),
                          number("server_factor", "-", "server over chip power", kNotNegative),
                          number("tdp_fraction", "-", "mean over design power", kNotNegative), pueInput(), tariff()},
                         reference, []<class N>(const Inputs<N>& in) {
                             return in("chip_hours") * in("tdp_kw") * in("server_factor") * in("tdp_fraction") *
                                    in("pue") * in("tariff");
                         }));
}

void addCarbon(FormulaRegistry& registry) {
    registry.add(formula("carbon_t", "t", "energy_mwh*kg_per_kwh*pue",
                         {number("energy_mwh", "MWh", "IT energy", kNotNegative),
                          number("kg_per_kwh", "kg/kWh", "carbon of the grid", kNotNegative), pueInput()},
                         "calc-reference.carbon-t",
                         []<class N>(const Inputs<N>& in) { return in("energy_mwh") * in("kg_per_kwh") * in("pue"); }));
    registry.add(
        formula("grid_factor_kg_per_kwh", "kg/kWh", "tonnes/energy_mwh",
                {number("tonnes", "t", "emissions", kNotNegative), number("energy_mwh", "MWh", "energy", kPositive)},
                "calc-reference.llama-model-card",
                []<class N>(const Inputs<N>& in) { return in("tonnes") / in("energy_mwh"); }));
    registry.add(formula("embodied_reduction_pct", "%", "100*(1-b200_g_per_exaflop/h100_g_per_exaflop)",
                         {number("h100_g_per_exaflop", "g", "embodied carbon, old", kPositive),
                          number("b200_g_per_exaflop", "g", "embodied carbon, new", kNotNegative)},
                         "calc-reference.embodied-reduction-pct", []<class N>(const Inputs<N>& in) {
                             return N(100) * (N(1) - in("b200_g_per_exaflop") / in("h100_g_per_exaflop"));
                         }));
}

void addUncertainty(FormulaRegistry& registry) {
    registry.add(formula("pert_mean", "MUSD/MW", "(low+4*mode+high)/6", {low(), mode(), high()},
                         "calc-reference.pert-mean", []<class N>(const Inputs<N>& in) {
                             return ordered<N>(in, (in("low") + N(4) * in("mode") + in("high")) / N(6));
                         }));
    registry.add(formula(
        "triangular_mean", "USD", "(low+mode+high)/3", {low(), mode(), high()}, "calc-reference.triangular",
        []<class N>(const Inputs<N>& in) { return ordered<N>(in, (in("low") + in("mode") + in("high")) / N(3)); }));
    registry.add(formula("triangular_sd", "USD", "sqrt((low^2+mode^2+high^2-low*mode-low*high-mode*high)/18)",
                         {low(), mode(), high()}, "calc-reference.triangular",
                         []<class N>(const Inputs<N>& in) { return ordered<N>(in, triangularDeviation(in)); }));
    registry.add(formula("interval_total_low", "USD", "sum over line1, line2, ... of n*low; a line is n*low..high",
                         {numberedTexts("line", "n*low..high, USD")}, "calc-reference.interval-total-low",
                         []<class N>(const Inputs<N>& in) { return intervalLow(in); }));
    FormulaInput lines = numberedTexts("line", "what is correlated");
    lines.kind = InputKind::Remark;
    registry.add(formula("sum_sd_independent", "USD", "sqrt((n1*sd1)^2+(n2*sd2)^2+...)",
                         {numbered("sd", "USD", "standard deviation of a unit", kNotNegative),
                          numbered("n", "", "units of a line, fully correlated", kNotNegative), lines},
                         "calc-reference.sum-sd-independent",
                         []<class N>(const Inputs<N>& in) { return independentDeviation(in); }));
}

} // namespace

void addCostFormulas(FormulaRegistry& registry) {
    addCapital(registry);
    addPrices(registry);
    addRuns(registry);
    addRunning(registry);
    addEpoch(registry);
    addCarbon(registry);
    addUncertainty(registry);
}

} // namespace rackwright
