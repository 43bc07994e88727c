// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small cabled hall for the tests of solvers/cabling: four racks along one tray and one across, parts in round
// figures, so that each length, medium and price can be worked out by hand.

#include "model/design/cabled.h"
#include "solvers/cables/cable_plan.h"
#include "tests/solvers/cost_fixture.h"

#include <algorithm>
#include <cmath>

namespace rackwright::fixture {

/// Racks of 0.6 m x 1.2 m at x = 1, 5, 9, 13 m, y = 2 m, facing up; a tray over their rears at y = 2.6 m, 2.5 m high,
/// from x = 0 to 20 m in pieces of 5 m. A leaf of 64 x 400G OSFP in the first rack at U40, more devices as asked.
struct CabledHall {
    Builder b;
    Id<Room> room;
    Id<PartRow> rackPart, nodePart, leafPart;
    std::vector<Id<Rack>> racks;
    std::vector<Id<PathNode>> nodes;
    std::vector<Id<PathSegment>> trays;
    Id<Device> leaf;
    Id<Network> network;

    CabledHall() {
        Room hall;
        hall.name = "Hall";
        room = b.put(b.design.rooms, hall);
        rackPart = b.addPart(priced(rack(), dated(4'500)));
        Part server = priced(node(), dated(400'000));
        server.portGroups.front().connector = "OSFP flat-top (RHS)";
        nodePart = b.addPart(server);
        leafPart = b.addPart(priced(networkSwitch("test-leaf", 64, 400, FabricProtocol::InfiniBand), dated(40'000)));
        for (const int x : {1, 5, 9, 13})
            racks.push_back(addRack(Length::metres(x), Length::metres(2)));
        Network compute;
        compute.name = "Compute";
        network = b.put(b.design.networks, compute);
        leaf = addSwitch(racks[0], 40);
    }

    Id<Rack> addRack(Length x, Length y) {
        Rack made;
        made.name = "R" + std::to_string(b.design.racks.size() + 1);
        made.room = room;
        made.part = rackPart;
        made.centre = {x, y};
        return b.put(b.design.racks, made);
    }
    /// With its ports at the rear, as nodes have theirs.
    Id<Device> addSwitch(Id<Rack> in, std::int64_t unit, Id<PartRow> part = {}) {
        Device made;
        made.name = "leaf-" + std::to_string(b.design.devices.size() + 1);
        made.part = part ? part : leafPart;
        made.placement = InRack{in, unit, Face::Rear, 0};
        return b.put(b.design.devices, made);
    }
    Id<Device> addNode(Id<Rack> in, std::int64_t unit = 1) { return b.addDevice(nodePart, in, unit); }

    Id<PathNode> addPathNode(Length x, Length y, Length height = Length::millimetres(2500)) {
        PathNode made;
        made.room = room;
        made.place = {x, y};
        made.height = height;
        return b.put(b.design.pathNodes, made);
    }
    Id<PathSegment> addTray(Id<PathNode> from, Id<PathNode> to, Carries carries = Carries::Any,
                            PathwayKind kind = PathwayKind::CableTray) {
        PathSegment made;
        made.kind = kind;
        made.from = from;
        made.to = to;
        made.width = Length::millimetres(300);
        made.height = Length::millimetres(100);
        made.carries = carries;
        return b.put(b.design.pathSegments, made);
    }
    void addTrays(Carries carries = Carries::Any, PathwayKind kind = PathwayKind::CableTray) {
        for (int i = 0; i <= 4; ++i)
            nodes.push_back(addPathNode(Length::metres(5 * i), Length::millimetres(2600)));
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
            trays.push_back(addTray(nodes[i], nodes[i + 1], carries, kind));
    }

    Id<Cable> cable(Id<Device> a, std::uint16_t portA, Id<Device> to, std::uint16_t portB, std::uint8_t laneA = 0,
                    std::uint8_t laneB = 0) {
        Cable made;
        made.a = {a, portA, laneA};
        made.b = {to, portB, laneB};
        made.network = network;
        return b.put(b.design.cables, made);
    }
    Id<CableDetail> pin(Id<Cable> cable, Id<PartRow> part, std::optional<Length> length = {}) {
        CableDetail made;
        made.cable = cable;
        made.part = part;
        made.length = length;
        return b.put(b.design.cableDetails, made);
    }
    void setStatus(Id<Cable> cable, Status status) {
        CableDetail made = decisionsFor(b.design, cable);
        made.scope.status = status;
        if (made.id)
            b.design.cableDetails = b.design.cableDetails.with(made);
        else
            b.put(b.design.cableDetails, made);
    }
};

inline Part cablePart(std::string id, PartCategory category, std::string kind, double gigabits, std::string ends,
                      double reach) {
    return priced(part(std::move(id), category, Mounting::None,
                       {word("kind", std::move(kind)), number("data-rate", gigabits * 1e9 / 8),
                        word("end-a-connector", ends), word("end-b-connector", ends), number("reach", reach)}),
                  dated(99));
}

/// A cable with one end of 800G for a switch and several for adapters.
inline Part directSplitter(std::string id, std::string kind, std::int64_t legs, double reach, double price) {
    Part made =
        cablePart(std::move(id), PartCategory::CopperCable, std::move(kind), 800, "OSFP finned twin-port", reach);
    made.prices = {dated(price)};
    std::erase_if(made.attributes, [](const Attribute& a) { return a.key == "end-b-connector"; });
    made.attributes.push_back(word("end-b-connector", "OSFP flat-top (RHS)"));
    made.attributes.push_back(number("end-b-count", static_cast<double>(legs)));
    return made;
}

/// A fibre of one medium, straight or split into two.
inline Part fibrePart(std::string id, std::string glass, bool isSplitter, double price) {
    Part made = priced(part(std::move(id), PartCategory::Fibre, Mounting::None,
                            {word("kind", "fibre"), number("data-rate", 400e9 / 8), word("medium", std::move(glass)),
                             word("end-a-connector", "MPO-12/APC"), word("end-b-connector", "MPO-12/APC"),
                             number("end-b-count", isSplitter ? 2 : 1)}),
                       dated(price));
    return made;
}

inline Part transceiver(std::string id, std::string kind, double gigabits, std::string connector, std::string fibre,
                        double reach, double watts, double price) {
    Part made =
        cablePart(std::move(id), PartCategory::Transceiver, std::move(kind), gigabits, std::move(connector), reach);
    made.prices = {dated(price)};
    made.attributes.push_back(word("fibre-connector", std::move(fibre)));
    made.attributes.push_back(number("end-power", watts));
    return made;
}

/// Switches of 32 cages with two ports of 400G each.
inline Part twinSwitch(std::string id) {
    Part made = priced(networkSwitch(std::move(id), 64, 400, FabricProtocol::InfiniBand), dated(40'000));
    made.portGroups.front().portsPerCage = 2;
    made.portGroups.front().connector = "OSFP twin-port";
    return made;
}

/// Switches of 72 cages with two ports of 800G each, four lanes of 200 Gb/s a port.
inline Part fastSwitch() {
    Part made = priced(networkSwitch("test-fast", 144, 800, FabricProtocol::InfiniBand), dated(190'000));
    made.portGroups.front().portsPerCage = 2;
    made.portGroups.front().connector = "OSFP twin-port 1.6T";
    return made;
}
/// A node with one such port in each cage.
inline Part fastNode() {
    Part made = node();
    made.id = "test-fast-node";
    made.portGroups.front() = ports(PortRole::Compute, 8, 800, FabricProtocol::Either, "OSFP");
    return priced(std::move(made), dated(500'000));
}

/// The plan of a hall, with short words for what tests ask of it.
struct Planned {
    Context context;
    const CableEnds& ends;
    const CablePlan& plan;
    explicit Planned(const CabledHall& hall)
        : context(hall.b.snapshot()), ends(context.lookUp<CableEnds>()), plan(context.lookUp<CablePlan>()) {}
    double route(std::size_t i = 0) const { return static_cast<double>(plan.cables[i].route); }
    double order(std::size_t i = 0) const { return static_cast<double>(plan.cables[i].order); }
    std::string medium(std::size_t i = 0) const {
        const LinkOption* option = plan.option(ends, i);
        return option ? std::string(enumName(option->medium)) : "none";
    }
    std::int64_t count(CableForm form) const {
        std::int64_t sum = 0;
        for (const CableOrder& order : plan.orders)
            sum += order.form == form ? order.count : 0;
        return sum;
    }
    const CableOrder* first(CableForm form) const {
        const auto found = std::ranges::find(plan.orders, form, &CableOrder::form);
        return found == plan.orders.end() ? nullptr : &*found;
    }
};

inline bool near(double a, double b) { return std::abs(a - b) < 1e-4; }

} // namespace rackwright::fixture
