// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The columns that a described row takes in a table: a scalar field is one typed column with its unit in the name, a
// struct is flattened ("centre_x_um"), all else is JSON text, NULL when it is as by default.

#include "model/file/value_format.h"

#include <string>
#include <vector>

namespace rackwright {

enum class ColumnType { Integer, Real, Text };

struct DatabaseColumn {
    std::string name;
    ColumnType type = ColumnType::Integer;
    bool isNullable = false;
};

void addColumns(std::vector<DatabaseColumn>& columns, const std::string& prefix, const RowFormat& format);

std::vector<DatabaseColumn> columnsOf(const RowFormat& format);

template <Described Row>
std::vector<DatabaseColumn> columnsOf() {
    return columnsOf(rowFormat<Row>());
}

} // namespace rackwright
