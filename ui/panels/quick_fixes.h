// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quick fixes: where a rule's remedy is clear, the edit that does it, with the words of its link. A table from rule to
// function; a rule without a row, or a finding whose remedy is not clear, has none.

#include "solvers/engine/finding.h"

#include "model/project/history.h"

#include <functional>
#include <optional>
#include <string_view>

namespace rackwright {

struct QuickFix {
    Message label; ///< "Turn 54 devices round"
    Edit edit;
};

/// A part of the library by its id; null when there is none.
using PartFinder = std::function<PartPtr(std::string_view id)>;

/// `of` is the committed project that the finding was found in; its active option is meant. `library`: for fixes that
/// take a part from it.
std::optional<QuickFix> quickFixOf(const Finding& finding, const Project& of, const PartFinder& library = {});

} // namespace rackwright
