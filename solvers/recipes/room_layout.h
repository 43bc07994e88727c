// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fit to room: the racks that a drawn room takes, with aisles and their containment, rack PDUs and busways of two
// feeds, trays and cooling, around what stands there and what a person pinned. The geometry is space/room_fit.h; what
// it makes is held against the rules of the floor, and racks that break one are left out again.

#include "model/edits/target.h"
#include "solvers/engine/domain.h"
#include "solvers/recipes/recipe.h"
#include "solvers/space/room_fit.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Which aisles are closed against the air of the room.
enum class FitContainment : std::uint8_t { None, Cold, Hot };
template <>
struct EnumNames<FitContainment> {
    static constexpr std::array<std::string_view, 3> names = {"none", "cold", "hot"};
};
/// How the air heat of the racks is taken away.
enum class FitCooling : std::uint8_t { None, Perimeter, RearDoor };
template <>
struct EnumNames<FitCooling> {
    static constexpr std::array<std::string_view, 3> names = {"none", "perimeter", "rear-door"};
};

struct RoomLayoutRequest {
    Id<Room> room;
    std::string rack = "plan-rack-48u-600"; ///< catalogue id of racks to be added
    std::int64_t count = 0;                 ///< racks, moved ones included and kept ones not; 0: as many as fit
    bool movesRacks = false;                ///< new racks of the room are placed anew; existing ones never are
    std::vector<Id<Rack>> pinned;           ///< that stay where they stand in any case
    double rackWatts = 0;                   ///< of a rack; 0: not known
    double power = 0;                       ///< W that these racks may take together; 0: not limited
    Length coldAisle = Length::millimetres(1200);
    Length hotAisle = Length::millimetres(1200);
    Length rowEnds = Length::millimetres(1200);
    RowsAlong along = RowsAlong::Any;
    FitContainment containment = FitContainment::Cold;
    FitCooling cooling = FitCooling::None;
    std::string coolingUnit;    ///< catalogue id; empty: the planning class of the method
    std::string supply = "415"; ///< V between phases of rack PDUs and busways: 400, 415 or 208
    bool hasPdus = true, hasBusways = true, hasTrays = true;
};

/// What keeps the next rack out that is no matter of geometry.
enum class FitLimit : std::uint8_t { Room, Asked, SitePower, CoolingUnits };
template <>
struct EnumNames<FitLimit> {
    static constexpr std::array<std::string_view, 4> names = {"room", "asked", "power", "cooling"};
};

struct RoomLayout {
    ProjectPtr project; ///< with the layout drawn
    RoomFit fit;
    FitLimit limit = FitLimit::Room;
    std::int64_t byRoom = 0;               ///< racks that the room takes
    std::optional<std::int64_t> byPower;   ///< that the power takes
    std::optional<std::int64_t> byCooling; ///< that cooling units of the walls take, one of them lost
    std::int64_t added = 0, moved = 0, kept = 0;
    std::int64_t unplaced = 0;               ///< racks of the room that found no place and stayed where they were
    std::int64_t leftOut = 0;                ///< places that broke a rule of the floor when they were drawn
    std::int64_t units = 0, unitsWanted = 0; ///< of cooling
    std::vector<FitShortage> shortages;
};

/// The geometry that a request asks for: the room, what stands in it, the clearances. An Error where there is no such
/// room or rack, or their sizes are not known.
Result<RoomFitRequest> fitRequestOf(const Project& project, std::uint64_t option, const RoomLayoutRequest& request,
                                    const RecipeSource& source);

/// The same of a room that nobody has drawn yet: clearances and rack alone.
Result<RoomFitRequest> fitRequestOfEmptyRoom(const RoomLayoutRequest& request, const RecipeSource& source);

/// The layout. `domains`: it is held against their rules of the floor; null: it is not. An Error where a part of the
/// request is not in the catalogue, or nothing fits.
Result<RoomLayout> layOutRoom(const Project& project, std::uint64_t option, IdSource& ids,
                              const RoomLayoutRequest& request, const RecipeSource& source, const DomainsPtr& domains);

/// A limit in words with the rule that it comes from: what stops the next rack.
Message messageOf(const FitShortage& shortage);

} // namespace rackwright
