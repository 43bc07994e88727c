// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small hall for tests of the solvers: two rows of racks with nodes, switches, PDUs and cooling, in round figures
// that can be worked out by hand. Tests bend one thing of it at a time.

#include "model/project/site_fields.h"
#include "solvers/engine/context.h"
#include "tests/support/part_fixture.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rackwright::fixture {

/// A project under construction: rows are put into `design`, then snapshot() takes it all.
struct Hall {
    Project project;
    Design design;
    IdSource ids{1};

    Id<PartRow> nodePart, switchPart, rackPart, pduPart, coolerPart, cduPart, liquidPart;
    Id<Room> room;
    std::vector<Id<Rack>> racks;
    std::vector<Id<CoolingUnit>> coolers;

    Snapshot snapshot() const {
        auto made = std::make_shared<Project>(project);
        auto value = std::make_shared<const Design>(design);
        made->options = {{1, "A", {}, value}};
        made->activeOption = 1;
        return {made, 1, value};
    }

    Id<Device> addDevice(Id<Rack> rack, Id<PartRow> part, std::int64_t unit, std::string name,
                         std::string role = "compute") {
        Device device;
        device.id = ids.take<Device>();
        device.name = std::move(name);
        device.part = part;
        device.role = std::move(role);
        device.placement = InRack{rack, unit, Face::Front, 0};
        design.devices = design.devices.with(device);
        return device.id;
    }

    Id<Rack> addRack(std::string name, std::string row, Point centre, Angle rotation) {
        Rack rack;
        rack.id = ids.take<Rack>();
        rack.name = std::move(name);
        rack.row = std::move(row);
        rack.room = room;
        rack.part = rackPart;
        rack.centre = centre;
        rack.rotation = rotation;
        design.racks = design.racks.with(rack);
        racks.push_back(rack.id);
        return rack.id;
    }

    void addPdus(Id<Rack> rack, const std::string& name) {
        for (const Side side : {Side::Left, Side::Right}) {
            PowerElement pdu;
            pdu.id = ids.take<PowerElement>();
            pdu.name = name + (side == Side::Left ? "-A" : "-B");
            pdu.kind = PowerElementKind::RackPdu;
            pdu.part = pduPart;
            pdu.placement = ZeroU{rack, side, 0};
            pdu.side = side == Side::Left ? FeedSide::A : FeedSide::B;
            design.powerElements = design.powerElements.with(pdu);
        }
    }

    Id<CoolingUnit> addCooler(CoolingUnitKind kind, Id<PartRow> part, std::string name, Placement placement) {
        CoolingUnit unit;
        unit.id = ids.take<CoolingUnit>();
        unit.name = std::move(name);
        unit.kind = kind;
        unit.part = part;
        unit.placement = std::move(placement);
        design.coolingUnits = design.coolingUnits.with(unit);
        coolers.push_back(unit.id);
        return unit.id;
    }

    void serve(Id<Rack> rack, Id<CoolingUnit> unit, HeatKind heat) {
        design.coolingServices = design.coolingServices.with({ids.take<CoolingService>(), rack, unit, heat});
    }

    Id<RoomObject> addObject(RoomObjectShape shape) {
        RoomObject object;
        object.id = ids.take<RoomObject>();
        object.room = room;
        object.shape = std::move(shape);
        design.roomObjects = design.roomObjects.with(object);
        return object.id;
    }

    void setSite(std::string_view key, std::string value, std::string basis = {}) {
        SiteField field;
        field.id = ids.take<SiteField>();
        field.key = key;
        field.knowledge = Knowledge::Known;
        field.value = std::move(value);
        field.basis = std::move(basis);
        project.site = project.site.with(field);
    }

    void setSetting(std::string_view key, std::string value, std::string source = "test") {
        project.settings =
            project.settings.with({ids.take<Setting>(), std::string(key), std::move(value), std::move(source)});
    }

    void assume(std::string key, double si) {
        Assumption assumption;
        assumption.id = ids.take<Assumption>();
        assumption.key = std::move(key);
        assumption.low = assumption.typical = assumption.high = si;
        project.assumptions = project.assumptions.with(assumption);
    }

    /// Replaces an embedded part.
    template <class Change>
    void changePart(Id<PartRow> id, Change change) {
        Part part = *project.parts.find(id)->part;
        change(part);
        project.parts = project.parts.with({id, std::make_shared<const Part>(std::move(part))});
    }
    template <class Row, class Change>
    void change(Table<Row> Design::*table, Id<Row> id, Change change) {
        Row row = *(design.*table).find(id);
        change(row);
        design.*table = (design.*table).with(row);
    }
};

inline Part coolingPart(std::string id, PartCategory category, double watts) {
    return part(std::move(id), category, Mounting::Floor,
                {number("cooling-capacity", watts), number("width", 0.6), number("depth", 1.2), number("height", 2.0),
                 number("weight", 300)});
}

/// Liquid-cooled 4U node: 12 kW, 75 % to liquid.
inline Part liquidNode() {
    Part made = withPower(part("test-liquid-node", PartCategory::GpuNode, Mounting::Eia19,
                               {number("rack-units", 4), number("width", 0.482), number("depth", 0.9),
                                number("weight", 80), number("accelerator-count", 8), number("liquid-share", 0.75)}),
                          12'000, 4);
    made.heatPath = HeatPath::Hybrid;
    made.airflow = Airflow::FrontToRear;
    return made;
}

/// A hall of 12 m x 9 m: row A faces row B across a cold aisle of 1.8 m, four racks each with two nodes (20 kW) and a
/// switch; two PDUs a rack; in-row coolers of 100 kW that serve all racks.
inline Hall hall() {
    Hall made;
    made.nodePart = embed(made.project, made.ids, node());
    made.switchPart = embed(made.project, made.ids, networkSwitch("test-switch", 64, 400, FabricProtocol::InfiniBand));
    made.rackPart = embed(made.project, made.ids, rack());
    made.pduPart = embed(made.project, made.ids, rackPdu());
    made.coolerPart = embed(made.project, made.ids, coolingPart("test-in-row", PartCategory::InRowCooler, 100'000));
    made.cduPart = embed(made.project, made.ids, coolingPart("test-cdu", PartCategory::Cdu, 200'000));
    made.liquidPart = embed(made.project, made.ids, liquidNode());
    Room room;
    room.id = made.ids.take<Room>();
    room.name = "Hall";
    const auto mm = [](std::int64_t x, std::int64_t y) {
        return Point{Length::millimetres(x), Length::millimetres(y)};
    };
    room.outline = {mm(0, 0), mm(12'000, 0), mm(12'000, 9'000), mm(0, 9'000)};
    room.clearHeight = Length::millimetres(4'000);
    made.design.rooms = made.design.rooms.with(room);
    made.room = room.id;
    for (int i = 0; i < 4; ++i)
        made.addRack("A" + std::to_string(i + 1), "A", mm(3'300 + 600 * i, 3'000), Angle::degrees(180));
    for (int i = 0; i < 4; ++i)
        made.addRack("B" + std::to_string(i + 1), "B", mm(3'300 + 600 * i, 6'000), Angle::degrees(0));
    const std::vector<Id<Rack>> racks = made.racks;
    for (std::size_t i = 0; i < racks.size(); ++i) {
        const std::string name = made.design.racks.find(racks[i])->name;
        made.addDevice(racks[i], made.nodePart, 1, name + "-n1");
        made.addDevice(racks[i], made.nodePart, 9, name + "-n2");
        made.addDevice(racks[i], made.switchPart, 40, name + "-leaf", "leaf");
        made.addPdus(racks[i], name);
    }
    for (int i = 0; i < 2; ++i) {
        const auto unit =
            made.addCooler(CoolingUnitKind::InRow, made.coolerPart, "IRC" + std::to_string(i + 1),
                           OnFloor{room.id, mm(5'700, 3'000 + 3'000 * i), Angle::degrees(i == 0 ? 180 : 0)});
        for (const Id<Rack> rack : racks)
            made.serve(rack, unit, HeatKind::Air);
    }
    return made;
}

} // namespace rackwright::fixture
