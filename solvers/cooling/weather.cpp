// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/weather.h"

#include "model/base/check.h"
#include "model/base/nearest.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace rackwright {

namespace embedded {
extern const std::string_view weatherBins;
extern const std::string_view weatherMonths;
} // namespace embedded

namespace {

constexpr std::string_view kColumns[] = {"city", "drybulb_bin_c(floor)", "hours", "mean_wetbulb_c"};

Error badLine(std::size_t line) { return inputError(Message("weather.bad-line").with("line", line)); }

bool isWholeUpTo(const std::optional<double>& value, double low, double high) {
    return value && *value == std::floor(*value) && *value >= low && *value <= high;
}

} // namespace

Result<WeatherBins> readWeatherBins(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    for (const std::string_view column : kColumns)
        if (!table->hasColumn(column))
            return inputError(Message("weather.no-column").with("column", column));
    WeatherBins bins;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto number = [&](std::size_t column) { return plainNumber(table->cell(row, kColumns[column])); };
        const auto floor = number(1), hours = number(2), wetBulb = number(3);
        const std::string& city = table->cell(row, kColumns[0]);
        if (city.empty() || !wetBulb || !isWholeUpTo(floor, -100, 100) || !isWholeUpTo(hours, 0, kHoursOfALeapYear))
            return badLine(table->line(row));
        bins.push_back({city, static_cast<int>(*floor), static_cast<int>(*hours), *wetBulb});
    }
    return bins;
}

Result<std::map<std::string, WeatherMonths>> readWeatherMonths(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    const Result<WeatherBins> bins = readWeatherBins(csv);
    if (!bins)
        return bins.error();
    if (!table->hasColumn("month"))
        return inputError(Message("weather.no-column").with("column", "month"));
    std::map<std::string, WeatherMonths> months;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto month = plainNumber(table->cell(row, "month"));
        if (!isWholeUpTo(month, 1, kMonths))
            return badLine(table->line(row));
        WeatherMonths& ofCity = months[(*bins)[row].city];
        ofCity.resize(kMonths);
        ofCity[static_cast<std::size_t>(*month) - 1].push_back((*bins)[row]);
    }
    return months;
}

WeatherMonths builtInMonths(const std::string& city) {
    static const auto months = [] {
        Result<std::map<std::string, WeatherMonths>> read = readWeatherMonths(embedded::weatherMonths);
        RW_CHECK(read.has_value(), "the weather file is read by a test at each build");
        return std::move(*read);
    }();
    const auto found = months.find(city);
    return found == months.end() ? WeatherMonths() : found->second;
}

WeatherBins builtInWeatherBins() {
    Result<WeatherBins> bins = readWeatherBins(embedded::weatherBins);
    RW_CHECK(bins.has_value(), "the weather file is read by a test at each build");
    return std::move(*bins);
}

Result<WeatherBins> binsOf(const WeatherBins& bins, const std::string& city) {
    WeatherBins found;
    std::set<std::string> cities;
    for (const WeatherBin& bin : bins) {
        cities.insert(bin.city);
        if (bin.city == city)
            found.push_back(bin);
    }
    if (!found.empty())
        return found;
    const std::vector<std::string> known(cities.begin(), cities.end());
    const std::vector<std::string> nearest = nearestWords(city, known);
    return inputError(Message("weather.unknown-city")
                          .with("city", city)
                          .with("nearest", WordList{nearest.empty() ? known : nearest}));
}

} // namespace rackwright
