// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/programme/days.h"

#include "model/text/date.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>

namespace rackwright {

std::string dayAfter(const std::string& day, TimeSpan span) {
    constexpr double secondsOfDay = 86'400;
    const double days = std::ceil(span.si() / secondsOfDay - 1e-6);
    if (!isDate(day) || !(days >= 0) || days > 36'500)
        return {};
    const std::chrono::year_month_day from(std::chrono::year(std::stoi(day.substr(0, 4))),
                                           std::chrono::month(static_cast<unsigned>(std::stoi(day.substr(5, 2)))),
                                           std::chrono::day(static_cast<unsigned>(std::stoi(day.substr(8, 2)))));
    const std::chrono::year_month_day date(std::chrono::sys_days(from) + std::chrono::days(static_cast<int>(days)));
    char text[16];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()) % 10'000,
                  static_cast<unsigned>(date.month()) % 100, static_cast<unsigned>(date.day()) % 100);
    return text;
}

} // namespace rackwright
