// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of serving: worked by hand on the hall of storage_hall.h (128 accelerators of 80 GB, 3,350 GB/s and 1,000
// TFLOP/s), equal in plain and traced form, and never above the roofline.
#include "solvers/cost/cost_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/inference/serving.h"
#include "solvers/power/power_domain.h"
#include "tests/solvers/storage_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;
using fixture::StorageHall;
using fixture::storageHall;

namespace {

constexpr double kParameters8 = 8'030'261'248, kParameters70 = 70'553'706'496;

StorageHall serving(std::string model, std::vector<Parameter> parameters = {}) {
    StorageHall hall = storageHall();
    hall.change(&Design::workloads, hall.job, [&](Workload& job) {
        job.kind = WorkloadKind::Inference;
        job.model = std::move(model);
        job.parameters = std::move(parameters);
    });
    return hall;
}

SolutionPtr solved(const StorageHall& hall) {
    static const DomainsPtr domains = joined({powerDomain(), inferenceDomain(), costDomain()});
    return solve(hall.snapshot(), domains, {{}, 1});
}

double typical(const Solution& solution, const std::string& name) {
    const FigureResult* result = solution.find("inference." + name + "@workload:Job");
    return result && !result->value.isUnknown() ? result->value.typical() : std::nan("");
}

bool isNear(double found, double expected) { return std::abs(found - expected) <= 1e-6 * std::abs(expected); }

} // namespace

class TestInference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void smallModelOnOneAccelerator() {
        const SolutionPtr solution = solved(serving("Llama-3.1-8B"));
        QCOMPARE(typical(*solution, "instance.size"), 1.0);
        QCOMPARE(typical(*solution, "instances"), 128.0);
        QCOMPARE(typical(*solution, "weights"), 2 * kParameters8);
        QCOMPARE(typical(*solution, "cache.token"), 131'072.0); // C-048
        QCOMPARE(typical(*solution, "cache.sequence"), 2'560 * 131'072.0);
        QCOMPARE(typical(*solution, "memory.available"), 72e9);
        // (72 - 16.06 - 4) GB / 335.5 MB = 154.8.
        QCOMPARE(typical(*solution, "batch"), 154.0);
        QCOMPARE(typical(*solution, "concurrency.most"), 128 * 154.0);
        const double step = (2 * kParameters8 + 154 * 131'072.0 * 2'304) / (3'350e9 * 0.6);
        QVERIFY(isNear(typical(*solution, "tpot"), step));
        QVERIFY(isNear(typical(*solution, "rate.user"), 1 / step));
        const double first = typical(*solution, "ttft");
        // 2 FLOP a parameter without the input embedding, and attention: 2 x 8.03e9 x 2,048 / 5e14 = 65.8 ms.
        QVERIFY(first > 0.060 && first < 0.070);
        const double rate = 128 * 512 / (512 * step / 154 + first);
        QVERIFY(isNear(typical(*solution, "rate"), rate));
        QVERIFY(isNear(typical(*solution, "queries"), rate / 512));
        // 16 nodes at 76 % of 10 kW.
        QVERIFY(isNear(typical(*solution, "energy"), 16 * 7'600 / rate));
    }
    void largeModelOverFour() {
        const SolutionPtr solution = solved(serving("Llama-3.1-70B"));
        QCOMPARE(typical(*solution, "instance.size"), 4.0);
        QCOMPARE(typical(*solution, "instances"), 32.0);
        QCOMPARE(typical(*solution, "weights"), 2 * kParameters70);
        QCOMPARE(typical(*solution, "cache.token"), 327'680.0); // C-047
    }
    void aSequenceAtATimeReadsTheWeights() {
        // C-079 counts 16 GB of weights alone: 209 tokens/s; with the exact count and a cache 208 less.
        const StorageHall hall = serving("Llama-3.1-8B");
        const Snapshot snapshot = hall.snapshot();
        const Context context(snapshot);
        const Workload& job = *context.design().workloads.find(hall.job);
        const Value step = decodeStep<Value>(context, job, Value(1.0), Value(1.0));
        QVERIFY(isNear(step.typical(), (2 * kParameters8 + 131'072.0 * 2'304) / 3'350e9));
    }
    void headsThatDoNotDivideAreKeptTwice() {
        const SolutionPtr solution =
            solved(serving("Llama-3.1-70B", {{"tensor-parallel", "16"}, {"kv-precision", "fp8"}}));
        QCOMPARE(typical(*solution, "cache.token"), 2 * 163'840.0);
    }
    void theLatentIsKeptByEveryAccelerator() {
        const SolutionPtr solution = solved(serving("DeepSeek-V3", {{"tensor-parallel", "8"}, {"precision", "fp8"}}));
        QCOMPARE(typical(*solution, "cache.token"), 8 * 70'272.0);
        QCOMPARE(typical(*solution, "weights"), 671'026'419'200.0);
    }
    void fewSequencesReadFewExperts() {
        const StorageHall hall = serving("DeepSeek-V3", {{"precision", "fp8"}});
        const Workload& job = *hall.design.workloads.find(hall.job);
        const double one = touchedWeights<Value>(job, Value(1.0)).typical();
        const double many = touchedWeights<Value>(job, Value(512.0)).typical();
        // One token passes 8 of 256 experts: about its 37.6 billion active parameters.
        QVERIFY(one > 36e9 && one < 39e9);
        QVERIFY(many > 0.99 * 671e9 && many <= 671'026'419'200.0);
    }
    void disaggregatedServingIsCappedByItsPrefill() {
        const std::vector<Parameter> apart = {{"serving", "disaggregated"}, {"prefill-share", "25 %"}};
        const SolutionPtr solution = solved(serving("Llama-3.1-8B", apart));
        QCOMPARE(typical(*solution, "instances"), 96.0);
        const double step = typical(*solution, "tpot"), first = typical(*solution, "ttft");
        QVERIFY(isNear(typical(*solution, "rate"), std::min(96 * 154 / step, 32 * 512 / first)));
    }
    void noRateIsAboveTheRoofline() {
        for (const char* model : {"Llama-3.1-8B", "Llama-3.1-70B", "Mixtral-8x7B", "DeepSeek-V3"})
            for (const char* precision : {"bf16", "fp8", "int4"}) {
                const SolutionPtr solution = solved(serving(model, {{"precision", precision}}));
                const double rate = typical(*solution, "rate"), bound = typical(*solution, "rate.bound");
                if (std::isfinite(rate) && std::isfinite(bound))
                    QVERIFY2(rate <= bound, model);
            }
    }
    void plainAndTracedAreEqual() {
        for (const StorageHall& hall :
             {serving("Llama-3.1-70B"), serving("DeepSeek-V3", {{"precision", "fp8"}, {"concurrency", "64"}})}) {
            const SolutionPtr solution = solved(hall);
            for (const FigureBlock& block : solution->figures())
                for (const FigureResult& result : *block.results) {
                    if (!result.definition->name.starts_with("inference."))
                        continue;
                    const auto traced = derivationOf(solution->context(), {result.definition, result.subject});
                    QVERIFY(bool(traced));
                    QVERIFY2(traced->value() == result.value, result.definition->name.c_str());
                    const Derivation* wrong = firstUnreproducible(*traced->node());
                    QVERIFY2(!wrong, (result.definition->name + ": " + (wrong ? wrong->label : std::string())).c_str());
                }
        }
    }
};

RW_SUITE(TestInference)
#include "tst_inference.moc"
