// SPDX-License-Identifier: GPL-3.0-or-later
// Cables drawn, moved and deleted by hand in the fabric workspace of the real window, and what that does to the
// figures.
#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "solvers/engine/setting_text.h"
#include "tests/app/fabric_pages.h"
#include "tests/app/studio_fixture.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/fabric_workspace.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>

#include <set>

using namespace rackwright;

namespace {

double bisection(Studio& studio, const char* figure) {
    studio.settle();
    const Subject network(fabricOf(studio).network());
    const FigureResult* result = studio.document().solution()->find(figure, network);
    if (!result || result->error)
        qFatal("the figure is not solved");
    return result->value.typical() / 1.25e8; // Gb/s
}

/// The row of the port map whose port joins a device.
int rowTo(QTableWidget& table, const QString& peer) {
    for (int row = 0; row < table.rowCount(); ++row)
        if (table.item(row, 1)->text() == peer)
            return row;
    return -1;
}

void showPorts(Studio& studio, const char* device) {
    studio.document().select({{SubjectKind::Device, deviceNamed(studio, device).id.value}});
}

/// Chooses the first cable from a device to another in its port map.
void chooseCable(Studio& studio, const char* device, const char* peer) {
    showPorts(studio, device);
    QTableWidget& ports = *fabricOf(studio).panel()->table();
    const int row = rowTo(ports, QLatin1String(peer));
    QVERIFY(row >= 0);
    ports.scrollToItem(ports.item(row, 0));
    QTest::mouseClick(ports.viewport(), Qt::LeftButton, {}, ports.visualItemRect(ports.item(row, 0)).center());
    QCOMPARE(studio.document().selection().size(), std::size_t{1});
    QCOMPARE(studio.document().selection().front().kind, SubjectKind::Cable);
}

void deleteCable(Studio& studio, const char* device, const char* peer) {
    chooseCable(studio, device, peer);
    studio.window().actions().action("edit.delete")->trigger();
    QVERIFY(isDrawn(studio));
}

// A form that was just replaced may still wait for its deletion; the newest one is meant.
template <class Widget>
Widget& newest(Studio& studio, const char* id) {
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    const auto found = body->findChildren<Widget*>(QStringLiteral("inspector.") + QLatin1String(id));
    if (found.isEmpty())
        qFatal("no field is called %s", id);
    return *found.back();
}
QLineEdit& inspectorField(Studio& studio, const char* id) { return newest<QLineEdit>(studio, id); }

} // namespace

class TestStudioCabling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDeletedUplinkLowersTheBisectionByItsSpeed() {
        Studio studio;
        openFabric(studio);
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 512 * 400.0);
        const std::size_t cables = studio.design().cables.size();
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        QCOMPARE(studio.design().cables.size(), cables - 1);
        // The half with that leaf has one cable of 400 Gb/s less across the cut, and no other half is cheaper.
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 511 * 400.0);
        QCOMPARE(bisection(studio, "fabric.bisection.upper"), 511 * 400.0);
        // The port map stays and shows the port free.
        QVERIFY(rowTo(*fabricOf(studio).panel()->table(), QStringLiteral("free")) >= 0);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 512 * 400.0);
        QCOMPARE(studio.design().cables.size(), cables);
    }
    // What a person decides for a cable stands in the design, one step back undoes it, and nothing is left of it when
    // all is taken back.
    void aCableIsDecidedInTheInspector() {
        Studio studio;
        openFabric(studio);
        const Design before = studio.design();
        chooseCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Id<Cable> cable{studio.document().selection().front().id};
        Studio::typeInto(inspectorField(studio, "cable-length"), QStringLiteral("12"));
        auto pinned = studio.design().cableDetails.allWith<DetailsByCable>(cable);
        QCOMPARE(pinned.size(), std::size_t{1});
        QCOMPARE(pinned.front()->length, std::optional(Length::metres(12)));
        Studio::typeInto(inspectorField(studio, "label"), QStringLiteral("F-1"));
        Studio::typeInto(inspectorField(studio, "colour"), QStringLiteral("blue"));
        QVERIFY(studio.design().cableDetails.allWith<DetailsByCable>(cable).front()->colour.empty());
        auto* parts = &newest<QComboBox>(studio, "cable-part");
        QVERIFY2(parts->count() > 3, "the recipe's cables and fibres");
        parts->setCurrentIndex(1);
        Q_EMIT parts->activated(1);
        pinned = studio.design().cableDetails.allWith<DetailsByCable>(cable);
        QVERIFY(pinned.front()->part);
        QCOMPARE(pinned.front()->label, std::string("F-1"));
        // The panel says what the program would take, beside that a person chose.
        studio.settle();
        const auto* why = fabricOf(studio).panel()->findChild<QLabel*>(QStringLiteral("fabric.panel.reason"));
        QVERIFY2(why->text().contains(QStringLiteral("chosen by a person")), qPrintable(why->text()));
        QVERIFY2(why->text().contains(QStringLiteral("The program would take ")), qPrintable(why->text()));
        // One after the other back to nothing.
        Q_EMIT newest<QComboBox>(studio, "cable-part").activated(0);
        Studio::typeInto(inspectorField(studio, "label"), QString());
        Studio::typeInto(inspectorField(studio, "cable-length"), QString());
        QVERIFY(studio.design() == before);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().cableDetails.size(), std::size_t{1});
    }
    // A cable that is taken away carries nothing; its scope goes back with one step.
    void aCableIsTakenAwayInTheInspector() {
        Studio studio;
        openFabric(studio);
        const Design before = studio.design();
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 512 * 400.0);
        chooseCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Id<Cable> cable{studio.document().selection().front().id};
        Q_EMIT newest<QComboBox>(studio, "status").activated(static_cast<int>(Status::Removed));
        QCOMPARE(decisionsFor(studio.design(), cable).scope.status, Status::Removed);
        QCOMPARE(bisection(studio, "fabric.bisection.upper"), 511 * 400.0);
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(studio.design() == before);
        Q_EMIT newest<QComboBox>(studio, "supplied").activated(static_cast<int>(Party::Customer));
        Q_EMIT newest<QComboBox>(studio, "installed").activated(static_cast<int>(Party::Landlord));
        Studio::typeInto(inspectorField(studio, "phase"), QStringLiteral("2"));
        const Scope scope = decisionsFor(studio.design(), cable).scope;
        QCOMPARE(scope.suppliedBy, Party::Customer);
        QCOMPARE(scope.installedBy, Party::Landlord);
        QCOMPARE(scope.phase, std::int64_t{2});
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 512 * 400.0);
    }
    void aNetworkIsRenamedAndDeletedFromItsChip() {
        Studio studio;
        openFabric(studio);
        const Design before = studio.design();
        const Id<Network> network = fabricOf(studio).network();
        const auto choose = [&](const char* id) {
            auto* chip =
                studio.window().findChild<QToolButton*>(QStringLiteral("fabric.network.%1").arg(network.value));
            QVERIFY(chip);
            Q_EMIT chip->customContextMenuRequested(chip->rect().center());
            auto* menu = fabricOf(studio).findChild<QMenu*>(QStringLiteral("fabric.network-menu"));
            QVERIFY(menu);
            auto* action = menu->findChild<QAction*>(QLatin1String(id));
            QVERIFY(action);
            action->trigger();
            menu->close();
            QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
        };
        choose("fabric.menu.edit");
        Studio::typeInto(inspectorField(studio, "name"), QStringLiteral("Rails"));
        QCOMPARE(studio.design().networks.find(network)->name, std::string("Rails"));
        studio.settle();
        auto* chip = studio.window().findChild<QToolButton*>(QStringLiteral("fabric.network.%1").arg(network.value));
        QVERIFY(chip && chip->text() == QStringLiteral("Rails"));
        choose("fabric.menu.remove");
        QVERIFY(!studio.design().networks.contains(network));
        QCOMPARE(std::ranges::count(studio.design().cables, network, &Cable::network), std::ptrdiff_t{0});
        studio.settle();
        QVERIFY(fabricOf(studio).network() != network);
        studio.window().actions().action("edit.undo")->trigger();
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(studio.design() == before);
    }
    void aCableIsDrawnFromDeviceToDevice() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Design before = studio.design();
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const Id<Device> spine = deviceNamed(studio, "compute-spine-1").id;
        Studio::dragWithoutRelease(view, placeOf(view, leaf), placeOf(view, spine));
        QVERIFY(view.cable());
        // Only where a port is free may it end.
        QTRY_COMPARE(view.cable()->found().size(), std::size_t{1});
        QVERIFY(view.cable()->isLegal(spine));
        QVERIFY2(view.cableHint().contains(QStringLiteral("compute-spine-1")), qPrintable(view.cableHint()));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(!view.cable());
        QCOMPARE(studio.design().cables.size(), before.cables.size());
        std::set<std::pair<PortRef, PortRef>> then, now;
        for (const Cable& cable : before.cables)
            then.insert(std::minmax(cable.a, cable.b));
        for (const Cable& cable : studio.design().cables)
            now.insert(std::minmax(cable.a, cable.b));
        QCOMPARE(now == then, true);
        QCOMPARE(bisection(studio, "fabric.bisection.lower"), 512 * 400.0);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().cables.size(), before.cables.size() - 1);
    }
    void whereNoPortIsFreeTheReasonStandsAtThePointer() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Design before = studio.design();
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const Id<Device> spine = deviceNamed(studio, "compute-spine-1").id;
        Studio::dragWithoutRelease(view, placeOf(view, leaf), placeOf(view, spine));
        QVERIFY(view.cable());
        QTRY_VERIFY(!view.cable()->hasMore());
        QVERIFY(view.cable()->found().empty());
        QVERIFY2(view.cableHint().contains(QStringLiteral("no free port")), qPrintable(view.cableHint()));
        QTest::mouseRelease(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(studio.design() == before);
    }
    void escapeGivesACableUp() {
        Studio studio;
        FabricView& view = openFabric(studio);
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Design before = studio.design();
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const Id<Device> spine = deviceNamed(studio, "compute-spine-1").id;
        Studio::dragWithoutRelease(view, placeOf(view, leaf), placeOf(view, spine));
        QVERIFY(view.cable());
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.cable());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QVERIFY(studio.design() == before);
    }
    void aDropOnTheGroundDrawsNothing() {
        Studio studio;
        FabricView& view = openFabric(studio);
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Design before = studio.design();
        Studio::drag(view, placeOf(view, deviceNamed(studio, "compute-leaf-1-1").id), QPoint(3, 3));
        QVERIFY(studio.design() == before);
        QVERIFY(!view.cable());
    }
    void anEndIsMovedOutOfThePortMap() {
        Studio studio;
        FabricView& view = openFabric(studio);
        // A port of spine 1 is free; an uplink of leaf 2 moves its end there from spine 2.
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-2").id;
        const Id<Device> from = deviceNamed(studio, "compute-spine-2").id;
        const Id<Device> to = deviceNamed(studio, "compute-spine-1").id;
        const auto between = [&studio](Id<Device> a, Id<Device> b) {
            int count = 0;
            studio.design().cables.forEachWith<CablesByDevice>(
                a, [&](const Cable& cable) { count += cable.a.device == b || cable.b.device == b ? 1 : 0; });
            return count;
        };
        const int atFirst = between(leaf, from), atTarget = between(leaf, to);
        showPorts(studio, "compute-spine-2");
        QTableWidget& ports = *fabricOf(studio).panel()->table();
        const int row = rowTo(ports, QStringLiteral("compute-leaf-1-2"));
        QVERIFY(row >= 0);
        ports.scrollToItem(ports.item(row, 0));
        const QPoint start = ports.visualItemRect(ports.item(row, 0)).center();
        const QPoint end = ports.viewport()->mapFromGlobal(view.mapToGlobal(placeOf(view, to)));
        Studio::dragWithoutRelease(*ports.viewport(), start, end);
        QVERIFY(view.cable());
        QVERIFY2(view.cable()->isLegal(to), qPrintable(view.cableHint()));
        QTest::mouseRelease(ports.viewport(), Qt::LeftButton, {}, end);
        QCOMPARE(between(leaf, from), atFirst - 1);
        QCOMPARE(between(leaf, to), atTarget + 1);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(between(leaf, from), atFirst);
    }
    // Who rests on a device is shown its ports, and chooses one of those that fit.
    void aCableIsDroppedOnAPortOfChoice() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Design before = studio.design();
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const Id<Device> spine = deviceNamed(studio, "compute-spine-1").id;
        Studio::dragWithoutRelease(view, placeOf(view, leaf), placeOf(view, spine));
        QTRY_VERIFY(view.faceplate());
        const PortFaceplate& plate = *view.faceplate();
        QCOMPARE(plate.device(), spine);
        std::vector<PortFaceplate::Port> legal;
        for (const PortFaceplate::Port& port : plate.ports())
            if (port.isLegal)
                legal.push_back(port);
        QCOMPARE(legal.size(), std::size_t{2});
        // A port in use ends nothing, and says so.
        const auto taken = std::ranges::find(plate.ports(), false, &PortFaceplate::Port::isLegal);
        QTest::mouseMove(&view, taken->place.center().toPoint());
        QVERIFY2(view.cableHint().contains(QStringLiteral("not free")), qPrintable(view.cableHint()));
        const PortFaceplate::Port wanted = legal.back();
        QTest::mouseMove(&view, wanted.place.center().toPoint());
        QVERIFY(view.faceplate());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, wanted.place.center().toPoint());
        QVERIFY(!view.cable() && !view.faceplate());
        QCOMPARE(studio.design().cables.size(), before.cables.size() - 1);
        const PortRef chosen{spine, wanted.number, 0};
        QVERIFY(std::ranges::any_of(studio.design().cables, [&](const Cable& cable) {
            return (cable.a == chosen && cable.b.device == leaf) || (cable.b == chosen && cable.a.device == leaf);
        }));
    }
    // From the first cable on: what can be on the network stands below, and a drag joins two of them.
    void anEmptyNetworkIsCabledByHand() {
        Studio studio;
        FabricView& view = openFabric(studio);
        const Id<Network> old = fabricOf(studio).network();
        QVERIFY(studio.document().commit(edits::removeNetwork(edits::activeTarget(*studio.document().project()), old)));
        const std::size_t cables = studio.design().cables.size();
        studio.window().actions().action("design.empty-network.compute")->trigger();
        QVERIFY(isDrawn(studio));
        const Id<Network> network = fabricOf(studio).network();
        QVERIFY(network != old && studio.design().networks.contains(network));
        const Id<Device> leaf = deviceNamed(studio, "compute-leaf-1-1").id;
        const Id<Device> spine = deviceNamed(studio, "compute-spine-1").id;
        QVERIFY(view.layout()->boxOf(leaf) && view.layout()->boxOf(spine));
        Studio::dragWithoutRelease(view, placeOf(view, leaf), placeOf(view, spine));
        QVERIFY(view.cable());
        QTest::mouseRelease(&view, Qt::LeftButton, {}, placeOf(view, spine));
        QCOMPARE(studio.design().cables.size(), cables + 1);
        const auto mine = std::ranges::find(studio.design().cables, network, &Cable::network);
        QVERIFY(mine != studio.design().cables.end());
        QVERIFY(isDrawn(studio));
        QCOMPARE(view.layout()->cables, std::size_t{1});
        studio.window().actions().action("edit.undo")->trigger();
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(!studio.design().networks.contains(network));
    }
    // Who has done a step signs it; the finding counts what is signed, and undo takes a name back.
    void stepsOfTheChecklistAreSignedOff() {
        Studio studio;
        openFabric(studio);
        auto& chip = studio.child<QToolButton>(QStringLiteral("fabric.side.checklist"));
        QVERIFY(!chip.isVisible());
        Network ethernet = *studio.design().networks.find(fabricOf(studio).network());
        ethernet.protocol = FabricProtocol::Ethernet;
        QVERIFY(
            studio.document().commit(edits::putNetwork(edits::activeTarget(*studio.document().project()), ethernet)));
        studio.settle();
        QVERIFY(chip.isVisible());
        QTest::mouseClick(&chip, Qt::LeftButton);
        const auto& sum = studio.child<QLabel>(QStringLiteral("fabric.checklist.sum"));
        QCOMPARE(sum.text(), QStringLiteral("0 of 7 steps signed off"));
        Studio::typeInto(studio.child<QLineEdit>(QStringLiteral("fabric.checklist.fabric.lossless.pfc")),
             QStringLiteral("M. Lindqvist, 4 May"));
        QCOMPARE(sum.text(), QStringLiteral("1 of 7 steps signed off"));
        const Setting* row = givenSetting(*studio.document().project(), "fabric.lossless.pfc");
        QVERIFY(row && row->value == "done" && row->source == "M. Lindqvist, 4 May");
        studio.settle();
        const auto& findings = studio.document().solution()->report().findings;
        QVERIFY(std::ranges::any_of(findings,
                                    [](const Finding& finding) { return finding.message.id == "rule.NET-13.open"; }));
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(sum.text(), QStringLiteral("0 of 7 steps signed off"));
        // InfiniBand has nothing to sign, and its ports are in front again.
        ethernet.protocol = FabricProtocol::InfiniBand;
        QVERIFY(
            studio.document().commit(edits::putNetwork(edits::activeTarget(*studio.document().project()), ethernet)));
        QVERIFY(!chip.isVisible());
        QVERIFY(fabricOf(studio).panel()->isVisible());
    }
    void aFreePortIsDraggedOutOfThePortMap() {
        Studio studio;
        FabricView& view = openFabric(studio);
        deleteCable(studio, "compute-leaf-1-1", "compute-spine-1");
        const std::size_t cables = studio.design().cables.size();
        QTableWidget& ports = *fabricOf(studio).panel()->table();
        const int row = rowTo(ports, QStringLiteral("free"));
        QVERIFY(row >= 0);
        ports.scrollToItem(ports.item(row, 0));
        const QPoint end =
            ports.viewport()->mapFromGlobal(view.mapToGlobal(placeOf(view, deviceNamed(studio, "compute-spine-1").id)));
        Studio::drag(*ports.viewport(), ports.visualItemRect(ports.item(row, 0)).center(), end);
        QCOMPARE(studio.design().cables.size(), cables + 1);
    }
};

RW_WINDOW_SUITE(TestStudioCabling)
#include "tst_studio_cabling.moc"
