// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/room_limits.h"

#include "model/parts/part_title.h"
#include "solvers/engine/judging.h"
#include "solvers/facility/limit_finder.h"
#include "solvers/power/loads.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

RoomLimits found(const Context& context, Id<Room> room, const RoomTemplate& of, const TemplateFit& fit,
                 const std::optional<RoomBudget>& budget, LimitChange change) {
    LimitFinder finder(context, room, of, fit, budget, std::move(change));
    RoomLimits limits;
    limits.room = room;
    limits.of = of;
    limits.limits = finder.find();
    limits.power = fit.takes.peak.whole;
    return limits;
}

// The voltages of the trade that rack equipment takes, line to line.
std::optional<double> nextVoltage(double volts) {
    for (const double next : {400.0, 415.0})
        if (volts >= 200 && volts < next - 1)
            return next;
    return std::nullopt;
}

} // namespace

bool isLossBorne(const Project& project) {
    const std::string claimed = siteText(project, site::redundancy);
    return claimed == "2N" || claimed.empty();
}

bool RoomLimits::isWholly() const {
    return std::ranges::none_of(limits, [](const RoomLimit& limit) { return limit.more.isUnknown(); });
}

const RoomLimit* RoomLimits::binding() const {
    const auto first =
        std::ranges::find_if(limits, [](const RoomLimit& limit) { return !limit.isOfPart && !limit.more.isUnknown(); });
    return first == limits.end() ? nullptr : &*first;
}

bool isTighter(const RoomLimit& a, const RoomLimit& b) {
    const auto rank = [](const RoomLimit& limit) {
        return std::tuple(limit.more.low(), limit.over.isUnknown(), limit.more.typical(), limit.more.high(),
                          limit.kind);
    };
    return rank(a) < rank(b);
}

Value RoomLimits::more() const {
    std::optional<Value> least;
    for (const RoomLimit& limit : limits)
        if (!limit.more.isUnknown() && !limit.isOfPart)
            least = least ? minimum(*least, limit.more) : limit.more;
    return least.value_or(Value::unknown());
}

std::vector<RoomTemplate> roomTemplates(const Context& context, Id<Room> room) {
    std::vector<RoomTemplate> templates;
    const auto countOf = [](const std::vector<PartCount>& groups, Id<PartRow> part) {
        std::int64_t count = 0;
        for (const PartCount& group : groups)
            count += group.part == part ? group.count : 0;
        return count;
    };
    std::set<Id<PartRow>> seen;
    struct Ranked {
        RoomTemplate of;
        bool isNode;
    };
    std::vector<Ranked> ranked;
    for (const PartCount& group : context.groups()) {
        const Part* part = context.part(group.part);
        if (!part || !drawsPower(part) || part->mounting == Mounting::ZeroU || !seen.insert(group.part).second)
            continue;
        ranked.push_back({{partTitle(*part), group.part, {}, countOf(context.groups(room), group.part), part->id},
                          isAcceleratorSystem(part)});
    }
    // Kinds of racks that stand anywhere, by their type or first name.
    for (const LikeRacks& like : context.likeRacks()) {
        if (context.contents(like.first->id).groups.empty())
            continue;
        RoomTemplate of;
        of.rack = like.first->id;
        const RackType* type = context.design().rackTypes.find(like.first->rackType);
        of.name = of.code = type ? type->name : like.first->name;
        of.standing = std::ranges::count_if(like.racks, [room](const Rack* rack) { return rack->room == room; });
        ranked.push_back({std::move(of), nodesAmong(context, context.contents(like.first->id).groups) > 0});
    }
    // Nodes with accelerators before racks of them, before all else; of each, those that stand there most.
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
        const auto rank = [](const Ranked& each) {
            return std::tuple(each.of.standing == 0, !each.isNode, each.of.part ? 0 : 1, -each.of.standing);
        };
        return rank(a) < rank(b);
    });
    for (Ranked& each : ranked)
        templates.push_back(std::move(each.of));
    return templates;
}

RoomLimits roomLimitsAlone(const Context& context, Id<Room> room, const RoomTemplate& of, const TemplateFit& fit) {
    LimitChange change;
    change.isAnywhere = change.isWithoutPorts = true;
    return found(context, room, of, fit, {}, std::move(change));
}

RoomLimits withPorts(const Context& context, RoomLimits limits) {
    std::ranges::move(portLimits(context, limits.of), std::back_inserter(limits.limits));
    sortLimits(limits.limits);
    return limits;
}

std::optional<RoomLimit> floorLimit(const Context& context, Id<Room> room, const RoomTemplate& of,
                                    const TemplateFit& fit) {
    const std::optional<RoomBudget> budget;
    return LimitFinder(context, room, of, fit, budget, {}).findFloorLoad();
}

RoomLimits roomLimits(const Context& context, Id<Room> room, const RoomTemplate& of,
                      const std::optional<RoomBudget>& budget) {
    const TemplateFit fit = templateFit(context, room, of);
    RoomLimits limits = found(context, room, of, fit, budget, {});
    const RoomLimit* binding = limits.binding();
    if (!binding)
        return limits;
    const bool isPlant = binding->kind == LimitKind::Plant || binding->kind == LimitKind::Pumps;
    const auto take = [&](Message what, LimitChange change) {
        const RoomLimits then = found(context, room, of, fit, budget, std::move(change));
        RoomStep step;
        step.what = std::move(what);
        step.more = then.more();
        step.isWhole = then.isWholly();
        if (const RoomLimit* next = then.binding())
            step.next = *next;
        // The tightest of its kind comes first.
        const auto raised = std::ranges::find_if(then.limits, [&](const RoomLimit& limit) {
            return limit.kind == binding->kind && limit.element == binding->element &&
                   (!isPlant || limit.name == binding->name);
        });
        if (raised != then.limits.end())
            step.ofIt = raised->more;
        limits.steps.push_back(std::move(step));
    };
    const auto step = [](std::string_view id) { return Message("room-limit.step." + std::string(id)); };
    const auto element = std::ranges::find_if(context.design().powerElements, [&](const PowerElement& each) {
        return binding->kind == LimitKind::Feed && each.scope.isPresent() &&
               (each.name == binding->name || each.redundancyGroup == binding->name);
    });
    const bool isElement = element != context.design().powerElements.end();
    const std::string basis = binding->basis.id;
    if (basis == "room-limit.basis.after-loss" || basis == "room-limit.basis.rack-after-loss") {
        LimitChange change;
        change.sharesSupply = true;
        take(step("share"), change);
    }
    if (isElement && basis != "room-limit.basis.single" && basis != "room-limit.basis.module-lost") {
        LimitChange change;
        change.furtherSource = (*element).kind;
        take(step("source").with("name", binding->name), change);
    }
    if (isElement && basis == "room-limit.basis.module-lost") {
        LimitChange change;
        change.furtherModule = (*element).redundancyGroup;
        take(step("module").with("group", (*element).redundancyGroup), change);
    }
    if (isElement && isRatedByBreaker((*element).kind) && (*element).voltage) {
        if (const auto next = nextVoltage((*element).voltage->si())) {
            LimitChange change;
            change.voltageFrom = (*element).voltage->si();
            change.voltageTo = *next;
            take(step("voltage").with("from", inUnit(change.voltageFrom, "V")).with("to", inUnit(*next, "V")), change);
        }
    }
    if (binding->kind == LimitKind::Places) {
        LimitChange change;
        change.hasFurtherRack = true;
        take(step("rack"), change);
    }
    if (binding->kind == LimitKind::AirCooling || binding->kind == LimitKind::LiquidCooling || isPlant) {
        LimitChange change;
        change.plantName = isPlant ? binding->name : std::string();
        change.furtherUnit = binding->kind;
        take(step("unit"), change);
    }
    LimitChange lifted;
    lifted.lifted = binding->kind;
    lifted.liftedElement = binding->element;
    lifted.plantName = isPlant ? binding->name : std::string();
    take(step(binding->kind == LimitKind::SwitchPorts ? "switches" : "lift"), lifted);
    return limits;
}

} // namespace rackwright
