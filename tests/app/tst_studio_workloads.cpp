// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace Workloads by mouse and key in the real window: what is entered lies in the design, what is shown
// follows, and plans and changes that are clicked are edits that undo takes back.
#include "tests/app/studio_fixture.h"
#include "ui/charts/point_chart.h"
#include "ui/charts/span_chart.h"
#include "ui/charts/stack_chart.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/quick_fixes.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/figure_rows.h"
#include "ui/workloads/serving_insight.h"
#include "ui/workloads/training_insight.h"
#include "ui/workloads/workloads_workspace.h"

#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>

using namespace rackwright;

namespace {

WorkloadsWorkspace& workspaceOf(Studio& studio) {
    return *static_cast<WorkloadsWorkspace*>(studio.window().workspace(QStringLiteral("workloads")));
}

void waitFor(Studio& studio) {
    if (!QTest::qWaitFor([&studio] { return workspaceOf(studio).isIdle(); }, 30'000))
        qFatal("the workloads are not worked out");
}

WorkloadsWorkspace& openWorkloads(Studio& studio, const char* sample = "hall-1024-h200") {
    studio.openSample(sample);
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.workloads")), Qt::LeftButton);
    waitFor(studio);
    return workspaceOf(studio);
}

const Workload& workloadNamed(Studio& studio, std::string_view name) {
    for (const Workload& each : studio.design().workloads)
        if (each.name == name)
            return each;
    qFatal("no workload is called so");
}

std::string parameterOf(Studio& studio, std::string_view workload, std::string_view name) {
    const std::string* text = findParameter(workloadNamed(studio, workload).parameters, name);
    return text ? *text : std::string();
}

/// The list's row of a workload, clicked.
void choose(Studio& studio, const QString& name) {
    auto& list = studio.child<QTableWidget>(QStringLiteral("workloads.list"));
    const QTableWidgetItem* item = list.findItems(name, Qt::MatchExactly).value(0);
    if (!item)
        qFatal("the list does not hold the workload");
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(item).center());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // fields of the workload before
    waitFor(studio);
}

void enter(Studio& studio, const char* field, const char* text) {
    auto& line = studio.child<QLineEdit>(QStringLiteral("inspector.") + QLatin1String(field));
    line.setFocus();
    line.selectAll();
    QTest::keyClicks(&line, QLatin1String(text));
    QTest::keyClick(&line, Qt::Key_Return);
    studio.settle();
    waitFor(studio);
}

QString problemOf(Studio& studio, const char* field) {
    return studio.child<QLabel>(QStringLiteral("inspector.") + QLatin1String(field) + QStringLiteral(".problem"))
        .text();
}

/// What a field says holds while nothing is entered.
QString chosenOf(Studio& studio, const char* field) {
    return studio.child<QLineEdit>(QStringLiteral("inspector.") + QLatin1String(field)).placeholderText();
}

FigureCard& card(Studio& studio, const char* name) {
    return studio.child<FigureCard>(QStringLiteral("card:") + QLatin1String(name));
}

} // namespace

class TestStudioWorkloads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void jobFilesAreThoseOfTheWorkload() {
        Studio studio;
        openWorkloads(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("workloads.job-files")), Qt::LeftButton);
        auto& list = studio.child<QListWidget>(QStringLiteral("job-files.list"));
        QVERIFY(QTest::qWaitFor([&list] { return list.count() > 0; }, 10'000));
        const auto& text = studio.child<QPlainTextEdit>(QStringLiteral("job-files.text"));
        QVERIFY(list.currentItem()->text().startsWith(QStringLiteral("job-")));
        QVERIFY(text.toPlainText().startsWith(QStringLiteral("#!/bin/bash")));
        QVERIFY(text.toPlainText().contains(QStringLiteral("#SBATCH --gpus-per-node=h200:8")));
        const QListWidgetItem* runbook = list.findItems(QStringLiteral("runbook.md"), Qt::MatchExactly).value(0);
        QVERIFY(runbook);
        list.scrollToItem(runbook);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(runbook).center());
        QVERIFY(text.toPlainText().contains(QStringLiteral("nvidia-smi -pl")));
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("job-files.copy")), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), text.toPlainText());
    }
    void whatRunsIsShown() {
        Studio studio;
        WorkloadsWorkspace& view = openWorkloads(studio);
        QCOMPARE(studio.child<QTableWidget>(QStringLiteral("workloads.list")).rowCount(), 2);
        QVERIFY(card(studio, "training.fits").content().value.contains(QStringLiteral("GB")));
        QCOMPARE(card(studio, "training.fits").content().mood, CardContent::Mood::Good);
        QVERIFY(card(studio, "training.long").content().value.endsWith(QStringLiteral(" d")));
        QVERIFY(card(studio, "training.costs").content().value.contains(QStringLiteral("USD")));
        // A stack a stage, each below what can be used, and parts of the step one behind the other.
        const Stacks& stacks = studio.child<StackChart>(QStringLiteral("training.memory")).stacks();
        QCOMPARE(static_cast<std::int64_t>(stacks.bars.size()), view.training()->picture()->job.plan().pipeline);
        QVERIFY(stacks.limit && *stacks.limit > 100);
        double at = 0;
        for (const LaneSpan& span : studio.child<SpanChart>(QStringLiteral("training.step")).lanes().spans)
            if (!span.isHidden) {
                QVERIFY(qAbs(span.from - at) < 1e-9 && span.to > span.from);
                at = span.to;
            }
        QVERIFY(qAbs(at / view.training()->picture()->job.step() - 1) < 0.01);
        QVERIFY(studio.child<PointChart>(QStringLiteral("training.roofline")).field().points.size() >= 4);
    }
    void aCardLeadsToItsEvidence() {
        Studio studio;
        openWorkloads(studio);
        QTest::mouseClick(&card(studio, "training.fast"), Qt::LeftButton);
        auto& evidence = studio.child<EvidencePanel>(QStringLiteral("panel.evidence"));
        QTRY_COMPARE(evidence.figureLabel(), QStringLiteral("training.rate@workload:Pre-training"));
        QVERIFY(evidence.asText().contains(QStringLiteral("bisection of Compute")));
        // A part of a chart too.
        auto& parts = studio.child<FigureRows>(QStringLiteral("training.memory.parts"));
        auto* weights =
            parts.findChild<QToolButton*>(QStringLiteral("figure:memory.gpu.weights@workload:Pre-training"));
        QVERIFY(weights);
        QTest::mouseClick(weights, Qt::LeftButton);
        QTRY_COMPARE(evidence.figureLabel(), QStringLiteral("memory.gpu.weights@workload:Pre-training"));
    }
    void fieldsAreEdits() {
        Studio studio;
        openWorkloads(studio);
        enter(studio, "workload.tp", "4");
        enter(studio, "workload.pp", "8");
        QCOMPARE(parameterOf(studio, "Pre-training", "tp"), std::string("4"));
        QCOMPARE(workspaceOf(studio).training()->picture()->job.plan().tensor, std::int64_t(4));
        QCOMPARE(static_cast<int>(studio.child<StackChart>(QStringLiteral("training.memory")).stacks().bars.size()), 8);
        // 64 heads do not divide by 5: named with what does, and nothing is entered.
        enter(studio, "workload.tp", "5");
        QVERIFY(problemOf(studio, "workload.tp").contains(QStringLiteral("4 or 8")));
        QCOMPARE(parameterOf(studio, "Pre-training", "tp"), std::string("4"));
        // Tokens as people say them.
        enter(studio, "workload.tokens", "15 T");
        QCOMPARE(parameterOf(studio, "Pre-training", "tokens"), std::string("15e12"));
        QCOMPARE(studio.child<QLineEdit>(QStringLiteral("inspector.workload.tokens")).text(), QStringLiteral("15 T"));
        studio.window().actions().action("edit.undo")->trigger();
        waitFor(studio);
        // Units and undo with the name of the field.
        enter(studio, "workload.share", "80 %");
        QCOMPARE(workloadNamed(studio, "Pre-training").acceleratorShare, 0.8);
        QAction* undo = studio.window().actions().action("edit.undo");
        QVERIFY(undo->text().contains(QStringLiteral("Share of accelerators")));
        undo->trigger();
        QCOMPARE(workloadNamed(studio, "Pre-training").acceleratorShare, 0.9);
    }
    void aPlanIsEnteredByAClick() {
        Studio studio;
        WorkloadsWorkspace& view = openWorkloads(studio);
        QTRY_VERIFY_WITH_TIMEOUT(!view.training()->front().plans.empty(), 30'000);
        auto& plans = studio.child<PointChart>(QStringLiteral("training.plans"));
        const auto& points = plans.field().points;
        // The fastest says no reason why it lost; the others do.
        int fastest = -1;
        for (int i = 0; i < static_cast<int>(view.training()->front().plans.size()); ++i)
            if (points[static_cast<std::size_t>(i)].isLarge)
                fastest = i;
        QVERIFY(fastest >= 0);
        const auto says = [&](int i) {
            return points[static_cast<std::size_t>(i)].reading.contains(QStringLiteral("loses most"));
        };
        QVERIFY(!says(fastest));
        QVERIFY(says(fastest == 0 ? 1 : 0));
        const SearchedPlan plan = view.training()->front().plans[static_cast<std::size_t>(fastest)];
        Q_EMIT plans.chosen(fastest);
        studio.settle();
        QCOMPARE(parameterOf(studio, "Pre-training", "tp"), std::to_string(plan.plan.tensor));
        QCOMPARE(parameterOf(studio, "Pre-training", "dp"), std::to_string(plan.plan.data));
        waitFor(studio);
        // The job then runs as the search said.
        const PlannedJob& job = view.training()->picture()->job;
        QCOMPARE(job.plan().microBatches, plan.plan.microBatches);
        QVERIFY(qAbs(job.tokensPerSecond() / (plan.tokensPerSecond() * job.speed) - 1) < 1e-6);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(parameterOf(studio, "Pre-training", "tp"), std::string());
    }
    void whatDoesNotFitIsMended() {
        Studio studio;
        openWorkloads(studio);
        enter(studio, "workload.tp", "1");
        enter(studio, "workload.pp", "1");
        QCOMPARE(card(studio, "training.fits").content().mood, CardContent::Mood::Bad);
        auto& changes = studio.child<QFrame>(QStringLiteral("training.changes"));
        QVERIFY(changes.isVisible());
        auto* first = changes.findChild<QPushButton*>(QStringLiteral("training.change.0"));
        QVERIFY(first);
        QTest::mouseClick(first, Qt::LeftButton);
        studio.settle();
        waitFor(studio);
        QTRY_COMPARE(card(studio, "training.fits").content().mood, CardContent::Mood::Good);
        QTRY_VERIFY(!changes.isVisible());
    }
    void hiddenTimeIsDrawnAndFaultsSlow() {
        Studio studio;
        openWorkloads(studio);
        enter(studio, "workload.tp", "8");
        enter(studio, "workload.pp", "2");
        enter(studio, "workload.cp", "2");
        const TimeLanes& lanes = studio.child<SpanChart>(QStringLiteral("training.step")).lanes();
        for (const char* part : {"PP", "CP"}) {
            const qsizetype lane = lanes.lanes.indexOf(QLatin1String(part));
            QVERIFY(lane >= 0);
            QVERIFY(std::ranges::any_of(lanes.spans,
                                        [&](const LaneSpan& span) { return span.lane == lane && span.isHidden; }));
        }
        const auto network = [&] { return workspaceOf(studio).training()->picture()->job.run.part.network; };
        const double before = network();
        auto& fault = studio.child<QComboBox>(QStringLiteral("inspector.workload.fault"));
        fault.setCurrentIndex(1);
        Q_EMIT fault.activated(1);
        studio.settle();
        waitFor(studio);
        QCOMPARE(parameterOf(studio, "Pre-training", "fault"), std::string("port"));
        QVERIFY(network() < before);
    }
    void statesLeaveTheAccelerators() {
        Studio studio;
        openWorkloads(studio);
        enter(studio, "workload.tp", "8");
        enter(studio, "workload.pp", "1");
        enter(studio, "workload.shard", "8");
        QCOMPARE(parameterOf(studio, "Pre-training", "shard"), std::string("8"));
        const auto stack = [&](const char* part) {
            const Stacks& stacks = studio.child<StackChart>(QStringLiteral("training.memory")).stacks();
            for (std::size_t i = 0; i < stacks.parts.size(); ++i)
                if (stacks.parts[i].name == QLatin1String(part))
                    return stacks.bars.front().values[i];
            return -1.0;
        };
        QVERIFY(stack("Optimizer") > 0);
        auto& home = studio.child<QComboBox>(QStringLiteral("inspector.workload.offload"));
        home.setCurrentIndex(1);
        Q_EMIT home.activated(1);
        studio.settle();
        waitFor(studio);
        QCOMPARE(parameterOf(studio, "Pre-training", "offload"), std::string("cpu"));
        QCOMPARE(stack("Optimizer"), 0.0);
        // What lies in the nodes is named, and its time has a lane of its own.
        QVERIFY(studio.child<FigureRows>(QStringLiteral("training.memory.parts"))
                    .findChild<QToolButton*>(QStringLiteral("figure:memory.gpu.host@workload:Pre-training")));
        QVERIFY(
            studio.child<SpanChart>(QStringLiteral("training.step")).lanes().lanes.contains(QStringLiteral("Offload")));
    }
    void aPlanThatDoesNotFitHasItsFix() {
        Studio studio;
        openWorkloads(studio);
        enter(studio, "workload.tp", "1");
        enter(studio, "workload.pp", "1");
        const auto finding = [&studio]() -> const Finding* {
            const SolutionPtr& solution = studio.document().newestSolution();
            const auto& findings = solution->report().findings;
            const auto it = std::ranges::find_if(findings, [](const Finding& one) {
                return one.rule->id == "TRAIN-01" && one.state == RuleState::Failed;
            });
            return it == findings.end() ? nullptr : &*it;
        };
        studio.settle();
        QVERIFY(finding());
        QCOMPARE(finding()->message.id, std::string("rule.TRAIN-01.split"));
        const std::optional<QuickFix> fix = quickFixOf(*finding(), *studio.document().project());
        QVERIFY(fix);
        QVERIFY(studio.document().commit(fix->edit));
        studio.settle();
        QVERIFY(!finding());
        QVERIFY(parameterOf(studio, "Pre-training", "tp").empty());
    }
    void workloadsComeAndGo() {
        Studio studio;
        openWorkloads(studio);
        auto& list = studio.child<QTableWidget>(QStringLiteral("workloads.list"));
        studio.child<QAction>(QStringLiteral("workloads.add.fine-tuning")).trigger();
        QCOMPARE(list.rowCount(), 3);
        const Workload& added = workloadNamed(studio, "Fine-tuning");
        QCOMPARE(added.phase, std::int64_t(2)); // the first phase is full
        studio.settle();
        waitFor(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("workloads.duplicate")), Qt::LeftButton);
        QCOMPARE(list.rowCount(), 4);
        enter(studio, "workload.name", "Tuning for a customer");
        QVERIFY(!list.findItems(QStringLiteral("Tuning for a customer"), Qt::MatchExactly).isEmpty());
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("workloads.remove")), Qt::LeftButton);
        QCOMPARE(list.rowCount(), 3);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(list.rowCount(), 4);
    }
    void aModelOfOnesOwn() {
        Studio studio;
        openWorkloads(studio);
        const QString path = QString::fromStdString((studio.folder() / "config.json").string());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"_name_or_path":"House-3B","model_type":"llama","num_hidden_layers":28,"hidden_size":3072,
            "num_attention_heads":24,"num_key_value_heads":8,"intermediate_size":8192,"vocab_size":128256,
            "tie_word_embeddings":true})");
        file.close();
        studio.dialogs().fileToOpen = path;
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("workloads.read-config")), Qt::LeftButton);
        studio.settle();
        waitFor(studio);
        QCOMPARE(workloadNamed(studio, "Pre-training").model, std::string("House-3B"));
        const WorkloadModel model = modelOf(workloadNamed(studio, "Pre-training"));
        QVERIFY(model);
        QCOMPARE(model->architecture.layers, std::int64_t(28));
        QCOMPARE(totalParameters(model->architecture), std::int64_t(3'212'749'824)); // Llama 3.2 3B
        const double before = workspaceOf(studio).training()->picture()->job.memory();
        enter(studio, "workload.model-layers", "56");
        QCOMPARE(modelOf(workloadNamed(studio, "Pre-training"))->architecture.layers, std::int64_t(56));
        QVERIFY(workspaceOf(studio).training()->picture()->job.memory() != before);
        enter(studio, "workload.model-heads", "0");
        QVERIFY(!problemOf(studio, "workload.model-heads").isEmpty());
    }
    void servingIsShownAndSlides() {
        Studio studio;
        openWorkloads(studio);
        choose(studio, QStringLiteral("Inference"));
        QVERIFY(studio.child<QWidget>(QStringLiteral("serving")).isVisible());
        QVERIFY(card(studio, "serving.fast").content().value.contains(QStringLiteral("tokens/s")));
        QCOMPARE(studio.child<PointChart>(QStringLiteral("serving.roofline")).field().points.size(), std::size_t(2));
        const auto sequences = [&] {
            return studio.child<PointChart>(QStringLiteral("serving.context")).field().points.front().y;
        };
        const double before = sequences();
        // Throughput against latency, with the point as entered, and in words what it comes to.
        auto& curve = studio.child<PointChart>(QStringLiteral("serving.curve"));
        QVERIFY(curve.field().points.size() > 5 && !curve.field().lines.empty());
        QVERIFY(!studio.child<QLabel>(QStringLiteral("serving.curve.state")).text().isEmpty());
        auto& slider = studio.child<QSlider>(QStringLiteral("serving.prompt"));
        slider.setFocus();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(&slider, Qt::Key_Right);
        studio.settle();
        QCOMPARE(parameterOf(studio, "Inference", "prompt-tokens"), std::string("8192")); // four times 2,048
        QTRY_VERIFY(sequences() < before / 2);
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(parameterOf(studio, "Inference", "prompt-tokens"), std::string("2048")); // all keys were one step
    }
    void eachWorkloadKeepsWhatWasChosenForIt() {
        Studio studio;
        openWorkloads(studio);
        const QString training = chosenOf(studio, "workload.tp");
        QVERIFY(!training.isEmpty());
        choose(studio, QStringLiteral("Inference"));
        const QString serving = chosenOf(studio, "workload.concurrency");
        QVERIFY(!serving.isEmpty());
        choose(studio, QStringLiteral("Pre-training"));
        QCOMPARE(chosenOf(studio, "workload.tp"), training);
        choose(studio, QStringLiteral("Inference"));
        QCOMPARE(chosenOf(studio, "workload.concurrency"), serving);
    }
    void aLatePictureLeavesTheOtherWorkloadsFields() {
        Studio studio;
        openWorkloads(studio);
        // The other is chosen when the solution has come and the picture made from it has not.
        auto& list = studio.child<QTableWidget>(QStringLiteral("workloads.list"));
        const int other = list.findItems(QStringLiteral("Inference"), Qt::MatchExactly).value(0)->row();
        bool wasPicturing = false;
        const auto turned = connect(&studio.document(), &StudioDocument::solved, this, [&] {
            if (studio.document().isStale())
                return;
            wasPicturing = wasPicturing || !workspaceOf(studio).training()->isIdle();
            list.setCurrentCell(other, 0);
        });
        enter(studio, "workload.pp", "8");
        disconnect(turned);
        QVERIFY(wasPicturing);
        QVERIFY(!chosenOf(studio, "workload.concurrency").isEmpty());
        // Back at the first, its fields say what holds with the entered one.
        choose(studio, QStringLiteral("Pre-training"));
        QCOMPARE(parameterOf(studio, "Pre-training", "pp"), std::string("8"));
        const std::int64_t data = workspaceOf(studio).training()->picture()->job.plan().data;
        QVERIFY(chosenOf(studio, "workload.dp").contains(QString::number(data)));
        QCOMPARE(workspaceOf(studio).training()->picture()->job.plan().pipeline, std::int64_t(8));
    }
    void anEmptyDesignSaysWhatComesNext() {
        Studio studio;
        studio.window().openNew(emptyDocument("Nothing yet"),
                                QStringLiteral("Nothing yet")); // no room, so that no plan is drawn
        waitFor(studio);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("show.workloads")), Qt::LeftButton);
        QVERIFY(studio.child<QLabel>(QStringLiteral("workloads.empty")).isVisible());
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("workloads.empty.pre-training")), Qt::LeftButton);
        QCOMPARE(studio.design().workloads.size(), std::size_t(1));
        waitFor(studio);
        QTRY_VERIFY(studio.child<QLabel>(QStringLiteral("workloads.no-systems")).isVisible());
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("workloads.open-plan")), Qt::LeftButton);
        QVERIFY(studio.window().workspace(QStringLiteral("plan"))->isVisible());
    }
};

RW_WINDOW_SUITE(TestStudioWorkloads)
#include "tst_studio_workloads.moc"
