// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storage/path_chain.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <utility>

namespace rackwright {

PathChain::PathChain(const QString& name, const QString& title, QWidget* parent) : QWidget(parent) {
    setObjectName(name);
    setAccessibleName(title);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    auto* heading = new QLabel(title);
    heading->setProperty("subdued", true);
    heading->setFixedWidth(44);
    row->addWidget(heading);
}

void PathChain::setLinks(std::vector<ChainLink> links) {
    if (links == m_links)
        return;
    m_links = std::move(links);
    auto* row = static_cast<QHBoxLayout*>(layout());
    while (m_boxes.size() < m_links.size()) {
        if (!m_boxes.empty()) {
            auto* arrow = new QLabel(QStringLiteral("→"));
            m_arrows.push_back(arrow);
            row->addWidget(arrow);
        }
        auto* box = new QToolButton;
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        box->setFixedHeight(46);
        box->setMinimumWidth(60);
        box->setFont(studioFont(11));
        box->setCursor(Qt::PointingHandCursor);
        const std::size_t index = m_boxes.size();
        connect(box, &QToolButton::clicked, this, [this, index] {
            if (index < m_links.size() && !m_links[index].label.isEmpty())
                Q_EMIT asked(m_links[index].label);
        });
        m_boxes.push_back(box);
        row->addWidget(box, 1);
    }
    dress();
}

void PathChain::dress() {
    const Theme& theme = Theme::current();
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        QToolButton& box = *m_boxes[i];
        const bool isShown = i < m_links.size();
        box.setVisible(isShown);
        if (i > 0)
            m_arrows[i - 1]->setVisible(isShown);
        if (!isShown)
            continue;
        const ChainLink& link = m_links[i];
        box.setObjectName(QStringLiteral("figure:") + link.label);
        box.setText(link.name + QLatin1Char('\n') + link.amount);
        box.setAccessibleName(link.name + QStringLiteral(": ") + link.amount);
        box.setToolTip(box.accessibleName());
        const QColor ink = theme.ink(link.isSlowest ? Ink::Warning : link.counts ? Ink::Text : Ink::Faint);
        const QColor border = theme.ink(link.isSlowest ? Ink::Warning : Ink::Rule);
        const QColor wash = link.isSlowest ? theme.ink(Ink::WarningWash) : theme.surface();
        box.setStyleSheet(QStringLiteral("QToolButton { color: %1; border: 1px solid %2; background: %3; padding: 2px; "
                                         "border-radius: 6px; font-weight: %4; } QToolButton:hover { background: %5; } "
                                         "QToolButton:focus { border-color: %6; }")
                              .arg(ink.name(), border.name(), wash.name())
                              .arg(link.isSlowest ? 600 : 400)
                              .arg(theme.hover().name(), theme.ink(Ink::Accent).name()));
    }
}

void PathChain::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        dress();
}

} // namespace rackwright
