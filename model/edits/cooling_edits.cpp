// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/cooling_edits.h"

#include "model/base/nearest.h"
#include "model/design/cabled.h"
#include "model/design/fluids.h"
#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"
#include "model/edits/removal.h"

#include <algorithm>

namespace rackwright::edits {

namespace {

Candidate candidateOf(const Project& project, const CoolingUnit& unit) {
    return {unit.name, unit.part ? findPart(project, unit.part) : nullptr, OccupantKind::CoolingUnit, unit.id.value};
}

// A rear-door exchanger hangs on its rack and takes no place between the rails.
Done checkPlace(const Project& project, const Design& design, const CoolingUnit& unit, const Placement& placement) {
    if (unit.kind != CoolingUnitKind::RearDoor)
        return canPlace(project, design, candidateOf(project, unit), placement);
    const Id<Rack> rack = rackOf(placement);
    if (!std::holds_alternative<Unplaced>(placement) && !design.racks.contains(rack))
        return inputError(Message("place.no-rack").with("device", unit.name));
    return checkRackForm(project, design, unit.name, unit.part ? findPart(project, unit.part) : nullptr, rack);
}

Done checkLoops(const Design& design, const CoolingUnit& unit) {
    for (const Id<CoolingLoop> loop : {unit.primary, unit.secondary})
        if (loop && !design.coolingLoops.contains(loop))
            return missingRow("cooling-loop");
    return done();
}

// The loop of facility water where the design has exactly one.
Id<CoolingLoop> facilityLoop(const Design& design) {
    Id<CoolingLoop> found;
    for (const CoolingLoop& loop : design.coolingLoops) {
        if (!loop.isFacilityWater)
            continue;
        if (found)
            return {};
        found = loop.id;
    }
    return found;
}

bool serves(const Design& design, Id<CoolingUnit> unit, Id<Rack> rack, HeatKind heat) {
    bool found = false;
    design.coolingServices.forEachWith<ServicesByRack>(
        rack, [&](const CoolingService& service) { found = found || (service.unit == unit && service.heat == heat); });
    return found;
}

// A rear door serves the rack that it hangs on: the air heat of the rack goes into it alone.
void serveOther(Design& design, IdSource& ids, Id<CoolingUnit> unit, Id<Rack> rack) {
    std::vector<Id<CoolingService>> ended;
    const auto end = [&ended](const CoolingService& service) {
        if (service.heat == HeatKind::Air)
            ended.push_back(service.id);
    };
    design.coolingServices.forEachWith<ServicesByUnit>(unit, end);
    std::vector<CoolingService> begun;
    if (rack) {
        design.coolingServices.forEachWith<ServicesByRack>(rack, end);
        begun.push_back({ids.take<CoolingService>(), rack, unit, HeatKind::Air});
    }
    std::ranges::sort(ended);
    const auto twins = std::ranges::unique(ended);
    ended.erase(twins.begin(), twins.end());
    design.coolingServices = design.coolingServices.with(std::move(begun), std::move(ended));
}

// What has no known properties carries no heat that anybody could judge.
Done checkFluid(const std::string& fluid) {
    const std::string word = fluidWord(fluid);
    const auto names = [&word](std::string_view known) { return fluidWord(known) == word; };
    if (fluid.empty() || std::ranges::any_of(kKnownFluids, names))
        return done();
    const WordList known{{kKnownFluids.begin(), kKnownFluids.end()}};
    const std::vector<std::string> nearest = nearestWords(fluid, known.words, 1);
    if (nearest.empty())
        return inputError(Message("edit.loop-fluid").with("found", fluid).with("known", known));
    return inputError(
        Message("edit.loop-fluid-nearest").with("found", fluid).with("nearest", nearest.front()).with("known", known));
}

// A file may hold any fluid, as the check of the loop says: its other fields can be edited all the same.
Done checkLoopEdit(const CoolingLoop& row, const CoolingLoop* before) {
    if (row.name.empty())
        return badValue("edit.name-empty");
    if (!before || before->fluid != row.fluid)
        if (Done checked = checkFluid(row.fluid); !checked)
            return checked;
    if (row.supply && row.returnLimit && *row.returnLimit <= *row.supply)
        return badValue("edit.return-below-supply");
    constexpr double kLeastFlow = 1e-6; // 0.06 L/min
    if (row.flow && row.flow->si() < kLeastFlow)
        return badValue("edit.flow");
    return done();
}

} // namespace

Done checkLoop(const CoolingLoop& row) { return checkLoopEdit(row, nullptr); }

Edit putCoolingLoop(const Target& target, CoolingLoop loop) {
    Message text = Message(loop.id ? "undo.loop.change" : "undo.loop.add").with("name", loop.name);
    return putRow(target, std::move(text), &Design::coolingLoops, std::move(loop),
                  [](const Project&, const Design& design, const CoolingLoop& row) -> Done {
                      return checkLoopEdit(row, design.coolingLoops.find(row.id));
                  });
}

Edit removeCoolingLoop(const Target& target, Id<CoolingLoop> loop) {
    auto apply = [loop](const Project&, const Design& design, IdSource&) -> Result<Design> {
        const CoolingLoop* row = design.coolingLoops.find(loop);
        if (!row)
            return missingRow("cooling-loop");
        const bool isUsed =
            std::ranges::any_of(design.coolingUnits,
                                [loop](const CoolingUnit& u) { return u.primary == loop || u.secondary == loop; }) ||
            std::ranges::any_of(design.pathSegments, [loop](const PathSegment& s) { return s.loop == loop; });
        if (isUsed)
            return inputError(Message("edit.loop-in-use").with("name", row->name));
        Design next = design;
        next.coolingLoops = design.coolingLoops.without(loop);
        return next;
    };
    return designEdit(namedText(target, "undo.loop.remove.", &Design::coolingLoops, std::vector{loop}), target.option,
                      apply);
}

Edit putCoolingUnit(const Target& target, CoolingUnit unit, PartPtr part) {
    Message text = Message(unit.id ? "undo.cooling.change" : "undo.cooling.add").with("name", unit.name);
    auto change = [unit = std::move(unit), part = std::move(part)](Project& project, Design& design,
                                                                   IdSource& ids) -> Done {
        if (unit.name.empty())
            return badValue("edit.name-empty");
        if (unit.flow && unit.flow->si() <= 0)
            return badValue("edit.unit-flow");
        if (unit.draw && unit.draw->si() < 0)
            return badValue("edit.unit-draw");
        if (Done loops = checkLoops(design, unit); !loops)
            return loops;
        CoolingUnit put = unit;
        if (part)
            put.part = embedPart(project, ids, part);
        if (Done fits = checkPlace(project, design, put, put.placement); !fits)
            return fits;
        if (Done fits = checkPorts(design, asCabled(put), findPart(project, put.part)); put.id && !fits)
            return fits;
        if (!put.id)
            put.id = ids.take<CoolingUnit>();
        design.coolingUnits = design.coolingUnits.with(std::move(put));
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Done hangDoor(const Project& project, Design& design, IdSource& ids, CoolingUnit door) {
    const Id<Rack> rack = rackOf(door.placement);
    if (!design.racks.contains(rack))
        return inputError(Message("place.no-rack").with("device", door.name));
    for (const CoolingUnit* other : design.coolingUnits.allWith<CoolingUnitsByRack>(rack))
        if (other->kind == CoolingUnitKind::RearDoor)
            return inputError(
                Message("edit.rear-door-there").with("rack", design.racks.find(rack)->name).with("name", other->name));
    if (Done fits = checkPlace(project, design, door, door.placement); !fits)
        return fits;
    if (!door.primary)
        door.primary = facilityLoop(design);
    door.id = ids.take<CoolingUnit>();
    const Id<CoolingUnit> id = door.id;
    design.coolingUnits = design.coolingUnits.with(std::move(door));
    serveOther(design, ids, id, rack);
    return done();
}

Edit hangRearDoor(const Target& target, CoolingUnit unit, PartPtr part) {
    Message text = Message("undo.cooling.add").with("name", unit.name);
    auto change = [unit = std::move(unit), part = std::move(part)](Project& project, Design& design,
                                                                   IdSource& ids) -> Done {
        CoolingUnit put = unit;
        if (part)
            put.part = embedPart(project, ids, part);
        return hangDoor(project, design, ids, std::move(put));
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit moveCoolingUnit(const Target& target, Id<CoolingUnit> unit, Placement placement) {
    auto apply = [unit, placement](const Project& project, const Design& design, IdSource& ids) -> Result<Design> {
        const CoolingUnit* row = design.coolingUnits.find(unit);
        if (!row)
            return missingRow("cooling-unit");
        if (Done fits = checkPlace(project, design, *row, placement); !fits)
            return fits.error();
        Design next = design;
        CoolingUnit moved = *row;
        moved.placement = placement;
        const Id<Rack> from = rackOf(row->placement), to = rackOf(placement);
        next.coolingUnits = design.coolingUnits.with(std::move(moved));
        if (row->kind == CoolingUnitKind::RearDoor && from != to)
            serveOther(next, ids, unit, to);
        return next;
    };
    return designEdit(namedText(target, "undo.cooling.move.", &Design::coolingUnits, std::vector{unit}), target.option,
                      std::move(apply), mergeKeyOf("move-cooling", std::vector{unit}));
}

Edit removeCoolingUnits(const Target& target, std::vector<Id<CoolingUnit>> units) {
    Message text = namedText(target, "undo.cooling.remove.", &Design::coolingUnits, units);
    auto apply = [units = std::move(units)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<CoolingUnit>> rows = rowsOf(design.coolingUnits, units, "cooling-unit"); !rows)
            return rows.error();
        Design next = design;
        takeCoolingUnits(next, units);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit serveRacks(const Target& target, Id<CoolingUnit> unit, std::vector<Id<Rack>> racks, HeatKind heat) {
    Message text = namedText(target, "undo.cooling.serve.", &Design::racks, racks);
    auto apply = [unit, racks = std::move(racks), heat](const Project&, const Design& design,
                                                        IdSource& ids) -> Result<Design> {
        if (!design.coolingUnits.contains(unit))
            return missingRow("cooling-unit");
        std::vector<CoolingService> services;
        for (const Id<Rack> rack : racks) {
            if (!design.racks.contains(rack))
                return missingRow("rack");
            if (!serves(design, unit, rack, heat))
                services.push_back({ids.take<CoolingService>(), rack, unit, heat});
        }
        Design next = design;
        next.coolingServices = design.coolingServices.with(std::move(services));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removeServices(const Target& target, std::vector<Id<CoolingService>> services) {
    auto apply = [services = std::move(services)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<CoolingService>> rows = rowsOf(design.coolingServices, services, "service"); !rows)
            return rows.error();
        Design next = design;
        next.coolingServices = design.coolingServices.with({}, services);
        return next;
    };
    return designEdit(Message("undo.cooling.unserve"), target.option, std::move(apply));
}

} // namespace rackwright::edits
