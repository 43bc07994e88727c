// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cost_kernels.h"

namespace rackwright {

namespace {

constexpr std::string_view kLineReference = "reference.bill-line";

constexpr std::string_view kGap = "witness.gap.";

constexpr std::string_view kPriceLabel = "price per ";

std::string lineLabel(const BillLine& line) {
    const std::string number = "line " + std::to_string(line.number);
    if (!line.description.empty())
        return number + ", " + line.description;
    return line.text.id.empty() ? number + ", " + line.key : number;
}

/// What the line is, where the words are ours, and why it has no amount.
Witness witnessOf(const BillLine& line) {
    Witness witness;
    if (line.description.empty() && !line.text.id.empty())
        witness.push_back(line.text);
    if (line.gap != PriceGap::None)
        witness.emplace_back(std::string(kGap).append(enumName(line.gap)));
    return witness;
}

struct BillLookUp {
    explicit BillLookUp(const Context& context) : bill(billOf(context)) {}
    Bill bill;
};

Traced quantityOf(const BillLine& line) {
    return Numbers<Traced>::given(Value(static_cast<double>(line.quantityMilli) / 1000), {"quantity", line.unit, 1},
                                  {});
}

Traced shareNode(const BillLine& line) {
    const LineShare& share = *line.share;
    const Value value =
        Value::range(share.low.fraction(), share.typical.fraction(), share.high.fraction(), share.grade);
    const Reading reading{"share of " + std::string(enumName(share.basis)), "%", 0.01};
    return share.assumption.empty() ? Numbers<Traced>::given(value, reading, share.source)
                                    : Numbers<Traced>::assumed(value, reading, share.assumption);
}

Traced baseNode(const Bill& bill, const BillLine& line) {
    const Amount& base = line.share->base;
    Value value = Value::range(base.low.inUnits(), base.typical.inUnits(), base.high.inUnits(), Grade::Estimate);
    if (line.share->isLowerBound)
        value = value + Value::unknown(Grade::Estimate);
    return Numbers<Traced>::given(
        value, {"all lines of " + std::string(enumName(line.share->basis)), bill.currency.code(), 1}, {});
}

Traced priceNode(const BillLine& line) {
    const LinePrice& price = *line.price;
    const Value value = Value::range(price.low.inUnits(), price.typical.inUnits(), price.high.inUnits(), price.grade);
    const Reading reading{std::string(kPriceLabel) + price.basis, price.currency().code(), 1};
    // Who offered it is for the internal bill alone; derivations go to customers too.
    const bool isConfidential = price.origin == PriceOrigin::Pinned || price.origin == PriceOrigin::QuoteLine;
    const std::optional<Source> source = isConfidential ? std::nullopt : price.source;
    return price.assumption.empty() ? Numbers<Traced>::given(value, reading, source)
                                    : Numbers<Traced>::assumed(value, reading, price.assumption);
}

Traced discountNode(const BillLine& line) {
    return Numbers<Traced>::given(Value(line.discount.fraction()), {"discount", "%", 0.01}, {});
}

Traced marginNode(const BillLine& line) {
    const std::string label(enumName(line.marginKind));
    return Numbers<Traced>::given(Value(line.margin.fraction()), {label, "%", 0.01}, {});
}

} // namespace

bool isPriceLeaf(const Derivation& node) { return node.inputs.empty() && node.label.starts_with(kPriceLabel); }

const Message* lineText(const Derivation& node) {
    if (node.reference != kLineReference || node.witness.empty() || node.witness.front().id.starts_with(kGap))
        return nullptr;
    return &node.witness.front();
}

const Bill& billIn(const Context& context) { return context.lookUp<BillLookUp>().bill; }

Traced tracedLine(const Bill& bill, const BillLine& line, const QuoteHeader& quote) {
    std::vector<Traced> inputs;
    if (line.share) {
        inputs.push_back(baseNode(bill, line));
        inputs.push_back(shareNode(line));
    } else {
        inputs.push_back(quantityOf(line));
        if (line.price)
            inputs.push_back(priceNode(line));
    }
    if (line.discount.ppb != 0)
        inputs.push_back(discountNode(line));
    if (line.margin.ppb != 0)
        inputs.push_back(marginNode(line));
    if (line.price && line.price->currency() != bill.currency)
        if (const ExchangeRate* rate = exchangeFrom(quote, line.price->currency()))
            inputs.push_back(
                Numbers<Traced>::given(Value(static_cast<double>(rate->nanoRate) / 1e9),
                                       {"exchange rate " + rate->from.code() + " to " + rate->to.code(), {}, 1},
                                       Source{rate->source, {}, rate->date, {}}));
    return computed(line.value(), {lineLabel(line), bill.currency.code(), 1}, std::string(kLineReference),
                    witnessOf(line), std::move(inputs));
}

bool holdsAccelerators(const Context& context, const BillLine& line) {
    const Part* part = context.part(line.part);
    return part && (part->category == PartCategory::Accelerator ||
                    fact(*part, attribute::acceleratorCount).typical().value_or(0) > 0);
}

} // namespace rackwright
