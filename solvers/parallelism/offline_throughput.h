// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times and tokens per second of one instance that serves a model, by its batch: each step the longer of moving weights
// and of multiplying, the cache read beside, prompts mixed in or read by accelerators of their own. Without a batch of
// one's own the largest whose cache fits, as a server has it that always finds requests waiting. From first
// principles; calibration.h fits it to published measurements.

#include "solvers/workload/accelerators.h"
#include "solvers/workload/model_architecture.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// Tokens of a request where nobody says.
inline constexpr double kUsualPrompt = 2048, kUsualAnswer = 512;

/// One instance that serves.
struct GenerationRun {
    ModelArchitecture model;
    AcceleratorSpec part;
    double peak = 0;              ///< FLOP/s, dense
    double bytesPerWeight = 2;    ///< with scales
    double tensor = 1;            ///< accelerators that share a layer
    double prompt = 0;            ///< tokens
    double output = 0;            ///< tokens
    double cacheBytes = 1;        ///< per value
    double requests = 2048;       ///< that a scheduler takes together (the benchmarks' setting), or that are served
    std::optional<double> room{}; ///< bytes of the instance for the cache; unset: what the weights leave
    double sustained = 0.73;      ///< of the peak, by large products alone
    double pipeline = 1;          ///< stages; an instance is tensor x pipeline accelerators
    double cachedPrompt = 0;      ///< share of a prompt's tokens that the cache holds already
    double chunk = 8192;          ///< tokens of prompts that go through the model together (chunked prefill)
    double accepted = 1;          ///< tokens that a sequence gains in a step, as stated: speculative decoding
    bool readsPrompts = true;     ///< false: accelerators of their own do (prefill and decode apart)
    double hostToken = 6e-6;      ///< s of the host per generated token: scheduling, sampling, text, answering
    bool isEager = false;         ///< the host starts each kernel as it comes, without graphs
    /// Each accelerator keeps the whole cache of its own requests and all weights of attention (data-parallel
    /// attention); unset: as servers of experts and of latent attention do, whose attention is small.
    std::optional<bool> dataAttention{};

    double accelerators() const { return tensor * pipeline; }
};

/// Whether each accelerator keeps the cache of its own requests: as said, else as servers of a model do.
bool sharesNoCache(const ModelArchitecture& model, std::optional<bool> said);
/// s of the host per generated token beside a part: servers for other vendors' parts schedule in Python.
double hostTokenOf(std::string_view part);
/// Accelerators that share each layer where nobody says: the least power of two, `most` at most, that leaves a quarter
/// of `memory`, the usable bytes of one, for the cache.
double usualTensor(double weights, double memory, double most);

/// What a batch of an instance comes to.
struct ServingPoint {
    double batch = 1;
    double tokensPerSecond = 0; ///< generated, of the instance
    double firstToken = 0;      ///< s from a request that needs not wait, its prompt in chunks beside the others' steps
    double eachToken = 0;       ///< s, mean, with the prompts of others mixed in
    double generation = 0;      ///< s of a token while no prompt is read
    double answer = 0;          ///< s of a whole request
};
ServingPoint servingPoint(const GenerationRun& run, double batch);

/// Points from one request to the largest batch, each about 1.4 times the one before; the largest is the last.
std::vector<ServingPoint> throughputCurve(const GenerationRun& run);

/// Times that are asked for, s; unset: any.
struct ServingTargets {
    std::optional<double> firstToken, eachToken, answer;
    bool areAny() const { return firstToken || eachToken || answer; }
    /// `slower`: measured over computed time.
    bool areMet(const ServingPoint& point, double slower) const;
};
/// The largest batch that meets them; 0: not even one request does.
double batchWithin(const GenerationRun& run, const ServingTargets& targets, double slower);

/// Bytes of an instance: its weights, and the cache of one request with its whole answer.
double servedWeights(const GenerationRun& run);
double cacheOfRequest(const GenerationRun& run);

/// Requests that run together; at least one, at most what a scheduler takes.
double largestBatch(const GenerationRun& run);
/// Generated tokens of the whole instance at its largest batch.
double offlineTokensPerSecond(const GenerationRun& run);
/// Prompts that an instance reads in a second when it does nothing else.
double promptsPerSecond(const GenerationRun& run);

} // namespace rackwright
