// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/calm_wheel.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace rackwright {

namespace {

bool isScrolled(const QWidget& field) {
    for (const QWidget* around = field.parentWidget(); around; around = around->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea*>(around))
            return true;
        if (around->isWindow())
            return false;
    }
    return false;
}

} // namespace

CalmWheel::CalmWheel(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

// What is not accepted goes on to what the field stands in.
bool CalmWheel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel)
        return false;
    const auto* field = qobject_cast<QWidget*>(watched);
    const bool turns = qobject_cast<const QComboBox*>(field) || qobject_cast<const QAbstractSpinBox*>(field);
    if (!turns || !isScrolled(*field))
        return false;
    event->ignore();
    return true;
}

} // namespace rackwright
