// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figure_card.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr int kTitlePixels = 11;
constexpr int kValuePixels = 18;
constexpr int kCompactValuePixels = 14;
constexpr int kDetailPixels = 11;
constexpr int kSmallestValuePixels = 11;
constexpr int kLeastWidth = 96, kMostClaimed = 240; // a title as long as a sentence is cut all the same
constexpr int kLeftEdge = 10, kRightEdge = 8;

QColor moodColour(CardContent::Mood mood, const Theme& theme) {
    switch (mood) {
    case CardContent::Mood::Plain:
        return theme.ink(Ink::Text);
    case CardContent::Mood::Good:
        return theme.ink(Ink::Good);
    case CardContent::Mood::Warning:
        return theme.ink(Ink::Warning);
    case CardContent::Mood::Bad:
        return theme.ink(Ink::Bad);
    }
    return theme.ink(Ink::Text);
}

// The largest size at which the value fits; a long lower bound shrinks before it is cut.
QFont fittingFont(const QString& text, int width, int largest) {
    for (int pixels = largest; pixels > kSmallestValuePixels; --pixels) {
        const QFont font = studioFont(pixels, QFont::Bold);
        if (QFontMetrics(font).horizontalAdvance(text) <= width)
            return font;
    }
    return studioFont(kSmallestValuePixels, QFont::Bold);
}

} // namespace

FigureCard::FigureCard(QString figureLabel, QWidget* parent) : QWidget(parent), m_label(std::move(figureLabel)) {
    setObjectName(QStringLiteral("card:") + m_label);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FigureCard::setContent(const CardContent& content) {
    if (content == m_content)
        return;
    m_content = content;
    setAccessibleName(content.title + QStringLiteral(": ") + content.value);
    setAccessibleDescription(content.detail);
    setToolTip(content.value + QStringLiteral("\n") + content.detail);
    update();
}

int FigureCard::wholeWidth() const {
    const int title = QFontMetrics(studioFont(kTitlePixels)).horizontalAdvance(m_content.title);
    const int value = QFontMetrics(studioFont(kSmallestValuePixels, QFont::Bold)).horizontalAdvance(m_content.value);
    constexpr int roundedUp = 1;
    return std::clamp(std::max(title, value) + kLeftEdge + kRightEdge + roundedUp, kLeastWidth, kMostClaimed);
}

void FigureCard::setCompact(bool isCompact) {
    m_isCompact = isCompact;
    updateGeometry();
    update();
}

QSize FigureCard::sizeHint() const { return {150, m_isCompact ? 40 : 66}; }
QSize FigureCard::minimumSizeHint() const { return {kLeastWidth, m_isCompact ? 40 : 66}; }

void FigureCard::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.ink(Ink::Accent) : theme.ink(Ink::Rule), hasFocus() ? 1.5 : 1));
    painter.setBrush(m_isHovered ? theme.hover() : theme.surface());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    const int above = m_isCompact ? 3 : 6;
    const QRect inner = rect().adjusted(kLeftEdge, above, -kRightEdge, -above);
    if (m_content.isStale)
        painter.setOpacity(0.45);

    painter.setFont(studioFont(kTitlePixels));
    painter.setPen(theme.ink(Ink::Subdued));
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop,
                     painter.fontMetrics().elidedText(m_content.title, Qt::ElideRight, inner.width()));

    const bool changes = !m_content.candidate.isEmpty() && m_content.candidate != m_content.value;
    const QString value = changes ? m_content.value + QStringLiteral(" → ") + m_content.candidate : m_content.value;
    painter.setFont(fittingFont(value, inner.width(), m_isCompact ? kCompactValuePixels : kValuePixels));
    painter.setPen(
        changes
            ? theme.ink(Ink::Accent)
            : moodColour(m_content.mood == CardContent::Mood::Good ? CardContent::Mood::Plain : m_content.mood, theme));
    painter.drawText(inner.adjusted(0, m_isCompact ? 14 : 16, 0, m_isCompact ? 0 : -14),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(value, Qt::ElideRight, inner.width()));
    if (m_isCompact)
        return;

    painter.setFont(studioFont(kDetailPixels));
    painter.setPen(m_content.mood == CardContent::Mood::Plain ? theme.ink(Ink::Subdued)
                                                             : moodColour(m_content.mood, theme));
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignBottom,
                     painter.fontMetrics().elidedText(m_content.detail, Qt::ElideRight, inner.width()));
}

void FigureCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        Q_EMIT asked(m_label);
}

void FigureCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        Q_EMIT asked(m_label);
    else
        QWidget::keyPressEvent(event);
}

void FigureCard::enterEvent(QEnterEvent*) {
    m_isHovered = true;
    update();
}

void FigureCard::leaveEvent(QEvent*) {
    m_isHovered = false;
    update();
}

} // namespace rackwright
