// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// MoveToRoomDialog: the other rooms of a design to choose one from. The plan of the caller says whether there is a
// place.

#include "model/design/room_rows.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <functional>
#include <vector>

class QListWidget;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class MoveToRoomDialog : public QDialog {
    Q_OBJECT
public:
    /// What is wrong with a room; an empty text where the things have a place in it.
    using Judge = std::function<QString(Id<Room>)>;
    MoveToRoomDialog(const Texts& texts, const std::vector<Room>& rooms, Judge judge, QWidget* parent = nullptr);

    Id<Room> room() const;

private:
    void check();

    Judge m_judge;
    QListWidget* m_rooms = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
