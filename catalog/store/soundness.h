// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a database is still what was written, and a copy of one that is. Used by the overlay of own parts.

#include "model/base/result.h"

#include <string>

namespace rackwright {

class SqlConnection;

/// "catalog.database.damaged".
Error damagedDatabase(const std::string& path, const std::string& reason);

/// Looks whether the tables are whole.
Done checkStructure(const SqlConnection& connection);

/// A copy of what is committed, into a file that does not exist yet.
Done copyDatabase(const SqlConnection& connection, const std::string& path);

} // namespace rackwright
