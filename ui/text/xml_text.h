// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Text as XML 1.0 takes it, for drawings and workbooks: it has no escape for what it forbids.

#include <QString>

namespace rackwright {

/// Control characters become blanks, but for tabs and line feeds; what is no character (U+FFFE, U+FFFF, half of a
/// surrogate pair) becomes U+FFFD.
QString xmlText(const QString& text);

} // namespace rackwright
