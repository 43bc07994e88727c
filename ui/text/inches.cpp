// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/inches.h"

#include "model/units/number_text.h"

#include <charconv>
#include <cmath>
#include <numeric>

namespace rackwright {

namespace {

constexpr double kInch = 0.0254;

// A number of at most two decimals; 11 5/8 where it is one.
std::string inchNumber(double inches) {
    constexpr double near = 0.02e-3 / kInch;
    const auto sixteenths = static_cast<long long>(std::llround(inches * 16));
    if (std::abs(static_cast<double>(sixteenths) / 16 - inches) > near)
        return roundedDigits(std::round(inches * 100) / 100, 9);
    const long long whole = sixteenths / 16, rest = sixteenths % 16;
    if (rest == 0)
        return std::to_string(whole);
    const long long divisor = std::gcd(rest, 16LL);
    const std::string fraction = std::to_string(rest / divisor) + "/" + std::to_string(16 / divisor);
    return whole == 0 ? fraction : std::to_string(whole) + " " + fraction;
}

class Reader {
public:
    explicit Reader(std::string_view text) : m_text(text) {}

    void skipBlanks() {
        while (!m_text.empty() && m_text.front() == ' ')
            m_text.remove_prefix(1);
    }
    std::optional<double> number() {
        skipBlanks();
        double value = 0;
        const auto [end, problem] = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
        if (problem != std::errc())
            return std::nullopt;
        m_text.remove_prefix(static_cast<std::size_t>(end - m_text.data()));
        return value;
    }
    bool take(std::string_view mark) {
        if (!m_text.starts_with(mark))
            return false;
        m_text.remove_prefix(mark.size());
        return true;
    }
    bool takeAny(std::initializer_list<std::string_view> marks) {
        skipBlanks();
        for (const std::string_view mark : marks)
            if (take(mark))
                return true;
        return false;
    }
    bool isAtEnd() {
        skipBlanks();
        return m_text.empty();
    }

private:
    std::string_view m_text;
};

// 11, 11.5, 5/8, 11 5/8.
std::optional<double> mixedNumber(Reader& reader) {
    const std::optional<double> first = reader.number();
    if (!first)
        return std::nullopt;
    if (reader.take("/")) {
        const std::optional<double> below = reader.number();
        return below && *below > 0 ? std::optional(*first / *below) : std::nullopt;
    }
    Reader ahead = reader;
    const std::optional<double> above = ahead.number();
    if (!above || !ahead.take("/"))
        return first;
    const std::optional<double> below = ahead.number();
    if (!below || *below <= 0)
        return std::nullopt;
    reader = ahead;
    return *first + *above / *below;
}

} // namespace

std::string inchText(double metres, double feetFrom) {
    const double inches = metres / kInch;
    const double size = std::abs(inches);
    const std::string sign = inches < 0 ? "-" : "";
    if (size < feetFrom)
        return sign + inchNumber(size) + '"';
    double feet = std::floor(size / 12);
    double rest = size - feet * 12;
    constexpr double nearlyAFoot = 12 - 0.005;
    if (rest >= nearlyAFoot) {
        feet += 1;
        rest = 0;
    }
    const std::string whole = sign + std::to_string(static_cast<long long>(feet)) + "'";
    constexpr double nothing = 0.001;
    return rest < nothing ? whole : whole + " " + inchNumber(rest) + '"';
}

std::string readInchText(double metres, const NumberFormat& numbers) {
    constexpr double far = 1000 * 12 * kInch;
    if (std::abs(metres) >= far)
        return withMarks(roundedDigits(std::round(metres / (12 * kInch)), 9), numbers) + '\'';
    std::string text = inchText(metres);
    if (const std::size_t point = text.find('.'); point != std::string::npos)
        text.replace(point, 1, numbers.decimalMark);
    return text;
}

std::optional<double> readInches(std::string_view text) {
    Reader reader(text);
    const bool isNegative = reader.takeAny({"-"});
    if (!isNegative)
        reader.takeAny({"+"});
    const std::optional<double> first = mixedNumber(reader);
    if (!first)
        return std::nullopt;
    double inches = *first;
    if (reader.takeAny({"'", "ft"})) {
        inches = *first * 12;
        const bool isDashed = reader.take("-"); // 9'-6" as drawings have it: no difference
        if (isDashed || !reader.isAtEnd()) {
            const std::optional<double> rest = mixedNumber(reader);
            if (!rest || *rest < 0)
                return std::nullopt;
            inches += *rest;
            reader.takeAny({"\"", "''", "in"}); // behind feet a number can mean nothing else
        }
    } else if (!reader.takeAny({"\"", "''", "in"})) {
        return std::nullopt;
    }
    if (!reader.isAtEnd())
        return std::nullopt;
    return (isNegative ? -inches : inches) * kInch;
}

} // namespace rackwright
