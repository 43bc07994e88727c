// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power that a rack may take by its own cap and by the site record; SITE-02 judges it, plans show a breach.

#include "model/figures/value.h"
#include "solvers/power/loads.h"

#include <optional>
#include <vector>

namespace rackwright {

struct RackLimit {
    Value value = Value::unknown(); ///< W
    LoadKind kind = LoadKind::Peak; ///< the load that the limit is about
    bool hasBasis = false;          ///< false: the site record does not say which load it means
    bool isOwn = false;             ///< the rack's own cap
};

/// Every limit that holds for the rack: its own cap lifts nothing that the site allows, and the site's limit no cap. Of
/// two about the same load the smaller alone. Never empty: where nobody stated any, one of unknown value.
std::vector<RackLimit> rackLimits(const Context& context, const Rack& rack);

/// The limit of which the rack takes the largest share, the first where no share is known.
RackLimit bindingRackLimit(const Context& context, const Rack& rack);

/// Share of a limit that the rack takes; nothing while either is not known or the load of the limit is not.
std::optional<double> shareOfLimit(const Context& context, const Rack& rack, const RackLimit& limit);

} // namespace rackwright
