// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// AirGrid: the air of a room in tiles and layers, and what stands in its way. It makes the network of cells.

#include "solvers/airflow/field.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rackwright {

/// By which part of its area a panel of containment lets air through: doors, gaps and cable cut-outs.
inline constexpr double kPanelLeak = 0.02;

class AirGrid {
public:
    AirGrid() = default;
    /// `heights` of the layers from the floor up, m; `tile` the side of a tile, m. All cells are free.
    AirGrid(std::size_t columns, std::size_t rows, std::vector<double> heights, double tile = 0.6);

    std::size_t columns() const { return m_columns; }
    std::size_t rows() const { return m_rows; }
    std::size_t layers() const { return m_heights.size(); }
    double tile() const { return m_tile; }
    std::uint32_t cell(std::size_t column, std::size_t row, std::size_t layer) const {
        return static_cast<std::uint32_t>((layer * m_rows + row) * m_columns + column);
    }
    bool isFree(std::uint32_t cell) const { return m_isFree[cell] != 0; }
    void block(std::uint32_t cell) { m_isFree[cell] = 0; }
    /// Cells of different enclosures (0: none) are parted by panels that let `leak` of the area through.
    void enclose(std::uint32_t cell, std::uint32_t enclosure) { m_enclosures[cell] = enclosure; }
    std::uint32_t enclosureOf(std::uint32_t cell) const { return m_enclosures[cell]; }
    void setPanelLeak(double share) { m_leak = share; }
    /// A wall between a cell and the one after it, to the right or below on the plan, in all layers.
    void wallRightOf(std::size_t column, std::size_t row) { m_walls[row * m_columns + column] |= 1; }
    void wallBelow(std::size_t column, std::size_t row) { m_walls[row * m_columns + column] |= 2; }
    /// A space over or under many cells (a ceiling void, a duct) that joins them; the cell that it is.
    std::uint32_t addPlenum(const std::vector<std::uint32_t>& joined);

    AirNetwork network() const;

private:
    std::size_t m_columns = 0, m_rows = 0;
    std::vector<double> m_heights;
    double m_tile = 0.6;
    double m_leak = kPanelLeak;
    std::vector<std::uint8_t> m_isFree, m_walls; ///< walls by tile of the plan
    std::vector<std::uint32_t> m_enclosures;
    std::vector<std::vector<std::uint32_t>> m_plenums;
};

/// Equal shares at cells, more for one that is named more often.
AirPorts evenPorts(const std::vector<std::uint32_t>& cells);

} // namespace rackwright
