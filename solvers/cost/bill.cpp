// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/bill.h"

#include "model/base/check.h"
#include "solvers/cost/bill_builder.h"
#include "solvers/cost/cost_settings.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rackwright {

namespace {

LinePrice enteredPrice(const QuoteLine& line, const PriceRate& rate) {
    LinePrice price;
    price.low = price.typical = price.high = rate;
    price.basis = line.unit.empty() ? "each" : line.unit;
    price.date = line.priceDate;
    // A dated price with its source is an offer; one that somebody typed is that price, without a spread.
    price.grade = line.priceSource.empty() || line.priceDate.empty() ? Grade::CustomerStatement : Grade::Vendor;
    if (!line.priceSource.empty())
        price.source = Source{line.priceSource, {}, line.priceDate, {}};
    price.origin = PriceOrigin::QuoteLine;
    return price;
}

// Only what the person said replaces what was derived; the section stays that of the derived line.
void change(BillLine& line, const QuoteLine& by) {
    line.isChanged = true;
    if (!by.description.empty()) {
        line.description = by.description;
        line.text = {};
    }
    if (by.quantityMilli)
        line.quantityMilli = *by.quantityMilli;
    if (!by.unit.empty())
        line.unit = by.unit;
    if (by.price) {
        line.price = enteredPrice(by, *by.price);
        line.share.reset();
        // Somebody has priced it: no longer our guess.
        line.origin = line.origin == LineOrigin::Allowance ? LineOrigin::Quote : line.origin;
    }
    if (by.discount.ppb != 0)
        line.discount = by.discount;
    if (by.scope != Scope{})
        line.scope = by.scope;
    line.isOptional = line.isOptional || by.isOptional;
    line.note = by.note;
}

void addEntered(BillBuilder& builder, const QuoteLine& entered) {
    BillLine& line = builder.line("line:" + std::to_string(entered.id.value));
    line.origin = LineOrigin::Quote;
    line.section = entered.section;
    line.part = entered.part;
    line.scope = entered.scope;
    line.quantityMilli = entered.quantityMilli.value_or(1000);
    line.unit = entered.unit.empty() ? "each" : entered.unit;
    line.discount = entered.discount;
    line.isOptional = entered.isOptional;
    line.note = entered.note;
    line.description = entered.description;
    line.type = entered.section == QuoteSection::Services             ? LineType::Service
                : entered.section == QuoteSection::SoftwareAndSupport ? LineType::Software
                                                                      : LineType::Hardware;
    if (const Part* part = builder.context().part(entered.part)) {
        line.manufacturer = part->vendor;
        line.partNumber = part->partNumber;
        line.partNumberConfidence = part->partNumberConfidence;
        if (line.description.empty())
            line.description = part->description.empty() ? part->model : part->description;
        line.leadTime = fact(*part, attribute::leadTime).typical();
        line.mass = fact(*part, attribute::weight).typical();
        line.power = powerIn(*part, PowerModeKind::Maximum).typical();
    }
    if (entered.price)
        line.price = enteredPrice(entered, *entered.price);
}

std::vector<std::string> applyQuoteLines(BillBuilder& builder) {
    std::vector<std::string> orphans;
    for (const QuoteLine& entered : builder.context().design().quoteLines) {
        if (entered.derivedKey.empty()) {
            addEntered(builder, entered);
            continue;
        }
        const auto it = builder.lines().find(entered.derivedKey);
        if (it == builder.lines().end())
            orphans.push_back(entered.derivedKey);
        else
            change(it->second, entered);
    }
    return orphans;
}

class Pricing {
public:
    Pricing(const Context& context, const PriceBook& book)
        : m_quote(context.project().quote), m_context(context), m_book(book),
          m_spread(setting<Value>(context, setting_key::estimateSpread).si().typical()) {}

    void price(BillLine& line) const {
        if (line.gap == PriceGap::Included)
            return;
        if (!line.scope.isPriced()) {
            line.gap = PriceGap::NotOurs;
            return;
        }
        if (!line.price)
            if (const Part* part = m_context.part(line.part))
                line.price = m_book.ofPart(*part, line.unit);
        if (!line.price)
            return;
        if (line.price->grade >= Grade::Estimate)
            line.price = withSpread(*line.price, m_spread);
        const ExchangeRate* exchange = nullptr;
        if (line.price->currency() != m_quote.currency) {
            exchange = exchangeFrom(m_quote, line.price->currency());
            if (!exchange) {
                line.gap = PriceGap::NoExchangeRate;
                return;
            }
        }
        settle(line, lineAmount(*line.price, line.quantityMilli, line.discount, exchange));
    }

    void priceShare(BillLine& line, const Amount& base, bool isLowerBound) const {
        if (!line.scope.isPriced()) {
            line.gap = PriceGap::NotOurs;
            return;
        }
        line.share->base = base;
        line.share->isLowerBound = isLowerBound;
        const auto low = shareOf(base.low, line.share->low, line.discount);
        const auto typical = shareOf(base.typical, line.share->typical, line.discount);
        const auto high = shareOf(base.high, line.share->high, line.discount);
        if (low && typical && high)
            settle(line, Amount{*low, *typical, *high});
        else
            line.gap = PriceGap::TooLarge;
    }

private:
    static void settle(BillLine& line, const Result<Amount>& amount) {
        line.gap = amount ? PriceGap::None : PriceGap::TooLarge;
        if (amount)
            line.amount = *amount;
    }

    const QuoteHeader& m_quote;
    const Context& m_context;
    const PriceBook& m_book;
    double m_spread;
};

bool isBaseOf(ShareBasis basis, const BillLine& line) {
    if (line.share || !line.counts() || line.type != LineType::Hardware || line.section == QuoteSection::Spares)
        return false;
    // What has spares by the piece takes no share for them.
    return basis == ShareBasis::Hardware || (line.section == QuoteSection::CablesAndOptics && !line.hasSpareLine);
}

Money nearestMoney(double units, Currency currency) {
    double minor = units;
    for (int i = 0; i < currency.minorDigits(); ++i)
        minor *= 10;
    return Money(std::llround(minor), currency);
}

// Amounts are whole minor units, which a double holds exactly to 9e15.
void priceShares(std::map<std::string, BillLine>& lines, const Pricing& pricing, Currency currency) {
    for (const ShareBasis basis : {ShareBasis::Hardware, ShareBasis::Optics}) {
        std::vector<Value> values;
        std::int64_t typical = 0;
        bool isLowerBound = false;
        for (const auto& [key, line] : lines)
            if (isBaseOf(basis, line)) {
                values.push_back(line.value());
                isLowerBound = isLowerBound || !line.amount;
                typical += line.amount ? line.amount->typical.minorUnits() : 0;
            }
        const Value sum = independentSum(values);
        const Amount base = {nearestMoney(sum.low(), currency), Money(typical, currency),
                             nearestMoney(sum.high(), currency)};
        for (auto& [key, line] : lines)
            if (line.share && line.share->basis == basis && !sum.isUnknown())
                pricing.priceShare(line, base, isLowerBound);
    }
}

// Parents stand before their parts; the rest goes by section, then by key.
std::vector<BillLine> ordered(std::map<std::string, BillLine>& lines) {
    std::vector<BillLine> result;
    result.reserve(lines.size());
    for (auto& [key, line] : lines)
        if (line.quantityMilli != 0 || line.isChanged || line.origin == LineOrigin::Quote)
            result.push_back(std::move(line));
    const auto place = [](const BillLine& line) {
        const std::string& group = line.parent.empty() ? line.key : line.parent;
        const bool isOfAllowance = line.isAllowance() || line.isInAllowance();
        return std::tuple(line.section, isOfAllowance, std::string_view(group), !line.parent.empty(),
                          std::string_view(line.key));
    };
    std::ranges::stable_sort(result, [&](const BillLine& a, const BillLine& b) { return place(a) < place(b); });
    std::int64_t number = 0;
    for (BillLine& line : result)
        line.number = ++number;
    return result;
}

void tidyRacks(std::vector<Id<Rack>>& racks) {
    std::ranges::sort(racks);
    racks.erase(std::unique(racks.begin(), racks.end()), racks.end());
}

BillTotal totalOf(const Bill& bill, std::optional<QuoteSection> section) {
    BillTotal result;
    std::vector<Value> values;
    std::int64_t typical = 0;
    for (const BillLine& line : bill.lines) {
        if (section && line.section != *section)
            continue;
        if (!line.counts()) {
            ++(line.gap == PriceGap::Included ? result.included : result.outside);
            continue;
        }
        ++result.lines;
        result.unpriced += line.amount ? 0 : 1;
        if (line.gap == PriceGap::NoExchangeRate && line.price) {
            ++result.unrated;
            const std::string code(line.price->currency().code());
            if (result.unratedFrom.find(code) == std::string::npos)
                result.unratedFrom += (result.unratedFrom.empty() ? "" : ", ") + code;
        }
        result.isLowerBound = result.isLowerBound || !line.amount || (line.share && line.share->isLowerBound);
        values.push_back(line.value());
        typical += line.amount ? line.amount->typical.minorUnits() : 0;
    }
    const Value sum = independentSum(values);
    result.typical = Money(typical, bill.currency);
    result.low = nearestMoney(sum.low(), bill.currency);
    result.high = nearestMoney(sum.high(), bill.currency);
    return result;
}

} // namespace

bool BillLine::isInAllowance() const { return gap == PriceGap::Included && parent.starts_with(kAllowanceKey); }

Grade BillLine::grade() const {
    Grade grade = Grade::Measured;
    if (price)
        grade = weakest(grade, price->grade);
    if (share)
        grade = weakest(grade, share->grade);
    return isAllowance() ? weakest(grade, Grade::Estimate) : grade;
}

Value BillLine::value() const {
    if (!amount)
        return Value::unknown(grade());
    const Value known = Value::range(amount->low.inUnits(), amount->typical.inUnits(), amount->high.inUnits(), grade());
    return share && share->isLowerBound ? known + Value::unknown(grade()) : known;
}

const BillLine* Bill::find(std::string_view key) const {
    const auto it = std::ranges::find(lines, key, &BillLine::key);
    return it == lines.end() ? nullptr : &*it;
}

Bill billOf(const Context& context) {
    const PriceBook book(context);
    BillBuilder builder(context);
    addDesignLines(builder);
    addCableLines(builder, book);
    addPowerCordLines(builder, book);
    addAllowances(builder, book);
    Bill bill;
    bill.currency = context.project().quote.currency;
    bill.orphans = applyQuoteLines(builder);
    const Pricing pricing(context, book);
    for (auto& [key, line] : builder.lines()) {
        tidyRacks(line.racks);
        if (!line.share)
            pricing.price(line);
    }
    priceShares(builder.lines(), pricing, bill.currency);
    bill.lines = ordered(builder.lines());
    return bill;
}

BillTotal total(const Bill& bill) { return totalOf(bill, std::nullopt); }
BillTotal total(const Bill& bill, QuoteSection section) { return totalOf(bill, section); }

std::vector<Message> openLines(const BillTotal& total) {
    std::vector<Message> open;
    if (total.unpriced > total.unrated)
        open.push_back(
            Message("bill.open-lines").with("unpriced", total.unpriced - total.unrated).with("lines", total.lines));
    if (total.unrated > 0)
        open.push_back(Message("bill.open-lines.unrated")
                           .with("unrated", total.unrated)
                           .with("lines", total.lines)
                           .with("from", total.unratedFrom)
                           .with("to", std::string(total.typical.currency().code())));
    return open;
}

Value independentSum(const std::vector<Value>& lines) {
    double low = 0, typical = 0, high = 0;
    Value sum(0.0);
    bool isFirst = true;
    for (const Value& line : lines) {
        sum = isFirst ? line : sum + line;
        isFirst = false;
        typical += line.isUnknown() ? 0 : line.typical();
        low += line.isUnknown() ? 0 : (line.typical() - line.low()) * (line.typical() - line.low());
        high += line.isUnknown() ? 0 : (line.high() - line.typical()) * (line.high() - line.typical());
    }
    if (lines.empty() || sum.isUnknown())
        return sum;
    const std::int64_t known = sum.terms() - sum.unknownTerms();
    const Value range =
        Value::range(typical - std::sqrt(low), typical, typical + std::sqrt(high), sum.grade()).withTerms(known);
    return sum.isKnown() ? range : range + Value::unknown(sum.grade()).withTerms(sum.unknownTerms());
}

Value countedByLines(const Value& sum, const BillTotal& counted) {
    if (!sum.isLowerBound())
        return sum;
    const std::int64_t unknown = std::max<std::int64_t>(1, counted.unpriced);
    const std::int64_t known = std::max<std::int64_t>(1, counted.lines - unknown);
    return Value::range(sum.low(), sum.typical(), sum.high(), sum.grade()).withTerms(known) +
           Value::unknown(sum.grade()).withTerms(unknown);
}

const char* notOursNote(const Scope& scope) {
    switch (scope.suppliedBy) {
    case Party::Us:
        return "bill.note.not-new";
    case Party::Customer:
        return "bill.note.by-customer";
    case Party::Landlord:
        return "bill.note.by-landlord";
    case Party::Other:
        return "bill.note.not-ours";
    }
    RW_CHECK(false, "every party supplies");
}

} // namespace rackwright
