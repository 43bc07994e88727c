// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One face of one rack and of what is in it: where each thing lies, for the elevations that draw it and for the views
// that take hold of it.

#include "ui/paint/rack_elevation.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include "model/design/occupancy.h"

#include <algorithm>

namespace rackwright::elevation {

/// What every face reads.
struct RackInput {
    const Project& project;
    const Design& design;
    const Overlay& overlay;
    Words words;
    const ElevationOptions& options;
    Face face = Face::Front;
};

/// The rack's frame on the drawing, world mm; y grows downwards and the floor is at `frame.bottom()`.
struct RackFrame {
    QRectF frame;
    QRectF bay;       ///< between the rails, from the lowest unit's foot to the top of the highest
    double pitch = 0; ///< of a unit
    std::int64_t units = 0;
    bool isHeightKnown = true;
};

/// The frame of a rack with its lower left corner at `foot`.
RackFrame rackFrame(const Project& project, const Design& design, const Rack& rack, QPointF foot);

/// What a claim takes up on a face.
QRectF claimBox(const RackFrame& frame, const RackClaim& claim, Face face);
/// A place beside the rails, as seen from a face.
QRectF zeroUBox(const RackFrame& frame, const ZeroU& place, Face face);
/// The claim of an occupant between the rails; a part that is not known takes one unit, a whole-rack system all.
RackClaim claimIn(const RackFrame& frame, const Part* part, const InRack& place);

/// Frame, unit numbers, devices, 0U parts and free space.
void addRackFace(Sketch& sketch, const RackInput& input, const Rack& rack, const RackFrame& frame);

/// Lettering grows with the scale, up to a half more than at 1:20.
inline double growth(const Sketch& sketch) { return std::clamp(sketch.scale() / 0.05, 1.0, 1.5); }

} // namespace rackwright::elevation
