// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bounded_scroll.h"

#include <QEvent>

namespace rackwright {

BoundedScroll::BoundedScroll(QWidget* content, QSize mostClaimed, QWidget* parent)
    : QScrollArea(parent), m_mostClaimed(mostClaimed) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(content->sizePolicy());
    viewport()->setProperty("bare", true);
    setWidget(content);
    viewport()->installEventFilter(this);
    content->setAutoFillBackground(false);
}

void BoundedScroll::setMostClaimed(QSize mostClaimed) {
    m_mostClaimed = mostClaimed;
    updateGeometry();
}

QSize BoundedScroll::sizeHint() const { return widget() ? widget()->sizeHint() : QScrollArea::sizeHint(); }

QSize BoundedScroll::minimumSizeHint() const {
    const QSize wanted = widget() ? widget()->minimumSizeHint().expandedTo(widget()->minimumSize()) : QSize();
    return wanted.boundedTo(m_mostClaimed);
}

// What the page wants may change with what it shows. A scroll area that resizes its page by itself gives pages with
// lines that wrap the height that they would like, and scrolls where they need far less.
bool BoundedScroll::eventFilter(QObject* watched, QEvent* event) {
    const bool isWish = widget() && watched == widget() && event->type() == QEvent::LayoutRequest;
    const bool isRoom = watched == viewport() && event->type() == QEvent::Resize;
    if (isWish)
        updateGeometry();
    if (widget() && (isWish || isRoom))
        widget()->resize(
            viewport()->size().expandedTo(widget()->minimumSizeHint().expandedTo(widget()->minimumSize())));
    return QScrollArea::eventFilter(watched, event);
}

} // namespace rackwright
