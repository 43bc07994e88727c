// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lines of a dialog that say what is wrong with what stands in it. Their room is kept while nothing is, so that
// buttons stay where they are while one types or clicks; for more lines than that the dialog grows instead of pressing
// its fields together.

#include <QLabel>

namespace rackwright {

/// Makes the window of `widget` as high as all its lines need, where the screen has room for it. Lines that wrap count
/// for nothing in the least height of a layout, which would press the fields above them together.
void growForLines(const QWidget& widget);

class ProblemLabel : public QLabel {
    Q_OBJECT
public:
    static constexpr int kKeptLines = 2;
    /// `keptLines` is 0 where a list above gives the room away when something is wrong.
    explicit ProblemLabel(const QString& name, int keptLines = kKeptLines, QWidget* parent = nullptr);

    /// Empty: nothing is wrong.
    void say(const QString& problem);
};

} // namespace rackwright
