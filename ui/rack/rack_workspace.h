// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackWorkspace: elevations of chosen racks with the strip of all racks beside them and the tray of unplaced devices
// below, and the commands for racks: fill, rack types, scalable units. It lays out and asks; edits do the work.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/workspace.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace rackwright {

class RackStrip;
class RackView;
class UnplacedTray;

class RackWorkspace : public Workspace {
    Q_OBJECT
public:
    /// So many elevations are shown at once; the head line says when more are chosen.
    static constexpr std::size_t kMostShown = 96;

    RackWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    RackView* view() const { return m_view; }
    RackStrip* strip() const { return m_strip; }
    /// Shows these racks and nothing else.
    void showRacks(std::vector<Id<Rack>> racks);

    bool canZoom(ZoomStep step) const override;
    void zoom(ZoomStep step) override;
    bool canSelectAll() const override;
    std::vector<Subject> everything() const override;
    bool isInSight(const std::vector<Subject>& subjects) const override;
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addActions(Actions& actions);
    /// Racks that commands are for: the selected ones, else those that are shown.
    std::vector<Id<Rack>> targetRacks() const;
    Id<RackType> typeOf(Id<Rack> rack) const;
    void fill();
    void saveType();
    void applyType();
    void editType();
    void makeUnit();
    void showMenu(QPoint place);
    void placeUnit();
    void followSelection();
    void startAnew();
    void dropGone();
    void refreshHead();
    void refreshActions();
    void apply(const Edit& edit);
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    RackStrip* m_strip = nullptr;
    RackView* m_view = nullptr;
    UnplacedTray* m_tray = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_detail = nullptr;
    QToolButton* m_types = nullptr;
    std::vector<Id<Rack>> m_chosen; ///< may be more than are shown
    bool m_isChoosing = false;      ///< the selection changes by our own hand
};

WorkspaceFeature rackFeature();

} // namespace rackwright
