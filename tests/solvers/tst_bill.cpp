// SPDX-License-Identifier: GPL-3.0-or-later
// The bill of materials: what the design gives, allowances, changes by a person, prices and their gaps.
#include "solvers/cost/bill.h"
#include "solvers/cost/bill_builder.h"
#include "solvers/cost/bill_difference.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

std::int64_t cents(const Bill& bill, std::string_view key) {
    const BillLine* line = bill.find(key);
    return line && line->amount ? line->amount->typical.minorUnits() : -1;
}

std::int64_t quantity(const Bill& bill, std::string_view key) {
    const BillLine* line = bill.find(key);
    return line ? line->quantityMilli : -1;
}

void addPathway(Builder& b, PathwayKind kind, std::int64_t metres) {
    PathSegment segment;
    segment.kind = kind;
    segment.from = b.put(b.design.pathNodes, PathNode{});
    PathNode far;
    far.place.x = Length::metres(metres);
    segment.to = b.put(b.design.pathNodes, far);
    b.put(b.design.pathSegments, segment);
}

bool sameLine(const BillLine& a, const BillLine& b) {
    return a.key == b.key && a.number == b.number && a.quantityMilli == b.quantityMilli && a.amount == b.amount &&
           a.gap == b.gap && a.racks == b.racks;
}

} // namespace

class TstBill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void handWorked();
    void onlyOursIsPriced();
    void traysAreInTheirSystem();
    void drawnTraysStayInTheAllowancePerRack();
    void traysWithAPriceByTheMetreLeaveTheAllowance();
    void systemThatItsRackNamesIsBilledOnce();
    void modulesStandUnderTheirNode();
    void pinnedPriceWins();
    void latestDateWins();
    void perAcceleratorPriceIsScaled();
    void rentalPriceIsNone();
    void exchangeNeedsADatedRate();
    void changesOverrideByKey();
    void optionalLinesStayOutOfTheTotal();
    void serviceOffersStandBesideTheTotal();
    void orphansAreKept();
    void sectionsSumToTheTotal();
    void addingADeviceAddsItsLine();
    void unpricedIsNoZero();
    void cablesOfUnknownLengthLeaveTheTotalOpen();
    void orderAndNumbersAreStable();
    void drawnPdusReplaceTheAllowance();
    void powerCordsAreCounted();
    void cordsFollowOutletsAndPlaces();
    void cordsOfOthersAndHeldOnesAreNotBought();
    void whipsAndTapOffsAreCounted();
    void cables();
    void pinnedCableIsALine();
    void costLinesComeFirst();
    void hoursFollowWhoInstalls_data();
    void hoursFollowWhoInstalls();
    void licences();
    void buswayByTheMetre();
    void containment();
    void liquidParts();
    void lengthsSortAsNumbers();
    void quadrature();
    void emptyDesign();
};

// Nodes 4 x 400,000; rack 4,500. Ports: 8 cages at 400G, 2 at 200G and 2 at 100G a node, so 32 x 650, 8 x 340 and
// 8 x 180 of optics, 16 x (70 + 20 m x 2.5) and 4 + 4 x (60 + 20 m x 2.5) of fibre, 4 x (12 + 10 m x 0.9) of copper; 1
// tray of 1,100. 40 kW on PDUs of 22 kW: 2 a side, 4 x 1,800. Rails 4 x 150, 16 empty units x 8. Hardware 1,641,372;
// optics section 28,944. Labour 40 h + 24 x 0.4 h + 4 x 0.25 h = 50.6 h x 95. Freight 2 % of all hardware; spares 2 %
// and support 3 x 6 % of the equipment: nodes, optics of 24,960 and PDUs, 1,632,160; optic spares 3 % of optics and
// cables, 27,844.
void TstBill::handWorked() {
    const Bill bill = billOf(fourNodes().context());
    QCOMPARE(cents(bill, "device:test-node"), 160'000'000);
    QCOMPARE(cents(bill, "rack:test-rack"), 450'000);
    QCOMPARE(cents(bill, "allowance:transceivers-400"), 2'080'000);
    QCOMPARE(cents(bill, "allowance:transceivers-200"), 272'000);
    QCOMPARE(cents(bill, "allowance:transceivers-100"), 144'000);
    QCOMPARE(cents(bill, "allowance:fibres-400"), 192'000);
    QCOMPARE(cents(bill, "allowance:fibres-200"), 44'000);
    QCOMPARE(cents(bill, "allowance:fibres-100"), 44'000);
    QCOMPARE(cents(bill, "allowance:copper"), 8'400);
    QCOMPARE(cents(bill, "allowance:trays"), 110'000);
    QCOMPARE(cents(bill, "allowance:rack-pdus"), 720'000);
    QCOMPARE(cents(bill, "allowance:rails"), 60'000);
    QCOMPARE(cents(bill, "allowance:blanking-panels"), 12'800);
    QCOMPARE(cents(bill, "allowance:installation"), 480'700);
    QCOMPARE(cents(bill, "allowance:freight"), 3'282'744);
    QCOMPARE(cents(bill, "allowance:spares"), 3'264'320);
    QCOMPARE(cents(bill, "allowance:optic-spares"), 83'532);
    QCOMPARE(cents(bill, "allowance:support"), 29'378'880);
    QCOMPARE(total(bill).typical.minorUnits(), 200'627'376);
    QVERIFY(!total(bill).isLowerBound);
    for (const BillLine& line : bill.lines)
        if (line.isAllowance()) {
            QVERIFY(line.grade() >= Grade::Estimate);
            QVERIFY(!line.rule.id.empty() && !line.text.id.empty());
        }
}

void TstBill::onlyOursIsPriced() {
    Builder b = fourNodes();
    const Id<PartRow> node = b.design.devices.begin()->part;
    const Id<Rack> rack = b.design.racks.begin()->id;
    b.addDevice(node, rack, 33, {Status::Existing, Party::Us, Party::Us, 1});
    b.addDevice(node, rack, 41, {Status::New, Party::Customer, Party::Us, 2});
    const Bill bill = billOf(b.context());
    QCOMPARE(quantity(bill, "device:test-node"), 4000);
    for (const char* key : {"device:test-node;existing", "device:test-node;phase2;customer"}) {
        QVERIFY2(bill.find(key), key);
        QCOMPARE(bill.find(key)->gap, PriceGap::NotOurs);
        QVERIFY(!bill.find(key)->amount);
        QVERIFY(!bill.find(key)->counts());
    }
    QVERIFY(!total(bill).isLowerBound);
    QCOMPARE(quantity(bill, "allowance:rails"), 4000);
    QCOMPARE(quantity(bill, "allowance:transceivers-400"), 32'000);
}

// One rack at 1,100 whether or not its tray is drawn: metres without a price by the metre have no price of their own.
void TstBill::drawnTraysStayInTheAllowancePerRack() {
    Builder b = fourNodes();
    const std::int64_t before = total(billOf(b.context())).typical.minorUnits();
    addPathway(b, PathwayKind::CableTray, 4);
    const Bill bill = billOf(b.context());
    const BillLine* perRack = bill.find("allowance:trays");
    QVERIFY(perRack && perRack->price);
    QCOMPARE(perRack->quantityMilli, std::int64_t(1'000));
    QCOMPARE(perRack->unit, "rack");
    QCOMPARE(perRack->price->typical.inUnits(), 1'100.0);
    QCOMPARE(cents(bill, "allowance:trays"), 110'000);
    QCOMPARE(perRack->rule.id, "bill.rule.trays-drawn");
    const BillLine* drawn = bill.find("tray:unknown");
    QVERIFY(drawn);
    QCOMPARE(drawn->quantityMilli, std::int64_t(4'000));
    QCOMPARE(drawn->gap, PriceGap::Included);
    QCOMPARE(drawn->parent, "allowance:trays");
    QVERIFY(!drawn->price && !drawn->amount && !drawn->counts());
    QCOMPARE(drawn->number, perRack->number + 1);
    QCOMPARE(total(bill).typical.minorUnits(), before);
    QVERIFY(!total(bill).isLowerBound);
}

// Tray 4 m, duct 12 m. Typed 250 a metre of tray: 1,000, and the duct is three quarters of the rack's 1,100. With 300 a
// metre pinned, the typed price stays and the duct costs 12 x 300.
void TstBill::traysWithAPriceByTheMetreLeaveTheAllowance() {
    Builder b = fourNodes();
    addPathway(b, PathwayKind::CableTray, 4);
    addPathway(b, PathwayKind::FibreDuct, 12);
    QuoteLine typed;
    typed.derivedKey = "tray:unknown";
    typed.price = dollars(250);
    b.put(b.design.quoteLines, typed);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "tray:unknown"), 100'000);
    QCOMPARE(bill.find("tray:unknown")->grade(), Grade::CustomerStatement);
    QCOMPARE(quantity(bill, "allowance:trays"), 750);
    QCOMPARE(cents(bill, "allowance:trays"), 82'500);
    QVERIFY(bill.find("fibre-duct:unknown")->isInAllowance());
    QVERIFY(!total(bill).isLowerBound);

    Price byMetre = dated(300);
    byMetre.basis = "metre";
    b.pin("cable-tray", byMetre);
    const Bill pinned = billOf(b.context());
    QVERIFY(!pinned.find("allowance:trays"));
    QCOMPARE(cents(pinned, "tray:unknown"), 100'000);
    QCOMPARE(cents(pinned, "fibre-duct:unknown"), 360'000);
    QVERIFY(!total(pinned).isLowerBound);
}

void TstBill::traysAreInTheirSystem() {
    Builder b;
    Part system =
        priced(part("test-nvl", PartCategory::RackScaleSystem, Mounting::WholeRack, {number("accelerator-count", 72)}),
               dated(3'000'000));
    system.prices.front().basis = "rack";
    const Id<PartRow> whole = b.addPart(system);
    const Id<PartRow> trayPart =
        b.addPart(priced(part("test-tray", PartCategory::Tray, Mounting::InDevice, {}), dated(150'000)));
    const Id<Device> host = b.addDevice(whole, b.addRack({}));
    Device tray;
    tray.part = trayPart;
    tray.placement = InDevice{host, 1};
    b.put(b.design.devices, tray);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "device:test-nvl"), 300'000'000);
    const BillLine* included = bill.find("device:test-tray@device:test-nvl");
    QVERIFY(included);
    QCOMPARE(included->parent, "device:test-nvl");
    QCOMPARE(included->gap, PriceGap::Included);
    QVERIFY(!included->counts());
    QVERIFY(!bill.find("allowance:racks")); // the rack comes with its system
    QVERIFY(!bill.find("allowance:rack-pdus"));
    QCOMPARE(included->number, bill.find("device:test-nvl")->number + 1);
}

// The rack's own part is the system too, and a tray stands in the rack: one line of money.
void TstBill::systemThatItsRackNamesIsBilledOnce() {
    Builder b;
    Part system =
        priced(part("test-nvl", PartCategory::RackScaleSystem, Mounting::WholeRack, {number("accelerator-count", 72)}),
               dated(3'000'000));
    const Id<PartRow> whole = b.addPart(system);
    const Id<PartRow> tray =
        b.addPart(priced(part("test-tray", PartCategory::Tray, Mounting::Mgx, {}), dated(150'000)));
    const Id<Rack> rack = b.addRack(whole);
    b.addDevice(whole, rack);
    b.addDevice(tray, rack, 2);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "device:test-nvl"), 300'000'000);
    QVERIFY(!bill.find("rack:test-nvl"));
    QVERIFY(bill.find("device:test-tray@device:test-nvl"));
    QCOMPARE(bill.find("device:test-tray@device:test-nvl")->gap, PriceGap::Included);
}

void TstBill::modulesStandUnderTheirNode() {
    Builder b = fourNodes();
    Module nic;
    nic.device = b.design.devices.begin()->id;
    nic.part = b.addPart(priced(part("test-nic", PartCategory::Nic, Mounting::InDevice, {}), dated(1'500)));
    nic.count = 2;
    b.put(b.design.modules, nic);
    const Bill bill = billOf(b.context());
    const BillLine* line = bill.find("module:test-nic@device:test-node");
    QVERIFY(line);
    QCOMPARE(line->section, QuoteSection::Compute);
    QCOMPARE(line->amount->typical.minorUnits(), 300'000);
    QCOMPARE(line->number, bill.find("device:test-node")->number + 1);
}

void TstBill::pinnedPriceWins() {
    Builder b = fourNodes();
    b.pin("test-node", dated(390'000, "2026-05-01"));
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "device:test-node"), 156'000'000);
    QCOMPARE(bill.find("device:test-node")->price->origin, PriceOrigin::Pinned);
    // A price that a person typed is that price; one that is an estimate has a spread.
    QuoteLine typed;
    typed.derivedKey = "rack:test-rack";
    typed.price = dollars(5'000);
    typed.priceDate = "2026-08-01";
    b.put(b.design.quoteLines, typed);
    b.pin("test-node", dated(390'000, "2026-06-01", Grade::CustomerStatement));
    const Bill stated = billOf(b.context());
    for (const char* key : {"rack:test-rack", "device:test-node"}) {
        const BillLine* line = stated.find(key);
        QVERIFY2(line && line->amount, key);
        QCOMPARE(line->grade(), Grade::CustomerStatement);
        QVERIFY(line->amount->low == line->amount->typical && line->amount->high == line->amount->typical);
    }
    b.pin("test-node", dated(390'000, "2026-07-01", Grade::Estimate));
    const Bill estimated = billOf(b.context());
    const BillLine* spread = estimated.find("device:test-node");
    QVERIFY(spread->amount->low.minorUnits() < spread->amount->typical.minorUnits());
}

void TstBill::latestDateWins() {
    Builder b;
    Part twice = priced(node(), dated(400'000, "2026-06-01"));
    twice.prices.push_back(dated(410'000, "2026-07-01"));
    twice.prices.push_back(dated(1, ""));
    b.addDevice(b.addPart(twice), b.addRack({}));
    QCOMPARE(cents(billOf(b.context()), "device:test-node"), 41'000'000);
}

void TstBill::perAcceleratorPriceIsScaled() {
    Builder b;
    Part perGpu = priced(node(), dated(30'000));
    perGpu.prices.front().basis = "GPU";
    b.addDevice(b.addPart(perGpu), b.addRack({}));
    QCOMPARE(cents(billOf(b.context()), "device:test-node"), 24'000'000); // 8 x 30,000
}

void TstBill::rentalPriceIsNone() {
    Builder b;
    Part rented = priced(node(), dated(98));
    rented.prices.front().basis = "hour";
    b.addDevice(b.addPart(rented), b.addRack({}));
    QCOMPARE(billOf(b.context()).find("device:test-node")->gap, PriceGap::NoPrice);
}

void TstBill::exchangeNeedsADatedRate() {
    Builder b = fourNodes();
    b.project.quote.currency = Currency::eur();
    b.project.quote.exchangeRates = {{Currency::usd(), Currency::eur(), 920'000'000, "", "bank"}};
    QCOMPARE(billOf(b.context()).find("device:test-node")->gap, PriceGap::NoExchangeRate);
    // It is no line without a price, and says which rate it waits for.
    const BillTotal open = total(billOf(b.context()));
    QVERIFY(open.unrated > 0 && open.unrated <= open.unpriced);
    QCOMPARE(open.unratedFrom, std::string("USD"));
    QCOMPARE(open.unpriced, open.lines);
    QCOMPARE(openLines(open).size(), std::size_t{1}); // no line at all has an amount: that is no lower bound
    QCOMPARE(openLines(open).front().id, std::string("bill.open-lines.all-unrated"));
    BillTotal some = open;
    some.lines = open.unpriced + 1;
    QCOMPARE(openLines(some).back().id, std::string("bill.open-lines.unrated"));
    b.project.quote.exchangeRates.front().date = "2026-06-01";
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "device:test-node"), 147'200'000); // 1.6 M x 0.92
    QCOMPARE(total(bill).unrated, std::int64_t(0));
    QVERIFY(bill.find("device:test-node")->amount->typical.currency() == Currency::eur());
}

void TstBill::changesOverrideByKey() {
    Builder b = fourNodes();
    QuoteLine change;
    change.derivedKey = "device:test-node";
    change.quantityMilli = 5000;
    change.price = dollars(350'000);
    change.discount = Share::percent(10);
    change.priceSource = "Offer 17";
    change.priceDate = "2026-08-01";
    b.put(b.design.quoteLines, change);
    const Bill bill = billOf(b.context());
    const BillLine* line = bill.find("device:test-node");
    QCOMPARE(line->amount->typical.minorUnits(), 157'500'000); // 5 x 350,000 x 0.9
    QCOMPARE(line->designQuantityMilli, 4000);
    QCOMPARE(line->section, QuoteSection::Compute);
    QCOMPARE(line->price->grade, Grade::Vendor);
    QVERIFY(line->isChanged);
}

void TstBill::optionalLinesStayOutOfTheTotal() {
    Builder b = fourNodes();
    const std::int64_t before = total(billOf(b.context())).typical.minorUnits();
    QuoteLine extra;
    extra.description = "On-site engineer";
    extra.section = QuoteSection::Services;
    extra.quantityMilli = 1500;
    extra.price = dollars(10'000);
    extra.isOptional = true;
    const Id<QuoteLine> id = b.put(b.design.quoteLines, extra);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "line:" + std::to_string(id.value)), 1'500'000);
    QCOMPARE(total(bill).typical.minorUnits(), before);
    QuoteLine* same = &extra;
    same->id = id;
    same->isOptional = false;
    b.design.quoteLines = b.design.quoteLines.with(extra);
    QCOMPARE(total(billOf(b.context())).typical.minorUnits(), before + 1'500'000);
}

void TstBill::serviceOffersStandBesideTheTotal() {
    Builder b = fourNodes();
    const BillTotal before = total(billOf(b.context()));
    QVERIFY(!billOf(b.context()).find("allowance:turnkey"));
    b.setSetting("cost.service-offers", "managed");
    QVERIFY(!billOf(b.context()).find("allowance:turnkey"));
    QVERIFY(billOf(b.context()).find("allowance:managed"));
    b.setSetting("cost.service-offers", "all");
    const Bill bill = billOf(b.context());
    for (const char* key : {"allowance:turnkey", "allowance:managed", "allowance:rental"}) {
        const BillLine* line = bill.find(key);
        QVERIFY2(line && line->isOptional && !line->counts() && !line->amount, key);
    }
    QCOMPARE(quantity(bill, "allowance:managed"), 36'000); // months of support
    QCOMPARE(total(bill).typical.minorUnits(), before.typical.minorUnits());
    QCOMPARE(total(bill).unpriced, before.unpriced);
}

void TstBill::orphansAreKept() {
    Builder b = fourNodes();
    QuoteLine change;
    change.derivedKey = "device:gone";
    b.put(b.design.quoteLines, change);
    QCOMPARE(billOf(b.context()).orphans, std::vector<std::string>{"device:gone"});
}

void TstBill::sectionsSumToTheTotal() {
    const Bill bill = billOf(fourNodes().context());
    std::int64_t sum = 0, lines = 0;
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        const BillTotal section = total(bill, static_cast<QuoteSection>(i));
        sum += section.typical.minorUnits();
        lines += section.lines;
        QVERIFY(section.low.minorUnits() <= section.typical.minorUnits());
        QVERIFY(section.typical.minorUnits() <= section.high.minorUnits());
    }
    QCOMPARE(sum, total(bill).typical.minorUnits());
    QCOMPARE(lines, total(bill).lines);
}

// The line itself grows by exactly one price; what rests on it grows too, and nothing shrinks but the panels before the
// eight units that it takes.
void TstBill::addingADeviceAddsItsLine() {
    Builder b = fourNodes();
    const Bill before = billOf(b.context());
    b.addDevice(b.design.devices.begin()->part, b.design.racks.begin()->id, 33);
    const Bill after = billOf(b.context());
    QCOMPARE(cents(after, "device:test-node") - cents(before, "device:test-node"), 40'000'000);
    QCOMPARE(cents(before, "allowance:blanking-panels") - cents(after, "allowance:blanking-panels"), 6'400);
    for (const BillLine& line : before.lines)
        if (line.key != "allowance:blanking-panels")
            QVERIFY2(cents(after, line.key) >= cents(before, line.key), line.key.c_str());
    std::int64_t difference = 0;
    for (const BillLine& line : after.lines)
        difference += cents(after, line.key) - cents(before, line.key);
    QCOMPARE(total(after).typical.minorUnits() - total(before).typical.minorUnits(), difference);
}

void TstBill::unpricedIsNoZero() {
    Builder b = fourNodes();
    Part unknown = node();
    unknown.id = "test-unpriced";
    b.addDevice(b.addPart(unknown), b.design.racks.begin()->id, 33);
    const Bill bill = billOf(b.context());
    const BillTotal all = total(bill);
    QCOMPARE(all.unpriced, 1);
    QVERIFY(all.isLowerBound);
    QVERIFY(bill.find("device:test-unpriced")->value().isUnknown());
    // Freight is a share of hardware of which a part has no price: it is at least that much.
    QVERIFY(bill.find("allowance:freight")->value().isLowerBound());
}

// Two cables to an end that is not placed, one of them supplied by the customer: one is ours to buy, and the total says
// that it lacks it.
void TstBill::cablesOfUnknownLengthLeaveTheTotalOpen() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const BillTotal whole = total(billOf(hall.b.context()));
    QVERIFY(!whole.isLowerBound);
    const Id<Device> waiting = hall.addNode(Id<Rack>{999'999});
    hall.cable(waiting, 0, hall.leaf, 1);
    CableDetail theirs;
    theirs.cable = hall.cable(waiting, 1, hall.leaf, 2);
    theirs.scope.suppliedBy = Party::Customer;
    QCOMPARE(std::string(notOursNote(theirs.scope)), std::string("bill.note.by-customer"));
    hall.b.put(hall.b.design.cableDetails, theirs);
    const Bill bill = billOf(hall.b.context());
    QCOMPARE(quantity(bill, "allowance:open-cables"), 1000);
    QVERIFY(bill.find("allowance:open-cables")->value().isUnknown());
    QVERIFY(total(bill).isLowerBound);
    QCOMPARE(total(bill).unpriced, 1);
    QVERIFY(!bill.find("allowance:cables-without-part"));
    // What is known and made by nothing at hand is a line of its own.
    hall.pin(hall.cable(hall.addNode(hall.racks[2]), 0, hall.leaf, 3), {}, Length::metres(501));
    const Bill far = billOf(hall.b.context());
    QCOMPARE(quantity(far, "allowance:open-cables"), 1000);
    QCOMPARE(quantity(far, "allowance:cables-without-part"), 1000);
    QCOMPARE(far.find("allowance:cables-without-part")->text.id, std::string("bill.cables-without-part"));
}

void TstBill::orderAndNumbersAreStable() {
    const Builder b = fourNodes();
    const Bill first = billOf(b.context());
    const Bill second = billOf(b.context());
    QVERIFY(std::ranges::equal(first.lines, second.lines, sameLine));
    // Every line is in the sum, in another line, or no part of it.
    const BillTotal sum = total(first);
    QCOMPARE(sum.lines + sum.included + sum.outside, static_cast<std::int64_t>(first.lines.size()));
    for (std::size_t i = 0; i < first.lines.size(); ++i) {
        QCOMPARE(first.lines[i].number, static_cast<std::int64_t>(i + 1));
        QVERIFY(i == 0 || first.lines[i - 1].section <= first.lines[i].section);
    }
}

void TstBill::drawnPdusReplaceTheAllowance() {
    Builder b = fourNodes();
    PowerElement pdu;
    pdu.name = "P1";
    pdu.part = b.addPart(priced(part("test-pdu", PartCategory::RackPdu, Mounting::ZeroU, {}), dated(2'000)));
    pdu.placement = ZeroU{b.design.racks.begin()->id, Side::Left, 0};
    b.put(b.design.powerElements, pdu);
    const Bill bill = billOf(b.context());
    QVERIFY(!bill.find("allowance:rack-pdus"));
    QCOMPARE(cents(bill, "rack-pdu:test-pdu"), 200'000);
    // Two thousand come and more than that goes: the difference says so.
    const auto lines = lineDifferences(billOf(fourNodes().context()), bill);
    const auto of = [&lines](std::string_view key) { return *std::ranges::find(lines, key, &LineDifference::key); };
    QCOMPARE(of("rack-pdu:test-pdu").change, LineChange::Came);
    QCOMPARE(of("rack-pdu:test-pdu").after.typical(), 2'000.0);
    QCOMPARE(of("allowance:rack-pdus").change, LineChange::Went);
    QCOMPARE(of("allowance:rack-pdus").before.typical(), 7'200.0);
    QCOMPARE(of("allowance:freight").change, LineChange::Changed);
    QCOMPARE(bill.find("rack-pdu:test-pdu")->racks.size(), std::size_t(1));
}

// 4 nodes x 6 supplies and 2 of the switch. No list has a price of cords: they have planning prices until one is
// pinned.
void TstBill::powerCordsAreCounted() {
    RackOnPdus fed(2, 12);
    const Bill bill = billOf(fed.b.context());
    QCOMPARE(quantity(bill, "allowance:cord-c19-c20;2m"), 24'000);
    QCOMPARE(quantity(bill, "allowance:cord-c13-c14;2m"), 2'000);
    const BillLine& line = *bill.find("allowance:cord-c19-c20;2m");
    QVERIFY(line.amount && line.price->origin == PriceOrigin::Allowance && line.counts());
    QCOMPARE(line.amount->low.inUnits(), 24 * 12.0);
    QCOMPARE(line.amount->typical.inUnits(), 24 * 25.0);
    QCOMPARE(line.amount->high.inUnits(), 24 * 50.0);
    QCOMPARE(line.racks, std::vector<Id<Rack>>{fed.rack});
    QCOMPARE(line.text.id, std::string("bill.cord"));
    QCOMPARE(total(bill).unpriced, 0);
    fed.b.pin("cord-c19-c20;2m", dated(20));
    const Bill pinned = billOf(fed.b.context());
    QCOMPARE(cents(pinned, "allowance:cord-c19-c20;2m"), 48'000);
    // Without PDUs nobody knows what cords plug into.
    for (const BillLine& each : billOf(fourNodes().context()).lines)
        QVERIFY2(!each.text.id.starts_with("bill.cord") && each.text.id != "bill.open-cords", each.key.c_str());
}

void TstBill::cordsFollowOutletsAndPlaces() {
    // No C13: the C14 of the switch take the C19 that the nodes leave.
    const Bill adapted = billOf(RackOnPdus(0, 13).b.context());
    QCOMPARE(quantity(adapted, "allowance:cord-c19-c20;2m"), 24'000);
    QCOMPARE(quantity(adapted, "allowance:cord-c13-c20;2m"), 2'000);
    // C22 inlets take cords of C21.
    RackOnPdus hot(2, 12);
    changePart(hot.b, hot.nodePart, [](Part& part) { part.powerInputs.front().inlet = "C22 (cord C21)"; });
    QCOMPARE(quantity(billOf(hot.b.context()), "allowance:cord-c21-c20;2m"), 24'000);
    RackOnPdus unknown(2, 12);
    changePart(unknown.b, unknown.nodePart, [](Part& part) { part.powerInputs.front().inlet.clear(); });
    const Bill open = billOf(unknown.b.context());
    QCOMPARE(quantity(open, "allowance:open-cords"), 24'000);
    // Of a kind that nobody knows the price is that of a small cord to that of a large one.
    const Amount openCords = *open.find("allowance:open-cords")->amount;
    QCOMPARE(openCords.low.minorUnits(), 24 * 600);
    QCOMPARE(openCords.typical.minorUnits(), 24 * 2000);
    QCOMPARE(openCords.high.minorUnits(), 24 * 5000);
    QCOMPARE(total(open).unpriced, 0);
    // Nobody says how many supplies the nodes have: four devices whose cords are open, never none.
    RackOnPdus uncounted(2, 12);
    changePart(uncounted.b, uncounted.nodePart, [](Part& part) { part.powerInputs.clear(); });
    const Bill bare = billOf(uncounted.b.context());
    QCOMPARE(quantity(bare, "allowance:cord-c19-c20;2m"), -1);
    QCOMPARE(quantity(bare, "allowance:cord-c13-c14;2m"), 2'000);
    QCOMPARE(quantity(bare, "allowance:open-supplies"), 4'000);
    QCOMPARE(bare.find("allowance:open-supplies")->amount->typical.minorUnits(), 4 * 8000);
    QCOMPARE(bare.find("allowance:open-supplies")->amount->high.minorUnits(), 4 * 40000);
    QCOMPARE(bare.find("allowance:open-supplies")->racks, std::vector<Id<Rack>>{uncounted.rack});
    QCOMPARE(total(bare).unpriced, 0);
    // A horizontal PDU at U45: 2 m and 44, 36, 28, 20 U to the nodes (3.96, 3.60, 3.24, 2.89 m), 5 U to the switch.
    RackOnPdus horizontal(2, 12);
    for (const std::size_t which : {std::size_t(0), std::size_t(1)})
        horizontal.changePdu(which, [&](PowerElement& pdu) {
            pdu.placement = InRack{horizontal.rack, 45, Face::Rear, 0};
        });
    const Bill across = billOf(horizontal.b.context());
    QCOMPARE(quantity(across, "allowance:cord-c19-c20;4m"), 18'000);
    QCOMPARE(quantity(across, "allowance:cord-c19-c20;3m"), 6'000);
    QCOMPARE(quantity(across, "allowance:cord-c13-c14;3m"), 2'000);
    RackOnPdus shorter(2, 12);
    shorter.b.setSetting("power.cord-length", "1");
    QCOMPARE(quantity(billOf(shorter.b.context()), "allowance:cord-c19-c20;1m"), 24'000);
}

void TstBill::cordsOfOthersAndHeldOnesAreNotBought() {
    RackOnPdus mixed(2, 15);
    mixed.b.addDevice(mixed.nodePart, mixed.rack, 32, {Status::New, Party::Customer, Party::Us, 1});
    const Bill bill = billOf(mixed.b.context());
    QCOMPARE(quantity(bill, "allowance:cord-c19-c20;2m"), 24'000);
    QCOMPARE(quantity(bill, "allowance:cord-c19-c20;2m;customer"), 6'000);
    QCOMPARE(bill.find("allowance:cord-c19-c20;2m;customer")->gap, PriceGap::NotOurs);
    // Ten cords stand in the bill as a part of their own.
    RackOnPdus held(2, 12);
    QuoteLine entered;
    entered.section = QuoteSection::PowerEquipment;
    entered.part = held.b.addPart(part("own-cord", PartCategory::Other, Mounting::InDevice,
                                       {word("end-a-connector", "C20"), word("end-b-connector", "C19")}));
    entered.quantityMilli = 10'000;
    held.b.put(held.b.design.quoteLines, entered);
    const Bill less = billOf(held.b.context());
    QCOMPARE(quantity(less, "allowance:cord-c19-c20;2m"), 14'000);
    QCOMPARE(quantity(less, "allowance:cord-c13-c14;2m"), 2'000);
}

// A whip of 3.2 m from a panel, a circuit straight from a busway, a tap-off that is drawn.
void TstBill::whipsAndTapOffsAreCounted() {
    RackOnPdus fed(2, 12);
    const auto panel = fed.add(PowerElementKind::RemotePowerPanel, "RPP");
    const auto busway = fed.add(PowerElementKind::Busway, "Busway");
    fed.link(panel, fed.pdus[0], [](PowerLink& link) {
        link.whip = Length::millimetres(3'200);
        link.connector = "IEC 60309 32 A";
    });
    fed.link(busway, fed.pdus[1]);
    const Bill bill = billOf(fed.b.context());
    QCOMPARE(quantity(bill, "allowance:whip-iec 60309 32 a;4m"), 1'000);
    QCOMPARE(bill.find("allowance:whip-iec 60309 32 a;4m")->racks, std::vector<Id<Rack>>{fed.rack});
    QCOMPARE(quantity(bill, "allowance:tap-off"), 1'000);
    RackOnPdus tapped(2, 12);
    const auto run = tapped.add(PowerElementKind::Busway, "Busway");
    const auto tap = tapped.add(PowerElementKind::TapOff, "Tap");
    tapped.link(run, tap);
    tapped.link(tap, tapped.pdus[0]);
    tapped.link(tapped.add(PowerElementKind::RemotePowerPanel, "RPP"), tapped.pdus[1]);
    const Bill drawn = billOf(tapped.b.context());
    QVERIFY(!drawn.find("allowance:tap-off"));
    QCOMPARE(quantity(drawn, "tap-off:unknown"), 1'000);
    QCOMPARE(drawn.find("tap-off:unknown")->racks, std::vector<Id<Rack>>{tapped.rack});
    QCOMPARE(quantity(drawn, "allowance:whip"), 1'000); // neither length nor connector is known
    QCOMPARE(drawn.find("allowance:whip")->text.id, std::string("bill.whip.open"));
}

// One compute cable from a node at U1 (rear at x 0 m, y 0.6 m) to a leaf at U1 in a rack at x 3 m, y 1 m (front, y 0.4
// m): 3.2 m across at 2.7 m, less 0.1778 m and 0.022225 m: 8.4 m, 1 m of slack: 10 m. An active optical cable, 650 + 10
// x 14. One in the same rack, 41 U up and 1.2 m from rear to front: 1.622425 + 0.6 + 1.2, 10 %: 3.76 m, beyond passive
// copper; an active electrical cable of 4 m: 450 + 4 x 70. Ports of other networks stay allowances by port.
void TstBill::cables() {
    Builder b = fourNodes();
    const Id<PartRow> leafPart =
        b.addPart(priced(networkSwitch("test-leaf", 64, 400, FabricProtocol::InfiniBand), dated(40'000)));
    Rack other = *b.design.racks.begin();
    other.centre = {Length::millimetres(3000), Length::millimetres(1000)};
    const Id<Rack> second = b.put(b.design.racks, other);
    const Id<Device> far = b.addDevice(leafPart, second, 1);
    const Id<Device> near = b.addDevice(leafPart, b.design.racks.begin()->id, 41);
    const Id<Device> host = b.design.devices.begin()->id;
    Cable cable;
    cable.a = {host, 0, 0};
    cable.b = {far, 0, 0};
    b.put(b.design.cables, cable);
    cable.a = {host, 1, 0};
    cable.b = {near, 0, 0};
    b.put(b.design.cables, cable);
    const Bill bill = billOf(b.context());
    // 4 nodes x 2 storage cages (200G) by port.
    QCOMPARE(quantity(bill, "allowance:transceivers-200"), 8'000);
    QCOMPARE(quantity(bill, "allowance:fibres-200"), 4'000);
    // 3 nodes x 8 compute ports that no network serves; the node that is cabled has no more to come.
    QCOMPARE(quantity(bill, "allowance:transceivers-400"), 24'000);
    QCOMPARE(quantity(bill, "allowance:fibres-400"), 12'000);
    QCOMPARE(quantity(bill, "allowance:class-aoc-400;10m"), 1'000);
    QCOMPARE(cents(bill, "allowance:class-aoc-400;10m"), 79'000);
    QCOMPARE(cents(bill, "allowance:class-aoc-400;4m"), 70'600);
    // Management: 4 nodes and 2 switches.
    QCOMPARE(quantity(bill, "allowance:copper"), 6'000);
}

void TstBill::pinnedCableIsALine() {
    Builder b = fourNodes();
    const Id<PartRow> leafPart =
        b.addPart(priced(networkSwitch("test-leaf", 64, 400, FabricProtocol::InfiniBand), dated(40'000)));
    const Id<Device> leaf = b.addDevice(leafPart, b.design.racks.begin()->id, 41);
    Cable cable;
    cable.a = {b.design.devices.begin()->id, 0, 0};
    cable.b = {leaf, 0, 0};
    CableDetail detail;
    detail.cable = b.put(b.design.cables, cable);
    detail.part = b.addPart(priced(part("test-dac", PartCategory::CopperCable, Mounting::None, {}), dated(99)));
    b.put(b.design.cableDetails, detail);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "cable:test-dac"), 9'900);
    QVERIFY(
        std::ranges::none_of(bill.lines, [](const BillLine& line) { return line.key.starts_with("allowance:class"); }));
}

void TstBill::costLinesComeFirst() {
    Builder b = fourNodes();
    CostLine labour;
    labour.item = "labour-rate";
    labour.rate = Fact<PriceRate>::known(dollars(120), Grade::CustomerStatement);
    b.put(b.project.costLines, labour);
    CostLine freight;
    freight.item = "freight";
    freight.percent = Fact<double>::known(0.05, Grade::ThirdParty);
    b.put(b.project.costLines, freight);
    CostLine empty;
    empty.item = "hw-support"; // known to be needed, without a figure: the setting stays
    b.put(b.project.costLines, empty);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "allowance:installation"), 607'200); // 50.6 h x 120
    QCOMPARE(cents(bill, "allowance:freight"), 8'206'860);    // 5 % of 1,641,372
    QCOMPARE(cents(bill, "allowance:support"), 29'378'880);
}

// The rack takes 40 h, its 24 fibres 0.4 h and 4 copper cables 0.25 h each; a switch of one unit takes 3 h. At 95 an
// hour.
void TstBill::hoursFollowWhoInstalls_data() {
    QTest::addColumn<Party>("nodesFrom");
    QTest::addColumn<Party>("nodesBy");
    QTest::addColumn<Party>("rackFrom");
    QTest::addColumn<Party>("rackBy");
    QTest::addColumn<qint64>("hoursMilli");
    const Party us = Party::Us, customer = Party::Customer;
    QTest::newRow("all ours") << us << us << us << us << qint64(56'600);
    QTest::newRow("customer's nodes, put in by us") << customer << us << us << us << qint64(56'600);
    QTest::newRow("customer's rack, put in by us") << us << us << customer << us << qint64(56'600);
    QTest::newRow("customer's all, put in by us") << customer << us << customer << us << qint64(56'600);
    QTest::newRow("our nodes, put in by the customer") << us << customer << us << us << qint64(40'000);
    QTest::newRow("our rack, put in by the customer") << us << us << us << customer << qint64(16'600);
    QTest::newRow("customer's, put in by the customer") << customer << customer << us << us << qint64(40'000);
    QTest::newRow("our all, put in by another") << us << Party::Other << us << Party::Other << qint64(0);
}

void TstBill::hoursFollowWhoInstalls() {
    QFETCH(Party, nodesFrom);
    QFETCH(Party, nodesBy);
    QFETCH(Party, rackFrom);
    QFETCH(Party, rackBy);
    QFETCH(qint64, hoursMilli);
    Builder b = fourNodes();
    Rack rack = *b.design.racks.begin();
    rack.scope = {Status::New, rackFrom, rackBy, 1};
    b.design.racks = b.design.racks.with(rack);
    const Id<PartRow> ethernet =
        b.addPart(priced(part("test-1u", PartCategory::Switch, Mounting::Eia19, {}), dated(900)));
    for (const std::int64_t unit : {40, 41})
        b.addDevice(ethernet, rack.id, unit);
    std::vector<Device> devices(b.design.devices.begin(), b.design.devices.end());
    for (Device& device : devices) {
        device.scope = {Status::New, nodesFrom, nodesBy, 1};
        b.design.devices = b.design.devices.with(device);
    }
    const Bill bill = billOf(b.context());
    QCOMPARE(quantity(bill, "allowance:installation"), hoursMilli == 0 ? -1 : hoursMilli);
    QCOMPARE(cents(bill, "allowance:installation"), hoursMilli == 0 ? -1 : hoursMilli * 95 / 10);
    QCOMPARE(bill.find("device:test-node") != nullptr, nodesFrom == Party::Us);
    QCOMPARE(quantity(bill, "allowance:transceivers-400"), nodesFrom == Party::Us ? 32'000 : -1);
}

void TstBill::licences() {
    Builder b;
    Part gpuNode = priced(node(), dated(400'000));
    Attribute model;
    model.key = "accelerator-model";
    model.text = Fact<std::string>::known("nv-h200-sxm-141", Grade::Vendor);
    gpuNode.attributes.push_back(model);
    b.addDevice(b.addPart(gpuNode), b.addRack({}));
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "allowance:licences"), 10'800'000); // 8 x 3 years x 4,500
    QVERIFY(!bill.find("allowance:licences-bundled"));

    Builder dgx;
    gpuNode.vendor = "NVIDIA";
    gpuNode.model = "DGX H200";
    dgx.addDevice(dgx.addPart(gpuNode), dgx.addRack({}));
    const Bill bundled = billOf(dgx.context());
    QVERIFY(!bundled.find("allowance:licences"));
    QCOMPARE(cents(bundled, "allowance:licences-bundled"), 0);
    QCOMPARE(quantity(bundled, "allowance:licences-bundled"), 8'000);
}

void TstBill::buswayByTheMetre() {
    Builder b = fourNodes();
    Part busway = priced(part("test-busway", PartCategory::Busway, Mounting::Floor, {}), dated(1'100));
    busway.prices.front().basis = "metre";
    PowerElement element;
    element.kind = PowerElementKind::Busway;
    element.part = b.addPart(busway);
    PathSegment segment;
    segment.kind = PathwayKind::Busway;
    segment.busway = b.put(b.design.powerElements, element);
    PathNode node;
    segment.from = b.put(b.design.pathNodes, node);
    node.place = {Length::millimetres(12'500), Length{}};
    segment.to = b.put(b.design.pathNodes, node);
    b.put(b.design.pathSegments, segment);
    const Bill bill = billOf(b.context());
    QCOMPARE(quantity(bill, "busway:test-busway"), 12'500);
    QCOMPARE(cents(bill, "busway:test-busway"), 1'375'000);
}

// A contained aisle of 1.2 x 6 m: 7.2 m2 of roof at 320; two ends of 1.2 x 2.4 m: 5.76 m2 at 380.
void TstBill::containment() {
    Builder b = fourNodes();
    RoomObject object;
    const auto at = [](std::int64_t x, std::int64_t y) {
        return Point{Length::millimetres(x), Length::millimetres(y)};
    };
    object.shape = Aisle{{at(0, 0), at(1200, 0), at(1200, 6000), at(0, 6000)}, AisleKind::Cold, true};
    b.put(b.design.roomObjects, object);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "allowance:containment-roof"), 230'400);
    QCOMPARE(cents(bill, "allowance:containment-doors"), 218'880);
}

// sqrt((1024 x 2780)^2 + 150000^2) = 2,850,669.18: the published case of independent lines, here as half-widths.
// Two liquid-cooled nodes in a rack: a pair of manifolds, two pairs of hoses; 0.15 m3 in their loop at 10 a litre. The
// building fills its own water.
void TstBill::liquidParts() {
    Builder b;
    Part cooled = priced(node(), dated(400'000));
    cooled.heatPath = HeatPath::Hybrid;
    const Id<PartRow> part = b.addPart(cooled);
    const Id<Rack> in = b.addRack(b.addPart(priced(rack(), dated(4'500))));
    b.addDevice(part, in, 1);
    b.addDevice(part, in, 9);
    CoolingLoop loop;
    loop.volume = Volume(0.15);
    b.put(b.design.coolingLoops, loop);
    CoolingLoop water = loop;
    water.isFacilityWater = true;
    b.put(b.design.coolingLoops, water);
    const Bill bill = billOf(b.context());
    QCOMPARE(cents(bill, "allowance:manifolds"), 250'000);
    QCOMPARE(cents(bill, "allowance:hoses"), 80'000);
    QCOMPARE(cents(bill, "allowance:coolant"), 150'000);
    QVERIFY(!billOf(fourNodes().context()).find("allowance:hoses"));
}

void TstBill::lengthsSortAsNumbers() {
    Builder b = fourNodes();
    for (const int phase : {10, 2}) {
        Scope scope;
        scope.phase = phase;
        b.addRack(b.design.racks.begin()->part, scope);
    }
    std::vector<std::string> keys;
    for (const BillLine& line : billOf(b.context()).lines)
        if (line.key.starts_with("rack:"))
            keys.push_back(line.key);
    QCOMPARE(keys, (std::vector<std::string>{"rack:test-rack", "rack:test-rack;phase2", "rack:test-rack;phase10"}));
}

void TstBill::quadrature() {
    const double a = 1024 * 2780.0, c = 150'000;
    const Value sum = independentSum(
        {Value::range(3e7 - a, 3e7, 3e7 + a, Grade::Estimate), Value::range(1e6 - c, 1e6, 1e6 + c, Grade::Vendor)});
    QVERIFY(std::abs(sum.high() - sum.typical() - 2850669.18) < 0.01);
    QVERIFY(std::abs(sum.typical() - sum.low() - 2850669.18) < 0.01);
    QCOMPARE(sum.typical(), 3.1e7);
    QCOMPARE(sum.terms(), 2);
    const Value bound = independentSum({Value(5.0), Value::unknown(), Value(7.0)});
    QVERIFY(bound.isLowerBound());
    QCOMPARE(bound.unknownTerms(), 1);
    QCOMPARE(bound.terms(), 3);
    QCOMPARE(bound.typical(), 12.0);
    QVERIFY(independentSum({Value::unknown(), Value::unknown()}).isUnknown());
}

void TstBill::emptyDesign() {
    const Bill bill = billOf(Builder().context());
    QVERIFY(bill.lines.empty());
    QCOMPARE(total(bill).typical.minorUnits(), 0);
}

RW_SUITE(TstBill)
#include "tst_bill.moc"
