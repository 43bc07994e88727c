// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/price_change.h"

#include "solvers/cost/bill_difference.h"
#include "solvers/cost/cost_kernels.h"
#include "ui/text/short_figure.h"

namespace rackwright {

namespace {

constexpr std::size_t kNamed = 4;

std::string lineText(const LineDifference& line, const std::string& currency, const Texts& texts) {
    const bool isNew = line.change == LineChange::Came;
    const Value& amount = isNew ? line.after : line.before;
    return texts.sentence(Message("price-change.line")
                              .with("what", line.text.id.empty() ? line.description : texts.sentence(line.text))
                              .with("amount", amount.isUnknown() ? texts.text("price-change.no-price")
                                                                 : shortFigure(amount, currency, 1, texts).amount));
}

std::string listText(const std::vector<LineDifference>& lines, LineChange change, const std::string& currency,
                     const Texts& texts) {
    std::string text;
    std::size_t count = 0;
    for (const LineDifference& line : lines) {
        if (line.change != change || ++count > kNamed)
            continue;
        text += (text.empty() ? "" : ", ") + lineText(line, currency, texts);
    }
    if (count <= kNamed)
        return text;
    return texts.sentence(Message("report.and-more").with("list", text).with("count", count - kNamed));
}

} // namespace

std::string priceChangeText(const Context& before, const Context& after, const Texts& texts) {
    const Bill& old = billIn(before);
    const Bill& now = billIn(after);
    if (!(old.currency == now.currency))
        return {};
    const std::vector<LineDifference> lines = lineDifferences(old, now);
    const std::string came = listText(lines, LineChange::Came, now.currency.code(), texts),
                      went = listText(lines, LineChange::Went, now.currency.code(), texts);
    if (came.empty() && went.empty())
        return {};
    const char* id = came.empty() ? "price-change.went" : went.empty() ? "price-change.came" : "price-change.both";
    return texts.sentence(Message(id).with("came", came).with("went", went));
}

} // namespace rackwright
