// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The halls of a design as a binary glTF 2.0 file for BIM viewers and walk-throughs: floors, walls, columns, racks with
// what stands in them, equipment and pathways as named nodes whose `extras` say what they are. Metres, y up; the plan's
// x is x, what lies down the plan is z. Shapes are boxes and prisms: places and outer sizes, no likeness.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// The bytes of the .glb file; empty for a design without a room that has a floor. What has no known size stands as a
/// box of an assumed one, and its extras say so.
std::string gltfHall(const Context& context);

} // namespace rackwright
