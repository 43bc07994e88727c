// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/rack_edits.h"

#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"
#include "model/edits/removal.h"

namespace rackwright::edits {

namespace {

template <class Change>
Edit changeRacks(const Target& target, std::string_view id, std::vector<Id<Rack>> racks, Change change,
                 std::string mergeKey = {}) {
    Message text = namedText(target, id, &Design::racks, racks);
    return changeRows(target, std::move(text), &Design::racks, std::move(racks), "rack", std::move(change),
                      std::move(mergeKey));
}

bool isWholeRack(const Project& project, const Device& device) {
    const Part* part = findPart(project, device.part);
    return part && (part->mounting == Mounting::WholeRack || part->category == PartCategory::RackScaleSystem);
}

std::string nextRackName(const Design& design, const std::string& row) {
    auto taken = namesOf(design.racks);
    return freeName((row.empty() ? std::string("R") : row) + "01", taken);
}

struct PlacedOutline {
    Rack rack;
    Box box;
};

Result<std::vector<PlacedOutline>> outlinesOf(const Project& project, const Design& design,
                                              const std::vector<Id<Rack>>& racks) {
    std::vector<PlacedOutline> outlines;
    for (const Id<Rack> id : racks) {
        const Rack* rack = design.racks.find(id);
        if (!rack)
            return missingRow("rack");
        const auto footprint = footprintOf(project, *rack);
        outlines.push_back({*rack, footprint ? boundingBox(corners(*footprint)) : Box{rack->centre, rack->centre}});
    }
    return outlines;
}

Length middle(Length low, Length high) { return (low + high) / 2; }

Point alignmentShift(const Box& box, const Box& to, Alignment alignment) {
    switch (alignment) {
    case Alignment::Left:
        return {to.low.x - box.low.x, {}};
    case Alignment::Right:
        return {to.high.x - box.high.x, {}};
    case Alignment::Top:
        return {{}, to.low.y - box.low.y};
    case Alignment::Bottom:
        return {{}, to.high.y - box.high.y};
    case Alignment::CentreX:
        return {middle(to.low.x, to.high.x) - middle(box.low.x, box.high.x), {}};
    case Alignment::CentreY:
        return {{}, middle(to.low.y, to.high.y) - middle(box.low.y, box.high.y)};
    }
    return {};
}

// Rearranges the outlines' racks and puts them back.
template <class Arrange>
Edit arrangeRacks(const Target& target, std::string_view id, std::vector<Id<Rack>> racks, Arrange arrange) {
    Message text = namedText(target, id, &Design::racks, racks);
    auto apply = [racks = std::move(racks), arrange](const Project& project, const Design& design,
                                                     IdSource&) -> Result<Design> {
        Result<std::vector<PlacedOutline>> outlines = outlinesOf(project, design, racks);
        if (!outlines)
            return outlines.error();
        arrange(*outlines);
        std::vector<Rack> moved;
        for (PlacedOutline& outline : *outlines)
            moved.push_back(std::move(outline.rack));
        Design next = design;
        next.racks = design.racks.with(std::move(moved));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

void distribute(std::vector<PlacedOutline>& outlines, Direction direction) {
    if (outlines.size() < 3)
        return;
    const auto low = [direction](const PlacedOutline& o) {
        return direction == Direction::X ? o.box.low.x : o.box.low.y;
    };
    const auto high = [direction](const PlacedOutline& o) {
        return direction == Direction::X ? o.box.high.x : o.box.high.y;
    };
    std::ranges::stable_sort(outlines, {}, low);
    Length taken;
    for (const PlacedOutline& outline : outlines)
        taken += high(outline) - low(outline);
    const Length free = high(outlines.back()) - low(outlines.front()) - taken;
    const auto gaps = static_cast<std::int64_t>(outlines.size()) - 1;
    Length at = low(outlines.front());
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        // The rounding of the even gap is spread, so that the last rack stays where it is.
        const Length place = at + free * static_cast<std::int64_t>(i) / gaps;
        const Length shift = place - low(outlines[i]);
        at += high(outlines[i]) - low(outlines[i]);
        (direction == Direction::X ? outlines[i].rack.centre.x : outlines[i].rack.centre.y) += shift;
    }
}

// A rack-scale system is its rack and the one device in it, by which it draws power, weighs and computes.
Device systemOf(const Rack& rack, Id<Device> id) {
    Device system;
    system.id = id;
    system.name = rack.name + "-n1";
    system.part = rack.part;
    system.role = "compute";
    system.placement = InRack{rack.id, 1, Face::Front, 0};
    return system;
}

} // namespace

Edit placeRack(const Target& target, Rack rack, PartPtr part) {
    Message text = Message("undo.rack.place").with("name", rack.name.empty() ? part->model : rack.name);
    auto change = [rack = std::move(rack), part = std::move(part)](Project& project, Design& design,
                                                                   IdSource& ids) -> Done {
        if (!design.rooms.contains(rack.room))
            return missingRow("room");
        if (part->category != PartCategory::Rack && part->category != PartCategory::RackScaleSystem)
            return inputError(Message("edit.not-a-rack").with("part", part->model));
        Rack placed = rack;
        placed.id = ids.take<Rack>();
        placed.part = embedPart(project, ids, part);
        if (placed.name.empty())
            placed.name = nextRackName(design, placed.row);
        if (part->category == PartCategory::RackScaleSystem)
            design.devices = design.devices.with(systemOf(placed, ids.take<Device>()));
        design.racks = design.racks.with(std::move(placed));
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit moveRacks(const Target& target, std::vector<Id<Rack>> racks, Point by) {
    std::string key = mergeKeyOf("move-rack", racks);
    return changeRacks(
        target, "undo.rack.move.", std::move(racks),
        [by](const Project&, const Design&, Rack& rack) {
            rack.centre = {rack.centre.x + by.x, rack.centre.y + by.y};
            return done();
        },
        std::move(key));
}

Edit rotateRacks(const Target& target, std::vector<Id<Rack>> racks, Angle by) {
    std::string key = mergeKeyOf("rotate-rack", racks);
    return changeRacks(
        target, "undo.rack.rotate.", std::move(racks),
        [by](const Project&, const Design&, Rack& rack) {
            rack.rotation = rack.rotation + by;
            return done();
        },
        std::move(key));
}

Edit renameRack(const Target& target, Id<Rack> rack, std::string name) {
    return changeRacks(
        target, "undo.rack.rename.", {rack},
        [name = std::move(name)](const Project&, const Design& design, Rack& row) -> Done {
            if (name.empty())
                return badValue("edit.name-empty");
            const bool isTaken = std::ranges::any_of(
                design.racks, [&](const Rack& other) { return other.id != row.id && other.name == name; });
            if (isTaken)
                return inputError(Message("edit.name-taken").with("name", name));
            row.name = name;
            return done();
        },
        mergeKeyOf("rename-rack", std::vector{rack}));
}

Edit setRackPowerCap(const Target& target, std::vector<Id<Rack>> racks, std::optional<Power> cap) {
    return changeRacks(target, "undo.rack.cap.", std::move(racks),
                       [cap](const Project&, const Design&, Rack& rack) -> Done {
                           if (cap && cap->si() <= 0)
                               return badValue("edit.power-cap");
                           rack.powerCap = cap;
                           return done();
                       });
}

Edit setRackRow(const Target& target, std::vector<Id<Rack>> racks, std::string row) {
    return changeRacks(target, "undo.rack.row.", std::move(racks),
                       [row = std::move(row)](const Project&, const Design&, Rack& rack) {
                           rack.row = row;
                           return done();
                       });
}

Edit setRackRole(const Target& target, std::vector<Id<Rack>> racks, std::string role) {
    return changeRacks(target, "undo.rack.role.", std::move(racks),
                       [role = std::move(role)](const Project&, const Design&, Rack& rack) {
                           rack.role = role;
                           return done();
                       });
}

Edit setRackScope(const Target& target, std::vector<Id<Rack>> racks, Scope scope) {
    Message text = namedText(target, "undo.rack.scope.", &Design::racks, racks);
    auto apply = [racks = std::move(racks), scope](const Project& project, const Design& design,
                                                   IdSource&) -> Result<Design> {
        Result<std::vector<Rack>> rows = rowsOf(design.racks, racks, "rack");
        if (!rows)
            return rows.error();
        for (Rack& rack : *rows)
            rack.scope = scope;
        // A rack-scale system and its rack are one product.
        std::vector<Device> systems;
        for (const Device& device : design.devices)
            if (std::ranges::find(racks, rackOf(device)) != racks.end() && isWholeRack(project, device)) {
                systems.push_back(device);
                systems.back().scope = scope;
            }
        Design next = design;
        next.racks = design.racks.with(std::move(*rows));
        if (!systems.empty())
            next.devices = design.devices.with(std::move(systems));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removeRacks(const Target& target, std::vector<Id<Rack>> racks) {
    Message text = namedText(target, "undo.rack.remove.", &Design::racks, racks);
    auto apply = [racks = std::move(racks)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<Rack>> rows = rowsOf(design.racks, racks, "rack"); !rows)
            return rows.error();
        Design next = design;
        takeRacks(next, racks);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit mirrorRacks(const Target& target, std::vector<Id<Rack>> racks, MirrorLine line, Length at) {
    return changeRacks(target, "undo.rack.mirror.", std::move(racks),
                       [line, at](const Project&, const Design&, Rack& rack) {
                           const std::int64_t turn = rack.rotation.inMillidegrees();
                           if (line == MirrorLine::Across) {
                               rack.centre.y = at + at - rack.centre.y;
                               rack.rotation = Angle::millidegrees(180'000 - turn);
                           } else {
                               rack.centre.x = at + at - rack.centre.x;
                               rack.rotation = Angle::millidegrees(-turn);
                           }
                           return done();
                       });
}

Edit alignRacks(const Target& target, std::vector<Id<Rack>> racks, Alignment alignment) {
    return arrangeRacks(target, "undo.rack.align.", std::move(racks),
                        [alignment](std::vector<PlacedOutline>& outlines) {
                            for (std::size_t i = 1; i < outlines.size(); ++i) {
                                const Point by = alignmentShift(outlines[i].box, outlines[0].box, alignment);
                                Point& centre = outlines[i].rack.centre;
                                centre = {centre.x + by.x, centre.y + by.y};
                            }
                        });
}

Edit distributeRacks(const Target& target, std::vector<Id<Rack>> racks, Direction direction) {
    return arrangeRacks(target, "undo.rack.distribute.", std::move(racks),
                        [direction](std::vector<PlacedOutline>& outlines) { distribute(outlines, direction); });
}

} // namespace rackwright::edits
