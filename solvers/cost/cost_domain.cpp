// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cost_domain.h"

#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/cost/figures.h"
#include "solvers/cost/formulas.h"
#include "solvers/cost/owning_figures.h"
#include "solvers/cost/price_quality.h"
#include "solvers/cost/service_offers.h"
#include "solvers/space/inventory.h"

#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::string_view kLines = "reference.bill-lines";
constexpr std::string_view kQuadrature = "reference.price-quadrature";
constexpr std::string_view kAnnuity = "reference.annuity";

FigureDefinition base(FigureHandle of, std::string unit, std::string_view reference) {
    FigureDefinition definition;
    nameFigure(definition, of);
    definition.subject = of.subject;
    definition.unit = std::move(unit);
    definition.reference = reference;
    return definition;
}

FigureDefinition headline(FigureDefinition definition) {
    definition.isHeadline = true;
    return definition;
}

std::string money(std::string_view per = {}) { return std::string(kMoneyUnit) + std::string(per); }

/// Share of typical values: a share of two ranges that hold each other has no useful ends. Where a line has no price,
/// nobody knows how the sum divides.
template <class N>
N shareOfPriced(const N& part, const N& whole, std::string label) {
    const Value& a = Numbers<N>::plain(part);
    const Value& b = Numbers<N>::plain(whole);
    const Grade grade = weakest(a.grade(), b.grade());
    const bool isKnown = a.isKnown() && b.isKnown() && b.typical() > 0;
    const Value share = isKnown ? Value(a.typical() / b.typical(), grade) : Value::unknown(grade);
    if constexpr (std::is_same_v<N, Value>)
        return share;
    else
        return computed(share, {std::move(label), "%", 0.01}, "reference.share-of-lines", {}, {part, whole});
}

/// A number of the bill that is counted or chosen, not summed.
template <class N>
N billNumber(const Value& value, std::string label, std::string unit, std::string reference) {
    if constexpr (std::is_same_v<N, Value>)
        return value;
    else {
        const double factor = siPerUnit(unit);
        return computed(value, {std::move(label), std::move(unit), factor}, std::move(reference), {}, {});
    }
}

template <class N>
N longestLeadTime(const Context& context) {
    const Bill& bill = billIn(context);
    std::int64_t unknown = 0, known = 0;
    for (const BillLine& line : bill.lines)
        if (line.counts() && line.type == LineType::Hardware && line.origin == LineOrigin::Design)
            ++(line.leadTime ? known : unknown);
    const BillLine* longest = longestLead(bill);
    Value value = Value::unknown(Grade::Estimate).withTerms(std::max<std::int64_t>(1, unknown));
    if (longest) {
        value = Value(longest->leadTime->si(), Grade::Estimate).withTerms(std::max<std::int64_t>(1, known));
        if (unknown > 0)
            value = value + Value::unknown(Grade::Estimate).withTerms(unknown);
    }
    const std::string what = longest ? longest->description : std::string("no line");
    return billNumber<N>(value, "lead time of " + what, "week", "reference.longest-line");
}

/// Standard deviation of the total: triangular lines, independent of each other.
/// sd^2 = (a^2 + b^2 + c^2 - ab - ac - bc) / 18 for low a, typical b, high c.
Value totalDeviation(const Bill& bill) {
    double variance = 0;
    std::int64_t known = 0, unknown = 0;
    Grade grade = Grade::Measured;
    for (const BillLine& line : bill.lines) {
        if (!line.counts())
            continue;
        grade = weakest(grade, line.grade());
        ++(line.amount ? known : unknown);
        if (!line.amount)
            continue;
        const double b = line.amount->typical.inUnits();
        // Taken from the typical value, so that large amounts do not cancel.
        const double below = line.amount->low.inUnits() - b, above = line.amount->high.inUnits() - b;
        variance += (below * below + above * above - below * above) / 18;
    }
    if (known == 0)
        return Value::unknown(grade);
    const Value deviation = Value(std::sqrt(variance), grade).withTerms(known);
    return unknown > 0 ? deviation + Value::unknown(grade).withTerms(unknown) : deviation;
}

void addPrices(std::vector<FigureDefinition>& figures) {
    figures.push_back(figure(headline(base(figure_of::costPriceTotal, money(), kQuadrature)),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(totalPrice<N>(context));
                             }));
    figures.push_back(figure(base(figure_of::costPriceSection, money(), kQuadrature),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return Ratio<N>(sectionPrice<N>(context, static_cast<QuoteSection>(subject.id)));
                             }));
    figures.push_back(figure(base(figure_of::costPriceSectionShare, "%", kLines),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 const auto section = static_cast<QuoteSection>(subject.id);
                                 return Ratio<N>(shareOfPriced<N>(sectionPrice<N>(context, section),
                                                                  totalPrice<N>(context),
                                                                  "share of " + std::string(enumName(section))));
                             }));
    figures.push_back(figure(base(figure_of::costPriceAccelerators, money(), kQuadrature),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(acceleratorPrice<N>(context));
                             }));
    figures.push_back(figure(base(figure_of::costPriceAcceleratorsShare, "%", kLines),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(shareOfPriced<N>(acceleratorPrice<N>(context), totalPrice<N>(context),
                                                                  "share of accelerators"));
                             }));
    figures.push_back(figure(headline(base(figure_of::costPricePerAccelerator, money(), kLines)),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(totalPrice<N>(context) / boughtAccelerators<N>(context));
                             }));
    figures.push_back(figure(base(figure_of::costPricePerPetaflops, money("/PFLOPS"), "reference.dense-bf16"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 const auto compute = groupsCompute<N>(context, context.groups(), Precision::Bf16);
                                 return Ratio<N>(totalPrice<N>(context) / compute.in(unit::petaflops));
                             }));
    figures.push_back(figure(base(figure_of::costPriceDeviation, money(), "reference.triangular-variance"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 const Bill& bill = billIn(context);
                                 return Ratio<N>(billNumber<N>(totalDeviation(bill), "standard deviation of the total",
                                                               bill.currency.code(), "reference.triangular-lines"));
                             }));
    figures.push_back(figure(base(figure_of::costPriceWithTax, money(), "reference.tax"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 const Share tax = context.project().quote.tax;
                                 const N rate = Numbers<N>::given(Value(tax.fraction()), {"tax", "%", 0.01}, {});
                                 return Ratio<N>(totalPrice<N>(context) * (N(1.0) + rate));
                             }));
}

void addQuality(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, std::string unit, Value (*read)(const PriceQuality&)) {
        figures.push_back(figure(
            base(of, unit, kLines), [read, of, unit]<class N>(std::type_identity<N>, const Context& context, Subject) {
                const PriceQuality quality = priceQuality(billIn(context), context.project().quote);
                return Ratio<N>(billNumber<N>(read(quality), std::string(of), unit, "reference.counted-on-bill"));
            }));
    };
    add(figure_of::costLines, "", [](const PriceQuality& q) { return Value(static_cast<double>(q.lines)); });
    add(figure_of::costLinesUnpriced, "", [](const PriceQuality& q) { return Value(static_cast<double>(q.unpriced)); });
    add(figure_of::costLinesPlanning, "", [](const PriceQuality& q) { return Value(static_cast<double>(q.planning)); });
    add(figure_of::costPricePlanningShare, "%", [](const PriceQuality& q) {
        return q.value.minorUnits() == 0 || q.unpriced > 0 ? Value() : Value(q.planningShare());
    });
    figures.push_back(figure(headline(base(figure_of::costLeadTimeLongest, "week", "reference.lead-times")),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Quantity<dim::Time, N>(longestLeadTime<N>(context));
                             }));
}

void addOwning(std::vector<FigureDefinition>& figures) {
    figures.push_back(figure(base(figure_of::costEnergyYear, money(), "reference.energy-cost"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(energyOfYear<N>(context));
                             }));
    figures.push_back(figure(base(figure_of::costStaffYear, money(), "reference.staffing"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(staffOfYear<N>(context));
                             }));
    figures.push_back(figure(base(figure_of::costPaymentYear, money(), kAnnuity),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(paymentOfYear<N>(context, totalPrice<N>(context)));
                             }));
    figures.push_back(figure(base(figure_of::costAcceleratorHourAvailable, money("/h"), kAnnuity),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(availableHour<N>(context));
                             }));
    figures.push_back(figure(headline(base(figure_of::costAcceleratorHourUsed, money("/h"), kAnnuity)),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(availableHour<N>(context) /
                                                 setting<N>(context, setting_key::utilisation).si());
                             }));
    figures.push_back(figure(base(figure_of::costIdleYear, money(), kAnnuity),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 const N idle = N(1.0) - setting<N>(context, setting_key::utilisation).si();
                                 return Ratio<N>(idle * paymentOfYear<N>(context, acceleratorPrice<N>(context)));
                             }));
}

} // namespace

Domain costDomain() {
    Domain domain;
    domain.name = "cost";
    addPrices(domain.figures);
    addQuality(domain.figures);
    addOwning(domain.figures);
    addOwningFigures(domain.figures);
    for (std::vector<Rule>& rules : std::array{costRules(), quoteRules()})
        for (Rule& rule : rules)
            domain.rules.push_back(std::move(rule));
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    using namespace setting_key;
    for (const Plain& key :
         {estimateSpread, labourRate,    freight,        supportPerYear, spares,    opticSpares, railKit,
          cordC13,        cordC19,       cordAny,        cordsOfDevice,  whip,      tapOff,      rackPrice,
          blankingPanel,  manifold,      hosePair,       coolant,        pduPrice,  tariff,      years,
          interest,       utilisation,   racksPerPerson, staffMinimum,   staffCost, residual,    priceCorrelation,
          cloudOnDemand,  cloudReserved, cloudSpot})
        add(key);
    add(pduPower);
    add(fibreLength);
    add(copperLength);
    SettingDefinition offers;
    offers.key = kServiceOffersKey;
    offers.source = {std::string(kOurs), "Hardware is bought unless a person offers more", {}, {}};
    offers.meaning = "setting.cost.service-offers";
    offers.words = "none|turnkey|managed|rental|all";
    offers.defaultWord = "none";
    domain.settings.push_back(std::move(offers));
    SettingDefinition comparison;
    comparison.key = kMarketComparisonKey;
    comparison.source = {
        std::string(kOurs), "What others ask for is no part of an offer unless a person wants it there", {}, {}};
    comparison.meaning = "setting.cost.market-comparison";
    comparison.words = "internal|customer";
    comparison.defaultWord = "internal";
    domain.settings.push_back(std::move(comparison));
    domain.formulas = addCostFormulas;
    domain.schedules = {
        {"bom-customer", 10, [](const ScheduleInput& in) { return billForCustomer(in.context, billIn(in.context)); },
         false, Edition::Customer},
        {"bom-internal", 10, [](const ScheduleInput& in) { return billForUs(in.context, billIn(in.context)); }, false,
         Edition::Internal},
        {"cash-flow", 12, [](const ScheduleInput& in) { return cashFlow(in.context); }, false, Edition::Internal},
        {"tornado", 13, [](const ScheduleInput& in) { return tornado(in.context); }, false, Edition::Internal},
        {"cloud-prices", 14, [](const ScheduleInput& in) { return cloudPriceSchedule(in.context); }, false,
         Edition::Internal}};
    return domain;
}

} // namespace rackwright
