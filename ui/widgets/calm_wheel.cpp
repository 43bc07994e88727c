// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/calm_wheel.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QWheelEvent>

namespace rackwright {

namespace {

/// The area that a field scrolls in, or null.
QAbstractScrollArea* areaOf(const QWidget& field) {
    for (QWidget* around = field.parentWidget(); around && !around->isWindow(); around = around->parentWidget())
        if (auto* area = qobject_cast<QAbstractScrollArea*>(around))
            return area;
    return nullptr;
}

} // namespace

CalmWheel::CalmWheel(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool CalmWheel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel)
        return false;
    const auto* field = qobject_cast<QWidget*>(watched);
    const bool turns = qobject_cast<const QComboBox*>(field) || qobject_cast<const QAbstractSpinBox*>(field);
    QAbstractScrollArea* area = turns ? areaOf(*field) : nullptr;
    if (!area)
        return false;
    const auto* wheel = static_cast<const QWheelEvent*>(event);
    QWidget* viewport = area->viewport();
    QWheelEvent passed(viewport->mapFromGlobal(wheel->globalPosition()), wheel->globalPosition(), wheel->pixelDelta(),
                       wheel->angleDelta(), wheel->buttons(), wheel->modifiers(), wheel->phase(), wheel->inverted());
    QApplication::sendEvent(viewport, &passed);
    event->accept();
    return true;
}

} // namespace rackwright
