// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_schedule.h"

#include "model/units/heat_unit.h"
#include "solvers/engine/schedule_parts.h"

#include <algorithm>

namespace rackwright {

namespace {

/// At least so many where it is not known of others.
ScheduleCell atLeast(std::int64_t count, const TakenRacks& open) {
    if (open.racks == 0)
        return count;
    return Value(static_cast<double>(count)) + Value::unknown();
}

/// At least so many where the load or rating of others is not known.
ScheduleCell overloadCount(const HallTaken& taken) {
    const auto count = static_cast<std::int64_t>(taken.overloads.size());
    const bool isOpen = std::ranges::any_of(taken.missing, [](const Message& each) {
        return each.id == "losses.missing.load" || each.id == "losses.missing.rating" ||
               each.id == "losses.missing.ring" || each.id == "losses.missing.circuits";
    });
    return isOpen ? ScheduleCell(Value(static_cast<double>(count)) + Value::unknown()) : ScheduleCell(count);
}

ScheduleCell claimCell(const HallLoss& loss) {
    return loss.claimed.empty() ? ScheduleCell() : ScheduleCell(GivenText{loss.claimed});
}

ScheduleCell maintainableCell(const HallLoss& loss) {
    if (!loss.isMaintainable)
        return Message("losses.maintainable.open");
    if (loss.isSlower())
        return Message("losses.maintainable.slower");
    return Message(*loss.isMaintainable ? "losses.maintainable.yes" : "losses.maintainable.no");
}

ScheduleCell reachedCell(const HallLoss& loss) {
    if (loss.reached == Reached::Unknown)
        return {};
    if (loss.isSlower())
        return Message(loss.reached == Reached::Twice ? "losses.reached.2n-slower" : "losses.reached.n+1-slower");
    return wordCell("losses.reached.", loss.reached);
}

ScheduleRow lossRow(const HallLoss& loss) {
    const HallTaken& taken = loss.taken;
    const LossOverload* worst = taken.overloads.empty() ? nullptr : &taken.overloads.front();
    const ScheduleCell blank = std::monostate{};
    const auto watts = [&](double LossOverload::*amount) {
        return worst ? ScheduleCell(worst->asKnown(worst->*amount)) : blank;
    };
    const auto seconds = [&](double end) {
        return taken.seconds->isKnown() ? ScheduleCell(Value(end, Grade::Estimate)) : ScheduleCell(Value());
    };
    const auto missing = static_cast<std::int64_t>(taken.missing.size());
    return {loss.isWholeFeed
                ? "feed:" + loss.name
                : std::string(enumName(loss.lost.front().kind)) + ":" + std::to_string(loss.lost.front().id),
            RowRole::Line,
            loss.lost.front(),
            {textCell(loss.name),
             wordCell("losses.trade.", loss.trade),
             loss.kind,
             loss.things(),
             atLeast(taken.dark.racks, taken.open),
             atLeast(taken.dark.accelerators, taken.open),
             atLeast(taken.throttled.racks, taken.open),
             atLeast(taken.throttled.accelerators, taken.open),
             worst ? textCell(worst->name) : blank,
             overloadCount(taken),
             watts(&LossOverload::before),
             watts(&LossOverload::after),
             worst ? ScheduleCell(Value(worst->rating)) : blank,
             taken.heat <= 0 && taken.heatMost > kLeastWatts ? Value(0.0) + Value::unknown() : Value(taken.heat),
             taken.seconds ? seconds(taken.seconds->low()) : blank,
             taken.seconds ? seconds(taken.seconds->high()) : blank,
             claimCell(loss),
             reachedCell(loss),
             maintainableCell(loss),
             missing > 0 ? ScheduleCell(taken.missing.front()) : blank,
             missing > 1 ? ScheduleCell(missing - 1) : blank}};
}

// Which cooling units are lost with a feed too.
Message circuitsNote(const FedCooling& cooling) {
    if (cooling.fed == 0)
        return Message("schedule.losses.no-circuits");
    if (cooling.fed == cooling.all)
        return Message("schedule.losses.circuits");
    return Message("schedule.losses.some-circuits").with("count", cooling.fed).with("all", cooling.all);
}

} // namespace

FedCooling fedCooling(const Context& context) {
    FedCooling found;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent()) {
            ++found.all;
            found.fed += context.linksTo(unit.id).empty() ? 0 : 1;
        }
    return found;
}

Schedule lossSchedule(const std::vector<HallLoss>& losses, FedCooling cooling) {
    Schedule schedule = emptySchedule("losses", {textColumn("Lost"),
                                                 textColumn("Trade"),
                                                 textColumn("Kind"),
                                                 numberColumn("Alike"),
                                                 numberColumn("Dark racks"),
                                                 numberColumn("Dark accelerators"),
                                                 numberColumn("Throttled racks"),
                                                 numberColumn("Throttled accelerators"),
                                                 textColumn("Overloaded first"),
                                                 numberColumn("Overloaded"),
                                                 numberColumn("From kW", "kW"),
                                                 numberColumn("To kW", "kW"),
                                                 numberColumn("Rating kW", "kW"),
                                                 numberColumn("Heat without cooling kW", std::string(kHeatUnit)),
                                                 numberColumn("Seconds low", "s"),
                                                 numberColumn("Seconds high", "s"),
                                                 textColumn("Claimed"),
                                                 textColumn("Reached"),
                                                 textColumn("Concurrently maintainable"),
                                                 textColumn("Missing"),
                                                 numberColumn("Missing more")});
    for (const HallLoss& loss : losses)
        schedule.rows.push_back(lossRow(loss));
    schedule.notes = {Message("schedule.losses.power"), Message("schedule.losses.cooling"), circuitsNote(cooling),
                      Message("schedule.losses.network")};
    return schedule;
}

} // namespace rackwright
