// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A domain (space, power, cooling, cost, ...) lists its own figures, rules and settings; the session joins the domains of
// the program. No central list grows with every feature.

#include "solvers/engine/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct SettingDefinition {
    std::string key;
    std::string unit;
    double defaultSi = 0;
    Grade grade = Grade::Assumption;
    Source source;
    std::string meaning; ///< message id
};

template <class D>
SettingDefinition settingDefinition(const SettingKey<D>& key, std::string meaning) {
    return {std::string(key.key), std::string(key.unit), key.defaultSi, key.grade,
            Source{std::string(key.publisher), std::string(key.title), {}, std::string(key.page)}, std::move(meaning)};
}

struct Domain {
    std::string name; ///< "power"
    std::vector<FigureDefinition> figures;
    std::vector<Rule> rules;
    std::vector<SettingDefinition> settings;
};

} // namespace rackwright
