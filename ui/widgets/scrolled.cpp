// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/scrolled.h"

#include <QScrollArea>

namespace rackwright {

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFrameShape(QFrame::NoFrame);
    content->setProperty("bare", true);
    area->setWidget(content);
    return area;
}

} // namespace rackwright
