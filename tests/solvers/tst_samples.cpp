// SPDX-License-Identifier: GPL-3.0-or-later
// The sample designs as a user opens them: what the rules find is as recorded, every figure is the same plain and
// traced, and random edits of all topics keep them whole, can be undone, and survive the file.
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "solvers/cabling/cable_schedules.h"
#include "tests/support/random_edits.h"
#include "tests/support/sample_designs.h"
#include "tests/support/sample_findings.h"
#include "tests/support/suite.h"

#include <QTest>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace rackwright;

namespace {

std::string fileText(const std::string& name) {
    std::ifstream file(RW_SOURCE_DIR "/resources/samples/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Document opened(const std::string& sample) {
    const Result<Document> document = readDesignText(fileText(sample + ".rkw.json"), sample);
    return document ? *document : Document{};
}

const SolutionPtr& solved(const std::string& sample) {
    static std::map<std::string, SolutionPtr> solutions;
    SolutionPtr& solution = solutions[sample];
    if (!solution)
        solution = solve(snapshotOf(opened(sample).project), sampleDomains());
    return solution;
}

void addSampleRows() {
    QTest::addColumn<QString>("sample");
    for (const SampleDesign& sample : sampleDesigns())
        QTest::newRow(sample.name.c_str()) << QString::fromStdString(sample.name);
}

} // namespace

class TestSamples : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findingsAreAsRecorded_data() { addSampleRows(); }
    void findingsAreAsRecorded() {
        QFETCH(QString, sample);
        const SolutionPtr& solution = solved(sample.toStdString());
        QVERIFY(solution->report().internalErrors.empty());
        QCOMPARE(QString::fromStdString(findingsText(*solution)),
                 QString::fromStdString(fileText(sample.toStdString() + ".expected.csv")));
    }

    // Who holds a label knows the port: no two ends of cables read alike, PDUs beside the rails included.
    void everyEndOfACableHasALabelOfItsOwn_data() { addSampleRows(); }
    void everyEndOfACableHasALabelOfItsOwn() {
        QFETCH(QString, sample);
        if (sample.startsWith(QStringLiteral("mistakes")))
            return; // has names twice
        const Context context(snapshotOf(opened(sample.toStdString()).project));
        std::set<std::string> known;
        for (const CableLabel& label :
             cableLabels(context, {0, context.design().cables.size()}, labelPatterns(context)))
            QVERIFY2(known.insert(label.fields.front()).second, label.fields.front().c_str());
    }

    // Who asks for the requirements alone gets the answers of the whole, with the figures that they are judged by.
    void requirementsAloneAreJudgedByAllFigures_data() { addSampleRows(); }
    void requirementsAloneAreJudgedByAllFigures() {
        QFETCH(QString, sample);
        const auto states = [](const Solution& solution) {
            std::vector<std::pair<RuleState, std::string>> found;
            for (const Finding& finding : solution.report().findings)
                if (finding.rule->id == "REQ-01")
                    found.emplace_back(finding.state, finding.message.id);
            return found;
        };
        const SolutionPtr alone =
            solve(snapshotOf(opened(sample.toStdString()).project), sampleDomains(), {.only = {"requirements"}});
        QVERIFY(states(*alone) == states(*solved(sample.toStdString())));
    }

    void aCleanSampleHasNoErrorAndFewWarnings_data() { addSampleRows(); }
    void aCleanSampleHasNoErrorAndFewWarnings() {
        QFETCH(QString, sample);
        int errors = 0, warnings = 0;
        for (const Finding& finding : solved(sample.toStdString())->report().findings) {
            errors += finding.state == RuleState::Failed && finding.severity == Severity::Error;
            warnings += finding.state == RuleState::Failed && finding.severity == Severity::Warning;
        }
        if (sample == QStringLiteral("mistakes")) {
            QVERIFY(errors > 5);
            return;
        }
        QCOMPARE(errors, 0);
        QVERIFY2(warnings <= 5, std::to_string(warnings).c_str());
    }

    void everyFigureIsEqualPlainAndTraced_data() { addSampleRows(); }
    void everyFigureIsEqualPlainAndTraced() {
        QFETCH(QString, sample);
        const SolutionPtr& solution = solved(sample.toStdString());
        QVERIFY(solution->failures().empty());
        std::size_t count = 0;
        for (const FigureBlock& block : solution->figures())
            for (const FigureResult& result : *block.results) {
                const auto traced = derivationOf(solution->context(), {block.definition, result.subject});
                const std::string name = figureLabel(solution->context(), *block.definition, result.subject);
                QVERIFY2(traced.has_value(), name.c_str());
                QVERIFY2(traced->value() == result.value, name.c_str());
                QVERIFY2(!firstUnreproducible(*traced->node()), name.c_str());
                ++count;
            }
        QVERIFY(count > 150);
    }

    void computeAndMemoryAreKnown_data() { addSampleRows(); }
    void computeAndMemoryAreKnown() {
        QFETCH(QString, sample);
        if (sample == QStringLiteral("mistakes"))
            QSKIP("its doubtful parts are there without their accelerators");
        for (const char* name : {"design.compute.bf16", "design.compute.fp8", "design.memory.gpu"})
            QVERIFY2(solved(sample.toStdString())->find(name)->value.isKnown(), name);
    }

    void randomEditsKeepTheDesignWhole_data() { addSampleRows(); }
    void randomEditsKeepTheDesignWhole() {
        QFETCH(QString, sample);
        const Document start = opened(sample.toStdString());
        QVERIFY(start.project);
        History history(start);
        std::mt19937_64 random(20'261'121);
        std::map<std::string_view, int> made;
        const std::size_t kinds = testing::randomEditKinds();
        QVERIFY(kinds > 70);
        for (std::size_t i = 0; i < 300; ++i) {
            // Each kind in turn first, so that none is left out, then as chance has it.
            const std::size_t kind = i < kinds ? i : random() % kinds;
            const testing::RandomEdit next = testing::randomEdit(*history.current(), kind, random);
            if (!next.edit)
                continue;
            const std::size_t before = history.steps().size();
            history.closeMerge();
            const Done done = history.commit(*next.edit);
            made[next.topic] += done && history.steps().size() > before;
            const Done whole = checkDocument(history.document(), "test");
            QVERIFY2(whole.has_value(), whole ? "" : (next.edit->text.id + ": " + whole.error().message.id).c_str());
        }
        for (const char* topic : {"rack", "rack type", "device", "part", "cable", "power", "cooling", "room", "quote",
                                  "record", "option", "workload"})
            QVERIFY2(made[topic] > 0, topic);
        QVERIFY(history.steps().size() > 150);

        const std::string text = designText(history.document());
        const Result<Document> again = readDesignText(text, "test");
        QVERIFY(again.has_value());
        QVERIFY(designText(*again) == text);
        QVERIFY(*again->project == *history.current());
        while (history.canUndo())
            history.undo();
        QVERIFY(*history.current() == *start.project);
    }
};

RW_SUITE(TestSamples)
#include "tst_samples.moc"
