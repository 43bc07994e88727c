// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The text of a setting that is a number: "3" or, with its range, "2/3/5". Solvers and the fields that show and change
// settings read and write it here; units and defaults are the business of whoever asks for the setting.

#include "model/base/fields.h"
#include "model/figures/value.h"
#include "model/project/project.h"

#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// One number or "low/typical/high" in rising order, as somebody stated it; nothing where the text is neither.
std::optional<Value> settingNumber(std::string_view text);

/// What a setting that is a number may be, in SI: outside it nothing is known of it. Defaults lie inside.
Limits settingLimits(std::string_view key, std::string_view unit);

/// What somebody has set; null where the default holds.
const Setting* givenSetting(const Project& project, std::string_view key);

/// The text that `settingNumber` reads: one number where the three are equal.
std::string settingText(double low, double typical, double high);

} // namespace rackwright
