// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/currency_words.h"

#include "model/base/letter_case.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

/// Planning rates of 2026, at grade estimate: rates of the dirham and the riyal are pegged; the others have moved about
/// 8 % a year against the dollar, the lira loses a fifth a year.
struct PlanningRate {
    std::string_view currency, sign, names; ///< names in lower case, parted by blanks
    double low, typical, high;
};
constexpr auto kRates = std::to_array<PlanningRate>({{"EUR", "€", "eur euro euros", 1.08, 1.17, 1.25},
                                                     {"GBP", "£", "gbp pound pounds sterling", 1.24, 1.34, 1.43},
                                                     {"CHF", "", "chf franken francs", 1.15, 1.25, 1.35},
                                                     {"TRY", "₺", "try lira tl", 0.017, 0.021, 0.024},
                                                     {"JPY", "¥", "jpy yen", 0.0060, 0.0066, 0.0072},
                                                     {"CNY", "", "cny rmb yuan", 0.135, 0.141, 0.147},
                                                     {"CAD", "", "cad", 0.68, 0.72, 0.76},
                                                     {"AUD", "", "aud", 0.61, 0.66, 0.71},
                                                     {"INR", "₹", "inr rupee rupees", 0.0105, 0.0113, 0.0121},
                                                     {"SGD", "", "sgd", 0.73, 0.77, 0.81},
                                                     {"SEK", "", "sek", 0.095, 0.105, 0.115},
                                                     {"NOK", "", "nok", 0.090, 0.099, 0.108},
                                                     {"DKK", "", "dkk", 0.145, 0.157, 0.168},
                                                     {"PLN", "", "pln zloty", 0.25, 0.275, 0.30},
                                                     {"AED", "", "aed dirham dirhams", 0.2723, 0.2723, 0.2723},
                                                     {"SAR", "", "sar riyal riyals", 0.2667, 0.2667, 0.2667}});

bool namesWord(std::string_view names, std::string_view word) {
    for (std::size_t at = names.find(word); at != std::string_view::npos; at = names.find(word, at + 1))
        if ((at == 0 || names[at - 1] == ' ') && (at + word.size() == names.size() || names[at + word.size()] == ' '))
            return true;
    return false;
}

const PlanningRate* planningRate(std::string_view words) {
    for (const PlanningRate& rate : kRates)
        if (!rate.sign.empty() && says(words, rate.sign))
            return &rate;
    for (const std::string& word : nameWords(words)) {
        // "8meur" and "eur8m" are one word.
        const auto found = std::ranges::find_if(kRates, [&word](const PlanningRate& rate) {
            const std::string code = lowerCase(rate.currency);
            return namesWord(rate.names, word) ||
                   (word.size() > 3 && (word.starts_with(code) || word.ends_with(code)) &&
                    std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; }));
        });
        if (found != kRates.end())
            return &*found;
    }
    return nullptr;
}

bool namesDollars(std::string_view words) {
    if (says(words, "$"))
        return true;
    const std::vector<std::string> named = nameWords(words);
    return std::ranges::any_of(named, [](const std::string& word) {
        return word == "usd" || word == "us" || word.starts_with("dollar") || word.ends_with("usd");
    });
}

std::string_view saidOf(const SizingQuestion& question, std::string_view key) {
    const auto found = std::ranges::find(question.said, key, &Parameter::name);
    return found == question.said.end() ? std::string_view() : std::string_view(found->value);
}

} // namespace

std::optional<std::string> currencySaid(std::string_view words) {
    if (namesDollars(words))
        return std::nullopt;
    const PlanningRate* rate = planningRate(words);
    return rate ? std::optional(std::string(rate->currency)) : std::nullopt;
}

Result<std::optional<SaidRate>> rateOf(std::string_view budget, std::string_view said) {
    const std::optional<std::string> currency = currencySaid(budget);
    if (!currency)
        return std::optional<SaidRate>();
    if (said.empty()) {
        const PlanningRate& rate = *std::ranges::find(kRates, *currency, &PlanningRate::currency);
        return std::optional(SaidRate{*currency, rate.low, rate.typical, rate.high, true});
    }
    // "1.17", or the number behind the sign of "1 EUR = 1.17 USD".
    const std::size_t sign = said.find('=');
    const std::optional<NumberIn> number = numberIn(said, sign == std::string_view::npos ? 0 : sign);
    if (!number || number->value <= 0)
        return usageError(Message("sizing.unread").with("key", "exchange rate").with("words", std::string(said)));
    return std::optional(SaidRate{*currency, number->value, number->value, number->value, false});
}

std::optional<SaidRate> budgetRateOf(const SizingQuestion& question) {
    if (question.budget <= 0)
        return std::nullopt;
    const Result<std::optional<SaidRate>> rate = rateOf(saidOf(question, "budget"), saidOf(question, "exchange rate"));
    return rate ? *rate : std::nullopt;
}

bool isExactCount(const SizingQuestion& question) {
    return question.mostAccelerators > 0 && saidOf(question, "most accelerators").starts_with(kExactly);
}

} // namespace rackwright
