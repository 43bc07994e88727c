// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/job_files_dialog.h"

#include "model/file/disk.h"
#include "solvers/fabric/nccl_settings.h"
#include "solvers/fabric/slurm_topology.h"
#include "ui/report/runbook_file.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

/// What the formats "jobs" and "slurm" of the export write.
std::vector<JobFile> filesOfCluster(const Context& context, const Texts& texts) {
    std::vector<JobFile> files = jobFiles(context);
    if (files.empty())
        return files;
    for (auto& [name, text] :
         {std::pair("topology-tree.conf", slurmTree(context)), std::pair("topology-block.conf", slurmBlocks(context)),
          std::pair("topology.yaml", slurmYaml(context)), std::pair("nccl.conf", ncclSettings(context)),
          std::pair(kRunbookFile, runbookMarkdown(runbookSchedule(context), texts))})
        if (!text.empty())
            files.push_back({name, text});
    return files;
}

} // namespace

JobFilesDialog::JobFilesDialog(StudioDocument& document, StudioServices& services, Id<Workload> workload,
                               QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_workload(workload) {
    setObjectName(QStringLiteral("dialog.job-files"));
    setWindowTitle(text("job-files.title"));
    resize(1040, 640);
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("job-files.list"));
    m_list->setAccessibleName(text("job-files.list"));
    m_list->setMinimumWidth(260);
    m_list->setMaximumWidth(340);
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("job-files.text"));
    m_text->setAccessibleName(text("job-files.text"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTabChangesFocus(true);
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("job-files.state"));
    m_state->setWordWrap(true);
    m_state->setTextFormat(Qt::PlainText);
    m_state->hide();
    auto* buttons = new QDialogButtonBox;
    m_copy = buttons->addButton(text("job-files.copy"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(QStringLiteral("job-files.copy"));
    m_save = buttons->addButton(text("job-files.save"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("job-files.save"));
    auto* close = buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {m_copy, m_save, close})
        button->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, &JobFilesDialog::copy);
    connect(m_save, &QPushButton::clicked, this, &JobFilesDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &QListWidget::currentRowChanged, this, &JobFilesDialog::showFile);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_list);
    row->addWidget(m_text, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(row, 1);
    column->addWidget(m_state);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::solved, this, &JobFilesDialog::ask);
    connect(&m_document, &StudioDocument::opened, this, &QDialog::reject);
    showFile();
    ask();
}

QString JobFilesDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

// Beside the window, over the newest solution: a cluster of many thousand hosts takes a second.
void JobFilesDialog::ask() {
    const SolutionPtr solution = m_document.newestSolution();
    if (!solution)
        return;
    Background::instance().ask(
        {this, "job-files", windowTitle().toStdString()},
        [solution, texts = m_services.texts()](const Background::Run&) {
            return filesOfCluster(solution->context(), texts);
        },
        [this](std::vector<JobFile> files) { fill(std::move(files)); },
        [this](const Error& failure) {
            m_state->setText(toText(m_services.texts().sentence(failure.message)));
            m_state->show();
        });
}

void JobFilesDialog::fill(std::vector<JobFile> files) {
    const std::string shown = current() ? current()->name : std::string();
    m_files = std::move(files);
    m_state->setVisible(m_files.empty());
    m_state->setText(m_files.empty() ? text("job-files.none") : QString());
    auto at = std::ranges::find(m_files, shown, &JobFile::name);
    if (at == m_files.end())
        at = std::ranges::find(m_files, m_workload, &JobFile::workload);
    {
        const QSignalBlocker blocker(m_list);
        m_list->clear();
        for (const JobFile& file : m_files)
            m_list->addItem(toText(file.name));
        m_list->setCurrentRow(at == m_files.end() ? 0 : static_cast<int>(at - m_files.begin()));
    }
    showFile();
}

const JobFile* JobFilesDialog::current() const {
    const int row = m_list->currentRow();
    return row >= 0 && row < static_cast<int>(m_files.size()) ? &m_files[static_cast<std::size_t>(row)] : nullptr;
}

void JobFilesDialog::showFile() {
    const JobFile* file = current();
    const QString now = file ? toText(file->text) : QString();
    if (m_text->toPlainText() != now)
        m_text->setPlainText(now);
    m_copy->setEnabled(file != nullptr);
    m_save->setEnabled(file != nullptr);
}

void JobFilesDialog::copy() {
    if (const JobFile* file = current())
        QGuiApplication::clipboard()->setText(toText(file->text));
}

void JobFilesDialog::save() {
    const JobFile* file = current();
    if (!file)
        return;
    const QString path =
        m_services.dialogs().saveFile(this, text("job-files.save"), QStringLiteral("*"), toText(file->name));
    if (path.isEmpty())
        return;
    const Done written = writeAtomically(path.toStdString(), file->text, Links::Refuse);
    m_state->setText(toText(m_services.texts().sentence(
        written ? Message("job-files.saved").with("file", path.toStdString()) : written.error().message)));
    m_state->show();
}

} // namespace rackwright
