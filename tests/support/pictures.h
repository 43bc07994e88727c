// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Readings for the hall of the tests, and pictures kept for a person to look at when RW_KEEP_PICTURES names a folder.

#include "tests/support/hall_fixture.h"
#include "ui/paint/overlay.h"

#include <QByteArray>
#include <QFile>
#include <QString>

namespace rackwright::fixture {

inline Overlay readingsOf(const DrawnHall& hall) {
    Overlay overlay;
    for (std::size_t i = 0; i < hall.racks.size(); ++i) {
        const bool isHot = i >= 4 && i < 12;
        overlay.readings[hall.racks[i].value] = {isHot ? QStringLiteral("41.2 kW") : QStringLiteral("21 kW"),
                                                 isHot ? QStringLiteral("41.2") : QStringLiteral("21"),
                                                 isHot     ? 1.03
                                                 : i == 20 ? 0.9
                                                           : 0.5};
    }
    for (const Device& device : hall.design.devices)
        overlay.readings[device.id.value] = {QStringLiteral("10.2 kW"), QStringLiteral("10.2"), {}};
    return overlay;
}

inline void keepPicture(const QString& name, const QByteArray& bytes) {
    const QString folder = qEnvironmentVariable("RW_KEEP_PICTURES");
    QFile file(folder + QLatin1Char('/') + name);
    if (!folder.isEmpty() && file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

} // namespace rackwright::fixture
