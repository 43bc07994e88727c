// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/training_case.h"

#include "model/base/letter_case.h"
#include "model/design/parameter_limits.h"
#include "model/units/number_text.h"
#include "solvers/workload/model_config.h"
#include "solvers/workload/model_presets.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr std::string_view kLatentColumn = "mla_q_rank/kv_rank/nope/rope/v";
constexpr double kLargestNumber = 1e15;

constexpr auto kColumns = std::to_array<std::string_view>({"quantity",
                                                           "id",
                                                           "case_id",
                                                           "model",
                                                           "params_total",
                                                           "layers",
                                                           "hidden",
                                                           "heads",
                                                           "kv_heads",
                                                           "head_dim",
                                                           "ffn",
                                                           "vocab",
                                                           "gated_mlp",
                                                           "tied_embeddings",
                                                           "experts",
                                                           "top_k",
                                                           "moe_ffn",
                                                           "shared_experts",
                                                           "dense_layers",
                                                           kLatentColumn,
                                                           "seq_len",
                                                           "micro_batch",
                                                           "num_microbatches",
                                                           "global_batch_seqs",
                                                           "num_gpus",
                                                           "gpus_per_node",
                                                           "network_gbps",
                                                           "framework",
                                                           "gpu",
                                                           "precision",
                                                           "peak_dense_tflops_used",
                                                           "tp",
                                                           "pp",
                                                           "vp",
                                                           "dp",
                                                           "dp_shard",
                                                           "cp",
                                                           "ep",
                                                           "etp",
                                                           "seq_parallel",
                                                           "zero_stage",
                                                           "sharding",
                                                           "offload",
                                                           "offload_weights",
                                                           "offload_activations",
                                                           "loss",
                                                           "recompute",
                                                           "weight_bytes",
                                                           "grad_bytes",
                                                           "optim_bytes",
                                                           "task",
                                                           "isl",
                                                           "osl",
                                                           "batch",
                                                           "kv_bits",
                                                           "dp_attention",
                                                           "prefix_share",
                                                           "prefill_chunk",
                                                           "prefill_gpus",
                                                           "speculation",
                                                           "ttft_ms",
                                                           "tpot_ms",
                                                           "e2e_s",
                                                           "gpu_hour",
                                                           "attention",
                                                           "input_1",
                                                           "input_2",
                                                           "input_3",
                                                           "unit",
                                                           "source",
                                                           "note",
                                                           "kind",
                                                           "use",
                                                           "tolerance_pct",
                                                           "value"});

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

Error noNumber(std::string_view column, std::string_view text) {
    return inputError(Message("training.no-number").with("column", column).with("text", text));
}

// Columns that are parameters of a workload under another name: their greatest numbers are described there.
struct ColumnOfParameter {
    std::string_view column, parameter;
};
constexpr auto kParametersOfColumns = std::to_array<ColumnOfParameter>({{"params_total", "parameters"},
                                                                        {"layers", "model-layers"},
                                                                        {"hidden", "model-hidden"},
                                                                        {"heads", "model-heads"},
                                                                        {"kv_heads", "model-kv-heads"},
                                                                        {"head_dim", "model-head-dim"},
                                                                        {"ffn", "model-ffn"},
                                                                        {"vocab", "model-vocabulary"},
                                                                        {"experts", "model-experts"},
                                                                        {"top_k", "model-top-k"},
                                                                        {"moe_ffn", "model-expert-ffn"},
                                                                        {"shared_experts", "model-shared-experts"},
                                                                        {"dense_layers", "model-dense-layers"},
                                                                        {"seq_len", "sequence"},
                                                                        {"micro_batch", "micro-batch"},
                                                                        {"num_microbatches", "batch"},
                                                                        {"global_batch_seqs", "batch"},
                                                                        {"batch", "batch"},
                                                                        {"num_gpus", "batch"},
                                                                        {"isl", "prompt-tokens"},
                                                                        {"osl", "output-tokens"},
                                                                        {"tp", "tp"},
                                                                        {"pp", "pp"},
                                                                        {"vp", "vp"},
                                                                        {"dp", "dp"},
                                                                        {"cp", "cp"},
                                                                        {"ep", "ep"},
                                                                        {"etp", "etp"},
                                                                        {"dp_shard", "shard"}});

double mostOf(std::string_view column) {
    constexpr double kMostOfAny = 1e30;
    const auto it = std::ranges::find(kParametersOfColumns, column, &ColumnOfParameter::column);
    const ParameterLimits* known = it == kParametersOfColumns.end() ? nullptr : findParameterLimits(it->parameter);
    return known ? known->limits.greatest : kMostOfAny;
}

/// The number at the beginning of "1800 s"; what follows is its unit, which its definition fixes.
std::optional<double> leadingNumber(std::string_view text) {
    text = trimmed(text);
    return plainNumber(text.substr(0, text.find(' ')));
}

bool isYes(std::string_view text) { return text == "True" || text == "true" || text == "1" || text == "yes"; }
bool isNo(std::string_view text) { return text == "False" || text == "false" || text == "0" || text == "no"; }

} // namespace

bool isGptName(std::string_view model) {
    return (model.starts_with("GPT") && !model.starts_with("GPT OSS") && !model.starts_with("GPT-OSS")) ||
           model.starts_with("MT-NLG") || model.starts_with("MPT");
}

std::span<const std::string_view> TrainingCase::columns() { return kColumns; }

std::string_view TrainingCase::columnOf(std::string_view word) {
    constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"gpus", "num_gpus"},
         {"count", "num_gpus"},
         {"accelerators", "num_gpus"},
         {"num_accelerators", "num_gpus"},
         {"world_size", "num_gpus"},
         {"accelerator", "gpu"},
         {"seq", "seq_len"},
         {"sequence", "seq_len"},
         {"seq_length", "seq_len"},
         {"sequence_length", "seq_len"},
         {"max_seq_len", "seq_len"},
         {"context_length", "seq_len"},
         {"mbs", "micro_batch"},
         {"micro_batch_size", "micro_batch"},
         {"gbs", "global_batch_seqs"},
         {"global_batch", "global_batch_seqs"},
         {"global_batch_size", "global_batch_seqs"},
         {"tensor_parallel", "tp"},
         {"pipeline_parallel", "pp"},
         {"data_parallel", "dp"},
         {"context_parallel", "cp"},
         {"expert_parallel", "ep"},
         {"dtype", "precision"},
         {"zero", "zero_stage"},
         {"input_tokens", "isl"},
         {"prompt_tokens", "isl"},
         {"output_tokens", "osl"},
         {"concurrency", "batch"},
         {"batch_size", "batch"}});
    const auto known = std::ranges::find(kWords, word, &std::pair<std::string_view, std::string_view>::first);
    return known == kWords.end() ? word : known->second;
}

const std::string& TrainingCase::text(std::string_view column) const {
    static const std::string none;
    const auto it = m_cells.find(column);
    return it == m_cells.end() || it->second == "n/a" ? none : it->second;
}

TrainingCase TrainingCase::with(std::string column, std::string text) const {
    TrainingCase changed = *this;
    changed.m_cells.insert_or_assign(std::move(column), std::move(text));
    return changed;
}

Result<double> TrainingCase::number(std::string_view column) const {
    const std::string& cell = text(column);
    if (cell.empty())
        return inputError(Message("training.missing").with("column", column));
    const auto value = plainNumber(trimmed(cell));
    if (!value || !(*value >= 0))
        return noNumber(column, cell);
    if (*value > mostOf(column))
        return inputError(
            Message("training.too-large").with("column", column).with("text", cell).with("most", mostOf(column)));
    return *value;
}

Done TrainingCase::checkCounts() const {
    for (const std::string_view column :
         {"layers", "hidden", "seq_len", "micro_batch", "num_microbatches", "global_batch_seqs", "num_gpus",
          "gpus_per_node", "isl", "osl", "batch", "prefill_chunk", "prefill_gpus"})
        if (const auto value = plainNumber(trimmed(text(column)));
            value && !(*value >= 1 && *value == std::floor(*value)))
            return inputError(Message("training.count").with("column", column).with("text", text(column)));
    return done();
}

Result<double> TrainingCase::numberOr(std::string_view column, double otherwise) const {
    return has(column) ? number(column) : Result<double>(otherwise);
}

Result<std::int64_t> TrainingCase::countOr(std::string_view column, std::int64_t otherwise) const {
    if (!has(column))
        return otherwise;
    const Result<double> value = number(column);
    if (!value)
        return value.error();
    if (*value != std::floor(*value) || *value > kLargestNumber)
        return noNumber(column, text(column));
    return static_cast<std::int64_t>(*value);
}

std::string TrainingCase::inputText(std::string_view name) const {
    for (const std::string_view column : {"input_1", "input_2", "input_3"}) {
        const std::string_view cell = text(column);
        const std::size_t equals = cell.find('=');
        if (equals != std::string_view::npos && trimmed(cell.substr(0, equals)) == name)
            return std::string(trimmed(cell.substr(equals + 1)));
    }
    return {};
}

Result<double> TrainingCase::input(std::string_view name) const {
    const std::string cell = inputText(name);
    if (cell.empty())
        return inputError(Message("training.missing-input").with("name", name));
    const auto value = leadingNumber(cell);
    return value && *value > 0 ? Result<double>(*value) : noNumber(name, cell);
}

namespace {

Result<std::optional<LatentAttention>> latentOf(std::string_view cell) {
    std::array<std::int64_t, 5> ranks{};
    std::size_t at = 0;
    for (std::int64_t& rank : ranks) {
        const std::size_t end = std::min(cell.find('/', at), cell.size());
        const auto value = at <= cell.size() ? plainNumber(cell.substr(at, end - at)) : std::nullopt;
        if (!value || *value < 0 || *value > kLargestNumber)
            return noNumber(kLatentColumn, cell);
        rank = static_cast<std::int64_t>(*value);
        at = end + 1;
    }
    return std::optional(LatentAttention{ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]});
}

Message noDimensions(const std::string& model) {
    return Message("training.no-dimensions").with("model", model).with("nearest", nearestPresets(model));
}

// Parameters per vocabulary entry are what is left of a published total once everything else is counted.
std::int64_t vocabularyOf(ModelArchitecture model, double publishedTotal) {
    model.vocabulary = 0;
    const double rest = publishedTotal - static_cast<double>(totalParameters(model));
    const double perEntry = static_cast<double>(model.hidden) * (model.tiedEmbeddings ? 1 : 2);
    return std::max<std::int64_t>(0, std::llround(rest / perEntry));
}

} // namespace

ModelArchitecture TrainingCase::ofStatedTotal(const ModelArchitecture& guessed, double total) const {
    ModelArchitecture best = guessed;
    double least = std::numeric_limits<double>::infinity();
    for (const bool isGated : {guessed.hasGate(), !guessed.hasGate()})
        for (const bool isTied : {guessed.tiedEmbeddings, !guessed.tiedEmbeddings})
            for (const double width : {4.0, 8.0 / 3}) { // of the hidden size: plain, and gated of the same size
                ModelArchitecture one = guessed;
                if (!has("gated_mlp"))
                    one.plainMlp = !isGated && !one.isGpt();
                if (!has("tied_embeddings"))
                    one.tiedEmbeddings = isTied;
                if (!has("ffn"))
                    one.ffn = static_cast<std::int64_t>(std::ceil(width * static_cast<double>(one.hidden) / 256)) * 256;
                if (!isCountable(one))
                    continue;
                const double off = std::abs(static_cast<double>(totalParameters(one)) / total - 1);
                if (off < least - 1e-3) { // the first guess stands where others are no nearer
                    least = off;
                    best = one;
                }
            }
    return best;
}

Result<ModelArchitecture> TrainingCase::modelOfCells(const ModelArchitecture* preset) const {
    ModelArchitecture model = preset ? *preset : ModelArchitecture{};
    model.name = text("model");
    Error wrong;
    bool isGood = true;
    const auto take = [&](std::string_view column, std::int64_t& field, std::int64_t otherwise) {
        const Result<std::int64_t> value = countOr(column, preset ? field : otherwise);
        if (value) {
            field = *value;
        } else if (isGood) {
            wrong = value.error();
            isGood = false;
        }
    };
    if (!preset)
        model.family = isGptName(model.name) || (model.name.empty() && isNo(text("gated_mlp"))) ? ModelFamily::Gpt
                                                                                                : ModelFamily::Llama;
    take("layers", model.layers, 0);
    take("hidden", model.hidden, 0);
    if (isGood && (model.layers == 0 || model.hidden == 0))
        return inputError(model.name.empty() ? Message("training.no-model") : noDimensions(model.name));
    take("heads", model.heads, std::max<std::int64_t>(1, model.hidden / 128));
    take("kv_heads", model.keyValueHeads, model.heads);
    take("head_dim", model.headDim, model.heads > 0 ? model.hidden / model.heads : 0);
    take("ffn", model.ffn, 4 * model.hidden);
    take("vocab", model.vocabulary, 0);
    if (has("tied_embeddings") || !preset)
        model.tiedEmbeddings = has("tied_embeddings") ? isYes(text("tied_embeddings")) : model.isGpt();
    // Plain up and down in place of the gated pair, as of Nemotron; a GPT has it anyway.
    if (has("gated_mlp") && !model.isGpt())
        model.plainMlp = isNo(text("gated_mlp"));
    // A published row says its dimensions as its table has them.
    const bool isOwnCase = !has("source");
    if (const Result<double> stated = numberOr("params_total", 0);
        isGood && stated && *stated > 0 && isOwnCase && !preset && model.vocabulary > 0 && !has("experts"))
        model = ofStatedTotal(model, *stated);
    if (!preset) {
        model.queryKeyValueBias = model.name.starts_with("Qwen2.5");
        model.queryKeyNorm = model.name.starts_with("Qwen3");
    }
    if (has("experts")) {
        ExpertLayers moe = model.moe.value_or(ExpertLayers{});
        take("experts", moe.experts, 0);
        take("top_k", moe.topK, 0);
        take("moe_ffn", moe.ffn, 0);
        take("shared_experts", moe.shared, 0);
        take("dense_layers", moe.denseLayers, 0);
        moe.routerBias = model.name.starts_with("DeepSeek-V3") || moe.routerBias;
        model.moe = moe.experts > 0 ? std::optional(moe) : std::nullopt;
        if (isGood && model.moe && (moe.topK == 0 || moe.ffn == 0 || moe.denseLayers > model.layers))
            return inputError(Message("training.wrong-experts").with("model", model.name));
    }
    if (has(kLatentColumn)) {
        Result<std::optional<LatentAttention>> latent = latentOf(text(kLatentColumn));
        if (!latent)
            return latent.error();
        model.latent = *latent;
    }
    if (!isGood)
        return wrong;
    for (const auto& [column, count] : {std::pair("heads", model.heads), std::pair("kv_heads", model.keyValueHeads)})
        if (count == 0)
            return inputError(Message("training.zero").with("column", column));
    const bool hasHeads = preset || has("heads"); // else a guess, whose divisors say nothing
    if (hasHeads && !headsShareEvenly(model.heads, model.keyValueHeads))
        return unevenHeads("kv_heads", model.keyValueHeads, "heads", model.heads);
    if (!preset && hasHeads && !has("head_dim") && !model.latent && model.hidden % model.heads != 0)
        return unevenHeads("heads", model.heads, "hidden", model.hidden);
    if (model.vocabulary == 0 && has("params_total")) {
        const Result<double> published = number("params_total");
        if (!published)
            return published.error();
        if (!isCountable(model))
            return tooManyParameters();
        model.vocabulary = vocabularyOf(model, *published);
    }
    if (!isCountable(model))
        return tooManyParameters();
    constexpr double kNamed = 0.1; // totals are said in round numbers
    if (isOwnCase && has("params_total")) {
        const Result<double> stated = number("params_total");
        if (!stated)
            return stated.error();
        const double counted = static_cast<double>(totalParameters(model));
        if (std::abs(counted / *stated - 1) > kNamed)
            return inputError(Message("training.other-total")
                                  .with("stated", UnitNumber{*stated / 1e9, "billion"})
                                  .with("counted", UnitNumber{counted / 1e9, "billion"}));
    }
    return model;
}

bool TrainingCase::describesOwnModel() const { return !m_architecture && !findModelPreset(text("model")); }

Result<ModelArchitecture> TrainingCase::model() const {
    if (m_architecture)
        return *m_architecture;
    const ModelPreset* preset = findModelPreset(text("model"));
    if (!preset && has("model") && !has("layers") && !has("hidden"))
        return inputError(noDimensions(text("model")));
    return modelOfCells(preset ? &preset->architecture : nullptr);
}

Result<Recompute> TrainingCase::recompute() const {
    const std::string& cell = text("recompute");
    if (cell.empty() || cell == "none" || cell.starts_with("none ") || cell == "any")
        return Recompute::None;
    if (cell.starts_with("selective") || cell == "seq_parallel+selective")
        return Recompute::Selective;
    if (cell == "full")
        return Recompute::Full;
    if (cell == "seq_parallel_only")
        return Recompute::None;
    return inputError(Message("training.unknown-recompute").with("text", cell));
}

Result<std::optional<int>> TrainingCase::statedZeroStage() const {
    if (has("zero_stage")) {
        const Result<double> stage = number("zero_stage");
        if (!stage)
            return stage.error();
        return *stage <= 3 && *stage == std::floor(*stage)
                   ? Result<std::optional<int>>(static_cast<int>(*stage))
                   : Result<std::optional<int>>(noNumber("zero_stage", text("zero_stage")));
    }
    if (!has("sharding"))
        return std::optional<int>();
    std::string word = lowerCase(text("sharding"));
    std::erase_if(word, [](char c) { return c == '-' || c == '_' || c == ' '; });
    constexpr auto kStages = std::to_array<std::pair<std::string_view, int>>(
        {{"fullshard", 3}, {"fsdp", 3}, {"fsdp2", 3}, {"hybridshard", 3}, {"hsdp", 3}, {"zero3", 3}, {"shardgradop", 2},
         {"zero2", 2}, {"zero1", 1}, {"noshard", 0}, {"ddp", 0}, {"zero0", 0}, {"none", 0}});
    for (const auto& [known, stage] : kStages)
        if (word == known)
            return std::optional(stage);
    if (word.starts_with("fsdp=")) // "FSDP=0" of published tables: nothing that says more
        return word == "fsdp=0" ? std::optional<int>() : std::optional(3);
    WordList words;
    for (const char* known : {"FSDP", "HSDP", "FULL_SHARD", "HYBRID_SHARD", "SHARD_GRAD_OP", "NO_SHARD", "DDP", "ZeRO-1",
                              "ZeRO-2", "ZeRO-3"})
        words.words.emplace_back(known);
    return inputError(
        Message("training.unknown-sharding").with("text", text("sharding")).with("known", std::move(words)));
}

Result<StateHome> TrainingCase::home(std::string_view column) const {
    const std::string& cell = text(column);
    if (cell.empty())
        return StateHome::Accelerator;
    if (const auto known = enumFromName<StateHome>(cell))
        return *known;
    return inputError(Message("training.unknown-home").with("column", column).with("text", cell));
}

Result<ParallelPlan> TrainingCase::plan(const ModelArchitecture& model) const {
    ParallelPlan plan;
    const std::pair<std::string_view, std::int64_t*> degrees[] = {
        {"tp", &plan.tensor},  {"pp", &plan.pipeline}, {"vp", &plan.interleave},    {"dp", &plan.data},
        {"cp", &plan.context}, {"ep", &plan.expert},   {"etp", &plan.expertTensor}, {"micro_batch", &plan.microBatch}};
    for (const auto& [column, field] : degrees) {
        const Result<std::int64_t> value = countOr(column, 1);
        if (!value)
            return value.error();
        if (*value < 1)
            return noNumber(column, text(column));
        *field = *value;
    }
    const Result<std::optional<int>> zero = statedZeroStage();
    const Result<std::int64_t> sequence = countOr("seq_len", 0),
                               microBatches = countOr("num_microbatches", plan.pipeline);
    const Result<Recompute> how = recompute();
    for (const Error* error : {sequence ? nullptr : &sequence.error(), zero ? nullptr : &zero.error(),
                               microBatches ? nullptr : &microBatches.error(), how ? nullptr : &how.error()})
        if (error)
            return *error;
    plan.sequence = *sequence;
    plan.microBatches = *microBatches;
    plan.recompute = *how;
    const std::string& split = text("seq_parallel");
    if (!split.empty() && !isYes(split) && !isNo(split))
        return noNumber("seq_parallel", split);
    plan.sequenceParallel = isYes(split);
    const Result<std::int64_t> group = countOr("dp_shard", 0);
    const Result<StateHome> optimizer = home("offload"), weights = home("offload_weights"),
                            activations = home("offload_activations");
    for (const Error* error : {group ? nullptr : &group.error(), optimizer ? nullptr : &optimizer.error(),
                               weights ? nullptr : &weights.error(), activations ? nullptr : &activations.error()})
        if (error)
            return *error;
    plan.shardGroup = *group;
    plan.optimizerHome = *optimizer;
    plan.weightHome = *weights;
    plan.activationHome = *activations;
    // Closed forms shard nothing that nobody shards; what is to leave must be shared first.
    plan.zeroStage = zero->value_or(leaves(*weights) ? 3 : leaves(*optimizer) ? 1 : 0);
    if (!has("dp") && !has("num_gpus") && *group > 0)
        plan.data = std::max<std::int64_t>(1, *group / plan.context);
    if (has("num_gpus")) {
        const Result<std::int64_t> gpus = countOr("num_gpus", 0);
        if (!gpus || *gpus < 1)
            return noNumber("num_gpus", text("num_gpus"));
        const Result<std::int64_t> data = dataParallelism(plan, *gpus);
        if (!data)
            return data.error();
        if (has("dp") && plan.data != *data)
            return inputError(Message("training.wrong-product")
                                  .with("dp", plan.data)
                                  .with("replica", plan.replica())
                                  .with("gpus", *gpus)
                                  .with("needed", *data));
        plan.data = *data;
    }
    for (const Done& legal : {checkPlan(model, plan), checkSharding(plan)})
        if (!legal)
            return legal.error();
    return plan;
}

Result<StateBytes> TrainingCase::stateBytes() const {
    const StateBytes usual;
    const Result<double> weight = numberOr("weight_bytes", usual.weight),
                         gradient = numberOr("grad_bytes", usual.gradient),
                         optimizer = numberOr("optim_bytes", usual.optimizer);
    for (const Result<double>* part : {&weight, &gradient, &optimizer})
        if (!*part)
            return part->error();
    return StateBytes{*weight, *gradient, *optimizer};
}

} // namespace rackwright
