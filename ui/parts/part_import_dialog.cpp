// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_import_dialog.h"

#include "model/parts/part_title.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rackwright {

PartImportDialog::PartImportDialog(const QString& file, PartImportPlan plan, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_plan(std::move(plan)) {
    setObjectName(QStringLiteral("dialog.part-import"));
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("part-import.title"));
    resize(920, 460);
    auto* what = new QLabel(QString::fromStdString(texts.sentence(Message("part-import.summary")
                                                                      .with("file", file.toStdString())
                                                                      .with("parts", m_plan.parts.size())
                                                                      .with("faults", m_plan.problems.size())
                                                                      .with("doubts", m_plan.doubts.size()))));
    what->setObjectName(QStringLiteral("part-import.summary"));
    what->setProperty("title", true);
    what->setWordWrap(true);
    auto* table = new QTreeWidget;
    table->setObjectName(QStringLiteral("part-import.table"));
    table->setAccessibleName(text("part-import.title"));
    table->setHeaderLabels({text("part-import.kind"), text("part-import.line"), text("part-import.column"), text("part-import.reason")});
    table->setRootIsDecorated(false);
    table->setIndentation(0);
    table->ensurePolished(); // rows get their height from the style
    table->setUniformRowHeights(true);
    table->setFocusPolicy(Qt::NoFocus);
    table->header()->resizeSection(0, 90);
    table->header()->resizeSection(1, 60);
    table->header()->resizeSection(2, 160);
    const auto list = [&](const std::vector<ImportProblem>& problems, const char* kind, Ink ink) {
        for (const ImportProblem& problem : problems) {
            auto* item = new QTreeWidgetItem(table, {text(kind), QString::number(problem.line), QString::fromStdString(problem.column),
                                                     QString::fromStdString(texts.sentence(problem.reason))});
            item->setForeground(0, Theme::current().ink(ink));
            item->setToolTip(3, item->text(3));
        }
    };
    list(m_plan.problems, "part-import.fault", Ink::Bad);
    list(m_plan.doubts, "part-import.doubt", Ink::Warning);
    for (const PartListing& listing : m_plan.parts) {
        auto* item = new QTreeWidgetItem(table, {text("part-import.part"), {}, QString::fromStdString(listing.part.id),
                                                 QString::fromStdString(partTitle(listing.part))});
        item->setForeground(0, Theme::current().ink(Ink::Good));
    }
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("part-import.import"));
    QPushButton* import = buttons->button(QDialogButtonBox::Ok);
    import->setObjectName(QStringLiteral("part-import.import"));
    import->setEnabled(m_plan.isSound());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(what);
    column->addWidget(table, 1);
    column->addWidget(buttons);
}

} // namespace rackwright
