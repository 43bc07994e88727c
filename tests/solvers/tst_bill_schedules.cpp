// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules: the columns of each document in order, a cell a column, unique stable rows, and a customer's bill without
// anything internal.
#include "solvers/cost/bill_schedules.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/domains.h"
#include "solvers/engine/solution.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/power/power_domain.h"
#include "tests/solvers/cost_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <set>

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
    void elevation();
    void powerRows();
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
    Builder b = fourNodes();
    PowerElement pdu;
    pdu.part = b.addPart(priced(rackPdu(), dated(2'000)));
    pdu.placement = ZeroU{b.design.racks.begin()->id, Side::Left, 0};
    b.put(b.design.powerElements, pdu);
    const SolutionPtr solution = solved(b);
    for (const Edition edition : {Edition::Customer, Edition::Internal}) {
        const auto all = schedulesOf(solution->domains(), solution->context(), *solution, edition);
        QCOMPARE(all.size(), std::size_t(16));
        for (const Schedule& schedule : all) {
            std::set<std::string> keys;
            const bool isOfWorkloads = schedule.id.starts_with("storage-") || schedule.id == "checkpoints" ||
                                       schedule.id == "inference" || schedule.id == "failures" ||
                                       schedule.id == "acceptance"; // of which this design has none
            QVERIFY2(schedule.rows.empty() == isOfWorkloads, schedule.id.c_str());
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
    QVERIFY(rowOf(schedule, "sum")->cells[total] == ScheduleCell(Money(200'799'300, Currency::usd())));
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
    const std::size_t notes = columnOf(schedule, "Notes");
    const auto note = [&](std::string_view key) { return std::get<Message>(rowOf(schedule, key)->cells[notes]).id; };
    QCOMPARE(note("device:test-sw"), std::string("bill.note.no-price"));
    QCOMPARE(note("device:test-node;existing"), std::string("bill.note.not-new"));
    QCOMPARE(note("allowance:freight"), std::string("bill.note.allowance"));
    QCOMPARE(note("allowance:transceivers-400"), std::string("bill.note.allowance"));
    QCOMPARE(note("allowance:transceivers-200"), std::string("bill.note.own-estimate"));
    QCOMPARE(note("allowance:fibres-200"), std::string("bill.note.own-estimate"));
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
    QCOMPARE(with.rows.size(), std::size_t(1));
    QVERIFY(with.rows.front().cells[0] == ScheduleCell(GivenText{"RPP-1"}));
    QVERIFY(with.rows.front().cells[2] == ScheduleCell(GivenText{"1,3,5"}));
    QVERIFY(with.rows.front().cells[3] == ScheduleCell(Value(63.0)));
    QVERIFY(with.rows.front().cells[10] == ScheduleCell(GivenText{"P1"}));
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
