// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/revision_dialog.h"

#include "model/edits/combined.h"
#include "model/edits/part_edits.h"
#include "model/parts/part_title.h"
#include "ui/text/to_text.h"
#include "ui/widgets/problem_label.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rackwright {

RevisionDialog::RevisionDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.revisions"));
    setWindowTitle(text("revisions.title"));
    resize(780, 560);
    m_head = new QLabel;
    m_head->setObjectName(QStringLiteral("revisions.head"));
    m_head->setWordWrap(true);
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("revisions.parts"));
    m_tree->setAccessibleName(text("revisions.title"));
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({text("revisions.property"), text("revisions.before"), text("revisions.after")});
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_problem = new ProblemLabel(QStringLiteral("revisions.problem"));
    auto* buttons = new QDialogButtonBox;
    m_adopt = buttons->addButton(text("revisions.adopt"), QDialogButtonBox::ActionRole);
    m_adopt->setObjectName(QStringLiteral("revisions.adopt"));
    m_adopt->setProperty("primary", true);
    m_unused = buttons->addButton(QString(), QDialogButtonBox::ActionRole);
    m_unused->setObjectName(QStringLiteral("revisions.remove-unused"));
    buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole);
    connect(m_adopt, &QPushButton::clicked, this, &RevisionDialog::adopt);
    connect(m_unused, &QPushButton::clicked, this, &RevisionDialog::removeUnused);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_tree, &QTreeWidget::itemChanged, this, &RevisionDialog::check);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_head);
    column->addWidget(m_tree, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::changed, this, &RevisionDialog::fill);
    fill();
}

QString RevisionDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void RevisionDialog::fill() {
    const QSignalBlocker blocker(m_tree);
    m_tree->clear();
    m_newer.clear();
    const Project& project = *m_document.project();
    std::size_t unused = 0;
    for (const PartRow& row : project.parts) {
        if (!edits::isPartUsed(project, row.id))
            ++unused;
        const PartLibrary* library = m_services.library();
        if (!library || !row.part)
            continue;
        const PartStatusReport report = library->statusOf(*row.part);
        if (!report.libraryPart || report.differences.empty())
            continue;
        auto* item = new QTreeWidgetItem(m_tree, {toText(partTitle(*row.part))});
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(0, Qt::Checked);
        item->setText(1, toText(m_services.texts().sentence(
                             Message("revisions.count").with("count", report.differences.size()))));
        for (const PartDifference& difference : report.differences)
            new QTreeWidgetItem(item, {toText(difference.key), toText(difference.before), toText(difference.after)});
        m_newer.push_back({row.id, report.libraryPart});
    }
    if (m_newer.size() == 1)
        m_tree->expandAll();
    m_head->setText(m_newer.empty() ? text("revisions.none") : text("revisions.head"));
    m_unused->setEnabled(unused > 0);
    m_unused->setText(toText(m_services.texts().sentence(Message("revisions.remove-unused").with("count", unused))));
    check();
}

void RevisionDialog::check() {
    bool isAny = false;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        isAny = isAny || m_tree->topLevelItem(i)->checkState(0) == Qt::Checked;
    m_adopt->setEnabled(isAny);
}

void RevisionDialog::adopt() {
    std::vector<Edit> list;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        if (m_tree->topLevelItem(i)->checkState(0) == Qt::Checked) {
            const Newer& newer = m_newer[static_cast<std::size_t>(i)];
            list.push_back(edits::adoptRevision(*m_document.project(), newer.row, newer.part));
        }
    if (list.empty())
        return;
    const Message step = Message("undo.part.adopt-many").with("count", list.size());
    const Done done = m_document.commit(list.size() == 1 ? list.front() : edits::combined(step, std::move(list)));
    m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
}

void RevisionDialog::removeUnused() {
    const Done done = m_document.commit(edits::removeUnusedParts());
    m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
}

} // namespace rackwright
