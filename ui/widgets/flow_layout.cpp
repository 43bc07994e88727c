// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flow_layout.h"

#include <algorithm>

namespace rackwright {

FlowLayout::FlowLayout(int spacing, QWidget* parent) : QLayout(parent), m_gap(spacing) {
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { m_items.emplace_back(item); }

int FlowLayout::count() const { return static_cast<int>(m_items.size()); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    if (index < 0 || index >= count())
        return nullptr;
    const auto it = m_items.begin() + index;
    QLayoutItem* item = it->release();
    m_items.erase(it);
    return item;
}

int FlowLayout::heightForWidth(int width) const { return arranged(QRect(0, 0, width, 0), Apply::Measure); }

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arranged(rect, Apply::Place);
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const auto& item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

// What is lower than its line stands in the middle of it.
int FlowLayout::arranged(const QRect& rect, Apply apply) const {
    int x = rect.x(), y = rect.y(), lineHeight = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> line;
    const auto finishLine = [&] {
        const int left = rect.right() + 1 + m_gap - x;
        if (m_isJustified && left > 0 && !line.empty()) {
            line.front().second.setWidth(line.front().second.width() + left);
            for (std::size_t i = 1; i < line.size(); ++i)
                line[i].second.translate(left, 0);
        }
        if (apply == Apply::Place)
            for (const auto& [item, place] : line)
                item->setGeometry(place.translated(0, (lineHeight - place.height()) / 2));
        line.clear();
    };
    for (const auto& item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint();
        if (m_isJustified && line.empty())
            size.setWidth(item->minimumSize().width());
        if (x > rect.x() && x + size.width() > rect.right() + 1) {
            finishLine();
            x = rect.x();
            y += lineHeight + m_gap;
            lineHeight = 0;
        }
        line.emplace_back(item.get(), QRect(QPoint(x, y), size));
        x += size.width() + m_gap;
        lineHeight = std::max(lineHeight, size.height());
    }
    finishLine();
    return y + lineHeight - rect.y();
}

} // namespace rackwright
