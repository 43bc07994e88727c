// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_panel.h"

#include "model/edits/record_edits.h"
#include "ui/dialogs/accept_dialog.h"
#include "ui/dialogs/value_dialog.h"
#include "ui/share/share_menu.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct StateChip {
    const char* id;
    RuleState state;
};
constexpr std::array<StateChip, 3> kChips = {{{"failed", RuleState::Failed},
                                              {"not-checked", RuleState::NotChecked},
                                              {"accepted", RuleState::Accepted}}};

constexpr std::size_t kNamesShown = 3;

QString text(const Texts& texts, const std::string& id) { return QString::fromStdString(texts.text(id)); }

} // namespace

FindingsModel::FindingsModel(const Texts& texts, QObject* parent)
    : QAbstractTableModel(parent), m_texts(texts), m_states{RuleState::Failed} {}

void FindingsModel::setSolution(const SolutionPtr& solution) {
    if (solution == m_solution)
        return;
    m_solution = solution;
    sortOut();
}

void FindingsModel::setShown(const std::vector<RuleState>& states) {
    m_states = states;
    sortOut();
}

void FindingsModel::sortOut() {
    beginResetModel();
    m_rows.clear();
    if (m_solution)
        for (const Finding& finding : m_solution->report().findings)
            if (std::ranges::find(m_states, finding.state) != m_states.end())
                m_rows.push_back(&finding);
    endResetModel();
}

const Finding* FindingsModel::finding(int row) const {
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int FindingsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString FindingsModel::where(const Finding& finding) const {
    QStringList names;
    for (std::size_t i = 0; i < std::min(kNamesShown, finding.subjects.size()); ++i) {
        const std::string label = subjectLabel(m_solution->context(), finding.subjects[i]);
        names << QString::fromStdString(label.substr(label.find(':') + 1));
    }
    QString text = names.join(QStringLiteral(", "));
    if (finding.subjects.size() > kNamesShown)
        text += QStringLiteral(" … (%1)").arg(finding.subjects.size());
    return text;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
    const Finding* row = finding(index.row());
    if (!row)
        return {};
    if (role == Qt::UserRole)
        return static_cast<int>(row->state == RuleState::Failed ? row->severity : Severity::Note);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case SeverityColumn: {
        const std::string_view word = row->state == RuleState::Failed ? enumName(row->severity) : enumName(row->state);
        return text(m_texts, "findings.state." + std::string(word));
    }
    case RuleColumn:
        return QString::fromStdString(row->rule->id);
    case WhatColumn:
        return QString::fromStdString(m_texts.sentence(row->message));
    case WhereColumn:
        return where(*row);
    case AdviceColumn:
        return row->rule->advice.empty() ? QString() : text(m_texts, row->rule->advice);
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr std::array<const char*, ColumnCount> names = {"severity", "rule", "what", "where", "advice"};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return text(m_texts, std::string("findings.column.") + names[static_cast<std::size_t>(section)]);
}

FindingsPanel::FindingsPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.findings"));
    const Texts& texts = services.texts();
    m_model = new FindingsModel(texts, this);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("findings.table"));
    m_table->setAccessibleName(text(texts, "panel.findings"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(28);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    m_table->horizontalHeader()->setStretchLastSection(true);
    for (const auto& [column, width] : std::array<std::pair<int, int>, 4>{{{0, 90}, {1, 90}, {2, 430}, {3, 160}}})
        m_table->setColumnWidth(column, width);

    auto* bar = new QHBoxLayout;
    for (const StateChip& chip : kChips) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("findings.show.") + QString::fromLatin1(chip.id));
        button->setText(text(texts, std::string("findings.show.") + chip.id));
        button->setCheckable(true);
        button->setChecked(chip.state == RuleState::Failed);
        button->setProperty("chip", true);
        connect(button, &QToolButton::toggled, this, &FindingsPanel::applyFilter);
        bar->addWidget(button);
        m_chips.push_back(button);
    }
    m_accept = new QToolButton;
    m_accept->setObjectName(QStringLiteral("findings.accept"));
    m_accept->setText(text(texts, "findings.accept"));
    connect(m_accept, &QToolButton::clicked, this, &FindingsPanel::acceptCurrent);
    m_enter = new QToolButton;
    m_enter->setObjectName(QStringLiteral("findings.enter"));
    m_enter->setText(text(texts, "findings.enter"));
    connect(m_enter, &QToolButton::clicked, this, &FindingsPanel::enterValue);
    m_counts = new QLabel;
    m_counts->setObjectName(QStringLiteral("findings.counts"));
    m_counts->setProperty("subdued", true);
    m_counts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_counts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // it never widens the window
    bar->addSpacing(kSpace);
    bar->addWidget(m_accept);
    bar->addWidget(m_enter);
    bar->addWidget(m_counts, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->addLayout(bar);
    column->addWidget(m_table, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const Finding* row = current();
        m_accept->setEnabled(row && row->state == RuleState::Failed);
        m_enter->setEnabled(row && ValueDialog::canEnter(row->missing, m_services));
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &FindingsPanel::showMenu);
    connect(m_table, &QTableView::clicked, this, [this] {
        if (const Finding* row = current())
            Q_EMIT placeAsked(row->subjects);
    });
    connect(&m_document, &StudioDocument::solved, this, &FindingsPanel::refresh);
    refresh();
}

const Finding* FindingsPanel::current() const { return m_model->finding(m_table->currentIndex().row()); }

void FindingsPanel::applyFilter() {
    std::vector<RuleState> states;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        if (m_chips[i]->isChecked())
            states.push_back(kChips[i].state);
    m_model->setShown(states);
    refresh();
}

void FindingsPanel::showMenu(QPoint at) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("findings.menu"));
    Shareable what;
    what.name = QStringLiteral("findings");
    what.table = [this] { return tableOf(*m_table); };
    what.picture = [this] { return pictureOf(*m_table); };
    addShareEntries(menu, what, m_services, this, [this](const QString& said) { Q_EMIT hinted(said); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

void FindingsPanel::refresh() {
    if (const SolutionPtr& solution = m_document.shownSolution())
        m_model->setSolution(solution);
    const Finding* row = current();
    m_accept->setEnabled(row && row->state == RuleState::Failed);
    m_enter->setEnabled(row && ValueDialog::canEnter(row->missing, m_services));
    m_table->setEnabled(!m_document.isStale());
    if (!m_model->solution())
        return;
    const CheckReport& report = m_model->solution()->report();
    m_counts->setText(QString::fromStdString(m_services.texts().sentence(Message("findings.counts")
                                                                             .with("passed", report.passed)
                                                                             .with("failed", report.failed)
                                                                             .with("accepted", report.accepted)
                                                                             .with("notApplicable", report.notApplicable)
                                                                             .with("notChecked", report.notChecked))));
    Q_EMIT countChanged(static_cast<int>(std::ranges::count(report.findings, RuleState::Failed, &Finding::state)));
}

void FindingsPanel::acceptCurrent() {
    const Finding* row = current();
    if (!row || row->state != RuleState::Failed)
        return;
    const Finding copy = *row;
    AcceptDialog dialog(QString::fromStdString(m_services.texts().sentence(copy.message)), m_services.texts(), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const AcceptedFinding acceptance{{},
                                     copy.key,
                                     copy.figures,
                                     dialog.person().toStdString(),
                                     dialog.date().toStdString(),
                                     dialog.reason().toStdString()};
    if (const Done done = m_document.commit(edits::acceptFinding(acceptance)); !done)
        m_counts->setText(QString::fromStdString(m_services.texts().sentence(done.error().message)));
}

void FindingsPanel::enterValue() {
    const Finding* row = current();
    if (!row || row->missing.empty())
        return;
    ValueDialog dialog(QString::fromStdString(row->missing), m_document, m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<Edit> edit = dialog.edit();
    const Done done = edit ? m_document.commit(*edit) : Done(edit.error());
    if (!done)
        m_counts->setText(QString::fromStdString(m_services.texts().sentence(done.error().message)));
}

} // namespace rackwright
