// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A plain question to the whole book: the guide that answers it, found by its topics and by what it reads of the
// question; where none decides it, the rules and the rows of the sources' tables that say most of its words.

#include "solvers/advice/advise.h"

namespace rackwright {

/// A rule of a guide, or a row of a table of its sources.
struct BookHit {
    const Guide* guide = nullptr;
    std::string text; ///< "Cold start: on prem 0 (always-on); managed cloud 30 s – 5 min; api 0"
    std::string source;
    Grade grade = Grade::SourceDocument;
    double score = 0; ///< share of the question that it says, rare words counting more
};

struct BookAnswer {
    std::optional<Advice> advice;
    const Guide* about = nullptr; ///< the guide that would decide it if more were said; null: none is known
    std::vector<BookHit> hits;    ///< best first; filled where there is no advice
};

/// `given` is by key, beside the question.
BookAnswer askBook(const GuideBook& book, const std::string& question, const GivenInputs& given,
                   const FormulaRegistry& formulas, std::span<const MarketOffer> offers = {});

} // namespace rackwright
