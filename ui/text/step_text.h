// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a step of the history is called: edits name settings by their keys, people by what they mean.

#include "model/base/message.h"

#include <string>

namespace rackwright {

class Texts;

/// `step`: text of an edit (History::Step::text).
std::string stepText(const Message& step, const Texts& texts);

} // namespace rackwright
