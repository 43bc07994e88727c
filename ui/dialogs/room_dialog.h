// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RoomDialog: name, width, depth and grid of a new room, or of the first one of a new design, typed with units. It
// makes the row, no edit.

#include "model/base/result.h"
#include "model/design/room_rows.h"
#include "ui/text/texts.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class RoomDialog : public QDialog {
    Q_OBJECT
public:
    enum class Makes { Room, Design };
    explicit RoomDialog(const Texts& texts, QWidget* parent = nullptr, Makes makes = Makes::Room);

    /// The room, or what is wrong with what was typed.
    Result<Room> room() const;
    /// A name that is free in the design.
    void propose(const QString& name);

private:
    void check();

    const Texts& m_texts;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_width = nullptr;
    QLineEdit* m_depth = nullptr;
    QLineEdit* m_grid = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
