// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/formulas.h"

namespace rackwright {

void addSpaceFormulas(FormulaRegistry& registry) {
    registry.add(formula("footprint_load_kg_m2", "kg/m2", "mass_kg/(width_m*depth_m)",
                         {number("mass_kg", "kg", "mass of the filled rack", Allowed::notNegative()),
                          number("width_m", "m", "width of the rack", Allowed::positive()),
                          number("depth_m", "m", "depth of the rack", Allowed::positive())},
                         "calc-reference.footprint-load-kg-m2",
                         []<class N>(const Inputs<N>& in) { return in("mass_kg") / (in("width_m") * in("depth_m")); }));
}

} // namespace rackwright
