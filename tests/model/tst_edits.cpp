// SPDX-License-Identifier: GPL-3.0-or-later
// Edits by topic, each through History as the session uses it: what it does, what it refuses, what it leaves alone.
#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/edits/cable_edits.h"
#include "model/edits/clip_edits.h"
#include "model/edits/clip_runs.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/hand_cabling.h"
#include "model/edits/option_changes.h"
#include "model/edits/option_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "model/edits/rack_edits.h"
#include "model/edits/rack_type_edits.h"
#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "model/edits/workload_edits.h"
#include "model/file/integrity.h"
#include "model/file/issued_design.h"
#include "model/parts/components.h"
#include "tests/support/edited_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <array>
#include <memory>
#include <set>

using namespace rackwright;
using namespace rackwright::edits;

namespace {

PartPtr shared(Part part) { return std::make_shared<const Part>(std::move(part)); }

} // namespace

class TestEdits : public QObject, protected fixture::EditedHall {
    Q_OBJECT

    PartPtr node = shared(fixture::node());
    PartPtr leaf = shared(fixture::networkSwitch("test-leaf", 64, 400, FabricProtocol::InfiniBand));

    Id<Device> addDevice(Id<Rack> rack, std::int64_t unit, const PartPtr& part, const char* name) {
        Device device;
        device.name = name;
        device.placement = InRack{rack, unit, Face::Front, 0};
        commit(placeDevice(target(), device, part));
        return newestOf(design().devices);
    }

private Q_SLOTS:
    void init() { QCOMPARE(begin(20'000, 12'000), std::string()); }

    void roomsAreRemovedOnlyWhenEmpty() {
        const Id<Rack> rack = addRack(3'000, 3'000);
        QCOMPARE(commit(removeRoom(target(), hall)), std::string("edit.room-in-use"));
        QCOMPARE(commit(removeRacks(target(), {rack})), std::string());
        QCOMPARE(commit(removeRoom(target(), hall)), std::string());
        QVERIFY(design().rooms.isEmpty());
    }

    void aRoomNeedsAnArea() {
        Room room;
        room.name = "Line";
        room.outline = {millimetres(0, 0), millimetres(1'000, 0)};
        QCOMPARE(commit(putRoom(target(), room)), std::string("edit.no-area"));
        room.outline = {millimetres(0, 0), millimetres(1'000, 0), millimetres(1'000, 1'000)};
        room.clearHeight = Length::millimetres(4);
        QCOMPARE(commit(putRoom(target(), room)), std::string("edit.clear-height"));
        room.clearHeight = Length::millimetres(1'800);
        for (const std::int64_t pitch : {49, 2'001, 3'810}) {
            room.gridPitch = Length::millimetres(pitch);
            QCOMPARE(commit(putRoom(target(), room)), std::string("edit.grid-pitch"));
        }
        room.gridPitch = Length::millimetres(600);
        room.outline.resize(20'000, millimetres(0, 1'000));
        QCOMPARE(commit(putRoom(target(), room)), std::string("edit.outside-limits"));
    }

    void pathwaysTakeTheirNodesWithThem() {
        PathSegment tray;
        tray.name = "Tray";
        QCOMPARE(
            commit(addPathway(target(), hall, {millimetres(0, 0), millimetres(5'000, 0), millimetres(5'000, 5'000)},
                              Length::millimetres(2'600), tray)),
            std::string());
        QCOMPARE(design().pathSegments.size(), 2u);
        QCOMPARE(design().pathNodes.size(), 3u);
        QCOMPARE(commit(removePathSegments(target(), {design().pathSegments.begin()->id})), std::string());
        QCOMPARE(design().pathNodes.size(), 2u);
    }

    // A rack-scale system is the rack: who supplies one supplies the other, by one step.
    void aSystemThatIsItsRackHasOneScope() {
        Part part = fixture::node();
        part.id = "test-rack-scale";
        part.category = PartCategory::RackScaleSystem;
        const Id<Rack> rack = addRack(3'000, 3'000);
        const Id<Device> system = addDevice(rack, 1, shared(part), "system");
        const Id<Rack> other = addRack(6'000, 3'000);
        const Id<Device> single = addDevice(other, 1, node, "single");
        QVERIFY(system && single && system != single);
        const Scope ours = design().racks.find(rack)->scope;
        const Scope theirs{Status::Existing, Party::Customer, Party::Customer, 2};
        QCOMPARE(commit(setRackScope(target(), {rack, other}, theirs)), std::string());
        QVERIFY(design().racks.find(rack)->scope == theirs && design().devices.find(system)->scope == theirs);
        QVERIFY(design().devices.find(single)->scope != theirs); // stands in its rack, and is none
        history->undo();
        QVERIFY(design().racks.find(rack)->scope == ours && design().devices.find(system)->scope == ours);
        QCOMPARE(commit(setDeviceScope(target(), {system, single}, theirs)), std::string());
        QVERIFY(design().racks.find(rack)->scope == theirs && design().devices.find(system)->scope == theirs);
        QVERIFY(design().racks.find(other)->scope == ours);
        history->undo();
        QVERIFY(design().racks.find(rack)->scope == ours && design().devices.find(system)->scope == ours);
    }

    void racksGetTheNextFreeName() {
        addRack(1'000, 3'000);
        const Id<Rack> second = addRack(2'000, 3'000);
        QCOMPARE(design().racks.find(second)->name, std::string("A02"));
        QCOMPARE(commit(renameRack(target(), second, "A01")), std::string("edit.name-taken"));
    }

    void movesOfTheSameRackMergeIntoOneStep() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const std::size_t before = history->position();
        commit(moveRacks(target(), {rack}, millimetres(10, 0)));
        commit(moveRacks(target(), {rack}, millimetres(10, 0)));
        QCOMPARE(history->position(), before + 1);
        QCOMPARE(design().racks.find(rack)->centre, millimetres(1'020, 3'000));
        QCOMPARE(history->steps()[history->position()].text.id, std::string("undo.rack.move.one"));
        history->undo();
        QCOMPARE(design().racks.find(rack)->centre, millimetres(1'000, 3'000));
    }

    void mirroringTwiceIsNoChange() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        commit(rotateRacks(target(), {rack}, Angle::degrees(90)));
        const Rack before = *design().racks.find(rack);
        commit(mirrorRacks(target(), {rack}, MirrorLine::Down, Length::metres(5)));
        QCOMPARE(design().racks.find(rack)->centre, millimetres(9'000, 3'000));
        QCOMPARE(design().racks.find(rack)->rotation, Angle::degrees(270));
        commit(mirrorRacks(target(), {rack}, MirrorLine::Down, Length::metres(5)));
        QVERIFY(*design().racks.find(rack) == before);
        commit(mirrorRacks(target(), {rack}, MirrorLine::Across, Length::metres(6)));
        QCOMPARE(design().racks.find(rack)->centre, millimetres(1'000, 9'000));
        QCOMPARE(design().racks.find(rack)->rotation, Angle::degrees(90));
    }

    void alignedRacksShareTheEdgeOfTheFirst() {
        const Id<Rack> a = addRack(1'000, 3'000), b = addRack(2'000, 3'500);
        commit(rotateRacks(target(), {b}, Angle::degrees(90)));
        QCOMPARE(commit(alignRacks(target(), {a, b}, Alignment::Top)), std::string());
        // a is 1.2 m deep and starts at 2.4 m; b lies across, 0.6 m deep.
        QCOMPARE(design().racks.find(b)->centre.y, Length::millimetres(2'700));
    }

    void distributedRacksHaveEvenGaps() {
        const Id<Rack> a = addRack(1'000, 3'000), b = addRack(1'700, 3'000), c = addRack(5'000, 3'000);
        QCOMPARE(commit(distributeRacks(target(), {a, b, c}, Direction::X)), std::string());
        QCOMPARE(design().racks.find(a)->centre.x, Length::millimetres(1'000));
        QCOMPARE(design().racks.find(b)->centre.x, Length::millimetres(3'000));
        QCOMPARE(design().racks.find(c)->centre.x, Length::millimetres(5'000));
    }

    void copiesOfRacksKeepTheirContentsAndInnerCables() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "A01-n1"), s = addDevice(rack, 40, leaf, "A01-leaf1");
        Network network;
        network.name = "Compute";
        commit(putNetwork(target(), network));
        const Id<Network> compute = design().networks.begin()->id;
        QCOMPARE(commit(connectPorts(target(), {n, 0, 0}, {s, 0, 0}, compute)), std::string());
        QCOMPARE(commit(arrayRacks(target(), {rack}, 3, millimetres(600, 0))), std::string());
        QCOMPARE(design().racks.size(), 4u);
        QCOMPARE(design().devices.size(), 8u);
        QCOMPARE(design().cables.size(), 4u);
        std::set<std::string> names;
        for (const Device& device : design().devices)
            names.insert(device.name);
        QCOMPARE(names.size(), 8u);
        for (const Cable& cable : design().cables)
            QCOMPARE(rackOf(*design().devices.find(cable.a.device)), rackOf(*design().devices.find(cable.b.device)));
    }

    void copiesOfDevicesKeepTheCablesAmongThem() {
        const Id<Rack> rack = addRack(1'000, 3'000), other = addRack(2'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "n1"), s = addDevice(rack, 40, leaf, "leaf1");
        Network network;
        network.name = "Compute";
        commit(putNetwork(target(), network));
        QCOMPARE(commit(connectPorts(target(), {n, 0, 0}, {s, 0, 0}, design().networks.begin()->id)), std::string());
        QCOMPARE(commit(copyDevices(target(),
                                    {{n, InRack{other, 1, Face::Front, 0}}, {s, InRack{other, 40, Face::Front, 0}}})),
                 std::string());
        QCOMPARE(design().cables.size(), 2u);
        QCOMPARE(design().devices.size(), 4u);
        QCOMPARE(commit(copyDevices(target(), {{n, InRack{other, 4, Face::Front, 0}}})), std::string("place.taken"));
        QCOMPARE(design().devices.size(), 4u);
    }

    void aDeviceDoesNotGoWhereAnotherStands() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        addDevice(rack, 1, node, "n1");
        const Id<Device> second = addDevice(rack, 9, node, "n2");
        QCOMPARE(commit(moveDevice(target(), second, InRack{rack, 4, Face::Front, 0})), std::string("place.taken"));
        QCOMPARE(commit(moveDevice(target(), second, InRack{rack, 41, Face::Front, 0})), std::string());
        QCOMPARE(commit(moveDevice(target(), second, InRack{rack, 42, Face::Front, 0})),
                 std::string("place.out-of-range"));
    }

    void removingADeviceTakesWhatHangsOnIt() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "n1"), s = addDevice(rack, 40, leaf, "leaf1");
        Network network;
        network.name = "Compute";
        commit(putNetwork(target(), network));
        commit(connectPorts(target(), {n, 0, 0}, {s, 0, 0}, design().networks.begin()->id));
        CableDetail detail;
        detail.cable = design().cables.begin()->id;
        detail.label = "C1";
        QCOMPARE(commit(pinCables(target(), {detail})), std::string());
        // Who supplies it is a decision, too: without its label that stays; without both nothing does.
        detail.label.clear();
        detail.scope.suppliedBy = Party::Customer;
        QCOMPARE(commit(pinCables(target(), {detail})), std::string());
        QCOMPARE(design().cableDetails.begin()->scope.suppliedBy, Party::Customer);
        detail.scope = {};
        QCOMPARE(commit(pinCables(target(), {detail})), std::string());
        QCOMPARE(design().cableDetails.size(), 0u);
        detail.label = "C1";
        QCOMPARE(commit(pinCables(target(), {detail})), std::string());
        Module module;
        module.device = n;
        QCOMPARE(commit(putModule(target(), module, leaf)), std::string());
        StoragePool pool;
        pool.name = "Scratch";
        pool.members = {n};
        QCOMPARE(commit(putStoragePool(target(), pool)), std::string());
        QCOMPARE(commit(removeDevices(target(), {n})), std::string());
        QCOMPARE(design().devices.size(), 1u);
        QVERIFY(design().cables.isEmpty());
        QVERIFY(design().cableDetails.isEmpty());
        QVERIFY(design().modules.isEmpty());
        QVERIFY(design().storagePools.begin()->members.empty());
        history->undo();
        QCOMPARE(design().cables.size(), 1u);
    }

    void fillingStopsAtTheTopOfTheRack() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        QCOMPARE(commit(fillRacks(target(), {rack}, {node, 9, "n", Face::Front})), std::string());
        QCOMPARE(design().devices.size(), 6u); // 48U / 8U
        QCOMPARE(design().devices.begin()->name, std::string("A01-n1"));
        QCOMPARE(commit(fillRacks(target(), {rack}, {node, 1, "n", Face::Front})), std::string("edit.rack-full"));
    }

    void thePartIsEmbeddedOnce() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        addDevice(rack, 1, node, "n1");
        addDevice(rack, 9, shared(fixture::node()), "n2");
        QCOMPARE(project().parts.size(), 2u); // rack and node
    }

    void adoptingARevisionKeepsDevicesAndRefusesLostPorts() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "n1"), s = addDevice(rack, 40, leaf, "leaf1");
        Network network;
        network.name = "Compute";
        commit(putNetwork(target(), network));
        commit(connectPorts(target(), {n, 7, 0}, {s, 0, 0}, design().networks.begin()->id));
        Part newer = fixture::node();
        newer.revision = 2;
        newer.attributes[3] = fixture::number("weight", 140);
        const Id<PartRow> row = design().devices.find(n)->part;
        QCOMPARE(partDifferences(*node, newer).size(), 1u);
        QCOMPARE(commit(adoptRevision(project(), row, shared(newer))), std::string());
        QCOMPARE(fact(*findPart(project(), row), attribute::weight).typical()->si(), 140.0);
        newer.portGroups.clear();
        QCOMPARE(commit(adoptRevision(project(), row, shared(newer))), std::string("edit.ports-in-use"));
        QCOMPARE(commit(adoptRevision(project(), row, leaf)), std::string("edit.other-part"));
    }

    void changingATypeRewritesWhatNobodyMarked() {
        const Id<Rack> first = addRack(1'000, 3'000), second = addRack(1'600, 3'000);
        addDevice(first, 1, node, "A01-n1");
        QCOMPARE(commit(saveRackType(target(), first, "Compute")), std::string());
        const Id<RackType> typeId = design().rackTypes.begin()->id;
        QCOMPARE(commit(applyRackType(target(), typeId, {second})), std::string());
        const auto inSecond = design().devices.allWith<DevicesByRack>(second);
        QCOMPARE(inSecond.size(), 1u);
        QCOMPARE(inSecond[0]->name, std::string("A02-n1"));
        QCOMPARE(commit(moveDevice(target(), inSecond[0]->id, InRack{second, 20, Face::Front, 0})), std::string());

        RackType type = *design().rackTypes.find(typeId);
        type.slots[0].unit = 3;
        type.slots[0].role = "compute";
        IdSource ids(history->nextId());
        const auto outcome = withRackType(project(), design(), type, ids);
        QVERIFY(outcome.has_value());
        const auto count = [&](TypeEffect effect) {
            return std::ranges::count(outcome->effects, effect, &TypeEffectRow::effect);
        };
        QCOMPARE(count(TypeEffect::Changed), 3); // place of the first, role of both
        QCOMPARE(count(TypeEffect::Kept), 1);    // place of the second
        QCOMPARE(commit(changeRackType(target(), type)), std::string());
        QCOMPARE(std::get<InRack>(design().devices.allWith<DevicesByRack>(first)[0]->placement).unit, std::int64_t(3));
        QCOMPARE(std::get<InRack>(design().devices.allWith<DevicesByRack>(second)[0]->placement).unit,
                 std::int64_t(20));
        QCOMPARE(design().racks.find(second)->typeVersion, std::int64_t(2));
        QCOMPARE(commit(removeRackType(target(), typeId)), std::string("edit.rack-type-in-use"));
        QCOMPARE(commit(detachRacks(target(), {first, second})), std::string());
        QCOMPARE(commit(removeRackType(target(), typeId)), std::string());
    }

    void aRackThatHoldsWhatATypeAsksForBecomesOfIt() {
        const Id<Rack> first = addRack(1'000, 3'000), same = addRack(1'600, 3'000), other = addRack(2'200, 3'000);
        addDevice(first, 1, node, "A01-n1");
        const Id<Device> own = addDevice(same, 1, node, "mine");
        const Id<Device> guest = addDevice(same, 20, node, "guest");
        addDevice(other, 1, leaf, "leaf");
        commit(saveRackType(target(), first, "Compute"));
        const Id<RackType> type = design().rackTypes.begin()->id;
        QCOMPARE(commit(applyRackType(target(), type, {same})), std::string());
        QCOMPARE(design().devices.allWith<DevicesByRack>(same).size(), 2u);
        QCOMPARE(design().devices.find(own)->slot, std::int64_t(1));
        QCOMPARE(design().devices.find(own)->name, std::string("mine"));
        QCOMPARE(design().devices.find(own)->overrides, std::vector<std::string>{"name"});
        QCOMPARE(design().devices.find(guest)->slot, std::int64_t(0));
        QCOMPARE(commit(applyRackType(target(), type, {other})), std::string("place.taken"));
    }
    void aTypeThatNoLongerFitsIsRefusedWhole() {
        const Id<Rack> first = addRack(1'000, 3'000);
        addDevice(first, 1, node, "A01-n1");
        commit(saveRackType(target(), first, "Compute"));
        addDevice(first, 20, node, "guest");
        RackType type = *design().rackTypes.begin();
        type.slots[0].unit = 15;
        QCOMPARE(commit(changeRackType(target(), type)), std::string("place.taken"));
        QCOMPARE(design().rackTypes.begin()->version, std::int64_t(1));
    }

    void aDoorForOtherRacksIsRefused() {
        const Id<Rack> first = addRack(1'000, 3'000);
        Part openRack = *findPart(project(), design().racks.find(first)->part);
        openRack.id = "test-open-rack";
        openRack.mounting = Mounting::OpenRack21;
        Rack open = *design().racks.find(first);
        open.id = {};
        open.name = "O01";
        open.centre = {Length::metres(4), Length::metres(3)};
        QCOMPARE(commit(placeRack(target(), open, shared(openRack))), std::string());
        const auto made = std::ranges::find(design().racks, std::string("O01"), &Rack::name);
        QVERIFY(made != design().racks.end());
        const Id<Rack> other = made->id;
        CoolingUnit door;
        door.name = "RDHX";
        door.kind = CoolingUnitKind::RearDoor;
        Part doorPart = fixture::node();
        doorPart.id = "test-door";
        doorPart.category = PartCategory::RearDoorExchanger;
        doorPart.mounting = Mounting::None;
        doorPart.attributes.push_back(fixture::word("rack-form", "eia-19"));
        door.placement = InRack{other, 1, Face::Rear, 0};
        QCOMPARE(commit(hangRearDoor(target(), door, shared(doorPart))), std::string("place.wrong-rack-form"));
        QVERIFY(design().coolingUnits.begin() == design().coolingUnits.end());
        door.placement = InRack{first, 1, Face::Rear, 0};
        QCOMPARE(commit(hangRearDoor(target(), door, shared(doorPart))), std::string());
        const Id<CoolingUnit> hung = design().coolingUnits.begin()->id;
        QCOMPARE(commit(moveCoolingUnit(target(), hung, InRack{other, 1, Face::Rear, 0})),
                 std::string("place.wrong-rack-form"));
    }

    // A type lists its PDUs and its door; every rack of it has its own, with the side and the service of the first.
    void aTypeCarriesPdusAndDoors() {
        const Id<Rack> first = addRack(1'000, 3'000), second = addRack(1'600, 3'000);
        addDevice(first, 1, node, "A01-n1");
        const PartPtr pduPart = shared(fixture::rackPdu());
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            PowerElement pdu;
            pdu.name = side == FeedSide::A ? "A01-A1" : "A01-B1";
            pdu.side = side;
            pdu.placement = ZeroU{first, side == FeedSide::A ? Side::Left : Side::Right, 0};
            QCOMPARE(commit(putPowerElement(target(), pdu, pduPart)), std::string());
        }
        CoolingUnit door;
        door.name = "A01-RDHX";
        door.kind = CoolingUnitKind::RearDoor;
        door.placement = InRack{first, 1, Face::Rear, 0};
        Part doorPart = fixture::node();
        doorPart.id = "test-door";
        doorPart.category = PartCategory::RearDoorExchanger;
        QCOMPARE(commit(hangRearDoor(target(), door, shared(doorPart))), std::string());
        QCOMPARE(commit(saveRackType(target(), first, "Compute")), std::string());
        const Id<RackType> id = design().rackTypes.begin()->id;
        QCOMPARE(design().rackTypes.begin()->slots.size(), std::size_t(4));

        QCOMPARE(commit(applyRackType(target(), id, {second})), std::string());
        const auto pdus = [&](Id<Rack> rack) { return design().powerElements.allWith<PowerElementsByRack>(rack); };
        QCOMPARE(pdus(second).size(), std::size_t(2));
        QCOMPARE(pdus(second)[0]->name, std::string("A02-A1"));
        QCOMPARE(pdus(second)[1]->side, FeedSide::B);
        QCOMPARE(design().coolingUnits.allWith<CoolingUnitsByRack>(second).size(), std::size_t(1));
        QCOMPARE(design().coolingServices.allWith<ServicesByRack>(second).size(), std::size_t(1));
        QCOMPARE(commit(applyRackType(target(), id, {first, second})), std::string());
        QCOMPARE(design().powerElements.size(), std::size_t(4)); // what stands there already is the type's

        // A change reaches every rack but what a person moved there; a PDU keeps its circuits.
        const Id<PowerElement> moved = pdus(second)[0]->id, kept = pdus(first)[0]->id;
        QCOMPARE(commit(movePowerElement(target(), moved, ZeroU{second, Side::Right, 1})), std::string());
        RackType type = *design().rackTypes.find(id);
        type.slots[1].column = 1;
        QCOMPARE(commit(changeRackType(target(), type)), std::string());
        QVERIFY(design().powerElements.find(kept)->placement == Placement(ZeroU{first, Side::Left, 1}));
        QVERIFY(design().powerElements.find(moved)->placement == Placement(ZeroU{second, Side::Right, 1}));
        type = *design().rackTypes.find(id);
        type.slots.erase(type.slots.begin() + 1, type.slots.end());
        QCOMPARE(commit(changeRackType(target(), type)), std::string());
        QCOMPARE(pdus(first).size(), std::size_t(0));
        QCOMPARE(pdus(second).size(), std::size_t(1));
        QVERIFY(design().coolingUnits.isEmpty());
    }

    void scalableUnitsPlaceTheirRacks() {
        const Id<Rack> first = addRack(1'000, 3'000);
        addDevice(first, 1, node, "A01-n1");
        commit(saveRackType(target(), first, "Compute"));
        ScalableUnit unit;
        unit.name = "SU";
        unit.members = {{design().rackTypes.begin()->id, 4, millimetres(0, 0), millimetres(600, 0), {}}};
        QCOMPARE(commit(putScalableUnit(target(), unit)), std::string());
        QCOMPARE(commit(placeScalableUnit(target(), design().scalableUnits.begin()->id, hall, millimetres(5'000, 6'000),
                                          "B")),
                 std::string());
        QCOMPARE(design().racks.size(), 5u);
        QCOMPARE(design().devices.size(), 5u);
    }

    void cablesJoinFreePortsOfOneSpeed() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "n1"), s = addDevice(rack, 40, leaf, "leaf1");
        Network network;
        network.name = "Compute";
        commit(putNetwork(target(), network));
        const Id<Network> net = design().networks.begin()->id;
        QCOMPARE(commit(connectPorts(target(), {n, 0, 0}, {s, 0, 0}, net)), std::string());
        QCOMPARE(commit(connectPorts(target(), {n, 0, 0}, {s, 1, 0}, net)), std::string("edit.port-taken"));
        QCOMPARE(commit(connectPorts(target(), {n, 8, 0}, {s, 1, 0}, net)), std::string("edit.no-common-speed"));
        QCOMPARE(commit(connectPorts(target(), {n, 12, 0}, {s, 64, 0}, net)), std::string()); // both management ports
        QCOMPARE(commit(connectPorts(target(), {n, 99, 0}, {s, 1, 0}, net)), std::string("edit.no-port"));
        QCOMPARE(commit(connectPorts(target(), {n, 1, 0}, {n, 2, 0}, net)), std::string("edit.same-device"));
        QCOMPARE(commit(removeNetwork(target(), net)), std::string());
        QVERIFY(design().cables.isEmpty());
    }

    // PDUs and CDUs have management ports: cables end there as at devices, follow copies and go with what they end at.
    void cablesEndAtPlant() {
        Network network;
        network.name = "Out of band";
        network.role = NetworkRole::OutOfBand;
        QCOMPARE(commit(putNetwork(target(), network)), std::string());
        const Id<Network> net = design().networks.begin()->id;
        Part managed = fixture::rackPdu();
        managed.portGroups = {fixture::ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
        Part copper = fixture::networkSwitch("test-copper", 8, 1, FabricProtocol::Ethernet);
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> leafAt = addDevice(rack, 40, shared(copper), "oob-leaf");
        PowerElement pdu;
        pdu.name = "PDU A";
        pdu.placement = ZeroU{rack, Side::Left, 0};
        QCOMPARE(commit(putPowerElement(target(), pdu, shared(managed))), std::string());
        pdu = *design().powerElements.begin();
        CoolingUnit cdu;
        cdu.name = "CDU 1";
        cdu.kind = CoolingUnitKind::CduRow;
        QCOMPARE(commit(putCoolingUnit(target(), cdu, shared(managed))), std::string());
        cdu = *design().coolingUnits.begin();

        QCOMPARE(commit(connectPorts(target(), {cabledId(pdu.id), 0, 0}, {leafAt, 0, 0}, net)), std::string());
        QCOMPARE(commit(connectPorts(target(), {cabledId(cdu.id), 0, 0}, {leafAt, 1, 0}, net)), std::string());
        QCOMPARE(commit(connectPorts(target(), {cabledId(pdu.id), 1, 0}, {leafAt, 2, 0}, net)),
                 std::string("edit.no-port"));
        QCOMPARE(portLabel(project(), design(), {cabledId(pdu.id), 0, 0}).substr(0, 6), std::string("PDU A "));
        QVERIFY(checkDocument({history->current(), 1'000'000}, "test").has_value());
        const Id<Device> other = addDevice(rack, 41, shared(copper), "oob-leaf-2");
        const FreePorts free(project(), design(), NetworkRole::OutOfBand);
        const auto taken = free.between(cabledId(pdu.id), leafAt);
        QVERIFY(!taken && taken.error().message.id == "edit.no-free-port");
        // All cables read at once answer as each looked up.
        FreePorts read(project(), design(), NetworkRole::OutOfBand);
        while (read.readMore()) {
        }
        for (const Id<Device> a : {cabledId(pdu.id), cabledId(cdu.id), leafAt})
            for (const Id<Device> b : {cabledId(pdu.id), leafAt, other})
                QCOMPARE(read.canJoin(a, b), free.canJoin(a, b));
        QVERIFY(read.canJoin(leafAt, other) && !read.canJoin(cabledId(pdu.id), leafAt));

        // Without ports the part would leave a cable in the air.
        QCOMPARE(commit(putPowerElement(target(), pdu, shared(fixture::rackPdu()))), std::string("edit.ports-in-use"));
        QCOMPARE(commit(duplicateRows(target(), {.racks = {rack}}, {Length::millimetres(2'000), {}})), std::string());
        QCOMPARE(design().cables.size(), 3u); // the copied PDU at the copied leaf
        QCOMPARE(commit(removeCoolingUnits(target(), {cdu.id})), std::string());
        QCOMPARE(design().cables.size(), 2u);
        QCOMPARE(commit(removePowerElements(target(), {pdu.id})), std::string());
        QCOMPARE(design().cables.size(), 1u);
        history->undo();
        QCOMPARE(design().cables.size(), 2u);
    }

    // What a rubber band over racks catches of the busway above them is no busway of its own where the racks are
    // copied.
    void copiesOfRacksLeaveBuswaysWhereTheyAre() {
        const Id<Rack> rack = addRack(3'000, 3'000);
        PowerElement busway;
        busway.name = "Busway A";
        busway.kind = PowerElementKind::Busway;
        QCOMPARE(commit(putPowerElement(target(), busway)), std::string());
        for (const PowerElement& each : design().powerElements)
            busway = each;
        Design drawn = design();
        PathSegment run;
        for (Id<PathNode> PathSegment::*end : {&PathSegment::from, &PathSegment::to}) {
            PathNode point;
            point.id = Id<PathNode>{end == &PathSegment::from ? 9'001u : 9'002u};
            point.room = design().rooms.begin()->id;
            point.place = {Length::millimetres(end == &PathSegment::from ? 2'700 : 3'300), Length::millimetres(3'000)};
            drawn.pathNodes = drawn.pathNodes.with(point);
            run.*end = point.id;
        }
        run.id = Id<PathSegment>{9'003};
        run.name = "Busway A";
        run.kind = PathwayKind::Busway;
        run.busway = busway.id;
        drawn.pathSegments = drawn.pathSegments.with(run);
        const ClipRows caught{.racks = {rack}, .segments = {run.id}};
        QCOMPARE(runsLeftOut(drawn, caught), std::vector{run.id});
        const Document clip = clipOf(project(), drawn, caught);
        QVERIFY(activeOption(*clip.project).design->pathSegments.isEmpty());
        QVERIFY(activeOption(*clip.project).design->pathNodes.isEmpty());
        // With its busway it is copied, and alone it is what was chosen.
        QVERIFY(runsLeftOut(drawn, {.racks = {rack}, .powerElements = {busway.id}, .segments = {run.id}}).empty());
        QVERIFY(runsLeftOut(drawn, {.segments = {run.id}}).empty());
    }

    void powerGraphsHaveNoRings() {
        const auto add = [&](const char* name) {
            PowerElement element;
            element.name = name;
            commit(putPowerElement(target(), element));
            Id<PowerElement> last;
            for (const PowerElement& each : design().powerElements)
                last = each.id;
            return last;
        };
        const auto a = add("UPS"), b = add("RPP"), c = add("PDU");
        PowerLink link;
        link.from = a;
        link.to = b;
        QCOMPARE(commit(putPowerLink(target(), link)), std::string());
        link.from = b;
        link.to = c;
        QCOMPARE(commit(putPowerLink(target(), link)), std::string());
        link.from = c;
        link.to = a;
        QCOMPARE(commit(putPowerLink(target(), link)), std::string("edit.power-ring"));
        QCOMPARE(commit(removePowerElements(target(), {b})), std::string());
        QVERIFY(design().powerLinks.isEmpty());
    }

    void cordsAreOneASupply() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        const Id<Device> n = addDevice(rack, 1, node, "n1");
        PowerElement pdu;
        pdu.name = "PDU A";
        pdu.placement = ZeroU{rack, Side::Left, 0};
        QCOMPARE(commit(putPowerElement(target(), pdu, shared(fixture::rackPdu()))), std::string());
        CordOverride cord;
        cord.device = n;
        cord.supply = 2;
        cord.element = design().powerElements.begin()->id;
        QCOMPARE(commit(plugCord(target(), cord)), std::string());
        cord.outlet = "C19-3";
        QCOMPARE(commit(plugCord(target(), cord)), std::string());
        QCOMPARE(design().cordOverrides.size(), 1u);
        cord.supply = 6;
        QCOMPARE(commit(plugCord(target(), cord)), std::string("edit.no-supply"));
        QCOMPARE(commit(removeRacks(target(), {rack})), std::string());
        QVERIFY(design().powerElements.isEmpty() && design().cordOverrides.isEmpty());
    }

    // What was there for the rack alone goes with it; a tap-off that feeds another rack too stays, and so does the
    // busway.
    void tapOffsGoWithTheirRack() {
        const std::array racks = {addRack(1'000, 3'000), addRack(3'000, 3'000)};
        const auto add = [&](PowerElementKind kind, Id<Rack> rack, Side side = Side::Left) {
            PowerElement element;
            element.kind = kind;
            element.name = "E" + std::to_string(design().powerElements.size());
            if (rack)
                element.placement = ZeroU{rack, side, 0};
            const PartPtr part = rack ? shared(fixture::rackPdu()) : nullptr;
            commit(part ? putPowerElement(target(), element, part) : putPowerElement(target(), element));
            return newestOf(design().powerElements);
        };
        const auto feed = [&](Id<PowerElement> from, Id<PowerElement> to) {
            PowerLink link;
            link.from = from;
            link.to = to;
            QCOMPARE(commit(putPowerLink(target(), link)), std::string());
        };
        const Id<PowerElement> busway = add(PowerElementKind::Busway, {});
        const Id<PowerElement> own = add(PowerElementKind::TapOff, {}), common = add(PowerElementKind::TapOff, {});
        const std::array pdus = {add(PowerElementKind::RackPdu, racks[0]), add(PowerElementKind::RackPdu, racks[1])};
        feed(busway, own);
        feed(busway, common);
        feed(own, pdus[0]);
        feed(common, pdus[1]);
        const Id<PowerElement> second = add(PowerElementKind::RackPdu, racks[0], Side::Right);
        feed(common, second);
        QCOMPARE(commit(removeRacks(target(), {racks[0]})), std::string());
        QVERIFY(!design().powerElements.contains(own));
        QVERIFY(design().powerElements.contains(common) && design().powerElements.contains(busway));
        QCOMPARE(design().powerLinks.size(), 2u);
        QCOMPARE(commit(removeRacks(target(), {racks[1]})), std::string());
        QCOMPARE(design().powerElements.size(), 1u);
        QVERIFY(design().powerLinks.isEmpty());
    }

    void coolingServicesAreNotDoubled() {
        const Id<Rack> rack = addRack(1'000, 3'000);
        CoolingLoop loop;
        loop.name = "Facility water";
        loop.supply = Temperature::celsius(20);
        loop.returnLimit = Temperature::celsius(18);
        QCOMPARE(commit(putCoolingLoop(target(), loop)), std::string("edit.return-below-supply"));
        loop.returnLimit = Temperature::celsius(32);
        loop.flow = VolumeFlow(1e-9);
        QCOMPARE(commit(putCoolingLoop(target(), loop)), std::string("edit.flow"));
        loop.flow = VolumeFlow(1e-6);
        QCOMPARE(commit(putCoolingLoop(target(), loop)), std::string());
        CoolingUnit door;
        door.name = "Door";
        door.kind = CoolingUnitKind::RearDoor;
        door.placement = ZeroU{rack, Side::Left, 0};
        door.primary = design().coolingLoops.begin()->id;
        QCOMPARE(commit(putCoolingUnit(target(), door)), std::string());
        const Id<CoolingUnit> unit = design().coolingUnits.begin()->id;
        commit(serveRacks(target(), unit, {rack}, HeatKind::Air));
        commit(serveRacks(target(), unit, {rack}, HeatKind::Air));
        QCOMPARE(design().coolingServices.size(), 1u);
        QCOMPARE(commit(removeCoolingLoop(target(), door.primary)), std::string("edit.loop-in-use"));
        QCOMPARE(commit(removeCoolingUnits(target(), {unit})), std::string());
        QVERIFY(design().coolingServices.isEmpty());
    }

    void workloadSharesStayWithinOne() {
        Workload workload;
        workload.name = "Pre-training";
        workload.acceleratorShare = 0.7;
        QCOMPARE(commit(putWorkload(target(), workload)), std::string());
        workload.name = "Inference";
        QCOMPARE(commit(putWorkload(target(), workload)), std::string("edit.shares-over-one"));
        workload.phase = 2;
        QCOMPARE(commit(putWorkload(target(), workload)), std::string());
    }

    void optionsAreCopiedRenamedMovedAndKept() {
        const std::uint64_t a = project().activeOption;
        QCOMPARE(commit(copyOption(project(), a, "")), std::string());
        QCOMPARE(project().options[1].name, std::string("B"));
        QVERIFY(project().options[1].design == project().options[0].design);
        const std::uint64_t b = project().options[1].id;
        QCOMPARE(commit(renameOption(project(), b, "A", "")), std::string("edit.name-taken"));
        QCOMPARE(commit(moveOption(project(), b, 0)), std::string());
        QCOMPARE(project().options[0].id, b);
        QCOMPARE(commit(activateOption(project(), b)), std::string());
        QCOMPARE(commit(removeOption(project(), b)), std::string());
        QCOMPARE(project().activeOption, a);
        QCOMPARE(commit(removeOption(project(), a)), std::string("edit.last-option"));
    }

    void recordsAreCheckedAndNumbered() {
        SiteField field;
        field.key = "site.floor-uniform";
        field.knowledge = Knowledge::Known;
        field.value = "soft";
        QCOMPARE(commit(putSiteField(field)), std::string("edit.site-number"));
        field.value = "1220";
        QCOMPARE(commit(putSiteField(field)), std::string());
        field.value = "1221";
        QCOMPARE(commit(putSiteField(field)), std::string());
        QCOMPARE(project().site.size(), 1u);
        field.givenBy.date = "banana";
        QCOMPARE(commit(putSiteField(field)), std::string("edit.no-date"));
        field.givenBy.date = "2026-10-12";
        QCOMPARE(commit(putSiteField(field)), std::string());
        field.key = "site.kind";
        field.value = "barn";
        QCOMPARE(commit(putSiteField(field)), std::string("edit.site-word"));
        field.key = "site.colour";
        QCOMPARE(commit(putSiteField(field)), std::string("edit.no-site-field"));

        Assumption weight;
        weight.key = "part:test-node:weight";
        weight.statement = "As weighed";
        weight.typical = 130;
        weight.high = 120;
        QCOMPARE(commit(putAssumption(weight)), std::string("edit.assumption-order"));
        weight.high = 140;
        QCOMPARE(commit(putAssumption(weight)), std::string());
        weight.typical = 135;
        QCOMPARE(commit(putAssumption(weight)), std::string());
        QCOMPARE(project().assumptions.size(), 1u);
        QCOMPARE(project().assumptions.begin()->number, std::int64_t(1));

        QCOMPARE(commit(putSetting("region", "iec", "site")), std::string());
        QCOMPARE(commit(putSetting("region", "", "")), std::string());
        QVERIFY(project().settings.isEmpty());

        AcceptedFinding finding;
        finding.key = "COOL-01/rack:1";
        QCOMPARE(commit(acceptFinding(finding)), std::string("edit.acceptance-parts"));
    }

    // What was issued is kept whole and apart: nothing that happens afterwards changes it.
    void anIssuedRevisionStaysAsItWas() {
        const std::uint64_t option = project().activeOption;
        const Id<Rack> rack = addRack(3'000, 3'000);
        IssuedRevision said;
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string("edit.revision-parts"));
        said.date = "2026-02-31";
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string("edit.no-date"));
        said.date = "2026-01-31";
        said.revision = "C";
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string("edit.revision-order"));
        said.revision.clear();
        said.approvedBy = "R. Okafor";
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string());
        const IssuedRevision issued = *project().revisions.begin();
        QCOMPARE(issued.revision, std::string("A"));
        QCOMPARE(project().quote.revision, std::string("B"));
        QCOMPARE(nextRevision(project()), std::string("B"));

        QCOMPARE(commit(issueRevision(project(), option, issued)), std::string("edit.revision-frozen"));
        said.revision = "A";
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string("edit.revision-issued"));

        QCOMPARE(commit(removeRacks(target(), {rack})), std::string());
        QCOMPARE(commit(putSetting("region", "iec", "site")), std::string());
        said.revision.clear();
        QCOMPARE(commit(issueRevision(project(), option, said)), std::string());
        QCOMPARE(project().revisions.size(), 2u);
        QVERIFY(*project().revisions.begin() == issued);
        QCOMPARE(lastIssue(project(), "A")->revision, std::string("B"));

        const Result<Document> kept = issuedDesign(project(), issued);
        QVERIFY(kept);
        QVERIFY(checkDocument(*kept, "kept"));
        QVERIFY(activeOption(*kept->project).design->racks.contains(rack));
        QVERIFY(kept->project->settings.isEmpty());
        QCOMPARE(kept->project->quote.revision, std::string("A"));
        QCOMPARE(kept->project->revisions.size(), 1u);
        QCOMPARE(kept->project->revisions.begin()->approvedBy, std::string("R. Okafor"));

        // The second one can be compared with the first, and holds itself once.
        const Result<Document> second = issuedDesign(project(), *lastIssue(project(), "A"));
        QVERIFY(second);
        QCOMPARE(second->project->revisions.size(), 2u);
        QCOMPARE(lastIssue(*second->project, "A")->revision, std::string("A"));
        QVERIFY(issuedDesign(*second->project, *lastIssue(*second->project, "A")));
    }

    void aDamagedIssueIsRefused() {
        IssuedRevision said;
        said.date = "2026-01-31";
        QCOMPARE(commit(issueRevision(project(), project().activeOption, said)), std::string());
        IssuedRevision issued = *project().revisions.begin();
        const std::string content = issued.content;
        for (const std::string& damaged :
             {content.substr(0, content.size() / 2), "!" + content, std::string("AAAA"), content + content}) {
            issued.content = damaged;
            QCOMPARE(issuedDesign(project(), issued).error().message.id, std::string("file.issue-damaged"));
        }
        issued.content = content;
        issued.designHash = std::string(64, '0');
        QCOMPARE(issuedDesign(project(), issued).error().message.id, std::string("file.issue-damaged"));
        issued.content.clear();
        QCOMPARE(issuedDesign(project(), issued).error().message.id, std::string("file.issue-not-kept"));
    }

    // Of another file an option comes with all that it needs, under ids of its own.
    void anOptionComesFromAnotherFile() {
        addDevice(addRack(3'000, 3'000), 5, node, "n1");
        Assumption weight;
        weight.key = "part:test-node:weight";
        weight.statement = "As weighed";
        weight.typical = 130;
        QCOMPARE(commit(putAssumption(weight)), std::string());
        const Document source{history->current(), history->nextId()};

        QCOMPARE(commit(addOption(source, project().activeOption, "A")), std::string("edit.name-taken"));
        QCOMPARE(commit(addOption(source, project().activeOption, "")), std::string());
        const Option& added = project().options.back();
        QCOMPARE(added.name, std::string("B"));
        QCOMPARE(added.design->devices.size(), design().devices.size());
        const Device& old = *design().devices.begin();
        const Device& now = *added.design->devices.begin();
        QVERIFY(now.id != old.id);
        QCOMPARE(now.part, old.part); // the revision is embedded already
        QVERIFY(added.design->racks.contains(std::get<InRack>(now.placement).rack));
        QCOMPARE(project().assumptions.size(), 1u);
        QVERIFY(checkDocument({history->current(), history->nextId()}, "two options"));

        History other(emptyDocument("other"));
        QVERIFY(other.commit(addOption(source, project().activeOption, "")));
        QCOMPARE(other.current()->parts.size(), project().parts.size());
        QCOMPARE(other.current()->assumptions.size(), 1u);
        QVERIFY(checkDocument({other.current(), other.nextId()}, "other"));
    }

    // Rows lie by their ids: those of a table keep their order, whichever row names them first.
    void rowsOfAnAddedOptionKeepTheirOrder() {
        const auto device = [](std::uint64_t id, const char* name, Placement placement) {
            Device made;
            made.id = {id};
            made.name = name;
            made.placement = placement;
            return made;
        };
        Design rows;
        rows.devices = rows.devices.with(
            {device(11, "sled", InDevice{{13}, 0}), device(12, "node", {}), device(13, "chassis", {})});
        Document source = emptyDocument("source");
        source.project = withDesign(*source.project, source.project->activeOption, std::make_shared<Design>(rows));
        QCOMPARE(commit(addOption(source, source.project->activeOption, "")), std::string());
        std::vector<std::string> names;
        for (const Device& each : project().options.back().design->devices)
            names.push_back(each.name);
        QCOMPARE(names, (std::vector<std::string>{"sled", "node", "chassis"}));
    }

    void changesOfAnOptionAreTakenOverWhereTheyApply() {
        const Id<Rack> first = addRack(3'000, 3'000), second = addRack(4'000, 3'000);
        const Id<Device> device = addDevice(first, 5, node, "n1");
        const std::uint64_t a = project().activeOption;
        QCOMPARE(commit(copyOption(project(), a, "B")), std::string());
        const std::uint64_t b = project().options.back().id;
        QCOMPARE(commit(copyOption(project(), a, "C")), std::string());
        const std::uint64_t c = project().options.back().id;
        const auto designOf = [this](std::uint64_t option) { return *findOption(project(), option)->design; };

        // B moves the device, removes a rack and adds one with something in it.
        const Target inB{project(), b};
        QCOMPARE(commit(moveDevices(inB, {{device, InRack{second, 9, Face::Front, 0}}})), std::string());
        Device more;
        more.name = "n2";
        more.placement = InRack{second, 20, Face::Front, 0};
        QCOMPARE(commit(placeDevice({project(), b}, more, node)), std::string());
        QCOMPARE(commit(removeRacks({project(), b}, {first})), std::string());
        // C has no second rack any more, and its first one is called something else.
        QCOMPARE(commit(removeRacks({project(), c}, {second})), std::string());

        const TakenChanges taken = takenChanges(designOf(a), designOf(b), designOf(c), {});
        QVERIFY(std::ranges::any_of(taken.refused, [&](const RefusedChange& each) {
            return each.row == RowKey{"devices", device.value} && each.why == Hindrance::NamesMissing;
        }));
        QVERIFY(taken.design.racks.contains(first)); // its device stays in it
        QVERIFY(std::ranges::any_of(taken.refused, [&](const RefusedChange& each) {
            return each.row == RowKey{"racks", first.value} && each.why == Hindrance::StillNamed;
        }));
        QVERIFY(taken.taken.empty());
        QCOMPARE(commit(takeChanges(project(), a, b, c, {})), std::string("edit.nothing-taken"));

        const std::size_t steps = history->steps().size();
        QCOMPARE(commit(takeChanges(project(), a, b, a, {})), std::string());
        QCOMPARE(history->steps().size(), steps + 1);
        QVERIFY(designOf(a) == designOf(b));
    }

    void aPlacedPartBringsWhatItConsistsOf() {
        Part system = fixture::node();
        system.id = "test-system";
        Attribute model;
        model.key = "accelerator-model";
        model.text = Fact<std::string>::known("test-gpu", Grade::Vendor);
        system.attributes.push_back(model);
        const PartPtr gpu = shared(fixture::part("test-gpu", PartCategory::Accelerator, Mounting::InDevice, {}));
        const auto holds = [this](std::string_view id) {
            return std::ranges::any_of(project().parts, [id](const PartRow& row) { return row.part->id == id; });
        };
        const auto placed = [&](PartPtr part) { return placeDevice(target(), Device{}, std::move(part)); };

        QCOMPARE(commit(placed(shared(system))), std::string());
        QVERIFY(!holds("test-gpu"));
        // The same part as the library hands it out makes the project whole.
        const PartPtr whole = partWithComponents(system, {gpu});
        QVERIFY(*whole == system);
        QCOMPARE(commit(placed(whole)), std::string());
        QVERIFY(holds("test-gpu"));
        const std::size_t count = project().parts.size();
        QCOMPARE(commit(placed(whole)), std::string());
        QCOMPARE(project().parts.size(), count);
        // A component is used as long as the whole is.
        QCOMPARE(commit(removeUnusedParts()), std::string());
        QVERIFY(holds("test-gpu"));
    }

    void aRackThatDoesNotTakeAPartIsNotCalledFull() {
        const Id<Rack> rack = addRack(3000, 3000);
        const auto filled = [&](Part part) {
            return commit(fillRacks(target(), {rack}, {shared(std::move(part)), 1, {}, Face::Front}));
        };
        Part wide = fixture::node();
        wide.mounting = Mounting::OpenRack21;
        QCOMPARE(filled(wide), std::string("place.wrong-rails"));
        Part tall = fixture::node();
        for (Attribute& attribute : tall.attributes)
            if (attribute.key == "rack-units")
                attribute.number = Fact<double>::known(60, Grade::Vendor);
        QCOMPARE(filled(tall), std::string("place.out-of-range"));
        Part beside = fixture::rackPdu();
        beside.mounting = Mounting::ZeroU;
        QVERIFY(filled(beside) != "edit.rack-full");
        for (int i = 0; i < 6; ++i)
            QCOMPARE(filled(fixture::node()), std::string());
        QCOMPARE(filled(fixture::node()), std::string("edit.rack-full"));
    }

    void aRackScaleSystemComesWithItsSystem() {
        Part system = fixture::rack(48);
        system.id = "test-nvl";
        system.category = PartCategory::RackScaleSystem;
        system.mounting = Mounting::WholeRack;
        Rack rack;
        rack.row = "A";
        rack.room = hall;
        rack.centre = millimetres(3000, 3000);
        QCOMPARE(commit(placeRack(target(), rack, shared(system))), std::string());
        QCOMPARE(design().devices.size(), 1u);
        const Device& device = *design().devices.begin();
        const Rack& placed = *design().racks.begin();
        QVERIFY(device.part == placed.part);
        QVERIFY(rackOf(device.placement) == placed.id);
        QVERIFY(placeConflicts(project(), design(), placed).empty());
    }

    void quoteLinesAndHeaderAreChecked() {
        QuoteLine line;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string("edit.line-empty"));
        line.derivedKey = "part:test-node";
        line.quantityMilli = -1;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string("edit.line-quantity"));
        line.quantityMilli = 2000;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string());
        line.quantityMilli = 3000;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string());
        QCOMPARE(design().quoteLines.size(), 1u);
        QuoteHeader header;
        header.supportMonths = -1;
        QCOMPARE(commit(setQuoteHeader(header)), std::string("edit.support-months"));
        header.supportMonths = 36;
        for (const char* date : {"banana", "2026-02-30", "18.06.2026", "2026-6-1"}) {
            header.validUntil = date;
            QCOMPARE(commit(setQuoteHeader(header)), std::string("edit.no-date"));
        }
        header.validUntil = "2026-12-31";
        QCOMPARE(commit(setQuoteHeader(header)), std::string());
        header.date = "2027-01-01";
        QCOMPARE(commit(setQuoteHeader(header)), std::string("edit.valid-until"));
        header.date = "2026-12-31";
        QCOMPARE(commit(setQuoteHeader(header)), std::string());
    }

    void termsAndLinesByRuleAreChecked() {
        QuoteHeader header;
        header.terms = {{QuoteSection::Compute, {}, Share::percent(12), Share::percent(96)}};
        QCOMPARE(commit(setQuoteHeader(header)), std::string("edit.margin"));
        header.terms.front().marginKind = MarginKind::Markup;
        QCOMPARE(commit(setQuoteHeader(header)), std::string());
        header.terms.push_back(header.terms.front());
        QCOMPARE(commit(setQuoteHeader(header)), std::string("edit.class-twice"));
        QuoteLine line;
        line.description = "Contingency";
        line.quantityRule = QuantityRule::Percent;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string("edit.line-percent"));
        line.percent = Share::percent(5);
        line.termMonths = 1201;
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string("edit.line-term"));
        line.termMonths = 1200;
        line.margin = Share::percent(95.1);
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string("edit.margin"));
        line.margin = Share::percent(95);
        QCOMPARE(commit(putQuoteLine(target(), line)), std::string());
    }
    // What is typed reads back, and what is no value is refused with what would be one.
    void quotesAreSaidInWords() {
        QuoteHeader header;
        for (const auto& [key, text] :
             {std::pair("customer", "Acme"), std::pair("currency", "EUR"), std::pair("tax", "19 %"),
              std::pair("tax-included", "yes"), std::pair("class", "firm"), std::pair("support-months", "60"),
              std::pair("margin", "8 %"), std::pair("discount.compute", "12 %"), std::pair("mark-up.software", "25 %"),
              std::pair("discount.compute.hardware", "12.5 %")}) {
            Result<QuoteHeader> changed = withQuoteWord(header, key, text);
            QVERIFY2(changed, key);
            header = *changed;
            QCOMPARE(quoteWord(header, key), std::string(text));
        }
        QCOMPARE(header.terms.size(), 4u);
        QCOMPARE(quoteWord(header, "margin.compute"), std::string());
        QCOMPARE(withQuoteWord(header, "margin", "")->terms.size(), 3u);
        QCOMPARE(withQuoteWord(header, "discount.racks", "12,5 %", DecimalMark::Comma)->terms.back().discount,
                 Share::percent(12.5));
        for (const auto& [key, text, id] :
             {std::tuple("custmer", "Acme", "quote.unknown-key"),
              std::tuple("discount.gold", "5", "quote.unknown-class"),
              std::tuple("margin", "96 %", "quote.share-range"), std::tuple("class", "final", "quote.unknown-word"),
              std::tuple("support-months", "many", "quote.no-count")}) {
            const Result<QuoteHeader> refused = withQuoteWord(header, key, text);
            QVERIFY2(!refused, key);
            QCOMPARE(refused.error().message.id, std::string(id));
        }
        QuoteLine line;
        for (const auto& [key, text] :
             {std::pair("section", "software-support"), std::pair("description", "Scheduler"),
              std::pair("part-number", "SW-1"), std::pair("quantity", "2.5"), std::pair("per", "node"),
              std::pair("per-month", "yes"), std::pair("term", "24"), std::pair("price", "12.5 EUR"),
              std::pair("percent", "3 %"), std::pair("of", "equipment"), std::pair("discount", "10 %"),
              std::pair("mark-up", "15 %"), std::pair("net", "yes"), std::pair("optional", "yes"),
              std::pair("alternate-to", "rack:a"), std::pair("supplied-by", "customer"), std::pair("phase", "2"),
              std::pair("note", "As agreed")}) {
            const Result<QuoteLine> changed = withLineWord(line, key, text, Currency::usd());
            QVERIFY2(changed, key);
            line = *changed;
            QCOMPARE(lineWord(line, key), std::string(text));
        }
        QVERIFY(!withLineWord(line, "per", "moon", Currency::usd()));
        QVERIFY(!withLineWord(line, "quantity", "-1", Currency::usd()));
        QVERIFY(!withLineWord(line, "colour", "red", Currency::usd()));
    }

    void aRefusedEditChangesNothing() {
        const ProjectPtr before = history->current();
        const std::uint64_t next = history->nextId();
        QCOMPARE(commit(moveRacks(target(), {Id<Rack>{77}}, millimetres(1, 1))), std::string("edit.missing.rack"));
        QVERIFY(history->current() == before);
        QCOMPARE(history->nextId(), next);
    }
};

RW_SUITE(TestEdits)
#include "tst_edits.moc"
