// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/storage/storage_workspace.h"

#include "model/edits/workload_edits.h"
#include "solvers/storage/figures.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/storage/provisioning_guides.h"
#include "solvers/workload/checkpoint_interval.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/point_chart.h"
#include "ui/share/chart_share.h"
#include "ui/storage/path_chain.h"
#include "ui/storage/storage_form.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_rows.h"
#include "ui/widgets/scrolled.h"

#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kGuideUnit = 1e9; // B/s of a GB/s

constexpr double kMinute = 60;
constexpr std::array<const char*, 4> kCardNames = {"read", "write", "restore", "capacity"};

} // namespace

StorageWorkspace::StorageWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services) {
    auto* whole = new QWidget;
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace);
    m_cards = new CardRow(QStringLiteral("storage"), {kCardNames[0], kCardNames[1], kCardNames[2], kCardNames[3]});
    connect(m_cards, &CardRow::asked, this, &StorageWorkspace::figureAsked);
    column->addWidget(m_cards);
    column->addWidget(formBeside(buildSide(), buildPanels()), 1);
    m_pages = new QStackedWidget;
    m_pages->addWidget(buildEmpty());
    m_pages->addWidget(whole);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    connect(&document, &StudioDocument::opened, this, [this] {
        m_pool = {};
        m_workload = {};
        refresh();
    });
    connect(&document, &StudioDocument::changed, this, &StorageWorkspace::refresh);
    connect(&document, &StudioDocument::solved, this, &StorageWorkspace::refreshFigures);
}

QString StorageWorkspace::text(const std::string& id) const { return toText(m_services.texts().text(id)); }
QString StorageWorkspace::sentence(const Message& message) const {
    return toText(m_services.texts().sentence(message));
}

FigureReading StorageWorkspace::ofPool(const std::string& name) const {
    return readFigure(m_document, m_services, name, Subject(m_pool));
}
FigureReading StorageWorkspace::ofJob(const std::string& name) const {
    return readFigure(m_document, m_services, name, Subject(m_workload));
}

QWidget* StorageWorkspace::buildSide() {
    auto* side = new QFrame;
    side->setProperty("panel", true);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(1, 8, 1, 1);
    column->setSpacing(kHalfSpace);
    const auto choice = [this](const char* name, const char* label, QHBoxLayout* row) {
        auto* title = new QLabel(text(label));
        title->setProperty("subdued", true);
        auto* box = new QComboBox;
        box->setObjectName(QLatin1String(name));
        box->setAccessibleName(text(label));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
        row->addWidget(title);
        row->addWidget(box, 1);
        return box;
    };
    const auto button = [this](const char* id, QHBoxLayout* row) {
        auto* made = new QToolButton;
        made->setObjectName(QLatin1String(id));
        made->setText(text(id));
        made->setProperty("chip", true);
        row->addWidget(made);
        return made;
    };
    auto* pools = new QHBoxLayout;
    pools->setContentsMargins(12, 0, 8, 0);
    m_pools = choice("storage.pools", "storage.choose-pool", pools);
    connect(button("storage.add", pools), &QToolButton::clicked, this, &StorageWorkspace::addPool);
    m_remove = button("storage.remove", pools);
    connect(m_remove, &QToolButton::clicked, this, &StorageWorkspace::removePool);
    auto* jobs = new QHBoxLayout;
    jobs->setContentsMargins(12, 0, 8, 0);
    m_jobs = choice("storage.jobs", "storage.choose-job", jobs);
    connect(m_pools, &QComboBox::activated, this, [this](int index) {
        m_pool = {m_pools->itemData(index).toULongLong()};
        refresh();
    });
    connect(m_jobs, &QComboBox::activated, this, [this](int index) {
        m_workload = {m_jobs->itemData(index).toULongLong()};
        refresh();
    });
    m_form = new StorageForm(m_document, m_services);
    connect(m_form, &StorageForm::hinted, this, &StorageWorkspace::hinted);
    column->addLayout(pools);
    column->addLayout(jobs);
    column->addWidget(scrolled(m_form), 1);
    return side;
}

QWidget* StorageWorkspace::buildPanels() {
    auto* panels = new QWidget;
    QGridLayout* grid = panelGrid();
    panels->setLayout(grid);
    grid->setContentsMargins(0, 0, 4, 0);
    const auto rows = [this](const char* name, FigureRows::Shape shape, QVBoxLayout* panel) {
        auto* made = new FigureRows(QLatin1String(name), shape);
        connect(made, &FigureRows::asked, this, &StorageWorkspace::figureAsked);
        panel->addWidget(made);
        return made;
    };
    QVBoxLayout* path = addTitledPanel(*grid, text("storage.path"), 0, 0, 2);
    m_readPath = new PathChain(QStringLiteral("storage.path.read"), text("storage-path.read"));
    m_writePath = new PathChain(QStringLiteral("storage.path.write"), text("storage-path.write"));
    for (PathChain* chain : {m_readPath, m_writePath}) {
        connect(chain, &PathChain::asked, this, &StorageWorkspace::figureAsked);
        path->addWidget(chain);
    }
    QVBoxLayout* interval = addTitledPanel(*grid, text("storage.interval"), 1, 0);
    m_interval = new PointChart(QStringLiteral("storage.interval"));
    m_interval->setMinimumHeight(190);
    interval->addWidget(m_interval, 1);
    share(*m_interval, "checkpoint-interval");
    connect(m_interval, &PointChart::chosen, this,
            [this] { Q_EMIT figureAsked(ofJob(figure_of::storageGoodput).label); });
    m_intervals = rows("storage.intervals", FigureRows::Shape::Legend, interval);
    QVBoxLayout* nodes = addTitledPanel(*grid, text("storage.nodes"), 1, 1);
    m_nodes = new BarChart(QStringLiteral("storage.nodes"));
    m_nodes->setMinimumHeight(150);
    nodes->addWidget(m_nodes, 1);
    share(*m_nodes, "storage-nodes");
    connect(m_nodes, &BarChart::chosen, this, [this] { Q_EMIT figureAsked(ofPool(figure_of::poolNodesNeeded).label); });
    m_poolRows = rows("storage.pool.figures", FigureRows::Shape::List, nodes);
    QVBoxLayout* stalls = addTitledPanel(*grid, text("storage.stalls"), 2, 0);
    m_stalls = rows("storage.stalls", FigureRows::Shape::List, stalls);
    stalls->addStretch();
    QVBoxLayout* safes = addTitledPanel(*grid, text("storage.safes"), 2, 1);
    m_safes = rows("storage.safes", FigureRows::Shape::List, safes);
    safes->addStretch();
    QVBoxLayout* retention = addTitledPanel(*grid, text("storage.retention"), 3, 0, 2);
    m_retention = rows("storage.retention", FigureRows::Shape::List, retention);
    QVBoxLayout* guides = addTitledPanel(*grid, text("schedule.storage-guides"), 4, 0, 2);
    m_guides = rows("storage.guides", FigureRows::Shape::List, guides);
    return panels;
}

QWidget* StorageWorkspace::buildEmpty() {
    m_emptyText = new QLabel;
    m_emptyText->setObjectName(QStringLiteral("storage.empty"));
    m_firstPool = new QPushButton;
    m_firstPool->setObjectName(QStringLiteral("storage.first"));
    m_firstPool->setProperty("primary", true);
    connect(m_firstPool, &QPushButton::clicked, this, [this] {
        if (freeStorageNodes(*m_document.project(), m_document.design()).empty())
            Q_EMIT workspaceAsked(QStringLiteral("plan"));
        else
            addPool();
    });
    return emptyPage(m_emptyText, {m_firstPool});
}

void StorageWorkspace::share(ChartCanvas& chart, const char* name) {
    shareChart(chart, QLatin1String(name), m_services, [this](const QString& said) { Q_EMIT hinted(said); });
}

std::optional<Shareable> StorageWorkspace::shareable() {
    Shareable what;
    what.name = QStringLiteral("storage");
    what.picture = [this] { return pictureOf(*m_pages); };
    return what;
}

void StorageWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    refresh();
}

void StorageWorkspace::refresh() {
    if (!isVisible())
        return;
    const Design& design = m_document.shownDesign();
    if (!design.storagePools.contains(m_pool))
        m_pool = design.storagePools.isEmpty() ? Id<StoragePool>() : design.storagePools.begin()->id;
    if (!design.workloads.contains(m_workload))
        m_workload = design.workloads.isEmpty() ? Id<Workload>() : design.workloads.begin()->id;
    m_pages->setCurrentIndex(design.storagePools.isEmpty() ? 0 : 1);
    if (design.storagePools.isEmpty()) {
        const bool hasNodes = !freeStorageNodes(*m_document.shownProject(), design).empty();
        m_emptyText->setText(text(hasNodes ? "storage.empty" : "storage.empty.no-nodes"));
        m_firstPool->setText(text(hasNodes ? "storage.first" : "workloads.open-plan"));
        return;
    }
    refreshChoices();
    m_form->show(m_pool, m_workload);
    refreshFigures();
}

void StorageWorkspace::refreshChoices() {
    const Design& design = m_document.shownDesign();
    const auto fill = [](QComboBox& box, const auto& table, std::uint64_t current) {
        const QSignalBlocker blocker(box);
        box.clear();
        for (const auto& row : table)
            box.addItem(toText(row.name), QVariant::fromValue(row.id.value));
        box.setCurrentIndex(box.findData(QVariant::fromValue(current)));
        box.setEnabled(box.count() > 0);
    };
    fill(*m_pools, design.storagePools, m_pool.value);
    fill(*m_jobs, design.workloads, m_workload.value);
}

void StorageWorkspace::refreshFigures() {
    if (!isVisible() || m_document.shownDesign().storagePools.isEmpty())
        return;
    refreshCards();
    refreshPaths();
    refreshModes();
    refreshGuides();
    drawInterval();
    drawNodes();
    m_form->setChosen(chosen());
}

// What holds where nothing is entered.
std::vector<Parameter> StorageWorkspace::chosen() const {
    std::vector<Parameter> list;
    if (const FigureReading interval = ofJob(figure_of::storageCheckpointInterval); interval.value)
        list.push_back({"checkpoint-interval", interval.amount.toStdString()});
    const SolutionPtr& solution = m_document.newestSolution();
    if (!solution)
        return list;
    const Context& context = solution->context();
    const auto add = [&](const char* parameter, const Value& value, std::string_view unit) {
        if (value.isKnown())
            list.push_back({parameter, m_services.texts().figure(value, unit, 1)});
    };
    if (const Workload* row = context.design().workloads.find(m_workload)) {
        add("checkpoint-bytes", parameterOr<Value>(context, *row, "checkpoint-bytes", setting_of::checkpointBytes).si(),
            "B");
        const Value interval = checkpointInterval<Value>(context, *row).si(),
                    step = isTraining(*row) ? jobStep<Value>(context, *row).si() : Value();
        if (interval.isKnown() && step.isKnown() && step.typical() > 0)
            add("checkpoint-steps",
                Value(std::max(1.0, std::floor(interval.typical() / step.typical())), interval.grade()), "");
        add("kept-hot", keptCount<Value>(context, *row, RetentionTier::Hot), "");
        add("kept-warm", keptCount<Value>(context, *row, RetentionTier::Warm), "");
        add("kept-cold", keptCount<Value>(context, *row, RetentionTier::Cold), "");
        add("load-time", parameterOr<Value>(context, *row, "load-time", setting_of::loadTime).si(), "s");
    }
    if (const StoragePool* row = context.design().storagePools.find(m_pool)) {
        add("data", codeData<Value>(context, *row), "");
        add("parity", codeParity<Value>(context, *row), "");
    }
    return list;
}

void StorageWorkspace::setCard(Card card, const FigureReading& supply, const FigureReading& demand,
                               const FigureReading& share) {
    const auto index = static_cast<std::size_t>(card);
    CardContent content = cardOf(m_document, supply, text(std::string("storage.card.") + kCardNames[index]));
    if (demand.value && supply.value)
        content.value = sentence(Message("workloads.of-limit")
                                     .with("amount", demand.amount.toStdString())
                                     .with("limit", supply.amount.toStdString()));
    if (share.value) {
        content.detail = sentence(Message("storage.share").with("share", share.amount.toStdString()));
        content.mood = share.value->high() <= 1 ? CardContent::Mood::Good : CardContent::Mood::Bad;
    } else {
        content.mood = CardContent::Mood::Warning;
    }
    m_cards->setCard(index, share.label.isEmpty() ? supply.label : share.label, content);
}

void StorageWorkspace::refreshCards() {
    setCard(Read, ofPool(figure_of::poolRead), ofPool(figure_of::poolReadDemand), ofPool(figure_of::poolReadShare));
    setCard(Write, ofPool(figure_of::poolWrite), ofPool(figure_of::poolWriteDemand), ofPool(figure_of::poolWriteShare));
    setCard(Capacity, ofPool(figure_of::poolCapacityUsable), ofPool(figure_of::poolCapacityDemand),
            ofPool(figure_of::poolFill));
    // A restore has no limit of its own: how long the job waits is what is said.
    const FigureReading restore = ofJob(figure_of::storageRestore), size = ofJob(figure_of::storageCheckpointSize);
    CardContent content = cardOf(m_document, restore, text("storage.card.restore"));
    if (restore.value && size.value)
        content.detail = sentence(Message("storage.restore").with("size", size.amount.toStdString()));
    else if (!restore.value)
        content.value = text("storage.no-checkpoints");
    m_cards->setCard(Restore, restore.label, content);
}

void StorageWorkspace::refreshPaths() {
    const SolutionPtr& solution = m_document.newestSolution();
    const StoragePool* row = solution ? solution->context().design().storagePools.find(m_pool) : nullptr;
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        std::vector<ChainLink> links;
        const std::string prefix = std::string("pool.").append(enumName(direction));
        const std::vector<StorageHop> counting = row ? hopsOf(solution->context(), *row) : std::vector<StorageHop>();
        const auto slowest = row ? slowestHop(solution->context(), *row, direction) : std::nullopt;
        for (std::size_t i = 0; i < EnumNames<StorageHop>::names.size(); ++i) {
            const auto hop = static_cast<StorageHop>(i);
            const FigureReading rate = ofPool(prefix + "." + std::string(enumName(hop)));
            links.push_back({text(std::string("storage-hop.").append(enumName(hop))), rate.amount, rate.label,
                             std::ranges::find(counting, hop) != counting.end(), slowest == hop});
        }
        (direction == Direction::Read ? m_readPath : m_writePath)->setLinks(std::move(links));
    }
}

void StorageWorkspace::refreshModes() {
    const Workload* row = m_document.shownDesign().workloads.find(m_workload);
    const bool trains = row && isTraining(*row);
    std::vector<FigureRow> stalls, safes, retention;
    for (std::size_t i = 0; trains && i < EnumNames<CheckpointMode>::names.size(); ++i) {
        const auto mode = static_cast<CheckpointMode>(i);
        const std::string name(enumName(mode));
        QString title = text("checkpoint-mode." + name);
        if (checkpointModeOf(*row) == mode)
            title = sentence(Message("storage.mode.now").with("mode", title.toStdString()));
        const QString risk = text("checkpoint-mode." + name + ".risk");
        const FigureReading stall = ofJob("storage.checkpoint.stall." + name),
                            safe = ofJob("storage.checkpoint.safe." + name);
        stalls.push_back({title, stall.amount, stall.label, risk});
        safes.push_back({title, safe.amount, safe.label, risk});
    }
    for (const FigureHandle name :
         {figure_of::storageCheckpointSize, figure_of::storageRetentionHot, figure_of::storageRetentionWarm,
          figure_of::storageRetentionCold, figure_of::storageCheckpointDay, figure_of::storageInterruption,
          figure_of::storageGoodput, figure_of::storageDataset, figure_of::storageMetadataDemand,
          figure_of::storageCacheHit, figure_of::storageCacheRate}) {
        const FigureReading reading = ofJob(name);
        if (!reading.label.isEmpty())
            retention.push_back(
                {text(std::string("storage.figure.").append(name)), reading.amount, reading.label, reading.spread});
    }
    m_stalls->setRows(std::move(stalls));
    m_safes->setRows(std::move(safes));
    m_retention->setRows(std::move(retention));
}

// Each rule with what is worked out for this job; they inform and decide nothing.
void StorageWorkspace::refreshGuides() {
    std::vector<FigureRow> shown;
    const SolutionPtr& solution = m_document.newestSolution();
    const Workload* row = solution ? solution->context().design().workloads.find(m_workload) : nullptr;
    if (row && isTraining(*row)) {
        const auto add = [&](const std::vector<ProvisioningGuide>& guides, std::string_view computed) {
            const FigureReading its = ofJob(std::string(computed));
            for (const ProvisioningGuide& guide : guides) {
                const Value band = guide.high ? Value::range(guide.low, (guide.low + *guide.high) / 2, *guide.high,
                                                             Grade::SourceDocument)
                                              : Value(guide.low, Grade::SourceDocument);
                const Message said =
                    Message(guide.high ? "storage.guide.band" : "storage.guide.least")
                        .with("low", m_services.texts().figure(Value(guide.low), "GB/s", kGuideUnit))
                        .with("high", m_services.texts().figure(Value(band.high()), "GB/s", kGuideUnit))
                        .with("computed", its.amount.toStdString());
                shown.push_back(
                    {text(std::string(guide.id)), sentence(said), its.label, toText(std::string(guide.source))});
            }
        };
        add(readGuides(solution->context(), *row), figure_of::storageReadDemand);
        add(writeGuides(solution->context(), *row), figure_of::storageWriteDemand);
    }
    m_guides->setRows(std::move(shown));
}

// Useful share of the time over the interval, with the three optima and the one that holds.
void StorageWorkspace::drawInterval() {
    PointField field;
    field.title = text("storage.interval");
    field.xName = text("storage.interval.minutes");
    field.yName = text("storage.interval.useful");
    field.isLogX = true;
    field.beginsAtZero = false;
    std::vector<FigureRow> rows;
    const FigureReading stall = ofJob(figure_of::storageCheckpointStall), mtbf = ofJob(figure_of::storageInterruption),
                        restart = ofJob(figure_of::storageRestore),
                        best = ofJob(figure_of::storageCheckpointIntervalOptimum);
    if (stall.value && mtbf.value && restart.value && best.value && stall.typical() > 0) {
        const FailureModel failures{stall.typical(), mtbf.typical(), restart.typical()};
        PlacedLine curve;
        curve.ink = Ink::Accent;
        for (int i = -24; i <= 24; ++i) {
            const double work = best.typical() * std::pow(2.0, i / 6.0);
            curve.x.push_back(work / kMinute);
            curve.y.push_back(100 * goodputAt(work, failures));
        }
        field.lines.push_back(std::move(curve));
        struct Mark {
            FigureHandle figure;
            Ink ink;
            bool isLarge;
        };
        for (const Mark& mark : {Mark{figure_of::storageCheckpointIntervalYoung, Ink::StorageLine, false},
                                 Mark{figure_of::storageCheckpointIntervalDaly, Ink::LoadAmber, false},
                                 Mark{figure_of::storageCheckpointIntervalOptimum, Ink::Accelerator, false},
                                 Mark{figure_of::storageCheckpointInterval, Ink::LoadRed, true}}) {
            const FigureReading reading = ofJob(mark.figure);
            if (!reading.value)
                continue;
            const QString name = text(std::string("storage.figure.").append(mark.figure));
            const double useful = 100 * goodputAt(reading.typical(), failures);
            field.points.push_back({reading.typical() / kMinute, useful, mark.ink, mark.isLarge, QString(),
                                    sentence(Message("storage.interval.reading")
                                                 .with("name", name.toStdString())
                                                 .with("interval", reading.amount.toStdString())
                                                 .with("useful", UnitNumber{useful, "%"}))});
            rows.push_back({name, reading.amount, reading.label, {}, mark.ink});
        }
    }
    m_interval->setField(std::move(field));
    m_intervals->setRows(std::move(rows));
}

// Nodes like those of the pool that each demand alone would need.
void StorageWorkspace::drawNodes() {
    Chart chart;
    chart.title = text("storage.nodes");
    std::vector<FigureRow> rows;
    const FigureReading members = ofPool(figure_of::poolNodes);
    const auto add = [&](const char* id, double count) {
        chart.bars.push_back({text(id), count, toText(m_services.texts().figure(Value(count), "", 1))});
    };
    struct NodeDemand {
        const char* id;
        FigureHandle demand;
        FigureHandle supply;
    };
    if (members.value && members.typical() > 0) {
        add("storage.nodes.present", members.typical());
        for (const NodeDemand& need :
             {NodeDemand{"storage.nodes.read", figure_of::poolReadDemand, figure_of::poolReadNode},
              NodeDemand{"storage.nodes.write", figure_of::poolWriteDemand, figure_of::poolWriteNode},
              NodeDemand{"storage.nodes.capacity", figure_of::poolCapacityDemand, figure_of::poolCapacityFillable}}) {
            const FigureReading demand = ofPool(need.demand), supply = ofPool(need.supply);
            if (demand.value && supply.value && supply.typical() > 0)
                add(need.id, std::ceil(demand.typical() * members.typical() / supply.typical()));
        }
        const SolutionPtr& solution = m_document.newestSolution();
        const StoragePool* pool = solution ? solution->context().design().storagePools.find(m_pool) : nullptr;
        if (pool && isCodedOverNodes(*pool)) {
            const Value strips =
                codeData<Value>(solution->context(), *pool) + codeParity<Value>(solution->context(), *pool);
            add("storage.nodes.code", strips.typical());
        }
        if (const double spare = pool ? spareNodes<Value>(*pool).typical() : 0; spare > 0)
            add("storage.nodes.spare", spare);
    }
    for (const FigureHandle name :
         {figure_of::poolNodesNeeded, figure_of::poolCapacityRaw, figure_of::poolCapacityUsable,
          figure_of::poolCapacityOverhead, figure_of::poolFill, figure_of::poolFillNodeLost}) {
        const FigureReading reading = ofPool(name);
        rows.push_back(
            {text(std::string("storage.figure.").append(name)), reading.amount, reading.label, reading.spread});
    }
    m_nodes->setChart(std::move(chart));
    m_poolRows->setRows(std::move(rows));
}

void StorageWorkspace::addPool() {
    const Design& design = m_document.design();
    auto taken = edits::namesOf(design.storagePools);
    StoragePool made;
    made.name = edits::freeName(m_services.texts().text("storage.new-name"), taken);
    made.members = freeStorageNodes(*m_document.project(), design);
    const std::string name = made.name;
    const Done done =
        m_document.commit(edits::putStoragePool(edits::activeTarget(*m_document.project()), std::move(made)));
    m_document.closeMerge();
    if (!done)
        return Q_EMIT hinted(sentence(done.error().message));
    for (const StoragePool& each : m_document.design().storagePools)
        if (each.name == name)
            m_pool = each.id;
    refresh();
}

void StorageWorkspace::removePool() {
    const Done done = m_document.commit(edits::removeStoragePool(edits::activeTarget(*m_document.project()), m_pool));
    m_document.closeMerge();
    if (!done)
        Q_EMIT hinted(sentence(done.error().message));
}

WorkspaceFeature storageFeature() {
    return {"storage",
            {"view.show.storage", MenuId::View, "Ctrl+5", ""},
            WorkspaceRoom::Document,
            "storage",
            {SubjectKind::StoragePool},
            [](const WorkspaceSite& site) -> Workspace* { return new StorageWorkspace(site.document, site.services); }};
}

} // namespace rackwright