// SPDX-License-Identifier: GPL-3.0-or-later
// Places of a rack: units, halves of the depth, columns, 0U places; the reasons for "no" name thing, place and next
// step.
#include "model/design/occupancy.h"
#include "tests/support/part_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;

class TestOccupancy : public QObject {
    Q_OBJECT

    Project project;
    Design design;
    IdSource ids{1};
    Id<PartRow> node, halfDepth, halfWidth, pdu, rackPart;
    Id<Rack> rack;

    Id<Device> put(const char* name, Id<PartRow> part, Placement placement) {
        Device device;
        device.id = ids.take<Device>();
        device.name = name;
        device.part = part;
        device.placement = placement;
        design.devices = design.devices.with(device);
        return device.id;
    }
    std::string refusal(const char* name, Id<PartRow> part, Placement placement) {
        const Done answer = canPlace(project, design, {name, findPart(project, part)}, placement);
        return answer ? std::string() : answer.error().message.id;
    }

private Q_SLOTS:
    void init() {
        project = Project();
        design = Design();
        ids = IdSource(1);
        node = fixture::embed(project, ids, fixture::node());
        Part patch = fixture::part("half-depth", PartCategory::Switch, Mounting::Eia19,
                                   {fixture::number("rack-units", 1), fixture::number("depth-share", 0.5)});
        halfDepth = fixture::embed(project, ids, patch);
        Part sled = fixture::part("half-width", PartCategory::StorageNode, Mounting::Eia19,
                                  {fixture::number("rack-units", 1), fixture::number("width-share", 0.5)});
        halfWidth = fixture::embed(project, ids, sled);
        pdu = fixture::embed(project, ids, fixture::rackPdu());
        rackPart = fixture::embed(project, ids, fixture::rack(42));
        Rack row;
        row.id = rack = ids.take<Rack>();
        row.name = "A01";
        row.part = rackPart;
        design.racks = design.racks.with(row);
    }

    void touchingUnitsAreFree() {
        put("n1", node, InRack{rack, 1, Face::Front, 0});
        QCOMPARE(refusal("n2", node, InRack{rack, 9, Face::Front, 0}), std::string());
        QCOMPARE(refusal("n2", node, InRack{rack, 8, Face::Front, 0}), std::string("place.taken"));
    }

    void topUnitIsTheLast() {
        QCOMPARE(refusal("n", node, InRack{rack, 35, Face::Front, 0}), std::string());
        QCOMPARE(refusal("n", node, InRack{rack, 36, Face::Front, 0}), std::string("place.out-of-range"));
        QCOMPARE(refusal("n", node, InRack{rack, 0, Face::Front, 0}), std::string("place.out-of-range"));
    }

    void halfDepthSharesAUnitWithTheOtherFace() {
        put("front", halfDepth, InRack{rack, 5, Face::Front, 0});
        QCOMPARE(refusal("rear", halfDepth, InRack{rack, 5, Face::Rear, 0}), std::string());
        QCOMPARE(refusal("again", halfDepth, InRack{rack, 5, Face::Front, 0}), std::string("place.taken"));
        QCOMPARE(refusal("deep", node, InRack{rack, 5, Face::Rear, 0}), std::string("place.taken"));
    }

    void halfWidthTakesOneColumn() {
        put("left", halfWidth, InRack{rack, 3, Face::Front, 0});
        QCOMPARE(refusal("right", halfWidth, InRack{rack, 3, Face::Front, 1}), std::string());
        QCOMPARE(refusal("left too", halfWidth, InRack{rack, 3, Face::Front, 0}), std::string("place.taken"));
        QCOMPARE(refusal("third", halfWidth, InRack{rack, 3, Face::Front, 2}), std::string("place.no-column"));
    }

    void zeroUPlacesAreCountedBySide() {
        put("a", pdu, ZeroU{rack, Side::Left, 0});
        QCOMPARE(refusal("b", pdu, ZeroU{rack, Side::Left, 0}), std::string("place.zero-u-taken"));
        QCOMPARE(refusal("b", pdu, ZeroU{rack, Side::Right, 0}), std::string());
        QCOMPARE(refusal("b", pdu, ZeroU{rack, Side::Left, kZeroUPlacesASide}), std::string("place.no-zero-u"));
        QCOMPARE(refusal("b", pdu, InRack{rack, 1, Face::Front, 0}), std::string("place.wrong-mounting"));
    }

    void powerElementsTakePlacesToo() {
        PowerElement element;
        element.id = ids.take<PowerElement>();
        element.name = "PDU A";
        element.part = pdu;
        element.placement = ZeroU{rack, Side::Left, 1};
        design.powerElements = design.powerElements.with(element);
        QCOMPARE(refusal("second", pdu, ZeroU{rack, Side::Left, 1}), std::string("place.zero-u-taken"));
        QCOMPARE(occupants(project, design, rack).size(), 1u);
    }

    void aMovedThingDoesNotMeetItself() {
        const Id<Device> moved = put("n1", node, InRack{rack, 1, Face::Front, 0});
        QVERIFY(canPlace(project, design, {"n1", findPart(project, node), OccupantKind::Device, moved.value},
                         InRack{rack, 2, Face::Front, 0}));
    }

    void removedThingsFreeTheirPlace() {
        const Id<Device> old = put("old", node, InRack{rack, 1, Face::Front, 0});
        Device row = *design.devices.find(old);
        row.scope.status = Status::Removed;
        design.devices = design.devices.with(row);
        QCOMPARE(refusal("new", node, InRack{rack, 1, Face::Front, 0}), std::string());
    }

    void everyConflictIsFoundOnce() {
        put("n1", node, InRack{rack, 1, Face::Front, 0});
        put("n2", node, InRack{rack, 5, Face::Front, 0});
        put("n3", node, InRack{rack, 40, Face::Front, 0});
        const auto found = placeConflicts(project, design, *design.racks.find(rack));
        QCOMPARE(found.size(), 2u);
        QVERIFY(found[0].fault == PlaceFault::Overlap);
        QCOMPARE(found[0].unit, std::int64_t(5));
        QVERIFY(found[1].fault == PlaceFault::OutOfRange);
    }

    void aRackScaleSystemStandsAlone() {
        Part system = fixture::part("rack-system", PartCategory::RackScaleSystem, Mounting::WholeRack,
                                    {fixture::number("rack-units", 48)});
        const Id<PartRow> systemPart = fixture::embed(project, ids, system);
        Rack row;
        row.id = ids.take<Rack>();
        row.name = "L01";
        row.part = systemPart;
        design.racks = design.racks.with(row);
        QVERIFY(isRackScale(project, row));
        QCOMPARE(refusal("s", systemPart, InRack{row.id, 1, Face::Front, 0}), std::string());
        put("s", systemPart, InRack{row.id, 1, Face::Front, 0});
        QCOMPARE(refusal("n", node, InRack{row.id, 1, Face::Front, 0}), std::string("place.wrong-rails"));
        QCOMPARE(refusal("s", systemPart, InRack{rack, 1, Face::Front, 0}), std::string("place.wrong-rails"));
    }

    void unknownHeightRefusesNoUnit() {
        Part bare = fixture::part("bare", PartCategory::Rack, Mounting::Eia19, {});
        Rack row;
        row.id = ids.take<Rack>();
        row.part = fixture::embed(project, ids, bare);
        design.racks = design.racks.with(row);
        QVERIFY(!rackSpace(project, row));
        QCOMPARE(refusal("n", node, InRack{row.id, 60, Face::Front, 0}), std::string());
    }

    void firstFreeUnitSkipsWhatIsTaken() {
        put("n1", node, InRack{rack, 1, Face::Front, 0});
        put("s", halfDepth, InRack{rack, 12, Face::Front, 0});
        const auto unit =
            firstFreeUnit(project, design, *design.racks.find(rack), *findPart(project, node), Face::Front);
        QCOMPARE(unit.value_or(0), std::int64_t(13));
    }

    void aHostCannotStandInItself() {
        const Id<Device> host = put("host", node, InRack{rack, 1, Face::Front, 0});
        const Id<Device> tray = put("tray", halfWidth, InDevice{host, 0});
        const Done answer = canPlace(
            project, design, {"host", findPart(project, node), OccupantKind::Device, host.value}, InDevice{tray, 0});
        QCOMPARE(answer.error().message.id, std::string("place.in-itself"));
        QCOMPARE(refusal("tray 2", halfWidth, InDevice{host, 0}), std::string("place.slot-taken"));
        QCOMPARE(refusal("tray 2", halfWidth, InDevice{host, 1}), std::string());
    }

    void floorPartsStayInTheRoom() {
        Room room;
        room.id = ids.take<Room>();
        room.outline = {{Length::metres(0), Length::metres(0)},
                        {Length::metres(5), Length::metres(0)},
                        {Length::metres(5), Length::metres(5)},
                        {Length::metres(0), Length::metres(5)}};
        design.rooms = design.rooms.with(room);
        Part crah = fixture::part("crah", PartCategory::Crah, Mounting::Floor,
                                  {fixture::number("width", 2), fixture::number("depth", 1)});
        const Id<PartRow> part = fixture::embed(project, ids, crah);
        const auto at = [&](std::int64_t x, std::int64_t y) {
            return OnFloor{room.id, {Length::metres(x), Length::metres(y)}, {}};
        };
        QCOMPARE(refusal("c", part, at(1, 1)), std::string());
        QCOMPARE(refusal("c", part, at(0, 1)), std::string("place.outside-room"));
        QCOMPARE(refusal("c", part, InRack{rack, 1, Face::Front, 0}), std::string("place.floor-part"));
        QCOMPARE(refusal("n", node, at(1, 1)), std::string("place.rack-part"));
        QCOMPARE(refusal("c", part, OnFloor{Id<Room>{999}, {}, {}}), std::string("place.no-room"));
    }

    // A dry cooler stands in the hall or in the yard, never in the wall between; in a corner that the outline leaves
    // out it is outside too.
    void plantOfTheYardStandsOutside() {
        Room room;
        room.id = ids.take<Room>();
        const auto at = [](std::int64_t x, std::int64_t y) { return Point{Length::metres(x), Length::metres(y)}; };
        room.outline = {at(0, 0), at(10, 0), at(10, 5), at(5, 5), at(5, 10), at(0, 10)};
        design.rooms = design.rooms.with(room);
        for (const PartCategory category : {PartCategory::DryCooler, PartCategory::Chiller, PartCategory::Generator,
                                            PartCategory::Transformer, PartCategory::Crah}) {
            const Id<PartRow> part = fixture::embed(
                project, ids,
                fixture::part("plant-" + std::to_string(static_cast<int>(category)), category, Mounting::Floor,
                              {fixture::number("width", 2), fixture::number("depth", 2)}));
            const bool isOfYard = category != PartCategory::Crah;
            const auto answer = [&](std::int64_t x, std::int64_t y) {
                return refusal("p", part, OnFloor{room.id, at(x, y), {}});
            };
            QCOMPARE(answer(2, 2), std::string());
            QCOMPARE(answer(20, 2), std::string(isOfYard ? "" : "place.outside-room"));
            QCOMPARE(answer(8, 8), std::string(isOfYard ? "" : "place.outside-room"));
            QCOMPARE(answer(11, 2), std::string(isOfYard ? "" : "place.outside-room")); // against the wall
            QCOMPARE(answer(10, 2), std::string(isOfYard ? "place.across-wall" : "place.outside-room"));
        }
    }
};

RW_SUITE(TestOccupancy)
#include "tst_occupancy.moc"
