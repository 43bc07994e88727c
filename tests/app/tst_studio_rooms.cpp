// SPDX-License-Identifier: GPL-3.0-or-later
// Rooms and what is drawn in them, by mouse and key in the real window: several rooms on several floors, outlines
// drawn, dragged and typed, sizes of walls and columns, places that snap to walls, moves by and to, and the measure.
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "model/project/site_fields.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/room_dialog.h"
#include "ui/panels/headline_strip.h"
#include "ui/plan/shape_handles.h"
#include "ui/plan/underlay_scale_dialog.h"
#include "ui/rack/rack_strip.h"
#include "ui/widgets/quantity_field.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeWidget>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

void press(Studio& studio, const char* action) { studio.window().actions().action(action)->trigger(); }

Point metres(double x, double y) { return {Length::nearest(x), Length::nearest(y)}; }

QPoint onView(Studio& studio, Point place) { return studio.plan().toView(toMm(place)).toPoint(); }

void click(Studio& studio, Point place) {
    QTest::mouseMove(&studio.plan(), onView(studio, place));
    QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, onView(studio, place));
}

void type(Studio& studio, const char* field, const char* text) {
    Studio::typeInto(studio.newest<QLineEdit>(QLatin1String(field)), QLatin1String(text));
}

const Room& shownRoom(Studio& studio) { return *studio.design().rooms.find(studio.plan().room()); }

/// Draws a thing and selects it.
template <class Shape>
RoomObject put(Studio& studio, Shape shape) {
    RoomObject object;
    object.room = studio.plan().room();
    object.shape = std::move(shape);
    const std::uint64_t next = studio.document().history().nextId();
    if (!studio.document().commit(edits::putRoomObject(edits::activeTarget(*studio.document().project()), object)))
        qFatal("the thing cannot be drawn");
    object.id = {next};
    studio.document().select({{SubjectKind::RoomObject, next}});
    return object;
}

template <class Shape>
Shape shapeOf(Studio& studio, Id<RoomObject> id) {
    return std::get<Shape>(studio.design().roomObjects.find(id)->shape);
}

std::size_t findingsWith(Studio& studio, std::string_view message) {
    studio.settle();
    std::size_t count = 0;
    for (const Finding& finding : studio.document().solution()->report().findings)
        if (finding.state == RuleState::Failed && finding.message.id == message)
            ++count;
    return count;
}

} // namespace

class TestStudioRooms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRoomIsAddedToTheDesignAndShown() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> first = studio.plan().room();
        studio.whenAsked(QStringLiteral("room"), [](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("room.name"))->setText(QStringLiteral("Battery room"));
            dialog.accept();
        });
        press(studio, "insert.room");
        QCOMPARE(studio.design().rooms.size(), std::size_t(2));
        QCOMPARE(studio.design().racks.size() > 0, true);
        QVERIFY(studio.plan().room() != first);
        QCOMPARE(shownRoom(studio).name, std::string("Battery room"));
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{Subject(studio.plan().room())}));
        auto& chooser = studio.child<QComboBox>(QStringLiteral("plan.room"));
        QCOMPARE(chooser.count(), 2);
        // Floors: the higher room comes behind and says its level.
        type(studio, "inspector.elevation", "-4200 mm");
        QCOMPARE(shownRoom(studio).elevation, Length::millimetres(-4'200));
        QVERIFY2(chooser.itemText(0).contains(QStringLiteral("4.2")), qPrintable(chooser.itemText(0)));
        // A thing of the other room is shown there.
        studio.window().reveal({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        QCOMPARE(studio.plan().room().value, first.value);
        // One in use stays and the status says why; an empty one goes.
        press(studio, "plan.room.remove");
        QCOMPARE(studio.design().rooms.size(), std::size_t(2));
        QVERIFY(!studio.window().statusBar()->currentMessage().isEmpty());
        studio.window().reveal({{SubjectKind::Room, studio.design().rooms.begin()->id == first
                                                        ? std::next(studio.design().rooms.begin())->id.value
                                                        : studio.design().rooms.begin()->id.value}});
        press(studio, "plan.room.remove");
        QCOMPARE(studio.design().rooms.size(), std::size_t(1));
        QCOMPARE(studio.plan().room().value, first.value);
        press(studio, "edit.undo");
        QCOMPARE(studio.design().rooms.size(), std::size_t(2));
    }
    void everyToolDrawsByADragAndSelectsWhatItDrew_data() {
        QTest::addColumn<QString>("tool");
        for (const DrawTool& tool : drawTools())
            if (tool.gesture != DrawGesture::Place)
                QTest::newRow(tool.id) << QString::fromLatin1(tool.id);
    }
    void everyToolDrawsByADragAndSelectsWhatItDrew() {
        QFETCH(QString, tool);
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const std::size_t steps = studio.document().history().steps().size();
        const std::uint64_t next = studio.document().history().nextId();
        press(studio, tool.toLatin1().constData());
        QVERIFY(studio.plan().tool());
        Studio::drag(studio.plan(), onView(studio, metres(2.1, 13.2)), onView(studio, metres(6, 13.8)));
        QCOMPARE(studio.document().history().steps().size(), steps + 1);
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        const Subject drawn = studio.document().selection().front();
        if (drawn.kind == SubjectKind::Room)
            QCOMPARE(studio.design().rooms.find({drawn.id})->outline.size(), std::size_t(4));
        else
            QVERIFY(drawn.id >= next);
        press(studio, "edit.undo");
        QVERIFY(*studio.document().project() == before);
    }
    void aToolIsTakenByItsLetterWhileTheRoomChooserHasTheFocus() {
        Studio studio;
        studio.openSample(kHall);
        Room annex = shownRoom(studio);
        annex.id = {};
        annex.name = "Annex";
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), annex)));
        auto& chooser = studio.child<QComboBox>(QStringLiteral("plan.room"));
        chooser.setFocus();
        QTest::keyClick(&chooser, Qt::Key_M);
        QVERIFY(studio.plan().tool());
        QCOMPARE(std::string(studio.plan().tool()->id), std::string("tools.measure"));
        // Where text is typed the letter is text.
        studio.plan().setTool(nullptr);
        studio.document().select({Subject(studio.plan().room())});
        auto& name = studio.newest<QLineEdit>(QStringLiteral("inspector.name"));
        name.setFocus();
        name.selectAll();
        QTest::keyClick(&name, Qt::Key_M);
        QVERIFY(!studio.plan().tool());
        QCOMPARE(name.text(), QStringLiteral("m"));
    }
    void theRoomThatIsChosenIsWhatTheInspectorShows() {
        Studio studio;
        studio.openSample(kHall);
        Room annex = shownRoom(studio);
        annex.id = {};
        annex.name = "Second data hall, east wing";
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), annex)));
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        auto& chooser = studio.child<QComboBox>(QStringLiteral("plan.room"));
        const int at = chooser.findText(QString::fromStdString(annex.name));
        QVERIFY(at >= 0);
        QVERIFY2(chooser.width() >= chooser.fontMetrics().horizontalAdvance(chooser.itemText(at)),
                 qPrintable(QString::number(chooser.width())));
        chooser.setFocus();
        chooser.setCurrentIndex(at);
        Q_EMIT chooser.activated(at);
        QCOMPARE(shownRoom(studio).name, annex.name);
        QCOMPARE(studio.newest<QLineEdit>(QStringLiteral("inspector.name")).text(), QString::fromStdString(annex.name));
        QVERIFY(studio.plan().hasFocus());
        // Racks say which room they stand in once there are several.
        studio.window().showWorkspace(QStringLiteral("racks"));
        auto& strip = studio.child<RackStrip>(QStringLiteral("rack.strip"));
        QVERIFY(!strip.heads().isEmpty());
        for (const QString& head : strip.heads())
            QVERIFY2(head.startsWith(QString::fromStdString(studio.design().rooms.begin()->name)), qPrintable(head));
    }
    void aCornerThatWouldCrossTheOutlineIsRefused() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        press(studio, "insert.room-outline");
        for (const Point corner : {metres(0, 0), metres(12, 0), metres(12, 12), metres(6, 12)})
            click(studio, corner);
        click(studio, metres(6, -1.2)); // over the first side
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("cross")));
        click(studio, metres(0, 12));
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QVERIFY(studio.document().project() != before);
        QCOMPARE(shownRoom(studio).outline.size(), std::size_t(5));
    }
    void dialogsSpeakTheUnitsThatAreSet() {
        Studio studio;
        studio.openSample(kHall);
        DisplayUnits feet;
        feet.system = UnitSystem::Imperial;
        const Texts texts = Texts::of("en", studio.services().texts().numbers(), feet);
        RoomDialog room(texts);
        auto* width = room.findChild<QLineEdit*>(QStringLiteral("room.width"));
        auto* grid = room.findChild<QLineEdit*>(QStringLiteral("room.grid"));
        QCOMPARE(width->text(), QStringLiteral("40'"));
        QCOMPARE(grid->text(), QStringLiteral("24\""));
        width->setText(QStringLiteral("50"));
        const Result<Room> made = room.room();
        QVERIFY(made);
        QCOMPARE(made->outline[1].x, Length::nearest(15.24));
        UnderlayScaleDialog scale(texts, Length::micrometres(2'438'400), nullptr);
        QCOMPARE(scale.findChild<QLineEdit*>(QStringLiteral("underlay.distance"))->text(), QStringLiteral("96\""));
        RoomDialog metric(studio.services().texts());
        QCOMPARE(metric.findChild<QLineEdit*>(QStringLiteral("room.width"))->text(), QStringLiteral("12 m"));
    }
    void lengthsAreReadToTheMicrometre() {
        const Texts texts = Texts::of("en", NumberFormat::plain());
        QCOMPARE(lengthText(Length::micrometres(1'689'100), "mm", texts), QStringLiteral("1689.1 mm"));
        QCOMPARE(lengthText(Length::micrometres(1), "m", texts), QStringLiteral("0.000001 m"));
        QCOMPARE(lengthText(Length::micrometres(9'999'999'999), "mm", texts), QStringLiteral("9999999.999 mm"));
    }
    // 600 mm are 23.62" only nearly: what nobody touched is kept as it was proposed.
    void proposalsThatNobodyTouchedAreKeptExactly() {
        Studio studio;
        studio.openSample(kHall);
        DisplayUnits feet;
        feet.system = UnitSystem::Imperial;
        const Texts texts = Texts::of("en", studio.services().texts().numbers(), feet);
        const QString inches = lengthText(Length::millimetres(600), "mm", texts);
        QVERIFY(*typedLength(inches, "mm", texts) != Length::millimetres(600));
        QCOMPARE(*typedLength(inches, "mm", texts, Length::millimetres(600)), Length::millimetres(600));
        QCOMPARE(*typedLength(QStringLiteral("24\""), "mm", texts, Length::millimetres(600)), Length::nearest(0.6096));
        for (const Texts& read : {texts, studio.services().texts()}) {
            UnderlayScaleDialog scale(read, Length::micrometres(2'345'678), nullptr);
            QCOMPARE(*scale.length(), Length::micrometres(2'345'678));
        }
    }
    void anArrayKeepsItsStepInInches() {
        Studio studio;
        studio.openSample(kHall);
        DisplayUnits feet;
        feet.system = UnitSystem::Imperial;
        studio.services().setTexts(Texts::of("en", studio.services().texts().numbers(), feet));
        const Id<Rack> rack = studio.rackNamed("A01");
        const Point at = studio.design().racks.find(rack)->centre;
        studio.document().select({Subject(rack)});
        QString caution;
        studio.whenAsked(QStringLiteral("dialog.array"), [&caution](QDialog& dialog) {
            dialog.findChild<QSpinBox*>(QStringLiteral("array.count"))->setValue(2);
            QVERIFY(dialog.findChild<QLineEdit*>(QStringLiteral("array.x"))->text().contains(QLatin1Char('"')));
            const auto& said = *dialog.findChild<QLabel*>(QStringLiteral("array.caution"));
            QVERIFY(said.isVisible() && dialog.findChild<QLabel*>(QStringLiteral("array.problem"))->isHidden());
            caution = said.text();
            dialog.accept();
        });
        QTest::keyClick(&studio.plan(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), std::size_t(2));
        // Where a rack stands already the copy goes all the same, as the dialog says.
        QVERIFY2(caution.contains(QStringLiteral("A02 stands")) && caution.contains(QStringLiteral("findings")),
                 qPrintable(caution));
        Length last = at.x;
        for (const Subject copy : studio.document().selection()) {
            const Point centre = studio.design().racks.find({copy.id})->centre;
            QCOMPARE(centre.y, at.y);
            QCOMPARE(centre.x - last, Length::millimetres(600));
            last = centre.x;
        }
    }
    void anOutlineIsDrawnAsAPolygon() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        press(studio, "insert.room-outline");
        const std::vector<Point> corners = {metres(0, 0),  metres(24, 0),  metres(24, 6),
                                            metres(12, 6), metres(12, 12), metres(0, 12)};
        for (const Point& corner : corners)
            click(studio, corner);
        QVERIFY(studio.document().project() == before);
        click(studio, corners.front());
        QCOMPARE(shownRoom(studio).outline.size(), corners.size());
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        QVERIFY(!studio.plan().tool());
        // The room is what one goes on with.
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{Subject(studio.plan().room())}));
        press(studio, "edit.undo");
        QVERIFY(*studio.document().project() == *before);
    }
    // The walls along the old outline stand along the new one, doors in them too; what is drawn elsewhere stays.
    void wallsFollowTheOutline() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> room = studio.plan().room();
        RoomObject own;
        own.room = room;
        own.name = "Partition";
        own.shape = Wall{metres(5, 2), metres(5, 4)};
        QVERIFY(studio.document().commit(edits::putRoomObject(edits::activeTarget(*studio.document().project()), own)));
        studio.settle();
        const auto written = [](Point a, Point b) {
            const auto metre = [](Length length) { return QString::number(length.inMetres()); };
            const auto [low, high] = std::minmax(a, b);
            return QStringLiteral("%1,%2 to %3,%4").arg(metre(low.x), metre(low.y), metre(high.x), metre(high.y));
        };
        const auto walls = [&] {
            QStringList found;
            for (const RoomObject& object : studio.design().roomObjects)
                if (const auto* wall = std::get_if<Wall>(&object.shape); wall && object.room == room)
                    found += written(wall->from, wall->to);
            found.sort();
            return found.join(QLatin1String("; "));
        };
        const auto wanted = [&](const std::vector<Point>& outline) {
            QStringList found{written(metres(5, 2), metres(5, 4))};
            for (std::size_t i = 0; i < outline.size(); ++i)
                found += written(outline[i], outline[(i + 1) % outline.size()]);
            found.sort();
            return found.join(QLatin1String("; "));
        };
        QCOMPARE(walls(), wanted(shownRoom(studio).outline));
        const auto doorsOutside = [&] { // of the sides of the outline
            std::size_t count = 0;
            const Box box = boundingBox(shownRoom(studio).outline);
            for (const RoomObject& object : studio.design().roomObjects)
                if (const auto* door = std::get_if<Door>(&object.shape); door && object.room == room)
                    for (const Point end : {door->from, door->to})
                        count += end.x < box.low.x || end.x > box.high.x || end.y < box.low.y || end.y > box.high.y;
            return count;
        };
        const ProjectPtr before = studio.document().project();
        const std::size_t steps = studio.document().history().steps().size();
        // As a rectangle, the other way round, and as a polygon of more corners.
        for (const std::vector<Point>& corners :
             {std::vector{metres(21, 12), metres(21, 0), metres(0, 0), metres(0, 12)},
              std::vector{metres(0, 0), metres(24, 0), metres(24, 6), metres(12, 6), metres(12, 12), metres(0, 12)}}) {
            press(studio, "insert.room-outline");
            for (const Point& corner : corners)
                click(studio, corner);
            click(studio, corners.front());
            QCOMPARE(shownRoom(studio).outline, corners);
            QCOMPARE(studio.document().history().steps().size(), steps + 1);
            QCOMPARE(walls(), wanted(corners));
            QCOMPARE(doorsOutside(), std::size_t(0));
            press(studio, "edit.undo");
            QVERIFY(*studio.document().project() == *before);
        }
    }
    void escapeGivesAnOutlineUp() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        press(studio, "insert.room-outline");
        for (const Point& corner : {metres(0, 0), metres(9, 0), metres(9, 9)})
            click(studio, corner);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.plan().tool());
        QVERIFY(studio.document().project() == before);
    }
    void cornersAreDraggedMadeTypedAndTakenOut() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "plan.room.select");
        const std::vector<Point> before = shownRoom(studio).outline;
        const Subject room(studio.plan().room());
        // A corner goes alone.
        const auto onGrid = [](Length at) { return Length::millimetres((at.inMicrometres() / 300'000 - 2) * 300); };
        const Point corner = before[2], to{onGrid(corner.x), onGrid(corner.y)};
        Studio::drag(studio.plan(), onView(studio, corner), onView(studio, to));
        std::vector<Point> wanted = before;
        wanted[2] = to;
        QCOMPARE(shownRoom(studio).outline, wanted);
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        press(studio, "edit.undo");
        // The middle of a side becomes a corner.
        Point middle;
        for (const ShapeHandle& handle : shapeHandles(studio.design(), room))
            if (handle.isNew && handle.corner == 2)
                middle = handle.place;
        Studio::drag(studio.plan(), onView(studio, middle),
                     onView(studio, {middle.x, middle.y - Length::millimetres(1200)}));
        QCOMPARE(shownRoom(studio).outline.size(), before.size() + 1);
        // Typed coordinates: to a place, and by a distance.
        type(studio, "inspector.corner.y:3", "9 m");
        QCOMPARE(shownRoom(studio).outline[3].y, Length::metres(9));
        type(studio, "inspector.corner.y:3", "+600 mm");
        QCOMPARE(shownRoom(studio).outline[3].y, Length::millimetres(9'600));
        type(studio, "inspector.corner.y:3", "+-1 m");
        QCOMPARE(shownRoom(studio).outline[3].y, Length::millimetres(8'600));
        QTest::mouseClick(&studio.newest<QToolButton>(QStringLiteral("inspector.corner.remove:3")), Qt::LeftButton);
        QCOMPARE(shownRoom(studio).outline, before);
        QTest::mouseClick(&studio.newest<QToolButton>(QStringLiteral("inspector.corner.add:0")), Qt::LeftButton);
        QCOMPARE(shownRoom(studio).outline.size(), before.size() + 1);
    }
    void anOutlineThatCrossesItselfIsRefused() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "plan.room.select");
        const std::vector<Point> before = shownRoom(studio).outline;
        const Point far{before[2].x + Length::metres(2), before[2].y - Length::metres(1)};
        Studio::drag(studio.plan(), onView(studio, before[0]), onView(studio, far));
        QCOMPARE(shownRoom(studio).outline, before);
    }
    void aColumnIsDraggedByItsCornersAndTyped() {
        Studio studio;
        studio.openSample(kHall);
        const std::vector<Point> square = gesturePoints(DrawGesture::Rectangle, metres(21, 10.8), metres(21.6, 11.4));
        const Id<RoomObject> id = put(studio, Column{square}).id;
        Studio::drag(studio.plan(), onView(studio, metres(21.6, 11.4)), onView(studio, metres(22.2, 12)));
        QCOMPARE(shapeOf<Column>(studio, id).outline,
                 gesturePoints(DrawGesture::Rectangle, metres(21, 10.8), metres(22.2, 12)));
        studio.settle();
        type(studio, "inspector.width", "450 mm");
        type(studio, "inspector.depth", "800 mm");
        const Box box = boundingBox(shapeOf<Column>(studio, id).outline);
        QCOMPARE(box.high.x - box.low.x, Length::millimetres(450));
        QCOMPARE(box.high.y - box.low.y, Length::millimetres(800));
        type(studio, "inspector.width", "-450 mm");
        QVERIFY(boundingBox(shapeOf<Column>(studio, id).outline) == box);
    }
    void aWallHasEndsLengthAndThickness() {
        Studio studio;
        studio.openSample(kHall);
        const Id<RoomObject> id = put(studio, Wall{metres(20, 10.8), metres(22, 10.8), Length::millimetres(150)}).id;
        studio.settle();
        type(studio, "inspector.thickness", "200 mm");
        type(studio, "inspector.length", "3 m");
        QCOMPARE(shapeOf<Wall>(studio, id).thickness, Length::millimetres(200));
        QCOMPARE(shapeOf<Wall>(studio, id).to, metres(23, 10.8));
        type(studio, "inspector.to-x", "+600 mm");
        QCOMPARE(shapeOf<Wall>(studio, id).to, metres(23.6, 10.8));
        type(studio, "inspector.from-x", "18.6");
        QCOMPARE(shapeOf<Wall>(studio, id).from, metres(18.6, 10.8));
    }
    void placesMoveToAndBy() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> a = studio.rackNamed("A01"), b = studio.rackNamed("A02");
        const Length ax = studio.design().racks.find(a)->centre.x, bx = studio.design().racks.find(b)->centre.x;
        studio.document().select({Subject(a), Subject(b)});
        studio.settle();
        type(studio, "inspector.x", "+600 mm");
        QCOMPARE(studio.design().racks.find(a)->centre.x, ax + Length::millimetres(600));
        QCOMPARE(studio.design().racks.find(b)->centre.x, bx + Length::millimetres(600));
        QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
        studio.document().select({Subject(a)});
        studio.settle();
        type(studio, "inspector.x", "600 mm");
        QCOMPARE(studio.design().racks.find(a)->centre.x, Length::millimetres(600));
        type(studio, "inspector.x", "1.2");
        QCOMPARE(studio.design().racks.find(a)->centre.x, Length::millimetres(1'200));
    }
    void drawnPointsSnapToWallsBeforeTheGrid() {
        Studio studio;
        studio.openSample(kHall);
        // A wall off the grid: what is drawn from near its end begins at its end.
        put(studio, Wall{metres(20.07, 10.83), metres(20.07, 12.41), Length::millimetres(100)});
        studio.document().select({});
        const std::uint64_t next = studio.document().history().nextId();
        press(studio, "insert.wall");
        const QPoint from = onView(studio, metres(20.07, 10.83)) + QPoint(3, -2),
                     to = onView(studio, metres(22.8, 10.8));
        Studio::drag(studio.plan(), from, to);
        const RoomObject* made = studio.design().roomObjects.find({next});
        QVERIFY(made);
        QCOMPARE(std::get<Wall>(made->shape).from, metres(20.07, 10.83));
    }
    void whatRunsThroughAColumnIsFound() {
        Studio studio;
        studio.openSample(kHall);
        QCOMPARE(findingsWith(studio, "rule.FLOOR-01.wall-column"), std::size_t(0));
        put(studio, Column{gesturePoints(DrawGesture::Rectangle, metres(21, 10.8), metres(21.6, 11.4))});
        // A wall that ends at the column is well; through it, it is found.
        put(studio, Wall{metres(20, 11.1), metres(21, 11.1), Length::millimetres(150)});
        QCOMPARE(findingsWith(studio, "rule.FLOOR-01.wall-column"), std::size_t(0));
        put(studio, Wall{metres(20, 11.1), metres(22, 11.1), Length::millimetres(150)});
        QCOMPARE(findingsWith(studio, "rule.FLOOR-01.wall-column"), std::size_t(1));
        Door door;
        door.from = metres(20.8, 11);
        door.to = metres(21.8, 11);
        put(studio, door);
        QCOMPARE(findingsWith(studio, "rule.FLOOR-01.door-column"), std::size_t(1));
        const std::size_t before = findingsWith(studio, "rule.FLOOR-01.pathway-column");
        PathSegment tray;
        tray.width = Length::millimetres(300);
        tray.height = Length::millimetres(100);
        QVERIFY(studio.document().commit(edits::addPathway(edits::activeTarget(*studio.document().project()),
                                                           studio.plan().room(), {metres(19, 11.2), metres(23, 11.2)},
                                                           Length::millimetres(2'600), tray)));
        QCOMPARE(findingsWith(studio, "rule.FLOOR-01.pathway-column"), before + 1);
    }
    // After the first click a length is typed; it goes the way to the pointer.
    void aTypedLengthEndsAWall() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "insert.wall");
        click(studio, metres(1.2, 12.6));
        QTest::mouseMove(&studio.plan(), studio.plan().toView(QPointF(2'400, 12'600)).toPoint());
        QTest::keyClicks(&studio.plan(), QStringLiteral("3000"));
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QCOMPARE(studio.document().selection().size(), std::size_t{1});
        const Wall wall = shapeOf<Wall>(studio, {studio.document().selection().front().id});
        QCOMPARE(wall.to.x - wall.from.x, Length::metres(3));
        QCOMPARE(wall.to.y, wall.from.y);
    }
    // Both sides, or the longer one alone.
    void typedSidesMakeARectangle() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "insert.keep-out");
        const auto drawn = [&studio](Point from, Point to, const char* sides) {
            click(studio, from);
            QTest::mouseMove(&studio.plan(), onView(studio, to));
            QTest::keyClicks(&studio.plan(), QLatin1String(sides));
            QTest::keyClick(&studio.plan(), Qt::Key_Return);
            return boundingBox(shapeOf<KeepOut>(studio, {studio.document().selection().front().id}).outline);
        };
        const Box both = drawn(metres(1.2, 12.6), metres(2.4, 13.2), "1500 x 700");
        QCOMPARE(both.high.x - both.low.x, Length::millimetres(1'500));
        QCOMPARE(both.high.y - both.low.y, Length::millimetres(700));
        const Box inMetres = drawn(metres(4.2, 12.6), metres(5.4, 13.2), "1.4 x 0.5 m");
        QCOMPARE(inMetres.high.x - inMetres.low.x, Length::millimetres(1'400));
        QCOMPARE(inMetres.high.y - inMetres.low.y, Length::millimetres(500));
        const Box one = drawn(metres(7.2, 12.6), metres(9, 13.2), "4' 6\"");
        QCOMPARE(one.high.x - one.low.x, Length::nearest(1.3716));
        QVERIFY(one.high.y - one.low.y < one.high.x - one.low.x);
        const Box byComma = drawn(metres(1.2, 10.2), metres(2.4, 10.8), "3 m, 600 mm");
        QCOMPARE(byComma.high.x - byComma.low.x, Length::metres(3));
        QCOMPARE(byComma.high.y - byComma.low.y, Length::millimetres(600));
        // What is no size is said, and the corner waits.
        const std::size_t before = studio.design().roomObjects.size();
        click(studio, metres(10.2, 12.6));
        QTest::mouseMove(&studio.plan(), onView(studio, metres(11.4, 13.2)));
        QTest::keyClicks(&studio.plan(), QStringLiteral("900 x 0"));
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        const QString said = studio.window().statusBar()->currentMessage();
        QVERIFY2(said.contains(QStringLiteral("depth")) && said.contains(QStringLiteral("1 mm")), qPrintable(said));
        QCOMPARE(studio.design().roomObjects.size(), before);
    }
    void aSignBelongsToTheTypedLengthWhileSomethingIsDrawn() {
        Studio studio;
        studio.openSample(kHall);
        const double zoom = studio.plan().pixelsPerMm();
        press(studio, "insert.wall");
        click(studio, metres(1.2, 12.6));
        QTest::mouseMove(&studio.plan(), onView(studio, metres(2.4, 12.6)));
        QTest::keyClicks(&studio.plan(), QStringLiteral("+900 mm"));
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QCOMPARE(studio.plan().pixelsPerMm(), zoom);
        const Wall wall = shapeOf<Wall>(studio, {studio.document().selection().front().id});
        QCOMPARE(wall.to.x - wall.from.x, Length::millimetres(900));
        QTest::keyClick(&studio.plan(), Qt::Key_Plus);
        QVERIFY(studio.plan().pixelsPerMm() > zoom);
    }
    void aStepBackInAnotherRoomTakesTheInspectorAlong() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> hall = studio.plan().room();
        const std::string name = shownRoom(studio).name;
        Room annex = shownRoom(studio);
        annex.id = {};
        annex.name = "Annex";
        const Id<Room> other{studio.document().history().nextId()};
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), annex)));
        put(studio, Wall{metres(1.2, 12.6), metres(3, 12.6), Length::millimetres(150)});
        studio.plan().setRoom(other);
        studio.document().select({Subject(other)});
        press(studio, "edit.undo");
        QCOMPARE(studio.plan().room(), hall);
        QCOMPARE(studio.document().selection(), (std::vector<Subject>{Subject(hall)}));
        QCOMPARE(studio.newest<QLineEdit>(QStringLiteral("inspector.name")).text(), QString::fromStdString(name));
    }
    // The design shows the fields of its only room: of the one that is left, and of none while there are two.
    void aRoomThatComesBackTakesItsFieldsFromTheOther() {
        Studio studio;
        studio.openSample(kHall);
        const Room hall = shownRoom(studio);
        Room annex = hall;
        annex.id = {};
        annex.name = "Annex";
        const Id<Room> other{studio.document().history().nextId()};
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        QVERIFY(studio.document().commit(edits::putRoom(target(), annex)));
        studio.plan().setRoom(other);
        press(studio, "plan.room.remove");
        studio.document().select({});
        QCOMPARE(studio.design().rooms.size(), std::size_t{1});
        studio.settle();
        QVERIFY(studio.newest<QLineEdit>(QStringLiteral("inspector.clear-height")).isVisible());
        press(studio, "edit.undo");
        studio.document().select({});
        QCOMPARE(studio.design().rooms.size(), std::size_t{2});
        studio.settle();
        for (const QLineEdit* field :
             studio.window().findChildren<QLineEdit*>(QStringLiteral("inspector.clear-height")))
            QVERIFY(!field->isVisible());
        QCOMPARE(studio.design().rooms.find(hall.id)->clearHeight, hall.clearHeight);
    }
    void typedLengthsMakeTheStretchesOfATray() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "insert.tray");
        click(studio, metres(1.2, 12.6));
        QTest::mouseMove(&studio.plan(), studio.plan().toView(QPointF(2'400, 12'600)).toPoint());
        QTest::keyClicks(&studio.plan(), QStringLiteral("2.5 m")); // "M" would measure
        QVERIFY(studio.window().actions().action("insert.tray")->isChecked());
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QTest::mouseMove(&studio.plan(), studio.plan().toView(QPointF(3'700, 13'200)).toPoint());
        QTest::keyClicks(&studio.plan(), QStringLiteral("100x"));
        QTest::keyClick(&studio.plan(), Qt::Key_Return); // no length: it says so and waits
        QVERIFY(!studio.window().statusBar()->currentMessage().isEmpty());
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        const std::size_t before = studio.design().pathSegments.size();
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QCOMPARE(studio.design().pathSegments.size(), before + 1);
        const Id<PathSegment> made{studio.document().selection().front().id};
        const PathSegment* tray = studio.design().pathSegments.find(made);
        QCOMPARE(distance(studio.design().pathNodes.find(tray->from)->place,
                          studio.design().pathNodes.find(tray->to)->place),
                 Length::millimetres(2'500));
    }
    void typedLengthsMakeTheSidesOfARoom() {
        Studio studio;
        studio.openSample(kHall);
        press(studio, "insert.room-outline");
        click(studio, metres(0, 0));
        const auto side = [&studio](double x, double y, const char* length) {
            QTest::mouseMove(&studio.plan(), studio.plan().toView(QPointF(x, y)).toPoint());
            QTest::keyClicks(&studio.plan(), QLatin1String(length));
            QTest::keyClick(&studio.plan(), Qt::Key_Return);
        };
        side(3'000, 0, "25000");
        side(25'000, 3'000, "15 m");
        side(3'000, 15'000, "25m");
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        const Box box = boundingBox(shownRoom(studio).outline);
        QCOMPARE(box.high.x - box.low.x, Length::metres(25));
        QCOMPARE(box.high.y - box.low.y, Length::metres(15));
        QCOMPARE(shownRoom(studio).outline.size(), std::size_t{4});
    }
    // What one takes back is seen: the plan goes to the room in which it was, by key and by the history.
    void undoShowsTheRoomOfTheStep() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> hall = studio.plan().room();
        Room other;
        other.name = "Annex";
        other.outline = {metres(0, 0), metres(9, 0), metres(9, 9), metres(0, 9)};
        const Id<Room> annex{studio.document().history().nextId()};
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        QVERIFY(studio.document().commit(edits::putRoom(target(), other)));
        const Id<Rack> rack = studio.rackNamed("A07");
        QVERIFY(studio.document().commit(edits::moveRacks(target(), {rack}, {Length::millimetres(10), {}})));
        const auto said = [&studio] { return studio.window().statusBar()->currentMessage(); };
        for (const char* step : {"edit.undo", "edit.redo"}) {
            studio.plan().setRoom(annex);
            press(studio, step);
            QCOMPARE(studio.plan().room(), hall);
            QVERIFY2(said().contains(QString::fromStdString(studio.design().rooms.find(hall)->name)),
                     qPrintable(said()));
        }
        press(studio, "edit.history");
        auto& steps = studio.child<QListWidget>(QStringLiteral("history.steps"));
        studio.plan().setRoom(annex);
        QTest::mouseClick(steps.viewport(), Qt::LeftButton, {},
                          steps.visualItemRect(steps.item(steps.count() - 2)).center());
        QCOMPARE(studio.document().history().position(), std::size_t(steps.count() - 2));
        QCOMPARE(studio.plan().room(), hall);
        // A step of the room that is shown leaves it there.
        press(studio, "edit.redo");
        QCOMPARE(studio.plan().room(), hall);
    }
    // A PDU or a manifold is found where its rack stands.
    void whatHangsInARackIsRevealedInItsRoom() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> hall = studio.plan().room();
        Room other;
        other.name = "Annex";
        other.outline = {metres(0, 0), metres(9, 0), metres(9, 9), metres(0, 9)};
        const Id<Room> annex{studio.document().history().nextId()};
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), other)));
        const auto pdus = studio.design().powerElements.allWith<PowerElementsByRack>(studio.rackNamed("A01"));
        QVERIFY(!pdus.empty());
        studio.plan().setRoom(annex);
        studio.window().reveal({Subject(pdus.front()->id)});
        QCOMPARE(studio.plan().room(), hall);
    }
    // The binding constraint stands first and marked; another template is another answer; Escape closes it.
    void whatLimitsARoomIsShown() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.settle();
        press(studio, "design.room-limits");
        studio.settle();
        auto& limits = studio.newest<QTreeWidget>(QStringLiteral("room-limits.limits"));
        QVERIFY(limits.topLevelItemCount() > 4);
        QVERIFY(limits.topLevelItem(0)->text(0).startsWith(QStringLiteral("▸")));
        // Where what is left is a range its typical number stands before it.
        QString ofBusway;
        for (int row = 0; row < limits.topLevelItemCount(); ++row)
            if (limits.topLevelItem(row)->text(0).contains(QStringLiteral("Busway 1 A")))
                ofBusway = limits.topLevelItem(row)->text(3);
        QVERIFY2(ofBusway.contains(QStringLiteral(" kW (")), qPrintable(ofBusway));
        auto& head = studio.newest<QLabel>(QStringLiteral("room-limits.head"));
        QVERIFY2(head.text().startsWith(QStringLiteral("Data hall:")), qPrintable(head.text()));
        QVERIFY(studio.newest<QTreeWidget>(QStringLiteral("room-limits.steps")).topLevelItemCount() > 0);
        auto& templates = studio.newest<QComboBox>(QStringLiteral("room-limits.template"));
        QVERIFY(templates.count() > 1);
        const QString before = head.text();
        templates.setFocus();
        QTest::keyClick(&templates, Qt::Key_Down);
        studio.settle();
        QVERIFY(head.text() != before);
        auto* dialog = studio.window().findChild<QDialog*>(QStringLiteral("dialog.room-limits"));
        QVERIFY(dialog);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
    }
    // Every single loss in a row: a row selects its things, and the button takes them out of service.
    void singleLossesAreShown() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.settle();
        press(studio, "design.losses");
        studio.settle();
        auto& table = studio.newest<QTreeWidget>(QStringLiteral("losses.table"));
        auto& takeOut = studio.newest<QPushButton>(QStringLiteral("losses.take-out"));
        QVERIFY(table.topLevelItemCount() > 4);
        QVERIFY(!takeOut.isEnabled());
        // What is not in the table stands below it, and beside what is out of service.
        const Texts& texts = studio.services().texts();
        const auto& notes = studio.newest<QLabel>(QStringLiteral("losses.notes"));
        QVERIFY(notes.text().contains(QString::fromStdString(texts.text("schedule.losses.cooling"))));
        QTreeWidgetItem* busway = nullptr;
        for (int row = 0; row < table.topLevelItemCount(); ++row)
            if (table.topLevelItem(row)->text(0).startsWith(QStringLiteral("Busway")))
                busway = table.topLevelItem(row);
        QVERIFY(busway);
        const QString name = busway->text(0);
        table.setCurrentItem(busway);
        QVERIFY(std::ranges::any_of(studio.document().selection(),
                                    [](const Subject subject) { return subject.kind == SubjectKind::PowerElement; }));
        QVERIFY(takeOut.isEnabled());
        takeOut.click();
        studio.settle();
        const QString words = studio.newest<QLabel>(QStringLiteral("plan.out-of-service.words")).text();
        QVERIFY2(words.contains(name), qPrintable(words));
        QVERIFY(words.contains(QString::fromStdString(texts.text("losses.without-cooling"))));
        // Sorted by a number, not by its digits.
        table.sortByColumn(4, Qt::DescendingOrder);
        const auto dark = [&table](int row) { return table.topLevelItem(row)->data(4, Qt::UserRole).toDouble(); };
        for (int row = 1; row < table.topLevelItemCount(); ++row)
            QVERIFY(dark(row - 1) >= dark(row));
    }
    // A lost side of 100 kW carries not even ten nodes: the card says how many too many stand there, and a click why.
    void theCardOfLimitsFollowsTheDesign() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.window().resize(1900, 1000);
        studio.settle();
        const auto card = [&studio]() -> FigureCard* {
            for (FigureCard* each : studio.child<HeadlineStrip>(QStringLiteral("headlines")).cards())
                if (each->figureLabel() == QStringLiteral("limits.more"))
                    return each;
            return nullptr;
        };
        QVERIFY(card() && card()->isVisible());
        // The window of the limits counts the budget too.
        QVERIFY(card()->content().title.contains(QStringLiteral("without the budget")));
        const QString before = card()->content().value;
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        SiteField claimed = *findSiteField(*studio.document().project(), site::redundancy);
        claimed.value = "2N";
        QVERIFY(studio.document().commit(edits::putSiteField(claimed)));
        const Table<PowerElement> elements = studio.design().powerElements;
        for (const PowerElement& each : elements)
            if (each.kind == PowerElementKind::Busway) {
                PowerElement small = each;
                small.rating = 100 * unit::kilowatt;
                QVERIFY(studio.document().commit(edits::putPowerElement(target(), small)));
            }
        studio.settle();
        QTRY_VERIFY(card() && card()->content().value != before);
        QTRY_VERIFY(studio.document().solution()->find("limits.more")->value.high() < 0);
        QTRY_VERIFY2(card()->content().value.endsWith(QStringLiteral("too many")), qPrintable(card()->content().value));
        QTest::mouseClick(card(), Qt::LeftButton);
        QTRY_COMPARE(studio.child<QLabel>(QStringLiteral("evidence.title")).text(), card()->content().title);
    }
    void theMeasureChangesNothingAndEscapeEndsIt() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        QTest::keyClick(&studio.plan(), Qt::Key_M);
        QVERIFY(studio.plan().tool());
        QVERIFY(studio.window().actions().action("tools.measure")->isChecked());
        click(studio, metres(1.2, 1.2));
        click(studio, metres(4.2, 1.2));
        QVERIFY(studio.plan().tool());
        QVERIFY(studio.document().project() == before);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.plan().tool());
        QVERIFY(!studio.window().actions().action("tools.measure")->isChecked());
        QVERIFY(studio.document().project() == before);
    }
    // What was measured in one room lies over no other: Escape ends the tool at once, there is nothing to give up.
    void aMeasureStaysInItsRoom() {
        Studio studio;
        studio.openSample(kHall);
        Room annex = shownRoom(studio);
        annex.id = {};
        annex.name = "Annex";
        const Id<Room> other{studio.document().history().nextId()};
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), annex)));
        QTest::keyClick(&studio.plan(), Qt::Key_M);
        click(studio, metres(1.2, 1.2));
        click(studio, metres(4.2, 1.2));
        studio.plan().setRoom(other);
        QVERIFY(studio.plan().tool());
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.plan().tool());
    }
    void bothKeysOfRedoDoItAgain() {
        Studio studio;
        studio.openSample(kHall);
        const std::size_t before = studio.design().roomObjects.size();
        put(studio, Wall{metres(1.2, 12.6), metres(3, 12.6), Length::millimetres(150)});
        for (const auto& [key, modifiers] :
             {std::pair(Qt::Key_Y, Qt::KeyboardModifiers(Qt::ControlModifier)),
              std::pair(Qt::Key_Z, Qt::KeyboardModifiers(Qt::ControlModifier | Qt::ShiftModifier))}) {
            press(studio, "edit.undo");
            QCOMPARE(studio.design().roomObjects.size(), before);
            QTest::keyClick(&studio.plan(), key, modifiers);
            QCOMPARE(studio.design().roomObjects.size(), before + 1);
        }
    }
};

RW_WINDOW_SUITE(TestStudioRooms)
#include "tst_studio_rooms.moc"
