// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/owning_figures.h"

#include "solvers/cost/figures.h"
#include "solvers/cost/owning.h"
#include "solvers/cost/price_draws.h"
#include "solvers/engine/schedule_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::string_view kOwned = "reference.owning";
constexpr std::string_view kCloud = "reference.cloud-price";
constexpr std::string_view kDrawn = "reference.price-draws";
constexpr int kLastYear = 5;

// Most edits leave the amounts of the bill as they are.
struct DrawsLookUp {
    DrawsLookUp(const Context& context, const DrawsLookUp* before)
        : spread(priceSpread(billIn(context))),
          correlation(setting<Value>(context, setting_key::priceCorrelation).si().typical()),
          draws(before && before->correlation == correlation && before->spread == spread
                    ? before->draws
                    : priceDraws(spread, correlation)) {}
    PriceSpread spread;
    double correlation;
    PriceDraws draws;
};

FigureDefinition owning(FigureHandle of, std::string_view per, std::string_view reference) {
    FigureDefinition definition;
    nameFigure(definition, of);
    definition.subject = of.subject;
    definition.unit = std::string(kMoneyUnit) + std::string(per);
    definition.reference = reference;
    return definition;
}

void addYears(std::vector<FigureDefinition>& figures) {
    figures.push_back(figure(owning(figure_of::costOperatingYear, "", kOwned),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(runningCost<N>(context));
                             }));
    figures.push_back(figure(owning(figure_of::costDepreciationYear, "", "reference.straight-line"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(depreciationOfYear<N>(context));
                             }));
    figures.push_back(figure(owning(figure_of::costLeaseMonth, "", "reference.annuity"),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(leaseOfMonth<N>(context));
                             }));
    figures.push_back(figure(owning(figure_of::costOwned, "", kOwned),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(ownedFor<N>(context, setting<N>(context, setting_key::years).si()));
                             }));
    figures.push_back(figure(owning(figure_of::costOwnedThreeYears, "", kOwned),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(ownedFor<N>(context, N(3.0)));
                             }));
    figures.push_back(figure(owning(figure_of::costOwnedFiveYears, "", kOwned),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(ownedFor<N>(context, N(5.0)));
                             }));
}

struct Tier {
    FigureHandle hours, share;
    const setting_key::Plain& price;
    CloudUse use;
};

void addTiers(std::vector<FigureDefinition>& figures) {
    static const std::array<Tier, 3> kTiers = {{
        {figure_of::costBreakEvenOnDemandHours, figure_of::costBreakEvenOnDemandShare, setting_key::cloudOnDemand,
         CloudUse::OnDemand},
        {figure_of::costBreakEvenReservedHours, figure_of::costBreakEvenReservedShare, setting_key::cloudReserved,
         CloudUse::Reserved},
        {figure_of::costBreakEvenSpotHours, figure_of::costBreakEvenSpotShare, setting_key::cloudSpot, CloudUse::Spot},
    }};
    for (const Tier& tier : kTiers) {
        FigureDefinition hours = owning(tier.hours, "", kCloud);
        hours.unit = "";
        figures.push_back(
            figure(std::move(hours), [&tier]<class N>(std::type_identity<N>, const Context& context, Subject) {
                return Ratio<N>(breakEvenHours<N>(context, tier.price, tier.use));
            }));
        FigureDefinition share = owning(tier.share, "", kCloud);
        share.unit = "%";
        figures.push_back(
            figure(std::move(share), [&tier]<class N>(std::type_identity<N>, const Context& context, Subject) {
                return Ratio<N>(breakEvenShare<N>(context, tier.price, tier.use));
            }));
    }
}

void addDraws(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, Value PriceDraws::*member, const char* label) {
        figures.push_back(figure(
            owning(of, "", kDrawn), [member, label]<class N>(std::type_identity<N>, const Context& context, Subject) {
                const Value value = context.lookUp<DrawsLookUp>().draws.*member;
                if constexpr (std::is_same_v<N, Value>)
                    return Ratio<N>(value);
                else
                    return Ratio<N>(
                        computed(value, {label, billIn(context).currency.code(), 1}, std::string(kDrawn),
                                 {Message("witness.price-draws").with("count", std::int64_t{kPriceDraws})},
                                 {totalPrice<N>(context), setting<N>(context, setting_key::priceCorrelation).si()}));
            }));
    };
    add(figure_of::costPriceP10, &PriceDraws::p10, "tenth of the draws");
    add(figure_of::costPriceP50, &PriceDraws::p50, "median of the draws");
    add(figure_of::costPriceP90, &PriceDraws::p90, "nine tenths of the draws");
}

/// What an hour of use costs by its inputs, of which one may stand at an end of its range.
struct HourInputs {
    double price, bought, standing, energyAtTariff, tariff, staff, interest, years, utilisation;

    double hour() const {
        const double payment = yearlyPayment<double>(price, interest, years) / bought;
        const double running = (energyAtTariff * tariff + staff) / standing;
        return (payment + running) / kHoursPerYear / utilisation;
    }
};

/// The setting's own range; where it has none, `spread` to both sides.
struct Ends {
    double low, typical, high;
};
Ends endsOf(const Context& context, const setting_key::Plain& key, double spread) {
    const Value value = setting<Value>(context, key).si();
    if (value.low() < value.high())
        return {value.low(), value.typical(), value.high()};
    return {value.typical() - spread, value.typical(), value.typical() + spread};
}

std::optional<HourInputs> inputsOf(const Context& context) {
    const Value price = totalPrice<Value>(context), bought = boughtAccelerators<Value>(context),
                standing = standingAccelerators<Value>(context), energy = energyOfYear<Value>(context),
                staff = staffOfYear<Value>(context);
    for (const Value* each : {&price, &bought, &standing, &energy, &staff})
        if (!each->isKnown())
            return std::nullopt;
    const double tariff = setting<Value>(context, setting_key::tariff).si().typical();
    const double utilisation = setting<Value>(context, setting_key::utilisation).si().typical();
    if (!(bought.typical() > 0 && standing.typical() > 0 && tariff > 0 && utilisation > 0))
        return std::nullopt;
    return HourInputs{price.typical(),
                      bought.typical(),
                      standing.typical(),
                      energy.typical() / tariff,
                      tariff,
                      staff.typical(),
                      setting<Value>(context, setting_key::interest).si().typical(),
                      setting<Value>(context, setting_key::years).si().typical(),
                      utilisation};
}

Swing swing(const HourInputs& inputs, double HourInputs::*member, const char* name, std::string unit, double shown,
            double low, double high) {
    Swing made{name, low / shown, high / shown, std::move(unit), 0, 0};
    HourInputs changed = inputs;
    changed.*member = low;
    made.hourAtLow = changed.hour();
    changed.*member = high;
    made.hourAtHigh = changed.hour();
    return made;
}

Money moneyOf(double units, Currency currency) {
    double minor = units;
    for (int i = 0; i < currency.minorDigits(); ++i)
        minor *= 10;
    return Money(std::llround(minor), currency);
}

ScheduleCell moneyCell(double units, Currency currency) { return moneyOf(units, currency); }

} // namespace

void addOwningFigures(std::vector<FigureDefinition>& figures) {
    addYears(figures);
    addTiers(figures);
    addDraws(figures);
}

Schedule cloudPriceSchedule(const Context& context) {
    Schedule schedule = emptySchedule(
        "cloud-prices", {textColumn("Accelerator"), textColumn("Cheapest USD/h"), textColumn("Cheapest provider"),
                         textColumn("Mid-range USD/h"), textColumn("Mid-range provider"),
                         textColumn("Hyperscaler USD/h"), textColumn("Hyperscaler"), textColumn("Spot USD/h"),
                         textColumn("Spot provider"), textColumn("Date"), textColumn("In this design")});
    schedule.edition = Edition::Internal;
    schedule.notes = {Message("schedule.cloud-prices.note")};
    const Part* own = context.part(commonAccelerator(context, context.groups()));
    for (const std::string& part : cloudPriceParts()) {
        const Part* known = context.part(context.partOf(part));
        std::vector<ScheduleCell> cells;
        std::string date, name;
        for (const CloudTier tier : {CloudTier::Cheapest, CloudTier::Mid, CloudTier::Hyperscaler, CloudTier::Spot}) {
            const CloudPriceRow* row = cloudPriceRow(part, tier);
            cells.push_back(textCell(cloudPriceText(row)));
            cells.push_back(textCell(row ? row->provider : std::string()));
            date = row ? std::max(date, row->date) : date;
            name = row ? row->name : name;
        }
        cells.insert(cells.begin(), textCell(known ? partTitle(*known) : name));
        cells.push_back(textCell(date));
        cells.push_back(own && own->id == part ? ScheduleCell(Message("schedule.yes")) : ScheduleCell());
        schedule.rows.push_back({"cloud:" + part, RowRole::Line, {}, std::move(cells)});
    }
    return schedule;
}

Schedule cashFlow(const Context& context) {
    Schedule schedule =
        emptySchedule("cash-flow", {numberColumn("Year"), numberColumn("Capital"), numberColumn("Energy"),
                                    numberColumn("Staff"), numberColumn("Spent by the end of the year"),
                                    numberColumn("Depreciation"), numberColumn("Book value"),
                                    numberColumn("Cloud on demand by the end of the year"), textColumn("Currency")});
    schedule.edition = Edition::Internal;
    schedule.notes = {Message("cash-flow.note.basis"), Message("cash-flow.note.left-out")};
    const std::optional<HourInputs> inputs = inputsOf(context);
    const Currency currency = context.project().quote.currency;
    if (!inputs) {
        schedule.notes.push_back(Message("cash-flow.note.open"));
        return schedule;
    }
    const double energy = inputs->energyAtTariff * inputs->tariff;
    const double depreciation = depreciationOfYear<Value>(context).typical();
    const double cloud = cloudHourOf<Value>(context, setting_key::cloudOnDemand, CloudUse::OnDemand).typical() *
                         inputs->bought * inputs->utilisation * kHoursPerYear;
    for (int year = 0; year <= kLastYear; ++year) {
        const bool isPurchase = year == 0;
        const double written = std::min(static_cast<double>(year), inputs->years) * depreciation;
        const double now = std::clamp(inputs->years - (year - 1), 0.0, 1.0) * depreciation;
        const auto ifRunning = [&](double units) {
            return isPurchase ? ScheduleCell(std::monostate{}) : moneyCell(units, currency);
        };
        schedule.rows.push_back(
            {"year:" + std::to_string(year),
             RowRole::Line,
             {},
             {std::int64_t{year}, isPurchase ? moneyCell(inputs->price, currency) : ScheduleCell(std::monostate{}),
              ifRunning(energy), ifRunning(inputs->staff),
              moneyCell(inputs->price + year * (energy + inputs->staff), currency), ifRunning(now),
              moneyCell(inputs->price - written, currency), ifRunning(cloud * year), GivenText{currency.code()}}});
    }
    return schedule;
}

double Swing::width() const { return std::abs(hourAtHigh - hourAtLow); }

std::vector<Swing> swingsOfHour(const Context& context) {
    const std::optional<HourInputs> inputs = inputsOf(context);
    if (!inputs)
        return {};
    const Value price = totalPrice<Value>(context);
    const Ends tariff = endsOf(context, setting_key::tariff, 0.25 * inputs->tariff);
    const Ends interest = endsOf(context, setting_key::interest, std::min(0.02, inputs->interest));
    const Ends years = endsOf(context, setting_key::years, std::min(1.0, inputs->years / 2));
    // Never above all hours: what is left to 1 on either side.
    const double room = std::min({0.1, 1 - inputs->utilisation, inputs->utilisation / 2});
    const Ends utilisation = endsOf(context, setting_key::utilisation, room);
    const std::string currency = context.project().quote.currency.code();
    std::vector<Swing> swings = {
        swing(*inputs, &HourInputs::price, "tornado.price", currency, 1, price.low(), price.high()),
        swing(*inputs, &HourInputs::utilisation, "tornado.utilisation", "%", 0.01, utilisation.low, utilisation.high),
        swing(*inputs, &HourInputs::years, "tornado.years", "", 1, years.low, years.high),
        swing(*inputs, &HourInputs::interest, "tornado.interest", "%", 0.01, interest.low, interest.high),
        swing(*inputs, &HourInputs::tariff, "tornado.tariff", "USD/kWh", 1, tariff.low, tariff.high)};
    std::ranges::stable_sort(swings, std::greater<>(), &Swing::width);
    return swings;
}

Schedule tornado(const Context& context) {
    Schedule schedule =
        emptySchedule("tornado", {textColumn("Input"), numberColumn("Low"), numberColumn("High"), textColumn("Unit"),
                                  numberColumn("Hour at low"), numberColumn("Hour at high"), numberColumn("Swing"),
                                  textColumn("Currency")});
    schedule.edition = Edition::Internal;
    schedule.notes = {Message("tornado.note")};
    for (const Swing& swing : swingsOfHour(context))
        schedule.rows.push_back(
            {swing.name,
             RowRole::Line,
             {},
             {Message(swing.name), Value(swing.low), Value(swing.high), textCell(swing.unit), Value(swing.hourAtLow),
              Value(swing.hourAtHigh), Value(swing.width()), GivenText{context.project().quote.currency.code()}}});
    return schedule;
}

} // namespace rackwright
