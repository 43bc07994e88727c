// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The target for what one switch, pair of leaves or power feed may take of a network, a setting by role of the network.
// NET-17 judges by it.

#include "model/design/rack_rows.h"
#include "solvers/engine/context.h"
#include "solvers/engine/domain.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// How much one loss may take.
enum class SingleLoss : std::uint8_t {
    None,     ///< nothing is asked
    Degraded, ///< devices of several ports, pools of devices and whole racks keep a way
    NoLoss    ///< devices of one port do too, each rail of a device, and racks when a pair of leaves is lost
};
template <>
struct EnumNames<SingleLoss> {
    static constexpr std::array<std::string_view, 3> names = {"none", "degraded", "no-loss"};
};

/// Key of the setting for networks of a role.
std::string singleLossKey(NetworkRole role);
SingleLoss singleLossTarget(const Context& context, NetworkRole role);
std::vector<SettingDefinition> singleLossSettings();

} // namespace rackwright
