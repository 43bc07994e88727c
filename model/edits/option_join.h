// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The designs of two projects in one: an option of another project comes into this one under new ids, with the parts
// that it is made of. What projects say beside their designs stays that of the first.

#include "model/project/project.h"

#include <string>

namespace rackwright::edits {

/// `into` with the active option of `from` behind its own, under a name; requests and assumptions that `into` lacks
/// come along, and so do settings of keys that it does not set.
Document withOptionOf(const Document& into, const Document& from, const std::string& name);

} // namespace rackwright::edits
