// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/bill_schedules.h"

#include "solvers/cost/terms.h"
#include "solvers/engine/schedule_columns.h"
#include "solvers/engine/schedule_parts.h"

#include <array>
#include <cmath>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::size_t kMostBesideNotes = 12; ///< of what is offered beside the total

using LineNumbers = std::unordered_map<std::string_view, std::int64_t>;

LineNumbers numbersOf(const Bill& bill) {
    LineNumbers numbers;
    for (const BillLine& line : bill.lines)
        numbers[line.key] = line.number;
    return numbers;
}

/// A price in the quote's currency; nothing where it does not fit or has no rate.
std::optional<PriceRate> inQuoteCurrency(const QuoteHeader& quote, const PriceRate& price, double factor) {
    double rate = 1;
    if (price.currency() != quote.currency) {
        const ExchangeRate* exchange = exchangeFrom(quote, price.currency());
        if (!exchange)
            return std::nullopt;
        rate = static_cast<double>(exchange->nanoRate) / 1e9;
    } else if (factor == 1.0) {
        return price;
    }
    const auto converted = PriceRate::nearest(price.inUnits() * rate * factor, quote.currency);
    return converted ? std::optional(*converted) : std::nullopt;
}

/// A line that counts and has no amount shows "unknown" for what is missing, never nothing.
bool lacksPrice(const BillLine& line) {
    switch (line.gap) {
    case PriceGap::NoPrice:
    case PriceGap::NoExchangeRate:
    case PriceGap::TooLarge:
        return true;
    case PriceGap::None:
    case PriceGap::NotOurs:
    case PriceGap::Included:
        break;
    }
    return false;
}

/// A price that no dated rate converts, as it was given: with its own currency, since that of the line is another.
ScheduleCell priceAsGiven(const PriceRate& price, double factor) {
    const double units = price.inUnits() * factor;
    double minor = units;
    for (int i = 0; i < price.currency().minorDigits(); ++i)
        minor *= 10;
    if (!(std::abs(minor) < 9e15))
        return Value();
    return Message("bill.price-as-given")
        .with("price", MoneyNumber{std::llround(minor), std::string(price.currency().code())});
}

LineTerms termsOf(const BillLine& line) { return {line.discount, line.margin, line.marginKind}; }

/// From the list price to what the customer pays.
double netFactor(const BillLine& line) {
    return (1 - line.discount.fraction()) * upliftOf(termsOf(line)).value_or(Uplift{}).factor();
}

/// The list price stands beside the net one where the customer is given the whole discount. With a margin there is no
/// other price than the net one for a customer, or what we earn could be told from the two; among ourselves the list
/// price stands where the customer pays less.
double shownFactor(const BillLine& line, Edition edition) {
    const bool isListed =
        line.margin.ppb == 0 || (edition == Edition::Internal && effectiveDiscount(termsOf(line)).ppb > 0);
    return isListed ? 1.0 : netFactor(line);
}

/// What is off the list price that stands beside it.
Share shownDiscount(const BillLine& line, Edition edition) {
    return edition == Edition::Internal || line.margin.ppb == 0 ? effectiveDiscount(termsOf(line)) : Share{};
}

/// Of a percentage line its amount over its quantity, so that months of support have a price of one.
ScheduleCell shareOfOne(const BillLine& line) {
    if (!line.amount || line.quantityMilli <= 0)
        return std::monostate{};
    const double units = line.amount->typical.inUnits() * 1000 / static_cast<double>(line.quantityMilli);
    const auto price = PriceRate::nearest(units, line.amount->typical.currency());
    return price ? ScheduleCell(*price) : ScheduleCell(std::monostate{});
}

ScheduleCell priceCell(const QuoteHeader& quote, const BillLine& line, double factor) {
    if (line.gap == PriceGap::NoExchangeRate && line.price)
        return priceAsGiven(line.price->typical, factor);
    if (lacksPrice(line))
        return Value();
    if (line.share)
        return shareOfOne(line);
    if (line.gap != PriceGap::None || !line.price)
        return std::monostate{};
    const auto price = inQuoteCurrency(quote, line.price->typical, factor);
    return price ? ScheduleCell(*price) : ScheduleCell(std::monostate{});
}

ScheduleCell lineText(const BillLine& line) {
    if (!line.text.id.empty())
        return line.text;
    return textCell(line.description);
}

ScheduleCell countCell(std::int64_t count) { return count == 0 ? ScheduleCell(std::monostate{}) : ScheduleCell(count); }

ScheduleCell shareCell(Share share) {
    return share.ppb == 0 ? ScheduleCell(std::monostate{}) : ScheduleCell(Value(share.fraction()));
}

ScheduleCell weeksCell(const BillLine& line) {
    return line.leadTime ? ScheduleCell(Value(line.leadTime->si(), Grade::Estimate)) : ScheduleCell(std::monostate{});
}

/// A share of a base of which a part has no price is itself a lower bound.
ScheduleCell amountCell(const BillLine& line) {
    if (!line.amount)
        return lacksPrice(line) ? ScheduleCell(Value()) : ScheduleCell(std::monostate{});
    if (line.share && line.share->isLowerBound)
        return BoundedMoney{line.amount->typical, 1, 2};
    return line.amount->typical;
}

/// How far a price can be relied on.
Message reliance(const BillLine& line) {
    if (line.isAllowance())
        return Message(line.price && line.price->isOwnEstimate() ? "bill.note.own-estimate" : "bill.note.allowance");
    const std::string date = line.price ? line.price->date : std::string();
    if (line.grade() >= Grade::Estimate)
        return date.empty() ? Message("bill.note.estimate-undated") : Message("bill.note.estimate").with("date", date);
    return date.empty() ? Message("bill.note.undated") : Message("bill.note.dated").with("date", date);
}

/// A planning class of ours stands for goods whose maker nobody has named yet.
bool isOfClass(const Part* part, const BillLine& line) {
    return part && part->isPlanningClass && line.manufacturer == part->vendor;
}

/// One remark for the reader: why there is no price; among ourselves else how far the price can be relied on.
ScheduleCell remark(const BillLine& line, const LineNumbers& numbers, Edition edition) {
    switch (line.gap) {
    case PriceGap::Included: {
        const auto parent = numbers.find(line.parent);
        return Message("bill.note.included").with("line", parent == numbers.end() ? 0 : parent->second);
    }
    case PriceGap::NotOurs:
        return Message(notOursNote(line.scope));
    case PriceGap::NoPrice:
    case PriceGap::TooLarge:
        return Message("bill.note.no-price");
    case PriceGap::NoExchangeRate:
        return Message("bill.note.no-exchange-rate");
    case PriceGap::None:
        break;
    }
    return edition == Edition::Internal ? ScheduleCell(reliance(line)) : ScheduleCell(std::monostate{});
}

/// Whether the line is in the total, or what it is offered as.
ScheduleCell optionCell(const BillLine& line, const LineNumbers& numbers) {
    if (!line.alternateTo.empty()) {
        const auto other = numbers.find(line.alternateTo);
        return other == numbers.end() ? Message("bill.alternate")
                                      : Message("bill.alternate-to").with("line", other->second);
    }
    return line.isOptional ? ScheduleCell(Message("bill.optional")) : ScheduleCell(std::monostate{});
}

std::vector<ScheduleColumn> commonColumns() {
    return {numberColumn(column_of::line),
            numberColumn("Parent"),
            textColumn("Section"),
            textColumn("Type"),
            textColumn("Manufacturer"),
            textColumn(column_of::partNumber),
            textColumn(column_of::description),
            numberColumn(column_of::qty),
            textColumn(column_of::unit),
            numberColumn("Term (months)"),
            numberColumn(column_of::unitPrice),
            numberColumn(column_of::discount, "%"),
            numberColumn(column_of::netUnit),
            numberColumn(column_of::netTotal),
            textColumn("Currency"),
            numberColumn(column_of::leadTime, "week"),
            textColumn("Supplied by"),
            numberColumn("Phase"),
            textColumn("Option"),
            textColumn(column_of::notes)};
}
constexpr std::size_t kSectionColumn = 2, kDescriptionColumn = 6, kTotalColumn = 13, kCurrencyColumn = 14;

std::vector<ScheduleCell> commonCells(const Context& context, const Bill& bill, const BillLine& line,
                                      const LineNumbers& numbers, Edition edition) {
    const QuoteHeader& quote = context.project().quote;
    const auto parent = numbers.find(line.parent);
    const Part* part = context.part(line.part);
    // A person's words about a line come before ours.
    const ScheduleCell notes = line.note.empty() ? remark(line, numbers, edition) : textCell(line.note);
    const bool isNamed = edition == Edition::Internal || !isOfClass(part, line);
    return {line.number,
            parent == numbers.end() ? ScheduleCell(std::monostate{}) : ScheduleCell(parent->second),
            wordCell("section.", line.section),
            wordCell("line-type.", line.type),
            isNamed ? textCell(line.manufacturer) : ScheduleCell(std::monostate{}),
            textCell(line.partNumber),
            lineText(line),
            Thousandths{line.quantityMilli},
            textCell(line.unit),
            countCell(line.termMonths),
            priceCell(quote, line, shownFactor(line, edition)),
            shareCell(shownDiscount(line, edition)),
            priceCell(quote, line, netFactor(line)),
            amountCell(line),
            GivenText{bill.currency.code()},
            weeksCell(line),
            wordCell("report.party.", line.scope.suppliedBy),
            line.scope.phase,
            optionCell(line, numbers),
            notes};
}

ScheduleRow sumRow(const Bill& bill, RowRole role, std::string key, ScheduleCell label, const BillTotal& sum,
                   std::size_t columns) {
    ScheduleRow row;
    row.key = std::move(key);
    row.role = role;
    row.cells.resize(columns);
    row.cells[kDescriptionColumn] = std::move(label);
    row.cells[kTotalColumn] =
        sum.isLowerBound ? ScheduleCell(BoundedMoney{sum.typical, std::max<std::int64_t>(1, sum.unpriced), sum.lines})
                         : ScheduleCell(sum.typical);
    row.cells[kCurrencyColumn] = GivenText{bill.currency.code()};
    return row;
}

std::optional<Subject> subjectOf(const BillLine& line) {
    if (line.racks.empty())
        return std::nullopt;
    return Subject(line.racks.front());
}

/// Lines with a heading and a sum a section and the sum of all.
template <class CellsOf>
void addRows(Schedule& schedule, const Bill& bill, CellsOf cellsOf) {
    const std::size_t columns = schedule.columns.size();
    std::optional<QuoteSection> open;
    const auto close = [&] {
        if (open)
            schedule.rows.push_back(sumRow(bill, RowRole::Subtotal, "sum:" + std::string(enumName(*open)),
                                           Message("bill.subtotal"), total(bill, *open), columns));
    };
    for (const BillLine& line : bill.lines) {
        if (open != line.section) {
            close();
            open = line.section;
            ScheduleRow heading{"section:" + std::string(enumName(line.section)), RowRole::Heading, {}, {}};
            heading.cells.resize(columns);
            heading.cells[kSectionColumn] = wordCell("section.", line.section);
            schedule.rows.push_back(std::move(heading));
        }
        schedule.rows.push_back({line.key, RowRole::Line, subjectOf(line), cellsOf(line)});
    }
    close();
    if (!bill.lines.empty())
        schedule.rows.push_back(sumRow(bill, RowRole::Total, "sum", Message("bill.total"), total(bill), columns));
}

MoneyNumber printed(const Money& money) { return {money.minorUnits(), std::string(money.currency().code())}; }

/// What is offered beside the total, and what the total is with each of it.
void addBesideNotes(Schedule& schedule, const Bill& bill, const BillTotal& all) {
    if (all.besides == 0)
        return;
    schedule.notes.push_back(
        Message("bill.note.beside").with("count", all.besides).with("amount", printed(all.beside)));
    std::size_t told = 0;
    for (const BillLine& line : bill.lines) {
        const std::optional<Money> whole = totalWith(bill, line);
        if (!whole || told++ >= kMostBesideNotes)
            continue;
        const BillLine* other = bill.find(line.alternateTo);
        schedule.notes.push_back(other ? Message("bill.note.with-alternate")
                                             .with("line", line.number)
                                             .with("other", other->number)
                                             .with("total", printed(*whole))
                                       : Message("bill.note.with-optional")
                                             .with("line", line.number)
                                             .with("amount", printed(line.amount->typical))
                                             .with("total", printed(*whole)));
    }
}

/// The tax comes last.
void addTaxNote(Schedule& schedule, const QuoteHeader& quote, const BillTotal& all) {
    if (quote.tax.ppb == 0 || quote.isTaxIncluded || all.isLowerBound)
        return;
    const Result<Money> tax = shareOf(all.typical, quote.tax, {});
    const Result<Money> whole = tax ? sum(all.typical, *tax) : tax;
    if (tax && whole)
        schedule.notes.push_back(Message("bill.note.tax")
                                     .with("rate", UnitNumber{100 * quote.tax.fraction(), "%"})
                                     .with("tax", printed(*tax))
                                     .with("total", printed(*whole)));
}

/// How prices are made, and that they may be another's, is said among ourselves.
void addNotes(Schedule& schedule, const QuoteHeader& quote, const Bill& bill) {
    const BillTotal all = total(bill);
    addBesideNotes(schedule, bill, all);
    addTaxNote(schedule, quote, all);
    const bool isOwn = schedule.edition == Edition::Internal;
    schedule.notes.push_back(Message(isOwn ? "bill.note.rounding" : "bill.note.rounding-customer"));
    if (isOwn)
        schedule.notes.push_back(Message("bill.note.approximate"));
    if (all.unpriced > all.unrated)
        schedule.notes.push_back(
            Message("bill.note.lower-bound").with("unpriced", all.unpriced - all.unrated).with("lines", all.lines));
    if (all.unrated > 0)
        schedule.notes.push_back(Message("bill.note.lower-bound-unrated")
                                     .with("unrated", all.unrated)
                                     .with("lines", all.lines)
                                     .with("from", all.unratedFrom)
                                     .with("to", std::string(bill.currency.code())));
}

std::string rackNames(const Context& context, const BillLine& line) {
    std::string names;
    for (const Id<Rack> id : line.racks)
        if (const Rack* rack = context.design().racks.find(id))
            names += (names.empty() ? "" : " ") + nameOr(rack->name, id.value);
    return names;
}

ScheduleCell attributeCell(const Part* part, std::string_view key) {
    return part ? textCell(textFact(*part, key).typical().value_or(std::string())) : ScheduleCell(std::monostate{});
}

std::string sourceText(const std::optional<Source>& source) {
    if (!source)
        return {};
    std::string text = source->publisher;
    for (const std::string* part : {&source->title, &source->page})
        if (!part->empty())
            text += (text.empty() ? "" : ", ") + *part;
    return text;
}

ScheduleCell priceSource(const BillLine& line) {
    return line.price   ? textCell(sourceText(line.price->source))
           : line.share ? textCell(sourceText(line.share->source))
                        : ScheduleCell(std::monostate{});
}

/// What stays of the line's price.
ScheduleCell marginCell(const BillLine& line) {
    if (!line.amount || !line.cost || line.amount->typical.minorUnits() <= 0)
        return std::monostate{};
    return Value(1 - static_cast<double>(line.cost->typical.minorUnits()) /
                         static_cast<double>(line.amount->typical.minorUnits()));
}

/// The part numbers of what is offered in the place of a line.
ScheduleCell alternates(const Bill& bill, const BillLine& line) {
    std::string names;
    for (const BillLine& each : bill.lines)
        if (each.alternateTo == line.key)
            names += (names.empty() ? "" : " ") + (each.partNumber.empty() ? each.description : each.partNumber);
    return textCell(names);
}

/// What the quantity has above the design's.
ScheduleCell spareCell(const BillLine& line) {
    if (line.designQuantityMilli <= 0 || line.quantityMilli <= line.designQuantityMilli)
        return std::monostate{};
    return Value(static_cast<double>(line.quantityMilli) / static_cast<double>(line.designQuantityMilli) - 1);
}

} // namespace

Schedule billForCustomer(const Context& context, const Bill& bill) {
    Schedule schedule;
    schedule.id = "bom-customer";
    schedule.title = Message("schedule.bom");
    schedule.edition = Edition::Customer;
    schedule.columns = commonColumns();
    const LineNumbers numbers = numbersOf(bill);
    addRows(schedule, bill,
            [&](const BillLine& line) { return commonCells(context, bill, line, numbers, Edition::Customer); });
    addNotes(schedule, context.project().quote, bill);
    return schedule;
}

Schedule billForUs(const Context& context, const Bill& bill) {
    Schedule schedule;
    schedule.id = "bom-internal";
    schedule.title = Message("schedule.bom-internal");
    schedule.edition = Edition::Internal;
    schedule.columns = commonColumns();
    for (ScheduleColumn column :
         {textColumn(column_of::partNumberConfidence), textColumn(column_of::priceSource),
          textColumn(column_of::priceDate), textColumn(column_of::validUntil), numberColumn(column_of::cost),
          numberColumn(column_of::margin, "%"), textColumn(column_of::supplier), textColumn("Quote ref"),
          numberColumn(column_of::qtyInDesign), numberColumn(column_of::spare, "%"), textColumn("Alternate PN"),
          textColumn(column_of::whereUsed), textColumn("HS code"), textColumn("ECCN"), textColumn("Country of origin"),
          numberColumn(column_of::kilograms, "kg"), numberColumn(column_of::wattsMax, "W")})
        schedule.columns.push_back(std::move(column));
    const LineNumbers numbers = numbersOf(bill);
    addRows(schedule, bill, [&](const BillLine& line) {
        std::vector<ScheduleCell> cells = commonCells(context, bill, line, numbers, Edition::Internal);
        const Part* part = context.part(line.part);
        const ScheduleCell blank = std::monostate{};
        for (ScheduleCell cell :
             {part ? wordCell("part-number.", line.partNumberConfidence) : blank, priceSource(line),
              line.price ? textCell(line.price->date) : blank, line.price ? textCell(line.price->validUntil) : blank,
              line.cost ? ScheduleCell(line.cost->typical) : blank, marginCell(line), blank, blank,
              ScheduleCell(Thousandths{line.designQuantityMilli}), spareCell(line), alternates(bill, line),
              textCell(rackNames(context, line)), attributeCell(part, "hs-code"), attributeCell(part, "eccn"),
              attributeCell(part, "country-of-origin"), line.mass ? ScheduleCell(Value(line.mass->si())) : blank,
              line.power ? ScheduleCell(Value(line.power->si())) : blank})
            cells.push_back(std::move(cell));
        return cells;
    });
    addNotes(schedule, context.project().quote, bill);
    for (const std::string& orphan : bill.orphans)
        schedule.notes.push_back(Message("bill.note.orphan").with("line", orphan));
    return schedule;
}

} // namespace rackwright
