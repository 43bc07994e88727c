// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small project for the tests of bill, cost and quote: parts of part_fixture.h with prices, placed in racks. Each
// figure can be worked out by hand.

#include "model/project/project.h"
#include "solvers/engine/context.h"
#include "tests/support/part_fixture.h"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace rackwright::fixture {

inline PriceRate dollars(double amount) { return *PriceRate::nearest(amount, Currency::usd()); }

inline Price dated(double amount, std::string date = "2026-06-01", Grade grade = Grade::Vendor) {
    Price price;
    price.rate = Fact<PriceRate>::known(dollars(amount), grade, Source{"Test", "Price list", date, {}});
    price.basis = "each";
    price.date = std::move(date);
    return price;
}

inline Part priced(Part part, Price price) {
    part.prices.push_back(std::move(price));
    part.partNumber = "PN-" + part.id;
    part.partNumberConfidence = PartNumberConfidence::Confirmed;
    part.lifecycle = Lifecycle::Available;
    part.procurement = Procurement::OnPremises;
    return part;
}

/// Adds rows with ids from one counter.
class Builder {
public:
    Project project = *emptyDocument("Test").project;
    Design design;

    template <class Row>
    Id<Row> put(Table<Row>& table, Row row) {
        row.id = Id<Row>{++m_last};
        const Id<Row> id = row.id;
        table = table.with(std::move(row));
        return id;
    }
    Id<PartRow> addPart(Part part) {
        PartRow row;
        row.part = std::make_shared<const Part>(std::move(part));
        return put(project.parts, std::move(row));
    }
    Id<Rack> addRack(Id<PartRow> part, Scope scope = {}) {
        Rack row;
        row.name = "R" + std::to_string(design.racks.size() + 1);
        row.part = part;
        row.scope = scope;
        return put(design.racks, std::move(row));
    }
    Id<Device> addDevice(Id<PartRow> part, Id<Rack> rack, std::int64_t unit = 1, Scope scope = {}) {
        Device row;
        row.name = "d" + std::to_string(design.devices.size() + 1);
        row.part = part;
        row.placement = InRack{rack, unit, Face::Front, 0};
        row.scope = scope;
        return put(design.devices, std::move(row));
    }
    void setSetting(std::string key, std::string value) {
        Setting row;
        row.key = std::move(key);
        row.value = std::move(value);
        put(project.settings, std::move(row));
    }
    void pin(std::string item, Price price) {
        PinnedPrice row;
        row.item = std::move(item);
        row.price = std::move(price);
        put(project.prices, std::move(row));
    }
    Snapshot snapshot() const {
        const auto shared = std::make_shared<const Project>(project);
        return snapshotOf(withDesign(*shared, shared->activeOption, std::make_shared<const Design>(design)));
    }
    Context context() const { return Context(snapshot()); }

private:
    std::uint64_t m_last = 0;
};

/// Four nodes of 400,000 USD in one rack of 4,500 USD.
inline Builder fourNodes() {
    Builder b;
    const Id<PartRow> node400k = b.addPart(priced(node(), dated(400'000)));
    const Id<PartRow> rackPart = b.addPart(priced(rack(), dated(4'500)));
    const Id<Rack> r = b.addRack(rackPart);
    for (int i = 0; i < 4; ++i)
        b.addDevice(node400k, r, 1 + 8 * i);
    return b;
}

inline void changePart(Builder& b, Id<PartRow> id, const std::function<void(Part&)>& change) {
    Part made = *b.project.parts.find(id)->part;
    change(made);
    b.project.parts = b.project.parts.with({id, std::make_shared<const Part>(std::move(made))});
}

/// The rack of fourNodes() with a switch on two PDUs of these outlets, one a side: six C20 inlets a node, two C14 of
/// the switch.
struct RackOnPdus {
    Builder b = fourNodes();
    Id<Rack> rack = b.design.racks.begin()->id;
    Id<PartRow> nodePart = b.design.devices.begin()->part;
    Id<PartRow> leafPart, pduPart;
    std::array<Id<PowerElement>, 2> pdus;

    RackOnPdus(double c13, double c19) {
        changePart(b, nodePart, [](Part& part) { part.powerInputs.front().inlet = "C20"; });
        Part leaf = priced(networkSwitch("test-leaf", 64, 400, FabricProtocol::InfiniBand), dated(40'000));
        leaf.powerInputs.front().inlet = "C14";
        leafPart = b.addPart(leaf);
        b.addDevice(leafPart, rack, 40);
        Part pdu = priced(rackPdu(), dated(2'000));
        pdu.attributes.push_back(number("outlets-c13", c13));
        pdu.attributes.push_back(number("outlets-c19", c19));
        pduPart = b.addPart(pdu);
        for (const Side side : {Side::Left, Side::Right}) {
            PowerElement element;
            element.name = side == Side::Left ? "PDU A" : "PDU B";
            element.part = pduPart;
            element.side = side == Side::Left ? FeedSide::A : FeedSide::B;
            element.placement = ZeroU{rack, side, 0};
            pdus[side == Side::Left ? 0 : 1] = b.put(b.design.powerElements, element);
        }
    }
    void changePdu(std::size_t which, const std::function<void(PowerElement&)>& change) {
        PowerElement element = *b.design.powerElements.find(pdus[which]);
        change(element);
        b.design.powerElements = b.design.powerElements.with(element);
    }
    Id<PowerElement> add(PowerElementKind kind, std::string name) {
        PowerElement element;
        element.kind = kind;
        element.name = std::move(name);
        return b.put(b.design.powerElements, element);
    }
    PowerLink link(Id<PowerElement> from, Id<PowerElement> to, const std::function<void(PowerLink&)>& change = {}) {
        PowerLink made;
        made.from = from;
        made.to = to;
        if (change)
            change(made);
        made.id = b.put(b.design.powerLinks, made);
        return made;
    }
};

} // namespace rackwright::fixture
