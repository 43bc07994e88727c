// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A hall of 24.0 x 14.4 m with 48 racks in three rows of 16 (32 of them with four nodes of eight accelerators) and with
// one of everything that a plan can show. Made of the parts of part_fixture.h; not a real site.

#include "tests/support/part_fixture.h"

namespace rackwright::fixture {

struct DrawnHall {
    Project project;
    Design design;
    Id<Room> room;
    std::vector<Id<Rack>> racks; ///< A01..A16, B01.., C01..
    IdSource ids{1};

    DrawnHall() {
        project.name = "Test hall";
        room = ids.take<Room>();
        Room hall;
        hall.id = room;
        hall.name = "Hall A";
        hall.outline = rectangle(0, 0, 24000, 14400);
        hall.clearHeight = Length::millimetres(3600);
        design.rooms = design.rooms.with(hall);
        embedParts();
        addBuilding();
        addPathways();
        addFloorUnits();
        for (int row = 0; row < 3; ++row)
            for (int i = 0; i < 16; ++i)
                addRack(row, i);
        project.options = {{ids.take<Option>().value, "A", "", std::make_shared<const Design>(design)}};
        project.activeOption = project.options.front().id;
    }

    static Point at(std::int64_t x, std::int64_t y) { return {Length::millimetres(x), Length::millimetres(y)}; }
    static std::vector<Point> rectangle(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t depth) {
        return {at(x, y), at(x + width, y), at(x + width, y + depth), at(x, y + depth)};
    }

    Id<PartRow> rackPart, nodePart, switchPart, storagePart, pduPart, cduPart, rppPart;

private:
    void embedParts() {
        rackPart = embed(project, ids, rack());
        nodePart = embed(project, ids, node());
        switchPart = embed(project, ids, networkSwitch("switch-64", 64, 400, FabricProtocol::InfiniBand));
        storagePart = embed(project, ids,
                            withPower(part("storage-2u", PartCategory::StorageNode, Mounting::Eia19,
                                           {number("rack-units", 2), number("width", 0.44), number("depth", 0.8)}),
                                      900));
        pduPart = embed(project, ids, rackPdu());
        cduPart = embed(project, ids,
                        part("cdu", PartCategory::Cdu, Mounting::Floor, {number("width", 1.2), number("depth", 2.4)}));
        rppPart = embed(
            project, ids,
            part("rpp", PartCategory::RemotePowerPanel, Mounting::Floor, {number("width", 1.2), number("depth", 2.4)}));
    }

    template <class Shape>
    void object(std::string name, Shape shape) {
        RoomObject made;
        made.id = ids.take<RoomObject>();
        made.room = room;
        made.name = std::move(name);
        made.shape = std::move(shape);
        design.roomObjects = design.roomObjects.with(made);
    }

    void addBuilding() {
        object("", Aisle{rectangle(3600, 3600, 12600, 1800), AisleKind::Hot, true});
        object("", Aisle{rectangle(3600, 6600, 12600, 1800), AisleKind::Cold, false});
        object("", Column{rectangle(17400, 5700, 400, 400)});
        object("", Column{rectangle(17400, 9000, 400, 400)});
        object("", KeepOut{rectangle(17600, 11400, 2400, 1800), "fire panel"});
        Door door;
        door.from = at(9600, 14400);
        door.to = at(11400, 14400);
        door.isDouble = true;
        door.isDeliveryPath = true;
        object("", door);
        Door small;
        small.from = at(24000, 13000);
        small.to = at(24000, 12000);
        object("", small);
    }

    Id<PathNode> node_(Point place) {
        PathNode made;
        made.id = ids.take<PathNode>();
        made.room = room;
        made.place = place;
        made.height = Length::millimetres(2700);
        design.pathNodes = design.pathNodes.with(made);
        return made.id;
    }
    void pathway(PathwayKind kind, Point from, Point to, bool isReturn = false) {
        PathSegment made;
        made.kind = kind;
        made.from = node_(from);
        made.to = node_(to);
        made.isReturn = isReturn;
        made.id = ids.take<PathSegment>();
        design.pathSegments = design.pathSegments.with(made);
    }
    void addPathways() {
        pathway(PathwayKind::Busway, at(3200, 4500), at(19000, 4500));
        pathway(PathwayKind::CableTray, at(3200, 2100), at(17000, 2100));
        pathway(PathwayKind::PipeMain, at(2600, 1200), at(2600, 11000));
        pathway(PathwayKind::PipeMain, at(2800, 1200), at(2800, 11000), true);
    }

    void addFloorUnits() {
        for (int i = 0; i < 2; ++i) {
            CoolingUnit cdu;
            cdu.id = ids.take<CoolingUnit>();
            cdu.name = "CDU " + std::to_string(i + 1);
            cdu.kind = CoolingUnitKind::CduRow;
            cdu.part = cduPart;
            cdu.placement = OnFloor{room, at(1200, 3600 + 3600 * i), Angle()};
            design.coolingUnits = design.coolingUnits.with(cdu);
            PowerElement rpp;
            rpp.id = ids.take<PowerElement>();
            rpp.name = i == 0 ? "RPP A" : "RPP B";
            rpp.kind = PowerElementKind::RemotePowerPanel;
            rpp.part = rppPart;
            rpp.placement = OnFloor{room, at(21000, 3600 + 3600 * i), Angle()};
            design.powerElements = design.powerElements.with(rpp);
        }
    }

    Device& device(std::string name, Id<PartRow> part, Placement placement) {
        Device made;
        made.id = ids.take<Device>();
        made.name = std::move(name);
        made.part = part;
        made.placement = placement;
        m_devices.push_back(made);
        return m_devices.back();
    }

    void addRack(int row, int i) {
        static constexpr const char* kRows[] = {"A", "B", "C"};
        Rack made;
        made.id = ids.take<Rack>();
        made.row = kRows[row];
        made.name = made.row + (i < 9 ? "0" : "") + std::to_string(i + 1);
        made.room = room;
        made.part = rackPart;
        made.centre = at(3900 + 800 * i, row == 0 ? 3000 : row == 1 ? 6000 : 9000);
        made.rotation = row == 1 ? Angle::degrees(180) : Angle();
        if (row == 2 && i == 15)
            made.scope.status = Status::Existing;
        design.racks = design.racks.with(made);
        racks.push_back(made.id);
        m_devices.clear();
        if (row < 2)
            for (int n = 0; n < 4; ++n)
                device(made.name + "-n" + std::to_string(n + 1), nodePart, InRack{made.id, 5 + 8 * n, Face::Front, 0});
        else if (i < 6)
            for (int n = 0; n < 4; ++n)
                device("leaf-" + std::to_string(4 * i + n + 1), switchPart,
                       InRack{made.id, 30 + 2 * n, Face::Front, 0});
        else if (i < 10)
            for (int n = 0; n < 8; ++n)
                device("store-" + std::to_string(8 * (i - 6) + n + 1), storagePart,
                       InRack{made.id, 10 + 2 * n, Face::Front, 0});
        design.devices = design.devices.with(m_devices);
        if (row < 2)
            addPdus(made.id);
    }
    void addPdus(Id<Rack> rackId) {
        for (int i = 0; i < 2; ++i) {
            PowerElement pdu;
            pdu.id = ids.take<PowerElement>();
            pdu.name = i == 0 ? "PDU A" : "PDU B";
            pdu.side = i == 0 ? FeedSide::A : FeedSide::B;
            pdu.part = pduPart;
            pdu.placement = ZeroU{rackId, i == 0 ? Side::Left : Side::Right, 0};
            design.powerElements = design.powerElements.with(pdu);
        }
    }

    std::vector<Device> m_devices;
};

} // namespace rackwright::fixture
