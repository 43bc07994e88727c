// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Requirements judged by the figures that decide them: for the rule REQ-01, the headline and the compliance matrix.
// Unknown is never met.

#include "solvers/engine/finding.h"

#include <vector>

namespace rackwright {

enum class Compliance : std::uint8_t { Met, NotMet, Unknown };
template <>
struct EnumNames<Compliance> {
    static constexpr std::array<std::string_view, 3> names = {"met", "not-met", "unknown"};
};

/// Why a requirement cannot be judged.
enum class ComplianceGap : std::uint8_t { None, NoFigure, UnknownValue, OtherUnit, NoExchangeRate };

struct RequirementAnswer {
    const Requirement* requirement = nullptr;
    const FigureResult* figure = nullptr; ///< null when no figure of that name was worked out
    Compliance compliance = Compliance::Unknown;
    ComplianceGap gap = ComplianceGap::None;
    Value target;     ///< in the figure's own unit base (SI, or the quote's currency)
    std::string unit; ///< in which value and target print
};

/// In the order of the requirements' numbers.
std::vector<RequirementAnswer> requirementAnswers(const Context& context, const FigureTable& figures);

} // namespace rackwright
