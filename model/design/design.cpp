// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/design.h"

namespace rackwright {

Id<Rack> rackOf(const Placement& placement) {
    if (const auto* in = std::get_if<InRack>(&placement))
        return in->rack;
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return beside->rack;
    return {};
}

} // namespace rackwright
