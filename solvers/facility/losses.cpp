// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/losses.h"

#include "model/project/site_fields.h"
#include "model/units/heat_unit.h"
#include "solvers/engine/reader.h"
#include "solvers/facility/loss_of_cooling.h"
#include "solvers/facility/loss_of_power.h"
#include "solvers/power/loads.h"
#include "solvers/power/settings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace rackwright {

namespace {

template <class Row>
std::string rowName(const Row& row) {
    return row.name.empty() ? std::to_string(row.id.value) : row.name;
}

std::string sideLetter(FeedSide side) { return std::string(1, static_cast<char>('A' + static_cast<int>(side) - 1)); }

/// Power elements one by one, with what their whole side takes.
class PowerTable {
public:
    explicit PowerTable(const Context& context, LoadsAfterLoss loads = LoadsAfterLoss::Left)
        : m_context(context), m_power(context, loads) {
        m_refuses = isDegradationRefused(context);
        m_claimed = siteText(context.project(), site::redundancy);
        const std::vector<FeedSide> sides = sidesOf(context.design());
        for (const FeedSide side : sides)
            if (sides.size() > 1)
                m_sides.emplace(side, wholeSide(side));
    }

    HallLoss of(const PowerElement& element) {
        HallLoss loss;
        loss.trade = LossTrade::OfPower;
        loss.kind = Message(std::string("power-kind.").append(enumName(element.kind)));
        loss.name = rowName(element);
        loss.lost = {Subject(element.id)};
        const std::array lost{element.id};
        loss.taken = m_power.without(lost);
        judgeLoss(loss, m_refuses);
        if (!m_power.carries(element.id)) {
            loss.reached = Reached::Unknown;
            return loss;
        }
        loss.claimed = m_claimed;
        const auto side = m_sides.find(element.side);
        if (loss.reached == Reached::OneMore && side != m_sides.end() && side->second.isMaintainable.value_or(false))
            loss.reached = Reached::Twice;
        return loss;
    }
    std::vector<HallLoss> sides() const {
        std::vector<HallLoss> losses;
        for (const auto& [side, loss] : m_sides)
            losses.push_back(loss);
        return losses;
    }

private:
    HallLoss wholeSide(FeedSide side) {
        HallLoss loss;
        loss.trade = LossTrade::OfPower;
        loss.kind = Message("losses.kind.feed");
        loss.name = sideLetter(side);
        loss.isWholeFeed = true;
        std::vector<Id<PowerElement>> lost;
        for (const PowerElement& element : m_context.design().powerElements)
            if (element.side == side && element.scope.isPresent()) {
                lost.push_back(element.id);
                loss.lost.emplace_back(element.id);
            }
        loss.taken = m_power.without(lost);
        loss.claimed = m_claimed;
        judgeLoss(loss, m_refuses);
        if (loss.reached == Reached::OneMore)
            loss.reached = Reached::Twice;
        return loss;
    }

    const Context& m_context;
    LossOfPower m_power;
    std::map<FeedSide, HallLoss> m_sides;
    std::string m_claimed;
    bool m_refuses = false;
};

HallLoss lossOfUnit(const LossOfCooling& cooling, const CoolingUnit& unit, bool refusesDegradation) {
    HallLoss loss;
    loss.trade = LossTrade::OfCooling;
    loss.kind = Message(std::string("cooling-unit.").append(enumName(unit.kind)));
    loss.name = rowName(unit);
    loss.lost = {Subject(unit.id)};
    loss.taken = cooling.withoutUnit(unit.id);
    judgeLoss(loss, refusesDegradation);
    if (!cooling.carries(unit.id)) {
        loss.reached = Reached::Unknown;
        return loss;
    }
    loss.claimed = cooling.claimOf(unit.id);
    if (loss.reached == Reached::OneMore && cooling.isTwice(unit.id))
        loss.reached = Reached::Twice;
    return loss;
}

HallLoss lossOfLoop(const LossOfCooling& cooling, const CoolingLoop& loop, bool refusesDegradation) {
    HallLoss loss;
    loss.trade = LossTrade::OfCooling;
    loss.kind = Message(loop.isFacilityWater ? "losses.kind.water" : "losses.kind.loop");
    loss.name = rowName(loop);
    loss.lost = {Subject(loop.id)};
    loss.taken = cooling.withoutLoop(loop.id);
    judgeLoss(loss, refusesDegradation);
    if (!cooling.carries(loop.id))
        loss.reached = Reached::Unknown;
    return loss;
}

auto likenessOfLoss(const HallLoss& loss) {
    const HallTaken& taken = loss.taken;
    const LossOverload worst = taken.overloads.empty() ? LossOverload{} : taken.overloads.front();
    std::string missing;
    for (const Message& each : taken.missing)
        missing.append(each.id).append(" ");
    const auto whole = [](double number) { return std::llround(number); };
    const bool isTimed = taken.seconds && taken.seconds->isKnown();
    return std::tuple(loss.kind.id, loss.claimed, loss.reached, loss.isMaintainable, taken.dark.racks,
                      taken.dark.accelerators, taken.throttled.racks, taken.throttled.accelerators, taken.open.racks,
                      taken.open.accelerators, taken.overloads.size(), whole(worst.before), whole(worst.after),
                      whole(worst.rating), worst.isAtLeast, whole(taken.heat), whole(taken.heatMost), taken.hotRacks,
                      taken.seconds.has_value(), isTimed, isTimed ? whole(taken.seconds->low()) : 0,
                      isTimed ? whole(taken.seconds->high()) : 0, std::move(missing),
                      loss.isWholeFeed ? loss.name : std::string());
}

/// The more it takes, the earlier it stands.
bool isWorse(const HallLoss& a, const HallLoss& b) {
    const auto rank = [](const HallLoss& loss) {
        const HallTaken& taken = loss.taken;
        const double over =
            taken.overloads.empty() ? 0 : taken.overloads.front().after / taken.overloads.front().rating;
        return std::tuple(-taken.dark.accelerators, -taken.dark.racks, -taken.heat, -over,
                          -taken.throttled.accelerators, -taken.throttled.racks, -taken.open.accelerators,
                          -taken.open.racks, loss.trade, !loss.isWholeFeed, loss.lost.front());
    };
    return rank(a) < rank(b);
}

} // namespace

bool isDegradationRefused(const Context& context) {
    return plainSetting(context, settingFact(setting_of::noDegradation)).typical() > 0.5;
}

void judgeLoss(HallLoss& loss, bool refusesDegradation) {
    const HallTaken& taken = loss.taken;
    const bool slows = taken.throttled.racks > 0 && (refusesDegradation || loss.trade == LossTrade::OfCooling);
    if (!taken.isNothing() || slows)
        loss.isMaintainable = false;
    else if (!taken.isOpen())
        loss.isMaintainable = true;
    loss.reached = !loss.isMaintainable ? Reached::Unknown : *loss.isMaintainable ? Reached::OneMore : Reached::Single;
}

std::vector<HallLoss> grouped(std::vector<HallLoss> losses) {
    std::vector<HallLoss> made;
    std::map<decltype(likenessOfLoss(losses.front())), std::size_t> known;
    for (HallLoss& loss : losses) {
        const auto [it, isNew] = known.try_emplace(likenessOfLoss(loss), made.size());
        if (isNew)
            made.push_back(std::move(loss));
        else
            made[it->second].lost.push_back(loss.lost.front());
    }
    std::ranges::sort(made, isWorse);
    return made;
}

PowerLosses::PowerLosses(const Context& context) {
    PowerTable power(context);
    std::vector<HallLoss> losses = power.sides();
    const Table<PowerElement>& elements = context.design().powerElements;
    for (const PowerElement& element : elements) {
        if (!element.scope.isPresent())
            continue;
        losses.push_back(power.of(element));
        for (const LossOverload& overload : losses.back().taken.overloads) {
            const PowerElement* burdened = findRow<PowerElement>(context.design(), overload.subject);
            // POWER-09 judges lost modules of a group.
            if (!burdened || (!element.redundancyGroup.empty() && burdened->redundancyGroup == element.redundancyGroup))
                continue;
            OverloadByLoss& worst = m_overloads[burdened->id];
            if (overload.after > worst.after)
                worst = {losses.back().name, overload.after, overload.rating};
        }
    }
    m_losses = grouped(std::move(losses));
}

const OverloadByLoss* PowerLosses::overloadOf(Id<PowerElement> element) const {
    const auto it = m_overloads.find(element);
    return it == m_overloads.end() ? nullptr : &it->second;
}

HallLosses::HallLosses(const Context& context) {
    std::vector<HallLoss> losses;
    const LossOfCooling cooling(context);
    const bool refuses = isDegradationRefused(context);
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent())
            losses.push_back(lossOfUnit(cooling, unit, refuses));
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (loop.scope.isPresent())
            losses.push_back(lossOfLoop(cooling, loop, refuses));
    m_losses = grouped(std::move(losses));
    // Likes of power stand together already.
    const std::vector<HallLoss>& ofPower = context.lookUp<PowerLosses>().losses();
    m_losses.insert(m_losses.end(), ofPower.begin(), ofPower.end());
    std::ranges::sort(m_losses, isWorse);
    m_accelerators = std::llround(groupsAccelerators<Value>(context, context.groups()).si().typical()) +
                     (context.design().modules.isEmpty() ? 0 : moduleAccelerators(context, {}));
}

std::vector<HallLoss> allLosses(const Context& context) {
    std::vector<HallLoss> losses = context.lookUp<HallLosses>().losses();
    std::ranges::move(networkLosses(context), std::back_inserter(losses));
    std::ranges::stable_sort(losses, isWorse);
    return losses;
}

std::optional<HallLoss> lossOf(const Context& context, Subject subject) {
    const Design& design = context.design();
    if (const PowerElement* element = findRow<PowerElement>(design, subject); element && element->scope.isPresent())
        return PowerTable(context, LoadsAfterLoss::Noted).of(*element);
    if (const CoolingUnit* unit = findRow<CoolingUnit>(design, subject); unit && unit->scope.isPresent())
        return lossOfUnit(LossOfCooling(context, LoadsAfterLoss::Noted), *unit, isDegradationRefused(context));
    if (const CoolingLoop* loop = findRow<CoolingLoop>(design, subject); loop && loop->scope.isPresent())
        return lossOfLoop(LossOfCooling(context, LoadsAfterLoss::Noted), *loop, isDegradationRefused(context));
    if (subject.kind == SubjectKind::Device)
        for (HallLoss& loss : networkLosses(context))
            if (std::ranges::count(loss.lost, subject) > 0)
                return std::move(loss);
    return std::nullopt;
}

Message lossSummary(const HallLoss& loss) {
    const HallTaken& taken = loss.taken;
    if (taken.isNothing() && taken.throttled.racks == 0)
        return Message(taken.isOpen() ? "losses.summary.open" : "losses.summary.nothing").with("name", loss.name);
    // Racks of which nothing is known may be dark or throttled as well: then the counts are lower bounds.
    const bool isAtLeast = taken.open.racks > 0;
    const bool isOverAtLeast = !taken.overloads.empty() && taken.overloads.front().isAtLeast;
    if (isOverAtLeast && isAtLeast)
        return Message("losses.summary.overload-all-at-least")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("open", taken.open.racks)
            .with("overloaded", taken.overloads.front().name)
            .with("before", UnitNumber{taken.overloads.front().before / 1000, "kW"})
            .with("after", UnitNumber{taken.overloads.front().after / 1000, "kW"})
            .with("rating", UnitNumber{taken.overloads.front().rating / 1000, "kW"});
    if (isOverAtLeast)
        return Message("losses.summary.overload-load-at-least")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("overloaded", taken.overloads.front().name)
            .with("before", UnitNumber{taken.overloads.front().before / 1000, "kW"})
            .with("after", UnitNumber{taken.overloads.front().after / 1000, "kW"})
            .with("rating", UnitNumber{taken.overloads.front().rating / 1000, "kW"});
    if (!taken.overloads.empty() && isAtLeast)
        return Message("losses.summary.overload-at-least")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("open", taken.open.racks)
            .with("overloaded", taken.overloads.front().name)
            .with("before", UnitNumber{taken.overloads.front().before / 1000, "kW"})
            .with("after", UnitNumber{taken.overloads.front().after / 1000, "kW"})
            .with("rating", UnitNumber{taken.overloads.front().rating / 1000, "kW"});
    if (!taken.overloads.empty())
        return Message("losses.summary.overload")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("overloaded", taken.overloads.front().name)
            .with("before", UnitNumber{taken.overloads.front().before / 1000, "kW"})
            .with("after", UnitNumber{taken.overloads.front().after / 1000, "kW"})
            .with("rating", UnitNumber{taken.overloads.front().rating / 1000, "kW"});
    if (isAtLeast)
        return Message("losses.summary.taken-at-least")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("open", taken.open.racks)
            .with("heat", UnitNumber{taken.heat / 1000, std::string(kHeatUnit)});
    return Message("losses.summary.taken")
        .with("name", loss.name)
        .with("racks", taken.dark.racks)
        .with("accelerators", taken.dark.accelerators)
        .with("slow", taken.throttled.racks)
        .with("heat", UnitNumber{taken.heat / 1000, std::string(kHeatUnit)});
}

} // namespace rackwright
