// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/facility_domain.h"

#include "solvers/facility/limit_figures.h"
#include "solvers/facility/loss_figures.h"
#include "solvers/facility/loss_rules.h"
#include "solvers/facility/loss_schedule.h"

#include <algorithm>
#include <iterator>

namespace rackwright {

Domain facilityDomain() {
    Domain domain;
    domain.name = "facility";
    domain.figures = lossFigures();
    domain.rules = lossRules();
    std::ranges::move(limitFigures(), std::back_inserter(domain.figures));
    domain.schedules = {
        {"racks", 20, [](const ScheduleInput& in) { return rackSchedule(in.context, in.figures); }, true},
        {"elevations", 30, [](const ScheduleInput& in) { return elevationTable(in.context); }, true},
        {"building-interface", 70,
         [](const ScheduleInput& in) { return buildingInterfaceSchedule(in.context, in.figures); }, true},
        {"cooling", 50, [](const ScheduleInput& in) { return unitLoadSchedule(in.context, in.figures); }, true},
        {"losses", 55,
         [](const ScheduleInput& in) { return lossSchedule(allLosses(in.context), fedCooling(in.context)); }, true}};
    return domain;
}

} // namespace rackwright
