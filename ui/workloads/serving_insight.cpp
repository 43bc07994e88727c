// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/serving_insight.h"

#include "model/edits/workload_edits.h"
#include "solvers/inference/figures.h"
#include "solvers/inference/load_curve.h"
#include "solvers/inference/serving.h"
#include "solvers/inference/serving_references.h"
#include "ui/charts/load_field.h"
#include "ui/charts/point_chart.h"
#include "ui/charts/stack_chart.h"
#include "ui/widgets/figure_rows.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kGigabyte = 1e9;
constexpr double kShortest = 128, kLongest = 1 << 20; // tokens of a prompt on the slider
constexpr int kStepsPerDoubling = 4;

double tokensAt(int place) {
    const double tokens = kShortest * std::pow(2.0, static_cast<double>(place) / kStepsPerDoubling);
    return std::round(tokens / 16) * 16;
}
int placeOf(double tokens) {
    return static_cast<int>(
        std::lround(kStepsPerDoubling * std::log2(std::clamp(tokens, kShortest, kLongest) / kShortest)));
}

/// One phase of serving on the roofline of an accelerator.
struct PhaseWork {
    double flop = 0, bytes = 0, seconds = 0;
};

std::optional<double> known(const Value& value) {
    return value.isKnown() ? std::optional(value.typical()) : std::nullopt;
}

} // namespace

ServingInsight::ServingInsight(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Insight(QStringLiteral("serving"), document, services, parent) {
    QVBoxLayout* memory = addPanel("workloads.serving.memory", 0, 0);
    m_memory = new StackChart(QStringLiteral("serving.memory"));
    m_memory->setMinimumHeight(190);
    memory->addWidget(m_memory, 1);
    m_memoryParts = new FigureRows(QStringLiteral("serving.memory.parts"), FigureRows::Shape::Legend);
    connect(m_memoryParts, &FigureRows::asked, this, &Insight::figureAsked);
    memory->addWidget(m_memoryParts);
    connect(m_memory, &StackChart::chosen, this,
            [this] { Q_EMIT figureAsked(figure(figure_of::inferenceMemoryNeeded).label); });
    share(*m_memory, "serving-memory");

    QVBoxLayout* context = addPanel("workloads.context", 0, 1);
    m_context = new PointChart(QStringLiteral("serving.context"));
    m_context->setMinimumHeight(170);
    context->addWidget(m_context, 1);
    share(*m_context, "serving-context");
    auto* row = new QHBoxLayout;
    auto* name = new QLabel(text("workloads.prompt"));
    name->setProperty("subdued", true);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName(QStringLiteral("serving.prompt"));
    m_slider->setAccessibleName(text("workloads.prompt"));
    m_slider->setRange(0, placeOf(kLongest));
    m_length = new QLabel;
    m_length->setObjectName(QStringLiteral("serving.prompt.length"));
    m_length->setMinimumWidth(90);
    m_length->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(name);
    row->addWidget(m_slider, 1);
    row->addWidget(m_length);
    context->addLayout(row);
    // While it is held everything previews; keys and clicks beside the handle enter at once.
    connect(m_slider, &QSlider::valueChanged, this, [this](int place) { slide(place, !m_slider->isSliderDown()); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] { slide(m_slider->value(), true); });

    QVBoxLayout* figures = addPanel("workloads.serving.figures", 1, 0);
    m_figures = new FigureRows(QStringLiteral("serving.figures"), FigureRows::Shape::List);
    connect(m_figures, &FigureRows::asked, this, &Insight::figureAsked);
    figures->addWidget(m_figures);
    figures->addStretch();
    QVBoxLayout* roofline = addPanel("workloads.roofline", 1, 1);
    m_roofline = new PointChart(QStringLiteral("serving.roofline"));
    m_roofline->setMinimumHeight(210);
    roofline->addWidget(m_roofline, 1);
    share(*m_roofline, "serving-roofline");

    QVBoxLayout* curve = addPanel("workloads.curve", 2, 0, 2);
    m_curve = new PointChart(QStringLiteral("serving.curve"));
    m_curve->setMinimumHeight(230);
    curve->addWidget(m_curve, 1);
    m_curveState = new QLabel;
    m_curveState->setObjectName(QStringLiteral("serving.curve.state"));
    m_curveState->setProperty("subdued", true);
    m_curveState->setWordWrap(true);
    curve->addWidget(m_curveState);
    share(*m_curve, "serving-curve");
}

void ServingInsight::reset() { m_shown.reset(); }

void ServingInsight::refresh() {
    if (!isVisible() || !workload())
        return;
    refreshCards();
    const SolutionPtr& solution = document().newestSolution();
    if (!solution || solution == m_shown)
        return;
    m_shown = solution;
    sayChosen();
    refreshFigures();
    drawMemory();
    drawContext();
    drawRoofline();
    drawCurve();
}

// Published bands are in US dollars.
QString ServingInsight::costBand(const Value& cost) const {
    const bool isUsd = document().project()->quote.currency == Currency::usd();
    const auto place = isUsd ? placedInBand(cost) : std::nullopt;
    return place ? QLatin1Char(' ') + sentence(*place) : QString();
}

void ServingInsight::drawCurve() {
    const Context& context = m_shown->context();
    const Workload* row = context.design().workloads.find(workloadId());
    const LoadCurve curve = row ? loadCurve(context, *row) : LoadCurve{};
    m_curve->setField(loadField(curve, services().texts()));
    const auto shown = [&](const LoadPoint& point) {
        return Message(curve.crossing ? "workloads.curve.kept" : "workloads.curve.at")
            .with("count", amount(point.concurrency, "", 1).toStdString())
            .with("rate", amount(point.rate, "tokens/s", 1).toStdString())
            .with("first", amount(point.firstToken, "ms", 1e-3).toStdString())
            .with("each", amount(point.eachToken, "ms", 1e-3).toStdString())
            .with("answer", amount(point.answer, "s", 1).toStdString());
    };
    QStringList words;
    if (curve.points.empty())
        words << text("workloads.curve.unknown");
    else if (curve.crossing)
        words << sentence(shown(*curve.crossing));
    else if (curve.targets.hasTimes())
        words << text("workloads.curve.never");
    else if (curve.now)
        words << sentence(shown(*curve.now));
    if (curve.now && curve.targets.rate)
        words << sentence(Message(curve.now->rate >= *curve.targets.rate ? "workloads.curve.rate-kept"
                                                                         : "workloads.curve.rate-missed")
                              .with("count", amount(curve.now->concurrency, "", 1).toStdString())
                              .with("rate", amount(curve.now->rate, "tokens/s", 1).toStdString())
                              .with("target", amount(*curve.targets.rate, "tokens/s", 1).toStdString()));
    m_curveState->setText(words.join(QLatin1Char(' ')));
}

void ServingInsight::refreshCards() {
    const FigureReading needed = figure(figure_of::inferenceMemoryNeeded),
                        most = figure(figure_of::inferenceConcurrencyMost),
                        available = figure(figure_of::inferenceMemoryAvailable);
    const bool fits = needed.value && available.value && needed.typical() <= available.typical();
    setCard(Fits, needed,
            needed.value && available.value ? sentence(Message("workloads.of-limit")
                                                           .with("amount", needed.amount.toStdString())
                                                           .with("limit", available.amount.toStdString()))
                                            : QString(),
            most.value ? sentence(Message("workloads.sequences-fit").with("count", most.amount.toStdString()))
                       : QString(),
            fits ? CardContent::Mood::Good : CardContent::Mood::Bad);
    const FigureReading rate = figure(figure_of::inferenceRate), user = figure(figure_of::inferenceRateUser);
    setCard(Fast, rate, {},
            rate.value ? sentence(Message("workloads.serving.speed").with("user", user.amount.toStdString())) +
                             QStringLiteral(" \u00b7 ") + howSure(*rate.value)
                       : QString());
    const FigureReading first = figure(figure_of::inferenceTtft), each = figure(figure_of::inferenceTpot);
    setCard(Long, first, {},
            first.value ? sentence(Message("workloads.serving.wait").with("each", each.amount.toStdString()))
                        : QString());
    const FigureReading cost = figure(figure_of::inferenceCost), energy = figure(figure_of::inferenceEnergy);
    setCard(Costs, cost, {},
            cost.value ? sentence(Message("workloads.serving.cost").with("energy", energy.amount.toStdString())) +
                             costBand(*cost.value)
                       : QString());
}

void ServingInsight::refreshFigures() {
    std::vector<FigureRow> rows;
    for (const FigureHandle name :
         {figure_of::inferenceInstances, figure_of::inferenceInstanceSize, figure_of::inferenceConcurrencyMost,
          figure_of::inferenceBatch, figure_of::inferenceCacheToken, figure_of::inferenceCacheSequence,
          figure_of::inferenceTtft, figure_of::inferenceTpot, figure_of::inferenceRateUser, figure_of::inferenceRate,
          figure_of::inferenceRateBound, figure_of::inferenceQueries, figure_of::inferenceEnergy,
          figure_of::inferenceCost}) {
        const FigureReading reading = figure(name);
        rows.push_back(
            {text(std::string("workloads.figure.").append(name)), reading.amount, reading.label, reading.spread});
    }
    m_figures->setRows(std::move(rows));
}

void ServingInsight::sayChosen() {
    std::vector<Parameter> holds;
    const Context& context = m_shown->context();
    const Workload* row = context.design().workloads.find(workloadId());
    const auto add = [&](const char* parameter, const Value& value, std::string_view unit, double factor) {
        if (value.isKnown())
            holds.push_back({parameter, services().texts().figure(value, unit, factor)});
    };
    if (row) {
        add("prompt-tokens", parameterOr<Value>(context, *row, "prompt-tokens", setting_of::promptTokens).si(), "", 1);
        add("output-tokens", parameterOr<Value>(context, *row, "output-tokens", setting_of::outputTokens).si(), "", 1);
        add("tensor-parallel", tensorDegree<Value>(context, *row), "", 1);
        add("pipeline-parallel", pipelineDegree<Value>(*row), "", 1);
        add("memory-share", parameterOr<Value>(context, *row, "memory-share", setting_of::memoryShare).si(), "%", 0.01);
        add("prefill-share", parameterOr<Value>(context, *row, "prefill-share", setting_of::prefillShare).si(), "%",
            0.01);
        add("concurrency", batchOf<Value>(context, *row) * instanceCount<Value>(context, *row), "", 1);
    }
    keepChosen(std::move(holds));
}

void ServingInsight::drawMemory() {
    const Context& context = m_shown->context();
    const Workload* row = context.design().workloads.find(workloadId());
    Stacks stacks;
    std::vector<FigureRow> rows;
    stacks.title = text("workloads.serving.memory");
    stacks.unit = QStringLiteral("GB");
    const auto weights = row ? known(weightBytes<Value>(*row).si()) : std::nullopt;
    const auto runtime = row ? known(runtimeBytes<Value>(context, *row).si()) : std::nullopt;
    const auto cache =
        row ? known(sequenceCache<Value>(context, *row).si() * batchOf<Value>(context, *row)) : std::nullopt;
    const auto limit = row ? known(instanceMemory<Value>(context, *row).si()) : std::nullopt;
    if (weights && runtime && cache && limit) {
        struct Line {
            const char* id;
            Ink ink;
            double value;
            FigureHandle figure;
        };
        StackBar bar;
        bar.name = text("workloads.instance");
        for (const Line& line :
             {Line{"workloads.part.weights", Ink::Accelerator, *weights, figure_of::inferenceWeights},
              Line{"workloads.part.runtime", Ink::OtherLine, *runtime, figure_of::inferenceMemoryNeeded},
              Line{"workloads.part.cache", Ink::LoadAmber, *cache, figure_of::inferenceCacheSequence},
              Line{"workloads.part.free", Ink::RackEmpty, std::max(0.0, *limit - *weights - *runtime - *cache),
                   figure_of::inferenceMemoryAvailable}}) {
            stacks.parts.push_back({text(line.id), line.ink});
            bar.values.push_back(line.value / kGigabyte);
            const QString shown = amount(line.value, "GB", kGigabyte);
            bar.reading += (bar.reading.isEmpty() ? QString() : QStringLiteral("\n")) + text(line.id) +
                           QStringLiteral(": ") + shown;
            rows.push_back({text(line.id), shown, figure(line.figure).label, {}, line.ink});
        }
        stacks.bars.push_back(std::move(bar));
        stacks.limit = *limit / kGigabyte;
        stacks.limitName =
            sentence(Message("workloads.usable").with("amount", amount(*limit, "GB", kGigabyte).toStdString()));
    }
    m_memory->setStacks(std::move(stacks));
    m_memoryParts->setRows(std::move(rows));
}

void ServingInsight::drawContext() {
    const Context& context = m_shown->context();
    const Workload* row = context.design().workloads.find(workloadId());
    PointField field;
    field.title = text("workloads.context");
    field.xName = text("workloads.context.length");
    field.yName = text("workloads.context.sequences");
    field.isLogX = field.isLogY = true;
    const auto tokens = row ? known(sequenceTokens<Value>(context, *row)) : std::nullopt;
    const auto prompt =
        row ? known(parameterOr<Value>(context, *row, "prompt-tokens", setting_of::promptTokens).si()) : std::nullopt;
    const auto each = row ? known(cacheBytesPerToken<Value>(context, *row).si()) : std::nullopt;
    const auto left = row ? known((instanceMemory<Value>(context, *row) - weightBytes<Value>(*row) -
                                   runtimeBytes<Value>(context, *row))
                                      .si())
                          : std::nullopt;
    const auto instances = row ? known(instanceCount<Value>(context, *row)) : std::nullopt;
    m_slider->setEnabled(prompt.has_value());
    if (prompt && !m_slider->isSliderDown()) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(placeOf(*prompt));
    }
    if (prompt)
        m_length->setText(amount(*prompt, "tokens", 1));
    if (tokens && each && left && instances) {
        PlacedLine line;
        line.ink = Ink::Accent;
        const auto fitting = [&](double length) {
            const double kept = keptTokens<Value>(*row, Value(std::ceil(length / 16) * 16)).typical();
            return std::max(0.0, std::floor(*left / (*each * kept))) * *instances;
        };
        for (int place = 0; place <= placeOf(kLongest); ++place)
            if (const double most = fitting(tokensAt(place)); most >= 1) {
                line.x.push_back(tokensAt(place));
                line.y.push_back(most);
            }
        if (!line.x.empty())
            field.lines.push_back(std::move(line));
        if (const double most = fitting(*tokens); most >= 1)
            field.points.push_back(
                {*tokens, most, Ink::LoadRed, true, sentence(Message("workloads.context.now").with("count", most)),
                 sentence(Message("workloads.context.reading").with("tokens", *tokens).with("count", most))});
    }
    m_context->setField(std::move(field));
}

void ServingInsight::drawRoofline() {
    const Context& context = m_shown->context();
    const Workload* row = context.design().workloads.find(workloadId());
    PointField field;
    field.title = text("workloads.roofline");
    field.xName = text("workloads.intensity");
    field.yName = text("workloads.flops");
    field.isLogX = field.isLogY = true;
    const WorkloadModel model = row ? modelOf(*row) : nullptr;
    const auto peak =
        row ? known(numberOf<Value>(readRate(context, servingPart(context), rateOf(context, *row)))) : std::nullopt;
    const auto bandwidth =
        row ? known(partNumber<Value>(context, servingPart(context), attribute::memoryBandwidth).si()) : std::nullopt;
    const auto first = row ? known(firstTokenTime<Value>(context, *row).si()) : std::nullopt;
    const auto each = row ? known(tokenTime<Value>(context, *row).si()) : std::nullopt;
    if (model && peak && bandwidth && first && each) {
        constexpr double tera = 1e12;
        const double tensor = tensorDegree<Value>(context, *row).typical();
        const double batch = std::max(1.0, batchOf<Value>(context, *row).typical());
        const double prompt =
            parameterOr<Value>(context, *row, "prompt-tokens", setting_of::promptTokens).si().typical();
        const double active = static_cast<double>(activeParameters(model->architecture));
        const double kept = keptTokens<Value>(*row, sequenceTokens<Value>(context, *row)).typical();
        const double weights = touchedWeights<Value>(*row, Value(batch)).typical();
        const double cache = batch * cacheBytesPerToken<Value>(context, *row).si().typical() * kept;
        const PhaseWork decode{2 * active * batch / tensor, (weights + cache) / tensor, *each};
        const PhaseWork prefill{prompt * forwardFlopPerToken(model->architecture, prompt, AttentionFlop::CausalHalf) /
                                    tensor,
                                weightBytes<Value>(*row).si().typical() / tensor, *first};
        const double ridge = *peak / *bandwidth;
        double furthest = ridge * 8, nearest = ridge / 64;
        const auto add = [&](const char* id, const PhaseWork& work, Ink ink) {
            const double intensity = work.flop / work.bytes, rate = work.flop / work.seconds;
            furthest = std::max(furthest, intensity * 2);
            nearest = std::min(nearest, intensity / 2);
            field.points.push_back({intensity, rate / tera, ink, true, text(id),
                                    sentence(Message("workloads.product.reading")
                                                 .with("product", text(id).toStdString())
                                                 .with("rate", amount(rate, "TFLOP/s", tera).toStdString())
                                                 .with("share", amount(rate / *peak, "%", 0.01).toStdString())
                                                 .with("bound", text(intensity < ridge ? "workloads.bound.memory"
                                                                                       : "workloads.bound.compute")
                                                                    .toStdString()))});
        };
        add("workloads.decode", decode, Ink::LoadAmber);
        add("workloads.prefill", prefill, Ink::Accent);
        field.lines.push_back(
            {sentence(Message("workloads.peak").with("rate", amount(*peak, "TFLOP/s", tera).toStdString())),
             Ink::Wall,
             false,
             {nearest, ridge, furthest},
             {nearest * *bandwidth / tera, *peak / tera, *peak / tera}});
    }
    m_roofline->setField(std::move(field));
}

std::optional<Edit> ServingInsight::promptEdit(double tokens) const {
    const Workload* row = document().design().workloads.find(workloadId());
    if (!row)
        return std::nullopt;
    Workload next = *row;
    setParameter(next.parameters, "prompt-tokens", std::to_string(std::llround(tokens)));
    Edit edit = edits::putWorkload(edits::activeTarget(*document().project()), std::move(next));
    edit.text = Message("undo.workload.field")
                    .with("field", services().texts().text("inspector.workload.prompt-tokens"))
                    .with("name", row->name);
    edit.mergeKey = "workload.prompt:" + std::to_string(row->id.value); // keys held down are one step
    return edit;
}

void ServingInsight::slide(int place, bool isLast) {
    const std::optional<Edit> edit = promptEdit(tokensAt(place));
    if (!edit)
        return;
    const Done done = isLast ? document().commit(*edit) : document().preview(*edit);
    if (!done)
        Q_EMIT hinted(sentence(done.error().message));
    if (isLast && !m_slider->hasFocus())
        document().closeMerge();
}

} // namespace rackwright
