// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/part_delegate.h"

#include "model/parts/part_family.h"
#include "ui/panels/catalogue_panel.h"

#include <QPainter>

namespace rackwright {

namespace {

constexpr int kLineHeight = 44;
constexpr int kGlyph = 32;

struct GlyphInks {
    Ink fill;
    Ink mark;
    int columns; ///< of small squares; 0: one block
    int rows;
};

GlyphInks glyphOf(PartCategory category) {
    switch (familyOf(category)) {
    case PartFamily::Compute:
        return {Ink::ComputeFill, Ink::Accelerator, 4, 2};
    case PartFamily::Network:
        return {Ink::SwitchFill, Ink::Cage, 6, 2};
    case PartFamily::Storage:
        return {Ink::StorageFill, Ink::StorageLine, 1, 3};
    case PartFamily::Cooling:
        return {Ink::CoolingFill, Ink::CoolingLine, 3, 1};
    case PartFamily::PowerChain:
        return {Ink::PowerFill, Ink::PowerLine, 1, 2};
    case PartFamily::Cabling:
    case PartFamily::Racks:
    case PartFamily::Software:
    case PartFamily::Service:
        return {Ink::RackFill, Ink::RackLine, 1, 1};
    }
    return {Ink::RackFill, Ink::RackLine, 1, 1};
}

} // namespace

QSize PartDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const { return {120, kLineHeight}; }

void PartDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    painter->save();
    if (index.data(PartListModel::HeadingRole).toBool()) {
        painter->setFont(studioFont(12, QFont::Medium));
        painter->setPen(Theme::current().ink(Ink::Subdued));
        painter->drawText(option.rect.adjusted(4, 0, -4, -6), Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                          index.data().toString());
        painter->setPen(Theme::current().ink(Ink::Rule));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        painter->restore();
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
        painter->fillRect(option.rect, option.state & QStyle::State_Selected ? Theme::current().selection() : Theme::current().hover());
    painter->setPen(Theme::current().ink(Ink::Rule));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const QRectF glyph(option.rect.left() + 4, option.rect.top() + (kLineHeight - kGlyph) / 2.0, kGlyph, kGlyph);
    paintGlyph(*painter, glyph, static_cast<PartCategory>(index.data(PartListModel::CategoryRole).toInt()));
    QRect words = option.rect.adjusted(kGlyph + 12, 6, -4, -6);
    if (const QString own = index.data(PartListModel::OwnRole).toString(); !own.isEmpty()) {
        painter->setFont(studioFont(10, QFont::Medium));
        const int width = painter->fontMetrics().horizontalAdvance(own) + 10;
        const QRectF pill(words.right() - width, words.top(), width, 16);
        painter->setPen(Qt::NoPen);
        painter->setBrush(Theme::current().ink(Ink::GoodWash));
        painter->drawRoundedRect(pill, 4, 4);
        painter->setPen(Theme::current().ink(Ink::Good));
        painter->drawText(pill, Qt::AlignCenter, own);
        words.setRight(words.right() - width - 4);
    }
    painter->setFont(studioFont(12, QFont::Medium));
    painter->setPen(Theme::current().ink(Ink::Text));
    painter->drawText(words, Qt::AlignLeft | Qt::AlignTop,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->setFont(studioFont(11));
    painter->setPen(Theme::current().ink(Ink::Subdued));
    painter->drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                      painter->fontMetrics().elidedText(index.data(PartListModel::DetailRole).toString(),
                                                        Qt::ElideRight, words.width()));
    painter->restore();
}

void PartDelegate::paintGlyph(QPainter& painter, const QRectF& box, PartCategory category) {
    const GlyphInks inks = glyphOf(category);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().ink(inks.fill));
    painter.drawRoundedRect(box, 5, 5);
    painter.setBrush(Theme::current().ink(inks.mark));
    const QRectF inner = box.adjusted(5, 9, -5, -9);
    const double w = inner.width() / inks.columns;
    const double h = inner.height() / inks.rows;
    for (int r = 0; r < inks.rows; ++r)
        for (int c = 0; c < inks.columns; ++c)
            painter.drawRoundedRect(QRectF(inner.left() + c * w + 0.7, inner.top() + r * h + 0.7, w - 1.4, h - 1.4), 1, 1);
}

} // namespace rackwright
