// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a workload is to its storage: how fast it consumes data, how much of it there is and what nodes keep of it. How
// training itself runs is the business of the training solver.

#include "solvers/jobs/training_job.h"
#include "solvers/pools/settings.h"

namespace rackwright {

/// Tokens that the job trains on in a second: as its plan runs on the drawn accelerators; by 6 FLOP per active
/// parameter and token where "mfu" is entered or the plan's speed is not known.
template <class N>
Quantity<dim::Rate, N> tokenRate(const Context& context, const Workload& workload) {
    if (!findParameter(workload.parameters, "mfu") && jobTokenRate<Value>(context, workload).si().isKnown())
        return jobTokenRate<N>(context, workload);
    const N peak = groupsCompute<N>(context, jobGroups(context), Precision::Bf16).si() * jobShare<N>(workload);
    const N used = peak * parameterOr<N>(context, workload, "mfu", setting_of::jobUtilisation).si();
    return Quantity<dim::Rate, N>(
        used / (constant<N>(6) * modelCount<N>(workload, activeParameters, "active parameters").si()));
}

enum class Modality : std::uint8_t { Tokens, Images, Video, Samples };
template <>
struct EnumNames<Modality> {
    static constexpr std::array<std::string_view, 4> names = {"tokens", "images", "video", "samples"};
};
/// "modality" of the workload; tokens when it says nothing.
Modality modalityOf(const Workload& workload);

/// A stored token: 2 B while its number fits 16 bits, else 4 B ("token-bytes").
template <class N>
Quantity<dim::Data, N> tokenBytes(const Workload& workload) {
    if (const auto given = givenParameter<N>(workload.parameters, workload.name, "token-bytes", "B"))
        return Quantity<dim::Data, N>(*given);
    const WorkloadModel preset = modelOf(workload);
    const bool isShort = preset && preset->architecture.vocabulary <= 65'536;
    return Quantity<dim::Data, N>(ownField<N>(
        isShort ? 2 : 4, "bytes of a stored token, vocabulary of " + workload.model, "B", Grade::Assumption));
}

/// A sample of images or video: its bytes and how many an accelerator takes in a second.
struct SampleClass {
    double bytes = 0, perSecond = 0;
    std::string_view title;
};
/// MLPerf Storage on H100; null for tokens and for samples that a person describes.
const SampleClass* sampleClassOf(Modality modality);

/// Bytes of a sample ("sample-size"); unknown when neither entered nor of a known class.
template <class N>
Quantity<dim::Data, N> sampleBytes(const Workload& workload) {
    if (const auto given = givenParameter<N>(workload.parameters, workload.name, "sample-size", "B"))
        return Quantity<dim::Data, N>(*given);
    if (const SampleClass* known = sampleClassOf(modalityOf(workload)))
        return Quantity<dim::Data, N>(
            Numbers<N>::given(Value(known->bytes, Grade::ThirdParty), {"bytes of a sample", "B", 1},
                              Source{"MLCommons", "MLPerf Storage", {}, std::string(known->title)}));
    return Quantity<dim::Data, N>(Numbers<N>::given(Value::unknown(), {"sample-size, " + workload.name, "B", 1}, {}));
}

/// Samples that the whole job takes in a second ("sample-rate", per accelerator).
template <class N>
Quantity<dim::Rate, N> sampleRate(const Context& context, const Workload& workload) {
    const auto each = [&]() -> N {
        if (const auto given = givenParameter<N>(workload.parameters, workload.name, "sample-rate", "Hz"))
            return *given;
        const SampleClass* known = sampleClassOf(modalityOf(workload));
        return Numbers<N>::given(
            known ? Value(known->perSecond, Grade::ThirdParty) : Value::unknown(),
            {"samples per second and accelerator", "Hz", 1},
            known ? std::optional(Source{"MLCommons", "MLPerf Storage", {}, std::string(known->title)}) : std::nullopt);
    }();
    return Quantity<dim::Rate, N>(jobAccelerators<N>(context, workload).si() * each);
}

/// What the loaders ask for: tokens or samples of a training job; a serving job loads its model on every node.
template <class N>
Quantity<dim::DataRate, N> readDemand(const Context& context, const Workload& workload) {
    if (!isTraining(workload)) {
        const N weights = modelParameters<N>(workload).si() * constant<N>(2);
        return Quantity<dim::DataRate, N>(jobNodes<N>(context, workload).si() * weights /
                                          parameterOr<N>(context, workload, "load-time", setting_of::loadTime).si());
    }
    if (modalityOf(workload) == Modality::Tokens)
        return Quantity<dim::DataRate, N>(tokenRate<N>(context, workload).si() * tokenBytes<N>(workload).si());
    return Quantity<dim::DataRate, N>(sampleRate<N>(context, workload).si() * sampleBytes<N>(workload).si());
}

/// "dataset-size", else the tokens that the job trains on; unknown when neither is entered.
template <class N>
Quantity<dim::Data, N> datasetSize(const Workload& workload) {
    if (const auto given = givenParameter<N>(workload.parameters, workload.name, "dataset-size", "TB"))
        return Quantity<dim::Data, N>(*given);
    if (const auto tokens = givenParameter<N>(workload.parameters, workload.name, "tokens", "");
        tokens && modalityOf(workload) == Modality::Tokens)
        return Quantity<dim::Data, N>(*tokens * tokenBytes<N>(workload).si());
    return Quantity<dim::Data, N>(
        Numbers<N>::given(Value::unknown(), {"dataset-size, " + workload.name, "TB", 1e12}, {}));
}

/// Files opened in a second. Each sample of images, video or others is a file where nothing else is entered; of text,
/// which lies in shards of any size, the sequences of a file must be known.
template <class N>
N openedFiles(const Context& context, const Workload& workload) {
    const auto perFile = givenParameter<N>(workload.parameters, workload.name, "samples-per-file", "");
    if (modalityOf(workload) != Modality::Tokens)
        return sampleRate<N>(context, workload).si() / (perFile ? *perFile : constant<N>(1));
    if (!perFile)
        return Numbers<N>::given(Value::unknown(), {"samples-per-file, " + workload.name, "", 1}, {});
    const N sequence = parameterOr<N>(context, workload, "sequence", setting_of::trainingSequence).si();
    return tokenRate<N>(context, workload).si() / sequence / *perFile;
}

/// Metadata operations in a second: files opened, each with open, stat and close.
template <class N>
Quantity<dim::Rate, N> metadataDemand(const Context& context, const Workload& workload) {
    if (!isTraining(workload))
        return Quantity<dim::Rate, N>(constant<N>(0));
    return Quantity<dim::Rate, N>(openedFiles<N>(context, workload) *
                                  setting<N>(context, setting_of::fileOperations).si());
}

/// Node-local drives of the job's nodes, less a reserve.
template <class N>
Quantity<dim::Data, N> cacheCapacity(const Context& context, const Workload& workload) {
    Sum<dim::Data, N> sum;
    for (const PartCount& group : jobGroups(context))
        sum.add(times(group.count, partName<N>(context, group.part),
                      partNumber<N>(context, group.part, attribute::localStorage)));
    const N kept = constant<N>(1) - setting<N>(context, setting_of::cacheReserve).si();
    return sum.total() * (jobShare<N>(workload) * kept);
}

/// Share of the data set that the caches hold: each node its own part ("cache" = "sharded", the default) or every node
/// all of it ("full").
template <class N>
Ratio<N> cacheHit(const Context& context, const Workload& workload) {
    N held = cacheCapacity<N>(context, workload).si();
    if (parameterWord(workload.parameters, "cache", "sharded") == "full")
        held = held / jobNodes<N>(context, workload).si();
    return Ratio<N>(minimum(constant<N>(1), held / datasetSize<N>(workload).si()));
}

} // namespace rackwright
