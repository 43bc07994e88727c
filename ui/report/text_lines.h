// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Breaks a text into lines of a width. Words longer than a line are cut; line ends in the text are kept.

#include "ui/paint/fonts.h"

#include <QStringList>

#include <string>

namespace rackwright {

/// `width` in em of the font. At least one line, which may be empty. Ends soon after `most` lines, which is enough to
/// know that there are more.
QStringList brokenLines(const QString& text, Weight weight, double width, qsizetype most = 1'000'000);

/// Not more than `most` lines, an ellipsis at the end of the last where there would be more.
void cutLines(QStringList& lines, qsizetype most, Weight weight, double width);

/// A name of any length where it stands within other words, with an ellipsis at its end.
std::string abridged(const std::string& name);

/// Width in em of the longest part of a text that need not be broken, somewhat above `most` at most.
double longestWord(const QString& text, Weight weight, double most);

} // namespace rackwright
