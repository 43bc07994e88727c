// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quick fixes of the floor.

#include "ui/panels/quick_fixes.h"

namespace rackwright {

std::vector<QuickFixRow> floorFixes();

} // namespace rackwright
