// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/supply_edits.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/part_edits.h"

#include <algorithm>

namespace rackwright::edits {

namespace {

/// Where in a supply an element stands. Elements of one rank feed one another where the trade knows both orders:
/// switchgear before and behind a UPS, a transformer before the switchgear or within a panel.
enum class SupplyRank : std::uint8_t { Source, Plant, Panel, Run, Tap, Rack, Shelf };

SupplyRank rankOf(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Generator:
        return SupplyRank::Source;
    case PowerElementKind::Transformer:
    case PowerElementKind::Switchgear:
    case PowerElementKind::Ups:
    case PowerElementKind::Battery:
    case PowerElementKind::TransferSwitch:
        return SupplyRank::Plant;
    case PowerElementKind::RemotePowerPanel:
        return SupplyRank::Panel;
    case PowerElementKind::Busway:
        return SupplyRank::Run;
    case PowerElementKind::TapOff:
        return SupplyRank::Tap;
    case PowerElementKind::RackPdu:
        return SupplyRank::Rack;
    case PowerElementKind::PowerShelf:
        return SupplyRank::Shelf;
    }
    return SupplyRank::Shelf;
}

bool isInRack(PowerElementKind kind) {
    return kind == PowerElementKind::RackPdu || kind == PowerElementKind::PowerShelf ||
           kind == PowerElementKind::TransferSwitch;
}

/// Connects the power of a row, rack by rack.
class RowFeeding {
public:
    RowFeeding(Project& project, Design& design, IdSource& ids, const RowSupply& row)
        : m_project(project), m_design(design), m_ids(ids), m_row(row), m_names(namesOf(design.powerElements)) {
        for (const PowerLink& link : design.powerLinks)
            m_fed.insert(link.to.value);
    }

    Done feed() {
        for (const Id<PowerElement> from : {m_row.feedA, m_row.feedB})
            if (from && !m_design.powerElements.contains(from))
                return missingRow("power-element");
        if (m_row.tapOff && m_row.hasTapOffs)
            m_tapPart = embedPart(m_project, m_ids, m_row.tapOff);
        for (const Id<Rack> rack : m_row.racks) {
            if (!m_design.racks.contains(rack))
                return missingRow("rack");
            if (Done fed = feedRack(rack); !fed)
                return fed;
        }
        m_design.powerElements = m_design.powerElements.with(std::move(m_elements));
        m_design.powerLinks = m_design.powerLinks.with(std::move(m_links));
        return done();
    }
    std::size_t count() const { return m_count; }

private:
    Done feedRack(Id<Rack> rack) {
        std::vector<PowerElement> open;
        m_design.powerElements.forEachWith<PowerElementsByRack>(rack, [&](const PowerElement& element) {
            if (isInRack(element.kind) && !m_fed.contains(element.id.value))
                open.push_back(element);
        });
        FeedSide next = FeedSide::A;
        for (PowerElement& element : open) {
            if (element.side == FeedSide::None && m_row.feedA && m_row.feedB) {
                element.side = next;
                next = next == FeedSide::A ? FeedSide::B : FeedSide::A;
                m_elements.push_back(element);
            }
            const Id<PowerElement> from = element.side == FeedSide::A      ? m_row.feedA
                                          : element.side == FeedSide::B    ? m_row.feedB
                                          : element.side == FeedSide::None ? (m_row.feedA ? m_row.feedA : m_row.feedB)
                                                                           : Id<PowerElement>();
            if (!from)
                continue;
            if (Done fed = feedElement(rack, from, element); !fed)
                return fed;
        }
        return done();
    }

    Done feedElement(Id<Rack> rack, Id<PowerElement> from, const PowerElement& element) {
        const PowerElement& above = *m_design.powerElements.find(from);
        if (!mayFeed(above.kind, element.kind) || from == element.id)
            return inputError(Message("edit.power-upwards").with("from", above.name).with("to", element.name));
        ++m_count;
        if (!m_row.hasTapOffs || above.kind != PowerElementKind::Busway) {
            link(from, element.id, m_row.breaker);
            return done();
        }
        PowerElement tap;
        tap.id = m_ids.take<PowerElement>();
        tap.name = freeName(above.name + " " + m_design.racks.find(rack)->name, m_names);
        tap.kind = PowerElementKind::TapOff;
        tap.part = m_tapPart;
        tap.side = element.side;
        tap.breaker = m_row.breaker;
        tap.voltage = above.voltage;
        tap.phases = element.phases;
        link(from, tap.id, {});
        link(tap.id, element.id, m_row.breaker);
        m_elements.push_back(std::move(tap));
        return done();
    }

    void link(Id<PowerElement> from, Id<PowerElement> to, std::optional<Current> breaker) {
        PowerLink made;
        made.id = m_ids.take<PowerLink>();
        made.from = from;
        made.to = to;
        made.breaker = breaker;
        m_links.push_back(std::move(made));
    }

    Project& m_project;
    Design& m_design;
    IdSource& m_ids;
    const RowSupply& m_row;
    std::unordered_set<std::string> m_names;
    std::unordered_set<std::uint64_t> m_fed;
    Id<PartRow> m_tapPart;
    std::vector<PowerElement> m_elements;
    std::vector<PowerLink> m_links;
    std::size_t m_count = 0;
};

// How many services and doors are new.
Result<std::size_t> coolRacks(Design& design, IdSource& ids, const RowSupply& row) {
    std::vector<CoolingService> services;
    for (const auto& [units, heat] :
         {std::pair{&row.liquidUnits, HeatKind::Liquid}, std::pair{&row.airUnits, HeatKind::Air}})
        for (const Id<CoolingUnit> unit : *units) {
            if (!design.coolingUnits.contains(unit))
                return missingRow("cooling-unit");
            for (const Id<Rack> rack : row.racks) {
                bool isThere = false;
                design.coolingServices.forEachWith<ServicesByRack>(rack, [&, kind = heat](const CoolingService& each) {
                    isThere = isThere || (each.unit == unit && each.heat == kind);
                });
                if (!isThere)
                    services.push_back({ids.take<CoolingService>(), rack, unit, heat});
            }
        }
    std::vector<CoolingUnit> doors;
    if (row.doorWater) {
        if (!design.coolingLoops.contains(row.doorWater))
            return missingRow("cooling-loop");
        for (const Id<Rack> rack : row.racks)
            design.coolingUnits.forEachWith<CoolingUnitsByRack>(rack, [&](const CoolingUnit& unit) {
                if (unit.kind != CoolingUnitKind::RearDoor || unit.primary == row.doorWater)
                    return;
                doors.push_back(unit);
                doors.back().primary = row.doorWater;
            });
    }
    const std::size_t count = services.size() + doors.size();
    design.coolingServices = design.coolingServices.with(std::move(services));
    design.coolingUnits = design.coolingUnits.with(std::move(doors));
    return count;
}

/// Finds places for the CDUs of a row.
class CduPlaces {
public:
    CduPlaces(const Project& project, const LiquidRow& row) : m_project(project), m_row(row) {}

    Result<Placement> next(const Design& design, const std::string& name) const {
        if (m_row.cdu->mounting == Mounting::Eia19 || m_row.cdu->mounting == Mounting::OpenRack21 ||
            m_row.cdu->mounting == Mounting::Mgx)
            return inRack(design, name);
        return onFloor(design, name);
    }

private:
    Result<Placement> inRack(const Design& design, const std::string& name) const {
        for (const Id<Rack> id : m_row.racks) {
            const Rack& rack = *design.racks.find(id);
            const bool hasOne = std::ranges::any_of(design.coolingUnits, [id](const CoolingUnit& unit) {
                return unit.kind == CoolingUnitKind::CduInRack && rackOf(unit.placement) == id;
            });
            if (hasOne)
                continue;
            if (const auto unit = firstFreeUnit(m_project, design, rack, *m_row.cdu, Face::Front)) {
                InRack place;
                place.rack = id;
                place.unit = *unit;
                return Placement(place);
            }
        }
        return inputError(Message("edit.no-place-for-cdu").with("name", name));
    }

    // At the end of the row where there is room, as the racks stand; else at the other, else nearby.
    Result<Placement> onFloor(const Design& design, const std::string& name) const {
        std::vector<Point> bodies;
        for (const Id<Rack> id : m_row.racks) {
            const Rack& rack = *design.racks.find(id);
            if (const auto body = footprintOf(m_project, rack))
                for (const Point corner : corners(*body))
                    bodies.push_back(corner);
            else
                bodies.push_back(rack.centre);
        }
        const Rack& first = *design.racks.find(m_row.racks.front());
        const bool isAcross = first.rotation.inMillidegrees() / 90'000 % 2 == 0;
        const Box box = boundingBox(bodies);
        OnFloor place{first.room, {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2}, first.rotation};
        std::optional<Footprint> thing = footprintOf(*m_row.cdu, place);
        if (!thing)
            thing = Footprint{place.centre, Length::millimetres(900), Length::millimetres(1200), place.rotation};
        const Box own = boundingBox(corners(*thing));
        const Length half = isAcross ? (own.high.x - own.low.x) / 2 : (own.high.y - own.low.y) / 2;
        const FloorSpace space(m_project, design, first.room);
        const FloorClearance service = serviceSpaceOf(*m_row.cdu);
        const auto atRow = [&](const auto& isPlace) -> std::optional<Point> {
            for (const bool atEnd : {true, false}) {
                OnFloor there = place;
                Length Point::*along = isAcross ? &Point::x : &Point::y;
                there.centre.*along = atEnd ? box.high.*along + half : box.low.*along - half;
                const Point by{there.centre.x - place.centre.x, there.centre.y - place.centre.y};
                for (std::int64_t step = 0; step < m_row.cdus; ++step) {
                    const Length gone = half * (2 * step);
                    Point on = by;
                    on.*along = atEnd ? on.*along + gone : on.*along - gone;
                    if (isPlace(on))
                        return on;
                }
            }
            return std::nullopt;
        };
        Point end{};
        end.x = isAcross ? box.high.x - place.centre.x : Length();
        end.y = isAcross ? Length() : box.high.y - place.centre.y;
        // Beside the row, but in no aisle and with its service space; else near; else where it can stand at all.
        auto by = atRow([&](Point on) { return space.isPlaceFor({*thing}, {service}, on); });
        if (!by)
            by = space.nearest({*thing}, {service}, end);
        if (!by)
            by = atRow([&](Point on) { return space.fits({*thing}, on).has_value(); });
        if (by)
            return Placement(moved(place, *by));
        return inputError(Message("edit.no-place-for-cdu").with("name", name));
    }

    static OnFloor moved(OnFloor place, Point by) {
        place.centre.x += by.x;
        place.centre.y += by.y;
        return place;
    }

    const Project& m_project;
    const LiquidRow& m_row;
};

Done checkLiquidRow(const Design& design, const LiquidRow& row) {
    for (const Id<Rack> rack : row.racks)
        if (!design.racks.contains(rack))
            return missingRow("rack");
    if (row.racks.empty())
        return missingRow("rack");
    if (!row.cdu)
        return missingRow("part");
    if (row.cdus < 1 || row.cdus > 100)
        return badValue("edit.cdu-count");
    if (row.facility && !design.coolingLoops.contains(row.facility))
        return missingRow("cooling-loop");
    if (row.newFacility)
        if (Done checked = checkLoop(*row.newFacility); !checked)
            return checked;
    return checkLoop(row.loop);
}

} // namespace

bool mayFeed(PowerElementKind from, PowerElementKind to) {
    const SupplyRank above = rankOf(from), below = rankOf(to);
    if (below == SupplyRank::Source)
        return false;
    // A transfer switch stands wherever two supplies meet, down to the rack.
    if (to == PowerElementKind::TransferSwitch)
        return above < SupplyRank::Rack;
    return above < below || (above == below && (above == SupplyRank::Plant || above == SupplyRank::Panel));
}

SupplyChain::SupplyChain(const Design& design) : m_design(design) {
    for (const PowerLink& link : m_design.powerLinks) {
        m_up[link.to.value].push_back(&link);
        m_down[link.from.value].push_back(&link);
    }
}

const std::vector<const PowerLink*>& SupplyChain::of(const Links& links, Id<PowerElement> element) {
    static const std::vector<const PowerLink*> none;
    const auto found = links.find(element.value);
    return found == links.end() ? none : found->second;
}

bool SupplyChain::leadsTo(Id<PowerElement> from, Id<PowerElement> to) const {
    std::vector<Id<PowerElement>> open{from};
    std::unordered_set<std::uint64_t> seen;
    while (!open.empty()) {
        const Id<PowerElement> at = open.back();
        open.pop_back();
        if (at == to)
            return true;
        if (seen.insert(at.value).second)
            for (const PowerLink* link : fedBy(at))
                open.push_back(link->to);
    }
    return false;
}

Done SupplyChain::canFeed(Id<PowerElement> from, Id<PowerElement> to) const {
    const PowerElement* above = m_design.powerElements.find(from);
    const PowerElement* below = m_design.powerElements.find(to);
    if (!above || !below)
        return missingRow("power-element");
    if (std::ranges::any_of(fedBy(from), [to](const PowerLink* link) { return link->to == to; }))
        return inputError(Message("edit.power-fed-already").with("from", above->name).with("to", below->name));
    if (leadsTo(to, from))
        return inputError(Message("edit.power-ring").with("from", above->name).with("to", below->name));
    if (!mayFeed(above->kind, below->kind))
        return inputError(Message("edit.power-upwards").with("from", above->name).with("to", below->name));
    return done();
}

Edit feedElements(const Target& target, Id<PowerElement> from, std::vector<Id<PowerElement>> to, PowerLink circuit) {
    Message text = namedText(target, "undo.power.feed.", &Design::powerElements, to);
    auto apply = [from, to = std::move(to), circuit = std::move(circuit)](const Project&, const Design& design,
                                                                          IdSource& ids) -> Result<Design> {
        const SupplyChain chain(design);
        std::vector<PowerLink> links;
        Done refused = done();
        for (const Id<PowerElement> each : to) {
            const bool isFed =
                std::ranges::any_of(chain.fedBy(from), [each](const PowerLink* link) { return link->to == each; });
            const Done fits = chain.canFeed(from, each);
            if (!fits && (!isFed || to.size() == 1))
                return fits.error();
            if (!fits)
                continue;
            PowerLink link = circuit;
            link.id = ids.take<PowerLink>();
            link.from = from;
            link.to = each;
            links.push_back(std::move(link));
        }
        Design next = design;
        next.powerLinks = design.powerLinks.with(std::move(links));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

bool mayFeedUnits(PowerElementKind from) {
    return from != PowerElementKind::Battery && from != PowerElementKind::PowerShelf;
}

Edit feedUnits(const Target& target, Id<PowerElement> from, std::vector<Id<CoolingUnit>> units, PowerLink circuit) {
    Message text = namedText(target, "undo.power.feed-unit.", &Design::coolingUnits, units);
    auto apply = [from, units = std::move(units), circuit = std::move(circuit)](const Project&, const Design& design,
                                                                                IdSource& ids) -> Result<Design> {
        const PowerElement* above = design.powerElements.find(from);
        if (!above)
            return missingRow("power-element");
        if (!mayFeedUnits(above->kind))
            return inputError(Message("edit.power-no-unit").with("from", above->name));
        std::unordered_set<std::uint64_t> fed;
        for (const PowerLink& link : design.powerLinks)
            if (link.from == from && !link.to)
                fed.insert(link.unit.value);
        std::vector<PowerLink> links;
        for (const Id<CoolingUnit> each : units) {
            const CoolingUnit* unit = design.coolingUnits.find(each);
            if (!unit)
                return missingRow("cooling-unit");
            if (!fed.insert(each.value).second)
                continue;
            PowerLink link = circuit;
            link.id = ids.take<PowerLink>();
            link.from = from;
            link.to = {};
            link.unit = each;
            links.push_back(std::move(link));
        }
        if (links.empty())
            return inputError(
                Message("edit.power-unit-fed")
                    .with("from", above->name)
                    .with("to", units.empty() ? std::string() : design.coolingUnits.find(units.front())->name));
        Design next = design;
        next.powerLinks = design.powerLinks.with(std::move(links));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit feedFromNew(const Target& target, PowerElement from, std::vector<Id<PowerElement>> to) {
    Message text = namedText(target, "undo.power.feed.", &Design::powerElements, to);
    auto apply = [from = std::move(from), to = std::move(to)](const Project&, const Design& design,
                                                              IdSource& ids) -> Result<Design> {
        if (from.name.empty())
            return badValue("edit.name-empty");
        PowerElement added = from;
        added.id = ids.take<PowerElement>();
        std::vector<PowerLink> links;
        for (const Id<PowerElement> each : to) {
            const PowerElement* below = design.powerElements.find(each);
            if (!below)
                return missingRow("power-element");
            if (!mayFeed(added.kind, below->kind))
                return inputError(Message("edit.power-upwards").with("from", added.name).with("to", below->name));
            PowerLink link;
            link.id = ids.take<PowerLink>();
            link.from = added.id;
            link.to = each;
            links.push_back(std::move(link));
        }
        Design next = design;
        next.powerElements = design.powerElements.with(std::move(added));
        next.powerLinks = design.powerLinks.with(std::move(links));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit connectRow(const Target& target, RowSupply row) {
    Message text = namedText(target, "undo.row.connect.", &Design::racks, row.racks);
    auto change = [row = std::move(row)](Project& project, Design& design, IdSource& ids) -> Done {
        RowFeeding feeding(project, design, ids, row);
        if (Done fed = feeding.feed(); !fed)
            return fed;
        const Result<std::size_t> cooled = coolRacks(design, ids, row);
        if (!cooled)
            return cooled.error();
        if (feeding.count() + *cooled == 0)
            return badValue("edit.row-connected");
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

Edit convertRowToLiquid(const Target& target, LiquidRow row) {
    Message text = namedText(target, "undo.row.liquid.", &Design::racks, row.racks);
    auto change = [row = std::move(row)](Project& project, Design& design, IdSource& ids) -> Done {
        if (Done checked = checkLiquidRow(design, row); !checked)
            return checked;
        CoolingLoop loop = row.loop;
        loop.id = ids.take<CoolingLoop>();
        auto loops = namesOf(design.coolingLoops);
        loop.name = freeName(loop.name, loops);
        design.coolingLoops = design.coolingLoops.with(loop);
        Id<CoolingLoop> facility = row.facility;
        if (row.newFacility) {
            CoolingLoop water = *row.newFacility;
            water.id = ids.take<CoolingLoop>();
            water.name = freeName(water.name, loops);
            facility = water.id;
            design.coolingLoops = design.coolingLoops.with(std::move(water));
        }
        auto names = namesOf(design.coolingUnits);
        const Id<PartRow> part = embedPart(project, ids, row.cdu);
        RowSupply served;
        served.racks = row.racks;
        for (std::int64_t i = 0; i < row.cdus; ++i) {
            CoolingUnit unit;
            unit.name = freeName(row.unitName + " " + std::to_string(i + 1), names);
            const Result<Placement> place = CduPlaces(project, row).next(design, unit.name);
            if (!place)
                return place.error();
            unit.id = ids.take<CoolingUnit>();
            unit.kind = rackOf(*place) ? CoolingUnitKind::CduInRack : CoolingUnitKind::CduRow;
            unit.part = part;
            unit.placement = *place;
            unit.primary = facility;
            unit.secondary = loop.id;
            unit.supply = loop.supply;
            served.liquidUnits.push_back(unit.id);
            design.coolingUnits = design.coolingUnits.with(std::move(unit));
        }
        const Result<std::size_t> cooled = coolRacks(design, ids, served);
        return cooled ? done() : Done(cooled.error());
    };
    return changeBoth(target, std::move(text), std::move(change));
}

} // namespace rackwright::edits
