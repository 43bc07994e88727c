// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/export_dialog.h"

#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "model/file/disk.h"
#include "ui/prices/rates_dialog.h"
#include "ui/text/file_name.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
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
#include <system_error>

namespace rackwright {

namespace {

constexpr qsizetype kLongestName = 80;
constexpr auto kFolderKey = "export/folder";
constexpr auto kDesignKey = "export/design"; // whose folder it was
constexpr auto kFormatsKey = "export/data";
constexpr auto kVolumesKey = "export/volumes";

} // namespace

// The folder that the design was exported to before, else one beside its file, or at home where nothing may be written
// there.
QString ExportDialog::offeredFolder(const QString& name) const {
    const QSettings& kept = m_services.preferences();
    const QString design = toText(m_design.string());
    const QString last = kept.value(QLatin1String(kFolderKey)).toString();
    if (!design.isEmpty() && !last.isEmpty() && kept.value(QLatin1String(kDesignKey)).toString() == design)
        return last;
    const QString plain = plainFileName(name);
    const QString own = toText(m_services.texts().sentence(
        Message("export.folder-name").with("design", plain.left(kLongestName).toStdString())));
    const QFileInfo beside(toText(m_design.parent_path().string()));
    return design.isEmpty() || !beside.isWritable() ? QDir::home().filePath(own)
                                                    : QDir(beside.filePath()).filePath(own);
}

Replaces ExportDialog::replacesWithoutQuestion() const {
    if (m_isAsked)
        return Replaces::Anything;
    const QSettings& kept = m_services.preferences();
    const QString last = kept.value(QLatin1String(kDesignKey)).toString();
    if (last.isEmpty() || kept.value(QLatin1String(kFolderKey)).toString() != m_folder->text().trimmed())
        return Replaces::Own;
    return last == toText(m_design.string()) ? Replaces::NotOthers : Replaces::Nothing;
}

// What a quote must say, asked for in one place before it goes out; null where it says all of it.
QWidget* ExportDialog::quoteFields() {
    const QuoteHeader& quote = m_document.project()->quote;
    if (m_document.isFrozen() || missingQuoteKeys(quote).empty())
        return nullptr;
    auto* fields = new QWidget;
    auto* grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace);
    m_missing = new QLabel;
    m_missing->setObjectName(QStringLiteral("export.quote.missing"));
    m_missing->setWordWrap(true);
    grid->addWidget(m_missing, 0, 0, 1, 4);
    constexpr int abreast = 2;
    int place = 0;
    for (const std::string_view each : neededQuoteKeys()) {
        const std::string key(each);
        const QString title = toText(m_services.texts().text("quote.field." + key));
        auto* line = new QLineEdit(toText(quoteWord(quote, key)));
        line->setObjectName(QStringLiteral("export.quote.") + toText(key));
        line->setAccessibleName(title);
        auto* name = new QLabel(title);
        name->setBuddy(line);
        grid->addWidget(name, 1 + place / abreast, 2 * (place % abreast));
        grid->addWidget(line, 1 + place / abreast, 2 * (place % abreast) + 1);
        connect(line, &QLineEdit::textChanged, this, &ExportDialog::forgetQuestion);
        m_quote.push_back({line, key});
        ++place;
    }
    return fields;
}

// What was typed about the quote becomes one edit. False where it is not taken, which is said.
bool ExportDialog::takesQuoteFields() {
    const QuoteHeader& now = m_document.project()->quote;
    QuoteHeader typed = now;
    for (const QuoteField& field : m_quote) {
        const std::string text = field.line->text().trimmed().toStdString();
        if (text == quoteWord(now, field.key))
            continue;
        Result<QuoteHeader> changed = withQuoteWord(typed, field.key, text);
        if (!changed) {
            say(toText(m_services.texts().sentence(changed.error().message)));
            field.line->setFocus();
            return false;
        }
        typed = std::move(*changed);
    }
    if (typed == now)
        return true;
    const bool isOtherCurrency = typed.currency != now.currency;
    const Done put = m_document.commit(edits::setQuoteHeader(std::move(typed)));
    m_document.closeMerge();
    if (!put) {
        say(toText(m_services.texts().sentence(put.error().message)));
        return false;
    }
    if (isOtherCurrency)
        haveAllRates(m_document, m_services, this);
    return true;
}

ExportDialog::ExportDialog(ProposalRequest request, StudioDocument& document, const std::filesystem::path& design,
                           const QString& designName, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_request(std::move(request)), m_document(document), m_services(services) {
    std::error_code ignored;
    m_design = design.empty() ? design : std::filesystem::absolute(design, ignored);
    setObjectName(QStringLiteral("export"));
    setMinimumWidth(520);
    const auto text = [&services](const std::string& id) { return toText(services.texts().text(id)); };
    setWindowTitle(text("export.title"));
    const QSettings& kept = services.preferences();
    m_folder = new QLineEdit(offeredFolder(designName));
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
    form->setVerticalSpacing(kSpace);
    form->addRow(text("export.folder"), folder);
    const auto offered = [&](const char* kind, std::string_view name, const QStringList& chosen) {
        auto* box = new QCheckBox(text(std::string("export.") + kind + "." + std::string(name)));
        const QString prefix = QLatin1String(kind) == QLatin1String("volume") ? QStringLiteral("export.volume.")
                                                                              : QStringLiteral("export.");
        box->setObjectName(prefix + toText(std::string(name)));
        box->setChecked(chosen.contains(toText(std::string(name))));
        connect(box, &QCheckBox::toggled, this, &ExportDialog::forgetQuestion);
        return box;
    };
    // What is on show is offered first.
    const QString shown = toText(std::string(enumName(m_request.volume)));
    QStringList documents = kept.value(QLatin1String(kVolumesKey), QStringList{shown}).toStringList();
    if (!documents.contains(shown) && m_request.volume != ReportVolume::Proposal)
        documents << shown;
    auto* volumeGrid = new QGridLayout; // two columns, for small screens
    volumeGrid->setHorizontalSpacing(2 * kSpace);
    const auto put = [](QGridLayout& grid, QCheckBox* box) { grid.addWidget(box, grid.count() / 2, grid.count() % 2); };
    for (const ReportVolume volume : kPrintedVolumes) {
        m_volumes.push_back({offered("volume", enumName(volume), documents), volume});
        put(*volumeGrid, m_volumes.back().box);
    }
    form->addRow(text("export.volumes"), volumeGrid);
    auto* formatGrid = new QGridLayout;
    formatGrid->setHorizontalSpacing(2 * kSpace);
    const QStringList files = kept.value(QLatin1String(kFormatsKey)).toStringList();
    // The proposal once more, for who has no PDF at hand: a document, not a file of data.
    m_formats.push_back({offered("format", enumName(ExportFormat::Html), files), ExportFormat::Html});
    put(*volumeGrid, m_formats.back().box);
    for (const std::string_view name : EnumNames<ExportFormat>::names)
        if (const ExportFormat format = *enumFromName<ExportFormat>(name);
            format != ExportFormat::Pdf && format != ExportFormat::Html) {
            m_formats.push_back({offered("format", name, files), format});
            put(*formatGrid, m_formats.back().box);
        }
    form->addRow(text("export.volume.data"), formatGrid);
    auto* all = new QPushButton(text("export.all"));
    all->setObjectName(QStringLiteral("export.all"));
    connect(all, &QPushButton::clicked, this, &ExportDialog::chooseAll);
    form->addRow(QString(), all);
    m_edition = new QComboBox;
    m_edition->setObjectName(QStringLiteral("export.edition"));
    m_edition->addItem(text("export.edition.customer"), static_cast<int>(Edition::Customer));
    m_edition->addItem(text("export.edition.internal"), static_cast<int>(Edition::Internal));
    m_edition->setCurrentIndex(std::max(0, m_edition->findData(static_cast<int>(m_request.edition))));
    m_units = new QComboBox;
    m_units->setObjectName(QStringLiteral("export.units"));
    m_units->addItem(text("preferences.units.metric"), static_cast<int>(UnitSystem::Metric));
    m_units->addItem(text("preferences.units.imperial"), static_cast<int>(UnitSystem::Imperial));
    m_units->setCurrentIndex(std::max(0, m_units->findData(static_cast<int>(m_request.options.units))));
    auto* units = new QLabel(text("export.units"));
    units->setBuddy(m_units);
    auto* edition = new QHBoxLayout;
    edition->setSpacing(kSpace);
    edition->addWidget(m_edition, 1);
    edition->addWidget(units);
    edition->addWidget(m_units, 1);
    form->addRow(text("export.edition"), edition);
    m_scope = new QLabel(text("export.units.scope"));
    m_scope->setObjectName(QStringLiteral("export.units.scope"));
    m_scope->setWordWrap(true);
    form->addRow(QString(), m_scope);
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
    if (QWidget* fields = quoteFields())
        column->addWidget(fields);
    column->addLayout(form);
    column->addWidget(m_progress);
    column->addWidget(m_state);
    column->addWidget(m_files);
    column->addLayout(buttons);
    connect(m_folder, &QLineEdit::textChanged, this, &ExportDialog::forgetQuestion);
    connect(&m_document, &StudioDocument::solved, this, [this] {
        if (m_isWaiting && !m_document.isStale() && m_document.solution())
            write();
    });
    for (QComboBox* box : {m_edition, m_units})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::forgetQuestion);
    connect(&m_maker, &ProposalMaker::wouldReplace, this, &ExportDialog::ask);
    connect(&m_maker, &ProposalMaker::partlyDone, this, &ExportDialog::showPartly);
    connect(&m_maker, &ProposalMaker::progressed, this, [this](const ReportProgress& progress) {
        m_progress->setRange(0, progress.total);
        m_progress->setValue(progress.done);
    });
    connect(&m_maker, &ProposalMaker::written, this, &ExportDialog::showWritten);
    connect(&m_maker, &ProposalMaker::failed, this, [this](const Error& error) {
        m_progress->hide();
        say(toText(m_services.texts().sentence(error.message)));
        m_close->setText(toText(m_services.texts().text("dialog.close")));
        check();
    });
    check();
    m_folder->setFocus(); // what most exports change, though what the quote lacks stands above it
}

std::set<ReportVolume> ExportDialog::volumes() const {
    std::set<ReportVolume> chosen;
    for (const VolumeBox& each : m_volumes)
        if (each.box->isChecked())
            chosen.insert(each.volume);
    return chosen;
}

std::vector<ExportFormat> ExportDialog::formats() const {
    std::vector<ExportFormat> chosen;
    if (!volumes().empty())
        chosen.push_back(ExportFormat::Pdf);
    for (const FormatBox& each : m_formats)
        if (each.box->isChecked())
            chosen.push_back(each.format);
    return chosen;
}

// One press for the whole issue.
void ExportDialog::chooseAll() {
    for (const VolumeBox& each : m_volumes)
        each.box->setChecked(true);
    for (const FormatBox& each : m_formats)
        each.box->setChecked(true);
}

// Who reads feet and asks for tables is told that those stay metric.
bool ExportDialog::hasMetricTables() const {
    const auto written = formats();
    const bool hasTables = std::ranges::any_of(
        written, [](ExportFormat format) { return format == ExportFormat::Csv || format == ExportFormat::Xlsx; });
    return hasTables && m_units->currentData().toInt() == static_cast<int>(UnitSystem::Imperial);
}

void ExportDialog::check() {
    m_scope->setVisible(hasMetricTables());
    if (m_missing) {
        WordList open;
        for (const QuoteField& field : m_quote)
            if (field.line->text().trimmed().isEmpty())
                open.words.push_back(m_services.texts().text("quote.field." + field.key));
        m_missing->setText(toText(
            m_services.texts().sentence(open.words.empty() ? Message("export.quote.complete")
                                                           : Message("export.quote.missing").with("fields", open))));
    }
    m_start->setEnabled(!m_maker.isBusy() && !m_isWaiting && m_request.solution && !formats().empty() &&
                        !m_folder->text().trimmed().isEmpty());
}

void ExportDialog::say(const QString& text) {
    m_state->setText(text);
    growForLines(*this);
}

// Asked once: the same button then replaces.
void ExportDialog::ask(std::size_t count, const std::string& project) {
    m_progress->hide();
    m_isAsked = true;
    QString name = toText(project);
    if (name.size() > kLongestName)
        name = name.left(kLongestName) + QStringLiteral("…");
    const Message question = Message(project.empty() ? "export.replaces-unknown" : "export.replaces")
                                 .with("count", static_cast<std::int64_t>(count))
                                 .with("project", name.toStdString());
    say(toText(m_services.texts().sentence(question)));
    m_start->setText(toText(m_services.texts().text("export.replace")));
    check();
}

// Another folder or other files are another question.
void ExportDialog::forgetQuestion() {
    if (m_isAsked) {
        m_isAsked = false;
        m_state->clear();
        m_start->setText(toText(m_services.texts().text("export.start")));
    }
    check();
}

void ExportDialog::start() {
    QStringList names, documents;
    for (const FormatBox& each : m_formats)
        if (each.box->isChecked())
            names << toText(std::string(enumName(each.format)));
    for (const ReportVolume volume : volumes())
        documents << toText(std::string(enumName(volume)));
    if (!takesQuoteFields())
        return;
    m_services.preferences().setValue(QLatin1String(kFormatsKey), names);
    m_services.preferences().setValue(QLatin1String(kVolumesKey), documents);
    m_request.options.volumes = volumes();
    m_request.edition = m_request.options.edition = static_cast<Edition>(m_edition->currentData().toInt());
    m_request.options.units = static_cast<UnitSystem>(m_units->currentData().toInt());
    m_files->hide();
    m_open->hide();
    m_progress->setRange(0, 0);
    m_progress->show();
    m_state->setText(toText(m_services.texts().text("export.writing")));
    m_close->setText(toText(m_services.texts().text("dialog.cancel")));
    // Figures of the quote as it is now: the work begins when they are there.
    m_isWaiting = !m_quote.empty() && m_document.isStale();
    if (!m_isWaiting)
        return write();
    check();
}

void ExportDialog::write() {
    m_isWaiting = false;
    const Replaces replaces = replacesWithoutQuestion();
    forgetQuestion();
    m_progress->setRange(0, 0);
    m_progress->show();
    m_state->setText(toText(m_services.texts().text("export.writing")));
    if (!m_quote.empty() && m_document.solution()) {
        m_request.solution = m_document.solution();
        if (const std::string& date = m_document.project()->quote.date; !date.empty())
            m_request.date = date;
    }
    m_maker.write(m_request, m_services.texts(), m_folder->text().trimmed().toStdString(), formats(), replaces);
    check();
}

void ExportDialog::showWritten(const std::vector<std::filesystem::path>& files, const std::vector<Error>& failures) {
    m_progress->hide();
    QStringList lines{toText(m_services.texts().sentence(Message("export.written").with("count", files.size())))};
    for (const Error& failure : failures)
        lines << toText(m_services.texts().sentence(failure.message));
    m_state->setText(lines.join(QLatin1Char('\n')));
    showFiles(files);
}

void ExportDialog::showPartly(const ExportOutcome& outcome) {
    m_progress->hide();
    const Texts& texts = m_services.texts();
    m_state->setText(toText(texts.sentence(partlyWritten(outcome.written.size(), outcome.unwritten)) + '\n' +
                            texts.sentence(outcome.error->message)));
    showFiles(outcome.written);
}

// The folder is the design's from the first file on.
void ExportDialog::showFiles(const std::vector<std::filesystem::path>& files) {
    m_services.preferences().setValue(QLatin1String(kFolderKey), m_folder->text().trimmed());
    m_services.preferences().setValue(QLatin1String(kDesignKey), toText(m_design.string()));
    m_files->clear();
    for (const std::filesystem::path& file : files)
        m_files->addItem(toText(shownPath(file.filename())));
    m_files->show();
    m_open->show();
    growForLines(*this);
    m_close->setText(toText(m_services.texts().text("dialog.close")));
    check();
}

// While files are written the button stops the work; else it closes.
void ExportDialog::reject() {
    if (!m_maker.isBusy())
        return QDialog::reject();
    m_maker.stop();
    m_progress->hide();
    QString said = toText(m_services.texts().text("export.stopped"));
    const auto& tally = m_maker.tally();
    const std::size_t count = tally->count();
    if (const std::vector<std::string> left = tally->left(); count > 0 && !left.empty())
        said += QLatin1Char('\n') + toText(m_services.texts().sentence(partlyWritten(count, left)));
    say(said);
    check();
}

} // namespace rackwright
