// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/attribute_limits.h"

#include "model/parts/part.h"
#include "model/units/limits.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

/// Of one thing that stands in a room: up to 100 m.
constexpr Limits kSize{0, 100};
constexpr bool kCount = true;

} // namespace

std::span<const AttributeLimits> attributeLimits() {
    static const auto table = std::to_array<AttributeLimits>({
        {"accelerator-count", "", {0, 10'000}, kCount},
        {"air-inlet-max", "C", limitsOfUnit("C")},
        {"air-inlet-min", "C", limitsOfUnit("C")},
        {"air-share", "%", {0, 1}},
        {"airflow", "CFM", limitsOfUnit("CFM")},
        {"aisle-to-open", "mm", kSize},
        {"approach", "K", limitsOfUnit("K")},
        {"arm-cores", "", {0, 1e9}, kCount},
        {"available-head", "kPa", limitsOfUnit("kPa")},
        {"bandwidth-basis-count", "", {0, 1e6}, kCount},
        {"brace-above", "kg", limitsOfUnit("kg")},
        {"cabinet-load-max", "kW", limitsOfUnit("kW")},
        {"capacity-max", "TB", limitsOfUnit("TB")},
        {"caster-load", "kg", limitsOfUnit("kg")},
        {"clearance-front", "mm", kSize},
        {"clearance-rear", "mm", kSize},
        {"compute-port-speed", "Gb/s", limitsOfUnit("Gb/s")},
        {"continuous-apparent-power", "kVA", limitsOfUnit("kVA")},
        {"continuous-factor", "", {0, 2}},
        {"continuous-power", "kW", limitsOfUnit("kW")},
        {"cooling-capacity", "kW", limitsOfUnit("kW")},
        {"cores", "", {0, 1e9}, kCount},
        {"cpu-cores", "", {0, 1e9}, kCount},
        {"cpu-count", "", {0, 10'000}, kCount},
        {"cpu-memory", "GB", limitsOfUnit("GB")},
        {"data-rate", "Gb/s", limitsOfUnit("Gb/s")},
        {"depth", "mm", kSize},
        {"depth-share", "", {0.01, 1}},
        {"drive-count", "", {0, 100'000}, kCount},
        {"dynamic-load", "kg", limitsOfUnit("kg")},
        {"efficiency", "%", {0, 1}},
        {"end-a-count", "", {0, 64}, kCount},
        {"end-b-count", "", {0, 64}, kCount},
        {"end-power", "W", limitsOfUnit("W")},
        {"end-power-typical", "W", limitsOfUnit("W")},
        {"ethernet-link-max", "Gb/s", limitsOfUnit("Gb/s")},
        {"heat-stated", "BTU/h", limitsOfUnit("BTU/h")},
        {"height", "mm", kSize},
        {"host-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"input-voltage", "V", limitsOfUnit("V")},
        {"install-time", "h", limitsOfUnit("h")},
        {"latency", "ns/m", limitsOfUnit("ns/m")},
        {"lead-time", "weeks", limitsOfUnit("weeks")},
        {"length-min", "m", limitsOfUnit("m")},
        {"line-card-slots", "", {0, 1000}, kCount},
        {"liquid-inlet-max", "C", limitsOfUnit("C")},
        {"liquid-inlet-min", "C", limitsOfUnit("C")},
        {"liquid-max-pressure", "bar", limitsOfUnit("bar")},
        {"liquid-share", "%", {0, 1}},
        {"local-storage", "TB", limitsOfUnit("TB")},
        {"max-units", "", {0, 1e6}, kCount},
        {"measured-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"memory", "GB", limitsOfUnit("GB")},
        {"memory-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"memory-usable", "GB", limitsOfUnit("GB")},
        {"min-units", "", {0, 1e6}, kCount},
        {"module-power-max", "W", limitsOfUnit("W")},
        {"module-power-sum-max", "W", limitsOfUnit("W")},
        {"mounting-depth", "mm", kSize},
        {"mounting-depth-min", "mm", kSize},
        {"n-plus-1-power", "kW", limitsOfUnit("kW")},
        {"network-slots", "", {0, 1000}, kCount},
        {"outlets-c13", "", {0, 1000}, kCount},
        {"outlets-c19", "", {0, 1000}, kCount},
        {"output-voltage", "V", limitsOfUnit("V")},
        {"payload", "kg", limitsOfUnit("kg")},
        {"peak-store", "J", limitsOfUnit("J")},
        {"phases", "", kPhaseLimits, kCount},
        {"primary-flow", "L/min", limitsOfUnit("L/min")},
        {"psu-rating", "W", limitsOfUnit("W")},
        {"rack-height-units", "U", {1, kMostRackUnits}},
        {"rack-units", "U", {0, kMostRackUnits}},
        {"ramp-time", "s", limitsOfUnit("s")},
        {"rated-apparent-power", "kVA", limitsOfUnit("kVA")},
        {"rated-current", "A", limitsOfUnit("A")},
        {"rated-power", "kW", limitsOfUnit("kW")},
        {"raw-capacity", "TB", limitsOfUnit("TB")},
        {"reach", "m", limitsOfUnit("m")},
        {"read-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"read-iops", "", limitsOfUnit("")},
        {"runtime", "s", limitsOfUnit("s")},
        {"scale-up-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"scale-up-domain", "", {0, 1e6}, kCount},
        {"scale-up-latency", "us", limitsOfUnit("us")},
        {"scale-up-peer-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"scratch-bandwidth", "GB/s", limitsOfUnit("GB/s")},
        {"secondary-flow", "L/min", limitsOfUnit("L/min")},
        {"slot-generation", "", {0, 100}},
        {"sockets-per-node", "", {0, 1000}, kCount},
        {"static-load", "kg", limitsOfUnit("kg")},
        {"supplied-airflow", "m3/s", limitsOfUnit("m3/s")},
        {"supply-temperature-max", "C", limitsOfUnit("C")},
        {"supply-temperature-min", "C", limitsOfUnit("C")},
        {"system-memory", "GB", limitsOfUnit("GB")},
        {"tdp", "W", limitsOfUnit("W")},
        {"throughput", "Tb/s", limitsOfUnit("Tb/s")},
        {"total-bandwidth", "Gb/s", limitsOfUnit("Gb/s")},
        {"unit-pitch", "mm", {0.01, 1}},
        {"usable-capacity", "TB", limitsOfUnit("TB")},
        {"ways", "", {0, 10'000}, kCount},
        {"weight", "kg", limitsOfUnit("kg")},
        {"weight-empty", "kg", limitsOfUnit("kg")},
        {"width", "mm", kSize},
        {"width-share", "", {0.01, 1}},
        {"write-bandwidth", "GB/s", limitsOfUnit("GB/s")},
    });
    return table;
}

const AttributeLimits* findAttributeLimits(std::string_view key) {
    const auto table = attributeLimits();
    const auto it = std::ranges::lower_bound(table, key, {}, &AttributeLimits::key);
    return it != table.end() && it->key == key ? &*it : nullptr;
}

} // namespace rackwright
