// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The total of a bill as a distribution: each line a triangle between its low and high amount, lines moved together by
// what moves all prices, drawn with a fixed seed. It reads amounts of lines and nothing else.

#include "solvers/cost/bill.h"

#include <cstdint>
#include <vector>

namespace rackwright {

inline constexpr int kPriceDraws = 2'000;

struct PriceDraws {
    Value p10, p50, p90; ///< units of the bill's currency; lower bounds while a line has no amount, unknown without any
};

/// A price that a line may come to, in units of the bill's currency.
struct PriceTriangle {
    double low = 0, typical = 0, high = 0;
    bool operator==(const PriceTriangle&) const = default;
};

/// What draws rest on: of equal ones the draws are equal.
struct PriceSpread {
    double fixed = 0;                  ///< sum of the lines without a range
    std::vector<PriceTriangle> moving; ///< in the order of the bill
    std::int64_t known = 0, unknown = 0;
    Grade grade = Grade::Measured;
    bool operator==(const PriceSpread&) const = default;
};
PriceSpread priceSpread(const Bill& bill);

/// `correlation` of the lines among each other, 0 to 1 (Gaussian copula with one common factor). The same bill gives
/// the same numbers everywhere.
PriceDraws priceDraws(const PriceSpread& spread, double correlation);

/// The inverse of the triangular distribution at `share`, 0 to 1.
double triangularAt(double low, double typical, double high, double share);

} // namespace rackwright
