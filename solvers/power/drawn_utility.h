// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DrawnUtility: whether what is drawn says all that the site takes from its utility feeds. Then the circuits are summed
// up; else an annual PUE stands for what is not drawn. A look-up of Context, used by the figures of utility power.

#include "solvers/engine/context.h"
#include "solvers/engine/figure.h"

#include <array>
#include <string>
#include <string_view>

namespace rackwright {

class DrawnUtility {
public:
    static constexpr std::array<std::string_view, 6> kReads = {"rack_contents",    "power_elements", "power_links",
                                                               "cooling_services", "cooling_units",  "cooling_loops"};

    explicit DrawnUtility(const Context& context);

    /// All load hangs on utility feeds, the heat of all racks is led outside, and every cooling unit hangs on a circuit
    /// with an electrical power that is known.
    bool isWhole() const { return m_open.empty(); }
    /// What is missing, for the derivation; empty when the drawing is whole.
    const std::string& open() const { return m_open; }

private:
    std::string m_open;
};

/// Tables that figures of utility power read.
inline Reads readsUtility() { return Reads::only({DrawnUtility::kReads.begin(), DrawnUtility::kReads.end()}); }

} // namespace rackwright
