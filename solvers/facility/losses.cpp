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
#include <set>
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
        const std::vector<FeedSide> sides = sidesOf(context);
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
        if (!m_context.fedUnits().empty())
            loss.side = sideOf(m_context, element);
        const std::array lost{element.id};
        loss.taken = m_power.without(lost);
        judgeLoss(loss, m_refuses);
        if (!m_power.carries(element.id)) {
            loss.reached = Reached::Unknown;
            return loss;
        }
        loss.claimed = m_claimed;
        const auto side = m_sides.find(sideOf(m_context, element));
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
        loss.side = side;
        loss.isWholeFeed = true;
        std::vector<Id<PowerElement>> lost;
        for (const PowerElement& element : m_context.design().powerElements)
            if (sideOf(m_context, element) == side && element.scope.isPresent()) {
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

// Racks that are slow for want of power and dark for want of cooling are dark.
void leaveThrottled(HallTaken& taken, const std::vector<Id<Rack>>& dark) {
    const std::set<Id<Rack>> isDark(dark.begin(), dark.end());
    std::vector<Id<Rack>> racks;
    std::vector<std::int64_t> accelerators;
    for (std::size_t i = 0; i < taken.throttledRacks.size(); ++i) {
        if (isDark.contains(taken.throttledRacks[i])) {
            --taken.throttled.racks;
            taken.throttled.accelerators -= taken.throttledIn[i];
            continue;
        }
        racks.push_back(taken.throttledRacks[i]);
        accelerators.push_back(taken.throttledIn[i]);
    }
    taken.throttledRacks = std::move(racks);
    taken.throttledIn = std::move(accelerators);
}

// Cooling that stops with what it hangs on is lost like any other, but for the heat of what is dark itself.
void addLostCooling(const LossOfCooling& cooling, HallTaken& taken) {
    HallTaken more = cooling.withoutSupply(taken);
    const auto append = [](auto& list, auto& added) { std::ranges::move(added, std::back_inserter(list)); };
    const auto count = [](TakenRacks& into, const TakenRacks& added) {
        into.racks += added.racks;
        into.accelerators += added.accelerators;
    };
    leaveThrottled(taken, more.darkRacks);
    count(taken.dark, more.dark);
    count(taken.throttled, more.throttled);
    append(taken.darkRacks, more.darkRacks);
    append(taken.throttledRacks, more.throttledRacks);
    append(taken.overloads, more.overloads);
    append(taken.loads, more.loads);
    std::ranges::stable_sort(taken.overloads, [](const LossOverload& a, const LossOverload& b) {
        return a.after / a.rating > b.after / b.rating;
    });
    for (Message& message : more.missing)
        lack(taken, std::move(message));
    taken.heat += more.heat;
    taken.heatMost += more.heatMost;
    taken.hotRacks += more.hotRacks;
    if (!more.seconds)
        return;
    // The heat begins when the batteries are empty.
    const Value from = taken.unitSeconds ? *taken.unitSeconds + *more.seconds : *more.seconds;
    if (!taken.seconds || !from.isKnown() || (taken.seconds->isKnown() && from.low() < taken.seconds->low()))
        taken.seconds = from.isKnown() ? from : Value::unknown();
}

// Judges losses of power again with the cooling that they take; those that bear the loss of their whole side are 2N.
void judgeWithCooling(const Context& context, const LossOfCooling& cooling, std::vector<HallLoss>& losses) {
    const bool refuses = isDegradationRefused(context);
    std::map<FeedSide, bool> sides;
    for (const bool ofSides : {true, false})
        for (HallLoss& loss : losses) {
            if (loss.trade != LossTrade::OfPower || loss.isWholeFeed != ofSides)
                continue;
            const FeedSide side = loss.side;
            if (!loss.taken.darkUnits.empty()) {
                addLostCooling(cooling, loss.taken);
                judgeLoss(loss, refuses);
                if (loss.reached == Reached::OneMore && (ofSides || (sides.contains(side) && sides.at(side))))
                    loss.reached = Reached::Twice;
            } else if (!ofSides && loss.reached == Reached::Twice && sides.contains(side) && !sides.at(side)) {
                loss.reached = Reached::OneMore;
            }
            if (ofSides)
                sides[side] = loss.isMaintainable.value_or(false);
        }
}

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

/// Whether losses of another side, or that stop other cooling units, differ: until what that takes is worked out they
/// do.
enum class UnitsTold : std::uint8_t { Each, Count };

template <UnitsTold kUnits>
auto likenessOfLoss(const HallLoss& loss) {
    const HallTaken& taken = loss.taken;
    const LossOverload worst = taken.overloads.empty() ? LossOverload{} : taken.overloads.front();
    std::string missing;
    for (const Message& each : taken.missing)
        missing.append(each.id).append(" ");
    std::string units;
    for (const Id<CoolingUnit> unit : taken.darkUnits)
        units.append(std::to_string(unit.value)).append(" ");
    const auto whole = [](double number) { return std::llround(number); };
    const bool isTimed = taken.seconds && taken.seconds->isKnown();
    return std::tuple(
        loss.kind.id, loss.claimed, loss.reached, loss.isMaintainable, taken.dark.racks, taken.dark.accelerators,
        taken.throttled.racks, taken.throttled.accelerators, taken.open.racks, taken.open.accelerators,
        taken.overloads.size(), whole(worst.before), whole(worst.after), whole(worst.rating), worst.isAtLeast,
        whole(taken.heat), whole(taken.heatMost), taken.hotRacks, taken.seconds.has_value(), isTimed,
        isTimed ? whole(taken.seconds->low()) : 0, isTimed ? whole(taken.seconds->high()) : 0, std::move(missing),
        kUnits == UnitsTold::Each ? std::move(units) : std::to_string(taken.darkUnits.size()),
        kUnits == UnitsTold::Each ? loss.side : FeedSide::None, loss.isWholeFeed ? loss.name : std::string());
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

namespace {

template <UnitsTold kUnits>
std::vector<HallLoss> groupedBy(std::vector<HallLoss> losses) {
    std::vector<HallLoss> made;
    std::map<decltype(likenessOfLoss<kUnits>(losses.front())), std::size_t> known;
    for (HallLoss& loss : losses) {
        const auto [it, isNew] = known.try_emplace(likenessOfLoss<kUnits>(loss), made.size());
        if (isNew)
            made.push_back(std::move(loss));
        else
            made[it->second].lost.insert(made[it->second].lost.end(), loss.lost.begin(), loss.lost.end());
    }
    for (HallLoss& loss : made)
        if (!loss.isWholeFeed)
            std::ranges::sort(loss.lost);
    std::ranges::sort(made, isWorse);
    return made;
}

} // namespace

std::vector<HallLoss> grouped(std::vector<HallLoss> losses) { return groupedBy<UnitsTold::Count>(std::move(losses)); }

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
    m_losses = groupedBy<UnitsTold::Each>(std::move(losses));
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
    // Likes of power stand together already, but for those that stop other cooling units.
    std::vector<HallLoss> ofPower = context.lookUp<PowerLosses>().losses();
    if (!context.fedUnits().empty()) {
        judgeWithCooling(context, cooling, ofPower);
        for (const HallLoss& loss : ofPower)
            if (!loss.isWholeFeed && loss.taken.heat > 0)
                for (const Subject lost : loss.lost)
                    m_heat[{lost.id}] = {loss.taken.heat, static_cast<std::int64_t>(loss.taken.darkUnits.size())};
        ofPower = grouped(std::move(ofPower));
    }
    std::ranges::move(ofPower, std::back_inserter(m_losses));
    std::ranges::sort(m_losses, isWorse);
    m_accelerators = std::llround(groupsAccelerators<Value>(context, context.groups()).si().typical()) +
                     (context.design().modules.isEmpty() ? 0 : moduleAccelerators(context, {}));
}

const StillCooling* HallLosses::stillCooling(Id<PowerElement> element) const {
    const auto it = m_heat.find(element);
    return it == m_heat.end() ? nullptr : &it->second;
}

std::vector<HallLoss> allLosses(const Context& context) {
    std::vector<HallLoss> losses = context.lookUp<HallLosses>().losses();
    std::ranges::move(networkLosses(context), std::back_inserter(losses));
    std::ranges::stable_sort(losses, isWorse);
    return losses;
}

namespace {

HallLoss lossOfElement(const Context& context, const PowerElement& element) {
    PowerTable table(context, LoadsAfterLoss::Noted);
    std::vector<HallLoss> losses = table.sides();
    losses.push_back(table.of(element));
    const LossOfCooling cooling(context, LoadsAfterLoss::Noted);
    if (!context.fedUnits().empty())
        judgeWithCooling(context, cooling, losses);
    // Racks that are dark give no heat any more, whether cooling units stand still with them or not.
    if (HallTaken& taken = losses.back().taken; taken.darkUnits.empty() && !taken.emptyRacks.empty())
        addLostCooling(cooling, taken);
    return std::move(losses.back());
}

} // namespace

std::optional<HallLoss> lossOf(const Context& context, Subject subject) {
    const Design& design = context.design();
    if (const PowerElement* element = findRow<PowerElement>(design, subject); element && element->scope.isPresent())
        return lossOfElement(context, *element);
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
    if (!taken.overloads.empty()) {
        const LossOverload& worst = taken.overloads.front();
        return Message(worst.isAtLeast ? isAtLeast ? "losses.summary.overload-all-at-least"
                                                   : "losses.summary.overload-load-at-least"
                       : isAtLeast     ? "losses.summary.overload-at-least"
                                       : "losses.summary.overload")
            .with("name", loss.name)
            .with("racks", taken.dark.racks)
            .with("accelerators", taken.dark.accelerators)
            .with("slow", taken.throttled.racks)
            .with("open", taken.open.racks)
            .with("overloaded", worst.name)
            .with("before", UnitNumber{worst.before / 1000, "kW"})
            .with("after", UnitNumber{worst.after / 1000, "kW"})
            .with("rating", UnitNumber{worst.rating / 1000, "kW"});
    }
    return Message(isAtLeast ? "losses.summary.taken-at-least" : "losses.summary.taken")
        .with("name", loss.name)
        .with("racks", taken.dark.racks)
        .with("accelerators", taken.dark.accelerators)
        .with("slow", taken.throttled.racks)
        .with("open", taken.open.racks)
        .with("heat", UnitNumber{taken.heat / 1000, std::string(kHeatUnit)});
}

} // namespace rackwright
