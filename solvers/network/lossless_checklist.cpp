// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/lossless_checklist.h"

namespace rackwright {

bool isSignedOff(const Setting* step) { return step && step->value == kStepDone && !step->source.empty(); }

std::vector<SettingDefinition> losslessSettings() {
    std::vector<SettingDefinition> settings;
    for (const std::string_view key : kLosslessSteps) {
        SettingDefinition step;
        step.key = key;
        step.source = {"Rackwright", "Nobody has signed it off", {}, {}};
        step.meaning = std::string("setting.").append(key);
        step.words = std::string(kStepOpen).append("|").append(kStepDone);
        step.defaultWord = kStepOpen;
        settings.push_back(std::move(step));
    }
    return settings;
}

} // namespace rackwright
