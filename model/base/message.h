// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A message: an id and typed, named arguments. No floor below ui makes a sentence; one catalogue of messages
// (resources/messages) renders ids in the language and number format chosen. Used by errors, findings, undo names, advice.

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rackwright {

/// A number with its unit symbol, printed by the quantity printer ("41.2 kW"). `value` is in `unit`.
struct UnitNumber {
    double value = 0;
    std::string unit;
    bool operator==(const UnitNumber&) const = default;
};

/// An amount in minor units of a currency (cents), printed with the locale's marks.
struct MoneyNumber {
    std::int64_t minor = 0;
    std::string currency;
    bool operator==(const MoneyNumber&) const = default;
};

/// A list of words, printed with the language's separators ("a, b or c").
struct WordList {
    std::vector<std::string> words;
    bool operator==(const WordList&) const = default;
};

struct Message;

using ArgumentValue = std::variant<std::string, std::int64_t, double, UnitNumber, MoneyNumber, WordList>;

/// The `name` of a message's placeholder ("{name}") and what stands for it.
struct Argument {
    std::string name;
    ArgumentValue value;
    bool operator==(const Argument&) const = default;
};

/// What is to be said, without its words; `id` is a row of resources/messages/en.csv.
struct Message {
    std::string id;
    std::vector<Argument> arguments;

    Message() = default;
    explicit Message(std::string messageId) : id(std::move(messageId)) {}

    /// Adds an argument. Whole numbers, fractions and texts of any type are taken; numbers with units as UnitNumber.
    template <class T>
    Message& with(std::string name, T&& value) & {
        arguments.push_back({std::move(name), argumentValue(std::forward<T>(value))});
        return *this;
    }
    template <class T>
    Message&& with(std::string name, T&& value) && {
        arguments.push_back({std::move(name), argumentValue(std::forward<T>(value))});
        return std::move(*this);
    }

    bool operator==(const Message&) const = default;

private:
    template <class T>
    static ArgumentValue argumentValue(T&& value) {
        using Plain = std::remove_cvref_t<T>;
        if constexpr (std::is_integral_v<Plain>)
            return static_cast<std::int64_t>(value);
        else if constexpr (std::is_floating_point_v<Plain>)
            return static_cast<double>(value);
        else if constexpr (std::is_convertible_v<T, std::string_view>)
            return std::string(std::string_view(value));
        else
            return ArgumentValue(std::forward<T>(value));
    }
};

} // namespace rackwright
