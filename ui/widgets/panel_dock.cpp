// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panel_dock.h"

#include <QFrame>
#include <QVBoxLayout>

namespace rackwright {

PanelDock::PanelDock(const QString& id, const QString& title, QWidget* content, bool isTabbed, QWidget* parent)
    : QDockWidget(title, parent), m_content(content) {
    setObjectName(id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(1, 1, 1, 1);
    column->addWidget(content);
    setWidget(card);
    if (isTabbed)
        setTitleBarWidget(new QWidget);
}

void PanelDock::bringUp() {
    show();
    raise();
}

} // namespace rackwright
