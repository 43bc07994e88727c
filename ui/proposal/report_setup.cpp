// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/report_setup.h"

#include "model/edits/quote_edits.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/field_problem.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array<const char*, 4> kPapers = {"A4", "A3", "Letter", "Tabloid"};
constexpr std::array<const char*, 5> kNumberFormats = {"en", "de", "de-CH", "fr", "sv"};

constexpr auto kPaperKey = "report/paper";
constexpr auto kNumbersKey = "report/numbers";
constexpr auto kLogoKey = "report/logo";
constexpr auto kLeftOutKey = "report/left-out";

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("title", true);
    return label;
}

QLabel* problemLine(const QString& name) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setProperty("problem", true);
    label->setWordWrap(true);
    label->hide();
    return label;
}

} // namespace

ReportSetup::ReportSetup(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("report.setup"));
    const auto text = [&services](const std::string& id) { return toText(services.texts().text(id)); };
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(6);

    column->addWidget(heading(text("report.setup.page")));
    auto* page = new QFormLayout;
    m_volume = new QComboBox;
    m_volume->setObjectName(QStringLiteral("report.volume"));
    m_volume->setAccessibleName(text("report.setup.volume"));
    for (const ReportVolume each : kPrintedVolumes)
        m_volume->addItem(text("report.volume." + std::string(enumName(each))), static_cast<int>(each));
    page->addRow(text("report.setup.volume"), m_volume);
    m_paper = new QComboBox;
    m_paper->setObjectName(QStringLiteral("report.paper"));
    for (const char* paper : kPapers)
        m_paper->addItem(QString::fromLatin1(paper));
    page->addRow(text("report.setup.paper"), m_paper);
    m_numbers = new QComboBox;
    m_numbers->setObjectName(QStringLiteral("report.numbers"));
    for (const char* locale : kNumberFormats)
        m_numbers->addItem(toText(withMarks("12345.6", NumberFormat::ofLocale(locale))), QString::fromLatin1(locale));
    page->addRow(text("report.setup.numbers"), m_numbers);
    m_edition = new QComboBox;
    m_edition->setObjectName(QStringLiteral("report.edition"));
    m_edition->setAccessibleName(text("export.edition"));
    m_edition->addItem(text("export.edition.customer"), static_cast<int>(Edition::Customer));
    m_edition->addItem(text("export.edition.internal"), static_cast<int>(Edition::Internal));
    page->addRow(text("export.edition"), m_edition);
    m_logo = new QLabel;
    m_logo->setObjectName(QStringLiteral("report.logo"));
    m_logo->setProperty("subdued", true);
    auto* pick = new QToolButton;
    pick->setObjectName(QStringLiteral("report.logo.pick"));
    pick->setText(text("report.setup.logo.pick"));
    connect(pick, &QToolButton::clicked, this, [this, text] {
        const QString path =
            m_services.dialogs().openFile(this, text("report.setup.logo"), text("report.setup.logo.files"));
        if (!path.isEmpty())
            setLogo(path);
    });
    m_dropLogo = new QToolButton;
    m_dropLogo->setObjectName(QStringLiteral("report.logo.drop"));
    m_dropLogo->setText(text("report.setup.logo.drop"));
    connect(m_dropLogo, &QToolButton::clicked, this, [this] { setLogo({}); });
    auto* logo = new QHBoxLayout;
    logo->addWidget(m_logo, 1);
    logo->addWidget(pick);
    logo->addWidget(m_dropLogo);
    page->addRow(text("report.setup.logo"), logo);
    column->addLayout(page);
    m_problem = problemLine(QStringLiteral("report.problem"));
    column->addWidget(m_problem);

    column->addSpacing(kSpace);
    column->addWidget(heading(text("report.setup.title-block")));
    auto* block = new QFormLayout;
    const auto header = [&](const char* id, std::string QuoteHeader::*member) {
        auto* edit = new QLineEdit;
        edit->setObjectName(QStringLiteral("report.quote.") + QLatin1String(id));
        edit->setAccessibleName(text(std::string("report.quote.") + id));
        auto* problem = new FieldProblem(*edit, edit->objectName() + QStringLiteral(".problem"));
        block->addRow(text(std::string("report.quote.") + id), edit);
        m_header.push_back({edit, problem, member});
        connect(edit, &QLineEdit::editingFinished, this, [this, row = m_header.back()] { commitHeader(row); });
    };
    header("number", &QuoteHeader::number);
    header("revision", &QuoteHeader::revision);
    header("seller", &QuoteHeader::seller);
    header("customer", &QuoteHeader::customer);
    header("contact", &QuoteHeader::contact);
    header("date", &QuoteHeader::date);
    header("valid-until", &QuoteHeader::validUntil);
    const auto own = [&](const char* id, std::string TitleBlockFields::*member) {
        auto* edit = new QLineEdit;
        edit->setObjectName(QStringLiteral("report.block.") + QLatin1String(id));
        edit->setAccessibleName(text(std::string("report.block.") + id));
        block->addRow(text(std::string("report.block.") + id), edit);
        m_own.push_back({edit, member, id});
        connect(edit, &QLineEdit::editingFinished, this, &ReportSetup::choose);
    };
    own("status", &TitleBlockFields::status);
    own("prepared", &TitleBlockFields::preparedBy);
    own("checked", &TitleBlockFields::checkedBy);
    own("approved", &TitleBlockFields::approvedBy);
    column->addLayout(block);

    column->addSpacing(kSpace);
    column->addWidget(heading(text("report.setup.sections")));
    for (const std::string& name : reportSections()) {
        auto* box = new QCheckBox(text("report.part." + name));
        box->setObjectName(QStringLiteral("report.part.") + toText(name));
        connect(box, &QCheckBox::toggled, this, &ReportSetup::choose);
        column->addWidget(box);
        m_sections.push_back({box, name});
    }
    column->addStretch();
    restore();
    showSections();
    // Each start shows what is sent most.
    connect(m_volume, &QComboBox::currentIndexChanged, this, [this] {
        showSections();
        Q_EMIT optionsChanged();
    });
    connect(m_paper, &QComboBox::currentIndexChanged, this, &ReportSetup::choose);
    connect(m_numbers, &QComboBox::currentIndexChanged, this, &ReportSetup::choose);
    // Not kept: the next start shows the customer's edition again, so that ours is never sent by a slip.
    connect(m_edition, &QComboBox::currentIndexChanged, this, &ReportSetup::choose);
    connect(&m_document, &StudioDocument::opened, this, &ReportSetup::refreshHeader);
    connect(&m_document, &StudioDocument::changed, this, &ReportSetup::refreshHeader);
    refreshHeader();
}

void ReportSetup::restore() {
    const QSettings& kept = m_services.preferences();
    const QStringList leftOut = kept.value(QLatin1String(kLeftOutKey)).toStringList();
    for (const SectionBox& section : m_sections) {
        const QSignalBlocker blocker(section.box);
        section.box->setChecked(!leftOut.contains(toText(section.id)));
    }
    m_paper->setCurrentText(kept.value(QLatin1String(kPaperKey), QStringLiteral("A4")).toString());
    m_numbers->setCurrentIndex(
        std::max(0, m_numbers->findData(kept.value(QLatin1String(kNumbersKey), QStringLiteral("en")))));
    for (const OwnField& field : m_own)
        field.edit->setText(kept.value(QStringLiteral("report/") + QLatin1String(field.id)).toString());
    setLogo(kept.value(QLatin1String(kLogoKey)).toString());
}

ReportVolume ReportSetup::volume() const { return static_cast<ReportVolume>(m_volume->currentData().toInt()); }

void ReportSetup::showSections() {
    const std::vector<std::string> shown = reportSections(volume());
    for (const SectionBox& section : m_sections)
        section.box->setVisible(std::ranges::find(shown, section.id) != shown.end());
}

void ReportSetup::choose() {
    ReportOptions chosen = m_options;
    chosen.paper = static_cast<Paper>(m_paper->currentIndex());
    chosen.edition = static_cast<Edition>(m_edition->currentData().toInt());
    chosen.locale = m_numbers->currentData().toString().toStdString();
    chosen.sections.clear();
    QStringList leftOut;
    for (const SectionBox& section : m_sections)
        if (section.box->isChecked())
            chosen.sections.insert(section.id);
        else
            leftOut << toText(section.id);
    QSettings& kept = m_services.preferences();
    for (const OwnField& field : m_own) {
        chosen.titleBlock.*field.member = field.edit->text().trimmed().toStdString();
        kept.setValue(QStringLiteral("report/") + QLatin1String(field.id), field.edit->text().trimmed());
    }
    kept.setValue(QLatin1String(kPaperKey), m_paper->currentText());
    kept.setValue(QLatin1String(kNumbersKey), m_numbers->currentData());
    kept.setValue(QLatin1String(kLeftOutKey), leftOut);
    if (chosen == m_options)
        return;
    m_options = std::move(chosen);
    Q_EMIT optionsChanged();
}

// A file that is no usable logo is refused with the reason; the one before stays.
void ReportSetup::setLogo(const QString& path) {
    PicturePtr logo;
    if (!path.isEmpty()) {
        Result<PicturePtr> read = logoFromFile(path.toStdString());
        m_problem->setVisible(!read);
        if (!read) {
            m_problem->setText(toText(m_services.texts().sentence(read.error().message)));
            if (m_options.logo)
                return;
        } else {
            logo = std::move(*read);
        }
    } else {
        m_problem->hide();
    }
    m_options.logo = logo;
    m_logo->setText(logo ? QFileInfo(path).fileName() : toText(m_services.texts().text("report.setup.logo.none")));
    m_dropLogo->setEnabled(logo != nullptr);
    m_services.preferences().setValue(QLatin1String(kLogoKey), logo ? path : QString());
    choose();
    Q_EMIT optionsChanged();
}

void ReportSetup::refreshHeader() {
    const QuoteHeader& quote = m_document.project()->quote;
    for (const HeaderField& field : m_header)
        if (!field.edit->hasFocus() || field.edit->text().isEmpty()) {
            field.edit->setText(toText(quote.*field.member));
            showProblem(field, {});
        }
}

void ReportSetup::showProblem(const HeaderField& field, const QString& problem) { field.problem->say(problem); }

void ReportSetup::commitHeader(const HeaderField& field) {
    QuoteHeader quote = m_document.project()->quote;
    const std::string typed = field.edit->text().trimmed().toStdString();
    if (quote.*field.member == typed) {
        showProblem(field, {});
        return;
    }
    quote.*field.member = typed;
    const Done done = m_document.commit(edits::setQuoteHeader(std::move(quote)));
    m_document.closeMerge();
    showProblem(field, done ? QString() : toText(m_services.texts().sentence(done.error().message)));
}

} // namespace rackwright
