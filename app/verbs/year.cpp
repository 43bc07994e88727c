// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/year.h"

#include "app/figure_text.h"
#include "app/text_file.h"
#include "app/text_table.h"
#include "app/verbs/design_argument.h"
#include "model/edits/record_edits.h"
#include "model/file/design_file.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/year_domain.h"
#include "ui/report/schedule_files.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <ostream>

namespace rackwright {

namespace {

const ArgumentSpec kYearSpec{{{"FILE"}},
                             {{"--weather", "W.epw"}, {"--output", "FILE"}, kForceOption, kOptionOption, kJsonOption}};

constexpr std::array kYearFigures = {figure_of::coolingYearPue,       figure_of::coolingYearWue,
                                     figure_of::coolingYearEnergy,    figure_of::coolingYearWater,
                                     figure_of::coolingYearCarbon,    figure_of::coolingYearHoursFree,
                                     figure_of::coolingYearHoursAbove};

/// The design with a weather file as its climate.
Result<Document> withWeather(const Document& document, const std::string& file, const Texts& texts) {
    const Result<std::string> text = readTextFile(file, kLargestClimateFile);
    if (!text)
        return text.error();
    const std::string name = std::filesystem::path(file).filename().string();
    const Result<Climate> climate = readClimateFile(*text, name);
    if (!climate)
        return inFile(file, climate.error(), texts);
    IdSource ids(document.nextId);
    const Edit edit = edits::putSetting(std::string(setting_of::kClimate), climateText(*climate), name);
    Result<ProjectPtr> changed = edit.apply(*document.project, ids);
    if (!changed)
        return changed.error();
    return Document{std::move(*changed), ids.next()};
}

std::string scheduleText(const Schedule& schedule, const Texts& texts) {
    if (schedule.rows.empty())
        return {};
    std::vector<std::string> header;
    for (const ScheduleColumn& column : schedule.columns)
        header.push_back(column.header);
    TextTable table(std::vector<Align>(header.size(), Align::Right));
    table.add(header);
    for (const ScheduleRow& row : schedule.rows) {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            cells.push_back(cellText(schedule.columns[i], row.cells[i], texts));
        table.add(std::move(cells));
    }
    return table.text() + '\n';
}

std::string yearText(const Solution& solution, const YearBasis& basis, const Texts& texts) {
    const Context& context = solution.context();
    std::string out;
    for (const YearPath& path : basis.paths())
        out += texts.sentence(Message("year.plant")
                                  .with("name", path.name)
                                  .with("share", UnitNumber{std::round(path.plant.share * 1000) / 10, "%"})) +
               '\n';
    TextTable figures({Align::Left, Align::Right});
    for (const FigureHandle& of : kYearFigures)
        if (const FigureResult* result = solution.find(std::string_view(of)))
            figures.add({texts.text("figure-title." + std::string(of)), figureText(context, *result, texts)});
    out += figures.text() + '\n';
    const Schedule schedule = yearSchedule(context, basis), months = monthSchedule(context, basis);
    out += scheduleText(months, texts) + scheduleText(schedule, texts);
    if (!basis.missing() && months.rows.empty())
        out += texts.sentence(months.notes.front()) + '\n';
    for (const Message& note : schedule.notes)
        out += texts.sentence(note) + '\n';
    return out;
}

std::string yearJson(const Solution& solution, const YearBasis& basis, const Texts& texts) {
    const Context& context = solution.context();
    JsonWriter json;
    json.beginObject().member("schema", std::int64_t{1}).member("climate", basis.climate().name).key("missing");
    if (basis.missing())
        json.text(texts.sentence(basis.missing()->message));
    else
        json.null();
    json.key("plants").beginArray();
    for (const YearPath& path : basis.paths()) {
        json.beginObject().member("name", path.name).member("kind", enumName(plantKindOf(path.plant))).key("share");
        json.number(path.plant.share);
        json.key("set_point_c");
        if (path.setPoint)
            json.number(*path.setPoint);
        else
            json.null();
        json.endObject();
    }
    json.endArray().key("figures").beginObject();
    for (const FigureHandle& of : kYearFigures)
        if (const FigureResult* result = solution.find(std::string_view(of))) {
            json.key(std::string_view(of)).beginObject();
            writeValue(json, context, result->value, result->definition->unit);
            json.endObject();
        }
    json.endObject().key("months").beginArray();
    for (std::size_t month = 0; !basis.missing() && month < basis.climate().months.size(); ++month) {
        const YearBasis hours = basis.inMonth(month);
        json.beginObject().member("month", static_cast<std::int64_t>(month + 1)).key("hours").number(hours.hours());
        json.key("pue");
        writeValue(json, context, pueOfYear<Value>(context, hours), "");
        json.key("energy");
        writeValue(json, context, energyOfMonth(context, basis, month).si(), "MWh");
        json.key("water_per_it_energy");
        writeValue(json, context, wueOfYear<Value>(context, hours), "L/kWh");
        json.endObject();
    }
    json.endArray().key("bins").beginArray();
    for (const WeatherBin& bin : basis.climate().bins) {
        json.beginObject()
            .member("dry_bulb_from_c", std::int64_t{bin.dryBulbFloor})
            .member("hours", std::int64_t{bin.hours})
            .key("wet_bulb_c");
        json.number(bin.meanWetBulb);
        json.endObject();
    }
    return json.endArray().endObject().take();
}

} // namespace

int runYear(std::span<const std::string> words, Streams& streams, Session& session) {
    const auto arguments = Arguments::parse(kYearSpec, words);
    if (!arguments)
        return refused(arguments.error(), streams, session);
    const auto design = openDesign(*arguments, session);
    if (!design)
        return refused(design.error(), streams, session);
    Document document = design->document;
    Snapshot snapshot = design->snapshot;
    if (const auto weather = arguments->option("--weather")) {
        Result<Document> changed = withWeather(document, *weather, session.texts());
        if (!changed)
            return refused(changed.error(), streams, session);
        document = std::move(*changed);
        snapshot = snapshotOf(document.project, snapshot.option);
    }
    const auto solution = session.solve(snapshot, {"cooling"});
    if (!solution)
        return refused(solution.error(), streams, session);
    if (Done written = writeToOutput(*arguments, document); !written)
        return refused(written.error(), streams, session);
    const auto& basis = (*solution)->context().lookUp<YearBasis>();
    streams.out << (arguments->has("--json") ? yearJson(**solution, basis, session.texts())
                                             : yearText(**solution, basis, session.texts()));
    return kExitDone;
}

} // namespace rackwright
