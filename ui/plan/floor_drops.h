// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts that stand on the floor by themselves, dropped on the plan: cooling units, power equipment and systems that need no
// rack.

#include "model/edits/target.h"
#include "ui/text/texts.h"

#include <optional>

namespace rackwright {

/// Nothing for a part that does not stand on the floor.
std::optional<Edit> dropOnFloor(const edits::Target& target, const PartPtr& part, const OnFloor& place,
                                const Texts& texts);

} // namespace rackwright
