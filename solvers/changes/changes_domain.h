// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The domain of changes: the change log since the last issue. On top of all others, since it tells what they say.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain changesDomain();

} // namespace rackwright
