// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FindingDelegate: a line of the findings table: the level as a coloured pill, a quick fix as a link, the rest as text;
// faint while the findings are older than the design.

#include <QStyledItemDelegate>

namespace rackwright {

class FindingDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit FindingDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

    void setStale(bool isStale) { m_isStale = isStale; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool m_isStale = false;
};

} // namespace rackwright
