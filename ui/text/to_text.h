// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The texts of the model (UTF-8) as those of Qt.

#include <QString>

#include <string>

namespace rackwright {

/// UTF-8 in.
inline QString toText(const std::string& text) { return QString::fromStdString(text); }

} // namespace rackwright
