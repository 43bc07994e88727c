// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Causes of findings by which a remedy is chosen: the ids of their messages.

namespace rackwright::cause_of {

inline constexpr const char* beforeDoor = "rule.FLOOR-01.door-front-thing";
inline constexpr const char* beforeDoorNamed = "rule.FLOOR-01.door-front-thing-named";
inline constexpr const char* blowsIntoColdAisle = "rule.RACK-06.cold-aisle";
inline constexpr const char* noSupplyTile = "rule.FLOOR-04.no-supply";
inline constexpr const char* systemNotPlaced = "rule.PART-01.system";

} // namespace rackwright::cause_of
