// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Value: a plain figure: low, typical and high number with how many of its terms are unknown and its weakest grade.
// Unknown is never 0: a sum with unknown terms is a lower bound, a product or quotient with one is unknown. What leaves
// the range of numbers is unknown too: no value is infinite.

#include "model/figures/grade.h"

#include <cstdint>

namespace rackwright {

/// A number in SI (or in the unit that its kernel says) with its range, its unknown terms and its grade.
class Value {
public:
    /// Unknown, of one term.
    Value() = default;
    Value(double known, Grade grade = Grade::Measured);
    /// Unknown where an end is not finite.
    static Value range(double low, double typical, double high, Grade grade);
    static Value unknown(Grade grade = Grade::Measured);

    /// Of a lower bound the sum of what is known; 0 where nothing is, so ask isUnknown() first.
    double low() const { return m_low; }
    double typical() const { return m_typical; }
    double high() const { return m_high; }
    Grade grade() const { return m_grade; }
    /// How many of `terms()` are unknown.
    std::int64_t unknownTerms() const { return m_unknown; }
    std::int64_t terms() const { return m_terms; }

    /// False of a lower bound too.
    bool isKnown() const { return m_unknown == 0; }
    bool isLowerBound() const { return m_unknown > 0 && m_unknown < m_terms; }
    bool isUnknown() const { return m_unknown >= m_terms; }
    /// Whether low and high differ.
    bool isRange() const { return m_low < m_high; }

    /// The same number standing for `count` like terms ("2 of 7 unknown"), for repeated devices.
    Value withTerms(std::int64_t count) const;
    Value withGrade(Grade grade) const;

    friend Value operator+(const Value& a, const Value& b);
    friend Value operator-(const Value& a, const Value& b);
    friend Value operator*(const Value& a, const Value& b);
    friend Value operator/(const Value& a, const Value& b);
    /// Bit for bit.
    friend bool operator==(const Value& a, const Value& b);

private:
    Value finiteOrUnknown() const;

    double m_low = 0, m_typical = 0, m_high = 0;
    std::int64_t m_unknown = 1, m_terms = 1;
    Grade m_grade = Grade::Measured;
};

/// Applies an increasing function to low, typical and high; unknown stays unknown, a lower bound a lower bound.
template <class Function>
Value increasing(const Value& v, Function function) {
    if (v.isUnknown())
        return v;
    const Value mapped = Value::range(function(v.low()), function(v.typical()), function(v.high()), v.grade());
    return v.isKnown() ? mapped : mapped + Value::unknown(v.grade());
}

// The functions of a number that kernels use; each exists for double, Value and Traced.
/// With one side unknown, the other as a lower bound; unknown when both are.
Value maximum(const Value& a, const Value& b);
/// Unknown while a side is not wholly known.
Value minimum(const Value& a, const Value& b);
Value squareRoot(const Value& v);
Value exponential(const Value& v);
Value naturalLog(const Value& v);
/// exp(v) - 1 and ln(1 + v), exact where v is next to zero.
Value exponentialLessOne(const Value& v);
Value logOfOnePlus(const Value& v);
/// Unknown while either is not wholly known.
Value power(const Value& base, const Value& exponent);
/// Whole numbers up and down, for counts of units: a value within 1e-12 of a whole number (relative) is that number, so
/// that divisions which are exact in decimals count exactly (0.3 / 0.1 = 3).
Value ceiling(const Value& v);
Value floorOf(const Value& v);

double maximum(double a, double b);
double minimum(double a, double b);
double squareRoot(double v);
double exponential(double v);
double naturalLog(double v);
double exponentialLessOne(double v);
double logOfOnePlus(double v);
double power(double base, double exponent);
double ceiling(double v);
double floorOf(double v);

} // namespace rackwright
