// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/offline_throughput.h"

#include "model/base/numbers.h"
#include "solvers/parallelism/step_time.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// Own choices, each a named assumption of the forecast.
constexpr double kCacheShare = 0.9; // of the memory that weights leave (TensorRT-LLM's default)
constexpr double kBandwidthShare = 0.8;
constexpr double kComputeShare = 0.9;    // of what large products sustain
constexpr double kExpertSpeed = 0.6;     // of that again: an expert's rows are few
constexpr double kAttentionShare = 0.5;  // of the 16-bit peak, fused
constexpr double kReduceLatency = 30e-6; // s per all-reduce of a step, with waiting for the slowest
constexpr double kReduceLinkShare = 0.6;
constexpr double kHostStep = 1e-3; // s that the scheduler adds to a step
// s of the host per layer where it starts each kernel as it comes, beside the accelerator's work: 0.76 to 0.90 ms of
// Qwen 1.8B to 14B and Qwen2.5 0.5B to 14B on an A100 by the publisher's tables, less what the factor of servers adds.
constexpr double kEagerLayer = 0.75e-3;
// bytes/s that such a host's attention reads of one sequence's cache on an accelerator, 65 to 95 GB/s by the tables of
// Qwen2.5 7B and 14B at 14,336 and 30,720 tokens: one query splits over few blocks.
constexpr double kEagerCache = 80e9;
// s of a layer at least, whose kernels wait for each other: 75 and 135 us by vLLM's of Qwen2.5 0.5B and 1.5B on an A100.
constexpr double kLeastLayer = 1e-4;
constexpr double kHostLinkShare = 0.6; // accelerators of a node share switches and sockets
constexpr double kNode = 8;            // accelerators

bool keepsOwnCaches(const GenerationRun& run) { return sharesNoCache(run.model, run.dataAttention); }

// Heads that do not divide are copied, the latent of latent attention to every accelerator; with data-parallel
// attention each request's cache is kept once.
double cachePerToken(const GenerationRun& run) {
    const double heads = real(run.model.keyValueHeads), each = std::ceil(heads / run.tensor) * run.tensor / heads;
    const double copies = keepsOwnCaches(run) ? 1 : run.model.latent ? run.tensor : each;
    return real(keyValueElementsPerToken(run.model)) * run.cacheBytes * copies;
}

/// Parameters that the accelerators of an instance keep together: those of attention many times where each keeps all.
/// Within a node frameworks split them in any case.
double keptParameters(const GenerationRun& run) {
    const double all = real(totalParameters(run.model));
    if (!keepsOwnCaches(run) || (!run.dataAttention && run.tensor <= run.part.scaleUpDomain))
        return all;
    return all + (run.tensor - 1) * real(run.model.layers * parameterParts(run.model).attention);
}

/// FLOP of a token's products, an expert's counted as much longer as they take.
double productWork(const GenerationRun& run) {
    const double active = real(activeMatrixWeights(run.model));
    if (!run.model.moe)
        return 2 * active;
    const double routed = real(run.model.expertLayers() * run.model.moe->topK * parameterParts(run.model).expert);
    return 2 * (active - routed + routed / kExpertSpeed);
}

/// Bytes that norms, activations, routing and the change of precision move for a token, at 16 bit.
double elementBytes(const ModelArchitecture& model) {
    const double h = real(model.hidden);
    const double plain = 6 * real(model.ffn);
    const double layers = real(model.layers);
    if (!model.moe)
        return layers * (12 * h + plain);
    const ExpertLayers& moe = *model.moe;
    const double routed = real(moe.topK) * (6 * real(moe.ffn) + 8 * h) + 6 * real(moe.shared * moe.ffn);
    return layers * 12 * h + real(model.denseLayers()) * plain + real(model.expertLayers()) * routed;
}

// A batch touches more experts the larger it is.
double weightsTouched(const GenerationRun& run, double batch) {
    const double all = keptParameters(run);
    if (!run.model.moe)
        return all;
    const ExpertLayers& moe = *run.model.moe;
    const double routed = real(run.model.expertLayers() * moe.experts * parameterParts(run.model).expert);
    const double untouched = std::pow(1 - real(moe.topK) / real(moe.experts), batch);
    return all - routed * untouched;
}

/// Rate of the link that joins the accelerators of a layer, and whether that is the network.
struct LayerLink {
    double rate = 0;
    bool isNetwork = false;
};
LayerLink layerLink(const GenerationRun& run) {
    if (run.part.scaleUp > 0 && run.tensor <= run.part.scaleUpDomain)
        return {run.part.scaleUp, false};
    if (run.part.scaleUpDomain <= 2 && run.tensor <= kNode)
        return {run.part.hostLink * kHostLinkShare, false};
    return {run.part.network, true};
}

/// Of one token beside others; `passes` of the model come to it. Where experts lie over several nodes tokens go to them
/// and back (Liu et al. 2024), half of it beside other work; else sums are reduced after attention and MLP.
double exchangeTime(const GenerationRun& run, double tokens, double passes) {
    if (run.tensor <= 1)
        return 0;
    const LayerLink link = layerLink(run);
    const double h = real(run.model.hidden), rate = link.rate * kReduceLinkShare;
    if (link.isNetwork && run.model.moe) {
        constexpr double kThereAndBack = 1 + 2;        // bytes of a value: FP8 out, BF16 back
        constexpr double kHidden = 0.5, kFewNodes = 4; // nodes that a token's experts are taken from
        const double nodes = run.tensor / std::max(1.0, std::min(run.part.scaleUpDomain, kNode));
        const double copies = std::min({real(run.model.moe->topK), kFewNodes, nodes}) * (1 - 1 / std::max(1.0, nodes));
        return real(run.model.expertLayers()) *
               (kHidden * kThereAndBack * copies * h * tokens / run.tensor / rate + 2 * passes * kReduceLatency);
    }
    return 2 * real(run.model.layers) *
           (2 * (run.tensor - 1) / run.tensor * 2 * tokens * h / rate + passes * kReduceLatency);
}

double meanContext(const GenerationRun& run) { return cachedTokens(run.model, run.prompt + run.output / 2); }

/// s of one pass of a batch that generates, in one stage's share of it.
double decodeStep(const GenerationRun& run, double batch) {
    const double rate = run.tensor * run.peak * run.sustained * kComputeShare;
    const double memory = run.tensor * run.part.memoryBandwidth * kBandwidthShare;
    const double elements = elementBytes(run.model) / memory;
    // Attention reads the cache while no product reads weights.
    const double read = run.isEager ? std::min(memory, kEagerCache * batch * run.tensor) : memory;
    const double worked =
        std::max(weightsTouched(run, batch) * run.bytesPerWeight / memory, batch * productWork(run) / rate) +
        batch * (cachePerToken(run) * meanContext(run) / read + elements) + exchangeTime(run, batch, 1);
    const double least = (run.isEager ? kEagerLayer : kLeastLayer) * real(run.model.layers);
    return std::max(worked, least) + kHostStep + run.hostToken * batch + (run.pipeline - 1) * kReduceLatency;
}

/// s that one prompt takes of an instance when prompts are read together with others, of which `together` wait.
double promptTime(const GenerationRun& run, double together) {
    const double rate = run.tensor * run.peak * run.sustained * kComputeShare;
    const double memory = run.tensor * run.part.memoryBandwidth * kBandwidthShare;
    const double read = run.prompt * (1 - run.cachedPrompt);
    const double widths = 2 * real(run.model.headDim);
    const double scores = real(run.model.layers * run.model.heads) * widths * run.prompt;
    const double sixteenBit = std::min(run.peak, run.part.peak.at(MatrixPrecision::Bf16));
    return read * (productWork(run) / rate + elementBytes(run.model) / memory +
                   scores / (run.tensor * sixteenBit * kAttentionShare)) +
           exchangeTime(run, read, std::min(1.0, std::max(read / run.chunk, 1 / together)));
}

} // namespace

bool sharesNoCache(const ModelArchitecture& model, std::optional<bool> said) {
    return said.value_or(model.latent.has_value() || model.moe.has_value());
}

double hostTokenOf(std::string_view part) {
    constexpr double kPythonToken = 20e-6; // vLLM and SGLang against TensorRT-LLM, which is for NVIDIA alone
    return part.starts_with("nv-") || part.empty() ? GenerationRun{}.hostToken : kPythonToken;
}

double usualTensor(double weights, double memory, double most) {
    constexpr double kFilled = 0.75;
    double degree = 1;
    while (2 * degree <= most && weights / degree > kFilled * memory)
        degree *= 2;
    return degree;
}

double servedWeights(const GenerationRun& run) { return keptParameters(run) * run.bytesPerWeight; }

double cacheOfRequest(const GenerationRun& run) {
    return cachePerToken(run) * cachedTokens(run.model, run.prompt + run.output);
}

double largestBatch(const GenerationRun& run) {
    const double room = run.room.value_or(kCacheShare * (run.part.memory * run.accelerators() - servedWeights(run)));
    const double batch = std::floor(room / cacheOfRequest(run));
    return std::clamp(batch, 1.0, std::max(1.0, run.requests));
}

// Stages work on a share of the batch each, one after another, so that the whole batch gains a token in the time that
// one share takes through all of them.
ServingPoint servingPoint(const GenerationRun& run, double batch) {
    const double share = std::max(1.0, batch / run.pipeline), each = decodeStep(run, share) / run.accepted;
    const double prompt = run.readsPrompts ? promptTime(run, batch) / run.pipeline : 0;
    ServingPoint point;
    point.batch = batch;
    // Each of the batch's requests passes its prompt once in `output` steps, together with others.
    point.tokensPerSecond = batch / (each + batch * prompt / run.output);
    point.generation = each;
    point.eachToken = each + (batch - 1) * prompt / run.output;
    const double chunks = std::ceil(run.prompt * (1 - run.cachedPrompt) / run.chunk);
    point.firstToken = promptTime(run, 1) + (run.readsPrompts ? std::max(1.0, chunks) * each * (batch > 1 ? 1 : 0) : 0);
    point.answer = point.firstToken + std::max(1.0, run.output - 1) * point.eachToken;
    return point;
}

std::vector<ServingPoint> throughputCurve(const GenerationRun& run) {
    constexpr double kStep = 1.41421356;
    const double most = largestBatch(run);
    std::vector<ServingPoint> points;
    for (double batch = 1; batch < most; batch = std::max(batch + 1, std::round(batch * kStep)))
        points.push_back(servingPoint(run, batch));
    points.push_back(servingPoint(run, most));
    return points;
}

bool ServingTargets::areMet(const ServingPoint& point, double slower) const {
    const auto isMet = [slower](const std::optional<double>& asked, double time) {
        return !asked || time * slower <= *asked;
    };
    return isMet(firstToken, point.firstToken) && isMet(eachToken, point.eachToken) && isMet(answer, point.answer);
}

// All times grow with the batch.
double batchWithin(const GenerationRun& run, const ServingTargets& targets, double slower) {
    const auto isMet = [&](double batch) { return targets.areMet(servingPoint(run, batch), slower); };
    double low = 0, high = largestBatch(run);
    if (isMet(high))
        return high;
    while (high - low > 1) {
        const double middle = std::floor((low + high) / 2);
        (isMet(middle) ? low : high) = middle;
    }
    return low;
}

double offlineTokensPerSecond(const GenerationRun& run) { return servingPoint(run, largestBatch(run)).tokensPerSecond; }

double promptsPerSecond(const GenerationRun& run) {
    return run.pipeline / promptTime(run, std::max(1.0, run.chunk / std::max(1.0, run.prompt)));
}

} // namespace rackwright
