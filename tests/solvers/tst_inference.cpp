// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of serving: worked by hand on the hall of storage_hall.h (128 accelerators of 80 GB, 3,350 GB/s and 1,000
// TFLOP/s), equal in plain and traced form, and never above the roofline.
#include "solvers/cost/cost_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/inference/load_curve.h"
#include "solvers/inference/serving.h"
#include "solvers/inference/serving_references.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/power/power_domain.h"
#include "solvers/workload/model_presets.h"
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

/// One of the hall's accelerators by hand, as a question without a design would describe it.
GenerationRun instanceOf(const char* model, const StorageHall& hall) {
    const Snapshot snapshot = hall.snapshot();
    const Context context(snapshot);
    GenerationRun run;
    run.model = *modelOfName(model);
    run.part.memory = 80e9;
    run.part.memoryBandwidth = 3'350e9;
    run.part.peak[MatrixPrecision::Bf16] = run.peak = 1e15;
    run.sustained = AcceleratorSpec{}.sustainedShare(MatrixPrecision::Bf16);
    run.cacheBytes = 2;
    run.prompt = 2048;
    run.output = 512;
    run.hostToken = hostTokenOf(context.part(servingPart(context))->id);
    return run;
}

/// Of servers in BF16.
double speedOfServers() { return factorFor(publishedCalibration(), {{}, {}, "bf16", "dense", "inference"}).factor; }

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
        // The weights, and nine tenths of what they leave.
        QVERIFY(isNear(typical(*solution, "memory.available"), 0.1 * 2 * kParameters8 + 72e9));
        // 0.9 x (80 - 16.06) GB / 335.5 MB = 171.5.
        QCOMPARE(typical(*solution, "batch"), 171.0);
        QCOMPARE(typical(*solution, "concurrency.most"), 128 * 171.0);
        // The same forecast as of a question without a design, by the factor of servers.
        const GenerationRun run = instanceOf("Llama-3.1-8B", serving("Llama-3.1-8B"));
        QCOMPARE(largestBatch(run), 171.0);
        const ServingPoint point = servingPoint(run, 171);
        const double speed = speedOfServers(), rate = 128 * speed * point.tokensPerSecond;
        QVERIFY(isNear(typical(*solution, "tpot"), point.eachToken / speed));
        QVERIFY(isNear(typical(*solution, "rate.user"), speed / point.eachToken));
        QVERIFY(isNear(typical(*solution, "ttft"), point.firstToken / speed));
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
    void throughputAgainstLatency() {
        const StorageHall hall = serving("Llama-3.1-8B", {{"tpot-target", "15 ms"}, {"rate-target", "100000"}});
        ServingTargets targets;
        targets.eachToken = 0.015;
        const double kept = batchWithin(instanceOf("Llama-3.1-8B", hall), targets, 1 / speedOfServers());
        QVERIFY(kept > 1 && kept < 171);
        const Snapshot snapshot = hall.snapshot();
        const Context context(snapshot);
        const Workload& job = *context.design().workloads.find(hall.job);
        const LoadCurve curve = loadCurve(context, job);
        QVERIFY(curve.crossing && curve.now);
        QCOMPARE(curve.crossing->concurrency, kept * 128);
        QVERIFY(curve.crossing->eachToken <= 0.015 && curve.crossing->eachToken > 0.014);
        QCOMPARE(curve.points.front().concurrency, 128.0);
        QCOMPARE(curve.points.back().concurrency, 171.0 * 128);
        QCOMPARE(*curve.targets.rate, 100'000.0);
        // Entered, nothing is asked at a time: all that fit.
        QCOMPARE(curve.now->concurrency, 171.0 * 128);
        QVERIFY(isNear(curve.now->rate, servedRate<Value>(context, job).si().typical()));
        QVERIFY(isNear(curve.now->answer, curve.now->firstToken + 511 * curve.now->eachToken));
        for (std::size_t i = 1; i < curve.points.size(); ++i) {
            QVERIFY(curve.points[i].concurrency > curve.points[i - 1].concurrency);
            QVERIFY(curve.points[i].rate > curve.points[i - 1].rate);
            QVERIFY(curve.points[i].eachToken > curve.points[i - 1].eachToken);
        }
        const Schedule table = loadCurveSchedule(context);
        QCOMPARE(table.rows.size(), curve.points.size() + 2);
        // Nothing keeps a token a microsecond, and without times there is nothing to cross.
        const StorageHall late = serving("Llama-3.1-8B", {{"tpot-target", "0.001 ms"}});
        const Snapshot lateSnapshot = late.snapshot();
        const Context lateContext(lateSnapshot);
        const LoadCurve none = loadCurve(lateContext, *lateContext.design().workloads.find(late.job));
        QVERIFY(none.targets.hasTimes() && !none.crossing && !none.points.empty());
        const StorageHall unknown = serving("House model");
        const Snapshot unknownSnapshot = unknown.snapshot();
        const Context unknownContext(unknownSnapshot);
        QVERIFY(loadCurve(unknownContext, *unknownContext.design().workloads.find(unknown.job)).points.empty());
    }
    // A million tokens on premises cost 0.10 to 0.50 USD by the published band, by an API 0.15 to 15.
    void costsStandInTheirBands() {
        QCOMPARE(placedInBand(Value(0.3))->id, std::string("serving-reference.within"));
        QCOMPARE(placedInBand(Value(0.05))->id, std::string("serving-reference.below"));
        QCOMPARE(placedInBand(Value(0.51))->id, std::string("serving-reference.above"));
        QVERIFY(!placedInBand(Value::unknown()));
        QCOMPARE(servingReferences().size(), std::size_t(11));
        const StorageHall hall = serving("Llama-3.1-8B");
        const SolutionPtr solution = solved(hall);
        const Schedule table = servingReferenceSchedule(solution->context(), *solution);
        QCOMPARE(table.rows.size(), std::size_t(11));
        QVERIFY(!readServingReferences("kind,model,accelerators,accelerator,format,batch,low,high,unit,source,date\n"
                                       "price,x,,,,,1,1,USD,s,2026\n"));
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
    // Unless attention is data-parallel, as it is of latent attention where nobody says.
    void theLatentIsKeptByEveryAccelerator() {
        const auto with = [](std::vector<Parameter> said) {
            said.insert(said.end(), {{"tensor-parallel", "8"}, {"precision", "fp8"}});
            return solved(serving("DeepSeek-V3", std::move(said)));
        };
        const SolutionPtr usual = with({}), split = with({{"dp-attention", "no"}}), own = with({{"dp-attention", "yes"}});
        QCOMPARE(typical(*usual, "cache.token"), 70'272.0);
        QCOMPARE(typical(*split, "cache.token"), 8 * 70'272.0);
        QCOMPARE(typical(*own, "cache.token"), 70'272.0);
        QCOMPARE(typical(*split, "weights"), 671'026'419'200.0);
        // Each of the others keeps attention once more.
        const ModelArchitecture model = *modelOfName("DeepSeek-V3");
        QVERIFY(isNear(typical(*own, "weights"),
                       671'026'419'200.0 + 7.0 * static_cast<double>(model.layers * parameterParts(model).attention)));
    }
    void smallChunksOfPromptsTakeMoreSteps() {
        const SolutionPtr whole = solved(serving("Llama-3.1-8B", {{"prefill-chunk", "8192"}})),
                          small = solved(serving("Llama-3.1-8B", {{"prefill-chunk", "256"}}));
        QCOMPARE(typical(*whole, "ttft"), typical(*solved(serving("Llama-3.1-8B")), "ttft"));
        QVERIFY(typical(*small, "ttft") > 1.5 * typical(*whole, "ttft"));
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
        const double step = typical(*solution, "tpot"),
                     prompts = speedOfServers() * promptsPerSecond(instanceOf("Llama-3.1-8B", serving("Llama-3.1-8B")));
        QVERIFY(isNear(typical(*solution, "rate"), std::min(96 * 171 / step, 32 * 512 * prompts)));
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
