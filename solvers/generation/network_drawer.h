// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws a target onto the switches of a design with as few changes as can be: switches that are there keep their places
// in it, cables that the target also has stay on their ports, the rest get the first free ports.

#include "solvers/generation/network_target.h"

#include <unordered_map>

namespace rackwright {

/// Which device stands for which switch of a target.
struct SwitchMatch {
    std::vector<Id<Device>> deviceOf; ///< of each target switch; null: a new one
    std::unordered_map<Id<Device>, std::uint32_t> switchOf;
    std::vector<Id<Device>> leftOver; ///< switches of the network that the target has no place for
};

/// The embedded parts of the request's switches.
struct SwitchParts {
    Id<PartRow> leaf, upper;
    Id<PartRow> of(const TargetSwitch& each) const { return each.isUpper ? upper : leaf; }
};

/// Whether a switch is there and carries no traffic of a network yet, managed or not.
bool isFreeSwitch(const Project& project, const Design& design, const Device& device);

/// By name, then what is left in the order of ids; a switch stands only for one of its role and part. Free switches of
/// those parts come in before new ones, in whatever rack a person placed them.
SwitchMatch matchSwitches(const Project& project, const Design& design, const NetworkRequest& request,
                          const SwitchParts& parts, const NetworkTarget& target);
Homes homesOf(const Design& design, Id<Network> network, const SwitchMatch& match, const NetworkTarget& target);

struct DrawnChange {
    std::vector<Cable> added;
    std::vector<Id<Cable>> removed;
    std::int64_t kept = 0;
    std::int64_t mixedCages = 0; ///< of the switches, with links of several speeds
    std::int64_t keptByHand = 0; ///< drawn by hand, not of the target, but the target can do without their ports
};

/// The cables that come and go. `deviceOf` of the match names a device for each switch by now.
Result<DrawnChange> drawTarget(const Project& project, const Design& design, const NetworkRequest& request,
                               const NetworkTarget& target, const SwitchMatch& match, std::uint32_t key, IdSource& ids);

} // namespace rackwright
