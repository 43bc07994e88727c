// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether somebody knows the keys of a project's settings and of its site record, and can read their values. A mistyped
// one would say nothing and look as if it did; asked of each design that is opened. What a crash left behind comes back
// all the same.

#include "model/base/result.h"
#include "model/project/project.h"
#include "solvers/engine/domain.h"

#include <string>
#include <string_view>

namespace rackwright {

/// Settings that hold pictures of plans; what follows is the hash of one.
inline constexpr std::string_view kPictureKeys = "underlay.picture:";

/// Whether a setting that is a number may say this; what is a word is chosen from a list. As it is typed: without a
/// file.
Done checkSetting(const SettingDefinition& definition, const std::string& value);

/// `file` is its name, for the message, which has the nearest known keys, or what the value may be.
Done checkKeys(const Project& project, const Domains& domains, const std::string& file);

} // namespace rackwright
