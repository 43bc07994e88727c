// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks a guide: reads what is given, works out the sums beside it, and takes the rules that hold. Strict: an unknown
// key or value is a usage error with the nearest; where what is given decides nothing, the error names the keys that
// would. Used by the verb, the page of the window and the documents.

#include "model/figures/formula_registry.h"
#include "solvers/advice/guide_book.h"
#include "solvers/advice/market.h"

#include <span>

namespace rackwright {

/// A value of a key as it was read.
struct AdviceInput {
    const GuideKey* key = nullptr;
    std::string value;      ///< canonical: a word, a number in the key's unit, a code; "!TR" is any but that
    bool isAssumed = false; ///< the default of the guide
};

/// A rule that holds, with its places filled.
struct AdviceLine {
    const GuideRule* rule = nullptr;
    std::string text, reason;
};

/// A sum that was worked out; of a ranking its order too.
struct AdviceSum {
    const GuideSum* sum = nullptr;
    std::string value; ///< digits in the sum's unit, or a word
    std::string inputs;
    std::optional<MarketRanking> ranking;
};

struct AdvicePoints {
    std::string option;
    double points = 0;
    std::vector<std::string> reasons;
};

struct Advice {
    const Guide* guide = nullptr;
    std::vector<AdviceInput> inputs; ///< in the order of the guide's keys
    std::string verdict;
    std::string reason, source;
    Grade grade = Grade::SourceDocument;
    std::vector<AdvicePoints> points; ///< most first
    std::vector<AdviceLine> beside;   ///< findings, conditions, options, notes: by level, in the order of the table
    std::vector<AdviceSum> sums;
    std::vector<std::string> unread; ///< words of a sentence that no phrase took
};

/// `given` is by key; "case" holds a sentence. Without offers rankings are left out.
Result<Advice> advise(const GuideBook& book, const Guide& guide, const GivenInputs& given,
                      const FormulaRegistry& formulas, std::span<const MarketOffer> offers = {});

/// Whether a sum is worked out from what the market asks for, so that it needs offers.
bool isOfMarket(const GuideSum& sum);

/// The key under which every guide takes a sentence.
inline constexpr std::string_view kSentenceKey = "case";

/// Words that a key takes, for people: its words, "yes or no", its unit, "a country".
std::vector<std::string> acceptedWords(const GuideKey& key);

} // namespace rackwright
