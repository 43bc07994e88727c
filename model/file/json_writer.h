// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Writes values of the model as canonical JSON: fields in their declared order, default-valued ones left out, numbers
// as the shortest text that reads back to the same bits. The reader is json_reader.h; both serve text, columns and
// journal.

#include "model/file/stored.h"

#include <charconv>

namespace rackwright::json {

void writeText(std::string& out, std::string_view text);

template <class Number>
void writeNumber(std::string& out, Number value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    out.append(buffer, end);
}

template <class T>
void write(std::string& out, const T& value);

template <Scalar T>
void writeScalar(std::string& out, const T& value) {
    const auto stored = Stored<T>::to(value);
    using Type = std::remove_cvref_t<decltype(stored)>;
    if constexpr (std::same_as<Type, bool>)
        out += stored ? "true" : "false";
    else if constexpr (std::is_arithmetic_v<Type>)
        writeNumber(out, stored);
    else
        writeText(out, stored);
}

inline void writeKey(std::string& out, std::string_view key, bool& isFirst) {
    out += isFirst ? "\"" : ", \"";
    out += key;
    out += "\": ";
    isFirst = false;
}

/// The fields of a struct that differ from their defaults, without the braces.
template <Described Row>
void writeFields(std::string& out, const Row& row, bool& isFirst) {
    const Row& standard = defaultRow<Row>();
    const std::vector<std::string>& keys = fileKeys<Row>();
    std::size_t i = 0;
    forEachField<Row>([&](const auto& f) {
        const std::string& key = keys[i++];
        if (isDefault(row.*f.member, standard.*f.member))
            return;
        writeKey(out, key, isFirst);
        write(out, row.*f.member);
    });
}

template <Described Row>
void writeObject(std::string& out, const Row& row) {
    bool isFirst = true;
    out += '{';
    writeFields(out, row, isFirst);
    out += '}';
}

// Known: {"value": x}; a range: {"low": x, "typical": y, "high": z}; unknown: neither. Then grade and source.
template <class Q>
void writeFact(std::string& out, const Fact<Q>& fact) {
    bool isFirst = true;
    out += '{';
    if (const auto* known = std::get_if<Known<Q>>(&fact.state)) {
        writeKey(out, "value", isFirst);
        write(out, known->value);
    } else if (const auto* range = std::get_if<Range<Q>>(&fact.state)) {
        writeKey(out, "low", isFirst);
        write(out, range->low);
        writeKey(out, "typical", isFirst);
        write(out, range->typical);
        writeKey(out, "high", isFirst);
        write(out, range->high);
    }
    if (fact.grade != Fact<Q>{}.grade) {
        writeKey(out, "grade", isFirst);
        write(out, fact.grade);
    }
    if (fact.source) {
        writeKey(out, "source", isFirst);
        write(out, *fact.source);
    }
    out += '}';
}

template <class T>
void writeList(std::string& out, const std::vector<T>& list) {
    out += '[';
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (i > 0)
            out += ", ";
        write(out, list[i]);
    }
    out += ']';
}

// {"in-rack": {...}}: the kind is the key, since the alternatives may have a field of any name.
template <class V>
void writeVariant(std::string& out, const V& variant) {
    out += "{\"";
    out += VariantKinds<V>::names[variant.index()];
    out += "\": ";
    std::visit([&out](const auto& alternative) { writeObject(out, alternative); }, variant);
    out += '}';
}

inline void writePriceRate(std::string& out, const PriceRate& rate) {
    out += "{\"currency\": ";
    writeText(out, rate.currency().code());
    out += ", \"nano\": ";
    writeNumber(out, rate.nanoUnits());
    out += '}';
}

template <class T>
void write(std::string& out, const T& value) {
    if constexpr (Scalar<T>)
        writeScalar(out, value);
    else if constexpr (Described<T>)
        writeObject(out, value);
    else if constexpr (isOptional<T>)
        write(out, *value); // an unset one equals its default, which is left out
    else if constexpr (isVector<T>)
        writeList(out, value);
    else if constexpr (isVariant<T>)
        writeVariant(out, value);
    else if constexpr (isFact<T>)
        writeFact(out, value);
    else if constexpr (std::same_as<T, PriceRate>)
        writePriceRate(out, value);
    else {
        static_assert(std::same_as<T, PartPtr>, "each type of field has a form in the file");
        writeObject(out, *value);
    }
}

} // namespace rackwright::json
