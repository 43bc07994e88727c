// SPDX-License-Identifier: GPL-3.0-or-later
// What single losses take, worked out by hand on the small hall: eight racks of two nodes (10 kW, 8 accelerators, six
// supplies of 3.3 kW, four of them needed) and a switch (1.5 kW, two supplies of 2 kW): 21.5 kW a rack, 172 kW in all.
#include "solvers/cooling/method.h"
#include "solvers/facility/figures.h"
#include "solvers/facility/loss_figures.h"
#include "solvers/facility/loss_schedule.h"
#include "solvers/facility/losses.h"
#include "solvers/power/feed_loads.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <set>

using namespace rackwright;
using fixture::Hall;

namespace {

void rateSupplies(Hall& hall, Id<PartRow> part, double watts, std::int64_t required) {
    hall.changePart(part, [&](Part& changed) {
        changed.powerInputs.front().rating = Fact<Power>::known(Power(watts), Grade::Vendor);
        changed.powerInputs.front().required = required;
    });
}

Id<PowerElement> addElement(Hall& hall, std::string name, PowerElementKind kind, FeedSide side, double rating) {
    PowerElement element;
    element.id = hall.ids.take<PowerElement>();
    element.name = std::move(name);
    element.kind = kind;
    element.side = side;
    element.rating = Power(rating);
    hall.design.powerElements = hall.design.powerElements.with(element);
    return element.id;
}

Id<PowerLink> join(Hall& hall, Id<PowerElement> from, Id<PowerElement> to) {
    PowerLink link;
    link.id = hall.ids.take<PowerLink>();
    link.from = from;
    link.to = to;
    hall.design.powerLinks = hall.design.powerLinks.with(link);
    return link.id;
}

/// Utility (200 kW) - switchgear (200 kW) - a UPS (180 kW) and a busway (180 kW) of each side - the PDUs.
struct FedHall {
    Hall hall = fixture::hall();
    Id<PowerElement> utility, gear, ups[2], busway[2];

    FedHall() {
        rateSupplies(hall, hall.nodePart, 3'300, 4);
        rateSupplies(hall, hall.switchPart, 2'000, 1);
        utility = addElement(hall, "Utility", PowerElementKind::Utility, FeedSide::None, 200'000);
        gear = addElement(hall, "Gear", PowerElementKind::Switchgear, FeedSide::None, 200'000);
        join(hall, utility, gear);
        const Design before = hall.design;
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            const std::size_t at = side == FeedSide::A ? 0 : 1;
            const std::string mark = at == 0 ? "A" : "B";
            ups[at] = addElement(hall, "UPS " + mark, PowerElementKind::Ups, side, 180'000);
            busway[at] = addElement(hall, "Busway " + mark, PowerElementKind::Busway, side, 180'000);
            join(hall, gear, ups[at]);
            join(hall, ups[at], busway[at]);
            for (const PowerElement& pdu : before.powerElements)
                if (pdu.kind == PowerElementKind::RackPdu && pdu.side == side)
                    join(hall, busway[at], pdu.id);
        }
        hall.setSite(site::redundancy, "2N");
    }
    HallLoss loss(Subject subject) const {
        const Context context(hall.snapshot());
        return *lossOf(context, subject);
    }
    Id<PowerElement> pdu(std::string_view name) const {
        for (const PowerElement& element : hall.design.powerElements)
            if (element.name == name)
                return element.id;
        return {};
    }
};

bool isNear(double a, double b) { return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(b)); }

// Its electrical power, and circuits from these.
void feedUnit(Hall& hall, Id<CoolingUnit> unit, double watts, const std::vector<Id<PowerElement>>& from) {
    hall.change(&Design::coolingUnits, unit, [watts](CoolingUnit& row) { row.draw = Power(watts); });
    for (const Id<PowerElement> each : from) {
        PowerLink link;
        link.id = hall.ids.take<PowerLink>();
        link.from = each;
        link.unit = unit;
        hall.design.powerLinks = hall.design.powerLinks.with(link);
    }
}

Id<CoolingLoop> addLoop(Hall& hall, std::string name, bool isWater) {
    CoolingLoop loop;
    loop.id = hall.ids.take<CoolingLoop>();
    loop.name = std::move(name);
    loop.isFacilityWater = isWater;
    hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
    return loop.id;
}

} // namespace

class TestLosses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Two sides that each carry all: one lost moves 86 kW to the other.
    void twoSidesCarryEachOther() {
        const FedHall fed;
        const HallLoss loss = fed.loss(fed.busway[0]);
        QVERIFY(loss.taken.isNothing());
        QVERIFY(loss.taken.missing.empty());
        QCOMPARE(loss.claimed, std::string("2N"));
        QCOMPARE(loss.reached, Reached::Twice);
        QCOMPARE(loss.isMaintainable, std::optional(true));
        QVERIFY(!loss.taken.seconds);
    }
    // What each element carries then is noted of a loss that is looked at alone.
    void aLossSaysWhatIsCarriedThen() {
        const FedHall fed;
        const HallLoss loss = fed.loss(fed.busway[0]);
        const auto carried = [&loss](Id<PowerElement> element) {
            const auto it = std::ranges::find(loss.taken.loads, Subject(element), &LoadAfterLoss::subject);
            return it == loss.taken.loads.end() ? LoadAfterLoss{} : *it;
        };
        QVERIFY(carried(fed.busway[0]).isDark);
        QVERIFY(carried(fed.pdu("A1-A")).isDark);
        QVERIFY(!carried(fed.busway[1]).isDark);
        QVERIFY(isNear(carried(fed.busway[1]).watts.typical(), 172'000));
        QVERIFY(carried(fed.busway[1]).watts.isKnown());
        // Above the lost busway nothing is drawn any more.
        QVERIFY(!carried(fed.ups[0]).isDark);
        QVERIFY(carried(fed.ups[0]).watts.isKnown() && std::abs(carried(fed.ups[0]).watts.typical()) < 1);
        const Context context(fed.hall.snapshot());
        for (const HallLoss& each : allLosses(context))
            QVERIFY(each.taken.loads.empty());
    }
    // Of six supplies of 3.3 kW on two sides three are left: 9.9 of 10 kW, fewer than the four that are required.
    void threeSuppliesOfSixThrottle() {
        const FedHall fed;
        const HallLoss loss = fed.loss(fed.busway[0]);
        QCOMPARE(loss.taken.throttled.racks, std::int64_t{8});
        QCOMPARE(loss.taken.throttled.accelerators, std::int64_t{128});
        // What runs on slower is no whole 2N.
        QVERIFY(loss.isSlower());
        const auto cell = [](const HallLoss& each, std::string_view header) {
            const Schedule schedule = lossSchedule({each});
            const auto column = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
            return std::get<Message>(
                schedule.rows.front().cells[static_cast<std::size_t>(column - schedule.columns.begin())]);
        };
        QCOMPARE(cell(loss, "Reached").id, std::string("losses.reached.2n-slower"));
        QCOMPARE(cell(loss, "Concurrently maintainable").id, std::string("losses.maintainable.slower"));
        FedHall strong;
        rateSupplies(strong.hall, strong.hall.nodePart, 3'400, 4); // 10.2 kW
        QCOMPARE(strong.loss(strong.busway[0]).taken.throttled.racks, std::int64_t{0});
        QCOMPARE(cell(strong.loss(strong.busway[0]), "Concurrently maintainable").id,
                 std::string("losses.maintainable.yes"));
        FedHall strict;
        strict.hall.setSetting("power.no-degradation", "1");
        QCOMPARE(strict.loss(strict.busway[0]).isMaintainable, std::optional(false));
        QCOMPARE(strict.loss(strict.busway[0]).reached, Reached::Single);
    }
    // One wrong rating, 150 kW of the busway of side B: 86 kW become 172 with anything of side A above it lost.
    void oneWrongRatingIsFoundWhereItIs() {
        FedHall fed;
        fed.hall.change(&Design::powerElements, fed.busway[1], [](PowerElement& e) { e.rating = Power(150'000.0); });
        for (const Id<PowerElement> lost : {fed.busway[0], fed.ups[0]}) {
            const HallLoss loss = fed.loss(lost);
            QCOMPARE(loss.taken.overloads.size(), std::size_t{1});
            const LossOverload& over = loss.taken.overloads.front();
            QCOMPARE(over.subject, Subject(fed.busway[1]));
            QVERIFY(isNear(over.before, 86'000));
            QVERIFY(isNear(over.after, 172'000));
            QVERIFY(isNear(over.rating, 150'000));
            QCOMPARE(loss.isMaintainable, std::optional(false));
            QCOMPARE(loss.reached, Reached::Single);
        }
        QVERIFY(fed.loss(fed.busway[1]).taken.overloads.empty());
        QVERIFY(fed.loss(fed.ups[1]).taken.overloads.empty());
        // One PDU moves 10.75 kW, which the busway bears.
        QVERIFY(fed.loss(fed.pdu("A1-A")).taken.overloads.empty());
    }
    void whatAllHangsOnTakesAll() {
        const FedHall fed;
        for (const Id<PowerElement> lost : {fed.utility, fed.gear}) {
            const HallLoss loss = fed.loss(lost);
            QCOMPARE(loss.taken.dark.racks, std::int64_t{8});
            QCOMPARE(loss.taken.dark.accelerators, std::int64_t{128});
            QCOMPARE(loss.reached, Reached::Single);
            QVERIFY(loss.taken.overloads.empty());
            // How long the batteries of the UPS hold is not known.
            QVERIFY(loss.taken.seconds && !loss.taken.seconds->isKnown());
            QCOMPARE(loss.taken.missing.front().id, std::string("losses.missing.battery"));
        }
    }
    // 10.8 MJ on a UPS of 86 kW: 125.6 s at an efficiency of 1; 0.9 and 80 % at the least, 0.99 at the most.
    void batteriesBridge() {
        FedHall fed;
        for (const auto ups : fed.ups)
            fed.hall.change(&Design::powerElements, ups, [](PowerElement& e) { e.storedEnergy = Energy(10.8e6); });
        const HallLoss loss = fed.loss(fed.gear);
        QVERIFY(loss.taken.seconds && loss.taken.seconds->isKnown());
        QVERIFY(isNear(loss.taken.seconds->low(), 0.8 * 10.8e6 * 0.9 / 86'000));
        QVERIFY(isNear(loss.taken.seconds->high(), 10.8e6 * 0.99 / 86'000));
    }
    // A battery feeds nothing for good: side A, which hangs on one alone, is not what side B may be lost for.
    void aBatteryAloneFeedsNothing() {
        FedHall fed;
        Id<PowerLink> mains;
        for (const PowerLink& link : fed.hall.design.powerLinks)
            if (link.to == fed.ups[0])
                mains = link.id;
        fed.hall.design.powerLinks = fed.hall.design.powerLinks.with({}, {mains});
        const auto battery = addElement(fed.hall, "Battery", PowerElementKind::Battery, FeedSide::A, 180'000);
        join(fed.hall, battery, fed.ups[0]);
        const HallLoss loss = fed.loss(fed.ups[1]);
        QVERIFY(loss.reached != Reached::Twice && loss.reached != Reached::OneMore);
        QVERIFY(!loss.isMaintainable.value_or(false));
    }
    // A circuit past a UPS carries nothing until the UPS is lost, and then all of its side: side B moves nowhere.
    void aBypassStandsIn() {
        FedHall fed;
        join(fed.hall, fed.gear, fed.busway[1]);
        fed.hall.change(&Design::powerElements, fed.ups[1], [](PowerElement& e) { e.rating = Power(150'000.0); });
        const HallLoss other = fed.loss(fed.busway[0]);
        QCOMPARE(other.taken.overloads.size(), std::size_t{1});
        QCOMPARE(other.taken.overloads.front().subject, Subject(fed.ups[1]));
        QVERIFY(isNear(other.taken.overloads.front().before, 86'000));
        QVERIFY(isNear(other.taken.overloads.front().after, 172'000));
        const HallLoss own = fed.loss(fed.ups[1]);
        QVERIFY(own.taken.isNothing());
        QCOMPARE(own.taken.throttled.racks, std::int64_t{0});
    }
    // A generator stands by: it carries nothing until the utility is lost, then all 172 kW and what the UPS lose of
    // them at 95 %.
    void generatorsStandBy() {
        FedHall fed;
        const auto generator = addElement(fed.hall, "Gen", PowerElementKind::Generator, FeedSide::None, 160'000);
        join(fed.hall, generator, fed.gear);
        QVERIFY(fed.loss(generator).taken.isNothing());
        const HallLoss loss = fed.loss(fed.utility);
        QCOMPARE(loss.taken.dark.racks, std::int64_t{0});
        QCOMPARE(loss.taken.overloads.size(), std::size_t{1});
        QCOMPARE(loss.taken.overloads.front().subject, Subject(generator));
        QVERIFY(isNear(loss.taken.overloads.front().before, 0));
        QVERIFY(isNear(loss.taken.overloads.front().after, 172'000 / 0.95));
    }
    // A generator beside the mains shows what it is to carry when these fail: with a UPS lost nothing on its side, and
    // all 172 kW on the other.
    void generatorsFollowALoss() {
        FedHall fed;
        Hall& hall = fed.hall;
        Id<PowerElement> generator[2], gate[2];
        std::vector<Id<PowerLink>> cut;
        for (const PowerLink& link : hall.design.powerLinks)
            if (link.from == fed.gear)
                cut.push_back(link.id);
        hall.design.powerLinks = hall.design.powerLinks.with({}, cut);
        for (const std::size_t at : {0, 1}) {
            const FeedSide side = at == 0 ? FeedSide::A : FeedSide::B;
            const auto mains = addElement(hall, "Mains", PowerElementKind::Utility, side, 400'000);
            generator[at] = addElement(hall, "Gen", PowerElementKind::Generator, side, 400'000);
            gate[at] = addElement(hall, "ATS", PowerElementKind::TransferSwitch, side, 400'000);
            // By its own panel, which stands by as it does.
            const auto panel = addElement(hall, "Gen panel", PowerElementKind::Switchgear, side, 400'000);
            join(hall, mains, gate[at]);
            join(hall, generator[at], panel);
            join(hall, panel, gate[at]);
            join(hall, gate[at], fed.ups[at]);
        }
        const auto carried = [](const HallLoss& loss, Id<PowerElement> element) {
            const auto it = std::ranges::find(loss.taken.loads, Subject(element), &LoadAfterLoss::subject);
            return it == loss.taken.loads.end() ? -1 : it->watts.typical();
        };
        const HallLoss loss = fed.loss(fed.ups[0]);
        for (const auto* each : {gate, generator}) {
            QVERIFY(isNear(carried(loss, each[0]), 0));
            QVERIFY(isNear(carried(loss, each[1]), 172'000 / 0.95));
        }
        // What changes nothing below leaves them as they are.
        QCOMPARE(carried(fed.loss(generator[0]), generator[1]), -1.0);
    }
    // A battery carries its UPS when the mains is lost, until the generator runs; with its UPS lost it carries nothing.
    void aBatteryCarriesItsUps() {
        FedHall fed;
        const auto generator = addElement(fed.hall, "Gen", PowerElementKind::Generator, FeedSide::None, 200'000);
        join(fed.hall, generator, fed.gear);
        const auto battery = addElement(fed.hall, "Battery", PowerElementKind::Battery, FeedSide::A, 180'000);
        join(fed.hall, battery, fed.ups[0]);
        const auto carried = [](const HallLoss& loss, Id<PowerElement> element) {
            const auto it = std::ranges::find(loss.taken.loads, Subject(element), &LoadAfterLoss::subject);
            return it == loss.taken.loads.end() ? -1 : it->watts.typical();
        };
        QVERIFY(isNear(carried(fed.loss(fed.utility), battery), 86'000 / 0.95));
        QVERIFY(isNear(carried(fed.loss(fed.utility), generator), 172'000 / 0.95));
        QVERIFY(isNear(carried(fed.loss(fed.gear), battery), 86'000 / 0.95));
        QCOMPARE(carried(fed.loss(fed.ups[0]), battery), -1.0);
        QCOMPARE(carried(fed.loss(generator), battery), -1.0);
    }
    // Of two UPS at a transfer switch the first carries all 172 kW; lost, it leaves them to the other.
    void aTransferSwitchTakesItsFirstCircuit() {
        FedHall fed;
        fed.hall.design.powerLinks = {};
        const auto gate = addElement(fed.hall, "STS", PowerElementKind::TransferSwitch, FeedSide::None, 200'000);
        const auto spare = addElement(fed.hall, "UPS R", PowerElementKind::Ups, FeedSide::None, 160'000);
        for (const Id<PowerElement> each : {fed.ups[0], spare}) {
            join(fed.hall, fed.gear, each);
            join(fed.hall, each, gate);
        }
        join(fed.hall, fed.utility, fed.gear);
        for (const PowerElement& pdu : fed.hall.design.powerElements)
            if (pdu.kind == PowerElementKind::RackPdu)
                join(fed.hall, gate, pdu.id);
        QVERIFY(fed.loss(spare).taken.isNothing());
        const HallLoss loss = fed.loss(fed.ups[0]);
        QCOMPARE(loss.taken.overloads.size(), std::size_t{1});
        QCOMPARE(loss.taken.overloads.front().subject, Subject(spare));
        QVERIFY(isNear(loss.taken.overloads.front().before, 0));
        QVERIFY(isNear(loss.taken.overloads.front().after, 172'000));
    }
    // Three UPS of 90 kW on one busway of all: with one lost two carry 86 kW each; of 80 kW they would not.
    void oneMoreThanNeeded() {
        FedHall fed;
        for (const double rating : {90'000.0, 80'000.0}) {
            FedHall shared;
            shared.hall.design.powerLinks = {};
            std::vector<Id<PowerElement>> modules;
            for (int i = 0; i < 3; ++i) {
                modules.push_back(addElement(shared.hall, "M" + std::to_string(i + 1), PowerElementKind::Ups,
                                             FeedSide::None, rating));
                join(shared.hall, shared.gear, modules.back());
                join(shared.hall, modules.back(), shared.busway[0]);
            }
            join(shared.hall, shared.utility, shared.gear);
            for (const PowerElement& pdu : shared.hall.design.powerElements)
                if (pdu.kind == PowerElementKind::RackPdu)
                    join(shared.hall, shared.busway[0], pdu.id);
            const HallLoss loss = shared.loss(modules[0]);
            QCOMPARE(loss.taken.dark.racks, std::int64_t{0});
            QCOMPARE(loss.taken.overloads.size(), rating < 86'000 ? std::size_t{2} : std::size_t{0});
            QCOMPARE(loss.reached, rating < 86'000 ? Reached::Single : Reached::OneMore);
            if (rating < 86'000) {
                QVERIFY(isNear(loss.taken.overloads.front().before, 172'000.0 / 3));
                QVERIFY(isNear(loss.taken.overloads.front().after, 86'000));
            }
        }
    }
    // A switch with one cord on side A goes dark with it; the nodes of its rack do not.
    void aDeviceWithOneCordGoesDark() {
        FedHall fed;
        fed.hall.changePart(fed.hall.switchPart, [](Part& part) { part.powerInputs.front().count = 1; });
        std::set<std::string> dark;
        for (const auto at : {0, 1}) {
            const HallLoss loss = fed.loss(fed.busway[at]);
            QCOMPARE(loss.taken.dark.accelerators, std::int64_t{0});
            QVERIFY(loss.taken.dark.racks == 8 || loss.taken.dark.racks == 0);
            dark.insert(std::to_string(loss.taken.dark.racks));
        }
        QCOMPARE(dark.size(), std::size_t{2}); // all of one side
    }
    // A rack whose switch is dark and whose nodes run slower is a dark rack, and no throttled one beside; the
    // accelerators of its nodes are slower as they were.
    void aDarkRackIsNoThrottledOne() {
        FedHall fed;
        fed.hall.changePart(fed.hall.switchPart, [](Part& part) { part.powerInputs.front().count = 1; });
        bool isFound = false;
        for (const auto at : {0, 1}) {
            const HallTaken taken = fed.loss(fed.busway[at]).taken;
            QCOMPARE(taken.throttled.accelerators, std::int64_t{128});
            isFound = isFound || taken.dark.racks > 0;
            QCOMPARE(taken.throttled.racks, 8 - taken.dark.racks);
            QCOMPARE(taken.throttledRacks.size() + taken.darkRacks.size(), std::size_t{8});
        }
        QVERIFY(isFound);
        // Nor is one that is slow for want of power and dark for want of cooling.
        FedHall still;
        for (const Id<CoolingUnit> unit : still.hall.coolers)
            feedUnit(still.hall, unit, 3'000, {still.ups[0]});
        const HallTaken taken = still.loss(still.ups[0]).taken;
        QCOMPARE(taken.dark, (TakenRacks{8, 128}));
        QCOMPARE(taken.throttled, TakenRacks{});
    }
    // Two ways from the mains that nothing joins are two feeds, whether or not somebody calls them A and B.
    void sidesThatNobodyEnteredAreFound() {
        FedHall named;
        for (const PowerLink& link :
             std::vector<PowerLink>(named.hall.design.powerLinks.begin(), named.hall.design.powerLinks.end()))
            if (link.from == named.gear)
                named.hall.change(&Design::powerLinks, link.id,
                                  [&](PowerLink& circuit) { circuit.from = named.utility; });
        named.hall.design.powerElements = named.hall.design.powerElements.with({}, {named.gear});
        FedHall plain = named;
        for (const PowerElement& each :
             std::vector<PowerElement>(plain.hall.design.powerElements.begin(), plain.hall.design.powerElements.end()))
            plain.hall.change(&Design::powerElements, each.id, [](PowerElement& row) { row.side = FeedSide::None; });
        const Context one(named.hall.snapshot()), other(plain.hall.snapshot());
        for (const PowerElement& each : plain.hall.design.powerElements) {
            const auto a = plainOtherLost(one, each), b = plainOtherLost(other, each);
            QVERIFY2(a.has_value() == b.has_value() && (!a || isNear(a->typical(), b->typical())), each.name.c_str());
        }
        QCOMPARE(plain.loss(plain.ups[0]).reached, Reached::Twice);
        QCOMPARE(plain.loss(plain.ups[0]).reached, named.loss(named.ups[0]).reached);
        const auto feeds = [](const Context& context) {
            return std::ranges::count_if(allLosses(context), [](const HallLoss& loss) { return loss.isWholeFeed; });
        };
        QCOMPARE(feeds(other), feeds(one));
        QVERIFY(feeds(other) > 0);
    }
    void whatIsNotKnownIsOpen() {
        FedHall fed;
        fed.hall.changePart(fed.hall.nodePart, [](Part& part) {
            part.powerInputs.front().rating = {};
            part.powerInputs.front().required = {};
        });
        const HallLoss loss = fed.loss(fed.busway[0]);
        QVERIFY(!loss.isMaintainable);
        QCOMPARE(loss.reached, Reached::Unknown);
        QCOMPARE(loss.taken.open.racks, std::int64_t{8});
        QCOMPARE(loss.taken.missing.front().id, std::string("losses.missing.supply-rating"));
        // The sentence keeps what the table says of counts with unknown parts: they are lower bounds.
        HallLoss partly = loss;
        partly.taken.throttled = {2, 16};
        QCOMPARE(lossSummary(partly).id, std::string("losses.summary.taken-at-least"));
        partly.taken.overloads = {LossOverload{}};
        QCOMPARE(lossSummary(partly).id, std::string("losses.summary.overload-at-least"));
        partly.taken.open = {};
        QCOMPARE(lossSummary(partly).id, std::string("losses.summary.overload"));
        FedHall unrated;
        unrated.hall.change(&Design::powerElements, unrated.busway[1], [](PowerElement& e) { e.rating = {}; });
        QCOMPARE(unrated.loss(unrated.busway[0]).taken.missing.front().id, std::string("losses.missing.rating"));
        QVERIFY(!unrated.loss(unrated.busway[0]).isMaintainable);
    }
    // What hangs in a ring is nowhere in a load: what counts on it is a lower bound.
    void loadsOnARingAreLowerBounds() {
        FedHall fed;
        join(fed.hall, fed.ups[1], fed.ups[1]);
        const auto cell = [](const HallLoss& loss, std::string_view header) {
            const Schedule schedule = lossSchedule({loss});
            for (std::size_t i = 0; i < schedule.columns.size(); ++i)
                if (schedule.columns[i].header == header)
                    if (const auto* value = std::get_if<Value>(&schedule.rows.front().cells[i]))
                        return *value;
            return Value::unknown();
        };
        const HallLoss borne = fed.loss(fed.ups[0]);
        QVERIFY(!borne.isMaintainable);
        QVERIFY(borne.taken.overloads.empty());
        QCOMPARE(borne.taken.missing.front().id, std::string("losses.missing.ring"));
        QVERIFY(cell(borne, "Overloaded").isLowerBound());
        fed.hall.change(&Design::powerElements, fed.ups[1], [](PowerElement& e) { e.rating = Power(100'000); });
        const HallLoss loss = fed.loss(fed.ups[0]);
        QCOMPARE(loss.taken.overloads.size(), std::size_t{1});
        QVERIFY(loss.taken.overloads.front().isAtLeast);
        QVERIFY(cell(loss, "From kW").isLowerBound());
        QVERIFY(cell(loss, "To kW").isLowerBound());
        QVERIFY(cell(loss, "Rating kW").isKnown());
        QCOMPARE(lossSummary(loss).id, std::string("losses.summary.overload-load-at-least"));
    }
    // A battery under a load that is known in part is empty sooner than that load says.
    void secondsUnderALoadThatIsKnownInPartAreNotKnown() {
        FedHall fed;
        for (const Id<PowerElement> ups : fed.ups)
            fed.hall.change(&Design::powerElements, ups, [](PowerElement& e) { e.storedEnergy = Energy(10'800'000); });
        QVERIFY(fed.loss(fed.gear).taken.seconds->isKnown());
        for (const Id<PowerElement> ups : fed.ups)
            join(fed.hall, ups, ups);
        const HallLoss loss = fed.loss(fed.gear);
        QVERIFY(loss.taken.seconds && !loss.taken.seconds->isKnown());
        QVERIFY(std::ranges::find(loss.taken.missing, "losses.missing.ring", &Message::id) != loss.taken.missing.end());
    }
    void whatFeedsNothingTakesNothing() {
        FedHall fed;
        const auto spare = addElement(fed.hall, "Spare", PowerElementKind::Transformer, FeedSide::A, 1'000);
        join(fed.hall, fed.utility, spare);
        const HallLoss loss = fed.loss(spare);
        QVERIFY(loss.taken.isNothing());
        QCOMPARE(loss.reached, Reached::Unknown);
        QVERIFY(loss.claimed.empty());
    }
    // What hangs below a thing is dark with it at the least where the thing above is lost.
    void lossesGrowUpwards() {
        FedHall fed;
        fed.hall.changePart(fed.hall.nodePart, [](Part& part) { part.powerInputs.front().count = 1; });
        const Context context(fed.hall.snapshot());
        const auto darkOf = [&](Id<PowerElement> id) { return lossOf(context, id)->taken.dark.accelerators; };
        for (const PowerLink& link : fed.hall.design.powerLinks)
            QVERIFY(darkOf(link.to) <= darkOf(link.from));
    }
    // Two in-row units of 100 kW share 172 kW: 86 become 172, of which 72 have no cooling.
    void unitsStandInForOneAnother() {
        Hall hall = fixture::hall();
        for (const auto unit : hall.coolers)
            hall.change(&Design::coolingUnits, unit, [](CoolingUnit& u) { u.supply = Temperature::celsius(20); });
        hall.changePart(hall.nodePart,
                        [](Part& p) { p.attributes.push_back(fixture::number("air-inlet-max", 303.15)); });
        {
            const Context context(hall.snapshot());
            const HallLoss loss = *lossOf(context, Subject(hall.coolers[0]));
            QVERIFY(isNear(loss.taken.heat, 72'000));
            QCOMPARE(loss.taken.hotRacks, std::int64_t{8});
            QCOMPARE(loss.taken.throttled.accelerators, std::int64_t{128});
            QCOMPARE(loss.taken.dark.racks, std::int64_t{0});
            QVERIFY(isNear(loss.taken.overloads.front().before, 86'000));
            QVERIFY(isNear(loss.taken.overloads.front().after, 172'000));
            QCOMPARE(loss.reached, Reached::Single);
            // 432 m3 of air at 1.204 kg/m3 hold 10 K: 523 kJ/K, at 72 kW 72.6 s at the least.
            QVERIFY(loss.taken.seconds && loss.taken.seconds->isKnown());
            QVERIFY(std::abs(loss.taken.seconds->low() - 72.6) < 0.5);
            QVERIFY(loss.taken.seconds->high() > loss.taken.seconds->low());
        }
        hall.changePart(hall.coolerPart, [](Part& p) {
            for (Attribute& each : p.attributes)
                if (each.key == "cooling-capacity")
                    each = fixture::number("cooling-capacity", 180'000);
        });
        const Context context(hall.snapshot());
        const HallLoss loss = *lossOf(context, Subject(hall.coolers[0]));
        QVERIFY(loss.taken.isNothing());
        QCOMPARE(loss.reached, Reached::Twice);
    }
    // 172 kW that may be 196: the unit that is left takes 180, so whether anything is lost is not known.
    void heatOfWideRangeMayBeTooMuch() {
        Hall hall = fixture::hall();
        hall.changePart(hall.coolerPart, [](Part& p) {
            for (Attribute& each : p.attributes)
                if (each.key == "cooling-capacity")
                    each = fixture::number("cooling-capacity", 180'000);
        });
        hall.changePart(hall.nodePart, [](Part& p) {
            for (PowerMode& mode : p.powerModes)
                if (mode.kind == PowerModeKind::Maximum)
                    mode.power =
                        Fact<Power>::range(Power(9'000.0), Power(10'000.0), Power(11'500.0), Grade::Assumption);
        });
        const Context context(hall.snapshot());
        const HallLoss loss = *lossOf(context, Subject(hall.coolers[0]));
        QVERIFY(isNear(loss.taken.heat, 0));
        QVERIFY(isNear(loss.taken.heatMost, 16'000));
        QVERIFY(!loss.isMaintainable);
        QCOMPARE(loss.reached, Reached::Unknown);
        QCOMPARE(loss.taken.missing.size(), std::size_t{1});
        QCOMPARE(loss.taken.missing.front().id, std::string("losses.missing.heat-range"));
    }
    // An air handler that no rack is connected to cools none: with it nothing is lost that anybody knows of. Connected,
    // it takes along what it serves.
    void aUnitThatServesNothingTakesNothing() {
        Hall hall = fixture::hall();
        hall.design.coolingUnits = {};
        hall.design.coolingServices = {};
        const auto unit = hall.addCooler(CoolingUnitKind::PerimeterAir, hall.coolerPart, "CRAH",
                                         OnFloor{hall.room, {Length::metres(1), Length::metres(4)}, {}});
        {
            const Context context(hall.snapshot());
            QVERIFY(!coolingOf(context, *hall.design.racks.find(hall.racks[0]), HeatKind::Air));
            const HallLoss loss = *lossOf(context, Subject(unit));
            QCOMPARE(loss.taken.hotRacks, std::int64_t{0});
            QCOMPARE(loss.taken.dark.racks, std::int64_t{0});
            QCOMPARE(loss.reached, Reached::Unknown);
            QVERIFY(!loss.isMaintainable);
            QCOMPARE(loss.taken.missing.front().id, std::string("losses.missing.connection"));
        }
        for (std::size_t i = 0; i < 4; ++i)
            hall.serve(hall.racks[i], unit, HeatKind::Air);
        const Context context(hall.snapshot());
        const HallLoss loss = *lossOf(context, Subject(unit));
        QCOMPARE(loss.taken.dark.racks, std::int64_t{4});
        QVERIFY(isNear(loss.taken.heat, 86'000));
        for (const Message& missing : loss.taken.missing)
            QVERIFY(missing.id != "losses.missing.connection");
    }
    // Two of a redundancy group stand in for one another, though racks are connected to one alone.
    void aUnitOfAGroupStandsIn() {
        Hall hall = fixture::hall();
        hall.design.coolingUnits = {};
        hall.design.coolingServices = {};
        std::vector<Id<CoolingUnit>> units;
        for (int i = 0; i < 2; ++i) {
            units.push_back(hall.addCooler(CoolingUnitKind::PerimeterAir, hall.coolerPart, "CRAH",
                                           OnFloor{hall.room, {Length::metres(1 + i), Length::metres(4)}, {}}));
            hall.change(&Design::coolingUnits, units.back(), [](CoolingUnit& u) {
                u.redundancyGroup = "CRAH";
                u.rating = Power(200'000.0);
            });
        }
        for (const Id<Rack> rack : hall.racks)
            hall.serve(rack, units[0], HeatKind::Air);
        const Context context(hall.snapshot());
        const HallLoss loss = *lossOf(context, Subject(units[0]));
        QVERIFY(loss.taken.isNothing());
        QVERIFY(loss.taken.missing.empty());
    }
    // Without water 18.34 L of PG25 take 9 kW until they are 15 K warmer, for 120 s: as long as the ride-through of the
    // loop is judged by, whether the loop or its CDU says what it supplies.
    void coolantHoldsAsLongAsItsLoop() {
        Hall hall = fixture::hall();
        hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
        hall.changePart(hall.liquidPart,
                        [](Part& p) { p.attributes.push_back(fixture::number("liquid-inlet-max", 318.15)); });
        const auto water = addLoop(hall, "Water", true), coolant = addLoop(hall, "Coolant", false);
        hall.change(&Design::coolingLoops, coolant, [](CoolingLoop& loop) {
            loop.fluid = "PG25";
            loop.supply = Temperature::celsius(30);
            loop.volume = 0.01834 * unit::cubicMetre;
        });
        const auto cdu = hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU",
                                        OnFloor{hall.room, {Length::metres(9), Length::metres(3)}, {}});
        hall.change(&Design::coolingUnits, cdu, [&](CoolingUnit& u) {
            u.primary = water;
            u.secondary = coolant;
        });
        hall.serve(hall.racks[0], cdu, HeatKind::Liquid);
        const auto judge = [&] {
            const Context context(hall.snapshot());
            const HallLoss loss = *lossOf(context, Subject(water));
            QVERIFY(loss.taken.seconds && loss.taken.seconds->isKnown());
            QVERIFY(std::abs(loss.taken.seconds->typical() - 1015 * 3870 * 0.01834 * 15 / 9'000) < 0.01);
        };
        judge();
        hall.change(&Design::coolingLoops, coolant, [](CoolingLoop& loop) { loop.supply.reset(); });
        hall.change(&Design::coolingUnits, cdu, [](CoolingUnit& u) { u.supply = Temperature::celsius(30); });
        judge();
        hall.changePart(hall.liquidPart, [](Part& p) {
            std::erase_if(p.attributes, [](const Attribute& each) { return each.key == "liquid-inlet-max"; });
        });
        const Context context(hall.snapshot());
        const HallLoss loss = *lossOf(context, Subject(water));
        QVERIFY(loss.taken.seconds && !loss.taken.seconds->isKnown());
        QCOMPARE(loss.taken.missing.front().id, std::string("losses.missing.coolant"));
    }
    void aWaterLoopTakesItsUnits() {
        Hall hall = fixture::hall();
        const auto water = addLoop(hall, "Water", true);
        for (const auto unit : hall.coolers)
            hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& u) { u.primary = water; });
        const auto chiller = hall.addCooler(CoolingUnitKind::Chiller, {}, "Chiller", OnFloor{hall.room, {}, {}});
        hall.change(&Design::coolingUnits, chiller, [&](CoolingUnit& u) {
            u.secondary = water;
            u.rating = Power(200'000.0);
        });
        const Context context(hall.snapshot());
        for (const Subject lost : {Subject(water), Subject(chiller)}) {
            const HallLoss loss = *lossOf(context, lost);
            QVERIFY(isNear(loss.taken.heat, 172'000));
            QCOMPARE(loss.taken.dark.accelerators, std::int64_t{128});
            QVERIFY(loss.taken.seconds && !loss.taken.seconds->isKnown()); // no supply temperature is stated
        }
    }
    // The water carries what its units still take: nothing of racks that are dark, nothing without its chiller.
    void theWaterFollowsItsUnits() {
        FedHall fed;
        const auto water = addLoop(fed.hall, "Water", true);
        for (const auto unit : fed.hall.coolers)
            fed.hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& u) { u.primary = water; });
        const auto chiller =
            fed.hall.addCooler(CoolingUnitKind::Chiller, {}, "Chiller", OnFloor{fed.hall.room, {}, {}});
        fed.hall.change(&Design::coolingUnits, chiller, [&](CoolingUnit& u) {
            u.secondary = water;
            u.rating = Power(200'000.0);
        });
        const auto carried = [](const HallLoss& loss, Subject subject) {
            const auto it = std::ranges::find(loss.taken.loads, subject, &LoadAfterLoss::subject);
            return it == loss.taken.loads.end() ? -1 : it->watts.typical();
        };
        const HallLoss dark = fed.loss(fed.utility);
        QVERIFY(isNear(carried(dark, Subject(water)), 0));
        QVERIFY(isNear(carried(dark, Subject(chiller)), 0));
        QVERIFY(isNear(carried(dark, Subject(fed.hall.coolers[0])), 0));
        QVERIFY(isNear(carried(fed.loss(chiller), Subject(water)), 0));
        // One cooler takes all of it; the water carries as much as before.
        QCOMPARE(carried(fed.loss(fed.hall.coolers[0]), Subject(water)), -1.0);
        QVERIFY(isNear(carried(fed.loss(fed.hall.coolers[0]), Subject(fed.hall.coolers[1])), 172'000));
        QVERIFY(isNear(carried(fed.loss(fed.busway[0]), Subject(water)), -1));
    }
    // Both coolers on side A stand still with its UPS, under racks that run on B: 172 kW have no cooling.
    void aFeedTakesItsCoolingUnits() {
        FedHall fed;
        for (const Id<CoolingUnit> unit : fed.hall.coolers)
            feedUnit(fed.hall, unit, 3'000, {fed.ups[0]});
        const HallLoss loss = fed.loss(fed.ups[0]);
        QCOMPARE(loss.taken.darkUnits.size(), std::size_t(2));
        QVERIFY(isNear(loss.taken.heat, 172'000));
        QCOMPARE(loss.taken.dark.racks, std::int64_t{8});
        QCOMPARE(loss.taken.hotRacks, std::int64_t{8});
        QCOMPARE(loss.reached, Reached::Single);
        QCOMPARE(loss.isMaintainable, std::optional(false));
        // The busway of that side feeds none of them, but its whole side does.
        const HallLoss run = fed.loss(fed.busway[0]);
        QVERIFY(run.taken.isNothing());
        QCOMPARE(run.reached, Reached::OneMore);
        QCOMPARE(fed.loss(fed.busway[1]).reached, Reached::Twice);
        // Racks that are dark themselves give no heat.
        const HallLoss mains = fed.loss(fed.utility);
        QCOMPARE(mains.taken.dark.racks, std::int64_t{8});
        QCOMPARE(mains.taken.darkUnits.size(), std::size_t(2));
        QCOMPARE(mains.taken.heat, 0.0);
        QCOMPARE(mains.taken.hotRacks, std::int64_t{0});
        // The table says the same, and that the units are in it.
        const Context context(fed.hall.snapshot());
        bool isFound = false;
        for (const HallLoss& each : allLosses(context))
            if (!each.isWholeFeed && std::ranges::count(each.lost, Subject(fed.busway[1])) > 0) {
                QCOMPARE(each.reached, Reached::Twice);
                QCOMPARE(std::ranges::count(each.lost, Subject(fed.busway[0])), 0);
            }
        for (const HallLoss& each : allLosses(context))
            if (!each.isWholeFeed && std::ranges::count(each.lost, Subject(fed.ups[0])) > 0) {
                isFound = true;
                QVERIFY(isNear(each.taken.heat, 172'000));
                QCOMPARE(each.reached, Reached::Single);
            }
        QVERIFY(isFound);
        QCOMPARE(lossSchedule(allLosses(context), fedCooling(context)).notes.back().id,
                 std::string("schedule.losses.network"));
        QCOMPARE(lossSchedule(allLosses(context), fedCooling(context)).notes[2].id,
                 std::string("schedule.losses.circuits"));
    }
    // One cooler a side: 100 of 172 kW are left. A battery holds as long as it lasts, before the air warms.
    void aCoolerASideLeavesThatOfTheOther() {
        FedHall fed;
        feedUnit(fed.hall, fed.hall.coolers[0], 3'000, {fed.ups[0]});
        feedUnit(fed.hall, fed.hall.coolers[1], 3'000, {fed.ups[1]});
        const HallLoss loss = fed.loss(fed.ups[0]);
        QCOMPARE(loss.taken.darkUnits, std::vector{fed.hall.coolers[0]});
        QVERIFY(isNear(loss.taken.heat, 72'000));
        QCOMPARE(loss.reached, Reached::Single);
    }
    // On both sides they run on, and draw all from the side that is left: 172 and 6 kW.
    void coolersOnBothSidesRunOn() {
        FedHall fed;
        for (const Id<CoolingUnit> unit : fed.hall.coolers)
            feedUnit(fed.hall, unit, 3'000, {fed.ups[0], fed.ups[1]});
        const HallLoss loss = fed.loss(fed.ups[0]);
        QVERIFY(loss.taken.isNothing());
        QVERIFY(loss.taken.darkUnits.empty());
        QCOMPARE(loss.reached, Reached::Twice);
        const auto it = std::ranges::find(loss.taken.loads, Subject(fed.ups[1]), &LoadAfterLoss::subject);
        QVERIFY(it != loss.taken.loads.end());
        QVERIFY(isNear(it->watts.typical(), 178'000));
        const Context context(fed.hall.snapshot());
        QVERIFY(isNear(context.lookUp<FeedLoads>().load(fed.ups[0], LoadKind::Nameplate).typical(), 89'000));
        QVERIFY(isNear(context.lookUp<FeedLoads>().otherLost(fed.ups[0])->typical(), 178'000));
    }
    // What nobody knows to be drawn leaves the load of all above open; half of the table is without circuits then.
    void anUnknownDrawLeavesTheLoadOpen() {
        FedHall fed;
        feedUnit(fed.hall, fed.hall.coolers[0], 3'000, {fed.ups[0], fed.ups[1]});
        fed.hall.change(&Design::coolingUnits, fed.hall.coolers[0], [](CoolingUnit& row) { row.draw.reset(); });
        const Context context(fed.hall.snapshot());
        QVERIFY(!context.lookUp<FeedLoads>().load(fed.ups[0], LoadKind::Nameplate).isKnown());
        QVERIFY(isNear(context.lookUp<FeedLoads>().load(fed.ups[0], LoadKind::Nameplate).typical(), 86'000));
        const HallLoss loss = fed.loss(fed.ups[0]);
        QVERIFY(!loss.taken.missing.empty());
        QCOMPARE(lossSchedule({}, fedCooling(context)).notes[2].id, std::string("schedule.losses.some-circuits"));
        QCOMPARE(lossSchedule({}).notes[2].id, std::string("schedule.losses.no-circuits"));
    }
    void likesStandTogether() {
        const FedHall fed;
        const Context context(fed.hall.snapshot());
        const std::vector<HallLoss> losses = allLosses(context);
        std::int64_t things = 0, feeds = 0;
        for (const HallLoss& loss : losses) {
            things += loss.isWholeFeed ? 0 : loss.things();
            feeds += loss.isWholeFeed;
        }
        QCOMPARE(things,
                 static_cast<std::int64_t>(fed.hall.design.powerElements.size() + fed.hall.design.coolingUnits.size()));
        QCOMPARE(feeds, std::int64_t{2});
        QVERIFY(losses.size() < 16);
        QCOMPARE(losses.front().taken.dark.accelerators, std::int64_t{128});
        const Schedule schedule = lossSchedule(losses);
        std::set<std::string> keys;
        for (const ScheduleRow& row : schedule.rows) {
            QCOMPARE(row.cells.size(), schedule.columns.size());
            QVERIFY(keys.insert(row.key).second);
        }
    }
    // A leaf takes the four nodes on it whole; a spine none.
    void aSwitchTakesWhatHangsOnItAlone() {
        const fixture::FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const HallLoss leaf = *lossOf(context, Subject(hall.leaves[0]));
        QCOMPARE(leaf.kind.id, std::string("failures.kind.leaf"));
        for (const HallLoss& loss : networkLosses(context))
            if (loss.kind.id == "failures.kind.spine")
                QVERIFY(loss.taken.isNothing());
        QVERIFY(!lossOf(context, Subject(hall.members[0])));
    }
    void figuresCountThem() {
        const FedHall fed;
        const Context context(fed.hall.snapshot());
        const std::vector<FigureDefinition> figures = lossFigures();
        const auto valueOf = [&](FigureHandle handle) {
            for (const FigureDefinition& each : figures)
                if (each.name == handle.name) {
                    const Value plain = each.plain(context, {});
                    return plain == each.traced(context, {}).value() ? plain : Value();
                }
            return Value();
        };
        // Utility and switchgear take all; the UPS and busways and 16 PDUs nothing; of the two units each is short.
        QCOMPARE(valueOf(figure_of::lossesTaking).typical(), 2.0);
        QCOMPARE(valueOf(figure_of::lossesWorst).typical(), 1.0);
        QCOMPARE(valueOf(figure_of::lossesPowerBorne).typical(), 20.0);
        QCOMPARE(valueOf(figure_of::lossesPowerNotBorne).typical(), 2.0);
        QCOMPARE(valueOf(figure_of::lossesCoolingBorne).typical(), 0.0);
        QCOMPARE(valueOf(figure_of::lossesCoolingNotBorne).typical(), 2.0);
        const Hall bare = fixture::hall();
        Hall none = bare;
        none.design.powerElements = {};
        none.design.coolingUnits = {};
        none.design.coolingServices = {};
        const Context empty(none.snapshot());
        QVERIFY(figures.front().plain(empty, {}).isUnknown());
    }
};

RW_CORE_SUITE(TestLosses)
#include "tst_losses.moc"
