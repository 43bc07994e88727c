// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/load_field.h"

#include "ui/text/to_text.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kMilli = 1e-3;

std::string numberText(double number, const Texts& texts) {
    return texts.figure(Value(number), {}, 1, {.significantDigits = 3});
}

} // namespace

PointField loadField(const LoadCurve& curve, const Texts& texts) {
    const auto sentence = [&texts](const Message& message) { return toText(texts.sentence(message)); };
    PointField field;
    field.title = toText(texts.text("workloads.curve"));
    field.xName = toText(texts.text("workloads.curve.latency"));
    field.yName = toText(texts.text("workloads.curve.rate"));
    field.isLogX = field.isLogY = true;
    if (curve.points.empty())
        return field;
    const auto reading = [&](const LoadPoint& point) {
        return sentence(Message("workloads.curve.reading")
                            .with("count", numberText(point.concurrency, texts))
                            .with("rate", numberText(point.rate, texts))
                            .with("first", texts.figure(Value(point.firstToken), "ms", kMilli))
                            .with("each", texts.figure(Value(point.eachToken), "ms", kMilli))
                            .with("answer", texts.figure(Value(point.answer), "s", 1)));
    };
    PlacedLine line;
    line.ink = Ink::Accent;
    for (const LoadPoint& point : curve.points) {
        line.x.push_back(point.eachToken / kMilli);
        line.y.push_back(point.rate);
        const bool isKept = !curve.targets.hasTimes() || curve.targets.areKept(point);
        field.points.push_back(
            {point.eachToken / kMilli, point.rate, isKept ? Ink::Accent : Ink::LoadRed, false, {}, reading(point)});
    }
    const double low = std::min(line.y.front(), line.y.back()), high = std::max(line.y.front(), line.y.back());
    const double nearest = line.x.front(), furthest = line.x.back();
    field.lines.push_back(std::move(line));
    const auto dashed = [&](const char* id, std::vector<double> x, std::vector<double> y) {
        field.lines.push_back({toText(texts.text(id)), Ink::Wall, true, std::move(x), std::move(y)});
    };
    if (curve.targets.eachToken)
        dashed("workloads.curve.each-target", {*curve.targets.eachToken / kMilli, *curve.targets.eachToken / kMilli},
               {low, high});
    if (curve.targets.rate)
        dashed("workloads.curve.rate-target", {nearest, furthest}, {*curve.targets.rate, *curve.targets.rate});
    if (curve.now)
        field.points.push_back({curve.now->eachToken / kMilli, curve.now->rate, Ink::LoadAmber, true,
                                toText(texts.text("workloads.curve.now")), reading(*curve.now)});
    if (curve.crossing)
        field.points.push_back(
            {curve.crossing->eachToken / kMilli, curve.crossing->rate, Ink::LoadRed, true,
             sentence(
                 Message("workloads.curve.crossing").with("count", numberText(curve.crossing->concurrency, texts))),
             reading(*curve.crossing)});
    return field;
}

} // namespace rackwright
