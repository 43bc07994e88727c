// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/training_insight.h"

#include "model/edits/workload_edits.h"
#include "solvers/pools/pool_path.h"
#include "solvers/storage/figures.h"
#include "solvers/training/figures.h"
#include "ui/charts/point_chart.h"
#include "ui/charts/span_chart.h"
#include "ui/charts/stack_chart.h"
#include "ui/text/plan_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/figure_rows.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kGigabytes = 1e9;
constexpr double kLeastSpan = 1e-3; // of a step: shorter parts have no lane

struct MemoryLine {
    FigureHandle figure;
    Ink ink;
    double (*of)(const StageMemory&);
};
constexpr MemoryLine kMemoryLines[] = {
    {figure_of::memoryGpuWeights, Ink::Accelerator, [](const StageMemory& m) { return m.needed.states.weights; }},
    {figure_of::memoryGpuGradients, Ink::CoolingLine, [](const StageMemory& m) { return m.needed.states.gradients; }},
    {figure_of::memoryGpuOptimizer, Ink::StorageLine, [](const StageMemory& m) { return m.needed.states.optimizer; }},
    {figure_of::memoryGpuActivations, Ink::LoadAmber, [](const StageMemory& m) { return m.needed.activations; }},
    {figure_of::memoryGpuRecompute, Ink::PowerLine, [](const StageMemory& m) { return m.needed.recomputeWorkingSet; }},
    {figure_of::memoryGpuRuntime, Ink::OtherLine, [](const StageMemory& m) { return m.runtime.total(); }}};

struct StepLine {
    FigureHandle figure;
    Ink ink;
    double StepTime::*part;
};
constexpr StepLine kStepLines[] = {{figure_of::trainingStepGeneration, Ink::ComputeLine, &StepTime::generation},
                                   {figure_of::trainingStepCompute, Ink::Accelerator, &StepTime::compute},
                                   {figure_of::trainingStepTensor, Ink::StorageLine, &StepTime::tensorParallel},
                                   {figure_of::trainingStepExpert, Ink::PowerLine, &StepTime::expertParallel},
                                   {figure_of::trainingStepContext, Ink::CoolingLine, &StepTime::contextParallel},
                                   {figure_of::trainingStepPipeline, Ink::OtherLine, &StepTime::pipelineParallel},
                                   {figure_of::trainingStepBubble, Ink::RackLine, &StepTime::bubble},
                                   {figure_of::trainingStepData, Ink::LoadAmber, &StepTime::dataParallel},
                                   {figure_of::trainingStepOffload, Ink::PipeSupply, &StepTime::offload},
                                   {figure_of::trainingStepOptimizer, Ink::LoadRed, &StepTime::optimizer}};

} // namespace

TrainingInsight::TrainingInsight(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Insight(QStringLiteral("training"), document, services, parent) {
    buildPanels();
}

void TrainingInsight::buildPanels() {
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("training.problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    column().insertWidget(0, m_problem);
    m_changes = new QFrame;
    m_changes->setObjectName(QStringLiteral("training.changes"));
    m_changes->setProperty("panel", true);
    m_changes->hide();
    auto* changes = new QVBoxLayout(m_changes);
    changes->setContentsMargins(12, 8, 8, 8);
    auto* title = new QLabel(text("workloads.changes"));
    title->setProperty("title", true);
    changes->addWidget(title);
    m_changeRows = new QVBoxLayout;
    m_changeRows->setSpacing(0);
    changes->addLayout(m_changeRows);
    column().insertWidget(1, m_changes);

    const auto legend = [this](const char* name, QVBoxLayout* panel) {
        auto* rows = new FigureRows(QLatin1String(name), FigureRows::Shape::Legend);
        connect(rows, &FigureRows::asked, this, &Insight::figureAsked);
        panel->addWidget(rows);
        return rows;
    };
    QVBoxLayout* memory = addPanel("workloads.memory", 0, 0);
    m_memory = new StackChart(QStringLiteral("training.memory"));
    m_memory->setMinimumHeight(190);
    memory->addWidget(m_memory, 1);
    m_memoryParts = legend("training.memory.parts", memory);
    connect(m_memory, &StackChart::chosen, this, [this] { Q_EMIT figureAsked(figure(figure_of::memoryGpu).label); });
    share(*m_memory, "training-memory");

    QVBoxLayout* step = addPanel("workloads.step", 0, 1);
    m_step = new SpanChart(QStringLiteral("training.step"));
    m_step->setMinimumHeight(190);
    step->addWidget(m_step, 1);
    m_stepParts = legend("training.step.parts", step);
    connect(m_step, &SpanChart::chosen, this, [this] { Q_EMIT figureAsked(figure(figure_of::trainingStep).label); });
    share(*m_step, "training-step");

    QVBoxLayout* plans = addPanel("workloads.plans", 1, 0);
    m_plansState = new QLabel;
    m_plansState->setObjectName(QStringLiteral("training.plans.state"));
    m_plansState->setProperty("subdued", true);
    m_plansState->setWordWrap(true);
    plans->addWidget(m_plansState);
    m_plans = new PointChart(QStringLiteral("training.plans"));
    m_plans->setMinimumHeight(210);
    plans->addWidget(m_plans, 1);
    connect(m_plans, &PointChart::chosen, this, [this](int index) {
        if (static_cast<std::size_t>(index) >= m_front.plans.size())
            return;
        const SearchedPlan plan = m_front.plans[static_cast<std::size_t>(index)];
        enter(parametersOf(plan), planText(plan.plan));
    });
    share(*m_plans, "training-plans");

    QVBoxLayout* roofline = addPanel("workloads.roofline", 1, 1);
    m_roofline = new PointChart(QStringLiteral("training.roofline"));
    m_roofline->setMinimumHeight(210);
    roofline->addWidget(m_roofline, 1);
    m_products = legend("training.roofline.parts", roofline);
    share(*m_roofline, "training-roofline");
}

void TrainingInsight::reset() {
    Background::instance().drop(this, "plans");
    m_picture.reset();
    m_pictured.reset();
    m_front = {};
    m_isPicturing = m_isSearching = false;
    m_plans->setField({});
}

void TrainingInsight::refresh() {
    refreshCards();
    askPicture();
}

// "TP 8 · PP 4 · DP 28 · EP 8 · ZeRO 1"
QString TrainingInsight::planText(const ParallelPlan& plan) const {
    return toText(rackwright::planText(plan, services().texts()));
}

void TrainingInsight::refreshCards() {
    const FigureReading memory = figure(figure_of::memoryGpu), share = figure(figure_of::memoryGpuShare);
    bool fits = share.value && share.value->high() <= 1;
    QString value, detail = memory.spread;
    if (memory.value && share.value && share.typical() > 0) {
        const double limit = memory.typical() / share.typical();
        value = sentence(Message("workloads.of-limit")
                             .with("amount", memory.amount.toStdString())
                             .with("limit", amount(limit, "GB", kGigabytes).toStdString()));
        detail = fits ? sentence(Message("workloads.fits").with("share", share.amount.toStdString()))
                      : sentence(Message("workloads.too-much")
                                     .with("amount", amount(memory.typical() - limit, "GB", kGigabytes).toStdString()));
    }
    for (const auto& [part, states] : {std::pair{figure_of::memoryNodeShare, figure_of::memoryGpuHost},
                                       {figure_of::memoryNodeDrivesShare, figure_of::memoryGpuDrives}})
        if (const FigureReading node = figure(part); fits && node.typical() > 1) {
            fits = false;
            detail = sentence(Message("workloads.too-much.node").with("amount", figure(states).amount.toStdString()));
        }
    setCard(Fits, memory, value, detail, fits ? CardContent::Mood::Good : CardContent::Mood::Bad);
    const FigureReading rate = figure(figure_of::trainingRate), use = figure(figure_of::trainingMfu),
                        step = figure(figure_of::trainingStep);
    const bool isStopped = rate.value && rate.value->high() <= 0; // a node is cut off
    const QString stopped = isStopped ? text("workloads.no-step") : QString();
    setCard(Fast, rate, rate.value ? amount(rate.typical(), "tokens/s", 1) : QString(),
            isStopped    ? stopped
            : rate.value ? sentence(Message("workloads.speed")
                                        .with("low", amount(rate.value->low(), "", 1).toStdString())
                                        .with("high", amount(rate.value->high(), "", 1).toStdString())
                                        .with("mfu", use.amount.toStdString())
                                        .with("step", step.amount.toStdString())) +
                               QStringLiteral(" \u00b7 ") + howSure(*rate.value)
                         : QString(),
            isStopped ? CardContent::Mood::Bad : CardContent::Mood::Plain);
    const FigureReading duration = figure(figure_of::trainingDuration), good = figure(figure_of::storageGoodput);
    const Workload* row = workload();
    const bool hasTokens = row && findParameter(row->parameters, "tokens");
    // Reading and checkpoints take a share of the time, which no one knows without the pool.
    const SolutionPtr& solved = document().newestSolution();
    const QString withoutPool =
        row && solved && !poolOf(solved->context(), *row) ? text("workloads.needs-pool") : QString();
    setCard(Long, duration, isStopped ? text("workloads.never") : QString(),
            isStopped        ? stopped
            : !hasTokens     ? text("workloads.enter-tokens")
            : duration.value ? sentence(Message("workloads.duration")
                                            .with("spread", duration.spread.toStdString())
                                            .with("goodput", good.amount.toStdString()))
                             : withoutPool);
    const FigureReading cost = figure(figure_of::trainingCost), energy = figure(figure_of::trainingCostEnergy),
                        cloud = figure(figure_of::trainingCostCloud);
    setCard(Costs, cost, {},
            isStopped    ? stopped
            : cost.value ? sentence(Message("workloads.cost")
                                        .with("energy", energy.amount.toStdString())
                                        .with("cloud", cloud.amount.toStdString()))
            : hasTokens  ? withoutPool
                         : text("workloads.enter-tokens"));
}

void TrainingInsight::askPicture() {
    const SolutionPtr solution = document().newestSolution();
    if (!solution || solution == m_pictured || !isVisible())
        return;
    m_pictured = solution;
    m_isPicturing = true;
    const Id<Workload> id = workloadId();
    const auto work = [solution, id](const Background::Run&) {
        return std::make_shared<const TrainingPicture>(trainingPicture(solution->context(), id));
    };
    Background::instance().ask(
        {this, "picture", accessibleName().toStdString()}, work,
        [this, solution, id](const std::shared_ptr<const TrainingPicture>& made) { takePicture(solution, id, made); },
        [this](const Error& failure) {
            m_isPicturing = false;
            m_problem->setVisible(true);
            m_problem->setText(sentence(failure.message));
        });
    // A search for what was before is in the way.
    Background::instance().drop(this, "plans");
    m_isSearching = false;
}

void TrainingInsight::takePicture(const SolutionPtr& solution, Id<Workload> of,
                                  std::shared_ptr<const TrainingPicture> picture) {
    if (solution != m_pictured || of != workloadId())
        return;
    m_isPicturing = false;
    if (!isVisible()) { // the form shows another workload now; made again when this one comes back
        m_pictured.reset();
        return;
    }
    m_picture = std::move(picture);
    drawMemory();
    drawStep();
    drawRoofline();
    drawChanges();
    m_problem->setVisible(m_picture->cutOff || m_picture->problem);
    if (m_picture->cutOff)
        m_problem->setText(sentence(*m_picture->cutOff));
    else if (m_picture->problem)
        m_problem->setText(sentence(m_picture->problem->message));
    std::vector<Parameter> holds;
    if (m_picture->isKnown) {
        const TrainingRun& run = m_picture->job.run;
        holds = parametersOf(m_picture->job.plan());
        for (Parameter& each : holds)
            if (each.name == "shard" && each.value.empty())
                each.value = services().texts().text("workloads.shard.all");
        holds.push_back({"sequence", amount(run.sequence, "", 1).toStdString()});
        holds.push_back({"batch", amount(run.globalBatch() * run.sequence, "", 1).toStdString()});
    }
    keepChosen(std::move(holds));
    askPlans();
}

void TrainingInsight::drawMemory() {
    Stacks stacks;
    stacks.title = text("workloads.memory");
    stacks.unit = QStringLiteral("GB");
    stacks.barsName = text("workloads.stage");
    std::vector<FigureRow> rows;
    for (const MemoryLine& line : kMemoryLines) {
        const QString name = text(std::string("workloads.part.").append(line.figure));
        stacks.parts.push_back({name, line.ink});
        const FigureReading reading = figure(line.figure);
        if (reading.typical() > 0)
            rows.push_back({name, reading.amount, reading.label, {}, line.ink});
    }
    // Beside the accelerator: no part of the stacks.
    for (const FigureHandle outside : {figure_of::memoryGpuHost, figure_of::memoryNodeShare, figure_of::memoryGpuDrives,
                                       figure_of::memoryNodeDrivesShare})
        if (const FigureReading reading = figure(outside); reading.typical() > 0)
            rows.push_back({text(std::string("workloads.part.").append(outside)),
                            reading.amount,
                            reading.label,
                            {},
                            {},
                            outside.name.ends_with("share") && reading.typical() > 1});
    for (std::size_t i = 0; i < m_picture->stages.size(); ++i) {
        const StageMemory& stage = m_picture->stages[i];
        StackBar bar;
        bar.name = QString::number(i);
        bar.reading = sentence(Message("workloads.stage.reading")
                                   .with("stage", i)
                                   .with("amount", amount(stage.total(), "GB", kGigabytes).toStdString()));
        for (const MemoryLine& line : kMemoryLines) {
            bar.values.push_back(line.of(stage) / kGigabytes);
            if (line.of(stage) > 0)
                bar.reading += QStringLiteral("\n%1: %2")
                                   .arg(text(std::string("workloads.part.").append(line.figure)),
                                        amount(line.of(stage), "GB", kGigabytes));
        }
        stacks.bars.push_back(std::move(bar));
    }
    if (m_picture->isKnown) {
        stacks.limit = m_picture->limit / kGigabytes;
        stacks.limitName = sentence(
            Message("workloads.usable").with("amount", amount(m_picture->limit, "GB", kGigabytes).toStdString()));
    }
    m_memory->setStacks(std::move(stacks));
    m_memoryParts->setRows(std::move(rows));
}

// One after the other as they add up to the step; what hides runs beside the work before it.
void TrainingInsight::drawStep() {
    TimeLanes lanes;
    lanes.title = text("workloads.step");
    const double total = m_picture->isKnown && !m_picture->cutOff ? m_picture->exposed.total() : 0;
    const double factor = total >= 1 ? 1 : 1e-3;
    lanes.unit = total >= 1 ? QStringLiteral("s") : QStringLiteral("ms");
    std::vector<FigureRow> rows;
    double at = 0;
    for (const StepLine& line : kStepLines) {
        if (total <= 0)
            break;
        const double exposed = m_picture->exposed.*line.part;
        const bool mayHide = line.part != &StepTime::bubble;
        const double hidden = mayHide ? std::max(0.0, m_picture->whole.*line.part - exposed) : 0;
        if (exposed < kLeastSpan * total && hidden < kLeastSpan * total)
            continue;
        const QString name = text(std::string("workloads.part.").append(line.figure));
        const int lane = static_cast<int>(lanes.lanes.size());
        lanes.lanes.append(name);
        const auto reading = [&](const char* id, double time) {
            return sentence(Message(id)
                                .with("part", name.toStdString())
                                .with("time", amount(time, lanes.unit.toStdString(), factor).toStdString())
                                .with("share", amount(time / total, "%", 0.01).toStdString()));
        };
        if (hidden >= kLeastSpan * total)
            lanes.spans.push_back({lane, std::max(0.0, at - hidden) / factor, at / factor, line.ink, true,
                                   reading("workloads.span.hidden", hidden)});
        if (exposed >= kLeastSpan * total) { // what hides whole takes no time of its own
            lanes.spans.push_back(
                {lane, at / factor, (at + exposed) / factor, line.ink, false, reading("workloads.span", exposed)});
            at += exposed;
        }
        const FigureReading figureOf = figure(line.figure);
        rows.push_back({name, figureOf.amount, figureOf.label, {}, line.ink});
    }
    m_step->setLanes(std::move(lanes));
    m_stepParts->setRows(std::move(rows));
}

void TrainingInsight::drawRoofline() {
    constexpr Ink kInks[] = {Ink::Accelerator, Ink::CoolingLine, Ink::StorageLine, Ink::PowerLine, Ink::LoadAmber};
    PointField field;
    std::vector<FigureRow> rows;
    field.title = text("workloads.roofline");
    field.xName = text("workloads.intensity");
    field.yName = text("workloads.flops");
    field.isLogX = field.isLogY = true;
    if (m_picture->isKnown) {
        constexpr double tera = 1e12;
        const TrainingRun& run = m_picture->job.run;
        const double peak = run.peak, bandwidth = run.part.memoryBandwidth, ridge = peak / bandwidth;
        double furthest = ridge * 8, nearest = ridge / 6;
        for (std::size_t i = 0; i < m_picture->products.size(); ++i) {
            const MatrixProduct& product = m_picture->products[i];
            const double intensity = product.flop / product.bytes, rate = product.flop / product.seconds;
            furthest = std::max(furthest, intensity * 2);
            nearest = std::min(nearest, intensity / 2);
            const QString name = text(std::string("workloads.product.") + product.name);
            const QString reading = sentence(
                Message("workloads.product.reading")
                    .with("product", name.toStdString())
                    .with("rate", amount(rate, "TFLOP/s", tera).toStdString())
                    .with("share", amount(rate / peak, "%", 0.01).toStdString())
                    .with(
                        "bound",
                        text(intensity < ridge ? "workloads.bound.memory" : "workloads.bound.compute").toStdString()));
            const Ink ink = kInks[i % std::size(kInks)];
            field.points.push_back({intensity, rate / tera, ink, true, QString(), reading});
            rows.push_back({name, amount(rate / peak, "%", 0.01), {}, reading, ink});
        }
        field.lines.push_back(
            {sentence(Message("workloads.peak").with("rate", amount(peak, "TFLOP/s", tera).toStdString())),
             Ink::Wall,
             false,
             {nearest, ridge, furthest},
             {nearest * bandwidth / tera, peak / tera, peak / tera}});
    }
    m_roofline->setField(std::move(field));
    m_products->setRows(std::move(rows));
}

void TrainingInsight::drawChanges() {
    while (QLayoutItem* item = m_changeRows->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    const bool isTooMuch = m_picture->isKnown && !m_picture->fits();
    m_changes->setVisible(isTooMuch);
    if (!isTooMuch)
        return;
    if (m_picture->changes.empty()) {
        auto* none = new QLabel(text("workloads.changes.none"));
        none->setProperty("subdued", true);
        none->setWordWrap(true);
        m_changeRows->addWidget(none);
    }
    const double now = m_picture->job.tokensPerSecond(); // none where a node is cut off
    for (std::size_t i = 0; i < m_picture->changes.size(); ++i) {
        const PlanChange& change = m_picture->changes[i];
        const QString what = sentence(change.text);
        auto* button = new QPushButton(
            sentence(Message("workloads.change")
                         .with("what", what.toStdString())
                         .with("memory", amount(change.memory, "GB", kGigabytes).toStdString())
                         .with("speed", amount(now > 0 ? change.tokensPerSecond / now : 1, "%", 0.01).toStdString())));
        button->setObjectName(QStringLiteral("training.change.%1").arg(i));
        button->setProperty("link", true);
        button->setStyleSheet(QStringLiteral("text-align: left;"));
        button->setCursor(Qt::PointingHandCursor);
        connect(button, &QPushButton::clicked, this,
                [this, settings = change.settings, what] { enter(settings, what); });
        m_changeRows->addWidget(button);
    }
}

void TrainingInsight::askPlans() {
    Background::instance().drop(this, "plans");
    if (!m_picture->isKnown || m_picture->cutOff) {
        m_isSearching = false;
        m_plans->setField({});
        m_plansState->setText(m_picture->cutOff ? sentence(*m_picture->cutOff) : text("workloads.unknown-inputs"));
        return;
    }
    m_isSearching = true;
    m_plansState->setText(text("workloads.searching"));
    const auto work = [job = m_picture->search](const Background::Run& run) {
        PlanFront front = paretoFront(job.question, job.sizes, run.stop);
        if (front.plans.empty()) // states may leave where nothing else fits
            front = paretoFront(withStatesOutside(job.question), job.sizes, run.stop);
        return front;
    };
    Background::instance().ask(
        {this, "plans", accessibleName().toStdString()}, work, [this](PlanFront front) { takePlans(std::move(front)); },
        [this](const Error& failure) {
            m_isSearching = false;
            m_plansState->setText(sentence(failure.message));
        });
}

void TrainingInsight::takePlans(PlanFront front) {
    m_isSearching = false;
    m_front = std::move(front);
    m_searched = m_picture->search;
    drawPlans();
}

void TrainingInsight::drawPlans() {
    PointField field;
    field.title = text("workloads.plans");
    field.xName = text("workloads.plans.memory");
    field.yName = text("workloads.plans.rate");
    const auto fastest =
        std::ranges::max_element(m_front.plans, {}, [](const SearchedPlan& one) { return one.tokensPerSecond(); });
    for (auto it = m_front.plans.begin(); it != m_front.plans.end(); ++it) {
        const double rate = m_searched.tokensPerSecond(*it);
        const std::int64_t count = it->plan.accelerators();
        QString reading = sentence(Message("workloads.plan.reading")
                                       .with("plan", planText(it->plan).toStdString())
                                       .with("accelerators", count)
                                       .with("memory", amount(it->memory, "GB", kGigabytes).toStdString())
                                       .with("rate", amount(rate, "tokens/s", 1).toStdString()));
        if (it != fastest) {
            Message why = whyItLost(*fastest, *it);
            why.id = "workloads.plan.lost";
            reading += QLatin1Char('\n') + sentence(why);
        }
        reading += QLatin1Char('\n') + text("workloads.plan.click");
        const Ink ink = count == m_searched.question.accelerators       ? Ink::Accent
                        : count * 2 == m_searched.question.accelerators ? Ink::StorageLine
                                                                        : Ink::LoadAmber;
        field.points.push_back({it->memory / kGigabytes, rate / 1e3, ink, it == fastest, QString(), reading});
    }
    const bool isEmpty = m_front.plans.empty();
    m_plansState->setText(
        isEmpty ? text("workloads.plans.none")
                : sentence(Message("workloads.plans.found")
                               .with("plans", m_front.plans.size())
                               .with("used", m_searched.question.accelerators)
                               .with("accelerators", m_searched.accelerators)
                               .with("batch", m_searched.question.globalBatch)
                               .with("best", isEmpty ? std::string() : planText(fastest->plan).toStdString())));
    // The plan that runs now.
    if (m_picture && m_picture->isKnown) {
        const PlannedJob& job = m_picture->job;
        field.points.push_back(
            {job.memory() / kGigabytes, job.tokensPerSecond() / 1e3, Ink::LoadRed, true, text("workloads.plans.now"),
             sentence(Message("workloads.plan.reading")
                          .with("plan", planText(job.plan()).toStdString())
                          .with("accelerators", job.plan().accelerators())
                          .with("memory", amount(job.memory(), "GB", kGigabytes).toStdString())
                          .with("rate", amount(job.tokensPerSecond(), "tokens/s", 1).toStdString()))});
    }
    m_plans->setField(std::move(field));
}

void TrainingInsight::enter(const std::vector<Parameter>& parameters, const QString& what) {
    const Workload* row = workload();
    if (!row)
        return;
    Workload next = *row;
    for (const Parameter& each : parameters)
        setParameter(next.parameters, each.name, each.value);
    Edit edit = edits::putWorkload(edits::activeTarget(*document().project()), std::move(next));
    edit.text = Message("undo.workload.plan").with("plan", what.toStdString()).with("name", row->name);
    if (const Done done = document().commit(edit); !done)
        Q_EMIT hinted(sentence(done.error().message));
    document().closeMerge();
}

} // namespace rackwright
