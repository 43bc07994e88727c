// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many more fit, in words: a range as both its ends, below none "6 too many". No end of a range stands for all of
// it.

#include "model/figures/value.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

/// "12", "35 to 36"; "not known".
std::string countText(const Value& count, const Texts& texts);
/// The same of how many more fit; below none "6 too many", "at least 6 too many".
std::string moreText(const Value& more, bool isAtLeast, const Texts& texts);

} // namespace rackwright
