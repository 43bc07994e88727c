// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person typed, said again in a message: names of any length are cut to what a line of a terminal can show.

#include "model/base/message.h"

#include <string>
#include <string_view>

namespace rackwright {

/// A text of others within a line of ours: line ends and tabs are shown as \n, \r and \t, so that no name of a part
/// or rack can begin a line that looks like the program's own.
std::string onOneLine(std::string_view text);

/// The message with its words on one line, long ones cut in the middle, where their beginning and their end still tell
/// them apart.
Message withShortEchoes(Message message);

} // namespace rackwright
