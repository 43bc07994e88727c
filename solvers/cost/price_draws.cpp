// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/price_draws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace rackwright {

namespace {

/// SplitMix64 (Steele, Lea, Flood 2014): its numbers are the same with every library.
class Random {
public:
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    /// Above 0 and below 1.
    double share() { return (static_cast<double>(next() >> 12) + 0.5) / 4503599627370496.0; }
    /// Standard normal (Box and Muller 1958).
    double normal() {
        if (m_hasSecond) {
            m_hasSecond = false;
            return m_second;
        }
        const double radius = std::sqrt(-2 * std::log(share()));
        const double angle = 2 * std::numbers::pi * share();
        m_second = radius * std::sin(angle);
        m_hasSecond = true;
        return radius * std::cos(angle);
    }

private:
    std::uint64_t m_state = 0x5EED;
    double m_second = 0;
    bool m_hasSecond = false;
};

double shareBelow(double normal) { return 0.5 * std::erfc(-normal / std::numbers::sqrt2); }

/// The first of the sequence, drawn once: every solve draws the same. Of a longer bill they come again.
constexpr std::size_t kNormals = std::size_t{1} << 18;
const std::vector<double>& normals() {
    static const std::vector<double> drawn = [] {
        Random random;
        std::vector<double> all(kNormals);
        std::ranges::generate(all, [&random] { return random.normal(); });
        return all;
    }();
    return drawn;
}

/// The amount of a line over a standard normal, read between points that are close enough for no cent of a draw to
/// matter.
class AmountByNormal {
public:
    explicit AmountByNormal(const PriceTriangle& line) {
        for (std::size_t i = 0; i < m_points.size(); ++i)
            m_points[i] =
                triangularAt(line.low, line.typical, line.high, shareBelow(static_cast<double>(i) / kPerUnit - kReach));
    }
    double at(double normal) const {
        const double place = (std::clamp(normal, -kReach, kReach) + kReach) * kPerUnit;
        const auto below = std::min(static_cast<std::size_t>(place), m_points.size() - 2);
        return std::lerp(m_points[below], m_points[below + 1], place - static_cast<double>(below));
    }

private:
    static constexpr double kReach = 4, kPerUnit = 16;
    std::array<double, 129> m_points;
};

} // namespace

double triangularAt(double low, double typical, double high, double share) {
    const double width = high - low;
    if (!(width > 0))
        return typical;
    const double split = (typical - low) / width;
    return share < split ? low + std::sqrt(share * width * (typical - low))
                         : high - std::sqrt((1 - share) * width * (high - typical));
}

PriceSpread priceSpread(const Bill& bill) {
    PriceSpread spread;
    for (const BillLine& line : bill.lines) {
        if (!line.counts())
            continue;
        spread.grade = weakest(spread.grade, line.grade());
        ++(line.amount ? spread.known : spread.unknown);
        if (!line.amount)
            continue;
        const PriceTriangle triangle{line.amount->low.inUnits(), line.amount->typical.inUnits(),
                                     line.amount->high.inUnits()};
        if (triangle.low < triangle.high)
            spread.moving.push_back(triangle);
        else
            spread.fixed += triangle.typical;
    }
    return spread;
}

PriceDraws priceDraws(const PriceSpread& spread, double correlation) {
    if (spread.known == 0)
        return {Value::unknown(spread.grade), Value::unknown(spread.grade), Value::unknown(spread.grade)};
    const double together = std::sqrt(std::clamp(correlation, 0.0, 1.0));
    const double apart = std::sqrt(1 - together * together);
    const std::vector<AmountByNormal> amounts(spread.moving.begin(), spread.moving.end());
    const std::vector<double>& drawn = normals();
    std::size_t next = 0;
    const auto normal = [&drawn, &next] { return drawn[next++ % kNormals]; };
    std::vector<double> totals(kPriceDraws, spread.fixed);
    for (double& total : totals) {
        const double common = together * normal();
        for (const AmountByNormal& amount : amounts)
            total += amount.at(common + apart * normal());
    }
    std::ranges::sort(totals);
    const auto at = [&](double share) {
        const auto place = static_cast<std::size_t>(share * kPriceDraws);
        const Value value = Value(totals[place], spread.grade).withTerms(spread.known);
        return spread.unknown == 0 ? value : value + Value::unknown(spread.grade).withTerms(spread.unknown);
    };
    return {at(0.10), at(0.50), at(0.90)};
}

} // namespace rackwright
