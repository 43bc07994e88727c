// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/units.h"

#include "model/base/nearest.h"

#include <algorithm>
#include <cctype>

namespace rackwright {

namespace {

constexpr RuntimeDimension kNone = runtimeDimension<dim::None>();
constexpr RuntimeDimension kLength = runtimeDimension<dim::Length>();
constexpr RuntimeDimension kArea = runtimeDimension<dim::Area>();
constexpr RuntimeDimension kVolume = runtimeDimension<dim::Volume>();
constexpr RuntimeDimension kMass = runtimeDimension<dim::Mass>();
constexpr RuntimeDimension kAreaLoad = runtimeDimension<dim::AreaLoad>();
constexpr RuntimeDimension kDensity = runtimeDimension<dim::Density>();
constexpr RuntimeDimension kTime = runtimeDimension<dim::Time>();
constexpr RuntimeDimension kRate = runtimeDimension<dim::Rate>();
constexpr RuntimeDimension kSpeed = kLength / kTime;
constexpr RuntimeDimension kDelay = kTime / kLength;
constexpr RuntimeDimension kTemperature = runtimeDimension<dim::Temperature>();
constexpr RuntimeDimension kCurrent = runtimeDimension<dim::Current>();
constexpr RuntimeDimension kVoltage = runtimeDimension<dim::Voltage>();
constexpr RuntimeDimension kPower = runtimeDimension<dim::Power>();
constexpr RuntimeDimension kPowerDensity = kPower / kArea;
constexpr RuntimeDimension kPowerRamp = kPower / kTime;
constexpr RuntimeDimension kEnergy = runtimeDimension<dim::Energy>();
constexpr RuntimeDimension kPressure = runtimeDimension<dim::Pressure>();
constexpr RuntimeDimension kFlow = runtimeDimension<dim::VolumeFlow>();
constexpr RuntimeDimension kHeatCapacity = runtimeDimension<dim::HeatCapacity>();
constexpr RuntimeDimension kConductance = kPower / kTemperature;
constexpr RuntimeDimension kData = runtimeDimension<dim::Data>();
constexpr RuntimeDimension kDataRate = runtimeDimension<dim::DataRate>();
constexpr RuntimeDimension kOperations = runtimeDimension<dim::Operations>();
constexpr RuntimeDimension kOperationRate = runtimeDimension<dim::OperationRate>();

constexpr double kKibi = 1024, kMebi = kKibi * 1024, kGibi = kMebi * 1024, kTebi = kGibi * 1024, kPebi = kTebi * 1024;

// Conversions: NIST SP 811 (2008), appendix B. BTU is the International Table one, ton of refrigeration 12,000 BTU/h,
// the gallon the US liquid gallon, the year Julian (365.25 d), the inch of water at 4 C.
constexpr Unit kUnits[] = {
    {"", "", kNone},
    {"%", "percent", kNone, 1, 100},
    {"um", "\u00b5m \u03bcm", kLength, 1, 1'000'000},
    {"mm", "", kLength, 1, 1000},
    {"cm", "", kLength, 1, 100},
    {"m", "metre metres meter meters", kLength},
    {"km", "", kLength, 1000},
    {"in", "inch inches \" \u2033", kLength, 254, 10'000},
    {"ft", "foot feet ' \u2032", kLength, 3048, 10'000},
    {"U", "RU", kLength, 4445, 100'000},
    {"OU", "", kLength, 48, 1000},
    {"cm2", "cm\u00b2 cm^2", kArea, 1, 10'000},
    {"m2", "m\u00b2 m^2 sqm", kArea},
    {"ft2", "ft\u00b2 ft^2 sqft", kArea, 9290304, 100'000'000},
    {"L", "l litre litres liter liters", kVolume, 1, 1000},
    {"m3", "m\u00b3 m^3", kVolume},
    {"gal", "", kVolume, 3.785411784, 1000},
    {"ft3", "ft\u00b3 ft^3", kVolume, 0.028316846592},
    {"g", "", kMass, 1, 1000},
    {"kg", "", kMass},
    {"t", "tonne tonnes", kMass, 1000},
    {"lb", "lbs", kMass, 0.45359237},
    {"kg/m2", "kg/m\u00b2 kg/m^2", kAreaLoad},
    {"lb/ft2", "lb/ft\u00b2 lb/ft^2 lb/sqft psf", kAreaLoad, 0.45359237, 0.09290304},
    {"kg/m3", "kg/m\u00b3 kg/m^3", kDensity},
    {"ns", "", kTime, 1, 1'000'000'000},
    {"us", "\u00b5s \u03bcs", kTime, 1, 1'000'000},
    {"ms", "", kTime, 1, 1000},
    {"s", "sec", kTime},
    {"min", "", kTime, 60},
    {"h", "hr hour hours", kTime, 3600},
    {"d", "day days", kTime, 86'400},
    {"week", "weeks wk", kTime, 604'800},
    {"year", "years yr", kTime, 31'557'600},
    {"Hz", "1/s", kRate},
    {"kHz", "", kRate, 1000},
    {"MHz", "", kRate, 1e6},
    {"GHz", "", kRate, 1e9},
    {"rpm", "", kRate, 1, 60},
    {"m/s", "", kSpeed},
    {"s/m", "", kDelay},
    {"ns/m", "", kDelay, 1, 1'000'000'000},
    {"K", "kelvin", kTemperature},
    {"C", "\u00b0C degC", kTemperature, 1, 1, 273.15},
    {"F", "\u00b0F degF", kTemperature, 5, 9, 459.67 * 5 / 9},
    {"mA", "", kCurrent, 1, 1000},
    {"A", "amp amps", kCurrent},
    {"kA", "", kCurrent, 1000},
    {"V", "volt volts", kVoltage},
    {"kV", "", kVoltage, 1000},
    {"W", "watt watts", kPower},
    // A power factor of 1 turns VA into W.
    {"VA", "", kPower},
    {"kVA", "", kPower, 1000},
    {"MVA", "", kPower, 1e6},
    {"kW", "kw KW kWth", kPower, 1000},
    {"MW", "", kPower, 1e6},
    {"GW", "", kPower, 1e9},
    {"BTU/h", "BTU/hr Btu/h Btu/hr BTUH BTUh", kPower, 0.29307107},
    {"TR", "RT", kPower, 3516.853},
    {"W/m2", "W/m\u00b2 W/m^2", kPowerDensity},
    {"kW/m2", "kW/m\u00b2 kW/m^2", kPowerDensity, 1000},
    {"W/s", "", kPowerRamp},
    {"kW/s", "", kPowerRamp, 1000},
    {"J", "", kEnergy},
    {"kJ", "", kEnergy, 1000},
    {"MJ", "", kEnergy, 1e6},
    {"Wh", "", kEnergy, 3600},
    {"kWh", "kwh KWh", kEnergy, 3.6e6},
    {"MWh", "", kEnergy, 3.6e9},
    {"GWh", "", kEnergy, 3.6e12},
    {"BTU", "Btu", kEnergy, 1055.05585262},
    {"Pa", "", kPressure},
    {"kPa", "", kPressure, 1000},
    {"MPa", "", kPressure, 1e6},
    {"mbar", "", kPressure, 100},
    {"bar", "", kPressure, 1e5},
    {"psi", "", kPressure, 6894.757293168},
    {"kN/m2", "kN/m\u00b2 kN/m^2", kPressure, 1000},
    {"inH2O", "inwg inWC", kPressure, 249.082},
    {"m3/s", "m\u00b3/s m^3/s", kFlow},
    {"m3/h", "m\u00b3/h m^3/h", kFlow, 1, 3600},
    {"L/s", "l/s", kFlow, 1, 1000},
    {"L/min", "l/min lpm LPM", kFlow, 1, 60'000},
    {"CFM", "cfm", kFlow, 0.00047194745},
    {"gpm", "GPM", kFlow, 3.785411784, 60'000},
    {"J/K", "", kHeatCapacity},
    {"kJ/K", "", kHeatCapacity, 1000},
    {"W/K", "", kConductance},
    {"kW/K", "", kConductance, 1000},
    {"B", "byte bytes", kData},
    {"kB", "KB", kData, 1e3},
    {"MB", "", kData, 1e6},
    {"GB", "", kData, 1e9},
    {"TB", "", kData, 1e12},
    {"PB", "", kData, 1e15},
    {"EB", "", kData, 1e18},
    {"KiB", "", kData, kKibi},
    {"MiB", "", kData, kMebi},
    {"GiB", "", kData, kGibi},
    {"TiB", "", kData, kTebi},
    {"PiB", "", kData, kPebi},
    {"bit", "bits", kData, 1, 8},
    {"Gb", "Gbit", kData, 1e9, 8},
    {"B/s", "", kDataRate},
    {"kB/s", "KB/s", kDataRate, 1e3},
    {"MB/s", "", kDataRate, 1e6},
    {"GB/s", "", kDataRate, 1e9},
    {"TB/s", "", kDataRate, 1e12},
    {"PB/s", "", kDataRate, 1e15},
    {"MiB/s", "", kDataRate, kMebi},
    {"GiB/s", "", kDataRate, kGibi},
    {"b/s", "bit/s bps", kDataRate, 1, 8},
    {"Mb/s", "Mbit/s Mbps", kDataRate, 1e6, 8},
    {"Gb/s", "Gbit/s Gbps", kDataRate, 1e9, 8},
    {"Tb/s", "Tbit/s Tbps", kDataRate, 1e12, 8},
    {"FLOP", "", kOperations},
    {"TFLOP", "", kOperations, 1e12},
    {"PFLOP", "", kOperations, 1e15},
    {"EFLOP", "", kOperations, 1e18},
    {"ZFLOP", "", kOperations, 1e21},
    {"FLOP/s", "FLOPS", kOperationRate},
    {"GFLOP/s", "GFLOPS", kOperationRate, 1e9},
    {"TFLOP/s", "TFLOPS", kOperationRate, 1e12},
    {"PFLOP/s", "PFLOPS", kOperationRate, 1e15},
    {"EFLOP/s", "EFLOPS", kOperationRate, 1e18},
    {"TOPS", "", kOperationRate, 1e12},
};

template <class Visit>
void forEachSpelling(const Unit& unit, Visit visit) {
    visit(unit.symbol);
    std::string_view rest = unit.aliases;
    while (!rest.empty()) {
        const std::size_t blank = rest.find(' ');
        visit(rest.substr(0, blank));
        rest = blank == std::string_view::npos ? std::string_view{} : rest.substr(blank + 1);
    }
}

bool continuesWord(std::string_view rest) {
    if (rest.empty())
        return false;
    const auto first = static_cast<unsigned char>(rest.front());
    return std::isalnum(first) || first == '_' || first == '%' || rest.starts_with("\u00b2") ||
           rest.starts_with("\u00b3");
}

// "kW" ends before "/m2" and before " + 1", but "m" does not end inside "m2" or "mm"; an inch mark always ends.
bool endsWord(std::string_view text, std::size_t length) {
    return !continuesWord(text.substr(length)) || !continuesWord(text.substr(length - 1));
}

} // namespace

std::span<const Unit> unitTable() { return kUnits; }

const Unit* findUnit(std::string_view word) {
    if (word.empty())
        return coherentUnit(kNone);
    const UnitMatch match = unitAtStart(word);
    return match.length == word.size() ? match.unit : nullptr;
}

const Unit* coherentUnit(RuntimeDimension dimension) {
    for (const Unit& unit : kUnits)
        if (unit.dimension == dimension && unit.multiplier == 1 && unit.divisor == 1 && !unit.isAbsolute())
            return &unit;
    return nullptr;
}

UnitMatch unitAtStart(std::string_view text) {
    UnitMatch best;
    for (const Unit& unit : kUnits)
        forEachSpelling(unit, [&](std::string_view spelling) {
            if (spelling.size() > best.length && text.starts_with(spelling) && endsWord(text, spelling.size()))
                best = {&unit, spelling.size()};
        });
    return best;
}

std::vector<std::string> nearestUnits(std::string_view word, RuntimeDimension dimension) {
    constexpr std::size_t kShown = 3;
    std::vector<std::string> same, others;
    for (const Unit& unit : kUnits)
        if (!unit.symbol.empty())
            (unit.dimension == dimension ? same : others).emplace_back(unit.symbol);
    // A unit of another kind would be refused next. Where none looks alike, any of the kind is a better word than none.
    std::vector<std::string> nearest = nearestWords(word, same, kShown);
    if (nearest.empty() && dimension == runtimeDimension<dim::None>())
        return nearestWords(word, others, kShown);
    for (const std::string& unit : same)
        if (nearest.size() < std::min(kShown, same.size()) && std::ranges::find(nearest, unit) == nearest.end())
            nearest.push_back(unit);
    return nearest;
}

} // namespace rackwright
