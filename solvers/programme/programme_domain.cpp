// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/programme/programme_domain.h"

#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/define_figure.h"
#include "solvers/engine/schedule_parts.h"
#include "model/text/date.h"
#include "solvers/programme/days.h"
#include "solvers/programme/figures.h"
#include "solvers/programme/programme.h"
#include "solvers/programme/settings.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::string_view kCriticalPath = "reference.critical-path";

template <class N>
N readyNumber(const Context& context) {
    const Value value = programmeOf(context).ready();
    if constexpr (std::is_same_v<N, Value>)
        return value;
    else
        return computed(value, {"ready for service, from the order", "week", siPerUnit("week")},
                        std::string(kCriticalPath), {}, {});
}

ScheduleCell dayCell(const std::string& order, const Value& time) {
    if (order.empty() || time.isUnknown())
        return std::monostate{};
    const std::string day = dayAfter(order, TimeSpan(time.typical()));
    if (day.empty())
        return std::monostate{};
    return time.isKnown() ? ScheduleCell(GivenText{day})
                          : ScheduleCell(Message("programme.not-before").with("date", day));
}

/// The order falls on the day of the quote; without one the weeks alone are known.
std::string orderDay(const Context& context) {
    const std::string& quoted = context.project().quote.date;
    return isDate(quoted) ? quoted : std::string();
}

} // namespace

Message activityName(const Activity& activity) {
    const std::string id = "activity." + std::string(enumName(activity.kind));
    if (activity.section)
        return Message(id + "." + std::string(enumName(*activity.section)));
    if (activity.kind == ActivityKind::Installation && activity.wave > 0)
        return Message(id + ".wave").with("wave", activity.wave).with("racks", activity.racks);
    return Message(id);
}

Schedule programmeSchedule(const Context& context, const std::string& order) {
    Schedule schedule =
        emptySchedule("programme",
                      {numberColumn("Phase"), textColumn("Activity"), numberColumn("Duration (weeks)", "week"),
                       numberColumn("Start (week)", "week"), numberColumn("End (week)", "week"), textColumn("Start"),
                       textColumn("End"), numberColumn("Slack (weeks)", "week"), textColumn("Critical"),
                       textColumn("Longest item"), numberColumn("Lines without lead time")},
                      3);
    const Programme& programme = programmeOf(context);
    std::int64_t unknown = 0;
    for (const Activity& each : programme.activities) {
        unknown += each.unknown;
        const bool isPoint = each.kind == ActivityKind::Order || each.kind == ActivityKind::Ready;
        schedule.rows.push_back(
            {each.key,
             RowRole::Line,
             std::nullopt,
             {each.phase, activityName(each), isPoint ? ScheduleCell(std::monostate{}) : ScheduleCell(each.duration),
              each.start, each.finish, dayCell(order, each.start), dayCell(order, each.finish),
              Value(each.slack, Grade::Estimate),
              each.isCritical ? ScheduleCell(Message("programme.critical")) : ScheduleCell(std::monostate{}),
              textCell(each.item), each.unknown > 0 ? ScheduleCell(each.unknown) : ScheduleCell(std::monostate{})}});
    }
    if (schedule.rows.empty())
        return schedule;
    schedule.notes.push_back(order.empty() ? Message("programme.note.no-date")
                                           : Message("programme.note.date").with("date", order));
    if (unknown > 0)
        schedule.notes.push_back(Message("programme.note.unknown").with("count", unknown));
    schedule.notes.push_back(Message("programme.note.basis"));
    return schedule;
}

Schedule paymentSchedule(const Context& context, const std::string& order) {
    Schedule schedule = emptySchedule("payments",
                                      {numberColumn("Phase"), textColumn("Invoiced at"), numberColumn("Week", "week"),
                                       textColumn("Date"), numberColumn("Amount"), numberColumn("Invoiced so far"),
                                       textColumn("Currency")},
                                      3);
    const Currency currency = billIn(context).currency;
    std::int64_t soFar = 0, unpriced = 0, lines = 0;
    for (const Payment& payment : paymentsOf(context)) {
        soFar += payment.minorUnits;
        unpriced += payment.unpriced;
        lines += payment.lines;
        Activity its;
        its.kind = payment.at;
        its.section = payment.section;
        schedule.rows.push_back({"payment:" + std::to_string(schedule.rows.size() + 1),
                                 RowRole::Line,
                                 std::nullopt,
                                 {payment.phase, activityName(its), payment.time, dayCell(order, payment.time),
                                  BoundedMoney{Money(payment.minorUnits, currency), payment.unpriced, payment.lines},
                                  BoundedMoney{Money(soFar, currency), unpriced, lines}, GivenText{currency.code()}}});
    }
    const std::string& terms = context.project().quote.paymentTerms;
    if (!schedule.rows.empty()) {
        schedule.notes = {Message("payments.note")};
        if (!terms.empty())
            schedule.notes.push_back(Message("payments.note.due").with("terms", terms));
    } else if (quoteStatesPlan(context)) {
        schedule.notes = {Message("payments.note.own-plan").with("terms", terms)};
    }
    if (!schedule.rows.empty() && unpriced > 0)
        schedule.notes.push_back(Message("payments.note.unpriced"));
    return schedule;
}

Domain programmeDomain() {
    Domain domain;
    domain.name = "programme";
    FigureDefinition ready = figureRow(figure_of::programmeReady, "week", kCriticalPath, {});
    domain.figures.push_back(
        figure(std::move(ready), []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return Quantity<dim::Time, N>(readyNumber<N>(context));
        }));
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    using namespace setting_of;
    for (const Weeks& key :
         {programmeEngineering, programmeSiteWorks, programmePlant, programmeLevel1, programmeLevel2, programmeLevel3,
          programmeLevel4, programmeLevel5, programmeAcceptance, programmeWaveInterval, programmePhaseInterval})
        add(key);
    for (const Count& key :
         {programmeWaveRacks, programmeCrew, programmeHours, programmeShareOrder, programmeShareDelivery})
        add(key);
    domain.schedules = {
        {"programme", 15, [](const ScheduleInput& in) { return programmeSchedule(in.context, orderDay(in.context)); }},
        {"payments", 16, [](const ScheduleInput& in) { return paymentSchedule(in.context, orderDay(in.context)); }}};
    return domain;
}

} // namespace rackwright
