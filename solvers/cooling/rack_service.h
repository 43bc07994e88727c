// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What takes the heat of a rack away, as the design says.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// The units that serve a rack, by the kind of heat; null where none does.
struct RackService {
    const CoolingUnit* air = nullptr;
    const CoolingUnit* liquid = nullptr;
    const CoolingLoop* loop = nullptr;
    std::string units; ///< names of the liquid units
};

RackService rackService(const Context& context, const Rack& rack);

} // namespace rackwright
