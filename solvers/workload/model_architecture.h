// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a transformer is made of, as its published configuration says it: dimensions and the flags that change a count.
// It holds no precision, no batch and no plan. Used by the solvers of training, inference and storage.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// What the layers of a model have in common.
enum class ModelFamily : std::uint8_t {
    Gpt,  ///< LayerNorm, plain MLP, biases everywhere, learned positions
    Llama ///< RMSNorm, gated MLP, rotary positions
};

/// Ranks and head widths of multi-head latent attention (DeepSeek-V2, arXiv 2405.04434).
struct LatentAttention {
    std::int64_t queryRank = 0; ///< 0: queries are projected in one step
    std::int64_t keyValueRank = 0;
    std::int64_t nopeDim = 0;
    std::int64_t ropeDim = 0;
    std::int64_t valueDim = 0;
    bool operator==(const LatentAttention&) const = default;
};

/// A mixture of experts in place of the MLP of some layers.
struct ExpertLayers {
    std::int64_t experts = 0; ///< routed experts of a layer
    std::int64_t topK = 0;    ///< routed experts that a token passes
    std::int64_t ffn = 0;     ///< width of one expert
    std::int64_t shared = 0;  ///< experts that every token passes
    std::int64_t denseLayers = 0;
    bool routerBias = false;
    bool operator==(const ExpertLayers&) const = default;
};

/// The dimensions of a transformer, by their usual names.
struct ModelArchitecture {
    std::string name;
    ModelFamily family = ModelFamily::Llama;
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t heads = 0;
    std::int64_t keyValueHeads = 0;
    std::int64_t headDim = 0;
    std::int64_t ffn = 0;
    std::int64_t vocabulary = 0;
    bool tiedEmbeddings = false;
    bool queryKeyValueBias = false;
    bool queryKeyNorm = false;
    bool plainMlp = false;         ///< LayerNorm and an MLP without a gate, no biases, rotary positions (Nemotron)
    bool productBiases = false;    ///< of every product but the output layer, those of experts included (GPT OSS)
    bool attentionSinks = false;   ///< a learned score per head (GPT OSS)
    std::int64_t window = 0;       ///< tokens that every second layer, the first on, looks back; 0: none does
    std::optional<LatentAttention> latent;
    std::optional<ExpertLayers> moe;
    bool operator==(const ModelArchitecture&) const = default;

    bool isGpt() const { return family == ModelFamily::Gpt; }
    bool hasGate() const { return !isGpt() && !plainMlp; }
    /// Layers that look back over `window` tokens only.
    std::int64_t windowedLayers() const { return window > 0 ? (layers + 1) / 2 : 0; }
    /// Layers with experts: all but `denseLayers` of them, none without a mixture.
    std::int64_t expertLayers() const { return moe ? layers - moe->denseLayers : 0; }
    std::int64_t denseLayers() const { return layers - expertLayers(); }
};

} // namespace rackwright
