// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/small_screens.h"

#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QScreen>

namespace rackwright {

namespace {

constexpr QSize kFrame(8, 32); // what desktops draw around a window

} // namespace

SmallScreens::SmallScreens(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

void SmallScreens::fit(QWidget& window, QSize screen) {
    const QSize room = (screen - kFrame).expandedTo(window.minimumSizeHint());
    if (window.width() > room.width() || window.height() > room.height())
        window.resize(window.size().boundedTo(room));
}

bool SmallScreens::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show && watched->isWidgetType())
        if (auto* dialog = qobject_cast<QDialog*>(watched); dialog && dialog->isWindow() && dialog->screen())
            fit(*dialog, dialog->screen()->availableSize());
    return false;
}

} // namespace rackwright
