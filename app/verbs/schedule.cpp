// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/schedule.h"

#include "app/schedule_text.h"
#include "app/verbs/design_argument.h"
#include "model/text/date.h"
#include "solvers/programme/days.h"
#include "solvers/programme/programme.h"
#include "solvers/programme/programme_domain.h"
#include "solvers/programme/settings.h"

#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kScheduleSpec{{{"FILE"}}, {{"--order", "DATE"}, kOptionOption, kJsonOption}};

/// Ordered on the day that is said, else on that of the quote, else today.
Result<std::string> orderDayOf(const Arguments& arguments, const Project& project, const std::string& today) {
    if (const auto said = arguments.option("--order")) {
        if (!isDate(*said))
            return usageError(Message("programme.bad-date").with("date", *said));
        return *said;
    }
    return isDate(project.quote.date) ? project.quote.date : today;
}

void writeWeeks(JsonWriter& json, const char* key, const Value& value) {
    json.key(key);
    if (value.isUnknown())
        json.null();
    else
        json.number(value.typical() / setting_of::kWeek);
}

std::string scheduleJson(const Context& context, const std::string& order, const Texts& texts) {
    const Value ready = programmeOf(context).ready();
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).member("order", order);
    writeWeeks(json, "ready_weeks", ready);
    json.member("ready_is_lower_bound", ready.isLowerBound());
    json.key("ready_low_weeks");
    if (ready.isKnown())
        json.number(ready.low() / setting_of::kWeek);
    else
        json.null();
    json.key("ready_high_weeks");
    if (ready.isKnown())
        json.number(ready.high() / setting_of::kWeek);
    else
        json.null();
    json.member("ready_date", ready.isUnknown() ? std::string() : dayAfter(order, TimeSpan(ready.typical())));
    json.key("activities");
    writeSchedule(json, programmeSchedule(context, order), texts);
    json.key("payments");
    writeSchedule(json, paymentSchedule(context, order), texts);
    return json.endObject().take();
}

std::string scheduleWords(const Context& context, const std::string& order, const Texts& texts) {
    const Schedule programme = programmeSchedule(context, order);
    if (programme.rows.empty())
        return texts.sentence(Message("programme.none")) + '\n';
    const Value ready = programmeOf(context).ready();
    const std::string day = ready.isUnknown() ? std::string() : dayAfter(order, TimeSpan(ready.typical()));
    std::string text =
        texts.sentence(Message(ready.isKnown() ? "programme.ready" : "programme.ready-bound")
                           .with("weeks", texts.figure(programmeOf(context).readyTold(), "week", setting_of::kWeek))
                           .with("date", day)) +
        "\n\n";
    return text + scheduleText(programme, texts) + '\n' + scheduleText(paymentSchedule(context, order), texts);
}

} // namespace

int runSchedule(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kScheduleSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const auto order = orderDayOf(*arguments, *design->snapshot.project, session.places().today);
    if (!order)
        return refused(order.error(), streams, session);
    const Context context(design->snapshot);
    streams.out << (arguments->has("--json") ? scheduleJson(context, *order, session.texts()) + '\n'
                                             : scheduleWords(context, *order, session.texts()));
    return kExitDone;
}

} // namespace rackwright
