// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What so many units of a storage system are together: nodes, enclosures or controllers, by the growth rule that its
// data sheet or source document gives.

#include "model/parts/part.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Ports of one role of all units.
struct ScaledPorts {
    PortRole role = PortRole::Storage;
    std::int64_t count = 0;
    Fact<DataRate> speed; ///< of one
};

/// In SI; unknown where one unit's is.
struct ScaledStorage {
    std::int64_t units = 0; ///< as sold: at least as many as asked for
    std::string unit;       ///< "HA pair", "node"; empty: not told
    Fact<double> read, write, operations, raw, usable, typicalPower, mostPower, weight, rackUnits;
    std::vector<ScaledPorts> ports;
    std::vector<Message> notes; ///< how it grows, and what the source leaves open
};

/// Whether a part is storage that can be scaled.
bool isScalableStorage(const Part& part);

/// Rates grow with the units as far as the source says what its rate is of ("80 GB/s per 10 nodes"). Fails, naming the
/// limit, on fewer units than a system begins with, on more than it grows to, and on a part that is no storage.
Result<ScaledStorage> scaledStorage(const Part& part, std::int64_t units);

} // namespace rackwright
