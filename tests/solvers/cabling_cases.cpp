// SPDX-License-Identifier: GPL-3.0-or-later
// NET-03 to NET-07 and QUOTE-01: just passes, just fails, cannot be checked, each a cable or two in a small hall.
#include "tests/solvers/cabling_fixture.h"
#include "tests/solvers/rule_cases.h"

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(CabledHall&)>;

/// From a node in the second rack, 10 m to order, or in the rack of the leaf, 2.5 m.
Id<Cable> oneCable(CabledHall& hall, std::size_t rack = 1) {
    return hall.cable(hall.addNode(hall.racks[rack]), 0, hall.leaf, 0);
}

Bend pinned(Part made, std::optional<Length> length = {}, std::size_t rack = 1) {
    return [=](CabledHall& hall) { hall.pin(oneCable(hall, rack), hall.b.addPart(made), length); };
}

Part aoc(std::string ends = "OSFP", double reach = 30) {
    return cablePart("test-aoc", PartCategory::OpticalCable, "aoc", 400, std::move(ends), reach);
}

Part without(Part made, std::string_view key) {
    std::erase_if(made.attributes, [key](const Attribute& a) { return a.key == key; });
    return made;
}

Part speaking(Part made, std::string protocols) {
    made.attributes.push_back(word("link-protocols", std::move(protocols)));
    return made;
}

Part costing(Part made, double price) {
    made.prices = {dated(price)};
    return made;
}

// Two ports of one twin-port cage, split one and two ways.
void mixedCage(CabledHall& hall) {
    Part twin = priced(networkSwitch("test-twin", 64, 400, FabricProtocol::InfiniBand), dated(40'000));
    twin.portGroups.front().portsPerCage = 2;
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, hall.b.addPart(twin));
    const Id<PartRow> half =
        hall.b.addPart(priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
    hall.cable(hall.addNode(hall.racks[1]), 0, leaf, 0);
    hall.cable(hall.addSwitch(hall.racks[2], 10, half), 0, leaf, 1);
}
void twoInOnePort(CabledHall& hall) {
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)})
        hall.cable(hall.addNode(hall.racks[port + std::size_t(1)]), 0, hall.leaf, 0);
}
void evenCage(CabledHall& hall) {
    Part twin = priced(networkSwitch("test-twin", 64, 400, FabricProtocol::InfiniBand), dated(40'000));
    twin.portGroups.front().portsPerCage = 2;
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, hall.b.addPart(twin));
    hall.cable(hall.addNode(hall.racks[1]), 0, leaf, 0);
    hall.cable(hall.addNode(hall.racks[2]), 0, leaf, 1);
}
/// One port of a twin-port cage split into two of 200G, its other port with one link of 200G.
void brokenOutCage(CabledHall& hall, Id<PartRow> fibreOfTheLone) {
    Part twin = priced(networkSwitch("test-twin", 64, 400, FabricProtocol::InfiniBand), dated(40'000));
    twin.portGroups.front().portsPerCage = 2;
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, hall.b.addPart(twin));
    const Id<PartRow> half =
        hall.b.addPart(priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
    const Id<Device> far = hall.addSwitch(hall.racks[2], 10, half);
    hall.cable(far, 0, leaf, 0, 0, 0);
    hall.cable(far, 1, leaf, 0, 0, 1);
    const Id<Cable> lone = hall.cable(far, 2, leaf, 1);
    if (fibreOfTheLone)
        hall.pin(lone, fibreOfTheLone);
}
void danglingCable(CabledHall& hall) { hall.cable(Id<Device>{999'999}, 0, hall.leaf, 0); }

void otherRoom(CabledHall& hall) {
    oneCable(hall);
    Room room;
    room.name = "Annex";
    const Id<Room> annex = hall.b.put(hall.b.design.rooms, room);
    for (std::size_t i = 1; i < hall.racks.size(); ++i) {
        Rack rack = *hall.b.design.racks.find(hall.racks[i]);
        rack.room = annex;
        hall.b.design.racks = hall.b.design.racks.with(rack);
    }
}

Bend derived(double metres) {
    return [=](CabledHall& hall) { hall.pin(oneCable(hall), {}, Length::nearest(metres)); };
}

/// The trays may be filled by so much of what the fullest is filled by.
Bend fillLimitIs(double share) {
    return [=](CabledHall& hall) {
        hall.addTrays();
        oneCable(hall);
        const Context context = hall.b.context();
        const double used = context.lookUp<CablePlan>().fullest()->used;
        for (const Id<PathSegment> id : hall.trays) {
            PathSegment tray = *hall.b.design.pathSegments.find(id);
            tray.fillLimit = used * share;
            hall.b.design.pathSegments = hall.b.design.pathSegments.with(tray);
        }
    };
}
/// Cables of 7.5 mm at most in trays of 1 mm x 1 mm.
void narrowTrays(CabledHall& hall) {
    hall.addTrays();
    oneCable(hall);
    for (const Id<PathSegment> id : hall.trays) {
        PathSegment tray = *hall.b.design.pathSegments.find(id);
        tray.width = tray.height = Length::millimetres(1);
        hall.b.design.pathSegments = hall.b.design.pathSegments.with(tray);
    }
}
void trayWithoutWidth(CabledHall& hall) {
    hall.addTrays();
    oneCable(hall);
    PathSegment tray = *hall.b.design.pathSegments.find(hall.trays.front());
    tray.width = {};
    hall.b.design.pathSegments = hall.b.design.pathSegments.with(tray);
}

// Modules of 9 W at 45 m, where an active optical cable no longer reaches.
Bend modules(std::optional<double> watts, std::optional<double> most, std::optional<double> inAll = 1000) {
    return [=](CabledHall& hall) {
        Part module = transceiver("test-sr4", "transceiver-mm", 400, "OSFP", "MPO-12/APC", 50, watts.value_or(0), 600);
        if (!watts)
            module = without(std::move(module), "end-power");
        hall.b.addPart(module);
        if (most) {
            Part leaf = *hall.b.project.parts.find(hall.leafPart)->part;
            leaf.attributes.push_back(number("module-power-max", *most));
            if (inAll)
                leaf.attributes.push_back(number("module-power-sum-max", *inAll));
            hall.b.project.parts =
                hall.b.project.parts.with({hall.leafPart, std::make_shared<const Part>(std::move(leaf))});
        }
        hall.pin(oneCable(hall), {}, Length::metres(45));
    };
}

void oneLeftOut(CabledHall& hall) {
    oneCable(hall);
    QuoteLine none;
    none.derivedKey = "allowance:class-aoc-400;10m";
    none.quantityMilli = 0;
    hall.b.put(hall.b.design.quoteLines, none);
}

void oneTooMany(CabledHall& hall) {
    oneCable(hall);
    QuoteLine two;
    two.derivedKey = "allowance:class-aoc-400;10m";
    two.quantityMilli = 2000;
    hall.b.put(hall.b.design.quoteLines, two);
}

/// A port of 400G broken out, its first leg with a transceiver that a person chose, made for 100G.
Bend quarterLink(const char* kind, const char* cage, const char* fibre) {
    return [=](CabledHall& hall) {
        Part far = priced(networkSwitch("test-quarter", 8, 100, FabricProtocol::Ethernet), dated(9'000));
        far.portGroups.front().connector = "QSFP28";
        const Id<PartRow> part = hall.b.addPart(far);
        const Id<PartRow> module = hall.b.addPart(transceiver("test-module", kind, 100, cage, fibre, 100, 2, 99));
        for (std::uint8_t lane = 0; lane < 4; ++lane) {
            const Id<Cable> leg = hall.cable(hall.addSwitch(hall.racks[2], 10 + lane, part), 0, hall.leaf, 0, 0, lane);
            if (lane == 0)
                hall.pin(leg, module);
        }
    };
}

/// Two nodes on one cage of lanes of 200 Gb/s, one link with a part that a person chose.
Bend fastLinks(std::optional<Part> chosen) {
    return [=](CabledHall& hall) {
        const Id<PartRow> node = hall.b.addPart(fastNode());
        const Id<Device> leaf = hall.addSwitch(hall.racks[0], 20, hall.b.addPart(fastSwitch()));
        for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)}) {
            const Id<Cable> cable = hall.cable(hall.b.addDevice(node, hall.racks[port]), 0, leaf, port);
            if (chosen && port == 0)
                hall.pin(cable, hall.b.addPart(*chosen));
        }
    };
}

/// Between a node and a switch whose optics sit beside its chip and take no module.
void coPackaged(CabledHall& hall) {
    Part part = priced(networkSwitch("test-photonic", 144, 800, FabricProtocol::InfiniBand), dated(320'000));
    part.portGroups.front().connector = "MPO (co-packaged optics, no cages)";
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 20, hall.b.addPart(part));
    const Id<Device> node = hall.b.addDevice(hall.b.addPart(fastNode()), hall.racks[1]);
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)})
        hall.cable(node, port, leaf, port);
}

void danglingOverTrays(CabledHall& hall) {
    hall.addTrays();
    danglingCable(hall);
}

RuleCase of(std::string name, std::string rule, Bend bend, RuleState state, Severity severity = Severity::Note,
            std::string message = {}) {
    return {std::move(name),
            std::move(rule),
            [bend = std::move(bend)] {
                CabledHall hall;
                bend(hall);
                return hall.b.snapshot();
            },
            state,
            severity,
            std::move(message)};
}

} // namespace

std::vector<RuleCase> cablingCases() {
    using S = Severity;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    return {
        of("NET-03 cable of the cages", "NET-03", pinned(aoc()), held),
        of("NET-03 QSFP cable in OSFP", "NET-03", pinned(aoc("QSFP112")), failed, S::Error, "rule.NET-03.cage"),
        of("NET-03 finned at the node", "NET-03", pinned(aoc("OSFP finned")), failed, S::Error,
           "rule.NET-03.heat-sink"),
        of("NET-03 part says nothing", "NET-03", pinned(without(aoc(), "end-a-connector")), open, S::Note,
           "rule.NET-03.part-unknown"),
        of("NET-03 Ethernet cable on InfiniBand", "NET-03", pinned(speaking(aoc(), "400GbE")), failed, S::Error,
           "rule.NET-03.protocol"),
        of("NET-03 cable of both protocols", "NET-03", pinned(speaking(aoc(), "NDR IB + 400GbE")), held),
        of(
            "NET-03 only cables of another protocol at hand", "NET-03",
            [](CabledHall& hall) {
                hall.b.addPart(speaking(aoc(), "400GbE"));
                oneCable(hall);
            },
            open, S::Note, "rule.NET-03.class-protocol"),
        of("NET-03 planning class", "NET-03", derived(10), open, S::Note, "rule.NET-03.class"),
        of("NET-04 one speed a module", "NET-04", evenCage, held),
        of("NET-04 400G and 200G in one module", "NET-04", mixedCage, failed, S::Error, "rule.NET-04.mixed"),
        of(
            "NET-04 the other speed is taken away", "NET-04",
            [](CabledHall& hall) {
                mixedCage(hall);
                hall.setStatus(std::ranges::max_element(hall.b.design.cables, {}, &Cable::id)->id, Status::Removed);
            },
            held),
        of("NET-18 just filled", "NET-18", fillLimitIs(1), held),
        of("NET-18 a hair over its limit", "NET-18", fillLimitIs(0.999), failed, S::Warning, "rule.NET-18.over"),
        of("NET-18 more than there is room for", "NET-18", narrowTrays, failed, S::Error, "rule.NET-18.over"),
        of("NET-18 width not known", "NET-18", trayWithoutWidth, open, S::Note, "rule.NET-18.no-size"),
        of("NET-18 a cable of unknown end", "NET-18", danglingOverTrays, open, S::Note, "rule.NET-18.open"),
        of("NET-01 two cables in one port", "NET-01", twoInOnePort, failed, S::Error, "rule.NET-01.over"),
        of(
            "NET-01 one of them is taken away", "NET-01",
            [](CabledHall& hall) {
                twoInOnePort(hall);
                hall.setStatus(hall.b.design.cables.begin()->id, Status::Removed);
            },
            held),
        of(
            "NET-04 one link beside a split port", "NET-04", [](CabledHall& hall) { brokenOutCage(hall, {}); }, failed,
            S::Warning, "rule.NET-04.lanes"),
        of(
            "NET-04 a straight fibre beside a split port", "NET-04",
            [](CabledHall& hall) { brokenOutCage(hall, hall.b.addPart(fibrePart("test-fibre", "OM4", false, 80))); },
            failed, S::Error, "rule.NET-04.fibres"),
        of("NET-04 a splitter on a straight link", "NET-04", pinned(fibrePart("test-split", "OM4", true, 80)), failed,
           S::Error, "rule.NET-04.splitter"),
        of("NET-04 a straight fibre on it", "NET-04", pinned(fibrePart("test-fibre", "OM4", false, 80)), held),
        of(
            "NET-04 a splitter on a split link", "NET-04",
            [](CabledHall& hall) {
                const Id<PartRow> half = hall.b.addPart(
                    priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
                const Id<Device> far = hall.addSwitch(hall.racks[2], 10, half);
                const Id<PartRow> fibre = hall.b.addPart(fibrePart("test-split", "OM4", true, 80));
                for (const std::uint8_t lane : {std::uint8_t(0), std::uint8_t(1)})
                    hall.pin(hall.cable(far, lane, hall.leaf, 0, 0, lane), fibre);
            },
            held),
        of(
            "NET-04 copper in a cage with another link", "NET-04",
            [](CabledHall& hall) {
                const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
                const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, twin);
                const Id<Cable> link = hall.cable(leaf, 0, hall.addSwitch(hall.racks[0], 36, twin), 0);
                hall.cable(leaf, 1, hall.addSwitch(hall.racks[0], 34, twin), 0);
                hall.pin(link, hall.b.addPart(cablePart("test-dac", PartCategory::CopperCable, "dac", 800, "OSFP", 3)));
            },
            failed, S::Error, "rule.NET-04.shared"),
        of("NET-04 co-packaged optics", "NET-04", coPackaged, open, S::Note, "rule.NET-04.no-part"),
        of("NET-05 co-packaged optics", "NET-05", coPackaged, open, S::Note, "rule.NET-05.no-part"),
        of("QUOTE-01 co-packaged optics", "QUOTE-01", coPackaged, open, S::Note, "rule.QUOTE-01.without-part"),
        of("NET-04 end not known", "NET-04", danglingCable, open),
        of("NET-05 500 m of single-mode", "NET-05", derived(500), held),
        of("NET-05 one metre farther", "NET-05", derived(501), failed, S::Error, "rule.NET-05.too-far"),
        of("NET-05 pinned, at its reach", "NET-05", pinned(aoc("OSFP", 10)), held),
        of("NET-05 pinned, beyond its reach", "NET-05", pinned(aoc("OSFP", 9.9)), failed, S::Error,
           "rule.NET-05.pinned"),
        of("NET-05 no passive copper at 200 Gb/s a lane", "NET-05",
           fastLinks(cablePart("test-dac", PartCategory::CopperCable, "dac", 1600, "OSFP", 3)), failed, S::Error,
           "rule.NET-05.lanes"),
        of("NET-05 four lanes of light to one", "NET-05", quarterLink("transceiver-mm", "QSFP28", "MPO-12"), failed,
           S::Error, "rule.NET-05.lasers"),
        of("NET-05 no other end for it", "NET-05", quarterLink("transceiver-mm", "OSFP", "MPO-12"), failed, S::Error,
           "rule.NET-05.alone"),
        // The way is 7.466 m from port to port.
        of("NET-05 a length that just goes", "NET-05", derived(7.467), held),
        of("NET-05 a centimetre shorter", "NET-05", derived(7.457), failed, S::Error, "rule.NET-05.too-short"),
        of("NET-05 reach not known", "NET-05", pinned(without(aoc(), "reach")), open, S::Note,
           "rule.NET-05.reach-unknown"),
        of("NET-05 end not placed", "NET-05", danglingCable, open, S::Note, "rule.NET-05.route-unknown"),
        of("NET-05 rooms not joined", "NET-05", otherRoom, open, S::Note, "rule.NET-05.rooms-apart"),
        // An active optical cable of 10 m costs 790 by class.
        of("NET-06 as cheap as any", "NET-06", pinned(costing(aoc(), 790)), held),
        of("NET-06 a dollar dearer", "NET-06", pinned(costing(aoc(), 791)), failed, S::Warning, "rule.NET-06.cheaper"),
        of("NET-06 a length that is sold", "NET-06", derived(40), held),
        of("NET-06 a length that is not sold", "NET-06", derived(42), failed, S::Warning, "rule.NET-06.not-stocked"),
        of("NET-06 price not known", "NET-06", pinned(without(aoc(), "data-rate")), open),
        of("NET-07 just supplied", "NET-07", modules(9, 9), held),
        of("NET-07 a tenth more", "NET-07", modules(9.1, 9), failed, S::Error, "rule.NET-07.port"),
        of("NET-07 all just supplied", "NET-07", modules(9, 9, 9), held),
        of("NET-07 a tenth less for all", "NET-07", modules(9, 9, 8.9), failed, S::Error, "rule.NET-07.sum"),
        of("NET-07 no budget stated", "NET-07", modules(9, 9, {}), open, S::Note, "rule.NET-07.no-budget"),
        of("NET-07 port not known", "NET-07", modules(9, {}), open),
        of(
            "QUOTE-01 all on the bill", "QUOTE-01", [](CabledHall& hall) { oneCable(hall); }, held),
        of("QUOTE-01 modules of two links", "QUOTE-01", fastLinks({}), held),
        of("QUOTE-01 a cable left out", "QUOTE-01", oneLeftOut, failed, S::Error, "rule.QUOTE-01.short"),
        of("QUOTE-01 a cable too many", "QUOTE-01", oneTooMany, failed, S::Error, "rule.QUOTE-01.surplus"),
        of("QUOTE-01 end not known", "QUOTE-01", danglingCable, open, S::Note, "rule.QUOTE-01.open"),
        of("NET-07 module not known", "NET-07", modules({}, 9), open),
    };
}

} // namespace rackwright::fixture
