// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a domain asks for a figure of another one by its name without knowing that domain: requirements, the cost of
// energy and the schedules do. The session joins the domains and gives the look-up.

#include "solvers/engine/figure.h"

#include <functional>
#include <optional>
#include <string_view>

namespace rackwright {

struct FoundFigure {
    Value value;                                  ///< SI, or what the definition's unit says of money
    const FigureDefinition* definition = nullptr; ///< for its unit and its traced form
    Subject subject;
};

/// Nothing when no domain of this build has a figure of that name.
using FigureLookup = std::function<std::optional<FoundFigure>(const Context&, std::string_view name, Subject)>;

} // namespace rackwright
