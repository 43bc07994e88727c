// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/cable_reason.h"

#include "solvers/cabling/cable_plan.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

std::string mediumName(CableMedium medium, const Texts& texts) {
    return texts.text(std::string("fabric.medium.").append(enumName(medium)));
}

std::string wordOf(const CableChoice::Candidate& candidate, double laneGigabits, const Texts& texts) {
    if (candidate.rejection == Rejection::LaneRate)
        return texts.sentence(Message("cabling.rejection.lane-rate").with("rate", UnitNumber{laneGigabits, "Gb/s"}));
    if (candidate.rejection == Rejection::TooFar && candidate.option.reach)
        return texts.sentence(
            Message("cabling.rejection.too-far").with("reach", UnitNumber{*candidate.option.reach, "m"}));
    return texts.text(std::string("cabling.rejection.").append(enumName(candidate.rejection)));
}

} // namespace

QStringList cableReason(const Context& context, Id<Cable> id, const Texts& texts) {
    const auto& ends = context.lookUp<CableEnds>();
    const auto& plan = context.lookUp<CablePlan>();
    const auto say = [&texts](const Message& message) { return QString::fromStdString(texts.sentence(message)); };
    const auto line = std::ranges::find(ends.cables, id, &CableLine::id);
    if (line == ends.cables.end())
        return {};
    const auto index = static_cast<std::size_t>(line - ends.cables.begin());
    const PlannedCable& planned = plan.cables[index];
    if (!line->isPresent)
        return {say(Message("fabric.reason.removed"))};
    if (line->isPinned)
        return {say(Message("fabric.reason.pinned"))};
    if (!line->isWhole() || !planned.isKnown())
        return {say(Message("fabric.reason.unknown"))};
    const CableChoice choice = plan.choice(ends, index);
    const LinkOption* best = choice.chosen();
    std::vector<std::pair<double, std::string>> dearer;
    QStringList ruledOut;
    const double lanes = ends.links[line->link].kind.a.laneGigabits;
    for (const CableChoice::Candidate* candidate : nearestOfMedia(choice)) {
        const std::string medium = mediumName(candidate->option.medium, texts);
        if (candidate->rejection != Rejection::None || !candidate->price)
            ruledOut += say(
                Message("fabric.reason.named").with("medium", medium).with("why", wordOf(*candidate, lanes, texts)));
        else if (candidate->option.medium != best->medium)
            dearer.emplace_back(*candidate->price - *choice.candidates.front().price, medium);
    }
    std::ranges::sort(dearer);
    QStringList more;
    for (const auto& [price, medium] : dearer)
        more += say(Message("fabric.reason.more").with("medium", medium).with("more", UnitNumber{price, "USD"}));
    QStringList lines = {
        say(Message("fabric.reason.length")
                .with("route", UnitNumber{std::round(static_cast<double>(planned.route) * 10) / 10, "m"})
                .with("order", UnitNumber{static_cast<double>(planned.order), "m"}))};
    if (best)
        lines += say(Message("fabric.reason.taken")
                         .with("medium", mediumName(best->medium, texts))
                         .with("price", UnitNumber{*choice.candidates.front().price, "USD"}));
    const auto list = [&](const char* message, const QStringList& names) {
        if (!names.isEmpty())
            lines += say(Message(message).with("media", names.join(QStringLiteral(", ")).toStdString()));
    };
    list("fabric.reason.dearer", more);
    list("fabric.reason.ruled-out", ruledOut);
    return lines;
}

} // namespace rackwright
