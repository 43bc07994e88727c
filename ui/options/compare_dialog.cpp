// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/options/compare_dialog.h"

#include "model/edits/option_changes.h"
#include "solvers/changes/change_log.h"
#include "ui/charts/bar_chart.h"
#include "ui/options/schedule_tree.h"
#include "ui/share/chart_share.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

/// The row of a design that a line of the change log is of: "devices:12" and "devices:12:role" are the same. A line
/// that counts stands for all rows of its table that differ.
std::vector<edits::RowKey> rowsOfLine(const std::string& key, const Design& base, const Design& from) {
    const std::size_t colon = key.find(':');
    const std::string_view table = std::string_view(key).substr(0, colon);
    std::vector<edits::RowKey> rows;
    forEachDesignTable([&](const auto& each) {
        if (each.name != table)
            return;
        const std::uint64_t id = colon == std::string::npos ? 0 : std::strtoull(key.c_str() + colon + 1, nullptr, 10);
        forEachDifference(base.*each.member, from.*each.member, [&](const auto* before, const auto* after) {
            const std::uint64_t own = (before ? before : after)->id.value;
            if (id == 0 || id == own)
                rows.push_back({each.name, own});
        });
    });
    return rows;
}

} // namespace

CompareDialog::CompareDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.compare"));
    setWindowTitle(text("compare.title"));
    resize(1080, 640);
    m_pages = new QTabWidget;
    m_pages->setObjectName(QStringLiteral("compare.pages"));
    m_pages->addTab(sideBySide(), text("compare.side-by-side"));
    m_pages->addTab(difference(), text("compare.difference"));
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_pages, 1);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::opened, this, &QDialog::reject);
    connect(&m_document, &StudioDocument::historyChanged, this, &CompareDialog::ask);
    ask();
}

QString CompareDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void CompareDialog::showPage(Page page) { m_pages->setCurrentIndex(page == Page::Difference ? 1 : 0); }

QWidget* CompareDialog::sideBySide() {
    auto* page = new QWidget;
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("compare.state"));
    m_state->setWordWrap(true);
    m_table = new ScheduleTree(QStringLiteral("compare.table"), m_services);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_table, &QTreeWidget::itemSelectionChanged, this, &CompareDialog::showChart);
    connect(m_table, &ScheduleTree::said, this, &CompareDialog::hinted);
    m_chart = new BarChart(QStringLiteral("compare.chart"));
    m_chart->setMinimumHeight(120);
    shareChart(*m_chart, QStringLiteral("options"), m_services, [this](const QString& said) { Q_EMIT hinted(said); });
    m_notes = new QLabel;
    m_notes->setObjectName(QStringLiteral("compare.notes"));
    m_notes->setWordWrap(true);
    m_notes->setProperty("subdued", true);
    auto* column = new QVBoxLayout(page);
    column->addWidget(m_state);
    column->addWidget(m_table, 3);
    column->addWidget(m_chart, 1);
    column->addWidget(m_notes);
    return page;
}

QWidget* CompareDialog::difference() {
    auto* page = new QWidget;
    const auto choice = [this](const char* name) {
        auto* box = new QComboBox;
        box->setObjectName(QStringLiteral("compare.") + QLatin1String(name));
        box->setAccessibleName(text(std::string("compare.") + name));
        return box;
    };
    m_base = choice("base");
    m_from = choice("from");
    m_onto = choice("onto");
    auto* row = new QHBoxLayout;
    const auto add = [&](const char* name, QComboBox* box) {
        auto* label = new QLabel(text(std::string("compare.") + name));
        label->setBuddy(box);
        row->addWidget(label);
        row->addWidget(box);
    };
    add("base", m_base);
    add("from", m_from);
    row->addStretch();
    connect(m_base, &QComboBox::activated, this, &CompareDialog::askDifference);
    connect(m_from, &QComboBox::activated, this, &CompareDialog::askDifference);
    m_changes = new ScheduleTree(QStringLiteral("compare.changes"), m_services);
    connect(m_changes, &ScheduleTree::said, this, &CompareDialog::hinted);
    m_taken = new QLabel;
    m_taken->setObjectName(QStringLiteral("compare.taken"));
    m_taken->setWordWrap(true);
    m_taken->setTextFormat(Qt::PlainText);
    const auto button = [this](const char* name) {
        auto* made = new QPushButton(text(std::string("compare.") + name));
        made->setObjectName(QStringLiteral("compare.") + QLatin1String(name));
        made->setAutoDefault(false);
        return made;
    };
    m_takeChosen = button("take-chosen");
    m_takeAll = button("take-all");
    connect(m_takeChosen, &QPushButton::clicked, this, [this] { take(false); });
    connect(m_takeAll, &QPushButton::clicked, this, [this] { take(true); });
    connect(m_changes, &QTreeWidget::itemSelectionChanged, this,
            [this] { m_takeChosen->setEnabled(!m_changes->selectedItems().isEmpty()); });
    m_takeChosen->setEnabled(false);
    auto* foot = new QHBoxLayout;
    auto* onto = new QLabel(text("compare.onto"));
    onto->setBuddy(m_onto);
    foot->addWidget(onto);
    foot->addWidget(m_onto);
    foot->addWidget(m_takeChosen);
    foot->addWidget(m_takeAll);
    foot->addStretch();
    auto* column = new QVBoxLayout(page);
    column->addLayout(row);
    column->addWidget(m_changes, 1);
    column->addWidget(m_taken);
    column->addLayout(foot);
    return page;
}

// What was chosen stays chosen while the option is there; at first the active one is held against its neighbour.
void CompareDialog::listOptions() {
    const Project& project = *m_document.project();
    const std::uint64_t active = project.activeOption;
    const auto other =
        std::ranges::find_if(project.options, [active](const Option& each) { return each.id != active; });
    const std::uint64_t neighbour = other == project.options.end() ? active : other->id;
    const auto list = [&project](QComboBox* box, std::uint64_t usual) {
        const QSignalBlocker blocker(box);
        const QVariant before = box->currentData();
        box->clear();
        for (const Option& option : project.options)
            box->addItem(toText(option.name), QVariant::fromValue(option.id));
        const int kept = before.isValid() ? box->findData(before) : -1;
        box->setCurrentIndex(kept >= 0 ? kept : box->findData(QVariant::fromValue(usual)));
    };
    list(m_base, active);
    list(m_from, neighbour);
    list(m_onto, active);
}

std::uint64_t CompareDialog::chosenOption(const QComboBox* box) const { return box->currentData().toULongLong(); }

void CompareDialog::ask() {
    if (m_listed == m_document.project())
        return;
    m_listed = m_document.project();
    listOptions();
    m_state->setText(text(m_listed->options.size() < 2 ? "compare.one-option" : "compare.working"));
    using SolvedPtr = std::shared_ptr<const Solved>;
    Background::instance().ask(
        {this, "options", windowTitle().toStdString()},
        [project = m_listed, domains = m_services.domains()](const Background::Run& run) -> SolvedPtr {
            return std::make_shared<const Solved>(solvedOptions(project, domains, run.stop));
        },
        [this](const SolvedPtr& solved) {
            m_solved = solved;
            showOptions();
        },
        [this](const Error& failure) { m_state->setText(toText(m_services.texts().sentence(failure.message))); });
    askDifference();
}

void CompareDialog::showOptions() {
    m_state->setText(m_solved->size() < 2 ? text("compare.one-option") : QString());
    m_state->setVisible(!m_state->text().isEmpty());
    const int before = m_table->indexOfTopLevelItem(m_table->currentItem());
    {
        const QSignalBlocker blocker(m_table);
        m_table->setSchedule(optionSchedule(*m_solved), [this](const std::string& header) {
            // The names of options stand as they are.
            return header == "Criterion" ? text("compare.criterion")
                   : header == "Unit"    ? text("compare.unit")
                   : header == "Best"    ? text("compare.best")
                                         : toText(header);
        });
        m_table->setCurrentItem(m_table->topLevelItem(std::max(before, 0)));
    }
    QStringList notes;
    for (const Message& note : m_table->schedule().notes)
        notes << toText(m_services.texts().sentence(note));
    m_notes->setText(notes.join(QLatin1Char(' ')));
    showChart();
}

void CompareDialog::showChart() {
    const int place = m_table->indexOfTopLevelItem(m_table->currentItem());
    if (!m_solved || place < 0)
        return;
    const std::vector<Criterion> criteria = comparedCriteria(*m_solved);
    const Criterion& criterion = criteria[static_cast<std::size_t>(place)];
    const Texts& texts = m_services.texts();
    Chart chart;
    chart.title = toText(texts.sentence(criterion.title));
    for (std::size_t i = 0; i < m_solved->size(); ++i) {
        const Value& value = criterion.values[i];
        Bar bar;
        bar.label = toText((*m_solved)[i].name);
        bar.value = value.isUnknown() ? 0 : value.typical();
        bar.printed = toText(texts.figure(value, criterion.unit));
        bar.isLowerBound = value.isLowerBound();
        chart.bars.push_back(std::move(bar));
    }
    m_chart->setChart(std::move(chart));
}

void CompareDialog::askDifference() {
    const ProjectPtr project = m_document.project();
    const std::uint64_t base = chosenOption(m_base), from = chosenOption(m_from);
    if (!findOption(*project, base) || !findOption(*project, from))
        return;
    Background::instance().ask(
        {this, "difference", windowTitle().toStdString()},
        [project, base, from](const Background::Run&) {
            return changeSchedule(Context(snapshotOf(project, base)), Context(snapshotOf(project, from)));
        },
        [this](Schedule schedule) {
            m_takeAll->setEnabled(!schedule.rows.empty());
            m_changes->setSchedule(std::move(schedule), [this](const std::string& header) {
                return changeHeading(header, m_services.texts());
            });
            m_takeChosen->setEnabled(false);
        },
        [this](const Error& failure) { m_taken->setText(toText(m_services.texts().sentence(failure.message))); });
}

void CompareDialog::take(bool all) {
    const Project& project = *m_document.project();
    const std::uint64_t base = chosenOption(m_base), from = chosenOption(m_from), onto = chosenOption(m_onto);
    const Option* held = findOption(project, base);
    const Option* source = findOption(project, from);
    const Option* target = findOption(project, onto);
    if (!held || !source || !target)
        return;
    std::vector<edits::RowKey> rows;
    if (!all)
        for (const ScheduleRow* line : m_changes->chosen())
            std::ranges::move(rowsOfLine(line->key, *held->design, *source->design), std::back_inserter(rows));
    const Texts& texts = m_services.texts();
    if (!all && rows.empty()) {
        // Lines of the bill and shared records follow from rows, and are in no option.
        m_taken->setText(text("compare.no-row"));
        return;
    }
    const edits::TakenChanges taken = edits::takenChanges(*held->design, *source->design, *target->design, rows);
    const Done done = m_document.commit(edits::takeChanges(project, base, from, onto, rows));
    QStringList said;
    said << toText(done ? texts.sentence(Message("options.taken").with("count", taken.taken.size()))
                        : texts.sentence(done.error().message));
    for (const edits::RefusedChange& each : taken.refused)
        said << toText(texts.sentence(Message("options.refused." + std::string(enumName(each.why)))
                                          .with("kind", texts.text("change.kind." + std::string(each.row.table)))
                                          .with("name", each.name.empty() ? std::to_string(each.row.id) : each.name)));
    constexpr qsizetype mostShown = 8;
    if (said.size() > mostShown) {
        const qsizetype more = said.size() - mostShown;
        said = said.first(mostShown);
        said << toText(texts.sentence(Message("compare.more").with("count", more)));
    }
    m_taken->setText(said.join(QLatin1Char('\n')));
}

} // namespace rackwright
