// SPDX-License-Identifier: GPL-3.0-or-later
// The floor plan by mouse and key in the real window.
#include "model/design/occupancy.h"
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/widgets/figure_card.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QMessageBox>

using namespace rackwright;

namespace {
constexpr auto kHall = "hall-1024-h200";

} // namespace

class TestStudioPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDragMovesTheRackAndUndoRestoresTheProject() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const Id<Rack> rack = studio.rackNamed("A01");
        const Point old = studio.design().racks.find(rack)->centre;
        const QPoint at = studio.onPlan(rack);
        Studio::drag(studio.plan(), at, at + QPoint(-60, 0));
        const Point now = studio.design().racks.find(rack)->centre;
        QVERIFY(now.x < old.x);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
        studio.settle();
    }
    void whileTheMouseDragsTheCandidateIsShownAndEscapeDropsIt() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        const QPoint at = studio.onPlan(studio.rackNamed("A01"));
        Studio::dragWithoutRelease(studio.plan(), at, at + QPoint(-80, 10));
        QVERIFY(studio.document().isPreviewing());
        QVERIFY(studio.document().project() == before);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.document().isPreviewing());
        QTest::mouseRelease(&studio.plan(), Qt::LeftButton, {}, at + QPoint(-80, 10));
        QVERIFY(studio.document().project() == before);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(1));
    }
    void whatIsLetGoOutsideThePlanStaysWhereItWas() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        const QPoint at = studio.onPlan(studio.rackNamed("B08"));
        const QPoint outside(studio.plan().width() + 200, studio.plan().height() + 100);
        Studio::dragWithoutRelease(studio.plan(), at, outside);
        QVERIFY(!studio.document().isPreviewing());
        QTest::mouseRelease(&studio.plan(), Qt::LeftButton, {}, outside);
        QVERIFY(studio.document().project() == before);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(1));
    }
    void aBoxMayStartOnAnAisleWhichAClickSelects() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        const QPoint b = studio.onPlan(studio.rackNamed("B04"));
        const QPoint aisle = studio.plan().toView(QPointF(6'900, 3'700)).toPoint(); // cold, between rows A and B
        Studio::drag(studio.plan(), aisle, b + QPoint(1, 3));
        QVERIFY(studio.document().project() == before);
        const auto& selected = studio.document().selection();
        QVERIFY(std::ranges::count(selected, SubjectKind::Rack, &Subject::kind) >= 3);
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, aisle);
        QCOMPARE(selected.size(), std::size_t(1));
        QCOMPARE(selected.front().kind, SubjectKind::RoomObject);
    }
    void selectedGroundIsDraggedAndCtrlOnItCopiesTheRacks() {
        Studio studio;
        studio.openSample(kHall);
        const QPoint aisle = studio.plan().toView(QPointF(6'900, 3'700)).toPoint();
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, aisle);
        const Subject ground = studio.document().selection().front();
        Studio::drag(studio.plan(), aisle, aisle + QPoint(40, 0));
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        studio.document().undo();
        // A box with Ctrl adds to what is selected.
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("D01").value}});
        const QPoint b = studio.onPlan(studio.rackNamed("B02"));
        QTest::mousePress(&studio.plan(), Qt::LeftButton, Qt::ControlModifier, aisle);
        for (const double share : {0.3, 0.7, 1.0})
            QTest::mouseMove(&studio.plan(), aisle + (b - aisle) * share);
        QTest::mouseRelease(&studio.plan(), Qt::LeftButton, Qt::ControlModifier, b);
        QVERIFY(studio.document().isSelected({SubjectKind::Rack, studio.rackNamed("D01").value}));
        QVERIFY(ground.kind == SubjectKind::RoomObject);
    }
    void whatIsNewIsSelected() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        studio.document().select({Subject(rack)});
        studio.window().actions().action("edit.duplicate")->trigger();
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        QVERIFY(studio.document().selection().front().id > rack.value);
        studio.document().undo();
        const Rack* sample = studio.design().racks.find(rack);
        const std::string cabinet = findPart(*studio.document().project(), sample->part)->id;
        const QPoint empty = studio.plan().toView(QPointF(21'000, 11'500)).toPoint();
        QVERIFY(Studio::dropPart(studio.plan(), QString::fromStdString(cabinet), empty));
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        QVERIFY(studio.document().selection().front().id > rack.value);
        // Keys go on with it, wherever they went before it was carried here.
        const std::size_t racks = studio.design().racks.size();
        const std::uint64_t dropped = studio.document().selection().front().id;
        studio.document().undo();
        studio.child<QLineEdit>(QStringLiteral("findings.search")).setFocus();
        QVERIFY(Studio::dropPart(studio.plan(), QString::fromStdString(cabinet), empty));
        QVERIFY(studio.plan().hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.size(), racks + 1);
        QVERIFY(studio.document().selection().front().id > dropped);
        // A node goes into the rack, and the rack is what one goes on with.
        std::string node;
        for (const PartRow& row : studio.document().project()->parts)
            if (row.part->category == PartCategory::GpuNode)
                node = row.part->id;
        const Id<Rack> host = studio.rackNamed("D18");
        QVERIFY(Studio::dropPart(studio.plan(), QString::fromStdString(node), studio.onPlan(host)));
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{Subject(host)}));
    }
    void aClickSelectsAndAnEmptyPlaceSelectsNothing() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("B03");
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, studio.onPlan(rack));
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        QCOMPARE(studio.document().selection().front().id, rack.value);
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, QPoint(3, 3));
        QVERIFY(studio.document().selection().empty());
    }
    void aClickOnOneOfManyLeavesThatOneSelected() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A02");
        studio.document().select({Subject(studio.rackNamed("A01")), Subject(rack)});
        const QPoint place = studio.onPlan(rack);
        QTest::mousePress(&studio.plan(), Qt::LeftButton, {}, place);
        QCOMPARE(studio.document().selection().size(), std::size_t(2)); // a drag would move both
        QTest::mouseRelease(&studio.plan(), Qt::LeftButton, {}, place);
        QCOMPARE(studio.document().selection(), std::vector{Subject(rack)});
    }
    void aBoxSelectsWhatItTouches() {
        Studio studio;
        studio.openSample(kHall);
        const QPoint a = studio.onPlan(studio.rackNamed("A01")), b = studio.onPlan(studio.rackNamed("A03"));
        // From the floor of the route at the end of the row.
        Studio::drag(studio.plan(), a - QPoint(20, 3), b + QPoint(1, 3));
        QCOMPARE(studio.document().selection().size(), std::size_t(3));
    }
    void arrowKeysMoveByHalfATileAndMergeIntoOneStep() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("D18");
        studio.document().select({Subject(rack)});
        const Point old = studio.design().racks.find(rack)->centre;
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&studio.plan(), Qt::Key_Right);
        QCOMPARE(studio.design().racks.find(rack)->centre.x - old.x, Length::millimetres(900));
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
    }
    void aRackOfTheCatalogueIsPlacedOnTheFloor() {
        Studio studio;
        studio.openSample(kHall);
        const std::size_t racks = studio.design().racks.size();
        const Rack* sample = studio.design().racks.find(studio.rackNamed("A01"));
        const std::string part = findPart(*studio.document().project(), sample->part)->id;
        const QPoint empty = studio.plan().toView(QPointF(21'000, 11'500)).toPoint();
        QVERIFY(Studio::dropPart(studio.plan(), QString::fromStdString(part), empty));
        QCOMPARE(studio.design().racks.size(), racks + 1);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
    }
    void aRackScaleSystemComesWithItsContents_data() {
        QTest::addColumn<QString>("part");
        QTest::addColumn<double>("kilowatts");
        QTest::newRow("with a size of its own") << QStringLiteral("nv-dgx-gb300-nvl72") << 142.0;
        QTest::newRow("with an estimated size") << QStringLiteral("hpe-gb300-nvl72") << 132.0;
    }
    void aRackScaleSystemComesWithItsContents() {
        QFETCH(QString, part);
        QFETCH(double, kilowatts);
        Studio studio;
        studio.openSample(kHall);
        const QPoint empty = studio.plan().toView(QPointF(21'000, 11'500)).toPoint();
        QVERIFY(Studio::dropPart(studio.plan(), part, empty));
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        const Subject rack = studio.document().selection().front();
        QCOMPARE(rack.kind, SubjectKind::Rack);
        QVERIFY(footprintOf(*studio.document().project(), *studio.design().racks.find({rack.id})).has_value());
        studio.settle();
        const SolutionPtr& solution = studio.document().solution();
        QCOMPARE(solution->find("rack.accelerators", rack)->value.typical(), 72.0);
        QCOMPARE(solution->find("rack.power.peak", rack)->value.typical() / 1000, kilowatts);
        QCOMPARE(solution->find("rack.weight", rack)->value.typical(), 1580.0);
        // One step, which goes as it came.
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
    }
    void aPlacedNodeBringsItsAccelerator() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> host = studio.rackNamed("D18");
        const auto holds = [&](std::string_view id) {
            return std::ranges::any_of(studio.document().project()->parts,
                                       [id](const PartRow& row) { return row.part->id == id; });
        };
        QVERIFY(!holds("nv-h100-sxm5-80"));
        studio.settle();
        const double before = studio.document().solution()->find("design.compute.bf16", {})->value.typical();
        QVERIFY(Studio::dropPart(studio.plan(), QStringLiteral("nv-dgx-h100"), studio.onPlan(host)));
        QVERIFY(holds("nv-h100-sxm5-80"));
        studio.settle();
        const Value compute = studio.document().solution()->find("design.compute.bf16", {})->value;
        QVERIFY(compute.isKnown());
        QVERIFY(compute.typical() > before);
        studio.document().undo();
        QVERIFY(!holds("nv-h100-sxm5-80"));
    }
    void aVerticalPduHangsBesideTheRails() {
        Studio studio;
        studio.openSample(kHall);
        const Rack* sample = studio.design().racks.find(studio.rackNamed("A01"));
        const QString cabinet = QString::fromStdString(findPart(*studio.document().project(), sample->part)->id);
        const QPointF empty(21'000, 11'500);
        QVERIFY(Studio::dropPart(studio.plan(), cabinet, studio.plan().toView(empty).toPoint()));
        const Id<Rack> rack{studio.document().selection().front().id};
        for (std::size_t count = 1; count <= 2; ++count) {
            QVERIFY(Studio::dropPart(studio.plan(), QStringLiteral("pdu-apc-ap8841"), studio.onPlan(rack)));
            const auto pdus = studio.design().powerElements.allWith<PowerElementsByRack>(rack);
            QCOMPARE(pdus.size(), count);
            QVERIFY(std::holds_alternative<ZeroU>(pdus.back()->placement));
        }
        const auto pdus = studio.design().powerElements.allWith<PowerElementsByRack>(rack);
        QVERIFY(pdus[0]->side != pdus[1]->side);
    }
    void aNodeOnTheBareFloorIsRefusedWithASentence() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        std::string node;
        for (const PartRow& row : before->parts)
            if (row.part->category == PartCategory::GpuNode)
                node = row.part->id;
        QVERIFY(!Studio::dropPart(studio.plan(), QString::fromStdString(node), QPoint(3, 3)));
        QVERIFY(studio.document().project() == before);
        QVERIFY(!studio.document().isPreviewing());
    }
    // Its switches take the cables of many other racks with them: that is said first, and it is one step.
    void aRackWhoseCablesLeadElsewhereIsAskedAbout() {
        Studio studio;
        studio.openSample(kHall);
        Id<Rack> rack;
        for (const Device& device : studio.design().devices)
            if (device.role == "leaf")
                rack = rackOf(device);
        QVERIFY(rack);
        const ProjectPtr before = studio.document().project();
        studio.document().select({Subject(rack)});
        QString asked, why;
        studio.whenAsked(QStringLiteral("ask.delete"), [&](QDialog& dialog) {
            asked = static_cast<QMessageBox&>(dialog).text();
            why = static_cast<QMessageBox&>(dialog).informativeText();
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY2(asked.contains(QStringLiteral("1 rack")) && asked.contains(QStringLiteral(" cables")) &&
                     asked.contains(QStringLiteral(" devices")),
                 qPrintable(asked));
        QVERIFY2(why.contains(QStringLiteral("other racks")), qPrintable(why));
        QVERIFY(studio.document().project() == before); // Enter keeps
        studio.agreeToDelete();
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(!studio.design().racks.contains(rack));
        QCOMPARE(studio.document().history().steps().size(), std::size_t{2});
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(studio.document().project() == before);
    }
    void anEmptyRackGoesWithoutAQuestion() {
        Studio studio;
        studio.openSample(kHall);
        const edits::Target target = edits::activeTarget(*studio.document().project());
        Rack rack = *studio.design().racks.find(studio.rackNamed("C05"));
        const PartPtr part = studio.document().project()->parts.find(rack.part)->part;
        rack.name.clear();
        const std::uint64_t next = studio.document().history().nextId();
        QVERIFY(studio.document().commit(edits::placeRack(target, rack, part)));
        const std::size_t racks = studio.design().racks.size();
        Id<Rack> made;
        for (const Rack& each : studio.design().racks)
            if (each.id.value >= next)
                made = each.id;
        studio.document().select({Subject(made)});
        studio.window().actions().action("edit.delete")->trigger();
        QCOMPARE(studio.design().racks.size(), racks - 1);
    }
    void deleteTakesTheSelectionAndUndoBringsItBack() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const Id<Rack> rack = studio.rackNamed("C05");
        studio.document().select({Subject(rack)});
        studio.agreeToDelete();
        studio.window().actions().action("edit.delete")->trigger();
        QVERIFY(!studio.design().racks.contains(rack));
        QVERIFY(studio.document().selection().empty());
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void theHeadlineShowsOldAndNewWhileARackIsDroppedIn() {
        Studio studio;
        studio.openSample(kHall);
        QTRY_VERIFY(!studio.document().isStale());
        const Id<Rack> rack = studio.rackNamed("A01");
        const Done shown =
            studio.document().preview(edits::removeRacks(edits::activeTarget(*studio.document().project()), {rack}));
        QVERIFY(shown);
        auto& card = studio.child<FigureCard>(QStringLiteral("card:power.it.peak"));
        QTRY_VERIFY_WITH_TIMEOUT(!card.content().candidate.isEmpty(), 30'000);
        studio.document().dropPreview();
        QTRY_VERIFY(card.content().candidate.isEmpty());
    }
};

RW_WINDOW_SUITE(TestStudioPlan)
#include "tst_studio_plan.moc"
