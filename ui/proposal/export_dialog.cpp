// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/export_dialog.h"

#include "model/file/disk.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr auto kFolderKey = "export/folder";
constexpr auto kFormatsKey = "export/formats";

} // namespace

ExportDialog::ExportDialog(ProposalRequest request, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_request(std::move(request)), m_services(services) {
    setObjectName(QStringLiteral("export"));
    setMinimumWidth(520);
    const auto text = [&services](const std::string& id) { return toText(services.texts().text(id)); };
    setWindowTitle(text("export.title"));
    const QSettings& kept = services.preferences();
    m_folder = new QLineEdit(
        kept.value(QLatin1String(kFolderKey), QDir::home().filePath(text("export.folder-name"))).toString());
    m_folder->setObjectName(QStringLiteral("export.folder"));
    m_folder->setAccessibleName(text("export.folder"));
    auto* browse = new QToolButton;
    browse->setObjectName(QStringLiteral("export.browse"));
    browse->setText(text("export.browse"));
    connect(browse, &QToolButton::clicked, this, [this, text] {
        if (const QString folder = m_services.dialogs().folder(this, text("export.folder")); !folder.isEmpty())
            m_folder->setText(folder);
    });
    auto* folder = new QHBoxLayout;
    folder->setSpacing(kSpace);
    folder->addWidget(m_folder, 1);
    folder->addWidget(browse);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->addRow(text("export.folder"), folder);
    auto* formatColumn = new QVBoxLayout;
    const QStringList chosen =
        kept.value(QLatin1String(kFormatsKey), QStringList{QStringLiteral("pdf")}).toStringList();
    for (const std::string_view name : EnumNames<ExportFormat>::names) {
        auto* box = new QCheckBox(text("export.format." + std::string(name)));
        box->setObjectName(QStringLiteral("export.") + toText(std::string(name)));
        box->setChecked(chosen.contains(toText(std::string(name))));
        connect(box, &QCheckBox::toggled, this, &ExportDialog::check);
        formatColumn->addWidget(box);
        m_formats.push_back(box);
    }
    form->addRow(text("export.formats"), formatColumn);
    m_edition = new QComboBox;
    m_edition->setObjectName(QStringLiteral("export.edition"));
    m_edition->addItem(text("export.edition.customer"), static_cast<int>(Edition::Customer));
    m_edition->addItem(text("export.edition.internal"), static_cast<int>(Edition::Internal));
    m_edition->setCurrentIndex(std::max(0, m_edition->findData(static_cast<int>(m_request.edition))));
    form->addRow(text("export.edition"), m_edition);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("export.progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->hide();
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("export.state"));
    m_state->setWordWrap(true);
    m_files = new QListWidget;
    m_files->setObjectName(QStringLiteral("export.files"));
    m_files->setAccessibleName(text("export.files"));
    m_files->setMaximumHeight(140);
    m_files->hide();
    m_start = new QPushButton(text("export.start"));
    m_start->setObjectName(QStringLiteral("export.start"));
    m_start->setProperty("primary", true);
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &ExportDialog::start);
    m_open = new QPushButton(text("export.open-folder"));
    m_open->setObjectName(QStringLiteral("export.open-folder"));
    m_open->hide();
    connect(m_open, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder->text())); });
    m_close = new QPushButton(text("dialog.cancel"));
    m_close->setObjectName(QStringLiteral("export.cancel"));
    connect(m_close, &QPushButton::clicked, this, &ExportDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_open);
    buttons->addWidget(m_close);
    buttons->addWidget(m_start);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_progress);
    column->addWidget(m_state);
    column->addWidget(m_files);
    column->addLayout(buttons);
    connect(m_folder, &QLineEdit::textChanged, this, &ExportDialog::check);
    connect(&m_maker, &ProposalMaker::progressed, this, [this](const ReportProgress& progress) {
        m_progress->setRange(0, progress.total);
        m_progress->setValue(progress.done);
    });
    connect(&m_maker, &ProposalMaker::written, this, &ExportDialog::showWritten);
    connect(&m_maker, &ProposalMaker::failed, this, [this](const Error& error) {
        m_progress->hide();
        m_state->setText(toText(m_services.texts().sentence(error.message)));
        m_close->setText(toText(m_services.texts().text("dialog.close")));
        check();
    });
    check();
}

std::vector<ExportFormat> ExportDialog::formats() const {
    std::vector<ExportFormat> chosen;
    for (std::size_t i = 0; i < m_formats.size(); ++i)
        if (m_formats[i]->isChecked())
            chosen.push_back(static_cast<ExportFormat>(i));
    return chosen;
}

void ExportDialog::check() {
    m_start->setEnabled(!m_maker.isBusy() && m_request.solution && !formats().empty() &&
                        !m_folder->text().trimmed().isEmpty());
}

void ExportDialog::start() {
    QStringList names;
    for (const ExportFormat format : formats())
        names << toText(std::string(enumName(format)));
    m_services.preferences().setValue(QLatin1String(kFolderKey), m_folder->text().trimmed());
    m_services.preferences().setValue(QLatin1String(kFormatsKey), names);
    m_request.edition = m_request.options.edition = static_cast<Edition>(m_edition->currentData().toInt());
    m_files->hide();
    m_open->hide();
    m_progress->setRange(0, 0);
    m_progress->show();
    m_state->setText(toText(m_services.texts().text("export.writing")));
    m_close->setText(toText(m_services.texts().text("dialog.cancel")));
    m_maker.write(m_request, m_services.texts(), m_folder->text().trimmed().toStdString(), formats());
    check();
}

void ExportDialog::showWritten(const std::vector<std::filesystem::path>& files, const std::vector<Error>& failures) {
    m_progress->hide();
    QStringList lines{toText(m_services.texts().sentence(Message("export.written").with("count", files.size())))};
    for (const Error& failure : failures)
        lines << toText(m_services.texts().sentence(failure.message));
    m_state->setText(lines.join(QLatin1Char('\n')));
    m_files->clear();
    for (const std::filesystem::path& file : files)
        m_files->addItem(toText(shownPath(file.filename())));
    m_files->show();
    m_open->show();
    m_close->setText(toText(m_services.texts().text("dialog.close")));
    check();
}

// While files are written the button stops the work; else it closes.
void ExportDialog::reject() {
    if (!m_maker.isBusy())
        return QDialog::reject();
    m_maker.stop();
    m_progress->hide();
    m_state->setText(toText(m_services.texts().text("export.stopped")));
    check();
}

} // namespace rackwright
