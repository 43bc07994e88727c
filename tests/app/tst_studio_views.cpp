// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every view: units and language of the reader, zoom, copies, and what is typed when one saves.
#include "tests/app/studio_fixture.h"
#include "ui/bill/bill_panel.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/proposal/report_workspace.h"
#include "ui/rack/rack_meters.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/report/rack_readings.h"
#include "ui/text/inches.h"
#include "ui/widgets/drawing_view.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QLineF>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTableView>
#include <QTreeWidget>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

QLineEdit& field(Studio& studio, const char* id) {
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    return *body->findChildren<QLineEdit*>(QStringLiteral("inspector.") + QLatin1String(id)).back();
}

void choose(Studio& studio, const char* preference, const char* value) {
    studio.window().actions().action("tools.preferences")->trigger();
    auto* dialog = studio.window().findChild<PreferencesDialog*>();
    QVERIFY(dialog);
    auto* box = dialog->findChild<QComboBox*>(QStringLiteral("preferences.") + QLatin1String(preference));
    QVERIFY(box);
    box->setCurrentIndex(box->findData(QLatin1String(value)));
    Q_EMIT box->activated(box->currentIndex());
    dialog->close();
}

} // namespace

class TestStudioViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void imperialUnitsChangeWhatIsReadAndTypedButNoDesign() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        studio.document().select({Subject(rack)});
        const ProjectPtr before = studio.document().project();
        const double metres = studio.design().racks.find(rack)->centre.x.inMetres();
        QVERIFY(field(studio, "x").text().endsWith(QStringLiteral(" m")));
        choose(studio, "units", "imperial");
        QVERIFY(studio.document().project() == before);
        QLineEdit& x = field(studio, "x");
        QVERIFY2(x.text().contains(QLatin1Char('\'')), qPrintable(x.text()));
        QVERIFY(std::abs(readInches(x.text().toStdString()).value_or(0) - metres) < 2e-4);
        x.setFocus();
        x.selectAll();
        QTest::keyClicks(&x, QStringLiteral("9' 6 3/4\""));
        QTest::keyClick(&x, Qt::Key_Return);
        QCOMPARE(studio.design().racks.find(rack)->centre.x, Length::nearest(114.75 * 0.0254));
        // A field of feet shows feet; what a number alone means stands behind it while it is typed.
        QCOMPARE(x.text(), QStringLiteral("9' 6 3/4\""));
        auto& unit = studio.child<QLabel>(QStringLiteral("inspector.x.unit"));
        QVERIFY(unit.isHidden());
        x.setFocus();
        x.selectAll();
        QTest::keyClicks(&x, QStringLiteral("6"));
        QVERIFY(!unit.isHidden());
        QCOMPARE(unit.text(), QStringLiteral("ft"));
        QTest::keyClick(&x, Qt::Key_Return);
        QCOMPARE(studio.design().racks.find(rack)->centre.x, Length::micrometres(6 * 304'800));
        QCOMPARE(x.text(), QStringLiteral("6'"));
        QVERIFY(unit.isHidden());
        x.setFocus();
        x.selectAll();
        QTest::keyClicks(&x, QStringLiteral("10"));
        QTest::keyClick(&x, Qt::Key_Return);
        QCOMPARE(studio.design().racks.find(rack)->centre.x, Length::millimetres(3048));
        choose(studio, "units", "metric");
        QCOMPARE(field(studio, "x").text(), QStringLiteral("3.048 m"));
    }
    // Ten is ten feet for the height of a room, as it is for its width.
    void heightsOfRoomsAreTypedInFeet() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Room> room = studio.design().rooms.begin()->id;
        studio.document().select({Subject(room)});
        for (const char* system : {"imperial", "metric"}) {
            choose(studio, "units", system);
            const bool isFeet = std::string_view(system) == "imperial";
            QLineEdit& height = field(studio, "clear-height");
            height.setFocus();
            height.selectAll();
            QTest::keyClicks(&height, isFeet ? QStringLiteral("10") : QStringLiteral("3000"));
            const auto* unit = height.findChild<QLabel*>(QStringLiteral("inspector.clear-height.unit"));
            QVERIFY(unit && !unit->isHidden());
            QCOMPARE(unit->text(), isFeet ? QStringLiteral("ft") : QStringLiteral("mm"));
            QTest::keyClick(&height, Qt::Key_Return);
            QCOMPARE(studio.design().rooms.find(room)->clearHeight,
                     std::optional(Length::millimetres(isFeet ? 3048 : 3000)));
            if (isFeet)
                QCOMPARE(height.text(), QStringLiteral("10'"));
        }
    }
    // A room of 78' 8.88" is that everywhere in the window, not 78.74 ft here and 945" there.
    void lengthsOfAReaderOfInchesAreWrittenInOneWay() {
        Studio studio;
        studio.openSample(kHall);
        choose(studio, "units", "imperial");
        studio.settle();
        const Room& room = *studio.design().rooms.begin();
        const Box box = boundingBox(room.outline);
        const QString width = QString::fromStdString(inchText((box.high.x - box.low.x).inMetres()));
        bool isSeen = false;
        const QRegularExpression decimal(QStringLiteral("\\d (ft|in)(?![a-z2-3]| [a-z])"));
        for (const QLabel* label : studio.window().findChildren<QLabel*>()) {
            isSeen = isSeen || label->text().contains(width);
            QVERIFY2(!label->text().contains(decimal),
                     qPrintable(label->objectName() + QLatin1Char(' ') + label->text()));
        }
        QVERIFY(isSeen);
        const Texts& texts = studio.services().texts();
        QCOMPARE(QString::fromStdString(texts.figure(Value(3.048), "m", 1)), QStringLiteral("10'"));
        QCOMPARE(QString::fromStdString(texts.figure(Value(0.6096), "mm", 0.001)), QStringLiteral("24\""));
        QCOMPARE(QString::fromStdString(texts.figure(Value(1000), "m", 1)), QStringLiteral("3,281'"));
        QCOMPARE(QString::fromStdString(texts.figure(Value(10), "m2", 1)), QStringLiteral("108 ft2"));
    }
    void inchesAreWrittenAsPeopleWriteThem_data() {
        QTest::addColumn<double>("metres");
        QTest::addColumn<QString>("text");
        QTest::addRow("600 mm") << 0.6 << QStringLiteral("23.62\"");
        QTest::addRow("sixteenths") << 23.625 * 0.0254 << QStringLiteral("23 5/8\"");
        QTest::addRow("less than one") << 0.25 * 0.0254 << QStringLiteral("1/4\"");
        QTest::addRow("feet") << 12 * 0.3048 << QStringLiteral("12'");
        QTest::addRow("feet and inches") << 12 * 0.3048 + 8.5 * 0.0254 << QStringLiteral("12' 8 1/2\"");
        QTest::addRow("below the floor") << -0.5 << QStringLiteral("-19.69\"");
        QTest::addRow("nothing") << 0.0 << QStringLiteral("0\"");
    }
    void inchesAreWrittenAsPeopleWriteThem() {
        QFETCH(double, metres);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(inchText(metres)), text);
        const std::optional<double> read = readInches(text.toStdString());
        QVERIFY(read && std::abs(*read - metres) < 0.13e-3);
        QVERIFY(std::abs(readInches("1' 11 5/8\"").value_or(0) - 23.625 * 0.0254) < 1e-9);
        QVERIFY(!readInches("600 mm") && !readInches("5") && !readInches("1' 2' 3\"") && !readInches(""));
        // Without the last mark, as drawings have it, and with a sign.
        for (const char* nineAndAHalf : {"9'6", "9' 6", "9'6\"", "9'-6\"", "9'-6", "+9' 6\"", "9 ft 6"})
            QVERIFY2(std::abs(readInches(nineAndAHalf).value_or(0) - 9.5 * 0.3048) < 1e-9, nineAndAHalf);
        QVERIFY(!readInches("9' -6") && !readInches("9'-") && !readInches("9' 6 mm"));
    }
    void heatIsReadInBtuAndPowerStays() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        const auto shown = [&](const char* figure) {
            for (QPushButton* button : studio.window().findChildren<QPushButton*>())
                if (button->objectName().startsWith(QStringLiteral("inspector.figure:") + QLatin1String(figure)))
                    return button->text();
            return QString();
        };
        QTRY_VERIFY(shown("rack.heat.air").endsWith(QStringLiteral("kW")));
        choose(studio, "heat", "btu");
        QVERIFY(shown("rack.heat.air").endsWith(QStringLiteral("BTU/h")));
        QVERIFY(shown("rack.power.peak").endsWith(QStringLiteral("kW")));
        // The meters of the rack say heat in the same unit.
        const Texts& texts = studio.services().texts();
        bool hasHeat = false;
        for (const RackReading& reading : rackReadings(*studio.document().solution(), studio.rackNamed("A01"))) {
            const bool isHeat = reading.measure == RackMeasure::AirHeat || reading.measure == RackMeasure::LiquidHeat;
            const MeterContent content = meterContent(reading, nullptr, false, texts);
            hasHeat = hasHeat || isHeat;
            QCOMPARE(content.detail.endsWith(QStringLiteral("BTU/h")), isHeat);
            QVERIFY2(!content.limit.endsWith(QStringLiteral("kW")) || !isHeat, qPrintable(content.limit));
        }
        QVERIFY(hasHeat);
    }
    void theLanguageIsKeptForTheNextStart() {
        Studio studio;
        studio.openSample(kHall);
        studio.services().preferences().setValue(QLatin1String(kLanguagePreference), QStringLiteral("pseudo"));
        choose(studio, "language", "en");
        QCOMPARE(studio.services().preferences().value(QLatin1String(kLanguagePreference)).toString(),
                 QStringLiteral("en"));
        choose(studio, "language", "pseudo");
        QCOMPARE(studio.services().preferences().value(QLatin1String(kLanguagePreference)).toString(),
                 QStringLiteral("pseudo"));
    }
    // A room that stands at half a pixel in its view is drawn in tiles side by side.
    void noGapShowsBetweenTheTilesOfADrawing() {
        Studio studio;
        DrawingView view;
        const QRectF floor(0, 0, 18'000, 12'000);
        view.setMaker([floor](double) {
            Drawing drawing;
            drawing.bounds = floor;
            DrawingItem whole;
            whole.shape = RectangleShape{floor};
            whole.fill = Ink::Text;
            drawing.items.push_back(whole);
            return drawing;
        });
        view.setWorldBounds(floor);
        for (const QSize size : {QSize(1'002, 602), QSize(1'004, 602), QSize(1'000, 642)}) {
            view.resize(size);
            view.show();
            view.zoomToFit();
            QTRY_VERIFY(view.isUpToDate());
            const QRect inside = view.toView(floor).toRect().adjusted(3, 3, -3, -3);
            const QImage image = view.grab(inside).toImage();
            QVERIFY(image.width() > 800);
            for (int x = 0; x < image.width(); ++x)
                QCOMPARE(image.pixelColor(x, image.height() / 2), image.pixelColor(0, image.height() / 2));
        }
    }
    void whatLiesInTheMiddleStaysThereWhenAPanelTakesHeight() {
        Studio studio;
        DrawingView view;
        view.setWorldBounds(QRectF(0, 0, 18'000, 12'000));
        view.resize(900, 600);
        view.show();
        view.zoomToFit();
        const auto middle = [&view] { return view.toWorld(QRectF(view.rect()).center()); };
        // Zoomed in: the zoom is kept, and the middle.
        view.zoomBy(3, QPointF(200, 150));
        const QPointF seen = middle();
        const double zoom = view.pixelsPerMm();
        view.resize(900, 300);
        QCOMPARE(view.pixelsPerMm(), zoom);
        QTRY_VERIFY(QLineF(middle(), seen).length() < 2 / zoom);
        // Zoomed out: the room is still in sight as a whole.
        view.resize(900, 600);
        view.zoomToFit();
        view.zoomBy(0.9, QPointF(450, 300));
        view.resize(900, 260);
        QTRY_VERIFY(QRectF(view.rect()).contains(view.toView(view.worldBounds())));
    }
    void zoomIsOfTheViewThatIsShown() {
        Studio studio;
        studio.openSample(kHall);
        const double plan = studio.plan().pixelsPerMm();
        studio.window().showWorkspace(QStringLiteral("racks"));
        auto* racks = static_cast<RackWorkspace*>(studio.window().workspace(QStringLiteral("racks")));
        studio.settle();
        const double before = racks->view()->pixelsPerMm();
        studio.window().actions().action("view.zoom-in")->trigger();
        QVERIFY(racks->view()->pixelsPerMm() > before);
        QCOMPARE(studio.plan().pixelsPerMm(), plan);
        studio.window().actions().action("view.zoom-fit")->trigger();
        QVERIFY(std::abs(racks->view()->pixelsPerMm() - before) < 1e-9);
        studio.window().showWorkspace(QStringLiteral("bill"));
        QVERIFY(!studio.window().actions().action("view.zoom-in")->isEnabled());
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        studio.window().actions().action("view.zoom-selection")->trigger();
        QVERIFY(studio.plan().pixelsPerMm() > plan);
    }
    void planAndRacksAreCopiedAsTableAndPictureAndSaved() {
        Studio studio;
        studio.openSample(kHall);
        Actions& actions = studio.window().actions();
        actions.action("edit.copy-table")->trigger();
        const QString table = QGuiApplication::clipboard()->text();
        QCOMPARE(table.count(QLatin1Char('\n')), qsizetype(studio.design().racks.size()) + 1);
        QVERIFY(table.contains(QStringLiteral("A01\t")));
        actions.action("edit.copy-picture")->trigger();
        const QImage plan = QGuiApplication::clipboard()->image();
        QVERIFY(plan.width() > 1000 && plan.height() > 500);
        studio.window().showWorkspace(QStringLiteral("racks"));
        studio.settle();
        actions.action("edit.copy-table")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("A01")));
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "racks.png").string());
        actions.action("edit.save-picture")->trigger();
        QVERIFY(QImage(studio.dialogs().fileToSave).width() > 300);
        studio.window().showWorkspace(QStringLiteral("basis"));
        QVERIFY(!actions.action("edit.copy-picture")->isEnabled());
    }
    void savingTakesWhatIsBeingTyped() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        studio.document().select({Subject(rack)});
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "typed.rkw").string());
        QLineEdit& name = field(studio, "name");
        name.setFocus();
        name.selectAll();
        QTest::keyClicks(&name, QStringLiteral("Z99"));
        QTest::keyClick(&name, Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.find(rack)->name, std::string("Z99"));
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isModified(), 30'000);
        QVERIFY(name.hasFocus());
    }
    void aLineOfTheBillShowsHowItsAmountCameAbout() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().showWorkspace(QStringLiteral("bill"));
        studio.settle();
        auto* panel = studio.window().workspace(QStringLiteral("bill"))->findChild<BillPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->model().rowCount() > 3, 30'000);
        int row = 0;
        while (!panel->model().line(row) || !panel->model().line(row)->counts())
            ++row;
        const QModelIndex amount = panel->model().index(row, BillModel::TotalColumn);
        panel->table().scrollTo(amount);
        QTest::mouseClick(panel->table().viewport(), Qt::LeftButton, {}, panel->table().visualRect(amount).center());
        auto& tree = studio.child<QTreeWidget>(QStringLiteral("evidence.tree"));
        QTRY_VERIFY(tree.topLevelItemCount() == 1);
        QVERIFY(tree.topLevelItem(0)->childCount() >= 2); // quantity and price
    }
    void theReportShowsTheInternalEditionWhenAsked() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().showWorkspace(QStringLiteral("report"));
        auto& edition = studio.child<QComboBox>(QStringLiteral("report.edition"));
        QCOMPARE(edition.currentData().toInt(), static_cast<int>(Edition::Customer));
        auto* report = studio.window().workspace(QStringLiteral("report"));
        auto* list = report->findChild<QListWidget*>();
        QTRY_VERIFY_WITH_TIMEOUT(list->count() > 3, 60'000);
        edition.setCurrentIndex(1);
        QCOMPARE(edition.currentData().toInt(), static_cast<int>(Edition::Internal));
        QTRY_VERIFY_WITH_TIMEOUT(static_cast<ReportWorkspace*>(report)->isUpToDate(), 60'000);
        QCOMPARE(static_cast<ReportWorkspace*>(report)->request().edition, Edition::Internal);
    }
};

RW_WINDOW_SUITE(TestStudioViews)
#include "tst_studio_views.moc"
