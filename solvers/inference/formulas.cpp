// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/formulas.h"

#include <array>
#include <string>
#include <string_view>

namespace rackwright {

namespace {

const Allowed kPositive = Allowed::positive(), kNotNegative = Allowed::notNegative();

struct ServedPrecision {
    const char* name;
    double bytes;
};
// Of four-bit formats the values alone: NVFP4 adds a byte of scale to 16 of them.
constexpr std::array<ServedPrecision, 7> kPrecisions = {
    {{"FP32", 4}, {"FP16", 2}, {"BF16", 2}, {"INT8", 1}, {"FP8", 1}, {"INT4", 0.5}, {"FP4", 0.5}}};

struct Model {
    const char* name;
    double billions; ///< nominal
    double layers;
};
// Llama 3 model cards; all with 8 key and value heads of dimension 128.
constexpr std::array<Model, 3> kModels = {{{"Llama 3 8B", 8, 32}, {"Llama 3 70B", 70, 80}, {"Llama 3 405B", 405, 126}}};
constexpr double kKvHeads = 8, kHeadDimension = 128;

FormulaInput precision() {
    std::vector<std::string> names;
    for (const ServedPrecision& p : kPrecisions)
        names.emplace_back(p.name);
    return choice("precision", "number format of the weights", names);
}
FormulaInput model() {
    std::vector<std::string> names;
    for (const Model& m : kModels)
        names.emplace_back(m.name);
    return choice("model", "named model", names);
}
FormulaInput anyModel() { return remark("model", "name of the model; its dimensions are given"); }
FormulaInput batch() { return number("batch", "", "sequences at a time", kNotNegative).orElse("1"); }
FormulaInput elementBytes() { return number("bytes", "B", "bytes of a cached element", kNotNegative); }
FormulaInput activations() { return number("act_gb", "GB", "activations", kNotNegative); }

template <class Row, std::size_t Size>
const Row& named(const std::array<Row, Size>& rows, const std::string& name) {
    for (const Row& row : rows)
        if (row.name == name)
            return row;
    RW_CHECK(false, "the input's choices are the rows of the table");
}

template <class N>
N bytesOf(const Inputs<N>& in) {
    return tabulated<N>(named(kPrecisions, in.text("precision")).bytes,
                        {"bytes of a parameter in " + in.text("precision"), "B"}, {});
}

// Key and value of each layer and head (Shazeer 2019 for grouped heads; Ainslie et al. 2023).
template <class N>
N cachePerToken(const N& layers, const N& kvHeads, const N& headDimension, const N& bytes) {
    return N(2) * layers * kvHeads * headDimension * bytes;
}

template <class N>
N modelCachePerToken(const Inputs<N>& in, const N& bytes) {
    const std::string& name = in.text("model");
    return cachePerToken(tabulated<N>(named(kModels, name).layers, {"layers of " + name, ""}, {}),
                         tabulated<N>(kKvHeads, {"KV heads of " + name, ""}, {}),
                         tabulated<N>(kHeadDimension, {"head dimension of " + name, ""}, {}), bytes);
}

template <class N>
N modelMemory(const Inputs<N>& in) {
    const std::string& name = in.text("model");
    const N weights = tabulated<N>(named(kModels, name).billions, {"parameters of " + name, "1e9"}, {}) * bytesOf(in);
    const N cache = modelCachePerToken(in, N(2)) * in("context") / N(1e9);
    return weights + cache + in("act_gb");
}

void addCache(FormulaRegistry& registry) {
    const std::vector<FormulaInput> dimensions = {anyModel(), number("layers", "", "layers", kPositive),
                                                  number("kv_heads", "", "key and value heads", kPositive),
                                                  number("head_dim", "", "dimension of a head", kPositive)};
    std::vector<FormulaInput> perToken = dimensions;
    perToken.push_back(elementBytes());
    registry.add(formula("kv_bytes_per_token", "B", "2*layers*kv_heads*head_dim*bytes", perToken,
                         "calc-reference.key-value-cache", []<class N>(const Inputs<N>& in) {
                             return cachePerToken(in("layers"), in("kv_heads"), in("head_dim"), in("bytes"));
                         }));
    const FormulaInput context = number("context_tokens", "", "tokens of a sequence", kNotNegative);
    const FormulaInput bytes = elementBytes().orElse("2");
    registry.add(formula("kv_cache", "GB", "2*layers*kv_heads*head_dim*bytes*context_tokens*batch/1e9",
                         {anyModel(), dimensions[1], dimensions[2], dimensions[3], context, batch(), bytes},
                         "calc-reference.key-value-cache", []<class N>(const Inputs<N>& in) {
                             return cachePerToken(in("layers"), in("kv_heads"), in("head_dim"), in("bytes")) *
                                    in("context_tokens") * in("batch") / N(1e9);
                         }));
    registry.add(
        formula("kv_cache", "GB", "2*layers*kv_heads*head_dim*bytes*context_tokens*batch/1e9, dimensions from model",
                {model(), context, batch(), bytes}, "calc-reference.kv-cache", []<class N>(const Inputs<N>& in) {
                    return modelCachePerToken(in, in("bytes")) * in("context_tokens") * in("batch") / N(1e9);
                }));
    registry.add(formula(
        "kv_mha_ratio", "x", "q_heads/kv_heads",
        {number("q_heads", "", "query heads", kNotNegative), number("kv_heads", "", "key and value heads", kPositive)},
        "calc-reference.kv-mha-ratio", []<class N>(const Inputs<N>& in) { return in("q_heads") / in("kv_heads"); }));
}

void addMemory(FormulaRegistry& registry) {
    registry.add(formula(
        "max_params", "1e9", "hbm_gb*(1-reserve)/bytes(precision)",
        {remark("gpu", "name of the accelerator"), number("hbm_gb", "GB", "memory of the accelerator", kNotNegative),
         precision(), number("reserve", "-", "share kept free", Allowed::share())},
        "calc-reference.max-params",
        []<class N>(const Inputs<N>& in) { return in("hbm_gb") * (N(1) - in("reserve")) / bytesOf(in); }));
    registry.add(formula("inference_memory", "GB", "weights_gb+kv_gb+act_gb",
                         {remark("model", "name of the model"), number("weights_gb", "GB", "weights", kNotNegative),
                          number("kv_gb", "GB", "KV cache", kNotNegative), activations()},
                         "calc-reference.inference-memory",
                         []<class N>(const Inputs<N>& in) { return in("weights_gb") + in("kv_gb") + in("act_gb"); }));
    registry.add(
        formula("inference_memory", "GB",
                "params*bytes(precision)+2*layers*kv_heads*head_dim*2*context/1e9+act_gb, dimensions from model",
                {model(), precision(), remark("kv", "number format of the cache, FP16"),
                 number("context", "", "tokens of a sequence", kNotNegative), activations()},
                "calc-reference.inference-memory-form", []<class N>(const Inputs<N>& in) { return modelMemory(in); }));
}

void addThroughput(FormulaRegistry& registry) {
    registry.add(formula("decode_bound", "tokens/s", "gpus*hbm_gb_s/weights_gb*batch",
                         {number("weights_gb", "GB", "weights read for each token", kPositive),
                          number("hbm_gb_s", "GB/s", "memory bandwidth of an accelerator", kNotNegative),
                          number("gpus", "", "accelerators", kNotNegative), batch()},
                         "calc-reference.decode-bound", []<class N>(const Inputs<N>& in) {
                             return in("gpus") * in("hbm_gb_s") / in("weights_gb") * in("batch");
                         }));
    registry.add(formula(
        "qps", "query/s", "tokens_per_s/output_tokens",
        {remark("case", "name of the case"), number("tokens_per_s", "1/s", "tokens per second", kNotNegative),
         number("output_tokens", "", "tokens of an answer", kPositive)},
        "calc-reference.qps", []<class N>(const Inputs<N>& in) { return in("tokens_per_s") / in("output_tokens"); }));
    registry.add(formula("usd_per_million_tokens", "USD/M tok", "usd_per_h/(tokens_per_s*0.0036)",
                         {remark("gpu", "name of the accelerator"),
                          number("usd_per_h", "USD/h", "price of the accelerators by the hour", kNotNegative),
                          number("tokens_per_s", "1/s", "tokens per second", kPositive)},
                         "calc-reference.usd-per-million-tokens", []<class N>(const Inputs<N>& in) {
                             return in("usd_per_h") / (in("tokens_per_s") * N(0.0036));
                         }));
}

} // namespace

void addInferenceFormulas(FormulaRegistry& registry) {
    addCache(registry);
    addMemory(registry);
    addThroughput(registry);
}

} // namespace rackwright
