// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules: the columns of each document in order, a cell a column, unique stable rows, and a customer's bill without
// anything internal.
#include "solvers/changes/change_log.h"
#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/domains.h"
#include "solvers/engine/solution.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/power/power_domain.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

std::string headers(const Schedule& schedule) {
    std::string all;
    for (const ScheduleColumn& column : schedule.columns)
        all += (all.empty() ? "" : ", ") + column.header;
    return all;
}

const ScheduleRow* rowOf(const Schedule& schedule, std::string_view key) {
    const auto it = std::ranges::find(schedule.rows, key, &ScheduleRow::key);
    return it == schedule.rows.end() ? nullptr : &*it;
}

std::size_t columnOf(const Schedule& schedule, std::string_view header) {
    const auto it = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    return static_cast<std::size_t>(it - schedule.columns.begin());
}

/// All texts that a schedule holds, message arguments included.
std::string textsOf(const Schedule& schedule) {
    std::string all;
    const auto addMessage = [&all](const Message& message) {
        all += message.id + "\n";
        for (const Argument& argument : message.arguments)
            if (const auto* text = std::get_if<std::string>(&argument.value))
                all += *text + "\n";
    };
    for (const ScheduleRow& row : schedule.rows)
        for (const ScheduleCell& cell : row.cells) {
            if (const auto* text = std::get_if<GivenText>(&cell))
                all += text->text + "\n";
            if (const auto* message = std::get_if<Message>(&cell))
                addMessage(*message);
        }
    for (const Message& note : schedule.notes)
        addMessage(note);
    return all;
}

SolutionPtr solved(const Builder& b) { return solve(b.snapshot(), joined(programDomains()), {}); }

} // namespace

class TstBillSchedules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void customerColumns();
    void internalColumns();
    void everyRowIsWhole();
    void sumsAndLines();
    void customerSeesNothingInternal();
    void remarks();
    // What is drawn has a line of its own in the list of changes, by what it is where it has no name.
    void drawnThingsAreNamedAmongChanges() {
        Hall hall = fixture::hall();
        const Context before(hall.snapshot());
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        const auto wall = hall.addObject(Wall{at(1'000, 500), at(3'000, 500), Length::millimetres(150)});
        const auto column = hall.addObject(Column{{at(500, 500), at(700, 500), at(700, 700), at(500, 700)}});
        hall.change(&Design::roomObjects, column, [](RoomObject& object) { object.name = "C3"; });
        const Schedule changes = changeSchedule(before, Context(hall.snapshot()));
        const std::size_t object = columnOf(changes, "Object");
        const ScheduleRow* drawn = rowOf(changes, "room_objects:" + std::to_string(wall.value));
        const ScheduleRow* named = rowOf(changes, "room_objects:" + std::to_string(column.value));
        QVERIFY(drawn && named);
        QCOMPARE(std::get<Message>(drawn->cells[object]).id, std::string("room-object.wall"));
        QCOMPARE(std::get<Message>(drawn->cells[columnOf(changes, "After")]).id, std::string("change.box"));
        QCOMPARE(std::get<GivenText>(named->cells[object]).text, std::string("C3"));
    }
    void elevation();
    void powerRows();
    void outletsOfARack();
    void outletsFollowHandsAndSides();
    void waysOfAPanel();
    void columnUnits();
};

void TstBillSchedules::customerColumns() {
    const Builder b = fourNodes();
    const Context context = b.context();
    QCOMPARE(
        headers(billForCustomer(context, billOf(context))),
        std::string("Line, Parent, Section, Type, Manufacturer, Part number, Description, Qty, Unit, Term (months), "
                    "Unit price, Discount %, Net unit, Net total, Currency, Lead time (weeks), Supplied by, Phase, "
                    "Option, Notes"));
}

void TstBillSchedules::internalColumns() {
    const Builder b = fourNodes();
    const Context context = b.context();
    const std::string all = headers(billForUs(context, billOf(context)));
    QVERIFY(all.starts_with(headers(billForCustomer(context, billOf(context)))));
    QVERIFY(all.ends_with("Part-number confidence, Price source, Price date, Valid until, Cost, Margin %, Supplier, "
                          "Quote ref, Qty in design, Spare %, Alternate PN, Where used (racks), HS code, ECCN, Country "
                          "of origin, kg, W max"));
}

void TstBillSchedules::everyRowIsWhole() {
    const Builder b = RackOnPdus(8, 24).b; // every cord is known, so the total is
    const SolutionPtr solution = solved(b);
    for (const Edition edition : {Edition::Customer, Edition::Internal}) {
        const auto all = schedulesOf(solution->domains(), solution->context(), *solution, edition);
        QCOMPARE(all.size(), edition == Edition::Customer ? std::size_t(31) : std::size_t(35));
        for (const Schedule& schedule : all) {
            std::set<std::string> keys;
            const bool isOfWorkloads = schedule.id.starts_with("storage-") || schedule.id == "checkpoints" ||
                                       schedule.id == "inference" || schedule.id == "serving-curve" ||
                                       schedule.id == "serving-references" || schedule.id == "failures" ||
                                       schedule.id == "acceptance" || schedule.id == "panel-schedule" ||
                                       schedule.id == "loops" || schedule.id == "year" ||
                                       schedule.id == "year-months"; // of which this design has none
            const bool isOfAccelerators = schedule.id == "power-caps";                  // whose part is not named here
            const bool isOfIssues = schedule.id == "change-log";                        // none is issued
            QVERIFY2(schedule.rows.empty() == (isOfWorkloads || isOfAccelerators || isOfIssues), schedule.id.c_str());
            for (const ScheduleRow& row : schedule.rows) {
                QVERIFY2(row.cells.size() == schedule.columns.size(), schedule.id.c_str());
                QVERIFY2(keys.insert(row.key).second, (schedule.id + " " + row.key).c_str());
            }
        }
    }
}

void TstBillSchedules::sumsAndLines() {
    const Builder b = fourNodes();
    const Context context = b.context();
    const Bill bill = billOf(context);
    const Schedule schedule = billForCustomer(context, bill);
    std::size_t lines = 0;
    for (const ScheduleRow& row : schedule.rows)
        lines += row.role == RowRole::Line ? 1 : 0;
    QCOMPARE(lines, bill.lines.size());
    const std::size_t total = columnOf(schedule, "Net total");
    QVERIFY(rowOf(schedule, "sum")->cells[total] == ScheduleCell(Money(200'627'376, Currency::usd())));
    QVERIFY(rowOf(schedule, "sum:compute")->cells[total] == ScheduleCell(Money(160'000'000, Currency::usd())));
    const ScheduleRow* nodes = rowOf(schedule, "device:test-node");
    QVERIFY(nodes->cells[columnOf(schedule, "Qty")] == ScheduleCell(Thousandths{4000}));
    QVERIFY(nodes->cells[columnOf(schedule, "Unit price")] == ScheduleCell(dollars(400'000)));
    QVERIFY(nodes->cells[columnOf(schedule, "Part number")] == ScheduleCell(GivenText{"PN-test-node"}));
}

void TstBillSchedules::customerSeesNothingInternal() {
    Builder b = fourNodes();
    Price secret = dated(390'000, "2026-05-01");
    secret.rate.source = Source{"Distributor Ltd", "Secret offer 4711", "2026-05-01", {}};
    secret.note = "margin 12 %";
    b.pin("test-node", secret);
    QuoteLine change;
    change.derivedKey = "rack:test-rack";
    change.price = dollars(4'000);
    change.priceSource = "Hidden dealer";
    change.priceDate = "2026-05-02";
    b.put(b.design.quoteLines, change);
    const Context context = b.context();
    const Bill bill = billOf(context);
    const std::string customer = textsOf(billForCustomer(context, bill));
    const std::string own = textsOf(billForUs(context, bill));
    for (const char* internal : {"Distributor", "4711", "margin", "Hidden dealer"})
        QVERIFY2(customer.find(internal) == std::string::npos, internal);
    QVERIFY(own.find("Distributor") != std::string::npos);
    QVERIFY(own.find("Hidden dealer") != std::string::npos);
    const std::string columns = headers(billForCustomer(context, bill));
    for (const char* internal : {"Cost", "Margin", "Supplier", "source"})
        QVERIFY2(columns.find(internal) == std::string::npos, internal);
}

void TstBillSchedules::remarks() {
    Builder b = fourNodes();
    b.addDevice(b.addPart(networkSwitch("test-sw", 1, 400, FabricProtocol::Ethernet)), b.design.racks.begin()->id, 33);
    b.addDevice(b.design.devices.begin()->part, b.design.racks.begin()->id, 34,
                {Status::Existing, Party::Us, Party::Us, 1});
    const Context context = b.context();
    const Schedule schedule = billForCustomer(context, billOf(context));
    const Schedule own = billForUs(context, billOf(context));
    const std::size_t notes = columnOf(schedule, "Notes");
    const auto note = [&](std::string_view key) { return std::get<Message>(rowOf(own, key)->cells[notes]).id; };
    // How far a price can be relied on is no matter of the customer's.
    for (const char* key : {"allowance:freight", "device:test-node"})
        QVERIFY(std::holds_alternative<std::monostate>(rowOf(schedule, key)->cells[notes]));
    QVERIFY(rowOf(schedule, "device:test-sw")->cells[notes] == ScheduleCell(Message("bill.note.no-price")));
    QCOMPARE(note("device:test-sw"), std::string("bill.note.no-price"));
    QCOMPARE(note("device:test-node;existing"), std::string("bill.note.not-new"));
    QCOMPARE(note("allowance:freight"), std::string("bill.note.allowance"));
    QCOMPARE(note("device:test-node"), std::string("bill.note.dated"));
    const std::size_t total = columnOf(schedule, "Net total");
    QVERIFY(std::holds_alternative<BoundedMoney>(rowOf(schedule, "sum")->cells[total]));
    // What has no price is unknown in both cells; what is no part of the total has none to know.
    QVERIFY(rowOf(schedule, "device:test-sw")->cells[total] == ScheduleCell(Value()));
    QVERIFY(rowOf(schedule, "device:test-sw")->cells[columnOf(schedule, "Unit price")] == ScheduleCell(Value()));
    QVERIFY(std::holds_alternative<std::monostate>(rowOf(schedule, "device:test-node;existing")->cells[total]));
    // A price in a currency without a rate is shown as it was given; what is unknown is the amount alone.
    Price euros = dated(500'000);
    euros.rate = Fact<PriceRate>::known(*PriceRate::nearest(500'000, Currency::eur()), Grade::CustomerStatement);
    euros.currency = Currency::eur();
    b.pin("test-node", euros);
    const Context foreign = b.context();
    const Schedule given = billForCustomer(foreign, billOf(foreign));
    const ScheduleRow* nodes = rowOf(given, "device:test-node");
    QVERIFY(nodes->cells[columnOf(given, "Unit price")] ==
            ScheduleCell(Message("bill.price-as-given").with("price", MoneyNumber{50'000'000, "EUR"})));
    QVERIFY(nodes->cells[columnOf(given, "Net total")] == ScheduleCell(Value()));
}

// Four nodes of 8 U in a rack of 48: 32 units in use, 16 empty, from the top.
void TstBillSchedules::elevation() {
    const Schedule schedule = elevationTable(fourNodes().context());
    QCOMPARE(headers(schedule), std::string("Rack, U, Face, Device, Type, Serial, Asset"));
    QCOMPARE(schedule.rows.size(), std::size_t(48));
    QVERIFY(schedule.rows.front().cells[1] == ScheduleCell(std::int64_t(48)));
    const auto used = std::ranges::count_if(
        schedule.rows, [](const ScheduleRow& row) { return std::holds_alternative<GivenText>(row.cells[3]); });
    QCOMPARE(used, 32);
}

void TstBillSchedules::powerRows() {
    Builder b = fourNodes();
    const SolutionPtr undrawn = solved(b);
    const Schedule without = powerSchedule(undrawn->context(), *undrawn);
    QCOMPARE(without.rows.size(), std::size_t(1));
    QVERIFY(without.rows.front().cells.back() == ScheduleCell(Message("schedule.no-pdu")));
    PowerElement panel;
    panel.name = "RPP-1";
    panel.kind = PowerElementKind::RemotePowerPanel;
    PowerElement pdu;
    pdu.name = "P1";
    pdu.side = FeedSide::A;
    pdu.placement = ZeroU{b.design.racks.begin()->id, Side::Left, 0};
    PowerLink link;
    link.from = b.put(b.design.powerElements, panel);
    link.to = b.put(b.design.powerElements, pdu);
    link.breaker = Current(63);
    link.poles = "1,3,5";
    b.put(b.design.powerLinks, link);
    const SolutionPtr drawn = solved(b);
    const Schedule with = powerSchedule(drawn->context(), *drawn);
    // The chain above the racks stands below them.
    QCOMPARE(with.rows.size(), std::size_t(2));
    QVERIFY(with.rows.back().cells[10] == ScheduleCell(GivenText{"RPP-1"}));
    QVERIFY(with.rows.back().cells[columnOf(with, "Kind")] == ScheduleCell(Message("power-kind.rpp")));
    QVERIFY(with.rows.front().cells[0] == ScheduleCell(GivenText{"RPP-1"}));
    QVERIFY(with.rows.front().cells[2] == ScheduleCell(GivenText{"1,3,5"}));
    QVERIFY(with.rows.front().cells[3] == ScheduleCell(Value(63.0)));
    QVERIFY(with.rows.front().cells[10] == ScheduleCell(GivenText{"P1"}));
}

// 415 V on three phases: 239.6 V from a line to neutral. Of the 10 kW of a node each of six supplies takes 1,666.7 W:
// 6.956 A. Supplies go to A and B in turn, those on A to the three banks in turn.
void TstBillSchedules::outletsOfARack() {
    RackOnPdus fed(2, 12);
    for (const std::size_t which : {std::size_t(0), std::size_t(1)})
        fed.changePdu(which, [](PowerElement& pdu) { pdu.voltage = Voltage(415); });
    const SolutionPtr solution = solved(fed.b);
    const Schedule map = outletMap(solution->context());
    QCOMPARE(headers(map),
             std::string("Rack, PDU, Side, Bank, Outlet, Type, Phase(s), Device, Supply, Inlet, W, A, Notes"));
    QCOMPARE(map.rows.size(), std::size_t(26));
    const std::string node = "cord:" + std::to_string(fed.b.design.devices.begin()->id.value);
    const auto cell = [&](const std::string& key, std::string_view column) {
        const ScheduleRow* row = rowOf(map, key);
        return row ? row->cells[columnOf(map, column)] : ScheduleCell();
    };
    const auto text = [](const char* words) { return ScheduleCell(GivenText{words}); };
    for (const auto& [supply, pdu, bank] :
         {std::tuple(0, "PDU A", 1), std::tuple(2, "PDU A", 2), std::tuple(4, "PDU A", 3), std::tuple(1, "PDU B", 1)}) {
        const std::string key = node + ":" + std::to_string(supply);
        QVERIFY2(cell(key, "PDU") == text(pdu), key.c_str());
        QVERIFY2(cell(key, "Bank") == ScheduleCell(std::int64_t(bank)), key.c_str());
        QVERIFY2(cell(key, "Outlet") == text(("C19-" + std::to_string(bank)).c_str()), key.c_str());
        QVERIFY2(cell(key, "Phase(s)") == text(std::to_string(bank).c_str()), key.c_str());
        QVERIFY2(cell(key, "Supply") == ScheduleCell(std::int64_t(supply + 1)), key.c_str());
    }
    const ScheduleCell amperes = cell(node + ":0", "A");
    const auto* value = std::get_if<Value>(&amperes);
    QVERIFY(value && std::abs(value->typical() - 10'000.0 / 6 / (415 / std::sqrt(3.0))) < 1e-6);
    // Each outlet holds one cord, and the banks of a PDU as many.
    std::set<std::string> taken;
    std::map<std::int64_t, int> ofBank;
    for (const ScheduleRow& row : map.rows) {
        const auto* pdu = std::get_if<GivenText>(&row.cells[columnOf(map, "PDU")]);
        const auto* outlet = std::get_if<GivenText>(&row.cells[columnOf(map, "Outlet")]);
        const auto* bank = std::get_if<std::int64_t>(&row.cells[columnOf(map, "Bank")]);
        QVERIFY(pdu && outlet && bank);
        QVERIFY2(taken.insert(pdu->text + outlet->text).second, outlet->text.c_str());
        ofBank[*bank] += outlet->text.starts_with("C19") ? 1 : 0;
    }
    QVERIFY((ofBank == std::map<std::int64_t, int>{{1, 8}, {2, 8}, {3, 8}}));
    // From line to line a bank is on a pair.
    changePart(fed.b, fed.pduPart, [](Part& part) {
        part.attributes.push_back(number("input-voltage", 208));
        part.attributes.push_back(number("output-voltage", 208));
    });
    for (const std::size_t which : {std::size_t(0), std::size_t(1)})
        fed.changePdu(which, [](PowerElement& pdu) { pdu.voltage.reset(); });
    const Schedule across = outletMap(solved(fed.b)->context());
    const std::size_t phases = columnOf(across, "Phase(s)");
    QVERIFY(rowOf(across, node + ":0")->cells[phases] == text("1+2"));
    QVERIFY(rowOf(across, node + ":2")->cells[phases] == text("2+3"));
    QVERIFY(rowOf(across, node + ":4")->cells[phases] == text("1+3"));
}

// An outlet that a person wrote stands as written. A cord that finds no outlet on its PDU goes to another of its side;
// one that finds none at all says so.
void TstBillSchedules::outletsFollowHandsAndSides() {
    RackOnPdus fed(2, 12);
    CordOverride cord;
    cord.device = fed.b.design.devices.begin()->id;
    cord.supply = 0;
    cord.element = fed.pdus[1];
    cord.outlet = "C19-7";
    fed.b.put(fed.b.design.cordOverrides, cord);
    const Schedule map = outletMap(solved(fed.b)->context());
    const std::string key = "cord:" + std::to_string(cord.device.value) + ":0";
    QVERIFY(rowOf(map, key)->cells[columnOf(map, "PDU")] == ScheduleCell(GivenText{"PDU B"}));
    QVERIFY(rowOf(map, key)->cells[columnOf(map, "Outlet")] == ScheduleCell(GivenText{"C19-7"}));
    QVERIFY(rowOf(map, key)->cells[columnOf(map, "Bank")] == ScheduleCell(std::int64_t(1)));
    // Thirteen cords are on B, which has twelve outlets of C19.
    const std::size_t notes = columnOf(map, "Notes");
    const auto open = std::ranges::count_if(map.rows, [&](const ScheduleRow& row) {
        return row.cells[notes] == ScheduleCell(Message("schedule.no-outlet"));
    });
    QCOMPARE(open, 1);
    // In turn A, B and a second PDU of side B have eight cords of C20 each. B has four outlets for them: the other
    // takes the rest.
    RackOnPdus two(2, 12);
    Part small = rackPdu();
    small.id = "small-pdu";
    small.attributes.push_back(number("outlets-c13", 2));
    small.attributes.push_back(number("outlets-c19", 4));
    const Id<PartRow> smallPart = two.b.addPart(small);
    two.changePdu(1, [&](PowerElement& pdu) { pdu.part = smallPart; });
    PowerElement second = *two.b.design.powerElements.find(two.pdus[1]);
    second.name = "PDU B2";
    second.part = two.pduPart;
    second.placement = ZeroU{two.rack, Side::Right, 1};
    two.b.put(two.b.design.powerElements, second);
    const Schedule shared = outletMap(solved(two.b)->context());
    std::map<std::string, int> onPdu;
    for (const ScheduleRow& row : shared.rows) {
        QVERIFY(row.cells[notes] == ScheduleCell());
        if (row.cells[columnOf(shared, "Type")] == ScheduleCell(GivenText{"C19"}))
            ++onPdu[std::get<GivenText>(row.cells[columnOf(shared, "PDU")]).text];
    }
    QVERIFY((onPdu == std::map<std::string, int>{{"PDU A", 8}, {"PDU B", 4}, {"PDU B2", 12}}));
}

// Half of 4 x 10 kW and 1.5 kW on a circuit of 230 V on L2: 20,750 W, 90.2 A; at the panel of 400 V 89.8 A on one line
// of three, 200 % above their mean.
void TstBillSchedules::waysOfAPanel() {
    RackOnPdus fed(2, 12);
    fed.changePdu(0, [](PowerElement& pdu) {
        pdu.phases = 1;
        pdu.voltage = Voltage(230);
    });
    const auto panel = fed.add(PowerElementKind::RemotePowerPanel, "RPP-1");
    PowerElement changed = *fed.b.design.powerElements.find(panel);
    changed.voltage = Voltage(400);
    changed.breaker = Current(100);
    fed.b.design.powerElements = fed.b.design.powerElements.with(changed);
    const PowerLink link = fed.link(panel, fed.pdus[0], [](PowerLink& made) {
        made.poles = "L2";
        made.breaker = Current(125);
    });
    // Nothing hangs loose, so that the load of the panel is known.
    fed.link(fed.add(PowerElementKind::RemotePowerPanel, "RPP-2"), fed.pdus[1]);
    const SolutionPtr solution = solved(fed.b);
    const Schedule schedule = panelSchedule(solution->context(), *solution);
    QCOMPARE(headers(schedule),
             std::string("Panel, Source A/B, Way, Pole(s), Circuit, Breaker A, Poles, Phase(s), Voltage, Load W, A L1, "
                         "A L2, A L3, % of breaker, Racks, Imbalance %"));
    QCOMPARE(schedule.rows.size(), std::size_t(4));
    const auto cell = [&](const std::string& key, std::string_view column) {
        const ScheduleRow* row = rowOf(schedule, key);
        return row ? row->cells[columnOf(schedule, column)] : ScheduleCell();
    };
    const auto typical = [&](const std::string& key, std::string_view column) {
        const ScheduleCell found = cell(key, column);
        const auto* value = std::get_if<Value>(&found);
        return value && value->isKnown() ? value->typical() : -1.0;
    };
    const std::string way = "circuit:" + std::to_string(link.id.value);
    QVERIFY(cell(way, "Way") == ScheduleCell(std::int64_t(1)));
    QVERIFY(cell(way, "Pole(s)") == ScheduleCell(GivenText{"L2"}));
    QVERIFY(cell(way, "Phase(s)") == ScheduleCell(GivenText{"2"}));
    QVERIFY(cell(way, "Racks") == ScheduleCell(GivenText{"R1"}));
    QVERIFY(std::holds_alternative<std::monostate>(cell(way, "A L1")));
    QVERIFY(std::abs(typical(way, "Load W") - 20'750) < 1e-6);
    QVERIFY(std::abs(typical(way, "A L2") - 20'750.0 / 230) < 1e-6);
    QVERIFY(std::abs(typical(way, "% of breaker") - 20'750.0 / 230 / 125) < 1e-9);
    const std::string incoming = "panel:" + std::to_string(panel.value);
    QVERIFY(cell(incoming, "Circuit") == ScheduleCell(Message("schedule.incoming")));
    QVERIFY(std::abs(typical(incoming, "A L2") - 3 * 20'750 / (400 * std::sqrt(3.0))) < 1e-6);
    QVERIFY(std::abs(typical(incoming, "A L1")) < 1e-6);
    QVERIFY(std::abs(typical(incoming, "Imbalance %") - 2) < 1e-9);
}

void TstBillSchedules::columnUnits() {
    ScheduleColumn column;
    QCOMPARE(inColumnUnit(column, 3), 3.0);
    column.unit = "kW";
    QCOMPARE(inColumnUnit(column, 12'500), 12.5);
    column.unit = "C";
    QVERIFY(std::abs(inColumnUnit(column, 293.15) - 20) < 1e-9);
}

RW_SUITE(TstBillSchedules)
#include "tst_bill_schedules.moc"
