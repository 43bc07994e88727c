// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A hall of rows of racks as plain cells, for tests and measurements of the air solver: pairs of rows face each other
// over cold aisles with supply tiles, the air returns at both ends below the ceiling.

#include "model/base/check.h"
#include "solvers/airflow/grid.h"

#include <cstdint>
#include <vector>

namespace rackwright::fixture {

struct AirHallPlan {
    std::size_t rows = 4, perRow = 8;
    double ratio = 1; ///< supplied air over drawn air
    bool isContained = false;
    double panelLeak = kPanelLeak;
    std::size_t fine = 1;  ///< tiles of 0.6 m are parted in so many each way
    double rackFlow = 0.5; ///< m3/s
    double rackHeat = 8000;
    double supply = 20;
};

struct AirHall {
    AirGrid grid;
    AirNetwork network;
    AirStreams streams;
    AirHeat heat;
    AirProperties properties;

    explicit AirHall(const AirHallPlan& plan) {
        const std::size_t fine = plan.fine, margin = 4 * fine, aisle = 2 * fine, depth = 2 * fine;
        const std::size_t columns = 2 * margin + plan.perRow * fine;
        const std::size_t period = 2 * aisle + 2 * depth, pairs = (plan.rows + 1) / 2;
        grid = AirGrid(columns, pairs * period + aisle, {1, 1, 1.5}, 0.6 / static_cast<double>(fine));
        grid.setPanelLeak(plan.panelLeak);
        const double drawn = plan.rackFlow * static_cast<double>(plan.rows * plan.perRow);
        std::vector<std::uint32_t> tiles;
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const std::size_t first = pair * period + aisle; // of the upper row, which faces down
            const std::size_t cold = first + depth, lower = cold + aisle;
            addRow(plan, margin, first, cold, first - 1);
            if (2 * pair + 1 < plan.rows)
                addRow(plan, margin, lower, lower - 1, lower + depth);
            for (std::size_t row = cold; row < lower; ++row)
                for (std::size_t column = margin; column < margin + plan.perRow * fine; ++column) {
                    tiles.push_back(grid.cell(column, row, 0));
                    for (std::size_t layer = 0; plan.isContained && layer < 2; ++layer)
                        grid.enclose(grid.cell(column, row, layer), static_cast<std::uint32_t>(pair + 1));
                }
        }
        std::vector<std::uint32_t> ends;
        for (std::size_t row = 0; row < grid.rows(); ++row) {
            ends.push_back(grid.cell(0, row, 2));
            ends.push_back(grid.cell(columns - 1, row, 2));
        }
        streams.supplies = {{evenPorts(tiles), drawn * plan.ratio}};
        streams.returns = {{evenPorts(ends), drawn * plan.ratio}};
        heat.supplies = {plan.supply};
        network = grid.network();
    }

    AirTemperatures solved(const std::vector<double>* start = nullptr) const {
        const AirFactor factor(network);
        const auto flow = airFlow(network, factor, streams);
        RW_CHECK(flow, "the hall is in balance");
        return airTemperatures(airTransport(network, *flow, streams, properties), streams, heat, properties, start);
    }

private:
    void addRow(const AirHallPlan& plan, std::size_t margin, std::size_t first, std::size_t front, std::size_t rear) {
        for (std::size_t rack = 0; rack < plan.perRow; ++rack) {
            std::vector<std::uint32_t> cold, hot;
            for (std::size_t i = 0; i < plan.fine; ++i) {
                const std::size_t column = margin + rack * plan.fine + i;
                for (std::size_t layer = 0; layer < 2; ++layer) {
                    for (std::size_t deep = 0; deep < 2 * plan.fine; ++deep)
                        grid.block(grid.cell(column, first + deep, layer));
                    cold.push_back(grid.cell(column, front, layer));
                    hot.push_back(grid.cell(column, rear, layer));
                }
            }
            streams.arcs.push_back({evenPorts(cold), evenPorts(hot), plan.rackFlow, false});
            heat.arcs.push_back(plan.rackHeat);
        }
    }
};

} // namespace rackwright::fixture
