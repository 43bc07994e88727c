// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The face of all drawings and documents: Roboto, built into the program so that screen, PDF and tests agree. Its
// digits are tabular. Needs a QGuiApplication.

#include "model/base/result.h"

#include <QFont>
#include <QString>

#include <cstdint>

namespace rackwright {

/// The faces that are built in.
enum class Weight : std::uint8_t { Regular, Medium, Bold };

/// Loads the built-in faces; once is enough, again does nothing.
Done loadBundledFonts();

/// The face at a whole pixel size; painters scale to the size wanted, so that no target rounds it.
QFont documentFont(Weight weight, int pixelSize);

/// The text with line ends and control characters as blanks: names come from people and files.
QString oneLine(const QString& text);

/// Advance width of one line in units of its font size (em).
double textWidth(const QString& text, Weight weight);

/// Height of capitals and digits in em.
double capHeight();

/// The text, or as many of its letters as fit with an ellipsis, the first ones unless told otherwise; empty when none
/// do. `width` in em.
QString elided(const QString& text, Weight weight, double width, Qt::TextElideMode mode = Qt::ElideRight);

} // namespace rackwright
