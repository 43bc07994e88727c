// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The core of printing: which unit a value reads best in and its digits, without locale or language. The quantity
// printer of ui sets the locale's marks; files write exactly, in one unit per column.

#include "model/units/quantity.h"
#include "model/units/units.h"

#include <string>

namespace rackwright {

struct PrintedQuantity {
    std::string digits; ///< with point, without grouping
    std::string unit;   ///< symbol; empty for a pure number
    bool operator==(const PrintedQuantity&) const = default;
};

/// "10.2 kW"; no blank where there is no unit.
std::string joined(const PrintedQuantity& printed);

/// In the unit in which the trade reads a value of that size: kW from 1 kW, m from 10 m, kg to 10 t, TB from 1 TB.
PrintedQuantity printed(double si, RuntimeDimension dimension, int significantDigits = 3);

/// The same by the quantity's own dimension.
template <class D>
PrintedQuantity printed(const Quantity<D>& quantity, int significantDigits = 3) {
    return printed(quantity.si(), runtimeDimension<D>(), significantDigits);
}

/// In degrees Celsius.
PrintedQuantity printed(Temperature temperature, int significantDigits = 3);

/// As printed(), in powers of 1,024 (GiB); decimal and binary bytes never mix in one figure.
PrintedQuantity printedBinary(const DataSize& size, int significantDigits = 3);

PrintedQuantity printedIn(double si, const Unit& unit, int significantDigits = 3);

/// Text that parseSi reads back as exactly `si`: the shortest in `unit` if there is one, else in the coherent SI unit.
std::string writtenExactly(double si, const Unit& unit);

} // namespace rackwright
