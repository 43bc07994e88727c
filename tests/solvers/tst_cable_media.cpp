// SPDX-License-Identifier: GPL-3.0-or-later
// What links are made of and why, each price worked out by hand.
#include "solvers/cost/bill.h"
#include "tests/solvers/cabling_fixture.h"

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
    void vendorPartBeforeClass();
    void unknownsStayUnknown();
};

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

QTEST_APPLESS_MAIN(TstCableMedia)
#include "tst_cable_media.moc"
