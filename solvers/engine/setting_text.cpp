// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/setting_text.h"

#include "model/units/limits.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>

namespace rackwright {

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

// Tokens of a sequence or step divide what a job needs; all others have the limits of their unit.
Limits settingLimits(std::string_view key, std::string_view unit) {
    constexpr std::array<std::string_view, 4> kTokens = {"inference.prompt-tokens", "inference.output-tokens",
                                                         "training.sequence", "training.batch"};
    return std::ranges::find(kTokens, key) == kTokens.end() ? limitsOfUnit(unit) : Limits{1, 1e12};
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
