// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_edits.h"

#include "model/edits/cable_edits.h"
#include "model/edits/clip_edits.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/option_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/quote_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/record_edits.h"
#include "model/edits/replacement.h"
#include "model/edits/room_edits.h"
#include "model/edits/supply_edits.h"
#include "model/edits/workload_edits.h"

#include <functional>
#include <iterator>

namespace rackwright::testing {

namespace {

using namespace edits;

/// What a kind of edit draws from.
struct Draw {
    const Project& project;
    const Design& design;
    std::mt19937_64& random;
    Target target;

    std::int64_t number(std::int64_t low, std::int64_t high) const {
        return std::uniform_int_distribution<std::int64_t>(low, high)(random);
    }
    template <class Row>
    const Row* any(const Table<Row>& table) const {
        if (table.isEmpty())
            return nullptr;
        auto it = table.begin();
        std::advance(it, number(0, static_cast<std::int64_t>(table.size()) - 1));
        return &*it;
    }
    Point step() const { return {Length::millimetres(number(-900, 900)), Length::millimetres(number(-900, 900))}; }
    std::string word() const { return "edited " + std::to_string(number(0, 999'999)); }
};

using Maker = std::function<std::optional<Edit>(const Draw&)>;

struct Kind {
    std::string_view topic;
    Maker make;
};

/// A kind that needs a row of a table.
template <class Row, class Make>
Kind onRow(std::string_view topic, Table<Row> Design::*table, Make make) {
    return {topic, [=](const Draw& draw) -> std::optional<Edit> {
                const Row* row = draw.any(draw.design.*table);
                return row ? std::optional<Edit>(make(draw, *row)) : std::nullopt;
            }};
}
template <class Row, class Make>
Kind onShared(std::string_view topic, Table<Row> Project::*table, Make make) {
    return {topic, [=](const Draw& draw) -> std::optional<Edit> {
                const Row* row = draw.any(draw.project.*table);
                return row ? std::optional<Edit>(make(draw, *row)) : std::nullopt;
            }};
}
template <class Make>
Kind free(std::string_view topic, Make make) {
    return {topic, [=](const Draw& draw) -> std::optional<Edit> { return make(draw); }};
}

template <class Row>
Row renamed(Row row, const Draw& draw) {
    row.name = draw.word();
    return row;
}
/// A copy of a row that the edit takes as a new one.
template <class Row>
Row asNew(Row row) {
    row.id = {};
    return row;
}

Scope someScope(const Draw& draw) {
    return {draw.number(0, 1) ? Status::New : Status::Existing, draw.number(0, 1) ? Party::Us : Party::Customer,
            Party::Us, draw.number(1, 3)};
}

void addRackKinds(std::vector<Kind>& kinds) {
    const auto add = [&](auto make) { kinds.push_back(onRow("rack", &Design::racks, make)); };
    add([](const Draw& d, const Rack& r) { return moveRacks(d.target, {r.id}, d.step()); });
    add([](const Draw& d, const Rack& r) { return rotateRacks(d.target, {r.id}, Angle::degrees(90)); });
    add([](const Draw& d, const Rack& r) { return renameRack(d.target, r.id, d.word()); });
    add([](const Draw& d, const Rack& r) {
        return setRackPowerCap(d.target, {r.id}, static_cast<double>(d.number(5, 60)) * unit::kilowatt);
    });
    add([](const Draw& d, const Rack& r) { return setRackScope(d.target, {r.id}, someScope(d)); });
    add([](const Draw& d, const Rack& r) { return duplicateRows(d.target, {.racks = {r.id}}, d.step()); });
    add([](const Draw& d, const Rack& r) { return arrayRacks(d.target, {r.id}, 2, d.step()); });
    add([](const Draw& d, const Rack& r) { return mirrorRacks(d.target, {r.id}, MirrorLine::Down, r.centre.x); });
    add([](const Draw& d, const Rack& r) {
        return alignRacks(d.target, {r.id, d.any(d.design.racks)->id}, Alignment::Top);
    });
    add([](const Draw& d, const Rack& r) {
        return distributeRacks(d.target, {r.id, d.any(d.design.racks)->id, d.any(d.design.racks)->id}, Direction::X);
    });
    add([](const Draw& d, const Rack& r) {
        Rack made = asNew(r);
        made.name.clear();
        made.centre.x += Length::metres(20);
        return placeRack(d.target, made, d.project.parts.find(r.part)->part);
    });
    add([](const Draw& d, const Rack& r) { return removeRacks(d.target, {r.id}); });
}

void addRackTypeKinds(std::vector<Kind>& kinds) {
    kinds.push_back(onRow("rack type", &Design::racks,
                          [](const Draw& d, const Rack& r) { return saveRackType(d.target, r.id, d.word()); }));
    const auto add = [&](auto make) { kinds.push_back(onRow("rack type", &Design::rackTypes, make)); };
    add([](const Draw& d, const RackType& t) { return changeRackType(d.target, renamed(t, d)); });
    add([](const Draw& d, const RackType& t) {
        const Rack* rack = d.any(d.design.racks);
        return applyRackType(d.target, t.id, rack ? std::vector{rack->id} : std::vector<Id<Rack>>());
    });
    add([](const Draw& d, const RackType& t) {
        ScalableUnit unit;
        unit.name = d.word();
        unit.members.push_back({t.id, 2, {}, {Length::millimetres(600), Length()}, {}});
        return putScalableUnit(d.target, unit);
    });
    add([](const Draw& d, const RackType& t) { return removeRackType(d.target, t.id); });
    kinds.push_back(
        onRow("rack type", &Design::racks, [](const Draw& d, const Rack& r) { return detachRacks(d.target, {r.id}); }));
    kinds.push_back(onRow("rack type", &Design::scalableUnits, [](const Draw& d, const ScalableUnit& u) {
        const Room* room = d.any(d.design.rooms);
        return placeScalableUnit(d.target, u.id, room ? room->id : Id<Room>(), {Length::metres(40), Length()}, "Z");
    }));
    kinds.push_back(onRow("rack type", &Design::scalableUnits,
                          [](const Draw& d, const ScalableUnit& u) { return removeScalableUnit(d.target, u.id); }));
}

void addDeviceKinds(std::vector<Kind>& kinds) {
    const auto add = [&](auto make) { kinds.push_back(onRow("device", &Design::devices, make)); };
    add([](const Draw& d, const Device& v) { return renameDevice(d.target, v.id, d.word()); });
    add([](const Draw& d, const Device& v) {
        const Rack* rack = d.any(d.design.racks);
        return moveDevice(d.target, v.id, InRack{rack ? rack->id : Id<Rack>(), d.number(1, 42), Face::Front, 0});
    });
    add([](const Draw& d, const Device& v) {
        return setDevicePowerCap(d.target, {v.id}, static_cast<double>(d.number(1, 9)) * unit::kilowatt);
    });
    add([](const Draw& d, const Device& v) { return setDeviceScope(d.target, {v.id}, someScope(d)); });
    add([](const Draw& d, const Device& v) { return unplaceDevices(d.target, {v.id}); });
    add([](const Draw& d, const Device& v) {
        Device made = asNew(v);
        made.name.clear();
        made.copiedFrom = {};
        if (auto* in = std::get_if<InRack>(&made.placement))
            in->unit = d.number(1, 42);
        return placeDevice(d.target, made, d.project.parts.find(v.part)->part);
    });
    add([](const Draw& d, const Device& v) {
        const Rack* rack = d.any(d.design.racks);
        return fillRacks(d.target, rack ? std::vector{rack->id} : std::vector<Id<Rack>>(),
                         {d.project.parts.find(v.part)->part, 1, "compute", Face::Front});
    });
    add([](const Draw& d, const Device& v) {
        Module module;
        module.device = v.id;
        module.slot = "PCIe " + std::to_string(d.number(1, 8));
        return putModule(d.target, module, d.any(d.project.parts)->part);
    });
    add([](const Draw& d, const Device& v) { return removeDevices(d.target, {v.id}); });
    kinds.push_back(onRow("device", &Design::modules,
                          [](const Draw& d, const Module& m) { return removeModules(d.target, {m.id}); }));
    kinds.push_back(onRow("part", &Design::devices, [](const Draw& d, const Device& v) {
        return replaceDevices(d.target, {v.id}, d.project.parts.find(v.part)->part);
    }));
}

void addPartKinds(std::vector<Kind>& kinds) {
    kinds.push_back(onShared("part", &Project::parts, [](const Draw& d, const PartRow& row) {
        Part revised = *row.part;
        revised.notes = d.word();
        ++revised.revision;
        return adoptRevision(d.project, row.id, std::make_shared<const Part>(std::move(revised)));
    }));
    kinds.push_back(onShared("part", &Project::parts, [](const Draw& d, const PartRow& row) {
        Part own = *row.part;
        own.id += "-own-" + std::to_string(d.number(0, 99'999));
        return addPart(std::make_shared<const Part>(std::move(own)));
    }));
    kinds.push_back(free("part", [](const Draw&) { return removeUnusedParts(); }));
}

void addCableKinds(std::vector<Kind>& kinds) {
    kinds.push_back(onRow("cable", &Design::networks,
                          [](const Draw& d, const Network& n) { return putNetwork(d.target, renamed(n, d)); }));
    kinds.push_back(free("cable", [](const Draw& d) {
        Network made;
        made.name = d.word();
        return putNetwork(d.target, made);
    }));
    kinds.push_back(onRow("cable", &Design::networks,
                          [](const Draw& d, const Network& n) { return removeNetwork(d.target, n.id); }));
    kinds.push_back(onRow("cable", &Design::devices, [](const Draw& d, const Device& v) {
        const Network* network = d.any(d.design.networks);
        return connectPorts(d.target, {v.id, static_cast<std::uint16_t>(d.number(0, 20)), 0},
                            {d.any(d.design.devices)->id, static_cast<std::uint16_t>(d.number(0, 60)), 0},
                            network ? network->id : Id<Network>());
    }));
    const auto add = [&](auto make) { kinds.push_back(onRow("cable", &Design::cables, make)); };
    add([](const Draw& d, const Cable& c) { return removeCables(d.target, {c.id}); });
    add([](const Draw& d, const Cable& c) {
        CableDetail detail;
        detail.cable = c.id;
        detail.label = d.word();
        detail.length = Length::metres(d.number(1, 50));
        return pinCables(d.target, {detail});
    });
    kinds.push_back(onRow("cable", &Design::cableDetails, [](const Draw& d, const CableDetail& c) {
        CableDetail nothing;
        nothing.cable = c.cable;
        return pinCables(d.target, {nothing});
    }));
}

void addPowerKinds(std::vector<Kind>& kinds) {
    const auto add = [&](auto make) { kinds.push_back(onRow("power", &Design::powerElements, make)); };
    add([](const Draw& d, const PowerElement& e) { return putPowerElement(d.target, renamed(e, d)); });
    add([](const Draw& d, const PowerElement& e) { return putPowerElement(d.target, asNew(renamed(e, d))); });
    add([](const Draw& d, const PowerElement& e) {
        const Rack* rack = d.any(d.design.racks);
        return movePowerElement(d.target, e.id, ZeroU{rack ? rack->id : Id<Rack>(), Side::Left, d.number(0, 1)});
    });
    add([](const Draw& d, const PowerElement& e) { return removePowerElements(d.target, {e.id}); });
    add([](const Draw& d, const PowerElement& e) {
        PowerLink link;
        link.from = e.id;
        link.to = d.any(d.design.powerElements)->id;
        return putPowerLink(d.target, link);
    });
    add([](const Draw& d, const PowerElement& e) {
        const CoolingUnit* unit = d.any(d.design.coolingUnits);
        return feedUnits(d.target, e.id, {unit ? unit->id : Id<CoolingUnit>()});
    });
    add([](const Draw& d, const PowerElement& e) {
        CordOverride cord;
        const Device* device = d.any(d.design.devices);
        cord.device = device ? device->id : Id<Device>();
        cord.supply = d.number(0, 1);
        cord.element = e.id;
        return plugCord(d.target, cord);
    });
    kinds.push_back(onRow("power", &Design::powerLinks, [](const Draw& d, const PowerLink& l) {
        PowerLink changed = l;
        changed.poles = d.word();
        return putPowerLink(d.target, changed);
    }));
    kinds.push_back(onRow("power", &Design::powerLinks,
                          [](const Draw& d, const PowerLink& l) { return removePowerLinks(d.target, {l.id}); }));
    kinds.push_back(onRow("power", &Design::cordOverrides,
                          [](const Draw& d, const CordOverride& c) { return unplugCord(d.target, c.id); }));
}

void addCoolingKinds(std::vector<Kind>& kinds) {
    kinds.push_back(onRow("cooling", &Design::coolingLoops,
                          [](const Draw& d, const CoolingLoop& l) { return putCoolingLoop(d.target, renamed(l, d)); }));
    kinds.push_back(onRow("cooling", &Design::coolingLoops, [](const Draw& d, const CoolingLoop& l) {
        return putCoolingLoop(d.target, asNew(renamed(l, d)));
    }));
    kinds.push_back(onRow("cooling", &Design::coolingLoops,
                          [](const Draw& d, const CoolingLoop& l) { return removeCoolingLoop(d.target, l.id); }));
    const auto add = [&](auto make) { kinds.push_back(onRow("cooling", &Design::coolingUnits, make)); };
    add([](const Draw& d, const CoolingUnit& u) { return putCoolingUnit(d.target, renamed(u, d)); });
    add([](const Draw& d, const CoolingUnit& u) {
        Placement placement = u.placement;
        if (auto* floor = std::get_if<OnFloor>(&placement))
            floor->centre.x += Length::millimetres(d.number(-500, 500));
        return moveCoolingUnit(d.target, u.id, placement);
    });
    add([](const Draw& d, const CoolingUnit& u) {
        const Rack* rack = d.any(d.design.racks);
        return serveRacks(d.target, u.id, rack ? std::vector{rack->id} : std::vector<Id<Rack>>(),
                          d.number(0, 1) ? HeatKind::Air : HeatKind::Liquid);
    });
    add([](const Draw& d, const CoolingUnit& u) { return removeCoolingUnits(d.target, {u.id}); });
    kinds.push_back(onRow("cooling", &Design::coolingServices,
                          [](const Draw& d, const CoolingService& s) { return removeServices(d.target, {s.id}); }));
}

void addRoomKinds(std::vector<Kind>& kinds) {
    kinds.push_back(
        onRow("room", &Design::rooms, [](const Draw& d, const Room& r) { return putRoom(d.target, renamed(r, d)); }));
    kinds.push_back(onRow("room", &Design::rooms,
                          [](const Draw& d, const Room& r) { return putRoom(d.target, asNew(renamed(r, d))); }));
    kinds.push_back(onRow("room", &Design::rooms, [](const Draw& d, const Room& r) {
        PathSegment pattern;
        pattern.name = d.word();
        pattern.width = Length::millimetres(300);
        pattern.height = Length::millimetres(100);
        return addPathway(d.target, r.id, {{}, d.step(), d.step()}, Length::millimetres(2'600), pattern);
    }));
    // The room of all racks stays, so that later edits have something to work on.
    kinds.push_back(onRow("room", &Design::rooms, [](const Draw& d, const Room& r) {
        const bool isUsed = d.design.racks.begin() != d.design.racks.end() && d.design.racks.begin()->room == r.id;
        return isUsed ? putRoom(d.target, renamed(r, d)) : removeRoom(d.target, r.id);
    }));
    const auto add = [&](auto make) { kinds.push_back(onRow("room", &Design::roomObjects, make)); };
    add([](const Draw& d, const RoomObject& o) { return putRoomObject(d.target, renamed(o, d)); });
    add([](const Draw& d, const RoomObject& o) { return moveRoomObjects(d.target, {o.id}, d.step()); });
    add([](const Draw& d, const RoomObject& o) { return removeRoomObjects(d.target, {o.id}); });
    kinds.push_back(onRow("room", &Design::pathSegments,
                          [](const Draw& d, const PathSegment& s) { return removePathSegments(d.target, {s.id}); }));
}

Price somePrice(const Draw& draw) {
    Price price;
    price.rate =
        Fact<PriceRate>::known(*PriceRate::nearest(static_cast<double>(draw.number(1, 9'999)), Currency::usd()),
                               Grade::Vendor, Source{"Test", "Price list", "2026-06-01", {}});
    price.basis = "each";
    price.date = "2026-06-01";
    return price;
}

void addQuoteKinds(std::vector<Kind>& kinds) {
    kinds.push_back(free("quote", [](const Draw& d) {
        QuoteHeader header = d.project.quote;
        header.paymentTerms = d.word();
        return setQuoteHeader(header);
    }));
    kinds.push_back(free("quote", [](const Draw& d) {
        QuoteLine line;
        line.description = d.word();
        line.quantityMilli = d.number(1, 9) * 1000;
        return putQuoteLine(d.target, line);
    }));
    kinds.push_back(onRow("quote", &Design::quoteLines,
                          [](const Draw& d, const QuoteLine& l) { return removeQuoteLines(d.target, {l.id}); }));
    kinds.push_back(onShared("quote", &Project::parts,
                             [](const Draw& d, const PartRow& row) { return pinPrice(row.part->id, somePrice(d)); }));
    kinds.push_back(onShared("quote", &Project::prices,
                             [](const Draw&, const PinnedPrice& price) { return unpinPrice(price.id); }));
}

void addRecordKinds(std::vector<Kind>& kinds) {
    kinds.push_back(free("record", [](const Draw& d) {
        return putSetting("weight.cables-per-rack", std::to_string(d.number(10, 60)), d.word());
    }));
    kinds.push_back(onShared("record", &Project::site, [](const Draw& d, const SiteField& f) {
        SiteField changed = f;
        changed.note = d.word();
        return putSiteField(changed);
    }));
    kinds.push_back(onShared("record", &Project::requirements, [](const Draw& d, const Requirement& r) {
        Requirement changed = r;
        changed.text = d.word();
        return putRequirement(changed);
    }));
    kinds.push_back(onShared("record", &Project::requirements, [](const Draw& d, const Requirement& r) {
        Requirement made = asNew(r);
        made.text = d.word();
        return putRequirement(made);
    }));
    kinds.push_back(onShared("record", &Project::requirements,
                             [](const Draw&, const Requirement& r) { return removeRequirement(r.id); }));
    kinds.push_back(free("record", [](const Draw& d) {
        Assumption made;
        made.statement = d.word();
        return putAssumption(made);
    }));
    kinds.push_back(onShared("record", &Project::assumptions,
                             [](const Draw&, const Assumption& a) { return removeAssumption(a.id); }));
    kinds.push_back(onShared("record", &Project::rfis, [](const Draw& d, const Rfi& r) {
        Rfi changed = r;
        changed.answer = d.word();
        return putRfi(changed);
    }));
    kinds.push_back(onShared("record", &Project::rfis, [](const Draw&, const Rfi& r) { return removeRfi(r.id); }));
    kinds.push_back(free("record", [](const Draw& d) {
        return acceptFinding({{}, "FLOOR-01:" + d.word(), "1", "A. Architect", "2026-11-16", "agreed"});
    }));
    kinds.push_back(onShared("record", &Project::acceptedFindings,
                             [](const Draw&, const AcceptedFinding& f) { return withdrawAcceptance(f.id); }));
    kinds.push_back(free("record", [](const Draw& d) {
        IssuedRevision made;
        made.date = "2026-11-16";
        made.purpose = "for review";
        return issueRevision(d.project, d.project.activeOption, made);
    }));
}

void addOptionKinds(std::vector<Kind>& kinds) {
    const auto add = [&](auto make) { kinds.push_back(free("option", make)); };
    const auto any = [](const Draw& d) {
        return d.project.options[static_cast<std::size_t>(d.number(0, std::ssize(d.project.options) - 1))].id;
    };
    add([](const Draw& d) { return renameProject(d.word(), d.word()); });
    add([=](const Draw& d) { return copyOption(d.project, any(d), d.word()); });
    add([=](const Draw& d) { return renameOption(d.project, any(d), d.word(), d.word()); });
    add([=](const Draw& d) { return moveOption(d.project, any(d), 0); });
    add([=](const Draw& d) { return activateOption(d.project, any(d)); });
    add([=](const Draw& d) { return removeOption(d.project, any(d)); });
}

void addWorkloadKinds(std::vector<Kind>& kinds) {
    const auto add = [&](auto make) { kinds.push_back(onRow("workload", &Design::workloads, make)); };
    add([](const Draw& d, const Workload& w) { return putWorkload(d.target, renamed(w, d)); });
    add([](const Draw& d, const Workload& w) { return putWorkload(d.target, asNew(renamed(w, d))); });
    add([](const Draw& d, const Workload& w) { return removeWorkload(d.target, w.id); });
    kinds.push_back(onRow("workload", &Design::devices, [](const Draw& d, const Device& v) {
        StoragePool pool;
        pool.name = d.word();
        pool.members = {v.id};
        return putStoragePool(d.target, pool);
    }));
    kinds.push_back(onRow("workload", &Design::storagePools,
                          [](const Draw& d, const StoragePool& p) { return removeStoragePool(d.target, p.id); }));
}

const std::vector<Kind>& allKinds() {
    static const std::vector<Kind> list = [] {
        std::vector<Kind> kinds;
        for (const auto add :
             {addRackKinds, addRackTypeKinds, addDeviceKinds, addPartKinds, addCableKinds, addPowerKinds,
              addCoolingKinds, addRoomKinds, addQuoteKinds, addRecordKinds, addOptionKinds, addWorkloadKinds})
            add(kinds);
        return kinds;
    }();
    return list;
}

} // namespace

std::size_t randomEditKinds() { return allKinds().size(); }

RandomEdit randomEdit(const Project& project, std::size_t kind, std::mt19937_64& random) {
    const Draw draw{project, *activeOption(project).design, random, activeTarget(project)};
    const Kind& chosen = allKinds()[kind];
    return {chosen.topic, chosen.make(draw)};
}

} // namespace rackwright::testing
