// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Builds the ValueFormat of a type from its description. Read by row_formats.cpp and by those files that have a small
// row of their own; nobody else needs it. Internal to model/file.

#include "model/file/json_reader.h"
#include "model/file/json_writer.h"
#include "model/file/stored.h"
#include "model/file/value_format.h"

#include <array>
#include <memory>
#include <utility>

namespace rackwright::format_of {

template <class T>
const T& as(const void* value) {
    return *static_cast<const T*>(value);
}
template <class T>
T& as(void* value) {
    return *static_cast<T*>(value);
}

template <class T>
bool isEqual(const void* a, const void* b) {
    return as<T>(a) == as<T>(b);
}

template <Scalar T>
ScalarFormat scalar() {
    using S = Stored<T>;
    using Type = typename S::Type;
    ScalarFormat made;
    if constexpr (std::same_as<Type, bool>) {
        made.as = StoredAs::Flag;
        made.flag = [](const void* value) { return S::to(as<T>(value)); };
        made.setFlag = [](void* value, bool stored) { as<T>(value) = *S::from(stored); };
    } else if constexpr (std::same_as<Type, std::int64_t>) {
        made.as = StoredAs::Integer;
        made.integer = [](const void* value) { return S::to(as<T>(value)); };
        made.setInteger = [](void* value, std::int64_t stored) {
            const std::optional<T> typed = S::from(stored);
            if (typed)
                as<T>(value) = *typed;
            return typed.has_value();
        };
        if constexpr (requires { S::least; }) {
            made.hasRange = true;
            made.least = S::least;
            made.most = S::most;
        }
    } else if constexpr (std::same_as<Type, double>) {
        made.as = StoredAs::Real;
        made.real = [](const void* value) { return S::to(as<T>(value)); };
        made.setReal = [](void* value, double stored) { as<T>(value) = *S::from(stored); };
    } else {
        made.as = StoredAs::Text;
        made.text = [](const void* value, std::string& own) -> std::string_view {
            if constexpr (std::same_as<Type, std::string>)
                return own = S::to(as<T>(value));
            else
                return S::to(as<T>(value));
        };
        made.setText = [](void* value, std::string_view stored) {
            std::optional<T> typed = S::from(stored);
            if (typed)
                as<T>(value) = std::move(*typed);
            return typed.has_value();
        };
        if constexpr (NamedEnum<T>)
            made.words = EnumNames<T>::names;
    }
    return made;
}

template <Described Row>
RowFormat row() {
    static const Row standard{};
    RowFormat made;
    made.standard = &standard;
    forEachField<Row>([&]<class T>(const Field<Row, T>& f) {
        // The distance from the start of a row to one of its members.
        const auto offset =
            reinterpret_cast<const char*>(&(standard.*f.member)) - reinterpret_cast<const char*>(&standard);
        made.fields.push_back({fileKey(f.name, f.unit), f.name, f.unit, offset, &valueFormat<T>()});
    });
    RW_CHECK(made.fields.size() <= FieldsSeen().size(), "a reader marks the fields that it has seen");
    return made;
}

template <class List>
void addList(ValueFormat& made) {
    using Item = typename List::value_type;
    static const std::array<const ValueFormat*, 1> items{&valueFormat<Item>()};
    made.items = items;
    made.itemSize = sizeof(Item);
    made.count = [](const void* value) { return as<List>(value).size(); };
    made.item = [](const void* value, std::size_t i) -> const void* { return &as<List>(value)[i]; };
    made.addItem = [](void* value, std::size_t) -> void* { return &as<List>(value).emplace_back(); };
    made.write = json::writeList;
    made.read = json::readList;
}

template <class Optional>
void addOptional(ValueFormat& made) {
    using Item = typename Optional::value_type;
    static const std::array<const ValueFormat*, 1> items{&valueFormat<Item>()};
    made.items = items;
    made.scalar = items.front()->scalar;
    made.isOptional = true;
    made.count = [](const void* value) { return std::size_t{as<Optional>(value).has_value()}; };
    made.item = [](const void* value, std::size_t) -> const void* { return &*as<Optional>(value); };
    made.addItem = [](void* value, std::size_t) -> void* { return &as<Optional>(value).emplace(); };
    made.write = json::writeOptional;
    made.read = json::readOptional;
}

template <class... Alternative>
void addVariant(ValueFormat& made, std::variant<Alternative...>*) {
    using Variant = std::variant<Alternative...>;
    static const std::array<const ValueFormat*, sizeof...(Alternative)> items{&valueFormat<Alternative>()...};
    made.items = items;
    made.kinds = VariantKinds<Variant>::names;
    made.count = [](const void* value) { return as<Variant>(value).index(); };
    made.item = [](const void* value, std::size_t) {
        return std::visit([](const auto& alternative) -> const void* { return &alternative; }, as<Variant>(value));
    };
    made.addItem = [](void* value, std::size_t kind) {
        void* added = nullptr;
        const auto choose = [&]<std::size_t... i>(std::index_sequence<i...>) {
            ((kind == i && (added = &as<Variant>(value).template emplace<i>())), ...);
        };
        choose(std::index_sequence_for<Alternative...>());
        return added;
    };
    made.write = json::writeVariant;
    made.read = json::readVariant;
}

template <class Q>
void writeFact(const ValueFormat&, std::string& out, const void* value) {
    const Fact<Q>& fact = as<Fact<Q>>(value);
    const ValueFormat& number = valueFormat<Q>();
    bool isFirst = true;
    const auto writeNumber = [&](std::string_view key, const Q& stored) {
        json::writeKey(out, key, isFirst);
        number.write(number, out, &stored);
    };
    out += '{';
    if (const auto* known = std::get_if<Known<Q>>(&fact.state))
        writeNumber("value", known->value);
    else if (const auto* range = std::get_if<Range<Q>>(&fact.state)) {
        writeNumber("low", range->low);
        writeNumber("typical", range->typical);
        writeNumber("high", range->high);
    }
    json::writeOrigin(out, fact.grade, fact.source ? &*fact.source : nullptr, isFirst);
}

template <class Q>
bool readFact(const ValueFormat&, json::Value& json, void* value, Problem& problem) {
    Fact<Q>& fact = as<Fact<Q>>(value);
    std::array<Q, 4> numbers{};
    json::FactFields fields{{&numbers[0], &numbers[1], &numbers[2], &numbers[3]},
                            &valueFormat<Q>(),
                            &fact.grade,
                            [](void* origin) -> Source& { return static_cast<Fact<Q>*>(origin)->source.emplace(); },
                            &fact};
    switch (json::readFactFields(json, fields, problem)) {
    case json::FactState::Wrong:
        return false;
    case json::FactState::Unknown:
        return true;
    case json::FactState::Known:
        fact.state = Known<Q>{std::move(numbers[0])};
        return true;
    case json::FactState::Range:
        fact.state = Range<Q>{std::move(numbers[1]), std::move(numbers[2]), std::move(numbers[3])};
        return true;
    }
    return false;
}

template <class Q>
void addFact(ValueFormat& made, Fact<Q>*) {
    made.write = writeFact<Q>;
    made.read = readFact<Q>;
}

template <class T>
ValueFormat value() {
    static const T blank{};
    ValueFormat made;
    made.blank = &blank;
    if constexpr (!Described<T>)
        made.isEqual = isEqual<T>;
    if constexpr (Scalar<T>) {
        static const ScalarFormat format = scalar<T>();
        made.scalar = &format;
        made.write = json::writeScalar;
        made.read = json::readScalar;
    } else if constexpr (Described<T>) {
        static const RowFormat format = row<T>();
        made.row = &format;
        made.isEqual = [](const void* a, const void* b) { return format.areEqual(a, b); };
        made.write = json::writeRowValue;
        made.read = json::readRowValue;
    } else if constexpr (isOptional<T>)
        addOptional<T>(made);
    else if constexpr (isVector<T>)
        addList<T>(made);
    else if constexpr (isVariant<T>)
        addVariant(made, static_cast<T*>(nullptr));
    else if constexpr (isFact<T>)
        addFact(made, static_cast<T*>(nullptr));
    else if constexpr (std::same_as<T, PriceRate>) {
        made.write = json::writePriceRate;
        made.read = json::readPriceRate;
    } else {
        static_assert(std::same_as<T, PartPtr>, "each type of field has a form in the file");
        made.write = json::writePart;
        made.read = json::readPart;
    }
    return made;
}

} // namespace rackwright::format_of

namespace rackwright {

template <class T>
const ValueFormat& valueFormat() {
    static const ValueFormat made = format_of::value<T>();
    return made;
}

} // namespace rackwright
