// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/grid.h"

#include <algorithm>
#include <utility>

namespace rackwright {

AirGrid::AirGrid(std::size_t columns, std::size_t rows, std::vector<double> heights, double tile)
    : m_columns(columns), m_rows(rows), m_heights(std::move(heights)), m_tile(tile),
      m_isFree(columns * rows * m_heights.size(), 1), m_walls(columns * rows, 0),
      m_enclosures(columns * rows * m_heights.size(), 0) {}

std::uint32_t AirGrid::addPlenum(const std::vector<std::uint32_t>& joined) {
    m_plenums.push_back(joined);
    return static_cast<std::uint32_t>(m_isFree.size() + m_plenums.size() - 1);
}

AirNetwork AirGrid::network() const {
    AirNetwork network;
    network.cells = m_isFree.size() + m_plenums.size();
    network.faces.reserve(m_isFree.size() * 3);
    const auto join = [&](std::uint32_t from, std::uint32_t to, double conductance) {
        if (!isFree(from) || !isFree(to))
            return;
        const double open = conductance * (m_enclosures[from] == m_enclosures[to] ? 1.0 : m_leak);
        if (open > 0)
            network.faces.push_back({from, to, open, open});
    };
    for (std::size_t layer = 0; layer < layers(); ++layer)
        for (std::size_t row = 0; row < m_rows; ++row)
            for (std::size_t column = 0; column < m_columns; ++column) {
                const std::uint32_t here = cell(column, row, layer);
                const std::uint8_t walls = m_walls[row * m_columns + column];
                // Height times tile over tile.
                if (column + 1 < m_columns && !(walls & 1))
                    join(here, cell(column + 1, row, layer), m_heights[layer]);
                if (row + 1 < m_rows && !(walls & 2))
                    join(here, cell(column, row + 1, layer), m_heights[layer]);
                if (layer + 1 < layers())
                    join(here, cell(column, row, layer + 1),
                         m_tile * m_tile * 2 / (m_heights[layer] + m_heights[layer + 1]));
            }
    for (std::size_t i = 0; i < m_plenums.size(); ++i)
        for (const std::uint32_t joined : m_plenums[i])
            if (isFree(joined)) {
                const double height = m_heights[joined / (m_columns * m_rows)];
                network.faces.push_back(
                    {static_cast<std::uint32_t>(m_isFree.size() + i), joined, m_tile * m_tile * 2 / height, 0.0});
            }
    return network;
}

AirPorts evenPorts(const std::vector<std::uint32_t>& cells) {
    std::vector<std::uint32_t> sorted = cells;
    std::ranges::sort(sorted);
    AirPorts ports;
    for (const std::uint32_t cell : sorted)
        if (ports.empty() || ports.back().cell != cell)
            ports.push_back({cell, 1.0 / static_cast<double>(sorted.size())});
        else
            ports.back().share += 1.0 / static_cast<double>(sorted.size());
    return ports;
}

} // namespace rackwright
