// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/changes/changes_domain.h"

#include "model/edits/record_edits.h"
#include "solvers/changes/change_log.h"
#include "solvers/engine/schedule_parts.h"

namespace rackwright {

namespace {

// Before the first issue there is nothing to compare with, and the table says so.
Schedule sinceLastIssue(const Context& context) {
    const Option& option = *findOption(context.project(), context.snapshot().option);
    const Snapshot* issued = context.lookUp<IssuedDesigns>().of(option.name);
    if (!issued) {
        Schedule none = changeSchedule(context, context, Edition::Customer);
        none.notes = {issuedSnapshot(context.project(), option).error().message};
        return none;
    }
    Schedule schedule = changeSchedule(Context(*issued), context, Edition::Customer);
    const IssuedRevision& issue = *edits::lastIssue(context.project(), option.name);
    schedule.notes.insert(
        schedule.notes.begin(),
        Message("schedule.change-log.since").with("revision", issue.revision).with("date", issue.date));
    return schedule;
}

} // namespace

Domain changesDomain() {
    Domain domain;
    domain.name = "changes";
    domain.schedules = {{"change-log", 98, [](const ScheduleInput& in) { return sinceLastIssue(in.context); }}};
    return domain;
}

} // namespace rackwright
