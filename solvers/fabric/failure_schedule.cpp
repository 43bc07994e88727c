// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/schedule_parts.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/network/failures.h"
#include "solvers/network/settings.h"

#include "model/units/number_text.h"
#include "solvers/engine/schedule_columns.h"

namespace rackwright {

namespace {

std::string percentText(double share) { return roundedDigits(share * 100, 3).append(" %"); }

std::string loadText(const std::optional<double>& load) { return load ? percentText(*load) : std::string("-"); }

ScheduleCell elementCell(const LossClass& each) {
    return Message(std::string("failures.lost.").append(enumName(each.kind)))
        .with("name", each.name)
        .with("other", each.other)
        .with("count", static_cast<std::int64_t>(each.example.cables.size()));
}

/// What the loss comes to against the target that the project sets for networks of jobs; else whether all still reach
/// each other.
ScheduleCell verdictCell(const Network& network, const FailureTable& table, const Remainder& left, double target) {
    if (!left.worstLoad)
        return Message("failures.verdict.apart");
    if (network.role == NetworkRole::InBand || network.role == NetworkRole::OutOfBand)
        return Message("failures.verdict.no-jobs");
    if (target <= 0)
        return Message("failures.verdict.no-target");
    const bool isKept =
        static_cast<double>(left.endpoints) >= target * static_cast<double>(table.whole.endpoints) - 1e-9 &&
        bisectionLeft(table.whole, left) >= target - 1e-9;
    return Message(isKept ? "failures.verdict.kept" : "failures.verdict.missed").with("target", percentText(target));
}

/// What of its likes carries on: by the cables that are drawn, whatever a data sheet claims.
ScheduleCell redundancyCell(const FailureTable& table, const LossClass& each) {
    if (each.left.endpoints < table.whole.endpoints)
        return Message("failures.redundancy.none");
    if (each.alike < 2)
        return Message("failures.redundancy.others");
    return Message("failures.redundancy.alike").with("left", each.alike - 1).with("alike", each.alike);
}

ScheduleRow rowOf(const Network& network, const FailureTable& table, const LossClass& each, double target,
                  std::size_t number) {
    const std::int64_t lost = table.whole.endpoints - each.left.endpoints;
    const bool isWhole = lost == 0 && each.left.worstLoad;
    return {std::to_string(network.id.value).append(":").append(std::to_string(number)),
            RowRole::Line,
            Subject(network.id),
            {elementCell(each), Message("failures.trade.network"), textCell(nameOr(network.name, network.id.value)),
             each.alike,
             lost == 0   ? ScheduleCell(Message("failures.no-endpoints"))
             : lost == 1 ? ScheduleCell(Message("failures.endpoint"))
                         : ScheduleCell(Message("failures.endpoints").with("count", lost)),
             each.left.worstLoad && *each.left.worstLoad > table.whole.worstLoad.value_or(0) * (1 + 1e-9)
                 ? ScheduleCell(Message("failures.throttles").with("load", percentText(*each.left.worstLoad)))
                 : ScheduleCell(),
             Message("failures.next-load")
                 .with("before", loadText(table.whole.worstLoad))
                 .with("after", loadText(each.left.worstLoad)),
             Value(bisectionLeft(table.whole, each.left)), Message("failures.no-time"), redundancyCell(table, each),
             Message(isWhole ? "failures.maintainable" : "failures.not-maintainable"),
             verdictCell(network, table, each.left, target)}};
}

} // namespace

Schedule failureSchedule(const Context& context, const std::stop_token& stop) {
    Schedule made;
    made.id = "failures";
    made.title = Message("schedule.failures");
    made.columns = {textColumn(column_of::element),          textColumn("Trade"),
                    textColumn(column_of::network),          numberColumn(column_of::alike),
                    textColumn(column_of::whatIsLost),       textColumn("What throttles"),
                    textColumn(column_of::nextElement),      numberColumn(column_of::bisectionLeft, "%"),
                    textColumn("Seconds until limit"),       textColumn("Redundancy claimed"),
                    textColumn("Concurrently maintainable"), textColumn(column_of::verdict)};
    made.columns[7].significantDigits = 3;
    made.notes = {Message("schedule.failures.note")};
    const double target = setting<Value>(context, setting_of::faultTarget).si().typical();
    for (const Network& network : context.design().networks) {
        const FailureTable table = failureTable(context, networkFabric(context, network.id), stop);
        for (std::size_t i = 0; i < table.classes.size(); ++i)
            made.rows.push_back(rowOf(network, table, table.classes[i], target, i));
        if (table.level != BisectionLevel::Endpoint)
            made.notes.push_back(Message(table.level == BisectionLevel::Node ? "schedule.failures.by-nodes"
                                                                             : "schedule.failures.by-routers")
                                     .with("network", nameOr(network.name, network.id.value)));
        if (table.unsolved > 0)
            made.notes.push_back(Message("schedule.failures.unsolved")
                                     .with("network", nameOr(network.name, network.id.value))
                                     .with("count", table.unsolved));
    }
    return made;
}

} // namespace rackwright
