// SPDX-License-Identifier: GPL-3.0-or-later
// What limits a room, worked by hand: a hall of 64 nodes of 15.375 kW (984 kW with their network) on busways of 800 A.
#include "solvers/facility/room_limits.h"

#include "solvers/cooling/heat.h"
#include "solvers/facility/figures.h"
#include "solvers/facility/limit_figures.h"
#include "solvers/facility/room_fit.h"
#include "solvers/requirements/stated_budget.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace rackwright;
using fixture::Hall;

namespace {

constexpr double kBusway = 554'256.258; // sqrt(3) x 400 V x 800 A, k = 1

PowerElement& elementIn(std::vector<PowerElement>& made, Hall& hall, PowerElementKind kind, std::string name,
                        FeedSide side) {
    PowerElement element;
    element.id = hall.ids.take<PowerElement>();
    element.kind = kind;
    element.name = std::move(name);
    element.side = side;
    made.push_back(element);
    return made.back();
}

/// Of a circuit between two elements.
PowerLink circuit(Hall& hall, Id<PowerElement> from, Id<PowerElement> to) {
    return {hall.ids.take<PowerLink>(), from, to, {}, {}, {}, {}, {}};
}

// 16 racks of 48 U with four nodes of 8 U each, two PDUs a rack, a busway a side.
Hall busyHall(const std::function<void(PowerElement&)>& rate, double watts = 15'375) {
    Hall hall;
    Part node = fixture::node();
    node.powerModes.front() = {PowerModeKind::Maximum, Fact<Power>::known(Power(watts), Grade::Vendor), {}};
    hall.nodePart = fixture::embed(hall.project, hall.ids, node);
    hall.rackPart = fixture::embed(hall.project, hall.ids, fixture::rack());
    Part pdu = fixture::rackPdu();
    pdu.attributes.back() = fixture::number("rated-power", 100'000);
    hall.pduPart = fixture::embed(hall.project, hall.ids, pdu);
    hall.switchPart = fixture::embed(hall.project, hall.ids,
                                     fixture::networkSwitch("test-switch", 64, 400, FabricProtocol::InfiniBand));
    hall.coolerPart =
        fixture::embed(hall.project, hall.ids, fixture::coolingPart("test-crah", PartCategory::InRowCooler, 250'000));
    Room room;
    room.id = hall.ids.take<Room>();
    room.name = "Hall";
    const auto m = [](int x, int y) { return Point{Length::metres(x), Length::metres(y)}; };
    room.outline = {m(0, 0), m(18, 0), m(18, 12), m(0, 12)};
    hall.design.rooms = hall.design.rooms.with(room);
    hall.room = room.id;
    std::vector<PowerElement> busways;
    for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
        PowerElement& busway =
            elementIn(busways, hall, PowerElementKind::Busway, side == FeedSide::A ? "Busway A" : "Busway B", side);
        rate(busway);
        hall.design.powerElements = hall.design.powerElements.with(busway);
    }
    for (int i = 0; i < 16; ++i) {
        const std::string name = "R" + std::to_string(i + 1);
        const Id<Rack> rack =
            hall.addRack(name, "A", {Length::millimetres(2'000 + 800 * i), Length::metres(6)}, Angle::degrees(0));
        for (int n = 0; n < 4; ++n)
            hall.addDevice(rack, hall.nodePart, 1 + 8 * n, name + "-n" + std::to_string(n + 1));
        hall.addPdus(rack, name);
    }
    const auto elements = hall.design.powerElements;
    for (const PowerElement& each : elements)
        if (each.kind == PowerElementKind::RackPdu)
            hall.design.powerLinks = hall.design.powerLinks.with({hall.ids.take<PowerLink>(),
                                                                  busways[each.side == FeedSide::A ? 0 : 1].id,
                                                                  each.id,
                                                                  {},
                                                                  {},
                                                                  {},
                                                                  {},
                                                                  {}});
    hall.setSite(site::region, "iec");
    hall.setSite(site::redundancy, "2N");
    return hall;
}

void ratedByPower(PowerElement& busway) {
    busway.rating = kBusway * unit::watt;
    busway.voltage = Voltage(400);
}

RoomLimits limitsOf(const Hall& hall, const std::optional<RoomBudget>& budget = {}) {
    const Context context(hall.snapshot());
    const auto templates = roomTemplates(context, hall.room);
    return roomLimits(context, hall.room, templates.front(), budget);
}

const RoomLimit* limitOf(const RoomLimits& limits, LimitKind kind) {
    // That of the room before those of its parts.
    auto it = std::ranges::find_if(limits.limits,
                                   [kind](const RoomLimit& limit) { return limit.kind == kind && !limit.isOfPart; });
    if (it == limits.limits.end())
        it = std::ranges::find(limits.limits, kind, &RoomLimit::kind);
    return it == limits.limits.end() ? nullptr : &*it;
}

double moreOf(const RoomLimits& limits, LimitKind kind) {
    const RoomLimit* limit = limitOf(limits, kind);
    return limit && limit->more.isKnown() ? limit->more.typical() : std::nan("");
}

/// The racks from the ninth on hang on busways of their own and hold one node each: 492 kW on the first busway of a
/// side, 123 kW on the second.
Hall unevenHall(double watts) {
    const auto rate = [watts](PowerElement& busway) { busway.rating = watts * unit::watt; };
    Hall hall = busyHall(rate);
    std::vector<PowerElement> made;
    for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
        PowerElement& second =
            elementIn(made, hall, PowerElementKind::Busway, side == FeedSide::A ? "Busway 2 A" : "Busway 2 B", side);
        rate(second);
        hall.design.powerElements = hall.design.powerElements.with(second);
    }
    const std::set<Id<Rack>> row(hall.racks.begin() + 8, hall.racks.end());
    const Table<PowerLink> links = hall.design.powerLinks;
    for (const PowerLink& link : links) {
        const PowerElement* pdu = hall.design.powerElements.find(link.to);
        if (row.contains(rackOf(pdu->placement)))
            hall.change(&Design::powerLinks, link.id,
                        [&](PowerLink& moved) { moved.from = made[pdu->side == FeedSide::A ? 0 : 1].id; });
    }
    const Table<Device> devices = hall.design.devices;
    for (const Device& device : devices)
        if (row.contains(rackOf(device.placement)) && !device.name.ends_with("-n1"))
            hall.design.devices = hall.design.devices.without(device.id);
    return hall;
}

const RoomLimit* feedNamed(const RoomLimits& limits, std::string_view name, bool isOfPart) {
    const auto it = std::ranges::find_if(limits.limits, [&](const RoomLimit& limit) {
        return limit.kind == LimitKind::Feed && limit.name == name && limit.isOfPart == isOfPart;
    });
    return it == limits.limits.end() ? nullptr : &*it;
}

/// Of 32 U, which four nodes of 8 U fill.
Id<PartRow> shortRack(Hall& hall) {
    const Id<PartRow> known = Context(hall.snapshot()).partOf("test-rack-32");
    if (known)
        return known;
    Part part = fixture::rack(32);
    part.id = "test-rack-32";
    return fixture::embed(hall.project, hall.ids, part);
}

/// A breaker of 800 A on each busway, under the 80 % rule.
Hall necHall(double volts) {
    Hall hall = busyHall([volts](PowerElement& busway) {
        busway.breaker = Current(800);
        busway.voltage = Voltage(volts);
    });
    hall.project.site = {};
    hall.setSite(site::region, "nec");
    hall.setSite(site::redundancy, "2N");
    return hall;
}

/// Of the hall or its room, the same plain and traced.
Value limitFigureOf(const Hall& hall, FigureHandle handle) {
    const Context context(hall.snapshot());
    const Subject subject = handle.subject == SubjectKind::Room ? Subject(hall.room) : Subject();
    for (const FigureDefinition& each : limitFigures())
        if (each.name == handle.name) {
            const Value plain = each.plain(context, subject);
            return plain == each.traced(context, subject).value() ? plain : Value::unknown();
        }
    return Value::unknown();
}

const RoomStep* stepOf(const RoomLimits& limits, std::string_view id) {
    const auto it = std::ranges::find_if(
        limits.steps, [&](const RoomStep& step) { return step.what.id == "room-limit.step." + std::string(id); });
    return it == limits.steps.end() ? nullptr : &*it;
}

} // namespace

class TestRoomLimits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // 984 kW stand where one busway carries 554.3 kW with the other lost: 429.7 kW too many, 28 nodes of 15.375 kW.
    void aHallAtTwoNCarriesOneBusway() {
        const RoomLimits limits = limitsOf(busyHall(ratedByPower));
        QCOMPARE(limits.of.standing, std::int64_t{64});
        QVERIFY(std::abs(limits.power.typical() - 15'375) < 1e-6);
        const RoomLimit* binding = limits.binding();
        QVERIFY(binding);
        QCOMPARE(binding->kind, LimitKind::Feed);
        QCOMPARE(binding->name, std::string("Busway A"));
        QVERIFY(std::abs(binding->used.typical() - 984'000) < 1e-3);
        QVERIFY(std::abs(binding->each.typical() - 15'375) < 1e-6);
        QCOMPARE(limits.more().typical(), 36.0 - 64.0);
    }
    // 480 kW carry no 492 kW, however little hangs on the busway beside it: one node too many, not 22 more.
    void aBusyBuswayIsNotHelpedByAnIdleOne() {
        const RoomLimits limits = limitsOf(unevenHall(480'000));
        QVERIFY(limits.binding());
        QCOMPARE(limits.binding()->kind, LimitKind::Feed);
        QCOMPARE(limits.binding()->name, std::string("Busway A"));
        QCOMPARE(limits.binding()->others, std::int64_t{1});
        QCOMPARE(limits.binding()->capacity.typical(), 960'000.0);
        QCOMPARE(limits.more().typical(), -1.0);
        const RoomLimit* busy = feedNamed(limits, "Busway A", true);
        QVERIFY(busy);
        QVERIFY(std::abs(busy->used.typical() - 492'000) < 1e-3);
        QCOMPARE(busy->capacity.typical(), 480'000.0);
        QCOMPARE(busy->more.typical(), -1.0);
        const RoomLimit* idle = feedNamed(limits, "Busway 2 A", true);
        QVERIFY(idle);
        QVERIFY(std::abs(idle->used.typical() - 123'000) < 1e-3);
        QCOMPARE(idle->more.typical(), std::floor((480.0 - 123.0) / 15.375));
    }
    // 554.3 kW carry four more in the first row, and 28 in the second, whose racks of 32 U have places for 24.
    void whatABuswayHasLeftIsOfUseInItsRacksAlone() {
        Hall hall = unevenHall(kBusway);
        for (std::size_t i = 8; i < 16; ++i)
            hall.change(&Design::racks, hall.racks[i], [&](Rack& each) { each.part = shortRack(hall); });
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* pool = feedNamed(limits, "Busway A", false);
        QVERIFY(pool);
        QCOMPARE(pool->more.typical(), 28.0);
        QCOMPARE(limits.binding()->kind, LimitKind::Feed);
        QCOMPARE(limits.more().typical(), 28.0);
        QCOMPARE(moreOf(limits, LimitKind::Places), 16.0 + 24.0);
    }
    // One busway of a side is no pool.
    void aBuswayAloneIsNoPool() {
        for (const RoomLimit& limit : limitsOf(busyHall(ratedByPower)).limits) {
            QVERIFY(!limit.isOfPart);
            QCOMPARE(limit.others, std::int64_t{0});
        }
    }
    // A UPS behind transfer switches carries nothing until one of theirs is lost: then the 492 kW of that side.
    void aCatcherCarriesWhatItStandsInFor() {
        Hall hall = busyHall([](PowerElement& busway) { busway.rating = 2'000 * unit::kilowatt; });
        std::vector<PowerElement> made;
        const auto put = [&](PowerElementKind kind, const char* name, FeedSide side, double kilowatts) {
            PowerElement& element = elementIn(made, hall, kind, name, side);
            element.rating = kilowatts * unit::kilowatt;
            hall.design.powerElements = hall.design.powerElements.with(element);
            return element.id;
        };
        const auto join = [&](Id<PowerElement> from, Id<PowerElement> to) {
            hall.design.powerLinks = hall.design.powerLinks.with(circuit(hall, from, to));
        };
        std::vector<Id<PowerElement>> switches;
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            const auto ups = put(PowerElementKind::Ups, side == FeedSide::A ? "UPS A" : "UPS B", side, 2'000);
            switches.push_back(
                put(PowerElementKind::TransferSwitch, side == FeedSide::A ? "STS A" : "STS B", side, 2'000));
            join(ups, switches.back());
            const Table<PowerElement> elements = hall.design.powerElements;
            for (const PowerElement& busway : elements)
                if (busway.kind == PowerElementKind::Busway && busway.side == side)
                    join(switches.back(), busway.id);
        }
        const auto catcher = put(PowerElementKind::Ups, "UPS R", FeedSide::C, 400);
        for (const Id<PowerElement> each : switches)
            join(catcher, each);
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* feed = feedNamed(limits, "UPS R", false);
        QVERIFY(feed);
        QVERIFY(std::abs(feed->used.typical() - 492'000) < 1e-3);
        // Half of each node hangs on a side: (400 - 492) / 7.69.
        QCOMPARE(feed->more.typical(), std::floor((400.0 - 492.0) / 7.6875));
    }
    // What is left of a pool of which one rating is not known nobody knows, and it is not below none.
    void ofAnUnknownRatingNothingIsKnownToBeLeft() {
        const RoomLimits limits = limitsOf(busyHall([](PowerElement&) {}));
        const RoomLimit* feed = limitOf(limits, LimitKind::Feed);
        QVERIFY(feed);
        QVERIFY(feed->left().isUnknown());
        QVERIFY(feed->more.isUnknown());
    }
    // 800 A at 415 V under the 80 % rule: 460.0 kW, 29 nodes.
    void aBreakerRatesABusway() {
        Hall hall = busyHall([](PowerElement& busway) {
            busway.breaker = Current(800);
            busway.voltage = Voltage(415);
        });
        hall.project.site = {};
        hall.setSite(site::region, "nec");
        hall.setSite(site::redundancy, "2N");
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* feed = limitOf(limits, LimitKind::Feed);
        QVERIFY(feed);
        QVERIFY(std::abs(feed->capacity.typical() - std::sqrt(3.0) * 415 * 800 * 0.8) < 1e-6);
        QCOMPARE(limits.more().typical(), 29.0 - 64.0);
        // 415 V is the highest that racks take.
        QVERIFY(!stepOf(limits, "voltage"));
    }
    // Shared: each side carries 492 of 554.3 kW, and half of each further node: 62.3 / 7.7 = 8. Of three, two carry all
    // after a loss: 492 each again. At 415 V a busway carries 575.0 kW: 37 nodes.
    void nextStepsFreeWhatTheySay() {
        const RoomLimits limits = limitsOf(busyHall(ratedByPower));
        for (const auto& [id, more] : {std::pair{"share", 8.0}, {"source", 8.0}, {"voltage", 37.0 - 64.0}}) {
            const RoomStep* step = stepOf(limits, id);
            QVERIFY2(step, id);
            QCOMPARE(step->more.typical(), more);
            QVERIFY(step->next);
            QCOMPARE(step->next->kind, LimitKind::Feed);
        }
        // Without the busways the racks are full with 32 more.
        const RoomStep* lift = stepOf(limits, "lift");
        QVERIFY(lift && lift->next);
        QCOMPARE(lift->more.typical(), 32.0);
        QCOMPARE(lift->next->kind, LimitKind::Places);
    }
    // Under the 80 % rule 492 kW a side are more than 460.0: (460.0 - 492) / 7.7 = -4.2, so 59 nodes shared or on three
    // busways. 415 V is the highest that racks take.
    void nextStepsOfTheEightyPercentRule() {
        const RoomLimits limits = limitsOf(necHall(415));
        QCOMPARE(limits.more().typical(), 29.0 - 64.0);
        for (const char* id : {"share", "source"}) {
            const RoomStep* step = stepOf(limits, id);
            QVERIFY2(step, id);
            QCOMPARE(step->more.typical(), 59.0 - 64.0);
            QVERIFY(step->next && step->next->kind == LimitKind::Feed);
        }
        QVERIFY(!stepOf(limits, "voltage"));
        QCOMPARE(stepOf(limits, "lift")->more.typical(), 32.0);
        QVERIFY(stepOf(limits, "lift")->ofIt.isUnknown());
    }
    // 800 A at 208 V: 230.6 kW, 14 nodes; at 400 V 443.4 kW, 28 nodes.
    void aHigherVoltageFreesInProportion() {
        const RoomLimits limits = limitsOf(necHall(208));
        QCOMPARE(limits.more().typical(), 14.0 - 64.0);
        const RoomStep* voltage = stepOf(limits, "voltage");
        QVERIFY(voltage);
        QCOMPARE(voltage->more.typical(), 28.0 - 64.0);
    }
    // A UPS gives its power at any voltage.
    void aHigherVoltageFreesNothingOfAMachine() {
        const RoomLimits limits = limitsOf(busyHall([](PowerElement& busway) {
            ratedByPower(busway);
            busway.kind = PowerElementKind::Ups;
        }));
        QVERIFY(limits.binding() && limits.binding()->kind == LimitKind::Feed);
        QVERIFY(!stepOf(limits, "voltage"));
    }
    void figuresSayWhatTheDialogSays() {
        const Hall hall = busyHall(ratedByPower);
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(limitFigureOf(hall, figure_of::roomLimitMore).typical(), 36.0 - 64.0);
        QCOMPARE(limitFigureOf(hall, figure_of::limitsMore).typical(), 36.0 - 64.0);
        QCOMPARE(limitFigureOf(hall, figure_of::roomLimitFits).typical(), 36.0);
        QVERIFY(std::abs(limitFigureOf(hall, figure_of::roomLimitShare).typical() - 984'000 / kBusway) < 1e-6);
        QCOMPARE(limitFigureOf(hall, figure_of::roomLimitOpen).typical(),
                 static_cast<double>(std::ranges::count_if(
                     limits.limits, [](const RoomLimit& limit) { return limit.more.isUnknown(); })));
    }
    // Eight more by power; for all that is known of the floor, the site and the cooling none may fit.
    void figuresBeginAtNoneWhereLimitsAreOpen() {
        Hall hall = busyHall(ratedByPower);
        hall.project.site = {};
        hall.setSite(site::redundancy, "shared");
        const Value more = limitFigureOf(hall, figure_of::roomLimitMore);
        QVERIFY(more.isRange());
        QCOMPARE(more.low(), 0.0);
        QCOMPARE(more.high(), 8.0);
    }
    // No end of a range stands for it: with open limits the value is none, and what binds has the least lower end.
    void theLowerEndBinds() {
        Hall hall = busyHall(ratedByPower);
        hall.project.site = {};
        hall.setSite(site::redundancy, "shared");
        QCOMPARE(limitFigureOf(hall, figure_of::roomLimitMore).typical(), 0.0);
        RoomLimits limits = limitsOf(hall);
        RoomLimit narrow, wide;
        narrow.kind = LimitKind::Feed;
        narrow.more = Value::range(3, 5, 11, Grade::Estimate);
        wide.kind = LimitKind::RackAir;
        wide.more = Value::range(-54, 20, 42, Grade::Estimate);
        limits.limits = {narrow, wide};
        QVERIFY(isTighter(wide, narrow));
        std::ranges::stable_sort(limits.limits, isTighter);
        QCOMPARE(limits.binding()->kind, LimitKind::RackAir);
        QCOMPARE(limits.more().low(), -54.0);
        QCOMPARE(limits.more().high(), 11.0);
    }
    // What goes into racks is found once; what the floor bears below them is judged anew where one moves.
    void theFloorIsJudgedByWhatWasFoundBeforeAMove() {
        Hall hall = busyHall(ratedByPower);
        hall.setSite(site::floorUniform, "700");
        hall.setSite(site::floorConcentrated, "100000");
        const Context before(hall.snapshot());
        const RoomTemplate of = roomTemplates(before, hall.room).front();
        const TemplateFit fit = templateFit(before, hall.room, of);
        std::set<Id<Rack>> racks;
        std::int64_t places = 0;
        for (const TemplateFit::Alike& alike : fit.alike) {
            racks.insert(alike.racks.begin(), alike.racks.end());
            places += alike.places * std::ssize(alike.racks);
        }
        QCOMPARE(racks, std::set<Id<Rack>>(hall.racks.begin(), hall.racks.end()));
        QCOMPARE(fit.free, places);
        QVERIFY(fit.free > 0);
        const auto then = floorLimit(before, hall.room, of, fit);
        hall.change(&Design::racks, hall.racks.front(), [](Rack& rack) {
            rack.centre = {Length::metres(2), Length::millimetres(700)};
        });
        const Context after(hall.snapshot(), &before);
        const auto floor = floorLimit(after, hall.room, of, fit);
        const RoomLimits limits = roomLimits(after, hall.room, of);
        const RoomLimit* whole = limitOf(limits, LimitKind::FloorLoad);
        QVERIFY(then && floor && whole);
        QVERIFY(floor->capacity == whole->capacity);
        QVERIFY(floor->used == whole->used);
        QVERIFY(floor->capacity.typical() < then->capacity.typical());
    }
    void figuresOfRoomsWithoutRacksAreOpen() {
        Hall hall = busyHall(ratedByPower);
        Room other;
        other.id = hall.ids.take<Room>();
        other.name = "Other";
        hall.design.rooms = hall.design.rooms.with(other);
        const Context context(hall.snapshot());
        for (const FigureDefinition& each : limitFigures())
            if (each.name == figure_of::roomLimitMore.name)
                QVERIFY(each.plain(context, Subject(other.id)).isUnknown());
        QCOMPARE(limitFigureOf(hall, figure_of::limitsMore).typical(), 36.0 - 64.0);
    }
    // Racks that are full leave no place: the shared supply alone would carry eight nodes more.
    void aStepSaysWhatItFreesByItself() {
        Hall hall = busyHall(ratedByPower);
        for (const Id<Rack> rack : hall.racks)
            hall.change(&Design::racks, rack, [&](Rack& each) { each.part = shortRack(hall); });
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(limits.more().typical(), 36.0 - 64.0);
        const RoomStep* share = stepOf(limits, "share");
        QVERIFY(share);
        QCOMPARE(share->more.typical(), 0.0);
        QCOMPARE(share->ofIt.typical(), 8.0);
        QVERIFY(share->next && share->next->kind == LimitKind::Places);
    }
    void aSharedSiteShedsLoad() {
        Hall hall = busyHall(ratedByPower);
        hall.project.site = {};
        hall.setSite(site::redundancy, "shared");
        QCOMPARE(limitsOf(hall).more().typical(), 8.0);
    }
    void anUnknownRatingIsNoLimitThatHolds() {
        Hall hall = busyHall([](PowerElement&) {});
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* feed = limitOf(limits, LimitKind::Feed);
        QVERIFY(feed);
        QVERIFY(feed->more.isUnknown());
        QVERIFY(!feed->missing.empty());
        QVERIFY(!limits.isWholly());
        QVERIFY(&limits.limits.back() == feed || limits.limits.back().more.isUnknown());
        for (const RoomLimit& limit : limits.limits)
            QVERIFY2(limit.more.isKnown() || !limit.missing.empty(), limit.name.c_str());
    }
    // Racks of 48 U hold six nodes of 8 U.
    void placesAreCountedRackByRack() {
        Hall hall = busyHall(ratedByPower);
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::Places), 32.0);
        // A switch in U48 leaves 15 U: one place in that rack.
        hall.addDevice(hall.racks[0], hall.switchPart, 48, "leaf", "leaf");
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::Places), 31.0);
    }
    // Four nodes of 8 U from unit 1 leave U33 to U48: two places. With the fourth at unit 29 U25 to U28 and U37 to U48
    // are free: one.
    void placesFollowWhereThingsStand() {
        Hall hall = busyHall(ratedByPower);
        for (const Device& device : Table<Device>(hall.design.devices))
            if (device.name == "R7-n4")
                hall.change(&Design::devices, device.id, [&](Device& moved) {
                    moved.placement = InRack{hall.racks[6], 29, Face::Front, 0};
                });
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::Places), 31.0);
    }
    // 61.5 kW a rack: at 80 kW one node more, at 70 kW none, at 50 kW one too many.
    void racksAreJudgedByTheirLimit() {
        for (const auto& [limit, more] : {std::pair{"80000", 16.0}, {"70000", 0.0}, {"50000", -16.0}}) {
            Hall hall = busyHall(ratedByPower);
            hall.setSite(site::rackLimit, limit, "contracted maximum");
            QCOMPARE(moreOf(limitsOf(hall), LimitKind::RackPower), more);
        }
        const RoomLimits open = limitsOf(busyHall(ratedByPower));
        QCOMPARE(limitOf(open, LimitKind::RackPower)->missing, std::string(site::rackLimit));
    }
    // 61.5 kW a rack: a cap of its own lifts nothing that the site allows, nor the site's limit a cap.
    void theTighterOfCapAndSiteLimitsARack() {
        for (const auto& [limit, cap, more] :
             {std::tuple{"50000", 80'000.0, -16.0}, {"80000", 50'000.0, -16.0}, {"80000", 90'000.0, 16.0}}) {
            Hall hall = busyHall(ratedByPower);
            hall.setSite(site::rackLimit, limit, "contracted maximum");
            for (const Id<Rack> rack : hall.racks)
                hall.change(&Design::racks, rack, [&, watts = cap](Rack& row) { row.powerCap = Power(watts); });
            QCOMPARE(moreOf(limitsOf(hall), LimitKind::RackPower), more);
        }
    }
    // No more are too many than stand there, however little is allowed.
    void noMoreAreTooManyThanStandThere() {
        Hall hall = busyHall(ratedByPower);
        hall.setSite(site::rackLimit, "1", "contracted maximum");
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(limitOf(limits, LimitKind::RackPower)->more.typical(), -64.0);
        hall.project.site = {};
        hall.setSite(site::region, "iec");
        hall.setSite(site::redundancy, "2N");
        hall.setSite(site::powerLimit, "0", "IT");
        hall.addDevice(hall.racks[0], hall.switchPart, 48, "leaf", "leaf");
        const RoomLimits none = limitsOf(hall);
        const RoomLimit* site = limitOf(none, LimitKind::SitePower);
        QVERIFY(site);
        QCOMPARE(site->more.low(), -64.0);
        QCOMPARE(
            limitOf(limitsOf(busyHall([](PowerElement& busway) { busway.rating = 0 * unit::watt; })), LimitKind::Feed)
                ->more.low(),
            -64.0);
    }
    // A rack of another kind that takes more than its limit is a line of its own: it takes no place from the others.
    void whatOverloadsARackByItselfTakesNothingFromOthers() {
        Hall hall = busyHall(ratedByPower);
        Part large = fixture::node();
        large.id = "test-large";
        large.powerModes.front() = {PowerModeKind::Maximum, Fact<Power>::known(Power(400'000), Grade::Vendor), {}};
        const Id<PartRow> largePart = fixture::embed(hall.project, hall.ids, large);
        hall.setSite(site::rackLimit, "80000", "contracted maximum");
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::RackPower), 16.0);
        const Id<Rack> other = hall.addRack("Large", "A", {Length::metres(16), Length::metres(6)}, Angle::degrees(0));
        hall.addDevice(other, largePart, 1, "large");
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(moreOf(limits, LimitKind::RackPower), 16.0);
        const auto own = std::ranges::find_if(
            limits.limits, [](const RoomLimit& limit) { return limit.kind == LimitKind::RackPower && limit.isOfPart; });
        QVERIFY(own != limits.limits.end());
        QCOMPARE(own->name, std::string("Large"));
        QCOMPARE(own->more.typical(), 0.0);
        QVERIFY(own->over.isKnown() && own->over.typical() >= 320'000);
        // What is exceeded stands first; what binds the room is another line.
        QVERIFY(std::all_of(limits.limits.begin(), own,
                            [](const RoomLimit& limit) { return limit.more.typical() < 0 || limit.over.isKnown(); }));
        QVERIFY(limits.binding() && !limits.binding()->isOfPart);
    }
    void theSiteIsJudgedOnItsBasis() {
        Hall hall = busyHall(ratedByPower);
        hall.setSite(site::powerLimit, "1000000", "IT");
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::SitePower), 1.0);
        Hall unstated = busyHall(ratedByPower);
        unstated.setSite(site::powerLimit, "1000000");
        QCOMPARE(limitOf(limitsOf(unstated), LimitKind::SitePower)->missing, std::string(site::powerLimit));
    }
    // 64 nodes take 984 kW of 900 kW, and what else stands there takes nobody knows what: at least
    // one is too many, and as much as one takes is not known either.
    void aLowerBoundAboveTheLimitExceedsIt() {
        const auto limited = [](const char* watts) {
            Hall hall = busyHall(ratedByPower);
            hall.setSite(site::powerLimit, watts, "IT");
            hall.changePart(hall.switchPart, [](Part& part) { part.powerModes.clear(); });
            hall.addDevice(hall.racks[0], hall.switchPart, 48, "leaf", "leaf");
            return hall;
        };
        const Hall hall = limited("900000");
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* site = limitOf(limits, LimitKind::SitePower);
        QVERIFY(site && site->used.isLowerBound());
        QVERIFY(site->isAtLeast);
        QCOMPARE(site->more.high(), -1.0);
        QVERIFY(!site->missing.empty());
        QVERIFY(limits.binding() && limits.binding()->more.high() < 0);
        const Hall wider = limited("990000");
        const RoomLimits open = limitsOf(wider);
        QVERIFY(limitOf(open, LimitKind::SitePower)->more.isUnknown());
    }
    // No limit of a rack is stated: a sum of nothing known is not 0 kW.
    void anUnknownCapacityIsNoSumOfNothing() {
        const RoomLimits limits = limitsOf(busyHall(ratedByPower));
        const RoomLimit* rack = limitOf(limits, LimitKind::RackPower);
        QVERIFY(rack);
        QVERIFY(rack->capacity.isUnknown());
        QVERIFY(rack->left().isUnknown());
        QCOMPARE(rack->missing, std::string(site::rackLimit));
    }
    // 64 nodes of 15 kW with switches of 24 kW: each node takes 0.375 kW of them.
    void aNodeTakesItsShareOfTheNetwork() {
        Hall hall = busyHall(ratedByPower, 15'000);
        for (int i = 0; i < 16; ++i)
            hall.addDevice(hall.racks[static_cast<std::size_t>(i)], hall.switchPart, 48, "leaf", "leaf");
        const RoomLimits limits = limitsOf(hall);
        QVERIFY(std::abs(limits.power.typical() - 15'375) < 1e-6);
        QCOMPARE(limits.more().typical(), 36.0 - 64.0);
    }
    // Three UPS modules of 400 kW carry 800 kW without one; a fourth makes it 1,200 kW.
    void aGroupCarriesAllWithoutItsLargest() {
        Hall hall = busyHall([](PowerElement& busway) { busway.rating = 2'000 * unit::kilowatt; });
        std::vector<PowerElement> modules;
        for (int i = 0; i < 3; ++i) {
            PowerElement& ups =
                elementIn(modules, hall, PowerElementKind::Ups, "UPS " + std::to_string(i + 1), FeedSide::None);
            ups.rating = 400 * unit::kilowatt;
            ups.redundancyGroup = "UPS";
            hall.design.powerElements = hall.design.powerElements.with(ups);
            for (const PowerElement& busway : hall.design.powerElements)
                if (busway.kind == PowerElementKind::Busway)
                    hall.design.powerLinks = hall.design.powerLinks.with(
                        {hall.ids.take<PowerLink>(), ups.id, busway.id, {}, {}, {}, {}, {}});
        }
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(limits.binding()->name, std::string("UPS"));
        QCOMPARE(limits.binding()->capacity.typical(), 800'000.0);
        QCOMPARE(limits.more().typical(), std::floor((800.0 - 984.0) / 15.375));
        const RoomStep* module = stepOf(limits, "module");
        QVERIFY(module);
        QCOMPARE(module->more.typical(), std::floor((1'200.0 - 984.0) / 15.375));
    }
    // Five units of 250 kW: 1,250 kW together, 1,000 kW without one where N+1 is claimed.
    void coolingCountsWithoutASpareUnitWhereOneIsClaimed() {
        Hall hall = busyHall(ratedByPower);
        for (int i = 0; i < 5; ++i) {
            const auto unit = hall.addCooler(CoolingUnitKind::InRow, hall.coolerPart, "C" + std::to_string(i),
                                             OnFloor{hall.room, {Length::metres(2 + i), Length::metres(2)}, {}});
            for (const Id<Rack> rack : hall.racks)
                hall.serve(rack, unit, HeatKind::Air);
        }
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::AirCooling), std::floor(266.0 / 15.375));
        hall.change(&Design::coolingUnits, hall.coolers[0], [](CoolingUnit& unit) { unit.redundancy = "N+1"; });
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::AirCooling), 1.0);
    }
    // A unit that stands in the room and serves no rack cools nothing: its 250 kW are no capacity. Racks that it serves
    // make it count, and then alone.
    void aUnitThatServesNothingIsNoCapacity() {
        Hall hall = busyHall(ratedByPower);
        const auto place = OnFloor{hall.room, {Length::metres(2), Length::metres(2)}, {}};
        const auto unit = hall.addCooler(CoolingUnitKind::PerimeterAir, hall.coolerPart, "C1", place);
        {
            const Context context(hall.snapshot());
            QVERIFY(!isConnected(context, *hall.design.coolingUnits.find(unit)));
            const RoomLimits limits = limitsOf(hall);
            const RoomLimit* air = limitOf(limits, LimitKind::AirCooling);
            QVERIFY(air);
            QCOMPARE(air->missing, std::string("cooling-services"));
            QVERIFY(air->more.isUnknown());
            QVERIFY(air->capacity.isUnknown());
        }
        hall.addCooler(CoolingUnitKind::PerimeterAir, hall.coolerPart, "C2", place);
        for (const Id<Rack> rack : hall.racks)
            hall.serve(rack, unit, HeatKind::Air);
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* air = limitOf(limits, LimitKind::AirCooling);
        QVERIFY(air);
        QCOMPARE(air->capacity.typical(), 250'000.0);
        QCOMPARE(air->more.typical(), std::floor((250.0 - 984.0) / 15.375));
    }
    void withoutCoolingItIsNotKnown() {
        const RoomLimits limits = limitsOf(busyHall(ratedByPower));
        QCOMPARE(limitOf(limits, LimitKind::AirCooling)->missing, std::string("air-units"));
        QVERIFY(limitOf(limits, LimitKind::AirCooling)->more.isUnknown());
    }
    // Only the racks that take liquid heat are asked what takes it; those that nobody has connected are named.
    void racksOfAirAreNotAskedForLiquid() {
        Hall hall = busyHall(ratedByPower);
        hall.liquidPart = fixture::embed(hall.project, hall.ids, fixture::liquidNode());
        hall.cduPart =
            fixture::embed(hall.project, hall.ids, fixture::coolingPart("test-cdu", PartCategory::Cdu, 2'000'000));
        const auto unit = hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU",
                                         OnFloor{hall.room, {Length::metres(2), Length::metres(2)}, {}});
        std::vector<Id<Rack>> wet;
        for (int i = 0; i < 2; ++i) {
            const Id<Rack> rack =
                hall.addRack("W" + std::to_string(i + 1), "B",
                             {Length::millimetres(2'000 + 800 * i), Length::metres(9)}, Angle::degrees(0));
            hall.addDevice(rack, hall.liquidPart, 1, "w" + std::to_string(i + 1));
            wet.push_back(rack);
        }
        hall.serve(wet[0], unit, HeatKind::Liquid);
        const auto asked = [&] {
            const Context context(hall.snapshot());
            for (const RoomTemplate& of : roomTemplates(context, hall.room))
                if (of.part == hall.liquidPart)
                    return roomLimits(context, hall.room, of);
            return RoomLimits();
        };
        const RoomLimits half = asked();
        const RoomLimit* open = limitOf(half, LimitKind::RackLiquid);
        QVERIFY(open);
        QCOMPARE(open->missing, std::string("cooling-services"));
        QVERIFY(open->unknownOf == std::vector<std::string>{"W2"});
        QCOMPARE(open->unknowns, std::int64_t{1});
        hall.serve(wet[1], unit, HeatKind::Liquid);
        const RoomLimits both = asked();
        const RoomLimit* known = limitOf(both, LimitKind::RackLiquid);
        QVERIFY(known);
        QVERIFY2(known->missing != "cooling-services", known->missing.c_str());
    }
    // 984 kW come to two chillers of 1,000 kW: one of them carries one node more, both 66. A pump of 20 L/s carries at
    // 12 K what 20 L/s of water take.
    void plantCountsAsItIsClaimed() {
        Hall hall = busyHall(ratedByPower);
        CoolingLoop loop;
        loop.id = hall.ids.take<CoolingLoop>();
        loop.name = "Chilled water";
        loop.fluid = "water";
        loop.isFacilityWater = true;
        loop.supply = Temperature::kelvin(291.15);
        loop.returnLimit = Temperature::kelvin(303.15);
        hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
        const auto place = OnFloor{hall.room, {Length::metres(2), Length::metres(2)}, {}};
        for (int i = 0; i < 5; ++i) {
            const auto unit = hall.addCooler(CoolingUnitKind::InRow, hall.coolerPart, "C" + std::to_string(i), place);
            hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& each) { each.primary = loop.id; });
            for (const Id<Rack> rack : hall.racks)
                hall.serve(rack, unit, HeatKind::Air);
        }
        const auto put = [&](CoolingUnitKind kind, const char* name, const std::function<void(CoolingUnit&)>& change) {
            const auto unit = hall.addCooler(kind, {}, name, place);
            hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& each) {
                each.secondary = loop.id;
                change(each);
            });
            return unit;
        };
        const auto rated = [](CoolingUnit& unit) { unit.rating = 1'000 * unit::kilowatt; };
        put(CoolingUnitKind::Chiller, "Chiller 1", rated);
        const auto second = put(CoolingUnitKind::Chiller, "Chiller 2", rated);
        QCOMPARE(moreOf(limitsOf(hall), LimitKind::Plant), std::floor(1'016.0 / 15.375));
        hall.change(&Design::coolingUnits, second, [](CoolingUnit& unit) { unit.redundancy = "N+1"; });
        const RoomLimits spared = limitsOf(hall);
        const RoomLimit* plant = limitOf(spared, LimitKind::Plant);
        QVERIFY(plant);
        QCOMPARE(plant->more.typical(), 1.0);
        QCOMPARE(plant->others, std::int64_t{1});
        put(CoolingUnitKind::Pump, "Pump", [](CoolingUnit& unit) { unit.flow = VolumeFlow(0.02); });
        const RoomLimits pumped = limitsOf(hall);
        const RoomLimit* pumps = limitOf(pumped, LimitKind::Pumps);
        QVERIFY(pumps);
        QVERIFY(pumps->more.isKnown() && pumps->each.isKnown());
        QVERIFY(std::abs(pumps->used.typical() / pumps->each.typical() - 64) < 1e-6);
        QCOMPARE(pumps->more.typical(), std::floor((0.02 - pumps->used.typical()) / pumps->each.typical()));
        put(CoolingUnitKind::Pump, "Pump 2", [](CoolingUnit&) {});
        const RoomLimits open = limitsOf(hall);
        QVERIFY(limitOf(open, LimitKind::Pumps)->more.isUnknown());
        QVERIFY(limitOf(open, LimitKind::Pumps)->unknownOf == std::vector<std::string>{"Pump 2"});
    }
    // Two UPS that feed one another carry at least what hangs on them: how much more fits nobody knows.
    void aRingIsALowerBound() {
        Hall hall = busyHall([](PowerElement& busway) { busway.rating = 2'000 * unit::kilowatt; });
        std::vector<PowerElement> made;
        std::vector<Id<PowerElement>> units;
        const Table<PowerElement> elements = hall.design.powerElements;
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            PowerElement& ups =
                elementIn(made, hall, PowerElementKind::Ups, side == FeedSide::A ? "UPS A" : "UPS B", side);
            ups.rating = 2'000 * unit::kilowatt;
            hall.design.powerElements = hall.design.powerElements.with(ups);
            units.push_back(ups.id);
            for (const PowerElement& busway : elements)
                if (busway.kind == PowerElementKind::Busway && busway.side == side)
                    hall.design.powerLinks = hall.design.powerLinks.with(circuit(hall, ups.id, busway.id));
        }
        QVERIFY(feedNamed(limitsOf(hall), "UPS A", false)->more.isKnown());
        hall.design.powerLinks = hall.design.powerLinks.with(circuit(hall, units[0], units[1]));
        hall.design.powerLinks = hall.design.powerLinks.with(circuit(hall, units[1], units[0]));
        const RoomLimits limits = limitsOf(hall);
        const RoomLimit* ups = feedNamed(limits, "UPS A", false);
        QVERIFY(ups);
        QVERIFY(!ups->used.isKnown());
        QVERIFY(ups->more.isUnknown());
        QCOMPARE(ups->missing, std::string("power-links"));
    }
    // A price of 64 units of account for 64 nodes: a budget of 70 buys six more.
    void theBudgetBuysWholeNodes() {
        const RoomLimits limits = limitsOf(busyHall(ratedByPower), RoomBudget{Value(70.0), Value(64.0), 64});
        QCOMPARE(moreOf(limits, LimitKind::Budget), 6.0);
    }
    void anEmptyRoomIsAskedAboutWhatStandsElsewhere() {
        Hall hall = busyHall(ratedByPower);
        Room other;
        other.id = hall.ids.take<Room>();
        other.name = "Other";
        hall.design.rooms = hall.design.rooms.with(other);
        const Context context(hall.snapshot());
        const auto templates = roomTemplates(context, other.id);
        QVERIFY(!templates.empty());
        QCOMPARE(templates.front().standing, std::int64_t{0});
        const RoomLimits limits = roomLimits(context, other.id, templates.front());
        QVERIFY(!limits.isWholly());
        QCOMPARE(limits.more().typical(), 0.0); // no rack to put one into
    }
    // A whole rack of four nodes takes 61.5 kW: seven too many.
    void racksAreTemplatesToo() {
        const Hall hall = busyHall(ratedByPower);
        const Context context(hall.snapshot());
        const auto templates = roomTemplates(context, hall.room);
        const auto rack = std::ranges::find_if(templates, [](const RoomTemplate& of) { return bool(of.rack); });
        QVERIFY(rack != templates.end());
        QCOMPARE(rack->standing, std::int64_t{16});
        const RoomLimits limits = roomLimits(context, hall.room, *rack);
        QCOMPARE(moreOf(limits, LimitKind::Feed), std::floor((554.256258 - 984) / 61.5));
        QCOMPARE(moreOf(limits, LimitKind::Places), 0.0);
        // Full racks within their limits limit nothing.
        QVERIFY(!limitOf(limits, LimitKind::RackFeed));
    }
    // Racks that are full: six nodes more in one more rack.
    void oneMoreRackHoldsAsManyAsThoseDo() {
        Hall hall = busyHall([](PowerElement& busway) { busway.rating = 5'000 * unit::kilowatt; });
        for (const Id<Rack> rack : hall.racks)
            for (int n = 4; n < 6; ++n)
                hall.addDevice(rack, hall.nodePart, 1 + 8 * n, "more" + std::to_string(rack.value * 10 + n));
        const RoomLimits limits = limitsOf(hall);
        QCOMPARE(limits.binding()->kind, LimitKind::Places);
        QCOMPARE(limits.more().typical(), 0.0);
        QCOMPARE(stepOf(limits, "rack")->more.typical(), 6.0);
    }
};

RW_SUITE(TestRoomLimits)
#include "tst_room_limits.moc"
