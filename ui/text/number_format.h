// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The marks with which a reader's locale writes numbers. It changes digits that are already rounded, never a value;
// files, CSV and the command line use plain().

#include "model/units/money.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rackwright {

/// The default writes as files do.
struct NumberFormat {
    std::string decimalMark = ".";
    std::string groupMark; ///< between groups of three whole digits; empty: none
    int groupFrom = 4;     ///< shortest run of whole digits that is grouped

    /// Point and no grouping.
    static NumberFormat plain() { return {}; }
    /// By language and region ("en", "de-CH", "fr"); what is not known writes as English.
    static NumberFormat ofLocale(std::string_view locale);

    bool operator==(const NumberFormat&) const = default;
};

/// `digits` is a plain number ("-1234.5", "1e-9"); a text that is none is given back as it is.
std::string withMarks(std::string_view digits, const NumberFormat& format);

/// "1,024" where the locale groups by commas.
std::string printed(std::int64_t count, const NumberFormat& format);

/// "1,234.50 USD": all minor digits of the currency, then its code.
std::string printed(const Money& money, const NumberFormat& format);

} // namespace rackwright
