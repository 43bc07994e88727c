// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What connects racks to their power and is counted, not drawn: cords from supplies to rack PDUs, whips from panels to
// racks, and the tap-offs of circuits that lead from a busway straight to a rack.

#include "solvers/engine/context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rackwright {

/// How many, and in which racks, each once.
struct RackPieces {
    Scope scope;
    std::int64_t count = 0;
    std::vector<Id<Rack>> racks;
};

/// Cords of one kind and length; "C13" into the device, "C14" into the outlet.
struct CordOrder {
    std::string connector, plug; ///< both empty: nobody says what inlet the supplies have
    std::int64_t metres = 0;     ///< 0: to a PDU of another rack, to be measured
    RackPieces pieces;
};
struct WhipOrder {
    std::string connector;   ///< empty: not known
    std::int64_t metres = 0; ///< 0: not known
    RackPieces pieces;
};

struct CordTakeoff {
    std::vector<CordOrder> cords;
    std::vector<RackPieces> unknownSupplies; ///< devices beside rack PDUs; nobody says how many supplies they have
    std::vector<WhipOrder> whips;
    std::vector<RackPieces> tapOffs; ///< that no element stands for
};
/// Of what is new. Cords that the design holds as parts are left out.
CordTakeoff cordTakeoff(const Context& context);

} // namespace rackwright
