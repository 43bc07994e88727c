// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Breaks a text into lines of a width. Words longer than a line are cut; line ends in the text are kept.

#include "ui/paint/fonts.h"

#include <QStringList>

namespace rackwright {

/// `width` in em of the font. At least one line, which may be empty.
QStringList brokenLines(const QString& text, Weight weight, double width);

/// Width in em of the longest part of a text that need not be broken.
double longestWord(const QString& text, Weight weight);

} // namespace rackwright
