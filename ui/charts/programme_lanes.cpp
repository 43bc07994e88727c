// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/programme_lanes.h"

#include "solvers/programme/programme_domain.h"
#include "solvers/programme/settings.h"
#include "ui/text/to_text.h"

#include <algorithm>

namespace rackwright {

TimeLanes programmeLanes(const Programme& programme, const Texts& texts, ShownActivities shown) {
    TimeLanes lanes;
    lanes.title = toText(texts.text("schedule.programme"));
    lanes.unit = toText(texts.text("programme.axis"));
    const bool hasPhases = std::ranges::any_of(
        programme.activities, [&](const Activity& each) { return each.phase != programme.activities.front().phase; });
    const auto weeks = [](double seconds) { return seconds / setting_of::kWeek; };
    for (const Activity& each : programme.activities) {
        if (shown == ShownActivities::CriticalPath && !each.isCritical)
            continue;
        QString name = toText(texts.sentence(activityName(each)));
        if (hasPhases)
            name = toText(texts.sentence(Message("programme.in-phase").with("phase", each.phase))) +
                   QStringLiteral(" ") + name;
        const int lane = static_cast<int>(lanes.lanes.size());
        lanes.lanes << name;
        const QString reading =
            toText(texts.sentence(Message(each.duration.isUnknown() ? "programme.reading.unknown" : "programme.reading")
                                      .with("activity", name.toStdString())
                                      .with("duration", texts.figure(each.duration, "week", setting_of::kWeek))
                                      .with("end", texts.figure(each.finish, "week", setting_of::kWeek))));
        const double start = weeks(each.start.typical()), end = weeks(each.finish.typical());
        lanes.spans.push_back({lane, start, end, each.isCritical ? Ink::Accent : Ink::Bar, false, reading});
        if (each.finish.isKnown() && each.finish.high() > each.finish.typical())
            lanes.spans.push_back(
                {lane, end, weeks(each.finish.high()), each.isCritical ? Ink::Accent : Ink::Bar, true, reading});
    }
    return lanes;
}

} // namespace rackwright
