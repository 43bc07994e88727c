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
void colourBusways(Overlay& overlay, const Design& design, const HallLoss& loss, const Texts& texts) {
    bool hasOver = false, hasDark = false;
    for (const PathSegment& segment : design.pathSegments) {
        if (!segment.busway)
            continue;
        const AfterLoss after = afterLoss(loss, Subject(segment.busway));
        if (after == AfterLoss::Runs)
            continue;
        overlay.pathways[segment.id.value] = after == AfterLoss::Overloaded ? Ink::Bad : Ink::Column;
        (after == AfterLoss::Overloaded ? hasOver : hasDark) = true;
    }
    if (hasOver)
        overlay.legend.push_back({Ink::Bad, QString::fromStdString(texts.text("plan.loss.busway-overloaded"))});
    if (hasDark)
        overlay.legend.push_back({Ink::Column, QString::fromStdString(texts.text("plan.loss.busway-dark"))});
}

} // namespace

AfterLoss afterLoss(const HallLoss& loss, Subject subject) {
    if (std::ranges::count(loss.lost, subject) > 0)
        return AfterLoss::Lost;
    if (std::ranges::count(loss.taken.overloads, subject, &LossOverload::subject) > 0)
        return AfterLoss::Overloaded;
    return std::ranges::count(loss.taken.darkElements, subject) > 0 ? AfterLoss::Dark : AfterLoss::Runs;
}

Overlay lossOverlay(const Context& context, const HallLoss& loss, const Texts& texts) {
    Overlay overlay;
    const auto colour = [&overlay](const auto& racks, Ink fill) {
        for (const Id<Rack> rack : racks)
            overlay.readings[rack.value].fill = fill;
    };
    for (const Rack* rack : context.racks())
        overlay.readings[rack->id.value].fill = Ink::RackFill;
    colour(racksOverloaded(context.design(), loss.taken), Ink::BadWash);
    colour(loss.taken.openRacks, Ink::WarningWash);
    colour(loss.taken.throttledRacks, Ink::LoadAmber);
    colour(loss.taken.darkRacks, Ink::LoadRed);
    const auto key = [&](Ink fill, const char* id) {
        overlay.legend.push_back({fill, QString::fromStdString(texts.text(id))});
    };
    key(Ink::RackFill, "plan.loss.runs");
    key(Ink::LoadRed, "plan.loss.dark");
    key(Ink::LoadAmber, "plan.loss.throttled");
    key(Ink::BadWash, "plan.loss.overloaded");
    key(Ink::WarningWash, "plan.loss.open");
    colourBusways(overlay, context.design(), loss, texts);
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
