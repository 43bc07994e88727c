// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the scalar types of the model lie in a file: as an integer, a number, a flag or text. The JSON text and the
// SQLite columns both use it, so that they cannot differ; value_format_of.h composes nested values of these.

#include "model/base/fields.h"
#include "model/design/geometry.h"
#include "model/design/id.h"
#include "model/figures/fact.h"
#include "model/parts/part.h"
#include "model/units/length.h"
#include "model/units/money.h"
#include "model/units/quantity.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rackwright {

/// `to` gives what lies in the file; `from` gives nothing when the stored value is none of T's. Where not every integer
/// is one, `least` and `most` are the ends of those that are.
template <class T>
struct Stored;

template <class T>
concept Scalar = requires {
    typename Stored<T>::Type;
};

template <class Row>
struct Stored<Id<Row>> {
    using Type = std::int64_t;
    static Type to(Id<Row> id) { return static_cast<std::int64_t>(id.value); }
    static std::optional<Id<Row>> from(Type v) {
        return v < least ? std::nullopt : std::optional(Id<Row>{static_cast<std::uint64_t>(v)});
    }
    static constexpr Type least = 0, most = std::numeric_limits<Type>::max();
};

template <>
struct Stored<bool> {
    using Type = bool;
    static bool to(bool v) { return v; }
    static std::optional<bool> from(bool v) { return v; }
};

template <class T>
requires(std::integral<T> && !std::same_as<T, bool>) struct Stored<T> {
    using Type = std::int64_t;
    static Type to(T v) { return static_cast<std::int64_t>(v); }
    static std::optional<T> from(Type v) {
        return std::in_range<T>(v) ? std::optional(static_cast<T>(v)) : std::nullopt;
    }
    static constexpr Type least = std::in_range<Type>(std::numeric_limits<T>::min())
                                      ? static_cast<Type>(std::numeric_limits<T>::min())
                                      : std::numeric_limits<Type>::min();
    static constexpr Type most = std::in_range<Type>(std::numeric_limits<T>::max())
                                     ? static_cast<Type>(std::numeric_limits<T>::max())
                                     : std::numeric_limits<Type>::max();
};

template <>
struct Stored<double> {
    using Type = double;
    static double to(double v) { return v + 0.0; } // -0 and 0 are equal designs, and so equal text
    static std::optional<double> from(double v) { return v; }
};

template <class D>
struct Stored<Quantity<D>> {
    using Type = double;
    static double to(const Quantity<D>& v) { return v.si() + 0.0; }
    static std::optional<Quantity<D>> from(double v) { return Quantity<D>(v); }
};

template <>
struct Stored<Temperature> {
    using Type = double;
    static double to(Temperature v) { return v.inKelvin() + 0.0; }
    static std::optional<Temperature> from(double v) { return Temperature::kelvin(v); }
};

template <>
struct Stored<Length> {
    using Type = std::int64_t;
    static Type to(Length v) { return v.inMicrometres(); }
    static std::optional<Length> from(Type v) { return Length::micrometres(v); }
};

template <>
struct Stored<Angle> {
    using Type = std::int64_t;
    static Type to(Angle v) { return v.inMillidegrees(); }
    /// A turn to either side is kept as 0 to 359,999; more is no angle but a slip.
    static std::optional<Angle> from(Type v) {
        return v >= least && v <= most ? std::optional(Angle::millidegrees(v)) : std::nullopt;
    }
    static constexpr Type least = -359'999, most = 359'999;
};

template <>
struct Stored<Share> {
    using Type = std::int64_t;
    static Type to(Share v) { return v.ppb; }
    static std::optional<Share> from(Type v) { return Share{v}; }
};

template <>
struct Stored<std::string> {
    using Type = std::string_view;
    static Type to(const std::string& v) { return v; }
    static std::optional<std::string> from(Type v) { return std::string(v); }
};

template <NamedEnum E>
struct Stored<E> {
    using Type = std::string_view;
    static Type to(E v) { return enumName(v); }
    static std::optional<E> from(Type v) { return enumFromName<E>(v); }
};

template <>
struct Stored<Currency> {
    using Type = std::string;
    static Type to(Currency v) { return v.code(); }
    static std::optional<Currency> from(std::string_view v) {
        const Result<Currency> parsed = Currency::parse(v);
        return parsed ? std::optional(*parsed) : std::nullopt;
    }
};

template <class T>
inline constexpr bool isOptional = false;
template <class T>
inline constexpr bool isOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool isVector = false;
template <class T>
inline constexpr bool isVector<std::vector<T>> = true;
template <class T>
inline constexpr bool isVariant = false;
template <class... T>
inline constexpr bool isVariant<std::variant<T...>> = true;
template <class T>
inline constexpr bool isFact = false;
template <class Q>
inline constexpr bool isFact<Fact<Q>> = true;
template <class T>
inline constexpr bool isId = false;
template <class Row>
inline constexpr bool isId<Id<Row>> = true;

} // namespace rackwright
