// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OwnParts: the user's own parts and overrides, where a program keeps some. Services that do offer it beside
// StudioServices; where they do not, parts can be read but not edited.

#include "catalog/overlay.h"

namespace rackwright {

class OwnParts {
public:
    virtual ~OwnParts() = default;
    /// Null when the file of own parts could not be opened.
    virtual PartOverlay* ownParts() = 0;
};

} // namespace rackwright
