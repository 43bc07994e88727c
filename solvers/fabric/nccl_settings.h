// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The settings of NCCL that follow from the compute networks as they are drawn, each with its reason: the library does
// not find out rails by itself. What depends on drivers or measurements is left to the library's defaults.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// A configuration file; empty where no compute cable joins a device to a leaf.
std::string ncclSettings(const Context& context);

} // namespace rackwright
