// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Quantity<D, N>: a number in SI units with a compile-time dimension. N is double for a plain quantity, Value for one
// with range and unknowns, Traced for one with its derivation; kernels are templates over N.

#include "model/units/dimension.h"

#include <concepts>
#include <utility>

namespace rackwright {

/// A number of a dimension, which the compiler checks, in coherent SI. N is double, Value or Traced.
template <class D, class N = double>
class Quantity {
public:
    using DimensionType = D;
    using Number = N;

    Quantity() = default;
    /// `si` is in the coherent SI unit of D (byte and operation for information).
    constexpr explicit Quantity(N si) : m_si(std::move(si)) {}

    constexpr const N& si() const { return m_si; }
    /// The number of `unit`s in this quantity.
    constexpr N in(const Quantity<D, double>& unit) const { return m_si / unit.si(); }

    friend constexpr Quantity operator+(const Quantity& a, const Quantity& b) { return Quantity(a.m_si + b.m_si); }
    friend constexpr Quantity operator-(const Quantity& a, const Quantity& b) { return Quantity(a.m_si - b.m_si); }
    friend constexpr Quantity operator*(const Quantity& a, const N& b)
        requires(!std::same_as<D, dim::None>)
    {
        return Quantity(a.m_si * b);
    }
    friend constexpr Quantity operator*(const N& a, const Quantity& b)
        requires(!std::same_as<D, dim::None>)
    {
        return Quantity(a * b.m_si);
    }
    friend constexpr Quantity operator/(const Quantity& a, const N& b)
        requires(!std::same_as<D, dim::None>)
    {
        return Quantity(a.m_si / b);
    }
    constexpr Quantity operator-() const
        requires std::same_as<N, double>
    {
        return Quantity(-m_si);
    }
    constexpr Quantity& operator+=(const Quantity& other) { return *this = *this + other; }
    constexpr Quantity& operator-=(const Quantity& other) { return *this = *this - other; }
    friend constexpr bool operator==(const Quantity& a, const Quantity& b)
        requires std::equality_comparable<N>
    {
        return a.m_si == b.m_si;
    }
    friend constexpr auto operator<=>(const Quantity& a, const Quantity& b)
        requires std::same_as<N, double>
    {
        return a.m_si <=> b.m_si;
    }

private:
    N m_si{};
};

template <class X, class Y, class N>
constexpr auto operator*(const Quantity<X, N>& a, const Quantity<Y, N>& b) {
    return Quantity<DimensionProduct<X, Y>, N>(a.si() * b.si());
}
template <class X, class Y, class N>
constexpr auto operator/(const Quantity<X, N>& a, const Quantity<Y, N>& b) {
    return Quantity<DimensionQuotient<X, Y>, N>(a.si() / b.si());
}

template <class N = double>
using Ratio = Quantity<dim::None, N>;
using Area = Quantity<dim::Area>;
using Volume = Quantity<dim::Volume>;
using Mass = Quantity<dim::Mass>;
using AreaLoad = Quantity<dim::AreaLoad>;
using TimeSpan = Quantity<dim::Time>;
using Frequency = Quantity<dim::Rate>;
using TemperatureDifference = Quantity<dim::Temperature>;
using Current = Quantity<dim::Current>;
using Power = Quantity<dim::Power>;
using Energy = Quantity<dim::Energy>;
using Voltage = Quantity<dim::Voltage>;
using Pressure = Quantity<dim::Pressure>;
using VolumeFlow = Quantity<dim::VolumeFlow>;
using DataSize = Quantity<dim::Data>;
using DataRate = Quantity<dim::DataRate>;
using OperationRate = Quantity<dim::OperationRate>;
using Distance = Quantity<dim::Length>;

/// An absolute temperature; kept apart from differences so that 20 C + 20 C does not compile.
class Temperature {
public:
    Temperature() = default;
    static constexpr Temperature celsius(double degrees) { return Temperature(degrees + 273.15); }
    static constexpr Temperature kelvin(double k) { return Temperature(k); }
    constexpr double inCelsius() const { return m_kelvin - 273.15; }
    constexpr double inKelvin() const { return m_kelvin; }
    friend constexpr Temperature operator+(Temperature t, TemperatureDifference d) {
        return Temperature(t.m_kelvin + d.si());
    }
    friend constexpr TemperatureDifference operator-(Temperature a, Temperature b) {
        return TemperatureDifference(a.m_kelvin - b.m_kelvin);
    }
    friend constexpr auto operator<=>(Temperature, Temperature) = default;

private:
    constexpr explicit Temperature(double k) : m_kelvin(k) {}
    double m_kelvin = 273.15;
};

/// One of each unit, for writing `10.2 * kilowatt` and `power.in(kilowatt)`. GB and GiB are distinct on purpose.
namespace unit {
inline constexpr Power watt{1.0}, kilowatt{1e3}, megawatt{1e6};
inline constexpr Power btuPerHour{0.29307107}; // International Table BTU, 1055.05585262 J
inline constexpr Energy joule{1.0}, kilowattHour{3.6e6}, megawattHour{3.6e9};
inline constexpr Mass kilogram{1.0}, tonne{1e3};
inline constexpr AreaLoad kilogramPerSquareMetre{1.0};
inline constexpr Area squareMetre{1.0};
inline constexpr Volume cubicMetre{1.0}, litre{1e-3};
inline constexpr TimeSpan second{1.0}, minute{60.0}, hour{3600.0}, day{86400.0}, year{31557600.0};
inline constexpr TemperatureDifference kelvin{1.0};
inline constexpr Current ampere{1.0};
inline constexpr Voltage volt{1.0};
inline constexpr Pressure pascal{1.0}, kilopascal{1e3};
inline constexpr VolumeFlow cubicMetrePerSecond{1.0}, cubicMetrePerHour{1.0 / 3600.0}, litrePerMinute{1e-3 / 60.0};
inline constexpr VolumeFlow cubicFootPerMinute{0.00047194745};
inline constexpr DataSize byte{1.0}, gigabyte{1e9}, gibibyte{1073741824.0}, terabyte{1e12}, tebibyte{1099511627776.0};
inline constexpr DataSize petabyte{1e15};
inline constexpr DataRate gigabytePerSecond{1e9}, gigabitPerSecond{1.25e8}, terabitPerSecond{1.25e11};
inline constexpr OperationRate teraflops{1e12}, petaflops{1e15};
inline constexpr Distance metre{1.0};
inline constexpr Ratio<> one{1.0}, percent{0.01};
} // namespace unit

} // namespace rackwright
