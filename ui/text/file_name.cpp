// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/file_name.h"

#include <QRegularExpression>

#include <cstring>

namespace rackwright {

QString plainFileName(QString name) {
    for (const char* ending : {".json", ".rkw"})
        if (name.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            name.chop(static_cast<qsizetype>(std::strlen(ending)));
    static const QRegularExpression refused(QStringLiteral("[\\x00-\\x1f\\\\/:*?\"<>|]+"));
    name.replace(refused, QStringLiteral("-"));
    while (name.endsWith(QLatin1Char('.')))
        name.chop(1);
    return name.simplified();
}

} // namespace rackwright
