// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far a fact can be trusted. A figure is as good as its weakest leaf; screen and documents show it.

#include "model/base/fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rackwright {

/// From strong to weak.
enum class Grade : std::uint8_t {
    Measured,
    Vendor,
    ThirdParty,
    SourceDocument,
    CustomerStatement,
    SiteSurvey,
    Estimate,
    Recalled,
    Assumption
};

inline constexpr std::array<std::string_view, 9> kGradeNames = {
    "measured",    "vendor",   "third-party", "source-document", "customer-statement",
    "site-survey", "estimate", "recalled",    "assumption"};

/// The word as in files and catalogue tables ("third-party").
constexpr std::string_view gradeName(Grade grade) { return kGradeNames[static_cast<std::size_t>(grade)]; }

/// Nothing for a word that is no grade.
constexpr std::optional<Grade> gradeFromName(std::string_view name) {
    for (std::size_t i = 0; i < kGradeNames.size(); ++i)
        if (kGradeNames[i] == name)
            return static_cast<Grade>(i);
    return std::nullopt;
}

template <>
struct EnumNames<Grade> {
    static constexpr auto names = kGradeNames;
};

/// The grade of a figure that rests on both.
constexpr Grade weakest(Grade a, Grade b) { return std::max(a, b); }

} // namespace rackwright
