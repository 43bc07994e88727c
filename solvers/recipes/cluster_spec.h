// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ClusterSpec: what a recipe asks the cluster builder for, with parts by catalogue id and sizes as types.

#include "model/design/room_rows.h"
#include "model/project/project.h"
#include "solvers/recipes/recipe.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// How the air heat of the racks is taken away; liquid heat of liquid nodes always goes to CDUs.
enum class AirCooling : std::uint8_t { Perimeter, InRow, RearDoor };
template <>
struct EnumNames<AirCooling> {
    static constexpr std::array<std::string_view, 3> names = {"perimeter", "in-row", "rear-door"};
};

/// Of the room, middle of the recommended range of ASHRAE TC 9.9 (18 to 27 C).
inline constexpr double kSupplyAirCelsius = 22;
/// Of units that cool air where the facility water is too warm for that: above the dew point of rooms within the
/// recommended range (15 C).
inline constexpr double kChilledWaterCelsius = 18;

/// That an existing hall has, at most.
inline constexpr std::int64_t kMostBusways = 50;

/// Parts of a supply voltage: rack PDU, tap-off, busway.
struct SupplyParts {
    std::int64_t volts = 415;
    std::string pdu, tapOff, heavyTapOff, busway;
    std::string region; ///< "nec", "iec"
};

struct ClusterSpec {
    std::string name;
    std::string description;
    // compute
    std::string node;
    std::int64_t nodes = 0;
    std::int64_t spareNodes = 0; ///< cold: powered and managed, not on the compute fabric
    std::int64_t nodesPerRack = 2;
    std::int64_t fabricPorts = 0;  ///< compute ports cabled of each node; 0: all
    std::int64_t storagePorts = 2; ///< of each node
    std::int64_t inBandPorts = 2;
    std::int64_t headNodes = 2;
    std::int64_t storageNodes = 0;
    std::int64_t archiveNodes = 0;
    // equipment
    std::string rack = "plan-rack-48u-600";
    std::string fabricSwitch = "nvidia-qm9700";
    std::string storageSwitch = "plan-leaf-64x400";
    std::string inBandLeaf = "plan-inband-32x100";
    std::string outOfBandLeaf = "plan-mgmt-48x1";
    std::string upperSwitch = "plan-leaf-64x400";
    std::string outOfBandUpper; ///< where its ports suffice; else and where empty: as the other networks
    std::string headNode = "plan-head-node";
    std::string storageNode = "plan-storage-node";
    std::string archiveNode = "plan-archive-node";
    // power
    SupplyParts supply;
    std::int64_t feeds = 2;           ///< 2: A and B, each for the whole load
    std::int64_t existingBusways = 0; ///< of the building; the load is split over them
    // cooling
    AirCooling air = AirCooling::Perimeter;
    std::string crah = "generic-crah-400";
    std::string inRow = "generic-inrow-60";
    std::string rearDoor = "plan-rear-door-active";
    std::string cdu = "vertiv-cdu-1350";
    double waterCelsius = 18;
    // hall
    std::int64_t placesPerHall = 400;
    std::optional<std::int64_t> rows;
    std::optional<Length> roomWidth, roomDepth;
    /// Columns of a room of this width and depth; unset: none.
    std::function<std::vector<std::vector<Point>>(Length width, Length depth)> columnsIn;
    bool hasRaisedFloor = false;
    bool isExistingHall = false;
    Length coldAisle = Length::millimetres(1500);
    Length hotAisle = Length::millimetres(1200);
    Length clearHeight = Length::millimetres(4000);
};

/// Whether units that cool air have a loop of colder water than the facility water.
bool isAirWaterChilled(const ClusterSpec& spec);

/// The design: halls with racks, devices, networks, power, cooling. Site record, requirements and quote are not filled.
Result<Document> buildCluster(const ClusterSpec& spec, const RecipeSource& source);

/// The supply parts for a voltage word ("208", "400", "415").
SupplyParts supplyParts(std::string_view volts);

} // namespace rackwright
