// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/loss_overlay.h"

#include <algorithm>
#include <set>

namespace rackwright {

namespace {

/// Racks that something overloaded stands in.
std::set<Id<Rack>> racksOverloaded(const Design& design, const HallTaken& taken) {
    std::set<Id<Rack>> racks;
    for (const LossOverload& each : taken.overloads) {
        if (const PowerElement* element = findRow<PowerElement>(design, each.subject))
            racks.insert(rackOf(element->placement));
        if (const CoolingUnit* unit = findRow<CoolingUnit>(design, each.subject))
            racks.insert(rackOf(unit->placement));
    }
    racks.erase(Id<Rack>{});
    return racks;
}

/// Busways over the room: red where they are overloaded, grey where nothing feeds them any more.
void colourBusways(Overlay& overlay, const Design& design, const HallLoss& loss) {
    for (const PathSegment& segment : design.pathSegments) {
        if (!segment.busway)
            continue;
        const AfterLoss after = afterLoss(loss, Subject(segment.busway));
        if (after == AfterLoss::Runs)
            continue;
        overlay.pathways[segment.id.value] = after == AfterLoss::Overloaded ? Ink::Bad : Ink::Column;
    }
}

Message overloadWords(const LossOverload& overload, const Texts& texts) {
    return Message("single-line.overloaded")
        .with("after", texts.figure(overload.asKnown(overload.after), "kW", 1000, {3}))
        .with("rating", texts.figure(Value(overload.rating), "kW", 1000, {3}));
}

} // namespace

AfterLoss afterLoss(const HallLoss& loss, Subject subject) {
    if (std::ranges::count(loss.lost, subject) > 0)
        return AfterLoss::Lost;
    if (std::ranges::count(loss.taken.overloads, subject, &LossOverload::subject) > 0)
        return AfterLoss::Overloaded;
    const bool isDark = std::ranges::count(loss.taken.darkElements, subject) > 0 ||
                        std::ranges::count(loss.taken.darkUnits, subject.as<CoolingUnit>()) > 0;
    return isDark ? AfterLoss::Dark : AfterLoss::Runs;
}

std::vector<LossMark> lossMarks(const HallLoss& loss, const Texts& texts) {
    std::vector<LossMark> marks;
    std::set<Subject> marked;
    const auto mark = [&](Subject subject, AfterLoss after, const std::string& words) {
        if (marked.insert(subject).second)
            marks.push_back({subject, after, QString::fromStdString(words)});
    };
    for (const Subject each : loss.lost)
        mark(each, AfterLoss::Lost, texts.text("single-line.out"));
    for (const LossOverload& each : loss.taken.overloads)
        mark(each.subject, AfterLoss::Overloaded, texts.sentence(overloadWords(each, texts)));
    for (const Subject each : loss.taken.darkElements)
        mark(each, AfterLoss::Dark, texts.text("single-line.dark"));
    for (const Id<CoolingUnit> each : loss.taken.darkUnits)
        mark(Subject(each), AfterLoss::Dark, texts.text("single-line.dark"));
    return marks;
}

Overlay lossOverlay(const Context& context, const HallLoss& loss, const Texts& texts) {
    Overlay overlay;
    const auto colour = [&](const auto& racks, Ink fill, const char* word) {
        const QString said = QString::fromStdString(texts.text(word));
        for (const Id<Rack> rack : racks)
            overlay.readings[rack.value] = {said, said, {}, fill};
    };
    for (const Rack* rack : context.racks())
        overlay.readings[rack->id.value].fill = Ink::RackFill;
    colour(racksOverloaded(context.design(), loss.taken), Ink::BadWash, "plan.loss.word.overloaded");
    colour(loss.taken.openRacks, Ink::WarningWash, "plan.loss.word.open");
    colour(loss.taken.throttledRacks, Ink::LoadAmber, "plan.loss.word.throttled");
    colour(loss.taken.darkRacks, Ink::LoadRed, "plan.loss.word.dark");
    const auto key = [&](Ink fill, const char* id) {
        overlay.legend.push_back({fill, QString::fromStdString(texts.text(id))});
    };
    key(Ink::RackFill, "plan.loss.runs");
    key(Ink::LoadRed, "plan.loss.dark");
    key(Ink::LoadAmber, "plan.loss.throttled");
    key(Ink::BadWash, "plan.loss.overloaded");
    key(Ink::WarningWash, "plan.loss.open");
    colourBusways(overlay, context.design(), loss);
    const std::vector<LossMark> marks = lossMarks(loss, texts);
    const auto keyOf = [&](AfterLoss after, Ink fill, const char* id) {
        if (std::ranges::count(marks, after, &LossMark::after) > 0)
            key(fill, id);
    };
    keyOf(AfterLoss::Lost, Ink::Text, "plan.loss.thing-out");
    keyOf(AfterLoss::Dark, Ink::Column, "plan.loss.thing-dark");
    keyOf(AfterLoss::Overloaded, Ink::Bad, "plan.loss.thing-overloaded");
    return overlay;
}

std::string lossWords(const HallLoss& loss, const Texts& texts) {
    const HallTaken& taken = loss.taken;
    std::string words = texts.sentence(lossSummary(loss));
    if (taken.seconds && taken.seconds->isKnown())
        words += " " + texts.sentence(Message("losses.seconds")
                                          .with("low", UnitNumber{taken.seconds->low(), "s"})
                                          .with("high", UnitNumber{taken.seconds->high(), "s"}));
    else if (taken.seconds)
        words += " " + texts.text("losses.seconds-open");
    if (loss.trade == LossTrade::OfPower)
        words += " " + texts.text("losses.without-cooling");
    // Of several inputs that lack the first stands here; all are in the table of losses.
    if (!taken.missing.empty())
        words += " " + texts.sentence(Message("losses.lacks").with("what", texts.sentence(taken.missing.front())));
    return words;
}

} // namespace rackwright
