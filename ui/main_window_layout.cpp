// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything stands in the window: tool bars, workspaces, docks, status bar, and the layout that is kept.
#include "ui/dialogs/revision_dialog.h"
#include "ui/main_window.h"

#include "model/edits/option_edits.h"
#include "model/parts/part_title.h"
#include "ui/bill/bill_feed.h"
#include "ui/bill/bill_panel.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/forms/basis_workspace.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/headline_strip.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/profile_panel.h"
#include "ui/parts/key_placing.h"
#include "ui/plan/plan_workspace.h"
#include "ui/proposal/report_workspace.h"
#include "ui/rack/rack_drops.h"
#include "ui/rack/rack_panel.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/sizing/sizing_page.h"
#include "ui/start/start_page.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bounded_scroll.h"
#include "ui/widgets/panel_dock.h"
#include "ui/widgets/panel_rail.h"
#include "ui/widgets/status_line.h"
#include "ui/workspaces.h"

#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

const QList<int> kSideWidths = {262, 322}; // of catalogue and inspector
constexpr QSize kMostClaimed(560, 160);    // by a page: what a screen of 960 x 540 leaves between the panels
constexpr QSize kMostClaimedSlim(240, 60); // what one of 640 x 360 leaves beside or above a panel

// A pointer points no finer, and what is nearly 0 shall read as 0.
double metresAt(double millimetres) { return std::round(millimetres) / 1000 + 0.0; }

} // namespace

void MainWindow::buildToolBars() {
    m_bar = addToolBar(text("toolbar.main"));
    m_bar->setObjectName(QStringLiteral("toolbar.main"));
    m_bar->setMovable(false);
    m_bar->addAction(m_actions.action("edit.undo"));
    m_bar->addAction(m_actions.action("edit.redo"));
    auto* segments = new QWidget;
    segments->setObjectName(QStringLiteral("workspaces"));
    m_segments = new QHBoxLayout(segments);
    m_segments->setContentsMargins(kSpace, 0, kSpace, 0);
    m_segments->setSpacing(0);
    m_segmentGroup = new QButtonGroup(this);
    m_segmentsInBar = m_bar->addWidget(segments);
    m_workspaceMenu = new QToolButton;
    m_workspaceMenu->setObjectName(QStringLiteral("workspaces.menu"));
    m_workspaceMenu->setToolTip(text("toolbar.workspace"));
    m_workspaceMenu->setPopupMode(QToolButton::InstantPopup);
    m_workspaceMenu->setMenu(new QMenu(m_workspaceMenu));
    m_workspaceMenuInBar = m_bar->addWidget(m_workspaceMenu);
    m_workspaceMenuInBar->setVisible(false);
    m_options = new QComboBox;
    m_options->setObjectName(QStringLiteral("options"));
    m_options->setAccessibleName(text("toolbar.option"));
    m_options->setToolTip(text("toolbar.option"));
    connect(m_options, &QComboBox::activated, this, [this](int index) {
        const auto id = m_options->itemData(index).toULongLong();
        if (const Done done = m_document.commit(edits::activateOption(*m_document.project(), id)); !done)
            refuse(done.error());
    });
    m_bar->addWidget(m_options);
    auto* search = m_search = new QToolButton;
    search->setObjectName(QStringLiteral("toolbar.search"));
    search->setDefaultAction(m_actions.action("view.palette"));
    search->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    search->setText(text("toolbar.search"));
    search->setProperty("searchBox", true);
    auto* gap = new QWidget;
    gap->setFixedWidth(kSpace);
    m_bar->addWidget(gap);
    m_bar->addWidget(search);
    auto* stretch = new QWidget;
    stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_bar->addWidget(stretch);
    auto* exportButton = m_export = new QPushButton(text("toolbar.export"));
    exportButton->setObjectName(QStringLiteral("toolbar.export"));
    exportButton->setProperty("primary", true);
    connect(exportButton, &QPushButton::clicked, m_actions.action("file.export"), &QAction::trigger);
    m_bar->addWidget(exportButton);

    addToolBarBreak();
    m_headlineBar = addToolBar(text("toolbar.headlines"));
    m_headlineBar->setObjectName(QStringLiteral("toolbar.headlines"));
    m_headlineBar->setMovable(false);
    m_headlines = new HeadlineStrip(m_document, m_services);
    m_headlines->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_headlineBar->addWidget(m_headlines);
    connect(m_headlines, &HeadlineStrip::figureAsked, this, &MainWindow::explain);
    connect(m_headlines, &HeadlineStrip::hinted, m_status, &StatusLine::remark);
}

// A narrow window has the same commands closer together, never fewer of them.
void MainWindow::setTight(bool isTight) {
    m_isTight = isTight;
    m_search->setToolButtonStyle(isTight ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_export->setText(text(isTight ? "toolbar.export.short" : "toolbar.export"));
    QList<QWidget*> widgets = {m_search};
    for (QAbstractButton* button : m_segmentGroup->buttons())
        widgets << button;
    for (QWidget* each : widgets) {
        each->setProperty("dense", isTight);
        each->style()->unpolish(each);
        each->style()->polish(each);
        // A tool button keeps the size that it worked out until its style changes.
        QEvent changed(QEvent::StyleChange);
        QCoreApplication::sendEvent(each, &changed);
        each->updateGeometry();
    }
}

int MainWindow::barWithButtons() const {
    m_segments->activate(); // other words, other widths
    const int now = m_bar->sizeHint().width();
    if (m_segmentsInBar->isVisible())
        return now;
    int buttons = m_segments->contentsMargins().left() + m_segments->contentsMargins().right();
    for (const QAbstractButton* button : m_segmentGroup->buttons())
        buttons += button->sizeHint().width();
    return now - m_workspaceMenu->sizeHint().width() + buttons;
}

// What has no room in a tool bar is put away behind its end: before that its words go, then the workspaces stand in a
// menu.
void MainWindow::fitBar() {
    if (const bool isTight = m_isDense || width() < m_barWithWords; isTight != m_isTight)
        setTight(isTight);
    if (const int wanted = barWithButtons(); !m_isTight && wanted > width()) {
        m_barWithWords = wanted;
        setTight(true);
    }
    const bool hasRoom = !m_isSlim && barWithButtons() <= width();
    m_segmentsInBar->setVisible(hasRoom);
    m_workspaceMenuInBar->setVisible(!hasRoom);
}

// The panels below reach from edge to edge where those at the sides leave them too little; one column at the side
// leaves enough, and is too low for the catalogue above them.
void MainWindow::keepCorners() {
    const bool isAcross = m_isDense && !m_isNarrow;
    setCorner(Qt::BottomLeftCorner, isAcross ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, isAcross ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
}

void MainWindow::setNarrow(bool isNarrow) {
    m_isNarrow = isNarrow;
    keepCorners();
    if (m_pages->currentWidget() != m_workspaces)
        return;
    if (isNarrow)
        tabSides();
    else
        untabSides();
}

// On a low screen the drawing has the height: a panel below it is opened when somebody asks for it.
void MainWindow::setShort(bool isShort) {
    m_isShort = isShort;
    boundPage();
    m_headlines->setCompact(isShort);
    if (m_pages->currentWidget() == m_workspaces) {
        if (isShort)
            m_rail->fold(Qt::BottomDockWidgetArea);
        else
            m_rail->unfold(Qt::BottomDockWidgetArea);
    }
    QTimer::singleShot(0, this, &MainWindow::placeBelow);
}

// A page scrolls where a panel that was opened beside or below it leaves it less; it keeps no window from getting
// lower.
void MainWindow::boundPage() {
    m_page->setMostClaimed({(m_isSlim ? kMostClaimedSlim : kMostClaimed).width(),
                            (m_isSlim || m_isShort ? kMostClaimedSlim : kMostClaimed).height()});
}

void MainWindow::setSlim(bool isSlim) {
    m_isSlim = isSlim;
    fitBar();
    m_pointer->setVisible(!isSlim);
    boundPage();
    if (m_pages->currentWidget() != m_workspaces)
        return;
    // What a document set aside comes back with the others.
    if (isSlim)
        takeBackDocks();
    for (const Qt::DockWidgetArea side : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        if (isSlim)
            m_rail->fold(side);
        else
            m_rail->unfold(side);
    if (!isSlim)
        makeRoomFor(m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1));
}

void MainWindow::foldPanels() {
    if (m_isShort)
        m_rail->fold(Qt::BottomDockWidgetArea);
    if (m_isSlim)
        setSlim(true);
}

void MainWindow::unfoldPanels() {
    for (const Qt::DockWidgetArea area : {Qt::BottomDockWidgetArea, Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        m_rail->unfold(area);
}

void MainWindow::tabSides() {
    PanelDock* catalogue = dock(QStringLiteral("catalogue"));
    PanelDock* inspector = dock(QStringLiteral("inspector"));
    if (m_hasTabbedSides || catalogue->isFloating() || inspector->isFloating() ||
        dockWidgetArea(catalogue) != Qt::LeftDockWidgetArea || dockWidgetArea(inspector) != Qt::RightDockWidgetArea)
        return;
    tabifyDockWidget(catalogue, inspector);
    catalogue->raise();
    m_hasTabbedSides = true;
}

void MainWindow::untabSides() {
    if (!std::exchange(m_hasTabbedSides, false))
        return;
    PanelDock* inspector = dock(QStringLiteral("inspector"));
    const bool isShown = !inspector->isHidden();
    addDockWidget(Qt::RightDockWidgetArea, inspector);
    inspector->setVisible(isShown);
    QTimer::singleShot(0, this, [this] {
        resizeDocks({dock(QStringLiteral("catalogue")), dock(QStringLiteral("inspector"))}, kSideWidths,
                    Qt::Horizontal);
    });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    constexpr int roomy = 1240;  // for panels below that end where those at the sides begin
    constexpr int sides = 1100;  // for a drawing between two columns of panels
    constexpr int slim = 950;    // for a panel beside a drawing
    constexpr int upright = 640; // for cards of three lines, and a panel below a drawing
    // Messages have the other half.
    m_rail->setMaximumWidth(width() / 2);
    const bool isSlim = width() < slim;
    // A side that comes back finds its place before it is tabbed or not.
    if (m_isSlim && !isSlim)
        setSlim(false);
    if (const bool isShort = height() < upright; isShort != m_isShort)
        setShort(isShort);
    if (const bool isNarrow = width() < sides; isNarrow != m_isNarrow) {
        setNarrow(isNarrow);
        if (m_pages->currentWidget() == m_workspaces && !isSlim)
            makeRoomFor(m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1));
    }
    if (isSlim && !m_isSlim)
        setSlim(true);
    if (const bool isDense = width() < roomy; isDense != m_isDense) {
        m_isDense = isDense;
        keepCorners();
        if (m_pages->currentWidget() == m_workspaces)
            makeRoomFor(m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1));
    }
    fitBar();
}

void MainWindow::buildWorkspaces() {
    m_pages = new QStackedWidget;
    m_start = new StartPage(m_services);
    m_workspaces = new QStackedWidget;
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_workspaces);
    auto* centre = new QWidget;
    m_edges = new QHBoxLayout(centre);
    m_edges->setContentsMargins(0, 0, 0, 0);
    m_page = new BoundedScroll(m_pages, kMostClaimed);
    m_edges->addWidget(m_page);
    setCentralWidget(centre);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::sampleChosen, this, &MainWindow::openSample);
    connect(m_start, &StartPage::recipeChosen, this, &MainWindow::openRecipe);
    connect(m_start, &StartPage::newRoomChosen, this, &MainWindow::newDesign);
    connect(m_start, &StartPage::openAsked, this, &MainWindow::askForFile);
    connect(m_start, &StartPage::backAsked, this, &MainWindow::showStudio);
    connect(m_start, &StartPage::sentenceGiven, this, [this](const QString& said) {
        sizeFromWorkload();
        if (auto* page = findChild<SizingPage*>())
            page->take(said);
    });
    connect(m_start, &StartPage::sizingAsked, m_actions.action("file.size"), &QAction::trigger);
    connect(m_start, &StartPage::calculatorsAsked, m_actions.action("tools.calculators"), &QAction::trigger);

    m_bill = new BillFeed(m_document, this);
    for (const WorkspaceFeature& feature : workspaceFeatures())
        addWorkspace(feature);
    m_plan = the<PlanWorkspace>();
    m_racks = the<RackWorkspace>();
    m_report = the<ReportWorkspace>();
    // What one draws with shows where one draws, wherever the tool was taken.
    connect(m_plan->view(), &PlanView::toolChanged, this, [this] {
        if (m_plan->view()->tool() && m_workspaces->currentWidget() != m_plan)
            showWorkspace(QStringLiteral("plan"));
    });
    for (const ActionRow& row : basisActions())
        m_actions.connectTo(row.id, this, [this, page = QString::fromLatin1(row.id).section(QLatin1Char('.'), 1)] {
            showWorkspace(QStringLiteral("basis"));
            the<BasisWorkspace>()->showPage(page);
        });
    if (!m_segmentGroup->buttons().isEmpty()) {
        m_segmentGroup->buttons().front()->setProperty(
            "segmentEnd", m_segmentGroup->buttons().size() == 1 ? QStringLiteral("only") : QStringLiteral("first"));
        if (m_segmentGroup->buttons().size() > 1)
            m_segmentGroup->buttons().back()->setProperty("segmentEnd", QStringLiteral("last"));
        m_segmentGroup->buttons().front()->setChecked(true);
    }
}

void MainWindow::addWorkspace(const WorkspaceFeature& feature) {
    Workspace* view = feature.make({m_document, m_services, m_actions, *m_bill});
    connect(view, &Workspace::figureAsked, this, &MainWindow::explain);
    connect(view, &Workspace::hinted, this, &MainWindow::say);
    connect(view, &Workspace::toolHinted, m_status, &StatusLine::stand);
    connect(view, &Workspace::placeAsked, this, &MainWindow::reveal);
    connect(view, &Workspace::workspaceAsked, this, &MainWindow::showWorkspace);
    connect(view, &Workspace::inspectorAsked, this, [this] { dock(QStringLiteral("inspector"))->bringUp(); });
    const QString name = QString::fromLatin1(feature.id);
    view->setObjectName(QStringLiteral("workspace.") + name);
    m_workspaces->addWidget(view);
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("show.") + name);
    button->setText(text("workspace." + name.toStdString()));
    button->setCheckable(true);
    button->setProperty("segment", true);
    m_segmentGroup->addButton(button);
    m_segments->addWidget(button);
    connect(button, &QToolButton::clicked, this, [this, name] { showWorkspace(name); });
    // Its button is no way there: in a narrow window it is put away, and what is put away cannot be clicked.
    m_actions.connectTo(feature.command.id, this, [this, name] { showWorkspace(name); });
    m_workspaceMenu->menu()->addAction(m_actions.action(feature.command.id));
}

QWidget* MainWindow::workspace(const QString& id) const {
    for (int i = 0; i < m_workspaces->count(); ++i)
        if (m_workspaces->widget(i)->objectName() == QStringLiteral("workspace.") + id)
            return m_workspaces->widget(i);
    return nullptr;
}

void MainWindow::showWorkspace(const QString& id) {
    QWidget* view = workspace(id);
    if (!view)
        return;
    // A workspace that is not shown claims no room; the widest would keep the window wide.
    for (int i = 0; i < m_workspaces->count(); ++i) {
        QWidget* each = m_workspaces->widget(i);
        const QSizePolicy::Policy policy = each == view ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        each->setSizePolicy(policy, policy);
    }
    // Keys go to the drawing that comes up; where it is there already, they stay where they are.
    const bool isNew = m_workspaces->currentWidget() != view;
    m_workspaces->setCurrentWidget(view);
    if (isNew && view->focusProxy())
        view->setFocus();
    // Docks that come back find the page whose room they share; beside the one before they would widen the window.
    for (QWidget* each = m_workspaces; each != this; each = each->parentWidget())
        if (each->layout())
            each->layout()->activate();
    makeRoomFor(id);
    for (QAbstractButton* button : m_segmentGroup->buttons())
        button->setChecked(button->objectName() == QStringLiteral("show.") + id);
    m_workspaceMenu->setText(text("workspace." + id.toStdString()));
    refreshViewActions();
}

// In a narrow window elevations and networks have no room beside an inspector; as a tab of the catalogue's column it
// takes none.
void MainWindow::makeRoomFor(const QString& workspace) {
    const auto feature = std::ranges::find(workspaceFeatures(), workspace,
                                           [](const WorkspaceFeature& each) { return QString::fromLatin1(each.id); });
    const WorkspaceRoom room = feature == workspaceFeatures().end() ? WorkspaceRoom::Drawing : feature->room;
    const bool isDocument = room == WorkspaceRoom::Document, isWide = room == WorkspaceRoom::WideDrawing;
    QStringList aside;
    if (isDocument)
        aside << QStringLiteral("dock.catalogue");
    if (isDocument || (isWide && m_isDense && !m_hasTabbedSides))
        aside << QStringLiteral("dock.inspector");
    takeBackDocks(aside);
    for (const QString& name : aside)
        if (PanelDock* each = dock(name.section(QLatin1Char('.'), 1)); !each->isHidden() && !each->isFloating()) {
            m_setAside.push_back({each, each->width()});
            each->hide();
        }
}

void MainWindow::takeBackDocks(const QStringList& butNot) {
    QList<QDockWidget*> docks;
    QList<int> widths;
    for (const SetAside& each : m_setAside)
        if (!butNot.contains(each.dock->objectName())) {
            each.dock->show();
            docks << each.dock;
            widths << each.width;
        }
    std::erase_if(m_setAside, [&butNot](const SetAside& each) { return !butNot.contains(each.dock->objectName()); });
    if (docks.isEmpty())
        return;
    // A dock has no width to speak of before it is laid out.
    QTimer::singleShot(0, this, [this, docks, widths] { resizeDocks(docks, widths, Qt::Horizontal); });
}

void MainWindow::keepEdges() {
    const auto hasDock = [this](Qt::DockWidgetArea area) {
        return std::ranges::any_of(m_docks, [&](PanelDock* each) {
            return !each->isHidden() && !each->isFloating() && dockWidgetArea(each) == area;
        });
    };
    const bool isOpen = m_pages->currentWidget() == m_workspaces;
    const int left = isOpen && !hasDock(Qt::LeftDockWidgetArea) ? kSpace : 0;
    const int right = isOpen && !hasDock(Qt::RightDockWidgetArea) ? kSpace : 0;
    m_edges->setContentsMargins(left, 0, right, isOpen && !hasDock(Qt::BottomDockWidgetArea) ? kSpace : 0);
    for (PanelDock* each : m_docks)
        each->setEdges(left, right);
}

PanelDock* MainWindow::addDock(const char* id, QWidget* content, Qt::DockWidgetArea area) {
    const QString name = QString::fromLatin1(id);
    const bool isTabbed = area == Qt::BottomDockWidgetArea;
    auto* dock = new PanelDock(QStringLiteral("dock.") + name, text("panel." + name.toStdString()), content, isTabbed,
                               text("dialog.close"), this);
    addDockWidget(area, dock);
    for (PanelDock* other : m_docks)
        if (isTabbed && dockWidgetArea(other) == area) {
            tabifyDockWidget(other, dock);
            break;
        }
    m_docks.push_back(dock);
    connect(dock, &QDockWidget::visibilityChanged, this, &MainWindow::keepEdges);
    connect(dock, &QDockWidget::dockLocationChanged, this, &MainWindow::keepEdges);
    const QString command = QStringLiteral("view.panel.") + name;
    if (const auto at = std::ranges::find(m_actions.all(), command, &QObject::objectName);
        at != m_actions.all().end()) {
        QAction* toggle = *at;
        connect(toggle, &QAction::triggered, dock, [dock](bool isWanted) {
            if (isWanted)
                dock->bringUp();
            else
                dock->close();
        });
        connect(dock->toggleViewAction(), &QAction::toggled, toggle, &QAction::setChecked);
    }
    return dock;
}

PanelDock* MainWindow::dock(const QString& id) const {
    const auto it = std::ranges::find(m_docks, QStringLiteral("dock.") + id, &QObject::objectName);
    return it == m_docks.end() ? nullptr : *it;
}

void MainWindow::buildDocks() {
    m_catalogue = new CataloguePanel(m_services);
    m_catalogue->setOwnParts(ownParts());
    PanelDock* catalogue = addDock("catalogue", m_catalogue, Qt::LeftDockWidgetArea);
    const auto countParts = [this, catalogue](int parts) {
        catalogue->setWindowTitle(
            toText(m_services.texts().sentence(Message("panel.catalogue.counted").with("count", parts))));
    };
    connect(m_catalogue, &CataloguePanel::countChanged, this, countParts);
    countParts(m_catalogue->count());
    m_inspector = new InspectorPanel(m_document, m_services);
    addDock("inspector", m_inspector, Qt::RightDockWidgetArea);
    auto* rack = new RackPanel(m_document, m_services);
    rack->setMinimumHeight(600);
    m_inspector->setRackView(rack, [rack](Id<Rack> id) { rack->show(id); });
    connect(rack, &RackPanel::figureAsked, this, &MainWindow::explain);
    connect(rack, &RackPanel::hinted, this, &MainWindow::say);
    connect(m_inspector, &InspectorPanel::figureAsked, this, &MainWindow::explain);
    connect(m_inspector, &InspectorPanel::replaceAsked, this, &MainWindow::replaceSelection);
    m_actions.connectTo("design.replace", this, [this] { replaceSelection(); });
    m_actions.connectTo("design.revisions", this, [this] {
        auto* dialog = new RevisionDialog(m_document, m_services, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    connect(m_inspector, &InspectorPanel::partEditAsked, this, &MainWindow::editPart);
    m_actions.connectTo("tools.edit-part", this, [this] { editPart(m_catalogue->currentPart()); });
    connect(m_inspector, &InspectorPanel::told, this, &MainWindow::say);
    connect(m_inspector, &InspectorPanel::partConfigureAsked, this, &MainWindow::configurePart);
    connect(m_inspector, &InspectorPanel::partCompareAsked, this, &MainWindow::comparePart);
    m_actions.connectTo("tools.configure-part", this, [this] { configurePart(m_catalogue->currentPart()); });
    m_actions.connectTo("tools.compare-parts", this, [this] { comparePart(m_catalogue->currentPart()); });
    m_actions.connectTo("tools.import-parts", this, [this] { importParts(); });
    m_placing = new KeyPlacing(m_document, m_services, this);
    connect(m_placing, &KeyPlacing::hinted, this, &MainWindow::say);
    connect(m_placing, &KeyPlacing::guided, m_status, &StatusLine::guide);
    connect(m_catalogue, &CataloguePanel::placeAsked, this, &MainWindow::placePart);
    connect(m_catalogue, &CataloguePanel::partChosen, m_inspector, &InspectorPanel::showPart);
    connect(m_catalogue, &CataloguePanel::partChosen, this, &MainWindow::refreshState);
    connect(m_catalogue, &CataloguePanel::partChosen, this, [this](const QString& id) {
        if (const Result<PartPtr> part = m_services.library()->part(id.toStdString()))
            say(toText(m_services.texts().sentence(
                whyNotPlaced(**part).value_or(Message("catalogue.keys").with("part", partTitle(**part))))));
    });
    // Who goes on in a drawing or a table is done with the part that was looked at.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now && m_workspaces->isAncestorOf(now))
            m_inspector->showSelection();
    });
    m_findings = new FindingsPanel(m_document, m_services);
    PanelDock* findings = addDock("findings", m_findings, Qt::BottomDockWidgetArea);
    m_evidence = new EvidencePanel(m_document, m_services);
    addDock("evidence", m_evidence, Qt::BottomDockWidgetArea);
    auto* bill = new BillPanel(QStringLiteral("dock.bill"), *m_bill, m_document, m_services);
    addDock("bill", bill, Qt::BottomDockWidgetArea);
    connect(bill, &BillPanel::figureAsked, this, &MainWindow::explain);
    connect(bill, &BillPanel::placeAsked, this, &MainWindow::reveal);
    connect(bill, &BillPanel::hinted, this, &MainWindow::say);
    auto* history = new HistoryPanel(m_document, m_services.texts());
    addDock("history", history, Qt::LeftDockWidgetArea)->hide();
    connect(history, &HistoryPanel::stepAsked, this, &MainWindow::goToStep);
    auto* profile = new ProfilePanel(m_document, m_services);
    addDock("profile", profile, Qt::BottomDockWidgetArea);
    connect(profile, &ProfilePanel::placeAsked, this, &MainWindow::reveal);
    connect(profile, &ProfilePanel::hinted, this, &MainWindow::say);
    connect(m_evidence, &EvidencePanel::hinted, this, &MainWindow::say);
    findings->raise();
    connect(m_findings, &FindingsPanel::placeAsked, this, &MainWindow::reveal);
    connect(m_findings, &FindingsPanel::hinted, this, &MainWindow::say);
    connect(m_findings, &FindingsPanel::countChanged, findings, [this, findings](int open) {
        findings->setWindowTitle(open > 0 ? text("panel.findings") + QStringLiteral(" %1").arg(open)
                                          : text("panel.findings"));
    });
    placeDocks();
}

// As they are at first and after "Reset layout".
void MainWindow::placeDocks() {
    resizeDocks({dock(QStringLiteral("catalogue")), dock(QStringLiteral("inspector"))}, kSideWidths, Qt::Horizontal);
    placeBelow();
}

void MainWindow::placeBelow() {
    constexpr int roomy = 230, least = 150;
    constexpr int aboveAndBelow = 190; // menus, commands, cards and the status bar
    const auto shown = std::ranges::find_if(m_docks, [this](PanelDock* each) {
        return !each->isHidden() && !each->isFloating() && dockWidgetArea(each) == Qt::BottomDockWidgetArea;
    });
    // Half of the height is the drawing's.
    if (shown != m_docks.end())
        resizeDocks({*shown}, {std::clamp(height() / 2 - aboveAndBelow, least, roomy)}, Qt::Vertical);
}

void MainWindow::buildStatusBar() {
    m_solveState = new QLabel;
    m_solveState->setObjectName(QStringLiteral("status.solve"));
    m_fileState = new QLabel;
    m_fileState->setObjectName(QStringLiteral("status.file"));
    m_pointer = new QLabel;
    m_pointer->setObjectName(QStringLiteral("status.pointer"));
    m_zoom = new QLabel;
    m_zoom->setObjectName(QStringLiteral("status.zoom"));
    statusBar()->addWidget(m_solveState);
    m_keptState = new QLabel;
    m_keptState->setObjectName(QStringLiteral("status.kept"));
    statusBar()->addWidget(m_fileState);
    statusBar()->addWidget(m_keptState);
    m_rail = new PanelRail(QStringLiteral("rail"), text("status.panels"), *this);
    m_rail->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (const char* id : {"findings", "evidence", "bill", "profile", "catalogue", "inspector"})
        m_rail->addPanel(dock(QLatin1String(id)));
    connect(m_rail, &PanelRail::opened, this, [this] { QTimer::singleShot(0, this, &MainWindow::placeBelow); });
    statusBar()->addPermanentWidget(m_rail);
    m_rail->hide(); // until something is folded
    m_recover = new QPushButton;
    m_recover->setObjectName(QStringLiteral("status.recover"));
    m_recover->setFlat(true);
    m_recover->hide(); // until something is left behind
    statusBar()->addPermanentWidget(m_recover);
    statusBar()->addPermanentWidget(m_pointer);
    statusBar()->addPermanentWidget(m_zoom);
    connect(m_plan->view(), &PlanView::pointerAt, this, [this](QPointF world) {
        m_pointer->setText(toText(m_services.texts().sentence(Message("status.pointer")
                                                                  .with("x", UnitNumber{metresAt(world.x()), "m"})
                                                                  .with("y", UnitNumber{metresAt(world.y()), "m"}))));
    });
    connect(m_plan->view(), &PlanView::viewChanged, this, [this] {
        // 100 % is 1:50 on a screen of 96 dots an inch.
        const double percent = m_plan->view()->pixelsPerMm() * 50 * 25.4 / 96 * 100;
        m_zoom->setText(QStringLiteral("%1 %").arg(percent, 0, 'f', 0));
    });
}

// What the start page hides comes back as the person had it.
void MainWindow::showStart() {
    if (m_pages->currentWidget() == m_workspaces) {
        showWorkspace(QStringLiteral("plan"));
        unfoldPanels();
        untabSides();
        m_layout = saveState(kWindowLayoutVersion);
    }
    m_pages->setCurrentWidget(m_start);
    keepEdges();
    m_start->refresh();
    m_bar->hide();
    m_headlineBar->hide();
    for (PanelDock* each : m_docks)
        each->hide();
    refreshState();
}

void MainWindow::showStudio() {
    const QSize before = size();
    bool isNew = false;
    if (m_pages->currentWidget() != m_workspaces) {
        m_pages->setCurrentWidget(m_workspaces);
        isNew = m_layout == m_defaultLayout || !restoreState(m_layout, kWindowLayoutVersion);
        if (isNew)
            restoreState(m_defaultLayout, kWindowLayoutVersion);
        // The kept layout is that of a window with room for all.
        m_hasTabbedSides = false;
        setNarrow(m_isNarrow);
        foldPanels();
    }
    m_bar->show();
    m_headlineBar->show();
    // Docks that come back push the window wider than the screen; it stays as large as the person has it.
    QTimer::singleShot(0, this, [this, before, isNew] {
        if (!isMaximized() && !isFullScreen())
            resize(before);
        if (isNew)
            placeDocks();
        fitBar(); // a bar that was never shown has no width
    });
    m_plan->view()->setFocus();
    refreshState();
}

void MainWindow::resetLayout() {
    m_layout = m_defaultLayout;
    if (m_pages->currentWidget() != m_workspaces)
        return;
    m_setAside.clear();
    unfoldPanels();
    restoreState(m_defaultLayout, kWindowLayoutVersion);
    m_hasTabbedSides = false;
    setNarrow(m_isNarrow);
    foldPanels();
    placeDocks();
    makeRoomFor(m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1));
}

void MainWindow::saveLayout() {
    QSettings& preferences = m_services.preferences();
    preferences.setValue(QLatin1String(kWindowGeometryKey), saveGeometry());
    takeBackDocks();
    unfoldPanels();
    untabSides();
    preferences.setValue(QLatin1String(kWindowLayoutKey),
                         m_pages->currentWidget() == m_workspaces ? saveState(kWindowLayoutVersion) : m_layout);
}

} // namespace rackwright
