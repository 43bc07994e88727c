// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/programme/days.h"

#include <QDate>

#include <cmath>

namespace rackwright {

bool isDay(const std::string& text) {
    return QDate::fromString(QString::fromStdString(text), Qt::ISODate).isValid() && text.size() == 10;
}

std::string dayAfter(const std::string& day, TimeSpan span) {
    const QDate from = QDate::fromString(QString::fromStdString(day), Qt::ISODate);
    constexpr double secondsOfDay = 86'400;
    const double days = std::ceil(span.si() / secondsOfDay - 1e-6);
    if (!from.isValid() || !(days >= 0) || days > 36'500)
        return {};
    return from.addDays(static_cast<qint64>(days)).toString(Qt::ISODate).toStdString();
}

} // namespace rackwright
