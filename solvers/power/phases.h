// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PhaseLoads: on which lines single-phase circuits hang, and how unevenly the lines of panels and busways are loaded by
// them. A load from line to neutral flows in phase with its line; one from line to line in both, 30 degrees off: their
// currents add as vectors. A look-up of Context.

#include "solvers/engine/context.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rackwright {

/// Lines of a circuit: bit 0 for L1, 1 for L2, 2 for L3.
using Lines = std::uint8_t;
inline constexpr Lines kAllLines = 7;

/// By "L1,L2" or "L1/L2", or by the poles of a panel, "1,3,5": its rows of two poles hang on L1, L2, L3 in turn. Unset
/// for other texts.
std::optional<Lines> linesOf(std::string_view poles);
/// "1+2".
std::string linesText(Lines lines);

class PhaseLoads {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "power_elements", "power_links"};

    explicit PhaseLoads(const Context& context);

    /// Of what feeds an element: as its circuit says, as what feeds it has, else as it balances best.
    Lines lines(Id<PowerElement> element) const;
    /// Current of each line over that of the same power spread evenly: 1 each where no single-phase circuit hangs
    /// below.
    const std::array<double, 3>& shape(Id<PowerElement> element) const;
    /// Whether single-phase circuits hang below: without, lines are even whatever the load.
    bool hasSinglePhase(Id<PowerElement> element) const { return m_overSingle.contains(element); }
    /// (most - mean) / mean of the line currents.
    double imbalance(Id<PowerElement> element) const;

private:
    class Search;
    std::unordered_map<Id<PowerElement>, Lines> m_lines;
    std::unordered_set<Id<PowerElement>> m_overSingle;
    std::unordered_map<Id<PowerElement>, std::array<double, 3>> m_shapes; ///< those that are not even
};

} // namespace rackwright
