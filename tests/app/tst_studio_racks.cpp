// SPDX-License-Identifier: GPL-3.0-or-later
// Elevations by mouse and key in the real window: what is dragged is placed, what is refused changes nothing.
#include "model/design/occupancy.h"
#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_type_edits.h"
#include "tests/app/studio_fixture.h"
#include "tests/support/part_fixture.h"
#include "ui/rack/fill_dialog.h"
#include "ui/rack/rack_drops.h"
#include "ui/rack/rack_layout.h"
#include "ui/rack/rack_meters.h"
#include "ui/rack/rack_panel.h"
#include "ui/rack/rack_strip.h"
#include "ui/rack/rack_type_dialog.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/rack/scalable_unit.h"
#include "ui/report/rack_readings.h"
#include "ui/theme/theme.h"

#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMimeData>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>
#include <QToolButton>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

RackWorkspace& racksOf(Studio& studio) {
    return *static_cast<RackWorkspace*>(studio.window().workspace(QStringLiteral("racks")));
}

/// Opens the Racks workspace on some racks of the hall.
RackView& openRacks(Studio& studio, const std::vector<std::string>& names) {
    studio.openSample(kHall);
    std::vector<Subject> subjects;
    for (const std::string& name : names)
        subjects.push_back(Subject(studio.rackNamed(name)));
    studio.document().select(std::move(subjects));
    studio.window().showWorkspace(QStringLiteral("racks"));
    return *racksOf(studio).view();
}

std::vector<const Device*> devicesIn(Studio& studio, std::string_view rack) {
    std::vector<const Device*> devices = studio.design().devices.allWith<DevicesByRack>(studio.rackNamed(rack));
    std::ranges::sort(devices, {}, [](const Device* d) { return std::get<InRack>(d->placement).unit; });
    return devices;
}

const Part* partOf(Studio& studio, const Device& device) { return findPart(*studio.document().project(), device.part); }

QPoint middleOf(RackView& view, const Device& device) { return view.boxOf(Subject(device.id)).center().toPoint(); }

QPoint middleOf(Studio& studio, RackView& view, const Device& like, const Placement& place) {
    return view.boxOf(place, partOf(studio, like)).center().toPoint();
}

Placement placeOf(Studio& studio, Id<Device> device) { return studio.design().devices.find(device)->placement; }

/// Ids of devices carried over a view and dropped.
bool dropDevices(QWidget& widget, const std::vector<Id<Device>>& devices, QPoint at) {
    QByteArray ids;
    for (const Id<Device> device : devices)
        ids += (ids.isEmpty() ? "" : ",") + QByteArray::number(static_cast<qulonglong>(device.value));
    QMimeData mime;
    mime.setData(QLatin1String(kDevicesMime), ids);
    QDragEnterEvent enter(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &enter);
    QDragMoveEvent move(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
    QDropEvent drop(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &drop);
    return drop.isAccepted();
}

std::string rearDoorPart(Studio& studio) {
    for (const PartSummary& each : studio.services().library()->parts())
        if (each.category == PartCategory::RearDoorExchanger)
            return each.id;
    return {};
}

const CoolingUnit* rearDoorOf(Studio& studio, std::string_view rack) {
    for (const CoolingUnit* unit : studio.design().coolingUnits.allWith<CoolingUnitsByRack>(studio.rackNamed(rack)))
        if (unit->kind == CoolingUnitKind::RearDoor)
            return unit;
    return nullptr;
}

std::string partOfCategory(Studio& studio, Mounting mounting, PartCategory category) {
    for (const PartSummary& each : studio.services().library()->parts()) {
        const auto part = studio.services().library()->part(each.id);
        if (part && (*part)->mounting == mounting && (*part)->category == category)
            return each.id;
    }
    return {};
}

/// A rack type and a scalable unit of one rack.
void makeUnitOf(Studio& studio, const char* rack) {
    openRacks(studio, {rack});
    studio.whenAsked(QStringLiteral("dialog.save-type"), [](QDialog& dialog) { dialog.accept(); });
    studio.window().actions().action("rack.type.save")->trigger();
    studio.whenAsked(QStringLiteral("dialog.make-unit"), [](QDialog& dialog) { dialog.accept(); });
    studio.window().actions().action("rack.unit.make")->trigger();
}

} // namespace

class TestStudioRacks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDragMovesADeviceToAnotherUnitAndUndoRestoresTheProject() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const Project before = *studio.document().project();
        const Device top = *devicesIn(studio, "A01").back();
        const InRack old = std::get<InRack>(top.placement);
        InRack target = old;
        target.unit += 9;
        Studio::drag(view, middleOf(view, top), middleOf(studio, view, top, target));
        QCOMPARE(std::get<InRack>(placeOf(studio, top.id)).unit, target.unit);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void aDragMovesADeviceToAnotherRack() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const Device top = *devicesIn(studio, "A01").back();
        const InRack target{studio.rackNamed("A02"), 20, Face::Front, 0};
        Studio::drag(view, middleOf(view, top), middleOf(studio, view, top, target));
        QVERIFY(placeOf(studio, top.id) == Placement(target));
    }
    void selectedDevicesMoveTogetherAndKeepTheirDistances() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const auto devices = devicesIn(studio, "A01");
        QCOMPARE(devices.size(), std::size_t(2));
        const Device low = *devices[0], high = *devices[1];
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, low));
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, middleOf(view, high));
        QCOMPARE(studio.document().selection().size(), std::size_t(2));
        InRack target = std::get<InRack>(low.placement);
        target.unit += 4; // where the other one stands now
        Studio::drag(view, middleOf(view, low), middleOf(studio, view, low, target));
        QCOMPARE(std::get<InRack>(placeOf(studio, low.id)).unit, target.unit);
        QCOMPARE(std::get<InRack>(placeOf(studio, high.id)).unit - target.unit,
                 std::get<InRack>(high.placement).unit - std::get<InRack>(low.placement).unit);
    }
    void whatWasJustDroppedIsDraggedOnAndBack() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const Device like = *devicesIn(studio, "A01").front();
        const InRack first{studio.rackNamed("A01"), 30, Face::Front, 0};
        QVERIFY(Studio::dropPart(view, QString::fromStdString(partOf(studio, like)->id),
                                 middleOf(studio, view, like, first)));
        const Device placed = *devicesIn(studio, "A01").back();
        const InRack second{studio.rackNamed("A02"), 24, Face::Front, 0};
        Studio::drag(view, middleOf(view, placed), middleOf(studio, view, like, second));
        QVERIFY(placeOf(studio, placed.id) == Placement(second));
        Studio::drag(view, middleOf(view, placed), middleOf(studio, view, like, first));
        QVERIFY(placeOf(studio, placed.id) == Placement(first));
        QCOMPARE(studio.document().history().steps().size(), std::size_t(4));
    }
    void aTakenUnitIsRefusedWithItsReasonAtTheCursor() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const ProjectPtr before = studio.document().project();
        const auto devices = devicesIn(studio, "A01");
        const Device low = *devices[0], high = *devices[1];
        InRack target = std::get<InRack>(low.placement);
        target.unit += 2;
        const QPoint to = middleOf(studio, view, high, target);
        Studio::dragWithoutRelease(view, middleOf(view, high), to);
        QVERIFY2(view.refusal().contains(QString::fromStdString(low.name)), qPrintable(view.refusal()));
        QVERIFY(!studio.document().isPreviewing());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
        QVERIFY(studio.document().project() == before);
        QVERIFY(view.refusal().isEmpty());
    }
    void escapeInMidDragDropsIt() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const ProjectPtr before = studio.document().project();
        const Device top = *devicesIn(studio, "A01").back();
        InRack target = std::get<InRack>(top.placement);
        target.unit += 12;
        const QPoint to = middleOf(studio, view, top, target);
        Studio::dragWithoutRelease(view, middleOf(view, top), to);
        QVERIFY(studio.document().isPreviewing());
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!studio.document().isPreviewing());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
        QVERIFY(studio.document().project() == before);
        QVERIFY(studio.document().isSelected(Subject(top.id))); // Escape meant the drag alone
    }
    void aReleaseOutsideTheViewDropsIt() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const ProjectPtr before = studio.document().project();
        const Device top = *devicesIn(studio, "A01").back();
        Studio::drag(view, middleOf(view, top), QPoint(view.width() / 2, -60));
        QVERIFY(studio.document().project() == before);
        QVERIFY(!studio.document().isPreviewing());
    }
    void controlCopies() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const std::size_t count = studio.design().devices.size();
        const Device top = *devicesIn(studio, "A01").back();
        InRack target = std::get<InRack>(top.placement);
        target.unit += 10;
        Studio::drag(view, middleOf(view, top), middleOf(studio, view, top, target), Qt::ControlModifier);
        QCOMPARE(studio.design().devices.size(), count + 1);
        QVERIFY(placeOf(studio, top.id) == top.placement);
        const Device copy = *devicesIn(studio, "A01").back();
        QVERIFY(copy.placement == Placement(target));
        QVERIFY(copy.copiedFrom == top.id);
        QVERIFY(copy.name != top.name);
    }
    void whileItIsDraggedTheCardShowsWhatIsLeft() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const Device top = *devicesIn(studio, "A01").back();
        const InRack target{studio.rackNamed("A02"), 20, Face::Front, 0};
        const auto free = freeUnits(*studio.document().project(), studio.design(), target.rack);
        Studio::dragWithoutRelease(view, middleOf(view, top), middleOf(studio, view, top, target));
        studio.settle();
        const auto lines = view.cardLines();
        QVERIFY(lines.size() >= 4);
        QVERIFY2(lines[0].before.startsWith(QString::number(*free)), qPrintable(lines[0].before));
        QVERIFY2(lines[0].after.startsWith(QString::number(*free - rackUnitsOf(*partOf(studio, top)))),
                 qPrintable(lines[0].after));
        QVERIFY(!lines[1].after.isEmpty()); // heat: solved for the candidate
        QTest::keyClick(&view, Qt::Key_Escape);
    }
    void arrowKeysMoveByAUnitAndBecomeOneStep() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const Device top = *devicesIn(studio, "A01").back();
        const std::int64_t unit = std::get<InRack>(top.placement).unit;
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, top));
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(std::get<InRack>(placeOf(studio, top.id)).unit, unit + 3);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        QTest::keyClick(&view, Qt::Key_Up, Qt::NoModifier);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(std::get<InRack>(placeOf(studio, top.id)).unit, unit + 3);
    }
    void theRightArrowMovesToTheRackBeside() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02"});
        const Device top = *devicesIn(studio, "A01").back();
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, top));
        for (int i = 0; i < 9; ++i)
            QTest::keyClick(&view, Qt::Key_Up); // clear of what stands in the next rack
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(rackOf(placeOf(studio, top.id)) == studio.rackNamed("A02"));
    }
    void deleteRemovesTheSelectedDevice() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const Device top = *devicesIn(studio, "A01").back();
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, top));
        studio.agreeToDelete();
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(!studio.design().devices.contains(top.id));
        QVERIFY(studio.design().racks.contains(studio.rackNamed("A01")));
    }
    void aClickOnARackChoosesItAndPasteGoesIntoIt() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02", "D18"});
        const Id<Rack> to = studio.rackNamed("D18");
        const auto message = [&studio] { return studio.window().statusBar()->currentMessage(); };
        const std::size_t before = devicesIn(studio, "D18").size();
        const Device bottom = *devicesIn(studio, "A01").front();
        QTest::mouseClick(&view, Qt::LeftButton, {}, middleOf(view, bottom));
        studio.window().actions().action("edit.copy")->trigger();
        // Beside all racks nothing is selected: what is pasted then has no place, and the status says so.
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(1, view.height() - 1));
        QVERIFY(studio.document().selection().empty());
        studio.window().actions().action("edit.paste")->trigger();
        QCOMPARE(devicesIn(studio, "D18").size(), before);
        QVERIFY2(message().contains(QStringLiteral("unplaced")), qPrintable(message()));
        studio.document().undo();
        // A click above the frame of a rack, where its name stands.
        const RackLayout layout(*studio.document().project(), studio.design(), view.racks(), Face::Front,
                                static_cast<double>(view.width()) / view.height());
        const QRectF frame = view.toView(layout.find(to)->frame.frame);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPointF(frame.center().x(), frame.top() - 4).toPoint());
        QCOMPARE(studio.document().selection(), std::vector{Subject(to)});
        QCOMPARE(view.racks().size(), std::size_t(3));
        studio.window().actions().action("edit.paste")->trigger();
        if (devicesIn(studio, "D18").size() > before)
            QVERIFY2(message().contains(QStringLiteral("Pasted into D18")), qPrintable(message()));
        else
            QVERIFY2(message().contains(QStringLiteral("D18")), qPrintable(message())); // it is full
    }
    void aBoxSelectsWhatItTouches() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const auto devices = devicesIn(studio, "A01");
        const QRectF high = view.boxOf(Subject(devices[1]->id));
        Studio::drag(view, QPoint(2, view.height() - 4),
                     QPoint(static_cast<int>(high.right()) + 40, static_cast<int>(high.top()) + 2));
        for (const Device* device : devices)
            QVERIFY(studio.document().isSelected(Subject(device->id)));
    }
    void aPartOfTheCatalogueDropsAtAUnit() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const Device like = *devicesIn(studio, "A01").front();
        const InRack target{studio.rackNamed("A01"), 30, Face::Front, 0};
        const QString part = QString::fromStdString(partOf(studio, like)->id);
        QVERIFY(Studio::dropPart(view, part, middleOf(studio, view, like, target)));
        const Device placed = *devicesIn(studio, "A01").back();
        QVERIFY(placed.placement == Placement(target));
        QCOMPARE(partOf(studio, placed)->id, part.toStdString());
        const std::size_t count = studio.design().devices.size();
        QVERIFY(!Studio::dropPart(view, part, middleOf(studio, view, like, target)));
        QCOMPARE(studio.design().devices.size(), count);
        QVERIFY(!studio.document().isPreviewing());
    }
    void aRackPduHangsBesideTheRails() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const std::string part = partOfCategory(studio, Mounting::ZeroU, PartCategory::RackPdu);
        QVERIFY(!part.empty());
        const auto pdu = *studio.services().library()->part(part);
        const ZeroU free{studio.rackNamed("A01"), Side::Right, 1};
        const std::size_t count = studio.design().powerElements.size();
        const QPoint at = view.boxOf(free, pdu.get()).center().toPoint();
        QVERIFY(Studio::dropPart(view, QString::fromStdString(part), at));
        QCOMPARE(studio.design().powerElements.size(), count + 1);
        QCOMPARE(studio.design().devices.size(),
                 studio.document().history().steps().front().project->options.front().design->devices.size());
    }
    // A rack that is a system has shelves of its own: it takes no rack PDU, and says so.
    void aRackScaleSystemTakesNoRackPdu() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        const Project& project = *studio.document().project();
        const Rack* whole = nullptr;
        for (const Rack& rack : studio.design().racks)
            if (!whole && isRackScale(project, rack))
                whole = &rack;
        QVERIFY(whole);
        const std::string part = partOfCategory(studio, Mounting::ZeroU, PartCategory::RackPdu);
        const auto pdu = *studio.services().library()->part(part);
        const auto before = studio.design().powerElements.size();
        const Done dropped = studio.document().commit(dropPartInRack(edits::activeTarget(project), pdu, whole->id));
        QVERIFY(!dropped);
        QCOMPARE(dropped.error().message.id, std::string("rack.system-takes-no-pdu"));
        QCOMPARE(studio.design().powerElements.size(), before);
    }
    void aPduForManyRacksSaysWhichTookItAndWhereThereIsRoom() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const QString part = QString::fromStdString(partOfCategory(studio, Mounting::ZeroU, PartCategory::RackPdu));
        const auto target = [&] { return edits::activeTarget(*studio.document().project()); };
        const auto pdu = *studio.services().library()->part(part.toStdString());
        const Id<Rack> full = studio.rackNamed("A01"), free = studio.rackNamed("A02");
        while (studio.document().commit(dropPartInRack(target(), pdu, full))) {
        }
        studio.document().select({Subject(full), Subject(free)});
        const std::size_t before = studio.design().powerElements.size();
        const QPoint at = studio.onPlan(free);
        QVERIFY(Studio::dropPart(studio.plan(), part, at));
        QCOMPARE(studio.design().powerElements.size(), before + 1);
        const QString told = studio.window().statusBar()->currentMessage();
        for (const char* word : {"1 of 2", "A01", "Next free place: rack A0"})
            QVERIFY2(told.contains(QLatin1String(word)), qPrintable(told));
        // Where none of them takes it, the pointer says the same.
        while (studio.document().commit(dropPartInRack(target(), pdu, free))) {
        }
        studio.document().select({Subject(full), Subject(free)});
        const ProjectPtr kept = studio.document().project();
        QVERIFY(!Studio::dropPart(studio.plan(), part, at));
        QVERIFY(studio.document().project() == kept);
    }
    void aRearDoorHangsOnTheRackItIsDroppedOnAndOnlyOnce() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const QString door = QString::fromStdString(rearDoorPart(studio));
        QVERIFY(!door.isEmpty());
        const Project before = *studio.document().project();
        const Device like = *devicesIn(studio, "A01").front();
        const QPoint at = middleOf(studio, view, like, InRack{studio.rackNamed("A01"), 30, Face::Front, 0});
        QVERIFY(Studio::dropPart(view, door, at));
        const CoolingUnit* hung = rearDoorOf(studio, "A01");
        QVERIFY(hung && hung->part);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        // A second door is refused and says why; nothing changes.
        const ProjectPtr with = studio.document().project();
        QVERIFY(!Studio::dropPart(view, door, at));
        QVERIFY(studio.document().project() == with);
        // The plan takes doors too, on the rack under the pointer and nowhere else.
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.settle();
        QVERIFY(Studio::dropPart(studio.plan(), door, studio.onPlan(studio.rackNamed("A02"))));
        QVERIFY(rearDoorOf(studio, "A02"));
        QVERIFY(!Studio::dropPart(studio.plan(), door, QPoint(studio.plan().width() - 4, studio.plan().height() / 2)));
        studio.document().undo();
        studio.document().undo();
        QVERIFY(*studio.document().project() == before);
    }
    void aDoorForOpenRacksIsRefusedOnA19InchRack() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const Device like = *devicesIn(studio, "A01").front();
        const QPoint at = middleOf(studio, view, like, InRack{studio.rackNamed("A01"), 30, Face::Front, 0});
        const ProjectPtr before = studio.document().project();
        QVERIFY(!Studio::dropPart(view, QStringLiteral("ocp-rdhx-orv3"), at));
        QVERIFY(studio.document().project() == before);
        QVERIFY(Studio::dropPart(view, QStringLiteral("ibm-rdhx-19in"), at));
        QVERIFY(rearDoorOf(studio, "A01"));
    }
    void aCabinetIsRefusedInARack() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const std::string cabinet = partOfCategory(studio, Mounting::Floor, PartCategory::Rack);
        QVERIFY(!cabinet.empty());
        const ProjectPtr before = studio.document().project();
        QVERIFY(!Studio::dropPart(view, QString::fromStdString(cabinet), view.rect().center()));
        QVERIFY(studio.document().project() == before);
    }
    void devicesGoToTheTrayAndComeBack() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const Device top = *devicesIn(studio, "A01").back();
        auto& tray = studio.child<QWidget>(QStringLiteral("rack.tray"));
        const QPoint overTray = view.mapFromGlobal(tray.mapToGlobal(tray.rect().center()));
        Studio::drag(view, middleOf(view, top), overTray);
        QVERIFY(std::holds_alternative<Unplaced>(placeOf(studio, top.id)));
        auto& list = studio.child<QListWidget>(QStringLiteral("rack.tray.list"));
        QCOMPARE(list.count(), 1);
        QVERIFY(list.item(0)->text().startsWith(QString::fromStdString(top.name)));
        const InRack target{studio.rackNamed("A01"), 25, Face::Front, 0};
        QVERIFY(dropDevices(view, {top.id}, middleOf(studio, view, top, target)));
        QVERIFY(placeOf(studio, top.id) == Placement(target));
        QCOMPARE(list.count(), 0);
    }
    void theStripChoosesWhatIsShown() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        RackStrip& strip = *racksOf(studio).strip();
        const auto click = [&](const char* rack, Qt::KeyboardModifiers modifiers) {
            QTest::mouseClick(strip.viewport(), Qt::LeftButton, modifiers,
                              strip.boxOf(studio.rackNamed(rack)).center());
        };
        click("A02", {});
        QVERIFY(view.racks() == std::vector{studio.rackNamed("A02")});
        QVERIFY(studio.document().isSelected({SubjectKind::Rack, studio.rackNamed("A02").value}));
        click("A05", Qt::ShiftModifier);
        QCOMPARE(view.racks().size(), std::size_t(4));
        click("A03", Qt::ControlModifier);
        QCOMPARE(view.racks().size(), std::size_t(3));
        QTest::mouseClick(strip.viewport(), Qt::LeftButton, {}, strip.headOf("A").center());
        QCOMPARE(view.racks().size(), std::size_t(19));
    }
    // What is built into a device says so, where it is chosen and where it is let go.
    void aPartThatIsNotPlacedSaysWhatItGoesInto() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        const std::vector<PartSummary>& parts = studio.services().library()->parts();
        const auto chip = std::ranges::find(parts, PartCategory::Accelerator, &PartSummary::category);
        QVERIFY(chip != parts.end());
        const auto said = [&] { return studio.window().statusBar()->currentMessage(); };
        studio.window().say({});
        QVERIFY(!Studio::dropPart(studio.plan(), QString::fromStdString(chip->id), QPoint(60, 60)));
        QVERIFY2(said().contains(QStringLiteral("built into a device")), qPrintable(said()));
        QVERIFY(
            !Studio::dropPart(studio.plan(), QString::fromStdString(chip->id), studio.onPlan(studio.rackNamed("A01"))));
        QVERIFY2(said().contains(QStringLiteral("built into a device")), qPrintable(said()));
        studio.window().say({});
        auto& search = studio.child<QLineEdit>(QStringLiteral("catalogue.search"));
        search.setText(QString::fromStdString(chip->model));
        QTest::keyClick(&search, Qt::Key_Return);
        QVERIFY2(said().contains(QStringLiteral("built into a device")), qPrintable(said()));
        QVERIFY(studio.document().project() == before);
    }
    // An error of a PDU is one of the rack that it hangs in, beside a warning of the rack itself.
    void theDotOfARackTakesTheWorstFinding() {
        Studio studio;
        openRacks(studio, {"A01"});
        studio.settle();
        const RackStrip& strip = *racksOf(studio).strip();
        const SolutionPtr& solution = studio.document().solution();
        QVERIFY(solution);
        int compared = 0;
        const QImage shown = strip.viewport()->grab().toImage();
        for (const Rack& rack : studio.design().racks) {
            const QRect box = strip.boxOf(rack.id);
            const QPoint dot(box.center().x() + 14, box.top() + 6);
            if (!strip.viewport()->rect().contains(box))
                continue;
            std::optional<Ink> ink;
            for (const Finding& finding : solution->report().findings)
                if (finding.state == RuleState::Failed && finding.severity != Severity::Note &&
                    std::ranges::any_of(finding.subjects,
                                        [&](Subject s) { return rackOf(studio.design(), s) == rack.id; }))
                    ink = finding.severity == Severity::Error || ink == Ink::Bad ? Ink::Bad : Ink::Warning;
            const QColor seen = shown.pixelColor(dot);
            QCOMPARE(seen == Theme::current().ink(Ink::Bad), ink == Ink::Bad);
            QCOMPARE(seen == Theme::current().ink(Ink::Warning), ink == Ink::Warning);
            ++compared;
        }
        QVERIFY(compared > 3);
        const Id<Rack> rack = studio.rackNamed("A01");
        std::optional<PowerElement> pdu;
        studio.design().powerElements.forEachWith<PowerElementsByRack>(
            rack, [&pdu](const PowerElement& element) { pdu = element; });
        QVERIFY(pdu);
        pdu->rating = Power(1);
        QVERIFY(
            studio.document().commit(edits::putPowerElement(edits::activeTarget(*studio.document().project()), *pdu)));
        studio.settle();
        const auto isOfThePdu = [&pdu](const Finding& finding) {
            return finding.state == RuleState::Failed && finding.severity == Severity::Error &&
                   std::ranges::find(finding.subjects, Subject(pdu->id)) != finding.subjects.end();
        };
        QVERIFY(std::ranges::any_of(studio.document().solution()->report().findings, isOfThePdu));
        const QRect box = strip.boxOf(rack);
        QCOMPARE(strip.viewport()->grab().toImage().pixelColor(box.center().x() + 14, box.top() + 6),
                 Theme::current().ink(Ink::Bad));
    }
    void aDoubleClickOnThePlanOpensTheRack() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("B04");
        QTest::mouseDClick(&studio.plan(), Qt::LeftButton, {}, studio.onPlan(rack));
        QVERIFY(racksOf(studio).isVisible());
        QVERIFY(racksOf(studio).view()->racks() == std::vector{rack});
    }
    void theRearShowsTheRearAndDropsThere() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        QTest::mouseClick(racksOf(studio).findChild<QToolButton*>(QStringLiteral("face.rear")), Qt::LeftButton);
        QVERIFY(view.face() == Face::Rear);
        const Device like = *devicesIn(studio, "A01").front();
        const InRack target{studio.rackNamed("A01"), 30, Face::Rear, 0};
        QVERIFY(Studio::dropPart(view, QString::fromStdString(partOf(studio, like)->id),
                                 middleOf(studio, view, like, target)));
        QVERIFY(devicesIn(studio, "A01").back()->placement == Placement(target));
    }
    void fillSaysHowManyFitAndFills() {
        Studio studio;
        openRacks(studio, {"A01", "A02"});
        const std::size_t count = studio.design().devices.size();
        const QString model = QString::fromStdString(partOf(studio, *devicesIn(studio, "A01").front())->model);
        studio.whenAsked(QStringLiteral("dialog.fill"), [&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("fill.search"))->setText(model);
            dialog.findChild<QSpinBox*>(QStringLiteral("fill.count"))->setValue(9);
            // 48 U with two nodes of 8 U in each: four more.
            QVERIFY(studio.document().isPreviewing());
            QVERIFY(dialog.findChild<QLabel*>(QStringLiteral("fill.outcome"))->text().contains(QLatin1Char('8')));
            QCOMPARE(studio.document().shownDesign().devices.size(), count + 8);
            dialog.accept();
        });
        studio.window().actions().action("rack.fill")->trigger();
        QCOMPARE(studio.design().devices.size(), count + 8);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
    }
    // PDUs find their places beside the rails of every chosen rack, a pair of feeds in each.
    void fillHangsAPairOfPdusOnEveryRack() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        std::vector<Id<PowerElement>> there;
        for (const PowerElement& element : studio.design().powerElements)
            if (rackOf(element.placement))
                there.push_back(element.id);
        QVERIFY(studio.document().commit(
            edits::removePowerElements(edits::activeTarget(*studio.document().project()), there)));
        std::vector<Subject> chosen;
        for (const Rack& rack : studio.design().racks)
            if (studio.design().powerElements.allWith<PowerElementsByRack>(rack.id).empty() && chosen.size() < 75)
                chosen.push_back(Subject(rack.id));
        QVERIFY(chosen.size() > 10);
        studio.document().select(chosen);
        studio.window().showWorkspace(QStringLiteral("racks"));
        studio.settle();
        const std::size_t before = studio.design().powerElements.size();
        studio.whenAsked(QStringLiteral("dialog.fill"), [&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("fill.search"))->setText(QStringLiteral("Rack PDU 32 A 400 V"));
            QCOMPARE(dialog.findChild<QSpinBox*>(QStringLiteral("fill.count"))->value(), 2);
            const QString outcome = dialog.findChild<QLabel*>(QStringLiteral("fill.outcome"))->text();
            QVERIFY2(outcome.contains(QString::number(2 * chosen.size())), qPrintable(outcome));
            dialog.accept();
        });
        QTRY_VERIFY(studio.window().actions().action("rack.fill")->isEnabled());
        studio.window().actions().action("rack.fill")->trigger();
        QCOMPARE(studio.design().powerElements.size(), before + 2 * chosen.size());
        for (const Subject& rack : chosen) {
            const auto pdus = studio.design().powerElements.allWith<PowerElementsByRack>(Id<Rack>{rack.id});
            QCOMPARE(pdus.size(), std::size_t(2));
            QVERIFY(pdus[0]->side == FeedSide::A && pdus[1]->side == FeedSide::B);
        }
        studio.document().undo();
        QCOMPARE(studio.design().powerElements.size(), before);
    }
    void aFillThatIsCancelledLeavesNothing() {
        Studio studio;
        openRacks(studio, {"A01"});
        const ProjectPtr before = studio.document().project();
        studio.whenAsked(QStringLiteral("dialog.fill"), [&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("fill.search"))->setText(QStringLiteral("DGX H200"));
            dialog.reject();
        });
        studio.window().actions().action("rack.fill")->trigger();
        QVERIFY(studio.document().project() == before);
        QVERIFY(!studio.document().isPreviewing());
    }
    void editingATypeSaysWhatItChangesAndKeepsOverrides() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        studio.whenAsked(QStringLiteral("dialog.save-type"), [](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("name"))->setText(QStringLiteral("Node rack"));
            dialog.accept();
        });
        studio.window().actions().action("rack.type.save")->trigger();
        QCOMPARE(studio.design().rackTypes.size(), std::size_t(1));
        // A rack without devices takes the type; one of its devices is then moved by hand.
        const Id<Rack> other = studio.rackNamed("A02");
        std::vector<Id<Device>> there;
        for (const Device* device : devicesIn(studio, "A02"))
            there.push_back(device->id);
        const edits::Target target = edits::activeTarget(*studio.document().project());
        QVERIFY(studio.document().commit(edits::removeDevices(target, there)));
        studio.document().select({Subject(other)});
        studio.window().actions().action("rack.type.apply")->trigger();
        QCOMPARE(devicesIn(studio, "A02").size(), std::size_t(2));
        const Id<Device> moved = devicesIn(studio, "A02").back()->id;
        studio.settle();
        const Device movedRow = *studio.design().devices.find(moved);
        const InRack byHand{other, 30, Face::Front, 0};
        Studio::drag(view, middleOf(view, movedRow), middleOf(studio, view, movedRow, byHand));
        QVERIFY(placeOf(studio, moved) == Placement(byHand));
        const Id<Device> first = devicesIn(studio, "A01").back()->id;
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        QStringList places;
        studio.whenAsked(QStringLiteral("dialog.rack-type"), [&](QDialog& dialog) {
            // Each slot's unit is the first column: the upper of the two nodes goes up.
            auto* rows = dialog.findChild<QTableWidget*>(QStringLiteral("type.slots"));
            for (int row = 0; row < rows->rowCount(); ++row)
                if (auto* unit = static_cast<QSpinBox*>(rows->cellWidget(row, 0)); unit->value() > 8)
                    unit->setValue(20);
            auto* effects = dialog.findChild<QTableWidget*>(QStringLiteral("type.effects"));
            QVERIFY2(effects->rowCount() > 0,
                     qPrintable(dialog.findChild<QLabel*>(QStringLiteral("type.summary"))->text()));
            for (int row = 0; row < effects->rowCount(); ++row)
                if (effects->item(row, 3)->text().startsWith(QStringLiteral("Place")))
                    places << effects->item(row, 0)->text() + QLatin1Char(' ') + effects->item(row, 1)->text();
            places.sort();
            dialog.accept();
        });
        studio.window().actions().action("rack.type.edit")->trigger();
        QCOMPARE(places, QStringList({QStringLiteral("Changed A01"), QStringLiteral("Kept A02")}));
        QCOMPARE(std::get<InRack>(placeOf(studio, first)).unit, std::int64_t(20));
        QVERIFY(placeOf(studio, moved) == Placement(byHand));
        studio.window().actions().action("rack.type.detach")->trigger();
        QVERIFY(!studio.design().racks.find(studio.rackNamed("A01"))->rackType);
    }
    void racksOfATypeMakeAUnitThatIsPlacedOnThePlan() {
        Studio studio;
        makeUnitOf(studio, "A01");
        QCOMPARE(studio.design().scalableUnits.size(), std::size_t(1));
        const std::size_t racks = studio.design().racks.size();
        const std::size_t devices = studio.design().devices.size();
        studio.whenAsked(QStringLiteral("dialog.place-unit"), [](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("unit.row"))->setText(QStringLiteral("Z"));
            dialog.accept();
        });
        studio.window().actions().action("rack.unit.place")->trigger();
        QCOMPARE(studio.design().racks.size(), racks + 1);
        QCOMPARE(studio.design().devices.size(), devices + 2);
        QVERIFY(studio.plan().isVisible());
    }
    void typesAndUnitsAreTakenOut() {
        Studio studio;
        makeUnitOf(studio, "A01");
        const ProjectPtr before = studio.document().project();
        studio.window().actions().action("rack.type.remove")->trigger();
        QVERIFY(studio.document().project() == before); // a rack and a unit are of it
        studio.window().actions().action("rack.unit.remove")->trigger();
        QVERIFY(studio.design().scalableUnits.isEmpty());
        studio.window().actions().action("rack.type.detach")->trigger();
        studio.window().actions().action("rack.type.remove")->trigger();
        QVERIFY(studio.design().rackTypes.isEmpty());
        QVERIFY(!studio.window().actions().action("rack.type.remove")->isEnabled());
    }
    void likeRacksAtEvenStepsBecomeOneMemberOfAUnit() {
        Studio studio;
        studio.openSample(kHall);
        Design design = studio.design();
        RackType type;
        type.id = {900'000'001};
        type.name = "t";
        design.rackTypes = design.rackTypes.with(type);
        std::vector<Id<Rack>> racks;
        for (const char* name : {"A01", "A02", "A03"}) {
            Rack rack = *design.racks.find(studio.rackNamed(name));
            rack.rackType = type.id;
            design.racks = design.racks.with(rack);
            racks.push_back(rack.id);
        }
        const auto unit = scalableUnitOf(design, racks, "three");
        QVERIFY(unit);
        QCOMPARE(unit->members.size(), std::size_t(1));
        QCOMPARE(unit->members.front().count, std::int64_t(3));
        racks.push_back(studio.rackNamed("A04"));
        QVERIFY(!scalableUnitOf(design, racks, "four"));
    }
    void metersShowFiguresAgainstLimitsAndAskForTheirEvidence() {
        Studio studio;
        openRacks(studio, {"A01"});
        RackPanel panel(studio.document(), studio.services());
        panel.resize(300, 700);
        panel.show(studio.rackNamed("A01"));
        panel.QWidget::show();
        studio.settle();
        const auto meters = panel.meters()->meters();
        QVERIFY(meters.size() >= 4);
        QStringList titles;
        for (const RackMeter* meter : meters)
            titles << meter->content().title;
        QVERIFY2(titles.contains(QStringLiteral("Heat to air")) && titles.contains(QStringLiteral("Rack units")),
                 qPrintable(titles.join(QLatin1Char(','))));
        QString asked;
        connect(&panel, &RackPanel::figureAsked, this, [&asked](const QString& label) { asked = label; });
        QTest::mouseClick(const_cast<RackMeter*>(meters.front()), Qt::LeftButton);
        QCOMPARE(asked, QStringLiteral("rack.heat.air@rack:A01"));
        // While a device is carried away the meters show old and new.
        const Device top = *devicesIn(studio, "A01").back();
        RackView& view = *panel.view();
        Studio::dragWithoutRelease(view, middleOf(view, top), middleOf(view, top));
        const auto target = edits::activeTarget(*studio.document().project());
        QVERIFY(studio.document().preview(edits::removeDevices(target, {top.id})));
        QTRY_VERIFY(!panel.meters()->meters().front()->content().candidate.isEmpty());
        studio.document().dropPreview();
        QTRY_VERIFY(panel.meters()->meters().front()->content().candidate.isEmpty());
    }
    void halfWidthPlacesFollowThePointerOnEitherFace() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        const Part sled = fixture::part("half-width", PartCategory::StorageNode, Mounting::Eia19,
                                        {fixture::number("rack-units", 2), fixture::number("width-share", 0.5)});
        const Project& project = *studio.document().project();
        for (const Face face : {Face::Front, Face::Rear}) {
            const RackLayout layout(project, studio.design(), {rack}, face, 1.0);
            for (const std::int64_t column : {0, 1}) {
                const Placement place = InRack{rack, 30, face, column};
                QVERIFY(layout.placeAt(layout.boxOf(place, &sled).center(), &sled) == place);
            }
        }
        const RackLayout layout(project, studio.design(), {rack}, Face::Front, 1.0);
        const auto legal = legalPlaces(project, studio.design(), *studio.design().racks.find(rack), sled,
                                       {"sled", &sled}, Face::Front);
        // 32 U are free above the two nodes: 31 places of two units in each of two columns.
        QCOMPARE(legal.size(), std::size_t(62));
    }
    void aDoubleClickFillsTheViewWithARackAndBesideItShowsAllAgain() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01", "A02", "A03"});
        const double all = view.pixelsPerMm();
        const InRack place{studio.rackNamed("A02"), 30, Face::Front, 0};
        const Device like = *devicesIn(studio, "A01").front();
        QTest::mouseDClick(&view, Qt::LeftButton, {}, middleOf(studio, view, like, place));
        QVERIFY(view.pixelsPerMm() >= all);
        QVERIFY(view.rect().contains(middleOf(studio, view, like, place)));
        QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(1, view.height() - 1));
        QCOMPARE(view.pixelsPerMm(), all);
        QVERIFY(studio.document().history().steps().size() == 1);
    }
    void deleteRemovesAPduToo() {
        Studio studio;
        RackView& view = openRacks(studio, {"A01"});
        const auto pdus = studio.design().powerElements.allWith<PowerElementsByRack>(studio.rackNamed("A01"));
        QVERIFY(!pdus.empty());
        const Id<PowerElement> pdu = pdus.front()->id;
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.boxOf(Subject(pdu)).center().toPoint());
        QVERIFY(studio.document().isSelected(Subject(pdu)));
        studio.agreeToDelete(); // its port is cabled to another rack
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(!studio.design().powerElements.contains(pdu));
    }
};

RW_WINDOW_SUITE(TestStudioRacks)
#include "tst_studio_racks.moc"
