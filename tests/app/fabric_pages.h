// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How tests reach the fabric workspace of the real window and find devices in its drawing.

#include "tests/app/studio_fixture.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/fabric_workspace.h"

#include <QToolButton>

namespace rackwright {

inline FabricWorkspace& fabricOf(Studio& studio) {
    return *static_cast<FabricWorkspace*>(studio.window().workspace(QStringLiteral("fabric")));
}

/// Waits until the network is laid out and drawn.
inline bool isDrawn(Studio& studio) {
    return QTest::qWaitFor([&studio] { return fabricOf(studio).isUpToDate(); }, 30'000);
}

inline FabricView& openFabric(Studio& studio) {
    studio.openSample("hall-1024-h200");
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.fabric")), Qt::LeftButton);
    if (!isDrawn(studio))
        qFatal("the network is not drawn");
    return *fabricOf(studio).view();
}

inline const Device& deviceNamed(Studio& studio, std::string_view name) {
    for (const Device& device : studio.design().devices)
        if (device.name == name)
            return device;
    qFatal("no device is called so");
}

inline QPoint placeOf(FabricView& view, Id<Device> device) {
    return view.toView(view.fabric()->boxOf(device)->center()).toPoint();
}

} // namespace rackwright
