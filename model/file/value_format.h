// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What text, SQLite and journal know at run time of the values that rows hold: one description of each type, built once
// from the described fields, that all three walk. So a row type costs its compile time once, and the three cannot
// differ. value_format_of.h builds them, row_formats.cpp those of all rows. Internal to model/file.

#include "model/base/fields.h"
#include "model/file/problem.h"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct RowFormat;
struct ValueFormat;

namespace json {
struct Value; ///< of the parser: json_reader.h
}

enum class StoredAs : std::uint8_t { Flag, Integer, Real, Text };

/// A value that lies in a file as one flag, integer, number or text: those of its functions that `as` names are set.
/// Setters give false when the stored value is none of the type's.
struct ScalarFormat {
    StoredAs as = StoredAs::Text;
    bool (*flag)(const void* value) = nullptr;
    void (*setFlag)(void* value, bool stored) = nullptr;
    std::int64_t (*integer)(const void* value) = nullptr;
    bool (*setInteger)(void* value, std::int64_t stored) = nullptr;
    double (*real)(const void* value) = nullptr;
    void (*setReal)(void* value, double stored) = nullptr;
    /// `own` holds the text where the value does not.
    std::string_view (*text)(const void* value, std::string& own) = nullptr;
    bool (*setText)(void* value, std::string_view stored) = nullptr;
    bool hasRange = false;                   ///< not every integer is one
    std::int64_t least = 0, most = 0;        ///< where it has a range
    std::span<const std::string_view> words; ///< that the text is one of; empty: no list of words
};

/// A value of any type that a field may have.
struct ValueFormat {
    const ScalarFormat* scalar = nullptr; ///< of a scalar, or of what an optional scalar holds
    bool isOptional = false;
    const RowFormat* row = nullptr; ///< of a struct

    bool (*isEqual)(const void* a, const void* b) = nullptr;
    void (*write)(const ValueFormat& self, std::string& out, const void* value) = nullptr;
    bool (*read)(const ValueFormat& self, json::Value& json, void* value, Problem& problem) = nullptr;
    const void* blank = nullptr; ///< a value as it is made

    /// Of lists, optionals and variants: their items. An optional has up to one, a variant the alternative that it
    /// holds.
    std::span<const ValueFormat* const> items; ///< one for all; of a variant, one for each alternative
    std::span<const std::string_view> kinds;   ///< words of the alternatives
    std::size_t itemSize = 0;
    std::size_t (*count)(const void* value) = nullptr; ///< of a variant, which alternative it holds
    const void* (*item)(const void* value, std::size_t i) = nullptr;
    void* (*addItem)(void* value, std::size_t alternative) = nullptr;

    bool isPlainScalar() const { return scalar && !isOptional; }
};

struct FieldFormat {
    std::string key; ///< in the file, with its unit
    std::string_view name, unit;
    std::ptrdiff_t offset = 0;
    const ValueFormat* value = nullptr;

    const void* of(const void* row) const { return static_cast<const char*>(row) + offset; }
    void* of(void* row) const { return static_cast<char*>(row) + offset; }
};

struct RowFormat {
    std::vector<FieldFormat> fields; ///< in their declared order
    const void* standard = nullptr;  ///< a row as it is before anything is known of it: what equals it is left out
    std::vector<std::string> keys() const;
    bool hasKey(std::string_view key) const;
    bool areEqual(const void* a, const void* b) const;
};

/// The fields of a row that were read.
using FieldsSeen = std::bitset<64>;

/// Defined by value_format_of.h; declared here for those of row_formats.cpp.
template <class T>
const ValueFormat& valueFormat();

template <Described Row>
const RowFormat& rowFormat() {
    return *valueFormat<Row>().row;
}

/// The name of a field in a file: with its unit, since there a number has no type ("powerCap_W", "flow_m3_per_s").
std::string fileKey(std::string_view name, std::string_view unit);

} // namespace rackwright
