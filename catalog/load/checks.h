// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plausibility checks of catalogue parts: each is one function and one row of a registry. A violation is mended in the
// tables, or shown with its reason (explanations.csv); the build refuses one that nobody explained. Imports of users'
// parts are judged by the same checks.

#include "catalog/load/catalog_content.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Figures of a part that cannot all be right.
struct Violation {
    std::string check;
    std::string subject; ///< the part's id
    Place place;
    Message reason; ///< with the figures that disagree
    bool isExplained = false;
    std::string explanation;
};

using Violations = std::vector<Violation>;

struct PlausibilityCheck {
    std::string_view id;
    void (*run)(const CatalogPart& part, const CatalogContent& content, Violations& violations);
};

std::span<const PlausibilityCheck> plausibilityChecks();

/// All checks over all parts; explained violations are marked.
Violations judge(const CatalogContent& content);

/// All checks over one part that need not stand in `content`.
Violations judgePart(const CatalogPart& part, const CatalogContent& content);

/// Explanations that explain nothing (any more): they must be removed.
std::vector<Explanation> idleExplanations(const CatalogContent& content, const Violations& violations);

} // namespace rackwright
