// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/columns.h"

namespace rackwright {

namespace {

ColumnType typeOf(const ScalarFormat& scalar) {
    switch (scalar.as) {
    case StoredAs::Flag:
    case StoredAs::Integer:
        return ColumnType::Integer;
    case StoredAs::Real:
        return ColumnType::Real;
    case StoredAs::Text:
        break;
    }
    return ColumnType::Text;
}

} // namespace

void addColumns(std::vector<DatabaseColumn>& columns, const std::string& prefix, const RowFormat& format) {
    for (const FieldFormat& field : format.fields) {
        const ValueFormat& value = *field.value;
        if (value.row)
            addColumns(columns, prefix + std::string(field.name) + "_", *value.row);
        else if (value.scalar)
            columns.push_back({prefix + field.key, typeOf(*value.scalar), value.isOptional});
        else
            columns.push_back({prefix + field.key, ColumnType::Text, true});
    }
}

std::vector<DatabaseColumn> columnsOf(const RowFormat& format) {
    std::vector<DatabaseColumn> columns;
    addColumns(columns, {}, format);
    return columns;
}

} // namespace rackwright
