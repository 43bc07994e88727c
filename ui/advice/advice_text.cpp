// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advice/advice_text.h"

#include "model/units/number_text.h"
#include "solvers/advice/guide_book.h"

namespace rackwright {

namespace {

constexpr std::size_t kShownOffers = 5;
constexpr int kOfferDigits = 3;

} // namespace

std::string adviceInputText(const AdviceInput& input) {
    if (input.key->kind == GuideKeyKind::Country)
        return input.value.starts_with('!') ? "!= " + countryName(input.value.substr(1)) : countryName(input.value);
    return input.key->unit.empty() ? input.value : input.value + " " + input.key->unit;
}

std::string advicePointsText(const AdvicePoints& points) {
    std::string reasons;
    for (const std::string& reason : points.reasons)
        reasons.append(reasons.empty() ? "" : "; ").append(reason);
    return points.option + ": " + shortestDigits(points.points) + " (" + reasons + ")";
}

std::string adviceSumText(const AdviceSum& sum, const Texts& texts) {
    if (!sum.ranking)
        return texts.sentence(Message("advice.sum")
                                  .with("title", sum.sum->title)
                                  .with("value", sum.sum->unit.empty() ? sum.value : sum.value + " " + sum.sum->unit)
                                  .with("formula", sum.sum->formula));
    WordList order;
    for (const RankedOffer& each : sum.ranking->offers)
        if (order.words.size() < kShownOffers)
            order.words.push_back(each.offer->name + " " + roundedDigits(each.value, kOfferDigits));
    std::string list;
    for (const std::string& word : order.words)
        list.append(list.empty() ? "" : ", ").append(word);
    return texts.sentence(Message("advice.ranking")
                              .with("title", sum.sum->title)
                              .with("order", list)
                              .with("unit", sum.ranking->unit)
                              .with("count", sum.ranking->offers.size()));
}

std::string adviceLineText(const AdviceLine& line, const Texts& texts) {
    std::string level = texts.text("advice.level." + std::string(enumName(line.rule->level)));
    if (line.rule->severity != GuideSeverity::None)
        level += " (" + texts.text("advice.severity." + std::string(enumName(line.rule->severity))) + ")";
    std::string text = level + ": " + line.text;
    if (!line.reason.empty())
        text += (text.ends_with('.') ? " " : ". ") + line.reason;
    return text + " (" + line.rule->source + ", " + texts.grade(line.rule->grade) + ")";
}

std::string adviceText(const Advice& advice, const Texts& texts) {
    std::string out = advice.guide->title + ": " + advice.verdict + "\n";
    if (!advice.reason.empty())
        out += advice.reason + "\n";
    out += texts.sentence(
               Message("advice.source").with("source", advice.source).with("grade", texts.grade(advice.grade))) +
           "\n";
    for (const AdviceInput& input : advice.inputs)
        out += input.key->key + " = " + adviceInputText(input) + "\n";
    for (const AdvicePoints& each : advice.points)
        out += advicePointsText(each) + "\n";
    for (const AdviceSum& sum : advice.sums)
        out += adviceSumText(sum, texts) + "\n";
    for (const AdviceLine& line : advice.beside)
        out += adviceLineText(line, texts) + "\n";
    return out;
}

} // namespace rackwright
