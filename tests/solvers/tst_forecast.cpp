// SPDX-License-Identifier: GPL-3.0-or-later
// Forecasts of speed against published measurements: the targets per table of rows, what a forecast may not see, the
// refusals, and the step-time model by hand where one part of it stands alone.
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/case_assumptions.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/parallelism/plan_search.h"
#include "solvers/parallelism/settings.h"
#include "solvers/parallelism/training_quantities.h"
#include "solvers/workload/model_presets.h"
#include "tests/support/speed_accuracy.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

std::string textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::vector<MeasuredSpeed> published() {
    return *measuredSpeeds(textOf(QStringLiteral(RW_TEST_DATA "/training/speed.csv")));
}

std::vector<MeasuredSpeed> publishedOfFrameworksToo() {
    return *measuredSpeeds(textOf(QStringLiteral(RW_TEST_DATA "/training/speed.csv")),
                           textOf(QStringLiteral(RW_TEST_DATA "/training/frameworks.csv")));
}

TrainingRun llamaRun() {
    TrainingRun run;
    run.model = *modelOfName("Llama-3.1-8B");
    run.part = *acceleratorIn("H100");
    run.peak = *peakOf(run.part, MatrixPrecision::Bf16);
    run.accelerators = run.data = 8;
    run.sequence = 8192;
    run.microBatches = 4;
    return run;
}

std::string errorOf(const char* quantity, const CaseCells& cells) {
    const Result<TrainingAnswer> answered = answer(quantity, TrainingCase(cells));
    return answered ? "an answer" : answered.error().message.id;
}

/// A published run of no table of ours, asked without its source, and what is answered.
struct OutsideRun {
    std::string kind;
    bool mustFit = false; ///< all that is published is that it ran
    double published = 0, answered = 0, low = 0, high = 0;
    double error() const { return std::abs(answered / published - 1); }
    bool isInside() const { return low <= published && published <= high; }
};

OutsideRun outsideRun(const CsvTable& table, std::size_t row) {
    OutsideRun run{table.cell(row, "class")};
    QString inputs = QString::fromStdString(table.cell(row, "inputs"));
    static const QRegularExpression instances(QStringLiteral(" \\(x (\\d+) instances\\)"));
    const QRegularExpressionMatch several = instances.match(inputs);
    double times = several.hasMatch() ? several.captured(1).toDouble() : 1;
    inputs.remove(instances);
    CaseCells cells;
    for (const QString& word : QProcess::splitCommand(inputs))
        cells.insert_or_assign(word.section(QLatin1Char('='), 0, 0).toStdString(),
                               word.section(QLatin1Char('='), 1).toStdString());
    const std::string quantity = cells.at("quantity");
    const TrainingCase input(cells);
    if (table.cell(row, "unit") == "GB")
        times /= 1e9;
    const Result<TrainingAnswer> answered = answer(quantity, input);
    run.answered = answered ? times * answered->value : 0;
    std::string published = table.cell(row, "published");
    run.mustFit = published.starts_with("<= ");
    run.published = *plainNumber(run.mustFit ? published.substr(3) : published);
    if (quantity == "peak_memory_per_gpu") {
        const Result<MemoryRange> range = peakMemoryOf(input);
        run.low = range ? times * range->low : 0;
        run.high = range ? times * range->high : 0;
    } else if (const Result<Forecast> made = forecast(quantity, input)) {
        const double band = bandFor(publishedCalibration(), made->speedClass);
        run.low = run.answered * (1 - band);
        run.high = run.answered * (1 + band);
    }
    return run;
}

} // namespace

class TestForecast : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsOfOtherTablesAreRead() {
        const TrainingCase input({{"model", "Llama-3.1-8B"},
                                  {"gpu", "8xH100"},
                                  {"num_gpus", "64"},
                                  {"seq_len", "8192"},
                                  {"global_batch_seqs", "128"},
                                  {"sharding", "FULL_SHARD"}});
        const auto speed = [](const TrainingCase& of) { return forecast("tokens_per_sec_per_gpu", of); };
        QVERIFY(speed(input));
        QCOMPARE(acceleratorIn("GH200")->part, std::string("nv-gh200-96")); // not an H200
        QCOMPARE(acceleratorIn("H20")->part, std::string("nv-h20-sxm-96"));
        QCOMPARE(acceleratorIn("A100-80GB PCIe")->part, std::string("nv-a100-pcie-80"));
        QVERIFY(!speed(input.with("gpu", "XH200")));
        QVERIFY(!speed(input.with("recompute", "sometimes")));
        QCOMPARE(speed(input.with("precision", "bfloat16"))->value, speed(input.with("precision", "bf16"))->value);
        QCOMPARE(trainingRun(input.with("sharding", "HYBRID_SHARD"))->shardGroup, 8.0);
        QCOMPARE(trainingRun(input.with("sharding", "NO_SHARD"))->zeroStage, 0);
        const TrainingCase served({{"model", "DeepSeek-R1"},
                                   {"gpu", "H200"},
                                   {"precision", "fp8"},
                                   {"tp", "1"},
                                   {"isl", "128"},
                                   {"osl", "128"}});
        QCOMPARE(forecast("output_tokens_per_sec_total", served).error().message.id,
                 std::string("training.weights-do-not-fit"));
        QVERIFY(forecast("output_tokens_per_sec_total", served.with("tp", "8")));
    }
    void targetsAreHeld_data() {
        QTest::addColumn<QString>("rows");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("within20");
        const auto target = [](const char* rows, double median, double within) {
            QTest::newRow(rows) << QString::fromLatin1(rows) << median << within;
        };
        target("megatron-2021", 0.10, 0.9);
        target("megatron-2022", 0.10, 0.8);
        target("megatron-core", 0.10, 0.75);
        target("mlperf", 0.12, 0.75);
        target("nemo", 0.12, 0.75);
        target("llm-foundry", 0.12, 0.75);
        target("megatron-bridge", 0.15, 0.75);
        target("tensorrt-llm", 0.18, 0);
        target("torchtitan", 0.25, 0);
        target("", 0.12, 0.75);
    }
    void targetsAreHeld() {
        QFETCH(QString, rows);
        QFETCH(double, median);
        QFETCH(double, within20);
        static const std::map<std::string, SpeedErrors> errors = speedErrors(published());
        const SpeedErrors& one = errors.at(rows.toStdString());
        QVERIFY2(medianOf(one.errors) <= median, qPrintable(QString::number(medianOf(one.errors))));
        QVERIFY(shareWithin(one.errors, 0.2) >= within20);
    }
    // The same with factors that leave the judged run out, over the tables that share a target.
    void targetsAreHeldUnaided_data() {
        QTest::addColumn<QStringList>("tables");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("within20");
        QTest::newRow("megatron") << QStringList{QStringLiteral("megatron-2021"), QStringLiteral("megatron-2022"),
                                                 QStringLiteral("megatron-core")}
                                  << 0.10 << 0.9;
        QTest::newRow("clusters") << QStringList{QStringLiteral("mlperf"), QStringLiteral("nemo"),
                                                 QStringLiteral("llm-foundry")}
                                  << 0.12 << 0.75;
        QTest::newRow("bridge") << QStringList{QStringLiteral("megatron-bridge")} << 0.15 << 0.75;
        QTest::newRow("served") << QStringList{QStringLiteral("tensorrt-llm")} << 0.18 << 0.0;
        QTest::newRow("torchtitan") << QStringList{QStringLiteral("torchtitan")} << 0.25 << 0.0;
        QTest::newRow("all") << QStringList{QString()} << 0.12 << 0.75;
    }
    void targetsAreHeldUnaided() {
        QFETCH(QStringList, tables);
        QFETCH(double, median);
        QFETCH(double, within20);
        static const std::map<std::string, SpeedErrors> errors = speedErrors(published());
        std::vector<double> unaided;
        for (const QString& table : tables)
            std::ranges::copy(errors.at(table.toStdString()).unaided, std::back_inserter(unaided));
        QVERIFY2(medianOf(unaided) <= median, qPrintable(QString::number(medianOf(unaided))));
        QVERIFY(shareWithin(unaided, 0.2) >= within20);
    }
    void aDesignsSpeedIsThatOfAllRuns() {
        std::vector<double> ratios;
        for (const MeasuredSpeed& one : published())
            ratios.push_back(one.ratio());
        std::ranges::sort(ratios);
        const auto at = [&](double share) {
            return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
        };
        QVERIFY(std::abs(at(0.1) - *setting_of::trainingSpeed.lowSi) < 0.01);
        QVERIFY(std::abs(at(0.5) - setting_of::trainingSpeed.defaultSi) < 0.01);
        QVERIFY(std::abs(at(0.9) - *setting_of::trainingSpeed.highSi) < 0.01);
    }
    void bandsComeFromTheRunsOfAClass() {
        std::vector<MeasuredSpeed> rows;
        for (const double ratio : {0.8, 0.9, 1.0, 1.1, 1.2}) {
            const std::string id = "run " + std::to_string(rows.size());
            rows.push_back({id, {1, {"table", "part", "bf16", "dense", "pretrain"}, false, {}}, ratio});
        }
        rows.push_back({"alone", {1, {"other", "part", "bf16", "dense", "pretrain"}, false, {}}, 1.0});
        const std::vector<CalibrationFactor> table = calibrate(rows);
        // Left out, the factors are 1.05, 1.05, 1, 0.95, 0.95; four of five runs lie within 1.2/0.95 - 1 or less.
        const CalibrationFactor& fine = factorFor(table, {"table", "part", "bf16", "dense", "pretrain"});
        QVERIFY(std::abs(fine.band - (1 - 0.8 / 1.05)) < 1e-12);
        QCOMPARE(fine.runs, std::size_t{5});
        // One run says nothing: the band of all six.
        const CalibrationFactor& alone = factorFor(table, {"other", "part", "bf16", "dense", "pretrain"});
        QCOMPARE(alone.band, factorFor(table, {"nowhere", "else", "", "", ""}).band);
        for (const CalibrationFactor& one : publishedCalibration())
            QVERIFY2(one.band > 0.01 && one.band < 1, one.speedClass.rows.c_str());
    }
    void theCalibrationIsMadeFromTheRows() {
        const std::string table = textOf(QStringLiteral(RW_SOURCE_DIR "/resources/workload/calibration.csv"));
        QCOMPARE(calibrationText(calibrate(publishedOfFrameworksToo())), table);
        QVERIFY(readCalibration(table).has_value());
        QVERIFY(!readCalibration("rows,factor,band,count\na,none,0.2,1\n").has_value());
    }
    void classesFallBackToCoarserOnes() {
        const auto measured = [](const char* id, const char* precision, double ratio) {
            return MeasuredSpeed{id, {1, {"table", "part", precision, "dense", "pretrain"}, false, {}}, ratio};
        };
        const std::vector<MeasuredSpeed> rows{measured("a", "bf16", 0.5), measured("b", "bf16", 0.7),
                                              measured("c", "fp8", 0.9)};
        const std::vector<CalibrationFactor> table = calibrate(rows);
        const auto factor = [&](const SpeedClass& of) { return factorFor(table, of).factor; };
        QCOMPARE(factor({"table", "part", "bf16", "dense", "pretrain"}), 0.6); // two rows of its own
        QCOMPARE(factor({"table", "part", "fp8", "dense", "pretrain"}), 0.7);  // one row: the accelerator's median
        QCOMPARE(factor({"table", "other", "fp8", "dense", "pretrain"}), 0.7);
        QCOMPARE(factor({"elsewhere", "other", "fp8", "moe", "pretrain"}), 0.7);
        QCOMPARE(calibrated({10, {}, true, {}}, {{}, 0.5, {}, 1, 1}), 20.0); // half the speed takes twice the time
        QCOMPARE(calibrated({10, {}, false, {}}, {{}, 0.5, {}, 1, 1}), 5.0);
    }
    void aForecastDoesNotReadMeasurements() {
        CaseCells cells{{"model", "Llama-3.1-70B"}, {"gpu", "H100"}, {"num_gpus", "64"}, {"precision", "FP8"},
                        {"seq_len", "8192"},        {"tp", "4"},     {"pp", "8"},        {"global_batch_seqs", "256"}};
        const Result<TrainingAnswer> before = answer("tokens_per_sec_per_gpu", TrainingCase(cells));
        cells["input_1"] = "tokens/s/gpu=9999";
        cells["note"] = "flops convention closest: full attention";
        cells["value"] = "1";
        const Result<TrainingAnswer> after = answer("tokens_per_sec_per_gpu", TrainingCase(cells));
        QVERIFY(before && after);
        QCOMPARE(after->value, before->value);
    }
    void whatAPartLacksIsRefused() {
        const CaseCells fp8OnA100{
            {"model", "Llama-2-7B"}, {"gpu", "A100-80GB SXM"}, {"num_gpus", "8"}, {"precision", "fp8"}};
        const Result<TrainingAnswer> refused = answer("iteration_time", TrainingCase(fp8OnA100));
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("workload.no-precision"));
        QCOMPARE(std::get<WordList>(refused.error().message.arguments[2].value).words,
                 std::vector<std::string>{"bf16"});
        QCOMPARE(errorOf("iteration_time", {{"model", "Llama-2-7B"}, {"gpu", "Abacus"}, {"num_gpus", "8"}}),
                 std::string("workload.unknown-accelerator"));
        QCOMPARE(errorOf("iteration_time",
                         {{"model", "Llama-2-7B"}, {"gpu", "H100"}, {"num_gpus", "8"}, {"precision", "int3"}}),
                 std::string("workload.unknown-precision"));
        QCOMPARE(
            errorOf("tokens_per_sec_per_gpu", {{"model", "Nemotron_3_Nano"}, {"gpu", "GB300"}, {"num_gpus", "256"}}),
            std::string("training.no-dimensions"));
        QCOMPARE(errorOf("time_to_target", {{"model", "Llama-2-70B"}, {"gpu", "H100"}, {"num_gpus", "8"}}),
                 std::string("training.missing-input"));
    }
    // A run of no table is forecast by what all runs say, not by the two that a word left over stands for.
    void aRunWithoutASourceIsOfAllRuns() {
        const TrainingCase plain(
            {{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"num_gpus", "64"}, {"precision", "bf16"}});
        const Result<Forecast> made = forecast("tokens_per_sec_per_gpu", plain);
        QVERIFY(made);
        QVERIFY(factorFor(publishedCalibration(), made->speedClass).speedClass == SpeedClass{});
        const Result<Forecast> other = forecast("tokens_per_sec_per_gpu", plain.with("source", "our own cluster"));
        QVERIFY(factorFor(publishedCalibration(), other->speedClass).speedClass == SpeedClass{});
        QCOMPARE(forecast("mfu", plain.with("source", "Llama 3 herd Table 4"))->speedClass.rows,
                 std::string("production"));
        const Result<Forecast> served = forecast("output_tokens_per_sec_total",
                                                 plain.with("task", "inference").with("isl", "128").with("osl", "128"));
        QCOMPARE(factorFor(publishedCalibration(), served->speedClass).speedClass,
                 (SpeedClass{{}, {}, {}, {}, "inference"}));
    }
    // Judged without the whole table of each run, as a stranger would ask.
    void aStrangersRunIsForecast() {
        std::vector<double> errors;
        double inside = 0;
        for (const StrangersError& one : strangersErrors(textOf(QStringLiteral(RW_TEST_DATA "/training/speed.csv")))) {
            errors.push_back(one.error);
            inside += one.isInside ? 1 : 0;
        }
        QVERIFY(errors.size() > 350);
        QVERIFY2(medianOf(errors) <= 0.126, qPrintable(QString::number(medianOf(errors))));
        QVERIFY2(shareWithin(errors, 0.2) >= 0.685, qPrintable(QString::number(shareWithin(errors, 0.2))));
        QVERIFY2(inside >= 0.8 * static_cast<double>(errors.size()), qPrintable(QString::number(inside)));
    }
    // Runs that no factor has seen, asked plainly.
    // Runs of eleven more sources, whole tables as they stand, asked plainly: nothing but what the file of constants
    // names was set by them.
    void strangersAreForecast_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("inside");
        QTest::newRow("training") << QStringLiteral("training speed") << 0.10 << 0.9;
        QTest::newRow("inference") << QStringLiteral("inference") << 0.12 << 0.75;
        QTest::newRow("memory") << QStringLiteral("training memory") << 0.12 << 0.8;
    }
    void strangersAreForecast() {
        QFETCH(QString, kind);
        QFETCH(double, median);
        QFETCH(double, inside);
        const Result<CsvTable> table = CsvTable::read(textOf(QStringLiteral(RW_TEST_DATA "/training/strangers.csv")));
        QVERIFY(table.has_value());
        std::vector<double> errors;
        double within = 0;
        for (std::size_t row = 0; row < table->size(); ++row) {
            if (table->cell(row, "class") != kind.toStdString())
                continue;
            const OutsideRun run = outsideRun(*table, row);
            QVERIFY2(run.answered > 0, table->cell(row, "id").c_str());
            errors.push_back(run.error());
            within += run.isInside() ? 1 : 0;
        }
        QVERIFY2(medianOf(errors) <= median, qPrintable(QString::number(medianOf(errors))));
        const double share = within / static_cast<double>(errors.size());
        QVERIFY2(share >= inside, qPrintable(QString::number(share)));
    }
    void outsideRunsAreForecast_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("within20");
        QTest::newRow("training") << QStringLiteral("training speed") << 0.10 << 0.75;
        QTest::newRow("inference") << QStringLiteral("inference") << 0.12 << 0.65;
        QTest::newRow("memory") << QStringLiteral("training memory") << 0.12 << 0.75;
        QTest::newRow("checkpoints") << QStringLiteral("checkpoint size") << 0.05 << 1.0;
    }
    void outsideRunsAreForecast() {
        QFETCH(QString, kind);
        QFETCH(double, median);
        QFETCH(double, within20);
        const Result<CsvTable> table = CsvTable::read(textOf(QStringLiteral(RW_TEST_DATA "/training/outside.csv")));
        QVERIFY(table);
        std::vector<double> errors;
        double inside = 0;
        for (std::size_t row = 0; row < table->size(); ++row) {
            const OutsideRun run = outsideRun(*table, row);
            if (run.kind != kind.toStdString())
                continue;
            if (run.mustFit) {
                QVERIFY2(run.answered > 0 && run.low <= run.published, table->cell(row, "id").c_str());
                continue;
            }
            errors.push_back(run.error());
            inside += run.isInside() ? 1 : 0;
        }
        QVERIFY2(medianOf(errors) <= median, qPrintable(QString::number(medianOf(errors))));
        QVERIFY2(shareWithin(errors, 0.2) >= within20, qPrintable(QString::number(shareWithin(errors, 0.2))));
        QVERIFY(kind == QLatin1String("checkpoint size") || inside >= 0.8 * static_cast<double>(errors.size()));
    }
    // What a case says is used.
    void keysOfARunCount() {
        const TrainingCase plain({{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"num_gpus", "64"}, {"seq_len", "8192"}});
        const auto rate = [](const TrainingCase& of) { return forecast("tokens_per_sec_per_gpu", of)->value; };
        const TrainingCase split = plain.with("tp", "4");
        QVERIFY(rate(split.with("gpus_per_node", "2")) < rate(split)); // half of what tensors exchange leaves the node
        QVERIFY(rate(split.with("num_microbatches", "1")) < rate(split.with("num_microbatches", "64")));
        QVERIFY(rate(split.with("zero_stage", "3")) != rate(split.with("zero_stage", "1")));
        const TrainingCase copies(
            {{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"dp", "16"}, {"tp", "4"}, {"seq_len", "8192"}});
        QCOMPARE(rate(copies), rate(split));
        QCOMPARE(forecast("mfu", split.with("dp", "3")).error().message.id, std::string("training.wrong-product"));
        QCOMPARE(forecast("mfu", split.with("task", "loora")).error().message.id, std::string("training.unknown-task"));
        // 70B leaves no room for activations on eight: PyTorch works blocks out again, and it shows.
        const TrainingCase adapters({{"model", "Llama-3.1-70B"},
                                     {"gpu", "A100-80GB"},
                                     {"num_gpus", "8"},
                                     {"seq_len", "2048"},
                                     {"micro_batch", "2"},
                                     {"sharding", "FSDP"},
                                     {"task", "LoRA"}});
        QVERIFY(trainingRun(adapters)->recompute == Recompute::Full);
        QVERIFY(trainingRun(adapters.with("micro_batch", "1").with("seq_len", "512"))->recompute == Recompute::None);
    }
    void adaptersAreSmall() {
        const TrainingCase tuned({{"model", "Llama-3.1-8B"}, {"seq_len", "4096"}, {"task", "LoRA"}});
        const auto bytes = [](const char* quantity, const TrainingCase& of) { return answer(quantity, of)->value; };
        const double parameters = bytes("parameters_total", tuned);
        // Weights of 16 bit, a hundredth of gradients and states; 34 bytes of a token, hidden unit and layer, and the
        // logits of one sequence; a twentieth that the allocator holds, 2 GiB of the driver.
        const double kept = 34.0 * 4096 * 4096 * 32, loss = 4096 * (2.0 * 4096 + 7.0 * 128'256);
        const double peak = (2.16 * parameters + kept + loss) * 1.05 + 2 * 1024.0 * 1024 * 1024;
        QVERIFY(std::abs(bytes("peak_memory_per_gpu", tuned) - peak) < 0.001 * peak);
        QVERIFY(bytes("peak_memory_per_gpu", tuned.with("task", "QLoRA")) <
                bytes("peak_memory_per_gpu", tuned) - parameters);
        QVERIFY(bytes("peak_memory_per_gpu", tuned.with("task", "SFT")) > 18 * parameters);
        QVERIFY(std::abs(bytes("checkpoint_size", tuned) - 0.14 * parameters) < 0.001 * parameters);
    }
    // A band is wider where no run is of the accelerator.
    void bandsAreWiderWhereNothingIsNear() {
        const std::span<const CalibrationFactor> table = publishedCalibration();
        const double seen = bandFor(table, {{}, "nv-h100-sxm5-80", "bf16", "dense", "pretrain"});
        QVERIFY(bandFor(table, {{}, "nv-v100-sxm2-32", "bf16", "dense", "pretrain"}) > 1.4 * seen);
    }
    // A request alone waits for the weights to pass: no faster than the memory gives them.
    void oneRequestWaitsForTheWeights() {
        const TrainingCase alone({{"model", "Llama-3.1-8B"},
                                  {"gpu", "H100"},
                                  {"precision", "bf16"},
                                  {"tp", "1"},
                                  {"isl", "128"},
                                  {"osl", "128"},
                                  {"batch", "1"}});
        const double rate = answer("output_tokens_per_sec_total", alone)->value;
        QVERIFY2(rate > 60 && rate < 209, qPrintable(QString::number(rate))); // 3,350 GB/s over 16 GB
    }
    void noPlanIsFasterThanItsAccelerators() {
        for (const char* model : {"Llama-3.1-8B", "Llama-3.1-405B", "GPT-3-175B"})
            for (const char* gpu : {"A100-80GB", "H100", "L40S"})
                for (const char* tensor : {"1", "2", "8"})
                    for (const char* source : {"", "Llama 3 herd", "mlcommons"}) {
                        const Result<TrainingAnswer> mfu = answer("mfu", TrainingCase({{"model", model},
                                                                                       {"gpu", gpu},
                                                                                       {"num_gpus", "1024"},
                                                                                       {"precision", "bf16"},
                                                                                       {"seq_len", "32768"},
                                                                                       {"tp", tensor},
                                                                                       {"task", "LoRA"},
                                                                                       {"source", source}}));
                        QVERIFY2(!mfu || mfu->value <= 100 * (1 + 1e-9), qPrintable(QString::number(mfu->value)));
                    }
        // The step of a fast class is held at the peak.
        QCOMPARE(calibrated({10, {}, false, 12.0}, {{}, 2, {}, 1, 1}), 12.0);
        QCOMPARE(calibrated({10, {}, true, 8.0}, {{}, 2, {}, 1, 1}), 8.0);
    }
    // States that tensor parallelism alone leaves too large are sharded over the copies.
    void tensorParallelismAloneLeavesTheRestOpen() {
        const TrainingCase small({{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"num_gpus", "64"}, {"tp", "2"}});
        QCOMPARE(trainingRun(small)->zeroStage, 1);
        QCOMPARE(trainingRun(small.with("model", "Llama-3.1-405B"))->zeroStage, 3);
        QCOMPARE(trainingRun(small.with("model", "Llama-3.1-405B").with("pp", "1"))->zeroStage, 1);
    }
    void aFrameworkIsAFactor() {
        const TrainingCase plain({{"model", "Llama-2-7B"},
                                  {"gpu", "H100"},
                                  {"num_gpus", "64"},
                                  {"precision", "bf16"},
                                  {"seq_len", "4096"},
                                  {"sharding", "FSDP"}});
        const auto factor = [](const TrainingCase& of) {
            return factorFor(publishedCalibration(), forecast("mfu", of)->speedClass);
        };
        QVERIFY(factor(plain).speedClass == SpeedClass{});
        QCOMPARE(factor(plain.with("framework", "FSDP2")).speedClass.rows, std::string("framework fsdp"));
        QCOMPARE(factor(plain.with("framework", "PyTorch")).speedClass.accelerator, std::string("nv-h100-sxm5-80"));
        for (const char* known : {"megatron-core", "nemo", "torchtitan", "deepspeed", "maxtext", "peft"})
            QCOMPARE(factor(plain.with("framework", known)).speedClass.rows, "framework " + std::string(known));
        const Result<Forecast> unknown = forecast("mfu", plain.with("framework", "megatrn-core"));
        QCOMPARE(unknown.error().message.id, std::string("training.unknown-framework"));
        QCOMPARE(std::get<WordList>(unknown.error().message.arguments[1].value).words.front(),
                 std::string("megatron-core"));
        // Frameworks that shard all states do so unless a plan says otherwise.
        const TrainingCase bare({{"model", "Llama-2-7B"}, {"gpu", "H100"}, {"num_gpus", "64"}, {"framework", "fsdp"}});
        QCOMPARE(trainingRun(bare)->zeroStage, 3);
        QCOMPARE(trainingRun(bare.with("tp", "2"))->zeroStage, 1);
    }
    void networkAndScaleSlowARun() {
        const TrainingCase plain({{"model", "Llama-3.1-70B"},
                                  {"gpu", "H100"},
                                  {"num_gpus", "512"},
                                  {"precision", "bf16"},
                                  {"seq_len", "4096"},
                                  {"global_batch_seqs", "1024"},
                                  {"sharding", "FSDP"}});
        const auto rate = [](const TrainingCase& of) { return forecast("tokens_per_sec_per_gpu", of)->value; };
        QVERIFY(rate(plain.with("network_gbps", "50")) < 0.5 * rate(plain));
        QCOMPARE(rate(plain.with("network_gbps", "400")), rate(plain)); // that of the reference system
        QVERIFY(rate(plain.with("network_gbps", "1600")) >= rate(plain));
        QCOMPARE(forecast("mfu", plain.with("network_gbps", "0")).error().message.id,
                 std::string("training.no-number"));
        // Each step waits for the slowest: 4 per mille a doubling of nodes, 4.4 % from 8 accelerators to 16,384.
        TrainingRun few = llamaRun(), many = llamaRun();
        many.accelerators = many.data = 16'384;
        QVERIFY(std::abs(stepTime(many).compute / stepTime(few).compute - 1.044) < 1e-9);
    }
    void aPowerCapSlowsARun() {
        const TrainingCase plain({{"model", "Llama-2-7B"}, {"gpu", "H100"}, {"num_gpus", "8"}, {"precision", "bf16"}});
        const auto rate = [&](const char* gpu) { return forecast("mfu", plain.with("gpu", gpu))->value; };
        QCOMPARE(rate("H100 700W"), rate("H100"));
        QVERIFY(rate("H100 600W") < 0.97 * rate("H100") && rate("H100 600W") > 0.92 * rate("H100"));
        QVERIFY(rate("8xH100 500 W") < rate("H100 600W"));
        QCOMPARE(forecast("mfu", plain.with("gpu", "H100 300W")).error().message.id,
                 std::string("training.cap-too-low"));
    }
    void expertsSpreadWhereNobodyPlacesThem() {
        const TrainingCase plain({{"model", "GPT-OSS-120B"},
                                  {"gpu", "H100"},
                                  {"num_gpus", "64"},
                                  {"precision", "bf16"},
                                  {"seq_len", "4096"},
                                  {"micro_batch", "2"},
                                  {"global_batch_seqs", "512"},
                                  {"sharding", "FSDP"}});
        const auto rate = [](const TrainingCase& of) { return answer("tokens_per_sec_per_gpu", of)->value; };
        QVERIFY(trainingRun(plain)->expert >= 8);
        QVERIFY(rate(plain) > 3 * rate(plain.with("ep", "1"))); // each expert alone sees few tokens
        const std::vector<CaseAssumption> said = assumptionsOf("tokens_per_sec_per_gpu", plain);
        QVERIFY(std::ranges::any_of(said, [](const CaseAssumption& one) { return one.column == "ep"; }));
        // Experts that several share divide further, with the same work.
        const ModelArchitecture model = *modelOfName("Mixtral-8x7B");
        ParallelPlan whole, shared;
        whole.expert = shared.expert = 4;
        shared.expertTensor = 2;
        QCOMPARE(firstStageParameters(model, shared).expert, firstStageParameters(model, whole).expert / 2);
        QCOMPARE(checkPlan(model,
                           [&] {
                               ParallelPlan odd = shared;
                               odd.sequence = 1;
                               odd.expertTensor = 3;
                               return odd;
                           }())
                     .error()
                     .message.id,
                 std::string("training.does-not-divide"));
    }
    // Neighbours without a scale-up link exchange over their host, whatever the network is.
    void aPartWithoutALinkUsesItsHost() {
        const TrainingCase plain({{"model", "Llama-2-13B"},
                                  {"gpu", "L40S"},
                                  {"num_gpus", "8"},
                                  {"precision", "bf16"},
                                  {"tp", "4"},
                                  {"pp", "2"}});
        const auto rate = [](const TrainingCase& of) { return forecast("tokens_per_sec_per_gpu", of)->value; };
        QCOMPARE(rate(plain.with("network_gbps", "25")), rate(plain));
        QVERIFY(rate(plain.with("num_gpus", "64").with("network_gbps", "25")) <
                rate(plain.with("num_gpus", "64").with("network_gbps", "400")));
        // Pairs: half of it leaves the node.
        QVERIFY(rate(plain.with("gpus_per_node", "2").with("network_gbps", "25")) < rate(plain));
    }
    void longSequencesKeepTheirActivationsElsewhere() {
        const TrainingCase plain({{"model", "Llama-3.1-8B"},
                                  {"dp", "1"},
                                  {"cp", "8"},
                                  {"seq_len", "1048576"},
                                  {"zero_stage", "3"},
                                  {"recompute", "full"}});
        const auto range = [](const TrainingCase& of) { return *peakMemoryOf(of); };
        const MemoryRange here = range(plain), away = range(plain.with("offload_activations", "cpu"));
        // 131,072 tokens of 4,096 values of two bytes for each of 32 layers: 34 GB, of which two layers stay.
        QVERIFY(std::abs(here.expected - away.expected - 1.05 * 2.0 * 131'072 * 4096 * 30) < 1e7);
        QVERIFY(range(plain.with("seq_len", "262144").with("loss", "tiled")).expected <
                range(plain.with("seq_len", "262144")).expected - 10e9);
        QVERIFY(peakMemoryOf(plain.with("loss", "chopped")).error().message.id == "training.unknown-loss");
        TrainingRun run = llamaRun();
        run.recompute = Recompute::Full;
        run.sequence = 131'072;
        const double before = stepTime(run).offload;
        run.activationHome = StateHome::Host;
        QCOMPARE(before, 0.0);
        QVERIFY(stepTime(run).offload > 0);
    }
    // pytorch/torchtitan, benchmarks of December 2024, tables 1, 2 and 4: GiB of an H100.
    void pyTorchKeepsItsStatesAndItsLossInFull() {
        const TrainingCase plain(
            {{"model", "Llama-3.1-8B"}, {"num_gpus", "8"}, {"sharding", "FSDP"}, {"micro_batch", "1"}});
        const auto gibibytes = [](const TrainingCase& of) {
            return answer("peak_memory_per_gpu", of)->value / (1024.0 * 1024 * 1024);
        };
        const TrainingCase longer = plain.with("seq_len", "65536").with("cp", "2").with("recompute", "full"),
                           partly = plain.with("seq_len", "8192").with("micro_batch", "2"),
                           large({{"model", "Llama-3.1-70B"},
                                  {"num_gpus", "256"},
                                  {"framework", "torchtitan"},
                                  {"sharding", "FSDP"},
                                  {"tp", "8"},
                                  {"seq_len", "8192"},
                                  {"micro_batch", "16"},
                                  {"recompute", "full"}});
        QVERIFY(std::abs(gibibytes(longer) / 84.2 - 1) < 0.15);
        QVERIFY(std::abs(gibibytes(partly.with("recompute", "selective(op)")) / 82.4 - 1) < 0.15);
        QVERIFY(std::abs(gibibytes(large) / 71.9 - 1) < 0.2);
        QVERIFY(gibibytes(longer.with("loss", "tiled")) < 0.5 * gibibytes(longer));
        // Bytes that are said stand.
        QVERIFY(gibibytes(longer.with("weight_bytes", "2").with("grad_bytes", "2").with("optim_bytes", "4")) <
                gibibytes(longer) - 20);
        // States may leave whoever shards them by a word.
        QVERIFY(gibibytes(longer.with("offload", "cpu").with("offload_weights", "cpu")) < gibibytes(longer) - 10);
        QCOMPARE(errorOf("peak_memory_per_gpu", {{"model", "Llama-3.1-8B"}, {"num_gpus", "8"}, {"sharding", "FSPD"}}),
                 std::string("training.unknown-sharding"));
        QCOMPARE(answer("peak_memory_per_gpu", partly.with("sharding", "zero-3"))->value,
                 answer("peak_memory_per_gpu", partly.with("sharding", "").with("zero_stage", "3"))->value);
    }
    // Stacks that train adapters differ in their loss; weights of four bits are expanded one after another.
    void adaptersByFramework() {
        const TrainingCase tuned(
            {{"model", "Llama-3.1-8B"}, {"seq_len", "4096"}, {"task", "lora"}, {"recompute", "none"}});
        const auto range = [](const TrainingCase& of) { return *peakMemoryOf(of); };
        const double parts = range(tuned.with("framework", "torchtune")).expected, unknown = range(tuned).expected,
                     steps = range(tuned.with("framework", "transformers")).expected;
        QVERIFY(parts < unknown && unknown < steps && steps < range(tuned).high);
        const ModelArchitecture model = *modelOfName("Llama-3.1-8B");
        const double expanded = 2.0 * static_cast<double>(model.hidden * model.ffn);
        const TrainingCase small = tuned.with("seq_len", "1").with("task", "qlora");
        const double weights = (0.5 + 0.127 / 8) * static_cast<double>(totalParameters(model)),
                     ends = (1.5 - 0.127 / 8) * 2.0 * static_cast<double>(parameterParts(model).embedding);
        QVERIFY(range(small).low > weights + ends + expanded &&
                range(small).low < 1.2 * (weights + ends + expanded) + 1.5e9);
    }
    // QwenLM/Qwen2.5, speed benchmark, Hugging Face Transformers: GiB at 1, 14,336 and 30,720 tokens and 2,048 more.
    void whatAServerHolds() {
        const TrainingCase served({{"model", "Qwen2.5-14B"}, {"task", "inference"}, {"osl", "2048"}});
        for (const auto& [prompt, published] :
             {std::pair("1", 28.08), std::pair("14336", 31.95), std::pair("30720", 36.85)}) {
            const MemoryRange range = *peakMemoryOf(served.with("isl", prompt));
            const double bytes = published * 1024 * 1024 * 1024;
            QVERIFY2(std::abs(range.expected / bytes - 1) < 0.1, prompt);
            QVERIFY2(range.low <= bytes && bytes <= range.high, prompt);
        }
        const auto bytes = [&](const TrainingCase& of) { return answer("peak_memory_per_gpu", of)->value; };
        QVERIFY(bytes(served.with("tp", "2")) < 0.6 * bytes(served));
        QVERIFY(bytes(served.with("precision", "fp8")) < 0.6 * bytes(served));
        // The latent of DeepSeek-V3 takes 70,272 bytes of a token wherever each keeps its own requests.
        const TrainingCase latent({{"model", "DeepSeek-V3"}, {"task", "inference"}, {"precision", "fp8"}, {"tp", "8"}});
        QVERIFY(std::abs(peakMemoryOf(latent.with("batch", "64"))->low - peakMemoryOf(latent.with("batch", "32"))->low -
                         32 * 2'560 * 70'272.0 / 2 / 8) < 1e6);
    }
    // What is left out is what the forecast of the speed takes.
    void memoryIsOfThePlanThatIsTimed() {
        const TrainingCase plain({{"model", "Llama-3.1-70B"}, {"gpu", "H100"}, {"num_gpus", "64"}});
        const ParallelPlan plan = *planOfPeak(plain);
        const TrainingRun run = *trainingRun(plain);
        QCOMPARE(static_cast<double>(plan.tensor), run.tensor);
        QCOMPARE(static_cast<double>(plan.pipeline), run.pipeline);
        QCOMPARE(plan.sequence, std::int64_t{4096});
        QVERIFY(answer("peak_memory_per_gpu", plain)->value < 90e9);
        const TrainingCase experts({{"model", "Mixtral-8x7B"}, {"gpu", "H100"}, {"num_gpus", "64"}});
        QCOMPARE(static_cast<double>(planOfPeak(experts)->expert), trainingRun(experts)->expert);
        QCOMPARE(planOfPeak(plain.with("tp", "8").with("pp", "2"))->pipeline, std::int64_t{2});
        const TrainingCase sharded = plain.with("framework", "fsdp");
        QCOMPARE(planOfPeak(sharded)->zeroStage, trainingRun(sharded)->zeroStage);
        QCOMPARE(std::string(TrainingCase::columnOf("gpus")), std::string("num_gpus"));
        QCOMPARE(std::string(TrainingCase::columnOf("tp")), std::string("tp"));
    }
    void searchAndQuestionAgree() {
        const TrainingCase plain({{"model", "Llama-3.1-70B"},
                                  {"gpu", "H100"},
                                  {"num_gpus", "64"},
                                  {"seq_len", "8192"},
                                  {"global_batch_seqs", "128"}});
        PlanQuestion question;
        question.model = *modelOfName("Llama-3.1-70B");
        question.part = *acceleratorIn("H100");
        question.peak = *peakOf(question.part, MatrixPrecision::Bf16);
        question.sustained = question.part.sustainedShare(MatrixPrecision::Bf16);
        question.accelerators = 64;
        question.sequence = 8192;
        question.globalBatch = 128;
        question.memoryLimit = 0.95 * question.part.memory;
        const PlanSearchResult found = searchPlans(question);
        QVERIFY(found.best && found.best->overlapTensor && found.best->overlapData);
        const ParallelPlan& plan = found.best->plan;
        TrainingCase asked = plain;
        for (const auto& [key, value] :
             {std::pair("tp", plan.tensor), std::pair("pp", plan.pipeline), std::pair("vp", plan.interleave),
              std::pair("cp", plan.context), std::pair("micro_batch", plan.microBatch),
              std::pair("num_microbatches", plan.microBatches), std::pair("zero_stage", std::int64_t{plan.zeroStage})})
            asked = asked.with(key, std::to_string(value));
        asked = asked.with("recompute", std::string(enumName(plan.recompute)))
                    .with("seq_parallel", plan.sequenceParallel ? "yes" : "no");
        QVERIFY(std::abs(forecast("iteration_time", asked)->value / found.best->time.total() - 1) < 1e-9);
        QVERIFY(std::abs(answer("peak_memory_per_gpu", asked)->value / found.best->memory - 1) < 1e-9);
    }
    void serversMeetTheirTargets() {
        const TrainingCase served({{"model", "Llama-3.1-8B"},
                                   {"gpu", "H100"},
                                   {"precision", "fp8"},
                                   {"tp", "1"},
                                   {"isl", "1000"},
                                   {"osl", "500"}});
        const auto value = [](const char* quantity, const TrainingCase& of) { return answer(quantity, of)->value; };
        const double most = value("users_served", served), fast = value("users_served", served.with("tpot_ms", "15"));
        QVERIFY(fast >= 1 && fast < most);
        QVERIFY(value("tpot", served.with("tpot_ms", "15")) <= 15);
        QVERIFY(value("tpot", served.with("batch", std::to_string(static_cast<int>(fast) + 1))) > 15);
        QVERIFY(value("e2e_latency", served.with("e2e_s", "6")) <= 6);
        QCOMPARE(errorOf("output_tokens_per_sec_total", {{"model", "Llama-3.1-70B"},
                                                         {"gpu", "H100"},
                                                         {"precision", "fp8"},
                                                         {"tp", "2"},
                                                         {"isl", "1000"},
                                                         {"osl", "500"},
                                                         {"tpot_ms", "1"}}),
                 std::string("training.targets-not-met"));
        // More accelerators than an instance takes are more instances.
        const TrainingCase several = served.with("num_gpus", "8").with("batch", "64");
        QVERIFY(std::abs(value("output_tokens_per_sec_total", several) /
                             value("output_tokens_per_sec_total", served.with("batch", "8")) -
                         8) < 1e-9);
        QVERIFY(value("ttft", served.with("batch", "1").with("prefix_share", "0.8")) <
                0.4 * value("ttft", served.with("batch", "1")));
        const TrainingCase alone = served.with("batch", "1").with("isl", "1");
        QVERIFY(std::abs(value("tpot", alone) / value("tpot", alone.with("speculation", "1.8")) - 1.8) < 1e-9);
        QVERIFY(value("ttft", served.with("batch", "64").with("prefill_chunk", "256")) >
                value("ttft", served.with("batch", "64")));
        QVERIFY(std::abs(value("cost_per_million_tokens", served.with("gpu_hour", "3")) -
                         3e6 / 3600 / value("output_tokens_per_sec_total", served)) < 1e-9);
        // A host that starts each kernel on its own, by the publisher's tables of Qwen2.5 with Hugging Face Transformers
        // (A100, a prompt of one token) and by LitGPT's of Llama 2, which the constant does not come from.
        const TrainingCase eager({{"model", "Llama-2-7B"},
                                  {"gpu", "A100-80GB"},
                                  {"precision", "bf16"},
                                  {"tp", "1"},
                                  {"isl", "1"},
                                  {"osl", "2048"},
                                  {"batch", "1"}});
        for (const auto& [model, published] : {std::pair("Qwen2.5-0.5B", 47.4), std::pair("Qwen2.5-1.5B", 39.7),
                                               std::pair("Qwen2.5-14B", 24.7), std::pair("Llama-2-7B", 31.0)}) {
            const double rate = value("output_tokens_per_sec_total",
                                      eager.with("model", model).with("framework", "transformers"));
            QVERIFY2(std::abs(rate / published - 1) < 0.15, qPrintable(QString::number(rate)));
        }
        QVERIFY(forecast("output_tokens_per_sec_total", eager)->value > 80);
        // How fast it trains says nothing of how it serves.
        QCOMPARE(forecast("output_tokens_per_sec_total", eager.with("framework", "transformers"))->speedClass,
                 forecast("output_tokens_per_sec_total", eager)->speedClass);
    }
    void poolsReadAndGenerateApart() {
        const TrainingCase apart({{"model", "DeepSeek-V3"},
                                  {"gpu", "H100"},
                                  {"precision", "fp8"},
                                  {"num_gpus", "96"},
                                  {"prefill_gpus", "24"},
                                  {"isl", "2000"},
                                  {"osl", "500"}});
        const auto rate = [](const TrainingCase& of) { return forecast("output_tokens_per_sec_total", of)->value; };
        QCOMPARE(generationRun(apart)->tensor, 72.0); // experts over all that generate
        QVERIFY(rate(apart) > 0);
        // Long prompts hold up at the accelerators that read them.
        QVERIFY(std::abs(rate(apart.with("osl", "10")) / rate(apart.with("osl", "20")) - 0.5) < 0.05);
        const TrainingCase longAnswers = apart.with("osl", "4000");
        QVERIFY(rate(longAnswers.with("network_gbps", "50")) < rate(longAnswers));
        QCOMPARE(forecast("ttft", apart.with("prefill_gpus", "96")).error().message.id,
                 std::string("training.no-readers"));
    }
    void theCurveRisesAndCrosses() {
        const TrainingCase served({{"model", "Llama-3.1-70B"},
                                   {"gpu", "H100"},
                                   {"precision", "fp8"},
                                   {"tp", "4"},
                                   {"isl", "1000"},
                                   {"osl", "500"},
                                   {"tpot_ms", "40"}});
        const Result<ServingCurve> curve = servingCurve(served);
        QVERIFY(curve && curve->points.size() > 5 && curve->crossing);
        for (std::size_t i = 1; i < curve->points.size(); ++i) {
            QVERIFY(curve->points[i].batch > curve->points[i - 1].batch);
            QVERIFY(curve->points[i].eachToken > curve->points[i - 1].eachToken);
            QVERIFY(curve->points[i].tokensPerSecond > 0.99 * curve->points[i - 1].tokensPerSecond);
        }
        QVERIFY(curve->crossing->eachToken <= 0.040);
        QCOMPARE(curve->crossing->batch, answer("users_served", served)->value);
        QVERIFY(std::abs(curve->crossing->tokensPerSecond / answer("output_tokens_per_sec_total", served)->value - 1) <
                1e-9);
        QVERIFY(!servingCurve(served.with("tpot_ms", "1"))->crossing);
    }
    void theCacheIsKeptAsTheWeights() {
        const TrainingCase served({{"model", "Llama-3.1-8B"},
                                   {"gpu", "H100"},
                                   {"precision", "fp8"},
                                   {"tp", "1"},
                                   {"isl", "2048"},
                                   {"osl", "2048"}});
        const auto rate = [](const TrainingCase& of) { return forecast("output_tokens_per_sec_total", of)->value; };
        // The cache of 16-bit values is twice as large, so that fewer sequences run together and more is moved.
        QVERIFY(rate(served.with("precision", "bf16")) < 0.65 * rate(served));
        QCOMPARE(rate(served.with("precision", "fp16")), rate(served.with("precision", "bf16")));
    }
    void aGivenBatchIsServedOrRefused() {
        const TrainingCase served({{"model", "Llama-3-70B"},
                                   {"gpu", "H100"},
                                   {"precision", "fp16"},
                                   {"tp", "8"},
                                   {"isl", "128"},
                                   {"osl", "8"}});
        const auto rate = [&](const char* batch) {
            return forecast("output_tokens_per_sec_total", served.with("batch", batch));
        };
        QVERIFY(rate("16")->value < rate("64")->value);
        QVERIFY(rate("3000")); // more than a scheduler takes by default, but it fits
        QCOMPARE(rate("1000000").error().message.id, std::string("training.batch-does-not-fit"));
        QCOMPARE(rate("0").error().message.id, std::string("training.batch-does-not-fit"));
        QCOMPARE(errorOf("mfu", {{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"num_gpus", "8"}, {"batch", "8"}}),
                 std::string("training.batch-of-inference"));
    }
    // What an answer says that it assumed, typed in, gives the same answer.
    void whatIsAssumedIsComputed() {
        const CaseCells served{
            {"model", "Llama-3.1-70B"}, {"gpu", "H100"}, {"num_gpus", "8"}, {"isl", "2048"}, {"osl", "512"}};
        const auto with = [](CaseCells cells, const CaseCells& more) {
            cells.insert(more.begin(), more.end());
            return cells;
        };
        const CaseCells trained{{"model", "Llama-3.1-70B"}, {"gpu", "H100"}, {"num_gpus", "512"}};
        const CaseCells small{{"model", "GPT-3-175B"}, {"gpu", "H100"}, {"num_gpus", "96"}, {"input_1", "tokens=1e12"}};
        std::size_t answers = 0;
        for (const CaseCells& cells :
             {served, with(served, {{"precision", "fp8"}}), with(served, {{"precision", "bf16"}}), trained,
              with(trained, {{"tp", "8"}}), with(trained, {{"model", "Llama-3.1-405B"}, {"tp", "8"}}),
              with(trained, {{"global_batch_seqs", "64"}}), with(trained, {{"seq_len", "1048576"}}),
              with(trained, {{"pp", "4"}, {"seq_len", "8192"}}), small, with(small, {{"seq_len", "2048"}, {"tp", "8"}}),
              CaseCells{{"model", "Llama-3.1-405B"}, {"tp", "8"}, {"pp", "16"}, {"seq_len", "8192"}},
              CaseCells{{"model", "Llama-3.1-8B"}, {"seq_len", "8192"}}})
            for (const TrainingQuantity& quantity : trainingQuantities()) {
                const TrainingCase input(cells);
                const Result<TrainingAnswer> before = answer(quantity.name, input);
                if (!before)
                    continue;
                TrainingCase typed = input;
                for (const CaseAssumption& one : assumptionsOf(quantity.name, input))
                    if (one.column != "calibration")
                        typed = typed.with(one.column, one.value);
                const Result<TrainingAnswer> after = answer(quantity.name, typed);
                const std::string name = cells.at("model") + " " + std::string(quantity.name);
                QVERIFY2(after, name.c_str());
                QVERIFY2(std::abs(after->value - before->value) <= 1e-9 * before->value, name.c_str());
                ++answers;
            }
        QVERIFY(answers > 100);
        const auto rate = [&](const CaseCells& more) {
            return answer("output_tokens_per_sec_total", TrainingCase(with(served, more)))->value;
        };
        // The fewest of a node that leave a quarter of the memory for the cache.
        QCOMPARE(generationRun(TrainingCase(with(served, {{"precision", "bf16"}})))->tensor, 4.0);
        QCOMPARE(rate({{"precision", "bf16"}}), rate({{"precision", "bf16"}, {"tp", "4"}}));
    }
    // Who says no batch trains on a usual one, and reads which.
    void aUsualBatchIsSaid() {
        const TrainingCase plain({{"model", "Llama-3.1-70B"}, {"gpu", "H100"}, {"num_gpus", "512"}, {"tp", "8"}});
        const std::vector<CaseAssumption> assumed = assumptionsOf("mfu", plain);
        const auto batch = std::ranges::find(assumed, std::string("global_batch_seqs"), &CaseAssumption::column);
        QVERIFY(batch != assumed.end());
        QCOMPARE(batch->value, std::string("1024")); // four million tokens of 4096, in whole turns of 64 copies
        QVERIFY(trainingRun(plain)->microBatches > 4);
        const std::vector<CaseAssumption> cache =
            assumptionsOf("kv_cache", TrainingCase({{"model", "Llama-3.1-8B"}, {"seq_len", "8192"}}));
        QVERIFY(std::ranges::any_of(
            cache, [](const CaseAssumption& one) { return one.column == "kv_bits" && one.value == "16"; }));
    }
    // Who says no plan gets a whole one: copies, layers and batches without a rest, as --search would choose them.
    void aPlanThatNobodySaysIsWhole() {
        for (const auto& [model, gpu, count] :
             {std::tuple("Llama-3.1-405B", "H100", "16384"), std::tuple("DeepSeek-V3", "H800", "2048"),
              std::tuple("Llama-3.1-70B", "H100", "48"), std::tuple("Llama-3.1-8B", "A100-80GB", "24")}) {
            const TrainingCase plain({{"model", model}, {"gpu", gpu}, {"num_gpus", count}});
            const Result<TrainingRun> run = trainingRun(plain);
            QVERIFY2(run, model);
            QCOMPARE(run->tensor * run->pipeline * run->context * run->data, run->accelerators);
            for (const double part : {run->data, run->microBatch, run->microBatches, run->globalBatch()})
                QCOMPARE(part, std::floor(part));
            QVERIFY2(peakMemoryOf(plain)->expected <= 0.95 * run->part.memory, model);
        }
        // Pipelines of many accelerators want more than the four million tokens of small ones.
        const TrainingCase large(
            {{"model", "Llama-3.1-405B"}, {"gpu", "H100"}, {"num_gpus", "16384"}, {"seq_len", "8192"}});
        QVERIFY(trainingRun(large)->globalBatch() * 8192 > 8e6);
        const TrainingCase small({{"model", "Llama-3.1-8B"}, {"gpu", "H100"}, {"num_gpus", "8"}});
        QVERIFY(trainingRun(small)->globalBatch() * 4096 < 5e6);
        QCOMPARE(trainingRun(small.with("dp", "2"))->data, 2.0);
        QCOMPARE(forecast("mfu", small.with("num_gpus", "1024").with("tp", "3")).error().message.id,
                 std::string("training.does-not-divide"));
    }
    void whatChangesNothingIsNamed() {
        const TrainingCase plain({{"model", "Llama-3.1-8B"},
                                  {"gpu", "H100"},
                                  {"num_gpus", "8"},
                                  {"tp", "2"},
                                  {"loss", "tiled"},
                                  {"gpu_hour", "2"},
                                  {"weight_bytes", "2"}});
        const std::vector<std::string> unused = keysWithoutEffect("tokens_per_sec_per_gpu", plain);
        QCOMPARE(unused, (std::vector<std::string>{"gpu_hour", "loss", "weight_bytes"}));
        const std::vector<std::string> ofMemory = keysWithoutEffect("peak_memory_per_gpu", plain.with("isl", "2048"));
        for (const char* key : {"gpu_hour", "isl"})
            QVERIFY2(std::ranges::find(ofMemory, key) != ofMemory.end(), key);
        QVERIFY(std::ranges::find(ofMemory, "weight_bytes") == ofMemory.end());
    }
    // A step of full fine-tuning holds more for longer sequences; adapters of PEFT work their layers out again.
    void memoryGrowsWithTheSequence() {
        const TrainingCase tuned({{"model", "Llama-3.1-8B"}, {"gpu", "H200"}, {"num_gpus", "1"}, {"task", "SFT"}});
        const auto peak = [](const TrainingCase& of) { return answer("peak_memory_per_gpu", of)->value; };
        QVERIFY(peak(tuned.with("seq_len", "512")) < peak(tuned.with("seq_len", "2048")));
        QVERIFY(peak(tuned.with("seq_len", "2048")) < peak(tuned.with("seq_len", "8192")));
        QVERIFY(peak(tuned.with("seq_len", "512")) < 20 * 8.03e9);
        const TrainingCase adapters(
            {{"model", "Llama-3.1-8B"}, {"task", "LoRA"}, {"framework", "peft"}, {"seq_len", "4096"}});
        QCOMPARE(peak(adapters), peak(adapters.with("recompute", "full")));
        QVERIFY(std::ranges::any_of(assumptionsOf("peak_memory_per_gpu", adapters), [](const CaseAssumption& one) {
            return one.column == "recompute" && one.value == "full";
        }));
    }
    void aStatedTotalDecidesTheModel() {
        const TrainingCase bloom({{"model", "Own"},
                                  {"layers", "70"},
                                  {"hidden", "14336"},
                                  {"heads", "112"},
                                  {"vocab", "250880"},
                                  {"params_total", "176e9"}});
        QVERIFY(!bloom.model()->hasGate());
        QVERIFY(std::abs(static_cast<double>(totalParameters(*bloom.model())) / 176e9 - 1) < 0.02);
        QCOMPARE(bloom.with("params_total", "30e9").model().error().message.id, std::string("training.other-total"));
        QVERIFY(std::abs(static_cast<double>(totalParameters(*modelOfName("BLOOM-176B"))) / 176.2e9 - 1) < 0.01);
        QVERIFY(std::abs(static_cast<double>(totalParameters(*modelOfName("OPT-175B"))) / 175e9 - 1) < 0.01);
        QVERIFY(std::abs(static_cast<double>(totalParameters(*modelOfName("GPT-NeoX-20B"))) / 20.6e9 - 1) < 0.01);
    }
    void efficiencyRisesWithSize() {
        QCOMPARE(productEfficiency(1), 0.95);
        QCOMPARE(productEfficiency(1e9 / 312e12), 0.6);
        QCOMPARE(productEfficiency(0), 0.1);
        QCOMPARE(memoryEfficiency(1e7), 0.75);
        for (double size = 1e-9; size < 1e-2; size *= 1.5)
            QVERIFY(productEfficiency(size) <= productEfficiency(size * 1.5));
    }
    void theBubbleIsItsShare() {
        TrainingRun run = llamaRun();
        run.pipeline = 4;
        run.data = 2;
        run.microBatches = 16;
        const StepTime plain = stepTime(run);
        const double busy = plain.compute + plain.tensorParallel + plain.expertParallel + plain.contextParallel;
        QVERIFY(std::abs(plain.bubble / busy - 3.0 / 16) < 1e-12);
        run.interleave = 2;
        QVERIFY(std::abs(stepTime(run).bubble / plain.bubble - 0.5) < 1e-12);
        QVERIFY(std::abs(stepTime(run).pipelineParallel / plain.pipelineParallel - 2) < 1e-12);
    }
    void betterPartsAreNeverSlower() {
        TrainingRun run = llamaRun();
        run.tensor = 2;
        run.data = 4;
        const double before = stepTime(run).total();
        for (double AcceleratorSpec::*field :
             {&AcceleratorSpec::memoryBandwidth, &AcceleratorSpec::scaleUp, &AcceleratorSpec::network}) {
            TrainingRun better = run;
            better.part.*field *= 2;
            QVERIFY(stepTime(better).total() <= before);
        }
        TrainingRun recomputing = run;
        recomputing.recompute = Recompute::Full;
        QVERIFY(stepTime(recomputing).total() > before);
        TrainingRun adapters = run;
        adapters.adaptersOnly = true;
        QVERIFY(stepTime(adapters).total() < before);
    }
    void aStepIsNoFasterThanThePeak() {
        const TrainingRun run = llamaRun();
        const double flop =
            trainingFlopPerToken(run.model, run.sequence, AttentionFlop::CausalHalf) * run.globalBatch() * run.sequence;
        QVERIFY(stepTime(run).total() > flop / (run.accelerators * run.peak));
    }
};

RW_SUITE(TestForecast)
#include "tst_forecast.moc"
