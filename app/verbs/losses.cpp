// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/losses.h"

#include "app/json_writer.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/base/nearest.h"
#include "solvers/facility/loss_schedule.h"
#include "ui/report/schedule_files.h"

#include <algorithm>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kLossesSpec{{{"FILE"}}, {{"--element", "NAME"}, kOptionOption, kJsonOption}};

/// Things of a name that can be lost, and the names of all.
struct LosableThings {
    std::vector<Subject> found;
    std::vector<std::string> names;

    LosableThings(const Context& context, const std::string& name) {
        const auto note = [&](const auto& table, const auto& isMeant) {
            for (const auto& row : table) {
                if (!row.scope.isPresent() || !isMeant(row))
                    continue;
                names.push_back(row.name);
                if (row.name == name)
                    found.emplace_back(row.id);
            }
        };
        const auto any = [](const auto&) { return true; };
        note(context.design().powerElements, any);
        note(context.design().coolingUnits, any);
        note(context.design().coolingLoops, any);
        note(context.design().devices, [&](const Device& device) {
            const Part* part = context.part(device.part);
            return part && part->category == PartCategory::Switch;
        });
    }
};

Result<std::vector<HallLoss>> lossesAsked(const Context& context, const std::optional<std::string>& name) {
    if (!name)
        return allLosses(context);
    const LosableThings things(context, *name);
    std::vector<HallLoss> losses;
    for (const Subject subject : things.found)
        if (auto loss = lossOf(context, subject))
            losses.push_back(std::move(*loss));
    if (losses.empty())
        return usageError(Message("losses.no-element")
                              .with("name", *name)
                              .with("nearest", WordList{nearestWords(*name, things.names)}));
    return losses;
}

void writeRacks(JsonWriter& json, const char* key, const TakenRacks& racks) {
    json.key(key).beginObject().member("racks", racks.racks).member("accelerators", racks.accelerators).endObject();
}

void writeLoss(JsonWriter& json, const HallLoss& loss, const Texts& texts) {
    json.beginObject()
        .member("lost", loss.name)
        .member("trade", enumName(loss.trade))
        .member("kind", texts.text(loss.kind.id))
        .member("alike", loss.things());
    writeRacks(json, "dark", loss.taken.dark);
    writeRacks(json, "throttled", loss.taken.throttled);
    writeRacks(json, "open", loss.taken.open);
    json.key("overloaded").beginArray();
    for (const LossOverload& each : loss.taken.overloads)
        json.beginObject()
            .member("name", each.name)
            .member("from_kw", each.before / 1000)
            .member("to_kw", each.after / 1000)
            .member("rating_kw", each.rating / 1000)
            .member("at_least", each.isAtLeast)
            .endObject();
    json.endArray()
        .member("heat_without_cooling_kw", loss.taken.heat / 1000)
        .member("heat_without_cooling_most_kw", loss.taken.heatMost / 1000);
    json.member("racks_without_cooling", loss.taken.hotRacks);
    const auto& seconds = loss.taken.seconds;
    for (const auto& [key, end] : {std::pair("seconds_low", seconds ? seconds->low() : 0),
                                   std::pair("seconds_high", seconds ? seconds->high() : 0)}) {
        json.key(key);
        if (seconds && seconds->isKnown())
            json.number(end);
        else
            json.null();
    }
    json.member("claimed", loss.claimed)
        .member("reached", enumName(loss.reached))
        .member("slower", loss.isSlower())
        .key("maintainable");
    if (loss.isMaintainable)
        json.flag(*loss.isMaintainable);
    else
        json.null();
    json.key("missing").beginArray();
    for (const Message& each : loss.taken.missing)
        json.text(texts.sentence(each));
    json.endArray().endObject();
}

std::string lossesJson(const std::vector<HallLoss>& losses, const Texts& texts) {
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).key("losses").beginArray();
    for (const HallLoss& loss : losses)
        writeLoss(json, loss, texts);
    return json.endArray().endObject().take();
}

std::string lossesText(const std::vector<HallLoss>& losses, FedCooling cooling, const Texts& texts) {
    const Schedule schedule = lossSchedule(losses, cooling);
    std::vector<Align> aligns;
    std::vector<std::string> header;
    for (const ScheduleColumn& column : schedule.columns) {
        aligns.push_back(column.kind == ColumnKind::Number ? Align::Right : Align::Left);
        header.push_back(column.header);
    }
    TextTable table(aligns);
    table.add(header);
    for (const ScheduleRow& row : schedule.rows) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            cells.push_back(cellText(schedule.columns[i], row.cells[i], texts));
        table.add(std::move(cells));
    }
    std::string out = table.text();
    for (const Message& note : schedule.notes)
        out += '\n' + texts.sentence(note) + '\n';
    return out;
}

} // namespace

int runLosses(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kLossesSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    const Context context(design->snapshot);
    const auto losses = lossesAsked(context, arguments->option("--element"));
    if (!losses)
        return refused(losses.error(), streams, session);
    streams.out << (arguments->has("--json") ? lossesJson(*losses, session.texts())
                                             : lossesText(*losses, fedCooling(context), session.texts()));
    return kExitDone;
}

} // namespace rackwright
