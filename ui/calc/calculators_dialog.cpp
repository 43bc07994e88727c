// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calc/calculators_dialog.h"

#include "ui/calc/calculation.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr int kNameRole = Qt::UserRole;
constexpr int kWordsRole = Qt::UserRole + 1;
constexpr std::array<const char*, 8> kMostUsed = {
    "checkpoint_size", "checkpoint_stall_fraction", "train_memory",           "training_days",
    "kv_cache",        "inference_memory",          "usd_per_million_tokens", "young_interval_s"};

// Everything that a person may search a formula by.
QString wordsOf(std::span<const Formula> forms, const Texts& texts) {
    QString words;
    for (const Formula& form : forms) {
        words += nameInWords(form.name) + QLatin1Char(' ') +
                 toText(form.name).replace(QLatin1Char('_'), QLatin1Char(' ')) + QLatin1Char(' ') + toText(form.text) +
                 QLatin1Char(' ') + toText(texts.text(form.reference));
        for (const FormulaInput& input : form.inputs)
            words += QLatin1Char(' ') + toText(input.meaning);
    }
    return words;
}

QTreeWidgetItem* itemOf(const std::string& name, std::span<const Formula> forms, const Texts& texts) {
    const QString unit = formulaUnit(forms.front().unit);
    auto* item = new QTreeWidgetItem(
        {unit.isEmpty() ? nameInWords(name) : nameInWords(name) + QStringLiteral(" [") + unit + QLatin1Char(']')});
    item->setData(0, kNameRole, toText(name));
    item->setData(0, kWordsRole, wordsOf(forms, texts));
    item->setToolTip(0, toText(name) + QStringLiteral(" = ") + toText(forms.front().text));
    return item;
}

} // namespace

CalculatorsDialog::CalculatorsDialog(const Texts& texts, QWidget* parent)
    : QDialog(parent), m_texts(texts), m_formulas(formulasOfAllDomains()) {
    setObjectName(QStringLiteral("calculators"));
    setWindowTitle(text("calculators.title"));
    resize(960, 640);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildList());
    splitter->addWidget(buildCalculator());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({300, 640});
    m_copy = new QPushButton(text("calculators.copy"));
    m_copy->setObjectName(QStringLiteral("calculators.copy"));
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_whole); });
    auto* close = new QPushButton(text("dialog.close"));
    close->setObjectName(QStringLiteral("calculators.close"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    for (QPushButton* button : {m_copy, close})
        button->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->addWidget(splitter, 1);
    column->addLayout(buttons);
    m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
    m_search->setFocus();
}

QString CalculatorsDialog::text(const std::string& id) const { return toText(m_texts.text(id)); }

QWidget* CalculatorsDialog::buildList() {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(8, 8, 1, 1);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("calculators.search"));
    m_search->setAccessibleName(text("calculators.search"));
    m_search->setPlaceholderText(text("calculators.search"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &CalculatorsDialog::filter);
    m_list = new QTreeWidget;
    m_list->setObjectName(QStringLiteral("calculators.list"));
    m_list->setAccessibleName(text("calculators.title"));
    m_list->setHeaderHidden(true);
    m_list->setIndentation(12);
    const auto addGroup = [this](const QString& title) {
        auto* group = new QTreeWidgetItem(m_list, {title});
        group->setFlags(Qt::ItemIsEnabled);
        group->setFont(0, studioFont(13, QFont::Medium));
        return group;
    };
    QTreeWidgetItem* most = addGroup(text("calculators.group.most-used"));
    for (const char* name : kMostUsed)
        if (const auto forms = m_formulas.forms(name); !forms.empty())
            most->addChild(itemOf(name, forms, m_texts));
    most->setExpanded(true);
    for (const FormulaGroup& group : formulaGroups()) {
        QTreeWidgetItem* branch = addGroup(text("calculators.group." + group.name));
        for (const std::string& name : group.formulas.names())
            branch->addChild(itemOf(name, m_formulas.forms(name), m_texts));
    }
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (const QString name = item ? item->data(0, kNameRole).toString() : QString(); !name.isEmpty())
            choose(name);
    });
    column->addWidget(m_search);
    column->addWidget(m_list, 1);
    return frame;
}

QWidget* CalculatorsDialog::buildCalculator() {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(16, 12, 12, 12);
    m_name = new QLabel;
    m_name->setObjectName(QStringLiteral("calculators.name"));
    m_name->setFont(studioFont(16, QFont::Medium));
    m_formula = new QLabel;
    m_formula->setObjectName(QStringLiteral("calculators.formula"));
    m_formula->setProperty("subdued", true);
    m_formula->setWordWrap(true);
    m_formula->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_formChoice = new QComboBox;
    m_formChoice->setObjectName(QStringLiteral("calculators.form"));
    m_formChoice->setAccessibleName(text("calculators.form"));
    m_formChoice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_formChoice, &QComboBox::activated, this,
            [this](int index) { chooseForm(static_cast<std::size_t>(index)); });
    m_inputBox = new QWidget;
    m_inputBox->setProperty("bare", true);
    auto* inputColumn = new QVBoxLayout(m_inputBox);
    inputColumn->setContentsMargins(0, 0, 8, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_inputBox);
    m_answer = new QLabel;
    m_answer->setObjectName(QStringLiteral("calculators.answer"));
    m_answer->setFont(studioFont(22, QFont::Bold));
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("calculators.problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_missing = new QLabel;
    m_missing->setObjectName(QStringLiteral("calculators.missing"));
    m_missing->setProperty("subdued", true);
    m_missing->setWordWrap(true);
    m_assumptions = new QLabel;
    m_assumptions->setObjectName(QStringLiteral("calculators.assumptions"));
    m_assumptions->setProperty("doubt", true);
    m_assumptions->setWordWrap(true);
    m_derivation = new QPlainTextEdit;
    m_derivation->setObjectName(QStringLiteral("calculators.derivation"));
    m_derivation->setAccessibleName(text("calculators.derivation"));
    m_derivation->setReadOnly(true);
    m_derivation->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_derivation->setFont(studioFont(12));
    m_derivation->setMinimumHeight(120);
    QSizePolicy kept = m_derivation->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // the answer keeps its place
    m_derivation->setSizePolicy(kept);
    column->addWidget(m_name);
    column->addWidget(m_formula);
    column->addWidget(m_formChoice);
    column->addSpacing(kHalfSpace);
    column->addWidget(scroll, 3);
    column->addWidget(m_answer);
    column->addWidget(m_problem);
    column->addWidget(m_missing);
    column->addWidget(m_assumptions);
    column->addWidget(m_derivation, 2);
    return frame;
}

void CalculatorsDialog::filter(const QString& words) {
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (int g = 0; g < m_list->topLevelItemCount(); ++g) {
        QTreeWidgetItem* group = m_list->topLevelItem(g);
        int shown = 0;
        for (int i = 0; i < group->childCount(); ++i) {
            const QString has = group->child(i)->data(0, kWordsRole).toString();
            const bool isHit = std::ranges::all_of(
                wanted, [&](const QString& word) { return has.contains(word, Qt::CaseInsensitive); });
            group->child(i)->setHidden(!isHit);
            shown += isHit ? 1 : 0;
        }
        group->setHidden(shown == 0);
        group->setExpanded(!wanted.isEmpty() || g == 0);
    }
}

void CalculatorsDialog::choose(const QString& name) {
    const auto forms = m_formulas.forms(name.toStdString());
    if (forms.empty())
        return;
    m_forms.assign(forms.begin(), forms.end());
    m_name->setText(nameInWords(m_forms.front().name));
    m_name->setToolTip(toText(m_forms.front().name));
    const QSignalBlocker blocker(m_formChoice);
    m_formChoice->clear();
    for (const Formula& form : m_forms)
        m_formChoice->addItem(toText(form.text));
    m_formChoice->setVisible(m_forms.size() > 1);
    chooseForm(0);
}

void CalculatorsDialog::chooseForm(std::size_t form) {
    m_form = form;
    const Formula& formula = m_forms[form];
    // With several forms the choice below shows the formula.
    const QString reference = toText(m_texts.text(formula.reference));
    m_formula->setText(m_forms.size() > 1 ? reference : toText(formula.text) + QLatin1Char('\n') + reference);
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
    for (const FormulaInput& input : formula.inputs)
        if (input.kind != InputKind::Remark)
            addInput(input, row++);
    m_grid->setRowStretch(row, 1);
    m_inputBox->layout()->addWidget(m_inputs);
    calculate();
}

void CalculatorsDialog::addInput(const FormulaInput& input, int row) {
    const QString meaning = input.meaning.empty() ? toText(input.key) : toText(input.meaning);
    auto* title = new QLabel(meaning);
    title->setWordWrap(true);
    title->setToolTip(toText(input.listedKey()));
    QWidget* field = nullptr;
    if (!input.choices.empty()) {
        auto* choice = new QComboBox;
        if (!input.isRequired())
            choice->addItem(input.otherwise ? toText(m_texts.sentence(
                                                  Message("calculators.otherwise").with("value", *input.otherwise)))
                                            : text("calculators.not-given"),
                            QString());
        for (const std::string& word : input.choices)
            choice->addItem(toText(word), toText(word));
        connect(choice, &QComboBox::currentIndexChanged, this, &CalculatorsDialog::calculate);
        field = choice;
    } else {
        auto* line = new QLineEdit;
        line->setAlignment(Qt::AlignRight);
        const bool isList = input.kind == InputKind::Numbers || input.pattern == KeyPattern::Numbered;
        line->setPlaceholderText(
            input.otherwise ? toText(m_texts.sentence(Message("calculators.otherwise").with("value", *input.otherwise)))
            : input.pattern == KeyPattern::Prefix ? text("calculators.named-list")
            : isList                              ? text("calculators.list")
            : input.isRequired()                  ? QString()
                                                  : text("calculators.not-given"));
        connect(line, &QLineEdit::textChanged, this, &CalculatorsDialog::calculate);
        field = line;
    }
    field->setObjectName(QStringLiteral("calculators.input.") + toText(input.key));
    field->setAccessibleName(meaning);
    field->setFixedWidth(210);
    title->setBuddy(field);
    auto* unit = new QLabel(formulaUnit(input.unit));
    unit->setProperty("subdued", true);
    unit->setMinimumWidth(60);
    m_grid->addWidget(title, row, 0);
    m_grid->addWidget(field, row, 1);
    m_grid->addWidget(unit, row, 2);
    m_fields[input.key] = field;
}

void CalculatorsDialog::calculate() {
    std::map<std::string, std::string> typed;
    for (const auto& [key, field] : m_fields) {
        if (const auto* line = qobject_cast<QLineEdit*>(field))
            typed[key] = line->text().toStdString();
        else if (const auto* choice = qobject_cast<QComboBox*>(field))
            typed[key] = choice->currentData().toString().toStdString();
    }
    const Formula& formula = m_forms[m_form];
    const GivenInputs given = givenInputs(formula, typed);
    // Before anything is typed a missing input is no mistake.
    QStringList missing;
    for (const FormulaInput& input : formula.inputs)
        if (input.isRequired() &&
            std::ranges::none_of(given, [&](const auto& each) { return input.matches(each.first); }))
            missing.append(input.meaning.empty() ? toText(input.key) : toText(input.meaning));
    m_whole.clear();
    m_copy->setEnabled(false);
    m_problem->setVisible(false);
    m_missing->setVisible(!missing.isEmpty());
    m_assumptions->setVisible(false);
    m_derivation->clear();
    m_derivation->setVisible(false);
    if (!missing.isEmpty()) {
        m_answer->setText(QStringLiteral("–"));
        m_missing->setText(toText(m_texts.sentence(
            Message("calculators.missing").with("inputs", missing.join(QStringLiteral("; ")).toStdString()))));
        return;
    }
    const Result<Solved<Traced>> solved = m_formulas.explain(formula.name, given, NumberText::WithUnits);
    if (!solved) {
        m_answer->setText(QStringLiteral("–"));
        m_problem->setText(toText(m_texts.sentence(solved.error().message)));
        m_problem->setVisible(true);
        return;
    }
    const CalculationText shown = calculationText(*solved, given, m_texts);
    m_answer->setText(answerText(*solved, m_texts));
    m_derivation->setPlainText(shown.derivation);
    m_derivation->setVisible(true);
    m_assumptions->setVisible(!shown.assumptions.isEmpty());
    m_assumptions->setText(text("calculators.assumptions") + QLatin1Char(' ') +
                           QString(shown.assumptions).replace(QLatin1Char('\n'), QStringLiteral("; ")));
    m_whole = shown.whole;
    m_copy->setEnabled(true);
}

QString CalculatorsDialog::answer() const { return m_answer->text(); }

} // namespace rackwright
