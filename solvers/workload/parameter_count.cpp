// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/parameter_count.h"

#include <algorithm>

namespace rackwright {

namespace {

// The learned positions of the GPT models of the presets (GPT-3: 2,048).
constexpr std::int64_t kLearnedPositions = 2048;

std::int64_t latentMatrices(const ModelArchitecture& model, const LatentAttention& mla) {
    const std::int64_t h = model.hidden, a = model.heads;
    const std::int64_t queryWidth = a * (mla.nopeDim + mla.ropeDim);
    const std::int64_t queries = mla.queryRank > 0 ? h * mla.queryRank + mla.queryRank * queryWidth : h * queryWidth;
    return queries + h * (mla.keyValueRank + mla.ropeDim) + mla.keyValueRank * a * (mla.nopeDim + mla.valueDim) +
           a * mla.valueDim * h;
}

std::int64_t attentionMatrices(const ModelArchitecture& model) {
    if (model.latent)
        return latentMatrices(model, *model.latent);
    const std::int64_t queryWidth = model.heads * model.headDim, keyWidth = model.keyValueHeads * model.headDim;
    return 2 * model.hidden * queryWidth + 2 * model.hidden * keyWidth;
}

std::int64_t attentionVectors(const ModelArchitecture& model) {
    if (model.latent)
        return model.latent->queryRank + model.latent->keyValueRank;
    const std::int64_t queryWidth = model.heads * model.headDim, keyWidth = model.keyValueHeads * model.headDim;
    if (model.isGpt())
        return queryWidth + 2 * keyWidth + model.hidden;
    return (model.queryKeyValueBias || model.productBiases ? queryWidth + 2 * keyWidth : 0) +
           (model.productBiases ? model.hidden : 0) + (model.attentionSinks ? model.heads : 0) +
           (model.queryKeyNorm ? 2 * model.headDim : 0);
}

} // namespace

ParameterParts parameterParts(const ModelArchitecture& model) {
    const std::int64_t h = model.hidden, f = model.ffn;
    ParameterParts parts;
    parts.attentionMatrices = attentionMatrices(model);
    parts.attention = parts.attentionMatrices + attentionVectors(model);
    const std::int64_t up = model.hasGate() ? 2 : 1;        // products into the MLP
    const bool hasShifts = model.isGpt() || model.plainMlp; // LayerNorm
    parts.norms = hasShifts ? 4 * h : 2 * h;
    parts.mlpMatrices = (up + 1) * h * f;
    parts.mlp = parts.mlpMatrices + (model.isGpt() || model.productBiases ? up * f + h : 0);
    if (model.moe) {
        parts.router = h * model.moe->experts;
        parts.routerBias = model.moe->routerBias || model.productBiases ? model.moe->experts : 0;
        parts.expertMatrices = 3 * h * model.moe->ffn;
        parts.expert = parts.expertMatrices + (model.productBiases ? 2 * model.moe->ffn + h : 0);
    }
    parts.embedding = model.vocabulary * h;
    parts.positions = model.isGpt() ? kLearnedPositions * h : 0;
    parts.finalNorm = hasShifts ? 2 * h : h;
    return parts;
}

namespace {

std::int64_t outsideTheLayers(const ModelArchitecture& model, const ParameterParts& parts) {
    return parts.embedding * (model.tiedEmbeddings ? 1 : 2) + parts.positions + parts.finalNorm;
}

std::int64_t denseParts(const ModelArchitecture& model, const ParameterParts& parts) {
    return model.layers * (parts.attention + parts.norms) + model.denseLayers() * parts.mlp;
}

} // namespace

bool isCountable(const ModelArchitecture& model) {
    const auto real = [](std::int64_t count) { return static_cast<double>(count); };
    const double h = real(model.hidden), a = real(model.heads), f = real(model.ffn), d = real(model.headDim);
    double layer = 2 * (h + 2) * d * (a + real(model.keyValueHeads)) + 4 * (h + a) + (3 * h + 2) * f;
    if (model.latent) {
        const LatentAttention& mla = *model.latent;
        const double query = real(mla.queryRank), key = real(mla.keyValueRank), rope = real(mla.ropeDim),
                     nope = real(mla.nopeDim), value = real(mla.valueDim);
        layer += (h + query) * (1 + a * (nope + rope)) + h * (query + key + rope) + key * (1 + a * (nope + value)) +
                 a * value * h;
    }
    if (model.moe)
        layer += (real(model.moe->experts) + real(model.moe->shared) + real(model.moe->topK)) *
                 (4 * h + (3 * h + 2) * real(model.moe->ffn));
    const double outside = (2 * real(model.vocabulary) + real(kLearnedPositions) + 2) * h;
    return (real(model.layers) + 1) * layer + outside <= kMostParameters;
}

Error tooManyParameters() { return inputError(Message("workload.too-many-parameters").with("most", kMostParameters)); }

std::int64_t totalParameters(const ModelArchitecture& model) {
    const ParameterParts parts = parameterParts(model);
    std::int64_t total = denseParts(model, parts) + outsideTheLayers(model, parts);
    if (model.moe)
        total += model.expertLayers() *
                 ((model.moe->experts + model.moe->shared) * parts.expert + parts.router + parts.routerBias);
    return total;
}

std::int64_t activeParameters(const ModelArchitecture& model) {
    const ParameterParts parts = parameterParts(model);
    std::int64_t total = denseParts(model, parts) + outsideTheLayers(model, parts);
    if (model.moe)
        total += model.expertLayers() * ((model.moe->topK + model.moe->shared) * parts.expert + parts.router);
    return total;
}

std::int64_t activeMatrixWeights(const ModelArchitecture& model) {
    const ParameterParts parts = parameterParts(model);
    std::int64_t total =
        model.layers * parts.attentionMatrices + model.denseLayers() * parts.mlpMatrices + parts.embedding;
    if (model.moe)
        total += model.expertLayers() * ((model.moe->topK + model.moe->shared) * parts.expertMatrices + parts.router);
    return total;
}

namespace {

/// Mean length that a token attends to in a layer that looks back no further than the window.
double seenThroughWindow(const ModelArchitecture& model, double sequence, AttentionFlop convention) {
    const double window = std::min(static_cast<double>(model.window), sequence);
    return convention == AttentionFlop::Full ? window : window - window * window / (2 * sequence);
}

} // namespace

double forwardFlopPerToken(const ModelArchitecture& model, double sequence, AttentionFlop convention) {
    const double share = convention == AttentionFlop::Full ? 1 : 0.5;
    const std::int64_t widths =
        model.latent ? model.latent->nopeDim + model.latent->ropeDim + model.latent->valueDim : 2 * model.headDim;
    const double windowed = static_cast<double>(model.windowedLayers());
    const double seen = (static_cast<double>(model.layers) - windowed) * sequence * share +
                        windowed * seenThroughWindow(model, sequence, convention);
    const double attention = 2 * static_cast<double>(model.heads * widths) * seen;
    return 2 * static_cast<double>(activeMatrixWeights(model)) + attention;
}

double trainingFlopPerToken(const ModelArchitecture& model, double sequence, AttentionFlop convention) {
    return 3 * forwardFlopPerToken(model, sequence, convention);
}

double cachedTokens(const ModelArchitecture& model, double tokens) {
    if (model.window == 0)
        return tokens;
    const double share = static_cast<double>(model.windowedLayers()) / static_cast<double>(model.layers);
    return (1 - share) * tokens + share * std::min(tokens, static_cast<double>(model.window));
}

std::int64_t keyValueElementsPerToken(const ModelArchitecture& model) {
    if (model.latent)
        return model.layers * (model.latent->keyValueRank + model.latent->ropeDim);
    return 2 * model.layers * model.keyValueHeads * model.headDim;
}

} // namespace rackwright
