// SPDX-License-Identifier: GPL-3.0-or-later
// Air of halls of 96, 500 and 2,000 racks: how long inlets take after the heat of a rack, its airflow, or its place has
// changed. Goals for 2,000 racks: 10, 20 and 60 ms.
#include "tests/support/air_hall.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>

using namespace rackwright;
using fixture::AirHall;
using fixture::AirHallPlan;

namespace {

/// The shortest of a few runs, ms.
double shortest(const std::function<void()>& run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 5; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        best = std::min(best, took.count());
    }
    return best;
}

void measure(std::size_t rows, std::size_t perRow) {
    AirHallPlan plan;
    plan.rows = rows;
    plan.perRow = perRow;
    plan.ratio = 1.1;
    AirHall hall(plan);
    const AirFactor factor(hall.network);
    const AirFlow flow = *airFlow(hall.network, factor, hall.streams);
    const AirTransport transport = airTransport(hall.network, flow, hall.streams, hall.properties);
    const AirTemperatures before = airTemperatures(transport, hall.streams, hall.heat, hall.properties);
    std::size_t rack = 0;
    const double heat = shortest([&] {
        hall.heat.arcs[++rack] += 2000;
        airTemperatures(transport, hall.streams, hall.heat, hall.properties, &before.cells);
    });
    const auto solveFlow = [&](const AirNetwork& network, const AirFactor& made) {
        const AirFlow changed = *airFlow(network, made, hall.streams);
        const AirTransport carried = airTransport(network, changed, hall.streams, hall.properties);
        airTemperatures(carried, hall.streams, hall.heat, hall.properties, &before.cells);
        airCapture(network, changed, hall.streams, hall.properties);
    };
    const double airflow = shortest([&] {
        hall.streams.arcs[++rack].flow *= 1.2;
        solveFlow(hall.network, factor);
    });
    const double layout = shortest([&] {
        const AirNetwork network = hall.grid.network();
        const AirFactor made(network);
        solveFlow(network, made);
    });
    std::printf("%5zu racks, %6zu cells: heat %6.1f ms, airflow %6.1f ms, layout %6.1f ms\n", rows * perRow,
                hall.network.cells, heat, airflow, layout);
}

} // namespace

int main() {
    measure(6, 16);
    measure(20, 25);
    measure(40, 50);
    return 0;
}
