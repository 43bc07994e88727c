// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/fabric_workspace.h"

#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "solvers/engine/judging.h"
#include "ui/fabric/fabric_cards.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/failure_panel.h"
#include "ui/fabric/generate_dialog.h"
#include "ui/fabric/level_chips.h"
#include "ui/fabric/lossless_panel.h"
#include "ui/fabric/scale_up_panel.h"
#include "ui/fabric/scale_up_stage.h"
#include "ui/fabric/traffic_panel.h"
#include "ui/widgets/background.h"
#include "ui/widgets/elided_label.h"

#include <QComboBox>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace rackwright {

void FabricWorkspace::followDrawing() {
    connect(m_view, &FabricView::hinted, this, &FabricWorkspace::hinted);
    connect(m_panel, &FabricPanel::placeAsked, this, &Workspace::placeAsked);
    connect(m_panel, &FabricPanel::portDragged, this, [this](const PortRef& port, Id<Cable> cable, QPoint) {
        m_view->beginCable({port.device, port, cable});
    });
    connect(m_panel, &FabricPanel::portMoved, this,
            [this](QPoint place) { m_view->moveCable(m_view->mapFromGlobal(place)); });
    connect(m_panel, &FabricPanel::portDropped, m_view, &FabricView::dropCable);
    connect(m_view, &FabricView::bundlesChosen, this, &FabricWorkspace::choose);
}

void FabricWorkspace::followDocument() {
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_network = {};
        m_isScaleUp = false;
        m_kind = 0;
        m_shown = {};
        refresh();
    });
    connect(&m_document, &StudioDocument::changed, this, &FabricWorkspace::refresh);
    connect(&m_document, &StudioDocument::selectionChanged, this, &FabricWorkspace::takeSelection);
    connect(&m_document, &StudioDocument::solved, this, [this] {
        if (isVisible() && needsReadings(m_question.colouring) && m_readFrom != m_document.newestSolution())
            refreshReadings();
    });
}

// Readings are of one layout and one solution; without them the colours are those of an unknown.
void FabricWorkspace::refreshReadings() {
    m_pattern->setVisible(!m_isScaleUp && m_question.colouring == FabricColouring::Load);
    m_question.spreading = m_traffic->spreading();
    m_question.flowsPerPair = m_traffic->flowsPerPair();
    m_question.cut = m_cards->refinedCut();
    m_question.level = m_cards->level();
    const SolutionPtr solution = m_document.newestSolution();
    const int number = ++m_readingsAsked;
    Background::instance().drop(this, "readings");
    if (!needsReadings(m_question.colouring) || !m_view->fabric() || !solution) {
        m_readingsTaken = number;
        m_view->setColouring(m_question.colouring);
        return;
    }
    m_readFrom = solution;
    const auto work = [solution, layout = m_view->layout(), network = m_network,
                       question = m_question](const Background::Run& run) {
        return std::make_shared<const FabricReadings>(fabricReadings(*solution, *layout, network, question, run.stop));
    };
    Background::instance().ask(
        {this, "readings", m_view->accessibleName().toStdString()}, work,
        [this, number](const std::shared_ptr<const FabricReadings>& readings) { takeReadings(number, readings); },
        [this, number](const Error& failure) {
            takeReadings(number, std::make_shared<const FabricReadings>());
            Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(failure.message)));
        });
}

void FabricWorkspace::takeReadings(int number, const std::shared_ptr<const FabricReadings>& readings) {
    m_readingsTaken = number;
    m_view->setColouring(m_question.colouring, readings);
    if (m_question.colouring == FabricColouring::Cut && m_document.selection().empty())
        m_panel->showCut(readings->cables);
}

// While something is lost its cables are red, unless a person looks at the load that this leaves; then the colours are
// as before.
void FabricWorkspace::showLoss() {
    const bool isLost = !m_question.loss.switches.empty() || !m_question.loss.cables.empty();
    const FabricColouring now = m_question.colouring;
    const bool isFirst = !std::exchange(m_isLost, isLost) && isLost;
    if (isFirst && now != FabricColouring::Failure && now != FabricColouring::Load) {
        m_colourBefore = now;
        m_colouring->setCurrentIndex(static_cast<int>(FabricColouring::Failure));
    } else if (!isLost && m_colourBefore && now == FabricColouring::Failure) {
        m_colouring->setCurrentIndex(static_cast<int>(*std::exchange(m_colourBefore, std::nullopt)));
    } else if (now == FabricColouring::Failure || now == FabricColouring::Load) {
        refreshReadings();
    }
}

// Losses are looked at only while their panel is in front.
void FabricWorkspace::showSide(QWidget* side) {
    m_side->setCurrentWidget(side);
    m_view->setFailing(side == m_failures);
    if (side != m_failures)
        m_failures->restoreAll();
    else
        m_failures->setNetwork(m_network);
    m_traffic->setNetwork(m_network);
}

// Only Ethernet that carries accelerators has something to sign off.
void FabricWorkspace::refreshChecklist() {
    const Network* network = m_document.shownDesign().networks.find(m_network);
    const bool isAsked =
        network && network->role == NetworkRole::Compute && network->protocol == FabricProtocol::Ethernet;
    m_checklistChip->setVisible(isAsked);
    if (!isAsked && m_side->currentWidget() == m_checklist)
        m_portsChip->click();
}

void FabricWorkspace::refreshScaleUp() {
    const auto& layout = m_scaleUp->scaleUp();
    if (!m_isScaleUp || !layout)
        return;
    const ScaleUpLevel& level = layout->level;
    const std::optional<std::size_t> chosen = m_scaleUp->chosen();
    if (chosen)
        m_kind = level.domains[*chosen].kind;
    else if (m_kind >= level.kinds.size())
        m_kind = 0;
    m_scaleUpPanel->show(layout, m_kind, chosen);
    m_stage->node()->show(layout, m_kind, chosen);
    std::int64_t accelerators = 0;
    for (const ScaleUpDomain& domain : level.domains)
        accelerators += level.kinds[domain.kind].accelerators;
    const auto domains = static_cast<std::int64_t>(level.domains.size());
    m_summary->setText(QString::fromStdString(
        m_services.texts().sentence(Message(domains == 1 ? "scale-up.summary.one" : "scale-up.summary")
                                        .with("accelerators", accelerators)
                                        .with("domains", domains))));
}

// What stands around the drawing, by whether a network or the scale-up level is shown.
void FabricWorkspace::refreshLevel() {
    m_levels->setChosen(m_isScaleUp ? Id<Network>() : m_network);
    m_cards->setNetwork(m_isScaleUp ? Id<Network>() : m_network);
    m_views->setCurrentIndex(m_isScaleUp);
    m_beside->setCurrentIndex(m_isScaleUp);
    m_stage->chips()->setVisible(m_isScaleUp);
    m_colouring->setVisible(!m_isScaleUp);
    m_pattern->setVisible(!m_isScaleUp && m_question.colouring == FabricColouring::Load);
    if (m_isScaleUp)
        refreshScaleUp();
    else if (m_view->fabric())
        m_summary->setText(summary());
}

void FabricWorkspace::generate() {
    GenerateDialog dialog(m_network, m_document, m_services, window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_network = dialog.network();
    m_isScaleUp = false;
    Q_EMIT workspaceAsked(QStringLiteral("fabric"));
    refresh();
}

// A network without a cable: its drawing shows what can be on it, to be joined by dragging.
void FabricWorkspace::addEmptyNetwork(NetworkRole role) {
    Network network;
    network.role = role;
    network.name = m_services.texts().text(std::string("fabric.level-name.").append(enumName(role)));
    const bool isForJobs = role == NetworkRole::Compute || role == NetworkRole::Storage;
    network.protocol = isForJobs ? FabricProtocol::InfiniBand : FabricProtocol::Ethernet;
    const Done done = m_document.commit(edits::putNetwork(edits::activeTarget(*m_document.project()), network));
    if (!done) {
        Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
        return;
    }
    // Ids rise: the last row is the new one.
    for (const Network& row : m_document.design().networks)
        m_network = row.id;
    m_isScaleUp = false;
    m_document.select({Subject(m_network)});
    Q_EMIT workspaceAsked(QStringLiteral("fabric"));
    Q_EMIT inspectorAsked();
    refresh();
}

void FabricWorkspace::setNetwork(Id<Network> network) { showLevel(network); }

// Its fields stand in the inspector, which shows what is selected.
void FabricWorkspace::showMenu(Id<Network> network, QPoint globalPlace) {
    showLevel(network);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("fabric.network-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const char* id, auto work) {
        menu->addAction(QString::fromStdString(m_services.texts().text(id)), this, work)
            ->setObjectName(QString::fromLatin1(id));
    };
    add("fabric.menu.edit", [this, network] {
        m_document.select({Subject(network)});
        Q_EMIT inspectorAsked();
    });
    add("fabric.menu.generate", [this] { generate(); });
    add("fabric.menu.remove", [this, network] {
        if (const Done done =
                m_document.commit(edits::removeNetwork(edits::activeTarget(*m_document.project()), network));
            !done)
            Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
    });
    menu->popup(globalPlace);
}

void FabricWorkspace::showLevel(Id<Network> network) {
    // Cables of another network are not in the drawing.
    const auto isOfOther = [&](const Subject& subject) {
        const Cable* cable =
            subject.kind == SubjectKind::Cable ? m_document.shownDesign().cables.find({subject.id}) : nullptr;
        return cable && cable->network != network;
    };
    if (std::ranges::any_of(m_document.selection(), isOfOther))
        m_document.select({});
    m_isScaleUp = !network;
    if (network)
        m_network = network;
    refresh();
}

FabricWorkspace::Source FabricWorkspace::source() const {
    const Design& design = m_document.shownDesign();
    return {m_network,
            design.cables.stamp(),
            design.devices.stamp(),
            design.powerElements.stamp(),
            design.coolingUnits.stamp(),
            m_document.shownProject()->parts.stamp()};
}

bool FabricWorkspace::isUpToDate() const {
    if (m_isScaleUp)
        return m_stage->isCurrent();
    const bool isRead = !needsReadings(m_question.colouring) || m_view->readings() != nullptr;
    return m_shown == source() && m_readingsTaken == m_readingsAsked && isRead && m_view->isUpToDate();
}

bool FabricWorkspace::canZoom(ZoomStep step) const {
    if (m_isScaleUp && m_stage->showsNode())
        return step != ZoomStep::Selection;
    if (m_isScaleUp)
        return m_scaleUp->scaleUp() && (step != ZoomStep::Selection || m_scaleUp->chosen());
    return m_view->fabric() && (step != ZoomStep::Selection || m_view->selectedPlace());
}

// Its cables, their ends, and the network itself.
bool FabricWorkspace::isInSight(const std::vector<Subject>& subjects) const {
    const Design& design = m_document.design();
    std::unordered_set<std::uint64_t> ends;
    for (const Cable& cable : design.cables)
        if (cable.network == m_network) {
            ends.insert(cable.a.device.value);
            ends.insert(cable.b.device.value);
        }
    return std::ranges::all_of(subjects, [&](Subject subject) {
        const Cable* cable = subject.kind == SubjectKind::Cable ? design.cables.find({subject.id}) : nullptr;
        return cable                                  ? cable->network == m_network
               : subject.kind == SubjectKind::Network ? subject.id == m_network.value
                                                      : ends.contains(subject.id);
    });
}

void FabricWorkspace::zoom(ZoomStep step) {
    if (m_isScaleUp && m_stage->showsNode())
        m_stage->node()->zoomStep(step);
    else if (m_isScaleUp && step == ZoomStep::Selection)
        m_scaleUp->zoomTo(m_scaleUp->scaleUp()->boxes[*m_scaleUp->chosen()]);
    else if (m_isScaleUp)
        m_scaleUp->zoomStep(step);
    else if (step != ZoomStep::Selection)
        m_view->zoomStep(step);
    else if (const auto place = m_view->selectedPlace())
        m_view->zoomTo(*place);
}

void FabricWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    refresh();
}

void FabricWorkspace::refresh() {
    if (!isVisible())
        return;
    const Table<Network>& networks = m_document.shownDesign().networks;
    if (!networks.contains(m_network))
        m_network = networks.isEmpty() ? Id<Network>() : networks.begin()->id;
    const bool hasScaleUp = holdsAccelerators(*m_document.shownProject(), m_document.shownDesign());
    m_isScaleUp = hasScaleUp && (m_isScaleUp || networks.isEmpty());
    m_pages->setCurrentIndex(networks.isEmpty() && !hasScaleUp ? 0 : 1);
    m_levels->setNetworks(networks, hasScaleUp);
    refreshChecklist();
    refreshLevel();
    if (m_isScaleUp)
        return;
    const Source now = source();
    if (now == m_shown || now == m_asked)
        return;
    m_asked = now;
    const auto work = [network = now.network, project = m_document.shownProject()](const Background::Run&) {
        return std::make_shared<const FabricLayout>(fabricLayout(*project, *activeOption(*project).design, network));
    };
    Background::instance().ask(
        {this, "layout", m_view->accessibleName().toStdString()}, work,
        [this, now](const std::shared_ptr<const FabricLayout>& layout) { takeLayout(now, layout); },
        [this, now](const Error& failure) {
            takeLayout(now, std::make_shared<const FabricLayout>());
            Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(failure.message)));
        });
}

void FabricWorkspace::takeLayout(const Source& source, std::shared_ptr<const FabricLayout> layout) {
    m_shown = source;
    m_asked = {};
    m_view->showFabric(std::move(layout), source.network);
    refreshReadings();
    m_failures->setNetwork(source.network);
    m_traffic->setNetwork(source.network);
    if (!m_isScaleUp)
        m_summary->setText(summary());
    refreshPanel();
}

// "128 nodes · 32 leaves · 16 spines · 2,048 cables"
QString FabricWorkspace::summary() const {
    const FabricLayout& fabric = *m_view->fabric();
    if (fabric.isEmpty())
        return QString::fromStdString(m_services.texts().text("fabric.nothing-to-cable"));
    std::vector<std::size_t> cells(fabric.cells.size());
    std::iota(cells.begin(), cells.end(), std::size_t(0));
    QStringList parts = countTexts(fabric, cells, m_services.texts());
    parts.append(cablesText(fabric.cables, m_services.texts()));
    return parts.join(QStringLiteral(" · "));
}

void FabricWorkspace::choose(const std::vector<std::size_t>& bundles) {
    m_view->setChosenBundles(bundles);
    m_portsOf = {};
    if (bundles.empty())
        m_panel->showHint();
    else
        m_panel->showCables(*m_view->fabric(), bundles);
}

void FabricWorkspace::takeSelection() {
    const auto& selection = m_document.selection();
    // Rows of the list itself are chosen: it stays.
    if (std::ranges::find(selection, SubjectKind::Cable, &Subject::kind) != selection.end()) {
        m_hasChosenCables = true;
        return;
    }
    const auto subject = std::ranges::find_if(selection, isCabledKind, &Subject::kind);
    // Chosen cables that are gone leave the port map that they were chosen in.
    if (subject != selection.end())
        m_portsOf = {subject->id};
    else if (!m_hasChosenCables || !selection.empty())
        m_portsOf = {};
    m_hasChosenCables = false;
    refreshPanel();
}

void FabricWorkspace::refreshPanel() {
    if (!isVisible())
        return;
    m_view->setChosenBundles({});
    if (const Cabled device = findCabled(m_document.shownDesign(), m_portsOf))
        m_panel->showPorts(*device);
    else
        m_panel->showHint();
}

WorkspaceFeature fabricFeature() {
    return {"fabric",
            {"view.show.fabric", MenuId::View, "Ctrl+3", ""},
            WorkspaceRoom::WideDrawing,
            "network",
            {SubjectKind::Network},
            [](const WorkspaceSite& site) -> Workspace* {
                return new FabricWorkspace(site.document, site.services, site.actions);
            }};
}

} // namespace rackwright