// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/finding_delegate.h"

#include "ui/panels/findings_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace rackwright {

namespace {

constexpr int kRowHeight = 27;

struct Tone {
    Ink ink, wash;
};

Tone toneOf(int tone) {
    switch (tone) {
    case 0:
        return {Ink::Note, Ink::NoteWash};
    case 1:
        return {Ink::Warning, Ink::WarningWash};
    case 2:
        return {Ink::Bad, Ink::BadWash};
    case 3:
        return {Ink::Good, Ink::GoodWash};
    default:
        return {Ink::Subdued, Ink::Panel};
    }
}

} // namespace

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {QStyledItemDelegate::sizeHint(option, index).width(), kRowHeight};
}

void FindingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::current();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isGroup = index.siblingAtColumn(0).data(FindingsModel::GroupRole).toBool();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.selection());
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, theme.hover());
    painter->setPen(theme.ink(Ink::Rule));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (m_isStale)
        painter->setOpacity(0.45);
    const QString text = index.data(Qt::DisplayRole).toString();
    const QRect box = option.rect.adjusted(8, 0, -8, 0);
    if (isGroup) {
        painter->setFont(studioFont(12, QFont::Medium));
        painter->setPen(theme.ink(Ink::Text));
        painter->drawText(QRect(box.left(), box.top(), 1200, box.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    } else if (index.column() == FindingsModel::SeverityColumn) {
        const Tone tone = toneOf(index.data(FindingsModel::ToneRole).toInt());
        painter->setFont(studioFont(11, QFont::Medium));
        const int width = painter->fontMetrics().horizontalAdvance(text) + 12;
        const QRectF pill(box.left(), box.center().y() - 9, width, 18);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.ink(tone.wash));
        painter->drawRoundedRect(pill, 4, 4);
        painter->setPen(theme.ink(tone.ink));
        painter->drawText(pill, Qt::AlignCenter, text);
    } else {
        const bool isLink = index.data(FindingsModel::LinkRole).toBool();
        QFont font = studioFont(12);
        font.setUnderline(isLink && (option.state & QStyle::State_MouseOver));
        painter->setFont(font);
        const bool isQuiet = index.column() == FindingsModel::AdviceColumn && !isLink;
        painter->setPen(theme.ink(isLink ? Ink::Accent : isQuiet ? Ink::Subdued : Ink::Text));
        const QString mark = isLink ? QStringLiteral(" ▸") : QString();
        const int room = box.width() - painter->fontMetrics().horizontalAdvance(mark);
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room) + mark);
    }
    painter->restore();
}

} // namespace rackwright
