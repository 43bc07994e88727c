// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of two devices side by side in a narrow place: what both begin with tells nothing.

#include <QString>

#include <algorithm>

namespace rackwright {

/// Letters of the words that two names begin with alike: 8 of "compute-leaf-1" and "compute-spine-1".
inline qsizetype sharedHead(const QString& a, const QString& b) {
    qsizetype same = 0;
    for (qsizetype i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i)
        if (a[i] == QLatin1Char('-'))
            same = i + 1;
    return same;
}

} // namespace rackwright
