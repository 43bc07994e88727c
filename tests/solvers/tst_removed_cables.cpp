// SPDX-License-Identifier: GPL-3.0-or-later
// Cables that are to be taken away: they stay drawn and listed, and fill no port, cage or tray.
#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "solvers/cables/piece_recount.h"
#include "solvers/cabling/cable_schedules.h"
#include "solvers/network/port_use.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

/// Two cables of one node to the leaf along the tray, the second to be taken away.
struct OneRemoved : CabledHall {
    Id<Device> node;
    Id<Cable> kept, gone;

    OneRemoved() {
        addTrays();
        node = addNode(racks[1]);
        kept = cable(node, 0, leaf, 0);
        gone = cable(node, 1, leaf, 1);
        setStatus(gone, Status::Removed);
    }
};

std::string cell(const Schedule& schedule, std::size_t row, std::string_view header) {
    const auto column = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    const ScheduleCell& made = schedule.rows[row].cells[static_cast<std::size_t>(column - schedule.columns.begin())];
    const auto* message = std::get_if<Message>(&made);
    const auto* text = std::get_if<GivenText>(&made);
    return message ? message->id : text ? text->text : std::string();
}

} // namespace

class TstRemovedCables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void planLeavesThemOut();
    void theyComeBack();
    void portsAreFree();
    void listsSayTheirState();
};

// One active optical cable of 10 m; one fibre of 3 mm in the first piece of tray.
void TstRemovedCables::planLeavesThemOut() {
    const OneRemoved hall;
    const Planned made(hall);
    QCOMPARE(made.plan.present(), std::int64_t(1));
    QCOMPARE(made.plan.unknown, std::int64_t(0));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(1));
    QCOMPARE(recountPieces(made.context, made.ends, made.plan).of(CableForm::Direct), std::int64_t(1));
    QCOMPARE(made.plan.fill.size(), std::size_t(1));
    QVERIFY(near(made.plan.fill[0].used * 30'000, 7.068583));
    QVERIFY(made.plan.route(made.ends, 1).empty());
    QVERIFY(made.plan.choice(made.ends, 1).candidates.empty());
    // A pinned part of it is not bought.
    OneRemoved pinned;
    CableDetail detail = decisionsFor(pinned.b.design, pinned.gone);
    detail.part = pinned.b.addPart(cablePart("test-aoc", PartCategory::OpticalCable, "aoc", 400, "OSFP", 30));
    pinned.b.design.cableDetails = pinned.b.design.cableDetails.with(detail);
    QCOMPARE(Planned(pinned).count(CableForm::Direct), std::int64_t(1));
}

// Taken over from one solve to the next: gone, there, gone.
void TstRemovedCables::theyComeBack() {
    OneRemoved hall;
    const Context first(hall.b.snapshot());
    const double whole = first.lookUp<CablePlan>().fill[0].used;
    hall.setStatus(hall.gone, Status::Existing);
    const Context second(hall.b.snapshot(), &first);
    QVERIFY(near(second.lookUp<CablePlan>().fill[0].used, 2 * whole));
    QCOMPARE(second.lookUp<CablePlan>().present(), std::int64_t(2));
    hall.setStatus(hall.gone, Status::Removed);
    const Context third(hall.b.snapshot(), &second);
    QVERIFY(near(third.lookUp<CablePlan>().fill[0].used, whole));
    QCOMPARE(third.lookUp<CablePlan>().present(), std::int64_t(1));
}

void TstRemovedCables::portsAreFree() {
    OneRemoved hall;
    const PortUse use(hall.b.context());
    QCOMPARE(use.devices.size(), std::size_t(2));
    for (const std::vector<UsedPort>& way : use.ways)
        QCOMPARE(way.size(), std::size_t(1));
    const auto port = [](Id<Device> device, std::uint16_t number) { return PortRef{device, number, 0}; };
    QVERIFY(edits::canConnect(hall.b.project, hall.b.design, port(hall.node, 1), port(hall.leaf, 1)));
    QVERIFY(!edits::canConnect(hall.b.project, hall.b.design, port(hall.node, 0), port(hall.leaf, 2)));
}

void TstRemovedCables::listsSayTheirState() {
    OneRemoved hall;
    hall.setStatus(hall.kept, Status::Existing);
    const Context context = hall.b.context();
    const Schedule cables = cableSchedule(context, {0, 2});
    QCOMPARE(cell(cables, 0, "Status"), std::string("cabling.state.existing"));
    QCOMPARE(cell(cables, 1, "Status"), std::string("cabling.state.removed"));
    QCOMPARE(cell(cables, 1, "Chosen because"), std::string("cabling.reason.removed"));
    QCOMPARE(cell(cables, 1, "Medium"), std::string());
    QCOMPARE(pointToPoint(context, {0, 2}).rows.size(), std::size_t(1));
    QCOMPARE(labelList(context, {0, 2}).rows.size(), std::size_t(2));
    const Schedule ports = portMap(context, {0, 1});
    QCOMPARE(cell(ports, 0, "State"), std::string("cabling.state.existing"));
    QCOMPARE(cell(ports, 1, "State"), std::string("cabling.state.free"));
    QCOMPARE(cell(ports, 1, "Cable ID"), std::string());
}

RW_SUITE(TstRemovedCables)
#include "tst_removed_cables.moc"
