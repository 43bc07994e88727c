// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quick fixes of power.

#include "ui/panels/quick_fixes.h"

namespace rackwright {

std::vector<QuickFixRow> powerFixes();

} // namespace rackwright
