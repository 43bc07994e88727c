// SPDX-License-Identifier: GPL-3.0-or-later
// The air of rooms: what the solver must keep (mass, energy, the maximum principle), closed forms, other solvers, and
// what it makes of a design and of its edits.
#include "model/base/check.h"
#include "solvers/airflow/figures.h"
#include "solvers/airflow/room_air.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/air_hall.h"
#include "tests/support/suite.h"

#include <eigen3/Eigen/IterativeLinearSolvers>
#include <eigen3/Eigen/SparseLU>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace rackwright;
using fixture::AirHall;
using fixture::AirHallPlan;

namespace {

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double farthest(const std::vector<double>& a, const std::vector<double>& b) {
    double most = a.size() == b.size() ? 0 : 1e300;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

bool isNear(double a, double b, double slack) { return std::abs(a - b) <= slack; }

double riseOf(const AirHallPlan& plan) { return plan.rackHeat / (AirProperties().heatPerVolume * plan.rackFlow); }

std::vector<AirHallPlan> plans() {
    AirHallPlan open, scarce, contained, leaking;
    open.ratio = 1.1;
    scarce.ratio = 0.8;
    scarce.rows = 5;
    contained.isContained = true;
    contained.ratio = 1.05;
    leaking.isContained = true;
    leaking.ratio = 0.8;
    return {open, scarce, contained, leaking};
}

/// The energy equations of a hall as a matrix and its right side, for other solvers.
struct Equations {
    Eigen::SparseMatrix<double> matrix;
    Eigen::VectorXd right;
    AirTransport transport;

    explicit Equations(const AirHall& hall) {
        const AirFactor factor(hall.network);
        transport =
            airTransport(hall.network, *airFlow(hall.network, factor, hall.streams), hall.streams, hall.properties);
        const auto size = static_cast<Eigen::Index>(transport.order.size());
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t i = 0; i < transport.order.size(); ++i) {
            const auto row = static_cast<int>(i);
            entries.emplace_back(row, row, transport.diagonal[i] > 0 ? transport.diagonal[i] : 1.0);
            for (std::size_t at = transport.rowStart[i]; at < transport.rowStart[i + 1]; ++at)
                entries.emplace_back(row, static_cast<int>(transport.inflowFrom[at]), -transport.inflow[at]);
        }
        matrix.resize(size, size);
        matrix.setFromTriplets(entries.begin(), entries.end());
        right = Eigen::VectorXd::Zero(size);
        for (const AirPort& port : hall.streams.supplies.front().ports)
            right[transport.place[port.cell]] +=
                port.share * hall.streams.supplies.front().flow * hall.heat.supplies.front();
        for (std::size_t i = 0; i < hall.streams.arcs.size(); ++i)
            for (const AirPort& port : hall.streams.arcs[i].exhaust)
                right[transport.place[port.cell]] += port.share * hall.heat.arcs[i] / hall.properties.heatPerVolume;
    }
    double farthestFrom(const AirTemperatures& found, const Eigen::VectorXd& other) const {
        double most = 0;
        for (std::size_t i = 0; i < transport.order.size(); ++i)
            if (transport.diagonal[i] > 0)
                most = std::max(most, std::abs(found.cells[transport.order[i]] - other[static_cast<Eigen::Index>(i)]));
        return most;
    }
};

/// Racks whose exhausts reach inlets by given shares (Tang's matrix): cold cells first, then hot ones; 1 m3/s each.
AirTemperatures forced(const std::vector<std::vector<double>>& crossing, const std::vector<double>& rises,
                       double supply) {
    const std::size_t n = rises.size();
    AirNetwork network;
    network.cells = 2 * n;
    AirFlow flow;
    flow.potential.assign(2 * n, 0.0);
    std::vector<double> drawn(n, 0.0), given(n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            network.faces.push_back({static_cast<std::uint32_t>(n + i), static_cast<std::uint32_t>(j), 1, 0});
            flow.through.push_back(crossing[i][j]);
            given[i] += crossing[i][j];
            drawn[j] += crossing[i][j];
        }
    AirStreams streams;
    AirHeat heat;
    for (std::uint32_t i = 0; i < n; ++i) {
        const auto hot = static_cast<std::uint32_t>(n + i);
        streams.arcs.push_back({{{i, 1}}, {{hot, 1}}, 1, false});
        heat.arcs.push_back(rises[i]);
        streams.supplies.push_back({{{i, 1}}, 1 - drawn[i]});
        heat.supplies.push_back(supply);
        streams.returns.push_back({{{hot, 1}}, 1 - given[i]});
    }
    const AirProperties properties{1.0, 0.0};
    return airTemperatures(airTransport(network, flow, streams, properties), streams, heat, properties);
}

/// Largest error of a chain of n cells against u dT/dx = k d2T/dx2 with both ends held, L = 1, from 0 to 1.
double advectionError(std::size_t n, double peclet) {
    const double dx = 1.0 / static_cast<double>(n), hold = 1e9;
    AirNetwork network;
    network.cells = n + 2;
    AirFlow flow;
    for (std::uint32_t i = 0; i <= n; ++i) {
        network.faces.push_back({i, i + 1, 1, i == 0 || i == n ? 2 / dx : 1 / dx});
        flow.through.push_back(peclet);
    }
    for (std::size_t i = 0; i < n + 2; ++i)
        flow.potential.push_back(-static_cast<double>(i));
    const auto last = static_cast<std::uint32_t>(n + 1);
    AirStreams streams;
    streams.supplies = {{{{0, 1}}, hold + peclet}, {{{last, 1}}, hold}};
    streams.returns = {{{{0, 1}}, hold}, {{{last, 1}}, hold + peclet}};
    const AirHeat heat{{0, 1}, {}};
    const AirProperties properties{1.0, 1.0};
    const AirTemperatures found =
        airTemperatures(airTransport(network, flow, streams, properties), streams, heat, properties);
    double worst = 0;
    for (std::size_t i = 1; i <= n; ++i) {
        const double x = (static_cast<double>(i) - 0.5) * dx;
        worst = std::max(worst, std::abs(found.cells[i] - std::expm1(peclet * x) / std::expm1(peclet)));
    }
    return worst;
}

/// The same hall with its cells numbered the other way round.
AirHall renumbered(const AirHall& hall) {
    AirHall other = hall;
    const auto last = static_cast<std::uint32_t>(hall.network.cells - 1);
    const auto turn = [last](AirPorts& ports) {
        for (AirPort& port : ports)
            port.cell = last - port.cell;
    };
    for (AirFace& face : other.network.faces) {
        face.from = last - face.from;
        face.to = last - face.to;
    }
    std::ranges::reverse(other.network.faces);
    for (auto* streams : {&other.streams.supplies, &other.streams.returns})
        for (AirStream& stream : *streams)
            turn(stream.ports);
    for (AirArc& arc : other.streams.arcs) {
        turn(arc.intake);
        turn(arc.exhaust);
    }
    return other;
}

/// The hall of the fixture with stated airflows (1.1 m3/s a rack) and a supply of 20 C.
fixture::Hall airHall(double coolerFlow) {
    fixture::Hall hall = fixture::hall();
    const auto set = [&](Id<PartRow> part, std::string key, double si) {
        hall.changePart(part, [&](Part& p) { p.attributes.push_back(fixture::number(key, si)); });
    };
    set(hall.nodePart, "airflow", 0.5);
    set(hall.switchPart, "airflow", 0.1);
    set(hall.coolerPart, "supplied-airflow", coolerFlow);
    hall.setSite(site::supplyAir, "293.15");
    return hall;
}

} // namespace

class TestAirflow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void airIsNeitherMadeNorLost() {
        for (const AirHallPlan& plan : plans()) {
            const AirHall hall(plan);
            const AirFactor factor(hall.network);
            const auto flow = airFlow(hall.network, factor, hall.streams);
            QVERIFY(flow);
            QVERIFY(flow->residual < 1e-8 * hall.streams.supplies.front().flow);
        }
    }
    void heatIsNeitherMadeNorLost() {
        for (const AirHallPlan& plan : plans()) {
            const AirHall hall(plan);
            const AirTemperatures found = hall.solved();
            QVERIFY(found.isSettled);
            QVERIFY2(found.imbalance < 1e-8, qPrintable(QString::number(found.imbalance)));
            const double rise = riseOf(plan) / plan.ratio;
            QVERIFY(isNear(found.returns.front(), plan.supply + rise, 1e-8 * rise));
        }
    }
    void nothingIsColderThanTheSupply() {
        for (const AirHallPlan& plan : plans()) {
            AirHall hall(plan);
            const AirTemperatures found = hall.solved();
            QVERIFY(std::ranges::min(found.inlets) >= plan.supply - 1e-6);
            std::ranges::fill(hall.heat.arcs, 0.0);
            for (const double inlet : hall.solved().inlets)
                QVERIFY(isNear(inlet, plan.supply, 1e-6));
        }
    }
    void containedRacksDrawTheSupply() {
        AirHallPlan plan;
        plan.isContained = true;
        plan.panelLeak = 0;
        for (const double inlet : AirHall(plan).solved().inlets)
            QVERIFY(isNear(inlet, plan.supply, 1e-6));
        // With the gaps of real panels and some more air than is drawn.
        plan.panelLeak = kPanelLeak;
        plan.ratio = 1.05;
        const std::vector<double> inlets = AirHall(plan).solved().inlets;
        QVERIFY(isNear(mean(inlets), plan.supply, 0.1));
        QVERIFY(std::ranges::max(inlets) < plan.supply + 2);
    }
    void aRackThatDrawsItsOwnExhaust() {
        // T = supply + share / (1 - share) rise
        QVERIFY(isNear(forced({{0.25}}, {12}, 18).inlets.front(), 18 + 0.25 / 0.75 * 12, 1e-7));
    }
    void racksThatDrawFromOneAnother() {
        // 0.9 x - 0.02 y = 1.36, -0.05 x + 0.8 y = 2.2: x = 1.5744
        const AirTemperatures two = forced({{0.10, 0.05}, {0.02, 0.20}}, {12, 8}, 18);
        const double x = (1.36 * 0.8 + 0.02 * 2.2) / (0.9 * 0.8 - 0.02 * 0.05);
        QVERIFY(isNear(two.inlets[0], 18 + x, 1e-7));
        QVERIFY(isNear(two.inlets[0], 19.574, 1e-3));
        // A chain: each draws 30 % from the one before it.
        const AirTemperatures chain = forced({{0, 0.3, 0}, {0, 0, 0.3}, {0, 0, 0}}, {10, 10, 10}, 18);
        QVERIFY(isNear(chain.inlets[0], 18, 1e-7));
        QVERIFY(isNear(chain.inlets[1], 18 + 0.3 * 10, 1e-7));
        QVERIFY(isNear(chain.inlets[2], 18 + 0.3 * (3 + 10), 1e-7));
    }
    void tooLittleAirIsNoWorseThanOwnExhaust() {
        AirHallPlan plan;
        plan.isContained = true;
        for (const double ratio : {0.9, 0.8, 0.6}) {
            plan.ratio = ratio;
            const double bound = plan.supply + (1 - ratio) / ratio * riseOf(plan);
            const double found = mean(AirHall(plan).solved().inlets);
            QVERIFY2(found <= bound + 1e-6 && found > plan.supply, qPrintable(QString::number(found)));
        }
    }
    void advectionAndDiffusionAreOfFirstOrder() {
        for (const double peclet : {0.1, 1.0, 10.0}) {
            const double coarse = advectionError(20, peclet), fine = advectionError(40, peclet);
            QVERIFY2(fine > 0.35 * coarse && fine < 0.65 * coarse,
                     qPrintable(QStringLiteral("%1: %2 %3").arg(peclet).arg(coarse).arg(fine)));
        }
        QVERIFY(advectionError(160, 10) < 0.03);
    }
    void parallelDuctsShareByConductance() {
        AirNetwork network;
        network.cells = 2;
        network.faces = {{0, 1, 3, 0}, {0, 1, 1, 0}, {1, 0, 1, 0}};
        AirStreams streams;
        streams.supplies = {{{{0, 1}}, 2.5}};
        streams.returns = {{{{1, 1}}, 2.5}};
        const AirFactor factor(network);
        const auto flow = airFlow(network, factor, streams);
        QVERIFY(flow && isNear(flow->through[0], 1.5, 1e-12) && isNear(flow->through[1], 0.5, 1e-12) &&
                isNear(flow->through[2], -0.5, 1e-12));
    }
    void aSourceAndASinkInThePlane() {
        const AirGrid grid(121, 121, {1});
        const AirNetwork network = grid.network();
        AirStreams streams;
        streams.supplies = {{{{grid.cell(50, 60, 0), 1}}, 1}};
        streams.returns = {{{{grid.cell(70, 60, 0), 1}}, 1}};
        const AirFactor factor(network);
        const auto flow = airFlow(network, factor, streams);
        QVERIFY(flow);
        const auto potential = [](double x, double y) {
            return -(std::log(std::hypot(x - 50, y - 60)) - std::log(std::hypot(x - 70, y - 60))) / (2 * std::acos(-1));
        };
        for (const auto& [column, row] : {std::pair{50u, 64u}, {50u, 52u}, {46u, 60u}, {54u, 60u}}) {
            const double found = flow->potential[grid.cell(column, row, 0)] - flow->potential[grid.cell(60, 60, 0)];
            QVERIFY2(isNear(found, potential(column, row), 0.06 * std::abs(potential(column, row))),
                     qPrintable(QStringLiteral("%1 %2").arg(found).arg(potential(column, row))));
        }
    }
    void aMirroredHallHasMirroredInlets() {
        AirHallPlan plan;
        AirHall hall(plan), mirrored(plan);
        for (std::size_t i = 0; i < plan.perRow; ++i) {
            hall.heat.arcs[i] = 4000 + 1000 * static_cast<double>(i);
            mirrored.heat.arcs[plan.perRow - 1 - i] = hall.heat.arcs[i];
        }
        const std::vector<double> a = hall.solved().inlets, b = mirrored.solved().inlets;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const std::size_t row = i / plan.perRow, place = i % plan.perRow;
            QVERIFY(isNear(a[i], b[row * plan.perRow + plan.perRow - 1 - place], 1e-6));
        }
    }
    void heatsAddUp() {
        AirHallPlan plan;
        plan.ratio = 0.9;
        AirHall one(plan), other(plan), both(plan);
        for (std::size_t i = 0; i < one.heat.arcs.size(); ++i) {
            one.heat.arcs[i] = i % 3 == 0 ? 9000 : 0;
            other.heat.arcs[i] = i % 2 == 0 ? 5000 : 2000;
            both.heat.arcs[i] = one.heat.arcs[i] + other.heat.arcs[i];
        }
        const auto a = one.solved().inlets, b = other.solved().inlets, sum = both.solved().inlets;
        for (std::size_t i = 0; i < sum.size(); ++i)
            QVERIFY(isNear(sum[i] - plan.supply, a[i] + b[i] - 2 * plan.supply, 1e-6));
        AirHall warmer = both;
        warmer.heat.arcs[5] += 4000;
        const auto raised = warmer.solved().inlets;
        for (std::size_t i = 0; i < sum.size(); ++i)
            QVERIFY(raised[i] >= sum[i] - 1e-6);
    }
    void otherSolversAgree() {
        for (const AirHallPlan& plan : plans()) {
            const AirHall hall(plan);
            const AirTemperatures found = hall.solved();
            const Equations equations(hall);
            Eigen::SparseLU<Eigen::SparseMatrix<double>> direct(equations.matrix);
            QVERIFY(equations.farthestFrom(found, direct.solve(equations.right)) < 1e-6);
            Eigen::BiCGSTAB<Eigen::SparseMatrix<double>, Eigen::IncompleteLUT<double>> krylov;
            krylov.setTolerance(1e-13);
            krylov.compute(equations.matrix);
            QVERIFY(equations.farthestFrom(found, krylov.solve(equations.right)) < 1e-6);
            QVERIFY(farthest(found.inlets, renumbered(hall).solved().inlets) < 1e-6);
            QVERIFY(farthest(found.inlets, hall.solved(&found.cells).inlets) < 1e-6);
        }
    }
    void aFinerGridSaysTheSame() {
        for (const AirHallPlan& plan : plans()) {
            AirHallPlan fine = plan;
            fine.fine = 2;
            const auto coarse = AirHall(plan).solved().inlets, finer = AirHall(fine).solved().inlets;
            for (std::size_t row = 0; row < plan.rows; ++row) {
                const auto from = static_cast<std::ptrdiff_t>(row * plan.perRow);
                const auto to = from + static_cast<std::ptrdiff_t>(plan.perRow);
                const double a = mean({coarse.begin() + from, coarse.begin() + to});
                const double b = mean({finer.begin() + from, finer.begin() + to});
                QVERIFY2(isNear(a, b, 0.5), qPrintable(QStringLiteral("%1 %2 %3").arg(row).arg(a).arg(b)));
            }
        }
    }
    void captureSaysWhatComesFromTheSupply() {
        AirHallPlan plan;
        plan.isContained = true;
        plan.panelLeak = 0;
        for (const double ratio : {1.0, 0.5}) {
            plan.ratio = ratio;
            plan.panelLeak = ratio < 1 ? 0.02 : 0;
            AirHall hall(plan);
            hall.properties.eddies = 0;
            const AirFactor factor(hall.network);
            const auto flow = airFlow(hall.network, factor, hall.streams);
            QVERIFY(flow);
            const auto capture = airCapture(hall.network, *flow, hall.streams, hall.properties);
            // All of the supply is drawn in: the racks share it.
            QVERIFY(isNear(mean(capture), ratio, 1e-6));
        }
    }
    void aClosedPartOutOfBalanceIsRefused() {
        AirHallPlan plan;
        plan.isContained = true;
        plan.panelLeak = 0;
        plan.ratio = 1.1;
        const AirHall hall(plan);
        const AirFactor factor(hall.network);
        QVERIFY(!airFlow(hall.network, factor, hall.streams));
    }

    void aClosedAisleWithEnoughAirIsNearItsSupply() {
        fixture::Hall hall = airHall(5);
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        hall.addObject(
            Aisle{{at(3'000, 3'600), at(6'000, 3'600), at(6'000, 5'400), at(3'000, 5'400)}, AisleKind::Cold, true});
        const Context context(hall.snapshot());
        const RoomAir* air = context.lookUp<RoomAirs>().room(hall.room);
        QVERIFY(air && !air->gap);
        QVERIFY(air->imbalance < 1e-8 && air->residual < 1e-8);
        QCOMPARE(air->racks.size(), hall.racks.size());
        for (const auto& [rack, each] : air->racks) {
            QVERIFY2(each.inlet >= 20 - 1e-6 && each.inlet < 22, qPrintable(QString::number(each.inlet)));
            QVERIFY(each.capture > 0 && each.capture <= 1 + 1e-9);
        }
        // Both rows are alike.
        QVERIFY(isNear(air->racks.at(hall.racks[0]).inlet, air->racks.at(hall.racks[4]).inlet, 1e-6));
        const double heat = 8 * air->racks.begin()->second.heat;
        const double perKelvin = RoomAirSources(context).list().front().properties.heatPerVolume;
        QVERIFY(isNear(*air->returned, 20 + heat / (perKelvin * 10), 1e-6));
        QVERIFY(isNear(*air->indices.returnTemperature, 8.8 / 10, 1e-6));
        QVERIFY(isNear(*air->indices.supplyHeat + *air->indices.returnHeat, 1, 1e-12));
        QVERIFY(*air->indices.rackCooling <= 1);
    }
    void whatAnEditLeavesUnchangedIsKept() {
        fixture::Hall hall = airHall(5);
        const Context before(hall.snapshot());
        const RoomAir* first = before.lookUp<RoomAirs>().room(hall.room);
        hall.change(&Design::racks, hall.racks[0], [](Rack& rack) { rack.name = "Z1"; });
        const Context renamed(hall.snapshot(), &before);
        QCOMPARE(renamed.lookUp<RoomAirs>().room(hall.room), first);
        hall.change(&Design::devices, hall.design.devices.begin()->id,
                    [](Device& device) { device.powerCap = Power(4000); });
        const Context capped(hall.snapshot(), &renamed);
        const RoomAir* cooler = capped.lookUp<RoomAirs>().room(hall.room);
        QVERIFY(cooler != first);
        QCOMPARE(cooler->kept.flow.get(), first->kept.flow.get());
        QVERIFY(*cooler->returned < *first->returned);
        hall.changePart(hall.coolerPart,
                        [](Part& part) { part.attributes.back() = fixture::number("supplied-airflow", 6); });
        const Context faster(hall.snapshot(), &capped);
        const RoomAir* aired = faster.lookUp<RoomAirs>().room(hall.room);
        QVERIFY(aired->kept.flow != cooler->kept.flow);
        QCOMPARE(aired->kept.factor.get(), first->kept.factor.get());
        const Context alone(hall.snapshot());
        for (const auto& [rack, each] : alone.lookUp<RoomAirs>().room(hall.room)->racks)
            QVERIFY(isNear(each.inlet, aired->racks.at(rack).inlet, 1e-6));
        hall.change(&Design::racks, hall.racks[0],
                    [](Rack& rack) { rack.centre.x = rack.centre.x - Length::millimetres(1'200); });
        const Context moved(hall.snapshot(), &faster);
        QVERIFY(moved.lookUp<RoomAirs>().room(hall.room)->kept.factor != first->kept.factor);
    }
    void doorsHoldTheirSetPointUpToTheirRating() {
        fixture::Hall hall = airHall(5);
        hall.design.coolingUnits = {};
        hall.design.coolingServices = {};
        for (const Id<Rack> rack : hall.racks) {
            const auto door = hall.addCooler(CoolingUnitKind::RearDoor, {}, "Door", ZeroU{rack, Side::Left, 0});
            hall.change(&Design::coolingUnits, door, [](CoolingUnit& unit) {
                unit.rating = Power(40'000);
                unit.supply = Temperature::celsius(23);
            });
        }
        {
            const Context context(hall.snapshot());
            const RoomAir* air = context.lookUp<RoomAirs>().room(hall.room);
            QVERIFY(air && !air->gap);
            for (const auto& [rack, each] : air->racks)
                QVERIFY(isNear(each.inlet, 23, 1e-6) && isNear(each.outlet, 23, 1e-6));
        }
        // One door of 10 kW: its rack warms the room, which the others take.
        const Id<CoolingUnit> weak = hall.design.coolingUnits.begin()->id;
        hall.change(&Design::coolingUnits, weak, [](CoolingUnit& unit) { unit.rating = Power(10'000); });
        const Context context(hall.snapshot());
        const RoomAir* air = context.lookUp<RoomAirs>().room(hall.room);
        QVERIFY(air && !air->gap && air->imbalance < 1e-8);
        QVERIFY(air->racks.at(hall.racks[0]).outlet > 24);
        QVERIFY(*air->worstInlet > 23);
    }
    void whatIsNotKnownLeavesTheRoomUnknown() {
        fixture::Hall hall = airHall(5);
        const auto gapOf = [](const fixture::Hall& made) {
            const Context context(made.snapshot());
            const RoomAir* air = context.lookUp<RoomAirs>().room(made.room);
            return air && air->gap ? air->gap->missing : std::string();
        };
        QCOMPARE(gapOf(hall), std::string());
        fixture::Hall low = hall;
        low.change(&Design::rooms, low.room, [](Room& room) { room.clearHeight.reset(); });
        QCOMPARE(gapOf(low), std::string(site::clearHeight));
        fixture::Hall blocked = hall;
        blocked.change(&Design::racks, blocked.racks[0], [](Rack& rack) {
            rack.centre = {Length::millimetres(300), Length::millimetres(600)};
            rack.rotation = Angle::degrees(0);
        });
        QCOMPARE(gapOf(blocked), std::string("rack-front-air"));
        fixture::Hall unknown = hall;
        unknown.project.site = {};
        QCOMPARE(gapOf(unknown), std::string(site::supplyAir));
    }
};

RW_SUITE(TestAirflow)
#include "tst_airflow.moc"
