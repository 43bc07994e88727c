// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/liquid_coupling.h"

#include "solvers/cooling/loop_solve.h"
#include "solvers/engine/schedule_parts.h"

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

void addPhrase(std::string& phrases, const std::string& phrase) {
    if (phrase.empty() || (", " + phrases + ", ").find(", " + phrase + ", ") != std::string::npos)
        return;
    phrases += (phrases.empty() ? "" : ", ") + phrase;
}

// Ports of switches have connectors too: those of liquid stand on what carries it.
std::string liquidConnectorOf(const Part* part) {
    if (!part)
        return {};
    switch (part->category) {
    case PartCategory::Manifold:
    case PartCategory::RearDoorExchanger:
    case PartCategory::Cdu:
    case PartCategory::PumpUnit:
    case PartCategory::InRowCooler:
    case PartCategory::Crah:
    case PartCategory::FanWall:
        break;
    default:
        return {};
    }
    const Fact<std::string> stated = textFact(*part, "connector");
    const auto text = stated.typical();
    return text ? *text : std::string();
}

std::string pipeOf(const Context& context, const CoolingLoop& loop, const LoopPipes& pipes) {
    const std::string drawn = pipes.size(loop.id);
    if (!drawn.empty() || !isWaterOfSite(context, loop))
        return drawn;
    return siteText(context.project(), site::waterPipe);
}

ScheduleCell statedCoupling(const std::string& text) {
    return text.empty() ? ScheduleCell(Message("schedule.no-coupling")) : textCell(text);
}

} // namespace

LoopPipes::LoopPipes(const Context& context) {
    for (const PathSegment& pipe : context.design().pathSegments)
        if (pipe.loop && pipe.kind == PathwayKind::PipeMain && pipe.scope.isPresent() && pipe.nominalDiameter > 0)
            m_widest[pipe.loop] = std::max(m_widest[pipe.loop], pipe.nominalDiameter);
}

std::string LoopPipes::size(Id<CoolingLoop> loop) const {
    const auto widest = m_widest.find(loop);
    return widest == m_widest.end() ? std::string() : "DN" + std::to_string(widest->second);
}

ScheduleCell couplingCell(const Context& context, const Rack& rack, const RackService& service,
                          const LoopPipes& pipes) {
    if (!service.loop)
        return std::monostate{};
    std::string text;
    const RackContents& contents = context.contents(rack.id);
    for (const PartCount& group : contents.groups)
        addPhrase(text, liquidConnectorOf(context.part(group.part)));
    for (const CoolingService* row : contents.services)
        if (const CoolingUnit* unit = context.design().coolingUnits.find(row->unit);
            unit && (row->heat == HeatKind::Liquid || unit->kind == CoolingUnitKind::RearDoor))
            addPhrase(text, liquidConnectorOf(context.part(unit->part)));
    addPhrase(text, pipeOf(context, *service.loop, pipes));
    return statedCoupling(text);
}

ScheduleCell couplingCell(const Context& context, const CoolingUnit& unit, const CoolingLoop& loop,
                          const LoopPipes& pipes) {
    std::string text = liquidConnectorOf(context.part(unit.part));
    addPhrase(text, pipeOf(context, loop, pipes));
    return statedCoupling(text);
}

ScheduleCell fluidCell(const Context& context, const CoolingLoop& loop) {
    if (!loop.fluid.empty())
        return textCell(loop.fluid);
    const std::string ofSite =
        isWaterOfSite(context, loop) ? siteText(context.project(), site::waterFluid) : std::string();
    return ofSite.empty() ? ScheduleCell(Message("schedule.no-fluid")) : textCell(ofSite);
}

Value loopPressure(const Context& context, const CoolingLoop& loop) {
    if (loop.pressureDifference)
        return Value(loop.pressureDifference->si());
    return isWaterOfSite(context, loop) ? siteQuantity<Value, dim::Pressure>(context, site::waterPressure).si()
                                        : Value::unknown();
}

Value statedDrop(const Context& context, const Rack& rack) {
    const double supply = liquidSupplyAt(context, rack.id) - 273.15;
    std::optional<Value> most;
    for (const PartCount& group : context.contents(rack.id).groups) {
        const Part* part = context.part(group.part);
        const LiquidPoint* point = part ? liquidPoint(*part, supply) : nullptr;
        if (!point || point->pressureDrop.isUnknown())
            continue;
        const Value drop = Value::range(point->pressureDrop.low()->si(), point->pressureDrop.typical()->si(),
                                        point->pressureDrop.high()->si(), point->pressureDrop.grade);
        most = most ? maximum(*most, drop) : drop;
    }
    return most ? *most : Value::unknown();
}

} // namespace rackwright
