// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long the complete search of parallel plans takes on one core, and what one evaluation costs. For
// comparison: calculon evaluates 594 plans a second and core (measured), 6.6 million for GPT-3 on 512 accelerators.
#include "solvers/parallelism/plan_search.h"
#include "solvers/workload/model_presets.h"

#include <cstdio>
#include <ctime>

using namespace rackwright;

namespace {

// Of this program on its core: what else runs on the machine does not count.
double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct SearchCase {
    const char *model, *part;
    std::int64_t accelerators, sequence, batch;
};

// Batches with many divisors make large spaces.
constexpr SearchCase kCases[] = {
    {"Llama-3.1-70B", "H100", 1024, 8192, 1024},    {"GPT-3-175B", "A100-80GB", 512, 2048, 1536},
    {"GPT-3-175B", "H100", 16384, 8192, 49152},     {"DeepSeek-V3", "H800", 2048, 4096, 15360},
    {"Qwen3-235B-A22B", "B200", 4096, 8192, 46080},
};

PlanQuestion questionOf(const SearchCase& one) {
    PlanQuestion question;
    question.model = *modelOfName(one.model);
    question.part = *acceleratorIn(one.part);
    question.peak = *peakOf(question.part, MatrixPrecision::Bf16);
    question.accelerators = one.accelerators;
    question.sequence = one.sequence;
    question.globalBatch = one.batch;
    question.memoryLimit = question.part.memory;
    return question;
}

} // namespace

int main() {
    std::printf("%-18s %8s %12s %10s %9s %14s  %s\n", "model", "gpus", "plans", "timed", "s", "plans/s", "best");
    for (const SearchCase& one : kCases) {
        const PlanQuestion question = questionOf(one);
        const double start = processorSeconds();
        const PlanSearchResult result = searchPlans(question);
        const double seconds = processorSeconds() - start;
        std::printf("%-18s %8lld %12lld %10lld %9.3f %14.0f", one.model, static_cast<long long>(one.accelerators),
                    static_cast<long long>(result.points), static_cast<long long>(result.evaluated), seconds,
                    static_cast<double>(result.points) / seconds);
        if (result.best)
            std::printf(
                "  tp %lld pp %lld cp %lld ep %lld b %lld: %.3f s a step",
                static_cast<long long>(result.best->plan.tensor), static_cast<long long>(result.best->plan.pipeline),
                static_cast<long long>(result.best->plan.context), static_cast<long long>(result.best->plan.expert),
                static_cast<long long>(result.best->plan.microBatch), result.best->time.total());
        std::printf("\n");
    }
    const PlanQuestion question = questionOf(kCases[0]);
    const PlanSearchResult found = searchPlans(question);
    if (!found.best)
        return 1;
    constexpr int kRepeats = 20000;
    double sum = 0;
    const double start = processorSeconds();
    for (int i = 0; i < kRepeats; ++i)
        sum += evaluatedPlan(question, found.best->plan, true, true).time.total();
    const double seconds = processorSeconds() - start;
    std::printf("one evaluation without the search's short cuts: %.2f us, %.0f a second (%.0f s summed)\n",
                1e6 * seconds / kRepeats, kRepeats / seconds, sum);
    return 0;
}
