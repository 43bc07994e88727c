// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A row type describes its fields once, with names, SI units and limits; the design file, the JSON text, the journal,
// the comparison of designs and the check of what is entered all read that one description. Enumerations give the words
// that stand for their values.

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace rackwright {

/// The least and the greatest number that a field may hold, both included, in the unit of the stored number.
struct Limits {
    double least = 0;
    double greatest = 0;
    constexpr bool contain(double value) const { return value >= least && value <= greatest; } // false for no number
    friend constexpr bool operator==(const Limits&, const Limits&) = default;
};

/// One stored member of Row: what the file, the forms and the comparison of designs know of it.
template <class Row, class T>
struct Field {
    std::string_view name;
    T Row::*member;
    std::string_view unit;        ///< unit of the stored number; empty for text, words, ids and pure numbers
    std::optional<Limits> limits; ///< of each number in it; unset: those of its type (model/project/field_limits.h)
};

template <class Row, class T>
constexpr Field<Row, T> field(std::string_view name, T Row::*member, std::string_view unit = {},
                              std::optional<Limits> limits = {}) {
    return {name, member, unit, limits};
}
template <class Row, class T>
constexpr Field<Row, T> field(std::string_view name, T Row::*member, Limits limits) {
    return {name, member, {}, limits};
}

/// A struct with `static constexpr void fields(auto&& visit)` that calls visit(Field...) once with all its fields. It
/// is a template, so that a header costs nothing where no field is asked for.
template <class T>
concept Described = requires {
    T::fields([](const auto&...) {});
};

/// Calls visit(Field) for each field of Row in its declared order.
template <Described Row, class Visit>
constexpr void forEachField(Visit&& visit) {
    Row::fields([&visit](const auto&... each) { (visit(each), ...); });
}

/// How many fields Row has.
template <Described Row>
constexpr std::size_t fieldCount() {
    std::size_t count = 0;
    Row::fields([&count](const auto&... each) { count = sizeof...(each); });
    return count;
}

/// Specialise with `static constexpr std::array<std::string_view, n> names`, in the order of the enumerators from 0.
template <class E>
struct EnumNames;

template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
    EnumNames<E>::names;
};

/// The word of a value as files store it; not for people.
template <NamedEnum E>
constexpr std::string_view enumName(E value) {
    return EnumNames<E>::names[static_cast<std::size_t>(value)];
}

/// By the exact word as stored; nothing for any other text.
template <NamedEnum E>
constexpr std::optional<E> enumFromName(std::string_view name) {
    for (std::size_t i = 0; i < EnumNames<E>::names.size(); ++i)
        if (EnumNames<E>::names[i] == name)
            return static_cast<E>(i);
    return std::nullopt;
}

/// Specialise with the word of each alternative of a std::variant of described structs, in its order.
template <class V>
struct VariantKinds;

} // namespace rackwright
