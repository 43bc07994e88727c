// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/powers_schedule.h"

#include "solvers/engine/schedule_parts.h"
#include "solvers/power/swing.h"
#include "solvers/power/year.h"

#include <array>

namespace rackwright {

namespace {

/// The powers of one device, as columns go.
using DevicePowers = std::array<Value, 6>;
using PowerSums = std::array<Sum<dim::Power, Value>, 6>;

DevicePowers powersOf(const Context& context, const PartCount& group) {
    const auto power = [&](LoadKind kind) { return devicePower<Value>(context, group, kind).si(); };
    return {power(LoadKind::Idle),
            power(LoadKind::Average),
            power(LoadKind::Peak) * setting<Value>(context, setting_of::peakRatio).si(),
            power(LoadKind::Nameplate),
            deviceShortPeak<Value>(context, group).si(),
            devicePowerOfYear<Value>(context, group).si()};
}

ScheduleRow powersRow(const Context& context, const PartCount& group, const DevicePowers& each, PowerSums& sums) {
    const Part* part = context.part(group.part);
    const Value count(static_cast<double>(group.count));
    ScheduleRow row{"part:" + std::to_string(group.part.value), RowRole::Line, std::nullopt, {}};
    if (group.powerCap)
        row.key += ":" + std::to_string(group.powerCap->si());
    row.cells = {textCell(partText(part)), group.count,
                 group.powerCap ? ScheduleCell(Value(group.powerCap->si(), Grade::Assumption))
                                : ScheduleCell(std::monostate{})};
    for (const Value& one : each)
        row.cells.push_back(one);
    for (std::size_t i = 0; i < each.size(); ++i) {
        const Value all = each[i].withTerms(group.count) * count;
        row.cells.push_back(all);
        sums[i].add(Quantity<dim::Power, Value>(all));
    }
    const bool isStated = !plainPartPower(context, group.part, PowerModeKind::Typical).isUnknown();
    row.cells.push_back(isStated ? ScheduleCell(std::monostate{})
                                 : ScheduleCell(Message("schedule.powers.by-fraction")));
    return row;
}

} // namespace

Schedule powersSchedule(const Context& context) {
    std::vector<ScheduleColumn> columns = {textColumn("Device"), numberColumn("Count"), numberColumn("Cap W", "W")};
    for (const char* name : {"Idle", "Typical", "Expected peak", "Maximum", "Short peak", "Mean of the year"})
        columns.push_back(numberColumn(std::string(name) + " W", "W"));
    for (const char* name : {"Idle", "Typical", "Expected peak", "Maximum", "Short peak", "Mean of the year"})
        columns.push_back(numberColumn("All: " + std::string(name) + " kW", "kW"));
    columns.push_back(textColumn("Notes"));
    Schedule schedule = emptySchedule("powers", std::move(columns));
    PowerSums sums;
    std::int64_t devices = 0;
    for (const PartCount& group : context.groups()) {
        if (!drawsPower(context.part(group.part)))
            continue;
        schedule.rows.push_back(powersRow(context, group, powersOf(context, group), sums));
        devices += group.count;
    }
    if (devices > 0) {
        ScheduleRow total{"total", RowRole::Total, std::nullopt, {Message("schedule.powers.all"), devices}};
        total.cells.resize(3 + sums.size());
        for (const auto& sum : sums)
            total.cells.push_back(sum.total().si());
        total.cells.push_back(std::monostate{});
        schedule.rows.push_back(std::move(total));
    }
    schedule.notes = {Message("schedule.note.powers"), Message("schedule.note.powers-peak")};
    return schedule;
}

} // namespace rackwright
