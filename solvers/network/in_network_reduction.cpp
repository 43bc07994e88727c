// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/in_network_reduction.h"

#include "solvers/network/network_report.h"

namespace rackwright {

bool isSharpOn(const Context& context) {
    const Setting* said = context.setting(kSharpKey);
    return said && said->value == kSharpOn;
}

bool doJobsReduceInNetwork(const Context& context) {
    if (!isSharpOn(context))
        return false;
    bool isAny = false;
    for (const Network& network : context.design().networks) {
        if (network.role != NetworkRole::Compute || !context.lookUp<NetworkReports>().find(network.id))
            continue;
        if (network.protocol != FabricProtocol::InfiniBand)
            return false;
        isAny = true;
    }
    return isAny;
}

SettingDefinition sharpSetting() {
    SettingDefinition definition;
    definition.key = kSharpKey;
    definition.source = {"Rackwright", "Nobody has said that the switches reduce", {}, {}};
    definition.meaning = "setting.fabric.sharp";
    definition.words = std::string(kSharpOff).append("|").append(kSharpOn);
    definition.defaultWord = kSharpOff;
    return definition;
}

} // namespace rackwright
