// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/advice_domain.h"

#include "solvers/advice/formulas.h"
#include "solvers/advice/software_stack.h"

namespace rackwright {

Domain adviceDomain() {
    Domain domain;
    domain.name = "advice";
    domain.formulas = addAdviceFormulas;
    domain.settings = stackSettings();
    domain.schedules = {
        {"advice", 92, [](const ScheduleInput& in) { return adviceSchedule(in.context, in.figures); }, false}};
    return domain;
}

} // namespace rackwright
