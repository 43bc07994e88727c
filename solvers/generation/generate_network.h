// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws a network into a design from a request: switches, places, cables, with a report of what comes, goes and stays,
// and what the network then is. A pure function of project, option and request; the edit and its preview share it.

#include "solvers/generation/network_request.h"
#include "solvers/graph/bisection.h"

#include "model/project/history.h"

#include <optional>

namespace rackwright {

/// A network worked out and not yet taken, for the preview of the dialog.
struct NetworkPlan {
    // what the network then is
    std::int64_t devices = 0, ends = 0;
    std::int64_t endsTaken = 0; ///< ports left out because another network uses them
    std::int64_t leaves = 0, spines = 0, cores = 0, routers = 0;
    std::int64_t endCables = 0, leafCables = 0, spineCables = 0, routerCables = 0; ///< to what is above or beside
    std::int64_t portsUsed = 0, ports = 0; ///< of the switches, for the network's traffic
    std::vector<std::int64_t> shape;       ///< of a direct family, worked out where it was open
    std::int64_t devicesPerUnit = 0, uplinks = 0;
    std::int64_t moreUplinks = 0, spinesOtherwise = 0; ///< see NetworkTarget
    double oversubscription = 0;                       ///< of the worst leaf as drawn; 0: it has no way up
    double trunkGbps = 0;
    double leafGbps = 0; ///< of the ends of the fullest leaf
    // what changes
    std::int64_t cablesKept = 0, cablesAdded = 0, cablesRemoved = 0, cablesByHand = 0;
    std::int64_t switchesKept = 0, switchesAdded = 0, switchesRemoved = 0, switchesUnplaced = 0;
    std::int64_t mixedCages = 0;        ///< of the switches, with links of several speeds
    std::int64_t partsAdded = 0;        ///< orderable cable parts that the project did not have
    std::int64_t cablesWithoutPart = 0; ///< that no medium or part can make
    std::string switchWithoutPart;      ///< whose ports are why
    std::vector<Cable> coming, going;   ///< one by one, where the network was there before
    FabricGraph graph;
    ProjectPtr project; ///< with all of it

    std::int64_t switches() const { return leaves + spines + cores + routers; }
    std::int64_t cables() const { return endCables + leafCables + spineCables + routerCables; }
    /// Whether the design has the network already as it would be drawn.
    bool changesNothing() const {
        return cablesAdded + cablesRemoved + switchesAdded + switchesRemoved + partsAdded == 0;
    }
};

/// The plan, or an Error that names the bound that the request breaks and the nearest values that can be.
Result<NetworkPlan> planNetwork(const Project& project, std::uint64_t option, const NetworkRequest& request,
                                IdSource& ids);

/// Whether no module goes into its ports: no cable to it has a part of the catalogue.
bool hasCoPackagedOptics(const Part& part);

/// Why the fullest leaf is not as oversubscribed as asked for; nothing where it is.
std::optional<Message> oversubscriptionNote(const NetworkPlan& plan, const NetworkRequest& request);

/// A ratio as sentences print it, to two decimals.
double printedRatio(double ratio);

/// The same as one step of the history.
Edit generateNetwork(const Project& project, std::uint64_t option, NetworkRequest request);

/// Lower and upper bound of the planned network's bisection at NIC level.
std::optional<Bisection> bisectionOf(const NetworkPlan& plan);

} // namespace rackwright
