// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The limits of a described field: its own, or those of its type; of text, how long it may be. Used by the check of a
// project's values and by what makes values for tests.

#include "model/base/fields.h"
#include "model/units/length.h"
#include "model/units/limits.h"
#include "model/units/money.h"
#include "model/units/quantity.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rackwright {

template <class T>
inline constexpr bool isQuantity = false;
template <class D>
inline constexpr bool isQuantity<Quantity<D>> = true;

/// In billionths of the currency.
inline constexpr Limits kPriceLimits{0, 9.2e18};

/// The most characters of a text: what is drawn, listed and looked up by stays short, what people write may be pages.
inline constexpr std::int64_t kLongestName = 1'000, kLongestText = 100'000;
/// A picture that a project carries is text too; it has a limit of its own (model/design/embedded_picture.h).
inline constexpr std::int64_t kLongestSetting = 12'000'000;
/// So is the design that an issued revision keeps: one of 400,000 cables takes 8 million characters.
inline constexpr std::int64_t kLongestIssuedDesign = 24'000'000;

/// The most corners of an outline: each solve looks for edges that cross.
inline constexpr std::int64_t kMostCorners = 10'000;

/// Of the field of a row by its name.
constexpr std::int64_t mostCharacters(std::string_view field) {
    constexpr std::array names{std::string_view("name"),  std::string_view("namePattern"), std::string_view("label"),
                               std::string_view("model"), std::string_view("vendor"),      std::string_view("role"),
                               std::string_view("id"),    std::string_view("key"),         std::string_view("unit")};
    return std::ranges::find(names, field) == names.end() ? kLongestText : kLongestName;
}

/// What a number of this type may be where its description says nothing narrower, as it is stored; unset: the type has
/// no number (ids, words, flags) or can hold no wrong one (angles, numbers of ports).
template <class T>
std::optional<Limits> limitsOfType() {
    if constexpr (std::same_as<T, Temperature>)
        return kTemperatureLimits;
    else if constexpr (isQuantity<T>)
        return limitsOf(runtimeDimension<typename T::DimensionType>());
    else if constexpr (std::same_as<T, Length>)
        return Limits{0, 1e11}; // 100 km in micrometres
    else if constexpr (std::same_as<T, Share>)
        return Limits{0, 1e9}; // the whole in billionths
    else if constexpr (std::same_as<T, double>)
        return kNumberLimits;
    else if constexpr (std::signed_integral<T>)
        return Limits{0, 1e9};
    else
        return std::nullopt;
}

} // namespace rackwright
