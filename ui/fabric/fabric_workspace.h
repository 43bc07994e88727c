// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricWorkspace: the networks of the design as drawings, with the port map or the cables of what is chosen beside
// them, and the scale-up domains as a level of their own. It lays out and asks; layouts are made on a worker thread.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/fabric/fabric_readings.h"
#include "ui/paint/fabric_layout.h"
#include "ui/widgets/workspace.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace rackwright {

class FabricCards;
class FabricPanel;
class FailurePanel;
class FabricView;
class ScaleUpPanel;
class ScaleUpStage;
class ScaleUpView;
class LevelChips;
class LosslessPanel;
class TrafficPanel;

/// Commands of the fabric; the workspace does them wherever they are called.
std::span<const ActionRow> fabricActions();

class FabricWorkspace : public Workspace {
    Q_OBJECT
public:
    /// Adds the commands of the fabric to `actions` and does them.
    FabricWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);

    FabricView* view() const { return m_view; }
    FabricPanel* panel() const { return m_panel; }
    FailurePanel* failures() const { return m_failures; }
    TrafficPanel* traffic() const { return m_traffic; }
    ScaleUpStage* scaleUpStage() const { return m_stage; }
    ScaleUpView* scaleUp() const { return m_scaleUp; }
    ScaleUpPanel* scaleUpPanel() const { return m_scaleUpPanel; }
    /// That is shown, or was before the scale-up level.
    Id<Network> network() const { return m_network; }
    void setNetwork(Id<Network> network);
    /// Null: the scale-up level.
    void showLevel(Id<Network> network);
    /// What is shown is of the shown design, and drawn.
    bool isUpToDate() const;
    bool canZoom(ZoomStep step) const override;
    void zoom(ZoomStep step) override;
    bool isInSight(const std::vector<Subject>& subjects) const override;
    void showSubject(Subject subject) override { setNetwork({subject.id}); }

    /// Asks for a network and draws it.
    void generate();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What a layout was made from; equal, the layout holds.
    struct Source {
        Id<Network> network;
        std::uint64_t cables = 0, devices = 0, powerElements = 0, coolingUnits = 0, parts = 0;
        bool operator==(const Source&) const = default;
    };

    Source source() const;
    void refresh();
    void takeActions();
    QWidget* makeDrawing();
    QWidget* makeEmptyPage();
    void followDrawing();
    void followDocument();
    QWidget* makeSide();
    void makeColours();
    void makeScaleUp();
    void refreshScaleUp();
    void refreshChecklist();
    void refreshLevel();
    void refreshReadings();
    void takeReadings(int number, const std::shared_ptr<const FabricReadings>& readings);
    void showSide(QWidget* side);
    void showLoss();
    void refreshPanel();
    void takeSelection();
    void takeLayout(const Source& source, std::shared_ptr<const FabricLayout> layout);
    void choose(const std::vector<std::size_t>& bundles);
    void showMenu(Id<Network> network, QPoint globalPlace);
    void addEmptyNetwork(NetworkRole role);
    QString summary() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    QStackedWidget* m_pages = nullptr;
    LevelChips* m_levels = nullptr;
    QComboBox* m_colouring = nullptr;
    QComboBox* m_pattern = nullptr;
    QToolButton* m_generate = nullptr;
    QLabel* m_summary = nullptr;
    QHBoxLayout* m_summaryRow = nullptr;
    FabricView* m_view = nullptr;
    FabricPanel* m_panel = nullptr;
    FailurePanel* m_failures = nullptr;
    TrafficPanel* m_traffic = nullptr;
    LosslessPanel* m_checklist = nullptr;
    QToolButton* m_portsChip = nullptr;
    QToolButton* m_checklistChip = nullptr;
    FabricCards* m_cards = nullptr;
    QStackedWidget* m_side = nullptr;
    ScaleUpStage* m_stage = nullptr;
    ScaleUpView* m_scaleUp = nullptr;
    ScaleUpPanel* m_scaleUpPanel = nullptr;
    QStackedWidget* m_views = nullptr;  ///< of the network, of the scale-up level
    QStackedWidget* m_beside = nullptr; ///< the same
    bool m_isScaleUp = false;
    std::size_t m_kind = 0; ///< of the domains that the panel tells of while none is chosen
    Id<Network> m_network;
    bool m_hasChosenCables = false;
    Id<Device> m_portsOf; ///< whose ports are listed; null: none
    Source m_asked;
    Source m_shown;
    FabricQuestion m_question;
    std::optional<FabricColouring> m_colourBefore; ///< a loss was shown
    bool m_isLost = false;
    SolutionPtr m_readFrom; ///< that the readings are of
    int m_readingsAsked = 0, m_readingsTaken = 0;
};

WorkspaceFeature fabricFeature();

} // namespace rackwright
