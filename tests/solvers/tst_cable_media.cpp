// SPDX-License-Identifier: GPL-3.0-or-later
// What links are made of and why, each price worked out by hand.
#include "solvers/cost/bill.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

class TstCableMedia : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cheapestThatReaches();
    void reasonsOfTheOthers();
    void oneModuleOneMedium();
    void pinnedFibreTakesItsModules();
    void bodiesOfModules();
    void polishOfBothEnds();
    void partsOfTheProtocol();
    void vendorPartBeforeClass();
    void unknownsStayUnknown();
    void legsHaveTheLightOfTheirPort();
    void halvesForFourLanesTakeNoFasterLight();
    void oneLaneOf25();
    void noShorterThanItIsSold();
    void decidedLengthsStay();
    void classesSayTheSpeedOfTheLink();
};

namespace {

/// A port of the leaf of 400G, or of `whole`, broken out to four switches with a port of a quarter.
void breakOut(CabledHall& hall, Id<Device> whole, double quarter, const char* cage, std::size_t rack) {
    Part far = priced(networkSwitch("test-quarter", 8, quarter, FabricProtocol::Ethernet), dated(9'000));
    far.portGroups.front().connector = cage;
    const Id<PartRow> part = hall.b.addPart(far);
    for (std::uint8_t lane = 0; lane < 4; ++lane)
        hall.cable(hall.addSwitch(hall.racks[rack], 10 + lane, part), 0, whole, 0, 0, lane);
}

Id<Device> hundredSwitch(CabledHall& hall) {
    Part part = priced(networkSwitch("test-hundred", 32, 100, FabricProtocol::Ethernet), dated(9'000));
    part.portGroups.front().connector = "QSFP28";
    return hall.addSwitch(hall.racks[0], 20, hall.b.addPart(part));
}

std::string idOf(const Planned& made, std::int32_t product) {
    return product == kNoProduct ? "none" : made.plan.products[static_cast<std::size_t>(product)].id;
}

/// Why two transceivers make no link; "absent" where they are no candidates.
std::string rejectionOf(const Planned& made, std::size_t cable, std::string_view a, std::string_view b) {
    for (const CableChoice::Candidate& candidate : made.plan.choice(made.ends, cable).candidates)
        if (idOf(made, candidate.option.a) == a && idOf(made, candidate.option.b) == b)
            return std::string(enumName(candidate.rejection));
    return "absent";
}

} // namespace

// 400G, 10 m: active optical 650 + 140 = 790; multimode 2 x 650 + 70 + 25 = 1,395; single-mode 2 x 900 + 60 + 16 =
// 1,876.
void TstCableMedia::cheapestThatReaches() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QCOMPARE(made.medium(), std::string("active-optical"));
    const CableChoice choice = made.plan.choice(made.ends, 0);
    QVERIFY(near(*choice.candidates.front().price, 790));
    QVERIFY(near(*choice.savedToNext, 605));
    // 40 m: beyond active optical cables (30 m).
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(40));
    QCOMPARE(Planned(hall).medium(), std::string("multimode"));
    hall.b.design.cableDetails = {};
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(60));
    QCOMPARE(Planned(hall).medium(), std::string("single-mode"));
    hall.b.design.cableDetails = {};
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(501));
    const Planned far(hall);
    QCOMPARE(far.medium(), std::string("none"));
    QCOMPARE(far.plan.without, std::int64_t(1));
}

void TstCableMedia::reasonsOfTheOthers() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    const CableChoice choice = made.plan.choice(made.ends, 0);
    const auto rejection = [&](std::string_view id) {
        for (const CableChoice::Candidate& candidate : choice.candidates)
            for (const std::int32_t product : {candidate.option.direct, candidate.option.a})
                if (product != kNoProduct && made.plan.products[static_cast<std::size_t>(product)].id == id)
                    return std::string(enumName(candidate.rejection));
        return std::string("absent");
    };
    QCOMPARE(rejection("class-dac-400"), std::string("too-far"));
    QCOMPARE(rejection("class-aec-400"), std::string("too-far"));
    QCOMPARE(rejection("class-dac-800"), std::string("speed"));
    QCOMPARE(rejection("class-cat6a-1g"), std::string("cage"));
    QCOMPARE(rejection("class-aoc-400"), std::string("none"));
    QCOMPARE(rejection("class-smf-800-fr8"), std::string("speed"));
}

// One link of a module is 60 m long and needs single-mode: the other, 10 m, follows it.
void TstCableMedia::oneModuleOneMedium() {
    CabledHall hall;
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, twin);
    hall.cable(hall.addNode(hall.racks[1]), 0, leaf, 0);
    hall.pin(hall.cable(hall.addNode(hall.racks[2]), 0, leaf, 1), {}, Length::metres(60));
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("single-mode"));
    QCOMPARE(made.medium(1), std::string("single-mode"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(3));
    for (const CableOrder& order : made.plan.orders)
        QVERIFY(order.medium == CableMedium::SingleMode);
}

// 10 m, where an active optical cable is the cheapest: a fibre that a person chose brings its transceivers.
void TstCableMedia::pinnedFibreTakesItsModules() {
    CabledHall hall;
    const Id<PartRow> fibre = hall.b.addPart(fibrePart("test-fibre", "OS2", false, 80));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), fibre);
    const Planned made(hall);
    QCOMPARE(made.medium(), std::string("single-mode"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(2));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(1));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QVERIFY(made.plan.modules[made.ends.cables[0].a.cage] != kNoProduct);
    const Bill bill = billOf(hall.b.context());
    QVERIFY(bill.find("fibre:test-fibre;10m"));
    QVERIFY(bill.find("allowance:class-smf-400-dr4"));
    QVERIFY(!bill.find("allowance:class-aoc-400;10m"));
    // A price for a metre is one for its ten metres, one for the piece comes before it.
    const auto pinned = [&](double dollars, const char* basis) {
        Price price = dated(dollars, "2026-07-01");
        price.basis = basis;
        hall.b.pin("test-fibre", price);
        const Bill priced = billOf(hall.b.context());
        const BillLine* line = priced.find("fibre:test-fibre;10m");
        return line && line->amount ? line->amount->typical.minorUnits() : -1;
    };
    QCOMPARE(pinned(2.5, "metre"), std::int64_t(2'500));
    QCOMPARE(pinned(40, "each"), std::int64_t(4'000));
}

// Finned modules are for the switch, flat-top ones for the node.
void TstCableMedia::bodiesOfModules() {
    CabledHall hall;
    hall.b.addPart(transceiver("finned", "transceiver-mm", 400, "OSFP finned", "MPO-12/APC", 50, 9, 500));
    hall.b.addPart(transceiver("flat", "transceiver-mm", 400, "OSFP flat-top (RHS)", "MPO-12/APC", 50, 8, 400));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QVERIFY(option);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("flat"));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->b)].id, std::string("finned"));
    const CableProduct& finned = made.plan.products[static_cast<std::size_t>(option->b)];
    QVERIFY(fitOf(finned, made.ends.links[0].kind.a, 400) == Rejection::HeatSink);
}

// APC with APC: the cheapest modules of each end do not go together.
void TstCableMedia::polishOfBothEnds() {
    CabledHall hall;
    hall.b.addPart(transceiver("angled-top", "transceiver-mm", 400, "OSFP flat-top (RHS)", "MPO-12/APC", 50, 8, 1));
    hall.b.addPart(transceiver("plain-fins", "transceiver-mm", 400, "OSFP finned", "MPO-12/UPC", 50, 9, 1));
    hall.b.addPart(transceiver("angled-fins", "transceiver-mm", 400, "OSFP finned", "MPO-12/APC", 50, 9, 2));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QVERIFY(option);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("angled-top"));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->b)].id, std::string("angled-fins"));
    const auto candidates = made.plan.choice(made.ends, 0).candidates;
    QVERIFY(std::ranges::any_of(candidates, [&](const CableChoice::Candidate& candidate) {
        return candidate.rejection == Rejection::Polish && candidate.option.b != kNoProduct &&
               made.plan.products[static_cast<std::size_t>(candidate.option.b)].id == "plain-fins";
    }));
}

// Between a leaf and a node of InfiniBand: what its maker names for Ethernet alone is none, however cheap; what says
// nothing comes after what says InfiniBand.
void TstCableMedia::partsOfTheProtocol() {
    CabledHall hall;
    const auto module = [&](const char* id, const char* protocols, double price) {
        Part made = transceiver(id, "transceiver-mm", 400, "OSFP", "MPO-12/APC", 50, 9, price);
        if (*protocols)
            made.attributes.push_back(word("link-protocols", protocols));
        hall.b.addPart(made);
    };
    module("for-ethernet", "400GbE", 1);
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const auto taken = [&] {
        const Planned made(hall);
        const LinkOption* option = made.plan.option(made.ends, 0);
        return option ? idOf(made, option->a) + " " + idOf(made, option->b) : std::string("none");
    };
    QCOMPARE(taken(), std::string("class-mmf-400-sr4 class-mmf-400-sr4"));
    QCOMPARE(rejectionOf(Planned(hall), 0, "for-ethernet", "none"), std::string("protocol"));
    module("silent", "", 2);
    QCOMPARE(taken(), std::string("silent silent"));
    module("for-both", "NDR IB + 400GbE (-T: Ethernet only)", 4);
    QCOMPARE(taken(), std::string("for-both for-both"));
    const Planned both(hall);
    const CableChoice choice = both.plan.choice(both.ends, 0);
    QCOMPARE(idOf(both, choice.chosen()->a), std::string("for-both"));
    module("for-infiniband", "NDR IB", 3);
    QCOMPARE(taken(), std::string("for-infiniband for-infiniband"));
    // Where both speak Ethernet the cheapest of them all is right.
    for (const Id<PartRow> row : {hall.leafPart, hall.nodePart}) {
        Part part = *hall.b.project.parts.find(row)->part;
        part.portGroups.front().protocol = FabricProtocol::Ethernet;
        hall.b.project.parts = hall.b.project.parts.with({row, std::make_shared<const Part>(std::move(part))});
    }
    QCOMPARE(taken(), std::string("for-ethernet for-ethernet"));
}

void TstCableMedia::vendorPartBeforeClass() {
    CabledHall hall;
    hall.b.addPart(transceiver("same-price", "transceiver-mm", 400, "OSFP", "MPO-12/APC", 50, 9, 650));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("same-price"));
    QCOMPARE(option->classes, 1); // the fibre
}

void TstCableMedia::unknownsStayUnknown() {
    CabledHall hall;
    Part reachless = cablePart("reachless", PartCategory::CopperCable, "dac", 400, "OSFP", 3);
    std::erase_if(reachless.attributes, [](const Attribute& a) { return a.key == "reach"; });
    reachless.prices = {dated(1)};
    hall.b.addPart(reachless);
    hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 0);
    Device nowhere;
    nowhere.part = hall.nodePart;
    const Id<Device> unplaced = hall.b.put(hall.b.design.devices, nowhere);
    hall.cable(unplaced, 0, hall.leaf, 1);
    hall.cable(Id<Device>{999'999}, 0, hall.leaf, 2);
    const Planned made(hall);
    const CableChoice choice = made.plan.choice(made.ends, 0);
    QVERIFY(std::ranges::any_of(choice.candidates, [](const CableChoice::Candidate& candidate) {
        return candidate.rejection == Rejection::ReachUnknown;
    }));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(made.plan.option(made.ends, 0)->direct)].id,
             std::string("class-dac-400"));
    QCOMPARE(made.plan.unknown, std::int64_t(2));
}

// Halves of a port of 400G are two lanes of 100 Gb/s by the vendor's module; QSFP56 has four of 50 and nothing that
// runs two, so that only a class stands for what fits both.
void TstCableMedia::halvesForFourLanesTakeNoFasterLight() {
    for (const auto& [cage, expected] : {std::pair{"QSFP56", "class-mmf-400-sr4"}, {"QSFP112", "vendor-sr4"}}) {
        CabledHall hall;
        hall.b.addPart(transceiver("vendor-sr4", "transceiver-mm", 400, "OSFP finned", "MPO-12/APC", 50, 9, 1));
        Part half = priced(networkSwitch("test-half", 8, 200, FabricProtocol::Ethernet), dated(9'000));
        half.portGroups.front().connector = cage;
        const Id<PartRow> part = hall.b.addPart(half);
        for (std::uint8_t lane = 0; lane < 2; ++lane)
            hall.cable(hall.addSwitch(hall.racks[2], 10 + lane, part), 0, hall.leaf, 0, 0, lane);
        const Planned made(hall);
        const LinkOption* option = made.plan.option(made.ends, 0);
        QVERIFY(option);
        QCOMPARE(idOf(made, option->b), std::string(expected));
        QCOMPARE(rejectionOf(made, 0, "class-mmf-400-sr4", "vendor-sr4"),
                 std::string(expected == std::string_view("vendor-sr4") ? "none" : "lasers"));
    }
}

// A leg of a port of 4 x 100G is one lane of 100 Gb/s: no 100G SR4, which has four of 25, but 100G DR.
void TstCableMedia::legsHaveTheLightOfTheirPort() {
    CabledHall hall;
    breakOut(hall, hall.leaf, 100, "QSFP28", 2);
    const Planned made(hall);
    for (std::size_t i = 0; i < 4; ++i) {
        const LinkOption* option = made.plan.option(made.ends, i);
        QVERIFY(option);
        QCOMPARE(idOf(made, option->a), std::string("class-smf-100-dr1"));
        QCOMPARE(idOf(made, option->b), std::string("class-smf-400-dr4"));
    }
    QCOMPARE(rejectionOf(made, 0, "class-mmf-100-sr4", "class-mmf-400-sr4"), std::string("lasers"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(5));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(1));
}

// 100G SR4 to four times 25G SR; wavelengths that share a fibre cannot be parted, one lane of light not split.
void TstCableMedia::oneLaneOf25() {
    CabledHall hall;
    breakOut(hall, hundredSwitch(hall), 25, "SFP28", 2);
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 3);
    QVERIFY(option);
    QCOMPARE(idOf(made, option->a), std::string("class-sfp28-sr"));
    QCOMPARE(idOf(made, option->b), std::string("class-mmf-100-sr4"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(5));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(1));
    QCOMPARE(rejectionOf(made, 3, "class-sfp28-lr", "class-smf-100-cwdm4"), std::string("breakout"));
    // From port to port of 25G in one rack: 5 U, 0.22 + 0.6 m, 10 %: ordered 1 m: 30 + 8.
    CabledHall straight;
    Part ports = priced(networkSwitch("test-straight", 8, 25, FabricProtocol::Ethernet), dated(9'000));
    ports.portGroups.front().connector = "SFP28";
    const Id<PartRow> part = straight.b.addPart(ports);
    straight.cable(straight.addSwitch(straight.racks[1], 10, part), 0, straight.addSwitch(straight.racks[1], 15, part),
                   0);
    const Planned alone(straight);
    QCOMPARE(idOf(alone, alone.plan.option(alone.ends, 0)->direct), std::string("class-sfp28-dac"));
    QVERIFY(near(alone.first(CableForm::Direct)->price, 38));
    QCOMPARE(rejectionOf(alone, 0, "class-sfp28-sr", "class-sfp28-sr"), std::string("none"));
}

// Broken out beside each other: 1 U, 44.45 mm + 0.6 m, 10 %: 0.71 m, and no fibre is sold below 1 m.
void TstCableMedia::noShorterThanItIsSold() {
    CabledHall hall;
    hall.b.setSetting("cabling.stocked-lengths", "exact");
    Part quarter = priced(networkSwitch("test-quarter", 8, 25, FabricProtocol::Ethernet), dated(9'000));
    quarter.portGroups.front().connector = "SFP28";
    const Id<PartRow> part = hall.b.addPart(quarter);
    const Id<Device> whole = hundredSwitch(hall);
    for (std::uint8_t lane = 0; lane < 2; ++lane)
        hall.cable(hall.addSwitch(hall.racks[0], 21 - 2 * lane, part), 0, whole, 0, 0, lane);
    const Planned made(hall);
    QCOMPARE(made.plan.without, std::int64_t(0));
    for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
        QCOMPARE(made.medium(i), std::string("multimode"));
        QVERIFY(near(made.order(i), 1));
        QVERIFY(made.plan.cables[i].length == LengthBasis::Shortest);
    }
    QVERIFY(near(made.first(CableForm::Fibre)->metres, 1));
    // From 2 U away, 0.76 m, a metre as well; from 12 U, 1.25 m.
    CabledHall apart = hall;
    Device far = *std::ranges::max_element(apart.b.design.devices, {}, &Device::id);
    far.placement = InRack{apart.racks[0], 32, Face::Rear, 0};
    apart.b.design.devices = apart.b.design.devices.with(far);
    const Planned moved(apart);
    QVERIFY(near(moved.order(1), 1.3));
    QVERIFY(moved.plan.cables[1].length == LengthBasis::Route);
}

void TstCableMedia::decidedLengthsStay() {
    CabledHall hall;
    hall.pin(hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 0), {}, Length::millimetres(400));
    const Planned made(hall);
    QVERIFY(near(made.order(), 0.4));
    QCOMPARE(made.medium(), std::string("none"));
    QCOMPARE(rejectionOf(made, 0, "class-mmf-400-sr4", "class-mmf-400-sr4"), std::string("too-short"));
}

// 200G at both ends is planned by the class up to 400G, and ordered and priced as 200G.
void TstCableMedia::classesSayTheSpeedOfTheLink() {
    CabledHall hall;
    Part slow = priced(networkSwitch("test-hdr", 40, 200, FabricProtocol::InfiniBand), dated(9'000));
    slow.portGroups.front().connector = "QSFP56";
    const Id<PartRow> part = hall.b.addPart(slow);
    const Id<Device> from = hall.addSwitch(hall.racks[0], 10, part), to = hall.addSwitch(hall.racks[1], 10, part);
    hall.pin(hall.cable(from, 0, to, 0), {}, Length::metres(45));
    hall.cable(from, 1, hall.addSwitch(hall.racks[0], 12, part), 1);
    const Bill bill = billOf(hall.b.context());
    const auto speedOf = [&](const char* form) {
        for (const BillLine& line : bill.lines)
            if (line.text.id == form)
                for (const Argument& argument : line.text.arguments)
                    if (argument.name == "speed")
                        return std::get<std::int64_t>(argument.value);
        return std::int64_t(-1);
    };
    QCOMPARE(speedOf("bill.optic.class"), std::int64_t(200));
    QCOMPARE(speedOf("bill.cable.class"), std::int64_t(200));
    const auto optics = std::ranges::find(bill.lines, "allowance:class-mmf-200-sr4", &BillLine::key);
    QVERIFY(optics != bill.lines.end() && optics->price);
    QCOMPARE(optics->price->typical.inUnits(), 340.0);
    QVERIFY(optics->price->isOwnEstimate()); // of 200G the catalogue has no price
    QCOMPARE(optics->quantityMilli, std::int64_t(2'000));
    QVERIFY(std::ranges::none_of(bill.lines, [](const BillLine& line) {
        return line.key.starts_with("allowance:class-") && line.key.find("-400") != std::string::npos;
    }));
}

RW_SUITE(TstCableMedia)
#include "tst_cable_media.moc"
