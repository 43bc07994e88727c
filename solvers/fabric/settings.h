// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the fabric rules.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// Share of bisection and endpoints that must be left after one fault; 0: nobody has asked for one.
inline constexpr SettingKey<dim::None> faultTarget{
    "fabric.fault-target", "%", 0.0, Grade::Assumption, "Rackwright", "No target for what one fault leaves", ""};

/// Rows of the checklist for lossless Ethernet that somebody has signed off, of six.
inline constexpr SettingKey<dim::None> roceRowsDone{"fabric.roce-rows-done",
                                                    "",
                                                    0.0,
                                                    Grade::Assumption,
                                                    "Rackwright",
                                                    "Nothing of the lossless checklist is signed off",
                                                    ""};

} // namespace rackwright::setting_of
