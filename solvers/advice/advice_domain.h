// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The advice domain: rules of thumb and reference designs, asked for one by one.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain adviceDomain();

} // namespace rackwright
