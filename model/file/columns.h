// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The columns that a described row takes in a table: a scalar field is one typed column with its unit in the name, a
// struct is flattened ("centre_x_um"), all else is JSON text, NULL when it is as by default.

#include "model/file/stored.h"

#include <string>
#include <vector>

namespace rackwright {

enum class ColumnType { Integer, Real, Text };

struct DatabaseColumn {
    std::string name;
    ColumnType type = ColumnType::Integer;
    bool isNullable = false;
};

template <Scalar T>
constexpr ColumnType columnType() {
    using Type = typename Stored<T>::Type;
    if constexpr (std::same_as<Type, bool> || std::same_as<Type, std::int64_t>)
        return ColumnType::Integer;
    else if constexpr (std::same_as<Type, double>)
        return ColumnType::Real;
    else
        return ColumnType::Text;
}

template <class T>
inline constexpr bool isOptionalScalar = false;
template <Scalar T>
inline constexpr bool isOptionalScalar<std::optional<T>> = true;

template <Described Row>
void addFieldColumns(std::vector<DatabaseColumn>& columns, const std::string& prefix);

template <class T>
void addColumns(std::vector<DatabaseColumn>& columns, const std::string& prefix, std::string_view name,
                std::string_view unit) {
    if constexpr (Scalar<T>)
        columns.push_back({prefix + fileKey(name, unit), columnType<T>(), false});
    else if constexpr (isOptionalScalar<T>)
        columns.push_back({prefix + fileKey(name, unit), columnType<typename T::value_type>(), true});
    else if constexpr (Described<T>)
        addFieldColumns<T>(columns, prefix + std::string(name) + "_");
    else
        columns.push_back({prefix + fileKey(name, unit), ColumnType::Text, true});
}

template <Described Row>
void addFieldColumns(std::vector<DatabaseColumn>& columns, const std::string& prefix) {
    forEachField<Row>([&]<class T>(const Field<Row, T>& f) { addColumns<T>(columns, prefix, f.name, f.unit); });
}

template <Described Row>
std::vector<DatabaseColumn> columnsOf() {
    std::vector<DatabaseColumn> columns;
    addFieldColumns<Row>(columns, {});
    return columns;
}

} // namespace rackwright
