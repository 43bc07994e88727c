// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that connect many things at once: which element may feed which, a row on two feeds, and a row that goes over to
// liquid.
#include "model/design/occupancy.h"
#include "model/edits/clip_edits.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "model/edits/supply_edits.h"
#include "tests/support/edited_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <memory>

using namespace rackwright;
using namespace rackwright::edits;

class TestSupplyEdits : public QObject, protected fixture::EditedHall {
    Q_OBJECT

    PartPtr cdu =
        std::make_shared<const Part>(fixture::part("test-cdu", PartCategory::Cdu, Mounting::Floor,
                                                   {fixture::number("width", 0.8), fixture::number("depth", 1.2)}));

    Id<PowerElement> add(const char* name, PowerElementKind kind, FeedSide side = FeedSide::None, Id<Rack> rack = {},
                         std::int64_t slot = 0) {
        PowerElement element;
        element.name = name;
        element.kind = kind;
        element.side = side;
        if (rack)
            element.placement = ZeroU{rack, slot == 0 ? Side::Left : Side::Right, 0};
        commit(putPowerElement(target(), element));
        return newestOf(design().powerElements);
    }
    std::string canFeed(Id<PowerElement> from, Id<PowerElement> to) const {
        const Done answer = SupplyChain(design()).canFeed(from, to);
        return answer ? std::string() : answer.error().message.id;
    }
    Id<PowerElement> feederOf(Id<PowerElement> element) const {
        for (const PowerLink& link : design().powerLinks)
            if (link.to == element)
                return link.from;
        return {};
    }

private Q_SLOTS:
    void init() { QCOMPARE(begin(18'000, 12'000), std::string()); }

    void circuitsLeadDownTheChain() {
        const auto mains = add("Mains", PowerElementKind::Utility), board = add("Board", PowerElementKind::Switchgear);
        const auto ups = add("UPS", PowerElementKind::Ups), out = add("Output", PowerElementKind::Switchgear);
        const auto run = add("Busway", PowerElementKind::Busway), tap = add("Tap", PowerElementKind::TapOff);
        const auto pdu = add("PDU", PowerElementKind::RackPdu), shelf = add("Shelf", PowerElementKind::PowerShelf);
        for (const auto& [from, to] :
             {std::pair{mains, board}, {board, ups}, {ups, out}, {out, run}, {run, tap}, {tap, pdu}, {pdu, shelf}}) {
            QCOMPARE(canFeed(from, to), std::string());
            QCOMPARE(commit(feedElements(target(), from, {to})), std::string());
        }
        // Gear before and behind a UPS, and never back.
        QCOMPARE(canFeed(out, board), std::string("edit.power-ring"));
        QCOMPARE(canFeed(pdu, run), std::string("edit.power-ring"));
        QCOMPARE(canFeed(ups, ups), std::string("edit.power-ring"));
        QCOMPARE(canFeed(run, tap), std::string("edit.power-fed-already"));
        const auto other = add("Generator", PowerElementKind::Generator);
        const auto second = add("Tap 2", PowerElementKind::TapOff);
        QCOMPARE(canFeed(ups, other), std::string("edit.power-upwards"));
        QCOMPARE(canFeed(second, run), std::string("edit.power-upwards"));
        QCOMPARE(canFeed(second, tap), std::string("edit.power-upwards"));
        QCOMPARE(canFeed(other, ups), std::string());
        QCOMPARE(canFeed(second, add("Switch", PowerElementKind::TransferSwitch)), std::string());
    }
    void manyAreFedAtOnceAndThoseThatAreFedKeepTheirCircuit() {
        const auto run = add("Busway", PowerElementKind::Busway);
        const auto one = add("PDU 1", PowerElementKind::RackPdu), two = add("PDU 2", PowerElementKind::RackPdu);
        PowerLink circuit;
        circuit.breaker = Current(63);
        QCOMPARE(commit(feedElements(target(), run, {one}, circuit)), std::string());
        const std::size_t steps = history->steps().size();
        QCOMPARE(commit(feedElements(target(), run, {one, two})), std::string());
        QCOMPARE(history->steps().size(), steps + 1);
        QCOMPARE(design().powerLinks.size(), std::size_t(2));
        QCOMPARE(design().powerLinks.begin()->breaker->si(), 63.0);
        QCOMPARE(commit(feedElements(target(), one, {run, two})), std::string("edit.power-ring"));
        QCOMPARE(design().powerLinks.size(), std::size_t(2));
    }

    // Two PDUs a rack, one side each; the third rack's have no side yet and take one in turn.
    void aRowHangsOnTwoBuswaysThroughTapOffs() {
        const auto a = add("Run A", PowerElementKind::Busway, FeedSide::A);
        const auto b = add("Run B", PowerElementKind::Busway, FeedSide::B);
        std::vector<Id<Rack>> racks;
        std::vector<Id<PowerElement>> pdus;
        for (const std::int64_t x : {4'000, 4'600, 5'200}) {
            racks.push_back(addRack(x, 6'000));
            const bool hasSides = x < 5'000;
            pdus.push_back(add("A", PowerElementKind::RackPdu, hasSides ? FeedSide::A : FeedSide::None, racks.back()));
            pdus.push_back(
                add("B", PowerElementKind::RackPdu, hasSides ? FeedSide::B : FeedSide::None, racks.back(), 1));
        }
        RowSupply row;
        row.racks = racks;
        row.feedA = a;
        row.feedB = b;
        row.breaker = Current(63);
        const Project before = project();
        QCOMPARE(commit(connectRow(target(), row)), std::string());
        QCOMPARE(design().powerElements.size(), std::size_t(2 + 6 + 6));
        QCOMPARE(design().powerLinks.size(), std::size_t(12));
        for (std::size_t i = 0; i < pdus.size(); ++i) {
            const PowerElement& tap = *design().powerElements.find(feederOf(pdus[i]));
            QCOMPARE(tap.kind, PowerElementKind::TapOff);
            QCOMPARE(tap.breaker->si(), 63.0);
            QCOMPARE(feederOf(tap.id), i % 2 == 0 ? a : b);
            QCOMPARE(design().powerElements.find(pdus[i])->side, i % 2 == 0 ? FeedSide::A : FeedSide::B);
        }
        // Again there is nothing left to connect.
        QCOMPARE(commit(connectRow(target(), row)), std::string("edit.row-connected"));
        history->undo();
        QVERIFY(project() == before);
    }
    void aRowOnAPanelHasNoTapOffs() {
        const auto panel = add("RPP", PowerElementKind::RemotePowerPanel);
        RowSupply row;
        row.racks = {addRack(4'000, 6'000)};
        const auto pdu = add("PDU", PowerElementKind::RackPdu, FeedSide::None, row.racks.front());
        row.feedA = panel;
        QCOMPARE(commit(connectRow(target(), row)), std::string());
        QCOMPARE(feederOf(pdu), panel);
        QCOMPARE(design().powerElements.size(), std::size_t(2));
    }
    // A copy of side A is side B, with the circuits among it and nothing else; the rack PDU goes to a free place.
    void aCopiedChainIsTheOtherSide() {
        const auto mains = add("Utility A", PowerElementKind::Utility, FeedSide::A);
        const auto ups = add("UPS-A1", PowerElementKind::Ups, FeedSide::A);
        const auto battery = add("Battery", PowerElementKind::Battery);
        const auto panel = add("RPP 1 A", PowerElementKind::RemotePowerPanel, FeedSide::A);
        const auto other = add("RPP 2", PowerElementKind::RemotePowerPanel, FeedSide::A);
        for (const auto& [from, to] : {std::pair{mains, ups}, {battery, ups}, {ups, panel}, {ups, other}})
            QCOMPARE(commit(feedElements(target(), from, {to})), std::string());
        const Project before = project();
        ClipRows rows{.powerElements = {mains, ups, battery, panel}};
        QVERIFY(isPlant(design(), rows));
        QCOMPARE(commit(duplicatePlant(target(), rows, {})), std::string());
        QCOMPARE(design().powerElements.size(), std::size_t(9));
        QCOMPARE(design().powerLinks.size(), std::size_t(4 + 3));
        const auto named = [this](const char* name) -> const PowerElement* {
            for (const PowerElement& each : design().powerElements)
                if (each.name == name)
                    return &each;
            return nullptr;
        };
        for (const char* name : {"Utility B", "UPS-B1", "RPP 1 B"}) {
            QVERIFY2(named(name), name);
            QCOMPARE(named(name)->side, FeedSide::B);
        }
        QCOMPARE(feederOf(named("RPP 1 B")->id), named("UPS-B1")->id);
        QCOMPARE(design().powerElements.find(ups)->side, FeedSide::A);
        history->undo();
        QVERIFY(project() == before);
        // Of two sides, or alone, each keeps its own.
        add("RPP 3", PowerElementKind::RemotePowerPanel, FeedSide::B);
        rows.powerElements.push_back(newestOf(design().powerElements));
        QCOMPARE(commit(duplicatePlant(target(), rows, {})), std::string());
        QVERIFY(!named("UPS-B1"));
        history->undo();
        QCOMPARE(commit(duplicatePlant(target(), {.powerElements = {other}}, {})), std::string());
        for (const PowerElement& each : design().powerElements)
            QVERIFY(each.name == "RPP 3" || each.side != FeedSide::B);
    }
    void copiedPlantHangsOnItsOwnLoops() {
        CoolingLoop water;
        water.name = "Facility water";
        water.fluid = "water";
        QCOMPARE(commit(putCoolingLoop(target(), water)), std::string());
        water = *design().coolingLoops.begin();
        CoolingUnit cooler;
        cooler.name = "Dry cooler 1";
        cooler.kind = CoolingUnitKind::DryCooler;
        cooler.secondary = water.id;
        QCOMPARE(commit(putCoolingUnit(target(), cooler)), std::string());
        cooler = *design().coolingUnits.begin();
        // The unit alone stays on its loop; with the loop it gets one of its own.
        QCOMPARE(commit(duplicatePlant(target(), {.coolingUnits = {cooler.id}}, {})), std::string());
        QCOMPARE(design().coolingLoops.size(), std::size_t(1));
        for (const CoolingUnit& unit : design().coolingUnits)
            QCOMPARE(unit.secondary, water.id);
        QCOMPARE(commit(duplicatePlant(target(), {.coolingUnits = {cooler.id}, .loops = {water.id}}, {})),
                 std::string());
        QCOMPARE(design().coolingLoops.size(), std::size_t(2));
        const CoolingUnit& last = *design().coolingUnits.find(newestOf(design().coolingUnits));
        QVERIFY(last.secondary && last.secondary != water.id);
        QVERIFY(design().coolingLoops.contains(last.secondary));
    }
    // A clip of another design: plant is pasted without a rack, a rack PDU is not.
    void plantIsPastedWithoutARack() {
        const auto ups = add("UPS", PowerElementKind::Ups), pdu = add("PDU", PowerElementKind::RackPdu);
        const Document plant = clipOf(project(), design(), {.powerElements = {ups}});
        QCOMPARE(commit(pasteIntoRacks(target(), plant, {})), std::string());
        QCOMPARE(commit(pasteIntoRacks(target(), plant, {addRack(4'000, 6'000)})), std::string());
        QCOMPARE(design().powerElements.size(), std::size_t(4));
        for (const PowerElement& each : design().powerElements)
            QVERIFY(std::holds_alternative<Unplaced>(each.placement));
        const Document hung = clipOf(project(), design(), {.powerElements = {pdu}});
        QCOMPARE(commit(pasteIntoRacks(target(), hung, {})), std::string("edit.paste-needs-rack"));
    }
    void aPduFeedsNoOther() {
        RowSupply row;
        row.racks = {addRack(4'000, 6'000)};
        add("PDU", PowerElementKind::RackPdu, FeedSide::None, row.racks.front());
        row.feedA = add("Other", PowerElementKind::RackPdu);
        QCOMPARE(commit(connectRow(target(), row)), std::string("edit.power-upwards"));
    }

    void aRowGoesOverToLiquidInOneStep() {
        CoolingLoop water;
        water.name = "Facility water";
        water.isFacilityWater = true;
        QCOMPARE(commit(putCoolingLoop(target(), water)), std::string());
        LiquidRow row;
        row.racks = {addRack(8'000, 6'000), addRack(8'600, 6'000)};
        row.cdu = cdu;
        row.cdus = 2;
        row.loop.name = "Coolant";
        row.loop.supply = Temperature::celsius(40);
        row.facility = design().coolingLoops.begin()->id;
        const Project before = project();
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string());
        QCOMPARE(design().coolingLoops.size(), std::size_t(2));
        QCOMPARE(design().coolingUnits.size(), std::size_t(2));
        QCOMPARE(design().coolingServices.size(), std::size_t(4));
        // The racks reach from 7.7 to 8.9 m: the CDUs of 0.8 m go on along the row.
        Length at = Length::millimetres(9'300);
        for (const CoolingUnit& unit : design().coolingUnits) {
            QCOMPARE(unit.kind, CoolingUnitKind::CduRow);
            QCOMPARE(unit.primary, row.facility);
            QCOMPARE(design().coolingLoops.find(unit.secondary)->name, std::string("Coolant"));
            const auto* place = std::get_if<OnFloor>(&unit.placement);
            QVERIFY(place);
            QCOMPARE(place->centre, (Point{at, Length::millimetres(6'000)}));
            at += Length::millimetres(800);
        }
        for (const CoolingService& service : design().coolingServices)
            QCOMPARE(service.heat, HeatKind::Liquid);
        history->undo();
        QVERIFY(project() == before);
    }
    // A circulation route at the end of the row stays free: the CDU stands beyond it or elsewhere.
    void cdusKeepOutOfAisles() {
        LiquidRow row;
        row.racks = {addRack(8'000, 6'000), addRack(8'600, 6'000)};
        row.cdu = cdu;
        row.cdus = 1;
        row.loop.name = "Coolant";
        RoomObject route;
        route.room = design().rooms.begin()->id;
        route.name = "Route";
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        Aisle aisle;
        aisle.kind = AisleKind::Circulation;
        aisle.outline = {at(8'950, 1'000), at(9'950, 1'000), at(9'950, 8'000), at(8'950, 8'000)};
        route.shape = aisle;
        QCOMPARE(commit(putRoomObject(target(), route)), std::string());
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string());
        const auto* place = std::get_if<OnFloor>(&design().coolingUnits.begin()->placement);
        QVERIFY(place);
        const auto body = footprintOf(*cdu, *place);
        QVERIFY(body);
        const Box stands = boundingBox(corners(*body));
        const Box kept = boundingBox(aisle.outline);
        QVERIFY(stands.low.x >= kept.high.x || stands.high.x <= kept.low.x || stands.low.y >= kept.high.y ||
                stands.high.y <= kept.low.y);
    }
    void aNewElementFeedsOthersInOneStep() {
        const auto transformer = add("TX", PowerElementKind::Transformer),
                   mains = add("Mains", PowerElementKind::Utility);
        PowerElement utility;
        utility.name = "Utility 1";
        utility.kind = PowerElementKind::Utility;
        const Project before = project();
        QCOMPARE(commit(feedFromNew(target(), utility, {transformer})), std::string());
        const PowerElement* made = design().powerElements.find(feederOf(transformer));
        QVERIFY(made && made->name == "Utility 1");
        history->undo();
        QVERIFY(project() == before);
        QCOMPARE(commit(feedFromNew(target(), utility, {mains})), std::string("edit.power-upwards"));
        utility.name.clear();
        QCOMPARE(commit(feedFromNew(target(), utility, {transformer})), std::string("edit.name-empty"));
        QVERIFY(project() == before);
    }
    void aRowGoesOverToLiquidWithItsFacilityLoop() {
        LiquidRow row;
        row.racks = {addRack(8'000, 6'000)};
        row.cdu = cdu;
        row.cdus = 1;
        row.loop.name = "Coolant";
        row.newFacility.emplace();
        row.newFacility->name = "Coolant";
        row.newFacility->isFacilityWater = true;
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string());
        QCOMPARE(design().coolingLoops.size(), std::size_t(2));
        const CoolingUnit& unit = *design().coolingUnits.begin();
        const CoolingLoop& water = *design().coolingLoops.find(unit.primary);
        QVERIFY(water.isFacilityWater);
        QCOMPARE(water.name, std::string("Coolant 2"));
        QVERIFY(!design().coolingLoops.find(unit.secondary)->isFacilityWater);
    }
    void aFluidWithoutKnownPropertiesIsRefused() {
        CoolingLoop loop;
        loop.name = "Coolant";
        for (const char* fluid : {"", "water", "Water", "PG25", "pg 25"}) {
            loop.fluid = fluid;
            QVERIFY2(checkLoop(loop), fluid);
        }
        for (const char* fluid : {"40", "R-1234ze", "watre", "-"}) {
            loop.fluid = fluid;
            const Done checked = checkLoop(loop);
            QVERIFY2(!checked && checked.error().message.id.starts_with("edit.loop-fluid"), fluid);
            QVERIFY(commit(putCoolingLoop(target(), loop)).starts_with("edit.loop-fluid"));
        }
        loop.fluid = "watre";
        const Message said = checkLoop(loop).error().message;
        QCOMPARE(said.id, std::string("edit.loop-fluid-nearest"));
        QCOMPARE(std::get<std::string>(std::ranges::find(said.arguments, "nearest", &Argument::name)->value),
                 std::string("water"));
    }
    // A unit may hang on several elements, once on each; its circuits go with it and with what feeds it.
    void coolingUnitsHangOnCircuits() {
        const auto a = add("Panel A", PowerElementKind::RemotePowerPanel, FeedSide::A);
        const auto b = add("Panel B", PowerElementKind::RemotePowerPanel, FeedSide::B);
        const auto battery = add("Battery", PowerElementKind::Battery);
        std::vector<Id<CoolingUnit>> units;
        for (const char* name : {"CRAH 1", "CRAH 2"}) {
            CoolingUnit unit;
            unit.name = name;
            QCOMPARE(commit(putCoolingUnit(target(), unit)), std::string());
            units.push_back(newestOf(design().coolingUnits));
        }
        PowerLink circuit;
        circuit.breaker = Current(32);
        QCOMPARE(commit(feedUnits(target(), a, {units[0]}, circuit)), std::string());
        QCOMPARE(commit(feedUnits(target(), a, units)), std::string());
        QCOMPARE(design().powerLinks.size(), std::size_t(2));
        QCOMPARE(design().powerLinks.begin()->breaker, std::optional(Current(32)));
        QCOMPARE(design().powerLinks.begin()->unit, units[0]);
        QVERIFY(!design().powerLinks.begin()->to);
        QCOMPARE(commit(feedUnits(target(), a, {units[1]})), std::string("edit.power-unit-fed"));
        QCOMPARE(commit(feedUnits(target(), battery, units)), std::string("edit.power-no-unit"));
        QCOMPARE(commit(feedUnits(target(), b, units)), std::string());
        PowerLink typed = *design().powerLinks.begin();
        typed.poles = "1,3,5";
        QCOMPARE(commit(putPowerLink(target(), typed)), std::string());
        QCOMPARE(design().powerLinks.begin()->poles, std::string("1,3,5"));
        typed.unit = {};
        QCOMPARE(commit(putPowerLink(target(), typed)), std::string("edit.missing.power-element"));
        QCOMPARE(commit(removeCoolingUnits(target(), {units[0]})), std::string());
        QCOMPARE(design().powerLinks.size(), std::size_t(2));
        QCOMPARE(commit(removePowerElements(target(), {b})), std::string());
        QCOMPARE(design().powerLinks.size(), std::size_t(1));
        QCOMPARE(design().powerLinks.begin()->unit, units[1]);
    }
    void aLoopThatReturnsColderIsRefused() {
        LiquidRow row;
        row.racks = {addRack(8'000, 6'000)};
        row.cdu = cdu;
        row.loop.name = "Coolant";
        row.loop.supply = Temperature::celsius(45);
        row.loop.returnLimit = Temperature::celsius(45);
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string("edit.return-below-supply"));
        row.loop.returnLimit = Temperature::celsius(46);
        row.cdus = 0;
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string("edit.cdu-count"));
        row.cdus = 1;
        QCOMPARE(commit(convertRowToLiquid(target(), row)), std::string());
    }
};

RW_CORE_SUITE(TestSupplyEdits)
#include "tst_supply_edits.moc"
