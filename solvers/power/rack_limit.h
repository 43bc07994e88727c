// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power that a rack may take by its own cap or by the site record; SITE-02 judges it, plans show a breach.

#include "model/figures/value.h"
#include "solvers/power/loads.h"

namespace rackwright {

struct RackLimit {
    Value value = Value::unknown(); ///< W
    LoadKind kind = LoadKind::Peak; ///< the load that the limit is about
    bool hasBasis = false;          ///< false: the site record does not say which load it means
    bool isOwn = false;             ///< the rack's own cap
};

RackLimit rackLimit(const Context& context, const Rack& rack);

} // namespace rackwright
