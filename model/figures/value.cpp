// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figures/value.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>

namespace rackwright {

namespace {

// x / x = 1 for a point divided by itself keeps points as points: interval ends are taken over the four corners.
struct Ends {
    double low, high;
};

Ends ends(std::initializer_list<double> corners) { return {std::min(corners), std::max(corners)}; }

// A few roundings of 1.1e-16 each must not cost a unit: 0.3 / 0.1 is 3 and not 2.9999999999999996.
constexpr double kCountingNoise = 1e-12;

bool isNonNegative(const Value& v) { return v.low() >= 0; }

} // namespace

// Nothing is known of a number that left the range of numbers, or that never was one.
Value Value::finiteOrUnknown() const {
    if (std::isfinite(m_low) && std::isfinite(m_typical) && std::isfinite(m_high))
        return *this;
    Value v = unknown(m_grade);
    v.m_terms = m_terms;
    v.m_unknown = m_terms;
    return v;
}

Value::Value(double known, Grade grade)
    : m_low(known), m_typical(known), m_high(known), m_unknown(0), m_terms(1), m_grade(grade) {
    if (!std::isfinite(known)) {
        m_low = m_typical = m_high = 0;
        m_unknown = 1;
    }
}

Value Value::range(double low, double typical, double high, Grade grade) {
    Value v(typical, grade);
    if (v.isUnknown())
        return v;
    v.m_low = low;
    v.m_high = high;
    return v.finiteOrUnknown();
}

Value Value::unknown(Grade grade) {
    Value v;
    v.m_grade = grade;
    return v;
}

Value Value::withTerms(std::int64_t count) const {
    Value v = *this;
    if (m_terms == 1) {
        v.m_unknown = m_unknown * count;
        v.m_terms = count;
    }
    return v;
}

Value Value::withGrade(Grade grade) const {
    Value v = *this;
    v.m_grade = grade;
    return v;
}

// Sums of sums may count the same terms many times over: beyond this the counts only say "many".
constexpr std::int64_t kMostTerms = std::int64_t{1} << 53;

Value operator+(const Value& a, const Value& b) {
    Value v;
    v.m_low = a.m_low + b.m_low;
    v.m_typical = a.m_typical + b.m_typical;
    v.m_high = a.m_high + b.m_high;
    v.m_unknown = a.m_unknown + b.m_unknown;
    v.m_terms = a.m_terms + b.m_terms;
    if (v.m_terms > kMostTerms) {
        v.m_unknown = v.isUnknown() ? kMostTerms : std::min(v.m_unknown, kMostTerms - 1);
        v.m_terms = kMostTerms;
    }
    v.m_grade = weakest(a.m_grade, b.m_grade);
    return v.finiteOrUnknown();
}

Value operator-(const Value& a, const Value& b) {
    const Grade grade = weakest(a.m_grade, b.m_grade);
    if (!b.isKnown() || a.isUnknown())
        return Value::unknown(grade);
    Value v;
    v.m_low = a.m_low - b.m_high;
    v.m_typical = a.m_typical - b.m_typical;
    v.m_high = a.m_high - b.m_low;
    v.m_unknown = a.m_unknown;
    v.m_terms = a.m_terms;
    v.m_grade = grade;
    return v.finiteOrUnknown();
}

Value operator*(const Value& a, const Value& b) {
    const Grade grade = weakest(a.m_grade, b.m_grade);
    const bool isBounded = (a.isKnown() || isNonNegative(b)) && (b.isKnown() || isNonNegative(a));
    if (a.isUnknown() || b.isUnknown() || !isBounded || (!a.isKnown() && !b.isKnown()))
        return Value::unknown(grade).withTerms(std::max(a.m_terms, b.m_terms));
    const Ends e = ends({a.m_low * b.m_low, a.m_low * b.m_high, a.m_high * b.m_low, a.m_high * b.m_high});
    Value v = Value::range(e.low, a.m_typical * b.m_typical, e.high, grade);
    if (v.isUnknown())
        return v.withTerms(std::max(a.m_terms, b.m_terms));
    v.m_unknown = a.m_unknown + b.m_unknown;
    v.m_terms = std::max(a.m_terms, b.m_terms);
    return v;
}

Value operator/(const Value& a, const Value& b) {
    const Grade grade = weakest(a.m_grade, b.m_grade);
    const bool crossesZero = b.m_low <= 0 && b.m_high >= 0;
    if (a.isUnknown() || !b.isKnown() || crossesZero || (!a.isKnown() && b.m_low < 0))
        return Value::unknown(grade).withTerms(std::max(a.m_terms, b.m_terms));
    const Ends e = ends({a.m_low / b.m_low, a.m_low / b.m_high, a.m_high / b.m_low, a.m_high / b.m_high});
    Value v = Value::range(e.low, a.m_typical / b.m_typical, e.high, grade);
    if (v.isUnknown())
        return v.withTerms(std::max(a.m_terms, b.m_terms));
    v.m_unknown = a.m_unknown;
    v.m_terms = a.m_terms;
    return v;
}

bool operator==(const Value& a, const Value& b) {
    const auto same = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    return same(a.m_low, b.m_low) && same(a.m_typical, b.m_typical) && same(a.m_high, b.m_high) &&
           a.m_unknown == b.m_unknown && a.m_terms == b.m_terms && a.m_grade == b.m_grade;
}

Value maximum(const Value& a, const Value& b) {
    if (a.isUnknown() && b.isUnknown())
        return a + b;
    const Grade grade = weakest(a.grade(), b.grade());
    Value known = a.isUnknown()   ? b
                  : b.isUnknown() ? a
                                  : Value::range(std::max(a.low(), b.low()), std::max(a.typical(), b.typical()),
                                                 std::max(a.high(), b.high()), grade);
    known = known.withGrade(grade);
    return a.isKnown() && b.isKnown() ? known : (known.isKnown() ? known + Value::unknown(grade) : known);
}

Value minimum(const Value& a, const Value& b) {
    const Grade grade = weakest(a.grade(), b.grade());
    if (!a.isKnown() || !b.isKnown())
        return Value::unknown(grade);
    return Value::range(std::min(a.low(), b.low()), std::min(a.typical(), b.typical()), std::min(a.high(), b.high()),
                        grade);
}

Value squareRoot(const Value& v) {
    return increasing(v, [](double x) { return std::sqrt(x); });
}
Value exponential(const Value& v) {
    return increasing(v, [](double x) { return std::exp(x); });
}
Value naturalLog(const Value& v) {
    return increasing(v, [](double x) { return std::log(x); });
}
Value exponentialLessOne(const Value& v) {
    return increasing(v, [](double x) { return std::expm1(x); });
}
Value logOfOnePlus(const Value& v) {
    return increasing(v, [](double x) { return std::log1p(x); });
}
Value ceiling(const Value& v) {
    return increasing(v, [](double x) { return ceiling(x); });
}
Value floorOf(const Value& v) {
    return increasing(v, [](double x) { return floorOf(x); });
}

Value power(const Value& base, const Value& exponent) {
    const Grade grade = weakest(base.grade(), exponent.grade());
    if (!base.isKnown() || !exponent.isKnown())
        return Value::unknown(grade);
    const Ends e = ends({std::pow(base.low(), exponent.low()), std::pow(base.low(), exponent.high()),
                         std::pow(base.high(), exponent.low()), std::pow(base.high(), exponent.high())});
    return Value::range(e.low, std::pow(base.typical(), exponent.typical()), e.high, grade);
}

double maximum(double a, double b) { return std::max(a, b); }
double minimum(double a, double b) { return std::min(a, b); }
double squareRoot(double v) { return std::sqrt(v); }
double exponential(double v) { return std::exp(v); }
double naturalLog(double v) { return std::log(v); }
double exponentialLessOne(double v) { return std::expm1(v); }
double logOfOnePlus(double v) { return std::log1p(v); }
double power(double base, double exponent) { return std::pow(base, exponent); }
double ceiling(double v) { return std::ceil(v - std::abs(v) * kCountingNoise); }
double floorOf(double v) { return std::floor(v + std::abs(v) * kCountingNoise); }

} // namespace rackwright
