// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A result of sizing as named facts: what machines read and what conditions are held against ("cheapest.accelerators",
// "nearest[45 days]"). Names and order are fixed; a set stands in braces, its members split by "; ".

#include "solvers/sizing/search.h"

namespace rackwright {

struct SizingFact {
    std::string quantity;
    std::string value; ///< a number, a word or a set
    std::string unit;  ///< empty: none, or that of the words of the limit named
};
std::vector<SizingFact> sizingFacts(const SizingQuestion& question, const SizingResult& result);

/// The words of a limit as the question has them.
std::string wordsOf(const SizingQuestion& question, SizingLimit limit);

/// Accelerators of one copy of the model that an answer serves; 0: it serves none.
std::int64_t instanceOf(const SizingAnswer& answer);

} // namespace rackwright
