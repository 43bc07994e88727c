// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Exact counts from an architecture: parameters by part, forward FLOP and key-value cache of one token. Plain
// arithmetic on whole numbers; bytes, sharding and time are the business of the solvers that use it.

#include "model/base/result.h"
#include "solvers/workload/model_architecture.h"

namespace rackwright {

/// Parameters by part; "per layer" parts are those of one layer of the kind that has them.
struct ParameterParts {
    std::int64_t attention = 0; ///< per layer, with biases and the norms inside attention
    std::int64_t attentionMatrices = 0;
    std::int64_t norms = 0;       ///< per layer
    std::int64_t mlp = 0;         ///< per dense layer, with biases
    std::int64_t mlpMatrices = 0; ///< per dense layer
    std::int64_t router = 0;      ///< per expert layer, matrix
    std::int64_t routerBias = 0;  ///< per expert layer
    std::int64_t expert = 0;      ///< one routed or shared expert, with biases
    std::int64_t expertMatrices = 0;
    std::int64_t embedding = 0; ///< V*h, once
    std::int64_t positions = 0; ///< learned positions
    std::int64_t finalNorm = 0;
};
/// Of a model that isCountable().
ParameterParts parameterParts(const ModelArchitecture& model);

/// Of the largest model that is counted, far beyond any: the limit of "parameters" (model/design/parameter_limits.h).
inline constexpr double kMostParameters = 1e18;
/// Whether whole numbers hold every count of the model. Readers of models ask it; what follows counts without a check.
bool isCountable(const ModelArchitecture& model);
Error tooManyParameters();

/// All parameters; a tied matrix counts once.
std::int64_t totalParameters(const ModelArchitecture& model);
/// Those that a token passes: top-k and shared experts, both embeddings, positions.
std::int64_t activeParameters(const ModelArchitecture& model);
/// Weights of the matrices that a token is multiplied with, the output layer once, no input embedding.
std::int64_t activeMatrixWeights(const ModelArchitecture& model);

/// How the scores of attention are counted. Published "model TFLOP/s" use either (see forwardFlopPerToken).
enum class AttentionFlop { Full, CausalHalf };

/// 2 FLOP per active matrix weight and 4*L*a*d*s per token for attention, halved when causality is counted
/// (Narayanan et al. 2021, arXiv 2104.04473, appendix; Megatron-Bridge counts half, NeMo 24.07 all).
double forwardFlopPerToken(const ModelArchitecture& model, double sequence, AttentionFlop convention);
/// Forward, and twice that backward.
double trainingFlopPerToken(const ModelArchitecture& model, double sequence, AttentionFlop convention);

/// Tokens of a sequence that an average layer keeps keys and values of: all, but for those beyond a window.
double cachedTokens(const ModelArchitecture& model, double tokens);

/// Values kept of one token over all layers: 2*L*k*d, or L*(K+r) with latent attention.
std::int64_t keyValueElementsPerToken(const ModelArchitecture& model);

} // namespace rackwright
