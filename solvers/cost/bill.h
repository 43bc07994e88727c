// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bill of materials of one option: lines derived from what is drawn, allowances for what is not drawn yet, and what
// a person added or changed, priced at pinned prices. It is a value; documents, figures and rules read it.

#include "model/design/quote_terms.h"
#include "solvers/cost/price.h"
#include "solvers/engine/figure.h"

#include <string>
#include <vector>

namespace rackwright {

/// What a line follows from: the design, an allowance for what is not drawn, or a person's entry.
enum class LineOrigin : std::uint8_t { Design, Allowance, Quote };
/// Why a line carries no amount.
enum class PriceGap : std::uint8_t {
    None,
    NotOurs,        ///< existing, moved, removed, or supplied by others
    Included,       ///< in the price of its parent
    NoPrice,        ///< nobody has priced it
    NoExchangeRate, ///< no dated rate to the quote's currency
    TooLarge        ///< beyond what an amount can hold
};
template <>
struct EnumNames<LineOrigin> {
    static constexpr std::array<std::string_view, 3> names = {"design", "allowance", "quote"};
};
template <>
struct EnumNames<PriceGap> {
    static constexpr std::array<std::string_view, 6> names = {"none",     "not-ours",         "included",
                                                              "no-price", "no-exchange-rate", "too-large"};
};

/// What kind of goods a line of hardware is: a percentage says which it counts.
enum class Goods : std::uint8_t {
    Equipment, ///< that can fail and is supported
    Passive,   ///< racks, rails, containment, cables, cords
    Pathway    ///< trays, ducts and pipes, sold by the metre or with the racks
};

/// "6 % a year of hardware, 3 years": `share` already holds the years.
struct LineShare {
    ShareBasis basis = ShareBasis::Hardware;
    Share low, typical, high;
    Grade grade = Grade::Assumption;
    std::optional<Source> source;
    std::string assumption;
    Amount base;               ///< what it was taken of, as the customer pays it
    bool isLowerBound = false; ///< the base has lines without a price
    bool operator==(const LineShare&) const = default;
};

/// What the keys of allowances begin with.
inline constexpr std::string_view kAllowanceKey = "allowance:";

/// One line of the bill, derived or entered.
struct BillLine {
    std::string key; ///< stable: "device:nv-dgx-h200", "allowance:freight", "line:1207"
    std::int64_t number = 0;
    std::string parent; ///< key of the line it belongs to
    QuoteSection section = QuoteSection::Services;
    LineType type = LineType::Hardware;
    LineOrigin origin = LineOrigin::Design;
    Id<PartRow> part;
    std::string priceItem; ///< what its own pinned price is filed under; empty: its part's id
    std::string manufacturer;
    std::string partNumber;
    PartNumberConfidence partNumberConfidence = PartNumberConfidence::Unknown;
    std::string description; ///< of the part or by a person
    Message text;            ///< what it is where the words are ours; empty id: `description`
    Message rule;            ///< how an allowance's quantity was worked out
    std::int64_t quantityMilli = 0;
    std::int64_t designQuantityMilli = 0; ///< before a person changed it
    std::int64_t installedMilli = 0;      ///< of designQuantityMilli: new and put in by us, whoever supplies it
    std::string unit = "each";
    std::int64_t termMonths = 0;
    std::optional<LinePrice> price;
    std::optional<LineShare> share; ///< instead of a price
    Share discount;                 ///< off the list price, to us: that of the line or of its class
    Share margin;                   ///< of the line or of its class
    MarginKind marginKind = MarginKind::Margin;
    bool isNet = false;           ///< terms of class and quote do not apply
    std::optional<Amount> amount; ///< what the customer pays, in the quote's currency
    std::optional<Amount> cost;   ///< what we pay; never in a customer's document
    PriceGap gap = PriceGap::NoPrice;
    Scope scope;
    bool isOptional = false;
    std::string alternateTo; ///< key of the line that it may take the place of
    Goods goods = Goods::Equipment;
    bool isChanged = false;    ///< a person overrode the derived line
    bool hasSpareLine = false; ///< its spares are pieces on a line of their own
    std::string note;
    std::vector<Id<Rack>> racks;      ///< where used, in the order of ids
    std::optional<TimeSpan> leadTime; ///< typical
    std::optional<Mass> mass;         ///< of one
    std::optional<Power> power;       ///< maximum of one

    bool isAllowance() const { return origin == LineOrigin::Allowance; }
    /// Offered beside the total: optional, or in the place of another line.
    bool isBeside() const { return isOptional || !alternateTo.empty(); }
    /// Drawn, and in the price of an allowance until it has its own.
    bool isInAllowance() const;
    /// Belongs into the total (and makes it a lower bound when it has no amount).
    bool counts() const { return scope.isPriced() && !isBeside() && gap != PriceGap::Included; }
    /// The weakest of what its amount rests on.
    Grade grade() const;
    /// In units of the quote's currency; unknown when it has no amount, a lower bound for a share of one.
    Value value() const;
};

/// The whole bill of an option, in the currency of the quote.
struct Bill {
    Currency currency;
    std::vector<BillLine> lines;      ///< by section, parents before their parts
    std::vector<std::string> orphans; ///< derived keys of changes whose line is no longer in the design
    /// By BillLine::key; null where there is none.
    const BillLine* find(std::string_view key) const;
};

/// The message that says why a line of a scope is not ours to price, and by whom it is supplied.
const char* notOursNote(const Scope& scope);

/// Works out the whole bill of the context's option.
Bill billOf(const Context& context);

/// Rounded lines of a section (or of all) that have an amount.
struct BillTotal {
    Money low, typical, high;
    std::int64_t lines = 0;    ///< that count
    std::int64_t unpriced = 0; ///< of them without amount
    std::int64_t unrated = 0;  ///< of the unpriced: with a price that no exchange rate converts
    std::string unratedFrom;   ///< its currencies, "EUR, GBP"
    std::int64_t outside = 0;  ///< that count for nothing: supplied by others, standing already, or optional
    std::int64_t included = 0; ///< that the amount of another line holds
    bool isLowerBound = false;
    Money cost;               ///< to us, of the lines that have an amount
    Money beside;             ///< of what is offered beside the total
    std::int64_t besides = 0; ///< lines of it
    /// Share of the price that stays with us; nothing where there is no price.
    std::optional<double> margin() const;
};
/// Of the whole bill; a lower bound while a line that counts has no amount.
BillTotal total(const Bill& bill);
/// Of one section.
BillTotal total(const Bill& bill, QuoteSection section);
/// The typical total of the whole bill if what the line offers beside it is taken: an optional line on top, an
/// alternate in the place of its line. Nothing of a line that is in the total, or where an amount is not known.
std::optional<Money> totalWith(const Bill& bill, const BillLine& line);
/// What keeps lines from having an amount, and what each kind of them needs; nothing when all have one.
std::vector<Message> openLines(const BillTotal& total);

/// Sum of independent lines: typical values add, the distances to low and to high add in quadrature (units of a line
/// move together, lines do not). Unknown lines leave a lower bound.
Value independentSum(const std::vector<Value>& lines);
/// A sum of lines whose terms are the lines of `counted`: what is a share of an unpriced line is no further line
/// without a price.
Value countedByLines(const Value& sum, const BillTotal& counted);

} // namespace rackwright
