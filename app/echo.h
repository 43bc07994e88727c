// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person typed, said again in a message: names of any length are cut to what a line of a terminal can show.

#include "model/base/message.h"

namespace rackwright {

/// The message with long words cut in the middle, where their beginning and their end still tell them apart.
Message withShortEchoes(Message message);

} // namespace rackwright
