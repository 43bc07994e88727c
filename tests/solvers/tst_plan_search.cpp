// SPDX-License-Identifier: GPL-3.0-or-later
// The search of parallel plans against trying every plan of a small space: the same optimum, runner-up, count and
// front, whatever the memory limit; and what it says when nothing fits or when it is stopped.
#include "solvers/parallelism/plan_search.h"
#include "solvers/workload/model_presets.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

PlanQuestion smallQuestion(bool withExperts) {
    PlanQuestion question;
    ModelArchitecture& model = question.model;
    model.layers = 12;
    model.hidden = 2048;
    model.heads = model.keyValueHeads = 16;
    model.headDim = 128;
    model.ffn = 8192;
    model.vocabulary = 32000;
    if (withExperts)
        model.moe = ExpertLayers{8, 2, 2048, 1, 0, false};
    question.part = *acceleratorIn("H100");
    question.peak = *peakOf(question.part, MatrixPrecision::Bf16);
    question.accelerators = withExperts ? 16 : 24;
    question.sequence = 4096;
    question.globalBatch = withExperts ? 32 : 48;
    question.memoryLimit = question.part.memory;
    return question;
}

/// All legal plans with all choices of overlap, by nothing but loops over every number.
std::vector<SearchedPlan> everyPlan(const PlanQuestion& question) {
    std::vector<SearchedPlan> found;
    const std::int64_t n = question.accelerators, experts = question.model.moe ? question.model.moe->experts : 1;
    ParallelPlan plan;
    plan.sequence = question.sequence;
    const auto addAll = [&] {
        if (!isLegal(question, plan))
            return;
        for (const bool tensor : {true, false})
            for (const bool data : {true, false}) {
                // Without an exchange there is nothing to overlap.
                if ((!tensor && plan.tensor == 1 && plan.expert == 1) || (!data && plan.data * plan.context == 1))
                    continue;
                found.push_back(evaluatedPlan(question, plan, tensor, data));
            }
    };
    for (plan.tensor = 1; plan.tensor <= n; ++plan.tensor)
        for (plan.pipeline = 1; plan.tensor * plan.pipeline <= n; ++plan.pipeline)
            for (plan.context = 1; plan.tensor * plan.pipeline * plan.context <= n; ++plan.context)
                for (plan.data = 1; plan.accelerators() <= n; ++plan.data)
                    for (plan.expert = 1; plan.accelerators() == n && plan.expert <= experts; ++plan.expert)
                        for (plan.microBatch = 1; plan.microBatch <= question.globalBatch; ++plan.microBatch) {
                            plan.microBatches = question.globalBatch / (plan.data * plan.microBatch);
                            if (plan.globalBatch() != question.globalBatch)
                                continue;
                            for (plan.interleave = 1; plan.interleave <= question.model.layers; ++plan.interleave)
                                for (plan.zeroStage = 0; plan.zeroStage <= 3; ++plan.zeroStage)
                                    for (const bool split : {false, true})
                                        for (const Recompute recompute :
                                             {Recompute::None, Recompute::Selective, Recompute::Full}) {
                                            plan.sequenceParallel = split;
                                            plan.recompute = recompute;
                                            addAll();
                                        }
                        }
    return found;
}

auto splitOf(const SearchedPlan& one) {
    return std::tuple(one.plan.tensor, one.plan.pipeline, one.plan.context, one.plan.expert);
}

double fastest(const std::vector<SearchedPlan>& plans, double limit, const SearchedPlan* otherThan = nullptr) {
    double best = INFINITY;
    for (const SearchedPlan& one : plans)
        if (one.memory <= limit && (!otherThan || splitOf(one) != splitOf(*otherThan)))
            best = std::min(best, one.time.total());
    return best;
}

} // namespace

class TestPlanSearch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatTryingAllFinds_data() {
        QTest::addColumn<bool>("withExperts");
        QTest::addColumn<double>("share");
        for (const bool withExperts : {false, true})
            for (const double share : {1.0, 0.5, 0.25, 0.12})
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(withExperts).arg(share))) << withExperts << share;
    }
    void findsWhatTryingAllFinds() {
        QFETCH(bool, withExperts);
        QFETCH(double, share);
        PlanQuestion question = smallQuestion(withExperts);
        question.memoryLimit *= share;
        const std::vector<SearchedPlan> all = everyPlan(question);
        QVERIFY(all.size() > 1000);
        const PlanSearchResult result = searchPlans(question);
        QCOMPARE(result.points, static_cast<std::int64_t>(all.size()));
        QVERIFY(result.evaluated < result.points);
        QVERIFY(result.best.has_value());
        QVERIFY(isLegal(question, result.best->plan));
        QVERIFY(result.best->memory <= question.memoryLimit);
        const double best = result.best->time.total();
        QVERIFY(std::abs(best / fastest(all, question.memoryLimit) - 1) < 1e-12);
        const double second = fastest(all, question.memoryLimit, &*result.best);
        QCOMPARE(result.runnerUp.has_value(), std::isfinite(second));
        if (result.runnerUp)
            QVERIFY(std::abs(result.runnerUp->time.total() / second - 1) < 1e-12);
    }
    void theFrontIsUnbeaten() {
        const PlanQuestion question = smallQuestion(false);
        const std::int64_t count[] = {question.accelerators};
        const std::vector<SearchedPlan> all = everyPlan(question), front = paretoFront(question, count).plans;
        QVERIFY(front.size() > 1);
        std::size_t previous = 0;
        for (std::size_t i = 1; i < front.size(); previous = i++) {
            QVERIFY(front[i].time.total() > front[previous].time.total());
            QVERIFY(front[i].memory < front[previous].memory);
        }
        for (const SearchedPlan& one : all) {
            if (one.memory > question.memoryLimit)
                continue;
            QVERIFY(std::ranges::any_of(front, [&](const SearchedPlan& other) {
                return other.memory <= one.memory * (1 + 1e-12) && other.time.total() <= one.time.total() * (1 + 1e-12);
            }));
        }
        QVERIFY(std::abs(front.front().time.total() / fastest(all, question.memoryLimit) - 1) < 1e-12);
    }
    void moreAcceleratorsMustPay() {
        const PlanQuestion question = smallQuestion(false);
        const std::int64_t counts[] = {8, 16, 24};
        for (const SearchedPlan& one : paretoFront(question, counts).plans)
            for (const SearchedPlan& other : paretoFront(question, counts).plans)
                QVERIFY(one.plan == other.plan || one.plan.accelerators() >= other.plan.accelerators() ||
                        one.memory > other.memory || one.tokensPerSecond() < other.tokensPerSecond());
    }
    void whatDoesNotFitNamesTheLeanest() {
        PlanQuestion question = smallQuestion(false);
        question.memoryLimit = 1e9;
        const PlanSearchResult result = searchPlans(question);
        QVERIFY(!result.best && !result.runnerUp);
        QVERIFY(result.leanest.has_value());
        double least = INFINITY;
        for (const SearchedPlan& one : everyPlan(question))
            least = std::min(least, one.memory);
        QVERIFY(std::abs(result.leanest->memory / least - 1) < 1e-12);
        QVERIFY(least > question.memoryLimit);
    }
    void aStopIsHeard() {
        std::stop_source source;
        source.request_stop();
        const PlanSearchResult result = searchPlans(smallQuestion(true), source.get_token());
        QVERIFY(result.wasCancelled);
        QVERIFY(!result.best);
        const std::int64_t counts[] = {16};
        QVERIFY(paretoFront(smallQuestion(true), counts, source.get_token()).wasCancelled);
    }
    void theLoserIsExplained() {
        SearchedPlan best, other;
        best.time.compute = 10;
        other.time.compute = 10.5;
        other.time.bubble = 2;
        const Message why = whyItLost(best, other);
        QCOMPARE(std::get<std::string>(why.arguments[0].value), std::string("bubble"));
        QCOMPARE(std::get<UnitNumber>(why.arguments[1].value).value, 2.0);
        QCOMPARE(std::get<UnitNumber>(why.arguments[2].value).value, 2.5);
    }
    void anIllegalPlanIsNoPlan() {
        const PlanQuestion question = smallQuestion(false);
        ParallelPlan plan = searchPlans(question).best->plan;
        QVERIFY(isLegal(question, plan));
        ParallelPlan wrong = plan;
        wrong.tensor = 3 * plan.tensor; // 16 heads
        QVERIFY(!isLegal(question, wrong));
        wrong = plan;
        wrong.microBatches += 1;
        QVERIFY(!isLegal(question, wrong));
        wrong = plan;
        wrong.expert = 2; // a dense model has none
        QVERIFY(!isLegal(question, wrong));
    }
};

RW_SUITE(TestPlanSearch)
#include "tst_plan_search.moc"
