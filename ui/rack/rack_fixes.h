// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quick fixes of racks and of what devices consist of.

#include "ui/panels/quick_fixes.h"

namespace rackwright {

std::vector<QuickFixRow> rackFixes();

} // namespace rackwright
