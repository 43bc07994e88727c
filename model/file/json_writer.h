// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes values of the model as canonical JSON: fields in their declared order, default-valued ones left out, numbers
// as the shortest text that reads back to the same bits. The reader is json_reader.h; both serve text, columns and
// journal.

#include "model/file/value_format.h"
#include "model/parts/part.h"

#include <charconv>

namespace rackwright::json {

void writeText(std::string& out, std::string_view text);

template <class Number>
void writeNumber(std::string& out, Number value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
}

void writeKey(std::string& out, std::string_view key, bool& isFirst);

/// The fields of a row that differ from their defaults, without the braces.
void writeRowFields(std::string& out, const RowFormat& format, const void* row, bool& isFirst);
void writeRow(std::string& out, const RowFormat& format, const void* row);

template <Described Row>
void writeFields(std::string& out, const Row& row, bool& isFirst) {
    writeRowFields(out, rowFormat<Row>(), &row, isFirst);
}
template <Described Row>
void write(std::string& out, const Row& row) {
    writeRow(out, rowFormat<Row>(), &row);
}

/// "[1, 2]" of ids.
void writeIds(std::string& out, const std::vector<std::uint64_t>& ids);

// What ValueFormat::write is for each kind of value.
void writeScalar(const ValueFormat& format, std::string& out, const void* value);
void writeRowValue(const ValueFormat& format, std::string& out, const void* value);
void writeList(const ValueFormat& format, std::string& out, const void* value);
void writeOptional(const ValueFormat& format, std::string& out, const void* value);
/// {"in-rack": {...}}: the kind is the key, since the alternatives may have a field of any name.
void writeVariant(const ValueFormat& format, std::string& out, const void* value);
void writePriceRate(const ValueFormat& format, std::string& out, const void* value);
void writePart(const ValueFormat& format, std::string& out, const void* value);

/// How a fact ends. Known: {"value": x}; a range: {"low": x, "typical": y, "high": z}; unknown: neither. Then grade,
/// unless it is that of a new fact, and source.
void writeOrigin(std::string& out, Grade grade, const Source* source, bool& isFirst);

} // namespace rackwright::json
