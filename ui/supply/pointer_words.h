// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands at the pointer while a circuit or a pipe is drawn: what it would join, or why it cannot.

#include <QPointF>
#include <QString>

class QPainter;
class QWidget;

namespace rackwright {

enum class PointerMood { Plain, Refused };

/// In a box beside the pointer that stays within the widget; nothing where there are no words.
void paintPointerWords(QPainter& painter, const QWidget& within, QPointF pointer, const QString& words,
                       PointerMood mood);

} // namespace rackwright
