// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of cost in every number type: amounts of lines, sections and the whole bill, and what the build costs to own.
// Money is in units of the quote's currency.

#include "solvers/cost/bill.h"
#include "solvers/cost/cost_settings.h"
#include "solvers/engine/reader.h"
#include "solvers/power/loads.h"
#include "solvers/space/inventory.h"

#include <type_traits>
#include <vector>

namespace rackwright {

/// The bill of a context, worked out once.
const Bill& billIn(const Context& context);

/// Hours of a year as the published cost figures count them.
inline constexpr double kHoursPerYear = 8760;

/// A line's amount with quantity, price, discount and exchange rate behind it.
Traced tracedLine(const Bill& bill, const BillLine& line, const QuoteHeader& quote);

/// A leaf that is a price of a line: a customer's document prints it without its source.
bool isPriceLeaf(const Derivation& node);

/// Of the node of a line what it is, where the words are ours: it is said with the line's number, and by its witness no
/// more. Null of all others.
const Message* lineText(const Derivation& node);

template <class N>
N lineNumber(const Bill& bill, const BillLine& line, const QuoteHeader& quote) {
    if constexpr (std::is_same_v<N, Value>)
        return line.value();
    else
        return tracedLine(bill, line, quote);
}

/// Independent terms: half-widths add in quadrature. `counted` are the lines that they are made of.
template <class N>
N independent(const std::vector<N>& terms, std::string label, const std::string& unit, const BillTotal& counted) {
    if constexpr (std::is_same_v<N, Value>) {
        return countedByLines(independentSum(terms), counted);
    } else {
        std::vector<Value> values;
        for (const N& term : terms)
            values.push_back(term.value());
        return computed(countedByLines(independentSum(values), counted), {std::move(label), unit, 1},
                        "reference.independent-terms", {Message("witness.root-of-squares")}, terms);
    }
}

/// Of the lines that count and `belongs` says yes of, as independent terms.
template <class N, class Predicate>
N sumOfLines(const Context& context, std::string label, Predicate belongs) {
    const Bill& bill = billIn(context);
    std::vector<N> terms;
    BillTotal counted;
    for (const BillLine& line : bill.lines)
        if (line.counts() && belongs(line)) {
            terms.push_back(lineNumber<N>(bill, line, context.project().quote));
            ++counted.lines;
            counted.unpriced += line.amount ? 0 : 1;
        }
    return independent(terms, std::move(label), bill.currency.code(), counted);
}

/// Unpriced lines leave a lower bound.
template <class N>
N sectionPrice(const Context& context, QuoteSection section) {
    return sumOfLines<N>(context, "section " + std::string(enumName(section)),
                         [section](const BillLine& line) { return line.section == section; });
}

template <class N>
N totalPrice(const Context& context) {
    std::vector<N> sections;
    const Bill& bill = billIn(context);
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i)
        if (total(bill, static_cast<QuoteSection>(i)).lines > 0)
            sections.push_back(sectionPrice<N>(context, static_cast<QuoteSection>(i)));
    return independent(sections, "all sections", bill.currency.code(), total(bill));
}

/// Whether a line's part holds accelerators.
bool holdsAccelerators(const Context& context, const BillLine& line);

template <class N>
N acceleratorPrice(const Context& context) {
    return sumOfLines<N>(context, "lines that hold accelerators",
                         [&context](const BillLine& line) { return holdsAccelerators(context, line); });
}

/// Accelerators of the lines that count, bought with this bill.
template <class N>
N boughtAccelerators(const Context& context) {
    const Bill& bill = billIn(context);
    std::vector<N> terms;
    for (const BillLine& line : bill.lines) {
        if (!line.counts() || !holdsAccelerators(context, line))
            continue;
        const Part* part = context.part(line.part);
        const N each = part->category == PartCategory::Accelerator
                           ? N(1.0)
                           : partNumber<N>(context, line.part, attribute::acceleratorCount).si();
        const N quantity = Numbers<N>::given(Value(static_cast<double>(line.quantityMilli) / 1000),
                                             {partName<N>(context, line.part) + ", on the bill", {}, 1}, {});
        terms.push_back(quantity * each);
    }
    if (terms.empty())
        return counted<N>(0, "accelerators on the bill");
    N sum = terms.front();
    for (std::size_t i = 1; i < terms.size(); ++i)
        sum = sum + terms[i];
    return sum;
}

/// One US dollar in the quote's currency; unknown without a dated rate.
template <class N>
N dollar(const Context& context) {
    const QuoteHeader& quote = context.project().quote;
    if (quote.currency == Currency::usd())
        return N(1.0);
    const ExchangeRate* rate = exchangeFrom(quote, Currency::usd());
    const Value value = rate ? Value(static_cast<double>(rate->nanoRate) / 1e9, Grade::CustomerStatement)
                             : Value::unknown(Grade::CustomerStatement);
    const Source source = rate ? Source{rate->source, {}, rate->date, {}} : Source{};
    return Numbers<N>::given(value, {"exchange rate USD to " + quote.currency.code(), {}, 1}, source);
}

/// The plain number of any number type, for choosing between cases; 0 where nothing is known.
inline double typicalOf(double number) { return number; }
inline double typicalOf(const Value& value) { return value.typical(); }
inline double typicalOf(const Traced& traced) { return traced.value().typical(); }

/// Rate of a year, paid by the month: P i / (1 - (1 + i)^-n), twelve times; i = 0: P / years (Hamilton 2010).
template <class N>
N yearlyPayment(const N& principal, const N& interest, const N& years) {
    const N months = N(12.0) * years;
    if (typicalOf(interest) <= 0)
        return principal / years;
    const N monthly = interest / N(12.0);
    const N paidOff = N(0.0) - exponentialLessOne((N(0.0) - months) * logOfOnePlus(monthly)); // 1 - (1 + i)^-n
    return N(12.0) * (principal * monthly / paidOff);
}

template <class N>
N paymentOfYear(const Context& context, const N& principal) {
    return yearlyPayment<N>(principal, setting<N>(context, setting_key::interest).si(),
                            setting<N>(context, setting_key::years).si());
}

template <class N>
N staffOfYear(const Context& context) {
    const N racks = counted<N>(static_cast<std::int64_t>(context.racks().size()), "racks");
    const N people = maximum(racks / setting<N>(context, setting_key::racksPerPerson).si(),
                             setting<N>(context, setting_key::staffMinimum).si());
    return people * setting<N>(context, setting_key::staffCost).si() * dollar<N>(context);
}

/// Utility energy of a year at average load, at the tariff.
template <class N>
N energyOfYear(const Context& context) {
    const auto energy =
        utilityPower<N>(context, LoadKind::Average) * Quantity<dim::Time, N>(constant<N>(unit::year.si()));
    return energy.in(unit::kilowattHour)*setting<N>(context, setting_key::tariff).si() * dollar<N>(context);
}

template <class N>
N runningCost(const Context& context) {
    return energyOfYear<N>(context) + staffOfYear<N>(context);
}

/// Accelerators that stand in the design, whoever supplies them.
template <class N>
N standingAccelerators(const Context& context) {
    const N systems = groupsAccelerators<N>(context, context.groups()).si();
    const std::int64_t modules = moduleAccelerators(context, {});
    return modules == 0 ? systems : systems + counted<N>(modules, "accelerators chosen as modules");
}

/// Of one accelerator of the bill: payments of a year over those that they buy, and the running cost, which is that of
/// all that stand in the design, over these.
template <class N>
N availableHour(const Context& context) {
    const N payment = paymentOfYear<N>(context, totalPrice<N>(context)) / boughtAccelerators<N>(context);
    const N running = runningCost<N>(context) / standingAccelerators<N>(context);
    return (payment + running) / N(kHoursPerYear);
}

} // namespace rackwright
