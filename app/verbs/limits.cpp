// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/limits.h"

#include "app/echo.h"
#include "app/figure_text.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/base/nearest.h"
#include "solvers/requirements/stated_budget.h"
#include "ui/report/room_limit_text.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kSpec{{{"FILE"}}, {{"--room", "NAME"}, {"--of", "TYPE"}, kOptionOption, kJsonOption}};

Error unknownWord(const char* id, const std::string& word, const std::vector<std::string>& known) {
    const std::vector<std::string> near = nearestWords(word, known);
    return usageError(Message(id).with("name", word).with("nearest", WordList{near.empty() ? known : near}));
}

Result<std::vector<Id<Room>>> roomsAsked(const Context& context, const Arguments& arguments, const Texts& texts) {
    std::vector<Id<Room>> rooms;
    std::vector<std::string> names;
    const auto asked = arguments.option("--room");
    for (const Room& room : context.design().rooms) {
        if (!room.scope.isPresent())
            continue;
        // One of several of a name is asked for as it is printed; the name alone asks for all of them.
        const std::string name = roomName(context.design(), room, texts);
        names.push_back(name);
        if (!asked || *asked == room.name || *asked == name)
            rooms.push_back(room.id);
    }
    if (rooms.empty() && asked && asked->empty())
        return usageError(Message("limits.no-name").with("nearest", WordList{names}));
    if (rooms.empty() && asked)
        return unknownWord("limits.no-room", *asked, names);
    if (rooms.empty())
        return usageError(Message("limits.no-rooms"));
    return rooms;
}

Result<RoomTemplate> templateAsked(const Context& context, Id<Room> room, const Arguments& arguments) {
    const std::vector<RoomTemplate> templates = roomTemplates(context, room);
    if (templates.empty())
        return usageError(Message("limits.no-templates"));
    const auto asked = arguments.option("--of");
    if (!asked)
        return templates.front();
    std::vector<std::string> names;
    for (const RoomTemplate& each : templates) {
        if (*asked == each.code || *asked == each.name)
            return each;
        names.push_back(each.code);
    }
    return unknownWord("limits.no-template", *asked, names);
}

std::string asText(const Context& context, const std::vector<RoomLimits>& rooms, const Texts& texts) {
    std::string out;
    for (const RoomLimits& limits : rooms) {
        out += (out.empty() ? "" : "\n") + onOneLine(roomLimitHead(limits, context, texts)) + "\n\n";
        const auto head = [&](const char* column) { return texts.text(std::string("room-limit.column.") + column); };
        TextTable table({Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right,
                         Align::Right, Align::Left});
        table.add({head("limit"), head("capacity"), head("used"), head("left"), head("each"), head("more"),
                   head("total"), head("missing")});
        for (const RoomLimit& limit : limits.limits) {
            const RoomLimitRow row = roomLimitRow(limit, limits, context, texts);
            table.add({row.what, row.capacity, row.used, row.left, row.each, row.more, row.total, row.missing});
        }
        out += table.text();
        if (limits.steps.empty())
            continue;
        out += '\n';
        TextTable steps({Align::Left, Align::Right, Align::Right, Align::Right, Align::Left});
        steps.add({head("step"), head("of-it"), head("more"), head("total"), head("next")});
        for (const RoomStep& step : limits.steps) {
            const RoomStepRow row = roomStepRow(step, limits, texts);
            steps.add({row.what, row.ofIt, row.more, row.total, row.next});
        }
        out += steps.text();
    }
    return out;
}

void writeLimit(JsonWriter& json, const Context& context, const RoomLimit& limit) {
    json.beginObject().member("kind", enumName(limit.kind)).member("name", limit.name);
    const auto amount = [&](const char* name, const Value& si) {
        json.key(name).beginObject();
        writeValue(json, context, si, limit.unit);
        json.endObject();
    };
    amount("capacity", limit.capacity);
    amount("used", limit.used);
    amount("left", limit.left());
    amount("each", limit.each);
    json.key("more").beginObject();
    writeValue(json, context, limit.more, {});
    json.endObject();
    amount("over", limit.over);
    json.member("missing", limit.missing).member("others", limit.others).member("part", limit.isOfPart);
    json.endObject();
}

std::string asJson(const Context& context, const std::vector<RoomLimits>& rooms, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("rooms").beginArray();
    for (const RoomLimits& limits : rooms) {
        const Room* room = context.design().rooms.find(limits.room);
        json.beginObject()
            .member("room", room ? room->name : std::string())
            .member("id", static_cast<std::int64_t>(limits.room.value))
            .member("template", limits.of.code)
            .member("standing", limits.of.standing)
            .member("known", limits.isWholly());
        json.key("limits").beginArray();
        for (const RoomLimit& limit : limits.limits)
            writeLimit(json, context, limit);
        json.endArray().key("steps").beginArray();
        for (const RoomStep& step : limits.steps) {
            json.beginObject().member("step", step.what.id).member("text", texts.sentence(step.what));
            json.key("raised").beginObject();
            writeValue(json, context, step.ofIt, {});
            json.endObject().key("more").beginObject();
            writeValue(json, context, step.more, {});
            json.endObject().key("next");
            if (step.next)
                writeLimit(json, context, *step.next);
            else
                json.null();
            json.endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace

int runLimits(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const auto solution = session.solve(design->snapshot, {"cost"});
    if (!solution)
        return refused(solution.error(), streams, session);
    const Context& context = (*solution)->context();
    const auto rooms = roomsAsked(context, *arguments, session.texts());
    if (!rooms)
        return refused(rooms.error(), streams, session);
    std::vector<RoomLimits> limits;
    for (const Id<Room> room : *rooms) {
        const auto of = templateAsked(context, room, *arguments);
        if (!of)
            return refused(of.error(), streams, session);
        limits.push_back(roomLimits(context, room, *of, statedBudget(context, **solution, *of)));
    }
    streams.out << (arguments->has("--json") ? asJson(context, limits, session.texts())
                                             : asText(context, limits, session.texts()));
    return kExitDone;
}

} // namespace rackwright
