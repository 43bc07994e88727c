// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/options/issues_dialog.h"

#include "solvers/changes/change_log.h"
#include "ui/options/schedule_tree.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

namespace {
constexpr std::array<const char*, 7> kIssueColumns = {"revision", "option",  "date",    "purpose",
                                                      "prepared", "checked", "approved"};
} // namespace

IssuesDialog::IssuesDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.issues"));
    setWindowTitle(text("issues.title"));
    resize(1000, 640);
    m_issues = new QTreeWidget;
    m_issues->setObjectName(QStringLiteral("issues.list"));
    m_issues->setAccessibleName(windowTitle());
    m_issues->setRootIsDecorated(false);
    m_issues->setUniformRowHeights(true);
    m_issues->setColumnCount(static_cast<int>(kIssueColumns.size()));
    QStringList heads;
    for (const char* column : kIssueColumns)
        heads << text(std::string("issues.column.") + column);
    m_issues->setHeaderLabels(heads);
    m_issues->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_head = new QLabel;
    m_head->setObjectName(QStringLiteral("issues.head"));
    m_head->setWordWrap(true);
    m_changes = new ScheduleTree(QStringLiteral("issues.changes"), m_services);
    connect(m_changes, &ScheduleTree::said, this, &IssuesDialog::hinted);
    auto* buttons = new QDialogButtonBox;
    const auto button = [this, buttons](const char* id, QDialogButtonBox::ButtonRole role) {
        QPushButton* made = buttons->addButton(text(id), role);
        made->setObjectName(QLatin1String(id));
        made->setAutoDefault(false);
        return made;
    };
    QPushButton* issue = button("issues.issue", QDialogButtonBox::ActionRole);
    m_open = button("issues.open", QDialogButtonBox::ActionRole);
    button("dialog.close", QDialogButtonBox::RejectRole);
    connect(issue, &QPushButton::clicked, this, &IssuesDialog::issueAsked);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT openAsked(chosen()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_issues, &QTreeWidget::itemSelectionChanged, this, &IssuesDialog::compare);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_issues, 1);
    column->addWidget(m_head);
    column->addWidget(m_changes, 2);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::opened, this, &QDialog::reject);
    connect(&m_document, &StudioDocument::historyChanged, this, &IssuesDialog::list);
    list();
}

QString IssuesDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QString IssuesDialog::chosen() const {
    const QList<QTreeWidgetItem*> items = m_issues->selectedItems();
    return items.isEmpty() ? QString() : items.front()->text(0);
}

// The newest stands on top and is what a design is compared with first.
void IssuesDialog::list() {
    if (m_listed == m_document.project())
        return;
    m_listed = m_document.project();
    const QString before = chosen();
    {
        const QSignalBlocker blocker(m_issues);
        m_issues->clear();
        for (const IssuedRevision& each : m_listed->revisions)
            m_issues->insertTopLevelItem(
                0, new QTreeWidgetItem({toText(each.revision), toText(each.option), toText(each.date),
                                        toText(each.purpose), toText(each.preparedBy), toText(each.checkedBy),
                                        toText(each.approvedBy)}));
        QTreeWidgetItem* current = m_issues->topLevelItem(0);
        for (int i = 0; i < m_issues->topLevelItemCount(); ++i)
            if (!before.isEmpty() && m_issues->topLevelItem(i)->text(0) == before)
                current = m_issues->topLevelItem(i);
        m_issues->setCurrentItem(current);
    }
    compare();
}

void IssuesDialog::compare() {
    const QString revision = chosen();
    m_open->setEnabled(!revision.isEmpty());
    if (revision.isEmpty()) {
        m_changes->setSchedule({});
        m_head->setText(text("revisions.nothing-issued"));
        return;
    }
    using Compared = Result<Schedule>;
    Background::instance().ask(
        {this, "changes", windowTitle().toStdString()},
        [project = m_document.project(), revision = revision.toStdString()](const Background::Run&) -> Compared {
            const Result<Snapshot> issued = issuedSnapshot(*project, activeOption(*project), revision);
            if (!issued)
                return issued.error();
            return changeSchedule(Context(*issued), Context(snapshotOf(project)));
        },
        [this, revision](const Compared& changes) {
            const Texts& texts = m_services.texts();
            if (!changes) {
                m_changes->setSchedule({});
                m_head->setText(toText(texts.sentence(changes.error().message)));
                return;
            }
            m_head->setText(changes->rows.empty()
                                ? text("revisions.unchanged")
                                : toText(texts.sentence(Message("issues.since")
                                                            .with("revision", revision.toStdString())
                                                            .with("option", activeOption(*m_listed).name))));
            m_changes->setSchedule(
                *changes, [this](const std::string& header) { return changeHeading(header, m_services.texts()); });
        },
        [this](const Error& failure) { m_head->setText(toText(m_services.texts().sentence(failure.message))); });
}

} // namespace rackwright
