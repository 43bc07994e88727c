// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/text/date.h"

#include <charconv>
#include <chrono>

namespace rackwright {

bool isDate(const std::string& text) {
    int year = 0;
    unsigned month = 0, day = 0;
    const auto number = [&text](std::size_t from, std::size_t length, auto& into) {
        const char* end = text.data() + from + length;
        return std::from_chars(text.data() + from, end, into).ptr == end;
    };
    if (text.size() != 10 || text[4] != '-' || text[7] != '-' || text[0] == '-')
        return false;
    return number(0, 4, year) && number(5, 2, month) && number(8, 2, day) &&
           std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)).ok();
}

} // namespace rackwright
