// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/load_curve.h"

#include "model/edits/workload_edits.h"
#include "model/units/number_text.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/inference/serving.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kPointsPerDoubling = 2;
constexpr double kMostPoints = 64;

std::optional<double> targetOf(const Workload& workload, std::string_view parameter, std::string_view unit) {
    const auto value = parameterValue(workload.parameters, parameter, unit);
    return value && value->isKnown() ? std::optional(value->typical()) : std::nullopt;
}

/// The workload itself with so many sequences in each instance.
std::optional<LoadPoint> pointAt(const Context& context, const Workload& workload, double batch, double instances) {
    Workload asked = workload;
    setParameter(asked.parameters, "concurrency", shortestDigits(batch * instances));
    const Value rate = servedRate<Value>(context, asked).si(), first = firstTokenTime<Value>(context, asked).si(),
                each = tokenTime<Value>(context, asked).si(),
                output = parameterOr<Value>(context, asked, "output-tokens", setting_of::outputTokens).si();
    if (!rate.isKnown() || !first.isKnown() || !each.isKnown() || !output.isKnown() || !(rate.typical() > 0))
        return std::nullopt;
    return LoadPoint{batch * instances, rate.typical(), first.typical(), each.typical(),
                     first.typical() + std::max(0.0, output.typical() - 1) * each.typical()};
}

} // namespace

bool LoadTargets::areKept(const LoadPoint& point) const {
    constexpr double kRoundingOf = 1 + 1e-9;
    return (!firstToken || point.firstToken <= *firstToken * kRoundingOf) &&
           (!eachToken || point.eachToken <= *eachToken * kRoundingOf) &&
           (!answer || point.answer <= *answer * kRoundingOf);
}

LoadTargets loadTargetsOf(const Workload& workload) {
    return {targetOf(workload, "ttft-target", "ms"), targetOf(workload, "tpot-target", "ms"),
            targetOf(workload, "e2e-target", "s"), targetOf(workload, "rate-target", "1/s")};
}

LoadCurve loadCurve(const Context& context, const Workload& workload) {
    LoadCurve curve;
    curve.targets = loadTargetsOf(workload);
    const Value most = instanceConcurrency<Value>(context, workload), all = instanceCount<Value>(context, workload);
    if (!most.isKnown() || !all.isKnown() || most.typical() < 1 || all.typical() < 1)
        return curve;
    const double instances = all.typical(), largest = most.typical();
    const auto at = [&](double batch) { return pointAt(context, workload, batch, instances); };
    double batch = 0;
    for (double step = 0; step < kMostPoints && batch < largest; ++step) {
        const double next = std::min(largest, std::round(std::exp2(step / kPointsPerDoubling)));
        if (next <= batch)
            continue;
        batch = next;
        const auto point = at(batch);
        if (!point) {
            curve.points.clear();
            return curve;
        }
        curve.points.push_back(*point);
    }
    if (const Value own = batchOf<Value>(context, workload); own.isKnown() && own.typical() >= 1)
        curve.now = at(own.typical());
    if (!curve.targets.hasTimes() || curve.points.empty() || !curve.targets.areKept(curve.points.front()))
        return curve;
    // Times only grow with the batch.
    double kept = 1, late = largest + 1;
    while (late - kept > 1) {
        const double middle = std::floor((kept + late) / 2);
        const auto point = at(middle);
        (point && curve.targets.areKept(*point) ? kept : late) = middle;
    }
    curve.crossing = at(kept);
    return curve;
}

Schedule loadCurveSchedule(const Context& context) {
    Schedule made = emptySchedule("serving-curve",
                                  {textColumn("Workload"), numberColumn("Requests at a time"), numberColumn("Tokens/s"),
                                   numberColumn("First token ms", "ms"), numberColumn("Token ms", "ms"),
                                   numberColumn("Answer s", "s"), textColumn("Is")},
                                  3);
    for (const Workload& workload : context.design().workloads) {
        if (isTraining(workload))
            continue;
        const LoadCurve curve = loadCurve(context, workload);
        int number = 0;
        const auto add = [&](const LoadPoint& point, ScheduleCell what) {
            made.rows.push_back(
                {"workload:" + std::to_string(workload.id.value) + ":" + std::to_string(++number),
                 RowRole::Line,
                 subjectOf(workload),
                 {textCell(nameOr(workload.name, workload.id.value)), Value(point.concurrency), Value(point.rate),
                  Value(point.firstToken), Value(point.eachToken), Value(point.answer), std::move(what)}});
        };
        for (const LoadPoint& point : curve.points)
            add(point, std::monostate{});
        if (curve.now)
            add(*curve.now, Message("serving-curve.now"));
        if (curve.crossing)
            add(*curve.crossing, Message("serving-curve.crossing"));
    }
    made.notes = {Message("schedule.serving-curve.note")};
    return made;
}

} // namespace rackwright
