// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A served model: weights and cache in memory, how many sequences fit, the times of a first and of each further token,
// and what all instances yield, by the same forecast that answers a question without a design. Queues are left out.

#include "solvers/inference/settings.h"
#include "solvers/parallelism/offline_throughput.h"
#include "solvers/storage/storage_job.h"

namespace rackwright {

/// How weights or cache are kept.
enum class ServedFormat : std::uint8_t { Bf16, Fp16, Fp8, Int8, Fp4, Int4 };
template <>
struct EnumNames<ServedFormat> {
    static constexpr std::array<std::string_view, 6> names = {"bf16", "fp16", "fp8", "int8", "fp4", "int4"};
};
/// "precision" of the workload, BF16 when it says nothing; unset when it is no known word.
std::optional<ServedFormat> weightFormatOf(const Workload& workload);
/// "kv-precision", BF16 when it says nothing.
std::optional<ServedFormat> cacheFormatOf(const Workload& workload);
/// With the scales of blocks of 16 for four bits (FP8 scales: 0.5625 B).
double bytesOf(ServedFormat format);
/// The rate that a format is multiplied at: its own where the accelerator has it, else BF16.
Precision rateOf(const Context& context, const Workload& workload);

/// Prefill and decode on accelerators of their own ("serving" = "disaggregated").
bool isDisaggregated(const Workload& workload);

/// Whether each accelerator keeps the cache of its own requests ("dp-attention"): as said, else as servers of experts
/// and of latent attention do.
bool hasDataAttention(const Workload& workload);
/// The same where a workload says it.
std::optional<bool> saidDataAttention(const Workload& workload);

/// The accelerator of the job's nodes; null id while there is none.
Id<PartRow> servingPart(const Context& context);

/// Accelerators that share each layer: "tensor-parallel" as entered, else chosenTensorDegree(). An instance takes
/// tensor x pipeline of them.
template <class N>
N tensorDegree(const Context& context, const Workload& workload);
template <class N>
N pipelineDegree(const Workload& workload) {
    const auto given = givenParameter<N>(workload.parameters, workload.name, "pipeline-parallel", "");
    return given ? *given : constant<N>(1);
}
/// The least power of two, up to a node, that keeps a quarter of the memory for the cache; 0: no node or model known.
std::int64_t chosenTensorDegree(const Context& context, const Workload& workload);

template <class N>
N formatBytes(const std::optional<ServedFormat>& format, std::string_view what) {
    const Value value = format ? Value(bytesOf(*format)) : Value::unknown();
    if constexpr (std::is_same_v<N, Value>)
        return value;
    else
        return Numbers<N>::given(value, {"bytes, " + std::string(what), "B", 1}, {});
}

template <class N>
N tensorDegree(const Context& context, const Workload& workload) {
    if (const auto given = givenParameter<N>(workload.parameters, workload.name, "tensor-parallel", ""))
        return *given;
    const std::int64_t degree = chosenTensorDegree(context, workload);
    const Value value =
        degree > 0 ? Value(static_cast<double>(degree), Grade::Assumption) : Value::unknown(Grade::Assumption);
    return Numbers<N>::given(value, {"tensor parallelism that leaves a quarter for the cache", {}, 1}, {});
}

template <class N>
N instanceSize(const Context& context, const Workload& workload) {
    return tensorDegree<N>(context, workload) * pipelineDegree<N>(workload);
}

/// Of one instance.
template <class N>
Quantity<dim::Data, N> weightBytes(const Workload& workload) {
    return Quantity<dim::Data, N>(modelParameters<N>(workload).si() *
                                  formatBytes<N>(weightFormatOf(workload), "weights"));
}

/// The same with the weights of attention that each accelerator keeps for itself: where data-parallel attention is said,
/// and in any case beyond one scale-up domain.
template <class N>
Quantity<dim::Data, N> instanceWeights(const Context& context, const Workload& workload) {
    const WorkloadModel model = modelOf(workload);
    const N all = weightBytes<N>(workload).si(), tensor = tensorDegree<N>(context, workload);
    const Value domain = leastOver<Value>(context, JobFact::ScaleUpDomain);
    const Value degree = Numbers<N>::plain(tensor);
    const bool isWide = domain.isKnown() && degree.isKnown() && degree.typical() > domain.typical();
    if (!model || !hasDataAttention(workload) || (!saidDataAttention(workload) && !isWide))
        return Quantity<dim::Data, N>(all);
    const double each =
        static_cast<double>(model->architecture.layers * parameterParts(model->architecture).attention);
    return Quantity<dim::Data, N>(all + (tensor - constant<N>(1)) *
                                            ownField<N>(each, "parameters of attention", "", Grade::ThirdParty) *
                                            formatBytes<N>(weightFormatOf(workload), "weights"));
}

/// Of one token in one instance; heads that do not divide over the accelerators are kept more than once, and so is the
/// latent of multi-head latent attention, unless each accelerator keeps the cache of its own requests.
template <class N>
Quantity<dim::Data, N> cacheBytesPerToken(const Context& context, const Workload& workload) {
    const N once = modelCount<N>(workload, keyValueElementsPerToken, "cache elements of a token").si() *
                   formatBytes<N>(cacheFormatOf(workload), "cache");
    const WorkloadModel preset = modelOf(workload);
    const N tensor = tensorDegree<N>(context, workload);
    if (!preset || hasDataAttention(workload))
        return Quantity<dim::Data, N>(once);
    if (preset->architecture.latent)
        return Quantity<dim::Data, N>(once * tensor);
    const N heads =
        ownField<N>(static_cast<double>(preset->architecture.keyValueHeads), "KV heads", "", Grade::ThirdParty);
    return Quantity<dim::Data, N>(once * (ceiling(heads / tensor) * tensor / heads));
}

/// Prompt and output together.
template <class N>
N sequenceTokens(const Context& context, const Workload& workload) {
    return parameterOr<N>(context, workload, "prompt-tokens", setting_of::promptTokens).si() +
           parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si();
}

/// Of so many tokens, those that an average layer keeps: layers with a window drop what lies before it.
template <class N>
N keptTokens(const Workload& workload, const N& tokens) {
    const WorkloadModel model = modelOf(workload);
    if (!model || model->architecture.window == 0)
        return tokens;
    const double windowed =
        static_cast<double>(model->architecture.windowedLayers()) / static_cast<double>(model->architecture.layers);
    const N window = ownField<N>(static_cast<double>(model->architecture.window), "window of attention", "tokens",
                                 Grade::ThirdParty);
    return tokens * constant<N>(1 - windowed) + minimum(tokens, window) * constant<N>(windowed);
}

/// Of a whole sequence, in blocks of 16 tokens.
template <class N>
Quantity<dim::Data, N> sequenceCache(const Context& context, const Workload& workload) {
    const N blocks = ceiling(sequenceTokens<N>(context, workload) / constant<N>(16)) * constant<N>(16);
    return cacheBytesPerToken<N>(context, workload) * keptTokens<N>(workload, blocks);
}

/// Memory of all accelerators of an instance that weights and cache may fill, bytes: the weights, and of what they leave
/// the share that a server takes ("memory-share"); activations and libraries have the rest.
template <class N>
Quantity<dim::Data, N> instanceMemory(const Context& context, const Workload& workload) {
    const N all = leastOver<N>(context, JobFact::Memory) * instanceSize<N>(context, workload),
            weights = instanceWeights<N>(context, workload).si(),
            share = parameterOr<N>(context, workload, "memory-share", setting_of::memoryShare).si();
    return Quantity<dim::Data, N>(weights + (all - weights) * share);
}

/// What a server keeps free for activations, libraries and graphs beyond the share it leaves, of an instance.
template <class N>
Quantity<dim::Data, N> runtimeBytes(const Context& context, const Workload& workload) {
    return setting<N>(context, setting_of::runtimeMemory) * instanceSize<N>(context, workload);
}

/// Accelerators that decode: all, or those that do not read prompts.
template <class N>
N decodeAccelerators(const Context& context, const Workload& workload) {
    const N all = jobAccelerators<N>(context, workload).si();
    if (!isDisaggregated(workload))
        return all;
    return all * (constant<N>(1) - parameterOr<N>(context, workload, "prefill-share", setting_of::prefillShare).si());
}

/// Whole instances among the accelerators that decode.
template <class N>
N instanceCount(const Context& context, const Workload& workload) {
    return floorOf(decodeAccelerators<N>(context, workload) / instanceSize<N>(context, workload));
}

/// Sequences that fit an instance at a time.
template <class N>
N instanceConcurrency(const Context& context, const Workload& workload) {
    const auto left =
        instanceMemory<N>(context, workload) - instanceWeights<N>(context, workload) -
        runtimeBytes<N>(context, workload);
    return maximum(constant<N>(0), floorOf(left.si() / sequenceCache<N>(context, workload).si()));
}

/// "concurrency": sequences asked for at a time, of all instances; unset when not entered.
template <class N>
std::optional<N> askedConcurrency(const Workload& workload) {
    return givenParameter<N>(workload.parameters, workload.name, "concurrency", "");
}
/// Sequences of one instance: those asked for, spread evenly, as far as they fit; else all that fit.
template <class N>
N batchOf(const Context& context, const Workload& workload) {
    const N most = instanceConcurrency<N>(context, workload);
    const auto asked = askedConcurrency<N>(workload);
    return asked ? minimum(most, ceiling(*asked / instanceCount<N>(context, workload))) : most;
}

/// Weights, runtime and the cache of the sequences asked for, or of one.
template <class N>
Quantity<dim::Data, N> memoryNeeded(const Context& context, const Workload& workload) {
    const auto asked = askedConcurrency<N>(workload);
    const N sequences = asked ? ceiling(*asked / instanceCount<N>(context, workload)) : constant<N>(1);
    return instanceWeights<N>(context, workload) + runtimeBytes<N>(context, workload) +
           sequenceCache<N>(context, workload) * sequences;
}

/// Measured over computed speed of servers of this accelerator, precision and kind of model.
ReadFact readServingSpeed(const Context& context, const Workload& workload);

/// Bytes of the weights that a step of `batch` sequences reads: of experts those that any of them passes.
template <class N>
N touchedWeights(const Workload& workload, const N& batch) {
    const WorkloadModel preset = modelOf(workload);
    const N all = weightBytes<N>(workload).si();
    if (!preset || !preset->architecture.moe)
        return all;
    const ExpertLayers& moe = *preset->architecture.moe;
    const double routed = static_cast<double>(parameterParts(preset->architecture).expert * moe.experts *
                                              preset->architecture.expertLayers());
    const N experts = ownField<N>(routed, "parameters of routed experts", "", Grade::ThirdParty) *
                      formatBytes<N>(weightFormatOf(workload), "weights");
    const N missed = power(constant<N>(1 - static_cast<double>(moe.topK) / static_cast<double>(moe.experts)), batch);
    return all - experts * missed;
}

/// One step of decoding at an efficiency of memory and products, as a bound takes it: the longer of reading weights and cache, and multiplying.
template <class N>
N decodeStep(const Context& context, const Workload& workload, const N& batch, const N& efficiency) {
    const Id<PartRow> part = servingPart(context);
    const N tensor = tensorDegree<N>(context, workload);
    const N tokensKept =
        parameterOr<N>(context, workload, "prompt-tokens", setting_of::promptTokens).si() +
        parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si() / constant<N>(2);
    const N cache = batch * cacheBytesPerToken<N>(context, workload).si() * keptTokens<N>(workload, tokensKept) /
                    pipelineDegree<N>(workload);
    const N reading = (touchedWeights<N>(workload, batch) + cache) /
                      (tensor * partNumber<N>(context, part, attribute::memoryBandwidth).si() * efficiency);
    const N peak = numberOf<N>(readRate(context, part, rateOf(context, workload)));
    const N multiplying = batch * constant<N>(2) * modelCount<N>(workload, activeParameters, "active parameters").si() /
                          (tensor * peak * efficiency);
    return maximum(reading, multiplying);
}

/// Tokens that a sequence gains in a step: "speculation", one without.
template <class N>
N tokensOfAStep(const Workload& workload) {
    const auto said = givenParameter<N>(workload.parameters, workload.name, "speculation", "");
    return said ? *said : constant<N>(1);
}
/// Share of a prompt that has to be read: what "prefix-share" of it does not find in the cache.
template <class N>
N unreadPrompt(const Workload& workload) {
    const auto found = givenParameter<N>(workload.parameters, workload.name, "prefix-share", "%");
    return found ? N(constant<N>(1) - *found) : constant<N>(1);
}

/// What the times of a batch rest on, in the order of servedInputs().
enum class ServedFact : std::size_t {
    Batch,
    Tensor,
    Pipeline,
    Prompt,
    Output,
    Unread,
    Accepted,
    Peak,
    PlainPeak,
    Bandwidth,
    ScaleUp,
    ScaleUpDomain,
    HostLink,
    Network,
    Sustained,
    Speed
};

/// What joins the accelerators of a layer counts where there are several, the network where they are no one domain.
template <class N>
std::vector<N> servedInputs(const Context& context, const Workload& workload, const N& batch) {
    const Precision rate = rateOf(context, workload);
    const N tensor = tensorDegree<N>(context, workload);
    const Value degree = Numbers<N>::plain(tensor);
    const auto joined = [&](JobFact fact) {
        return degree.isKnown() && degree.typical() <= 1 ? constant<N>(1) : leastOver<N>(context, fact);
    };
    const N domain = joined(JobFact::ScaleUpDomain);
    const Value joins = Numbers<N>::plain(domain);
    const bool isWide = degree.isKnown() && joins.isKnown() && degree.typical() > joins.typical();
    return {batch,
            tensor,
            pipelineDegree<N>(workload),
            parameterOr<N>(context, workload, "prompt-tokens", setting_of::promptTokens).si(),
            parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si(),
            unreadPrompt<N>(workload),
            tokensOfAStep<N>(workload),
            leastOver<N>(context, JobFact::Compute, rate),
            leastOver<N>(context, JobFact::Compute),
            leastOver<N>(context, JobFact::MemoryBandwidth),
            joined(JobFact::ScaleUp),
            domain,
            leastOver<N>(context, JobFact::HostLink),
            isWide ? leastOver<N>(context, JobFact::Network) : constant<N>(1),
            leastOver<N>(context, JobFact::Sustained, rate),
            numberOf<N>(readServingSpeed(context, workload))};
}

/// The instance of a workload with a known model, by those numbers.
GenerationRun servedRun(const Context& context, const Workload& workload, const std::vector<double>& inputs);
/// Its batch as it would be measured.
ServingPoint servedPoint(const Context& context, const Workload& workload, const std::vector<double>& inputs);

/// What of a batch of an instance, in SI.
template <class N>
N ofServedBatch(const Context& context, const Workload& workload, const N& batch, std::string label, std::string unit,
                const std::function<double(const ServingPoint&, const std::vector<double>&)>& pick) {
    if (!modelOf(workload))
        return Numbers<N>::given(Value::unknown(), {"model of " + workload.name, unit, siPerUnit(unit)}, {});
    return evaluated<N>(std::move(label), std::move(unit), "reference.serving-step",
                        servedInputs<N>(context, workload, batch), [&](const std::vector<double>& inputs) {
                            return pick(servedPoint(context, workload, inputs), inputs);
                        });
}

/// Time of an output token, the prompts of others mixed in.
template <class N>
Quantity<dim::Time, N> tokenTime(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(
        ofServedBatch<N>(context, workload, batchOf<N>(context, workload), "time of a token", "ms",
                         [](const ServingPoint& point, const std::vector<double>&) { return point.eachToken; }));
}

/// Time of the first token of a request that needs not wait, its prompt in chunks beside the others' steps.
template <class N>
Quantity<dim::Time, N> firstTokenTime(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(
        ofServedBatch<N>(context, workload, batchOf<N>(context, workload), "time of the first token", "ms",
                         [](const ServingPoint& point, const std::vector<double>&) { return point.firstToken; }));
}

/// Prompts that an instance reads in a second when it does nothing else, as it would be measured.
double promptsRead(const Context& context, const Workload& workload, const std::vector<double>& inputs);

/// Tokens in a second of all instances; prefill of its own caps it.
template <class N>
Quantity<dim::Rate, N> servedRate(const Context& context, const Workload& workload) {
    const N batch = batchOf<N>(context, workload);
    const N all = instanceCount<N>(context, workload) *
                  ofServedBatch<N>(context, workload, batch, "tokens a second of an instance", "1/s",
                                   [](const ServingPoint& point, const std::vector<double>&) {
                                       return point.tokensPerSecond;
                                   });
    if (!isDisaggregated(workload))
        return Quantity<dim::Rate, N>(all);
    const N readers = jobAccelerators<N>(context, workload).si() *
                      parameterOr<N>(context, workload, "prefill-share", setting_of::prefillShare).si() /
                      instanceSize<N>(context, workload);
    const N output = parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si();
    const N prompts =
        ofServedBatch<N>(context, workload, batch, "prompts a second of an instance", "1/s",
                         [&](const ServingPoint&, const std::vector<double>& inputs) {
                             return promptsRead(context, workload, inputs);
                         });
    return Quantity<dim::Rate, N>(minimum(all, readers * output * prompts));
}

/// The roofline: decoding alone at the full bandwidth and peak, with the sequences asked for, else as many as fit. No
/// server is faster.
template <class N>
Quantity<dim::Rate, N> rateBound(const Context& context, const Workload& workload) {
    const N batch = batchOf<N>(context, workload);
    return Quantity<dim::Rate, N>(instanceCount<N>(context, workload) * batch * tokensOfAStep<N>(workload) /
                                  decodeStep<N>(context, workload, batch, constant<N>(1)));
}

/// Time of a whole answer of a request that needs not wait.
template <class N>
Quantity<dim::Time, N> answerTime(const Context& context, const Workload& workload) {
    const N output = parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si();
    return Quantity<dim::Time, N>(firstTokenTime<N>(context, workload).si() +
                                  (output - constant<N>(1)) * tokenTime<N>(context, workload).si());
}

} // namespace rackwright
