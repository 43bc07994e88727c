// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "model/file/disk.h"
#include "solvers/engine/known_keys.h"
#include "ui/actions/focus_keys.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/fabric/fabric_workspace.h"
#include "ui/forms/basis_workspace.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/options/option_commands.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/headline_strip.h"
#include "ui/plan/plan_workspace.h"
#include "ui/prices/price_commands.h"
#include "ui/start/start_page.h"
#include "ui/text/step_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/calm_wheel.h"
#include "ui/widgets/drawing_view.h"
#include "ui/widgets/panel_dock.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/small_screens.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/whole_headers.h"
#include "ui/workspaces.h"

#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLocale>
#include <QMenuBar>
#include <QSettings>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStatusBar>

#include <algorithm>
#include <optional>
#include <set>

namespace rackwright {

namespace {

Id<Room> roomOfPlacement(const Design& design, const Placement& placement) {
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return floor->room;
    const auto* inside = std::get_if<InDevice>(&placement);
    const Device* host = inside ? design.devices.find(inside->device) : nullptr;
    const Rack* rack = design.racks.find(rackOf(host ? host->placement : placement));
    return rack ? rack->room : Id<Room>();
}

Id<Room> roomOfRow(const Design& design, std::string_view table, std::uint64_t id) {
    const auto own = [](const auto* row) { return row ? row->room : Id<Room>(); };
    const auto placed = [&design](const auto* row) {
        return row ? roomOfPlacement(design, row->placement) : Id<Room>();
    };
    if (table == "rooms")
        return design.rooms.contains({id}) ? Id<Room>{id} : Id<Room>();
    if (table == "room_objects")
        return own(design.roomObjects.find({id}));
    if (table == "path_nodes")
        return own(design.pathNodes.find({id}));
    if (table == "path_segments") {
        const PathSegment* segment = design.pathSegments.find({id});
        return segment ? own(design.pathNodes.find(segment->from)) : Id<Room>();
    }
    if (table == "racks")
        return own(design.racks.find({id}));
    if (table == "devices")
        return placed(design.devices.find({id}));
    if (table == "power_elements")
        return placed(design.powerElements.find({id}));
    return table == "cooling_units" ? placed(design.coolingUnits.find({id})) : Id<Room>();
}

// The rooms in which something differs: where it is now, of what is gone where it was.
std::set<Id<Room>> roomsOfChanges(const Design& before, const Design& now) {
    std::set<Id<Room>> rooms;
    for (const TableChanges& table : changes(before, now).tables)
        for (const RowChange& row : table.rows) {
            Id<Room> room = roomOfRow(now, table.table, row.id);
            if (!room)
                room = roomOfRow(before, table.table, row.id);
            if (now.rooms.contains(room))
                rooms.insert(room);
        }
    return rooms;
}

// What stands in a rack, or ends in one, is shown where the rack stands.
Subject placeOnFloor(const Design& design, Subject subject) {
    const auto inRack = [&design, subject](const auto* row) {
        const auto* inside = row ? std::get_if<InDevice>(&row->placement) : nullptr;
        const Device* host = inside ? design.devices.find(inside->device) : nullptr;
        const Id<Rack> rack = host ? rackOf(*host) : row ? rackOf(row->placement) : Id<Rack>();
        return rack ? Subject(rack) : subject;
    };
    if (subject.kind == SubjectKind::Device)
        return inRack(design.devices.find({subject.id}));
    if (subject.kind == SubjectKind::PowerElement)
        return inRack(design.powerElements.find({subject.id}));
    return subject.kind == SubjectKind::CoolingUnit ? inRack(design.coolingUnits.find({subject.id})) : subject;
}

} // namespace

MainWindow::MainWindow(StudioServices& services, QWidget* parent)
    : QMainWindow(parent), m_services(services), m_document(services.domains(), services.executor()),
      m_keeper(m_document, services.recoveryFolder()), m_actions(services.texts()) {
    setObjectName(QStringLiteral("main"));
    m_status = new StatusLine(this);
    setWindowTitle(QStringLiteral("Rackwright"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_actions.add(shellActions());
    for (const WorkspaceFeature& feature : workspaceFeatures())
        m_actions.add({&feature.command, 1});
    m_actions.add(panelActions());
    m_actions.add(inspectorActions());
    m_actions.add(basisActions());
    m_actions.add(optionActions());
    m_actions.add(priceActions());
    m_actions.action("view.dark")->setChecked(Theme::current().kind() == ThemeKind::Dark);
    // Both are known from other programs.
    QAction* redo = m_actions.action("edit.redo");
    redo->setShortcuts({redo->shortcut(), QKeySequence(QStringLiteral("Ctrl+Y"))});
    std::optional<StyledAtOnce> styledAtOnce(std::in_place, *qApp);
    buildToolBars();
    buildWorkspaces();
    for (DrawingView* view : findChildren<DrawingView*>())
        view->setFailureWords(
            [this](const Error& error) { return toText(m_services.texts().sentence(error.message)); });
    buildDocks();
    buildStatusBar();
    m_actions.fill(menuBar());
    addRecentMenu();
    m_actions.setTheme(Theme::current());
    connectActions();
    new FocusKeys(m_actions, this);
    new SmallScreens(this);
    new CalmWheel(this);
    new WholeHeaders(this);
    styledAtOnce.reset();
    showWorkspace(QStringLiteral("plan")); // the others claim no room from now on
    resize(1440, 900);
    m_defaultLayout = saveState(kWindowLayoutVersion);
    QSettings& preferences = m_services.preferences();
    restoreGeometry(preferences.value(QLatin1String(kWindowGeometryKey)).toByteArray());
    m_layout = preferences.value(QLatin1String(kWindowLayoutKey), m_defaultLayout).toByteArray();
    connect(&m_document, &StudioDocument::opened, this, &MainWindow::refreshOptions);
    connect(&m_document, &StudioDocument::changed, this, &MainWindow::refreshOptions);
    connect(&m_document, &StudioDocument::historyChanged, this, &MainWindow::refreshState);
    connect(&m_document, &StudioDocument::historyChanged, m_status, &StatusLine::edited);
    connect(&m_document, &StudioDocument::selectionChanged, this, &MainWindow::refreshState);
    connect(&m_document, &StudioDocument::solved, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::busyChanged, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::busyChanged, this, &MainWindow::showBusy);
    connect(&m_keeper, &DocumentKeeper::keptChanged, this, &MainWindow::refreshState);
    connect(&m_keeper, &DocumentKeeper::leftBehindFound, this, &MainWindow::askAboutLeftBehind);
    connect(&m_keeper, &DocumentKeeper::failed, this, &MainWindow::showFailure);
    connect(&m_keeper, &DocumentKeeper::cameBack, this, [this](const std::filesystem::path& stem) {
        m_isRecoveryAsked = false;
        if (m_keeper.isReadOnly())
            tell(Message("recovery.file-read-only").with("file", shownPath(m_keeper.path())));
        std::vector<LeftBehind> rest = m_leftBehind;
        std::erase_if(rest, [&stem](const LeftBehind& left) { return left.stem == stem; });
        offerLeftBehind(std::move(rest));
    });
    connect(&m_keeper, &DocumentKeeper::cameBackWithoutFile, this,
            [this](const std::filesystem::path& path, const Error& why) {
                const bool isElsewhere = why.message.id == "file.open-elsewhere";
                tell(Message(isElsewhere ? "recovery.file-elsewhere" : "recovery.file-out-of-reach")
                         .with("file", shownPath(path)));
            });
    connect(&m_keeper, &DocumentKeeper::cameBackDamaged, this, [this](const std::vector<Message>& remarks) {
        QStringList said;
        for (const Message& remark : remarks)
            said << toText(m_services.texts().sentence(remark));
        m_status->keep(said.join(QLatin1Char(' ')), StatusLine::Until::Read);
    });
    connect(&m_keeper, &DocumentKeeper::openedOnlyToRead, this, [this](const std::filesystem::path& path) {
        tell(Message("file.opened-read-only").with("file", shownPath(path)));
    });
    m_keeper.setCheck([domains = services.domains()](const Project& project, const std::string& file) {
        return checkKeys(project, *domains, file);
    });
    m_keeper.setAskFirst([this](std::function<void()> replace, std::function<void()> stay) {
        leaveDocument(std::move(replace), std::move(stay));
    });
    connect(&m_keeper, &DocumentKeeper::opened, this, [this](const std::filesystem::path& path) {
        if (!path.empty())
            addRecentFile(m_services.preferences(), path);
        showStudio();
    });
    connect(&m_keeper, &DocumentKeeper::saved, this, [this](const std::filesystem::path& path) {
        addRecentFile(m_services.preferences(), path);
        say(toText(m_services.texts().sentence(Message("status.saved").with("file", shownPath(path.filename())))));
    });
    applyAppearance();
    showStart();
}

// A field that is being typed in commits while there still is a document; docks that go tell nobody.
MainWindow::~MainWindow() {
    for (PanelDock* each : m_docks)
        each->disconnect(this);
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
    // A window that is seen when it ends hides its views, which ask their models, and dialogs drop their previews: both
    // while the document is there.
    hide();
    while (QDialog* dialog = findChild<QDialog*>())
        delete dialog;
}

// What is typed counts before it is saved, left or closed; the field keeps the focus, so that one can type on.
void MainWindow::commitTyping() {
    for (QWidget* each = focusWidget(); each; each = each->parentWidget())
        if (auto* field = qobject_cast<CommitField*>(each)) {
            field->commitNow();
            return;
        }
    if (QWidget* focused = focusWidget())
        focused->clearFocus();
}

QString MainWindow::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void MainWindow::refreshState() {
    const bool isOpen = m_pages->currentWidget() == m_workspaces;
    const History& history = m_document.history();
    const Texts& texts = m_services.texts();
    m_designCommands->setEnabled(isOpen);
    m_start->setOpenDesign(m_keeper.name().isEmpty() ? QString() : shownFileName());
    // A menu would take an "&" of a name for the mark of a key.
    const auto named = [&](const char* id, const Message& step) {
        return toText(texts.sentence(Message(id).with("step", stepText(step, texts))))
            .replace(QLatin1Char('&'), QStringLiteral("&&"));
    };
    QAction* undo = m_actions.action("edit.undo");
    undo->setEnabled(isOpen && history.canUndo());
    undo->setText(history.canUndo() ? named("action.edit.undo.named", history.steps()[history.position()].text)
                                    : text("action.edit.undo"));
    QAction* redo = m_actions.action("edit.redo");
    redo->setEnabled(isOpen && history.canRedo());
    redo->setText(history.canRedo() ? named("action.edit.redo.named", history.steps()[history.position() + 1].text)
                                    : text("action.edit.redo"));
    for (const char* id : {"file.save", "file.save-as", "file.export", "file.print", "file.start", "view.reset-layout"})
        m_actions.action(id)->setEnabled(isOpen);
    m_actions.action("file.recover")->setEnabled(!m_leftBehind.empty());
    m_actions.action("design.revisions")->setEnabled(isOpen);
    for (const char* id : {"edit.delete", "edit.duplicate", "edit.select-none"})
        m_actions.action(id)->setEnabled(isOpen && !m_document.selection().empty());
    refreshClipboard();
    m_actions.action("design.replace")
        ->setEnabled(isOpen && std::ranges::any_of(m_document.selection(), [](Subject subject) {
                         return subject.kind == SubjectKind::Device;
                     }));
    for (const auto rows : {basisActions(), fabricActions()})
        for (const ActionRow& row : rows)
            m_actions.action(row.id)->setEnabled(isOpen);
    for (QAction* action : m_actions.all())
        if (action->objectName().startsWith(QLatin1String("view.show.")) ||
            action->objectName().startsWith(QLatin1String("view.panel.")))
            action->setEnabled(isOpen);
    m_actions.action("tools.edit-part")->setEnabled(ownParts() && !m_catalogue->currentPart().isEmpty());
    m_actions.action("tools.configure-part")->setEnabled(ownParts() && !m_catalogue->currentPart().isEmpty());
    m_actions.action("tools.compare-parts")->setEnabled(!m_catalogue->currentPart().isEmpty());
    m_actions.action("tools.import-parts")->setEnabled(ownParts() && m_services.catalog());
    m_solveState->setText(!isOpen ? QString() : text(m_document.isStale() ? "status.solving" : "status.up-to-date"));
    m_fileState->setText(!isOpen                    ? QString()
                         : m_keeper.isBusy()        ? text("status.busy")
                         : m_keeper.isReadOnly()    ? text("status.read-only")
                         : !m_document.isModified() ? QString()
                         : m_keeper.hasFile()       ? text("status.modified.file")
                                                    : text("status.modified"));
    const std::optional<Error> unkept = m_keeper.recoveryProblem();
    m_keptState->setText(
        !isOpen  ? QString()
        : unkept ? text("status.not-kept")
        : m_keeper.lastKept().isValid() && m_document.isModified()
            ? toText(texts.sentence(
                  Message("status.kept")
                      .with(
                          "time",
                          QLocale::system().toString(m_keeper.lastKept().time(), QLocale::ShortFormat).toStdString())))
            : QString());
    m_keptState->setToolTip(isOpen && unkept ? toText(m_services.texts().sentence(unkept->message)) : QString());
    m_keptState->setAccessibleDescription(m_keptState->toolTip());
    m_keptState->setProperty("problem", unkept.has_value());
    m_actions.action("edit.history")->setEnabled(isOpen);
    refreshViewActions();
    setWindowTitle(isOpen ? QStringLiteral("%1[*] — %2 — Rackwright")
                                .arg(shownFileName(), toText(activeOption(*m_document.project()).name))
                          : QStringLiteral("Rackwright"));
    setWindowModified(isOpen && m_document.isModified());
}

QString MainWindow::shownFileName() const {
    const QString name = toText(shownPath(m_keeper.name().toStdString()));
    return m_keeper.isReadOnly() || m_document.isFrozen()
               ? toText(m_services.texts().sentence(Message("window.read-only").with("name", name.toStdString())))
               : name;
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
    return !m_keeper.isBusy() && Background::instance().isIdle() &&
           (m_pages->currentWidget() != m_workspaces || (!m_document.isStale() && m_plan->view()->isUpToDate()));
}

void MainWindow::say(const QString& text) { m_status->say(text); }

void MainWindow::tell(const Message& message) {
    m_status->keep(toText(m_services.texts().sentence(message)), StatusLine::Until::Read);
}

void MainWindow::refuse(const Error& error) {
    m_status->keep(toText(m_services.texts().sentence(error.message)), StatusLine::Until::Edited);
}

void MainWindow::explain(const QString& figureLabel) {
    dock(QStringLiteral("evidence"))->bringUp();
    m_evidence->show(figureLabel);
}

void MainWindow::reveal(const std::vector<Subject>& subjects) {
    // What has no place on the floor is shown where it is worked on; the design as a whole when nothing is selected.
    std::vector<Subject> selected = subjects;
    std::erase_if(selected,
                  [](Subject subject) { return subject.kind == SubjectKind::Design || workspaceOf(subject); });
    const bool isElsewhere = selected.empty() && !subjects.empty() && workspaceOf(subjects.front());
    m_document.select(std::move(selected));
    if (isElsewhere) {
        const Subject first = subjects.front();
        showWorkspace(QString::fromLatin1(workspaceOf(first)->id));
        if (WorkspaceView* view = shownView())
            view->showSubject(first);
        return;
    }
    showWorkspace(QStringLiteral("plan"));
    std::vector<Subject> places = subjects;
    for (Subject& place : places)
        place = placeOnFloor(m_document.design(), place);
    m_plan->view()->reveal(places);
}

void MainWindow::goToStep(std::size_t step) {
    const DesignPtr before = activeOption(*m_document.project()).design;
    const std::uint64_t option = m_document.option();
    m_document.jumpTo(step);
    if (m_document.option() == option)
        showRoomOfChanges(*before);
}

// What one takes back is seen: the plan goes to its room where nothing of it is in the one that is shown.
void MainWindow::showRoomOfChanges(const Design& before) {
    const std::set<Id<Room>> rooms = roomsOfChanges(before, m_document.design());
    PlanView& plan = *m_plan->view();
    if (rooms.empty() || rooms.contains(plan.room()))
        return;
    plan.setRoom(*rooms.begin());
    // The fields of the room that was left would be taken for those of the one that is shown.
    if (std::ranges::any_of(m_document.selection(), [](Subject each) { return each.kind == SubjectKind::Room; }))
        m_document.select({{SubjectKind::Room, rooms.begin()->value}});
    say(toText(m_services.texts().sentence(
        Message("status.step-in-room").with("room", m_document.design().rooms.find(*rooms.begin())->name))));
}

// Preferences: theme, numbers and units, whose headline figures.
void MainWindow::applyAppearance() {
    const QSettings& preferences = m_services.preferences();
    const QString theme = preferences.value(QLatin1String(kThemePreference)).toString();
    const ThemeKind kind = themeOf(theme);
    if (kind != Theme::current().kind())
        Theme::of(kind).applyTo(*qApp);
    m_actions.action("view.dark")->setChecked(kind == ThemeKind::Dark);
    const Texts preferred = preferredTexts(preferences, m_services.texts());
    if (preferred.numbers() != m_services.texts().numbers() || preferred.units() != m_services.texts().units()) {
        m_services.setTexts(preferred);
        m_start->showAnew();
        m_document.showAnew();
        m_catalogue->reload();
    }
    const QString role = preferences.value(QLatin1String(kRolePreference)).toString();
    m_headlines->setRole(role == QStringLiteral("presales") ? Role::Presales : Role::Architect);
}

void MainWindow::keepPreferences() {
    QSettings& preferences = m_services.preferences();
    preferences.sync();
    if (preferences.status() == QSettings::NoError)
        return;
    const std::string file = preferences.fileName().toStdString();
    tell(Message("status.preferences-not-kept").with("file", file).with("free", freeSpaceAt(file)));
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_keeper.lookForFile();
    if (event->type() == QEvent::PaletteChange)
        m_actions.setTheme(Theme::current());
}

} // namespace rackwright
