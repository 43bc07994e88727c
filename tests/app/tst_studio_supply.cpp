// SPDX-License-Identifier: GPL-3.0-or-later
// Power and cooling connected by hand in the real window: lists of the inspector, the tool on the plan, the palette,
// whole rows, and the workspaces of the single-line diagram and of the cooling loops.
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/supply_edits.h"
#include "solvers/facility/room_limits.h"
#include "solvers/power/drawn_utility.h"
#include "solvers/power/figures.h"
#include "tests/app/studio_fixture.h"
#include "tests/support/drawing_checks.h"
#include "ui/parts/part_picker.h"
#include "ui/report/loop_readings.h"
#include "ui/supply/connect_layer.h"
#include "ui/supply/connections.h"
#include "ui/supply/cooling_workspace.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/power_workspace.h"
#include "ui/supply/supply_commands.h"
#include "ui/text/to_text.h"
#include "ui/widgets/panel_dock.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <set>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

std::size_t steps(Studio& studio) { return studio.document().history().steps().size(); }

/// Into a field of the inspector.
void type(Studio& studio, const char* field, const QString& text) {
    Studio::typeInto(studio.newest<QLineEdit>(QStringLiteral("inspector.") + QLatin1String(field)), text);
}

void press(QDialog& dialog) {
    auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    if (!ok->isEnabled()) {
        QString said;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            said += label->text() + QLatin1Char('|');
        dialog.reject();
        QFAIL(qPrintable(said));
    }
    ok->click();
}

/// Types into the palette of connections and takes its first line.
void choose(Studio& studio, const QString& words) {
    auto& palette = studio.newest<QDialog>(QStringLiteral("supply.palette"));
    auto* line = palette.findChild<QLineEdit*>(QStringLiteral("palette.words"));
    QTest::keyClicks(line, words);
    QTest::keyClick(line, Qt::Key_Return);
}

const PowerElement* element(Studio& studio, PowerElementKind kind, FeedSide side = FeedSide::A) {
    for (const PowerElement& each : studio.design().powerElements)
        if (each.kind == kind && each.side == side)
            return &each;
    return nullptr;
}

std::vector<PowerLink> linksTo(Studio& studio, Id<PowerElement> to) {
    std::vector<PowerLink> found;
    for (const PowerLink& link : studio.design().powerLinks)
        if (link.to == to)
            found.push_back(link);
    return found;
}

/// PDUs of the rack, all circuits to them and the tap-offs above taken away.
std::vector<Id<PowerElement>> unfedPdus(Studio& studio, const char* rack) {
    std::vector<Id<PowerElement>> pdus;
    std::vector<Id<PowerLink>> links;
    studio.design().powerElements.forEachWith<PowerElementsByRack>(
        studio.rackNamed(rack), [&](const PowerElement& each) {
            pdus.push_back(each.id);
            for (const PowerLink& link : linksTo(studio, each.id))
                links.push_back(link.id);
        });
    if (!studio.document().commit(
            edits::removePowerLinks(edits::activeTarget(*studio.document().project()), std::move(links))))
        qFatal("the circuits stay");
    return pdus;
}

} // namespace

class TestStudioSupply : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPduIsFedFromTheListAndItsCircuitIsTyped() {
        Studio studio;
        studio.openSample(kHall);
        const std::vector<Id<PowerElement>> pdus = unfedPdus(studio, "A01");
        QVERIFY(!pdus.empty());
        const PowerElement& run = *element(studio, PowerElementKind::Busway);
        studio.document().select({Subject(pdus.front())});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.fed-from.add")).click();
        const std::size_t before = steps(studio);
        choose(studio, toText(run.name));
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(linksTo(studio, pdus.front()).size(), std::size_t(1));
        const PowerLink link = linksTo(studio, pdus.front()).front();
        QCOMPARE(link.from, run.id);
        const QString number = QString::number(link.id.value);
        const auto typeOfCircuit = [&](const char* field, const QString& text) {
            type(studio, qPrintable(QStringLiteral("circuit.%1:%2").arg(QLatin1String(field), number)), text);
        };
        typeOfCircuit("breaker", QStringLiteral("63"));
        typeOfCircuit("poles", QStringLiteral("L1,L2,L3"));
        typeOfCircuit("connector", QStringLiteral("IEC 60309 63 A"));
        typeOfCircuit("whip", QStringLiteral("3.5 m"));
        const PowerLink typed = linksTo(studio, pdus.front()).front();
        QCOMPARE(typed.breaker->si(), 63.0);
        QCOMPARE(typed.poles, std::string("L1,L2,L3"));
        QCOMPARE(typed.connector, std::string("IEC 60309 63 A"));
        QCOMPARE(*typed.whip, Length::millimetres(3'500));
        QCOMPARE(steps(studio), before + 5);
        studio.newest<QToolButton>(QStringLiteral("inspector.circuit.remove:") + number).click();
        QVERIFY(linksTo(studio, pdus.front()).empty());
    }
    void manyPdusAreFedFromOneBuswayInOneStep() {
        Studio studio;
        studio.openSample(kHall);
        std::vector<Id<PowerElement>> pdus = unfedPdus(studio, "A01");
        for (const Id<PowerElement> more : unfedPdus(studio, "A02"))
            pdus.push_back(more);
        std::vector<Subject> chosen;
        for (const Id<PowerElement> pdu : pdus)
            chosen.push_back(Subject(pdu));
        const PowerElement& run = *element(studio, PowerElementKind::Busway);
        studio.document().select(chosen);
        studio.settle();
        const std::size_t before = steps(studio);
        studio.window().actions().action("supply.connect-to")->trigger();
        choose(studio, toText(run.name));
        QCOMPARE(steps(studio), before + 1);
        for (const Id<PowerElement> pdu : pdus)
            QCOMPARE(linksTo(studio, pdu).size(), std::size_t(1));
        // All at once they are taken off again.
        studio.newest<QToolButton>(QStringLiteral("inspector.fed-from.remove:") + QString::number(run.id.value))
            .click();
        QCOMPARE(steps(studio), before + 2);
        for (const Id<PowerElement> pdu : pdus)
            QVERIFY(linksTo(studio, pdu).empty());
    }
    void aTransformerIsPutInAndFedFromANewUtility() {
        Studio studio;
        studio.openSample(kHall);
        const std::size_t before = steps(studio), elements = studio.design().powerElements.size();
        QTest::keyClick(&studio.window(), Qt::Key_K, Qt::ControlModifier);
        auto& words = studio.newest<QLineEdit>(QStringLiteral("palette.words"));
        QTest::keyClicks(&words, QStringLiteral("substation"));
        QTest::keyClick(&words, Qt::Key_Return);
        studio.settle();
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        const Id<PowerElement> transformer{studio.document().selection().front().id};
        const PowerElement* made = studio.design().powerElements.find(transformer);
        QVERIFY(made && made->kind == PowerElementKind::Transformer && !made->part && !made->rating && !made->voltage);
        type(studio, "voltage", QStringLiteral("20000"));
        type(studio, "output-voltage", QStringLiteral("400"));
        made = studio.design().powerElements.find(transformer);
        QCOMPARE(made->voltage->si(), 20'000.0);
        QCOMPARE(made->outputVoltage->si(), 400.0);
        studio.newest<QToolButton>(QStringLiteral("inspector.fed-from.add")).click();
        const std::size_t typed = steps(studio);
        choose(studio, QStringLiteral("new utility"));
        QCOMPARE(steps(studio), typed + 1);
        QCOMPARE(linksTo(studio, transformer).size(), std::size_t(1));
        const PowerElement* utility = studio.design().powerElements.find(linksTo(studio, transformer).front().from);
        QVERIFY(utility && utility->kind == PowerElementKind::Utility);
        QVERIFY(!utility->scope.isPriced());
        QCOMPARE(studio.design().powerElements.size(), elements + 2);
        // The feed and its circuit are one step.
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().powerElements.size(), elements + 1);
        QVERIFY(linksTo(studio, transformer).empty());
    }
    // What was put in without a part gets one later: its data stand in the place of what was typed, as one step.
    void plantThatWasPutInWithoutAPartGetsOne() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("insert.power.ups")->trigger();
        studio.settle();
        const Id<PowerElement> ups{studio.document().selection().front().id};
        type(studio, "rating", QStringLiteral("123"));
        type(studio, "voltage", QStringLiteral("400"));
        const std::size_t before = steps(studio);
        const auto button = [&]() -> QPushButton& {
            return studio.newest<QPushButton>(QStringLiteral("inspector.choose-part"));
        };
        // Turned back from, it changes nothing.
        studio.whenAsked(QStringLiteral("dialog.part-picker"), [](QDialog& dialog) { dialog.reject(); });
        button().click();
        QCOMPARE(steps(studio), before);
        PartPtr chosen;
        studio.whenAsked(QStringLiteral("dialog.part-picker"), [&](QDialog& dialog) {
            auto& picker = dynamic_cast<PartPicker&>(dialog);
            QTest::keyClicks(dialog.findChild<QLineEdit*>(QStringLiteral("part-picker.search")), QStringLiteral("UPS"));
            chosen = picker.part();
            press(dialog);
        });
        button().click();
        studio.settle();
        QVERIFY(chosen && chosen->category == PartCategory::Ups);
        QCOMPARE(steps(studio), before + 1);
        const PowerElement* made = studio.design().powerElements.find(ups);
        QVERIFY(made->part);
        QCOMPARE(findPart(*studio.document().project(), made->part)->id, chosen->id);
        QVERIFY2(!made->rating, "the part's rating counts");
        QCOMPARE(made->voltage->si(), 400.0);
        studio.document().undo();
        made = studio.design().powerElements.find(ups);
        QVERIFY(!made->part);
        QCOMPARE(made->rating->si(), 123'000.0);
    }
    void eachKindOfPlantHasItsCommand() {
        Studio studio;
        studio.openSample(kHall);
        for (const auto& [id, kind] : {std::pair{"insert.power.utility", PowerElementKind::Utility},
                                       std::pair{"insert.power.generator", PowerElementKind::Generator},
                                       std::pair{"insert.power.switchgear", PowerElementKind::Switchgear},
                                       std::pair{"insert.power.transfer-switch", PowerElementKind::TransferSwitch},
                                       std::pair{"insert.power.ups", PowerElementKind::Ups},
                                       std::pair{"insert.power.battery", PowerElementKind::Battery},
                                       std::pair{"insert.power.rpp", PowerElementKind::RemotePowerPanel}}) {
            studio.window().actions().action(id)->trigger();
            QCOMPARE(studio.document().selection().size(), std::size_t(1));
            const PowerElement* made = studio.design().powerElements.find({studio.document().selection().front().id});
            QVERIFY2(made && made->kind == kind && !made->part, id);
        }
    }
    void aLoopIsMadeFilledInAndRemoved() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        const std::size_t loops = studio.design().coolingLoops.size();
        studio.window().actions().action("supply.loop")->trigger();
        studio.settle();
        QCOMPARE(studio.design().coolingLoops.size(), loops + 1);
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        const Id<CoolingLoop> id{studio.document().selection().front().id};
        type(studio, "name", QStringLiteral("Secondary"));
        type(studio, "fluid", QStringLiteral("PG25"));
        type(studio, "supply", QStringLiteral("40 C"));
        type(studio, "return-limit", QStringLiteral("50"));
        type(studio, "flow", QStringLiteral("600"));
        type(studio, "pressure-difference", QStringLiteral("150"));
        type(studio, "loop-redundancy", QStringLiteral("N+1"));
        const CoolingLoop made = *studio.design().coolingLoops.find(id);
        QCOMPARE(made.name, std::string("Secondary"));
        QCOMPARE(made.fluid, std::string("PG25"));
        QVERIFY(std::abs(made.supply->inCelsius() - 40) < 1e-9);
        QVERIFY(std::abs(made.returnLimit->inCelsius() - 50) < 1e-9);
        QVERIFY(std::abs(made.flow->si() - 0.01) < 1e-12);
        QVERIFY(std::abs(made.pressureDifference->si() - 150'000) < 1e-6);
        QCOMPARE(made.redundancy, std::string("N+1"));
        // A CDU is hung on it by its list, and a loop in use stays.
        const auto unit = std::ranges::find(studio.design().coolingUnits, CoolingUnitKind::CduRow, &CoolingUnit::kind);
        QVERIFY(unit != studio.design().coolingUnits.end());
        const Id<CoolingUnit> cdu = unit->id;
        studio.document().select({Subject(cdu)});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.supplies.add")).click();
        choose(studio, QStringLiteral("Secondary"));
        QCOMPARE(studio.design().coolingUnits.find(cdu)->secondary, id);
        studio.document().select({Subject(id)});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.loop.remove")).click();
        QVERIFY(studio.design().coolingLoops.contains(id));
        QVERIFY(!studio.newest<QLabel>(QStringLiteral("inspector.loop.problem")).text().isEmpty());
        studio.document().select({Subject(cdu)});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.supplies.remove:") + QString::number(id.value)).click();
        studio.document().select({Subject(id)});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.loop.remove")).click();
        QVERIFY(!studio.design().coolingLoops.contains(id));
    }
    void aUnitIsDraggedToTheRackThatItServes() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        const CoolingUnit* unit = nullptr;
        for (const CoolingUnit& each : studio.design().coolingUnits)
            if (each.kind == CoolingUnitKind::CduRow && std::holds_alternative<OnFloor>(each.placement))
                unit = &each;
        QVERIFY(unit);
        const Id<CoolingUnit> id = unit->id;
        const Rack& rack = *studio.design().racks.begin();
        const Id<Rack> to = rack.id;
        std::vector<Id<CoolingService>> services;
        for (const CoolingService& service : studio.design().coolingServices)
            if (service.unit == id)
                services.push_back(service.id);
        QVERIFY(studio.document().commit(
            edits::removeServices(edits::activeTarget(*studio.document().project()), services)));
        studio.plan().setRoom(rack.room);
        studio.settle();
        const std::size_t before = steps(studio);
        auto& layer = studio.child<ConnectLayer>(QStringLiteral("plan.connect"));
        studio.window().actions().action("supply.connect")->trigger();
        QVERIFY(layer.isActive());
        const QPoint from =
            studio.plan()
                .toView(toMm(std::get<OnFloor>(studio.design().coolingUnits.find(id)->placement).centre))
                .toPoint();
        Studio::dragWithoutRelease(layer, from, studio.onPlan(to));
        QCOMPARE(layer.origin(), std::optional(Subject(id)));
        QVERIFY(!layer.words().isEmpty());
        QTest::mouseRelease(&layer, Qt::LeftButton, {}, studio.onPlan(to));
        QCOMPARE(steps(studio), before + 1);
        std::size_t served = 0;
        studio.design().coolingServices.forEachWith<ServicesByUnit>(id, [&](const CoolingService& service) {
            QCOMPARE(service.rack, to);
            QCOMPARE(service.heat, HeatKind::Liquid);
            ++served;
        });
        QCOMPARE(served, std::size_t(1));
        // Twice is refused, and Escape leaves.
        Studio::drag(layer, from, studio.onPlan(to));
        QCOMPARE(steps(studio), before + 1);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!layer.isActive());
        QVERIFY(!studio.window().actions().action("supply.connect")->isChecked());
    }
    // By the list of the inspector and the keyboard, by a drag on the plan, and taken back.
    void aCoolingUnitIsFedFromTheListAndByADrag() {
        Studio studio;
        studio.openSample(kHall);
        std::vector<Id<CoolingUnit>> units;
        for (const CoolingUnit& each : studio.design().coolingUnits)
            if (std::holds_alternative<OnFloor>(each.placement))
                units.push_back(each.id);
        QVERIFY(units.size() > 1);
        const auto circuits = [&](Id<CoolingUnit> unit) {
            std::vector<PowerLink> found;
            for (const PowerLink& link : studio.design().powerLinks)
                if (!link.to && link.unit == unit)
                    found.push_back(link);
            return found;
        };
        std::vector<Id<PowerLink>> old;
        for (const Id<CoolingUnit> unit : units)
            for (const PowerLink& link : circuits(unit))
                old.push_back(link.id);
        if (!old.empty())
            QVERIFY(studio.document().commit(
                edits::removePowerLinks(edits::activeTarget(*studio.document().project()), old)));
        const PowerElement& run = *element(studio, PowerElementKind::Busway);
        studio.document().select({Subject(units[0])});
        studio.settle();
        studio.newest<QToolButton>(QStringLiteral("inspector.fed-from.add")).click();
        const std::size_t before = steps(studio);
        choose(studio, toText(run.name));
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(circuits(units[0]).size(), std::size_t(1));
        QCOMPARE(circuits(units[0]).front().from, run.id);
        const QString number = QString::number(circuits(units[0]).front().id.value);
        auto& breaker = studio.newest<QLineEdit>(QStringLiteral("inspector.circuit.breaker:") + number);
        breaker.setFocus();
        QTest::keyClicks(&breaker, QStringLiteral("32"));
        QTest::keyClick(&breaker, Qt::Key_Return);
        QCOMPARE(circuits(units[0]).front().breaker, std::optional(Current(32)));
        // What it draws is typed too.
        type(studio, "draw", QStringLiteral("7.5"));
        QCOMPARE(studio.design().coolingUnits.find(units[0])->draw, std::optional(Power(7'500.0)));
        // Either end may be dragged to the other; twice is refused with its reason.
        const edits::Target target = edits::activeTarget(*studio.document().project());
        const Result<Edit> twice = connectionOf(target, Subject(run.id), {Subject(units[0])});
        QVERIFY(!twice);
        QCOMPARE(twice.error().message.id, std::string("edit.power-unit-fed"));
        const Result<Edit> dragged = connectionOf(target, Subject(units[1]), {Subject(run.id)});
        QVERIFY(dragged && studio.document().commit(*dragged));
        QCOMPARE(circuits(units[1]).front().from, run.id);
        studio.newest<QToolButton>(QStringLiteral("inspector.circuit.remove:") + number).click();
        QVERIFY(circuits(units[0]).empty());
    }
    // An air handler has no loop of its own: the refusal says what it is connected to, and a CDU takes its heat however
    // it is dragged.
    void anAirHandlerSuppliesNoOtherUnit() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        std::vector<Id<CoolingUnit>> air;
        Id<CoolingUnit> cdu;
        for (const CoolingUnit& each : studio.design().coolingUnits)
            if (each.kind == CoolingUnitKind::PerimeterAir)
                air.push_back(each.id);
            else if (each.kind == CoolingUnitKind::CduRow && each.secondary)
                cdu = each.id;
        QVERIFY(air.size() > 1 && cdu);
        const edits::Target target = edits::activeTarget(*studio.document().project());
        const Result<Edit> refused = connectionOf(target, Subject(air[1]), {Subject(air[0])});
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("supply.serves-racks-only"));
        const Result<Edit> joined = connectionOf(target, Subject(air[0]), {Subject(cdu)});
        QVERIFY(joined && studio.document().commit(*joined));
        QCOMPARE(studio.design().coolingUnits.find(air[0])->primary, studio.design().coolingUnits.find(cdu)->secondary);
    }
    void aRowIsConnectedInOneStep() {
        Studio studio;
        studio.openSample(kHall);
        const std::vector<Id<PowerElement>> pdus = unfedPdus(studio, "A01");
        const Project before = *studio.document().project();
        const std::size_t elements = studio.design().powerElements.size();
        studio.document().select({Subject(studio.rackNamed("A01"))});
        studio.whenAsked(QStringLiteral("dialog.connect-row"), [&](QDialog& dialog) {
            QVERIFY(studio.document().isPreviewing());
            dialog.findChild<QLineEdit*>(QStringLiteral("connect-row.breaker"))->setText(QStringLiteral("63"));
            QVERIFY(!dialog.findChild<QLabel*>(QStringLiteral("connect-row.summary"))->text().isEmpty());
            press(dialog);
        });
        studio.window().actions().action("supply.connect-row")->trigger();
        QCOMPARE(studio.design().powerElements.size(), elements + pdus.size());
        for (const Id<PowerElement> pdu : pdus) {
            QCOMPARE(linksTo(studio, pdu).size(), std::size_t(1));
            const PowerElement& tap = *studio.design().powerElements.find(linksTo(studio, pdu).front().from);
            QCOMPARE(tap.kind, PowerElementKind::TapOff);
            QCOMPARE(tap.side, studio.design().powerElements.find(pdu)->side);
        }
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void aRowThatIsFedNamesItsFeeds() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        const auto feederOf = [&](FeedSide side) {
            const PowerElement* at = nullptr;
            studio.design().powerElements.forEachWith<PowerElementsByRack>(rack, [&](const PowerElement& each) {
                if (each.side == side)
                    at = &each;
            });
            do
                at = studio.design().powerElements.find(linksTo(studio, at->id).front().from);
            while (at->kind == PowerElementKind::TapOff);
            return at;
        };
        studio.document().select({Subject(rack), Subject(studio.rackNamed("A02"))});
        studio.whenAsked(QStringLiteral("dialog.connect-row"), [&](QDialog& dialog) {
            for (const auto& [name, side] :
                 {std::pair{"connect-row.feed-a", FeedSide::A}, std::pair{"connect-row.feed-b", FeedSide::B}})
                QCOMPARE(dialog.findChild<QComboBox*>(QLatin1String(name))->currentData().toULongLong(),
                         feederOf(side)->id.value);
            for (const char* cooling : {"connect-row.liquid", "connect-row.air", "connect-row.doors"})
                dialog.findChild<QComboBox*>(QLatin1String(cooling))->setCurrentIndex(0);
            const QString said = dialog.findChild<QLabel*>(QStringLiteral("connect-row.problem"))->text();
            QVERIFY2(said.contains(QStringLiteral("already fed by")), qPrintable(said));
            for (const FeedSide side : {FeedSide::A, FeedSide::B})
                QVERIFY2(said.contains(toText(feederOf(side)->name)), qPrintable(said));
            dialog.reject();
        });
        studio.window().actions().action("supply.connect-row")->trigger();
    }
    void aRowGoesOverToLiquidAndBack() {
        Studio studio;
        studio.openSample(kHall);
        const Project before = *studio.document().project();
        const std::size_t units = studio.design().coolingUnits.size(), devices = studio.design().devices.size();
        studio.document().select({Subject(studio.rackNamed("A01"))});
        studio.whenAsked(QStringLiteral("dialog.liquid-row"), [&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("liquid-row.supply"))->setText(QStringLiteral("32"));
            auto* manifolds = dialog.findChild<QComboBox*>(QStringLiteral("liquid-row.manifold"));
            manifolds->setCurrentIndex(manifolds->findData(QStringLiteral("manifold-19in")));
            press(dialog);
        });
        studio.window().actions().action("supply.liquid-row")->trigger();
        QCOMPARE(studio.design().coolingUnits.size(), units + 2);
        QVERIFY(studio.design().devices.size() > devices);
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(*studio.document().project() == before);
    }
    void aRowGoesOverToLiquidWithANewFacilityLoop() {
        Studio studio;
        studio.openSample(kHall);
        const std::size_t loops = studio.design().coolingLoops.size(), before = steps(studio);
        studio.document().select({Subject(studio.rackNamed("A01"))});
        studio.whenAsked(QStringLiteral("dialog.liquid-row"), [&](QDialog& dialog) {
            auto* water = dialog.findChild<QComboBox*>(QStringLiteral("liquid-row.water"));
            auto* supply = dialog.findChild<QLineEdit*>(QStringLiteral("liquid-row.water-supply"));
            auto* back = dialog.findChild<QLineEdit*>(QStringLiteral("liquid-row.water-return"));
            auto* summary = dialog.findChild<QLabel*>(QStringLiteral("liquid-row.summary"));
            auto* problem = dialog.findChild<QLabel*>(QStringLiteral("liquid-row.problem"));
            auto* fluid = dialog.findChild<QLineEdit*>(QStringLiteral("liquid-row.fluid"));
            auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
            water->setCurrentIndex(0);
            QVERIFY(!supply->isEnabled());
            water->setCurrentIndex(water->count() - 1);
            QVERIFY(supply->isEnabled());
            // These nodes are cooled by air.
            QVERIFY2(summary->text().contains(QStringLiteral("give nothing to liquid")), qPrintable(summary->text()));
            fluid->setText(QStringLiteral("40"));
            QVERIFY(!ok->isEnabled());
            QVERIFY2(problem->text().contains(QStringLiteral("are not known")), qPrintable(problem->text()));
            fluid->setText(QStringLiteral("watre"));
            QVERIFY(!ok->isEnabled());
            QVERIFY2(problem->text().contains(QStringLiteral("water or PG25")), qPrintable(problem->text()));
            fluid->setText(QStringLiteral("PG25"));
            QVERIFY(ok->isEnabled());
            supply->setText(QStringLiteral("18"));
            back->setText(QStringLiteral("28"));
            press(dialog);
        });
        studio.window().actions().action("supply.liquid-row")->trigger();
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(studio.design().coolingLoops.size(), loops + 2);
        const CoolingLoop* made = nullptr;
        for (const CoolingLoop& loop : studio.design().coolingLoops)
            if (loop.isFacilityWater && loop.supply == Temperature::celsius(18))
                made = &loop;
        QVERIFY(made);
        QCOMPARE(made->returnLimit, std::optional(Temperature::celsius(28)));
        const auto onIt = std::ranges::count_if(studio.design().coolingUnits,
                                                [made](const CoolingUnit& unit) { return unit.primary == made->id; });
        QCOMPARE(onIt, 2);
    }
    void theSingleLineStaysPutAndSelects() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        QVERIFY(view.isVisible());
        const SingleLine line = view.line();
        std::size_t shown = 0;
        for (const SingleLineBox& box : line.boxes)
            shown += box.elements.size();
        QCOMPARE(shown, studio.design().powerElements.size());
        const PowerElement& a = *element(studio, PowerElementKind::Busway);
        const PowerElement& b = *element(studio, PowerElementKind::Busway, FeedSide::B);
        QVERIFY(line.of(a.id)->box.right() < line.of(b.id)->box.left());
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView(line.of(a.id)->box.center()).toPoint());
        QVERIFY(studio.document().isSelected(Subject(a.id)));
        // Another load moves no box.
        const Id<Device> device = studio.design().devices.begin()->id;
        QVERIFY(studio.document().commit(
            edits::removeDevices(edits::activeTarget(*studio.document().project()), {device})));
        studio.settle();
        QCOMPARE(view.line().boxes.size(), line.boxes.size());
        for (std::size_t i = 0; i < line.boxes.size(); ++i)
            QCOMPARE(view.line().boxes[i].box, line.boxes[i].box);
        // What loses its feed is listed first.
        const std::vector<Id<PowerElement>> pdus = unfedPdus(studio, "A01");
        studio.settle();
        auto& list = studio.child<QTableView>(QStringLiteral("power.list"));
        QCOMPARE(list.model()->index(0, 0).data().toString(),
                 toText(studio.design().powerElements.find(pdus.front())->name));
        QVERIFY(studio.child<QLabel>(QStringLiteral("power.unfed")).isVisible());
    }
    // A chain of side A that is chosen in the single line becomes the other side by one key, with its circuit.
    void aChainIsCopiedAsTheOtherSide() {
        Studio studio;
        studio.openSample("typical-llm-cluster");
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        const std::set<std::uint64_t> before = [&] {
            std::set<std::uint64_t> ids;
            for (const PowerElement& each : studio.design().powerElements)
                ids.insert(each.id.value);
            return ids;
        }();
        const auto click = [&](PowerElementKind kind, Qt::KeyboardModifiers keys) {
            const Id<PowerElement> id = element(studio, kind)->id;
            QTest::mouseClick(&view, Qt::LeftButton, keys, view.toView(view.line().of(id)->box.center()).toPoint());
        };
        click(PowerElementKind::Ups, {});
        click(PowerElementKind::Busway, Qt::ControlModifier);
        const std::size_t at = steps(studio);
        QTest::keyClick(&view, Qt::Key_D, Qt::ControlModifier);
        studio.settle();
        QCOMPARE(steps(studio), at + 1);
        std::vector<PowerElement> made;
        for (const PowerElement& each : studio.design().powerElements)
            if (!before.contains(each.id.value))
                made.push_back(each);
        QCOMPARE(made.size(), std::size_t{2});
        for (const PowerElement& each : made) {
            QVERIFY(each.side == FeedSide::B);
            QVERIFY(studio.document().isSelected(Subject(each.id)));
        }
        const auto busway = std::ranges::find(made, PowerElementKind::Busway, &PowerElement::kind);
        const std::vector<PowerLink> links = linksTo(studio, busway->id);
        QCOMPARE(links.size(), std::size_t{1});
        QVERIFY(links.front().from == std::ranges::find(made, PowerElementKind::Ups, &PowerElement::kind)->id);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().powerElements.size(), before.size());
    }
    // Of a hall at 2N a UPS has left what the loss of the other leaves, in the list, in the inspector, on the drawing
    // and among the limits of the room.
    // A large diagram opens where it can be read, what is chosen in the list comes into sight, and fit shows the whole.
    void largeDiagramsOpenReadable() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        constexpr double leastLetter = 2, leastPixels = 6.5; // mm on paper; on the screen
        QVERIFY(view.pixelsPerMm() * leastLetter >= leastPixels);
        const auto isSeen = [&view](const QRectF& box) { return QRectF(view.rect()).contains(view.toView(box)); };
        QVERIFY(isSeen(view.line().boxes.front().box));
        const auto hidden =
            std::ranges::find_if(view.line().boxes, [&](const SingleLineBox& box) { return !isSeen(box.box); });
        QVERIFY(hidden != view.line().boxes.end());
        auto& list = studio.child<QTableView>(QStringLiteral("power.list"));
        const auto& table = *qobject_cast<const PowerTable*>(list.model());
        list.selectRow(table.rowOf(hidden->subjects().front()));
        QVERIFY(isSeen(hidden->box));
        view.zoomStep(ZoomStep::Fit);
        QVERIFY(std::ranges::all_of(view.line().boxes, [&](const SingleLineBox& box) { return isSeen(box.box); }));
    }
    void headroomIsThatAfterTheLossThatIsBorne() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        const PowerElement ups = *element(studio, PowerElementKind::Ups);
        const auto figure = [&](FigureHandle handle) {
            return studio.document().solution()->find(handle, Subject(ups.id))->value.typical();
        };
        const double left = figure(figure_of::feedRating) - figure(figure_of::feedPowerOtherLost);
        QVERIFY(left > 0);
        QVERIFY(left < figure(figure_of::feedRating) - figure(figure_of::feedPowerPeak));
        const auto& list = studio.child<QTableView>(QStringLiteral("power.list"));
        QString shown;
        for (int row = 0; row < list.model()->rowCount(); ++row)
            if (list.model()->index(row, PowerTable::Name).data().toString() == toText(ups.name))
                shown = list.model()->index(row, PowerTable::Headroom).data().toString();
        QVERIFY2(shown.endsWith(QStringLiteral(" kW")), qPrintable(shown));
        QVERIFY2(std::abs(shown.section(QLatin1Char(' '), 0, 0).toDouble() - left / 1000) < 1, qPrintable(shown));
        QCOMPARE(list.model()->headerData(PowerTable::Headroom, Qt::Horizontal).toString(),
                 QStringLiteral("Headroom after a loss"));
        const QString drawn =
            textsOf(studio.child<SingleLineView>(QStringLiteral("power.line")).drawing()).join(QLatin1Char('|'));
        QVERIFY2(drawn.contains(shown + QStringLiteral(" left")), qPrintable(drawn));
        studio.document().select({Subject(ups.id)});
        studio.settle();
        QCOMPARE(studio.newest<QLabel>(QStringLiteral("inspector.headroom")).text(), shown);
        const Context& context = studio.document().solution()->context();
        const Id<Room> room = context.design().rooms.begin()->id;
        bool isListed = false;
        for (const RoomLimit& limit : roomLimits(context, room, roomTemplates(context, room).front()).limits)
            if (limit.kind == LimitKind::Feed && limit.name == ups.name) {
                isListed = true;
                QVERIFY(std::abs(limit.left().typical() - left) < 1);
            }
        QVERIFY(isListed);
    }
    void aBuswayIsTakenOutOfServiceAndPutBack() {
        Studio studio;
        studio.openSample(kHall);
        studio.settle();
        const PowerElement run = *element(studio, PowerElementKind::Busway);
        const ProjectPtr before = studio.document().project();
        const std::size_t stepsBefore = steps(studio);
        QAction& out = *studio.window().actions().action("supply.out");
        auto& strip = studio.child<QWidget>(QStringLiteral("plan.out-of-service"));
        studio.document().select({});
        QVERIFY(!out.isEnabled());
        QVERIFY(!strip.isVisible());
        // Of a rack it says why not.
        QStringList said;
        connect(studio.plan().findChild<SupplyCommands*>(), &SupplyCommands::hinted, &strip,
                [&said](const QString& text) { said << text; });
        studio.document().select({Subject(studio.rackNamed("A01"))});
        out.trigger();
        QVERIFY(said.contains(toText(studio.services().texts().text("supply.out.none"))));
        QVERIFY(!out.isChecked() && !strip.isVisible());
        studio.document().select({Subject(run.id)});
        QVERIFY(out.isEnabled());
        out.trigger();
        studio.settle();
        QVERIFY(strip.isVisible());
        const QString words = studio.child<QLabel>(QStringLiteral("plan.out-of-service.words")).text();
        QVERIFY2(words.contains(toText(run.name)), qPrintable(words));
        QVERIFY(out.isChecked());
        QVERIFY(studio.plan().isShowingLoss());
        // What it takes stands on the plan in words, and the legend says what each colour is.
        const HallTaken& taken = OutOfService::of(studio.document()).loss()->taken;
        const PlanLoss& drawn = *studio.plan().loss();
        const auto word = [&studio](const char* id) { return toText(studio.services().texts().text(id)); };
        QVERIFY(!taken.darkElements.empty());
        for (const Subject each : taken.darkElements)
            QVERIFY(std::ranges::any_of(drawn.marks, [&](const LossMark& mark) {
                return mark.subject == each && (mark.words == word("single-line.dark") || each == Subject(run.id));
            }));
        for (const Id<CoolingUnit> each : taken.darkUnits)
            QVERIFY(std::ranges::count(drawn.marks, Subject(each), &LossMark::subject) == 1);
        for (const LossOverload& each : taken.overloads)
            QVERIFY(std::ranges::any_of(drawn.marks, [&](const LossMark& mark) {
                return mark.subject == each.subject && mark.after == AfterLoss::Overloaded;
            }));
        for (const Id<Rack> rack : taken.darkRacks)
            QCOMPARE(drawn.overlay.find(rack.value)->power, word("plan.loss.word.dark"));
        for (const char* id : {"plan.loss.thing-out", "plan.loss.thing-dark"})
            QVERIFY2(std::ranges::count(drawn.overlay.legend, word(id), &OverlayKey::text) == 1, id);
        // A look changes nothing.
        QCOMPARE(studio.document().project(), before);
        QCOMPARE(steps(studio), stepsBefore);
        studio.plan().setFocus();
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!strip.isVisible());
        QVERIFY(!studio.plan().isShowingLoss());
        QVERIFY(!out.isChecked());
        // What was chosen stays so: the next Escape is for the selection.
        QVERIFY(studio.document().isSelected(Subject(run.id)));
    }
    // Beside the title of the single line stands which utility power is meant; the water of the loops follows what is
    // out of service.
    void pagesSayWhatIsMeant() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        const QString words = studio.child<QLabel>(QStringLiteral("power.utility")).text();
        const bool isWhole = studio.document().newestSolution()->context().lookUp<DrawnUtility>().isWhole();
        QVERIFY2(words.contains(QStringLiteral("PUE")) != isWhole, qPrintable(words));
        studio.document().select({Subject(element(studio, PowerElementKind::Utility, FeedSide::None)->id)});
        studio.window().actions().action("supply.out")->trigger();
        studio.settle();
        // All racks are dark with the mains: their heat is missing in the water.
        const auto& loss = OutOfService::of(studio.document()).loss();
        QVERIFY(loss);
        bool isLoopTold = false;
        for (const CoolingLoop& loop : studio.design().coolingLoops)
            if (const LoadAfterLoss* then = OutOfService::of(studio.document()).loadOf(Subject(loop.id))) {
                QVERIFY(then->watts.typical() < 1);
                isLoopTold = true;
            }
        QVERIFY(isLoopTold);
        LoopReadings readings = loopReadingsOf(*studio.document().newestSolution(), studio.services().texts());
        addLossTo(readings, *studio.document().newestSolution(), *loss, studio.services().texts());
        const QString then = readings.at(studio.design().coolingLoops.begin()->id.value).words.join(QLatin1Char(' '));
        QVERIFY2(then.contains(QStringLiteral("then")), qPrintable(then));
    }
    // A list that is seen asks its model while its window is hidden, and dialogs drop their previews.
    void aWindowEndsBeforeItsDocument() {
        bool isSeen = true, isOpen = true;
        {
            Studio studio;
            studio.openSample(kHall);
            studio.window().actions().action("view.show.power")->trigger();
            studio.settle();
            const QPointer<QTableView> list = &studio.child<QTableView>(QStringLiteral("power.list"));
            QVERIFY(list->isVisible());
            const QPointer<QDialog> dialog = new QDialog(&studio.window());
            connect(&studio.document(), &QObject::destroyed, this, [list, dialog, &isSeen, &isOpen] {
                isSeen = list && list->isVisible();
                isOpen = !dialog.isNull();
            });
        }
        QVERIFY(!isSeen && !isOpen);
    }
    // What is chosen anywhere is chosen in the list of either page, and the other way round.
    void listsOfSupplyFollowTheSelection() {
        Studio studio;
        studio.openSample(kHall);
        for (const char* page : {"power", "cooling"}) {
            studio.window().actions().action(("view.show." + std::string(page)).c_str())->trigger();
            studio.settle();
            auto& list = studio.child<QTableView>(QString::fromLatin1(page) + QStringLiteral(".list"));
            const auto& rows = *qobject_cast<const SupplyTable*>(list.model());
            QVERIFY(rows.rowCount() > 1);
            std::vector<Subject> all;
            for (int row = 0; row < rows.rowCount(); ++row) {
                all.push_back(rows.subject(row));
                QCOMPARE(rows.rowOf(all.back()), row);
            }
            QCOMPARE(rows.rowOf(Subject(studio.design().rooms.begin()->id)), -1);
            studio.document().select(all);
            QCOMPARE(list.selectionModel()->selectedRows().size(), qsizetype(rows.rowCount()));
            QCOMPARE(list.selectionModel()->selection().size(), qsizetype(1));
            studio.document().select({all.back()});
            QCOMPARE(list.selectionModel()->selectedRows().size(), qsizetype(1));
            QCOMPARE(list.selectionModel()->selectedRows().front().row(), rows.rowCount() - 1);
            list.selectRow(0);
            QCOMPARE(studio.document().selection(), std::vector<Subject>{all.front()});
        }
    }
    void theSingleLineShowsWhatIsOutOfService() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        const PowerElement run = *element(studio, PowerElementKind::Busway);
        const QString word = toText(studio.services().texts().text("single-line.out"));
        QVERIFY(!textsOf(view.drawing()).contains(word));
        const auto& table =
            *qobject_cast<const PowerTable*>(studio.child<QTableView>(QStringLiteral("power.list")).model());
        const auto loads = [&table] {
            QStringList cells;
            for (int row = 0; row < table.rowCount(); ++row)
                cells << table.index(row, PowerTable::Load).data().toString();
            return cells;
        };
        const QStringList before = loads();
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView(view.line().of(run.id)->box.center()).toPoint());
        QVERIFY(studio.document().isSelected(Subject(run.id)));
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        studio.settle();
        QVERIFY(studio.child<QWidget>(QStringLiteral("power.out-of-service")).isVisible());
        QVERIFY(textsOf(view.drawing()).contains(word));
        // What moves to the other side stands there, in the table and in the diagram.
        QCOMPARE(table.index(table.rowOf(Subject(run.id)), PowerTable::Load).data().toString(), word);
        const auto& then = OutOfService::of(studio.document()).loss()->taken.loads;
        const auto moved = std::ranges::find_if(then, [](const LoadAfterLoss& each) {
            return each.subject.kind == SubjectKind::PowerElement && !each.isDark && !each.watts.isUnknown();
        });
        QVERIFY(moved != then.end());
        const int row = table.rowOf(moved->subject);
        QVERIFY(row >= 0);
        QVERIFY2(loads()[row] != before[row], qPrintable(before[row]));
        QVERIFY(table.index(row, PowerTable::OtherLost).data().toString().isEmpty());
        // Removed, it is out for good and nothing is shown any more.
        QVERIFY(studio.document().commit(
            edits::removePowerElements(edits::activeTarget(*studio.document().project()), {run.id})));
        studio.settle();
        QVERIFY(!studio.child<QWidget>(QStringLiteral("power.out-of-service")).isVisible());
        studio.document().undo();
        studio.settle();
        studio.document().select({Subject(run.id)});
        studio.window().actions().action("supply.out")->trigger();
        studio.settle();
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!textsOf(view.drawing()).contains(word));
        QCOMPARE(loads(), before);
    }
    // What a person has gone near to stays in sight while the diagram grows.
    void theSingleLineKeepsItsZoomWhileCircuitsChange() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        view.zoomBy(1.7, QRectF(view.rect()).center());
        const double zoom = view.pixelsPerMm();
        const QPointF corner = view.toWorld({});
        const QRectF bounds = view.worldBounds();
        unfedPdus(studio, "A01");
        studio.settle();
        QVERIFY(view.worldBounds() != bounds);
        QCOMPARE(view.pixelsPerMm(), zoom);
        // But for the edge of the sheet, which grows with the diagram.
        QVERIFY(QLineF(view.toWorld({}), corner).length() < 1);
    }
    // A transfer switch without a place in the room feeds a UPS that has one: the air units on the switch are drawn to
    // neither.
    void circuitsOfThePlanBeginAtTheirSource() {
        Studio studio;
        studio.openSample(kHall);
        Id<CoolingUnit> unit;
        for (const CoolingUnit& each : studio.design().coolingUnits)
            if (std::holds_alternative<OnFloor>(each.placement) && each.kind == CoolingUnitKind::PerimeterAir)
                unit = each.id;
        QVERIFY(unit);
        const OnFloor stands = std::get<OnFloor>(studio.design().coolingUnits.find(unit)->placement);
        std::vector<Id<PowerLink>> old;
        for (const PowerLink& link : studio.design().powerLinks)
            if (link.unit == unit)
                old.push_back(link.id);
        const auto target = [&] { return edits::activeTarget(*studio.document().project()); };
        if (!old.empty())
            QVERIFY(studio.document().commit(edits::removePowerLinks(target(), old)));
        const auto put = [&](const char* name, PowerElementKind kind, Placement placement) {
            PowerElement element;
            element.name = name;
            element.kind = kind;
            element.side = FeedSide::A;
            element.placement = placement;
            if (!studio.document().commit(edits::putPowerElement(target(), element)))
                qFatal("the element is refused");
            Id<PowerElement> made;
            for (const PowerElement& each : studio.design().powerElements)
                made = std::max(made, each.id);
            return made;
        };
        OnFloor corner = stands;
        corner.centre = {Length::millimetres(1'500), Length::millimetres(1'500)};
        const auto gate = put("ATS X", PowerElementKind::TransferSwitch, Unplaced{});
        const auto ups = put("UPS X", PowerElementKind::Ups, corner);
        QVERIFY(studio.document().commit(edits::feedElements(target(), gate, {ups})));
        QVERIFY(studio.document().commit(edits::feedUnits(target(), gate, {unit})));
        studio.plan().setRoom(stands.room);
        auto& layer = studio.child<ConnectLayer>(QStringLiteral("plan.connect"));
        studio.document().select({Subject(unit)});
        studio.settle();
        QVERIFY(layer.drawnLines(true).empty());
        QVERIFY(!layer.drawnLines(false).empty());
        QVERIFY(studio.document().commit(edits::feedUnits(target(), ups, {unit})));
        studio.settle();
        const std::vector<QLineF> lines = layer.drawnLines(true);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines.front().p1(), studio.plan().toView(toMm(corner.centre)));
    }
    // By its key, as racks are.
    void anAirHandlerIsTurnedOnThePlan() {
        Studio studio;
        studio.openSample(kHall);
        Id<CoolingUnit> unit;
        for (const CoolingUnit& each : studio.design().coolingUnits)
            if (std::holds_alternative<OnFloor>(each.placement) && each.kind == CoolingUnitKind::PerimeterAir)
                unit = each.id;
        QVERIFY(unit);
        const auto rotation = [&] {
            return std::get<OnFloor>(studio.design().coolingUnits.find(unit)->placement).rotation;
        };
        const Angle before = rotation();
        studio.document().select({Subject(unit)});
        QAction& turn = *studio.window().actions().action("plan.rotate");
        QVERIFY(turn.isEnabled());
        turn.trigger();
        if (rotation() == before) // where it stands it may have no room across
            QVERIFY(!studio.document().commit(
                edits::moveCoolingUnit(edits::activeTarget(*studio.document().project()), unit, [&] {
                    OnFloor place = std::get<OnFloor>(studio.design().coolingUnits.find(unit)->placement);
                    place.rotation = before + Angle::degrees(90);
                    return place;
                }())));
        else
            QCOMPARE(rotation(), before + Angle::degrees(90));
        studio.document().select({});
        QVERIFY(!turn.isEnabled());
    }
    // Both temperatures of a loop are raised: the supply is refused above the old return and taken with the new one.
    void aRefusedSupplyIsTakenWithItsReturn() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        Id<CoolingLoop> id;
        for (const CoolingLoop& loop : studio.design().coolingLoops)
            if (!loop.isFacilityWater && loop.supply && loop.returnLimit)
                id = loop.id;
        QVERIFY(id);
        const CoolingLoop before = *studio.design().coolingLoops.find(id);
        const double warm = std::round(before.returnLimit->inKelvin() - 273.15) + 2;
        studio.document().select({Subject(id)});
        studio.settle();
        type(studio, "supply", QString::number(warm));
        QCOMPARE(studio.design().coolingLoops.find(id)->supply, before.supply);
        type(studio, "return-limit", QString::number(warm + 10));
        const CoolingLoop after = *studio.design().coolingLoops.find(id);
        QVERIFY(after.supply && after.returnLimit);
        QVERIFY(std::abs(after.supply->inKelvin() - 273.15 - warm) < 0.01);
        QVERIFY(std::abs(after.returnLimit->inKelvin() - 273.15 - warm - 10) < 0.01);
    }
    // The air of a row goes to all units of its room at once.
    void aRowIsServedByAllAirUnitsOfItsRoom() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        const auto target = [&] { return edits::activeTarget(*studio.document().project()); };
        std::vector<Id<CoolingService>> ended;
        studio.design().coolingServices.forEachWith<ServicesByRack>(
            rack, [&](const CoolingService& service) { ended.push_back(service.id); });
        QVERIFY(studio.document().commit(edits::removeServices(target(), ended)));
        std::size_t units = 0;
        for (const CoolingUnit& each : studio.design().coolingUnits) {
            const auto* floor = std::get_if<OnFloor>(&each.placement);
            units += floor && floor->room == studio.design().racks.find(rack)->room &&
                             heatTakenBy(each.kind) == HeatKind::Air
                         ? 1
                         : 0;
        }
        QVERIFY(units > 1);
        studio.document().select({Subject(rack)});
        studio.whenAsked(QStringLiteral("dialog.connect-row"), [&](QDialog& dialog) {
            auto* air = dialog.findChild<QComboBox*>(QStringLiteral("connect-row.air"));
            for (const char* other :
                 {"connect-row.feed-a", "connect-row.feed-b", "connect-row.liquid", "connect-row.doors"})
                dialog.findChild<QComboBox*>(QLatin1String(other))->setCurrentIndex(0);
            const int all = air->findText(QStringLiteral("All %1 air units of the room").arg(units));
            QVERIFY(all > 0);
            air->setCurrentIndex(all);
            press(dialog);
        });
        studio.window().actions().action("supply.connect-row")->trigger();
        std::size_t served = 0;
        studio.design().coolingServices.forEachWith<ServicesByRack>(
            rack, [&](const CoolingService& service) { served += service.heat == HeatKind::Air ? 1 : 0; });
        QCOMPARE(served, units);
    }
    void elementsAreConnectedInTheSingleLine() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        QAction& tool = *studio.window().actions().action("supply.connect");
        const Id<PowerElement> run = element(studio, PowerElementKind::Busway)->id;
        const std::vector<PowerLink> links = linksTo(studio, run);
        QVERIFY(!links.empty());
        const Id<PowerElement> feeder = links.front().from;
        std::vector<Id<PowerLink>> gone;
        for (const PowerLink& link : links)
            gone.push_back(link.id);
        QVERIFY(studio.document().commit(
            edits::removePowerLinks(edits::activeTarget(*studio.document().project()), std::move(gone))));
        studio.settle();
        const auto place = [&view](Id<PowerElement> id) {
            return view.toView(view.line().of(id)->box.center()).toPoint();
        };
        tool.trigger();
        QVERIFY(tool.isChecked());
        const std::size_t before = steps(studio);
        // A busway feeds no UPS and says so.
        Studio::drag(view, place(run), place(feeder));
        QCOMPARE(steps(studio), before);
        QVERIFY(!view.words().isEmpty());
        Studio::drag(view, place(feeder), place(run));
        studio.settle();
        QCOMPARE(steps(studio), before + 1);
        QCOMPARE(linksTo(studio, run).size(), std::size_t(1));
        QCOMPARE(linksTo(studio, run).front().from, feeder);
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!tool.isChecked());
        tool.trigger();
        studio.window().actions().action("view.show.plan")->trigger();
        studio.settle();
        QVERIFY(!tool.isChecked());
    }
    // Cooling units are loads of the single line: alike below one feeder they are one box, and a drag connects them
    // there.
    void coolingUnitsAreConnectedInTheSingleLine() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        std::set<Id<CoolingUnit>> fed, drawn;
        for (const PowerLink& link : studio.design().powerLinks)
            if (link.unit)
                fed.insert(link.unit);
        QVERIFY(fed.size() > 1);
        std::size_t boxes = 0;
        for (const SingleLineBox& box : view.line().boxes) {
            boxes += box.isOfUnits() ? 1 : 0;
            for (const Id<CoolingUnit> unit : box.units) {
                QVERIFY(drawn.insert(unit).second);
                QCOMPARE(box.isUnfed, !fed.contains(unit));
            }
        }
        for (const Id<CoolingUnit> unit : fed)
            QVERIFY(drawn.contains(unit));
        QVERIFY2(boxes < drawn.size(), "like units are one box");
        // One that is taken off its circuits stands by itself and says so.
        const Id<CoolingUnit> loose = *fed.begin();
        std::vector<Id<PowerLink>> gone;
        Id<PowerElement> feeder;
        for (const PowerLink& link : studio.design().powerLinks)
            if (link.unit == loose) {
                gone.push_back(link.id);
                feeder = link.from;
            }
        QVERIFY(studio.document().commit(
            edits::removePowerLinks(edits::activeTarget(*studio.document().project()), std::move(gone))));
        studio.settle();
        QVERIFY(view.line().of(loose)->isUnfed);
        QVERIFY(textsOf(view.drawing()).contains(toText(studio.services().texts().text("single-line.unit-unfed"))));
        view.zoomStep(ZoomStep::Fit);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_K);
        QVERIFY(studio.window().actions().action("supply.connect")->isChecked());
        const std::size_t before = steps(studio);
        const SingleLineBox& from = *view.line().of(feeder);
        QCOMPARE(from.elements.size(), std::size_t(1));
        Studio::drag(view, view.toView(from.box.center()).toPoint(),
                     view.toView(view.line().of(loose)->box.center()).toPoint());
        studio.settle();
        QCOMPARE(steps(studio), before + 1);
        QVERIFY(std::ranges::any_of(studio.design().powerLinks,
                                    [&](const PowerLink& link) { return link.from == feeder && link.unit == loose; }));
        QVERIFY(!view.line().of(loose)->isUnfed);
        // In the table it stands with its feed.
        const auto& table =
            *qobject_cast<const PowerTable*>(studio.child<QTableView>(QStringLiteral("power.list")).model());
        const int row = table.rowOf(Subject(loose));
        QVERIFY(row >= 0);
        QCOMPARE(table.index(row, PowerTable::FedFrom).data().toString(),
                 toText(studio.design().powerElements.find(feeder)->name));
        studio.document().undo();
        studio.settle();
        QVERIFY(view.line().of(loose)->isUnfed);
    }
    // A battery is no feed that something must feed: it stands beside the UPS that it backs.
    void aBatteryStandsBesideItsUps() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        studio.window().actions().action("insert.power.battery")->trigger();
        const Id<PowerElement> battery{studio.document().selection().front().id};
        studio.window().actions().action("view.show.power")->trigger();
        studio.settle();
        auto& view = studio.child<SingleLineView>(QStringLiteral("power.line"));
        QVERIFY(view.line().of(battery)->isUnfed);
        QVERIFY(textsOf(view.drawing()).contains(toText(studio.services().texts().text("single-line.battery-alone"))));
        const Id<PowerElement> ups = element(studio, PowerElementKind::Ups)->id;
        view.zoomStep(ZoomStep::Fit);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_K);
        const auto place = [&view](Id<PowerElement> id) {
            return view.toView(view.line().of(id)->box.center()).toPoint();
        };
        Studio::drag(view, place(battery), place(ups));
        studio.settle();
        QCOMPARE(linksTo(studio, ups).back().from, battery);
        const SingleLine& line = view.line();
        QVERIFY(!line.of(battery)->isUnfed);
        QCOMPARE(line.of(battery)->box.top(), line.of(ups)->box.top());
        QVERIFY(line.of(battery)->box.left() > line.of(ups)->box.right());
        QVERIFY(line.of(battery)->box.left() - line.of(ups)->box.right() < line.of(ups)->box.width() / 4);
        for (const SingleLineBox& box : line.boxes)
            QVERIFY(&box == line.of(battery) || !box.box.intersects(line.of(battery)->box));
        QVERIFY(!textsOf(view.drawing()).contains(toText(studio.services().texts().text("single-line.unfed"))));
        QVERIFY(!textsOf(view.drawing()).contains(toText(studio.services().texts().text("single-line.battery-alone"))));
    }
    void theLoopsAreReachedByKeyAndSelect() {
        Studio studio;
        studio.window().resize(1600, 900);
        studio.openSample("nvl72-8-racks");
        QTest::keyClick(&studio.window(), Qt::Key_6, Qt::ControlModifier | Qt::AltModifier);
        studio.settle();
        auto& view = studio.child<LoopView>(QStringLiteral("cooling.diagram"));
        QVERIFY(view.isVisible());
        const QStringList said = textsOf(view.drawing());
        for (const CoolingLoop& loop : studio.design().coolingLoops) {
            QVERIFY2(said.contains(toText(loop.name)), loop.name.c_str());
            const QString words = view.readings().at(loop.id.value).words.front();
            const QString supply = QString::number(loop.supply->inCelsius(), 'g', 4) + QStringLiteral(" \u00b0C");
            QVERIFY2(words.startsWith(supply) && said.contains(words), qPrintable(words));
        }
        const auto found = std::ranges::find(studio.design().coolingUnits, CoolingUnitKind::CduRow, &CoolingUnit::kind);
        QVERIFY(found != studio.design().coolingUnits.end());
        const CoolingUnit cdu = *found;
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.toView(view.diagram().of(cdu.id)->box.center()).toPoint());
        QCOMPARE(studio.document().selection(), std::vector<Subject>{Subject(cdu.id)});
        studio.window().dock(QStringLiteral("inspector"))->bringUp();
        studio.settle();
        QCOMPARE(studio.newest<QLineEdit>(QStringLiteral("inspector.name")).text(), toText(cdu.name));
        // Air units stand beside it; what is chosen elsewhere is marked there, and the other way round.
        auto& list = studio.child<QTableView>(QStringLiteral("cooling.list"));
        std::vector<CoolingUnit> airUnits;
        for (const CoolingUnit& unit : studio.design().coolingUnits)
            if (unit.kind == CoolingUnitKind::PerimeterAir)
                airUnits.push_back(unit);
        QCOMPARE(list.model()->rowCount(), static_cast<int>(airUnits.size()));
        QVERIFY(airUnits.size() > 1);
        studio.document().select({Subject(airUnits[1].id)});
        QCOMPARE(list.selectionModel()->selectedRows().size(), 1);
        QCOMPARE(list.selectionModel()->selectedRows().front().data().toString(), toText(airUnits[1].name));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(0, 0)).center());
        QCOMPARE(studio.document().selection(), std::vector<Subject>{Subject(airUnits[0].id)});
        // Another load moves no box.
        const LoopDiagram before = view.diagram();
        const Id<Device> device = studio.design().devices.begin()->id;
        QVERIFY(studio.document().commit(
            edits::removeDevices(edits::activeTarget(*studio.document().project()), {device})));
        studio.settle();
        QCOMPARE(view.diagram().boxes.size(), before.boxes.size());
        for (std::size_t i = 0; i < before.boxes.size(); ++i)
            QCOMPARE(view.diagram().boxes[i].box, before.boxes[i].box);
    }
    void theLoopsShowWhatIsOutOfService() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        studio.window().actions().action("view.show.cooling")->trigger();
        studio.settle();
        auto& view = studio.child<LoopView>(QStringLiteral("cooling.diagram"));
        auto& list = studio.child<QTableView>(QStringLiteral("cooling.list"));
        auto& strip = studio.child<QWidget>(QStringLiteral("cooling.out-of-service"));
        const auto heats = [&list] {
            QStringList cells;
            for (int row = 0; row < list.model()->rowCount(); ++row)
                cells << list.model()->index(row, AirUnitTable::Heat).data().toString();
            return cells;
        };
        const QStringList before = heats();
        QVERIFY(before.size() > 1);
        QVERIFY(!strip.isVisible());
        const QString word = toText(studio.services().texts().text("loop-diagram.out"));
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(0, 0)).center());
        const Subject unit = studio.document().selection().front();
        studio.window().actions().action("supply.out")->trigger();
        studio.settle();
        QVERIFY(strip.isVisible());
        QVERIFY(view.readings().at(unit.id).isOut);
        const QStringList then = heats();
        QCOMPARE(then.front(), word);
        // The others of its room carry its heat.
        for (qsizetype row = 1; row < then.size(); ++row)
            QVERIFY2(then[row] != before[row], qPrintable(before[row]));
        // A coolant loop is crossed out with its units.
        const auto loop = std::ranges::find(studio.design().coolingLoops, false, &CoolingLoop::isFacilityWater);
        QVERIFY(loop != studio.design().coolingLoops.end());
        OutOfService::of(studio.document()).take(Subject(loop->id));
        studio.settle();
        QVERIFY(view.readings().at(loop->id.value).isOut);
        QVERIFY(textsOf(view.drawing()).contains(word));
        QCOMPARE(heats(), before);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!strip.isVisible());
        QVERIFY(!textsOf(view.drawing()).contains(word));
        // On a unit of the diagram the menu is asked for, and the unit is chosen.
        studio.document().select({});
        const auto cdu = std::ranges::find(studio.design().coolingUnits, CoolingUnitKind::CduRow, &CoolingUnit::kind);
        bool isAsked = false;
        disconnect(&view, &LoopView::menuAsked, nullptr, nullptr); // it would wait for an answer
        connect(&view, &LoopView::menuAsked, &view, [&isAsked] { isAsked = true; });
        const QPoint place = view.toView(view.diagram().of(cdu->id)->box.center()).toPoint();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, place, view.mapToGlobal(place));
        QCoreApplication::sendEvent(&view, &asked);
        QVERIFY(isAsked);
        QVERIFY(studio.document().isSelected(Subject(cdu->id)));
        QVERIFY(studio.window().actions().action("supply.out")->isEnabled());
    }
    void loopsSayWhatIsMissing() {
        Studio studio;
        studio.openSample("nvl72-8-racks");
        studio.window().actions().action("view.show.cooling")->trigger();
        studio.settle();
        auto& view = studio.child<LoopView>(QStringLiteral("cooling.diagram"));
        const auto target = [&studio] { return edits::activeTarget(*studio.document().project()); };
        const auto found = std::ranges::find(studio.design().coolingLoops, false, &CoolingLoop::isFacilityWater);
        QVERIFY(found != studio.design().coolingLoops.end());
        CoolingLoop coolant = *found;
        coolant.supply.reset();
        QVERIFY(studio.document().commit(edits::putCoolingLoop(target(), coolant)));
        studio.settle();
        QCOMPARE(view.readings().at(coolant.id.value).words.front(),
                 toText(studio.services().texts().text("loop-diagram.no-supply")));
        QVERIFY(studio.child<QLabel>(QStringLiteral("cooling.open")).isVisible());
        // Without any cooling the page says how to begin.
        std::vector<Id<CoolingUnit>> units;
        for (const CoolingUnit& unit : studio.design().coolingUnits)
            units.push_back(unit.id);
        QVERIFY(studio.document().commit(edits::removeCoolingUnits(target(), units)));
        std::vector<Id<CoolingLoop>> loops;
        for (const CoolingLoop& loop : studio.design().coolingLoops)
            loops.push_back(loop.id);
        for (const Id<CoolingLoop> loop : loops)
            QVERIFY(studio.document().commit(edits::removeCoolingLoop(target(), loop)));
        studio.settle();
        QVERIFY(!view.isVisible());
        QVERIFY(studio.child<QLabel>(QStringLiteral("cooling.empty")).isVisible());
    }
};

RW_WINDOW_SUITE(TestStudioSupply)
#include "tst_studio_supply.moc"
