// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OwnParts: the user's own parts and overrides, where a program keeps some. Services that do offer it beside
// StudioServices; where they do not, parts can be read but not edited.

#include "catalog/overlay_copy.h"

#include <optional>

namespace rackwright {

class PartOverlay;

/// Own parts that cannot be read, and what can be had in their place.
struct OwnPartsTrouble {
    Error error;
    std::optional<GoodCopy> lastGood;
};

class OwnParts {
public:
    virtual ~OwnParts() = default;
    /// Null when the file of own parts could not be opened.
    virtual PartOverlay* ownParts() = 0;
    /// Why there are none where there were some; nothing when all is well.
    virtual const std::optional<OwnPartsTrouble>& trouble() const = 0;
    /// Puts the damaged file aside and goes on with the last good state, or with none; where the file went.
    virtual Result<std::string> restoreOwnParts() = 0;
};

} // namespace rackwright
