// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "model/edits/option_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "ui/bill/bill_workspace.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/dialogs/recovery_dialog.h"
#include "ui/dialogs/room_dialog.h"
#include "ui/dialogs/replace_dialog.h"
#include "ui/forms/basis_workspace.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/headline_strip.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/profile_panel.h"
#include "ui/parts/own_parts.h"
#include "ui/parts/part_editor.h"
#include "ui/parts/part_import_dialog.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_workspace.h"
#include "ui/proposal/export_dialog.h"
#include "ui/proposal/report_workspace.h"
#include "ui/rack/rack_panel.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/start/start_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panel_dock.h"

#include <QApplication>
#include <QButtonGroup>
#include <QCloseEvent>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QLocale>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr int kLayoutVersion = 1;
constexpr auto kGeometryKey = "window/geometry";
constexpr auto kLayoutKey = "window/layout";

QString toText(const std::string& text) { return QString::fromStdString(text); }

// Words that a message box asks with; unsaved work is never lost by a slip.
enum class LeaveAnswer { Save, Discard, Stay };

LeaveAnswer askAboutChanges(QWidget* parent, const Texts& texts, const QString& name) {
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("ask.unsaved"));
    box.setIcon(QMessageBox::Question);
    box.setText(toText(texts.sentence(Message("ask.unsaved").with("name", name.toStdString()))));
    box.setInformativeText(toText(texts.text("ask.unsaved.detail")));
    QPushButton* save = box.addButton(toText(texts.text("ask.save")), QMessageBox::AcceptRole);
    QPushButton* discard = box.addButton(toText(texts.text("ask.discard")), QMessageBox::DestructiveRole);
    box.addButton(toText(texts.text("ask.stay")), QMessageBox::RejectRole);
    box.setDefaultButton(save);
    box.exec();
    return box.clickedButton() == save      ? LeaveAnswer::Save
           : box.clickedButton() == discard ? LeaveAnswer::Discard
                                            : LeaveAnswer::Stay;
}

std::vector<Id<Device>> devicesOf(const std::vector<Subject>& selection) {
    std::vector<Id<Device>> devices;
    for (const Subject subject : selection)
        if (subject.kind == SubjectKind::Device)
            devices.push_back({subject.id});
    return devices;
}

} // namespace

MainWindow::MainWindow(StudioServices& services, QWidget* parent)
    : QMainWindow(parent), m_services(services), m_document(services.domains(), services.executor()),
      m_keeper(m_document, services.recoveryFolder()), m_actions(services.texts()) {
    setObjectName(QStringLiteral("main"));
    setWindowTitle(QStringLiteral("Rackwright"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_actions.add(shellActions());
    m_actions.add(inspectorActions());
    m_actions.add(basisActions());
    m_actions.action("view.dark")->setChecked(Theme::current().kind() == ThemeKind::Dark);
    buildToolBars();
    buildWorkspaces();
    buildDocks();
    buildStatusBar();
    m_actions.fill(menuBar());
    m_actions.setTheme(Theme::current());
    connectActions();
    resize(1440, 900);
    m_defaultLayout = saveState(kLayoutVersion);
    QSettings& preferences = m_services.preferences();
    restoreGeometry(preferences.value(QLatin1String(kGeometryKey)).toByteArray());
    m_layout = preferences.value(QLatin1String(kLayoutKey), m_defaultLayout).toByteArray();
    connect(&m_document, &StudioDocument::opened, this, &MainWindow::refreshOptions);
    connect(&m_document, &StudioDocument::changed, this, &MainWindow::refreshOptions);
    connect(&m_document, &StudioDocument::historyChanged, this, &MainWindow::refreshState);
    connect(&m_document, &StudioDocument::selectionChanged, this, &MainWindow::refreshState);
    connect(&m_document, &StudioDocument::solved, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::busyChanged, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::busyChanged, this, &MainWindow::showBusy);
    connect(&m_keeper, &DocumentKeeper::keptChanged, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::leftBehindFound, this, &MainWindow::askAboutLeftBehind);
    connect(&m_keeper, &DocumentKeeper::failed, this, &MainWindow::showFailure);
    connect(&m_keeper, &DocumentKeeper::opened, this, [this](const std::filesystem::path& path) {
        if (!path.empty())
            addRecentFile(m_services.preferences(), path);
        showStudio();
    });
    connect(&m_keeper, &DocumentKeeper::saved, this, [this](const std::filesystem::path& path) {
        addRecentFile(m_services.preferences(), path);
        say(toText(m_services.texts().sentence(Message("status.saved").with("file", path.filename().string()))));
    });
    applyAppearance();
    showStart();
}

// A field that is being typed in commits while there still is a document.
MainWindow::~MainWindow() {
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
}

QString MainWindow::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

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
    m_bar->addWidget(segments);
    m_options = new QComboBox;
    m_options->setObjectName(QStringLiteral("options"));
    m_options->setAccessibleName(text("toolbar.option"));
    m_options->setToolTip(text("toolbar.option"));
    connect(m_options, &QComboBox::activated, this, [this](int index) {
        const auto id = m_options->itemData(index).toULongLong();
        if (const Done done = m_document.commit(edits::activateOption(*m_document.project(), id)); !done)
            say(toText(m_services.texts().sentence(done.error().message)));
    });
    m_bar->addWidget(m_options);
    auto* search = new QToolButton;
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
    auto* exportButton = new QPushButton(text("toolbar.export"));
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
}

void MainWindow::buildWorkspaces() {
    m_pages = new QStackedWidget;
    m_start = new StartPage(m_services);
    m_workspaces = new QStackedWidget;
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_workspaces);
    setCentralWidget(m_pages);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::openFile);
    connect(m_start, &StartPage::sampleChosen, this, &MainWindow::openSample);
    connect(m_start, &StartPage::recipeChosen, this, &MainWindow::openRecipe);
    connect(m_start, &StartPage::newRoomChosen, this, &MainWindow::newRoom);
    connect(m_start, &StartPage::openAsked, this, &MainWindow::askForFile);

    m_plan = new PlanWorkspace(m_document, m_services, m_actions);
    addWorkspace("plan", m_plan);
    connect(m_plan->view(), &PlanView::hinted, this, &MainWindow::say);
    m_racks = new RackWorkspace(m_document, m_services, m_actions);
    addWorkspace("racks", m_racks);
    connect(m_racks, &RackWorkspace::hinted, this, &MainWindow::say);
    connect(m_racks, &RackWorkspace::planWanted, this, [this] { showWorkspace(QStringLiteral("plan")); });
    connect(m_plan->view(), &PlanView::rackOpened, this, [this](quint64 rack) {
        m_document.select({{SubjectKind::Rack, rack}});
        showWorkspace(QStringLiteral("racks"));
        m_racks->view()->setFocus();
    });
    m_report = new ReportWorkspace(m_document, m_services);
    m_bill = new BillFeed(m_document, this);
    m_billWorkspace = new BillWorkspace(*m_bill, m_document, m_services);
    addWorkspace("bill", m_billWorkspace);
    connect(m_billWorkspace, &BillWorkspace::figureAsked, this, &MainWindow::explain);
    connect(m_billWorkspace->panel(), &BillPanel::placeAsked, this, &MainWindow::reveal);
    connect(m_billWorkspace->panel(), &BillPanel::hinted, this, &MainWindow::say);
    m_basis = new BasisWorkspace(m_document, m_services);
    addWorkspace("basis", m_basis);
    connect(m_basis, &BasisWorkspace::figureAsked, this, &MainWindow::explain);
    for (const ActionRow& row : basisActions())
        m_actions.connectTo(row.id, this, [this, page = QString::fromLatin1(row.id).section(QLatin1Char('.'), 1)] {
            showWorkspace(QStringLiteral("basis"));
            m_basis->showPage(page);
        });
    addWorkspace("report", m_report);
    if (!m_segmentGroup->buttons().isEmpty()) {
        m_segmentGroup->buttons().front()->setProperty(
            "segmentEnd", m_segmentGroup->buttons().size() == 1 ? QStringLiteral("only") : QStringLiteral("first"));
        if (m_segmentGroup->buttons().size() > 1)
            m_segmentGroup->buttons().back()->setProperty("segmentEnd", QStringLiteral("last"));
        m_segmentGroup->buttons().front()->setChecked(true);
    }
}

void MainWindow::addWorkspace(const char* id, QWidget* view) {
    const QString name = QString::fromLatin1(id);
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
    m_workspaces->setCurrentWidget(view);
    for (QAbstractButton* button : m_segmentGroup->buttons())
        button->setChecked(button->objectName() == QStringLiteral("show.") + id);
}

PanelDock* MainWindow::addDock(const char* id, QWidget* content, Qt::DockWidgetArea area) {
    const QString name = QString::fromLatin1(id);
    const bool isTabbed = area == Qt::BottomDockWidgetArea;
    auto* dock =
        new PanelDock(QStringLiteral("dock.") + name, text("panel." + name.toStdString()), content, isTabbed, this);
    addDockWidget(area, dock);
    for (PanelDock* other : m_docks)
        if (isTabbed && dockWidgetArea(other) == area) {
            tabifyDockWidget(other, dock);
            break;
        }
    m_docks.push_back(dock);
    return dock;
}

PanelDock* MainWindow::dock(const QString& id) const {
    const auto it = std::ranges::find(m_docks, QStringLiteral("dock.") + id, &QObject::objectName);
    return it == m_docks.end() ? nullptr : *it;
}

void MainWindow::buildDocks() {
    m_catalogue = new CataloguePanel(m_services);
    m_catalogue->setOwnParts(ownParts());
    addDock("catalogue", m_catalogue, Qt::LeftDockWidgetArea);
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
    connect(m_inspector, &InspectorPanel::partEditAsked, this, &MainWindow::editPart);
    m_actions.connectTo("tools.edit-part", this, [this] { editPart(m_catalogue->currentPart()); });
    m_actions.connectTo("tools.import-parts", this, [this] { importParts(); });
    connect(m_catalogue, &CataloguePanel::partChosen, m_inspector, &InspectorPanel::showPart);
    connect(m_catalogue, &CataloguePanel::partChosen, this, &MainWindow::refreshState);
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
    resizeDocks({dock(QStringLiteral("catalogue"))}, {270}, Qt::Horizontal);
    resizeDocks({dock(QStringLiteral("inspector"))}, {330}, Qt::Horizontal);
    resizeDocks({findings}, {230}, Qt::Vertical);
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
    statusBar()->addPermanentWidget(m_pointer);
    statusBar()->addPermanentWidget(m_zoom);
    connect(m_plan->view(), &PlanView::pointerAt, this, [this](QPointF world) {
        m_pointer->setText(toText(m_services.texts().sentence(Message("status.pointer")
                                                                  .with("x", UnitNumber{world.x() / 1000, "m"})
                                                                  .with("y", UnitNumber{world.y() / 1000, "m"}))));
    });
    connect(m_plan->view(), &PlanView::viewChanged, this, [this] {
        // 100 % is 1:50 on a screen of 96 dots an inch.
        const double percent = m_plan->view()->pixelsPerMm() * 50 * 25.4 / 96 * 100;
        m_zoom->setText(QStringLiteral("%1 %").arg(percent, 0, 'f', 0));
    });
}

void MainWindow::connectActions() {
    m_actions.connectTo("file.new", this, [this] { newRoom(); });
    m_actions.connectTo("file.open", this, [this] { askForFile(); });
    m_actions.connectTo("file.start", this, [this] { showStart(); });
    m_actions.connectTo("file.save", this, [this] {
        if (m_keeper.hasFile() && !m_keeper.isReadOnly())
            m_keeper.save();
        else
            saveAs();
    });
    m_actions.connectTo("file.save-as", this, [this] { saveAs(); });
    m_actions.connectTo("file.export", this, [this] { exportProposal(); });
    m_actions.connectTo("edit.history", this, [this] { dock(QStringLiteral("history"))->bringUp(); });
    m_actions.connectTo("tools.preferences", this, [this] {
        auto* dialog = new PreferencesDialog(m_services, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &PreferencesDialog::chosen, this, &MainWindow::applyAppearance);
        dialog->open();
    });
    m_actions.connectTo("help.about", this, [this] {
        auto* dialog = new AboutDialog(m_services.texts(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    m_actions.connectTo("help.shortcuts", this, [this] {
        auto* dialog = new ShortcutsDialog(m_actions, m_services.texts(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    m_actions.connectTo("file.quit", this, [this] { close(); });
    m_actions.connectTo("edit.undo", this, [this] { m_document.undo(); });
    m_actions.connectTo("edit.redo", this, [this] { m_document.redo(); });
    m_actions.connectTo("edit.delete", this, [this] { deleteSelection(); });
    m_actions.connectTo("edit.duplicate", this, [this] { duplicateSelection(); });
    m_actions.connectTo("edit.select-all", this, [this] {
        std::vector<Subject> all;
        for (const Rack& rack : m_document.design().racks)
            if (rack.room == m_plan->view()->room())
                all.push_back({SubjectKind::Rack, rack.id.value});
        m_document.select(std::move(all));
    });
    m_actions.connectTo("edit.select-none", this, [this] { m_document.select({}); });
    m_actions.connectTo("view.palette", this, [this] {
        auto* palette = new CommandPalette([this](const QString& words) { return paletteEntries(words); },
                                           m_services.texts(), this);
        palette->show();
    });
    m_actions.connectTo("view.dark", this, [this] {
        const bool isDark = m_actions.action("view.dark")->isChecked();
        Theme::of(isDark ? ThemeKind::Dark : ThemeKind::Light).applyTo(*qApp);
        m_services.preferences().setValue(QLatin1String(kThemePreference), isDark ? QStringLiteral("dark") : QStringLiteral("light"));
    });
    m_actions.connectTo("view.reset-layout", this, [this] { resetLayout(); });
}

// What the start page hides comes back as the person had it.
void MainWindow::showStart() {
    if (m_pages->currentWidget() == m_workspaces)
        m_layout = saveState(kLayoutVersion);
    m_pages->setCurrentWidget(m_start);
    m_start->refresh();
    m_bar->hide();
    m_headlineBar->hide();
    for (PanelDock* each : m_docks)
        each->hide();
    refreshState();
}

void MainWindow::showStudio() {
    if (m_pages->currentWidget() != m_workspaces) {
        m_pages->setCurrentWidget(m_workspaces);
        if (!restoreState(m_layout, kLayoutVersion))
            restoreState(m_defaultLayout, kLayoutVersion);
    }
    m_bar->show();
    m_headlineBar->show();
    m_plan->view()->setFocus();
    refreshState();
}

void MainWindow::resetLayout() {
    m_layout = m_defaultLayout;
    if (m_pages->currentWidget() == m_workspaces)
        restoreState(m_defaultLayout, kLayoutVersion);
}

void MainWindow::saveLayout() {
    QSettings& preferences = m_services.preferences();
    preferences.setValue(QLatin1String(kGeometryKey), saveGeometry());
    preferences.setValue(QLatin1String(kLayoutKey),
                         m_pages->currentWidget() == m_workspaces ? saveState(kLayoutVersion) : m_layout);
}

void MainWindow::refreshState() {
    const bool isOpen = m_pages->currentWidget() == m_workspaces;
    const History& history = m_document.history();
    const Texts& texts = m_services.texts();
    const auto named = [&](const char* id, const Message& step) {
        return toText(texts.sentence(Message(id).with("step", texts.sentence(step))));
    };
    QAction* undo = m_actions.action("edit.undo");
    undo->setEnabled(isOpen && history.canUndo());
    undo->setText(history.canUndo() ? named("action.edit.undo.named", history.steps()[history.position()].text)
                                    : text("action.edit.undo"));
    QAction* redo = m_actions.action("edit.redo");
    redo->setEnabled(isOpen && history.canRedo());
    redo->setText(history.canRedo() ? named("action.edit.redo.named", history.steps()[history.position() + 1].text)
                                    : text("action.edit.redo"));
    for (const char* id :
         {"file.save", "file.save-as", "file.export", "file.start", "edit.select-all", "view.reset-layout"})
        m_actions.action(id)->setEnabled(isOpen);
    for (const char* id : {"edit.delete", "edit.duplicate", "edit.select-none"})
        m_actions.action(id)->setEnabled(isOpen && !m_document.selection().empty());
    m_actions.action("design.replace")
        ->setEnabled(isOpen && !devicesOf(m_document.selection()).empty());
    for (const ActionRow& row : basisActions())
        m_actions.action(row.id)->setEnabled(isOpen);
    m_actions.action("tools.edit-part")->setEnabled(ownParts() && !m_catalogue->currentPart().isEmpty());
    m_actions.action("tools.import-parts")->setEnabled(ownParts() && m_services.catalog());
    m_solveState->setText(!isOpen ? QString() : text(m_document.isStale() ? "status.solving" : "status.up-to-date"));
    m_fileState->setText(!isOpen                   ? QString()
                         : m_keeper.isBusy()       ? text("status.busy")
                         : m_keeper.isReadOnly()   ? text("status.read-only")
                         : m_document.isModified() ? text("status.modified")
                                                   : QString());
    const std::optional<Error> unkept = m_keeper.recoveryProblem();
    m_keptState->setText(!isOpen  ? QString()
                         : unkept ? toText(m_services.texts().sentence(unkept->message))
                         : m_keeper.lastKept().isValid() && m_document.isModified()
                             ? toText(texts.sentence(Message("status.kept").with(
                                   "time", QLocale::system().toString(m_keeper.lastKept().time(), QLocale::ShortFormat).toStdString())))
                             : QString());
    m_keptState->setProperty("problem", unkept.has_value());
    m_actions.action("edit.history")->setEnabled(isOpen);
    setWindowTitle(isOpen ? QStringLiteral("%1[*] — %2 — Rackwright")
                                .arg(m_keeper.name(), toText(activeOption(*m_document.project()).name))
                          : QStringLiteral("Rackwright"));
    setWindowModified(isOpen && m_document.isModified());
}

void MainWindow::refreshOptions() {
    const QSignalBlocker blocker(m_options);
    m_options->clear();
    const Project& project = *m_document.shownProject();
    for (const Option& option : project.options)
        m_options->addItem(
            toText(m_services.texts().sentence(Message("toolbar.option.named").with("name", option.name))),
            QVariant::fromValue(option.id));
    m_options->setCurrentIndex(m_options->findData(QVariant::fromValue(project.activeOption)));
}

bool MainWindow::isIdle() const {
    return !m_keeper.isBusy() &&
           (m_pages->currentWidget() != m_workspaces || (!m_document.isStale() && m_plan->view()->isUpToDate()));
}

void MainWindow::say(const QString& text) { statusBar()->showMessage(text, 8000); }

void MainWindow::explain(const QString& figureLabel) {
    dock(QStringLiteral("evidence"))->bringUp();
    m_evidence->show(figureLabel);
}

void MainWindow::reveal(const std::vector<Subject>& subjects) {
    m_document.select(subjects);
    showWorkspace(QStringLiteral("plan"));
    // A device in a rack is shown where its rack stands.
    std::vector<Subject> places = subjects;
    for (Subject& place : places)
        if (const Device* device = place.kind == SubjectKind::Device ? m_document.design().devices.find({place.id}) : nullptr)
            if (const auto* in = std::get_if<InRack>(&device->placement))
                place = {SubjectKind::Rack, in->rack.value};
    m_plan->view()->reveal(places);
}

void MainWindow::deleteSelection() {
    const auto edit = removeEdit(*m_document.project(), m_document.selection());
    if (!edit)
        return;
    if (const Done done = m_document.commit(*edit); !done)
        say(toText(m_services.texts().sentence(done.error().message)));
}

// Copies stand one pitch further down the plan, clear of the originals.
void MainWindow::duplicateSelection() {
    const auto racks = racksOf(m_document.selection());
    if (racks.empty())
        return;
    const Done done = m_document.commit(edits::duplicateRacks(edits::activeTarget(*m_document.project()), racks,
                                                              {Length(), Length::millimetres(2400)}));
    if (!done)
        say(toText(m_services.texts().sentence(done.error().message)));
}

void MainWindow::openFile(const std::filesystem::path& path) {
    leaveDocument([this, path] { m_keeper.open(path); });
}

void MainWindow::openNew(Document document, const QString& name) {
    leaveDocument([this, document = std::move(document), name] { m_keeper.openNew(document, name); });
}

void MainWindow::replaceSelection() {
    std::vector<Id<Device>> devices = devicesOf(m_document.selection());
    if (devices.empty())
        return;
    ReplaceDialog(std::move(devices), m_document, m_services, this).exec();
}

PartOverlay* MainWindow::ownParts() const {
    auto* own = dynamic_cast<OwnParts*>(&m_services);
    return own ? own->ownParts() : nullptr;
}

// Overlays keep what was before, so that editing a part never changes a design that uses its earlier revision.
void MainWindow::editPart(const QString& partId) {
    PartOverlay* overlay = ownParts();
    if (!overlay || !m_services.library() || !m_services.catalog() || partId.isEmpty())
        return;
    const Result<PartPtr> part = m_services.library()->part(partId.toStdString());
    if (!part)
        return say(toText(m_services.texts().sentence(part.error().message)));
    const bool isOwn = std::ranges::find(overlay->parts(), (*part)->id, &PartSummary::id) != overlay->parts().end();
    PartEditor editor(*part, isOwn, *m_services.catalog(), m_services.texts(), this);
    if (editor.exec() != QDialog::Accepted)
        return;
    const Result<Part> made = editor.part();
    const Done kept = made ? overlay->putParts({PartListing{*made, {}, {}}}, {m_services.today(), {}, {}}) : Done(made.error());
    if (!kept)
        return say(toText(m_services.texts().sentence(kept.error().message)));
    m_catalogue->reload();
    m_catalogue->showPart(toText(made->id));
    m_inspector->showPart(toText(made->id));
    say(toText(m_services.texts().sentence(Message("part-editor.saved").with("part", made->vendor + " " + made->model))));
}

void MainWindow::importParts() {
    PartOverlay* overlay = ownParts();
    const QString path = m_services.dialogs().openFile(this, text("part-import.title"), text("part-import.files"));
    if (!overlay || !m_services.catalog() || path.isEmpty())
        return;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return say(toText(m_services.texts().sentence(Message("part-import.unreadable").with("file", path.toStdString()))));
    PartImportContext context{m_services.catalog()->attributeKeys(), {}, m_services.today()};
    for (const PartSummary& part : m_services.catalog()->parts())
        context.catalogueIds.push_back(part.id);
    PartImportDialog dialog(QFileInfo(path).fileName(), planPartImport(file.readAll().toStdString(), context),
                            m_services.texts(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const std::size_t count = dialog.plan().parts.size();
    if (const Done done = rackwright::importParts(*overlay, dialog.plan(), {m_services.today(), {}, {}}); !done)
        return say(toText(m_services.texts().sentence(done.error().message)));
    m_catalogue->reload();
    say(toText(m_services.texts().sentence(Message("part-import.done").with("count", count))));
}

void MainWindow::openSample(const std::filesystem::path& path) {
    const QString name = toText(path.filename().string()).section(QLatin1Char('.'), 0, 0);
    leaveDocument([this, path, name] { m_keeper.make([path] { return readDesign(path); }, name); });
}

// The parameters are asked first; the design is made beside the window.
void MainWindow::openRecipe(const QString& name) {
    const Result<const Recipe*> recipe = findRecipe(name.toStdString());
    if (!recipe)
        return showFailure({}, recipe.error());
    auto* dialog = new RecipeDialog(**recipe, m_services.texts(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, name] {
        leaveDocument([this, name, set = dialog->parameters()] {
            m_keeper.make([name = name.toStdString(), set, make = m_services.recipeMaker()] { return make(name, set); },
                          name);
        });
    });
    dialog->open();
}

void MainWindow::newRoom() {
    auto* dialog = new RoomDialog(m_services.texts(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Result<Room> room = dialog->room();
        if (!room)
            return;
        History history(emptyDocument(m_services.texts().text("new.project")));
        const Done done = history.commit(edits::putRoom(edits::activeTarget(*history.current()), std::move(*room)));
        if (!done)
            return showFailure({}, done.error());
        openNew(history.document(), text("new.project"));
    });
    dialog->open();
}

void MainWindow::exportProposal() {
    const ProposalRequest request = m_report->request();
    if (!request.solution)
        return say(text("status.solving"));
    auto* dialog = new ExportDialog(request, m_services, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

// Preferences: theme and whose headline figures.
void MainWindow::applyAppearance() {
    const QSettings& preferences = m_services.preferences();
    const QString theme = preferences.value(QLatin1String(kThemePreference)).toString();
    const ThemeKind kind = themeOf(theme);
    if (kind != Theme::current().kind())
        Theme::of(kind).applyTo(*qApp);
    m_actions.action("view.dark")->setChecked(kind == ThemeKind::Dark);
    const QString role = preferences.value(QLatin1String(kRolePreference)).toString();
    m_headlines->setRole(role == QStringLiteral("presales") ? Role::Presales : Role::Architect);
}

void MainWindow::askAboutLeftBehind(const std::vector<LeftBehind>& found) {
    if (found.empty())
        return;
    auto* dialog = new RecoveryDialog(found, m_services.texts(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecoveryDialog::recoverAsked, this,
            [this](const LeftBehind& left) { leaveDocument([this, left] { m_keeper.recover(left); }); });
    connect(dialog, &RecoveryDialog::discardAsked, this, [this](const LeftBehind& left) { m_keeper.discard(left); });
    dialog->open();
}

// What takes longer than a second says so and can be given up.
void MainWindow::showBusy() {
    if (!m_keeper.canCancel()) {
        if (m_busy)
            m_busy->deleteLater();
        m_busy = nullptr;
        return;
    }
    if (m_busy)
        return;
    constexpr int patience = 1000;
    m_busy = new QProgressDialog(text("busy.opening"), text("dialog.cancel"), 0, 0, this);
    m_busy->setObjectName(QStringLiteral("busy"));
    m_busy->setWindowTitle(QStringLiteral("Rackwright"));
    m_busy->setWindowModality(Qt::WindowModal);
    m_busy->setAutoClose(false);
    m_busy->setAutoReset(false);
    m_busy->reset();
    connect(m_busy, &QProgressDialog::canceled, &m_keeper, &DocumentKeeper::cancel);
    QTimer::singleShot(patience, m_busy, &QWidget::show);
}

void MainWindow::askForFile() {
    const QString path = m_services.dialogs().openFile(this, text("dialog.open"), text("dialog.design-files"));
    if (!path.isEmpty())
        openFile(path.toStdString());
}

void MainWindow::saveAs() {
    const QString proposal =
        m_keeper.hasFile() ? toText(m_keeper.path().string()) : m_keeper.name() + QStringLiteral(".rkw");
    const QString path =
        m_services.dialogs().saveFile(this, text("dialog.save"), text("dialog.design-files"), proposal);
    if (!path.isEmpty())
        m_keeper.saveAs(path.toStdString());
}

void MainWindow::leaveDocument(std::function<void()> next) {
    if (!m_document.isModified())
        return next();
    switch (askAboutChanges(this, m_services.texts(), m_keeper.name())) {
    case LeaveAnswer::Stay:
        return;
    case LeaveAnswer::Discard:
        return next();
    case LeaveAnswer::Save: {
        // Goes on when the file is written; a failure is shown and ends the waiting.
        auto* waiting = new QObject(this);
        connect(&m_keeper, &DocumentKeeper::saved, waiting, [waiting, next] {
            waiting->deleteLater();
            next();
        });
        connect(&m_keeper, &DocumentKeeper::failed, waiting, &QObject::deleteLater);
        m_actions.action("file.save")->trigger();
        return;
    }
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
    if (m_document.isModified()) {
        event->ignore();
        leaveDocument([this] {
            m_document.markSaved(m_document.project());
            close();
        });
        return;
    }
    saveLayout();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_actions.setTheme(Theme::current());
}

void MainWindow::showFailure(const std::filesystem::path& path, const Error& error) {
    if (error.message.id == "file.open-elsewhere" || error.message.id == "file.changed-by-others") {
        const bool isElsewhere = error.message.id == "file.open-elsewhere";
        QMessageBox box(this);
        box.setObjectName(QStringLiteral("ask.conflict"));
        box.setIcon(QMessageBox::Warning);
        box.setText(toText(m_services.texts().sentence(error.message)));
        QPushButton* go = box.addButton(text(isElsewhere ? "ask.open-read-only" : "ask.overwrite"),
                                        isElsewhere ? QMessageBox::AcceptRole : QMessageBox::DestructiveRole);
        QPushButton* other = isElsewhere ? nullptr : box.addButton(text("ask.save-as"), QMessageBox::AcceptRole);
        box.addButton(text("ask.stay"), QMessageBox::RejectRole);
        box.exec();
        if (box.clickedButton() == go && isElsewhere)
            m_keeper.open(path, DesignFile::Access::ReadOnly);
        else if (box.clickedButton() == go)
            m_keeper.save(DesignFile::WhenChanged::Overwrite);
        else if (other && box.clickedButton() == other)
            saveAs();
        return;
    }
    QMessageBox box(QMessageBox::Warning, QStringLiteral("Rackwright"),
                    toText(m_services.texts().sentence(error.message)), QMessageBox::Ok, this);
    box.setObjectName(QStringLiteral("failure"));
    box.exec();
}

std::vector<PaletteEntry> MainWindow::paletteEntries(const QString& words) {
    std::vector<PaletteEntry> entries;
    for (QAction* action : m_actions.all())
        if (action->isEnabled() && holdsWords(action->text(), words))
            entries.push_back({text("palette.command"), action->text(),
                               action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }});
    if (words.trimmed().isEmpty())
        return entries;
    const Design& design = m_document.design();
    for (const Rack& rack : design.racks)
        if (holdsWords(toText(rack.name), words))
            entries.push_back({text("palette.rack"), toText(rack.name), toText(rack.role), [this, id = rack.id] {
                                   reveal({{SubjectKind::Rack, id.value}});
                               }});
    if (const SolutionPtr& solution = m_document.solution())
        for (const Finding& finding : solution->report().findings) {
            const QString sentence = toText(m_services.texts().sentence(finding.message));
            if (finding.state == RuleState::Failed &&
                holdsWords(toText(finding.rule->id) + QLatin1Char(' ') + sentence, words))
                entries.push_back({text("palette.finding"), sentence, toText(finding.rule->id),
                                   [this, subjects = finding.subjects] { reveal(subjects); }});
        }
    if (const PartLibrary* library = m_services.library())
        if (const auto found = library->search(words.toStdString()))
            for (const PartSummary& part : *found)
                entries.push_back(
                    {text("palette.part"), toText(part.vendor + " " + part.model), {}, [this, id = toText(part.id)] {
                         dock(QStringLiteral("catalogue"))->bringUp();
                         m_catalogue->showPart(id);
                     }});
    return entries;
}

} // namespace rackwright
