// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/cable_reason.h"

#include "solvers/cables/cable_plan.h"

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

class ReasonLines {
public:
    ReasonLines(const Context& context, const Texts& texts)
        : m_ends(context.lookUp<CableEnds>()), m_plan(context.lookUp<CablePlan>()), m_texts(texts) {}

    QStringList of(Id<Cable> id) {
        const auto line = std::ranges::find(m_ends.cables, id, &CableLine::id);
        if (line == m_ends.cables.end())
            return {};
        if (!line->isPresent)
            return {say(Message("fabric.reason.removed"))};
        const auto index = static_cast<std::size_t>(line - m_ends.cables.begin());
        const PlannedCable& planned = m_plan.cables[index];
        if (!line->isWhole() || !planned.isKnown()) {
            if (line->isPinned)
                m_lines += say(Message("fabric.reason.pinned"));
            m_lines += say(Message("fabric.reason.unknown"));
            return m_lines;
        }
        m_lines += say(Message("fabric.reason.length")
                           .with("route", UnitNumber{std::round(static_cast<double>(planned.route) * 10) / 10, "m"})
                           .with("order", UnitNumber{static_cast<double>(planned.order), "m"}));
        const CableChoice choice = m_plan.choice(m_ends, index);
        if (line->isPinned)
            addPinned(choice, m_plan.option(m_ends, index), static_cast<double>(planned.order));
        else if (const LinkOption* best = choice.chosen())
            m_lines += say(Message("fabric.reason.taken")
                               .with("medium", mediumName(best->medium, m_texts))
                               .with("price", UnitNumber{*choice.candidates.front().price, "USD"}));
        addOthers(choice, m_ends.links[line->link].kind.a.laneGigabits);
        return m_lines;
    }

private:
    QString say(const Message& message) const { return QString::fromStdString(m_texts.sentence(message)); }

    /// What a person chose, and what would have been taken had no person done it.
    void addPinned(const CableChoice& choice, const LinkOption* own, double metres) {
        const double price = own ? own->price(metres) : 0;
        m_lines += price > 0 ? say(Message("fabric.reason.pinned-price").with("price", UnitNumber{price, "USD"}))
                             : say(Message("fabric.reason.pinned"));
        const LinkOption* best = choice.chosen();
        if (!best)
            return;
        const double least = *choice.candidates.front().price;
        const double difference = std::round(price - least);
        const bool isCompared = price > 0 && difference != 0;
        Message instead(!isCompared      ? "fabric.reason.instead"
                        : difference > 0 ? "fabric.reason.instead-less"
                                         : "fabric.reason.instead-more");
        instead.with("medium", mediumName(best->medium, m_texts)).with("price", UnitNumber{least, "USD"});
        if (isCompared)
            instead.with("difference", UnitNumber{std::abs(difference), "USD"});
        m_lines += say(instead);
    }

    void addOthers(const CableChoice& choice, double laneGigabits) {
        const LinkOption* best = choice.chosen();
        std::vector<std::pair<double, std::string>> dearer;
        QStringList more, ruledOut;
        for (const CableChoice::Candidate* candidate : nearestOfMedia(choice)) {
            const std::string medium = mediumName(candidate->option.medium, m_texts);
            if (candidate->rejection != Rejection::None || !candidate->price)
                ruledOut += say(Message("fabric.reason.named")
                                    .with("medium", medium)
                                    .with("why", wordOf(*candidate, laneGigabits, m_texts)));
            else if (candidate->option.medium != best->medium)
                dearer.emplace_back(*candidate->price - *choice.candidates.front().price, medium);
        }
        std::ranges::sort(dearer);
        for (const auto& [price, medium] : dearer)
            more += say(Message("fabric.reason.more").with("medium", medium).with("more", UnitNumber{price, "USD"}));
        for (const auto& [message, names] :
             {std::pair{"fabric.reason.dearer", more}, std::pair{"fabric.reason.ruled-out", ruledOut}})
            if (!names.isEmpty())
                m_lines += say(Message(message).with("media", names.join(QStringLiteral(", ")).toStdString()));
    }

    const CableEnds& m_ends;
    const CablePlan& m_plan;
    const Texts& m_texts;
    QStringList m_lines;
};

} // namespace

QStringList cableReason(const Context& context, Id<Cable> id, const Texts& texts) {
    return ReasonLines(context, texts).of(id);
}

} // namespace rackwright
