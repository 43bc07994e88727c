// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BoundedScroll: around a page that wants more room than a small screen has. It is as large as the page wishes while
// there is room, claims no more than its bound, and scrolls below that.

#include <QScrollArea>

namespace rackwright {

class BoundedScroll : public QScrollArea {
    Q_OBJECT
public:
    BoundedScroll(QWidget* content, QSize mostClaimed, QWidget* parent = nullptr);
    void setMostClaimed(QSize mostClaimed);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QSize m_mostClaimed;
};

} // namespace rackwright
