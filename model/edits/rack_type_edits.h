// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of rack types and scalable units: save a rack as a type, apply it, change it (one edit that rewrites the
// unmarked fields of all its racks and says what it changed and kept), detach. A type lists devices, rack PDUs and
// cooling units alike; the role of a PDU's slot is its side ("A", "B").

#include "model/design/occupancy.h"
#include "model/edits/target.h"

namespace rackwright::edits {

/// Notes that a person changed a field against the rack type ("part", "placement", "name"); nothing for a device that
/// came from no type.
void markOverride(Device& device, std::string_view field);

/// What a new thing of a part is in a rack.
OccupantKind occupantKindOf(const Part& part);

/// The type that a rack shows now: a slot for each of its devices, PDUs and cooling units, in the order of ids.
RackType rackTypeOf(const Design& design, const Rack& rack, std::string name);

/// Saves the rack as a new type and makes the rack the first of it.
Edit saveRackType(const Target& target, Id<Rack> rack, std::string name);

/// Racks become of a type: devices are put into its slots; the slot's part that stands in its place already becomes the
/// slot's device and keeps its name, and so does a PDU or a cooling unit. Refused where something else stands there.
Edit applyRackType(const Target& target, Id<RackType> type, std::vector<Id<Rack>> racks);

/// What a change of a type does to a rack of it; "kept": a person's own change stays.
enum class TypeEffect : std::uint8_t { Changed, Kept, Added, Removed };
/// One field of one device or rack: rewritten, or kept since a person changed it.
struct TypeEffectRow {
    TypeEffect effect = TypeEffect::Changed;
    Id<Rack> rack;
    Id<Device> device;      ///< null: of the rack itself, or of a thing that is no device
    std::string field = {}; ///< "part", "placement", "name", "role"; empty for added and removed devices
    std::string thing = {}; ///< name of a PDU or cooling unit
};
/// For a preview of what changeRackType() does.
struct RackTypeOutcome {
    Design design;
    std::vector<TypeEffectRow> effects;
};

/// The design with a type replaced (its version grows by one) and all its racks rewritten.
Result<RackTypeOutcome> withRackType(const Project& project, const Design& design, RackType type, IdSource& ids);
Edit changeRackType(const Target& target, RackType type);

/// Racks stand on their own from now on; their devices stay.
Edit detachRacks(const Target& target, std::vector<Id<Rack>> racks);
/// Removes a type that no rack and no scalable unit uses.
Edit removeRackType(const Target& target, Id<RackType> type);

/// Adds a scalable unit (id 0) or replaces one.
Edit putScalableUnit(const Target& target, ScalableUnit unit);
Edit removeScalableUnit(const Target& target, Id<ScalableUnit> unit);
/// Racks of the unit's types at its places from `origin` on, each filled from its type.
Edit placeScalableUnit(const Target& target, Id<ScalableUnit> unit, Id<Room> room, Point origin, std::string row);

} // namespace rackwright::edits
