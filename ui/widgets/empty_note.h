// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EmptyNote: the sentence in the middle of a table that has no rows, so that no panel is blank without a word. Tables
// and lists carry one; it never takes the mouse.

#include <QLabel>

class QAbstractItemView;

namespace rackwright {

class EmptyNote : public QLabel {
    Q_OBJECT
public:
    /// Becomes a child of the table, whose model must be set already.
    EmptyNote(QAbstractItemView* table, const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void place();

    QAbstractItemView* m_table;
};

} // namespace rackwright
