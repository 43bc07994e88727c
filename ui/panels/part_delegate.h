// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartDelegate: a line of the catalogue: a small picture of the kind of part, its name and its main figures.

#include "model/parts/part.h"
#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace rackwright {

class PartDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit PartDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// The small picture of a kind of part.
    static void paintGlyph(QPainter& painter, const QRectF& box, PartCategory category);
};

} // namespace rackwright
