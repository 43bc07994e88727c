// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Length: an integer of micrometres, so that 1 mm, 1 inch and 1 U (44,450 um) are exact and sums of places never drift.

#include "model/units/quantity.h"

#include <compare>
#include <cstdint>

namespace rackwright {

/// A length of the drawing in whole micrometres, so that sums and comparisons are exact; figures use Distance (a double
/// in metres).
class Length {
public:
    constexpr Length() = default;
    static constexpr Length micrometres(std::int64_t um) { return Length(um); }
    static constexpr Length millimetres(std::int64_t mm) { return Length(mm * 1000); }
    static constexpr Length metres(std::int64_t m) { return Length(m * 1'000'000); }
    static constexpr Length inches(std::int64_t inch) { return Length(inch * 25'400); }
    static constexpr Length rackUnits(std::int64_t u) { return Length(u * 44'450); }
    /// The nearest micrometre, half away from zero.
    static constexpr Length nearest(double metres) {
        const double um = metres * 1e6;
        return Length(static_cast<std::int64_t>(um < 0 ? um - 0.5 : um + 0.5));
    }

    constexpr std::int64_t inMicrometres() const { return m_um; }
    /// For printing and arithmetic that need not be exact; so is inMetres().
    constexpr double inMillimetres() const { return static_cast<double>(m_um) / 1e3; }
    constexpr double inMetres() const { return static_cast<double>(m_um) / 1e6; }
    /// The same as a quantity for formulas, in metres.
    constexpr Distance distance() const { return Distance(inMetres()); }

    friend constexpr Length operator+(Length a, Length b) { return Length(a.m_um + b.m_um); }
    friend constexpr Length operator-(Length a, Length b) { return Length(a.m_um - b.m_um); }
    constexpr Length operator-() const { return Length(-m_um); }
    friend constexpr Length operator*(Length a, std::int64_t n) { return Length(a.m_um * n); }
    friend constexpr Length operator*(std::int64_t n, Length a) { return Length(a.m_um * n); }
    friend constexpr Length operator/(Length a, std::int64_t n) { return Length(a.m_um / n); }
    friend constexpr std::int64_t operator/(Length a, Length b) { return a.m_um / b.m_um; }
    constexpr Length& operator+=(Length other) { return *this = *this + other; }
    constexpr Length& operator-=(Length other) { return *this = *this - other; }
    friend constexpr auto operator<=>(Length, Length) = default;

private:
    constexpr explicit Length(std::int64_t um) : m_um(um) {}
    std::int64_t m_um = 0;
};

inline constexpr Length kRackUnit = Length::rackUnits(1); // EIA-310: 1.75 inch
inline constexpr Length kOpenUnit = Length::millimetres(48); // Open Rack OU

inline constexpr Area operator*(Length a, Length b) { return Area(a.inMetres() * b.inMetres()); }

} // namespace rackwright
