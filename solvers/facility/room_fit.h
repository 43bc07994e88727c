// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TemplateFit: how often more of one kind goes into the racks of a room, and what one takes of everything. Nothing of
// it hangs on where racks stand.

#include "solvers/engine/context.h"
#include "solvers/facility/room_limits.h"

#include <cstdint>
#include <vector>

namespace rackwright {

struct TemplateGroups {
    std::vector<PartCount> own;  ///< of one template
    std::vector<PartCount> rest; ///< of the room: all that is no node with accelerators and in no rack of the template
    double share = 0;            ///< of `rest` that belongs to one template
};

/// What one template takes of something, alone and with its share.
struct LimitTake {
    Value own;
    Value whole;
};

struct LimitTakes {
    LimitTake nameplate, peak, air, liquid, weight;
};

/// Keeps no reference to the design that it was found in.
struct TemplateFit {
    /// Racks into which the same goes, in the order of ids.
    struct Alike {
        std::vector<Id<Rack>> racks;
        std::int64_t places = 0; ///< in each
    };

    TemplateGroups groups;
    LimitTakes takes;
    std::vector<Alike> alike;
    std::int64_t free = 0; ///< places in all racks
    bool arePlacesKnown = true;
};

TemplateFit templateFit(const Context& context, Id<Room> room, const RoomTemplate& of);

/// How many of some devices are nodes with accelerators.
std::int64_t nodesAmong(const Context& context, const std::vector<PartCount>& groups);

} // namespace rackwright
