// SPDX-License-Identifier: GPL-3.0-or-later
// The cooling schedule: to the row of each rack what its fullest air unit and CDU take, and what they take when the
// largest unit that stands in for them is lost.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/rack_service.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/facility/loss_of_cooling.h"

namespace rackwright {

namespace {

/// Units of one kind of heat that serve a rack, of which the one that is nearest to its rating stands for all; one of
/// which that is not known before all others.
struct FullestUnit {
    const CoolingUnit* unit = nullptr;
    CoolingUnitLoad load;
    Value share = Value::unknown();
};

FullestUnit fullestOf(const Context& context, const LossOfCooling& losses, const Rack& rack, HeatKind kind) {
    FullestUnit fullest;
    for (const CoolingService* service : context.contents(rack.id).services) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        if (service->heat != kind || !unit || !unit->scope.isPresent())
            continue;
        const CoolingUnitLoad load = losses.loadOf(unit->id);
        const Value share = (load.hasPeer ? load.heatOneLost : load.heat) / load.rating;
        if (fullest.unit &&
            (!fullest.share.isKnown() || (share.isKnown() && share.typical() <= fullest.share.typical())))
            continue;
        fullest = {unit, load, share};
    }
    return fullest;
}

/// Blank where no other unit is there.
ScheduleCell afterLoss(const CoolingUnitLoad& load, const Value& then) {
    return load.hasPeer ? ScheduleCell(then) : ScheduleCell(std::monostate{});
}

void addAirUnit(std::vector<ScheduleCell>& cells, const FullestUnit& fullest) {
    if (!fullest.unit) {
        cells.resize(cells.size() + 5);
        return;
    }
    const CoolingUnitLoad& load = fullest.load;
    cells.push_back(textCell(nameOr(fullest.unit->name, fullest.unit->id.value)));
    cells.emplace_back(load.heat);
    cells.emplace_back(load.heat / load.rating);
    cells.push_back(afterLoss(load, load.heatOneLost));
    cells.push_back(afterLoss(load, load.heatOneLost / load.rating));
}

// Their shares of what they can take stand in the schedule already.
void addCdu(std::vector<ScheduleCell>& cells, const FullestUnit& fullest) {
    if (!fullest.unit) {
        cells.resize(cells.size() + 2);
        return;
    }
    cells.emplace_back(fullest.load.heat);
    cells.push_back(afterLoss(fullest.load, fullest.load.heatOneLost));
}

} // namespace

Schedule unitLoadSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = coolingSchedule(context, figures);
    for (const ScheduleColumn& column :
         {textColumn("Air unit"), numberColumn("Air unit kW", "kW"), numberColumn("Air unit load %", "%"),
          numberColumn("Air unit kW with one lost", "kW"), numberColumn("Air unit load with one lost %", "%"),
          numberColumn("CDU kW", "kW"), numberColumn("CDU kW with one lost", "kW")})
        schedule.columns.push_back(column);
    const LossOfCooling losses(context);
    for (ScheduleRow& row : schedule.rows) {
        const Rack* rack = row.subject ? context.design().racks.find({row.subject->id}) : nullptr;
        RW_CHECK(rack, "rows of the cooling schedule are racks");
        addAirUnit(row.cells, fullestOf(context, losses, *rack, HeatKind::Air));
        addCdu(row.cells, fullestOf(context, losses, *rack, HeatKind::Liquid));
    }
    schedule.notes.emplace_back("schedule.note.unit-loads");
    return schedule;
}

} // namespace rackwright
