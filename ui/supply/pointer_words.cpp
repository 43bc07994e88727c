// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/pointer_words.h"

#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace rackwright {

void paintPointerWords(QPainter& painter, const QWidget& within, QPointF pointer, const QString& words,
                       PointerMood mood) {
    if (words.isEmpty())
        return;
    const Theme& theme = Theme::current();
    const bool isRefused = mood == PointerMood::Refused;
    painter.setFont(studioFont(12));
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, words);
    box = box.adjusted(-8, -6, 8, 6);
    box.moveTopLeft(pointer + QPointF(14, 18));
    box.moveRight(std::min(box.right(), within.width() - 8.0));
    box.moveBottom(std::min(box.bottom(), within.height() - 8.0));
    painter.setPen(QPen(theme.ink(isRefused ? Ink::Bad : Ink::Accent), 2));
    painter.setBrush(theme.ink(isRefused ? Ink::BadWash : Ink::Panel));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme.ink(isRefused ? Ink::Bad : Ink::Text));
    painter.drawText(box.adjusted(8, 6, -8, -6), Qt::TextWordWrap, words);
}

} // namespace rackwright
