// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small project for the tests of bill, cost and quote: parts of part_fixture.h with prices, placed in racks. Each
// figure can be worked out by hand.

#include "model/project/project.h"
#include "solvers/engine/context.h"
#include "tests/support/part_fixture.h"

#include <memory>
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

} // namespace rackwright::fixture
