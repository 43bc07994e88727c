// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/bill.h"

#include "model/base/check.h"
#include "solvers/cost/bill_builder.h"
#include "solvers/cost/cost_settings.h"
#include "solvers/cost/terms.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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

LineShare enteredShare(const QuoteLine& line) {
    LineShare share;
    share.basis = line.percentBasis;
    share.low = share.typical = share.high = line.percent;
    share.grade = Grade::CustomerStatement;
    return share;
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
    if (by.quantityRule == QuantityRule::Percent) {
        line.share = enteredShare(by);
        line.price.reset();
        line.origin = line.origin == LineOrigin::Allowance ? LineOrigin::Quote : line.origin;
    }
    if (by.margin.ppb != 0) {
        line.margin = by.margin;
        line.marginKind = by.marginKind;
    }
    line.isNet = by.isNet;
    if (!by.partNumber.empty()) {
        line.partNumber = by.partNumber;
        line.partNumberConfidence = PartNumberConfidence::Confirmed;
    }
    if (!by.manufacturer.empty())
        line.manufacturer = by.manufacturer;
    if (by.termMonths > 0)
        line.termMonths = by.termMonths;
    if (by.scope != Scope{})
        line.scope = by.scope;
    line.isOptional = line.isOptional || by.isOptional;
    line.alternateTo = by.alternateTo;
    line.note = by.note;
}

QuotedCounts quotedCounts(const BillBuilder& builder, const std::map<std::string, BillLine>& lines) {
    QuotedCounts counts;
    for (const Rack* rack : builder.context().racks())
        counts.racks += rack->scope.isPriced() ? 1 : 0;
    for (const auto& [key, line] : lines) {
        const Part* part = builder.context().part(line.part);
        if (!part || !line.scope.isPriced() || line.gap == PriceGap::Included)
            continue;
        const bool isModule = part->category == PartCategory::Accelerator;
        const double each = isModule ? 1.0 : fact(*part, attribute::acceleratorCount).typical().value_or(0);
        const std::int64_t pieces = line.quantityMilli / 1000;
        counts.nodes += each > 0 && !isModule ? pieces : 0;
        counts.accelerators += std::llround(static_cast<double>(pieces) * each);
    }
    return counts;
}

std::string unitOf(const QuoteLine& entered) {
    if (!entered.unit.empty())
        return entered.unit;
    switch (entered.quantityRule) {
    case QuantityRule::Fixed:
        return entered.isPerMonth ? "month" : "each";
    case QuantityRule::Percent:
        return "lot";
    case QuantityRule::PerNode:
    case QuantityRule::PerRack:
    case QuantityRule::PerAccelerator:
        break;
    }
    return std::string(enumName(entered.quantityRule)) + (entered.isPerMonth ? " month" : "");
}

LineType typeOf(const QuoteLine& entered) {
    if (entered.section == QuoteSection::Services)
        return LineType::Service;
    if (entered.section != QuoteSection::SoftwareAndSupport)
        return LineType::Hardware;
    return entered.isPerMonth || entered.termMonths > 0 ? LineType::Subscription : LineType::Software;
}

void setQuantity(BillLine& line, const QuoteLine& entered, const QuotedCounts& counts, std::int64_t quoteMonths) {
    const std::int64_t months = entered.termMonths > 0 ? entered.termMonths : quoteMonths;
    if (entered.isPerMonth || entered.termMonths > 0)
        line.termMonths = months;
    // Limits of fields keep the product of the first two within 1e12 x 1e6; past what a line holds it stays there.
    const double quantity = static_cast<double>(entered.quantityMilli.value_or(1000)) *
                            static_cast<double>(counts.of(entered.quantityRule)) *
                            static_cast<double>(entered.isPerMonth ? months : 1);
    constexpr double kMost = 9e15;
    line.quantityMilli = std::llround(std::min(quantity, kMost));
    line.designQuantityMilli = entered.quantityRule == QuantityRule::Fixed ? 0 : line.quantityMilli;
}

void addEntered(BillBuilder& builder, const QuoteLine& entered, const QuotedCounts& counts) {
    BillLine& line = builder.line("line:" + std::to_string(entered.id.value));
    line.origin = LineOrigin::Quote;
    line.section = entered.section;
    line.part = entered.part;
    line.scope = entered.scope;
    setQuantity(line, entered, counts, builder.context().project().quote.supportMonths);
    line.unit = unitOf(entered);
    line.discount = entered.discount;
    line.margin = entered.margin;
    line.marginKind = entered.marginKind;
    line.isNet = entered.isNet;
    line.isOptional = entered.isOptional;
    line.alternateTo = entered.alternateTo;
    line.note = entered.note;
    line.description = entered.description;
    line.type = typeOf(entered);
    line.goods = entered.section == QuoteSection::Racks || entered.section == QuoteSection::CablesAndOptics
                     ? Goods::Passive
                     : Goods::Equipment;
    line.manufacturer = entered.manufacturer;
    line.partNumber = entered.partNumber;
    if (!entered.partNumber.empty())
        line.partNumberConfidence = PartNumberConfidence::Confirmed;
    if (const Part* part = builder.context().part(entered.part)) {
        if (line.manufacturer.empty())
            line.manufacturer = part->vendor;
        if (line.partNumber.empty()) {
            line.partNumber = part->partNumber;
            line.partNumberConfidence = part->partNumberConfidence;
        }
        if (line.description.empty())
            line.description = part->description.empty() ? part->model : part->description;
        line.leadTime = fact(*part, attribute::leadTime).typical();
        line.mass = fact(*part, attribute::weight).typical();
        line.power = powerIn(*part, PowerModeKind::Maximum).typical();
    }
    if (entered.quantityRule == QuantityRule::Percent)
        line.share = enteredShare(entered);
    else if (entered.price)
        line.price = enteredPrice(entered, *entered.price);
}

std::vector<std::string> applyQuoteLines(BillBuilder& builder) {
    std::vector<std::string> orphans;
    const Table<QuoteLine>& rows = builder.context().design().quoteLines;
    // Changes first, so that a rule counts what is sold.
    for (const QuoteLine& entered : rows) {
        if (entered.derivedKey.empty())
            continue;
        const auto it = builder.lines().find(entered.derivedKey);
        if (it == builder.lines().end())
            orphans.push_back(entered.derivedKey);
        else
            change(it->second, entered);
    }
    const QuotedCounts counts = quotedCounts(builder, builder.lines());
    for (const QuoteLine& entered : rows)
        if (entered.derivedKey.empty())
            addEntered(builder, entered, counts);
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
        const LineTerms terms = takeTerms(line);
        const std::optional<Uplift> uplift = upliftOf(terms);
        if (!uplift) {
            line.gap = PriceGap::TooLarge;
            return;
        }
        settle(line, lineAmount(*line.price, line.quantityMilli, terms.discount, exchange, *uplift),
               lineAmount(*line.price, line.quantityMilli, terms.discount, exchange));
    }

    /// Of a base as the customer pays it, and of what it costs us.
    void priceShare(BillLine& line, const Amount& base, const Amount& cost, bool isLowerBound) const {
        if (!line.scope.isPriced()) {
            line.gap = PriceGap::NotOurs;
            return;
        }
        line.share->base = base;
        line.share->isLowerBound = isLowerBound;
        // The margin, and what is off the whole quote, are in the basis already.
        LineTerms own{line.discount, {}, line.marginKind};
        QuoteHeader classes;
        std::ranges::copy_if(m_quote.terms, std::back_inserter(classes.terms),
                             [](const ClassTerms& terms) { return terms.section || terms.type; });
        line.discount = termsOf(classes, line.section, line.type, own, line.isNet).discount;
        line.margin = {};
        settle(line, sharesOf(base, line), sharesOf(cost, line));
    }

private:
    /// The terms of the line, which keeps them.
    LineTerms takeTerms(BillLine& line) const {
        const LineTerms terms =
            termsOf(m_quote, line.section, line.type, {line.discount, line.margin, line.marginKind}, line.isNet);
        line.discount = terms.discount;
        line.margin = terms.margin;
        line.marginKind = terms.marginKind;
        return terms;
    }

    static Result<Amount> sharesOf(const Amount& base, const BillLine& line) {
        Amount amount;
        for (auto [of, share, money] : {std::tuple{&base.low, &line.share->low, &amount.low},
                                        std::tuple{&base.typical, &line.share->typical, &amount.typical},
                                        std::tuple{&base.high, &line.share->high, &amount.high}}) {
            const Result<Money> part = shareOf(*of, *share, line.discount);
            if (!part)
                return part.error();
            *money = *part;
        }
        return amount;
    }

    static void settle(BillLine& line, const Result<Amount>& amount, const Result<Amount>& cost) {
        line.gap = amount && cost ? PriceGap::None : PriceGap::TooLarge;
        if (amount && cost) {
            line.amount = *amount;
            line.cost = *cost;
        }
    }

    const QuoteHeader& m_quote;
    const Context& m_context;
    const PriceBook& m_book;
    double m_spread;
};

bool isBaseOf(ShareBasis basis, const BillLine& line) {
    if (line.share || !line.counts() || line.section == QuoteSection::Spares)
        return false;
    const bool isHardware = line.type == LineType::Hardware;
    switch (basis) {
    case ShareBasis::Hardware:
        return isHardware;
    case ShareBasis::Optics:
        // What has spares by the piece takes no share for them.
        return isHardware && line.section == QuoteSection::CablesAndOptics && !line.hasSpareLine &&
               line.goods != Goods::Pathway;
    case ShareBasis::Equipment:
        return isHardware && line.goods == Goods::Equipment;
    case ShareBasis::Compute:
        return isHardware && line.section == QuoteSection::Compute;
    case ShareBasis::Network:
        return isHardware && line.section == QuoteSection::Network;
    case ShareBasis::Storage:
        return isHardware && line.section == QuoteSection::Storage;
    case ShareBasis::Software:
        return line.type == LineType::Software || line.type == LineType::Subscription;
    case ShareBasis::Services:
        return line.section == QuoteSection::Services;
    case ShareBasis::All:
        return true;
    }
    RW_CHECK(false, "every basis has its lines above");
}

Money nearestMoney(double units, Currency currency) {
    double minor = units;
    for (int i = 0; i < currency.minorDigits(); ++i)
        minor *= 10;
    return Money(std::llround(minor), currency);
}

/// A sum of lines as customers pay it, or as we do.
struct Base {
    std::vector<Value> values;
    std::int64_t typical = 0;
    void add(const std::optional<Amount>& amount, const Value& value) {
        values.push_back(value);
        typical += amount ? amount->typical.minorUnits() : 0;
    }
    // Amounts are whole minor units, which a double holds exactly to 9e15.
    Amount amount(Currency currency) const {
        const Value sum = independentSum(values);
        return {nearestMoney(sum.low(), currency), Money(typical, currency), nearestMoney(sum.high(), currency)};
    }
};

Value costValue(const BillLine& line) {
    if (!line.cost)
        return Value::unknown(line.grade());
    return Value::range(line.cost->low.inUnits(), line.cost->typical.inUnits(), line.cost->high.inUnits(),
                        line.grade());
}

void priceShares(std::map<std::string, BillLine>& lines, const Pricing& pricing, Currency currency) {
    for (std::size_t i = 0; i < EnumNames<ShareBasis>::names.size(); ++i) {
        const auto basis = static_cast<ShareBasis>(i);
        const auto isOf = [basis](const auto& entry) {
            return entry.second.share && entry.second.share->basis == basis;
        };
        if (std::ranges::none_of(lines, isOf))
            continue;
        Base sold, bought;
        bool isLowerBound = false;
        for (const auto& [key, line] : lines)
            if (isBaseOf(basis, line)) {
                sold.add(line.amount, line.value());
                bought.add(line.cost, costValue(line));
                isLowerBound = isLowerBound || !line.amount;
            }
        if (independentSum(sold.values).isUnknown())
            continue;
        for (auto& entry : lines)
            if (isOf(entry))
                pricing.priceShare(entry.second, sold.amount(currency), bought.amount(currency), isLowerBound);
    }
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The digits after a decimal point at `at`, which moves behind them; empty where there are none.
std::string_view fractionAt(std::string_view text, std::size_t& at) {
    if (at + 1 >= text.size() || text[at] != '.' || !isDigit(text[at + 1]))
        return {};
    const std::size_t from = ++at;
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return text.substr(from, at - from);
}

/// Numbers in texts by size: a cable of 1 m stands before one of 1.5 m, and both before one of 10 m.
bool isNaturallyBefore(std::string_view a, std::string_view b) {
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        const std::size_t fromA = i, fromB = j;
        while (i < a.size() && isDigit(a[i]))
            ++i;
        while (j < b.size() && isDigit(b[j]))
            ++j;
        if (i - fromA != j - fromB)
            return i - fromA < j - fromB;
        if (const int order = a.substr(fromA, i - fromA).compare(b.substr(fromB, j - fromB)); order != 0)
            return order < 0;
        if (const int order = fractionAt(a, i).compare(fractionAt(b, j)); order != 0)
            return order < 0;
    }
    return a.size() - i < b.size() - j;
}

/// A key that sorts by isNaturallyBefore().
struct NaturalText {
    std::string_view text;
    bool operator<(const NaturalText& other) const { return isNaturallyBefore(text, other.text); }
};

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
        return std::tuple(line.section, isOfAllowance, NaturalText{group}, !line.parent.empty(), NaturalText{line.key});
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
    std::int64_t typical = 0, cost = 0, beside = 0;
    for (const BillLine& line : bill.lines) {
        if (section && line.section != *section)
            continue;
        if (!line.counts()) {
            ++(line.gap == PriceGap::Included ? result.included : result.outside);
            if (line.isBeside() && line.amount) {
                ++result.besides;
                beside += line.amount->typical.minorUnits();
            }
            continue;
        }
        cost += line.cost ? line.cost->typical.minorUnits() : 0;
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
    result.cost = Money(cost, bill.currency);
    result.beside = Money(beside, bill.currency);
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

std::optional<double> BillTotal::margin() const {
    if (typical.minorUnits() <= 0)
        return std::nullopt;
    return 1 - static_cast<double>(cost.minorUnits()) / static_cast<double>(typical.minorUnits());
}

BillTotal total(const Bill& bill) { return totalOf(bill, std::nullopt); }
BillTotal total(const Bill& bill, QuoteSection section) { return totalOf(bill, section); }

std::optional<Money> totalWith(const Bill& bill, const BillLine& line) {
    const BillTotal all = total(bill);
    if (!line.isBeside() || !line.amount || !line.scope.isPriced() || all.isLowerBound)
        return std::nullopt;
    std::int64_t minor = all.typical.minorUnits() + line.amount->typical.minorUnits();
    if (const BillLine* other = bill.find(line.alternateTo)) {
        if (!other->counts() || !other->amount)
            return std::nullopt;
        minor -= other->amount->typical.minorUnits();
    }
    return Money(minor, bill.currency);
}

std::vector<Message> openLines(const BillTotal& total) {
    std::vector<Message> open;
    // Where nothing has an amount there is no lower bound either, and lines by percentage wait for the others.
    if (total.lines > 0 && total.unpriced == total.lines)
        return {total.unrated > 0 ? Message("bill.open-lines.all-unrated")
                                        .with("from", total.unratedFrom)
                                        .with("to", std::string(total.typical.currency().code()))
                                  : Message("bill.open-lines.all")};
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
