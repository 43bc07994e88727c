// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verbs/train_search.h"

#include "app/text_table.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/case_machine.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/parallelism/plan_search.h"
#include "solvers/parallelism/settings.h"

#include <algorithm>
#include <cmath>
#include <ostream>

namespace rackwright {

namespace {

Result<std::int64_t> count(const TrainingCase& input, std::string_view column) {
    const Result<double> value = input.number(column);
    if (!value)
        return value.error();
    if (*value < 1 || *value > 1e9 || *value != std::floor(*value))
        return inputError(Message("training.no-number").with("column", column).with("text", input.text(column)));
    return static_cast<std::int64_t>(*value);
}

Result<PlanQuestion> questionOf(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input, MatrixPrecision::Bf16);
    if (!machine)
        return machine.error();
    const Result<MemoryQuestion> memory = memoryQuestionOf(input);
    if (!memory)
        return memory.error();
    // What nobody says is that of the forecast without a search.
    Result<std::int64_t> sequence = std::llround(usualSequence(machine->model)), batch = std::int64_t{1};
    if (input.has("seq_len"))
        sequence = count(input, "seq_len");
    if (input.has("global_batch_seqs")) {
        batch = count(input, "global_batch_seqs");
    } else {
        const Result<TrainingRun> usual = trainingRun(input);
        batch = usual ? Result<std::int64_t>(std::max<std::int64_t>(1, std::llround(usual->globalBatch())))
                      : Result<std::int64_t>(usual.error());
    }
    Result<std::int64_t> accelerators = count(input, "num_gpus");
    for (const Result<std::int64_t>* one : {&accelerators, &sequence, &batch})
        if (!*one)
            return one->error();
    PlanQuestion question;
    question.model = machine->model;
    question.part = machine->part;
    question.peak = machine->peak;
    question.bytesPerValue = machine->bytesPerValue;
    question.sustained = machine->part.sustainedShare(machine->precision);
    question.memory = *memory;
    question.adaptersOnly = memory->adaptersOnly;
    question.accelerators = *accelerators;
    question.sequence = *sequence;
    question.globalBatch = *batch;
    question.memoryLimit = machine->part.memory * setting_of::trainingMemoryShare.defaultSi;
    const Result<StateHome> optimizer = input.home("offload"), weights = input.home("offload_weights"),
                            activations = input.home("offload_activations");
    for (const Result<StateHome>* home : {&optimizer, &weights, &activations})
        if (!*home)
            return home->error();
    question.activationHome = *activations;
    if (question.part.scaleUpDomain > 2)
        question.nodeSize = std::min(question.part.scaleUpDomain, kLargestNode);
    if (const StatePlacement placement{*optimizer, *weights}; placement != StatePlacement{})
        question.placements.push_back(placement);
    if (input.has("dp_shard")) {
        const Result<std::int64_t> group = count(input, "dp_shard");
        if (!group)
            return group.error();
        question.shardGroups.push_back(*group);
    }
    return question;
}

class PlanTable {
public:
    PlanTable(double factor, const Texts& texts)
        : m_factor(factor), m_table(std::vector<Align>(16, Align::Right)) {
        m_table.add({"", "tp", "pp", "vp", "dp", "cp", "ep", "b", "m", "zero", "shard", "offload",
                     texts.text("train.label.recompute"), texts.text("train.label.memory"),
                     texts.text("train.label.step"), texts.text("train.label.tokens")});
    }
    void add(const std::string& name, const SearchedPlan& one) {
        const ParallelPlan& plan = one.plan;
        std::vector<std::string> cells{name};
        for (const std::int64_t degree : {plan.tensor, plan.pipeline, plan.interleave, plan.data, plan.context,
                                          plan.expert, plan.microBatch, plan.microBatches})
            cells.push_back(std::to_string(degree));
        cells.push_back(std::to_string(plan.zeroStage));
        cells.push_back(plan.zeroStage > 0 ? std::to_string(plan.shards()) : "-");
        std::string home(enumName(plan.optimizerHome));
        if (plan.weightHome != StateHome::Accelerator)
            home.append("+").append(enumName(plan.weightHome));
        cells.push_back(std::move(home));
        cells.push_back(plan.recompute == Recompute::None        ? "none"
                        : plan.recompute == Recompute::Selective ? "selective"
                                                                 : "full");
        cells.push_back(roundedDigits(one.memory / 1e9, 3));
        cells.push_back(roundedDigits(one.time.total() / m_factor, 4));
        cells.push_back(roundedDigits(one.tokensPerSecond() * m_factor, 4));
        m_table.add(std::move(cells));
    }
    std::string text() const { return m_table.text(); }

private:
    double m_factor;
    TextTable m_table;
};

} // namespace

int runPlanSearch(const TrainingCase& input, Streams& streams, const Session& session) {
    const Texts& texts = session.texts();
    const Result<PlanQuestion> question = questionOf(input);
    if (!question)
        return refused(question.error(), streams, session);
    const PlanSearchResult result = searchPlans(*question);
    if (!result.best && !result.leanest)
        return refused(inputError(Message("train.no-plan")
                                      .with("accelerators", question->accelerators)
                                      .with("batch", question->globalBatch)),
                       streams, session);
    const Result<Forecast> alike = forecast("mfu", input); // of the class of its runs, as without a search
    const double factor = factorFor(publishedCalibration(), alike ? alike->speedClass : SpeedClass{}).factor;
    PlanTable table(factor, texts);
    if (!result.best) {
        table.add(texts.text("train.label.leanest"), *result.leanest);
        streams.out << table.text();
        return refused(inputError(Message("train.does-not-fit")
                                      .with("needed", UnitNumber{result.leanest->memory / 1e9, "GB"})
                                      .with("limit", UnitNumber{question->memoryLimit / 1e9, "GB"})),
                       streams, session);
    }
    table.add(texts.text("train.label.best"), *result.best);
    streams.out << texts.sentence(
                       Message(input.has("global_batch_seqs") ? "train.search-batch" : "train.search-batch-assumed")
                           .with("batch", question->globalBatch)
                           .with("sequence", question->sequence)
                           .with("tokens",
                                 UnitNumber{
                                     std::round(static_cast<double>(question->globalBatch * question->sequence) / 1e5) /
                                         10,
                                     "million"}))
                << '\n';
    if (result.runnerUp)
        table.add(texts.text("train.label.runner-up"), *result.runnerUp);
    const std::int64_t counts[] = {question->accelerators};
    for (const SearchedPlan& one : paretoFront(*question, counts).plans)
        table.add(texts.text("train.label.front"), one);
    streams.out << table.text();
    if (result.runnerUp)
        streams.out << texts.sentence(whyItLost(*result.best, *result.runnerUp)) << '\n';
    streams.out << texts.sentence(Message("train.searched")
                                      .with("points", result.points)
                                      .with("timed", result.evaluated)
                                      .with("factor", factor))
                << '\n';
    return kExitDone;
}

} // namespace rackwright
