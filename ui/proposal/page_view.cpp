// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/page_view.h"

#include "model/base/check.h"
#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTransform>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kPixelsPerMm = 96 / 25.4;
constexpr double kGap = 16;
constexpr double kSmallest = 0.15, kLargest = 4;
constexpr int kMostCached = 12;

} // namespace

QImage pictureOfPage(const Page& page, int width) {
    const QSizeF paper = page.content.bounds.size();
    if (paper.isEmpty())
        return {};
    const double scale = width / paper.width();
    QImage image(width, std::max(1, static_cast<int>(std::lround(paper.height() * scale))), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    QTransform transform;
    transform.scale(scale, scale);
    // Paper is white in every theme.
    const Palette palette = lightPalette();
    const Done painted = guarded("page", [&] { paintPage(painter, page, transform, palette); });
    if (!painted) { // crossed out, so that nobody takes it for the page
        painter.setPen(QPen(palette[Ink::Bad], 2));
        painter.drawLine(QPointF(0, 0), QPointF(image.width(), image.height()));
        painter.drawLine(QPointF(0, image.height()), QPointF(image.width(), 0));
    }
    return image;
}

PageView::PageView(QWidget* parent) : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("report.pages"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    verticalScrollBar()->setSingleStep(40);
    horizontalScrollBar()->setSingleStep(40);
}

void PageView::setPages(ProposalPagesPtr pages) {
    m_pages = std::move(pages);
    m_cache.clear();
    m_isStale = false;
    if (m_fits)
        fitWidth();
    else
        layOut();
    viewport()->update();
}

void PageView::setStale(bool isStale) {
    if (isStale == m_isStale)
        return;
    m_isStale = isStale;
    viewport()->update();
}

int PageView::pageCount() const { return m_pages ? static_cast<int>(m_pages->pages.pages.size()) : 0; }

int PageView::currentPage() const { return m_current; }

QImage PageView::picture(int page, int width) const {
    return pictureOfPage(m_pages->pages.pages[static_cast<std::size_t>(page)], width);
}

void PageView::showPage(int page) {
    if (page >= 0 && page < static_cast<int>(m_sheets.size()))
        verticalScrollBar()->setValue(
            static_cast<int>(std::max(0.0, m_sheets[static_cast<std::size_t>(page)].top() - kGap / 2)));
}

void PageView::setZoom(double zoom) {
    m_fits = false;
    const double before = m_zoom;
    const double middle = (verticalScrollBar()->value() + viewport()->height() / 2.0) / before;
    m_zoom = std::clamp(zoom, kSmallest, kLargest);
    m_cache.clear();
    layOut();
    verticalScrollBar()->setValue(static_cast<int>(middle * m_zoom - viewport()->height() / 2.0));
    viewport()->update();
    Q_EMIT zoomChanged(m_zoom);
}

// Text pages fill the width; wider drawing sheets are scrolled or zoomed to.
void PageView::fitWidth() {
    m_fits = true;
    if (pageCount() > 0) {
        const double paper = m_pages->pages.pages.front().content.bounds.width() * kPixelsPerMm;
        m_zoom = std::clamp((viewport()->width() - 2 * kGap) / paper, kSmallest, 1.6);
    }
    m_cache.clear();
    layOut();
    viewport()->update();
    Q_EMIT zoomChanged(m_zoom);
}

// A sheet that is wider than the first is drawn smaller, so that all have one width until a person zooms in.
void PageView::layOut() {
    m_sheets.clear();
    double y = kGap, width = 0;
    const double first = pageCount() > 0 ? m_pages->pages.pages.front().content.bounds.width() : 0;
    for (int i = 0; i < pageCount(); ++i) {
        const QSizeF paper = m_pages->pages.pages[static_cast<std::size_t>(i)].content.bounds.size();
        const double scale = m_fits && paper.width() > first ? first / paper.width() : 1;
        const QSizeF size = paper * kPixelsPerMm * m_zoom * scale;
        m_sheets.emplace_back(QPointF(0, y), size);
        width = std::max(width, size.width());
        y += size.height() + kGap;
    }
    m_size = {width + 2 * kGap, y};
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_size.height()) - viewport()->height()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(m_size.width()) - viewport()->width()));
}

QRectF PageView::sheet(int page) const {
    const QRectF box = m_sheets[static_cast<std::size_t>(page)];
    const double all = std::max<double>(viewport()->width(), m_size.width());
    return box.translated((all - box.width()) / 2 - horizontalScrollBar()->value(), -verticalScrollBar()->value());
}

void PageView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const Theme& theme = Theme::current();
    painter.fillRect(viewport()->rect(), theme.window());
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    if (m_cache.size() > kMostCached)
        m_cache.clear();
    const double ratio = devicePixelRatioF();
    for (int i = 0; i < pageCount(); ++i) {
        const QRectF box = sheet(i);
        if (!box.intersects(viewport()->rect()))
            continue;
        auto cached = m_cache.constFind(i);
        if (cached == m_cache.constEnd()) {
            QPixmap made = QPixmap::fromImage(pictureOfPage(m_pages->pages.pages[static_cast<std::size_t>(i)],
                                                            std::max(1, static_cast<int>(box.width() * ratio))));
            cached = m_cache.insert(i, made);
        }
        painter.setPen(QPen(theme.ink(Ink::Rule), 1));
        painter.setBrush(Qt::white);
        painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
        painter.setOpacity(m_isStale ? 0.45 : 1);
        painter.drawPixmap(box, *cached, QRectF(cached->rect()));
        painter.setOpacity(1);
    }
}

void PageView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    if (m_fits)
        fitWidth();
    else
        layOut();
}

void PageView::scrollContentsBy(int, int) {
    const double middle = verticalScrollBar()->value() + viewport()->height() / 3.0;
    int page = 0;
    for (int i = 0; i < static_cast<int>(m_sheets.size()); ++i)
        if (m_sheets[static_cast<std::size_t>(i)].top() <= middle)
            page = i;
    if (page != m_current) {
        m_current = page;
        Q_EMIT currentPageChanged(page);
    }
    viewport()->update();
}

void PageView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) {
        setZoom(m_zoom * std::pow(1.0015, event->angleDelta().y()));
        event->accept();
        return;
    }
    QAbstractScrollArea::wheelEvent(event);
}

// A click on a link of the page goes where it leads.
void PageView::mouseReleaseEvent(QMouseEvent* event) {
    for (int i = 0; i < pageCount(); ++i) {
        const QRectF box = sheet(i);
        if (!box.contains(event->position()))
            continue;
        const Page& page = m_pages->pages.pages[static_cast<std::size_t>(i)];
        const double scale = page.content.bounds.width() / box.width();
        const QPointF onPaper = (event->position() - box.topLeft()) * scale;
        for (const LinkArea& link : page.links)
            if (link.box.contains(onPaper))
                if (const auto place = m_pages->pages.anchors.constFind(link.target);
                    place != m_pages->pages.anchors.constEnd())
                    return showPage(place->page);
    }
}

} // namespace rackwright
