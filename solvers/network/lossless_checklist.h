// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The checklist for Ethernet that carries accelerators' traffic without loss (RoCE): seven steps, each of which
// somebody signs off. A sign-off is a setting of the project: the word "done", and as its source who says so.

#include "solvers/engine/domain.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Keys of the settings, in the order of the work. Texts: "fabric.checklist.<key>", and "setting.<key>" for what to do.
inline constexpr std::array<std::string_view, 7> kLosslessSteps = {
    "fabric.lossless.pfc",  "fabric.lossless.ecn",       "fabric.lossless.queue",     "fabric.lossless.storms",
    "fabric.lossless.ecmp", "fabric.lossless.gpudirect", "fabric.lossless.all-reduce"};

inline constexpr std::string_view kStepOpen = "open";
inline constexpr std::string_view kStepDone = "done";

/// Whether a step is done and somebody stands for it; null: nobody has said anything of it.
bool isSignedOff(const Setting* step);

std::vector<SettingDefinition> losslessSettings();

} // namespace rackwright
