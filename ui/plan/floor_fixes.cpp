// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/floor_fixes.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "solvers/space/causes.h"
#include "solvers/space/settings.h"

namespace rackwright {

namespace {

// What the rules ask for before and behind racks where the project sets nothing else.
RackClearance usualClearance() {
    const auto length = [](const auto& key) { return Length::nearest(key.defaultSi); };
    return {{length(setting_of::coldAisleLeast), length(setting_of::hotAisleLeast)},
            length(setting_of::rearDoorDepth) + length(setting_of::rearDoorAisle)};
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
        if (!footprint)
            continue;
        Design others = c.design;
        others.racks = others.racks.without(rack->id);
        const FloorSpace space(c.project, others, rack->room, usualClearance());
        const std::vector<FloorClearance> needs{clearanceOf(c.design, *rack, usualClearance())};
        const bool isUpright = rack->rotation.isQuarterTurn() && rack->rotation.inMillidegrees() % 180'000 != 0;
        for (int step = 1; step <= kMostSteps; ++step)
            for (const int sign : {1, -1}) {
                // In halves of its own width, so that a gap beside a neighbour is found.
                const Length way = footprint->width * (sign * step) / 2;
                const Point by = isUpright ? Point{{}, way} : Point{way, {}};
                if (!space.isPlaceFor({*footprint}, needs, by))
                    continue;
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
