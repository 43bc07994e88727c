// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/key_strip.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kSwatch = 14, kGap = 6, kBetween = 16, kLine = 24;

struct Strip {
    std::vector<QPoint> places; ///< left top of each key, within the strip
    QSize size;
};

Strip stripOf(const std::vector<OverlayKey>& keys, int viewWidth, const QFontMetrics& metrics) {
    Strip strip;
    const int widest = viewWidth - 2 * kSpace;
    int x = kBetween - kGap, y = 0;
    for (const OverlayKey& key : keys) {
        const int width = kSwatch + kGap + metrics.horizontalAdvance(key.text);
        if (x > kBetween - kGap && x + width + kBetween - kGap > widest) {
            x = kBetween - kGap;
            y += kLine;
        }
        strip.places.emplace_back(x, y);
        x += width + kBetween;
        strip.size = strip.size.expandedTo({std::min(x - kGap, widest), y + kLine});
    }
    return strip;
}

} // namespace

int keyStripHeight(const std::vector<OverlayKey>& keys, int viewWidth) {
    return keys.empty() ? 0 : stripOf(keys, viewWidth, QFontMetrics(studioFont(11))).size.height() + 2 * kSpace;
}

void paintKeyStrip(QPainter& painter, QSize view, const std::vector<OverlayKey>& keys) {
    if (keys.empty())
        return;
    const Theme& theme = Theme::current();
    const QFont font = studioFont(11);
    const QFontMetrics metrics(font);
    const Strip strip = stripOf(keys, view.width(), metrics);
    const QRectF box(QPointF(kSpace, view.height() - kSpace - strip.size.height()), QSizeF(strip.size));
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(theme.surface());
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setClipRect(box);
    painter.setFont(font);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const QRectF line(box.topLeft() + strip.places[i], QSizeF(kSwatch, kLine));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ink(keys[i].fill));
        painter.drawRoundedRect(QRectF(line.left(), line.center().y() - 4, kSwatch, 8), 2, 2);
        painter.setPen(theme.ink(Ink::Text));
        painter.drawText(QRectF(line.right() + kGap, line.top(), metrics.horizontalAdvance(keys[i].text) + 2, kLine),
                         Qt::AlignVCenter, keys[i].text);
    }
    painter.setClipping(false);
}

} // namespace rackwright
