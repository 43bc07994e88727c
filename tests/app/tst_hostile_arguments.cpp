// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that a person can give to a verb or recipe, one after the other, as nobody means it: what takes it
// refuses with a sentence, or the answer is finite and comes soon.
#include "model/units/number_text.h"
#include "solvers/families/fabric_quantities.h"
#include "solvers/parallelism/training_quantities.h"
#include "solvers/recipes/recipe.h"
#include "tests/support/command_line.h"
#include "tests/support/processor_time.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

const std::vector<std::string> kHostile = {
    "-1",  "0",      "1000000007", "1000000000000037",    "4294967296",           "1e9", "1e15", "1e308", "nan",
    "inf", "1e-308", "-0.0",       "9223372036854775807", "18446744073709551616", ""};

constexpr qint64 kLongest = 5000; // ms

} // namespace

class TestHostileArguments : public QObject {
    Q_OBJECT
    const CommandLine m_line;

private Q_SLOTS:
    void everyParameterOfEveryFamily_data() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("params");
        for (const FamilyExample& example : familyExamples())
            QTest::newRow(std::string(example.family).c_str()) << QString::fromStdString(std::string(example.family))
                                                               << QString::fromStdString(std::string(example.params));
    }
    void everyParameterOfEveryFamily() {
        QFETCH(QString, family);
        QFETCH(QString, params);
        FamilyRequest sound;
        sound.family = family.toStdString();
        for (const QString& each : params.split(u';', Qt::SkipEmptyParts))
            sound.params.emplace(each.section(u'=', 0, 0).toStdString(), each.section(u'=', 1).toStdString());
        testing::ProcessorTime time;
        const auto tried = [&](const FamilyRequest& request, const std::string& what) {
            const Result<FabricQuantities> answers = quantitiesOfFamily(request);
            QVERIFY2(time.restart() < kLongest, what.c_str());
            if (answers)
                for (const FabricQuantity& answer : answers->rows)
                    QVERIFY2(!answer.value || std::isfinite(*answer.value), what.c_str());
        };
        for (const auto& [key, value] : sound.params)
            for (const std::string& hostile : kHostile) {
                FamilyRequest request = sound;
                request.params[key] = hostile;
                tried(request, key + "=" + hostile);
            }
        for (const double speed : {-1.0, 0.0, 1e15, 1e308, 1e-308, std::nan(""), HUGE_VAL}) {
            FamilyRequest request = sound;
            request.endpointGbps = speed;
            tried(request, "endpoint " + shortestDigits(speed));
            request.endpointGbps.reset();
            request.leafSpineGbps = speed;
            tried(request, "leaf to spine " + shortestDigits(speed));
            request.leafSpineGbps.reset();
            request.spineCoreGbps = speed;
            tried(request, "spine to core " + shortestDigits(speed));
        }
    }

    void everyColumnOfATrainingCase_data() {
        QTest::addColumn<QString>("column");
        for (const std::string_view column : TrainingCase::columns())
            QTest::newRow(std::string(column).c_str()) << QString::fromStdString(std::string(column));
    }
    void everyColumnOfATrainingCase() {
        QFETCH(QString, column);
        const CaseCells dense = {{"model", "GPT-3-175B"}, {"tp", "8"},          {"pp", "8"},
                                 {"seq_len", "2048"},     {"num_gpus", "512"},  {"dp", "8"},
                                 {"micro_batch", "1"},    {"gpu", "A100-80GB"}, {"isl", "128"},
                                 {"osl", "128"},          {"batch", "8"},       {"precision", "bf16"},
                                 {"gpus_per_node", "8"},  {"zero_stage", "1"},  {"global_batch_seqs", "1024"}};
        const CaseCells experts = {
            {"layers", "32"},    {"hidden", "4096"},        {"heads", "32"},         {"kv_heads", "8"},
            {"head_dim", "128"}, {"ffn", "14336"},          {"vocab", "32000"},      {"experts", "8"},
            {"top_k", "2"},      {"moe_ffn", "14336"},      {"shared_experts", "1"}, {"ep", "8"},
            {"seq_len", "4096"}, {"num_gpus", "64"},        {"dp_shard", "8"},       {"zero_stage", "3"},
            {"gpu", "H100"},     {"num_microbatches", "4"}, {"batch", "8"},          {"dense_layers", "1"}};
        testing::ProcessorTime time;
        for (const CaseCells& sound : {dense, experts})
            for (const std::string& hostile : kHostile) {
                CaseCells cells = sound;
                cells[column.toStdString()] = hostile;
                const TrainingCase input(std::move(cells));
                for (const TrainingQuantity& quantity : trainingQuantities()) {
                    const Result<TrainingAnswer> answered = answer(quantity.name, input);
                    const std::string what = hostile + ": " + std::string(quantity.name);
                    QVERIFY2(!answered || (std::isfinite(answered->value) && answered->value >= 0), what.c_str());
                    QVERIFY2(time.restart() < kLongest, what.c_str());
                }
            }
    }
    // Degrees whose product is 2^64, and dimensions that are allowed one by one but not together.
    void productsThatNoNumberHolds() {
        const CommandRun plan = m_line.run({"train", "quantity=total_per_gpu", "model=GPT-3-175B", "seq_len=2048",
                                        "tp=4294967296", "pp=4294967296", "num_gpus=8"});
        QCOMPARE(plan.code, 2);
        const CommandRun inLimits = m_line.run({"train", "quantity=total_per_gpu", "model=GPT-3-175B", "seq_len=2048",
                                            "tp=1000000", "cp=1000000", "dp=1000000", "ep=1000000", "num_gpus=8"});
        QCOMPARE(inLimits.code, 2);
        const CommandRun model = m_line.run({"train", "quantity=parameters_total", "layers=10000", "hidden=10000000",
                                         "heads=10000000", "head_dim=10000000"});
        QCOMPARE(model.code, 2);
        QVERIFY2(model.err.find("parameters") != std::string::npos, model.err.c_str());
        const std::string config = m_line.write(
            "config.json", R"({"model_type": "llama", "num_hidden_layers": 1000000000, "hidden_size": 1000000000,
                "num_attention_heads": 1000000000, "head_dim": 1000000000, "intermediate_size": 1000000000,
                "vocab_size": 1000000000})");
        const CommandRun read = m_line.run({"train", "--config", config, "tp=8"});
        QCOMPARE(read.code, 2);
        QVERIFY2(read.err.find("parameters") != std::string::npos, read.err.c_str());
    }
    void aPrimeNumberHasNoNearDivisor() {
        testing::ProcessorTime time;
        const CommandRun answer = m_line.run(
            {"train", "quantity=total_per_gpu", "model=GPT-3-175B", "seq_len=2048", "tp=2", "num_gpus=999999937"});
        QCOMPARE(answer.code, 2);
        QVERIFY(time.elapsed() < kLongest);
    }

    void everyParameterOfEveryRecipe_data() {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("parameter");
        for (const Recipe& recipe : recipes())
            for (const RecipeParameter& parameter : recipe.parameters)
                QTest::newRow((recipe.name + " " + parameter.name).c_str())
                    << QString::fromStdString(recipe.name) << QString::fromStdString(parameter.name);
    }
    void everyParameterOfEveryRecipe() {
        QFETCH(QString, recipe);
        QFETCH(QString, parameter);
        const Recipe& made = **findRecipe(recipe.toStdString());
        const RecipeParameter& asked =
            *std::ranges::find(made.parameters, parameter.toStdString(), &RecipeParameter::name);
        const bool isNumber = asked.kind == RecipeParameterKind::Count || asked.kind == RecipeParameterKind::Number;
        std::vector<std::string> values = kHostile;
        values.push_back(std::string(1001, 'x')); // beyond what a name may have
        if (isNumber)
            for (const double end : {asked.low - 1, asked.high + 1, asked.low})
                values.push_back(shortestDigits(end));
        for (const std::string& value : values) {
            const auto number = plainNumber(value);
            // Nothing means "work it out" where the recipe does.
            const bool isAuto =
                value.find_first_not_of(' ') == std::string::npos && (asked.takesAuto || asked.defaultValue == "auto");
            const bool isOutside = isNumber && !isAuto && (!number || *number < asked.low || *number > asked.high);
            // What is large and allowed takes its time; that is another test's matter.
            if (isNumber && number && !isOutside && *number > 10'000)
                continue;
            const Result<RecipeValues> checked = checkedValues(made, {{asked.name, value}});
            QVERIFY2(!checked || value.size() <= 1000, value.c_str());
            QVERIFY2(!(isOutside && checked), value.c_str());
            if (!checked)
                continue;
            testing::ProcessorTime time;
            const CommandRun answer = m_line.run(
                {"new", "--recipe", made.name, "--set", asked.name + "=" + value, "-o", m_line.path("r.rkw.json")});
            QVERIFY2(answer.code == 0 || answer.code == 2, (value + ": " + answer.err).c_str());
            QVERIFY2(time.elapsed() < kLongest, value.c_str());
            QFile::remove(QString::fromStdString(m_line.path("r.rkw.json")));
        }
    }

    void anEmptyNameIsNoFile() {
        const std::string sample = m_line.path("named.rkw.json");
        QCOMPARE(m_line.run({"new", "--recipe", "single-node", "--output", sample}).code, 0);
        const std::vector<std::vector<std::string>> lines = {{"solve", ""},
                                                             {"check", ""},
                                                             {"diff", sample, ""},
                                                             {"calc", "--batch", ""},
                                                             {"train", "--config", ""},
                                                             {"convert", sample, "--output", ""}};
        for (const std::vector<std::string>& words : lines) {
            const CommandRun answer = m_line.run(words);
            QVERIFY(answer.code != 0);
            QVERIFY2(answer.err.find("No file is named") != std::string::npos,
                     (words.front() + ": " + answer.err).c_str());
        }
    }
};

RW_SUITE(TestHostileArguments)
#include "tst_hostile_arguments.moc"
