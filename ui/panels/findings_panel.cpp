// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_panel.h"

#include "model/edits/record_edits.h"
#include "ui/dialogs/accept_dialog.h"
#include "ui/dialogs/value_dialog.h"
#include "ui/panels/finding_delegate.h"
#include "ui/share/share_menu.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_note.h"
#include "ui/widgets/overflow_row.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct StateChip {
    const char* id;
    RuleState state;
};
constexpr std::array<StateChip, 3> kStates = {
    {{"failed", RuleState::Failed}, {"not-checked", RuleState::NotChecked}, {"accepted", RuleState::Accepted}}};
struct SeverityChip {
    const char* id;
    Severity severity;
};
constexpr std::array<SeverityChip, 3> kSeverities = {
    {{"error", Severity::Error}, {"warning", Severity::Warning}, {"note", Severity::Note}}};

constexpr auto kPersonKey = "person/name";

} // namespace

QString FindingsPanel::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

QToolButton* FindingsPanel::addChip(const QString& name, bool isChecked) {
    auto* chip = new QToolButton;
    chip->setObjectName(name);
    chip->setCheckable(true);
    chip->setChecked(isChecked);
    chip->setProperty("chip", true);
    connect(chip, &QToolButton::toggled, this, &FindingsPanel::applyFilter);
    m_chips->add(chip);
    return chip;
}

QToolButton* FindingsPanel::addButton(const char* id, QLayout* row, void (FindingsPanel::*run)()) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("findings.") + QLatin1String(id));
    button->setText(text(std::string("findings.") + id));
    button->setProperty("compact", true);
    connect(button, &QToolButton::clicked, this, run);
    row->addWidget(button);
    return button;
}

FindingsPanel::FindingsPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.findings"));
    m_model = new FindingsModel(
        services.texts(),
        [this](const std::string& key) {
            return ValueDialog::canEnter(key, m_services)
                       ? ValueDialog::title(key, m_model->solution()->context().project(), m_services)
                       : QString();
        },
        [this](std::string_view id) -> PartPtr {
            const PartLibrary* library = m_services.library();
            const Result<PartPtr> part = library ? library->part(id) : Result<PartPtr>(PartPtr());
            return part ? *part : nullptr;
        },
        this);
    m_delegate = new FindingDelegate(this);
    m_table = new QTreeView;
    m_table->setObjectName(QStringLiteral("findings.table"));
    m_table->setAccessibleName(text("panel.findings"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->setUniformRowHeights(true);
    m_table->setIndentation(0);
    m_table->setRootIsDecorated(false);
    m_table->setMouseTracking(true);
    m_table->viewport()->installEventFilter(this);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(FindingsModel::WhatColumn, QHeaderView::Stretch);
    for (const int column : {0, 1})
        m_table->header()->resizeSection(column, 92);
    shareWidth();

    m_chips = new OverflowRow(QStringLiteral("findings.chips"), text("findings.more-chips"), kHalfSpace);
    for (const StateChip& chip : kStates)
        m_states.push_back(
            addChip(QStringLiteral("findings.show.") + QLatin1String(chip.id), chip.state == RuleState::Failed));
    m_counts = new ElidedLabel;
    m_counts->setObjectName(QStringLiteral("findings.counts"));
    m_counts->setProperty("subdued", true);
    m_counts->setFont(studioFont(11));
    for (const SeverityChip& chip : kSeverities)
        m_severities.push_back(addChip(QStringLiteral("findings.level.") + QLatin1String(chip.id), false));
    m_grouped = addChip(QStringLiteral("findings.grouped"), false);
    m_grouped->setText(text("findings.grouped"));
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("findings.search"));
    m_search->setAccessibleName(text("findings.search"));
    m_search->setPlaceholderText(text("findings.search"));
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(150);
    connect(m_search, &QLineEdit::textChanged, this, &FindingsPanel::applyFilter);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_chips, 1);
    bar->addWidget(m_search);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("findings.problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto* column = m_column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->setSpacing(kHalfSpace);
    column->addLayout(bar);
    column->addWidget(m_problem);
    column->addWidget(m_table, 1);
    m_detail = new QLabel;
    m_detail->setObjectName(QStringLiteral("findings.detail"));
    m_detail->setWordWrap(true);
    m_detail->setTextFormat(Qt::PlainText);
    // Nor does a name in it widen the panel.
    QSizePolicy narrow = m_detail->sizePolicy();
    narrow.setHorizontalPolicy(QSizePolicy::Ignored);
    m_detail->setSizePolicy(narrow);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_detail, 1);
    m_accept = addButton("accept", foot, &FindingsPanel::acceptCurrent);
    m_withdraw = addButton("withdraw", foot, &FindingsPanel::withdrawCurrent);
    m_enter = addButton("enter", foot, &FindingsPanel::enterValue);
    column->addLayout(foot);
    column->addWidget(m_counts);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FindingsPanel::refreshButtons);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTreeView::customContextMenuRequested, this, &FindingsPanel::showMenu);
    connect(m_table, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        if (index.data(FindingsModel::LinkRole).toBool())
            return actOn(index);
        if (const Finding* row = m_model->finding(index))
            Q_EMIT placeAsked(row->subjects);
    });
    connect(m_table, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const Finding* row = m_model->finding(index))
            Q_EMIT placeAsked(row->subjects);
    });
    connect(&m_document, &StudioDocument::solved, this, &FindingsPanel::refresh);
    connect(&m_document, &StudioDocument::opened, this, &FindingsPanel::forget);
    m_empty = new EmptyNote(m_table, text("findings.working"));
    forget();
    refresh();
}

// The findings of a design that was open before are not those of the one that is opened.
void FindingsPanel::forget() {
    report(done());
    showUsual();
    m_model->setSolution(nullptr);
    for (std::size_t i = 0; i < m_states.size(); ++i)
        m_states[i]->setText(text(std::string("findings.show.") + kStates[i].id));
    for (std::size_t i = 0; i < m_severities.size(); ++i)
        m_severities[i]->setText(text(std::string("findings.level.") + kSeverities[i].id));
    m_counts->setText({});
    refreshEmptyNote();
    refreshButtons();
    Q_EMIT countChanged(0);
}

// What was looked for in one design says nothing of the next; how rows are gathered is the reader's way.
void FindingsPanel::showUsual() {
    const auto set = [](QToolButton* chip, bool isOn) {
        const QSignalBlocker blocker(chip);
        chip->setChecked(isOn);
    };
    for (std::size_t i = 0; i < m_states.size(); ++i)
        set(m_states[i], kStates[i].state == RuleState::Failed);
    for (QToolButton* chip : m_severities)
        set(chip, false);
    const QSignalBlocker blocker(m_search);
    m_search->clear();
    applyFilter();
}

const Finding* FindingsPanel::current() const { return m_model->finding(m_table->currentIndex()); }

void FindingsPanel::shareWidth() {
    const int rest = std::max(0, m_table->viewport()->width() - 2 * 92);
    m_table->header()->resizeSection(3, std::clamp(rest / 5, 80, 140));
    m_table->header()->resizeSection(4, std::clamp(rest * 3 / 10, 100, 220));
}

bool FindingsPanel::event(QEvent* event) {
    if (event->type() == QEvent::ParentChange && parentWidget())
        parentWidget()->installEventFilter(this);
    return QWidget::event(event);
}

void FindingsPanel::setLow(bool isLow) {
    if (isLow == m_isLow)
        return;
    m_isLow = isLow;
    const int edge = isLow ? 2 : kSpace;
    m_column->setContentsMargins(kSpace, isLow ? 2 : kHalfSpace, kSpace, edge);
    m_column->setSpacing(isLow ? 2 : kHalfSpace);
    m_table->setHeaderHidden(isLow);
    m_counts->setVisible(!isLow);
    refreshButtons();
}

bool FindingsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget()) {
        // For chips, a head, rows, a sentence and the counts below them.
        constexpr int roomy = 165;
        if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
            setLow(parentWidget()->height() < roomy);
        return QWidget::eventFilter(watched, event);
    }
    if (event->type() == QEvent::Resize)
        shareWidth();
    if (event->type() == QEvent::MouseMove) {
        const QModelIndex index = m_table->indexAt(static_cast<QMouseEvent*>(event)->pos());
        m_table->viewport()->setCursor(index.data(FindingsModel::LinkRole).toBool() ? Qt::PointingHandCursor
                                                                                    : Qt::ArrowCursor);
    }
    return QWidget::eventFilter(watched, event);
}

void FindingsPanel::applyFilter() {
    FindingsModel::Filter filter;
    filter.states.clear();
    for (std::size_t i = 0; i < m_states.size(); ++i)
        if (m_states[i]->isChecked())
            filter.states.insert(kStates[i].state);
    for (std::size_t i = 0; i < m_severities.size(); ++i)
        if (m_severities[i]->isChecked())
            filter.severities.insert(kSeverities[i].severity);
    filter.words = m_search->text();
    filter.isGrouped = m_grouped->isChecked();
    m_model->setFilter(filter);
    m_table->setIndentation(0);
    m_table->expandAll();
    refreshEmptyNote();
    refreshButtons();
}

// Nothing open is good news; rows that the chips or the words hide are not, nor is a design that is not worked out yet.
void FindingsPanel::refreshEmptyNote() {
    const bool isUnfiltered =
        std::ranges::all_of(m_severities, [](const QToolButton* chip) { return !chip->isChecked(); }) &&
        m_search->text().isEmpty() && m_states.front()->isChecked();
    const bool isChecked = m_model->solution() != nullptr;
    m_empty->setText(!isChecked ? text("findings.working")
                                : text(isUnfiltered && m_model->count(RuleState::Failed) == 0 ? "findings.none-open"
                                                                                              : "findings.none"));
}

void FindingsPanel::showMenu(QPoint at) {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("findings.menu"));
    const QModelIndex under = m_table->indexAt(at);
    if (const Finding* row = m_model->finding(under)) {
        const auto add = [&](QToolButton* button, void (FindingsPanel::*run)()) {
            if (button->isEnabled())
                menu.addAction(button->text(), this, run);
        };
        const QModelIndex advice = under.siblingAtColumn(FindingsModel::AdviceColumn);
        // A solution that arrives while the menu is open makes other rows of the findings: the key finds this one
        // again.
        if (row->state == RuleState::Failed && advice.data(FindingsModel::LinkRole).toBool())
            menu.addAction(advice.data().toString(), this, [this, key = row->key] {
                if (const QModelIndex now = m_model->indexOf(key); now.isValid())
                    actOn(now);
            });
        add(m_accept, &FindingsPanel::acceptCurrent);
        add(m_withdraw, &FindingsPanel::withdrawCurrent);
        add(m_enter, &FindingsPanel::enterValue);
        menu.addAction(text("findings.show-place"), this, [this] {
            if (const Finding* shown = current())
                Q_EMIT placeAsked(shown->subjects);
        });
        menu.addSeparator();
    }
    Shareable what;
    what.name = QStringLiteral("findings");
    what.table = [this] { return tableOf(*m_table); };
    what.picture = [this] { return pictureOf(*m_table); };
    addShareEntries(menu, what, m_services, this, [this](const QString& said) { Q_EMIT hinted(said); });
    menu.exec(m_table->viewport()->mapToGlobal(at));
}

void FindingsPanel::refresh() {
    const bool isStale = m_document.isStale();
    m_delegate->setStale(isStale);
    m_table->viewport()->update();
    const SolutionPtr& solution = m_document.shownSolution();
    if (!solution || solution == m_model->solution())
        return refreshButtons();
    const Finding* before = current();
    const std::string key = before ? before->key : std::string();
    m_model->setSolution(solution);
    m_table->expandAll();
    if (!key.empty())
        m_table->setCurrentIndex(m_model->indexOf(key));
    for (std::size_t i = 0; i < m_states.size(); ++i)
        m_states[i]->setText(text(std::string("findings.show.") + kStates[i].id) +
                             QStringLiteral(" %1").arg(m_model->count(kStates[i].state)));
    for (std::size_t i = 0; i < m_severities.size(); ++i)
        m_severities[i]->setText(text(std::string("findings.level.") + kSeverities[i].id) +
                                 QStringLiteral(" %1").arg(m_model->count(kSeverities[i].severity)));
    // One level alone needs no filter.
    int levels = 0;
    for (const SeverityChip& chip : kSeverities)
        levels += m_model->count(chip.severity) > 0 ? 1 : 0;
    for (std::size_t i = 0; i < m_severities.size(); ++i)
        m_chips->setWanted(m_severities[i],
                           m_severities[i]->isChecked() || (levels > 1 && m_model->count(kSeverities[i].severity) > 0));
    const CheckReport& report = solution->report();
    // A finding is one cause; the report counts the checks of every place.
    m_counts->setText(
        QString::fromStdString(m_services.texts().sentence(Message("findings.counts")
                                                               .with("passed", report.passed)
                                                               .with("failed", report.failed)
                                                               .with("accepted", report.accepted)
                                                               .with("notApplicable", report.notApplicable)
                                                               .with("notChecked", report.notChecked))));
    refreshEmptyNote();
    refreshButtons();
    Q_EMIT countChanged(m_model->count(RuleState::Failed));
}

// What a rule could not check stands behind a chip of its own; beside what it found it is said too.
QString FindingsPanel::openChecks(const Finding& finding) const {
    std::size_t open = 0;
    for (const Finding& other : m_model->solution()->report().findings)
        if (other.rule == finding.rule && other.state == RuleState::NotChecked && other.key != finding.key)
            open += std::max<std::size_t>(1, other.subjects.size());
    if (open == 0)
        return {};
    return QLatin1Char(' ') + QString::fromStdString(m_services.texts().sentence(
                                  Message("findings.open-too").with("rule", finding.rule->id).with("count", open)));
}

// The rows are one line each; the one that is chosen is written out.
void FindingsPanel::showDetail() {
    const QModelIndex at = m_table->currentIndex();
    const bool isRow = current() != nullptr;
    const auto cell = [&at](FindingsModel::Column column) { return at.siblingAtColumn(column).data().toString(); };
    m_detail->setVisible(isRow && !m_isLow);
    // What the link would do stands in its row; here stands what else can be done.
    const QString advice = at.siblingAtColumn(FindingsModel::AdviceColumn).data(Qt::ToolTipRole).toString();
    m_detail->setText(isRow ? cell(FindingsModel::WhatColumn) + QLatin1Char(' ') + advice + openChecks(*current())
                            : QString());
    if (isRow)
        QMetaObject::invokeMethod(
            m_table, [this] { m_table->scrollTo(m_table->currentIndex()); }, Qt::QueuedConnection);
}

void FindingsPanel::refreshButtons() {
    showDetail();
    const Finding* row = current();
    m_accept->setEnabled(row && row->state == RuleState::Failed);
    m_withdraw->setEnabled(row && row->state == RuleState::Accepted && row->acceptance);
    m_enter->setEnabled(row && ValueDialog::canEnter(row->missing, m_services));
    for (QToolButton* button : {m_accept, m_withdraw, m_enter})
        button->setVisible(button->isEnabled() && !m_isLow);
}

void FindingsPanel::report(const Done& done) {
    m_problem->setText(done ? QString() : QString::fromStdString(m_services.texts().sentence(done.error().message)));
    m_problem->setVisible(!done);
}

void FindingsPanel::actOn(const QModelIndex& index) {
    const Finding* row = m_model->finding(index);
    if (!row || row->state != RuleState::NotChecked)
        return applyFix(index);
    m_table->setCurrentIndex(index);
    enterValue();
}

void FindingsPanel::applyFix(const QModelIndex& index) {
    const auto fix = m_model->fix(index);
    if (!fix || m_document.isStale())
        return;
    report(m_document.commit(fix->edit));
    m_document.closeMerge();
}

void FindingsPanel::acceptCurrent() {
    const Finding* row = current();
    if (!row || row->state != RuleState::Failed)
        return;
    const Finding copy = *row;
    AcceptDialog dialog(QString::fromStdString(m_services.texts().sentence(copy.message)), m_services.texts(), this);
    dialog.setPerson(m_services.preferences().value(QLatin1String(kPersonKey)).toString());
    dialog.setDate(QString::fromStdString(m_services.today()));
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_services.preferences().setValue(QLatin1String(kPersonKey), dialog.person());
    const AcceptedFinding acceptance{{},
                                     copy.key,
                                     copy.figures,
                                     dialog.person().toStdString(),
                                     dialog.date().toStdString(),
                                     dialog.reason().toStdString()};
    report(m_document.commit(edits::acceptFinding(acceptance)));
}

void FindingsPanel::withdrawCurrent() {
    const Finding* row = current();
    if (row && row->acceptance)
        report(m_document.commit(edits::withdrawAcceptance(row->acceptance->id)));
}

void FindingsPanel::enterValue() {
    const Finding* row = current();
    if (!row || row->missing.empty())
        return;
    ValueDialog dialog(QString::fromStdString(row->missing), m_document, m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<Edit> edit = dialog.edit();
    report(edit ? m_document.commit(*edit) : Done(edit.error()));
}

} // namespace rackwright
