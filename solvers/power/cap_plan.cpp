// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/cap_plan.h"

#include "model/parts/part_title.h"
#include "solvers/engine/schedule_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace rackwright {

std::string capObstacle(const Context& context) {
    const auto systems = acceleratedGroups(context);
    if (systems.empty())
        return "systems with accelerators";
    const auto capped =
        std::ranges::find_if(systems, [](const PartCount& group) { return group.powerCap.has_value(); });
    if (capped == systems.end())
        return {};
    const Part* part = context.part(capped->part);
    return "power of accelerators in devices that are capped already, " + (part ? partTitle(*part) : std::string());
}

const Part* onlyAccelerator(const Context& context) {
    const Part* only = nullptr;
    for (const PartCount& group : acceleratedGroups(context)) {
        const Part* part = context.part(acceleratorPart(context, group.part));
        if (!part || (only && only != part))
            return nullptr;
        only = part;
    }
    return only;
}

bool isLimitOfIt(const Context& context) {
    const SiteField* field = findSiteField(context.project(), site::powerLimit);
    return field && field->basis == "IT";
}

namespace {

// Between the rows of the table: 50 W, and never more than so many rows.
constexpr double kCapStep = 50;
constexpr double kMostCaps = 40;

// Accelerators of a system where all have as many: a limit carries whole systems.
double acceleratorsOfASystem(const Context& context) {
    double each = 0;
    for (const PartCount& group : acceleratedGroups(context)) {
        const double count = plainPartNumber(context, group.part, attribute::acceleratorCount.key).typical();
        if (each > 0 && count != each)
            return 1;
        each = count;
    }
    return each;
}

// Watts of each accelerator, falling; the one that meets the site's limit is among them.
std::vector<double> capsToShow(double own, double least, const Value& needed) {
    std::vector<double> caps;
    const double step = std::max(kCapStep, own / kMostCaps);
    for (double cap = own; cap >= least * (1 - 1e-9); cap -= step)
        caps.push_back(cap);
    if (needed.isKnown() && needed.typical() < own && needed.typical() >= least)
        caps.push_back(std::floor(needed.typical()));
    std::ranges::sort(caps, std::greater());
    caps.erase(std::ranges::unique(caps).begin(), caps.end());
    return caps;
}

/// What all rows of the table rest on.
struct CapBasis {
    double own = 0, count = 0, each = 1;
    bool isInTable = false;
    Value devices, perWatt, limit; ///< W of devices at most; load on the limit for each of them; W
    Value itPerWatt;
};

ScheduleRow capRow(const CapBasis& basis, double cap) {
    const Value devices = basis.devices - Value(basis.count * (basis.own - cap));
    const Value load = devices * basis.perWatt;
    const Value share = load / basis.limit;
    const ScheduleCell blank = std::monostate{};
    ScheduleCell meets = Value(), fits = Value();
    Value room;
    if (share.isKnown() && share.typical() > 0) {
        meets = Message(share.typical() <= 1 + 1e-9 ? "schedule.power-caps.meets" : "schedule.power-caps.over");
        const double systems = std::floor(basis.count / share.typical() / basis.each + 1e-9);
        room = Value(systems * basis.each, share.grade());
        fits = room;
    }
    const bool isFree = cap >= basis.own;
    const auto knot = basis.isInTable ? capKnotAt(cap / basis.own) : std::nullopt;
    const auto lost = [&](double percent) { return Value(isFree ? 0.0 : percent / 100, Grade::SourceDocument); };
    const bool isLossKnown = isFree || knot;
    const Value low = isLossKnown ? lost(knot ? knot->low : 0) : Value();
    const Value mid = isLossKnown ? lost(knot ? knot->mid : 0) : Value();
    const Value high = isLossKnown ? lost(knot ? knot->high : 0) : Value();
    return {"cap:" + std::to_string(cap),
            RowRole::Line,
            std::nullopt,
            {Value(cap), Value(cap / basis.own), devices * basis.itPerWatt, load, share, meets, low, mid, high, fits,
             room * (Value(1.0) - high), room * (Value(1.0) - low)}};
}

} // namespace

Schedule capSchedule(const Context& context) {
    Schedule schedule = emptySchedule(
        "power-caps", {numberColumn("Cap W", "W"), numberColumn("Cap %", "%"), numberColumn("IT peak kW", "kW"),
                       numberColumn("Load on the limit kW", "kW"), numberColumn("% of limit", "%"), textColumn("Limit"),
                       numberColumn("Speed lost low %", "%"), numberColumn("Speed lost typical %", "%"),
                       numberColumn("Speed lost high %", "%"), numberColumn("Accelerators within the limit"),
                       numberColumn("Work within the limit, low"), numberColumn("Work within the limit, high")});
    schedule.notes = {Message("schedule.note.power-caps"), Message("schedule.note.power-caps-work")};
    const Part* accelerator = onlyAccelerator(context);
    const Value count = acceleratorsInSystems<Value>(context);
    const Value limits = acceleratorLimits<Value>(context).si();
    if (!capObstacle(context).empty() || !accelerator || !count.isKnown() || !limits.isKnown() ||
        !(limits.typical() > 0))
        return schedule;
    CapBasis basis;
    basis.count = count.typical();
    basis.own = limits.typical() / basis.count;
    basis.each = std::max(1.0, acceleratorsOfASystem(context));
    basis.isInTable = isOfCapTable(*accelerator);
    basis.devices = groupsPower<Value>(context, context.groups(), LoadKind::Peak).si();
    basis.itPerWatt =
        setting<Value>(context, setting_of::peakRatio).si() * setting<Value>(context, setting_of::coincidence).si();
    // Unknown while nobody has said what the limit is about.
    basis.perWatt = siteLoad<Value>(context).si().isUnknown() ? Value() : loadPerWatt<Value>(context);
    basis.limit = siteQuantity<Value, dim::Power>(context, site::powerLimit).si();
    const Value needed = capForSite<Value>(context).si();
    for (const double cap : capsToShow(basis.own, basis.own * leastCapShare(*accelerator), needed))
        schedule.rows.push_back(capRow(basis, cap));
    return schedule;
}

} // namespace rackwright
