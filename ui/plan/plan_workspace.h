// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PlanWorkspace: the floor plan with the line above it: which room, its size, and how the racks are coloured.

#include "ui/actions/actions.h"
#include "ui/plan/plan_view.h"

class QComboBox;
class QLabel;

namespace rackwright {

class PlanWorkspace : public QWidget {
    Q_OBJECT
public:
    /// Adds the commands of the plan to `actions` and does them.
    PlanWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    PlanView* view() const { return m_view; }

private:
    void refreshHead();
    void connectLayout();
    void connectTools();
    void apply(const Edit& edit);
    void askForArray();
    void showMenu(QPoint place);
    Point selectionMiddle() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    PlanView* m_view = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_size = nullptr;
    QComboBox* m_rooms = nullptr;
};

} // namespace rackwright
