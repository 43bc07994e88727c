// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/floor_fixes.h"

#include "model/design/occupancy.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "solvers/space/causes.h"

namespace rackwright {

namespace {

std::vector<std::vector<Point>> floorOutlines(const FixCase& c, const Rack& without) {
    std::vector<std::vector<Point>> taken;
    for (const Rack& rack : c.design.racks)
        if (rack.id != without.id && rack.room == without.room && rack.scope.isPresent())
            if (const auto footprint = footprintOf(c.project, rack))
                taken.push_back(corners(*footprint));
    const auto add = [&](const Placement& placement, Id<PartRow> id) {
        const auto* floor = std::get_if<OnFloor>(&placement);
        const Part* part = floor && floor->room == without.room ? findPart(c.project, id) : nullptr;
        if (const auto footprint = part ? footprintOf(*part, *floor) : std::nullopt)
            taken.push_back(corners(*footprint));
    };
    for (const PowerElement& element : c.design.powerElements)
        add(element.placement, element.part);
    for (const CoolingUnit& unit : c.design.coolingUnits)
        add(unit.placement, unit.part);
    for (const RoomObject& object : c.design.roomObjects) {
        if (object.room != without.room)
            continue;
        if (const auto* column = std::get_if<Column>(&object.shape))
            taken.push_back(column->outline);
        if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            taken.push_back(keepOut->outline);
    }
    return taken;
}

// FLOOR-01: the rack goes to the nearest free place along its row, where one is within a few steps. From before a door
// it goes to where a person wants it.
std::optional<QuickFix> moveOnFloor(const FixCase& c) {
    if (c.finding.message.id == cause_of::beforeDoor || c.finding.message.id == cause_of::beforeDoorNamed)
        return std::nullopt;
    constexpr int kMostSteps = 40;
    for (const Subject subject : c.finding.subjects) {
        const Rack* rack = subject.kind == SubjectKind::Rack ? c.design.racks.find({subject.id}) : nullptr;
        const auto footprint = rack ? footprintOf(c.project, *rack) : std::nullopt;
        const Room* room = rack ? c.design.rooms.find(rack->room) : nullptr;
        if (!footprint || !room)
            continue;
        const auto taken = floorOutlines(c, *rack);
        const bool isUpright = rack->rotation.isQuarterTurn() && rack->rotation.inMillidegrees() % 180'000 != 0;
        for (int step = 1; step <= kMostSteps; ++step)
            for (const int sign : {1, -1}) {
                // In halves of its own width, so that a gap beside a neighbour is found.
                const Length way = footprint->width * (sign * step) / 2;
                Footprint tried = *footprint;
                (isUpright ? tried.centre.y : tried.centre.x) += way;
                const std::vector<Point> outline = corners(tried);
                const bool isFree =
                    isWithin(outline, room->outline) &&
                    std::ranges::none_of(taken, [&](const auto& other) { return overlap(outline, other); });
                if (!isFree)
                    continue;
                const Point by{tried.centre.x - footprint->centre.x, tried.centre.y - footprint->centre.y};
                return QuickFix{Message("fix.move-rack").with("name", rack->name),
                                edits::moveRacks(c.target, {rack->id}, by)};
            }
    }
    return std::nullopt;
}

// FLOOR-04: grates before the fronts that draw from no tile, one tile deep, where the floor is raised.
std::optional<QuickFix> layGrates(const FixCase& c) {
    if (c.finding.message.id != cause_of::noSupplyTile)
        return std::nullopt;
    std::vector<Edit> grates;
    std::string name;
    for (const Subject subject : c.finding.subjects) {
        const Rack* rack = subject.kind == SubjectKind::Rack ? c.design.racks.find({subject.id}) : nullptr;
        const auto footprint = rack ? footprintOf(c.project, *rack) : std::nullopt;
        const Room* room = rack ? c.design.rooms.find(rack->room) : nullptr;
        if (!footprint || !room)
            continue;
        const Length tile = room->gridPitch;
        RoomObject grate;
        grate.room = rack->room;
        grate.shape = FloorTile{corners({placed(*footprint, {Length(), -(footprint->depth + tile) / 2}),
                                         footprint->width, tile, footprint->rotation}),
                                FloorTileKind::Grate,
                                {}};
        grates.push_back(edits::putRoomObject(c.target, std::move(grate)));
        name = rack->name;
    }
    if (grates.empty())
        return std::nullopt;
    const Message label = countedLabel("fix.grate.", grates.size(), name);
    return QuickFix{label, asOneStep(std::move(grates), label)};
}

} // namespace

std::vector<QuickFixRow> floorFixes() { return {{"FLOOR-01", moveOnFloor}, {"FLOOR-04", layGrates}}; }

} // namespace rackwright
