// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bounded_scroll.h"

#include <QEvent>

namespace rackwright {

BoundedScroll::BoundedScroll(QWidget* content, QSize mostClaimed, QWidget* parent)
    : QScrollArea(parent), m_mostClaimed(mostClaimed) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(content->sizePolicy());
    viewport()->setProperty("bare", true);
    setWidget(content);
    content->setAutoFillBackground(false);
}

QSize BoundedScroll::sizeHint() const { return widget() ? widget()->sizeHint() : QScrollArea::sizeHint(); }

QSize BoundedScroll::minimumSizeHint() const {
    const QSize wanted = widget() ? widget()->minimumSizeHint().expandedTo(widget()->minimumSize()) : QSize();
    return wanted.boundedTo(m_mostClaimed);
}

// What the page wants may change with what it shows.
bool BoundedScroll::eventFilter(QObject* watched, QEvent* event) {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
}

} // namespace rackwright
