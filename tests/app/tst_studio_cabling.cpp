// SPDX-License-Identifier: GPL-3.0-or-later
// Cables drawn, moved and deleted by hand in the fabric workspace of the real window, and what that does to the
// figures.
#include "tests/app/fabric_pages.h"
#include "tests/app/studio_fixture.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/fabric_workspace.h"

#include <QTableWidget>
#include <QToolButton>

#include <set>

using namespace rackwright;

namespace {

double bisection(Studio& studio, const char* figure) {
    studio.settle();
    const Subject network{SubjectKind::Network, fabricOf(studio).network().value};
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

/// Chooses the first cable from a device to another in its port map and deletes it.
void deleteCable(Studio& studio, const char* device, const char* peer) {
    showPorts(studio, device);
    QTableWidget& ports = *fabricOf(studio).panel()->table();
    const int row = rowTo(ports, QLatin1String(peer));
    QVERIFY(row >= 0);
    ports.scrollToItem(ports.item(row, 0));
    QTest::mouseClick(ports.viewport(), Qt::LeftButton, {}, ports.visualItemRect(ports.item(row, 0)).center());
    QCOMPARE(studio.document().selection().size(), std::size_t{1});
    QCOMPARE(studio.document().selection().front().kind, SubjectKind::Cable);
    studio.window().actions().action("edit.delete")->trigger();
    QVERIFY(isDrawn(studio));
}

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

QTEST_MAIN(TestStudioCabling)
#include "tst_studio_cabling.moc"
