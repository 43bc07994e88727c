// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The overlay database: the part tables of the catalogue and the log of changes. No other file holds SQL of it.

#include "catalog/overlay.h"

namespace rackwright {

inline constexpr std::int64_t kOverlayApplicationId = 0x52574F56; // "RWOV"
inline constexpr std::int64_t kOverlayVersion = 3; ///< 1 had no overrides of ports and prices, 2 no checksum

struct OverlayLog {
    std::vector<OverlayChange> changes;
    std::vector<std::int64_t> partKeys;              ///< of each change; 0: none
    std::vector<std::optional<PartOverride>> values; ///< of each change
};

/// Makes the tables in an empty file and brings an older version up to date; fails on a file of another kind, of a
/// newer version, or that does not hold what was written.
Done prepareOverlay(const SqlConnection& connection);
Result<OverlayLog> readOverlayLog(const SqlConnection& connection, const PartTables& tables);
Result<std::int64_t> lastRevision(PartWriter& writer, const std::string& partId);
Result<std::int64_t> partKey(const SqlConnection& connection, const std::string& partId, std::int64_t revision);

/// Writes the ports and prices of an override; their key, or none when it has neither.
Result<std::optional<std::int64_t>> writeOverrideRows(PartWriter& writer, std::int64_t sequence,
                                                      const PartOverride& value);

/// Appends one change; `partKey` and `value` as the kind wants.
Done appendChange(PartWriter& writer, const OverlayChange& change, std::optional<std::int64_t> partKey,
                  const PartOverride* value);

} // namespace rackwright
