// SPDX-License-Identifier: GPL-3.0-or-later
// Training memory, FLOP and checkpoint intervals against published figures, programs that others have run and exact
// closed forms (tests/data/training), and what is refused: an answer is never guessed.
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/training_quantities.h"
#include "solvers/workload/model_config.h"
#include "solvers/workload/model_presets.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

CsvTable casesOf(const QString& name) {
    QFile file(QStringLiteral(RW_TEST_DATA "/training/") + name);
    return file.open(QIODevice::ReadOnly) ? *CsvTable::read(file.readAll().toStdString()) : CsvTable();
}

CaseCells cellsOf(const CsvTable& table, std::size_t row) {
    CaseCells cells;
    for (const std::string& column : table.header())
        cells.emplace(column, table.cell(row, column));
    return cells;
}

double valueOf(const char* quantity, const CaseCells& cells) {
    const Result<TrainingAnswer> answered = answer(quantity, TrainingCase(cells));
    return answered ? answered->value : std::nan("");
}

std::string errorOf(const char* quantity, const CaseCells& cells) {
    const Result<TrainingAnswer> answered = answer(quantity, TrainingCase(cells));
    return answered ? "an answer" : answered.error().message.id;
}

std::vector<std::string> nearestIn(const char* quantity, const CaseCells& cells) {
    const Result<TrainingAnswer> answered = answer(quantity, TrainingCase(cells));
    if (!answered)
        for (const Argument& argument : answered.error().message.arguments)
            if (argument.name == "nearest")
                return std::get<WordList>(argument.value).words;
    return {};
}

constexpr const char* kLlamaConfig = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
    "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 128256,
    "tie_word_embeddings": false})";
constexpr const char* kDeepSeekConfig = R"({"model_type": "deepseek_v3", "hidden_size": 7168,
    "intermediate_size": 18432, "moe_intermediate_size": 2048, "num_attention_heads": 128, "num_key_value_heads": 128,
    "num_hidden_layers": 61, "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8,
    "first_k_dense_replace": 3, "moe_layer_freq": 1, "q_lora_rank": 1536, "kv_lora_rank": 512,
    "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280})";

} // namespace

class TestTraining : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithPublishedFigures_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("rows");
        QTest::newRow("memory") << "memory.csv" << 658;
        QTest::newRow("speed") << "speed.csv" << 321;
    }
    void agreesWithPublishedFigures() {
        QFETCH(QString, file);
        QFETCH(int, rows);
        const CsvTable table = casesOf(file);
        int asked = 0;
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (table.cell(row, "use") != "assert")
                continue;
            ++asked;
            const CaseCells cells = cellsOf(table, row);
            const double wanted = *plainNumber(cells.at("value")),
                         tolerance = *plainNumber(cells.at("tolerance_pct")) / 100 * std::abs(wanted);
            const Result<TrainingAnswer> answered = answer(cells.at("quantity"), TrainingCase(cells));
            const std::string what = cells.at("case_id") + " " + cells.at("quantity") + " wants " + cells.at("value");
            QVERIFY2(answered.has_value(), what.c_str());
            QVERIFY2(std::abs(answered->value - wanted) <= tolerance,
                     (what + ", is " + shortestDigits(answered->value)).c_str());
            QCOMPARE(std::string(answered->quantity->unit), cells.at("unit"));
        }
        QCOMPARE(asked, rows);
    }
    void theAnswerIsNoInput() {
        for (const char* file : {"memory.csv", "speed.csv"}) {
            const CsvTable table = casesOf(QString::fromLatin1(file));
            for (std::size_t row = 0; row < table.size(); ++row) {
                CaseCells cells = cellsOf(table, row);
                const Result<TrainingAnswer> before = answer(cells.at("quantity"), TrainingCase(cells));
                cells["value"] = "";
                const Result<TrainingAnswer> after = answer(cells.at("quantity"), TrainingCase(cells));
                QCOMPARE(after.has_value(), before.has_value());
                if (after)
                    QCOMPARE(after->value, before->value);
            }
        }
    }
    void statesShardByStage() {
        // 8.03e9 parameters, bf16 with fp32 main gradients and Adam: 2, 4 and 12 bytes; 8-way data parallel.
        const double p = 8030261248;
        CaseCells cells{{"model", "Llama-3.1-8B"}, {"num_gpus", "8"}, {"seq_len", "8192"}};
        const char* kStates = "weights+gradients+optimizer_per_gpu";
        for (const auto& [stage, bytes] : {std::pair("0", 18 * p), std::pair("1", 6 * p + 12 * p / 8),
                                           std::pair("2", 2 * p + 16 * p / 8), std::pair("3", 18 * p / 8)}) {
            cells["zero_stage"] = stage;
            QVERIFY(std::abs(valueOf(kStates, cells) / bytes - 1) < 1e-12);
        }
    }
    void aPlanThatDoesNotDivideIsNamed() {
        const CaseCells wrongHeads{{"model", "Llama-3.1-8B"}, {"tp", "12"}};
        QCOMPARE(errorOf("params_stage0", wrongHeads), std::string("training.does-not-divide"));
        QCOMPARE(nearestIn("params_stage0", wrongHeads), (std::vector<std::string>{"8", "16"}));
        const CaseCells wrongCount{{"model", "Llama-3.1-8B"}, {"tp", "8"}, {"num_gpus", "60"}};
        QCOMPARE(nearestIn("params_stage0", wrongCount), (std::vector<std::string>{"6", "10"}));
        QCOMPARE(errorOf("params_stage0", {{"model", "Mixtral-8x7B"}, {"ep", "3"}}),
                 std::string("training.does-not-divide"));
        QCOMPARE(errorOf("params_stage0", {{"model", "Llama-3.1-8B"}, {"ep", "2"}}),
                 std::string("training.no-experts"));
        QCOMPARE(errorOf("params_stage0", {{"model", "Llama-3.1-8B"}, {"pp", "64"}}),
                 std::string("training.too-many-stages"));
        QCOMPARE(errorOf("params_stage0", {{"model", "Llama-3.1-8B"}, {"dp", "4"}, {"num_gpus", "8"}}),
                 std::string("training.wrong-product"));
    }
    void countsOfNothingAreRefused() {
        const CaseCells run{{"model", "Llama-3.1-70B"}, {"num_gpus", "64"}, {"seq_len", "8192"}};
        QCOMPARE(errorOf("peak_memory_per_gpu", run), std::string("an answer"));
        for (const char* column : {"layers", "hidden", "seq_len", "micro_batch", "num_microbatches",
                                   "global_batch_seqs", "num_gpus", "gpus_per_node", "isl", "osl", "batch"})
            for (const char* none : {"0", "-1", "1.5"}) {
                CaseCells cells = run;
                cells.insert_or_assign(column, none);
                QCOMPARE(errorOf("peak_memory_per_gpu", cells), std::string("training.count"));
            }
    }
    void whatIsNotDefinedIsRefused() {
        QCOMPARE(errorOf("tpot_roofline", {{"model", "Llama-2-7B"}}), std::string("training.unknown-quantity"));
        QCOMPARE(errorOf("communication_per_gpu", {{"model", "Llama-2-7B"}}), std::string("training.unknown-quantity"));
        QCOMPARE(errorOf("parameters_total", {{"model", "Nemotron_3_Super"}}), std::string("training.no-dimensions"));
        QCOMPARE(errorOf("parameters_total", {{"layers", "4"}}), std::string("training.no-model"));
        QCOMPARE(errorOf("train_flops_per_token", {{"model", "Llama-2-7B"}, {"seq_len", "4096"}}),
                 std::string("training.no-convention"));
        QCOMPARE(errorOf("kv_cache", {{"model", "Llama-2-7B"}, {"seq_len", "4096"}, {"kv_bits", "0"}}),
                 std::string("training.zero"));
        QCOMPARE(errorOf("activations_per_gpu", {{"model", "Llama-2-7B"}}), std::string("training.missing"));
        QCOMPARE(errorOf("parameters_total", {{"model", "Llama-2-7B"}, {"layers", "many"}}),
                 std::string("training.no-number"));
        QCOMPARE(errorOf("activations_per_gpu", {{"model", "Llama-2-7B"}, {"seq_len", "4096"}, {"recompute", "half"}}),
                 std::string("training.unknown-recompute"));
        QCOMPARE(errorOf("interval_young", {{"input_1", "checkpoint_stall=1 s"}}),
                 std::string("training.missing-input"));
    }
    void conventionsOfAttentionDiffer() {
        CaseCells cells{{"model", "Llama-3.1-70B"}, {"seq_len", "8192"}, {"attention", "full"}};
        const double full = valueOf("train_flops_per_token", cells);
        cells["attention"] = "causal";
        const double causal = valueOf("train_flops_per_token", cells);
        QVERIFY(std::abs((full - causal) / causal - 0.072) < 0.001); // published: 7.2 % at 8k
    }
    void publishedConfigurationsAreRead() {
        const Result<ModelArchitecture> llama = readModelConfig(kLlamaConfig);
        QVERIFY(llama.has_value());
        QCOMPARE(totalParameters(*llama), totalParameters(*modelOfName("Llama-3.1-8B")));
        const Result<ModelArchitecture> deepSeek = readModelConfig(kDeepSeekConfig);
        QVERIFY(deepSeek.has_value());
        ModelArchitecture preset = *modelOfName("DeepSeek-V3");
        preset.name.clear();
        preset.headDim = deepSeek->headDim; // latent attention has its own widths
        QVERIFY(*deepSeek == preset);
    }
    void everyOtherProductIsKept() {
        // pytorch/torchtitan: a layer keeps its input, query, value, attention's output, gate and down-projection.
        const ModelArchitecture& model = findModelPreset("Llama-3.1-8B")->architecture;
        ParallelPlan plan;
        plan.sequence = 8192;
        const double perToken = 2 * 4096 + 2 * 4096 + 2 * 1024 + (2 * 4096 + 4 * 32) + 2 * 14336 + 2 * 4096;
        QCOMPARE(everyOtherProductBytesPerLayer(model, plan), 8192 * perToken);
        plan.tensor = 2; // the input alone is whole unless the sequence is split
        QCOMPARE(everyOtherProductBytesPerLayer(model, plan), 8192 * (2 * 4096 + (perToken - 2 * 4096) / 2));
        plan.sequenceParallel = true;
        QCOMPARE(everyOtherProductBytesPerLayer(model, plan), 8192 * perToken / 2);
        const TrainingCase input({{"model", "Llama-3.1-8B"},
                                  {"seq_len", "8192"},
                                  {"micro_batch", "2"},
                                  {"dp", "8"},
                                  {"zero_stage", "3"}});
        const auto peak = [&](const char* mode) {
            return answer("peak_memory_per_gpu", input.with("recompute", mode))->value;
        };
        QVERIFY(peak("selective(op)") < peak("none") && peak("selective(op)") > peak("full"));
    }
    void otherConfigurationsAreRefused_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("id");
        QTest::newRow("no JSON") << QByteArray("{") << "workload.config-broken";
        QTest::newRow("a list") << QByteArray("[1]") << "workload.config-no-json";
        QTest::newRow("type") << QByteArray(R"({"model_type":"mamba"})") << "workload.config-type";
        QTest::newRow("no type") << QByteArray(R"({"hidden_size":4096})") << "workload.config-no-type";
        QTest::newRow("nothing said") << QByteArray(R"({"model_type":"llama"})") << "workload.config-missing";
        QByteArray config = kLlamaConfig;
        QTest::newRow("no count") << QByteArray(config).replace("4096", "-1") << "workload.config-no-count";
        QTest::newRow("a number for a flag")
            << QByteArray(config).replace("\"tie_word_embeddings\": false", "\"tie_word_embeddings\": 1")
            << "workload.config-no-flag";
        QTest::newRow("a text") << QByteArray(config).replace("4096", "\"many\"") << "workload.config-no-count";
        QTest::newRow("sparse") << QByteArray(kDeepSeekConfig).replace("\"moe_layer_freq\": 1", "\"moe_layer_freq\": 2")
                                << "workload.config-unsupported";
        const auto llama = [&config](const QByteArray& said, const QByteArray& instead) {
            QByteArray changed = config;
            changed.replace(said, instead);
            return changed;
        };
        for (const char* field : {"num_attention_heads\": 32", "num_hidden_layers\": 32", "num_key_value_heads\": 8",
                                  "hidden_size\": 4096", "vocab_size\": 128256"})
            QTest::newRow(field) << llama(field, QByteArray(field).left(QByteArray(field).indexOf(' ') + 1) + "0")
                                 << "workload.config-zero";
        QTest::newRow("heads of a hidden size")
            << llama("num_attention_heads\": 32", "num_attention_heads\": 7").replace("heads\": 8", "heads\": 7")
            << "workload.uneven-heads";
        QTest::newRow("key heads of heads") << llama("heads\": 8", "heads\": 7") << "workload.uneven-heads";
        QTest::newRow("more key heads than heads") << llama("heads\": 8", "heads\": 64") << "workload.uneven-heads";
        QTest::newRow("301 digits") << llama("4096", "1" + QByteArray(300, '0')) << "workload.config-long-number";
        QTest::newRow("no number") << llama("4096", "1e400") << "workload.config-long-number";
        QTest::newRow("no layer that could be")
            << llama("layers\": 32", "layers\": 1e15") << "workload.config-no-count";
        QTest::newRow("too large") << QByteArray((1 << 20) + 1, ' ') << "workload.config-too-large";
    }
    void otherConfigurationsAreRefused() {
        QFETCH(QByteArray, json);
        QFETCH(QString, id);
        const Result<ModelArchitecture> model = readModelConfig(std::string_view(json.constData(), json.size()));
        QVERIFY(!model.has_value());
        QCOMPARE(QString::fromStdString(model.error().message.id), id);
    }
    void aRefusedConfigurationNamesItsLine() {
        const auto lineOf = [](const QByteArray& json) {
            const Result<ModelArchitecture> model =
                readModelConfig(std::string_view(json.constData(), static_cast<std::size_t>(json.size())));
            if (!model)
                for (const Argument& each : model.error().message.arguments)
                    if (const auto* line = std::get_if<std::int64_t>(&each.value); line && each.name == "line")
                        return *line;
            return std::int64_t{0};
        };
        const QByteArray head = "{\"model_type\": \"llama\",\n\"hidden_size\": 4096,\n";
        QCOMPARE(lineOf(head + "\"num_hidden_layers\": -1}"), std::int64_t{3});
        QCOMPARE(lineOf(head + "\"num_hidden_layers\": 1e15}"), std::int64_t{3});
        QCOMPARE(lineOf(head + "\n\"num_hidden_layers\": 1e400}"), std::int64_t{4});
        QCOMPARE(lineOf(head + "\"num_hidden_layers\": }"), std::int64_t{3});
    }
    void aRefusedConfigurationNamesItsFields() {
        const auto argumentsOf = [](QByteArray json) {
            const Result<ModelArchitecture> model = readModelConfig(std::string_view(json.constData(), json.size()));
            std::string text;
            if (!model)
                for (const auto& [name, value] : model.error().message.arguments)
                    if (const auto* word = std::get_if<std::string>(&value))
                        text += *word + " ";
            return text;
        };
        const QByteArray config = kLlamaConfig;
        QCOMPARE(argumentsOf(QByteArray(config).replace("num_attention_heads\": 32", "num_attention_heads\": 0")),
                 std::string("num_attention_heads "));
        QCOMPARE(argumentsOf(QByteArray(config).replace("num_hidden_layers\": 32", "num_hidden_layers\": 0")),
                 std::string("num_hidden_layers "));
        QCOMPARE(argumentsOf(QByteArray(config).replace("4096", "1" + QByteArray(300, '0'))),
                 std::string("hidden_size "));
        QCOMPARE(argumentsOf(QByteArray(config).replace("heads\": 8", "heads\": 64")),
                 std::string("num_key_value_heads num_attention_heads "));
    }
    void typedHeadsShareEvenly() {
        const CaseCells shape{{"layers", "32"}, {"hidden", "4096"}, {"vocab", "32000"}};
        const auto with = [&shape](const char* heads, const char* keyHeads, const char* width = "") {
            CaseCells cells = shape;
            cells["heads"] = heads;
            cells["kv_heads"] = keyHeads;
            cells["head_dim"] = width;
            return cells;
        };
        QVERIFY(answer("parameters_total", TrainingCase(with("32", "8"))).has_value());
        QVERIFY(answer("parameters_total", TrainingCase(with("7", "7", "128"))).has_value());
        QCOMPARE(errorOf("parameters_total", with("7", "7")), std::string("workload.uneven-heads"));
        QCOMPARE(errorOf("parameters_total", with("32", "7")), std::string("workload.uneven-heads"));
        QCOMPARE(errorOf("parameters_total", with("32", "64")), std::string("workload.uneven-heads"));
        QCOMPARE(errorOf("parameters_total", with("32", "0")), std::string("training.zero"));
        QCOMPARE(errorOf("parameters_total", with("0", "8")), std::string("training.zero"));
        QCOMPARE(errorOf("parameters_total", {{"model", "Llama-3.1-8B"}, {"kv_heads", "7"}}),
                 std::string("workload.uneven-heads"));
    }
};

RW_SUITE(TestTraining)
#include "tst_training.moc"
