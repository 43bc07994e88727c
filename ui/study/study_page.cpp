// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_page.h"

#include "model/file/disk.h"
#include "model/project/site_fields.h"
#include "solvers/sizing/question_keys.h"
#include "ui/study/study_folder.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"
#include "ui/widgets/problem_label.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kRowRole = Qt::UserRole;     ///< of a line of the table: its place among the rows
constexpr int kNumberRole = Qt::UserRole + 1; ///< of a cell: the number that it is sorted by

/// A line of the table, sorted by the numbers of its cells.
class StudyLine : public QTreeWidgetItem {
public:
    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override {
        const int column = treeWidget() ? treeWidget()->sortColumn() : 0;
        const QVariant mine = data(column, kNumberRole), its = other.data(column, kNumberRole);
        if (mine.isValid() != its.isValid()) // what is not known comes last
            return mine.isValid();
        return mine.isValid() ? mine.toDouble() < its.toDouble() : text(column) < other.text(column);
    }
};

QStringList linesOf(const QString& text) {
    QStringList lines;
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            lines << line.trimmed();
    return lines;
}

} // namespace

StudyPage::StudyPage(StudioServices& services, std::optional<Document> design, Opener open, QWidget* parent)
    : QDialog(parent), m_services(services), m_design(std::move(design)), m_opener(std::move(open)) {
    setObjectName(QStringLiteral("dialog.study"));
    setWindowTitle(text("study.title"));
    resize(1180, 720);
    auto* sides = new QSplitter;
    sides->addWidget(form());
    sides->addWidget(results());
    sides->setStretchFactor(1, 1);
    sides->setSizes({400, 780});
    m_problem = new ProblemLabel(QStringLiteral("study.problem"));
    auto* buttons = new QDialogButtonBox;
    const auto add = [&](const char* id, const char* name) {
        QPushButton* button = buttons->addButton(text(id), QDialogButtonBox::ActionRole);
        button->setObjectName(QString::fromLatin1(name));
        button->setAutoDefault(false);
        return button;
    };
    m_run = add("study.run", "study.run");
    m_stop = add("study.stop", "study.stop");
    m_open = add("study.open", "study.open");
    m_save = add("study.save", "study.save");
    auto* close = buttons->addButton(QDialogButtonBox::Close);
    close->setText(text("dialog.close"));
    close->setAutoDefault(false);
    auto* column = new QVBoxLayout(this);
    column->addWidget(sides, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(m_run, &QPushButton::clicked, this, &StudyPage::run);
    connect(m_stop, &QPushButton::clicked, this, &StudyPage::stop);
    connect(m_open, &QPushButton::clicked, this, &StudyPage::openChosen);
    connect(m_save, &QPushButton::clicked, this, &StudyPage::saveTable);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setRunning(false);
    listKeys();
    typed();
}

QString StudyPage::text(const char* id) const { return toText(m_services.texts().text(id)); }

QWidget* StudyPage::form() {
    auto* side = new QWidget;
    auto* rows = new QFormLayout(side);
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_maker = new QComboBox;
    m_maker->setObjectName(QStringLiteral("study.maker"));
    if (m_design)
        m_maker->addItem(text("study.maker.design"), QStringLiteral("design"));
    for (const Recipe& recipe : recipes())
        m_maker->addItem(toText(m_services.texts().text("recipe.title." + recipe.name)), toText("recipe:" + recipe.name));
    m_maker->addItem(text("study.maker.size"), QStringLiteral("size"));
    m_maker->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_maker->setMinimumContentsLength(16);
    m_keys = new QComboBox;
    m_keys->setObjectName(QStringLiteral("study.keys"));
    m_keys->setEditable(true);
    m_keys->setInsertPolicy(QComboBox::NoInsert);
    m_keys->setAccessibleName(text("study.keys"));
    m_keys->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_keys->completer()->setFilterMode(Qt::MatchContains);
    m_keys->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_keys->setMinimumContentsLength(16);
    m_vary = new QPlainTextEdit;
    m_vary->setObjectName(QStringLiteral("study.vary"));
    m_vary->setAccessibleName(text("study.vary"));
    m_vary->setPlaceholderText(text("study.vary.hint"));
    m_vary->setTabChangesFocus(true);
    m_sample = new QSpinBox;
    m_sample->setObjectName(QStringLiteral("study.sample"));
    m_sample->setRange(0, static_cast<int>(kMostStudyDesigns));
    m_sample->setSpecialValueText(text("study.every"));
    m_goals = new QLineEdit;
    m_goals->setObjectName(QStringLiteral("study.goals"));
    m_goals->setPlaceholderText(text("study.goals.hint"));
    auto* hint = new QLabel(text("study.hint"));
    hint->setWordWrap(true);
    hint->setProperty("subdued", true);
    rows->addRow(text("study.maker"), m_maker);
    rows->addRow(text("study.keys"), m_keys);
    rows->addRow(text("study.vary"), m_vary);
    rows->addRow(QString(), hint);
    rows->addRow(text("study.sample"), m_sample);
    rows->addRow(text("study.goals"), m_goals);
    connect(m_maker, &QComboBox::currentIndexChanged, this, [this] {
        listKeys();
        typed();
    });
    connect(m_keys, &QComboBox::activated, this, &StudyPage::addKey);
    connect(m_vary, &QPlainTextEdit::textChanged, this, &StudyPage::typed);
    connect(m_sample, &QSpinBox::valueChanged, this, &StudyPage::typed);
    connect(m_goals, &QLineEdit::textChanged, this, &StudyPage::typed);
    return side;
}

QWidget* StudyPage::results() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    m_progress = new QLabel;
    m_progress->setObjectName(QStringLiteral("study.progress"));
    m_progress->setTextFormat(Qt::PlainText);
    m_progress->setProperty("subdued", true);
    m_chart = new PointChart(QStringLiteral("study.chart"));
    m_chart->setAccessibleName(text("study.chart"));
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("study.table"));
    m_table->setAccessibleName(text("study.table"));
    m_table->setRootIsDecorated(false);
    m_table->ensurePolished();
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_parts = new QSplitter(Qt::Vertical);
    m_parts->addWidget(m_chart);
    m_parts->addWidget(m_table);
    m_parts->setStretchFactor(0, 3);
    m_parts->setStretchFactor(1, 2);
    m_parts->hide(); // axes and columns come with the first designs
    m_progress->setText(text("study.before"));
    m_progress->setWordWrap(true);
    column->addWidget(m_progress, 0, Qt::AlignTop);
    column->addWidget(m_parts, 1);
    connect(m_chart, &PointChart::chosen, this, [this](int point) {
        if (point >= 0 && static_cast<std::size_t>(point) < m_points.size())
            chooseRow(m_points[static_cast<std::size_t>(point)]);
    });
    connect(m_table, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_open->setEnabled(!m_table->selectedItems().isEmpty()); });
    connect(m_table, &QTreeWidget::itemActivated, this, &StudyPage::openChosen);
    return side;
}

// Those that people look for first: of the recipe or of sizing, then of the site, then settings.
void StudyPage::listKeys() {
    m_keys->clear();
    const QString maker = m_maker->currentData().toString();
    const Texts& texts = m_services.texts();
    const auto add = [this](const std::string& key, const QString& value, const QString& meaning) {
        m_keys->addItem(toText(key) + QStringLiteral("   ") + meaning.left(80), toText(key) + QLatin1Char('=') + value);
        m_keys->setItemData(m_keys->count() - 1, meaning, Qt::ToolTipRole);
    };
    if (maker.startsWith(QStringLiteral("recipe:")))
        if (const Result<const Recipe*> recipe = findRecipe(maker.mid(7).toStdString()))
            for (const RecipeParameter& parameter : (*recipe)->parameters) {
                QStringList words;
                for (const std::string& word : parameter.words)
                    words << toText(word);
                add(parameter.name, words.isEmpty() ? toText(parameter.defaultValue) : words.join(QLatin1Char(',')),
                    toText(texts.text(parameter.meaning)));
            }
    if (maker == QStringLiteral("size"))
        for (const std::string_view key : sizingKeys())
            add(std::string(key), {}, toText(texts.text("sizing.key." + std::string(key))));
    for (const SiteFieldDefinition& field : kSiteFields)
        add(std::string(field.key), {}, QString::fromUtf8(field.unit.data(), static_cast<qsizetype>(field.unit.size())));
    for (const Domain& domain : m_services.domains()->list())
        for (const SettingDefinition& setting : domain.settings)
            add(setting.key, {}, toText(texts.text(setting.meaning)));
    m_keys->setCurrentIndex(-1);
}

void StudyPage::addKey() {
    const QString line = m_keys->currentData().toString();
    if (line.isEmpty())
        return;
    const QString before = m_vary->toPlainText();
    m_vary->setPlainText(before + (before.isEmpty() || before.endsWith(QLatin1Char('\n')) ? QString() : QStringLiteral("\n")) +
                         line);
    m_vary->moveCursor(QTextCursor::End);
    m_vary->setFocus();
}

// A line with one value is what all designs have in common.
Result<Study> StudyPage::asked() const {
    Study study;
    const QString maker = m_maker->currentData().toString();
    study.base.design = m_design;
    if (m_design)
        study.base.option = m_design->project->activeOption;
    if (maker.startsWith(QStringLiteral("recipe:"))) {
        study.base.maker = StudyMaker::Recipe;
        study.base.recipe = maker.mid(7).toStdString();
    } else if (maker == QStringLiteral("size")) {
        study.base.maker = StudyMaker::Sizing;
    }
    const Domains& domains = *m_services.domains();
    std::vector<StudyAxis> axes;
    std::vector<std::string> keys;
    bool varies = false;
    for (const QString& line : linesOf(m_vary->toPlainText())) {
        const qsizetype sign = line.indexOf(QLatin1Char('='));
        if (sign <= 0)
            return usageError(Message("arguments.no-pair").with("word", line.toStdString()));
        const std::string key = line.left(sign).trimmed().toStdString(), values = line.mid(sign + 1).trimmed().toStdString();
        Result<StudyAxis> axis = studyAxis(key, values, study.base, domains);
        if (!axis)
            return axis.error();
        if (std::ranges::find(keys, key) != keys.end())
            return usageError(Message("calc.key-twice").with("key", key));
        keys.push_back(key);
        varies = varies || axis->values.size() != 1;
        if (axis->values.size() == 1 && axis->kind == StudyKeyKind::Maker)
            study.base.set.push_back({key, axis->values.front()});
        else
            axes.push_back(std::move(*axis));
    }
    const auto count = static_cast<std::size_t>(m_sample->value());
    if (count > 0 && !varies)
        for (StudyAxis& axis : uncertainAxes(study.base, domains))
            if (std::ranges::find(keys, axis.key) == keys.end()) {
                axes.push_back(std::move(axis));
                varies = true;
            }
    if (!varies)
        return usageError(Message("study.page.vary-what"));
    if (count > 0) {
        study.designs = sampled(axes, count, 1);
    } else {
        Result<std::vector<std::vector<std::string>>> all = everyCombination(axes);
        if (!all)
            return all.error();
        study.designs = std::move(*all);
    }
    for (const StudyAxis& axis : axes) {
        study.keys.push_back(axis.key);
        study.kinds.push_back(axis.kind);
    }
    for (const QString& word : m_goals->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        Result<StudyGoal> goal = studyGoal(word.trimmed().toStdString());
        if (!goal)
            return goal.error();
        study.goals.push_back(std::move(*goal));
    }
    if (study.goals.size() == 1)
        return usageError(Message("study.goal-count").with("most", 4));
    return study;
}

void StudyPage::typed() {
    stop();
    const Result<Study> study = asked();
    const bool isEmpty = m_vary->toPlainText().trimmed().isEmpty() && m_sample->value() == 0;
    m_problem->say(study || isEmpty ? QString() : toText(m_services.texts().sentence(study.error().message)));
    m_run->setEnabled(study.has_value());
    if (study)
        m_progress->setText(
            toText(m_services.texts().sentence(Message("study.count-of").with("count", study->designs.size()))));
}

void StudyPage::run() {
    Result<Study> study = asked();
    if (!study)
        return;
    setRunning(true);
    const auto work = [study = std::make_shared<const Study>(std::move(*study)), make = m_services.sizingSourceMaker(),
                       domains = m_services.domains(), texts = m_services.texts(),
                       label = m_progress](const Background::Run& run) {
        using Rows = std::pair<std::shared_ptr<const Study>, std::vector<StudyRow>>;
        const std::size_t all = study->designs.size();
        std::vector<StudyRow> rows;
        StudyRun each;
        each.stop = run.stop;
        each.tell = [&](std::size_t done) {
            const QString said =
                toText(texts.sentence(Message("study.progress").with("done", done).with("all", all)));
            run.tell([label, said] { label->setText(said); });
        };
        const Done worked = workOut(
            *study, tasksFor(all), make, domains, texts,
            [&rows](const StudyTask&, std::vector<StudyRow> found) {
                std::ranges::move(found, std::back_inserter(rows));
                return rackwright::done();
            },
            each);
        std::ranges::sort(rows, {}, &StudyRow::design);
        return worked ? Result<Rows>(Rows{study, std::move(rows)}) : Result<Rows>(worked.error());
    };
    const auto failed = [this](const Error& error) {
        setRunning(false);
        m_problem->say(toText(m_services.texts().sentence(error.message)));
    };
    const auto take = [this, failed](Result<std::pair<std::shared_ptr<const Study>, std::vector<StudyRow>>> found) {
        if (!found)
            return failed(found.error());
        setRunning(false);
        m_study = found->first;
        if (const Done known = checkGoals(goalsOf(*m_study, found->second), found->second); !known)
            return failed(known.error());
        showRows(std::move(found->second));
    };
    Background::instance().ask({this, "study", text("study.title").toStdString()}, work, take, failed);
}

void StudyPage::stop() {
    Background::instance().drop(this, "study");
    setRunning(false);
}

void StudyPage::setRunning(bool isRunning) {
    m_run->setEnabled(!isRunning && asked().has_value());
    m_stop->setEnabled(isRunning);
    m_open->setEnabled(!isRunning && !m_table->selectedItems().isEmpty());
    m_save->setEnabled(!isRunning && !m_rows.empty());
    if (isRunning) {
        m_problem->say({});
        m_progress->setText(text("study.running"));
    }
}

void StudyPage::showRows(std::vector<StudyRow> rows) {
    const Texts& texts = m_services.texts();
    m_rows = std::move(rows);
    m_ranks = ranked(*m_study, m_rows);
    m_parts->show();
    const std::vector<StudyChart> charts = studyCharts(*m_study, m_rows, m_ranks, texts);
    m_points = charts.empty() ? std::vector<std::size_t>() : charts.front().rows;
    m_chart->setField(charts.empty() ? PointField() : charts.front().field);

    std::vector<std::string> figures;
    for (const StudyGoal& goal : m_ranks.goals)
        figures.push_back(goal.key);
    for (const char* key : {"price", "accelerators", "it-power", "racks", "errors", "warnings"})
        if (std::ranges::find(figures, key) == figures.end())
            figures.emplace_back(key);
    QStringList header{text("study.column.design"), text("study.column.best"), text("study.column.front")};
    for (const std::string& key : m_study->keys)
        header << toText(key);
    for (const std::string& key : figures)
        header << toText(studyTitle(key, texts));
    header << text("study.column.error");
    m_table->setSortingEnabled(false);
    m_table->clear();
    m_table->setColumnCount(static_cast<int>(header.size()));
    m_table->setHeaderLabels(header);
    QList<QTreeWidgetItem*> lines;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const StudyRow& row = m_rows[i];
        auto* line = new StudyLine;
        int column = 0;
        const auto cell = [&](const QString& said, std::optional<double> number) {
            line->setText(column, said);
            if (number)
                line->setData(column, kNumberRole, *number);
            ++column;
        };
        const auto count = [&](std::size_t number) {
            cell(number == 0 ? QString() : QString::number(number),
                 number == 0 ? std::nullopt : std::optional(static_cast<double>(number)));
        };
        line->setData(0, kRowRole, static_cast<qulonglong>(i));
        count(row.design);
        const auto place = std::ranges::find(m_ranks.best, i);
        count(place == m_ranks.best.end() ? 0 : static_cast<std::size_t>(place - m_ranks.best.begin()) + 1);
        count(m_ranks.fronts[i]);
        for (const std::string& value : m_study->designs[row.design - 1]) {
            bool isNumber = false;
            const QString said = toText(value);
            const double number = said.section(QLatin1Char(' '), 0, 0).toDouble(&isNumber);
            cell(said, isNumber ? std::optional(number) : std::nullopt);
        }
        for (const std::string& key : figures) {
            const StudyFigure* figure = row.find(key);
            cell(figure ? toText(texts.figure(figure->value, figure->unit, 1)) : QString(),
                 figure && !figure->value.isUnknown() ? std::optional(figure->value.typical()) : std::nullopt);
        }
        cell(toText(row.error), std::nullopt);
        lines << line;
    }
    m_table->addTopLevelItems(lines);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(1, Qt::AscendingOrder); // the best come first
    for (int column = 0; column < m_table->columnCount(); ++column)
        m_table->resizeColumnToContents(column);
    m_progress->setText(toText(texts.sentence(
        Message("study.done")
            .with("designs", std::ranges::count(m_rows, std::string(), &StudyRow::error))
            .with("all", m_rows.size())
            .with("front", static_cast<std::int64_t>(std::ranges::count(m_ranks.fronts, std::size_t{1}))))));
    m_open->setText(text(m_study->variesProject() || !m_design ? "study.open" : "study.open-option"));
    setRunning(false);
    m_progress->setAccessibleDescription(m_progress->text());
}

void StudyPage::chooseRow(std::size_t row) {
    for (int i = 0; i < m_table->topLevelItemCount(); ++i)
        if (QTreeWidgetItem* line = m_table->topLevelItem(i); line->data(0, kRowRole).toULongLong() == row) {
            m_table->setCurrentItem(line);
            m_table->scrollToItem(line);
            return;
        }
}

// Made anew by its values, beside the window like the others.
void StudyPage::openChosen() {
    const QList<QTreeWidgetItem*> chosen = m_table->selectedItems();
    if (chosen.isEmpty() || !m_study)
        return;
    const StudyRow& row = m_rows[static_cast<std::size_t>(chosen.front()->data(0, kRowRole).toULongLong())];
    const QString name = toText(optionNameOf(*m_study, row));
    const auto work = [study = m_study, values = m_study->designs[row.design - 1], make = m_services.sizingSourceMaker(),
                       domains = m_services.domains(),
                       texts = m_services.texts()](const Background::Run&) -> Result<Document> {
        Result<SizingSource> source = make();
        if (!source)
            return source.error();
        return StudyWorker(*study, std::move(*source), domains, texts).make(values);
    };
    const auto failed = [this](const Error& error) {
        m_problem->say(toText(m_services.texts().sentence(error.message)));
    };
    const auto take = [this, name, failed](const Result<Document>& made) {
        if (!made)
            return failed(made.error());
        m_opener(*made, name, m_design.has_value() && !m_study->variesProject());
    };
    Background::instance().ask({this, "open", name.toStdString()}, work, take, failed);
}

void StudyPage::saveTable() {
    const QString path = m_services.dialogs().saveFile(this, text("study.save"), QStringLiteral("CSV (*.csv)"),
                                                       QStringLiteral("study.csv"));
    if (path.isEmpty())
        return;
    const Done written = writeAtomically(path.toStdString(), studyTable(*m_study, m_rows, m_ranks));
    m_problem->say(written ? QString() : toText(m_services.texts().sentence(written.error().message)));
}

} // namespace rackwright
