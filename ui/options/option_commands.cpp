// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/options/option_commands.h"

#include "model/edits/option_edits.h"
#include "model/edits/record_edits.h"
#include "model/file/design_file.h"
#include "model/file/issued_design.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/forms/record_dialog.h"
#include "ui/options/compare_dialog.h"
#include "ui/options/issues_dialog.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr ActionRow kOptionActions[] = {
    {"options.copy", MenuId::Design, "Ctrl+Shift+O", "", false, true, "options"},
    {"options.from-recipe", MenuId::Design, "", "", false, false, "options"},
    {"options.from-file", MenuId::Design, "", "", false, false, "options"},
    {"options.rename", MenuId::Design, "", "", false, true, "options"},
    {"options.earlier", MenuId::Design, "", "", false, false, "options"},
    {"options.later", MenuId::Design, "", "", false, false, "options"},
    {"options.remove", MenuId::Design, "", "", false, false, "options"},
    {"options.next", MenuId::Design, "Ctrl+PgDown", "", false, true, "options"},
    {"options.previous", MenuId::Design, "Ctrl+PgUp", "", false, false, "options"},
    {"options.compare", MenuId::Design, "Ctrl+Shift+B", "", false, true, "options"},
    {"options.difference", MenuId::Design, "", "", false, false, "options"},
    {"revisions.issue", MenuId::Design, "Ctrl+Shift+I", "", false, false, "revisions"},
    {"revisions.list", MenuId::Design, "Ctrl+Shift+H", "", false, false, "revisions"},
};

/// What documents are issued for, as most say it; another purpose can be typed.
constexpr std::array<const char*, 4> kPurposes = {"review", "quotation", "construction", "as-built"};

} // namespace

std::span<const ActionRow> optionActions() { return kOptionActions; }

OptionCommands::OptionCommands(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* window)
    : QObject(window), m_document(document), m_services(services), m_actions(actions), m_window(window) {
    actions.connectTo("options.copy", this, [this] { copy(); });
    actions.connectTo("options.from-recipe", this, [this] { addFromRecipe(); });
    actions.connectTo("options.from-file", this, [this] { addFromFile(); });
    actions.connectTo("options.rename", this, [this] { rename(); });
    actions.connectTo("options.earlier", this, [this] { move(-1); });
    actions.connectTo("options.later", this, [this] { move(1); });
    actions.connectTo("options.remove", this, [this] { remove(); });
    actions.connectTo("options.next", this, [this] { activate(1); });
    actions.connectTo("options.previous", this, [this] { activate(-1); });
    actions.connectTo("options.compare", this, [this] { compare(false); });
    actions.connectTo("options.difference", this, [this] { compare(true); });
    actions.connectTo("revisions.issue", this, [this] { issue(); });
    actions.connectTo("revisions.list", this, [this] { showIssues(); });
    connect(&m_document, &StudioDocument::historyChanged, this, &OptionCommands::refresh);
    refresh();
}

QString OptionCommands::text(const std::string& id) const { return toText(m_services.texts().text(id)); }
QString OptionCommands::sentence(const Message& message) const { return toText(m_services.texts().sentence(message)); }

std::size_t OptionCommands::place() const {
    const Project& project = *m_document.project();
    return static_cast<std::size_t>(std::ranges::find(project.options, project.activeOption, &Option::id) -
                                    project.options.begin());
}

void OptionCommands::refresh() {
    const std::size_t count = m_document.project()->options.size(), at = place();
    for (const char* id : {"options.remove", "options.next", "options.previous", "options.difference"})
        m_actions.action(id)->setEnabled(count > 1);
    m_actions.action("options.earlier")->setEnabled(at > 0);
    m_actions.action("options.later")->setEnabled(at + 1 < count);
}

bool OptionCommands::commit(const Edit& edit) {
    if (const Done done = m_document.commit(edit); !done) {
        Q_EMIT refused(done.error());
        return false;
    }
    return true;
}

void OptionCommands::copy() {
    const Project& project = *m_document.project();
    const std::string from = activeOption(project).name;
    if (!commit(edits::copyOption(project, project.activeOption, {})))
        return;
    const Option& made = m_document.project()->options.back();
    if (commit(edits::activateOption(*m_document.project(), made.id)))
        Q_EMIT hinted(sentence(Message("options.copied").with("name", made.name).with("from", from)));
}

void OptionCommands::add(const Document& source) {
    if (!commit(edits::addOption(source, source.project->activeOption, {})))
        return;
    const Option& made = m_document.project()->options.back();
    if (commit(edits::activateOption(*m_document.project(), made.id)))
        Q_EMIT hinted(sentence(Message("options.added").with("name", made.name).with("from", source.project->name)));
}

void OptionCommands::addFromRecipe() {
    auto* dialog = new RecordDialog(QStringLiteral("dialog.option-recipe"), text("options.recipe.title"),
                                    m_services.texts(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QStringList titles;
    for (const Recipe& recipe : recipes())
        titles << text("recipe.title." + recipe.name);
    dialog->addChoice("recipe", titles, 0);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const auto at = static_cast<std::size_t>(dialog->choice("recipe"));
        if (at < recipes().size())
            askForRecipe(recipes()[at]);
    });
    dialog->open();
}

void OptionCommands::askForRecipe(const Recipe& recipe) {
    auto* dialog = new RecipeDialog(recipe, m_services.library(), m_services.texts(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RecipeDialog::sized, this, [this, dialog = QPointer(dialog), name = recipe.name] {
        using Made = Result<Document>;
        Background::instance().ask(
            {this, "recipe", name},
            [name, set = dialog->parameters(), make = m_services.recipeMaker()](const Background::Run&) -> Made {
                return make(name, set);
            },
            [this, dialog](const Made& made) {
                if (!made && dialog)
                    return dialog->refuse(made.error());
                if (!made)
                    return;
                add(*made);
                if (dialog)
                    dialog->close();
            },
            [dialog](const Error& failure) {
                if (dialog)
                    dialog->refuse(failure);
            });
    });
    dialog->open();
}

void OptionCommands::addFromFile() {
    const QString path =
        m_services.dialogs().openFile(m_window, text("options.from-file.title"), text("dialog.design-files"));
    if (path.isEmpty())
        return;
    using Read = Result<Document>;
    Background::instance().ask(
        {this, "file", path.toStdString()},
        [path](const Background::Run&) -> Read { return readDesign(path.toStdString()); },
        [this](const Read& read) {
            if (read)
                add(*read);
            else
                Q_EMIT refused(read.error());
        },
        [this](const Error& failure) { Q_EMIT refused(failure); });
}

void OptionCommands::rename() {
    const Option& option = activeOption(*m_document.project());
    auto* dialog =
        new RecordDialog(QStringLiteral("dialog.option"), text("options.rename.title"), m_services.texts(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->addLine("option-name", toText(option.name));
    dialog->addParagraph("option-description", toText(option.description));
    const auto edit = [this, dialog, id = option.id] {
        return edits::renameOption(*m_document.project(), id, dialog->text("option-name").toStdString(),
                                   dialog->text("option-description").toStdString());
    };
    dialog->setCheck([this, edit]() -> Done {
        const Result<ProjectPtr> next = m_document.history().candidate(edit());
        return next ? done() : Done(next.error());
    });
    connect(dialog, &QDialog::accepted, this, [this, edit] { commit(edit()); });
    dialog->open();
}

void OptionCommands::remove() {
    const Option& option = activeOption(*m_document.project());
    QMessageBox box(m_window);
    box.setObjectName(QStringLiteral("ask.remove-option"));
    box.setText(sentence(Message("options.remove.ask").with("name", option.name)));
    box.setInformativeText(text("options.remove.detail"));
    const QPushButton* yes = box.addButton(text("ask.delete.yes"), QMessageBox::DestructiveRole);
    QPushButton* keep = box.addButton(text("ask.stay"), QMessageBox::RejectRole);
    box.setDefaultButton(keep);
    box.setEscapeButton(keep);
    box.exec();
    if (box.clickedButton() == yes)
        commit(edits::removeOption(*m_document.project(), m_document.option()));
}

void OptionCommands::move(int by) {
    commit(edits::moveOption(*m_document.project(), m_document.option(),
                             static_cast<std::size_t>(static_cast<std::ptrdiff_t>(place()) + by)));
}

// Round and round: behind the last comes the first.
void OptionCommands::activate(int by) {
    const std::vector<Option>& options = m_document.project()->options;
    const std::size_t step = by < 0 ? options.size() - 1 : 1;
    const std::size_t next = (place() + step) % options.size();
    commit(edits::activateOption(*m_document.project(), options[next].id));
}

void OptionCommands::compare(bool isDifference) {
    auto* dialog = m_window->findChild<CompareDialog*>();
    if (!dialog) {
        dialog = new CompareDialog(m_document, m_services, m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &CompareDialog::hinted, this, &OptionCommands::hinted);
    }
    dialog->showPage(isDifference ? CompareDialog::Page::Difference : CompareDialog::Page::SideBySide);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void OptionCommands::issue() {
    const Texts& texts = m_services.texts();
    auto* dialog = new RecordDialog(
        QStringLiteral("dialog.issue"),
        sentence(Message("issues.issue.title").with("revision", edits::nextRevision(*m_document.project()))), texts,
        m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setEnterText(text("issues.issue.do"));
    dialog->setEnterMovesOn(); // an issue stays in the record
    QStringList purposes;
    for (const char* purpose : kPurposes)
        purposes << text(std::string("issues.purpose.") + purpose);
    dialog->addLine("issue-date", toText(m_services.today()));
    dialog->addNames("issue-purpose", purposes, purposes.front(),
                     [purposes](const QString& typed) { return purposes.filter(typed, Qt::CaseInsensitive); });
    dialog->addLine("issue-prepared", {});
    dialog->addLine("issue-checked", {});
    dialog->addLine("issue-approved", {});
    dialog->addParagraph("issue-note", {});
    const auto edit = [this, dialog] {
        const auto said = [dialog](const char* field) { return dialog->text(field).toStdString(); };
        IssuedRevision revision;
        revision.date = said("issue-date");
        revision.purpose = said("issue-purpose");
        revision.preparedBy = said("issue-prepared");
        revision.checkedBy = said("issue-checked");
        revision.approvedBy = said("issue-approved");
        revision.note = said("issue-note");
        return edits::issueRevision(*m_document.project(), m_document.option(), std::move(revision));
    };
    dialog->setCheck([dialog]() -> Done { return edits::checkIssueDate(dialog->text("issue-date").toStdString()); });
    connect(dialog, &QDialog::accepted, this, [this, edit] {
        const std::string letter = edits::nextRevision(*m_document.project());
        if (commit(edit()))
            Q_EMIT hinted(sentence(Message("issues.issued")
                                       .with("revision", letter)
                                       .with("next", edits::nextRevision(*m_document.project()))));
    });
    dialog->open();
}

void OptionCommands::showIssues() {
    auto* dialog = m_window->findChild<IssuesDialog*>();
    if (!dialog) {
        dialog = new IssuesDialog(m_document, m_services, m_window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &IssuesDialog::hinted, this, &OptionCommands::hinted);
        connect(dialog, &IssuesDialog::issueAsked, this, &OptionCommands::issue);
        connect(dialog, &IssuesDialog::openAsked, this, &OptionCommands::openIssue);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void OptionCommands::openIssue(const QString& revision) {
    const ProjectPtr project = m_document.project();
    for (const IssuedRevision& each : project->revisions) {
        if (toText(each.revision) != revision)
            continue;
        const Result<Document> issued = issuedDesign(*project, each);
        if (!issued)
            return Q_EMIT refused(issued.error());
        return Q_EMIT issueOpened(*issued, revision);
    }
}

} // namespace rackwright
