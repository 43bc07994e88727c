// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/reader.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/space/figures.h"
#include "solvers/space/space_domain.h"
#include "solvers/space/weight.h"

#include "model/project/site_fields.h"

namespace rackwright {

namespace {

/// With the rack itself; of a load that the data sheet does not state there is no limit, which is not one of 0.
Value withEmptyRack(const Context& context, const FigureTable& figures, const Rack& rack, std::string_view load) {
    const Value stated = plainPartNumber(context, rack.part, load);
    return stated.isUnknown() ? stated : stated + valueOf(figures, figure_of::rackWeightEmpty, Subject(rack.id));
}

} // namespace

Value rackWeightLimit(const Context& context, const FigureTable& figures, const Rack& rack) {
    return withEmptyRack(context, figures, rack, attribute::staticLoad.key);
}

namespace {

/// What rolls to its place: the rack empty, or with all that stands in it where it comes so.
Value rollingMass(const Context& context, const FigureTable& figures, const Rack& rack) {
    return valueOf(figures, rollsInLoaded(context, rack) ? figure_of::rackWeight : figure_of::rackWeightEmpty,
                   Subject(rack.id));
}

/// On the worst foot meanwhile.
Value rollingLoad(const Context& context, const FigureTable& figures, const Rack& rack) {
    const Value standing = valueOf(figures, figure_of::rackLoadPoint, Subject(rack.id));
    if (rollsInLoaded(context, rack))
        return standing;
    return standing * (rollingMass(context, figures, rack) / valueOf(figures, figure_of::rackWeight, Subject(rack.id)));
}

} // namespace

Schedule weightSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule(
        "weights", {textColumn("Rack"), numberColumn("empty kg", "kg"), numberColumn("payload kg", "kg"),
                    numberColumn("total kg", "kg"), numberColumn("limit of total kg", "kg"),
                    numberColumn("footprint m2", "m2"), numberColumn("kg/m2", "kg/m2"),
                    numberColumn("load per foot kg", "kg"), numberColumn("floor limit per foot kg", "kg"),
                    numberColumn("rolling load per foot kg", "kg"), numberColumn("rolling limit per foot kg", "kg"),
                    numberColumn("rolling kg", "kg"), numberColumn("rolling limit of the rack kg", "kg")});
    const ReadFact standing = readSite(context, site::floorConcentrated);
    const ReadFact rolling = readSite(context, site::floorRolling);
    for (const Rack* rack : context.racks())
        schedule.rows.push_back(
            rackRow(*rack, {nameCell(*rack), rackFigure(figures, figure_of::rackWeightEmpty, *rack),
                            rackFigure(figures, figure_of::rackWeightPayload, *rack),
                            rackFigure(figures, figure_of::rackWeight, *rack), rackWeightLimit(context, figures, *rack),
                            rackFigure(figures, figure_of::rackFootprint, *rack),
                            rackFigure(figures, figure_of::rackLoadArea, *rack),
                            rackFigure(figures, figure_of::rackLoadPoint, *rack), standing.value,
                            rollingLoad(context, figures, *rack), rolling.value, rollingMass(context, figures, *rack),
                            withEmptyRack(context, figures, *rack, attribute::dynamicLoad.key)}));
    schedule.notes = {Message("schedule.note.weight-limit"), Message("schedule.note.structural-engineer")};
    return schedule;
}

} // namespace rackwright
