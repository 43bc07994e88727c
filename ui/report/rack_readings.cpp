// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/rack_readings.h"

#include "model/design/occupancy.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/method.h"
#include "solvers/engine/reader.h"
#include "solvers/power/figures.h"
#include "solvers/power/rack_limit.h"
#include "solvers/space/figures.h"
#include "ui/text/display_units.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rackwright {

namespace {

const FigureResult* known(const Solution& solution, std::string_view name, Subject subject) {
    const FigureResult* found = solution.find(name, subject);
    return found && !found->error ? found : nullptr;
}

std::optional<double> typicalOf(const FigureResult* result) {
    if (!result || result->value.isUnknown())
        return std::nullopt;
    return result->value.typical();
}

RackReading readingOf(const Solution& solution, RackMeasure measure, const FigureResult& result) {
    RackReading reading;
    reading.measure = measure;
    reading.figure = figureLabel(solution.context(), *result.definition, result.subject);
    reading.unit = unitOfFigure(result.definition->name, result.definition->unit);
    reading.factor = siPerUnit(result.definition->unit);
    reading.value = result.value;
    return reading;
}

/// A measure of the rack against a limit of its own, before it is put into words.
struct Limited {
    RackMeasure measure = RackMeasure::AirHeat;
    const FigureResult* result = nullptr;
    std::optional<double> limit; ///< SI
    const PowerElement* element = nullptr;

    std::optional<double> share() const {
        if (!limit || *limit <= 0 || result->value.isUnknown())
            return std::nullopt;
        return result->value.typical() / *limit;
    }
};

/// The fullest of the rack's PDUs and shelves when the other side is lost.
std::optional<Limited> fullestFeed(const Solution& solution, const RackContents& contents) {
    std::optional<Limited> fullest;
    for (const PowerElement* element : contents.elements) {
        const Subject subject(element->id);
        const FigureResult* load = known(solution, figure_of::feedPowerOtherLost, subject);
        if (!load || load->value.isUnknown())
            load = known(solution, figure_of::feedPowerNameplate, subject);
        if (!load)
            continue;
        const Limited feed{RackMeasure::Feed, load, typicalOf(known(solution, figure_of::feedRating, subject)),
                           element};
        if (!fullest || feed.share().value_or(-1) > fullest->share().value_or(-1))
            fullest = feed;
    }
    return fullest;
}

/// The figure of a rack's load that a limit is about.
std::string_view powerOf(LoadKind kind) {
    return kind == LoadKind::Nameplate ? figure_of::rackPowerNameplate
           : kind == LoadKind::Average ? figure_of::rackPowerAverage
                                       : figure_of::rackPowerPeak;
}

/// Heat by the cooling method, the power cap and the fullest feed, as far as the rack has them.
std::vector<Limited> limited(const Solution& solution, const Rack& rack, const RackContents& contents) {
    const Subject subject(rack.id);
    std::vector<Limited> found;
    found.reserve(4);
    const auto add = [&](RackMeasure measure, std::string_view name, std::optional<double> limit) {
        if (const FigureResult* result = known(solution, name, subject))
            found.push_back({measure, result, limit});
    };
    add(RackMeasure::AirHeat, figure_of::rackHeatAir, coolingLimit(solution, rack.id, HeatKind::Air));
    const FigureResult* liquid = known(solution, figure_of::rackHeatLiquid, subject);
    if (liquid && (liquid->value.isUnknown() || liquid->value.typical() > 0))
        add(RackMeasure::LiquidHeat, figure_of::rackHeatLiquid, coolingLimit(solution, rack.id, HeatKind::Liquid));
    // A cap of its own lifts nothing that the site allows: the tighter of both stands here.
    if (rack.powerCap) {
        const RackLimit limit = bindingRackLimit(solution.context(), rack);
        add(RackMeasure::PowerCap, powerOf(limit.kind),
            limit.hasBasis && limit.value.isKnown() ? std::optional(limit.value.typical()) : std::nullopt);
    }
    if (const auto feed = fullestFeed(solution, contents))
        found.push_back(*feed);
    return found;
}

// What the site allows any rack is there to be used up; only what is beyond it counts.
std::optional<double> breachOfSiteLimit(const Solution& solution, const Rack& rack) {
    const RackLimit limit = bindingRackLimit(solution.context(), rack);
    if (limit.isOwn || !limit.hasBasis || limit.value.isUnknown() || limit.value.typical() <= 0)
        return std::nullopt;
    const auto power = typicalOf(known(solution, powerOf(limit.kind), Subject(rack.id)));
    return power && *power > limit.value.typical() ? std::optional(*power / limit.value.typical()) : std::nullopt;
}

} // namespace

Id<Rack> rackOf(const Design& design, Subject subject) {
    const auto standsIn = [](const auto* row) { return row ? rackOf(row->placement) : Id<Rack>(); };
    switch (subject.kind) {
    case SubjectKind::Rack:
        return {subject.id};
    case SubjectKind::Device: {
        const Device* device = design.devices.find({subject.id});
        return device ? rackOf(*device) : Id<Rack>();
    }
    case SubjectKind::PowerElement:
        return standsIn(design.powerElements.find({subject.id}));
    case SubjectKind::CoolingUnit:
        return standsIn(design.coolingUnits.find({subject.id}));
    default:
        return {};
    }
}

std::optional<double> coolingLimit(const Solution& solution, Id<Rack> rack, HeatKind kind) {
    const std::string_view name =
        kind == HeatKind::Air ? figure_of::rackCoolingAirBandHigh : figure_of::rackCoolingLiquidBandHigh;
    const FigureResult* band = known(solution, name, Subject(rack));
    if (!band)
        return std::nullopt;
    const Value limit = servedHeatLimit(solution.context(), rack, kind, band->value);
    return limit.isUnknown() ? std::nullopt : std::optional(limit.typical());
}

std::optional<double> RackReading::share() const {
    if (!limit || *limit <= 0 || value.isUnknown())
        return std::nullopt;
    return value.typical() / *limit;
}

std::vector<RackReading> rackReadings(const Solution& solution, Id<Rack> rack) {
    const Rack* row = solution.context().design().racks.find(rack);
    if (!row)
        return {};
    const Subject subject(rack);
    std::vector<RackReading> readings;
    const auto add = [&](RackMeasure measure, std::string_view name, std::optional<double> limit) {
        if (const FigureResult* result = known(solution, name, subject)) {
            readings.push_back(readingOf(solution, measure, *result));
            readings.back().limit = limit;
        }
    };
    const auto limitOf = [&](std::string_view name) { return typicalOf(known(solution, name, subject)); };
    for (const Limited& each : limited(solution, *row, solution.context().contents(rack))) {
        readings.push_back(readingOf(solution, each.measure, *each.result));
        readings.back().limit = each.limit;
        if (each.element)
            readings.back().of = each.element->name;
    }
    const Context& context = solution.context();
    const Value fixed = plainPartNumber(context, row->part, attribute::staticLoad.key);
    const Value load = fixed.isKnown() ? fixed : plainPartNumber(context, row->part, attribute::payload.key);
    if (isRackScale(context.project(), *row))
        add(RackMeasure::Weight, figure_of::rackWeight, std::nullopt);
    else
        add(RackMeasure::Weight, figure_of::rackWeightPayload,
            load.isKnown() ? std::optional(load.typical()) : std::nullopt);
    const auto used = limitOf(figure_of::rackUnitsUsed);
    const auto free = limitOf(figure_of::rackUnitsFree);
    add(RackMeasure::Units, figure_of::rackUnitsUsed, used && free ? std::optional(*used + *free) : std::nullopt);
    add(RackMeasure::Airflow, figure_of::rackAirflow, std::nullopt);
    return readings;
}

std::optional<double> rackLoad(const Solution& solution, const Rack& rack) {
    std::optional<double> load;
    const auto take = [&load](std::optional<double> share) {
        if (share && (!load || *share > *load))
            load = share;
    };
    const RackContents& contents = solution.context().contents(rack.id);
    // A unit that stands in or on the rack is its own; one of the room colours no single rack.
    const auto ofOwnUnits = [&](FigureHandle share) {
        return contents.coolingUnits.empty() ? std::nullopt : typicalOf(known(solution, share, Subject(rack.id)));
    };
    const auto air = ofOwnUnits(figure_of::rackCoolingAirShare), liquid = ofOwnUnits(figure_of::rackCoolingLiquidShare);
    take(air);
    take(liquid);
    bool isOpen = false;
    for (const Limited& each : limited(solution, rack, contents)) {
        const std::optional<double> share = each.share();
        take(share);
        const bool isOwn =
            (each.measure == RackMeasure::AirHeat && air) || (each.measure == RackMeasure::LiquidHeat && liquid);
        const Value& value = each.result->value;
        isOpen = isOpen || (!share && !isOwn && (value.isUnknown() || value.typical() > 0));
    }
    if (!load || *load <= 1)
        take(breachOfSiteLimit(solution, rack));
    // Beyond one limit it is beyond; within one it may still be beyond the one that is not known.
    return isOpen && load && *load <= 1 ? std::nullopt : load;
}

std::optional<RackPlugs> rackPlugs(const Project& project, const Design& design, Id<Rack> rack) {
    RackPlugs counted;
    for (const Occupant& occupant : occupants(project, design, rack)) {
        if (!occupant.part)
            continue;
        if (occupant.kind == OccupantKind::PowerElement) {
            const auto c13 = fact(*occupant.part, attribute::outletsC13).typical();
            const auto c19 = fact(*occupant.part, attribute::outletsC19).typical();
            if (!c13 && !c19)
                return std::nullopt;
            counted.outlets += static_cast<std::int64_t>(c13.value_or(0) + c19.value_or(0));
            continue;
        }
        for (const PowerInput& input : occupant.part->powerInputs)
            counted.plugs += input.count;
    }
    return counted.outlets > 0 ? std::optional(counted) : std::nullopt;
}

std::optional<std::int64_t> freeUnits(const Project& project, const Design& design, Id<Rack> rack) {
    const Rack* row = design.racks.find(rack);
    const auto space = row ? rackSpace(project, *row) : std::nullopt;
    if (!space)
        return std::nullopt;
    std::vector<bool> taken(static_cast<std::size_t>(space->units) + 1, false);
    for (const Occupant& occupant : occupants(project, design, rack))
        if (const auto* place = std::get_if<InRack>(&occupant.placement)) {
            const RackClaim claim =
                occupant.part ? rackClaim(*occupant.part, *place) : RackClaim{place->unit, place->unit};
            const bool isWhole = occupant.part && occupant.part->mounting == Mounting::WholeRack;
            const std::int64_t top = isWhole ? space->units : std::min(claim.top, space->units);
            for (std::int64_t unit = std::max<std::int64_t>(1, claim.bottom); unit <= top; ++unit)
                taken[static_cast<std::size_t>(unit)] = true;
        }
    return std::count(taken.begin() + 1, taken.end(), false);
}

FindingCounts rackFindings(const Solution& solution, Id<Rack> rack) {
    FindingCounts counted;
    const Design& design = solution.context().design();
    for (const Finding& finding : solution.report().findings) {
        if (finding.state != RuleState::Failed)
            continue;
        if (std::ranges::none_of(finding.subjects, [&](Subject s) { return rackOf(design, s) == rack; }))
            continue;
        counted.add(finding);
    }
    return counted;
}

} // namespace rackwright
