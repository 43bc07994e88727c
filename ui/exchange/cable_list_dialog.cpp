// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/cable_list_dialog.h"

#include "ui/text/to_text.h"
#include "ui/widgets/dialog_buttons.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr std::size_t kMostShown = 5'000; // lines of the table; the head has the counts of all

const char* wordOf(CableListChange::Kind kind) {
    switch (kind) {
    case CableListChange::Kind::Added:
        return "cable-list.kind.added";
    case CableListChange::Kind::Removed:
        return "cable-list.kind.removed";
    case CableListChange::Kind::Changed:
        return "cable-list.kind.changed";
    case CableListChange::Kind::Ignored:
        break;
    }
    return "cable-list.kind.ignored";
}

} // namespace

CableListDialog::CableListDialog(std::string list, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_list(std::move(list)), m_services(services),
      m_context(std::make_unique<Context>(snapshotOf(document.project()))) {
    setObjectName(QStringLiteral("dialog.cable-list"));
    const auto text = [&services](const std::string& id) { return toText(services.texts().text(id)); };
    setWindowTitle(text("cable-list.title"));
    resize(900, 520);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("cable-list.summary"));
    m_summary->setProperty("title", true);
    m_summary->setWordWrap(true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("cable-list.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    QStringList titles;
    for (const char* id : {"line", "what", "cable", "column", "before", "after"})
        titles += text(std::string("cable-list.head.") + id);
    m_table->setHeaderLabels(titles);
    m_removes = new QCheckBox;
    m_removes->setObjectName(QStringLiteral("cable-list.remove-missing"));
    connect(m_removes, &QCheckBox::toggled, this, &CableListDialog::compare);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("cable-list.take"));
    m_take = buttons->button(QDialogButtonBox::Ok);
    m_take->setObjectName(QStringLiteral("cable-list.take"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
    column->addWidget(m_removes);
    column->addWidget(buttons);
    compare();
}

void CableListDialog::compare() {
    Result<CableListDifference> found =
        cableListDifference(*m_context, m_services.texts(), m_list, {m_removes->isChecked()});
    m_problem.reset();
    m_difference = {};
    if (found)
        m_difference = std::move(*found);
    else
        m_problem = found.error();
    showDifference();
}

void CableListDialog::showDifference() {
    const Texts& texts = m_services.texts();
    m_table->clear();
    QList<QTreeWidgetItem*> items;
    for (const CableListChange& change : m_difference.changes) {
        if (static_cast<std::size_t>(items.size()) == kMostShown)
            break;
        items += new QTreeWidgetItem({change.line > 0 ? QString::number(change.line) : QString(),
                                      toText(texts.text(wordOf(change.kind))), toText(change.cable),
                                      toText(change.column), toText(change.before), toText(change.after)});
    }
    m_table->addTopLevelItems(items);
    for (int i = 0; i < m_table->columnCount(); ++i)
        m_table->resizeColumnToContents(i);
    m_removes->setText(
        toText(texts.sentence(Message("cable-list.remove-missing").with("count", m_difference.missing))));
    m_removes->setVisible(m_difference.missing > 0);
    m_summary->setText(m_problem ? toText(texts.sentence(m_problem->message)) : said());
    m_take->setEnabled(!m_problem && !m_difference.isEmpty());
}

QString CableListDialog::said() const {
    return toText(m_services.texts().sentence(Message("cable-list.summary")
                                                  .with("added", m_difference.added)
                                                  .with("changed", m_difference.changed)
                                                  .with("removed", m_difference.removed)
                                                  .with("unchanged", m_difference.unchanged)));
}

} // namespace rackwright
