// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricWorkspace: the networks of the design as drawings, with the port map or the cables of what is chosen beside
// them. It lays out and asks; layouts are made on a worker thread.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/fabric/fabric_readings.h"
#include "ui/paint/fabric_layout.h"
#include "ui/widgets/workspace_view.h"

#include <QThreadPool>
#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QButtonGroup;
class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace rackwright {

class FabricCards;
class FabricPanel;
class FailurePanel;
class FabricView;
class FlowLayout;
class TrafficPanel;

/// Commands of the fabric; the workspace does them wherever they are called.
std::span<const ActionRow> fabricActions();

class FabricWorkspace : public QWidget, public WorkspaceView {
    Q_OBJECT
public:
    /// Adds the commands of the fabric to `actions` and does them.
    FabricWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent = nullptr);
    ~FabricWorkspace() override;

    FabricView* view() const { return m_view; }
    FabricPanel* panel() const { return m_panel; }
    FailurePanel* failures() const { return m_failures; }
    TrafficPanel* traffic() const { return m_traffic; }
    Id<Network> network() const { return m_network; }
    void setNetwork(Id<Network> network);
    /// What is shown is of the shown design, and drawn.
    bool isUpToDate() const;
    bool canZoom(ZoomStep step) const override;
    void zoom(ZoomStep step) override;

    /// Asks for a network and draws it.
    void generate();

Q_SIGNALS:
    /// A network was drawn and is to be looked at.
    void shownWanted();
    void hinted(const QString& text);
    /// Wants to know how a figure came about.
    void figureAsked(const QString& label);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What a layout was made from; equal, the layout holds.
    struct Source {
        Id<Network> network;
        std::uint64_t cables = 0, devices = 0, parts = 0;
        bool operator==(const Source&) const = default;
    };

    /// That a chip stands for.
    struct ShownNetwork {
        Id<Network> id;
        std::string name;
        bool operator==(const ShownNetwork&) const = default;
    };

    Source source() const;
    void refresh();
    void refreshChips();
    void makeChips();
    void appendColours();
    QWidget* makeSide();
    void makeColours();
    void refreshReadings();
    void takeReadings(int number, const std::shared_ptr<const FabricReadings>& readings);
    void showSide(QWidget* side);
    void refreshPanel();
    void takeSelection();
    void takeLayout(const Source& source, std::shared_ptr<const FabricLayout> layout);
    void choose(const std::vector<std::size_t>& bundles);
    QString summary() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    QStackedWidget* m_pages = nullptr;
    FlowLayout* m_chipRow = nullptr;
    QButtonGroup* m_chips = nullptr;
    std::vector<ShownNetwork> m_shownNetworks; ///< in the order of their chips
    QComboBox* m_colouring = nullptr;
    QComboBox* m_pattern = nullptr;
    QToolButton* m_generate = nullptr;
    QLabel* m_summary = nullptr;
    FabricView* m_view = nullptr;
    FabricPanel* m_panel = nullptr;
    FailurePanel* m_failures = nullptr;
    TrafficPanel* m_traffic = nullptr;
    FabricCards* m_cards = nullptr;
    QStackedWidget* m_side = nullptr;
    Id<Network> m_network;
    bool m_hasChosenCables = false;
    Id<Device> m_portsOf; ///< whose ports are listed; null: none
    Source m_asked;
    Source m_shown;
    FabricQuestion m_question;
    SolutionPtr m_readFrom; ///< that the readings are of
    int m_readingsAsked = 0, m_readingsTaken = 0;
    QThreadPool m_pool;
};

} // namespace rackwright
