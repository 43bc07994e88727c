// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workloads_workspace.h"

#include "model/edits/workload_edits.h"
#include "solvers/workload/job.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/workspace_parts.h"
#include "ui/workloads/job_files_dialog.h"
#include "ui/workloads/serving_insight.h"
#include "ui/workloads/training_insight.h"
#include "ui/workloads/workload_form.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kRowHeight = 28;
constexpr int kMostRows = 6; // of the list before it scrolls

// What nobody has taken of the phase.
double freeShare(const Design& design, std::int64_t phase) {
    double taken = 0;
    for (const Workload& each : design.workloads)
        if (each.phase == phase)
            taken += each.acceleratorShare;
    return std::clamp(1 - taken, 0.0, 1.0);
}

} // namespace

WorkloadsWorkspace::WorkloadsWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services) {
    m_form = new WorkloadForm(document, services);
    m_training = new TrainingInsight(document, services);
    m_serving = new ServingInsight(document, services);
    for (Insight* each : {static_cast<Insight*>(m_training), static_cast<Insight*>(m_serving)}) {
        connect(each, &Insight::figureAsked, this, &WorkloadsWorkspace::figureAsked);
        connect(each, &Insight::hinted, this, &WorkloadsWorkspace::hinted);
        connect(each, &Insight::chosen, m_form, &WorkloadForm::setChosen);
    }
    connect(m_form, &WorkloadForm::hinted, this, &WorkloadsWorkspace::hinted);

    auto* side = new QFrame;
    side->setProperty("panel", true);
    auto* sideColumn = new QVBoxLayout(side);
    sideColumn->setContentsMargins(1, 1, 1, 1);
    sideColumn->setSpacing(0);
    sideColumn->addWidget(buildList());
    sideColumn->addWidget(scrolled(m_form), 1);
    m_insights = new QStackedWidget;
    m_insights->addWidget(m_training);
    m_insights->addWidget(m_serving);
    m_noSystems = new QLabel(text("workloads.no-systems"));
    m_noSystems->setObjectName(QStringLiteral("workloads.no-systems"));
    m_noSystems->setProperty("doubt", true);
    m_noSystems->setWordWrap(true);
    auto* open = new QPushButton(text("workloads.open-plan"));
    open->setObjectName(QStringLiteral("workloads.open-plan"));
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT workspaceAsked(QStringLiteral("plan")); });
    auto* noSystems = new QWidget;
    noSystems->setObjectName(QStringLiteral("workloads.hint"));
    auto* hintRow = new QHBoxLayout(noSystems);
    hintRow->setContentsMargins(4, 0, 0, 0);
    hintRow->addWidget(m_noSystems, 1);
    hintRow->addWidget(open);
    auto* right = new QWidget;
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 4, 0);
    rightColumn->setSpacing(kSpace);
    rightColumn->addWidget(noSystems);
    rightColumn->addWidget(m_insights, 1);
    auto* whole = new QWidget;
    auto* wholeColumn = new QVBoxLayout(whole);
    wholeColumn->setContentsMargins(0, 0, 0, 0);
    wholeColumn->setSpacing(kSpace);
    wholeColumn->addWidget(m_training->cards());
    wholeColumn->addWidget(m_serving->cards());
    wholeColumn->addWidget(formBeside(side, right), 1);
    m_pages = new QStackedWidget;
    m_pages->addWidget(buildEmpty());
    m_pages->addWidget(whole);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);

    connect(&document, &StudioDocument::opened, this, [this] {
        m_workload = {};
        refresh();
    });
    connect(&document, &StudioDocument::changed, this, &WorkloadsWorkspace::refresh);
    connect(&document, &StudioDocument::solved, this, &WorkloadsWorkspace::refreshInsight);
}

QString WorkloadsWorkspace::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QWidget* WorkloadsWorkspace::buildList() {
    auto* head = new QWidget;
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 8, 0, 4);
    column->setSpacing(kHalfSpace);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 0, 8, 0);
    auto* title = new QLabel(text("workloads.title"));
    title->setProperty("title", true);
    row->addWidget(title, 1);
    const auto button = [&](const char* id) {
        auto* made = new QToolButton;
        made->setObjectName(QLatin1String(id));
        made->setText(text(id));
        made->setProperty("chip", true);
        row->addWidget(made);
        return made;
    };
    auto* addButton = button("workloads.add");
    auto* menu = new QMenu(addButton);
    menu->setObjectName(QStringLiteral("workloads.add.menu"));
    for (std::size_t i = 0; i < EnumNames<WorkloadKind>::names.size(); ++i) {
        const auto kind = static_cast<WorkloadKind>(i);
        QAction* action = menu->addAction(text("workload.kind." + std::string(enumName(kind))));
        action->setObjectName(QStringLiteral("workloads.add.") + toText(std::string(enumName(kind))));
        connect(action, &QAction::triggered, this, [this, kind] { add(kind); });
    }
    connect(addButton, &QToolButton::clicked, this,
            [addButton, menu] { menu->popup(addButton->mapToGlobal(QPoint(0, addButton->height() + 2))); });
    m_duplicate = button("workloads.duplicate");
    connect(m_duplicate, &QToolButton::clicked, this, &WorkloadsWorkspace::duplicate);
    m_remove = button("workloads.remove");
    connect(m_remove, &QToolButton::clicked, this, &WorkloadsWorkspace::remove);
    m_jobFiles = button("workloads.job-files");
    m_jobFiles->setToolTip(text("workloads.job-files.tip"));
    connect(m_jobFiles, &QToolButton::clicked, this, &WorkloadsWorkspace::showJobFiles);
    column->addLayout(row);
    m_list = new QTableWidget(0, 3);
    m_list->setObjectName(QStringLiteral("workloads.list"));
    m_list->setAccessibleName(text("workloads.title"));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setShowGrid(false);
    m_list->verticalHeader()->hide();
    m_list->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_list->horizontalHeader()->hide();
    m_list->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_list, &QTableWidget::currentCellChanged, this, [this](int now) {
        if (QTableWidgetItem* item = m_list->item(now, 0))
            choose({item->data(Qt::UserRole).toULongLong()});
    });
    column->addWidget(m_list);
    return head;
}

QWidget* WorkloadsWorkspace::buildEmpty() {
    m_emptyText = new QLabel(text("workloads.empty"));
    m_emptyText->setObjectName(QStringLiteral("workloads.empty"));
    const auto button = [this](WorkloadKind kind, bool isPrimary) {
        const std::string name(enumName(kind));
        auto* made = new QPushButton(text("workloads.empty." + name));
        made->setObjectName(QStringLiteral("workloads.empty.") + toText(name));
        made->setProperty("primary", isPrimary);
        connect(made, &QPushButton::clicked, this, [this, kind] { add(kind); });
        return made;
    };
    return emptyPage(m_emptyText, {button(WorkloadKind::PreTraining, true), button(WorkloadKind::Inference, false)});
}

void WorkloadsWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    refresh();
}

void WorkloadsWorkspace::choose(Id<Workload> workload) {
    if (workload == m_workload)
        return;
    m_workload = workload;
    refresh();
}

bool WorkloadsWorkspace::isIdle() const { return !m_document.isStale() && m_training->isIdle() && m_serving->isIdle(); }

void WorkloadsWorkspace::refresh() {
    if (!isVisible())
        return;
    const Table<Workload>& workloads = m_document.shownDesign().workloads;
    if (!workloads.contains(m_workload))
        m_workload = workloads.isEmpty() ? Id<Workload>() : workloads.begin()->id;
    m_pages->setCurrentIndex(workloads.isEmpty() ? 0 : 1);
    refreshList();
    m_form->show(m_workload);
    refreshInsight();
}

void WorkloadsWorkspace::refreshList() {
    const Table<Workload>& workloads = m_document.shownDesign().workloads;
    const QSignalBlocker blocker(m_list);
    m_list->setRowCount(static_cast<int>(workloads.size()));
    int line = 0, current = -1;
    for (const Workload& each : workloads) {
        if (each.id == m_workload)
            current = line;
        const QString share = toText(m_services.texts().figure(Value(each.acceleratorShare), "%", 0.01));
        const QString kind = text("workload.kind.short." + std::string(enumName(each.kind)));
        const QStringList cells{toText(each.name), kind, share};
        for (int cell = 0; cell < cells.size(); ++cell) {
            auto* item = new QTableWidgetItem(cells[cell]);
            item->setData(Qt::UserRole, QVariant::fromValue(each.id.value));
            item->setToolTip(toText(each.name + " · " + each.model));
            if (cell == 1)
                item->setForeground(Theme::current().ink(Ink::Subdued));
            if (cell == 2)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_list->setItem(line, cell, item);
        }
        ++line;
    }
    m_list->setFixedHeight(std::min(kMostRows, std::max(1, line)) * kRowHeight + 2);
    m_list->setCurrentCell(current, 0);
    m_duplicate->setEnabled(current >= 0);
    m_remove->setEnabled(current >= 0);
    m_jobFiles->setEnabled(current >= 0);
}

void WorkloadsWorkspace::refreshInsight() {
    if (!isVisible())
        return;
    const Workload* row = m_document.shownDesign().workloads.find(m_workload);
    if (!row)
        return;
    Insight* shown = isTraining(*row) ? static_cast<Insight*>(m_training) : m_serving;
    m_insights->setCurrentWidget(shown);
    m_training->cards()->setVisible(shown == m_training);
    m_serving->cards()->setVisible(shown == m_serving);
    const SolutionPtr& solution = m_document.newestSolution();
    findChild<QWidget*>(QStringLiteral("workloads.hint"))
        ->setVisible(solution && jobGroups(solution->context()).empty());
    shown->show(m_workload);
}

std::optional<Shareable> WorkloadsWorkspace::shareable() {
    Shareable what;
    what.name = QStringLiteral("workloads");
    what.table = [this] { return tableOf(*m_list); };
    what.picture = [this] { return pictureOf(*m_insights); };
    return what;
}

void WorkloadsWorkspace::commit(const Edit& edit) {
    if (const Done done = m_document.commit(edit); !done)
        Q_EMIT hinted(toText(m_services.texts().sentence(done.error().message)));
    m_document.closeMerge();
}

void WorkloadsWorkspace::add(WorkloadKind kind) {
    const Design& design = m_document.design();
    auto taken = edits::namesOf(design.workloads);
    Workload made;
    made.name = edits::freeName(m_services.texts().text("workload.kind." + std::string(enumName(kind))), taken);
    made.kind = kind;
    made.model = "Llama-3.1-70B";
    // What is left of the first phase; when nothing is, a phase after all others.
    made.acceleratorShare = freeShare(design, made.phase);
    if (made.acceleratorShare <= 0) {
        for (const Workload& each : design.workloads)
            made.phase = std::max(made.phase, each.phase + 1);
        made.acceleratorShare = 1;
    }
    const std::string name = made.name;
    commit(edits::putWorkload(edits::activeTarget(*m_document.project()), std::move(made)));
    for (const Workload& each : m_document.design().workloads)
        if (each.name == name)
            choose(each.id);
}

void WorkloadsWorkspace::duplicate() {
    const Design& design = m_document.design();
    const Workload* row = design.workloads.find(m_workload);
    if (!row)
        return;
    auto taken = edits::namesOf(design.workloads);
    Workload copy = *row;
    copy.id = {};
    copy.name = edits::freeName(row->name, taken);
    const double left = freeShare(design, row->phase);
    if (left <= 0)
        for (const Workload& each : design.workloads)
            copy.phase = std::max(copy.phase, each.phase + 1);
    else
        copy.acceleratorShare = std::min(left, copy.acceleratorShare);
    const std::string name = copy.name;
    commit(edits::putWorkload(edits::activeTarget(*m_document.project()), std::move(copy)));
    for (const Workload& each : m_document.design().workloads)
        if (each.name == name)
            choose(each.id);
}

// One at a time; it is closed by hand and follows the design until then.
void WorkloadsWorkspace::showJobFiles() {
    delete findChild<JobFilesDialog*>();
    auto* dialog = new JobFilesDialog(m_document, m_services, m_workload, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void WorkloadsWorkspace::remove() {
    if (m_workload)
        commit(edits::removeWorkload(edits::activeTarget(*m_document.project()), m_workload));
}

WorkspaceFeature workloadsFeature() {
    return {
        "workloads",
        {"view.show.workloads", MenuId::View, "Ctrl+4", ""},
        WorkspaceRoom::Document,
        "workloads",
        {SubjectKind::Workload},
        [](const WorkspaceSite& site) -> Workspace* { return new WorkloadsWorkspace(site.document, site.services); }};
}

} // namespace rackwright