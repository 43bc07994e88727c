// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A derivation as a person reads it: the formula with numbers put in, and the tree below it with sources and grades.
// Used by `explain`, the inspector and the appendix of a proposal; it works nothing out again.

#include "model/figures/traced.h"
#include "ui/text/texts.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// One step of a derivation: a node with a name or a leaf, and what its formula is made of.
struct DerivationStep {
    const Derivation* node = nullptr;
    std::string label;   ///< its name; of like steps the first and the last with their count
    std::string amount;  ///< "41.2 kW"
    std::string formula; ///< "4 × 10.2 kW + 1.2 kW"; empty for a leaf
    std::string origin;  ///< source and grade of a leaf, reference and witness of an algorithm; else the grade
    int depth = 0;
    std::size_t alike = 1; ///< steps that differ in their name only and are shown as one
    /// Number of the figure under which a document spells this step out already; what it is made of is not repeated.
    std::int64_t spelledOutIn = 0;
};

/// What a document has spelled out so far: by name and content of a step the number of the figure that holds it.
using StepsSpelledOut = std::unordered_map<std::string, std::int64_t>;

/// Steps in the order of reading: each step before what it is made of. Figures are called by their titles.
std::vector<DerivationStep> derivationSteps(const Derivation& root, const Texts& texts);

/// The same for one figure of many in a document: what an earlier one spells out is named, not repeated.
std::vector<DerivationStep> derivationSteps(const Derivation& root, const Texts& texts, std::int64_t figureNumber,
                                            StepsSpelledOut& spelledOut);

/// The formula of one node in numbers and units, down to the next steps; long sums are shortened.
std::string formulaInNumbers(const Derivation& node, const Texts& texts);

/// How good the number of a node is, in words. A stated price without a source is one that a person typed.
std::string gradeText(const Derivation& node, const Texts& texts);

/// The label of a node; of a line of the bill that is called by words of ours, with these.
std::string stepName(const Derivation& node, const Texts& texts);

/// What can be checked of the answer of an algorithm; empty where there is nothing.
std::string witnessText(const Derivation& node, const Texts& texts);

/// "Publisher: Title, date, page".
std::string sourceText(const Source& source);

/// The whole tree as indented lines, with figures by the names that files and the command line use.
std::string derivationTree(const Derivation& root, const Texts& texts);

} // namespace rackwright
