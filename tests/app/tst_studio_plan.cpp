// SPDX-License-Identifier: GPL-3.0-or-later
// The floor plan by mouse and key in the real window.
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/widgets/figure_card.h"

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
        studio.document().select({{SubjectKind::Rack, rack.value}});
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
        // A node goes into the rack, and the rack is what one goes on with.
        std::string node;
        for (const PartRow& row : studio.document().project()->parts)
            if (row.part->category == PartCategory::GpuNode)
                node = row.part->id;
        const Id<Rack> host = studio.rackNamed("D18");
        QVERIFY(Studio::dropPart(studio.plan(), QString::fromStdString(node), studio.onPlan(host)));
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{{SubjectKind::Rack, host.value}}));
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
        studio.document().select({{SubjectKind::Rack, rack.value}});
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
    void deleteTakesTheSelectionAndUndoBringsItBack() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const Id<Rack> rack = studio.rackNamed("C05");
        studio.document().select({{SubjectKind::Rack, rack.value}});
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
        const Done shown = studio.document().preview(
            edits::removeRacks(edits::activeTarget(*studio.document().project()), {rack}));
        QVERIFY(shown);
        auto& card = studio.child<FigureCard>(QStringLiteral("card:power.it.peak"));
        QTRY_VERIFY_WITH_TIMEOUT(!card.content().candidate.isEmpty(), 30'000);
        studio.document().dropPreview();
        QTRY_VERIFY(card.content().candidate.isEmpty());
    }
};

QTEST_MAIN(TestStudioPlan)
#include "tst_studio_plan.moc"
