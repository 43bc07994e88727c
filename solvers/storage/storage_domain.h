// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The storage domain: what workloads read and write, their checkpoints, and what pools give and hold.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain storageDomain();

/// STOR-01 to STOR-09.
std::vector<Rule> storageRules();

} // namespace rackwright
