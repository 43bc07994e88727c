// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advice/advice_dialog.h"

#include "solvers/advice/ask_book.h"
#include "solvers/domains.h"
#include "ui/advice/advice_text.h"
#include "ui/advice/guide_table_text.h"
#include "ui/advice/market_offers.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QHeaderView>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr int kGuideRole = Qt::UserRole;
constexpr int kGuideWordsRole = Qt::UserRole + 1;
/// Workspaces in the order of their buttons; every guide names one of them.
constexpr std::array<const char*, 9> kPlaces = {"plan",    "racks",     "fabric", "power", "cooling",
                                                "storage", "workloads", "bill",   "basis"};

QString wordsOfGuide(const Guide& guide) {
    return QStringList{toText(guide.title), toText(guide.question), toText(guide.name), topicsText(guide)}.join(
        QLatin1Char(' '));
}

QString escaped(const std::string& text) { return toText(text).toHtmlEscaped(); }

QString tableHtml(const GuideTable& table, const Texts& texts) {
    QString html = QStringLiteral("<h4>") + escaped(table.title) + QStringLiteral("</h4><p>") +
                   escaped(table.source + ", " + texts.grade(table.grade)) + QStringLiteral("</p>");
    if (!table.remark.empty())
        html += QStringLiteral("<p>") +
                escaped(texts.sentence(Message("advice.remark").with("text", table.remark))) + QStringLiteral("</p>");
    html += QStringLiteral("<table border=\"1\" cellspacing=\"0\" cellpadding=\"4\"><tr>");
    const ReadableTable readable = readableTable(table);
    for (const std::string& column : readable.header)
        html += QStringLiteral("<th align=\"left\">") + escaped(column) + QStringLiteral("</th>");
    html += QStringLiteral("</tr>");
    for (const auto& row : readable.rows) {
        html += QStringLiteral("<tr>");
        for (const std::string& cell : row)
            html += QStringLiteral("<td>") + escaped(cell) + QStringLiteral("</td>");
        html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

QString listHtml(const QStringList& lines) {
    return lines.isEmpty() ? QString()
                           : QStringLiteral("<ul><li>") + lines.join(QStringLiteral("</li><li>")) +
                                 QStringLiteral("</li></ul>");
}

} // namespace

QString topicsText(const Guide& guide) {
    QStringList words;
    for (const auto& topic : guide.topics)
        for (const std::string& token : topic)
            words << toText(token);
    return words.join(QLatin1Char(' '));
}

AdviceDialog& AdviceDialog::bringUp(StudioDocument& document, StudioServices& services, QWidget* parent,
                                    std::function<void()> help) {
    auto* dialog = parent->findChild<AdviceDialog*>();
    if (!dialog) {
        dialog = new AdviceDialog(document, services, parent);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &AdviceDialog::manualAsked, parent, std::move(help));
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
    return *dialog;
}

AdviceDialog::AdviceDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_formulas(formulasOfAllDomains()) {
    if (const Catalog* catalog = services.catalog())
        m_offers = marketOffers(*catalog);
    setObjectName(QStringLiteral("advice"));
    setWindowTitle(text("advice.title"));
    resize(1180, 760);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildList());
    splitter->addWidget(buildPage());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({430, 740});
    m_copy = new QPushButton(text("calculators.copy"));
    m_copy->setObjectName(QStringLiteral("advice.copy"));
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_whole); });
    auto* close = new QPushButton(text("dialog.close"));
    close->setObjectName(QStringLiteral("advice.close"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_back = new QPushButton(text("advice.back"));
    m_back->setObjectName(QStringLiteral("advice.back"));
    m_back->setToolTip(text("advice.back.tip"));
    connect(m_back, &QPushButton::clicked, this, &AdviceDialog::backToDesign);
    for (QPushButton* button : {m_back, m_copy, close})
        button->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_back);
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addWidget(splitter, 1);
    column->addLayout(buttons);
    connect(&document, &StudioDocument::solved, this, &AdviceDialog::readDesign);
    connect(&document, &StudioDocument::opened, this, &AdviceDialog::readDesign);
    auto* help = new QShortcut(QKeySequence(QKeySequence::HelpContents), this);
    connect(help, &QShortcut::activated, this, &AdviceDialog::manualAsked);
    readDesign();
    choose(toText(guideBook().guides().front().name));
    m_search->setFocus();
}

QString AdviceDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QString AdviceDialog::verdict() const { return m_verdict->text(); }

QWidget* AdviceDialog::buildList() {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(8, 8, 1, 1);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("advice.search"));
    m_search->setAccessibleName(text("advice.search"));
    m_search->setPlaceholderText(text("advice.search"));
    m_search->setToolTip(text("advice.search.tip"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &AdviceDialog::filter);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { ask(m_search->text()); });
    m_list = new QTreeWidget;
    m_list->setObjectName(QStringLiteral("advice.list"));
    m_list->setAccessibleName(text("advice.title"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->resizeSection(0, 220);
    m_list->setIndentation(12);
    for (const char* place : kPlaces) {
        auto* group = new QTreeWidgetItem(m_list, {text(std::string("advice.place.") + place)});
        group->setFlags(Qt::ItemIsEnabled);
        group->setFirstColumnSpanned(true);
        group->setFont(0, studioFont(13, QFont::Medium));
        for (const Guide& guide : guideBook().guides()) {
            if (guide.workspace != place)
                continue;
            auto* item = new QTreeWidgetItem(group, {toText(guide.title)});
            item->setData(0, kGuideRole, toText(guide.name));
            item->setData(0, kGuideWordsRole, wordsOfGuide(guide));
            item->setToolTip(0, toText(guide.question));
        }
        group->setHidden(group->childCount() == 0);
        group->setExpanded(true);
    }
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (const QString name = item ? item->data(0, kGuideRole).toString() : QString(); !name.isEmpty())
            choose(name);
    });
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    return frame;
}

QWidget* AdviceDialog::buildPage() {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(16, 12, 12, 12);
    const auto label = [](const char* name, bool isSubdued) {
        auto* made = new QLabel;
        made->setObjectName(QLatin1String(name));
        made->setWordWrap(true);
        made->setProperty("subdued", isSubdued);
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return made;
    };
    m_title = label("advice.question", false);
    m_title->setFont(studioFont(16, QFont::Medium));
    m_sentence = new QLineEdit;
    m_sentence->setObjectName(QStringLiteral("advice.sentence"));
    m_sentence->setAccessibleName(text("advice.sentence"));
    m_sentence->setPlaceholderText(text("advice.sentence"));
    m_sentence->setClearButtonEnabled(true);
    connect(m_sentence, &QLineEdit::textChanged, this, &AdviceDialog::answer);
    m_inputBox = new QWidget;
    m_inputBox->setProperty("bare", true);
    auto* inputColumn = new QVBoxLayout(m_inputBox);
    inputColumn->setContentsMargins(0, 0, 8, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_inputBox);
    m_verdict = label("advice.verdict", false);
    m_verdict->setFont(studioFont(20, QFont::Bold));
    m_reason = label("advice.reason", true);
    m_problem = label("advice.problem", false);
    m_problem->setProperty("problem", true);
    m_asDesigned = label("advice.as-designed", true);
    m_asDesigned->hide();
    m_beside = new QTextBrowser;
    m_beside->setObjectName(QStringLiteral("advice.beside"));
    m_beside->setAccessibleName(text("advice.beside"));
    m_beside->setOpenLinks(false);
    m_beside->setMinimumHeight(160);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addSpacing(kHalfSpace);
    column->addWidget(scroll, 2);
    column->addWidget(m_verdict);
    column->addWidget(m_reason);
    column->addWidget(m_asDesigned);
    column->addWidget(m_problem);
    column->addWidget(m_beside, 3);
    return frame;
}

void AdviceDialog::filter(const QString& words) {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = m_list->topLevelItem(g);
        int shown = 0;
        for (int i = 0; i < group->childCount(); ++i) {
            const QString has = group->child(i)->data(0, kGuideWordsRole).toString();
            const bool isHit = std::ranges::all_of(
                wanted, [&](const QString& word) { return has.contains(word, Qt::CaseInsensitive); });
            group->child(i)->setHidden(!isHit);
            shown += isHit ? 1 : 0;
        }
        group->setHidden(shown == 0);
    }
}

// A whole question instead of a word: the guide that it is about, with what it says.
void AdviceDialog::ask(const QString& question) {
    if (question.trimmed().isEmpty())
        return;
    const Texts& texts = m_services.texts();
    const BookAnswer answer = askBook(guideBook(), question.toStdString(), {}, m_formulas, m_offers);
    m_search->clear();
    if (const Guide* guide = answer.advice ? answer.advice->guide : answer.about) {
        choose(toText(guide->name));
        m_sentence->setText(question);
    }
    if (answer.advice)
        return;
    m_problem->setText(answer.hits.empty() && !answer.about
                           ? toText(texts.sentence(Message("advice.no-topic").with("question", question.toStdString())))
                           : QString());
    m_problem->setVisible(!m_problem->text().isEmpty());
    if (answer.hits.empty())
        return;
    // No guide decides it: what rules and tables say nearest, in place of what stands beside an answer.
    m_verdict->setText(QStringLiteral("–"));
    m_reason->setText(text("advice.nearest-lines"));
    QStringList lines;
    for (const BookHit& hit : answer.hits)
        lines << escaped(texts.sentence(Message("advice.line")
                                            .with("text", hit.text)
                                            .with("source", hit.source)
                                            .with("grade", texts.grade(hit.grade))
                                            .with("guide", hit.guide->title)));
    m_beside->setHtml(listHtml(lines));
}

QTreeWidgetItem* AdviceDialog::itemOf(const QString& name) const {
    for (int g = 0; g < m_list->topLevelItemCount(); ++g)
        for (int i = 0; i < m_list->topLevelItem(g)->childCount(); ++i)
            if (m_list->topLevelItem(g)->child(i)->data(0, kGuideRole).toString() == name)
                return m_list->topLevelItem(g)->child(i);
    return nullptr;
}

void AdviceDialog::chooseFor(const QString& workspace) {
    if (m_guide && toText(m_guide->workspace) == workspace)
        return;
    for (const Guide& guide : guideBook().guides())
        if (toText(guide.workspace) == workspace)
            return choose(toText(guide.name));
}

void AdviceDialog::choose(const QString& name) {
    const Guide* guide = guideBook().find(name.toStdString());
    if (!guide || guide == m_guide)
        return;
    m_guide = guide;
    if (QTreeWidgetItem* item = itemOf(name))
        m_list->setCurrentItem(item);
    m_title->setText(toText(guide->question));
    if (m_inputs) {
        m_inputs->hide();
        m_inputs->setParent(nullptr); // its fields are called as those that follow
        m_inputs->deleteLater();
    }
    m_fields.clear();
    m_inputs = new QWidget;
    m_inputs->setProperty("bare", true);
    m_grid = new QGridLayout(m_inputs);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kSpace);
    m_grid->setVerticalSpacing(kHalfSpace);
    m_grid->setColumnStretch(0, 1);
    int row = 0;
    for (const GuideKey& key : guide->keys)
        addField(key, row++);
    m_grid->setRowStretch(row, 1);
    m_inputBox->layout()->addWidget(m_inputs);
    m_sentence->clear();
    m_ofDesign = inputsFor(*guide, m_design);
    showDesignValues();
    answer();
}

void AdviceDialog::addField(const GuideKey& key, int row) {
    auto* title = new QLabel(toText(key.meaning));
    title->setWordWrap(true);
    title->setToolTip(toText(key.key));
    QWidget* field = nullptr;
    if (!key.words.empty()) {
        auto* choice = new QComboBox;
        choice->addItem(QString(), QString());
        for (const std::string& word : key.words)
            choice->addItem(toText(word), toText(word));
        connect(choice, &QComboBox::currentIndexChanged, this, &AdviceDialog::answer);
        field = choice;
    } else {
        auto* line = new QLineEdit;
        line->setAlignment(key.kind == GuideKeyKind::Number ? Qt::AlignRight : Qt::AlignLeft);
        connect(line, &QLineEdit::textChanged, this, &AdviceDialog::answer);
        field = line;
    }
    field->setObjectName(QStringLiteral("advice.input.") + toText(key.key));
    field->setAccessibleName(toText(key.meaning));
    field->setFixedWidth(240);
    title->setBuddy(field);
    auto* unit = new QLabel(toText(key.unit));
    unit->setProperty("subdued", true);
    unit->setMinimumWidth(40);
    m_grid->addWidget(title, row, 0);
    m_grid->addWidget(field, row, 1);
    m_grid->addWidget(unit, row, 2);
    m_fields[key.key] = field;
}

void AdviceDialog::readDesign() {
    const SolutionPtr& solution = m_document.solution();
    m_design = solution ? designInputs(solution->context(), *solution) : GivenInputs();
    listAnswers();
    if (!m_guide)
        return;
    m_ofDesign = inputsFor(*m_guide, m_design);
    showDesignValues();
    answer();
}

void AdviceDialog::listAnswers() {
    for (const Guide& guide : guideBook().guides()) {
        QTreeWidgetItem* item = itemOf(toText(guide.name));
        const GivenInputs taken = inputsFor(guide, m_design);
        const Result<Advice> asked = taken.empty()
                                         ? Result<Advice>(usageError(Message("advice.ask")))
                                         : advise(guideBook(), guide, taken, m_formulas, m_offers);
        const QString said = asked ? toText(asked->verdict) : QString();
        item->setText(1, said);
        item->setToolTip(1, said);
        item->setForeground(1, Theme::current().ink(Ink::Subdued));
    }
}

void AdviceDialog::backToDesign() {
    for (const auto& [key, field] : m_fields) {
        const QSignalBlocker quiet(field);
        if (auto* line = qobject_cast<QLineEdit*>(field))
            line->clear();
        else if (auto* choice = qobject_cast<QComboBox*>(field))
            choice->setCurrentIndex(0);
    }
    m_sentence->clear();
    answer();
}

/// What stands in an empty field: the value of the design, else the default of the guide.
void AdviceDialog::showDesignValues() {
    for (const GuideKey& key : m_guide->keys) {
        const auto of = m_ofDesign.find(key.key);
        const QString shown =
            of != m_ofDesign.end()
                ? toText(m_services.texts().sentence(Message("advice.from-design").with("value", of->second)))
            : key.otherwise.empty()
                ? text("calculators.not-given")
                : toText(m_services.texts().sentence(Message("calculators.otherwise").with("value", key.otherwise)));
        if (auto* line = qobject_cast<QLineEdit*>(m_fields[key.key]))
            line->setPlaceholderText(shown);
        else if (auto* choice = qobject_cast<QComboBox*>(m_fields[key.key]))
            choice->setItemText(0, shown);
    }
}

void AdviceDialog::answer() {
    const Texts& texts = m_services.texts();
    GivenInputs given;
    for (const auto& [key, field] : m_fields) {
        QString typed;
        if (const auto* line = qobject_cast<QLineEdit*>(field))
            typed = line->text().trimmed();
        else if (const auto* choice = qobject_cast<QComboBox*>(field))
            typed = choice->currentData().toString();
        if (!typed.isEmpty())
            given[key] = typed.toStdString();
    }
    const QString sentence = m_sentence->text().trimmed();
    const bool isAltered = !given.empty() || !sentence.isEmpty();
    m_back->setEnabled(isAltered);
    // Beside a "what if" stands what the design as it is gets.
    QString asDesigned;
    if (isAltered && !m_ofDesign.empty())
        if (const QTreeWidgetItem* item = itemOf(toText(m_guide->name)); item && !item->text(1).isEmpty())
            asDesigned = toText(texts.sentence(
                Message("advice.as-designed").with("verdict", item->text(1).toStdString())));
    m_asDesigned->setText(asDesigned);
    m_asDesigned->setVisible(!asDesigned.isEmpty());
    // A question of its own is asked as it stands: the design answers where nothing is asked.
    if (!sentence.isEmpty())
        given[std::string(kSentenceKey)] = sentence.toStdString();
    else
        for (const auto& [key, value] : m_ofDesign)
            given.try_emplace(key, value);
    const Result<Advice> asked = advise(guideBook(), *m_guide, given, m_formulas, m_offers);
    m_problem->setVisible(!asked && !given.empty());
    m_copy->setEnabled(asked.has_value());
    m_whole.clear();
    QString html;
    if (!asked) {
        m_verdict->setText(QStringLiteral("–"));
        m_reason->setText(given.empty() ? text("advice.ask") : QString());
        m_problem->setText(toText(texts.sentence(asked.error().message)));
    } else {
        const Advice& advice = *asked;
        m_verdict->setText(toText(advice.verdict));
        m_reason->setText(
            (advice.reason.empty() ? QString() : toText(advice.reason) + QLatin1Char('\n')) +
            toText(texts.sentence(
                Message("advice.source").with("source", advice.source).with("grade", texts.grade(advice.grade)))));
        m_whole = toText(adviceText(advice, texts));
        QStringList points, sums, beside;
        for (const AdvicePoints& each : advice.points)
            points << escaped(advicePointsText(each));
        for (const AdviceSum& sum : advice.sums)
            sums << escaped(adviceSumText(sum, texts));
        for (const AdviceLine& line : advice.beside)
            beside << escaped(adviceLineText(line, texts));
        if (!points.isEmpty())
            html += QStringLiteral("<h4>") + text("advice.points").toHtmlEscaped() + QStringLiteral("</h4>") +
                    listHtml(points);
        html += listHtml(beside);
        if (!sums.isEmpty())
            html += QStringLiteral("<h4>") + text("advice.computed").toHtmlEscaped() + QStringLiteral("</h4>") +
                    listHtml(sums);
        if (!advice.unread.empty())
            html += QStringLiteral("<p>") +
                    escaped(texts.sentence(Message("advice.unread").with("words", WordList{advice.unread}))) +
                    QStringLiteral("</p>");
    }
    for (const GuideTable* table : m_guide->tables)
        html += tableHtml(*table, texts);
    m_beside->setHtml(html);
}

} // namespace rackwright
