// SPDX-License-Identifier: GPL-3.0-or-later
// Projects come and go: opening, making, saving, leaving, recovery and what went wrong.
#include "ui/main_window.h"

#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "model/file/file_lock.h"
#include "solvers/requirements/site_questions.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/dialogs/recovery_dialog.h"
#include "ui/dialogs/room_dialog.h"
#include "ui/print/print_dialog.h"
#include "ui/proposal/export_dialog.h"
#include "ui/proposal/report_workspace.h"
#include "ui/sizing/sizing_page.h"
#include "ui/start/start_page.h"
#include "ui/text/file_name.h"
#include "ui/text/to_text.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QStyle>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <utility>

namespace rackwright {

namespace {

// Words that a message box asks with; unsaved work is never lost by a slip.
enum class LeaveAnswer { Save, Discard, Stay };

LeaveAnswer askAboutChanges(QWidget* parent, const Texts& texts, const QString& name) {
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("ask.unsaved"));
    box.setText(toText(texts.sentence(Message("ask.unsaved").with("name", shownPath(name.toStdString())))));
    box.setInformativeText(toText(texts.text("ask.unsaved.detail")));
    QPushButton* save = box.addButton(toText(texts.text("ask.save")), QMessageBox::AcceptRole);
    QPushButton* discard = box.addButton(toText(texts.text("ask.discard")), QMessageBox::DestructiveRole);
    box.addButton(toText(texts.text("ask.stay")), QMessageBox::RejectRole);
    save->setProperty("primary", true);
    save->style()->polish(save); // it has been shown its place in the box, and with it its style, already
    box.setDefaultButton(save);
    box.exec();
    return box.clickedButton() == save      ? LeaveAnswer::Save
           : box.clickedButton() == discard ? LeaveAnswer::Discard
                                            : LeaveAnswer::Stay;
}

bool mayReplace(QWidget* parent, const Texts& texts, const std::filesystem::path& path) {
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("ask.replace"));
    box.setText(toText(texts.sentence(Message("ask.replace").with("file", shownPath(path.filename())))));
    const QPushButton* replace = box.addButton(toText(texts.text("ask.overwrite")), QMessageBox::DestructiveRole);
    QPushButton* stay = box.addButton(toText(texts.text("ask.stay")), QMessageBox::RejectRole);
    box.setDefaultButton(stay);
    box.setEscapeButton(stay);
    box.exec();
    return box.clickedButton() == replace;
}

} // namespace

void MainWindow::begin(const std::filesystem::path& file) {
    askAboutOwnParts([this, file] {
        if (!file.empty())
            openFile(file);
        lookWhenSettled();
    });
}

// A failure is said by a box with a loop of its own, in which what is queued comes too: after it, failed() comes here.
void MainWindow::lookWhenSettled() {
    auto* waiting = new QObject(this);
    const auto look = [this, waiting] {
        if (m_keeper.isBusy() || QApplication::activeModalWidget())
            return;
        disconnect(&m_keeper, nullptr, waiting, nullptr);
        waiting->deleteLater();
        m_keeper.lookForLeftBehind();
    };
    connect(&m_keeper, &DocumentKeeper::failed, waiting, look);
    connect(&m_keeper, &DocumentKeeper::busyChanged, waiting, look, Qt::QueuedConnection);
    look();
}

void MainWindow::openFile(const std::filesystem::path& path) {
    leaveDocument([this, path] {
        m_asked = path;
        m_keeper.open(path);
    });
}

void MainWindow::openNew(Document document, const QString& name, DocumentKeeper::Origin origin) {
    leaveDocument([this, document = std::move(document), name, origin] { m_keeper.openNew(document, name, origin); });
}

void MainWindow::openSample(const std::filesystem::path& path) {
    const QString name = toText(path.filename().string()).section(QLatin1Char('.'), 0, 0);
    leaveDocument([this, path, name] {
        m_keeper.make([path] { return readDesign(path); }, name, {}, DocumentKeeper::Changes::AskedAbout,
                      DocumentKeeper::Origin::Sample);
    });
}

// The parameters are asked first; the design is made beside the window. What cannot be made comes back with the reason
// and with all that was typed.
void MainWindow::openRecipe(const QString& name) {
    const Result<const Recipe*> recipe = findRecipe(name.toStdString());
    if (!recipe)
        return showFailure({}, recipe.error());
    auto* dialog = new RecipeDialog(**recipe, m_services.library(), m_services.texts(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_keeper, &DocumentKeeper::opened, dialog, &QObject::deleteLater);
    // It comes back where it was, as it was.
    const auto place = std::make_shared<QRect>();
    const auto refused = [dialog = QPointer(dialog), place](const Error* error) {
        if (!dialog)
            return;
        dialog->setGeometry(*place);
        dialog->open();
        if (error)
            dialog->refuse(*error);
    };
    connect(dialog, &RecipeDialog::sized, this, [this, dialog, name, refused, place] {
        commitTyping();
        if (m_keeper.isBusy())
            return;
        *place = dialog->geometry();
        dialog->hide();
        // Nobody is asked about his work for something that cannot be made.
        m_keeper.make([name = name.toStdString(), set = dialog->parameters(),
                       make = m_services.recipeMaker()] { return make(name, set); },
                      name, refused, DocumentKeeper::Changes::NotAskedAbout);
    });
    dialog->open();
}

// A new design begins with a room of a typed size; unsaved changes are asked about when it is made.
void MainWindow::newDesign() {
    auto* dialog = new RoomDialog(m_services.texts(), this, RoomDialog::Makes::Design);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Result<Room> room = dialog->room();
        if (!room)
            return;
        History history(emptyDocument(m_services.texts().text("new.project")));
        Done done = history.commit(edits::putRoom(edits::activeTarget(*history.current()), std::move(*room)));
        if (done)
            done = history.commit(edits::addRfis(unaskedSiteQuestions(*history.current())));
        if (!done)
            return showFailure({}, done.error());
        openNew(history.document(), text("new.untitled"));
    });
    dialog->open();
}

// One page at a time: what was typed in it stays while it is open.
void MainWindow::sizeFromWorkload() {
    if (auto* shown = findChild<SizingPage*>()) {
        shown->show();
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto* page = new SizingPage(m_services, this);
    page->setAttribute(Qt::WA_DeleteOnClose);
    connect(page, &SizingPage::projectMade, this,
            [this](const Document& document) { openNew(document, text("new.untitled")); });
    page->show();
}

void MainWindow::exportProposal() {
    const ProposalRequest request = m_report->request();
    if (!request.solution)
        return say(text("status.solving"));
    auto* dialog = new ExportDialog(request, m_document, m_keeper.path(), m_keeper.name(), m_services, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::printDocuments() {
    const ProposalRequest request = m_report->request();
    if (!request.solution)
        return say(text("status.solving"));
    auto* dialog = new PrintDialog(request, m_services, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::askAboutLeftBehind(const std::vector<LeftBehind>& found) {
    offerLeftBehind(found);
    const bool isAsked = std::exchange(m_isRecoveryAsked, false);
    if (auto* shown = findChild<RecoveryDialog*>(); shown && shown->isVisible())
        return shown->show(found);
    if (found.empty())
        return isAsked ? say(text("recovery.none")) : void();
    // Work on another design stands in nobody's way who has one open, or asked for it: the offer stays in sight.
    const std::filesystem::path here = m_keeper.isBusy() ? m_asked : m_keeper.path();
    const bool hasDesign = m_keeper.isBusy() || !m_keeper.name().isEmpty();
    const auto own = std::ranges::find_if(found, [&here](const LeftBehind& left) {
        return !here.empty() && !left.origin.file.empty() && isSameFile(left.origin.file, here);
    });
    if (!isAsked && (QApplication::activeModalWidget() || (hasDesign && own == found.end())))
        return;
    recoverLeftBehind(found, own == found.end() ? found.front() : *own);
}

void MainWindow::recoverLeftBehind(const std::vector<LeftBehind>& found, const LeftBehind& chosen) {
    auto* dialog = new RecoveryDialog(found, m_services.texts(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->choose(chosen.stem);
    connect(dialog, &RecoveryDialog::recoverAsked, this, [this](const LeftBehind& left) {
        leaveDocument([this, left] {
            m_isRecoveryAsked = true;
            m_keeper.recover(left);
        });
    });
    connect(dialog, &RecoveryDialog::discardAsked, this, [this](const LeftBehind& left) {
        m_keeper.discard(left);
        std::vector<LeftBehind> rest = m_leftBehind;
        std::erase_if(rest, [&left](const LeftBehind& each) { return each.stem == left.stem; });
        offerLeftBehind(std::move(rest));
    });
    dialog->open();
}

void MainWindow::offerLeftBehind(std::vector<LeftBehind> found) {
    m_leftBehind = std::move(found);
    m_recover->setText(
        toText(m_services.texts().sentence(Message("status.left-behind").with("count", m_leftBehind.size()))));
    QStringList names;
    for (const LeftBehind& left : m_leftBehind)
        names << toText(shownPath(left.origin.name.toStdString()));
    m_recover->setToolTip(text("recovery.question") + QLatin1Char('\n') + names.join(QLatin1Char('\n')));
    m_recover->setVisible(!m_leftBehind.empty());
    refreshState();
}

// What takes longer than a second says so and can be given up.
void MainWindow::showBusy() {
    if (!m_keeper.canCancel()) {
        // A message may be shown next, in a loop of its own: it is deleted after that, and must not come up during it.
        if (m_busy) {
            m_busy->hide();
            m_busy->deleteLater();
        }
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
    QTimer::singleShot(patience, m_busy, [this, dialog = m_busy] {
        if (dialog == m_busy)
            dialog->show();
    });
}

void MainWindow::askForFile() {
    const QString path = m_services.dialogs().openFile(this, text("dialog.open"), text("dialog.design-files"));
    if (!path.isEmpty())
        openFile(path.toStdString());
}

void MainWindow::addRecentMenu() {
    auto* file = menuBar()->findChild<QMenu*>(QStringLiteral("menu.file"));
    m_recent = new QMenu(text("menu.recent"), file);
    m_recent->setObjectName(QStringLiteral("menu.recent"));
    file->insertMenu(m_actions.action("file.start"), m_recent);
    connect(file, &QMenu::aboutToShow, this,
            [this] { m_recent->menuAction()->setEnabled(!recentFiles(m_services.preferences()).empty()); });
}

// Names as they are, the folder where two files share one.
void MainWindow::listRecentFiles() {
    m_recent->clear();
    const std::vector<std::filesystem::path> files = recentFiles(m_services.preferences());
    for (const std::filesystem::path& path : files) {
        const auto hasName = [&path](const std::filesystem::path& other) {
            return other.filename() == path.filename();
        };
        const bool isShared = std::ranges::count_if(files, hasName) > 1;
        QString name = toText(shownPath(isShared ? path : path.filename()));
        QAction* action = m_recent->addAction(name.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                                              [this, path] { openFile(path); });
        action->setStatusTip(toText(shownPath(path)));
    }
}

// A file that may only be read is saved beside it.
QString MainWindow::proposedFile() const {
    if (!m_keeper.hasFile()) {
        // A design is called as its project, where that has a name of its own.
        const std::string& project = m_document.project()->name;
        const bool isNamed = !project.empty() && project != m_services.texts().text("new.project");
        return (isNamed ? plainFileName(toText(project)) : m_keeper.name()) + QStringLiteral(".rkw");
    }
    if (!m_keeper.isReadOnly())
        return toText(m_keeper.path().string());
    const QString name = m_keeper.name(), bare = withoutDesignSuffix(name);
    const std::string copy = m_services.texts().sentence(Message("file.copy-name").with("name", bare.toStdString()));
    return toText((m_keeper.path().parent_path() / (copy + name.sliced(bare.size()).toStdString())).string());
}

void MainWindow::save() {
    commitTyping();
    if (m_keeper.hasFile() && !m_keeper.isReadOnly())
        m_keeper.save();
    else
        saveAs();
}

void MainWindow::saveAs() {
    const QString proposal = proposedFile();
    const QString database = text("dialog.design-database"), asText = text("dialog.design-text");
    QString form = proposal.endsWith(QStringLiteral(".json")) ? asText : database;
    const QString typed = m_services.dialogs().saveFile(this, text("dialog.save"),
                                                        database + QStringLiteral(";;") + asText, proposal, &form);
    if (typed.isEmpty())
        return;
    const std::filesystem::path path = namedAsDesign(typed.toStdString(), form == asText ? ".rkw.json" : ".rkw");
    std::error_code problem;
    // The file dialog has asked about the name that was typed, not about this one.
    if (toText(path.string()) != typed && std::filesystem::exists(path, problem) &&
        !mayReplace(this, m_services.texts(), path))
        return;
    m_keeper.saveAs(path);
}

void MainWindow::leaveDocument(std::function<void()> next, std::function<void()> stay) {
    commitTyping();
    m_keeper.lookForFile();
    if (!m_document.isModified())
        return next();
    switch (askAboutChanges(this, m_services.texts(), m_keeper.name())) {
    case LeaveAnswer::Stay:
        break;
    case LeaveAnswer::Discard:
        return next();
    case LeaveAnswer::Save:
        return saveAndLeave(std::move(next), std::move(stay));
    }
    if (stay)
        stay();
}

// Goes on when the file is written, and asks again about what was changed while it was. A failure is shown and ends the
// waiting, as does a person who names no file: a later save is no word to leave.
void MainWindow::saveAndLeave(std::function<void()> next, std::function<void()> stay) {
    auto* waiting = new QObject(this);
    const auto end = [this, waiting](const std::function<void()>& then) {
        disconnect(&m_keeper, nullptr, waiting, nullptr);
        waiting->deleteLater();
        if (then)
            then();
    };
    connect(&m_keeper, &DocumentKeeper::saved, waiting,
            [this, end, next, stay] { end([this, next, stay] { leaveDocument(next, stay); }); });
    connect(&m_keeper, &DocumentKeeper::failed, waiting, [end, stay] { end(stay); });
    save();
    if (!m_keeper.isBusy())
        end(stay);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    commitTyping();
    m_keeper.lookForFile();
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

void MainWindow::showFailure(const std::filesystem::path& path, const Error& error, DocumentKeeper::During during) {
    const bool isElsewhere = error.message.id == "file.open-elsewhere";
    if (isElsewhere || error.message.id == "file.changed-by-others" || error.message.id == "file.saved-since") {
        // Reading what lies under the name is no answer to who wants to write there.
        const bool isReading = isElsewhere && during == DocumentKeeper::During::Opening;
        Message said = error.message;
        if (isElsewhere && !isReading)
            said.id = "file.save-elsewhere";
        QMessageBox box(this);
        box.setObjectName(QStringLiteral("ask.conflict"));
        box.setText(toText(m_services.texts().sentence(said)));
        QPushButton* read = isReading ? box.addButton(text("ask.open-read-only"), QMessageBox::AcceptRole) : nullptr;
        QPushButton* overwrite =
            isElsewhere ? nullptr : box.addButton(text("ask.overwrite"), QMessageBox::DestructiveRole);
        QPushButton* other = isReading ? nullptr : box.addButton(text("ask.save-as"), QMessageBox::AcceptRole);
        QPushButton* stay = box.addButton(text("ask.stay"), QMessageBox::RejectRole);
        box.setDefaultButton(isReading ? read : other); // Enter never loses what others wrote
        box.setEscapeButton(stay);
        box.exec();
        const QAbstractButton* clicked = box.clickedButton();
        if (read && clicked == read)
            leaveDocument([this, path] { m_keeper.open(path, DesignFile::Access::ReadOnly); });
        else if (overwrite && clicked == overwrite)
            m_keeper.save(DesignFile::WhenChanged::Overwrite);
        else if (other && clicked == other)
            saveAs();
        return;
    }
    QMessageBox box(QMessageBox::NoIcon, QStringLiteral("Rackwright"),
                    toText(m_services.texts().sentence(error.message)), QMessageBox::Ok, this);
    box.setObjectName(QStringLiteral("failure"));
    box.exec();
}

} // namespace rackwright
