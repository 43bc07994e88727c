// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/print.h"

#include "model/base/check.h"
#include "model/units/number_text.h"

#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>

namespace rackwright {

namespace {

/// A unit and the SI magnitude from which it is used; scales run from small to large.
struct Step {
    std::string_view unit;
    double from;
};

constexpr Step kLengthSteps[] = {{"mm", 0}, {"m", 10}, {"km", 10'000}};
constexpr Step kMassSteps[] = {{"kg", 0}, {"t", 10'000}};
constexpr Step kTimeSteps[] = {{"us", 0}, {"ms", 1e-3}, {"s", 1}, {"min", 120}, {"h", 7200}, {"d", 172'800}};
constexpr Step kPowerSteps[] = {{"W", 0}, {"kW", 1e3}, {"MW", 1e6}, {"GW", 1e9}};
constexpr Step kEnergySteps[] = {{"J", 0}, {"Wh", 3600}, {"kWh", 3.6e6}, {"MWh", 3.6e9}, {"GWh", 3.6e12}};
constexpr Step kPressureSteps[] = {{"Pa", 0}, {"kPa", 1e3}, {"MPa", 1e6}};
constexpr Step kFlowSteps[] = {{"L/min", 0}, {"m3/h", 0.05}};
constexpr Step kRateSteps[] = {{"Hz", 0}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};
constexpr Step kCurrentSteps[] = {{"mA", 0}, {"A", 1}, {"kA", 10'000}};
constexpr Step kVoltageSteps[] = {{"V", 0}, {"kV", 1e3}};
constexpr Step kDataSteps[] = {{"B", 0},     {"kB", 1e3},  {"MB", 1e6}, {"GB", 1e9},
                               {"TB", 1e12}, {"PB", 1e15}, {"EB", 1e18}};
constexpr Step kBinaryDataSteps[] = {{"B", 0},
                                     {"KiB", 1024.0},
                                     {"MiB", 1048576.0},
                                     {"GiB", 1073741824.0},
                                     {"TiB", 1099511627776.0},
                                     {"PiB", 1125899906842624.0}};
constexpr Step kDataRateSteps[] = {{"B/s", 0},    {"kB/s", 1e3},  {"MB/s", 1e6},
                                   {"GB/s", 1e9}, {"TB/s", 1e12}, {"PB/s", 1e15}};
constexpr Step kOperationSteps[] = {{"FLOP", 0}, {"TFLOP", 1e12}, {"PFLOP", 1e15}, {"EFLOP", 1e18}, {"ZFLOP", 1e21}};
constexpr Step kOperationRateSteps[] = {
    {"FLOP/s", 0}, {"GFLOP/s", 1e9}, {"TFLOP/s", 1e12}, {"PFLOP/s", 1e15}, {"EFLOP/s", 1e18}};

struct Scale {
    RuntimeDimension dimension;
    std::span<const Step> steps;
};

constexpr Scale kScales[] = {
    {runtimeDimension<dim::Length>(), kLengthSteps},
    {runtimeDimension<dim::Mass>(), kMassSteps},
    {runtimeDimension<dim::Time>(), kTimeSteps},
    {runtimeDimension<dim::Power>(), kPowerSteps},
    {runtimeDimension<dim::Energy>(), kEnergySteps},
    {runtimeDimension<dim::Pressure>(), kPressureSteps},
    {runtimeDimension<dim::VolumeFlow>(), kFlowSteps},
    {runtimeDimension<dim::Rate>(), kRateSteps},
    {runtimeDimension<dim::Current>(), kCurrentSteps},
    {runtimeDimension<dim::Voltage>(), kVoltageSteps},
    {runtimeDimension<dim::Data>(), kDataSteps},
    {runtimeDimension<dim::DataRate>(), kDataRateSteps},
    {runtimeDimension<dim::Operations>(), kOperationSteps},
    {runtimeDimension<dim::OperationRate>(), kOperationRateSteps},
};

const Unit& known(std::string_view symbol) {
    const Unit* unit = findUnit(symbol);
    RW_CHECK(unit, "scales name units of the table");
    return *unit;
}

double magnitude(const PrintedQuantity& printed) {
    return std::abs(plainNumber(printed.digits).value_or(0)) * known(printed.unit).factor();
}

// The rounded value decides: 999.96 kW to four digits is 1 MW, never 1000 kW.
PrintedQuantity printedOn(std::span<const Step> steps, double si, int significantDigits) {
    PrintedQuantity best = printedIn(si, known(steps.front().unit), significantDigits);
    for (const Step& step : steps.subspan(1))
        if (std::abs(si) >= step.from || magnitude(best) >= step.from)
            best = printedIn(si, known(step.unit), significantDigits);
    return best;
}

} // namespace

std::string joined(const PrintedQuantity& printed) {
    return printed.unit.empty() ? printed.digits : printed.digits + " " + printed.unit;
}

PrintedQuantity printedIn(double si, const Unit& unit, int significantDigits) {
    return {roundedDigits(unit.fromSi(si), significantDigits), std::string(unit.symbol)};
}

PrintedQuantity printed(double si, RuntimeDimension dimension, int significantDigits) {
    for (const Scale& scale : kScales)
        if (scale.dimension == dimension)
            return printedOn(scale.steps, si, significantDigits);
    const Unit* unit = coherentUnit(dimension);
    RW_CHECK(unit, "every dimension that is printed has a coherent unit in the table");
    return printedIn(si, *unit, significantDigits);
}

PrintedQuantity printed(Temperature temperature, int significantDigits) {
    return printedIn(temperature.inKelvin(), known("C"), significantDigits);
}

PrintedQuantity printedBinary(const DataSize& size, int significantDigits) {
    return printedOn(kBinaryDataSteps, size.si(), significantDigits);
}

std::string writtenExactly(double si, const Unit& unit) {
    const double value = unit.fromSi(si);
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double candidate : {value, std::nextafter(value, -infinity), std::nextafter(value, infinity)})
        if (std::isfinite(candidate) && unit.toSi(candidate) == si)
            return joined({shortestDigits(candidate), std::string(unit.symbol)});
    const Unit* coherent = coherentUnit(unit.dimension);
    RW_CHECK(coherent, "every dimension of the unit table has a coherent unit");
    if (coherent->symbol.empty() && &unit != coherent) // a number alone would be read in percent
        return shortestDigits(si) + " * 100 %";
    return joined({shortestDigits(si), std::string(coherent->symbol)});
}

} // namespace rackwright
