// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one judge of requirements: by the figure that decides each, or by the person who judged a plain sentence. Rule,
// headline cards, compliance matrix and `check --json` all print its answers. Unknown is never met.

#include "model/project/judgement.h"
#include "solvers/engine/finding.h"

#include <memory>
#include <span>
#include <vector>

namespace rackwright {

enum class Compliance : std::uint8_t { Met, NotMet, Unknown };
template <>
struct EnumNames<Compliance> {
    static constexpr std::array<std::string_view, 3> names = {"met", "not-met", "unknown"};
};

/// Why a requirement cannot be judged; a sentence without a figure waits for a person.
enum class ComplianceGap : std::uint8_t {
    None,
    NoFigure,
    UnknownValue,
    OtherUnit,
    NoExchangeRate,
    NotJudged,
    RangeReaches ///< met by the typical value, but not by the whole of its range
};
template <>
struct EnumNames<ComplianceGap> {
    static constexpr std::array<std::string_view, 7> names = {
        "none", "no-figure", "unknown-value", "other-unit", "no-exchange-rate", "not-judged", "range-reaches"};
};

/// Of what is asked about requirements the parts that no requirement states: "accelerators", "budget", "pue", "dates".
/// None of other requests.
std::vector<std::string_view> openPartsOf(const Project& project, const Rfi& rfi);
/// How many parts what is asked about requirements has.
inline constexpr std::size_t kRequirementParts = 4;
/// A request as it stands now: what is asked about requirements is answered once each of its parts is stated.
RfiStatus statusOf(const Project& project, const Rfi& rfi);

/// One requirement as the design meets it now; lives as long as context and figures.
struct RequirementAnswer {
    const Requirement* requirement = nullptr;
    /// Of a sentence that a figure decides by now, with that figure and its target: `requirement` points to it.
    std::shared_ptr<const Requirement> read;
    const FigureResult* figure = nullptr; ///< null when no figure of that name was worked out
    Compliance compliance = Compliance::Unknown;
    ComplianceGap gap = ComplianceGap::None;
    Value target;                       ///< in the figure's own unit base (SI, or the quote's currency)
    std::string unit;                   ///< in which value and target print; money in the quote's currency
    const Assumption* judged = nullptr; ///< who judged a plain sentence
};

/// In the order of the requirements' numbers.
std::vector<RequirementAnswer> requirementAnswers(const Context& context, const FigureTable& figures);

/// What a figure's card says: of all requirements on it the one that fares worst. Null when there is none.
const RequirementAnswer* worstAnswer(std::span<const RequirementAnswer> answers, std::string_view figure);

/// A target in the base of its figure; a lower bound that already breaks or already reaches it decides, else it leaves
/// the answer open. A range that reaches beyond the target is open too: only the whole of it meets a promise.
Compliance complianceOf(const Value& value, Comparison comparison, double target);

} // namespace rackwright
