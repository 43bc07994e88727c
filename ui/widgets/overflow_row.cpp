// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/overflow_row.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace rackwright {

OverflowRow::OverflowRow(const QString& name, const QString& accessibleName, int gap, QWidget* parent)
    : QWidget(parent), m_gap(gap) {
    setObjectName(name);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_more = new QToolButton(this);
    m_more->setObjectName(name + QStringLiteral(".more"));
    m_more->setAccessibleName(accessibleName);
    m_more->setToolTip(accessibleName);
    m_more->setText(QStringLiteral("»"));
    m_more->setProperty("chip", true);
    m_more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_more);
    menu->setObjectName(name + QStringLiteral(".menu"));
    m_more->setMenu(menu);
    m_more->hide();
    connect(menu, &QMenu::aboutToShow, this, &OverflowRow::fillMenu);
}

void OverflowRow::add(QToolButton* chip) {
    chip->setParent(this);
    m_entries.push_back({chip});
    updateGeometry();
    arrange();
}

void OverflowRow::setWanted(QToolButton* chip, bool isWanted) {
    const auto entry = std::ranges::find(m_entries, chip, &Entry::chip);
    if (entry == m_entries.end() || entry->isWanted == isWanted)
        return;
    entry->isWanted = isWanted;
    updateGeometry();
    arrange();
}

QSize OverflowRow::sizeHint() const {
    QSize size(0, m_more->sizeHint().height());
    for (const Entry& entry : m_entries)
        if (entry.isWanted) {
            const QSize chip = entry.chip->sizeHint();
            size = {size.width() + (size.width() > 0 ? m_gap : 0) + chip.width(),
                    std::max(size.height(), chip.height())};
        }
    return size;
}

QSize OverflowRow::minimumSizeHint() const {
    const int first = m_entries.empty() ? 0 : m_entries.front().chip->sizeHint().width() + m_gap;
    return {first + m_more->sizeHint().width(), sizeHint().height()};
}

void OverflowRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

// The words on a chip may have become longer.
bool OverflowRow::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        updateGeometry();
        arrange();
    }
    return QWidget::event(event);
}

void OverflowRow::arrange() {
    const bool fitsAll = sizeHint().width() <= width();
    const int room = fitsAll ? width() : width() - m_more->sizeHint().width() - m_gap;
    int at = 0;
    bool isFull = false;
    for (Entry& entry : m_entries) {
        const QSize size = entry.chip->sizeHint();
        isFull = isFull || (entry.isWanted && at + size.width() > room);
        entry.isInMenu = entry.isWanted && isFull;
        entry.chip->setVisible(entry.isWanted && !isFull);
        if (!entry.isWanted || isFull)
            continue;
        entry.chip->setGeometry(at, (height() - size.height()) / 2, size.width(), size.height());
        at += size.width() + m_gap;
    }
    m_more->setVisible(isFull);
    const QSize more = m_more->sizeHint();
    m_more->setGeometry(at, (height() - more.height()) / 2, more.width(), more.height());
}

void OverflowRow::fillMenu() {
    QMenu* menu = m_more->menu();
    menu->clear();
    for (const Entry& entry : m_entries) {
        if (!entry.isInMenu)
            continue;
        QAction* action = menu->addAction(entry.chip->text());
        action->setObjectName(entry.chip->objectName());
        action->setCheckable(true);
        action->setChecked(entry.chip->isChecked());
        connect(action, &QAction::toggled, entry.chip, &QToolButton::setChecked);
    }
}

} // namespace rackwright
