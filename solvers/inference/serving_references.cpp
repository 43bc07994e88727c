// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/serving_references.h"

#include "model/base/check.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/inference/figures.h"
#include "solvers/workload/job.h"

namespace rackwright {

namespace embedded {
extern const std::string_view servingReferenceTable;
} // namespace embedded

namespace {

constexpr std::string_view kOnPremises = "on-premises";

std::string bandText(const ServingReference& reference) {
    std::string text = shortestDigits(reference.low);
    if (reference.high > reference.low)
        text.append("\u2013").append(shortestDigits(reference.high));
    return text.append(reference.isCost ? " USD" : " tokens/s");
}

Message placed(const Value& cost, const ServingReference& band) {
    const char* id = cost.typical() < band.low    ? "serving-reference.below"
                     : cost.typical() > band.high ? "serving-reference.above"
                                                  : "serving-reference.within";
    return Message(id).with("low", shortestDigits(band.low)).with("high", shortestDigits(band.high));
}

std::string publishedText(const ServingReference& reference) {
    std::string text = reference.model;
    for (const std::string& part : {reference.accelerators, reference.format})
        if (!part.empty())
            text.append(", ").append(part);
    return reference.batch.empty() ? text : text.append(", batch ").append(reference.batch);
}

} // namespace

Result<std::vector<ServingReference>> readServingReferences(std::string_view csv) {
    const auto table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<ServingReference> references;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const std::string& kind = table->cell(row, "kind");
        const auto low = plainNumber(table->cell(row, "low")), high = plainNumber(table->cell(row, "high"));
        if ((kind != "cost" && kind != "throughput") || !low || !high)
            return inputError(Message("serving-reference.bad-row").with("row", static_cast<std::int64_t>(row + 1)));
        const std::string& count = table->cell(row, "accelerators");
        references.push_back({kind == "cost", table->cell(row, "model"),
                              count.empty() ? std::string() : count + " x " + table->cell(row, "accelerator"),
                              table->cell(row, "format"), table->cell(row, "batch"), *low, *high,
                              table->cell(row, "source"), table->cell(row, "date")});
    }
    return references;
}

std::span<const ServingReference> servingReferences() {
    static const std::vector<ServingReference> references = [] {
        Result<std::vector<ServingReference>> read = readServingReferences(embedded::servingReferenceTable);
        RW_CHECK(read, "the table of serving references of this build is unreadable");
        return std::move(*read);
    }();
    return references;
}

std::optional<Message> placedInBand(const Value& usdPerMillion) {
    if (!usdPerMillion.isKnown())
        return std::nullopt;
    for (const ServingReference& band : servingReferences())
        if (band.isCost && band.model == kOnPremises)
            return placed(usdPerMillion, band);
    return std::nullopt;
}

Schedule servingReferenceSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = emptySchedule("serving-references", {textColumn("What"), textColumn("Published"),
                                                         textColumn("Workload"), numberColumn("Own USD/M tokens"),
                                                         textColumn("Is"), textColumn("Source"), textColumn("Date")});
    made.edition = Edition::Internal;
    made.notes = {Message("schedule.serving-references.note")};
    bool isServed = false;
    const bool isUsd = context.project().quote.currency == Currency::usd();
    int number = 0;
    const auto add = [&](ScheduleCell what, const ServingReference& reference, ScheduleCell workload, ScheduleCell own,
                         ScheduleCell place, std::optional<Subject> subject) {
        made.rows.push_back({"reference:" + std::to_string(++number),
                             RowRole::Line,
                             subject,
                             {std::move(what), textCell(bandText(reference)), std::move(workload), std::move(own),
                              std::move(place), textCell(reference.source), textCell(reference.date)}});
    };
    for (const Workload& workload : context.design().workloads) {
        if (isTraining(workload))
            continue;
        isServed = true;
        const Subject subject = subjectOf(workload);
        const Value cost = valueOf(figures, figure_of::inferenceCost, subject);
        for (const ServingReference& band : servingReferences())
            if (band.isCost)
                add(Message("serving-reference.cost." + band.model), band,
                    textCell(nameOr(workload.name, workload.id.value)),
                    isUsd ? ScheduleCell(cost) : ScheduleCell(std::monostate{}),
                    isUsd && cost.isKnown() ? ScheduleCell(placed(cost, band)) : ScheduleCell(std::monostate{}),
                    subject);
    }
    if (!isServed)
        return made;
    for (const ServingReference& reference : servingReferences())
        if (!reference.isCost)
            add(textCell(publishedText(reference)), reference, std::monostate{}, std::monostate{}, std::monostate{},
                {});
    return made;
}

} // namespace rackwright
