// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who takes up which place of a rack (units, front and rear half, columns, 0U places), and whether a thing may be put
// somewhere. It judges geometry only, not weight, power or air. Edits, ghosts of a drag and the rule RACK-01 share it.

#include "model/base/result.h"
#include "model/project/project.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Vertical 0U places on each side of a rack; a 1,200 mm deep cabinet takes two rack PDUs a side.
inline constexpr std::int64_t kZeroUPlacesASide = 2;

/// What a rack offers.
struct RackSpace {
    std::int64_t units = 0; ///< U1 .. units
    Mounting mounting = Mounting::Eia19;
    std::int64_t zeroUPlacesASide = kZeroUPlacesASide;
};

/// Unknown when the rack's part, or its height in units, is not known.
std::optional<RackSpace> rackSpace(const Project& project, const Rack& rack);

/// What a thing takes up between the rails: units, the halves of the depth and a share of the width.
struct RackClaim {
    std::int64_t bottom = 1;
    std::int64_t top = 1;
    bool takesFront = true;
    bool takesRear = true;
    std::int64_t column = 0;  ///< from 0 at the left, of `columns`
    std::int64_t columns = 1; ///< 2 for half-width things
    bool operator==(const RackClaim&) const = default;
};

/// Whether two claims meet in one unit, in one half of the depth and in one part of the width.
bool collide(const RackClaim& a, const RackClaim& b);

/// The claim of a part placed between the rails. A part of unknown depth share counts as full depth.
RackClaim rackClaim(const Part& part, const InRack& place);

/// A device, power element (rack PDU, power shelf) or cooling unit (in-rack CDU).
enum class OccupantKind : std::uint8_t { Device, PowerElement, CoolingUnit };

/// A thing in a rack, whichever table its row is in.
struct Occupant {
    OccupantKind kind = OccupantKind::Device;
    std::uint64_t id = 0;
    std::string name;
    const Part* part = nullptr; ///< null: not known; lives as long as the project
    Placement placement;        ///< InRack or ZeroU
};

/// Everything that stands or hangs in a rack and is not removed: devices, then power elements, then cooling units, each
/// in the order of ids.
std::vector<Occupant> occupants(const Project& project, const Design& design, Id<Rack> rack);

/// Why a place in a rack cannot be taken.
enum class PlaceFault : std::uint8_t {
    Overlap,       ///< two things in one place
    OutOfRange,    ///< below U1 or above the top
    NoSuchColumn,  ///< of a half-width place
    NoSuchZeroU,   ///< side has fewer 0U places
    WrongMounting, ///< a 0U part between the rails, or the reverse
    NotAlone       ///< a rack-scale system with something else in its rack
};

/// One fault of a rack: `first` against `second` (or against the rack itself).
struct PlaceConflict {
    PlaceFault fault = PlaceFault::Overlap;
    Occupant first;
    std::optional<Occupant> second;
    std::int64_t unit = 0; ///< lowest unit in question; the place number for 0U
};

/// All faults of one rack, in a stable order. Things whose part is unknown take one unit. Nothing is judged against the
/// height of a rack of unknown height.
std::vector<PlaceConflict> placeConflicts(const Project& project, const Design& design, const Rack& rack);

/// Whether rails of a rack take parts of a mounting.
bool fitsRails(Mounting part, Mounting rack);

/// The racks that a door, a manifold or the like is made for, which itself is mounted to no rails ("open-rack-21").
inline constexpr PartAttribute<std::string> kRackForm{"rack-form", ""};

/// False where a part is made for other racks than this one; true also where the form of either is not known.
bool fitsRackForm(const Part& part, const Part& rack);
/// Refuses a part that is made for other racks (kRackForm); `name` is the thing's, for the message. A null part is no
/// reason.
Done checkRackForm(const Project& project, const Design& design, const std::string& name, const Part* part,
                   Id<Rack> rack);

/// A thing that is about to be placed: its name for messages, its part, and the row that it is (left out of the test
/// against itself when it is only moved).
struct Candidate {
    std::string name;
    const Part* part = nullptr;
    OccupantKind kind = OccupantKind::Device;
    std::uint64_t id = 0; ///< 0: new
};

/// Whether the thing may be put there; the error says why not and what to do.
Done canPlace(const Project& project, const Design& design, const Candidate& thing, const Placement& placement);

/// The lowest unit at or above `from` where the part fits whole in the rack, if there is one.
std::optional<std::int64_t> firstFreeUnit(const Project& project, const Design& design, const Rack& rack,
                                          const Part& part, Face face, std::int64_t from = 1);

/// A rack-scale system is one device at U1 of a rack whose own part is the same revision; its weight, power and price
/// count once, with the device.
bool isRackScale(const Project& project, const Rack& rack);

/// Outline of a rack or floor-standing part on the plan; unknown when its width or depth is.
std::optional<Footprint> footprintOf(const Project& project, const Rack& rack);
/// Of any part of which width and depth are known.
std::optional<Footprint> footprintOf(const Part& part, const OnFloor& place);

} // namespace rackwright
