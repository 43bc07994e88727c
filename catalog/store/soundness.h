// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a database is still what was written, and a copy of one that is. Used by the stores that people fill: own
// parts and price books.

#include "model/base/result.h"

#include <string>

namespace rackwright {

class SqlConnection;

/// "catalog.database.damaged".
Error damagedDatabase(const std::string& path, const std::string& reason);

/// Looks whether the tables and their indexes are whole.
Done checkStructure(const SqlConnection& connection);

/// Keeps a checksum of all that the database holds in it. For the end of each transaction that changes something, and
/// within it, so that either both last or neither.
Done keepChecksum(const SqlConnection& connection);

/// Whether the database holds what it held at the last keepChecksum(): a bit that flips within a name or a number
/// leaves the tables whole. Fails for one that has no checksum.
Done checkChecksum(const SqlConnection& connection);

/// A copy of what is committed, into a file that does not exist yet.
Done copyDatabase(const SqlConnection& connection, const std::string& path);

} // namespace rackwright
