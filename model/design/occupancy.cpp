// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/occupancy.h"

#include "model/design/outline.h"
#include "model/parts/part_family.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

std::int64_t columnsOf(const Part& part) {
    const auto share = fact(part, attribute::widthShare).typical();
    return share && *share > 0 && *share < 1 ? static_cast<std::int64_t>(std::floor(1 / *share + 1e-9)) : 1;
}

bool isHalfDepth(const Part& part) {
    const auto share = fact(part, attribute::depthShare).typical();
    return share && *share <= 0.5;
}

RackClaim claimOf(const Occupant& occupant, const InRack& place) {
    if (occupant.part)
        return rackClaim(*occupant.part, place);
    return {place.unit, place.unit, true, true, 0, 1};
}

// A cabinet stands on the floor; what its rails take follows from the pitch of its units.
Mounting railsOf(const Part& rack) {
    if (rack.mounting != Mounting::Floor)
        return rack.mounting;
    const auto pitch = fact(rack, attribute::unitPitch).typical();
    return pitch && *pitch >= kOpenUnit ? Mounting::OpenRack21 : Mounting::Eia19;
}

bool takesWholeRack(const Part* part) { return part && part->mounting == Mounting::WholeRack; }

bool isZeroUPart(const Part* part) { return part && part->mounting == Mounting::ZeroU; }

// Parts that the catalogue gives no mounting (PDU classes) may hang or stand where a person puts them.
bool isPlacedFreely(const Part* part) { return !part || part->mounting == Mounting::None; }

template <class Row>
const Part* embeddedPart(const Project& project, const Row& row) {
    return row.part ? findPart(project, row.part) : nullptr;
}

void judgeAlone(const Occupant& thing, const RackSpace* space, std::vector<PlaceConflict>& found) {
    if (const auto* beside = std::get_if<ZeroU>(&thing.placement)) {
        if (space && (beside->slot < 0 || beside->slot >= space->zeroUPlacesASide))
            found.push_back({PlaceFault::NoSuchZeroU, thing, {}, beside->slot});
        if (!isPlacedFreely(thing.part) && !isZeroUPart(thing.part))
            found.push_back({PlaceFault::WrongMounting, thing, {}, beside->slot});
        return;
    }
    const auto& place = std::get<InRack>(thing.placement);
    const RackClaim claim = claimOf(thing, place);
    if (isZeroUPart(thing.part))
        found.push_back({PlaceFault::WrongMounting, thing, {}, place.unit});
    if (claim.bottom < 1 || (space && claim.top > space->units))
        found.push_back({PlaceFault::OutOfRange, thing, {}, claim.bottom});
    if (claim.column < 0 || claim.column >= claim.columns)
        found.push_back({PlaceFault::NoSuchColumn, thing, {}, claim.bottom});
}

void judgePair(const Occupant& a, const Occupant& b, std::vector<PlaceConflict>& found) {
    const auto* besideA = std::get_if<ZeroU>(&a.placement);
    const auto* besideB = std::get_if<ZeroU>(&b.placement);
    if (besideA || besideB) {
        if (besideA && besideB && besideA->side == besideB->side && besideA->slot == besideB->slot)
            found.push_back({PlaceFault::Overlap, a, b, besideA->slot});
        return;
    }
    const RackClaim claimA = claimOf(a, std::get<InRack>(a.placement));
    const RackClaim claimB = claimOf(b, std::get<InRack>(b.placement));
    if (collide(claimA, claimB))
        found.push_back({PlaceFault::Overlap, a, b, std::max(claimA.bottom, claimB.bottom)});
    else if (takesWholeRack(a.part) || takesWholeRack(b.part))
        found.push_back({PlaceFault::NotAlone, a, b, claimA.bottom});
}

Error placeError(std::string id, const Candidate& thing, const std::string& rack) {
    return inputError(Message(std::move(id)).with("device", thing.name).with("rack", rack));
}

Error conflictError(const PlaceConflict& conflict, const Candidate& thing, const RackSpace* space,
                    const std::string& rack) {
    switch (conflict.fault) {
    case PlaceFault::Overlap: {
        if (std::holds_alternative<ZeroU>(conflict.first.placement))
            return inputError(Message("place.zero-u-taken")
                                  .with("device", thing.name)
                                  .with("place", conflict.unit + 1)
                                  .with("rack", rack)
                                  .with("other", conflict.second->name));
        return inputError(Message("place.taken")
                              .with("device", thing.name)
                              .with("unit", conflict.unit)
                              .with("rack", rack)
                              .with("other", conflict.second->name));
    }
    case PlaceFault::OutOfRange: {
        const RackClaim claim = claimOf(conflict.first, std::get<InRack>(conflict.first.placement));
        return inputError(Message("place.out-of-range")
                              .with("device", thing.name)
                              .with("bottom", claim.bottom)
                              .with("top", claim.top)
                              .with("rack", rack)
                              .with("units", space ? space->units : 0));
    }
    case PlaceFault::NoSuchColumn:
        return placeError("place.no-column", thing, rack);
    case PlaceFault::NoSuchZeroU:
        return placeError("place.no-zero-u", thing, rack);
    case PlaceFault::WrongMounting:
        return placeError("place.wrong-mounting", thing, rack);
    case PlaceFault::NotAlone:
        return inputError(Message("place.not-alone")
                              .with("device", takesWholeRack(thing.part) ? thing.name : conflict.second->name)
                              .with("rack", rack)
                              .with("other", takesWholeRack(thing.part) ? conflict.second->name : thing.name));
    }
    return placeError("place.wrong-mounting", thing, rack);
}

Done canPlaceInRack(const Project& project, const Design& design, const Candidate& thing, const Placement& placement,
                    Id<Rack> rackId) {
    const Rack* rack = design.racks.find(rackId);
    if (!rack)
        return inputError(Message("place.no-rack").with("device", thing.name));
    const auto space = rackSpace(project, *rack);
    const bool isBetweenRails = std::holds_alternative<InRack>(placement);
    if (isBetweenRails && thing.part && thing.part->mounting == Mounting::Floor)
        return placeError("place.floor-part", thing, rack->name);
    if (isBetweenRails && space && thing.part && !isPlacedFreely(thing.part) && !isZeroUPart(thing.part) &&
        !fitsRails(thing.part->mounting, space->mounting))
        return placeError("place.wrong-rails", thing, rack->name);
    if (Done fits = checkRackForm(project, design, thing.name, thing.part, rackId); !fits)
        return fits;
    const Occupant self{thing.kind, thing.id, thing.name, thing.part, placement};
    std::vector<PlaceConflict> found;
    judgeAlone(self, space ? &*space : nullptr, found);
    for (const Occupant& other : occupants(project, design, rackId))
        if (!(other.kind == thing.kind && other.id == thing.id))
            judgePair(self, other, found);
    if (!found.empty())
        return conflictError(found.front(), thing, space ? &*space : nullptr, rack->name);
    return done();
}

Done canPlaceOnFloor(const Design& design, const Candidate& thing, const OnFloor& place) {
    const Room* room = design.rooms.find(place.room);
    if (!room)
        return inputError(Message("place.no-room").with("device", thing.name));
    if (thing.part && (thing.part->mounting == Mounting::Eia19 || isZeroUPart(thing.part)))
        return inputError(Message("place.rack-part").with("device", thing.name).with("room", room->name));
    const auto outline = thing.part ? footprintOf(*thing.part, place) : std::nullopt;
    const bool isInside = outline ? isWithin(corners(*outline), room->outline) : contains(room->outline, place.centre);
    if (!isInside && thing.part && mayStandOutdoors(thing.part->category)) {
        if (!outline || isBeyond(corners(*outline), room->outline))
            return done();
        return inputError(Message("place.across-wall").with("device", thing.name).with("room", room->name));
    }
    if (!isInside)
        return inputError(Message("place.outside-room").with("device", thing.name).with("room", room->name));
    return done();
}

Done canPlaceInDevice(const Design& design, const Candidate& thing, const InDevice& place) {
    const Device* host = design.devices.find(place.device);
    if (!host)
        return inputError(Message("place.no-host").with("device", thing.name));
    for (const Device* at = host; at;) {
        if (thing.kind == OccupantKind::Device && at->id.value == thing.id)
            return inputError(Message("place.in-itself").with("device", thing.name));
        const auto* in = std::get_if<InDevice>(&at->placement);
        at = in ? design.devices.find(in->device) : nullptr;
    }
    const Device* other = nullptr;
    design.devices.forEachWith<DevicesByHost>(place.device, [&](const Device& device) {
        if (std::get<InDevice>(device.placement).slot == place.slot && device.id.value != thing.id)
            other = &device;
    });
    if (other)
        return inputError(Message("place.slot-taken")
                              .with("device", thing.name)
                              .with("slot", place.slot)
                              .with("host", host->name)
                              .with("other", other->name));
    return done();
}

} // namespace

std::optional<RackSpace> rackSpace(const Project& project, const Rack& rack) {
    const Part* part = findPart(project, rack.part);
    if (!part)
        return std::nullopt;
    const auto stated = fact(*part, attribute::rackHeightUnits).typical();
    const std::int64_t units = stated ? static_cast<std::int64_t>(*stated) : rackUnitsOf(*part);
    if (units < 1)
        return std::nullopt;
    return RackSpace{units, railsOf(*part), kZeroUPlacesASide};
}

bool collide(const RackClaim& a, const RackClaim& b) {
    const bool sharesUnit = a.bottom <= b.top && b.bottom <= a.top;
    const bool sharesDepth = (a.takesFront && b.takesFront) || (a.takesRear && b.takesRear);
    // Columns as fractions of the width: [column, column + 1) / columns.
    const bool sharesWidth =
        a.column * b.columns < (b.column + 1) * a.columns && b.column * a.columns < (a.column + 1) * b.columns;
    return sharesUnit && sharesDepth && sharesWidth;
}

RackClaim rackClaim(const Part& part, const InRack& place) {
    const std::int64_t units = std::max<std::int64_t>(1, rackUnitsOf(part));
    const bool isHalf = isHalfDepth(part);
    return {
        place.unit,   place.unit + units - 1, !isHalf || place.face == Face::Front, !isHalf || place.face == Face::Rear,
        place.column, columnsOf(part)};
}

std::vector<Occupant> occupants(const Project& project, const Design& design, Id<Rack> rack) {
    std::vector<Occupant> all;
    const auto add = [&](OccupantKind kind, const auto& row) {
        if (row.scope.isPresent())
            all.push_back({kind, row.id.value, row.name, embeddedPart(project, row), row.placement});
    };
    design.devices.forEachWith<DevicesByRack>(rack, [&](const Device& row) { add(OccupantKind::Device, row); });
    design.powerElements.forEachWith<PowerElementsByRack>(
        rack, [&](const PowerElement& row) { add(OccupantKind::PowerElement, row); });
    design.coolingUnits.forEachWith<CoolingUnitsByRack>(
        rack, [&](const CoolingUnit& row) { add(OccupantKind::CoolingUnit, row); });
    // A rear-door exchanger hangs on the rear of its rack and takes no unit.
    std::erase_if(all, [](const Occupant& o) { return o.part && o.part->category == PartCategory::RearDoorExchanger; });
    return all;
}

std::vector<PlaceConflict> placeConflicts(const Project& project, const Design& design, const Rack& rack) {
    const auto space = rackSpace(project, rack);
    const std::vector<Occupant> all = occupants(project, design, rack.id);
    std::vector<PlaceConflict> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
        judgeAlone(all[i], space ? &*space : nullptr, found);
        for (std::size_t j = i + 1; j < all.size(); ++j)
            judgePair(all[i], all[j], found);
    }
    return found;
}

bool fitsRails(Mounting part, Mounting rack) {
    if (part == rack || rack == Mounting::None)
        return true;
    const bool isInch19 = rack == Mounting::Eia19 || rack == Mounting::Mgx;
    return part == Mounting::Eia19 && isInch19;
}

bool fitsRackForm(const Part& part, const Part& rack) {
    const auto word = fact(part, kRackForm).typical();
    const auto form = word ? enumFromName<Mounting>(*word) : std::nullopt;
    const bool isCabinet = rack.mounting == Mounting::Floor && fact(rack, attribute::unitPitch).typical();
    const bool hasForm = isCabinet || rack.mounting == Mounting::Eia19 || rack.mounting == Mounting::OpenRack21 ||
                         rack.mounting == Mounting::Mgx;
    return !form || !hasForm || fitsRails(*form, railsOf(rack));
}

Done checkRackForm(const Project& project, const Design& design, const std::string& name, const Part* part,
                   Id<Rack> rackId) {
    const Rack* rack = design.racks.find(rackId);
    const Part* rackPart = rack && rack->part ? findPart(project, rack->part) : nullptr;
    if (!part || !rackPart || fitsRackForm(*part, *rackPart))
        return done();
    return inputError(Message("place.wrong-rack-form").with("device", name).with("rack", rack->name));
}

Done canPlace(const Project& project, const Design& design, const Candidate& thing, const Placement& placement) {
    if (const Id<Rack> rack = rackOf(placement); rack || std::holds_alternative<InRack>(placement))
        return canPlaceInRack(project, design, thing, placement, rack);
    if (std::holds_alternative<ZeroU>(placement))
        return canPlaceInRack(project, design, thing, placement, {});
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return canPlaceOnFloor(design, thing, *floor);
    if (const auto* in = std::get_if<InDevice>(&placement))
        return canPlaceInDevice(design, thing, *in);
    return done();
}

std::optional<std::int64_t> firstFreeUnit(const Project& project, const Design& design, const Rack& rack,
                                          const Part& part, Face face, std::int64_t from) {
    const auto space = rackSpace(project, rack);
    if (!space || !fitsRails(part.mounting, space->mounting))
        return std::nullopt;
    const std::vector<Occupant> all = occupants(project, design, rack.id);
    for (std::int64_t unit = std::max<std::int64_t>(1, from); unit <= space->units; ++unit) {
        const Occupant self{OccupantKind::Device, 0, {}, &part, InRack{rack.id, unit, face, 0}};
        std::vector<PlaceConflict> found;
        judgeAlone(self, &*space, found);
        for (const Occupant& other : all)
            judgePair(self, other, found);
        if (found.empty())
            return unit;
    }
    return std::nullopt;
}

bool isRackScale(const Project& project, const Rack& rack) {
    const Part* part = findPart(project, rack.part);
    return part && part->category == PartCategory::RackScaleSystem;
}

std::optional<Footprint> footprintOf(const Project& project, const Rack& rack) {
    const Part* part = findPart(project, rack.part);
    return part ? footprintOf(*part, OnFloor{rack.room, rack.centre, rack.rotation}) : std::nullopt;
}

std::optional<Footprint> footprintOf(const Part& part, const OnFloor& place) {
    const auto width = fact(part, attribute::width).typical();
    const auto depth = fact(part, attribute::depth).typical();
    if (!width || !depth)
        return std::nullopt;
    return Footprint{place.centre, *width, *depth, place.rotation};
}

} // namespace rackwright
