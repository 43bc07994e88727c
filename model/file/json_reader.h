// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads what json_writer.h wrote, driven by the types, so that depth and size of what is taken in are those of the
// model. Nothing unknown, doubled or of another type passes. Internal to model/file: it includes the parser (simdjson,
// chosen because it reads 400,000 rows without a tree in memory, checks UTF-8 and names the place of a mistake).

#include "model/file/problem.h"
#include "model/file/value_format.h"
#include "model/parts/part.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <simdjson.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <array>

namespace rackwright::json {

namespace od = simdjson::ondemand;

struct Value {
    od::value value;
};

/// A value of another type, or a text that is no JSON at all.
bool wrongValue(Problem& problem, simdjson::error_code code, const char* expectedId);

bool readInteger(od::value value, std::int64_t& out, Problem& problem);
bool readText(od::value value, std::string& out, Problem& problem);

/// Calls onField(key, value) for each field of an object; it returns false after a problem.
template <class OnField>
bool readEachField(od::value value, Problem& problem, OnField&& onField) {
    od::object object;
    if (const auto code = value.get_object().get(object))
        return wrongValue(problem, code, "file.object-expected");
    for (auto next : object) {
        od::field field;
        if (const auto code = std::move(next).get(field))
            return wrongValue(problem, code, "file.object-expected");
        std::string_view key;
        if (const auto code = field.unescaped_key().get(key))
            return wrongValue(problem, code, "file.object-expected");
        if (!onField(key, field.value()))
            return false;
    }
    return true;
}

template <class OnItem>
bool readEachItem(od::value value, Problem& problem, OnItem&& onItem) {
    od::array array;
    if (const auto code = value.get_array().get(array))
        return wrongValue(problem, code, "file.list-expected");
    for (auto next : array) {
        od::value item;
        if (const auto code = std::move(next).get(item))
            return wrongValue(problem, code, "file.list-expected");
        if (!onItem(item))
            return false;
    }
    return true;
}

/// Refuses a field that there is not, naming those that there are.
template <class Names>
bool unknownField(std::string_view key, const Names& known, Problem& problem) {
    WordList list;
    for (const auto& name : known)
        list.words.emplace_back(name);
    problem.set(Message("file.unknown-field").with("choices", std::move(list)));
    return problem.within(key);
}

/// Reads the field `key` of a row; false with a problem when there is none of that name or it came before.
bool readRowField(std::string_view key, od::value value, const RowFormat& format, void* row, FieldsSeen& seen,
                  Problem& problem);
bool readRow(od::value value, const RowFormat& format, void* row, Problem& problem);

template <Described Row>
bool readField(std::string_view key, od::value value, Row& row, FieldsSeen& seen, Problem& problem) {
    return readRowField(key, value, rowFormat<Row>(), &row, seen, problem);
}
template <Described Row>
bool readObject(od::value value, Row& row, Problem& problem) {
    return readRow(value, rowFormat<Row>(), &row, problem);
}

bool readIds(od::value value, std::vector<std::uint64_t>& ids, Problem& problem);

// What ValueFormat::read is for each kind of value.
bool readScalar(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readRowValue(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readList(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readOptional(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readVariant(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readPriceRate(const ValueFormat& format, Value& json, void* value, Problem& problem);
bool readPart(const ValueFormat& format, Value& json, void* value, Problem& problem);

/// Where the fields of a fact go: "value", "low", "typical", "high", "grade" and "source".
struct FactFields {
    std::array<void*, 4> numbers;
    const ValueFormat* number = nullptr;
    Grade* grade = nullptr;
    Source& (*makeSource)(void* fact) = nullptr;
    void* fact = nullptr;
};
enum class FactState { Wrong, Unknown, Known, Range };
FactState readFactFields(Value& json, const FactFields& fields, Problem& problem);

/// Reads values from texts that stand alone: a cell of a table.
class ValueReader {
public:
    bool read(std::string_view text, const ValueFormat& format, void* value, Problem& problem);

private:
    std::string m_text;
    od::parser m_parser;
};

} // namespace rackwright::json
