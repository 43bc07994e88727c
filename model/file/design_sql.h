// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All SQL of the design file. Its tables and columns are generated from the field descriptions; values are always
// bound.

#include "model/file/columns.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright::sql {

/// Before anything is written to a new database.
std::string_view newDatabase();
/// Before anything is read from a database of a stranger.
std::string_view foreignDatabase();
std::string_view begin();
std::string_view commit();
std::string_view quickCheck();
std::string quickCheckOf(std::string_view table);
std::string_view selectSchema();

std::string setApplicationId(std::int32_t id);
std::string setUserVersion(std::int64_t version);

/// Tables beside those of rows.
inline constexpr std::string_view kDocument = "document";
inline constexpr std::string_view kOptions = "options";
inline constexpr std::string_view kTaken = "taken";

std::string createTable(std::string_view table, const std::vector<DatabaseColumn>& columns);
std::string insertInto(std::string_view table, const std::vector<DatabaseColumn>& columns);
std::string selectFrom(std::string_view table, const std::vector<DatabaseColumn>& columns);

} // namespace rackwright::sql
