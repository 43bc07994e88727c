// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PlanWorkspace: the floor plan with the line above it: which room, its size, and how the racks are coloured.

#include "ui/actions/actions.h"
#include "ui/plan/plan_view.h"
#include "ui/widgets/workspace.h"

class QComboBox;
class QLabel;
class QMenu;

namespace rackwright {

class PlanWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Adds the commands of the plan to `actions` and does them.
    PlanWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    PlanView* view() const { return m_view; }

    bool canZoom(ZoomStep step) const override;
    void zoom(ZoomStep step) override;
    bool canSelectAll() const override { return !m_document.design().racks.isEmpty(); }
    std::vector<Subject> everything() const override;
    bool isInSight(const std::vector<Subject>& subjects) const override { return m_view->isInSight(subjects); }
    std::optional<Shareable> shareable() override;

protected:
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refreshHead();
    /// Takes the tool of a command, also where it is in the hand already.
    void takeTool(const DrawTool& tool);
    void hintTool();
    void connectLayout();
    void connectTools();
    void connectRooms();
    void addRoom();
    void fitToRoom();
    void showRoomMenu(QMenu& menu, QPoint place);
    QString roomTitle(const Room& room) const;
    void connectPathways();
    void connectUnderlay();
    void addBelow(QMenu& menu, QPoint place);
    void showLoss();
    std::optional<Shareable> sectionOfChosenRow() const;
    const RoomObject* underlay() const;
    void insertUnderlay();
    Result<Edit> drawingBelow(const QString& path, const Room& room);
    void scaleUnderlay(const std::vector<Point>& places);
    void apply(const Edit& edit);
    void finish(const Done& done);
    Point arrayPitch(const std::vector<Id<Rack>>& racks) const;
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

WorkspaceFeature planFeature();

} // namespace rackwright
