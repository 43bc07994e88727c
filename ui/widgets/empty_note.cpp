// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_note.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QEvent>

#include <algorithm>

namespace rackwright {

EmptyNote::EmptyNote(QAbstractItemView* table, const QString& sentence)
    : QLabel(sentence, table->viewport()), m_table(table) {
    setObjectName(table->objectName() + QStringLiteral(".empty"));
    setProperty("subdued", true);
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    table->viewport()->installEventFilter(this);
    const QAbstractItemModel* model = table->model();
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, &EmptyNote::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &EmptyNote::refresh);
    refresh();
}

void EmptyNote::refresh() {
    setVisible(m_table->model()->rowCount() == 0);
    place();
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        place();
    return QLabel::eventFilter(watched, event);
}

void EmptyNote::place() {
    constexpr int margin = 16, widest = 460;
    const QWidget* viewport = m_table->viewport();
    const int width = std::clamp(viewport->width() - 2 * margin, 1, widest);
    setGeometry((viewport->width() - width) / 2, 0, width, viewport->height());
}

} // namespace rackwright
