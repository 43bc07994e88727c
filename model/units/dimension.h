// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Dimensions of physical and information quantities as compile-time types, with the same algebra at run time
// (for units read from text). Money is no dimension: see money.h.

#include <compare>

namespace rackwright {

/// Exponents of metre, kilogram, second, kelvin, ampere, byte and operation (FLOP).
template <int M, int Kg, int S, int K = 0, int A = 0, int B = 0, int Op = 0>
struct Dimension {
    static constexpr int metre = M, kilogram = Kg, second = S, kelvin = K, ampere = A, byte = B, operation = Op;
};

template <class X, class Y>
using DimensionProduct = Dimension<X::metre + Y::metre, X::kilogram + Y::kilogram, X::second + Y::second,
                                   X::kelvin + Y::kelvin, X::ampere + Y::ampere, X::byte + Y::byte,
                                   X::operation + Y::operation>;
template <class X, class Y>
using DimensionQuotient = Dimension<X::metre - Y::metre, X::kilogram - Y::kilogram, X::second - Y::second,
                                    X::kelvin - Y::kelvin, X::ampere - Y::ampere, X::byte - Y::byte,
                                    X::operation - Y::operation>;

/// Exponents of the base units, where the dimension is known at run time only; bytes and operations are bases of their
/// own.
struct RuntimeDimension {
    int metre = 0, kilogram = 0, second = 0, kelvin = 0, ampere = 0, byte = 0, operation = 0;
    friend constexpr bool operator==(const RuntimeDimension&, const RuntimeDimension&) = default;
};

template <class D>
constexpr RuntimeDimension runtimeDimension() {
    return {D::metre, D::kilogram, D::second, D::kelvin, D::ampere, D::byte, D::operation};
}

constexpr RuntimeDimension operator*(RuntimeDimension a, RuntimeDimension b) {
    return {a.metre + b.metre,   a.kilogram + b.kilogram, a.second + b.second,      a.kelvin + b.kelvin,
            a.ampere + b.ampere, a.byte + b.byte,         a.operation + b.operation};
}
constexpr RuntimeDimension operator/(RuntimeDimension a, RuntimeDimension b) {
    return {a.metre - b.metre,   a.kilogram - b.kilogram, a.second - b.second,      a.kelvin - b.kelvin,
            a.ampere - b.ampere, a.byte - b.byte,         a.operation - b.operation};
}

namespace dim {
using None = Dimension<0, 0, 0>;
using Length = Dimension<1, 0, 0>;
using Area = Dimension<2, 0, 0>;
using Volume = Dimension<3, 0, 0>;
using Mass = Dimension<0, 1, 0>;
using AreaLoad = Dimension<-2, 1, 0>;
using Density = Dimension<-3, 1, 0>;
using Time = Dimension<0, 0, 1>;
using Rate = Dimension<0, 0, -1>;
using Temperature = Dimension<0, 0, 0, 1>;
using Current = Dimension<0, 0, 0, 0, 1>;
using Power = Dimension<2, 1, -3>;
using Energy = Dimension<2, 1, -2>;
using Voltage = Dimension<2, 1, -3, 0, -1>;
using Pressure = Dimension<-1, 1, -2>;
using VolumeFlow = Dimension<3, 0, -1>;
using HeatCapacity = Dimension<2, 1, -2, -1>;
using Data = Dimension<0, 0, 0, 0, 0, 1>;
using DataRate = Dimension<0, 0, -1, 0, 0, 1>;
using Operations = Dimension<0, 0, 0, 0, 0, 0, 1>;
using OperationRate = Dimension<0, 0, -1, 0, 0, 0, 1>;
} // namespace dim

} // namespace rackwright
