// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/connections.h"

#include "model/edits/combined_edit.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/supply_edits.h"
#include "solvers/engine/subject_name.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <memory>

namespace rackwright {

namespace {

template <class Row>
std::vector<Id<Row>> idsOf(const std::vector<Subject>& subjects, SubjectKind kind) {
    std::vector<Id<Row>> ids;
    for (const Subject subject : subjects)
        if (subject.kind == kind)
            ids.push_back({subject.id});
    return ids;
}

Error cannotConnect(const Design& design, Subject from, Subject to) {
    return inputError(
        Message("supply.cannot-connect").with("from", subjectName(design, from)).with("to", subjectName(design, to)));
}

// Of the racks' elements those of the feeder's side, and those of none.
Result<Edit> feedRacks(const edits::Target& target, const PowerElement& from, const std::vector<Id<Rack>>& racks) {
    const Design& design = *target.design();
    const edits::SupplyChain chain(design);
    std::vector<Id<PowerElement>> fed;
    std::optional<Error> refused;
    for (const Id<Rack> rack : racks)
        for (const Id<PowerElement> id : rackElements(design, rack)) {
            const PowerElement& element = *design.powerElements.find(id);
            const bool isOfSide =
                element.side == from.side || element.side == FeedSide::None || from.side == FeedSide::None;
            if (!isOfSide)
                continue;
            if (const Done fits = chain.canFeed(from.id, id))
                fed.push_back(id);
            else if (!refused)
                refused = fits.error();
        }
    if (!fed.empty())
        return edits::feedElements(target, from.id, std::move(fed));
    if (refused)
        return *refused;
    return inputError(
        Message("supply.no-pdu").with("rack", subjectName(design, Subject(racks.front()))).with("from", from.name));
}

Result<Edit> feedUnitsFrom(const edits::Target& target, const PowerElement& from, std::vector<Id<CoolingUnit>> units) {
    const Design& design = *target.design();
    if (!edits::mayFeedUnits(from.kind))
        return inputError(Message("edit.power-no-unit").with("from", from.name));
    const auto isFed = [&](Id<CoolingUnit> unit) {
        return std::ranges::any_of(design.powerLinks, [&](const PowerLink& link) {
            return link.from == from.id && !link.to && link.unit == unit;
        });
    };
    if (std::ranges::all_of(units, isFed))
        return inputError(Message("edit.power-unit-fed")
                              .with("from", from.name)
                              .with("to", subjectName(design, Subject(units.front()))));
    return edits::feedUnits(target, from.id, std::move(units));
}

Result<Edit> serve(const edits::Target& target, const CoolingUnit& unit, std::vector<Id<Rack>> racks) {
    const std::optional<HeatKind> heat = heatTakenBy(unit.kind);
    if (!heat)
        return inputError(Message("supply.serves-no-racks").with("name", unit.name));
    const auto isServed = [&](Id<Rack> rack) {
        bool found = false;
        target.design()->coolingServices.forEachWith<ServicesByRack>(
            rack, [&](const CoolingService& each) { found = found || (each.unit == unit.id && each.heat == *heat); });
        return found;
    };
    if (std::ranges::all_of(racks, isServed))
        return inputError(Message("supply.served-already")
                              .with("name", unit.name)
                              .with("rack", subjectName(*target.design(), Subject(racks.front()))));
    return edits::serveRacks(target, unit.id, std::move(racks), *heat);
}

// The heat of a unit goes into the loop that the other one keeps.
Result<Edit> joinLoops(const edits::Target& target, const CoolingUnit& from, const CoolingUnit& to) {
    if (!suppliesLoop(from.kind) && suppliesLoop(to.kind)) // dragged the other way round
        return joinLoops(target, to, from);
    if (!suppliesLoop(from.kind))
        return inputError(Message("supply.serves-racks-only").with("name", from.name));
    if (!from.secondary)
        return inputError(Message("supply.keeps-no-loop").with("name", from.name));
    if (from.id == to.id || from.secondary == to.secondary || from.secondary == to.primary)
        return inputError(Message("supply.loop-there").with("name", to.name));
    CoolingUnit next = to;
    next.primary = from.secondary;
    return edits::putCoolingUnit(target, std::move(next));
}

Edit together(std::vector<Edit> edits) {
    if (edits.size() == 1)
        return std::move(edits.front());
    Message text = edits.front().text;
    return edits::combined(std::move(text), std::move(edits));
}

/// Gathers what the chosen things may be connected to.
class Choices {
public:
    Choices(const edits::Target& target, const std::vector<Subject>& chosen, std::optional<ConnectWay> way)
        : m_target(target), m_design(*target.design()), m_way(way),
          m_elements(idsOf<PowerElement>(chosen, SubjectKind::PowerElement)),
          m_units(idsOf<CoolingUnit>(chosen, SubjectKind::CoolingUnit)),
          m_racks(idsOf<Rack>(chosen, SubjectKind::Rack)) {}

    std::vector<ConnectChoice> all() {
        if (!m_elements.empty() || !m_racks.empty())
            addFeeders();
        if (m_elements.size() == 1 && m_units.empty() && m_racks.empty())
            addFed();
        if (!m_racks.empty())
            addCooling();
        if (!m_units.empty()) {
            addServed();
            addFeedersOfUnits();
        }
        return std::move(m_found);
    }

private:
    bool isAsked(ConnectWay way) const { return !m_way || *m_way == way; }
    void add(ConnectWay way, Subject subject, std::function<Edit()> make) {
        m_found.push_back({way, subject, std::move(make)});
    }

    void addFeeders() {
        if (!isAsked(ConnectWay::FedFrom))
            return;
        const edits::SupplyChain chain(m_design);
        std::vector<const PowerElement*> fed;
        for (const Id<PowerElement> id : m_elements)
            if (const PowerElement* element = m_design.powerElements.find(id))
                fed.push_back(element);
        for (const PowerElement& from : m_design.powerElements) {
            if (fed.empty() || std::ranges::any_of(fed, [&from](const PowerElement* each) {
                    return !edits::mayFeed(from.kind, each->kind);
                })) {
                addFeederOfRacks(from);
                continue;
            }
            // Some of many may hang on it already.
            const bool isOpen = std::ranges::any_of(
                fed, [&](const PowerElement* each) { return bool(chain.canFeed(from.id, each->id)); });
            if (isOpen)
                add(ConnectWay::FedFrom, Subject(from.id),
                    [target = m_target, id = from.id, to = m_elements] { return edits::feedElements(target, id, to); });
        }
    }
    void addFeederOfRacks(const PowerElement& from) {
        if (m_racks.empty() || !m_elements.empty() || !edits::mayFeed(from.kind, PowerElementKind::PowerShelf))
            return;
        if (const Result<Edit> edit = feedRacks(m_target, from, m_racks))
            add(ConnectWay::FedFrom, Subject(from.id), [edit = *edit] { return edit; });
    }
    void addFed() {
        const PowerElement* from = m_design.powerElements.find(m_elements.front());
        if (!from || !isAsked(ConnectWay::Feeds))
            return;
        const edits::SupplyChain chain(m_design);
        for (const PowerElement& to : m_design.powerElements)
            if (edits::mayFeed(from->kind, to.kind) && chain.canFeed(from->id, to.id))
                add(ConnectWay::Feeds, Subject(to.id),
                    [target = m_target, id = from->id, to = to.id] { return edits::feedElements(target, id, {to}); });
        for (const CoolingUnit& unit : m_design.coolingUnits)
            if (const Result<Edit> edit = feedUnitsFrom(m_target, *from, {unit.id}))
                add(ConnectWay::Feeds, Subject(unit.id), [edit = *edit] { return edit; });
    }
    void addFeedersOfUnits() {
        if (!isAsked(ConnectWay::FedFrom) || !m_elements.empty() || !m_racks.empty())
            return;
        for (const PowerElement& from : m_design.powerElements)
            if (const Result<Edit> edit = feedUnitsFrom(m_target, from, m_units))
                add(ConnectWay::FedFrom, Subject(from.id), [edit = *edit] { return edit; });
    }
    void addCooling() {
        if (!isAsked(ConnectWay::CooledBy))
            return;
        for (const CoolingUnit& unit : m_design.coolingUnits)
            if (const Result<Edit> edit = serve(m_target, unit, m_racks))
                add(ConnectWay::CooledBy, Subject(unit.id), [edit = *edit] { return edit; });
    }
    void addServed() {
        std::vector<CoolingUnit> units;
        for (const Id<CoolingUnit> id : m_units)
            if (const CoolingUnit* unit = m_design.coolingUnits.find(id))
                units.push_back(*unit);
        if (units.empty())
            return;
        if (isAsked(ConnectWay::Serves) &&
            std::ranges::all_of(units, [](const CoolingUnit& unit) { return bool(heatTakenBy(unit.kind)); }))
            for (const Rack& rack : m_design.racks)
                if (serve(m_target, units.front(), {rack.id}))
                    add(ConnectWay::Serves, Subject(rack.id), [target = m_target, units, rack = rack.id] {
                        std::vector<Edit> edits;
                        for (const CoolingUnit& unit : units)
                            edits.push_back(edits::serveRacks(target, unit.id, {rack}, *heatTakenBy(unit.kind)));
                        return together(std::move(edits));
                    });
        for (const CoolingLoop& loop : m_design.coolingLoops)
            addLoop(units, loop.id);
    }
    void addLoop(const std::vector<CoolingUnit>& units, Id<CoolingLoop> loop) {
        const auto put = [&](ConnectWay way, Id<CoolingLoop> CoolingUnit::*side) {
            if (!isAsked(way) || std::ranges::any_of(units, [&](const CoolingUnit& unit) {
                    return unit.primary == loop || unit.secondary == loop;
                }))
                return;
            add(way, Subject(loop), [target = m_target, units, loop, side] {
                std::vector<Edit> edits;
                for (CoolingUnit unit : units) {
                    unit.*side = loop;
                    edits.push_back(edits::putCoolingUnit(target, std::move(unit)));
                }
                return together(std::move(edits));
            });
        };
        put(ConnectWay::GivesHeatTo, &CoolingUnit::primary);
        if (std::ranges::all_of(units, [](const CoolingUnit& unit) { return suppliesLoop(unit.kind); }))
            put(ConnectWay::Supplies, &CoolingUnit::secondary);
    }

    edits::Target m_target;
    const Design& m_design;
    std::optional<ConnectWay> m_way;
    std::vector<Id<PowerElement>> m_elements;
    std::vector<Id<CoolingUnit>> m_units;
    std::vector<Id<Rack>> m_racks;
    std::vector<ConnectChoice> m_found;
};

} // namespace

std::optional<HeatKind> heatTakenBy(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::RearDoor:
    case CoolingUnitKind::FanWall:
        return HeatKind::Air;
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::ImmersionTank:
        return HeatKind::Liquid;
    default:
        return std::nullopt;
    }
}

bool suppliesLoop(CoolingUnitKind kind) {
    return heatTakenBy(kind) != HeatKind::Air && kind != CoolingUnitKind::ImmersionTank;
}

QString connectionNote(const Design& design, Subject subject, const Texts& texts) {
    const auto text = [&texts](const std::string& id) { return toText(texts.text(id)); };
    if (subject.kind == SubjectKind::PowerElement)
        if (const PowerElement* element = design.powerElements.find({subject.id})) {
            const QString kind = text("power-kind." + std::string(enumName(element->kind)));
            return element->side == FeedSide::None
                       ? kind
                       : kind + QStringLiteral(" · ") + text("inspector.feed." + std::string(enumName(element->side)));
        }
    if (subject.kind == SubjectKind::CoolingUnit)
        if (const CoolingUnit* unit = design.coolingUnits.find({subject.id}))
            return text("cooling-unit." + std::string(enumName(unit->kind)));
    if (subject.kind == SubjectKind::CoolingLoop)
        if (const CoolingLoop* loop = design.coolingLoops.find({subject.id}))
            return loop->isFacilityWater ? text("supply.facility-water") : toText(loop->fluid);
    return {};
}

std::vector<Id<PowerElement>> rackElements(const Design& design, Id<Rack> rack) {
    std::vector<Id<PowerElement>> found;
    design.powerElements.forEachWith<PowerElementsByRack>(
        rack, [&found](const PowerElement& element) { found.push_back(element.id); });
    return found;
}

Result<Edit> connectionOf(const edits::Target& target, Subject from, const std::vector<Subject>& to) {
    const Design& design = *target.design();
    if (to.empty())
        return cannotConnect(design, from, from);
    const auto racks = idsOf<Rack>(to, SubjectKind::Rack);
    const auto elements = idsOf<PowerElement>(to, SubjectKind::PowerElement);
    const auto units = idsOf<CoolingUnit>(to, SubjectKind::CoolingUnit);
    if (const PowerElement* element =
            from.kind == SubjectKind::PowerElement ? design.powerElements.find({from.id}) : nullptr) {
        if (racks.size() == to.size())
            return feedRacks(target, *element, racks);
        if (units.size() == to.size())
            return feedUnitsFrom(target, *element, units);
        if (elements.size() != to.size())
            return cannotConnect(design, from, to.front());
        const edits::SupplyChain chain(design);
        std::vector<Id<PowerElement>> open;
        for (const Id<PowerElement> each : elements) {
            if (const Done fits = chain.canFeed(element->id, each))
                open.push_back(each);
            else if (elements.size() == 1)
                return fits.error();
        }
        return open.empty() ? Result<Edit>(chain.canFeed(element->id, elements.front()).error())
                            : Result<Edit>(edits::feedElements(target, element->id, std::move(open)));
    }
    if (const CoolingUnit* unit =
            from.kind == SubjectKind::CoolingUnit ? design.coolingUnits.find({from.id}) : nullptr) {
        if (racks.size() == to.size())
            return serve(target, *unit, racks);
        if (elements.size() == 1 && to.size() == 1) // dragged to what feeds it
            return feedUnitsFrom(target, *design.powerElements.find(elements.front()), {unit->id});
        if (units.size() == 1 && to.size() == 1)
            return joinLoops(target, *unit, *design.coolingUnits.find(units.front()));
        return cannotConnect(design, from, to.front());
    }
    // A rack that is dragged to what supplies it.
    if (from.kind == SubjectKind::Rack && to.size() == 1 && to.front().kind != SubjectKind::Rack)
        return connectionOf(target, to.front(), {from});
    return cannotConnect(design, from, to.front());
}

std::vector<ConnectChoice> connectChoices(const edits::Target& target, const std::vector<Subject>& chosen,
                                          std::optional<ConnectWay> way) {
    return Choices(target, chosen, way).all();
}

} // namespace rackwright
