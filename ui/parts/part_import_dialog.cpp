// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_import_dialog.h"

#include "model/parts/part_title.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rackwright {

PartImportDialog::PartImportDialog(const QString& file, Planner planner, const std::vector<std::string>& unknown,
                                   const std::vector<std::string>& names, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_file(file), m_planner(std::move(planner)), m_texts(texts) {
    setObjectName(QStringLiteral("dialog.part-import"));
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("part-import.title"));
    resize(920, 560);
    m_summary = new QLabel;
    m_summary->setObjectName(QStringLiteral("part-import.summary"));
    m_summary->setProperty("title", true);
    m_summary->setWordWrap(true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("part-import.table"));
    m_table->setAccessibleName(text("part-import.title"));
    m_table->setHeaderLabels(
        {text("part-import.kind"), text("part-import.line"), text("part-import.column"), text("part-import.reason")});
    m_table->setRootIsDecorated(false);
    m_table->setIndentation(0);
    m_table->ensurePolished(); // rows get their height from the style
    m_table->setUniformRowHeights(true);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->header()->resizeSection(0, 90);
    m_table->header()->resizeSection(1, 60);
    m_table->header()->resizeSection(2, 160);
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("part-import.import"));
    m_import = buttons->button(QDialogButtonBox::Ok);
    m_import->setObjectName(QStringLiteral("part-import.import"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(m_summary);
    if (!unknown.empty())
        column->addWidget(mapping(unknown, names));
    column->addWidget(m_table, 1);
    column->addWidget(buttons);
    planAgain();
}

// One line for each header that is no column of parts.
QWidget* PartImportDialog::mapping(const std::vector<std::string>& unknown, const std::vector<std::string>& names) {
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("part-import.mapping"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    auto* fields = new QWidget;
    auto* form = new QFormLayout(fields);
    for (const std::string& header : unknown) {
        auto* choice = new QComboBox;
        choice->setObjectName(QStringLiteral("part-import.map.") + QString::fromStdString(header));
        choice->setAccessibleName(QString::fromStdString(header));
        choice->addItem(QString::fromStdString(m_texts.text("part-import.map.choose")), QVariant());
        choice->addItem(QString::fromStdString(m_texts.text("part-import.map.leave-out")), QString());
        for (const std::string& name : names)
            choice->addItem(QString::fromStdString(name), QString::fromStdString(name));
        connect(choice, &QComboBox::activated, this, [this, header, choice] {
            if (choice->currentData().isValid())
                m_columns[header] = choice->currentData().toString().toStdString();
            else
                m_columns.erase(header);
            planAgain();
        });
        form->addRow(QString::fromStdString(header), choice);
    }
    area->setWidget(fields);
    area->setMaximumHeight(180);
    return area;
}

void PartImportDialog::planAgain() {
    m_plan = m_planner(m_columns);
    m_summary->setText(QString::fromStdString(m_texts.sentence(Message("part-import.summary")
                                                                   .with("file", m_file.toStdString())
                                                                   .with("parts", m_plan.parts.size())
                                                                   .with("faults", m_plan.problems.size())
                                                                   .with("doubts", m_plan.doubts.size()))));
    m_table->clear();
    const auto text = [this](const char* id) { return QString::fromStdString(m_texts.text(id)); };
    const auto list = [&](const std::vector<ImportProblem>& problems, const char* kind, Ink ink) {
        for (const ImportProblem& problem : problems) {
            auto* item = new QTreeWidgetItem(m_table, {text(kind), QString::number(problem.line),
                                                       QString::fromStdString(problem.column),
                                                       QString::fromStdString(m_texts.sentence(problem.reason))});
            item->setForeground(0, Theme::current().ink(ink));
            item->setToolTip(3, item->text(3));
        }
    };
    list(m_plan.problems, "part-import.fault", Ink::Bad);
    list(m_plan.doubts, "part-import.doubt", Ink::Warning);
    for (const PartListing& listing : m_plan.parts) {
        auto* item = new QTreeWidgetItem(m_table, {text("part-import.part"),
                                                   {},
                                                   QString::fromStdString(listing.part.id),
                                                   QString::fromStdString(partTitle(listing.part))});
        item->setForeground(0, Theme::current().ink(Ink::Good));
    }
    m_import->setEnabled(m_plan.isSound());
}

} // namespace rackwright
