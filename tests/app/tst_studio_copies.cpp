// SPDX-License-Identifier: GPL-3.0-or-later
// Copies by mouse and key in the real window: duplicate, cut, copy and paste within a design, between its options and
// rooms, and between two windows. What is made stands where it may.
#include "model/design/cabled.h"
#include "model/design/floor_space.h"
#include "model/edits/cable_edits.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/option_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "model/file/integrity.h"
#include "solvers/space/floor_ways.h"
#include "tests/app/studio_fixture.h"
#include "ui/clip/design_clip.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"

#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>

#include <limits>
#include <set>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

std::vector<Subject> racksNamed(Studio& studio, std::initializer_list<const char*> names) {
    std::vector<Subject> racks;
    for (const char* name : names)
        racks.push_back(Subject(studio.rackNamed(name)));
    return racks;
}

void press(Studio& studio, const char* action) { studio.window().actions().action(action)->trigger(); }

/// Whether the selected racks stand where they may, each judged with all the others in place.
bool standFree(Studio& studio) {
    const Project& project = *studio.document().project();
    for (const Subject subject : studio.document().selection()) {
        const Rack* rack = studio.design().racks.find({subject.id});
        const auto footprint = rack ? footprintOf(project, *rack) : std::nullopt;
        if (!footprint)
            return false;
        Design others = studio.design();
        others.racks = others.racks.without(rack->id);
        if (!FloorSpace(project, others, rack->room).fits({*footprint}))
            return false;
    }
    return true;
}

bool canBeSaved(Studio& studio) { return checkDocument(studio.document().history().document(), "test").has_value(); }

/// What stands in a rack and hangs on it, and what joins that.
struct Contents {
    std::size_t devices = 0, elements = 0, units = 0, services = 0, cords = 0, cables = 0, details = 0;
    bool operator==(const Contents&) const = default;
};

Contents contentsOf(const Design& design, Id<Rack> rack) {
    Contents found;
    std::set<std::uint64_t> ends;
    for (const Device* device : design.devices.allWith<DevicesByRack>(rack)) {
        ++found.devices;
        ends.insert(device->id.value);
    }
    design.powerElements.forEachWith<PowerElementsByRack>(rack, [&](const PowerElement& element) {
        ++found.elements;
        ends.insert(element.id.value);
    });
    found.units = design.coolingUnits.allWith<CoolingUnitsByRack>(rack).size();
    found.services = design.coolingServices.allWith<ServicesByRack>(rack).size();
    for (const CordOverride& cord : design.cordOverrides)
        found.cords += ends.contains(cord.device.value);
    std::set<Id<Cable>> inner;
    for (const Cable& cable : design.cables)
        if (ends.contains(cable.a.device.value) && ends.contains(cable.b.device.value))
            inner.insert(cable.id);
    found.cables = inner.size();
    for (const CableDetail& detail : design.cableDetails)
        found.details += inner.contains(detail.cable);
    return found;
}

/// Hangs on a rack what hangs on racks: a rear door, and a cord that a person plugged.
void dress(Studio& studio, Id<Rack> rack) {
    const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
    CoolingUnit door;
    door.name = "Door";
    door.kind = CoolingUnitKind::RearDoor;
    door.placement = InRack{rack, 1, Face::Rear, 0};
    QVERIFY(studio.document().commit(edits::hangRearDoor(target(), door, nullptr)));
    CordOverride cord;
    cord.device = studio.design().devices.allWith<DevicesByRack>(rack).front()->id;
    studio.design().powerElements.forEachWith<PowerElementsByRack>(
        rack, [&cord](const PowerElement& element) { cord.element = element.id; });
    QVERIFY(studio.document().commit(edits::plugCord(target(), cord)));
}

/// A second room of 12 m x 12 m; the plan goes on to show the first.
Id<Room> addRoom(Studio& studio, const char* name) {
    Room room;
    room.name = name;
    const Length side = Length::metres(12);
    room.outline = {{}, {side, {}}, {side, side}, {{}, side}};
    const std::uint64_t next = studio.document().history().nextId();
    if (!studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), room)))
        qFatal("the room is refused");
    return {next};
}

/// Cables between a rack and others.
std::size_t outwardCables(const Design& design, Id<Rack> rack) {
    std::size_t count = 0;
    for (const Cable& cable : design.cables) {
        const Cabled a = findCabled(design, cable.a.device), b = findCabled(design, cable.b.device);
        count += a && b && (rackOf(*a) == rack) != (rackOf(*b) == rack);
    }
    return count;
}

/// A length that a person typed for a cable that leads out of a rack.
Id<Cable> typeLength(Studio& studio, Id<Rack> rack) {
    for (const Cable& cable : studio.design().cables) {
        const Device* a = studio.design().devices.find(cable.a.device);
        const Device* b = studio.design().devices.find(cable.b.device);
        if (!a || !b || (rackOf(*a) == rack) == (rackOf(*b) == rack))
            continue;
        CableDetail detail = decisionsFor(studio.design(), cable.id);
        detail.cable = cable.id;
        detail.length = Length::metres(7);
        if (!studio.document().commit(edits::pinCables(edits::activeTarget(*studio.document().project()), {detail})))
            qFatal("the length is refused");
        return cable.id;
    }
    qFatal("no cable leads out of the rack");
}

/// Row D ends with D13.
void shortenRow(Studio& studio) {
    std::vector<Id<Rack>> gone;
    for (const char* name : {"D14", "D15", "D16", "D17", "D18", "D19"})
        gone.push_back(studio.rackNamed(name));
    if (!studio.document().commit(edits::removeRacks(edits::activeTarget(*studio.document().project()), gone)))
        qFatal("the racks stay");
}

std::vector<Id<Device>> devicesIn(const Design& design, Id<Rack> rack) {
    std::vector<Id<Device>> found;
    for (const Device* device : design.devices.allWith<DevicesByRack>(rack))
        found.push_back(device->id);
    return found;
}

} // namespace

class TestStudioCopies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QGuiApplication::clipboard()->clear(); }

    void duplicatesStandWhereTheyMay() {
        Studio studio;
        studio.openSample(kHall);
        // The last row stands a little before the wall: one pitch further down lies beyond it.
        Length low = Length::metres(0);
        std::vector<Subject> row;
        for (const Rack& rack : studio.design().racks)
            low = std::max(low, rack.centre.y);
        for (const Rack& rack : studio.design().racks)
            if (rack.centre.y == low && row.size() < 8)
                row.push_back(Subject(rack.id));
        QVERIFY(row.size() > 1);
        const Project before = *studio.document().project();
        studio.document().select(row);
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), row.size());
        QVERIFY(studio.document().selection() != row);
        QVERIFY(standFree(studio));
        // The group keeps its shape.
        const Rack* first = studio.design().racks.find({studio.document().selection().front().id});
        const Rack* model = studio.design().racks.find({row.front().id});
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Rack* copy = studio.design().racks.find({studio.document().selection()[i].id});
            const Rack* original = studio.design().racks.find({row[i].id});
            QCOMPARE(copy->centre.x - first->centre.x, original->centre.x - model->centre.x);
            QCOMPARE(copy->centre.y - first->centre.y, original->centre.y - model->centre.y);
        }
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        press(studio, "edit.undo");
        QVERIFY(*studio.document().project() == before);
    }
    void copiesOfDoorsGoOnAlongTheirWall() {
        Studio studio;
        studio.openSample(kHall);
        Door last;
        for (const RoomObject& object : studio.design().roomObjects)
            if (object.name == "Escape door") {
                last = std::get<Door>(object.shape);
                studio.document().select({Subject(object.id)});
            }
        QVERIFY(last.from != last.to);
        const Door original = last;
        std::set<std::int64_t> places{original.from.x.inMicrometres()};
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
            QCOMPARE(studio.document().selection().size(), std::size_t{1});
            const RoomObject* copy = studio.design().roomObjects.find({studio.document().selection().front().id});
            QVERIFY(copy);
            const Door& door = std::get<Door>(copy->shape);
            QVERIFY(hangs(studio.design(), copy->room, door));
            QCOMPARE(door.from.y, original.from.y);
            QCOMPARE(door.to.y, original.to.y);
            QCOMPARE(door.to.x - door.from.x, original.to.x - original.from.x);
            for (const std::int64_t place : places) // clear of each other
                QVERIFY(std::abs(door.from.x.inMicrometres() - place) >= 1'000'000);
            places.insert(door.from.x.inMicrometres());
        }
    }
    void copiesOfColumnsStandWhereTheyMay() {
        Studio studio;
        studio.openSample(kHall);
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        // One grid field right of it and down stands the last rack of row D.
        RoomObject object;
        object.room = studio.plan().room();
        object.shape = Column{{at(16'600, 8'900), at(17'000, 8'900), at(17'000, 9'300), at(16'600, 9'300)}};
        const std::uint64_t next = studio.document().history().nextId();
        QVERIFY(
            studio.document().commit(edits::putRoomObject(edits::activeTarget(*studio.document().project()), object)));
        studio.document().select({{SubjectKind::RoomObject, next}});
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), std::size_t{1});
        const Id<RoomObject> copy{studio.document().selection().front().id};
        QVERIFY(copy.value != next);
        const Box box = boundingBox(std::get<Column>(studio.design().roomObjects.find(copy)->shape).outline);
        QCOMPARE(box.high.x - box.low.x, Length::millimetres(400));
        Design others = studio.design();
        others.roomObjects = others.roomObjects.without(copy);
        const Footprint place{{(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2},
                              Length::millimetres(400),
                              Length::millimetres(400),
                              {}};
        QVERIFY(FloorSpace(*studio.document().project(), others, object.room).fits({place}));
    }
    void everyWayOfCopyingTakesAllThatHangsOnARack_data() {
        QTest::addColumn<QString>("way");
        for (const char* way : {"keys", "duplicate", "drag", "array"})
            QTest::newRow(way) << QString::fromLatin1(way);
    }
    void everyWayOfCopyingTakesAllThatHangsOnARack() {
        QFETCH(QString, way);
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("D18");
        dress(studio, rack);
        const Contents wanted = contentsOf(studio.design(), rack);
        QVERIFY(wanted.devices > 0 && wanted.elements > 1 && wanted.cords == 1 && wanted.units == 1);
        studio.document().select({Subject(rack)});
        const ProjectPtr before = studio.document().project();
        if (way == QStringLiteral("keys")) {
            QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
            QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        } else if (way == QStringLiteral("duplicate")) {
            QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        } else if (way == QStringLiteral("drag")) {
            const QPoint from = studio.onPlan(rack);
            const Point at = studio.design().racks.find(rack)->centre;
            const Point aside{at.x + Length::millimetres(1'800), at.y};
            Studio::drag(studio.plan(), from, studio.plan().toView(toMm(aside)).toPoint(), Qt::ControlModifier);
        } else {
            studio.whenAsked(QStringLiteral("dialog.array"), [](QDialog& dialog) { dialog.accept(); });
            QTest::keyClick(&studio.plan(), Qt::Key_R, Qt::ControlModifier);
        }
        QVERIFY2(!studio.document().selection().empty() && studio.document().selection().front() != (Subject(rack)),
                 qPrintable(studio.window().statusBar()->currentMessage()));
        for (const Subject subject : studio.document().selection()) {
            const Contents got = contentsOf(studio.design(), {subject.id});
            QCOMPARE(got.devices, wanted.devices);
            QCOMPARE(got.elements, wanted.elements);
            QCOMPARE(got.units, wanted.units);
            QCOMPARE(got.services, wanted.services);
            QCOMPARE(got.cords, wanted.cords);
            QCOMPARE(got.cables, wanted.cables);
            QCOMPARE(got.details, wanted.details);
        }
        QVERIFY(canBeSaved(studio));
        press(studio, "edit.undo");
        QVERIFY(*studio.document().project() == *before);
    }
    // R01-d8 in the copy of R01 is called after that copy, however it was copied; other names are counted up.
    void contentsAreCalledAfterTheRackThatTheyComeInto_data() {
        QTest::addColumn<QString>("way");
        for (const char* way : {"keys", "duplicate", "array"})
            QTest::newRow(way) << QString::fromLatin1(way);
    }
    void contentsAreCalledAfterTheRackThatTheyComeInto() {
        QFETCH(QString, way);
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("D18");
        dress(studio, rack);
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        const std::vector<Id<Device>> devices = devicesIn(studio.design(), rack);
        QVERIFY(devices.size() > 1);
        QVERIFY(studio.document().commit(edits::renameDevice(target(), devices[0], "D18-d8")));
        QVERIFY(studio.document().commit(edits::renameDevice(target(), devices[1], "D180")));
        PowerElement pdu = *studio.design().powerElements.allWith<PowerElementsByRack>(rack).front();
        pdu.name = "D18 PDU A";
        QVERIFY(studio.document().commit(edits::putPowerElement(target(), pdu)));
        CoolingUnit door = *studio.design().coolingUnits.allWith<CoolingUnitsByRack>(rack).front();
        door.name = "D18/door";
        QVERIFY(studio.document().commit(edits::putCoolingUnit(target(), door)));
        studio.document().select({Subject(rack)});
        if (way == QStringLiteral("keys")) {
            QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
            QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        } else if (way == QStringLiteral("duplicate")) {
            QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        } else {
            studio.whenAsked(QStringLiteral("dialog.array"), [](QDialog& dialog) { dialog.accept(); });
            QTest::keyClick(&studio.plan(), Qt::Key_R, Qt::ControlModifier);
        }
        for (const Subject subject : studio.document().selection()) {
            const Rack* copy = studio.design().racks.find({subject.id});
            QVERIFY(copy && copy->id != rack);
            std::set<std::string> names;
            for (const Id<Device> device : devicesIn(studio.design(), copy->id))
                names.insert(studio.design().devices.find(device)->name);
            QVERIFY2(names.contains(copy->name + "-d8"), copy->name.c_str());
            QVERIFY(!names.contains(copy->name + "0"));
            names.clear();
            studio.design().powerElements.forEachWith<PowerElementsByRack>(
                copy->id, [&names](const PowerElement& element) { names.insert(element.name); });
            QVERIFY2(names.contains(copy->name + " PDU A"), copy->name.c_str());
            QCOMPARE(studio.design().coolingUnits.allWith<CoolingUnitsByRack>(copy->id).front()->name,
                     copy->name + "/door");
        }
        QVERIFY(canBeSaved(studio));
    }
    // A copy into another rack is called after that one; in its own rack it is counted up.
    void aDeviceThatIsPastedIsCalledAfterItsNewRack() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Device> device = devicesIn(studio.design(), studio.rackNamed("A07")).front();
        QVERIFY(studio.document().commit(
            edits::renameDevice(edits::activeTarget(*studio.document().project()), device, "A07-d1")));
        studio.document().select({Subject(device)});
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("D18").value}});
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), std::size_t{1});
        QCOMPARE(studio.design().devices.find({studio.document().selection().front().id})->name, std::string("D18-d1"));
    }
    // The next rack of a row stands where the row goes on, one pitch after the other.
    // One after the other, until the room has no place that the rules allow; then the status says so.
    void duplicatesBreakNoRuleOfTheFloor() {
        Studio studio;
        studio.openSample("typical-llm-cluster");
        studio.document().select({Subject(studio.rackNamed("A01"))});
        std::vector<Subject> copies;
        for (int i = 0; i < 6; ++i) {
            const ProjectPtr before = studio.document().project();
            QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
            if (studio.document().project() == before) {
                QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("no free place")));
                break;
            }
            copies.push_back(studio.document().selection().front());
        }
        studio.settle();
        for (const Finding& finding : studio.document().solution()->report().findings) {
            if (!finding.rule->id.starts_with("FLOOR-0") || finding.rule->id > "FLOOR-05" ||
                finding.state != RuleState::Failed || finding.severity != Severity::Error)
                continue;
            for (const Subject copy : copies)
                QVERIFY2(std::ranges::find(finding.subjects, copy) == finding.subjects.end(), finding.rule->id.c_str());
        }
    }
    // The row of a room with its door to the south may grow until a way leads round its end, and no further.
    void duplicatesLeaveAWayToEveryRack_data() {
        QTest::addColumn<int>("depth"); // mm, as the place of the row
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("hasOtherPlace");
        QTest::addRow("a room with place elsewhere") << 14'000 << 4'000 << true;
        QTest::addRow("a room as deep as the row with its aisles") << 3'300 << 1'800 << false;
    }
    void duplicatesLeaveAWayToEveryRack() {
        QFETCH(int, depth);
        QFETCH(int, row);
        QFETCH(bool, hasOtherPlace);
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<QDialog*>(QStringLiteral("room"));
        dialog->findChild<QLineEdit*>(QStringLiteral("room.width"))->setText(QStringLiteral("6 m"));
        dialog->findChild<QLineEdit*>(QStringLiteral("room.depth"))->setText(QStringLiteral("%1 mm").arg(depth));
        dialog->accept();
        QTRY_VERIFY(!studio.design().rooms.isEmpty());
        const Id<Room> room = studio.design().rooms.begin()->id;
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        std::vector<Id<RoomObject>> drawn;
        for (const RoomObject& object : studio.design().roomObjects)
            drawn.push_back(object.id);
        for (const Id<RoomObject> object : drawn)
            QVERIFY(studio.document().commit(edits::removeRoomObjects(target(), {object})));
        Door door;
        door.from = {Length::metres(2), Length::millimetres(depth)};
        door.to = {Length::metres(1), Length::millimetres(depth)};
        RoomObject object;
        object.room = room;
        object.shape = door;
        QVERIFY(studio.document().commit(edits::putRoomObject(target(), object)));
        const auto part = studio.services().library()->part("plan-rack-48u-600");
        QVERIFY(part.has_value());
        for (int i = 0; i < 7; ++i) {
            Rack rack;
            rack.room = room;
            rack.name = "A" + std::to_string(i + 1);
            rack.centre = {Length::millimetres(300 + 600 * i), Length::millimetres(row)};
            QVERIFY(studio.document().commit(edits::placeRack(target(), rack, *part)));
        }
        studio.settle();
        const auto cutOff = [&studio] {
            studio.settle();
            return studio.document().solution()->context().lookUp<FloorWays>().cutOff();
        };
        QVERIFY(cutOff().empty());
        studio.document().select({Subject(studio.rackNamed("A7"))});
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        const Rack first = *studio.design().racks.find({studio.document().selection().front().id});
        QCOMPARE(first.centre.x, Length::millimetres(4500)); // 1.2 m are left beside it
        QVERIFY(cutOff().empty());
        const ProjectPtr before = studio.document().project();
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(cutOff().empty());
        QCOMPARE(studio.document().project() != before, hasOtherPlace);
        const QString said = studio.window().statusBar()->currentMessage();
        QVERIFY2(hasOtherPlace || said.contains(QStringLiteral("leaves a way")), qPrintable(said));
    }
    void duplicatesGoOnAlongTheRow() {
        Studio studio;
        studio.openSample(kHall);
        shortenRow(studio);
        const Id<Rack> last = studio.rackNamed("D13");
        const Rack model = *studio.design().racks.find(last);
        const auto before = footprintOf(*studio.document().project(), model);
        studio.document().select({Subject(last)});
        for (int i = 1; i <= 3; ++i) {
            QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
            const Rack* copy = studio.design().racks.find({studio.document().selection().front().id});
            QCOMPARE(copy->centre.y, model.centre.y);
            QCOMPARE(copy->centre.x - model.centre.x, before->width * i);
            QCOMPARE(copy->rotation, model.rotation);
            QVERIFY(standFree(studio));
        }
        // Two of them go on as two.
        studio.document().select(racksNamed(studio, {"D12", "D13"}));
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), std::size_t{2});
        for (const Subject subject : studio.document().selection())
            QCOMPARE(studio.design().racks.find({subject.id})->centre.y, model.centre.y);
        QVERIFY(standFree(studio));
    }
    // The gaps between the racks of a row are those of its copies.
    void duplicatesKeepTheSpacingOfTheRow() {
        Studio studio;
        studio.openSample(kHall);
        shortenRow(studio);
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        QVERIFY(studio.document().commit(
            edits::moveRacks(target(), {studio.rackNamed("D13")}, {Length::millimetres(200), {}})));
        const Length at = studio.design().racks.find(studio.rackNamed("D13"))->centre.x;
        const Length step = at - studio.design().racks.find(studio.rackNamed("D12"))->centre.x;
        studio.document().select(racksNamed(studio, {"D13"}));
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.find({studio.document().selection().front().id})->centre.x - at, step);
    }
    void unitsOfTheRoomServeCopiesByKeyToo() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        const std::size_t wanted = contentsOf(studio.design(), rack).services;
        QVERIFY(wanted > 0);
        studio.document().select({Subject(rack)});
        for (const Qt::Key key : {Qt::Key_C, Qt::Key_V})
            QTest::keyClick(&studio.plan(), key, Qt::ControlModifier);
        const Id<Rack> copy{studio.document().selection().front().id};
        QVERIFY(copy != rack);
        QCOMPARE(contentsOf(studio.design(), copy).services, wanted);
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(contentsOf(studio.design(), {studio.document().selection().front().id}).services, wanted);
        QVERIFY(canBeSaved(studio));
    }
    void aCabledRackGoesIntoAnotherRoomWhole_data() {
        QTest::addColumn<bool>("isCut");
        QTest::newRow("by the command") << false;
        QTest::newRow("by cut and paste") << true;
    }
    void aCabledRackGoesIntoAnotherRoomWhole() {
        QFETCH(bool, isCut);
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> annex = addRoom(studio, "Annex");
        const Id<Rack> rack = studio.rackNamed("D18");
        dress(studio, rack);
        const Id<Cable> typed = typeLength(studio, rack);
        const Contents contents = contentsOf(studio.design(), rack);
        const std::size_t cables = studio.design().cables.size(), links = studio.design().powerLinks.size();
        const std::size_t outward = outwardCables(studio.design(), rack);
        QVERIFY(outward > 0);
        const ProjectPtr before = studio.document().project();
        const std::size_t steps = studio.document().history().steps().size();
        studio.document().select({Subject(rack)});
        if (isCut) {
            QTest::keyClick(&studio.plan(), Qt::Key_X, Qt::ControlModifier);
            QVERIFY(!studio.design().racks.contains(rack));
            studio.plan().setRoom(annex);
            QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        } else {
            studio.whenAsked(QStringLiteral("dialog.move-to-room"), [](QDialog& dialog) {
                auto* rooms = dialog.findChild<QListWidget*>(QStringLiteral("move-to-room.rooms"));
                QCOMPARE(rooms->count(), 1);
                QTest::keyClick(rooms, Qt::Key_Return);
            });
            QTest::keyClick(&studio.plan(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        }
        const Rack* moved = studio.design().racks.find(rack);
        QVERIFY2(moved, qPrintable(studio.window().statusBar()->currentMessage()));
        QCOMPARE(moved->room.value, annex.value);
        QCOMPARE(moved->name, std::string("D18"));
        QCOMPARE(studio.plan().room().value, annex.value);
        QVERIFY(standFree(studio));
        QCOMPARE(studio.design().cables.size(), cables);
        QCOMPARE(studio.design().powerLinks.size(), links);
        QCOMPARE(outwardCables(studio.design(), rack), outward);
        QCOMPARE(contentsOf(studio.design(), rack).cables, contents.cables);
        QCOMPARE(contentsOf(studio.design(), rack).cords, contents.cords);
        QCOMPARE(contentsOf(studio.design(), rack).units, contents.units);
        // The typed length was that of the old place; of what leads to the other room somebody is told.
        QVERIFY(!decisionsFor(studio.design(), typed).length);
        QVERIFY2(studio.window().statusBar()->currentMessage().contains(QString::number(outward)),
                 qPrintable(studio.window().statusBar()->currentMessage()));
        QVERIFY(canBeSaved(studio));
        QCOMPARE(studio.document().history().steps().size(), steps + (isCut ? 2 : 1));
        press(studio, "edit.undo");
        if (isCut)
            press(studio, "edit.undo");
        QVERIFY(*studio.document().project() == *before);
    }
    void whatIsPastedTwiceIsACopyTheSecondTime() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("D18");
        const std::size_t racks = studio.design().racks.size();
        studio.document().select({Subject(rack)});
        for (const Qt::Key key : {Qt::Key_X, Qt::Key_V, Qt::Key_V})
            QTest::keyClick(&studio.plan(), key, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.size(), racks + 1);
        QVERIFY(studio.design().racks.contains(rack));
        QVERIFY(canBeSaved(studio));
    }
    void whatIsPastedHasTheClearanceThatTheRulesAskFor_data() {
        QTest::addColumn<bool>("hasDoor");
        QTest::addRow("a rack") << false;
        QTest::addRow("a rack with a heat exchanger in its door") << true;
    }
    void whatIsPastedHasTheClearanceThatTheRulesAskFor() {
        QFETCH(bool, hasDoor);
        Studio studio;
        studio.openSample(kHall);
        if (hasDoor)
            dress(studio, studio.rackNamed("A01"));
        studio.document().select(racksNamed(studio, {"A01"}));
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        const std::size_t racks = studio.design().racks.size();
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.size(), racks + 1);
        const std::vector<Subject> pasted = studio.document().selection();
        QCOMPARE(pasted.size(), std::size_t{1});
        QVERIFY(standFree(studio));
        studio.settle();
        for (const Finding& finding : studio.document().solution()->report().findings) {
            const bool isOfSpace =
                finding.rule->id == "FLOOR-01" || finding.rule->id == "FLOOR-02" || finding.rule->id == "FLOOR-03";
            if (isOfSpace && finding.state == RuleState::Failed && finding.severity == Severity::Error)
                QVERIFY2(std::ranges::find(finding.subjects, pasted.front()) == finding.subjects.end(),
                         finding.rule->id.c_str());
        }
    }
    void aPortThatWasTakenMeanwhileStaysTaken() {
        Studio studio;
        studio.openSample(kHall);
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        const Id<Rack> rack = studio.rackNamed("D18");
        Cable kept{};
        for (const Cable& cable : studio.design().cables) {
            const Device* a = studio.design().devices.find(cable.a.device);
            const Device* b = studio.design().devices.find(cable.b.device);
            if (a && b && rackOf(*a) == rack && rackOf(*b) != rack)
                kept = cable;
        }
        QVERIFY(kept.id);
        const std::size_t cables = studio.design().cables.size();
        studio.document().select({Subject(rack)});
        QTest::keyClick(&studio.plan(), Qt::Key_X, Qt::ControlModifier);
        // The other end goes away: what led there does not come back, all else does.
        std::size_t there = 0;
        for (const Cable& cable : studio.design().cables)
            there += cable.a.device == kept.b.device || cable.b.device == kept.b.device;
        QVERIFY(studio.document().commit(edits::removeDevices(target(), {kept.b.device})));
        const std::size_t without = studio.design().cables.size();
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY(studio.design().racks.contains(rack));
        QVERIFY(studio.design().cables.size() > without);
        QVERIFY(studio.design().cables.size() < cables - there);
        QVERIFY(canBeSaved(studio));
    }
    void aNodeCutIntoAnotherRackKeepsItsCables() {
        Studio studio;
        studio.openSample(kHall);
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        const Id<Rack> from = studio.rackNamed("A01");
        Rack empty = *studio.design().racks.find(from);
        empty.id = {};
        empty.name = "Z01";
        empty.rackType = {};
        QVERIFY(studio.document().commit(
            edits::placeRack(target(), empty, studio.document().project()->parts.find(empty.part)->part)));
        const Id<Rack> to = studio.rackNamed("Z01");
        const Id<Device> node = devicesIn(studio.design(), from).front();
        const std::size_t cables = studio.design().cables.size();
        studio.document().select({Subject(node)});
        QTest::keyClick(&studio.plan(), Qt::Key_X, Qt::ControlModifier);
        QVERIFY(studio.design().cables.size() < cables);
        studio.document().select({Subject(to)});
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QVERIFY2(studio.design().devices.contains(node), qPrintable(studio.window().statusBar()->currentMessage()));
        QCOMPARE(rackOf(*studio.design().devices.find(node)).value, to.value);
        QCOMPARE(studio.design().cables.size(), cables);
        QVERIFY(canBeSaved(studio));
    }
    void withoutAnotherRoomTheStatusSaysSo() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select(racksNamed(studio, {"A01"}));
        press(studio, "plan.move-to-room");
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("room")));
    }
    void whereThereIsNoPlaceTheStatusSaysSo() {
        Studio studio;
        studio.openSample(kHall);
        // A room as large as what stands in it.
        std::vector<Point> corners;
        std::vector<Subject> all;
        for (const Rack& rack : studio.design().racks) {
            corners.push_back(rack.centre);
            all.push_back(Subject(rack.id));
        }
        Room room = *studio.design().rooms.begin();
        const Box box = boundingBox(corners);
        room.outline = {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}};
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), room)));
        const ProjectPtr before = studio.document().project();
        studio.document().select(all);
        QTest::keyClick(&studio.plan(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(studio.document().project() == before);
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QString::fromStdString(room.name)));
    }
    void aCopyDraggedOntoSomethingIsRefusedAtThePointer() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        const QPoint from = studio.onPlan(rack), onto = studio.onPlan(studio.rackNamed("A03"));
        studio.document().select({Subject(rack)});
        const ProjectPtr before = studio.document().project();
        Studio::drag(studio.plan(), from, onto, Qt::ControlModifier);
        QVERIFY(studio.document().project() == before);
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("A0")));
    }
    void cutAndPasteIsAMoveOfTwoSteps() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("D18");
        const std::size_t racks = studio.design().racks.size(), cables = studio.design().cables.size();
        const std::size_t devices = devicesIn(studio.design(), rack).size();
        const Point place = studio.design().racks.find(rack)->centre;
        studio.document().select({Subject(rack)});
        QTest::keyClick(&studio.plan(), Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.size(), racks - 1);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(3));
        QCOMPARE(studio.design().racks.size(), racks);
        // It is the same rack, with all that leads out of it.
        QVERIFY(studio.design().racks.contains(rack));
        QCOMPARE(studio.design().racks.find(rack)->centre, place);
        QCOMPARE(devicesIn(studio.design(), rack).size(), devices);
        QCOMPARE(studio.design().cables.size(), cables);
        QVERIFY(canBeSaved(studio));
        press(studio, "edit.undo");
        press(studio, "edit.undo");
        QCOMPARE(studio.design().cables.size(), cables);
        QVERIFY(studio.design().racks.contains(rack));
    }
    void anotherWindowTakesRacksWithTheirPartsUnderNewIds() {
        Studio one, two;
        one.openSample(kHall);
        two.openSample("typical-llm-cluster");
        // Its room holds one row and the aisles of that: the wall goes back for another.
        Room room = *two.design().rooms.begin();
        const Box box = boundingBox(room.outline);
        const Length far = box.high.y + Length::metres(6);
        room.outline = {box.low, {box.high.x, box.low.y}, {box.high.x, far}, {box.low.x, far}};
        QVERIFY(two.document().commit(edits::putRoom(edits::activeTarget(*two.document().project()), room)));
        const Id<Rack> rack = one.rackNamed("B03");
        one.document().select(racksNamed(one, {"B03", "B04"}));
        const std::size_t before = two.design().racks.size(), parts = two.document().project()->parts.size();
        const std::uint64_t next = two.document().history().nextId();
        press(one, "edit.copy"); // only one of two windows has the keyboard
        QVERIFY(two.window().actions().action("edit.paste")->isEnabled());
        press(two, "edit.paste");
        QVERIFY2(two.design().racks.size() == before + 2, qPrintable(two.window().statusBar()->currentMessage()));
        QVERIFY(two.document().project()->parts.size() > parts);
        QVERIFY(standFree(two));
        QVERIFY(canBeSaved(two));
        for (const Subject subject : two.document().selection()) {
            QVERIFY(subject.id >= next);
            QCOMPARE(devicesIn(two.design(), {subject.id}).size(), devicesIn(one.design(), rack).size());
        }
        QCOMPARE(two.design().racks.find({two.document().selection().front().id})->copiedFrom.value, rack.value);
        press(two, "edit.undo");
        QCOMPARE(two.design().racks.size(), before);
    }
    void anotherOptionTakesThemToTheSamePlace() {
        Studio studio;
        studio.openSample(kHall);
        const auto racks = racksNamed(studio, {"C01", "C02"});
        studio.document().select(racks);
        const Point place = studio.design().racks.find({racks.front().id})->centre;
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        const std::uint64_t option = studio.document().option();
        QVERIFY(studio.document().commit(edits::copyOption(*studio.document().project(), option, "B")));
        const std::uint64_t other = studio.document().project()->options.back().id;
        QVERIFY(studio.document().commit(edits::activateOption(*studio.document().project(), other)));
        QVERIFY(studio.document().commit(
            edits::removeRacks(edits::activeTarget(*studio.document().project()), {{racks[0].id}, {racks[1].id}})));
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), std::size_t(2));
        QCOMPARE(studio.design().racks.find({studio.document().selection().front().id})->centre, place);
        QVERIFY(canBeSaved(studio));
    }
    void nodesGoIntoAnotherRackAtTheirUnits() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> from = studio.rackNamed("A01");
        const std::vector<Id<Device>> devices = devicesIn(studio.design(), from);
        QVERIFY(!devices.empty());
        Rack empty = *studio.design().racks.find(from);
        const edits::Target target = edits::activeTarget(*studio.document().project());
        empty.id = {};
        empty.name = "Z01";
        empty.rackType = {};
        empty.centre.x = empty.centre.x + Length::metres(3);
        QVERIFY(studio.document().commit(
            edits::placeRack(target, empty, studio.document().project()->parts.find(empty.part)->part)));
        const Id<Rack> to = studio.rackNamed("Z01");
        std::vector<Subject> chosen;
        for (const Id<Device> device : devices)
            chosen.push_back(Subject(device));
        studio.document().select(chosen);
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        studio.document().select({Subject(to)});
        const std::size_t steps = studio.document().history().steps().size();
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        const std::vector<Id<Device>> pasted = devicesIn(studio.design(), to);
        QVERIFY2(pasted.size() == devices.size(), qPrintable(studio.window().statusBar()->currentMessage()));
        QCOMPARE(studio.document().history().steps().size(), steps + 1);
        for (std::size_t i = 0; i < pasted.size(); ++i) {
            const Device* copy = studio.design().devices.find(pasted[i]);
            const Device* original = studio.design().devices.find(devices[i]);
            QVERIFY(copy->copiedFrom == original->id);
            if (const auto* in = std::get_if<InRack>(&original->placement))
                QCOMPARE(std::get<InRack>(copy->placement).unit, in->unit);
        }
        QVERIFY(canBeSaved(studio));
        // What does not fit is refused as a whole.
        for (int i = 0; i < 8; ++i) {
            studio.document().select({Subject(to)});
            QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        }
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("Z01")));
        QCOMPARE(devicesIn(studio.design(), to).size() % devices.size(), std::size_t(0));
    }
    void drawnThingsAreCopiedBesideThemselves() {
        Studio studio;
        studio.openSample(kHall);
        const RoomObject object = *studio.design().roomObjects.begin();
        const std::size_t before = studio.design().roomObjects.size();
        studio.document().select({Subject(object.id)});
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(studio.design().roomObjects.size(), before + 1);
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        QVERIFY(studio.document().selection().front().id != object.id.value);
    }
    void aTextFieldKeepsItsOwnClipboard() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select(racksNamed(studio, {"A01"}));
        studio.settle();
        // A form that was just replaced may still wait for its deletion; the newest one is meant.
        QLineEdit& field = *studio.window().findChildren<QLineEdit*>(QStringLiteral("inspector.name")).back();
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("A01"));
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasFormat(QLatin1String(kClipMime)));
    }
    // What is moved next is all that was pasted.
    void allThatIsPastedIsSelected() {
        Studio studio;
        studio.openSample(kHall);
        std::vector<Subject> chosen = racksNamed(studio, {"A01", "A02"});
        // A tray: stretches of busways stay where they are.
        const auto tray = std::ranges::find(studio.design().pathSegments, PathwayKind::CableTray, &PathSegment::kind);
        chosen.push_back(Subject(tray->id));
        studio.document().select(chosen);
        QTest::keyClick(&studio.plan(), Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(&studio.plan(), Qt::Key_V, Qt::ControlModifier);
        std::vector<Subject> pasted = studio.document().selection();
        QCOMPARE(std::ranges::count(pasted, SubjectKind::Rack, &Subject::kind), 2);
        QCOMPARE(std::ranges::count(pasted, SubjectKind::Pathway, &Subject::kind), 1);
        for (const Subject& subject : pasted)
            QVERIFY(std::ranges::find(chosen, subject) == chosen.end());
    }
    void whatIsNoDesignIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("words") << QByteArray("hello");
        QTest::newRow("cut off") << QByteArray("{\"format\":\"rackwright\"");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("zeros") << QByteArray(1000, '\0');
    }
    void whatIsNoDesignIsRefused() {
        QFETCH(QByteArray, bytes);
        Studio studio;
        studio.openSample(kHall);
        auto* data = new QMimeData;
        data->setData(QLatin1String(kClipMime), bytes);
        QGuiApplication::clipboard()->setMimeData(data);
        const ProjectPtr before = studio.document().project();
        press(studio, "edit.paste");
        QVERIFY(studio.document().project() == before);
        QVERIFY(!studio.window().statusBar()->currentMessage().isEmpty());
    }
};

RW_WINDOW_SUITE(TestStudioCopies)
#include "tst_studio_copies.moc"
