// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RoomLimitsDialog: what limits a room: how many more of a chosen node or rack fit, every constraint with what is left
// of it, the binding one first, and what each next step would free. It follows the design while it is open.

#include "solvers/facility/room_limits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class RoomLimitsDialog : public QDialog {
    Q_OBJECT
public:
    /// Begins with a room; a null one: the first.
    RoomLimitsDialog(StudioDocument& document, StudioServices& services, Id<Room> room, QWidget* parent = nullptr);

    /// The window's one, brought up for a room.
    static void bringUp(StudioDocument& document, StudioServices& services, Id<Room> room, QWidget* parent);
    void showRoom(Id<Room> room);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Answer;
    void listRooms();
    void ask();
    void take(const std::shared_ptr<const Answer>& answer);
    void fill();
    void copyAll() const;
    QTreeWidget* makeTable(const char* name, const char* title, const std::vector<const char*>& columns);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Room> m_room;
    std::string m_of; ///< code of the template that a person chose; empty: what stands there most
    std::shared_ptr<const Answer> m_answer;
    QComboBox* m_rooms = nullptr;
    QComboBox* m_templates = nullptr;
    QLabel* m_head = nullptr;
    QTreeWidget* m_limits = nullptr;
    QTreeWidget* m_steps = nullptr;
    QPushButton* m_copy = nullptr;
};

} // namespace rackwright
