// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands of the shell do to the design and the parts, and what the command palette offers.
#include "ui/main_window.h"

#include "catalog/device_type_import.h"
#include "model/edits/option_edits.h"
#include "model/file/text_file.h"
#include "model/parts/part_title.h"
#include "solvers/recipes/recipe.h"
#include "ui/advice/advice_dialog.h"
#include "ui/calc/calculators_dialog.h"
#include "ui/dialogs/delete_question.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/losses_dialog.h"
#include "ui/dialogs/manual_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/replace_dialog.h"
#include "ui/dialogs/room_limits_dialog.h"
#include "ui/exchange/exchange_commands.h"
#include "ui/forms/weather_file.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/options/option_commands.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/parts/key_placing.h"
#include "ui/parts/node_editor.h"
#include "ui/parts/own_parts.h"
#include "ui/parts/part_comparison_dialog.h"
#include "ui/parts/part_editor.h"
#include "ui/parts/part_import_dialog.h"
#include "ui/plan/named_things.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/plan_workspace.h"
#include "ui/prices/price_commands.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"
#include "ui/study/study_page.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panel_dock.h"
#include "ui/widgets/status_line.h"
#include "ui/workspaces.h"

#include <QActionGroup>
#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <map>

namespace rackwright {

namespace {

// The text of an action without the marks of its menu.
QString plainText(const QAction& action) {
    return QString(action.text()).replace(QStringLiteral("&&"), QStringLiteral("&"));
}

std::vector<Id<Device>> devicesOf(const std::vector<Subject>& selection) {
    std::vector<Id<Device>> devices;
    for (const Subject subject : selection)
        if (subject.kind == SubjectKind::Device)
            devices.push_back({subject.id});
    return devices;
}

struct ZoomRow {
    const char* id;
    ZoomStep step;
};
constexpr std::array<ZoomRow, 4> kZooms = {{{"view.zoom-in", ZoomStep::In},
                                            {"view.zoom-out", ZoomStep::Out},
                                            {"view.zoom-fit", ZoomStep::Fit},
                                            {"view.zoom-selection", ZoomStep::Selection}}};
struct ShareRow {
    const char* id;
    ShareKind kind;
};
constexpr std::array<ShareRow, 3> kShares = {{{"edit.copy-table", ShareKind::CopyTable},
                                              {"edit.copy-picture", ShareKind::CopyPicture},
                                              {"edit.save-picture", ShareKind::SavePng}}};

// What one can do on the start page.
constexpr std::array kWithoutDesign = {
    QLatin1String("file.import-netbox"),
    QLatin1String("file.import-prices"), QLatin1String("file.new"),           QLatin1String("file.open"),
    QLatin1String("file.size"),          QLatin1String("file.quit"),          QLatin1String("view.palette"),
    QLatin1String("view.dark"),          QLatin1String("tools.calculators"),  QLatin1String("tools.preferences"),
    QLatin1String("tools.edit-part"),    QLatin1String("tools.import-parts"), QLatin1String("help.manual"),
    QLatin1String("tools.configure-part"), QLatin1String("tools.compare-parts"),
    QLatin1String("help.shortcuts"),     QLatin1String("help.about"),         QLatin1String("tools.study"),
    QLatin1String("tools.advice")};

} // namespace

// What works on the design in front is off as one while the start page hides it; who switches a command of these on
// or off meanwhile is heard when the design is back.
void MainWindow::gatherDesignCommands() {
    m_designCommands = new QActionGroup(this);
    m_designCommands->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (QAction* action : m_actions.all())
        if (std::ranges::find(kWithoutDesign, action->objectName()) == kWithoutDesign.end())
            m_designCommands->addAction(action);
}

void MainWindow::connectActions() {
    gatherDesignCommands();
    connectPriceActions(m_actions, m_document, m_services, this, [this](const QString& said) { say(said); });
    connectExchangeActions(
        m_actions, m_document, m_services,
        {this, [this](const QString& said) { say(said); }, [this](const Error& error) { refuse(error); },
         [this](Document document, const QString& name) {
             openNew(std::move(document), name);
         }});
    m_actions.connectTo("file.new", this, [this] { newDesign(); });
    m_actions.connectTo("file.open", this, [this] { askForFile(); });
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::listRecentFiles);
    m_actions.connectTo("file.size", this, [this] { sizeFromWorkload(); });
    m_actions.connectTo("file.start", this, [this] { showStart(); });
    const auto recover = [this] {
        m_isRecoveryAsked = true;
        m_keeper.lookForLeftBehind();
    };
    m_actions.connectTo("file.recover", this, recover);
    connect(m_recover, &QPushButton::clicked, this, recover);
    m_actions.connectTo("file.save", this, [this] { save(); });
    m_actions.connectTo("file.save-as", this, [this] { saveAs(); });
    m_actions.connectTo("file.export", this, [this] { exportProposal(); });
    m_actions.connectTo("file.print", this, [this] { printDocuments(); });
    m_actions.connectTo("edit.history", this, [this] { dock(QStringLiteral("history"))->bringUp(); });
    m_actions.connectTo("tools.calculators", this, [this] {
        auto* dialog = new CalculatorsDialog(m_services.texts(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
    });
    m_actions.connectTo("tools.study", this, [this] {
        // On the start page no design is in front.
        std::optional<Document> design;
        if (!m_keeper.name().isEmpty())
            design = m_document.history().document();
        const auto open = [this](const Document& made, const QString& name, bool isOption) {
            if (!isOption)
                return openNew(made, name);
            commitTyping();
            Done done = m_document.commit(
                edits::addOption(made, made.project->activeOption, name.toStdString(), edits::OptionBrings::Record));
            if (done)
                done = m_document.commit(
                    edits::activateOption(*m_document.project(), m_document.project()->options.back().id));
            if (!done)
                return showFailure({}, done.error());
            say(toText(m_services.texts().sentence(Message("study.added").with("name", name.toStdString()))));
        };
        auto* page = new StudyPage(m_services, std::move(design), open, this);
        page->setAttribute(Qt::WA_DeleteOnClose);
        // What it was made beside is gone with another design.
        connect(&m_keeper, &DocumentKeeper::opened, page, &QObject::deleteLater);
        page->show();
    });
    m_actions.connectTo("tools.advice", this, [this] {
        AdviceDialog& dialog = AdviceDialog::bringUp(m_document, m_services, this, [this] {
            showManual(QStringLiteral("advice"));
        });
        if (m_pages->currentWidget() == m_workspaces)
            dialog.chooseFor(m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1));
    });
    m_actions.connectTo("design.room-limits", this, [this] {
        Id<Room> room;
        for (const Subject subject : m_document.selection())
            if (const Room* asked = findRow<Room>(m_document.design(), subject))
                room = asked->id;
            else if (const Rack* rack = findRow<Rack>(m_document.design(), subject))
                room = rack->room;
        RoomLimitsDialog::bringUp(m_document, m_services, room, this);
    });
    m_actions.connectTo("design.losses", this, [this] {
        auto* dialog = findChild<LossesDialog*>();
        if (!dialog) {
            dialog = new LossesDialog(m_document, m_services, this);
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            connect(dialog, &LossesDialog::placeAsked, this, &MainWindow::reveal);
        }
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    });
    m_actions.connectTo("design.attach-weather", this, [this] {
        const QString path = m_services.dialogs().openFile(this, text("weather.choose"), text("weather.files"));
        if (path.isEmpty())
            return;
        const Result<AttachedWeather> weather = attachWeather(path, m_services.texts());
        if (!weather)
            return refuse(weather.error());
        if (const Done done = m_document.commit(weather->edit); !done)
            return refuse(done.error());
        say(toText(m_services.texts().sentence(weather->said)));
    });
    m_actions.connectTo("tools.preferences", this, [this] {
        auto* dialog = new PreferencesDialog(m_services, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &PreferencesDialog::chosen, this, &MainWindow::applyAppearance);
        connect(dialog, &PreferencesDialog::chosen, this, &MainWindow::keepPreferences);
        dialog->open();
    });
    m_actions.connectTo("help.about", this, [this] {
        auto* dialog = new AboutDialog(m_services.texts(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    m_actions.connectTo("help.manual", this, [this] { showManual(manualPageHere()); });
    m_actions.connectTo("help.shortcuts", this, [this] {
        auto* dialog = new ShortcutsDialog(m_actions, m_services.texts(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    m_actions.connectTo("file.quit", this, [this] { close(); });
    m_actions.connectTo("edit.undo", this, [this] {
        if (m_document.history().canUndo())
            goToStep(m_document.history().position() - 1);
    });
    m_actions.connectTo("edit.redo", this, [this] {
        if (m_document.history().canRedo())
            goToStep(m_document.history().position() + 1);
    });
    m_actions.connectTo("edit.delete", this, [this] { deleteSelection(); });
    connectClipboard();
    connectOptions();
    m_actions.connectTo("edit.select-all", this, [this] {
        if (WorkspaceView* view = shownView())
            m_document.select(view->everything());
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
        m_services.preferences().setValue(QLatin1String(kThemePreference),
                                          isDark ? QStringLiteral("dark") : QStringLiteral("light"));
        keepPreferences();
    });
    m_actions.connectTo("view.reset-layout", this, [this] { resetLayout(); });
    for (const ZoomRow& row : kZooms)
        m_actions.connectTo(row.id, this, [this, step = row.step] {
            if (WorkspaceView* view = shownView())
                view->zoom(step);
        });
    for (const ShareRow& row : kShares)
        m_actions.connectTo(row.id, this, [this, kind = row.kind] { share(kind); });
}

void MainWindow::connectOptions() {
    auto* commands = new OptionCommands(m_document, m_services, m_actions, this);
    connect(commands, &OptionCommands::hinted, this, &MainWindow::say);
    connect(commands, &OptionCommands::refused, this, &MainWindow::refuse);
    connect(commands, &OptionCommands::issueOpened, this, [this](const Document& issued, const QString& revision) {
        const QString stem = withoutDesignSuffix(m_keeper.name());
        leaveDocument([this, issued, revision, stem] {
            m_keeper.openNew(issued, QStringLiteral("%1 %2").arg(stem, revision), DocumentKeeper::Origin::Sample);
            m_document.freeze();
            refreshState();
            tell(Message("issues.opened").with("revision", revision.toStdString()));
        });
    });
}

void MainWindow::showManual(const QString& page) {
    auto* manual = findChild<ManualDialog*>();
    if (!manual) {
        manual = new ManualDialog(m_services.texts(), this);
        manual->setAttribute(Qt::WA_DeleteOnClose);
    }
    manual->showPage(page);
    manual->show();
    manual->raise();
    manual->activateWindow();
}

// The panel that has the focus, else the workspace in front.
QString MainWindow::manualPageHere() const {
    if (qobject_cast<AdviceDialog*>(QApplication::activeWindow()))
        return QStringLiteral("advice");
    if (m_pages->currentWidget() != m_workspaces)
        return QStringLiteral("start");
    std::map<QString, QString> pages = {
        {QStringLiteral("dock.catalogue"), QStringLiteral("catalogue")},
        {QStringLiteral("dock.findings"), QStringLiteral("findings")},
        {QStringLiteral("dock.evidence"), QStringLiteral("evidence")},
        {QStringLiteral("dock.bill"), QStringLiteral("bill")},
        {QStringLiteral("dock.history"), QStringLiteral("files")},
        {QStringLiteral("dock.profile"), QStringLiteral("cooling")},
    };
    for (const WorkspaceFeature& feature : workspaceFeatures())
        pages[QStringLiteral("workspace.") + QLatin1String(feature.id)] = QLatin1String(feature.manualPage);
    const auto pageOf = [&pages](const QWidget* widget) {
        const auto page = pages.find(widget->objectName());
        return page == pages.end() ? QString() : page->second;
    };
    for (const QWidget* each = focusWidget(); each; each = each->parentWidget())
        if (const QString page = pageOf(each); !page.isEmpty())
            return page;
    const QString front = pageOf(m_workspaces->currentWidget());
    return front.isEmpty() ? m_workspaces->currentWidget()->objectName().section(QLatin1Char('.'), 1) : front;
}

WorkspaceView* MainWindow::shownView() const {
    const bool isOpen = m_pages->currentWidget() == m_workspaces;
    return isOpen ? dynamic_cast<WorkspaceView*>(m_workspaces->currentWidget()) : nullptr;
}

void MainWindow::share(ShareKind kind) {
    WorkspaceView* view = shownView();
    if (const std::optional<Shareable> what = view ? view->shareable() : std::nullopt)
        shareNow(*what, kind, m_services, this, [this](const QString& said) { say(said); });
}

// Zoom and copies are of the workspace that is shown.
void MainWindow::refreshViewActions() {
    WorkspaceView* view = shownView();
    m_pointer->setVisible(view == m_plan);
    m_zoom->setVisible(view == m_plan);
    for (const ZoomRow& row : kZooms)
        m_actions.action(row.id)->setEnabled(view && view->canZoom(row.step));
    m_actions.action("edit.select-all")->setEnabled(view && view->canSelectAll());
    const std::optional<Shareable> what = view ? view->shareable() : std::nullopt;
    for (const ShareRow& row : kShares)
        m_actions.action(row.id)->setEnabled(what && offers(*what, row.kind));
}

// What nobody sees go is asked about first; what went is said.
void MainWindow::deleteSelection() {
    const Texts& texts = m_services.texts();
    const auto edit = removeEdit(*m_document.project(), m_document.selection());
    if (!edit)
        return;
    const Result<ProjectPtr> next = m_document.history().candidate(*edit);
    if (!next)
        return refuse(next.error());
    const Design& before = m_document.design();
    const Design& after = *activeOption(**next).design;
    const QString going = goingText(before, after, texts);
    WorkspaceView* view = shownView();
    const bool isInSight = view && view->isInSight(m_document.selection());
    const std::optional<DeleteReason> reason =
        !isInSight                                                   ? std::optional(DeleteReason::OutOfSight)
        : takesInsides(before, after)                                ? std::optional(DeleteReason::Insides)
        : takesCablesOfOthers(before, after, m_document.selection()) ? std::optional(DeleteReason::Cables)
        : takesRestOfRun(before, after, m_document.selection())      ? std::optional(DeleteReason::Run)
                                                                     : std::nullopt;
    if (reason && !askToDelete(this, going, *reason, texts))
        return;
    if (const Done done = m_document.commit(*edit); !done)
        return refuse(done.error());
    if (!going.isEmpty())
        m_status->keep(toText(texts.sentence(Message("status.deleted").with("things", going.toStdString()))),
                       StatusLine::Until::Edited);
}

void MainWindow::replaceSelection() {
    std::vector<Id<Device>> devices = devicesOf(m_document.selection());
    if (devices.empty())
        return;
    ReplaceDialog(std::move(devices), m_document, m_services, this).exec();
}

// In the racks into those that are shown, the chosen ones first; on the plan into the chosen racks, else onto the
// floor.
void MainWindow::placePart(const QString& partId) {
    KeyPlacing::Ground ground;
    ground.racks = racksOf(m_document.selection());
    if (m_workspaces->currentWidget() == m_racks) {
        ground.view = m_racks->view();
        for (const Subject subject : m_document.selection())
            if (const Device* device =
                    subject.kind == SubjectKind::Device ? m_document.design().devices.find({subject.id}) : nullptr)
                if (const Id<Rack> rack = rackOf(*device))
                    ground.racks.push_back(rack);
        for (const Id<Rack> rack : m_racks->view()->racks())
            if (std::ranges::find(ground.racks, rack) == ground.racks.end())
                ground.racks.push_back(rack);
    } else {
        showWorkspace(QStringLiteral("plan"));
        ground.view = m_plan->view();
        ground.fillsAll = ground.racks.size() > 1;
    }
    const PlanView& plan = *m_plan->view();
    ground.room = plan.room();
    ground.at = toPoint(plan.toWorld(QPointF(plan.width() / 2.0, plan.height() / 2.0)));
    const Room* room = m_document.design().rooms.find(plan.room());
    ground.step = room ? room->gridPitch / 2 : Length::millimetres(300);
    m_placing->begin(partId, std::move(ground));
}

PartOverlay* MainWindow::ownParts() const {
    auto* own = dynamic_cast<OwnParts*>(&m_services);
    return own ? own->ownParts() : nullptr;
}

void MainWindow::askAboutOwnParts(std::function<void()> next) {
    auto* own = dynamic_cast<OwnParts*>(&m_services);
    if (!own || !own->trouble()) {
        if (next)
            next();
        return;
    }
    const OwnPartsTrouble trouble = *own->trouble();
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, QStringLiteral("Rackwright"),
                        toText(m_services.texts().sentence(trouble.error.message)), QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("ask.own-parts"));
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* restore = nullptr;
    if (trouble.error.message.id == "catalog.database.damaged") {
        const Message offer = trouble.lastGood ? Message("ask.own-parts.last-good")
                                                     .with("parts", trouble.lastGood->parts)
                                                     .with("revision", trouble.lastGood->changes)
                                               : Message("ask.own-parts.none");
        box->setInformativeText(toText(m_services.texts().sentence(offer)));
        QPushButton* button = box->addButton(text(trouble.lastGood ? "ask.own-parts.restore" : "ask.own-parts.begin"),
                                             QMessageBox::AcceptRole);
        button->setObjectName(QStringLiteral("ask.own-parts.restore"));
        restore = button;
        box->addButton(text("ask.own-parts.without"), QMessageBox::RejectRole);
    } else {
        box->addButton(QMessageBox::Ok);
    }
    // What restoring them has to say comes before the next question.
    connect(box, &QDialog::finished, this, [this, box, restore, next = std::move(next)] {
        if (restore && box->clickedButton() == restore)
            restoreOwnParts();
        if (next)
            next();
    });
    box->open();
}

void MainWindow::restoreOwnParts() {
    auto* own = dynamic_cast<OwnParts*>(&m_services);
    const Result<std::string> aside = own->restoreOwnParts();
    if (!aside)
        return showFailure({}, aside.error());
    m_catalogue->setOwnParts(ownParts());
    m_catalogue->reload();
    refreshState();
    tell(Message("status.own-parts-restored").with("count", own->ownParts()->parts().size()).with("file", *aside));
}

// Overlays keep what was before, so that editing a part never changes a design that uses its earlier revision.
void MainWindow::editPart(const QString& partId) {
    PartOverlay* overlay = ownParts();
    if (!overlay || !m_services.library() || !m_services.catalog() || partId.isEmpty())
        return;
    const Result<PartPtr> part = m_services.library()->part(partId.toStdString());
    if (!part)
        return refuse(part.error());
    const bool isOwn = std::ranges::find(overlay->parts(), (*part)->id, &PartSummary::id) != overlay->parts().end();
    PartEditor editor(*part, isOwn, *m_services.catalog(), m_services.texts(), this);
    if (editor.exec() != QDialog::Accepted)
        return;
    const Result<Part> made = editor.part();
    const Done kept =
        made ? overlay->putParts({PartListing{*made, {}, {}}}, {m_services.today(), {}, {}}) : Done(made.error());
    if (!kept)
        return refuse(kept.error());
    m_catalogue->reload();
    m_catalogue->showPart(toText(made->id));
    m_inspector->showPart(toText(made->id));
    say(toText(m_services.texts().sentence(Message("part-editor.saved").with("part", partTitle(*made)))));
}

void MainWindow::configurePart(const QString& partId) {
    PartOverlay* overlay = ownParts();
    if (!overlay || !m_services.library() || partId.isEmpty())
        return;
    Result<PartPtr> part = m_services.library()->part(partId.toStdString());
    if (!part)
        return refuse(part.error());
    if (!isConfigurable(**part))
        return refuse(usageError(Message("node-config.no-server").with("part", partTitle(**part))));
    NodeEditor editor(*part, m_services, this);
    if (editor.exec() != QDialog::Accepted)
        return;
    const Result<ConfiguredNode> made = editor.node();
    const Done kept = made ? overlay->putParts({PartListing{made->part, {}, {}}}, {m_services.today(), {}, {}})
                           : Done(made.error());
    if (!kept)
        return refuse(kept.error());
    m_catalogue->reload();
    m_catalogue->showPart(toText(made->part.id));
    m_inspector->showPart(toText(made->part.id));
    say(toText(m_services.texts().sentence(Message("part-editor.saved").with("part", partTitle(made->part)))));
}

void MainWindow::comparePart(const QString& partId) {
    std::vector<PartPtr> parts;
    if (m_services.library() && !partId.isEmpty())
        if (Result<PartPtr> part = m_services.library()->part(partId.toStdString()))
            parts.push_back(std::move(*part));
    if (parts.empty())
        return;
    PartComparisonDialog(m_services, std::move(parts), this).exec();
}

void MainWindow::importParts() {
    PartOverlay* overlay = ownParts();
    const QString path = m_services.dialogs().openFile(this, text("part-import.title"), text("part-import.files"));
    if (!overlay || !m_services.catalog() || path.isEmpty())
        return;
    const Result<std::string> read = readTextFile(QFile::encodeName(path).toStdString(), kLargestPartTable);
    if (!read)
        return refuse(read.error());
    const std::string& table = *read;
    PartImportContext context{m_services.catalog()->attributeKeys(), {}, m_services.today()};
    for (const PartSummary& part : m_services.catalog()->parts())
        context.catalogueIds.push_back(part.id);
    const QString name = QFileInfo(path).fileName();
    const bool isOfDevices = isDeviceTypes(table);
    const auto planned = [&](const std::map<std::string, std::string>& columns) {
        if (isOfDevices)
            return planDeviceTypeImport(table, context, std::nullopt, name.toStdString());
        context.columns = columns;
        return planPartImport(table, context);
    };
    const std::vector<std::string> unknown = isOfDevices ? std::vector<std::string>() : unknownColumns(table, context);
    PartImportDialog dialog(name, planned, unknown, columnNames(m_services.catalog()->attributeKeys()),
                            m_services.texts(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const std::size_t count = dialog.plan().parts.size();
    if (const Done done = rackwright::importParts(*overlay, dialog.plan(), {m_services.today(), {}, {}}); !done)
        return refuse(done.error());
    m_catalogue->reload();
    say(toText(m_services.texts().sentence(Message("part-import.done").with("count", count))));
}

// A thing that was looked for is chosen where one works on it, and the keys go there.
void MainWindow::showWhereWorkedOn(Subject subject, const QString& workspaceId) {
    if (workspaceId.isEmpty()) {
        reveal({subject});
        if (subject.kind == SubjectKind::Room)
            m_plan->view()->setRoom({subject.id});
        if (!workspaceOf(subject))
            m_plan->view()->setFocus(); // arrows move it
        return;
    }
    m_document.select({subject});
    showWorkspace(workspaceId);
}

// The best answers first, whatever they are; among equals commands, then what the design holds, parts and pages.
std::vector<PaletteEntry> MainWindow::paletteEntries(const QString& words) {
    struct Answer {
        double rank;
        PaletteEntry entry;
    };
    constexpr int ofHistory = 4;
    std::vector<Answer> answers;
    const QString fillers = text("palette.fillers");
    const auto isHeld = [&](const QString& name) { return holdsWords(name, words, fillers); };
    // Other words that people have for a thing; it is found by them as by its name, after what is called so.
    const auto otherWords = [this](const std::string& thing) {
        const std::string* found = m_services.texts().catalogue().find("palette.words." + thing);
        return found ? toText(*found) : QString();
    };
    const auto byOthers = [&](const QString& others) { return rankByWords(others, words, fillers) + 0.5; };
    const auto add = [&](const char* group, const QString& name, const QString& note, std::function<void()> choose) {
        answers.push_back({double(answerRank(name, words)), {text(group), name, note, std::move(choose), false}});
    };
    for (QAction* action : m_actions.all()) {
        const std::string id = action->objectName().toStdString();
        const QString others = otherWords(id), name = plainText(*action);
        const bool isFoundByOthers = isHeld(name + QLatin1Char(' ') + others);
        if (!(isHeld(name) || isFoundByOthers))
            continue;
        if (!action->isEnabled()) {
            // Some say what they wait for, so that who looks for them learns that they are there.
            const std::string* why = m_services.texts().catalogue().find("palette.disabled." + id);
            if (why && !words.trimmed().isEmpty() && m_pages->currentWidget() == m_workspaces) {
                add("palette.command", name, toText(*why), [this, reason = toText(*why)] { say(reason); });
                answers.back().entry.isOff = true;
                answers.back().rank = isHeld(name) ? answers.back().rank : byOthers(others);
            } else if (!words.trimmed().isEmpty() && m_pages->currentWidget() == m_workspaces) {
                // The others stand behind all that can be done.
                constexpr double ofOff = 100;
                const std::string* waits = m_services.texts().catalogue().find("palette.waits." + id);
                const QString reason = waits ? toText(*waits) : text("palette.off");
                add("palette.command", name, reason, [this, reason] { say(reason); });
                answers.back().entry.isOff = true;
                answers.back().rank += ofOff;
            }
            continue;
        }
        add("palette.command", name, action->shortcut().toString(QKeySequence::NativeText),
            [action] { action->trigger(); });
        // The names of undo and redo hold those of steps: who looks for "move" wants to move, and may want back what
        // was moved.
        if (!isHeld(text("action." + id)))
            answers.back().rank = isFoundByOthers && !isHeld(name) ? byOthers(others) : ofHistory;
    }
    if (!words.trimmed().isEmpty()) {
        const auto addIf = [&](const char* group, const QString& name, const QString& note,
                               std::function<void()> choose) {
            if (isHeld(name))
                add(group, name, note, std::move(choose));
        };
        const bool isOpen = m_pages->currentWidget() == m_workspaces;
        if (isOpen)
            for (const NamedThing& thing : namedThings(m_document.design(), m_services.texts(), words, isHeld))
                add(thing.group, thing.name, thing.note,
                    [this, subject = thing.subject, at = QString::fromLatin1(thing.workspace)] {
                        showWhereWorkedOn(subject, at);
                    });
        for (const Recipe& recipe : recipes()) {
            const QString title = text("recipe.title." + recipe.name), others = otherWords("recipe." + recipe.name);
            if (!isHeld(title + QLatin1Char(' ') + others))
                continue;
            add("palette.recipe", title, text("palette.recipe.note"),
                [this, name = toText(recipe.name)] { openRecipe(name); });
            if (!isHeld(title))
                answers.back().rank = byOthers(others);
        }
        if (const PartLibrary* library = m_services.library())
            if (const auto found = library->search(words.toStdString()))
                for (const PartSummary& part : *found) {
                    add("palette.part", toText(partTitle(part)), {}, [this, id = toText(part.id)] {
                        dock(QStringLiteral("catalogue"))->bringUp();
                        m_catalogue->showPart(id);
                    });
                    answers.back().rank = std::min<double>(answers.back().rank, answerRank(toText(part.model), words));
                }
        for (const Guide& guide : guideBook().guides()) {
            // Guides are found by what people ask them about, behind what is called so.
            const QString title = toText(guide.title), others = topicsText(guide);
            if (!isHeld(title) && !isHeld(title + QLatin1Char(' ') + others))
                continue;
            add("palette.advice", title, toText(guide.question), [this, name = toText(guide.name)] {
                AdviceDialog::bringUp(m_document, m_services, this, [this] { showManual(QStringLiteral("advice")); })
                    .choose(name);
            });
            answers.back().rank = 1 + (isHeld(title) ? answers.back().rank : byOthers(others));
        }
        for (const ManualPage& page : manualPages())
            addIf("palette.manual", page.title, {}, [this, id = page.id] { showManual(id); });
        if (const SolutionPtr& solution = isOpen ? m_document.solution() : nullptr)
            for (const Finding& finding : solution->report().findings) {
                const QString sentence = toText(m_services.texts().sentence(finding.message));
                const QString rule = toText(finding.rule->id);
                if (finding.state != RuleState::Failed || !isHeld(rule + QLatin1Char(' ') + sentence))
                    continue;
                add("palette.finding", sentence, rule, [this, subjects = finding.subjects] { reveal(subjects); });
                answers.back().rank = std::min<double>(answers.back().rank, answerRank(rule, words));
            }
        std::ranges::stable_sort(answers, {}, &Answer::rank);
    }
    std::vector<PaletteEntry> entries;
    for (Answer& answer : answers)
        entries.push_back(std::move(answer.entry));
    return entries;
}

} // namespace rackwright
