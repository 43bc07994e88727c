// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/setting_text.h"

#include "model/units/limits.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

/// Shares are at most of the whole.
constexpr Limits kWholeShare{0, 1};

struct OwnLimits {
    std::string_view key;
    Limits limits; ///< in SI
};

// By key: what divides is not 0, what is a share of something need not be one of the whole. All others have the limits
// of their unit.
constexpr auto kOwnLimits = std::to_array<OwnLimits>({
    {"airflow.eddies", {0, 100}},
    {"cabling.copper-diameter", {1e-4, 0.1}},
    {"cabling.fibre-diameter", {1e-4, 0.1}},
    {"cabling.slack-share", {0, 10}},
    {"cooling.air-rise", {1, 100}},
    {"cooling.air-temperature", {223.15, 373.15}},
    {"cooling.altitude", {-500, 9000}},
    {"cooling.coil-approach", {0, 50}},
    {"cooling.dew-point-margin", {0, 50}},
    {"cooling.dew-point-most", {223.15, 373.15}},
    {"cooling.inlet-allowed", {223.15, 373.15}},
    {"cooling.liquid-flow-least", {1e-6, 1e-3}},
    {"cooling.liquid-flow-per-kw", {1e-6, 1e-3}},
    {"cooling.liquid-rise", {1, 100}},
    {"cooling.liquid-supply", {273.15, 373.15}},
    {"cooling.pump-efficiency", {0.05, 1}},
    {"cooling.year.cop-air-chiller", {0.5, 50}},
    {"cooling.year.cop-water-chiller", {0.5, 50}},
    {"cooling.year.cycles-of-concentration", {1.1, 100}},
    {"cooling.year.dry-approach", {0, 50}},
    {"cooling.year.grid-carbon", {0, 10}},
    {"cooling.year.sprayed-dry-coolers", {0, 1}},
    {"cooling.year.wet-approach", {0, 50}},
    {"cost.racks-per-person", {0.1, 1e6}},
    {"cost.staff-minimum", {0, 1e6}},
    {"cost.tariff", {0, 1000}},
    {"cost.utilisation", {0.01, 1}},
    {"cost.years", {0.1, 100}},
    {"fabric.collective.inside-share", {0.01, 1}},
    {"fabric.collective.network-share", {0.01, 1}},
    {"fabric.flows-per-endpoint", {1, 1e6}},
    {"fabric.message-size", {1, 1e24}},
    {"fabric.nccl.tree-share", {0.01, 1}},
    {"fabric.sharp.volume", {0.5, 1}},
    {"floor.racks-per-row", {1, 1000}},
    {"inference.memory-share", {0.01, 1}},
    {"inference.output-tokens", {1, 1e12}},
    {"inference.prefill-share", {0.01, 1}},
    {"inference.prompt-tokens", {1, 1e12}},
    {"inference.speed-factor", {0.01, 2}},
    {"power.average-fraction", {0.01, 1}},
    {"power.battery-end-of-life", {0.01, 1}},
    {"power.coincidence", {0.1, 1}},
    {"power.continuous-factor", {0.1, 1}},
    {"power.no-degradation", {0, 1}},
    {"power.peak-ratio", {0.1, 1.5}},
    {"power.phase-imbalance", {0, 2}},
    {"power.power-factor", {0.1, 1}},
    {"power.pue", {1, 10}},
    {"power.rack-pdu-efficiency", {0.5, 1}},
    {"power.ramp-smoothing", {0, 1}},
    {"power.transformer-efficiency", {0.5, 1}},
    {"power.ups-efficiency", {0.5, 1}},
    {"rack.shipped-built", {0, 1}},
    {"storage.accelerator-mttf", {3600, 1e11}},
    {"storage.changed-share", {0.01, 1}},
    {"storage.code-data", {1, 1000}},
    {"storage.code-parity", {0, 1000}},
    {"storage.file-operations", {0, 1e6}},
    {"storage.free-share", {0, 0.99}},
    {"storage.kept-cold", {0, 1e6}},
    {"storage.kept-hot", {0, 1e6}},
    {"storage.kept-warm", {0, 1e6}},
    {"storage.load-time", {1, 1e11}},
    {"storage.mfu", {0.01, 1}},
    {"storage.stall-share", {0.01, 1}},
    {"training.batch", {1, 1e12}},
    {"training.node-share", {0.01, 1}},
    {"training.sequence", {1, 1e12}},
    {"training.speed-factor", {0.01, 2}},
    {"training.usable-memory", {0.01, 1}},
    {"weight.feet-per-rack", {1, 100}},
    {"weight.worst-foot", {1, 100}},
});
static_assert(std::ranges::is_sorted(kOwnLimits, {}, &OwnLimits::key));

} // namespace

std::optional<Value> settingNumber(std::string_view text) {
    const std::size_t first = text.find('/');
    if (first == std::string_view::npos) {
        const auto number = plainNumber(text);
        return number ? std::optional<Value>(Value(*number, Grade::CustomerStatement)) : std::nullopt;
    }
    const std::size_t second = text.find('/', first + 1);
    if (second == std::string_view::npos)
        return std::nullopt;
    const auto low = plainNumber(text.substr(0, first));
    const auto typical = plainNumber(text.substr(first + 1, second - first - 1));
    const auto high = plainNumber(text.substr(second + 1));
    if (!low || !typical || !high || *low > *typical || *typical > *high)
        return std::nullopt;
    return Value::range(*low, *typical, *high, Grade::CustomerStatement);
}

Limits settingLimits(std::string_view key, std::string_view unit) {
    const auto own = std::ranges::lower_bound(kOwnLimits, key, {}, &OwnLimits::key);
    if (own != kOwnLimits.end() && own->key == key)
        return own->limits;
    return unit == "%" ? kWholeShare : limitsOfUnit(unit);
}

const Setting* givenSetting(const Project& project, std::string_view key) {
    const auto row = std::ranges::find(project.settings, key, &Setting::key);
    return row == project.settings.end() ? nullptr : &*row;
}

std::string settingText(double low, double typical, double high) {
    std::string text = shortestDigits(typical);
    if (low == typical && typical == high)
        return text;
    return shortestDigits(low).append("/").append(text).append("/").append(shortestDigits(high));
}

} // namespace rackwright
