// SPDX-License-Identifier: GPL-3.0-or-later
// The verb train as a person and a script use it: a batch in the order of its rows, single quantities, all of them, a
// model's own configuration, wrong words.
#include "model/text/csv.h"
#include "solvers/parallelism/training_case.h"
#include "tests/support/command_line.h"
#include "tests/support/suite.h"

#include <QRegularExpression>
#include <QTest>

#include <fstream>
#include <iterator>
#include <sstream>

using namespace rackwright;

class TestTrain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aBatchAnswersEachRowInOrder() {
        const CommandRun run = m_line.run({"train", "--batch", RW_TEST_DATA "/training/memory.csv"});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.starts_with("id,quantity,value,unit,error\n"));
        std::ifstream file(RW_TEST_DATA "/training/memory.csv");
        const std::string text(std::istreambuf_iterator<char>(file), {});
        const CsvTable asked = *CsvTable::read(text), answered = *CsvTable::read(run.out);
        QCOMPARE(answered.size(), asked.size());
        for (std::size_t row = 0; row < asked.size(); ++row) {
            QCOMPARE(answered.cell(row, "id"), asked.cell(row, "case_id"));
            QCOMPARE(answered.cell(row, "quantity"), asked.cell(row, "quantity"));
            QVERIFY(answered.cell(row, "value").empty() != answered.cell(row, "error").empty());
        }
    }
    void aRowThatCannotBeAnsweredSaysWhy() {
        const CommandRun run = m_line.run(
            {"train", "--batch",
             m_line.write("rows.csv", "id,quantity,model,layers,hidden,extra\nA,parameters_total,Llama-2-7B,,,x\n"
                                      "B,parameters_total,Mystery-9B,,,\nC,,Llama-2-7B,,,\nD,area,Llama-2-7B,,,\n")});
        QCOMPARE(run.code, 0);
        const CsvTable rows = *CsvTable::read(run.out);
        QCOMPARE(rows.cell(0, "value"), std::string("6738415616"));
        QCOMPARE(rows.cell(0, "unit"), std::string("parameters"));
        for (std::size_t row = 1; row < 4; ++row) {
            QVERIFY(rows.cell(row, "value").empty());
            QVERIFY(!rows.cell(row, "error").empty());
        }
        QVERIFY(rows.cell(1, "error").find("Mystery-9B") != std::string::npos);
    }
    void aColumnWithASlipIsRefused() {
        const auto batch = [this](const std::string& column) {
            return m_line.run({"train", "--batch",
                               m_line.write("rows.csv", "id,quantity,model,seq_len," + column +
                                                            "\nA,parameters_total,Llama-2-7B,4096,1\n")});
        };
        for (const auto& [column, key] : {std::pair{"tpp", "tp"},
                                          {"Tp", "tp"},
                                          {"\"tp \"", "tp"},
                                          {"micro_batc", "micro_batch"},
                                          {"SEQ_LEN", "seq_len"}}) {
            const CommandRun run = batch(column);
            QCOMPARE(run.code, 2);
            QVERIFY(run.out.empty());
            QVERIFY2(run.err.find("Name it " + std::string(key) + ",") != std::string::npos, run.err.c_str());
        }
        const CommandRun misspelled = m_line.run(
            {"train", "--batch",
             m_line.write("rows.csv", "id,quantity,model,sequence_len\nA,parameters_total,Llama-2-7B,4096\n")});
        QCOMPARE(misspelled.code, 0);
        QCOMPARE(misspelled.err, std::string("Columns not read: sequence_len.\n"));
        for (const char* column : {"tp", "note", "source"})
            QCOMPARE(batch(column).err, std::string());
        for (const char* file : {"memory.csv", "speed.csv"}) {
            const CommandRun published =
                m_line.run({"train", "--batch", RW_TEST_DATA "/training/" + std::string(file)});
            QCOMPARE(published.code, 0);
            QVERIFY2(published.err.starts_with("Columns not read: kind, use, tolerance_pct, value"),
                     published.err.c_str());
        }
    }
    void helpNamesEveryKey() {
        const CommandRun help = m_line.run({"train", "--help"});
        QCOMPARE(help.code, 0);
        for (const std::string_view column : TrainingCase::columns()) {
            if (column == "input_2" || column == "quantity")
                continue;
            const QRegularExpression word(
                QStringLiteral("(^|[ (])%1([ ,.)]|$)")
                    .arg(QRegularExpression::escape(QString::fromUtf8(column.data(), qsizetype(column.size())))),
                QRegularExpression::MultilineOption);
            QVERIFY2(word.match(QString::fromStdString(help.out)).hasMatch(), std::string(column).c_str());
        }
    }
    void memoryIsARange() {
        const CommandRun run =
            m_line.run({"train", "quantity=peak_memory_per_gpu", "model=Llama-3.1-8B", "dp=8", "seq_len=8192"});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.find("By what frameworks leave unsaid: ") != std::string::npos, run.out.c_str());
        QVERIFY2(run.out.find("grad_bytes") != std::string::npos, run.out.c_str());
    }
    // The search keeps clear of what the driver takes.
    void theSearchLeavesUsableMemory() {
        const CommandRun run = m_line.run({"train", "--search", "model=Llama-3.1-8B", "gpu=B200", "num_gpus=8",
                                           "seq_len=8192", "global_batch_seqs=64"});
        QCOMPARE(run.code, 0);
        std::istringstream lines(run.out);
        std::string line;
        std::size_t plans = 0;
        while (std::getline(lines, line)) {
            std::istringstream words(line);
            const std::vector<std::string> cells(std::istream_iterator<std::string>(words), {});
            if (cells.empty() || (cells[0] != "best" && cells[0] != "runner-up" && cells[0] != "front"))
                continue;
            QVERIFY2(std::stod(cells[cells.size() - 3]) <= 0.95 * 180 + 0.5, line.c_str());
            ++plans;
        }
        QVERIFY(plans > 0);
    }
    void anUnknownModelNamesTheNearest() {
        const CommandRun run = m_line.run({"train", "model=Llama-2-7Bx"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.find("nearest: Llama-2-7B,") != std::string::npos, run.err.c_str());
    }
    void helpStatesTheHeaderOfABatch() {
        for (const auto& [verb, header] :
             {std::pair{"train", "id,quantity"}, {"calc", "id,quantity,inputs"}, {"fabric", "id,family,params"}})
            QVERIFY(m_line.run({verb, "--help"}).out.find(header) != std::string::npos);
    }
    void oneQuantityOrAll() {
        const CommandRun one = m_line.run({"train", "quantity=params_stage0", "model=GPT-3-175B", "tp=8", "pp=8"});
        QCOMPARE(one.code, 0);
        QVERIFY(one.out.find("2822473728") != std::string::npos);
        const CommandRun all = m_line.run({"train", "model=GPT-3-175B", "tp=8", "pp=8", "seq_len=2048"});
        QCOMPARE(all.code, 0);
        for (const char* quantity : {"params_stage0", "total_per_gpu", "checkpoint_size", "interval_daly"})
            QVERIFY(all.out.find(quantity) != std::string::npos);
    }
    void anAnswerSaysWhatItAssumes() {
        const CommandRun memory = m_line.run({"train", "quantity=params_stage0", "model=GPT-3-175B", "tp=8"});
        QCOMPARE(memory.code, 0);
        const std::string said = memory.out.substr(memory.out.find('\n'));
        QVERIFY(said.find("pp") != std::string::npos);          // one stage was assumed
        QVERIFY(said.find("tp") == std::string::npos);          // given
        QVERIFY(said.find("micro_batch") == std::string::npos); // changes no parameters
        const CommandRun speed =
            m_line.run({"train", "quantity=tokens_per_sec_per_gpu", "model=Llama-3.1-8B", "gpu=H100", "num_gpus=64",
                        "seq_len=8192", "global_batch_seqs=256", "precision=bf16"});
        QCOMPARE(speed.code, 0);
        QVERIFY(speed.out.find("calibration") != std::string::npos);
        QVERIFY2(speed.out.find("Four of five of them lie that close") != std::string::npos, speed.out.c_str());
        const CommandRun json = m_line.run({"train", "--json", "quantity=params_stage0", "model=GPT-3-175B", "tp=8"});
        QVERIFY(json.out.find("\"assumptions\"") != std::string::npos);
    }
    void aModelsOwnConfiguration() {
        const std::string file = m_line.write(
            "config.json", R"({"model_type":"llama","hidden_size":4,"intermediate_size":8,"num_attention_heads":2,
            "num_hidden_layers":2,"num_key_value_heads":1,"vocab_size":10})");
        const CommandRun run = m_line.run({"train", "quantity=parameters_total", "--config", file, "--json"});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.find("388") != std::string::npos); // 2*(48+96+8) + 4 + 80
        QCOMPARE(m_line.run({"train", "quantity=parameters_total", "--config", file + ".missing"}).code, 2);
    }
    void aSearchNamesTheBestPlanAndWhyTheNextLost() {
        const CommandRun found = m_line.run({"train", "--search", "model=Llama-3.1-8B", "gpu=H100", "num_gpus=16",
                                             "seq_len=8192", "global_batch_seqs=64"});
        QCOMPARE(found.code, 0);
        QVERIFY(found.out.find("best") != std::string::npos && found.out.find("runner-up") != std::string::npos);
        const CommandRun tooSmall = m_line.run({"train", "--search", "model=Llama-3.1-405B", "gpu=H100", "num_gpus=8",
                                                "seq_len=8192", "global_batch_seqs=64"});
        QCOMPARE(tooSmall.code, 2);
        QVERIFY(tooSmall.err.find("76 GB") != std::string::npos); // that programs see of 80
        QCOMPARE(m_line.run({"train", "--search", "model=Llama-3.1-8B", "gpu=H100", "num_gpus=x"}).code, 2);
    }
    void wrongWordsAreRefused() {
        const CommandRun key = m_line.run({"train", "modle=Llama-2-7B"});
        QCOMPARE(key.code, 2);
        QVERIFY(key.err.find("model") != std::string::npos);
        // All quantities at once refuse the same words: what was typed wrong is no question.
        for (const char* word : {"tp=0", "tp=12", "pp=x", "gpu=H2000", "recompute=some", "offload=moon", "seq_len=0",
                                 "num_gpus=-8", "zero_stage=9", "loss=chopped"}) {
            const CommandRun all = m_line.run({"train", "model=Llama-3.1-8B", word});
            QVERIFY2(all.code == 2 && all.out.empty() && !all.err.empty(), word);
        }
        const CommandRun plan = m_line.run({"train", "quantity=params_stage0", "model=Llama-3.1-8B", "tp=12"});
        QCOMPARE(plan.code, 2);
        QVERIFY(plan.err.find("8") != std::string::npos && plan.err.find("16") != std::string::npos);
        QCOMPARE(m_line.run({"train"}).code, 2);
        // A word that other verbs use names its column first, and no column twice.
        const std::string nearest = m_line.run({"train", "num_gpuz=8"}).err;
        QVERIFY2(nearest.find("Nearest: num_gpus") != std::string::npos, nearest.c_str());
        // What other verbs call them, and names as people write them.
        const auto rate = [this](const std::vector<std::string>& words) {
            std::vector<std::string> all{"train", "quantity=tokens_per_sec_per_gpu"};
            all.insert(all.end(), words.begin(), words.end());
            return m_line.run(all).out;
        };
        const std::string known = rate({"model=Llama-3.1-8B", "gpu=H100", "num_gpus=64", "seq_len=4096"});
        QVERIFY2(known.find("tokens/s") != std::string::npos, known.c_str());
        QCOMPARE(rate({"model=llama3-8b", "gpu=h100", "count=64", "seq=4096"}), known);
        QCOMPARE(rate({"model=meta-llama/Llama-3.1-8B-Instruct", "gpu=NVIDIA H100 80GB HBM3", "gpus=64",
                       "context_length=4096"}),
                 known);
        const std::string twice = m_line.run({"train", "gpus=8", "num_gpus=8"}).err;
        QVERIFY2(twice.find("num_gpus") != std::string::npos || twice.find("gpus") != std::string::npos, twice.c_str());
        QCOMPARE(m_line.run({"train", "model=Llama-2-7B", "model=Llama-2-7B"}).code, 2);
        QCOMPARE(m_line.run({"train", "--batch", "-", "x=1"}).code, 2);
        QCOMPARE(m_line.run({"train", "--batch", m_line.write("other.csv", "a,b\n1,2\n")}).code, 2);
        QCOMPARE(m_line.run({"train", "--batch", "no such file"}).code, 2);
    }
    void anUnknownFrameworkNamesTheNearest() {
        const CommandRun one = m_line.run(
            {"train", "quantity=mfu", "model=Llama-3.1-8B", "gpu=H100", "num_gpus=8", "framework=torchtian"});
        QCOMPARE(one.code, 2);
        QVERIFY2(one.err.find("torchtitan") != std::string::npos, one.err.c_str());
        const CommandRun all = m_line.run({"train", "model=Llama-3.1-8B", "gpu=H100", "num_gpus=8", "framework=none"});
        QVERIFY(all.code == 2 && all.out.empty() && all.err.find("Nearest") != std::string::npos);
    }
    void aCurveCrossesItsTargets() {
        const std::vector<std::string> served{"train",         "--curve", "model=Llama-3.1-8B", "gpu=H100",
                                              "precision=fp8", "tp=1",    "isl=1000",           "osl=500"};
        const auto with = [&](std::vector<std::string> more) {
            std::vector<std::string> words = served;
            words.insert(words.end(), more.begin(), more.end());
            return m_line.run(words);
        };
        QVERIFY(with({}).out.find("targets") == std::string::npos);
        const CommandRun met = with({"tpot_ms=20"});
        QCOMPARE(met.code, 0);
        QVERIFY2(met.out.find("The targets are met up to ") != std::string::npos, met.out.c_str());
        QVERIFY(with({"tpot_ms=0.1"}).out.find("Not even one request") != std::string::npos);
        const CommandRun json = with({"tpot_ms=20", "--json"});
        QVERIFY(json.out.find("\"points\"") != std::string::npos && json.out.find("\"crossing\"") != std::string::npos);
        QCOMPARE(with({"prefix_share=2"}).code, 2);
    }
    void aPriceOfTokensLiesAmongThoseOfProviders() {
        const CommandRun run = m_line.run({"train", "quantity=cost_per_million_tokens", "model=Llama-3.1-8B",
                                           "gpu=H100", "precision=fp8", "tp=1", "isl=1000", "osl=500", "gpu_hour=3"});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.find("below the 0.10 to 0.50 USD") != std::string::npos, run.out.c_str());
        // What says nothing of the quantity is no part of the question.
        QCOMPARE(m_line
                     .run({"train", "quantity=ttft", "model=Llama-3.1-8B", "gpu=H100", "precision=fp8", "tp=1",
                           "isl=1000", "osl=500", "micro_batch=4"})
                     .code,
                 2);
    }
    void theListNamesEveryQuantity() {
        const CommandRun run = m_line.run({"train", "--list"});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.find("goodput_at_optimum") != std::string::npos);
    }

private:
    CommandLine m_line;
};

RW_SUITE(TestTrain)
#include "tst_train.moc"
