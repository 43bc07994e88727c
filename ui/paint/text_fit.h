// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much of a text fits a width, for texts of any length.

#include "ui/paint/fonts.h"

namespace rackwright {

/// How many of the first letters surely do not fit a width, or all of the text; measured without reading much more of it
/// than fits, so that a text of a hundred thousand letters costs no more than a line of it.
qsizetype enoughFor(const QString& text, Weight weight, double width);

} // namespace rackwright
