// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/xml_text.h"

namespace rackwright {

QString xmlText(const QString& text) {
    QString clean;
    clean.reserve(text.size());
    for (const char32_t c : text.toUcs4()) {
        const bool isControl = (c < 0x20 && c != U'\t' && c != U'\n') || (c >= 0x7f && c < 0xa0);
        const bool isNone = (c >= 0xd800 && c < 0xe000) || c == 0xfffe || c == 0xffff;
        if (isControl)
            clean += QLatin1Char(' ');
        else if (isNone)
            clean += QChar(0xfffd);
        else
            clean += QString::fromUcs4(&c, 1);
    }
    return clean;
}

} // namespace rackwright
