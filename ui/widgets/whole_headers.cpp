// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/whole_headers.h"

#include <QApplication>
#include <QHeaderView>

namespace rackwright {

namespace {

constexpr auto kFollowed = "followsHeadings";

// Columns that follow the width of the table or what stands in them have a width of their own.
void widen(QHeaderView& header) {
    for (int section = 0; section < header.count(); ++section)
        if (!header.isSectionHidden(section) && header.sectionResizeMode(section) == QHeaderView::Interactive)
            if (const int wanted = header.sectionSizeHint(section); header.sectionSize(section) < wanted)
                header.resizeSection(section, wanted);
}

} // namespace

WholeHeaders::WholeHeaders(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

void WholeHeaders::follow(QHeaderView& header) {
    if (header.property(kFollowed).toBool() || !header.model())
        return;
    header.setProperty(kFollowed, true);
    header.setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(&header, &QHeaderView::sectionCountChanged, this, [&header] { widen(header); });
    connect(header.model(), &QAbstractItemModel::headerDataChanged, &header, [&header] { widen(header); });
}

bool WholeHeaders::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show && event->type() != QEvent::FontChange)
        return false;
    auto* header = qobject_cast<QHeaderView*>(watched);
    if (header && header->orientation() == Qt::Horizontal) {
        follow(*header);
        widen(*header);
    }
    return false;
}

} // namespace rackwright
