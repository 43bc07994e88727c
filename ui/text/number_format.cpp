// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/number_format.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct LocaleMarks {
    std::string_view locale;
    std::string_view decimalMark;
    std::string_view groupMark;
    int groupFrom;
};

// Unicode CLDR 42, "decimal", "group" and minimumGroupingDigits. U+202F is the narrow no-break space.
constexpr std::array kMarks = {
    LocaleMarks{"en", ".", ",", 4},         LocaleMarks{"de", ",", ".", 4},      LocaleMarks{"de-CH", ".", "’", 4},
    LocaleMarks{"de-AT", ",", "\u00A0", 4}, LocaleMarks{"fr", ",", "\u202F", 4}, LocaleMarks{"fr-CH", ",", "\u202F", 4},
    LocaleMarks{"it", ",", ".", 4},         LocaleMarks{"it-CH", ".", "’", 4},   LocaleMarks{"es", ",", ".", 5},
    LocaleMarks{"pt", ",", ".", 4},         LocaleMarks{"nl", ",", ".", 4},      LocaleMarks{"da", ",", ".", 4},
    LocaleMarks{"sv", ",", "\u00A0", 4},    LocaleMarks{"nb", ",", "\u00A0", 4}, LocaleMarks{"fi", ",", "\u00A0", 4},
    LocaleMarks{"pl", ",", "\u00A0", 5},    LocaleMarks{"cs", ",", "\u00A0", 4}, LocaleMarks{"ja", ".", ",", 4},
    LocaleMarks{"zh", ".", ",", 4},         LocaleMarks{"ko", ".", ",", 4}};

std::string grouped(std::string_view whole, const NumberFormat& format) {
    if (format.groupMark.empty() || whole.size() < static_cast<std::size_t>(format.groupFrom))
        return std::string(whole);
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0)
            text += format.groupMark;
        text += whole[i];
    }
    return text;
}

} // namespace

NumberFormat NumberFormat::ofLocale(std::string_view locale) {
    const auto marksOf = [](std::string_view name) { return std::ranges::find(kMarks, name, &LocaleMarks::locale); };
    auto it = marksOf(locale);
    if (it == kMarks.end())
        it = marksOf(locale.substr(0, locale.find_first_of("-_")));
    if (it == kMarks.end())
        it = kMarks.begin();
    return {std::string(it->decimalMark), std::string(it->groupMark), it->groupFrom};
}

std::string withMarks(std::string_view digits, const NumberFormat& format) {
    const bool isNegative = digits.starts_with('-');
    const std::string_view body = digits.substr(isNegative ? 1 : 0);
    const std::size_t wholeEnd = std::min(body.find_first_not_of("0123456789"), body.size());
    if (wholeEnd == 0)
        return std::string(digits);
    std::string text = isNegative ? "-" : "";
    text += grouped(body.substr(0, wholeEnd), format);
    std::string_view rest = body.substr(wholeEnd);
    if (rest.starts_with('.')) {
        text += format.decimalMark;
        rest.remove_prefix(1);
    }
    return text += rest;
}

std::string printed(std::int64_t count, const NumberFormat& format) { return withMarks(std::to_string(count), format); }

std::string printed(const Money& money, const NumberFormat& format) {
    const auto minorDigits = static_cast<std::size_t>(money.currency().minorDigits());
    const bool isNegative = money.minorUnits() < 0;
    std::string digits = std::to_string(money.minorUnits());
    if (isNegative)
        digits.erase(0, 1);
    if (digits.size() <= minorDigits)
        digits.insert(0, minorDigits + 1 - digits.size(), '0');
    if (minorDigits > 0)
        digits.insert(digits.size() - minorDigits, ".");
    return (isNegative ? "-" : "") + withMarks(digits, format) + ' ' + money.currency().code();
}

} // namespace rackwright
