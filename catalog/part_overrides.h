// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Overrides laid over a part: which may be set, and what the part then is. What stood there before stays as an
// assertion. Where overrides are kept is for overlay.h; PartLibrary uses both.

#include "catalog/overlay.h"

namespace rackwright {

/// The part with each override in the place of its own figures, ports or prices, which stay as assertions.
Part withOverrides(Part part, const std::vector<PartOverride>& overrides, const std::vector<AttributeKey>& keys);

/// Whether an override may be set: a known key, a value of its kind, within its limits.
Done checkOverride(const PartOverride& value, const std::vector<AttributeKey>& keys);

} // namespace rackwright
