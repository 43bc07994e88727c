// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a single cell of a price list says: an amount, a currency, a unit of sale, a date. Each reading is certain, open
// (it reads two ways, or a person must say what is meant) or none; nothing is guessed and nothing is computed.

#include "catalog/price_lists/list_file.h"
#include "model/base/message.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rackwright {

/// A text in small letters without accents and marks, words parted by one blank: "Gültig ab:" is "gultig ab".
std::string plainWords(std::string_view text);
/// A code without blanks, dashes, underscores and invisible characters, in small letters.
std::string plainCode(std::string_view text);

/// How a list writes its numbers.
enum class ListDecimal : std::uint8_t { Unknown, Point, Comma };

/// The mark that the amounts of a list show beyond doubt; Unknown when none does or they contradict each other.
ListDecimal decimalMarkOf(std::span<const std::string> amounts);

/// How sure a reading is.
enum class Certainty : std::uint8_t {
    None, ///< says nothing of the kind: empty, words, a percentage, an error
    Open, ///< a person must say what is meant
    Sure
};

/// An amount in 1e-9 of the currency's unit.
struct AmountReading {
    Certainty certainty = Certainty::None;
    std::int64_t nano = 0;
    std::string money;  ///< sign or code in the cell ("$", "EUR"), empty without
    std::string unit;   ///< "m" of "4.85/m", as written; empty without
    std::string reason; ///< message id of what is wrong: "prices.line.range"; empty when Sure
};
/// Of a cell that should hold a price.
AmountReading readAmount(const ListCell& cell, ListDecimal mark);

/// A currency as it is written, sign, code or word.
struct CurrencyReading {
    Certainty certainty = Certainty::None;
    std::string code; ///< ISO 4217, empty for a sign that several currencies share
    /// Whether a sign can stand for a code: "$" for USD and CAD, never for EUR.
    bool fits(std::string_view other) const;
    std::string sign; ///< "$" and "¥" and "kr" are shared
};
CurrencyReading readCurrency(std::string_view text);
/// A code that is in use (ISO 4217).
bool isCurrencyCode(std::string_view code);
/// The only currency that a running text names ("All prices in EUR"); empty for none or several.
std::string currencyIn(std::string_view text);

/// What one price buys.
struct UnitReading {
    Certainty certainty = Certainty::None;
    std::string unit = "each"; ///< each, m, ft, year, month
    std::int64_t per = 1;      ///< how many of it
    bool isPack = false;       ///< Open, a pack that does not say how many it holds
};
UnitReading readUnit(std::string_view text);

/// In which order a list writes day and month of dates that are all numbers.
enum class DateOrder : std::uint8_t { Unknown, DayFirst, MonthFirst };
/// What the dates of a list show beyond doubt.
DateOrder dateOrderOf(std::span<const std::string> dates);

/// Which day is meant where only a month is written.
enum class DateEnd : std::uint8_t { First, Last };
struct DateReading {
    Certainty certainty = Certainty::None; ///< None: empty, or words for "no end"
    std::string date;                      ///< ISO 8601
    std::string reason;                    ///< message id when Open
};
DateReading readDate(const ListCell& cell, DateOrder order, DateEnd end);

} // namespace rackwright
