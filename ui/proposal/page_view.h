// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PageView: the pages of a document one below the other as sheets of paper, with zoom. It paints only what is in sight;
// pages that are older than the design are shown faint.

#include "ui/proposal/proposal_maker.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QPixmap>

namespace rackwright {

class PageView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit PageView(QWidget* parent = nullptr);

    void setPages(ProposalPagesPtr pages);
    void setStale(bool isStale);
    bool isStale() const { return m_isStale; }
    int pageCount() const;
    int currentPage() const;
    /// A page so many dots wide.
    QImage picture(int page, int width) const;
    void showPage(int page);

    /// 1 is the size of the sheet on a screen of 96 dots an inch.
    double zoom() const { return m_zoom; }
    void setZoom(double zoom);
    void fitWidth();

Q_SIGNALS:
    void currentPageChanged(int page);
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void layOut();
    QRectF sheet(int page) const; ///< in view coordinates

    ProposalPagesPtr m_pages;
    std::vector<QRectF> m_sheets; ///< in pixels from the top of the document
    QSizeF m_size;
    double m_zoom = 1;
    bool m_fits = true; ///< the width of the view, until a person zooms
    bool m_isStale = false;
    int m_current = 0;
    QHash<int, QPixmap> m_cache; ///< pictures of pages in sight
};

/// A page as a picture, so many dots wide.
QImage pictureOfPage(const Page& page, int width);

} // namespace rackwright
