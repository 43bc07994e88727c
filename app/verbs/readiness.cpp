// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/readiness.h"

#include "app/json_writer.h"
#include "app/schedule_text.h"
#include "app/verbs/design_argument.h"
#include "model/base/nearest.h"
#include "solvers/readiness/readiness.h"
#include "solvers/readiness/readiness_domain.h"

#include <algorithm>
#include <map>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kReadinessSpec{
    {{"FILE"}}, {{"--area", "NAME"}, {"--tests", {}, "option.readiness-tests"}, kOptionOption, kJsonOption}};

Result<std::optional<ReadinessArea>> areaAsked(const Arguments& arguments) {
    const auto name = arguments.option("--area");
    if (!name)
        return std::optional<ReadinessArea>();
    if (const auto area = enumFromName<ReadinessArea>(*name))
        return std::optional(*area);
    const auto& names = EnumNames<ReadinessArea>::names;
    const std::vector<std::string> known(names.begin(), names.end());
    const std::vector<std::string> near = nearestWords(*name, known);
    return usageError(
        Message("readiness.no-area").with("name", *name).with("nearest", WordList{near.empty() ? known : near}));
}

std::string countsText(const std::vector<ReadinessRow>& rows, const Texts& texts) {
    std::map<ReadinessState, std::int64_t> counts;
    for (const ReadinessRow& row : rows)
        ++counts[row.state];
    return texts.sentence(Message("readiness.counts")
                              .with("pass", counts[ReadinessState::Pass])
                              .with("fail", counts[ReadinessState::Fail])
                              .with("open", counts[ReadinessState::Unknown])
                              .with("not-applicable", counts[ReadinessState::NotApplicable]));
}

std::string readinessJson(const std::vector<ReadinessRow>& rows, const std::vector<StackStatement>& statements,
                          const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("rows").beginArray();
    for (const ReadinessRow& row : rows) {
        json.beginObject()
            .member("key", row.key)
            .member("area", enumName(row.area))
            .member("asked", texts.text("readiness.row." + row.key.substr(row.key.find('.') + 1)))
            .member("state", enumName(row.state))
            .member("computed", enumName(row.computed))
            .member("advised", row.isAdvised)
            .member("evidence", row.evidence.id.empty() ? std::string() : texts.sentence(row.evidence));
        const ReadinessSignature by = row.by.value_or(ReadinessSignature());
        json.member("owner", by.owner).member("date", by.date).member("document", by.evidence).endObject();
    }
    json.endArray().key("stack").beginArray();
    for (const StackStatement& each : statements) {
        const ReadinessSignature by = signatureOf(each.source);
        json.beginObject().member("key", each.key).key("value");
        if (each.value.empty())
            json.null();
        else
            json.text(each.value);
        json.member("owner", by.owner).member("date", by.date).member("document", by.evidence).endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace

int runReadiness(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kReadinessSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto area = areaAsked(*arguments);
    if (!area)
        return refused(area.error(), streams, session);
    const auto solved = openSolved(*arguments, session);
    if (!solved)
        return refused(solved.error(), streams, session);
    const Context& context = solved->solution->context();
    const Texts& texts = session.texts();
    if (arguments->has("--tests")) {
        const Schedule tests = acceptanceTestSchedule(context, *solved->solution);
        if (arguments->has("--json")) {
            JsonWriter json;
            json.beginObject().member("schema", std::int64_t{1}).key("tests");
            writeSchedule(json, tests, texts);
            streams.out << json.endObject().take();
        } else {
            streams.out << scheduleText(tests, texts);
        }
        return kExitDone;
    }
    std::vector<ReadinessRow> rows = readinessRows(context, *solved->solution);
    std::vector<StackStatement> statements = stackStatements(context);
    Schedule schedule = readinessSchedule(context, *solved->solution);
    if (*area) {
        std::erase_if(rows, [&](const ReadinessRow& row) { return row.area != **area; });
        std::erase_if(statements, [&](const StackStatement& each) { return areaOf(each) != **area; });
        const auto isShown = [&](const std::string& key) {
            return std::ranges::count(rows, key, &ReadinessRow::key) > 0 ||
                   std::ranges::count(statements, key, &StackStatement::key) > 0;
        };
        std::erase_if(schedule.rows, [&](const ScheduleRow& row) { return !isShown(row.key); });
    }
    if (arguments->has("--json"))
        streams.out << readinessJson(rows, statements, texts);
    else
        streams.out << countsText(rows, texts) << "\n\n" << scheduleText(schedule, texts);
    return kExitDone;
}

} // namespace rackwright
