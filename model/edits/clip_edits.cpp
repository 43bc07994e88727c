// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/clip_edits.h"

#include "model/design/occupancy.h"
#include "model/edits/clip_runs.h"
#include "model/edits/copying.h"
#include "model/edits/rack_places.h"

#include <cctype>
#include <map>

namespace rackwright::edits {

namespace {

std::size_t countOf(const Design& clip) {
    return clip.racks.isEmpty() ? clip.devices.size() + clip.powerElements.size() + clip.coolingUnits.size() +
                                      clip.roomObjects.size() + clip.pathSegments.size()
                                : clip.racks.size();
}

ClipRows withoutRuns(const Design& design, ClipRows rows) {
    const std::vector<Id<PathSegment>> left = runsLeftOut(design, rows);
    std::erase_if(rows.segments, [&left](Id<PathSegment> id) { return std::ranges::find(left, id) != left.end(); });
    return rows;
}

// More copies than this in one step is a slip of the keyboard.
constexpr std::int64_t kMostCopies = 10'000;

Result<Design> withCopies(const Design& design, IdSource& ids, const ClipRows& rows, const std::vector<Point>& steps) {
    for (const Id<Rack> rack : rows.racks)
        if (!design.racks.contains(rack))
            return missingRow("rack");
    RowCollector collector(design);
    collector.add(withoutRuns(design, rows));
    collector.addServicesOfRooms();
    Design next = design;
    RowPaster paster(collector.rows(), next, ids);
    paster.joinOwn();
    for (const Point step : steps)
        paster.paste(step);
    return next;
}

// Copies of racks that still stand in the room as they were copied are served by its units as those are.
void serveCopies(const Design& before, const Design& clip, Id<Room> room, const RowPaster& paster, Design& design,
                 IdSource& ids) {
    std::vector<CoolingService> added;
    for (const Rack& rack : clip.racks)
        if (const Rack* own = before.racks.find(rack.id); own && *own == rack && own->room == room)
            before.coolingServices.forEachWith<ServicesByRack>(rack.id, [&](CoolingService service) {
                const CoolingUnit* unit = before.coolingUnits.find(service.unit);
                if (!unit || rackOf(unit->placement) || paster.madeOf(unit->id.value) != 0)
                    return;
                service.id = ids.take<CoolingService>();
                service.rack = {paster.madeOf(rack.id.value)};
                added.push_back(service);
            });
    if (!added.empty())
        design.coolingServices = design.coolingServices.with(std::move(added));
}

bool isInRack(const Placement& placement) {
    return std::holds_alternative<InRack>(placement) || std::holds_alternative<ZeroU>(placement);
}

// "Busway 1 A" of side A is "Busway 1 B" of side B, "UPS-A2" is "UPS-B2"; a letter within a word is none of a side.
std::string nameOnSide(std::string name, char from, char to) {
    const auto isWordPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0; };
    for (std::size_t i = name.size(); i-- > 0;) {
        const bool begins = i == 0 || !isWordPart(name[i - 1]);
        const bool ends = i + 1 == name.size() || !isWordPart(name[i + 1]) ||
                          std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0;
        if (name[i] == from && begins && ends) {
            name[i] = to;
            return name;
        }
    }
    return name;
}

// The side that all of a linked chain is of, A or B; None where it is of several, or of none.
FeedSide sideOfChain(const Design& rows) {
    FeedSide side = FeedSide::None;
    for (const PowerElement& element : rows.powerElements) {
        if (element.side == FeedSide::None || element.side == side)
            continue;
        if (side != FeedSide::None)
            return FeedSide::None;
        side = element.side;
    }
    return !rows.powerLinks.isEmpty() && (side == FeedSide::A || side == FeedSide::B) ? side : FeedSide::None;
}

// A second side is what a copy of the first is made for.
void takeOtherSide(const Design& rows, const RowPaster& paster, Design& design) {
    const FeedSide side = sideOfChain(rows);
    if (side == FeedSide::None)
        return;
    const char from = side == FeedSide::A ? 'A' : 'B', to = side == FeedSide::A ? 'B' : 'A';
    std::vector<PowerElement> changed;
    std::unordered_set<std::string> names = namesOf(design.powerElements);
    for (const PowerElement& old : rows.powerElements) {
        const PowerElement* made = design.powerElements.find(Id<PowerElement>{paster.madeOf(old.id.value)});
        if (!made)
            continue;
        PowerElement row = *made;
        if (row.side == side)
            row.side = side == FeedSide::A ? FeedSide::B : FeedSide::A;
        if (const std::string name = nameOnSide(old.name, from, to); name != old.name) {
            names.erase(row.name);
            row.name = freeName(name, names);
        }
        row.redundancyGroup = nameOnSide(row.redundancyGroup, from, to);
        changed.push_back(std::move(row));
    }
    design.powerElements = design.powerElements.with(std::move(changed));
}

// Of each rack that something of the rows hangs in, where its copy goes there.
Done placeInOwnRacks(const Project& project, const Design& design, const ClipRows& rows, RowPaster& paster) {
    std::map<Id<Rack>, ClipRows> byRack;
    for (const Id<PowerElement> id : rows.powerElements)
        if (const PowerElement* element = design.powerElements.find(id); element && isInRack(element->placement))
            byRack[rackOf(element->placement)].powerElements.push_back(id);
    for (const auto& [id, inIt] : byRack) {
        const Rack* rack = design.racks.find(id);
        if (!rack)
            continue;
        const Result<std::vector<PlacedThing>> places =
            placesInRack(project, design, clipOf(project, design, inIt), *rack);
        if (!places)
            return places.error();
        for (const PlacedThing& each : *places)
            paster.place(each.id, each.placement);
    }
    for (const Id<CoolingUnit> id : rows.coolingUnits)
        if (const CoolingUnit* unit = design.coolingUnits.find(id); unit && isInRack(unit->placement))
            paster.place(id.value, Unplaced{});
    return done();
}

Message pasteText(const Design& clip) { return Message("undo.paste").with("count", countOf(clip)); }

} // namespace

std::vector<Id<PathSegment>> runsLeftOut(const Design& design, const ClipRows& rows) {
    std::vector<Id<PathSegment>> left;
    if (rows.racks.empty())
        return left;
    for (const Id<PathSegment> id : rows.segments)
        if (const PathSegment* segment = design.pathSegments.find(id);
            segment && segment->kind == PathwayKind::Busway &&
            std::ranges::find(rows.powerElements, segment->busway) == rows.powerElements.end())
            left.push_back(id);
    return left;
}

Document clipOf(const Project& project, const Design& design, const ClipRows& rows) {
    RowCollector collector(design);
    collector.add(withoutRuns(design, rows));
    return collector.document(project);
}

bool standsOnFloor(const Design& clip) {
    const auto isOnFloor = [](const auto& row) { return std::holds_alternative<OnFloor>(row.placement); };
    return !clip.racks.isEmpty() || !clip.roomObjects.isEmpty() || !clip.pathSegments.isEmpty() ||
           std::ranges::any_of(clip.devices, isOnFloor) || std::ranges::any_of(clip.powerElements, isOnFloor) ||
           std::ranges::any_of(clip.coolingUnits, isOnFloor);
}

ClipFootprints footprintsOf(const Project& clip) {
    const Design& design = *activeOption(clip).design;
    ClipFootprints found;
    std::vector<Point> all;
    const auto note = [&](const Footprint& place, Id<Room> room) {
        found.things.push_back(place);
        const std::vector<Point> outline = corners(place);
        all.insert(all.end(), outline.begin(), outline.end());
        if (!found.room)
            found.room = room;
    };
    for (const Rack& rack : design.racks)
        if (const auto place = footprintOf(clip, rack))
            note(*place, rack.room);
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = findPart(clip, row.part);
            if (const auto footprint = place && part ? footprintOf(*part, *place) : std::nullopt)
                note(*footprint, place->room);
        }
    };
    addStanding(design.devices);
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    const auto addDrawn = [&](const Point& at, Id<Room> room) {
        all.push_back(at);
        if (!found.room)
            found.room = room;
    };
    for (const RoomObject& object : design.roomObjects)
        std::visit(
            [&](const auto& shape) {
                if constexpr (requires { shape.outline; }) {
                    for (const Point& corner : shape.outline)
                        addDrawn(corner, object.room);
                } else if constexpr (requires { shape.place; }) {
                    for (const Point& corner : corners(shape.place))
                        addDrawn(corner, object.room);
                } else {
                    addDrawn(shape.from, object.room);
                    addDrawn(shape.to, object.room);
                }
            },
            object.shape);
    for (const PathNode& node : design.pathNodes)
        addDrawn(node.place, node.room);
    for (const Rack& rack : design.racks)
        if (!footprintOf(clip, rack))
            addDrawn(rack.centre, rack.room);
    if (!all.empty())
        found.box = boundingBox(all);
    return found;
}

Edit pasteOnFloor(const Target& target, const Document& clip, Id<Room> room, Point by) {
    auto change = [clip, room, by](Project& project, Design& design, IdSource& ids) -> Done {
        if (!design.rooms.contains(room))
            return missingRow("room");
        RowPaster paster(*activeOption(*clip.project).design, design, ids);
        paster.joinFrom(*clip.project, project);
        paster.joinRooms(room);
        const Design before = design;
        paster.paste(by);
        serveCopies(before, *activeOption(*clip.project).design, room, paster, design, ids);
        return done();
    };
    return changeBoth(target, pasteText(*activeOption(*clip.project).design), std::move(change));
}

Edit pasteIntoRacks(const Target& target, const Document& clip, std::vector<Id<Rack>> racks) {
    auto change = [clip, racks = std::move(racks)](Project& project, Design& design, IdSource& ids) -> Done {
        const Design& rows = *activeOption(*clip.project).design;
        // Plant has no place in racks.
        if (racks.empty() || (!needsRack(rows) && rows.devices.isEmpty())) {
            if (needsRack(rows))
                return badValue("edit.paste-needs-rack");
            RowPaster paster(rows, design, ids);
            paster.joinFrom(*clip.project, project);
            for (const Device& device : rows.devices)
                if (!std::holds_alternative<InDevice>(device.placement))
                    paster.place(device.id.value, Unplaced{});
            paster.paste({});
            return done();
        }
        for (const Id<Rack> id : racks) {
            const Rack* rack = design.racks.find(id);
            if (!rack)
                return missingRow("rack");
            RowPaster paster(rows, design, ids);
            paster.joinFrom(*clip.project, project);
            const Result<std::vector<PlacedThing>> places = placesInRack(project, design, clip, *rack);
            if (!places)
                return places.error();
            for (const PlacedThing& each : *places)
                paster.place(each.id, each.placement);
            paster.paste({});
        }
        return done();
    };
    return changeBoth(target, pasteText(*activeOption(*clip.project).design), std::move(change));
}

Edit duplicateRows(const Target& target, ClipRows rows, Point by) {
    const std::size_t count = rows.count();
    Message text = rows.racks.size() == count ? namedText(target, "undo.rack.duplicate.", &Design::racks, rows.racks)
                                              : Message("undo.duplicate").with("count", count);
    auto apply = [rows = std::move(rows), by](const Project&, const Design& design, IdSource& ids) -> Result<Design> {
        return withCopies(design, ids, rows, {by});
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

bool isPlant(const Design& design, const ClipRows& rows) {
    if (!rows.racks.empty() || !rows.devices.empty() || !rows.objects.empty() || !rows.segments.empty())
        return false;
    const auto isFree = [](const auto* row) { return row && !isInRack(row->placement); };
    return !rows.loops.empty() ||
           std::ranges::any_of(rows.powerElements, [&](auto id) { return isFree(design.powerElements.find(id)); }) ||
           std::ranges::any_of(rows.coolingUnits, [&](auto id) { return isFree(design.coolingUnits.find(id)); });
}

Edit duplicatePlant(const Target& target, ClipRows rows, Point by) {
    Message text = Message("undo.duplicate").with("count", rows.count());
    auto apply = [rows = std::move(rows), by](const Project& project, const Design& design,
                                              IdSource& ids) -> Result<Design> {
        RowCollector collector(design);
        collector.add(rows);
        Design next = design;
        RowPaster paster(collector.rows(), next, ids);
        paster.joinOwn();
        if (Done placed = placeInOwnRacks(project, design, rows, paster); !placed)
            return placed.error();
        paster.paste(by);
        takeOtherSide(collector.rows(), paster, next);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit arrayRacks(const Target& target, std::vector<Id<Rack>> racks, std::int64_t copies, Point step) {
    Message text = namedText(target, "undo.rack.array.", &Design::racks, racks);
    auto apply = [rows = ClipRows{.racks = std::move(racks)}, copies, step](const Project&, const Design& design,
                                                                            IdSource& ids) -> Result<Design> {
        if (copies < 1 || copies > kMostCopies)
            return inputError(Message("edit.copies").with("most", kMostCopies));
        std::vector<Point> steps;
        for (std::int64_t i = 1; i <= copies; ++i)
            steps.push_back({step.x * i, step.y * i});
        return withCopies(design, ids, rows, steps);
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
