// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The buttons at the foot of a dialog that does something or is given up.

#include "ui/text/texts.h"

#include <QDialogButtonBox>

class QDialog;

namespace rackwright {

/// Cancel, and the button that does it (StandardButton::Ok) with its words; they end the dialog.
QDialogButtonBox* doOrCancel(QDialog& dialog, const Texts& texts, const QString& does);

} // namespace rackwright
