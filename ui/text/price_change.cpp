// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/price_change.h"

#include "solvers/cost/bill_difference.h"
#include "solvers/cost/cost_kernels.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rackwright {

namespace {

constexpr std::size_t kNamed = 4;

/// Why nobody knows the amount of a line.
std::string unknownText(const BillLine* line, const std::string& currency, const Texts& texts) {
    if (line && line->gap == PriceGap::NoExchangeRate && line->price)
        return texts.sentence(Message("price-change.no-rate")
                                  .with("from", std::string(line->price->currency().code()))
                                  .with("to", currency));
    return texts.text("price-change.no-price");
}

std::string lineText(const LineDifference& line, const Bill& bill, const Texts& texts) {
    const bool isNew = line.change == LineChange::Came;
    const Value& amount = isNew ? line.after : line.before;
    const std::string currency(bill.currency.code());
    return texts.sentence(Message("price-change.line")
                              .with("what", line.text.id.empty() ? line.description : texts.sentence(line.text))
                              .with("amount", amount.isUnknown() ? unknownText(bill.find(line.key), currency, texts)
                                                                 : shortFigure(amount, currency, 1, texts).amount));
}

/// `bill` is the one that has the lines.
std::string listText(const std::vector<LineDifference>& lines, LineChange change, const Bill& bill,
                     const Texts& texts) {
    std::string text;
    std::size_t count = 0;
    for (const LineDifference& line : lines) {
        if (line.change != change || ++count > kNamed)
            continue;
        text += (text.empty() ? "" : ", ") + lineText(line, bill, texts);
    }
    if (count <= kNamed)
        return text;
    return texts.sentence(Message("report.and-more").with("list", text).with("count", count - kNamed));
}

/// The largest first; a price that is not known on either side says nothing of the change.
std::string changedText(std::vector<LineDifference> lines, const std::string& currency, const Texts& texts) {
    const auto difference = [](const LineDifference& line) { return line.after.typical() - line.before.typical(); };
    std::erase_if(lines, [&](const LineDifference& line) {
        return line.change != LineChange::Changed || line.before.isUnknown() || line.after.isUnknown() ||
               difference(line) == 0;
    });
    std::ranges::stable_sort(lines, std::greater<>{},
                             [&](const LineDifference& line) { return std::abs(difference(line)); });
    if (lines.size() > kNamed)
        lines.resize(kNamed);
    std::string text;
    for (const LineDifference& line : lines) {
        const double moved = difference(line);
        const std::string amount = shortFigure(Value(std::abs(moved)), currency, 1, texts).amount;
        text += (text.empty() ? "" : ", ") +
                texts.sentence(Message("price-change.line")
                                   .with("what", line.text.id.empty() ? line.description : texts.sentence(line.text))
                                   .with("amount", (moved > 0 ? "+" : "\u2212") + amount));
    }
    return text;
}

} // namespace

std::string priceChangeText(const Context& before, const Context& after, const Texts& texts, PriceChangeLines which) {
    const Bill& old = billIn(before);
    const Bill& now = billIn(after);
    if (!(old.currency == now.currency))
        return {};
    const std::vector<LineDifference> lines = lineDifferences(old, now);
    const std::string currency = now.currency.code();
    std::string text;
    const auto add = [&](const char* id, const std::string& list) {
        if (!list.empty())
            text += (text.empty() ? "" : " ") + texts.sentence(Message(id).with("lines", list));
    };
    add("price-change.came", listText(lines, LineChange::Came, now, texts));
    add("price-change.went", listText(lines, LineChange::Went, old, texts));
    if (which == PriceChangeLines::All)
        add("price-change.changed", changedText(lines, currency, texts));
    return text;
}

} // namespace rackwright
