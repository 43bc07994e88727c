// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Several edits as one step of the history: each sees what the one before it left. Used where a form changes one field
// of many things, each in its own way. If one of them is refused, nothing changes.

#include "model/project/history.h"

#include <vector>

namespace rackwright::edits {

Edit combined(Message text, std::vector<Edit> parts, std::string mergeKey = {});

} // namespace rackwright::edits
