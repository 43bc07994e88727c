// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector in the real window: typed fields of one thing and of many, parts of the catalogue, replacing a part.
#include "model/design/occupancy.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/option_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/power_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/replace_dialog.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/parts/part_details.h"
#include "ui/text/to_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

QLineEdit& field(Studio& studio, const char* id) {
    // A form that was just replaced may still wait for its deletion; the newest one is meant.
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    const auto found = body->findChildren<QLineEdit*>(QStringLiteral("inspector.") + QLatin1String(id));
    if (found.isEmpty())
        qFatal("no field is called %s", id);
    return *found.back();
}

QString problemOf(Studio& studio, const char* id) {
    const auto found =
        studio.window().findChildren<QLabel*>(QStringLiteral("inspector.%1.problem").arg(QLatin1String(id)));
    return found.isEmpty() ? QString() : found.back()->text();
}

void selectRacks(Studio& studio, std::initializer_list<const char*> names) {
    std::vector<Subject> racks;
    for (const char* name : names)
        racks.push_back(Subject(studio.rackNamed(name)));
    studio.document().select(std::move(racks));
}

const Rack& rack(Studio& studio, const char* name) { return *studio.design().racks.find(studio.rackNamed(name)); }

std::size_t steps(Studio& studio) { return studio.document().history().steps().size(); }

/// Systems of the sample with accelerators, with the row of their part.
std::vector<Device> nodes(Studio& studio) {
    std::vector<Device> found;
    for (const Device& device : studio.design().devices) {
        const Part* part = findPart(*studio.document().project(), device.part);
        if (part && part->category == PartCategory::GpuNode && rackOf(device))
            found.push_back(device);
    }
    return found;
}

/// Elements and units that stand nowhere yet, of these kinds.
std::vector<Id<PowerElement>> addElements(Studio& studio, std::initializer_list<PowerElementKind> kinds) {
    std::vector<Id<PowerElement>> added;
    for (const PowerElementKind kind : kinds) {
        PowerElement element;
        element.name = "Element " + std::to_string(studio.design().powerElements.size() + 1);
        element.kind = kind;
        if (!studio.document().commit(
                edits::putPowerElement(edits::activeTarget(*studio.document().project()), element)))
            qFatal("the element is refused");
        added.push_back(std::ranges::find(studio.design().powerElements, element.name, &PowerElement::name)->id);
    }
    return added;
}
std::vector<Id<CoolingUnit>> addUnits(Studio& studio, std::initializer_list<CoolingUnitKind> kinds) {
    std::vector<Id<CoolingUnit>> added;
    for (const CoolingUnitKind kind : kinds) {
        CoolingUnit unit;
        unit.name = "Unit " + std::to_string(studio.design().coolingUnits.size() + 1);
        unit.kind = kind;
        if (!studio.document().commit(edits::putCoolingUnit(edits::activeTarget(*studio.document().project()), unit)))
            qFatal("the unit is refused");
        added.push_back(std::ranges::find(studio.design().coolingUnits, unit.name, &CoolingUnit::name)->id);
    }
    return added;
}

/// Whether the fields of what is selected now have this one.
template <class Widget>
bool hasField(Studio& studio, const char* id) {
    studio.settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    return body->findChild<Widget*>(QStringLiteral("inspector.") + QLatin1String(id)) != nullptr;
}

bool isAbout(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

class TestStudioInspector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // What is typed and not taken yet is the field's; what was taken is the design's.
    void undoInAFieldThatWasTakenIsTheDesigns() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        const Point before = rack(studio, "A01").centre;
        const QString shown = field(studio, "x").text();
        Studio::typeInto(field(studio, "x"), QStringLiteral("3.6 m"));
        QCOMPARE(rack(studio, "A01").centre.x, Length::millimetres(3600));
        QVERIFY(field(studio, "x").hasFocus());
        QTest::keyClick(&field(studio, "x"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rack(studio, "A01").centre, before);
        QCOMPARE(field(studio, "x").text(), shown);
        QTest::keyClick(&field(studio, "x"), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rack(studio, "A01").centre.x, Length::millimetres(3600));
        // Half typed: the field takes back its own letters, the design stays; after that the design goes back.
        field(studio, "x").selectAll();
        QTest::keyClicks(&field(studio, "x"), QStringLiteral("5 m"));
        while (field(studio, "x").isUndoAvailable())
            QTest::keyClick(&field(studio, "x"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rack(studio, "A01").centre.x, Length::millimetres(3600));
        QTest::keyClick(&field(studio, "x"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rack(studio, "A01").centre, before);
        QCOMPARE(field(studio, "x").text(), shown);
    }

    void aTypedPlaceMovesTheRackInOneStep() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        const Point before = rack(studio, "A01").centre;
        Studio::typeInto(field(studio, "x"), QStringLiteral("3 m + 600 mm"));
        QCOMPARE(rack(studio, "A01").centre.x, Length::millimetres(3600));
        QCOMPARE(rack(studio, "A01").centre.y, before.y);
        QCOMPARE(steps(studio), std::size_t(2));
        QCOMPARE(field(studio, "x").text(), QStringLiteral("3.6 m"));
        studio.document().undo();
        QCOMPARE(rack(studio, "A01").centre, before);
        studio.settle();
    }
    void aWrongTextSaysWhyAndEscapeRestores() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        QLineEdit& cap = field(studio, "cap");
        const QString before = cap.text();
        Studio::typeInto(cap, QStringLiteral("12 kg"));
        QVERIFY(!problemOf(studio, "cap").isEmpty());
        QVERIFY(cap.property("invalid").toBool());
        QCOMPARE(steps(studio), std::size_t(1));
        QTest::keyClick(&cap, Qt::Key_Escape);
        QCOMPARE(cap.text(), before);
        QVERIFY(problemOf(studio, "cap").isEmpty());
        QCOMPARE(studio.document().selection().size(), std::size_t(1)); // Escape was the field's
    }
    void anEditThatIsRefusedIsSaidUnderItsField() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        Studio::typeInto(field(studio, "name"), QStringLiteral("A02"));
        QVERIFY(problemOf(studio, "name").contains(QStringLiteral("A02")));
        QCOMPARE(rack(studio, "A01").name, std::string("A01"));
        Studio::typeInto(field(studio, "cap"), QStringLiteral("-3 kW"));
        QVERIFY(!problemOf(studio, "cap").isEmpty());
        QCOMPARE(steps(studio), std::size_t(1));
    }
    // What is wrong is said over the form: who types, or clicks the next field, finds it where it was.
    void aRefusalMovesNoField() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        studio.settle();
        QLineEdit& cap = field(studio, "cap");
        const auto places = [&studio] {
            std::vector<QPoint> found;
            for (const auto* line :
                 studio.newest<QWidget>(QStringLiteral("inspector.fields")).findChildren<QLineEdit*>())
                found.push_back(line->mapToGlobal(QPoint()));
            return found;
        };
        const std::vector<QPoint> before = places();
        QVERIFY(before.size() > 3);
        Studio::typeInto(cap, QStringLiteral("12 kg"));
        QCoreApplication::processEvents();
        QVERIFY(places() == before);
        auto& said = studio.newest<QLabel>(QStringLiteral("inspector.cap.problem"));
        QVERIFY(said.isVisible() && said.height() > 0);
        const QRect label(said.mapToGlobal(QPoint()), said.size()), typed(cap.mapToGlobal(QPoint()), cap.size());
        QVERIFY(!label.intersects(typed)); // what was typed stays in sight
        // The click that leaves the field hits what it aimed at, and does not find the sentence upon it.
        QLineEdit& name = field(studio, "name");
        QTest::mouseClick(&name, Qt::LeftButton);
        QCoreApplication::processEvents();
        QVERIFY(name.hasFocus());
        QVERIFY(places() == before);
        QVERIFY(cap.property("invalid").toBool());
        QVERIFY(!QRect(said.mapToGlobal(QPoint()), said.size()).intersects({name.mapToGlobal(QPoint()), name.size()}) ||
                !said.isVisible());
        QTest::keyClick(&name, Qt::Key_End);
        QVERIFY(!said.isVisible()); // read, or to be read again at the field
        cap.setFocus();
        QVERIFY(said.isVisible());
        QTest::keyClicks(&cap, QStringLiteral("1"));
        QCoreApplication::processEvents();
        QVERIFY(!said.isVisible());
        QVERIFY(places() == before);
    }
    // Beside the count of what the rules find a rack is still named.
    void aRackIsNamedBesideItsFindings() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.window().resize(1440, 900);
        selectRacks(studio, {"A01"});
        studio.settle();
        auto& title = studio.child<QLabel>(QStringLiteral("rack.panel.title"));
        QTRY_VERIFY(studio.child<QLabel>(QStringLiteral("rack.panel.findings")).isVisible());
        QCOMPARE(title.text(), QStringLiteral("A01"));
        QCoreApplication::processEvents();
        QVERIFY(title.contentsRect().width() >= title.fontMetrics().horizontalAdvance(title.text()));
    }
    // More than a turn is a slip, and 1e300 degrees are no angle at all.
    void anAngleBeyondATurnIsRefused() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        const Angle before = rack(studio, "A01").rotation;
        for (const char* text : {"1e300", "-1e19", "361"}) {
            Studio::typeInto(field(studio, "rotation"), QString::fromUtf8(text));
            QVERIFY2(!problemOf(studio, "rotation").isEmpty(), text);
            QCOMPARE(rack(studio, "A01").rotation, before);
        }
        Studio::typeInto(field(studio, "rotation"), QStringLiteral("-90"));
        QCOMPARE(rack(studio, "A01").rotation, Angle::degrees(270));
    }
    void manyRacksShareAFieldAndMixedValuesAreShownAsSuch() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        Studio::typeInto(field(studio, "cap"), QStringLiteral("10"));
        QCOMPARE(rack(studio, "A01").powerCap, std::optional<Power>(10 * unit::kilowatt.si()));
        selectRacks(studio, {"A01", "A02", "A03"});
        QCOMPARE(field(studio, "cap").text(), QString());
        QVERIFY(!field(studio, "cap").placeholderText().isEmpty());
        Studio::typeInto(field(studio, "cap"), QStringLiteral("3*4 kW"));
        for (const char* name : {"A01", "A02", "A03"})
            QCOMPARE(rack(studio, name).powerCap, std::optional<Power>(12 * unit::kilowatt.si()));
        QCOMPARE(steps(studio), std::size_t(3));
        // Each keeps its own y when x becomes the same.
        Studio::typeInto(field(studio, "x"), QStringLiteral("20"));
        QCOMPARE(rack(studio, "A03").centre.x, Length::metres(20));
        QCOMPARE(steps(studio), std::size_t(4));
        studio.settle();
    }
    void thingsOfDifferentKindsAreCountedByTheirKinds() {
        Studio studio;
        studio.openSample(kHall);
        std::vector<Subject> chosen{Subject(nodes(studio).front().id), Subject(nodes(studio).back().id)};
        chosen.push_back(Subject(studio.design().powerElements.begin()->id));
        studio.document().select(chosen);
        QCOMPARE(studio.child<QLabel>(QStringLiteral("inspector.title")).text(),
                 QStringLiteral("2 devices, 1 power element"));
    }
    void theScopeOfThingsOfDifferentKindsIsChangedAtOnce() {
        Studio studio;
        studio.openSample(kHall);
        const Device device = nodes(studio).front();
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A02").value}, Subject(device.id)});
        const auto boxes = studio.window().findChildren<QComboBox*>(QStringLiteral("inspector.status"));
        QVERIFY(!boxes.isEmpty());
        boxes.back()->setFocus();
        QTest::keyClick(boxes.back(), Qt::Key_Down);
        QTRY_COMPARE(rack(studio, "A02").scope.status, Status::Existing);
        QCOMPARE(studio.design().devices.find(device.id)->scope.status, Status::Existing);
        QCOMPARE(steps(studio), std::size_t(2));
        studio.settle();
    }
    void aTakenUnitIsRefusedWithItsReason() {
        Studio studio;
        studio.openSample(kHall);
        const std::vector<Device> all = nodes(studio);
        // Two systems of one rack.
        const Device& first = all.front();
        const auto second = std::ranges::find_if(
            all, [&](const Device& other) { return other.id != first.id && rackOf(other) == rackOf(first); });
        QVERIFY(second != all.end());
        studio.document().select({Subject(first.id)});
        Studio::typeInto(field(studio, "unit"), QString::number(std::get<InRack>(second->placement).unit));
        QVERIFY(problemOf(studio, "unit").contains(QString::fromStdString(second->name)));
        QCOMPARE(studio.design().devices.find(first.id)->placement, first.placement);
        QCOMPARE(steps(studio), std::size_t(1));
    }
    void nothingSelectedShowsRoomAndDesign() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({});
        Studio::typeInto(field(studio, "clear-height"), QStringLiteral("4.5 m"));
        QCOMPARE((*studio.design().rooms.begin()).clearHeight, std::optional(Length::millimetres(4500)));
        studio.settle();
    }
    void batteriesSayTheirEnergyAndDirectCurrent() {
        Studio studio;
        studio.openSample(kHall);
        const auto batteries = addElements(studio, {PowerElementKind::Battery, PowerElementKind::Battery});
        studio.document().select({Subject(batteries[0]), Subject(batteries[1])});
        studio.settle();
        const std::size_t before = steps(studio);
        QCOMPARE(field(studio, "stored-energy").text(), QString());
        Studio::typeInto(field(studio, "stored-energy"), QStringLiteral("40"));
        Studio::typeInto(field(studio, "output-voltage"), QStringLiteral("480"));
        auto& box = studio.newest<QCheckBox>(QStringLiteral("inspector.direct-current"));
        QTest::mouseClick(&box, Qt::LeftButton, {}, QPoint(8, box.height() / 2));
        for (const Id<PowerElement> id : batteries) {
            const PowerElement& battery = *studio.design().powerElements.find(id);
            QVERIFY(battery.storedEnergy && isAbout(battery.storedEnergy->si(), 40 * 3.6e6));
            QVERIFY(battery.outputVoltage && isAbout(battery.outputVoltage->si(), 480));
            QVERIFY(battery.deliversDirectCurrent);
        }
        QCOMPARE(steps(studio), before + 3);
        QTest::keyClick(&field(studio, "stored-energy"), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!studio.design().powerElements.find(batteries[0])->deliversDirectCurrent);
        // Empty again: not known, not 0.
        Studio::typeInto(field(studio, "stored-energy"), QStringLiteral("-1"));
        QVERIFY(!problemOf(studio, "stored-energy").isEmpty());
        Studio::typeInto(field(studio, "stored-energy"), QString());
        QVERIFY(!studio.design().powerElements.find(batteries[1])->storedEnergy);
        studio.settle();
    }
    // Not known before the energy of its battery is typed; no other element has the line.
    void aUpsSaysHowLongItsBatteriesLast() {
        Studio studio;
        studio.openSample(kHall);
        Id<PowerElement> pdu;
        studio.design().powerElements.forEachWith<PowerElementsByRack>(
            studio.rackNamed("A01"), [&pdu](const PowerElement& each) { pdu = each.id; });
        QVERIFY(pdu);
        const auto made = addElements(studio, {PowerElementKind::Ups, PowerElementKind::Battery});
        for (const auto& [from, to] : {std::pair(made[1], made[0]), std::pair(made[0], pdu)}) {
            PowerLink link;
            link.from = from;
            link.to = to;
            QVERIFY(
                studio.document().commit(edits::putPowerLink(edits::activeTarget(*studio.document().project()), link)));
        }
        const auto lasts = [&studio] {
            QString text;
            auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
            for (const QPushButton* button : body->findChildren<QPushButton*>())
                if (button->objectName().startsWith(QStringLiteral("inspector.figure:feed.ride-through@")))
                    text = button->text();
            return text;
        };
        const auto isInSeconds = [&lasts] {
            return !lasts().isEmpty() && lasts().front().isDigit() && lasts().endsWith(QLatin1Char('s'));
        };
        studio.document().select({Subject(made[0])});
        studio.settle();
        QTRY_VERIFY(!lasts().isEmpty());
        QVERIFY2(!isInSeconds(), qPrintable(lasts()));
        studio.document().select({Subject(made[1])});
        studio.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(lasts().isEmpty());
        Studio::typeInto(field(studio, "stored-energy"), QStringLiteral("40"));
        const auto& stored = studio.design().powerElements.find(made[1])->storedEnergy;
        QVERIFY(stored && isAbout(stored->si(), 40 * 3.6e6));
        studio.document().select({Subject(made[0])});
        studio.settle();
        QTRY_VERIFY2(isInSeconds(), qPrintable(lasts()));
        studio.settle();
    }
    void fieldsOfDeliveryAreOfTheirKinds() {
        Studio studio;
        studio.openSample(kHall);
        const auto made =
            addElements(studio, {PowerElementKind::Utility, PowerElementKind::Transformer, PowerElementKind::Busway});
        studio.document().select({Subject(made[0])});
        QVERIFY(!hasField<QLineEdit>(studio, "output-voltage"));
        QVERIFY(!hasField<QLineEdit>(studio, "stored-energy"));
        QVERIFY(!hasField<QCheckBox>(studio, "direct-current"));
        studio.document().select({Subject(made[1])});
        QVERIFY(hasField<QLineEdit>(studio, "output-voltage"));
        QVERIFY(!hasField<QCheckBox>(studio, "direct-current"));
        studio.document().select({Subject(made[2])});
        QVERIFY(hasField<QCheckBox>(studio, "direct-current"));
        QVERIFY(!hasField<QLineEdit>(studio, "output-voltage"));
    }
    void pumpsSayFlowHeadAndRedundancy() {
        Studio studio;
        studio.openSample(kHall);
        const auto pumps = addUnits(studio, {CoolingUnitKind::Pump, CoolingUnitKind::Pump});
        studio.document().select({Subject(pumps[0]), Subject(pumps[1])});
        studio.settle();
        const std::size_t before = steps(studio);
        Studio::typeInto(field(studio, "flow"), QStringLiteral("600"));
        Studio::typeInto(field(studio, "head"), QStringLiteral("1.5 bar"));
        Studio::typeInto(field(studio, "redundancy"), QStringLiteral("Pumps"));
        Studio::typeInto(field(studio, "group-redundancy"), QStringLiteral("N+1"));
        for (const Id<CoolingUnit> id : pumps) {
            const CoolingUnit& pump = *studio.design().coolingUnits.find(id);
            QVERIFY(pump.flow && isAbout(pump.flow->si(), 0.01));
            QVERIFY(pump.head && isAbout(pump.head->si(), 150'000));
            QCOMPARE(pump.redundancyGroup, std::string("Pumps"));
            QCOMPARE(pump.redundancy, std::string("N+1"));
        }
        QCOMPARE(steps(studio), before + 4);
        Studio::typeInto(field(studio, "flow"), QStringLiteral("0"));
        QVERIFY(!problemOf(studio, "flow").isEmpty());
        Studio::typeInto(field(studio, "flow"), QString());
        QVERIFY(!studio.design().coolingUnits.find(pumps[0])->flow);
        // Air is counted by the hour, and has no pumps.
        const auto air = addUnits(studio, {CoolingUnitKind::InRow});
        studio.document().select({Subject(air[0])});
        QVERIFY(!hasField<QLineEdit>(studio, "head"));
        Studio::typeInto(field(studio, "flow"), QStringLiteral("7200"));
        QVERIFY(isAbout(studio.design().coolingUnits.find(air[0])->flow->si(), 2));
        studio.settle();
    }
    void theDewPointOfARoomIsTyped() {
        Studio studio;
        studio.openSample(kHall);
        const auto dewPoint = [&studio] { return studio.design().rooms.begin()->dewPoint; };
        studio.document().select({});
        Studio::typeInto(field(studio, "dew-point"), QStringLiteral("59 F"));
        QVERIFY(dewPoint() && std::abs(dewPoint()->inCelsius() - 15) < 1e-9);
        QTest::keyClick(&field(studio, "dew-point"), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!dewPoint());
        Studio::typeInto(field(studio, "dew-point"), QStringLiteral("15"));
        QVERIFY(dewPoint());
        Studio::typeInto(field(studio, "dew-point"), QString());
        QVERIFY(!dewPoint());
        studio.settle();
    }
    // Beyond what micrometres of 64 bits hold: the number that was typed is named, with the limits.
    void lengthsBeyondAllMeasureAreNamed_data() {
        QTest::addColumn<QString>("typed");
        QTest::newRow("as the field's unit") << QStringLiteral("1e16");
        QTest::newRow("in metres") << QStringLiteral("1e16 m");
        QTest::newRow("below") << QStringLiteral("-1e16 m");
    }
    void lengthsBeyondAllMeasureAreNamed() {
        QFETCH(QString, typed);
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({});
        const Room before = *studio.design().rooms.begin();
        // A height below 0 is refused in words of its own.
        const bool isBelow = typed.startsWith(QLatin1Char('-'));
        for (const char* name : {"clear-height", "grid"}) {
            if (isBelow && std::string_view(name) == "clear-height")
                continue;
            Studio::typeInto(field(studio, name), typed);
            const QString said = problemOf(studio, name);
            // A grid of the building is a floor tile's, which is said in words of its own.
            if (std::string_view(name) == "grid") {
                QVERIFY2(said.contains(QStringLiteral("50 mm to 2 m")), qPrintable(said));
                continue;
            }
            QVERIFY2(said.contains(QStringLiteral("1e16 ")) || said.contains(QStringLiteral("1e19 mm")),
                     qPrintable(said));
            QVERIFY2(said.contains(QStringLiteral("outside the limits")), qPrintable(said));
            QVERIFY2(!said.contains(QStringLiteral("9,223")), qPrintable(said));
            // The limits of the field itself, not those of any length.
            const QString limits = said.section(QStringLiteral("limits, "), 1);
            Studio::typeInto(field(studio, name), QStringLiteral("900 km"));
            QCOMPARE(problemOf(studio, name).section(QStringLiteral("limits, "), 1), limits);
        }
        Studio::typeInto(field(studio, "clear-height"), typed);
        QVERIFY2(problemOf(studio, "clear-height")
                     .contains(isBelow ? QStringLiteral("at least 1.8 m") : QStringLiteral("100 m")),
                 qPrintable(problemOf(studio, "clear-height")));
        QVERIFY(*studio.design().rooms.begin() == before);
    }
    void aFigureLeadsToItsEvidence() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        auto& link = studio.child<QPushButton>(QStringLiteral("inspector.figure:rack.power.peak@rack:A01"));
        QTest::mouseClick(&link, Qt::LeftButton);
        QCOMPARE(studio.child<QLabel>(QStringLiteral("evidence.title")).text(), QStringLiteral("Expected peak · A01"));
    }
    void aRackShowsAllItsPowers() {
        Studio studio;
        studio.openSample(kHall);
        selectRacks(studio, {"A01"});
        for (const auto& [figure, title] :
             {std::pair("rack.power.peak", "Expected peak"), std::pair("rack.power.nameplate", "Nameplate"),
              std::pair("rack.power.short-peak", "Short peak"), std::pair("rack.power.average", "Average power"),
              std::pair("rack.power.idle", "Idle power")}) {
            const auto& link =
                studio.child<QPushButton>(QStringLiteral("inspector.figure:%1@rack:A01").arg(QLatin1String(figure)));
            QCOMPARE(link.accessibleName(), QLatin1String(title));
            QVERIFY(!link.text().isEmpty());
        }
        studio.settle();
    }
    void aPartOfTheCatalogueShowsFactsWithGradeAndSource() {
        Studio studio;
        studio.openSample(kHall);
        const auto parts = studio.services().library()->parts();
        QString asserted;
        for (const PartSummary& summary : parts)
            if (const auto part = studio.services().library()->part(summary.id); part && !(*part)->assertions.empty()) {
                const auto& key = (*part)->assertions.front().key;
                if (findAttribute(**part, key)) {
                    asserted = QString::fromStdString(summary.id);
                    break;
                }
            }
        QVERIFY(!asserted.isEmpty());
        studio.child<CataloguePanel>(QStringLiteral("panel.catalogue")).showPart(asserted);
        auto& details = studio.child<PartDetails>(QStringLiteral("part.details"));
        QVERIFY(details.isVisible());
        QVERIFY(details.part() && details.part()->id == asserted.toStdString());
        QVERIFY(details.asText().contains(QStringLiteral("sources disagree")));
        QVERIFY(details.asText().contains(QStringLiteral("[1]")));
        selectRacks(studio, {"A01"});
        QVERIFY(!details.isVisible());
    }
    void replacingAPartShowsWhatItChangesAndThenIsOneStep() {
        Studio studio;
        studio.openSample(kHall);
        const std::vector<Device> all = nodes(studio);
        const Part* before = findPart(*studio.document().project(), all.front().part);
        QString other;
        for (const PartSummary& summary : studio.services().library()->parts())
            if (summary.category == PartCategory::GpuNode && summary.id != before->id)
                if (const auto part = studio.services().library()->part(summary.id);
                    part && rackUnitsOf(**part) > rackUnitsOf(*before) && (*part)->mounting == before->mounting)
                    other = QString::fromStdString(summary.id);
        QVERIFY2(!other.isEmpty(), "the catalogue has a larger system");
        std::vector<Subject> selected;
        for (const Device& device : all)
            if (rackOf(device) == rackOf(all.front()))
                selected.push_back(Subject(device.id));
        studio.document().select(selected);
        bool wasAsked = false;
        QString rows;
        studio.whenAsked(QStringLiteral("dialog.replace"), [&](QDialog& dialog) {
            static_cast<ReplaceDialog&>(dialog).choose(other);
            QVERIFY(studio.document().isPreviewing());
            auto* progress = dialog.findChild<QProgressBar*>(QStringLiteral("replace.progress"));
            QVERIFY(QTest::qWaitFor([&] { return progress->isHidden(); }, 30'000));
            auto* table = dialog.findChild<QTreeWidget*>(QStringLiteral("replace.comparison"));
            for (int i = 0; i < table->topLevelItemCount(); ++i)
                rows += table->topLevelItem(i)->text(0) + QLatin1Char('|') + table->topLevelItem(i)->text(2) +
                        QLatin1Char('\n');
            // What the system is bought for stands first, now and then.
            QCOMPARE(table->topLevelItem(0)->text(0), QStringLiteral("Accelerators"));
            QVERIFY2(table->topLevelItem(0)->text(1).contains(QStringLiteral("× H")),
                     qPrintable(table->topLevelItem(0)->text(1)));
            QCOMPARE(table->topLevelItem(1)->text(0), QStringLiteral("Accelerator memory"));
            QVERIFY(table->topLevelItem(1)->text(1).endsWith(QStringLiteral("B")));
            auto* search = dialog.findChild<QLineEdit*>(QStringLiteral("replace.search"));
            search->setText(QStringLiteral("SYS-421GE-TNHR2-LCC"));
            auto* list = dialog.findChild<QListView*>(QStringLiteral("replace.parts"));
            QVERIFY(list->model()->rowCount() > 0);
            const QString detail = list->model()->index(0, 0).data(PartListModel::DetailRole).toString();
            QVERIFY2(detail.contains(QStringLiteral("8 × H100")) && detail.contains(QStringLiteral("640 GB")),
                     qPrintable(detail));
            wasAsked = true;
            dialog.accept();
        });
        studio.window().actions().action("design.replace")->trigger();
        QVERIFY(wasAsked);
        QVERIFY2(rows.contains(QStringLiteral("Rack units|")) && rows.contains(QStringLiteral("New findings|")),
                 qPrintable(rows));
        QCOMPARE(steps(studio), std::size_t(2));
        QVERIFY(!studio.document().isPreviewing());
        for (const Subject subject : selected) {
            const Device* device = studio.design().devices.find({subject.id});
            QCOMPARE(findPart(*studio.document().project(), device->part)->id, other.toStdString());
        }
        // What found no place lies in the tray, and nothing stands in anything else.
        QVERIFY(placeConflicts(*studio.document().project(), studio.design(),
                               *studio.design().racks.find(rackOf(all.front())))
                    .empty());
        studio.document().undo();
        QCOMPARE(findPart(*studio.document().project(), studio.design().devices.find(all.front().id)->part)->id,
                 before->id);
        studio.settle();
    }
    void aCancelledReplacementLeavesNothing() {
        Studio studio;
        studio.openSample(kHall);
        const Device device = nodes(studio).front();
        const ProjectPtr before = studio.document().project();
        studio.document().select({Subject(device.id)});
        studio.whenAsked(QStringLiteral("dialog.replace"), [&](QDialog& dialog) {
            auto* list = dialog.findChild<QListView*>(QStringLiteral("replace.parts"));
            list->setCurrentIndex(list->model()->index(0, 0));
            dialog.reject();
        });
        studio.window().actions().action("design.replace")->trigger();
        QVERIFY(!studio.document().isPreviewing());
        QVERIFY(studio.document().project() == before);
        studio.settle();
    }
    void modulesAreFittedCountedAndTakenOut() {
        Studio studio;
        studio.openSample(kHall);
        const Device device = nodes(studio).front();
        studio.document().select({Subject(device.id)});
        studio.settle();
        const auto modules = [&] { return studio.design().modules.allWith<ModulesByDevice>(device.id); };
        const std::size_t before = modules().size();
        QString chosen;
        studio.whenAsked(QStringLiteral("dialog.part-picker"), [&](QDialog& dialog) {
            auto* list = dialog.findChild<QListView*>(QStringLiteral("part-picker.parts"));
            QVERIFY(list->model()->rowCount() > 0);
            list->setCurrentIndex(list->model()->index(0, 0));
            chosen = list->currentIndex().data(PartListModel::IdRole).toString();
            dialog.accept();
        });
        QTest::mouseClick(&studio.newest<QToolButton>(QStringLiteral("inspector.modules.add")), Qt::LeftButton);
        QCOMPARE(modules().size(), before + 1);
        QCOMPARE(steps(studio), std::size_t(2));
        const Module fitted = *modules().back();
        QCOMPARE(QString::fromStdString(findPart(*studio.document().project(), fitted.part)->id), chosen);
        const QString number = QString::number(quint64(fitted.id.value));
        auto& count = studio.newest<QSpinBox>(QLatin1String("inspector.module.count:") + number);
        count.setFocus();
        QTest::keyClick(&count, Qt::Key_Up);
        QCOMPARE(modules().back()->count, std::int64_t(2));
        QTest::mouseClick(&studio.newest<QToolButton>(QLatin1String("inspector.module.remove:") + number),
                          Qt::LeftButton);
        QCOMPARE(modules().size(), before);
        studio.document().undo();
        QCOMPARE(modules().back()->count, std::int64_t(2));
        QCOMPARE(studio.newest<QSpinBox>(QLatin1String("inspector.module.count:") + number).value(), 2);
        studio.settle();
    }
    // A project that was being read opens while a module is chosen: the fields of the old one go, and with them the
    // list that asked. Nothing is fitted into the new one.
    void aProjectOpensWhileAModuleIsChosen() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({Subject(nodes(studio).front().id)});
        studio.settle();
        const std::size_t before = studio.design().modules.size();
        const QPointer<QToolButton> add(&studio.newest<QToolButton>(QStringLiteral("inspector.modules.add")));
        studio.whenAsked(QStringLiteral("dialog.part-picker"), [&](QDialog& dialog) {
            auto* list = dialog.findChild<QListView*>(QStringLiteral("part-picker.parts"));
            list->setCurrentIndex(list->model()->index(0, 0));
            studio.window().keeper().openNew(studio.document().history().document(), QStringLiteral("other"),
                                             DocumentKeeper::Origin::Sample);
            [&] { QTRY_VERIFY(!add); }();
            dialog.accept();
        });
        QTest::mouseClick(add, Qt::LeftButton);
        QVERIFY(!add);
        QCOMPARE(studio.design().modules.size(), before);
        QVERIFY(!studio.document().isModified());
        studio.settle();
    }
    void aSupplyIsPluggedIntoAPduOfTheRack() {
        Studio studio;
        studio.openSample(kHall);
        const Device device = nodes(studio).front();
        studio.document().select({Subject(device.id)});
        studio.settle();
        auto& choice = studio.newest<QComboBox>(QStringLiteral("inspector.cord:0"));
        QVERIFY(choice.count() > 1);
        QCOMPARE(choice.currentIndex(), 0); // by the rule
        // Which says the PDU and the outlet: nodes take C19.
        QTRY_VERIFY2(choice.currentText().contains(QStringLiteral(", C19-")), qPrintable(choice.currentText()));
        QVERIFY(choice.currentText().endsWith(choice.toolTip()));
        const std::size_t before = studio.design().cordOverrides.size();
        choice.setFocus();
        QTest::keyClick(&choice, Qt::Key_Down);
        QCOMPARE(studio.design().cordOverrides.size(), before + 1);
        const CordOverride cord = *studio.design().cordOverrides.begin();
        QVERIFY(cord.device == device.id && cord.supply == 0);
        const PowerElement* pdu = studio.design().powerElements.find(cord.element);
        QVERIFY(pdu && rackOf(pdu->placement) == rackOf(device));
        QCOMPARE(studio.newest<QComboBox>(QStringLiteral("inspector.cord:0")).currentText(),
                 QString::fromStdString(pdu->name));
        QTest::keyClick(&choice, Qt::Key_Up);
        QCOMPARE(studio.design().cordOverrides.size(), before);
        QCOMPARE(steps(studio), std::size_t(3));
    }
    void newerDataOfAPartIsShownAndAdopted() {
        Studio studio;
        studio.openSample(kHall);
        const PartRow row = *studio.document().project()->parts.begin();
        Part older = *row.part;
        older.model += " (old)";
        ++older.revision;
        const auto adopted = std::make_shared<const Part>(older);
        QVERIFY(studio.document().commit(edits::adoptRevision(*studio.document().project(), row.id, adopted)));
        studio.window().actions().action("design.revisions")->trigger();
        auto& dialog = studio.child<QDialog>(QStringLiteral("dialog.revisions"));
        auto* tree = dialog.findChild<QTreeWidget*>(QStringLiteral("revisions.parts"));
        QCOMPARE(tree->topLevelItemCount(), 1);
        QVERIFY(tree->topLevelItem(0)->childCount() > 0);
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("revisions.adopt")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->parts.find(row.id)->part->model, row.part->model);
        QCOMPARE(tree->topLevelItemCount(), 0);
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("revisions.adopt"))->isEnabled());
        QCOMPARE(steps(studio), std::size_t(3));
        dialog.close();
        studio.settle();
    }
    void newerDataSayForWhichRacksADoorIsMade() {
        Studio studio;
        studio.openSample(kHall);
        const auto part = studio.services().library()->part("ibm-rdhx-19in");
        QVERIFY(part);
        Part older = **part; // as a design embeds it that is older than the attribute
        std::erase_if(older.attributes, [](const Attribute& each) { return each.key == kRackForm.key; });
        QVERIFY(older.attributes.size() < (*part)->attributes.size());
        CoolingUnit door;
        door.name = "Door";
        door.kind = CoolingUnitKind::RearDoor;
        door.placement = InRack{studio.rackNamed("A01"), 1, Face::Rear, 0};
        QVERIFY(studio.document().commit(edits::hangRearDoor(edits::activeTarget(*studio.document().project()), door,
                                                             std::make_shared<const Part>(older))));
        studio.settle();
        const auto open = [&studio] {
            return std::ranges::count_if(studio.document().solution()->report().findings, [](const Finding& finding) {
                return finding.state == RuleState::NotChecked && finding.message.id == "rule.RACK-02.form-open";
            });
        };
        QCOMPARE(open(), std::ptrdiff_t(1));
        studio.window().actions().action("design.revisions")->trigger();
        auto& dialog = studio.child<QDialog>(QStringLiteral("dialog.revisions"));
        QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("revisions.adopt")), Qt::LeftButton);
        dialog.close();
        studio.settle();
        QCOMPARE(open(), std::ptrdiff_t(0));
    }

    // Names of any length: neither the inspector nor the head of the plan grows with them.
    void longNamesWidenNothing_data() {
        QTest::addColumn<QString>("name");
        QTest::addRow("56") << QString(56, QLatin1Char('W'));
        QTest::addRow("1,000") << QString(1000, QLatin1Char('W'));
        QTest::addRow("1,000 with spaces") << QStringLiteral("Hall ").repeated(200).trimmed();
    }
    void longNamesWidenNothing() {
        QFETCH(QString, name);
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
        const QWidget* page = studio.window().workspace(QStringLiteral("plan"));
        const int width = studio.window().width(), claimed = page->minimumSizeHint().width();
        const int least = body->minimumSizeHint().width(), bodyWidth = body->width();
        const auto enter = [&studio](const QString& words) {
            QLineEdit& line = field(studio, "name");
            line.setFocus();
            line.selectAll();
            line.insert(words);
            QTest::keyClick(&line, Qt::Key_Return);
            studio.settle();
            QCoreApplication::processEvents();
        };
        const auto isInside = [&] {
            return body->minimumSizeHint().width() <= least &&
                   body->width() <= std::max(bodyWidth, body->parentWidget()->width()) &&
                   studio.window().width() == width && page->minimumSizeHint().width() <= claimed + 200;
        };
        QVERIFY(studio.document().commit(edits::renameProject(name.toStdString(), {})));
        studio.settle();
        QTRY_VERIFY2(isInside(), qPrintable(QString::number(body->minimumSizeHint().width())));
        studio.document().select({Subject(studio.design().rooms.begin()->id)});
        enter(name);
        QCOMPARE(toText(studio.design().rooms.begin()->name), name);
        QTRY_VERIFY2(isInside(), qPrintable(QString::number(page->minimumSizeHint().width())));
        // The whole name is in the tool tip of what shows a part of it.
        const auto& title = studio.child<QLabel>(QStringLiteral("plan.title"));
        QTRY_VERIFY(title.toolTip() == name || title.width() >= title.sizeHint().width());
        // What is too long is refused in a sentence that has room as well.
        enter(QString(1001, QLatin1Char('W')));
        QVERIFY(!problemOf(studio, "name").isEmpty());
        QVERIFY2(!problemOf(studio, "name").remove(QChar(0x200b)).contains(QString(31, QLatin1Char('W'))),
                 qPrintable(problemOf(studio, "name")));
        QTRY_VERIFY2(isInside(), qPrintable(QString::number(body->minimumSizeHint().width())));
    }
};

RW_WINDOW_SUITE(TestStudioInspector)
#include "tst_studio_inspector.moc"
