// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_canvas.h"

#include "ui/charts/plot.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSvgGenerator>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

ChartCanvas::ChartCanvas(const QString& name, QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot) {
    setObjectName(name);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setObjectName(name + QStringLiteral(".plot"));
    m_plot->setFocusProxy(this);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_plot->setContextMenuPolicy(Qt::NoContextMenu);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    dress();
}

void ChartCanvas::dress() {
    const Theme& theme = Theme::current();
    m_plot->setBackground(theme.surface());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setBasePen(QPen(theme.ink(Ink::Rule)));
        axis->setTickPen(QPen(theme.ink(Ink::Rule)));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.ink(Ink::Subdued));
        axis->setTickLabelFont(studioFont(11));
        axis->setLabelColor(theme.ink(Ink::Subdued));
        axis->setLabelFont(studioFont(11));
        axis->grid()->setPen(QPen(theme.ink(Ink::Rule), 1));
        axis->grid()->setZeroLinePen(QPen(theme.ink(Ink::Rule), 1));
        axis->setLabelPadding(2);
    }
}

QImage ChartCanvas::picture() const {
    const QSize size = m_plot->size().expandedTo({320, 160});
    return m_plot->toPixmap(size.width(), size.height(), 2).toImage();
}

QByteArray ChartCanvas::svg() const {
    const QSize size = m_plot->size().expandedTo({320, 160});
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    QCPPainter painter;
    painter.begin(&generator);
    m_plot->toPainter(&painter, size.width(), size.height());
    painter.end();
    return bytes;
}

void ChartCanvas::hover(int index) {
    if (index == m_hovered)
        return;
    m_hovered = index;
    m_reading = index < 0 ? QString() : readingOf(index);
    setAccessibleDescription(m_reading);
    m_plot->setCursor(index < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    mark(index);
}

bool ChartCanvas::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        hover(indexAt(mouse->position()));
        if (m_reading.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(mouse->globalPosition().toPoint(), m_reading, m_plot);
        break;
    }
    case QEvent::MouseButtonPress:
        m_pressedAt = static_cast<QMouseEvent*>(event)->pos();
        break;
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::RightButton)
            Q_EMIT menuAsked(mouse->globalPosition().toPoint());
        const bool isClick = (mouse->pos() - m_pressedAt).manhattanLength() < 5;
        if (const int index = indexAt(mouse->position()); index >= 0 && isClick && mouse->button() == Qt::LeftButton)
            Q_EMIT chosen(index);
        break;
    }
    case QEvent::Leave:
        hover(-1);
        break;
    case QEvent::Wheel:
        // A plot that does not zoom lets the page around it scroll.
        if (!m_plot->interactions().testFlag(QCP::iRangeZoom)) {
            event->ignore();
            return true;
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void ChartCanvas::keyPressEvent(QKeyEvent* event) {
    const bool isNext = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool isPrevious = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (count() > 0 && (isNext || isPrevious)) {
        hover(std::clamp(m_hovered + (isNext ? 1 : -1), 0, count() - 1));
        QToolTip::showText(mapToGlobal(placeOf(m_hovered)), m_reading, m_plot);
    } else if (m_hovered >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        Q_EMIT chosen(m_hovered);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void ChartCanvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        dress();
        rebuild();
    }
}

} // namespace rackwright
