// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sizing/sizing_page.h"

#include "model/file/text_file.h"
#include "solvers/workload/model_config.h"
#include "ui/sizing/sizing_text.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/problem_label.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace rackwright {

namespace {

constexpr qint64 kMostConfiguration = 1 << 20; // bytes
constexpr int kMostJobs = 4;
constexpr int kMostText = 20'000; // characters of an e-mail that are read
/// What people know of a model of their own; the rest has usual values.
constexpr auto kOwnDimensions =
    std::to_array<std::string_view>({"model-layers", "model-hidden", "model-heads", "model-kv-heads", "model-ffn",
                                     "model-vocabulary", "model-experts", "model-top-k", "model-expert-ffn"});

QString tableOf(const std::vector<std::vector<std::string>>& rows) {
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='3'>");
    bool isHead = true;
    for (const std::vector<std::string>& row : rows) {
        const QString tag = isHead ? QStringLiteral("th") : QStringLiteral("td");
        isHead = false;
        html += QStringLiteral("<tr>");
        for (const std::string& cell : row)
            html += QStringLiteral("<%1 align='left' valign='top'>%2</%1>").arg(tag, toText(cell).toHtmlEscaped());
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString htmlOf(const std::vector<SizingBlock>& blocks) {
    QString html;
    for (const SizingBlock& block : blocks) {
        if (!block.heading.empty())
            html += QStringLiteral("<h3>%1</h3>").arg(toText(block.heading).toHtmlEscaped());
        for (const std::string& sentence : block.sentences)
            html += QStringLiteral("<p>%1</p>").arg(toText(sentence).toHtmlEscaped());
        if (!block.rows.empty())
            html += tableOf(block.rows);
    }
    return html;
}

} // namespace

SizingPage::SizingPage(StudioServices& services, QWidget* parent) : QDialog(parent), m_services(services) {
    setObjectName(QStringLiteral("dialog.sizing"));
    setWindowTitle(text("sizing.title"));
    resize(1180, 720);
    auto* sides = new QSplitter;
    sides->addWidget(form());
    sides->addWidget(answerSide());
    sides->setStretchFactor(1, 1);
    sides->setSizes({440, 740});
    m_problem = new ProblemLabel(QStringLiteral("sizing.problem"));
    auto* buttons = new QDialogButtonBox;
    m_find = buttons->addButton(text("sizing.find"), QDialogButtonBox::ActionRole);
    m_find->setObjectName(QStringLiteral("sizing.find"));
    m_find->setDefault(true);
    m_stop = buttons->addButton(text("sizing.stop"), QDialogButtonBox::ActionRole);
    m_stop->setObjectName(QStringLiteral("sizing.stop"));
    m_open = buttons->addButton(text("sizing.open"), QDialogButtonBox::ActionRole);
    m_open->setObjectName(QStringLiteral("sizing.open"));
    auto* close = buttons->addButton(QDialogButtonBox::Close);
    close->setObjectName(QStringLiteral("sizing.close"));
    close->setText(text("sizing.close"));
    for (QPushButton* button : {m_stop, m_open, close})
        button->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(sides, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(m_find, &QPushButton::clicked, this, &SizingPage::find);
    connect(m_stop, &QPushButton::clicked, this, &SizingPage::stop);
    connect(m_open, &QPushButton::clicked, this, &SizingPage::openAnswers);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setSearching(false);
    typed();
}

QString SizingPage::text(const char* id) const { return toText(m_services.texts().text(id)); }

QWidget* SizingPage::form() {
    auto* content = new QWidget;
    auto* rows = new QFormLayout(content);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    rows->addRow(customerText());
    auto* hint = new QLabel(text("sizing.hint"));
    hint->setWordWrap(true);
    hint->setProperty("subdued", true);
    rows->addRow(hint);
    m_rows = rows;
    bool isOfJobs = true;
    for (const std::string_view key : sizingKeys()) {
        if (isOfJobs && !isSizingKeyOfJob(key)) {
            rows->addRow(QString(), anotherJob());
            isOfJobs = false;
        }
        addField(std::string(key), 1, rows->rowCount());
        if (key == "model")
            rows->addRow(QString(), modelButtons());
    }
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("sizing.form"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    return scroll;
}

QWidget* SizingPage::customerText() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    auto* name = new QLabel(text("sizing.customer-text"));
    m_said = new QPlainTextEdit;
    m_said->setObjectName(QStringLiteral("sizing.customer-text"));
    m_said->setAccessibleName(text("sizing.customer-text"));
    m_said->setPlaceholderText(text("sizing.customer-text.hint"));
    m_said->setTabChangesFocus(true);
    m_said->setFixedHeight(7 * m_said->fontMetrics().lineSpacing());
    name->setBuddy(m_said);
    auto* read = new QPushButton(text("sizing.customer-text.read"));
    read->setObjectName(QStringLiteral("sizing.customer-text.read"));
    read->setAutoDefault(false);
    read->setEnabled(false);
    m_unread = new QLabel;
    m_unread->setObjectName(QStringLiteral("sizing.unread"));
    m_unread->setTextFormat(Qt::PlainText);
    m_unread->setWordWrap(true);
    m_unread->setProperty("subdued", true);
    m_unread->hide();
    column->addWidget(name);
    column->addWidget(m_said);
    column->addWidget(read, 0, Qt::AlignLeft);
    column->addWidget(m_unread);
    connect(read, &QPushButton::clicked, this, &SizingPage::readText);
    connect(m_said, &QPlainTextEdit::textChanged, read,
            [this, read] { read->setEnabled(!m_said->toPlainText().trimmed().isEmpty()); });
    return side;
}

void SizingPage::take(const QString& said) {
    m_said->setPlainText(said);
    m_findsWhenRead = true;
    readText();
}

void SizingPage::readText() {
    const auto work = [said = m_said->toPlainText().left(kMostText).toStdString(),
                       make = m_services.sizingSourceMaker()](const Background::Run&) -> Result<SentenceReading> {
        const Result<SizingSource> source = make();
        if (!source)
            return source.error();
        return readSizingSentence(said, sentenceNames(sizingSystems(*source)));
    };
    const auto take = [this](const Result<SentenceReading>& reading) {
        if (!reading)
            return m_problem->say(toText(m_services.texts().sentence(reading.error().message)));
        fillIn(*reading);
    };
    Background::instance().ask(
        {this, "read", text("sizing.title").toStdString()}, work, take,
        [this](const Error& error) { m_problem->say(toText(m_services.texts().sentence(error.message))); });
}

// What was typed before and is not said again stays.
void SizingPage::fillIn(const SentenceReading& reading) {
    for (const Parameter& each : reading.words)
        if (jobNumberOf(each.name) == " 2" && m_jobs < 2)
            addJob();
    for (const Parameter& each : reading.words)
        if (const auto field = std::ranges::find(m_fields, each.name, &Field::key); field != m_fields.end())
            field->edit->setText(toText(each.value));
    QStringList unread;
    for (const std::string& piece : reading.unread)
        unread += toText(m_services.texts().sentence(Message("sizing.unread-piece").with("words", piece)));
    m_unread->setText(unread.join(QLatin1Char('\n')));
    m_unread->setVisible(!unread.isEmpty());
    m_find->setFocus();
    if (std::exchange(m_findsWhenRead, false))
        find();
}

// A second job has the fields of a job once more, with its number behind their names.
void SizingPage::addField(const std::string& base, int job, int row) {
    const std::string number = job == 1 ? "" : " " + std::to_string(job);
    Field field{base + number, new QLineEdit, nullptr};
    const bool isDimension = base.starts_with("model-");
    const QString meaning =
        toText(m_services.texts().text(isDimension ? "sizing.key.dimension" : "sizing.key." + base));
    const QString name = toText(m_services.texts().text("sizing.field." + base) + number);
    field.edit->setObjectName(QStringLiteral("sizing.field.") + toText(field.key));
    field.edit->setPlaceholderText(meaning);
    field.edit->setToolTip(meaning);
    field.edit->setAccessibleName(name);
    field.edit->setMaxLength(200);
    field.box = withChoices(field.edit, usualWords(base));
    m_rows->insertRow(row, name, field.box);
    connect(field.edit, &QLineEdit::textChanged, this, &SizingPage::typed); // a list sets the text of its line first
    m_fields.push_back(std::move(field));
}

// Any words may be typed; those that are usual are offered, found by any part of them.
QWidget* SizingPage::withChoices(QLineEdit* edit, const std::vector<std::string>& choices) {
    if (choices.empty())
        return edit;
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    for (const std::string& choice : choices)
        box->addItem(toText(choice));
    box->setLineEdit(edit);
    box->completer()->setCompletionMode(QCompleter::PopupCompletion);
    box->completer()->setFilterMode(Qt::MatchContains);
    box->completer()->setCaseSensitivity(Qt::CaseInsensitive);
    box->setMinimumContentsLength(12);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setCurrentIndex(-1);
    return box;
}

QWidget* SizingPage::modelButtons() {
    auto* side = new QWidget;
    auto* line = new FlowLayout(8, side);
    line->setContentsMargins(0, 0, 0, 0);
    auto* choose = new QPushButton(text("sizing.config"));
    choose->setObjectName(QStringLiteral("sizing.config"));
    auto* dimensions = new QPushButton(text("sizing.dimensions"));
    dimensions->setObjectName(QStringLiteral("sizing.dimensions"));
    m_configured = new QLabel;
    m_configured->setObjectName(QStringLiteral("sizing.configured"));
    m_configured->setTextFormat(Qt::PlainText);
    for (QPushButton* button : {choose, dimensions}) {
        button->setAutoDefault(false);
        line->addWidget(button);
    }
    line->addWidget(m_configured);
    connect(choose, &QPushButton::clicked, this, &SizingPage::takeConfiguration);
    connect(dimensions, &QPushButton::clicked, this, [this, dimensions] {
        dimensions->setEnabled(false);
        addDimensions();
    });
    return side;
}

// Below the name of the first job's model.
void SizingPage::addDimensions() {
    int row = 0;
    QFormLayout::ItemRole role{};
    const auto model = std::ranges::find(m_fields, std::string("model"), &Field::key);
    m_rows->getWidgetPosition(model->box, &row, &role);
    row += 2; // the field and its buttons
    const std::size_t first = m_fields.size();
    for (const std::string_view base : kOwnDimensions)
        addField(std::string(base), 1, row++);
    m_fields[first].edit->setFocus();
}

QWidget* SizingPage::anotherJob() {
    m_another = new QPushButton(text("sizing.another-job"));
    m_another->setObjectName(QStringLiteral("sizing.another-job"));
    m_another->setAutoDefault(false);
    connect(m_another, &QPushButton::clicked, this, &SizingPage::addJob);
    return m_another;
}

void SizingPage::addJob() {
    ++m_jobs;
    int row = 0;
    QFormLayout::ItemRole role{};
    m_rows->getWidgetPosition(m_another, &row, &role);
    const std::size_t first = m_fields.size();
    for (const std::string_view key : sizingKeys())
        if (isSizingKeyOfJob(key))
            addField(std::string(key), m_jobs, row++);
    m_fields[first].edit->setFocus();
    m_another->setEnabled(m_jobs < kMostJobs);
}

QWidget* SizingPage::answerSide() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    m_progress = new QLabel;
    m_progress->setObjectName(QStringLiteral("sizing.progress"));
    m_progress->setTextFormat(Qt::PlainText);
    m_progress->setProperty("subdued", true);
    m_answer = new QTextBrowser;
    m_answer->setObjectName(QStringLiteral("sizing.answer"));
    m_answer->setAccessibleName(text("sizing.answers"));
    m_answer->setOpenLinks(false);
    column->addWidget(m_progress);
    column->addWidget(m_answer, 1);
    return side;
}

Result<SizingQuestion> SizingPage::question() const {
    std::vector<Parameter> words;
    for (const Field& field : m_fields)
        if (const QString said = field.edit->text().trimmed(); !said.isEmpty())
            words.push_back({field.key, said.toStdString()});
    return readSizingQuestion(words, m_configuration);
}

// What was found answers another question now; its bounds answer this one at once.
void SizingPage::typed() {
    stop();
    m_result.reset();
    m_open->setEnabled(false);
    const Result<SizingQuestion> asked = question();
    const bool isEmpty =
        std::ranges::all_of(m_fields, [](const Field& f) { return f.edit->text().trimmed().isEmpty(); });
    m_problem->say(asked || isEmpty ? QString() : toText(m_services.texts().sentence(asked.error().message)));
    m_find->setEnabled(asked.has_value());
    if (!asked) {
        Background::instance().drop(this, "outlook");
        if (isEmpty)
            m_answer->setPlainText(text("sizing.begin"));
        return;
    }
    const auto work = [question = *asked, make = m_services.sizingSourceMaker()](
                          const Background::Run& run) -> Result<std::vector<SizingOutlook>> {
        const Result<SizingSource> source = make();
        if (!source)
            return source.error();
        return outlook(question, *source, run.stop);
    };
    const auto take = [this](const Result<std::vector<SizingOutlook>>& found) {
        if (!found)
            return m_problem->say(toText(m_services.texts().sentence(found.error().message)));
        if (!m_result)
            m_answer->setHtml(htmlOf({outlookBlock(*found, m_services.texts())}));
    };
    Background::instance().ask(
        {this, "outlook", text("sizing.title").toStdString()}, work, take,
        [this](const Error& error) { m_problem->say(toText(m_services.texts().sentence(error.message))); });
}

void SizingPage::find() {
    const Result<SizingQuestion> asked = question();
    if (!asked)
        return;
    setSearching(true);
    using Answered = std::pair<SizingQuestion, SizingResult>;
    const auto work = [question = *asked, make = m_services.sizingSourceMaker(), domains = m_services.domains(),
                       label = m_progress, texts = m_services.texts()](const Background::Run& run) -> Result<Answered> {
        const Result<SizingSource> source = make();
        if (!source)
            return source.error();
        SizingRun search;
        search.stop = run.stop;
        search.tell = [&run, label, texts](const SizingProgress& progress) {
            const QString said = toText(texts.sentence(Message("sizing.progress")
                                                           .with("considered", progress.considered)
                                                           .with("solved", progress.solved)
                                                           .with("system", progress.system)));
            run.tell([label, said] { label->setText(said); });
        };
        return Answered{question, rackwright::size(question, *source, domains, search)};
    };
    const auto take = [this](Result<Answered> answered) {
        setSearching(false);
        if (!answered)
            return m_problem->say(toText(m_services.texts().sentence(answered.error().message)));
        m_answer->setHtml(htmlOf(sizingBlocks(answered->first, answered->second, m_services.texts())));
        m_open->setEnabled(!answered->second.answers.empty());
        m_result = std::move(answered->second);
    };
    Background::instance().drop(this, "outlook");
    Background::instance().ask({this, "search", text("sizing.title").toStdString()}, work, take,
                               [this](const Error& error) {
                                   setSearching(false);
                                   m_problem->say(toText(m_services.texts().sentence(error.message)));
                               });
}

void SizingPage::stop() {
    Background::instance().drop(this, "search");
    setSearching(false);
}

void SizingPage::setSearching(bool isSearching) {
    m_find->setEnabled(!isSearching && question().has_value());
    m_stop->setEnabled(isSearching);
    m_progress->setText(isSearching ? text("sizing.searching") : QString());
}

void SizingPage::openAnswers() {
    if (!m_result || m_result->answers.empty())
        return;
    const Document document = sizedProject(*m_result);
    accept();
    Q_EMIT projectMade(document);
}

void SizingPage::takeConfiguration() {
    const QString path =
        m_services.dialogs().openFile(this, text("sizing.config"), QStringLiteral("config.json (*.json)"));
    if (path.isEmpty())
        return;
    const Result<std::string> file = readTextFile(QFile::encodeName(path).toStdString(), kMostConfiguration);
    Result<ModelArchitecture> model = file ? readModelConfig(*file) : Result<ModelArchitecture>(file.error());
    if (!model)
        return m_problem->say(toText(m_services.texts().sentence(model.error().message)));
    m_configured->setText(toText(model->name));
    m_configuration = std::move(*model);
    typed();
}

} // namespace rackwright
