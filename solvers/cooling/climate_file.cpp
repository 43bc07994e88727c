// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/climate_file.h"

#include "model/base/letter_case.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

constexpr int kColdest = -90, kWarmest = 70; // C, beyond what was ever measured outdoors
constexpr std::string_view kClimateVersion = "1", kVersionWithMonths = "2";

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

// Without characters beyond the basic plane, which no name of a place needs.
bool isUtf8Text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto byteAt = [&text](std::size_t i) {
            return i < text.size() ? static_cast<unsigned char>(text[i]) : static_cast<unsigned char>(0);
        };
        const unsigned char lead = byteAt(at), next = byteAt(at + 1);
        const bool isOne = lead < 0x80, isTwo = lead >= 0xC2 && lead < 0xE0, isThree = lead >= 0xE0 && lead < 0xF0;
        const bool follows = (next & 0xC0) == 0x80 && (lead != 0xE0 || next >= 0xA0) && (lead != 0xED || next < 0xA0);
        if (!isOne && !(isTwo && follows) && !(isThree && follows && (byteAt(at + 2) & 0xC0) == 0x80))
            return false;
        at += isOne ? 1 : isTwo ? 2 : 3;
    }
    return true;
}

// EPW files are of ASCII, Latin-1 or UTF-8; names stay readable, and nothing that is no text gets into a design.
std::string placeName(std::string_view given) {
    const std::string_view text = trimmed(given);
    const bool isUtf8 = isUtf8Text(text);
    std::string name;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (isUtf8 && byte >= 0x80) {
            name += c;
        } else if (byte >= 0xA0) {
            name += static_cast<char>(0xC0 | (byte >> 6));
            name += static_cast<char>(0x80 | (byte & 0x3F));
        } else if (byte >= 0x20 && byte < 0x7F) {
            name += c == ';' || c == '|' ? ',' : c;
        }
    }
    constexpr std::size_t kLongestName = 80;
    if (name.size() > kLongestName) {
        std::size_t end = kLongestName;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
            --end;
        name.resize(end);
    }
    return name;
}

std::vector<std::string_view> fieldsOf(std::string_view line) {
    std::vector<std::string_view> fields;
    constexpr std::size_t kMostFields = 64;
    for (std::size_t at = 0; at <= line.size() && fields.size() < kMostFields;) {
        const std::size_t end = std::min(line.find(',', at), line.size());
        fields.push_back(trimmed(line.substr(at, end - at)));
        at = end + 1;
    }
    return fields;
}

/// Hours of a year gathered by temperature, and by month where each hour is said to be of one.
class YearBins {
public:
    /// `month`: from 1; 0: not known.
    void add(double dryBulb, double wetBulb, int hours, int month) {
        const auto note = [&](Bins& bins) {
            Sums& sums = bins[static_cast<int>(std::floor(dryBulb))];
            sums.hours += hours;
            sums.wetBulbHours += wetBulb * hours;
        };
        note(m_bins);
        if (month == 0)
            m_hasMonths = false;
        else
            note(m_months[static_cast<std::size_t>(month) - 1]);
    }
    void give(Climate& climate) const {
        climate.bins = taken(m_bins, climate.name);
        climate.months.clear();
        for (const Bins& month : m_months)
            if (m_hasMonths)
                climate.months.push_back(taken(month, climate.name));
    }

private:
    struct Sums {
        int hours = 0;
        double wetBulbHours = 0;
    };
    using Bins = std::map<int, Sums>;
    static WeatherBins taken(const Bins& sumsOf, const std::string& name) {
        WeatherBins bins;
        for (const auto& [floor, sums] : sumsOf)
            if (sums.hours > 0)
                bins.push_back({name, floor, sums.hours, std::round(sums.wetBulbHours / sums.hours * 100) / 100});
        return bins;
    }

    Bins m_bins;
    std::array<Bins, kMonths> m_months;
    bool m_hasMonths = true;
};

Error badClimateLine(const char* id, std::size_t line) { return inputError(Message(id).with("line", line)); }

Result<Climate> wholeYear(Climate climate) {
    const int hours = climate.hours();
    if (hours < kHoursOfAYear)
        return inputError(Message("climate.too-few-hours").with("hours", hours));
    if (hours != kHoursOfAYear && hours != kHoursOfALeapYear)
        return inputError(Message("climate.wrong-hours").with("hours", hours));
    return climate;
}

bool isAveragedYear(std::string_view header) {
    const std::string lower = lowerCase(header);
    constexpr std::array<std::string_view, 6> kWords = {"climate-normals", "climate normals", "climatenormals",
                                                        "monthly mean",    "monthly average", "averaged year"};
    return std::ranges::any_of(kWords,
                               [&lower](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// The columns of an EPW record that are read here; the rest is of no concern.
struct EpwHour {
    int index = 0; ///< of the hour in a leap year
    int month = 0;
    double dryBulb = 0, humidity = 0, pressure = 0;
};

std::optional<int> wholeIn(std::string_view text, int low, int high) {
    const std::optional<double> number = plainNumber(text);
    if (!number || *number != std::floor(*number) || *number < low || *number > high)
        return std::nullopt;
    return static_cast<int>(*number);
}

constexpr std::array<int, 13> kDaysBefore = {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366};

Result<EpwHour> readEpwHour(std::string_view text, std::size_t line) {
    const std::vector<std::string_view> fields = fieldsOf(text);
    constexpr std::size_t kMonth = 1, kDay = 2, kHour = 3, kDryBulb = 6, kHumidity = 8, kPressure = 9;
    if (fields.size() <= kPressure)
        return badClimateLine("climate.epw-short", line);
    const auto month = wholeIn(fields[kMonth], 1, 12), hour = wholeIn(fields[kHour], 1, 24);
    const auto day =
        month
            ? wholeIn(fields[kDay], 1,
                      kDaysBefore[static_cast<std::size_t>(*month)] - kDaysBefore[static_cast<std::size_t>(*month) - 1])
            : std::nullopt;
    if (!day || !hour)
        return badClimateLine("climate.epw-date", line);
    const auto dryBulb = plainNumber(fields[kDryBulb]), humidity = plainNumber(fields[kHumidity]);
    const auto pressure = plainNumber(fields[kPressure]);
    // 99.9 C and 999 % say that nothing was measured; a year with gaps is no year.
    if (!dryBulb || *dryBulb < kColdest || *dryBulb > kWarmest)
        return badClimateLine("climate.epw-dry-bulb", line);
    if (!humidity || *humidity < 0 || *humidity > 110)
        return badClimateLine("climate.epw-humidity", line);
    // Of the pressure alone the sea's does where none was measured: 999999.
    constexpr double kSeaLevel = 101325, kNotMeasured = 999'999;
    const bool hasPressure = !fields[kPressure].empty() && pressure != kNotMeasured;
    if (hasPressure && (!pressure || *pressure < 31'000 || *pressure > 120'000))
        return badClimateLine("climate.epw-pressure", line);
    return EpwHour{(kDaysBefore[static_cast<std::size_t>(*month) - 1] + *day - 1) * 24 + *hour - 1, *month, *dryBulb,
                   std::min(*humidity, 100.0), hasPressure ? *pressure : kSeaLevel};
}

Result<Climate> readEpw(std::string_view text) {
    Climate climate;
    YearBins bins;
    std::bitset<kHoursOfALeapYear> seen;
    constexpr std::size_t kHeaderLines = 8;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view record = trimmed(text.substr(at, end - at));
        at = end + 1;
        ++line;
        if (line <= kHeaderLines) {
            if (isAveragedYear(record))
                return badClimateLine("climate.averaged", line);
            if (line == 1) {
                const std::vector<std::string_view> place = fieldsOf(record);
                climate.name = place.size() > 1 ? placeName(place[1]) : std::string();
                if (place.size() > 3 && !place[3].empty())
                    climate.name += (climate.name.empty() ? "" : ", ") + placeName(place[3]);
            }
            continue;
        }
        if (record.empty())
            continue;
        if (line > kHeaderLines + kHoursOfALeapYear)
            return badClimateLine("climate.too-many-rows", line);
        const Result<EpwHour> hour = readEpwHour(record, line);
        if (!hour)
            return hour.error();
        if (seen.test(static_cast<std::size_t>(hour->index)))
            return badClimateLine("climate.hour-twice", line);
        seen.set(static_cast<std::size_t>(hour->index));
        bins.add(hour->dryBulb, wetBulbOf(hour->dryBulb, hour->humidity, hour->pressure), 1, hour->month);
    }
    if (climate.name.empty())
        return badClimateLine("climate.epw-no-place", 1);
    bins.give(climate);
    return wholeYear(std::move(climate));
}

// Hours of the months of a year: a table whose rows are these holds monthly means and no bins.
bool isMonthly(const std::vector<int>& hours) {
    return hours.size() == 12 && std::ranges::all_of(hours, [](int each) { return each >= 672 && each <= 744; });
}

/// As a sentence quotes it: no longer than a number could be.
std::string shown(std::string_view cell) {
    constexpr std::size_t kLongest = 24;
    return placeName(cell.substr(0, kLongest));
}

/// A cell that holds no number of its range; a decimal comma is named as such.
Error badCell(const char* column, std::string_view cell, std::size_t line, std::pair<int, int> range) {
    std::string withPoint(cell);
    std::ranges::replace(withPoint, ',', '.');
    if (cell.find(',') != std::string_view::npos && plainNumber(withPoint))
        return inputError(Message("climate.decimal-comma")
                              .with("line", line)
                              .with("column", column)
                              .with("value", shown(cell))
                              .with("point", withPoint));
    return inputError(Message("climate.bad-row")
                          .with("line", line)
                          .with("column", column)
                          .with("value", shown(cell))
                          .with("low", range.first)
                          .with("high", range.second));
}

Result<Climate> readClimateTable(std::string_view csv, const std::string& name) {
    if (std::ranges::count(csv, '\n') > kHoursOfALeapYear + 1)
        return badClimateLine("climate.too-many-rows", kHoursOfALeapYear + 2);
    constexpr CsvLimits kLimits{kLargestClimateFile, 64};
    const Result<CsvTable> table = CsvTable::read(csv, kLimits);
    if (!table)
        return table.error();
    const bool isByHour = !table->hasColumn("hours"), hasWetBulb = table->hasColumn("wet_bulb_c");
    const bool hasMonths = table->hasColumn("month");
    if (!table->hasColumn("dry_bulb_c"))
        return inputError(Message("climate.no-column").with("column", "dry_bulb_c"));
    if (!hasWetBulb && !table->hasColumn("rh_pct"))
        return inputError(Message("climate.no-column").with("column", "wet_bulb_c"));
    Climate climate;
    climate.name = placeName(name);
    YearBins bins;
    std::vector<int> monthly;
    for (std::size_t row = 0; row < table->size(); ++row) {
        const auto cell = [&](const char* column) { return trimmed(table->cell(row, column)); };
        const auto dryBulb = plainNumber(cell("dry_bulb_c"));
        const auto hours = isByHour ? std::optional(1) : wholeIn(cell("hours"), 0, kHoursOfALeapYear);
        const auto second = plainNumber(cell(hasWetBulb ? "wet_bulb_c" : "rh_pct"));
        if (!dryBulb || *dryBulb < kColdest || *dryBulb > kWarmest)
            return badCell("dry_bulb_c", cell("dry_bulb_c"), table->line(row), {kColdest, kWarmest});
        if (!second)
            return hasWetBulb ? badCell("wet_bulb_c", cell("wet_bulb_c"), table->line(row), {kColdest, kWarmest})
                              : badCell("rh_pct", cell("rh_pct"), table->line(row), {0, 100});
        const auto month = hasMonths ? wholeIn(cell("month"), 1, kMonths) : std::optional(0);
        if (!month)
            return badCell("month", cell("month"), table->line(row), {1, static_cast<int>(kMonths)});
        if (!hours)
            return inputError(Message("climate.bad-hours")
                                  .with("line", table->line(row))
                                  .with("value", shown(cell("hours")))
                                  .with("most", kHoursOfALeapYear));
        // A row of a table of bins stands for its whole bin, in whose middle the humidity holds.
        const double middle = isByHour ? *dryBulb : std::floor(*dryBulb) + 0.5;
        constexpr double kOfABin = 1;
        const bool isPossible =
            hasWetBulb ? *second >= kColdest && *second <= *dryBulb + kOfABin : *second >= 0 && *second <= 100;
        if (!isPossible)
            return badClimateLine("climate.bad-humidity", table->line(row));
        bins.add(*dryBulb, hasWetBulb ? *second : wetBulbOf(middle, *second), *hours, *month);
        if (monthly.size() <= 12)
            monthly.push_back(*hours);
    }
    if (isMonthly(monthly))
        return inputError(Message("climate.monthly"));
    bins.give(climate);
    return wholeYear(std::move(climate));
}

std::string binsText(const WeatherBins& bins) {
    std::string text;
    for (const WeatherBin& bin : bins) {
        if (&bin != &bins.front())
            text += '|';
        text +=
            std::to_string(bin.dryBulbFloor) + ":" + std::to_string(bin.hours) + ":" + shortestDigits(bin.meanWetBulb);
    }
    return text;
}

Result<WeatherBins> binsOfText(std::string_view text, const std::string& name) {
    WeatherBins bins;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('|', at), text.size());
        const auto numbers = numbersInPattern(text.substr(at, end - at), "#:#:#");
        at = end + 1;
        if (!numbers)
            return inputError(Message("climate.bad-text"));
        const double floor = (*numbers)[0], hours = (*numbers)[1], wetBulb = (*numbers)[2];
        const bool isWhole = floor == std::floor(floor) && hours == std::floor(hours);
        const bool rises = bins.empty() || floor > bins.back().dryBulbFloor;
        if (!isWhole || !rises || floor < kColdest || floor > kWarmest || hours < 1 || hours > kHoursOfALeapYear ||
            wetBulb < kColdest - 30 || wetBulb > floor + 2)
            return inputError(Message("climate.bad-text"));
        bins.push_back({name, static_cast<int>(floor), static_cast<int>(hours), wetBulb});
    }
    return bins;
}

// The months of a text, whose hours add up to those of the year at each temperature.
Result<WeatherMonths> monthsOfText(std::string_view text, const Climate& climate) {
    WeatherMonths months;
    std::map<int, int> hours;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('/', at), text.size());
        Result<WeatherBins> bins = binsOfText(text.substr(at, end - at), climate.name);
        at = end + 1;
        if (!bins)
            return bins.error();
        for (const WeatherBin& bin : *bins)
            hours[bin.dryBulbFloor] += bin.hours;
        months.push_back(std::move(*bins));
    }
    const bool isOfYear =
        hours.size() == climate.bins.size() && std::ranges::all_of(climate.bins, [&hours](const WeatherBin& bin) {
            return hours[bin.dryBulbFloor] == bin.hours;
        });
    if (months.size() != kMonths || !isOfYear)
        return inputError(Message("climate.bad-text"));
    return months;
}

} // namespace

int Climate::hours() const {
    int sum = 0;
    for (const WeatherBin& bin : bins)
        sum += bin.hours;
    return sum;
}

// e(T) = 611.2 exp(17.62 T / (243.12 + T)) Pa; e = e(Tw) - A p (1 + 0.000944 Tw) (T - Tw), A = 0.000653 / K (WMO-No. 8,
// annex 4.B). It rises with Tw, so halving finds it.
double wetBulbOf(double dryBulb, double relativeHumidity, double pressure) {
    const auto saturated = [](double t) { return 611.2 * std::exp(17.62 * t / (243.12 + t)); };
    const double vapour = relativeHumidity / 100 * saturated(dryBulb);
    double low = dryBulb - 60, high = dryBulb;
    for (int step = 0; step < 40; ++step) {
        const double middle = (low + high) / 2;
        const double held = saturated(middle) - 0.000653 * pressure * (1 + 0.000944 * middle) * (dryBulb - middle);
        (held > vapour ? high : low) = middle;
    }
    return (low + high) / 2;
}

Result<Climate> readClimateFile(std::string_view text, const std::string& name) {
    if (text.size() > kLargestClimateFile)
        return inputError(Message("climate.too-large"));
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return lowerCase(text.substr(0, 9)) == "location," ? readEpw(text) : readClimateTable(text, name);
}

std::string climateText(const Climate& climate) {
    const bool hasMonths =
        climate.months.size() == kMonths && std::ranges::none_of(climate.months, &WeatherBins::empty);
    std::string text = std::string(hasMonths ? kVersionWithMonths : kClimateVersion) + ";" + climate.name + ";" +
                       binsText(climate.bins);
    for (std::size_t month = 0; hasMonths && month < kMonths; ++month)
        text += (month == 0 ? ";" : "/") + binsText(climate.months[month]);
    return text;
}

Result<Climate> climateOfText(std::string_view text) {
    const std::size_t version = text.find(';');
    if (version == std::string_view::npos) {
        const std::string city = lowerCase(trimmed(text));
        if (city.empty())
            return inputError(Message("year.missing.climate"));
        static const WeatherBins builtIn = builtInWeatherBins();
        Result<WeatherBins> bins = binsOf(builtIn, city);
        if (!bins)
            return bins.error();
        return Climate{city, std::move(*bins), builtInMonths(city)};
    }
    const std::size_t place = text.find(';', version + 1);
    const bool hasMonths = text.substr(0, version) == kVersionWithMonths;
    if ((text.substr(0, version) != kClimateVersion && !hasMonths) || place == std::string_view::npos)
        return inputError(Message("climate.bad-text"));
    Climate climate{std::string(text.substr(version + 1, place - version - 1)), {}, {}};
    const std::size_t end = hasMonths ? std::min(text.find(';', place + 1), text.size()) : text.size();
    Result<WeatherBins> bins = binsOfText(text.substr(place + 1, end - place - 1), climate.name);
    if (!bins)
        return bins.error();
    climate.bins = std::move(*bins);
    if (hasMonths) {
        Result<WeatherMonths> months = monthsOfText(text.substr(std::min(end + 1, text.size())), climate);
        if (!months)
            return months.error();
        climate.months = std::move(*months);
    }
    return wholeYear(std::move(climate));
}

} // namespace rackwright
