// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quick fixes: where a rule's remedy is clear, the edit that does it, with the words of its link. Features list theirs
// by rule; a rule without one, or a finding whose remedy is not clear, has none.

#include "solvers/engine/finding.h"

#include "model/edits/target.h"
#include "model/project/history.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

struct QuickFix {
    Message label; ///< "Turn 54 devices round"
    Edit edit;
};

/// A part of the library by its id; null when there is none.
using LibraryPart = std::function<PartPtr(std::string_view id)>;

/// What a fix is worked out from.
struct FixCase {
    const Finding& finding;
    const Project& project;
    const Design& design;
    edits::Target target;
    const LibraryPart& library; ///< for fixes that take a part from it

    /// The devices that the finding names.
    std::vector<const Device*> devices() const;
};

/// The fix of a rule; none where the remedy of this finding is not clear.
struct QuickFixRow {
    std::string_view rule;
    std::optional<QuickFix> (*fix)(const FixCase&);
};

/// "ID.one" with a name, or "ID.many" with how many.
Message countedLabel(const std::string& id, std::size_t count, const std::string& name);
/// Several edits as one step of the history, named by the text.
Edit asOneStep(std::vector<Edit> edits, const Message& text);

/// `of` is the committed project that the finding was found in; its active option is meant.
std::optional<QuickFix> quickFixOf(const Finding& finding, const Project& of, const LibraryPart& library = {});

} // namespace rackwright
