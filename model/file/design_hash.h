// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The hash that names the content of a design on documents and in machine-readable results: equal content has the equal
// hash on every machine, whatever the order or number of edits that led to it.

#include "model/project/project.h"

#include <string>
#include <string_view>

namespace rackwright {

/// In 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Of one option with all that the project shares but the list of issued revisions, which would change it by being
/// written. Undone edits and other options leave it as it is.
std::string designHash(const Project& project, const Option& option);

} // namespace rackwright
