// SPDX-License-Identifier: GPL-3.0-or-later
// Pathways and the picture below the plan by mouse and key in the real window.
#include "tests/app/studio_fixture.h"
#include "ui/paint/picture_cache.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QStatusBar>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

QPoint at(Studio& studio, double xMm, double yMm) { return studio.plan().toView(QPointF(xMm, yMm)).toPoint(); }

std::size_t steps(Studio& studio) { return studio.document().history().steps().size(); }

void press(QDialog& dialog) { dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click(); }

QLineEdit& field(Studio& studio, const char* id) {
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    const auto found = body->findChildren<QLineEdit*>(QStringLiteral("inspector.") + QLatin1String(id));
    if (found.isEmpty())
        qFatal("no field is called %s", id);
    return *found.back();
}

void type(QLineEdit& line, const QString& text) {
    line.setFocus();
    line.selectAll();
    QTest::keyClick(&line, Qt::Key_Delete);
    QTest::keyClicks(&line, text);
    QTest::keyClick(&line, Qt::Key_Return);
}

/// A pathway drawn by hand along an empty strip of the hall; its first stretch.
Id<PathSegment> drawStretch(Studio& studio, const char* tool, double y = 13'800) {
    const std::size_t before = studio.design().pathSegments.size();
    studio.window().actions().action(tool)->trigger();
    for (const double x : {2'100.0, 6'000.0})
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, x, y));
    QTest::keyClick(&studio.plan(), Qt::Key_Return);
    QTest::keyClick(&studio.plan(), Qt::Key_Escape);
    if (studio.design().pathSegments.size() != before + 1)
        qFatal("%s has drawn no stretch", tool);
    Id<PathSegment> last;
    for (const PathSegment& segment : studio.design().pathSegments)
        last = segment.id;
    return last;
}

Id<PathSegment> drawTray(Studio& studio) { return drawStretch(studio, "insert.tray"); }

const PathNode& endOf(Studio& studio, Id<PathSegment> id, bool isStart) {
    const PathSegment* segment = studio.design().pathSegments.find(id);
    return *studio.design().pathNodes.find(isStart ? segment->from : segment->to);
}

const Underlay* underlay(Studio& studio) {
    for (const RoomObject& object : studio.design().roomObjects)
        if (const auto* found = std::get_if<Underlay>(&object.shape))
            return found;
    return nullptr;
}

QString savedPicture(Studio& studio) {
    QImage image(400, 200, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.drawLine(100, 100, 300, 100);
    painter.end();
    const QString path = QString::fromStdString((studio.folder() / "hall sketch.png").string());
    if (!image.save(path))
        qFatal("the picture is not written");
    return path;
}

} // namespace

class TestStudioDrawing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void buswaysOfBothFeedsAreDrawnOverTheRowOfARack() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const std::size_t racks = studio.design().racks.size();
        const auto runs = [&] {
            std::size_t found = 0;
            for (const PowerElement& element : studio.design().powerElements)
                found += element.kind == PowerElementKind::Busway;
            return found;
        };
        const std::size_t had = runs();
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        studio.whenAsked(QStringLiteral("dialog.busways"), [&](QDialog& dialog) {
            QVERIFY(studio.document().isPreviewing());
            auto& height = *dialog.findChild<QLineEdit*>(QStringLiteral("busways.height-b"));
            height.setText(QStringLiteral("furlong"));
            QVERIFY(!dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
            height.setText(QStringLiteral("9 ft"));
            press(dialog);
        });
        studio.window().actions().action("insert.busways")->trigger();
        QCOMPARE(steps(studio), std::size_t(2));
        QCOMPARE(runs(), had + 2);
        QCOMPARE(studio.design().racks.size(), racks);
        std::int64_t highest = 0;
        for (const PathNode& each : studio.design().pathNodes)
            if (each.kind == PathNodeKind::Tap)
                highest = std::max(highest, each.height.inMicrometres());
        QCOMPARE(highest, std::int64_t(2'743'200));
        studio.settle();
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void buswaysOverARowTakeAPartThatFits() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        studio.whenAsked(QStringLiteral("dialog.busways"), [&](QDialog& dialog) {
            auto& part = *dialog.findChild<QComboBox*>(QStringLiteral("busways.part"));
            QVERIFY(part.findData(QStringLiteral("starline-t5-400")) > 0);
            dialog.findChild<QLineEdit*>(QStringLiteral("busways.rating"))->setText(QStringLiteral("800"));
            QVERIFY(part.findData(QStringLiteral("starline-t5-400")) < 0);
            part.setCurrentIndex(part.findData(QStringLiteral("starline-t5-800")));
            QVERIFY(part.currentIndex() > 0);
            press(dialog);
        });
        studio.window().actions().action("insert.busways")->trigger();
        std::size_t found = 0;
        for (const PowerElement& element : studio.design().powerElements)
            if (const PartRow* row = studio.document().project()->parts.find(element.part);
                row && row->part && row->part->id == "starline-t5-800") {
                QCOMPARE(element.kind, PowerElementKind::Busway);
                QCOMPARE(element.breaker, std::optional(Current(800)));
                ++found;
            }
        QCOMPARE(found, std::size_t(2));
    }
    void aWallThatIsTakenBackLeavesNoMarkOfItsTool() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("insert.wall")->trigger();
        const QPoint end = at(studio, 6'000, 13'800);
        const auto around = [&] { return studio.plan().grab(QRect(end - QPoint(12, 12), QSize(25, 25))).toImage(); };
        const QImage before = around();
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, 2'100, 13'800));
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, end);
        QCOMPARE(steps(studio), std::size_t(2));
        QVERIFY(around() != before);
        studio.window().actions().action("edit.undo")->trigger();
        studio.settle();
        QVERIFY(around() == before);
    }
    void aClickWithTheTapToolPartsTheTrayAndBesideItThePointerSaysWhyNot() {
        Studio studio;
        studio.openSample(kHall);
        const Id<PathSegment> tray = drawTray(studio);
        const std::size_t stretches = studio.design().pathSegments.size(), before = steps(studio);
        studio.window().actions().action("insert.tap")->trigger();
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, 4'000, 12'600));
        QCOMPARE(steps(studio), before);
        QVERIFY(!studio.document().isPreviewing());
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, 4'000, 13'850));
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(studio.design().pathSegments.size(), stretches + 1);
        const PathNode& drop = endOf(studio, tray, false);
        QCOMPARE(drop.kind, PathNodeKind::Drop);
        QCOMPARE(drop.place.y, Length::millimetres(13'800));
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.plan().tool());
        // Delete on the point takes it out and joins the stretches again.
        studio.document().select({{SubjectKind::Pathway, drop.id.value}});
        studio.window().actions().action("edit.delete")->trigger();
        QCOMPARE(studio.design().pathSegments.size(), stretches);
    }
    void escapeSaysThatWhatWasBegunIsDropped() {
        Studio studio;
        studio.openSample(kHall);
        const std::size_t before = steps(studio);
        for (const char* tool : {"insert.tray", "insert.busway", "insert.wall"}) {
            studio.window().actions().action(tool)->trigger();
            QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, 2'100, 13'800));
            QTest::keyClick(&studio.plan(), Qt::Key_4);
            QTest::keyClick(&studio.plan(), Qt::Key_Escape); // the length
            QTest::keyClick(&studio.plan(), Qt::Key_Escape); // what was begun
            const QString said = studio.window().statusBar()->currentMessage();
            QVERIFY2(said.contains(QStringLiteral("dropped")), qPrintable(said));
            QVERIFY(studio.plan().tool());
            // Of nothing that was begun nothing is said.
            QTest::keyClick(&studio.plan(), Qt::Key_Escape);
            QVERIFY(!studio.plan().tool());
            QVERIFY(!studio.window().statusBar()->currentMessage().contains(QStringLiteral("dropped")));
        }
        QCOMPARE(steps(studio), before);
    }
    void aToolThatIsChosenAgainStaysInTheHand() {
        Studio studio;
        studio.openSample(kHall);
        QAction* wall = studio.window().actions().action("insert.wall");
        const auto said = [&] { return studio.window().statusBar()->currentMessage(); };
        wall->trigger();
        const QString hint = said();
        QVERIFY2(hint.contains(QStringLiteral("Drag from end to end")), qPrintable(hint));
        wall->trigger();
        QVERIFY(wall->isChecked());
        QVERIFY(studio.plan().tool());
        // The hint stays over what one does with the tool.
        const std::size_t before = studio.design().roomObjects.size();
        Studio::drag(studio.plan(), at(studio, 2'100, 13'800), at(studio, 6'000, 13'800));
        QCOMPARE(studio.design().roomObjects.size(), before + 1);
        QVERIFY2(said().contains(hint), qPrintable(said()));
        // Another workspace has no use for it.
        studio.window().showWorkspace(QStringLiteral("racks"));
        QVERIFY2(!said().contains(hint), qPrintable(said()));
        wall->trigger();
        QVERIFY(studio.plan().isVisible());
        QVERIFY2(said().contains(hint), qPrintable(said()));
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        if (studio.plan().tool())
            QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!wall->isChecked());
        QVERIFY2(!said().contains(hint), qPrintable(said()));
    }
    void theLastTwoPointsOfARunGoTogetherAndItIsAskedFirst() {
        Studio studio;
        studio.openSample(kHall);
        const Id<PathSegment> tray = drawTray(studio);
        const std::string name = studio.design().pathSegments.find(tray)->name;
        studio.document().select({{SubjectKind::Pathway, endOf(studio, tray, false).id.value}});
        QString why;
        const auto answer = [&](QMessageBox::ButtonRole role) {
            studio.whenAsked(QStringLiteral("ask.delete"), [&why, role](QDialog& dialog) {
                auto& box = static_cast<QMessageBox&>(dialog);
                why = box.informativeText();
                for (QAbstractButton* button : box.buttons())
                    if (box.buttonRole(button) == role)
                        return button->click();
            });
            studio.window().actions().action("edit.delete")->trigger();
        };
        answer(QMessageBox::RejectRole);
        QCOMPARE(why, QString::fromStdString(studio.services().texts().text("ask.delete.run")));
        QVERIFY(studio.design().pathSegments.contains(tray));
        answer(QMessageBox::DestructiveRole);
        QVERIFY(!studio.design().pathSegments.contains(tray));
        const Message& step = studio.document().history().steps().back().text;
        QCOMPARE(step.id, std::string("undo.pathway.remove.one"));
        QVERIFY2(studio.services().texts().sentence(step).find(name) != std::string::npos, name.c_str());
    }
    void aStretchIsDraggedWholeAndItsEndAlone() {
        Studio studio;
        studio.openSample(kHall);
        const Id<PathSegment> tray = drawTray(studio);
        const Project drawn = *studio.document().project();
        const Point start = endOf(studio, tray, true).place, end = endOf(studio, tray, false).place;
        const QPoint middle = at(studio, 4'000, 13'800);
        Studio::drag(studio.plan(), middle, middle + QPoint(0, -30));
        QVERIFY(studio.document().isSelected({SubjectKind::Pathway, tray.value}));
        const Length up = start.y - endOf(studio, tray, true).place.y;
        QVERIFY(up > Length());
        QCOMPARE(end.y - endOf(studio, tray, false).place.y, up);
        // Sideways it may have lined up with a neighbour, whole.
        QCOMPARE(endOf(studio, tray, false).place.x - endOf(studio, tray, true).place.x, end.x - start.x);
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == drawn);
        studio.document().select({{SubjectKind::Pathway, tray.value}});
        const QPoint handle = at(studio, end.x.inMillimetres(), end.y.inMillimetres());
        Studio::dragWithoutRelease(studio.plan(), handle, handle + QPoint(0, -40));
        QVERIFY(studio.document().isPreviewing());
        QTest::mouseRelease(&studio.plan(), Qt::LeftButton, {}, handle + QPoint(0, -40));
        QVERIFY(endOf(studio, tray, false).place.y < end.y);
        QCOMPARE(endOf(studio, tray, true).place, start);
    }
    void coordinatesAndLevelAreTyped() {
        Studio studio;
        studio.openSample(kHall);
        const Id<PathSegment> tray = drawTray(studio);
        studio.document().select({{SubjectKind::Pathway, tray.value}});
        type(field(studio, "to-x"), QStringLiteral("7.2"));
        QCOMPARE(endOf(studio, tray, false).place.x, Length::millimetres(7'200));
        type(field(studio, "level"), QStringLiteral("-300"));
        QCOMPARE(endOf(studio, tray, true).height, Length::millimetres(-300));
        QCOMPARE(endOf(studio, tray, false).height, Length::millimetres(-300));
        type(field(studio, "width"), QStringLiteral("0"));
        QVERIFY(studio.design().pathSegments.find(tray)->width > Length());
    }
    void theNominalDiameterOfAPipeIsTyped() {
        Studio studio;
        studio.openSample(kHall);
        const Id<PathSegment> tray = drawStretch(studio, "insert.tray");
        studio.document().select({{SubjectKind::Pathway, tray.value}});
        studio.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
        QVERIFY(!body->findChild<QLineEdit*>(QStringLiteral("inspector.nominal-diameter")));
        const Id<PathSegment> pipe = drawStretch(studio, "insert.pipe-supply", 13'200);
        const auto diameter = [&] { return studio.design().pathSegments.find(pipe)->nominalDiameter; };
        studio.document().select({{SubjectKind::Pathway, pipe.value}});
        QCOMPARE(field(studio, "nominal-diameter").text(), QString());
        type(field(studio, "nominal-diameter"), QStringLiteral("65"));
        QCOMPARE(diameter(), std::int64_t(65));
        for (const char* wrong : {"0", "2.5", "3001", "1e300"}) {
            type(field(studio, "nominal-diameter"), QString::fromUtf8(wrong));
            QVERIFY2(diameter() == 65, wrong);
        }
        type(field(studio, "nominal-diameter"), QString());
        QCOMPARE(diameter(), std::int64_t(0));
        studio.document().undo();
        QCOMPARE(diameter(), std::int64_t(65));
    }
    void levelsAreHiddenAndShown() {
        Studio studio;
        studio.openSample(kHall);
        drawTray(studio);
        studio.settle();
        const auto lines = [&] {
            return std::ranges::count(studio.plan().sheet().items, Layer::Pathways, &DrawingItem::layer);
        };
        const auto all = lines();
        QVERIFY(all > 0);
        studio.window().actions().action("plan.overhead")->trigger();
        QVERIFY(lines() < all);
        studio.window().actions().action("plan.overhead")->trigger();
        QCOMPARE(lines(), all);
    }

    void aPictureIsLaidBelowThePlanAndSetToScaleByTwoPoints() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        studio.dialogs().fileToOpen = savedPicture(studio);
        studio.window().actions().action("insert.underlay")->trigger();
        QVERIFY(underlay(studio));
        const DecodedPicture picture = decodedPicture(*studio.document().project(), underlay(studio)->sha256);
        QCOMPARE(picture.pixels.size(), QSize(400, 200));
        const Length wide = underlay(studio)->place.width;
        // The line of the picture is half as long as the picture is wide.
        const Point centre = underlay(studio)->place.centre;
        const double quarter = wide.inMillimetres() / 4, y = centre.y.inMillimetres();
        studio.whenAsked(QStringLiteral("dialog.underlay-scale"), [&](QDialog& dialog) {
            auto& length = *dialog.findChild<QLineEdit*>(QStringLiteral("underlay.distance"));
            length.setText(QStringLiteral("-3 m"));
            QVERIFY(!dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
            length.setText(QStringLiteral("6 m"));
            press(dialog);
        });
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, centre.x.inMillimetres() - quarter, y));
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, at(studio, centre.x.inMillimetres() + quarter, y));
        QTRY_VERIFY(underlay(studio)->place.width != wide);
        QVERIFY(std::abs(underlay(studio)->place.width.inMillimetres() - 12'000) < 60); // a pixel of the screen
        QCOMPARE(steps(studio), std::size_t(3));
        studio.settle();
        const Drawing sheet = studio.plan().sheet();
        QCOMPARE(std::ranges::count(sheet.items, Layer::Underlay, &DrawingItem::layer), 1);
        studio.window().actions().action("edit.undo")->trigger();
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void thePictureIsLockedMadeFainterAndRemoved() {
        Studio studio;
        studio.openSample(kHall);
        studio.dialogs().fileToOpen = savedPicture(studio);
        const Project before = *studio.document().project();
        Actions& actions = studio.window().actions();
        QVERIFY(!actions.action("underlay.remove")->isEnabled());
        actions.action("insert.underlay")->trigger();
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        actions.action("underlay.select")->trigger();
        type(field(studio, "opacity"), QStringLiteral("30"));
        QCOMPARE(underlay(studio)->opacity, 0.3);
        type(field(studio, "opacity"), QStringLiteral("130"));
        QCOMPARE(underlay(studio)->opacity, 0.3);
        // Locked it stays where it is.
        const Point centre = underlay(studio)->place.centre;
        QTest::keyClick(&studio.plan(), Qt::Key_Right);
        QCOMPARE(underlay(studio)->place.centre, centre);
        actions.action("underlay.lock")->trigger();
        QTest::keyClick(&studio.plan(), Qt::Key_Right);
        QVERIFY(underlay(studio)->place.centre.x > centre.x);
        actions.action("underlay.remove")->trigger();
        QVERIFY(!underlay(studio));
        QVERIFY(studio.document().project()->settings == before.settings);
        QVERIFY(!actions.action("underlay.remove")->isEnabled());
    }
    void whatIsNoPictureIsRefusedWithASentence() {
        Studio studio;
        studio.openSample(kHall);
        const ProjectPtr before = studio.document().project();
        const QString path = QString::fromStdString((studio.folder() / "notes.png").string());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a picture");
        file.close();
        studio.dialogs().fileToOpen = path;
        studio.window().actions().action("insert.underlay")->trigger();
        QVERIFY(studio.document().project() == before);
    }
};

RW_WINDOW_SUITE(TestStudioDrawing)
#include "tst_studio_drawing.moc"
