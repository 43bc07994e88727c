// SPDX-License-Identifier: GPL-3.0-or-later
// The programme of a build: the longest chain decides, ranges stay ranges, what nobody knows is a bound and never
// nothing, waves follow one another, and what falls due adds up to the price.
#include "solvers/cost/cost_kernels.h"
#include "model/text/date.h"
#include "solvers/programme/days.h"
#include "solvers/programme/programme.h"
#include "solvers/programme/programme_domain.h"
#include "solvers/programme/settings.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using fixture::Hall;

namespace {

constexpr double kWeek = setting_of::kWeek;

/// A hall with one kind of system, a device of it in a rack of its own for each, and what plant is asked for.
struct Build {
    Hall hall;
    Id<PartRow> node, plant;

    Build() {
        Part part = fixture::node();
        part.id = "test-system";
        setLead(part, 8, 12, 16);
        node = fixture::embed(hall.project, hall.ids, part);
    }
    static void setLead(Part& part, double low, double typical, double high) {
        std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "lead-time"; });
        Attribute lead = fixture::number("lead-time", 1);
        lead.number = Fact<double>::range(low * kWeek, typical * kWeek, high * kWeek, Grade::Estimate);
        part.attributes.push_back(lead);
    }
    Id<Device> addNode(std::int64_t phase = 1) {
        Device device;
        device.id = hall.ids.take<Device>();
        device.name = "node-" + std::to_string(device.id.value);
        device.part = node;
        device.scope.phase = phase;
        hall.design.devices = hall.design.devices.with(device);
        return device.id;
    }
    void addRacks(int count) {
        for (int i = 0; i < count; ++i) {
            Rack rack;
            rack.id = hall.ids.take<Rack>();
            rack.name = "R" + std::to_string(i);
            hall.design.racks = hall.design.racks.with(rack);
        }
    }
    void addPlant() {
        Part part = fixture::part("test-cdu", PartCategory::Cdu, Mounting::Floor, {});
        setLead(part, 20, 22, 30);
        plant = fixture::embed(hall.project, hall.ids, part);
        CoolingUnit unit;
        unit.id = hall.ids.take<CoolingUnit>();
        unit.name = "CDU 1";
        unit.kind = CoolingUnitKind::CduRow;
        unit.part = plant;
        hall.design.coolingUnits = hall.design.coolingUnits.with(unit);
    }
    Programme programme() const { return programmeOf(Context(hall.snapshot())); }
};

const Activity& of(const Programme& programme, ActivityKind kind, std::optional<QuoteSection> section = {}) {
    for (const Activity& each : programme.activities)
        if (each.kind == kind && each.section == section)
            return each;
    qFatal("the programme has no such activity");
}

} // namespace

class TestProgramme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anEmptyDesignHasNone() {
        const Build build;
        QVERIFY(build.programme().activities.empty());
        QVERIFY(build.programme().ready().isUnknown());
    }
    void theLongestChainDecides() {
        Build build;
        build.addNode();
        const Programme programme = build.programme();
        const Activity& delivery = of(programme, ActivityKind::Delivery, QuoteSection::Compute);
        QCOMPARE(delivery.finish.low() / kWeek, 8.0);
        QCOMPARE(delivery.finish.typical() / kWeek, 12.0);
        QCOMPARE(delivery.finish.high() / kWeek, 16.0);
        // 12 with the factory acceptance in it + installation + levels 2 to 5 (1 + 1 + 2 + 1) + acceptance (2).
        const double installation = of(programme, ActivityKind::Installation).duration.typical() / kWeek;
        const Value ready = programme.ready();
        QVERIFY(std::abs(ready.typical() / kWeek - (12 + installation + 5 + 2)) < 1e-9);
        QVERIFY(ready.low() < ready.typical() && ready.typical() < ready.high());
        QVERIFY(delivery.isCritical);
        const Activity& engineering = of(programme, ActivityKind::Engineering);
        QVERIFY(!engineering.isCritical);
        QVERIFY(std::abs(engineering.slack / kWeek - (12 - 4)) < 1e-9);
    }
    void plantBringsSiteWorksAndIsCommissionedFirst() {
        Build build;
        build.addNode();
        build.addPlant();
        const Programme programme = build.programme();
        // Site works end in week 16, plant comes in week 22: it decides.
        QVERIFY(std::abs(of(programme, ActivityKind::SiteWorks).finish.typical() / kWeek - 16) < 1e-9);
        QVERIFY(of(programme, ActivityKind::Delivery, QuoteSection::CoolingEquipment).isCritical);
        QVERIFY(!of(programme, ActivityKind::Delivery, QuoteSection::Compute).isCritical);
        QVERIFY(std::abs(of(programme, ActivityKind::PlantInstallation).start.typical() / kWeek - 22) < 1e-9);
        const Activity& tested = of(programme, ActivityKind::Level1);
        QCOMPARE(tested.finish.typical(),
                 of(programme, ActivityKind::Delivery, QuoteSection::CoolingEquipment).finish.typical());
        QVERIFY(std::abs(tested.start.typical() / kWeek - 21) < 1e-9);
        QVERIFY(tested.isCritical);
        QVERIFY(of(programme, ActivityKind::Level2).start.typical() >=
                of(programme, ActivityKind::PlantInstallation).finish.typical());
        QVERIFY(of(programme, ActivityKind::Level5).start.typical() >=
                of(programme, ActivityKind::Installation).finish.typical());
    }
    void whatNobodyKnowsIsABound() {
        Build build;
        build.addNode();
        Part unknown = fixture::node();
        unknown.id = "test-unknown-system";
        const Id<PartRow> row = fixture::embed(build.hall.project, build.hall.ids, unknown);
        Device device = *build.hall.design.devices.begin();
        device.id = build.hall.ids.take<Device>();
        device.part = row;
        build.hall.design.devices = build.hall.design.devices.with(device);
        const Programme programme = build.programme();
        const Activity& delivery = of(programme, ActivityKind::Delivery, QuoteSection::Compute);
        QCOMPARE(delivery.unknown, std::int64_t{1});
        QVERIFY(delivery.duration.isLowerBound());
        QVERIFY(programme.ready().isLowerBound());
        QVERIFY(programme.ready().typical() / kWeek > 12);
        // Alone it leaves the end of its delivery unknown, and a payment has no week.
        Build alone;
        alone.node = fixture::embed(alone.hall.project, alone.hall.ids, unknown);
        alone.addNode();
        const Programme bound = alone.programme();
        QVERIFY(of(bound, ActivityKind::Delivery, QuoteSection::Compute).duration.isUnknown());
        QVERIFY(!bound.ready().isKnown());
        const Context context(alone.hall.snapshot());
        for (const Payment& payment : paymentsOf(context))
            if (payment.at == ActivityKind::Delivery)
                QVERIFY(payment.time.isUnknown());
    }
    void racksComeInWaves() {
        Build build;
        build.addNode();
        build.addRacks(70);
        build.hall.setSetting("programme.wave-racks", "32", "A. Owner");
        std::vector<const Activity*> waves;
        const Programme programme = build.programme();
        std::int64_t racks = 0;
        for (const Activity& each : programme.activities)
            if (each.kind == ActivityKind::Installation) {
                waves.push_back(&each);
                racks += each.racks;
            }
        QCOMPARE(waves.size(), std::size_t{3});
        QCOMPARE(racks, std::int64_t{70});
        for (std::size_t i = 1; i < waves.size(); ++i) {
            QVERIFY(waves[i]->start.typical() >= waves[i - 1]->finish.typical());
            QVERIFY(waves[i]->start.typical() / kWeek >= 12 + 2.0 * static_cast<double>(i) - 1e-9);
        }
    }
    void phasesHaveTheirOwnEnds() {
        Build build;
        build.addNode(1);
        build.addNode(2);
        build.hall.setSetting("programme.phase-interval", std::to_string(10 * kWeek), "A. Owner");
        const Programme programme = build.programme();
        const Activity *first = programme.readyOf(1), *second = programme.readyOf(2);
        QVERIFY(first && second);
        QVERIFY(std::abs((second->finish.typical() - first->finish.typical()) / kWeek - 10) < 1e-9);
        QCOMPARE(programme.ready().typical(), second->finish.typical());
    }
    void whatFallsDueIsThePrice() {
        Build build;
        build.addNode();
        build.addPlant();
        const Context context(build.hall.snapshot());
        std::int64_t due = 0, price = 0;
        for (const Payment& payment : paymentsOf(context))
            due += payment.minorUnits;
        for (const BillLine& line : billIn(context).lines)
            if (line.counts() && line.amount)
                price += line.amount->typical.minorUnits();
        QVERIFY(price > 0);
        QCOMPARE(due, price);
    }
    // A quote whose own words are a plan has no other, until somebody sets shares.
    void termsThatStateAPlanAreThePlan() {
        Build build;
        build.addNode();
        build.hall.project.quote.paymentTerms = "Net 30";
        QVERIFY(!quoteStatesPlan(Context(build.hall.snapshot())));
        build.hall.project.quote.paymentTerms = "50 % with the order, 50 % at delivery";
        QVERIFY(quoteStatesPlan(Context(build.hall.snapshot())));
        QVERIFY(paymentsOf(Context(build.hall.snapshot())).empty());
        QCOMPARE(paymentSchedule(Context(build.hall.snapshot()), "2026-05-04").notes.size(), std::size_t{1});
        build.hall.setSetting("programme.share-at-order", "0.5", "A. Owner");
        QVERIFY(!paymentsOf(Context(build.hall.snapshot())).empty());
    }
    void daysCountFromTheOrder() {
        Build build;
        build.addNode();
        const Context context(build.hall.snapshot());
        const Schedule schedule = programmeSchedule(context, "2027-03-01");
        const auto delivery = std::ranges::find(schedule.rows, "phase1:delivery:compute", &ScheduleRow::key);
        QVERIFY(delivery != schedule.rows.end());
        QCOMPARE(std::get<GivenText>(delivery->cells.at(6)).text, std::string("2027-05-24")); // twelve weeks
        QVERIFY(std::holds_alternative<std::monostate>(programmeSchedule(context, {}).rows.at(1).cells.at(6)));
        QVERIFY(isDate("2027-03-01") && !isDate("2027-02-30") && !isDate("soon") && !isDate(""));
    }
};

RW_CORE_SUITE(TestProgramme)
#include "tst_programme.moc"
