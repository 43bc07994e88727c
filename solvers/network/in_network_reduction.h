// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether InfiniBand switches reduce what accelerators send (SHARP): a word that the project sets, off until somebody
// says so, since it needs firmware, drivers and a manager that fit. Figures of collectives, training jobs, the settings
// of NCCL and a rule ask here.

#include "solvers/engine/domain.h"
#include "solvers/engine/reader.h"
#include "solvers/network/settings.h"

namespace rackwright {

inline constexpr std::string_view kSharpKey = "fabric.sharp";
inline constexpr std::string_view kSharpOn = "on";
inline constexpr std::string_view kSharpOff = "off";

/// What the project says; it takes effect on InfiniBand alone.
bool isSharpOn(const Context& context);

/// Whether it is on for what jobs run over: compute networks are drawn, and all of them are InfiniBand.
bool doJobsReduceInNetwork(const Context& context);

/// For the domain that lists it.
SettingDefinition sharpSetting();

/// Share of the volume of an all-reduce that a node sends when switches reduce: its message once at least, which is
/// half.
template <class N>
N sharpShare(const Context& context) {
    return maximum(setting<N>(context, setting_of::sharpVolume).si(), constant<N>(0.5));
}

} // namespace rackwright
