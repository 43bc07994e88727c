// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/serving.h"

#include "solvers/parallelism/calibration.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

std::optional<ServedFormat> formatOf(const Workload& workload, std::string_view parameter) {
    return enumFromName<ServedFormat>(parameterWord(workload.parameters, parameter, "bf16"));
}

Precision nativeRate(ServedFormat format) {
    switch (format) {
    case ServedFormat::Bf16:
    case ServedFormat::Fp16:
        return Precision::Bf16;
    case ServedFormat::Fp8:
        return Precision::Fp8;
    case ServedFormat::Int8:
        return Precision::Int8;
    case ServedFormat::Fp4:
    case ServedFormat::Int4:
        return Precision::Fp4;
    }
    RW_CHECK(false, "every format has its rate");
}

/// The forecasts' word for a rate.
MatrixPrecision matrixPrecisionOf(Precision rate) {
    return rate == Precision::Fp8 || rate == Precision::Int8 ? MatrixPrecision::Fp8
           : rate == Precision::Fp4                          ? MatrixPrecision::Fp4
                                                             : MatrixPrecision::Bf16;
}

} // namespace

std::optional<ServedFormat> weightFormatOf(const Workload& workload) { return formatOf(workload, "precision"); }
std::optional<ServedFormat> cacheFormatOf(const Workload& workload) { return formatOf(workload, "kv-precision"); }

double bytesOf(ServedFormat format) {
    switch (format) {
    case ServedFormat::Bf16:
    case ServedFormat::Fp16:
        return 2;
    case ServedFormat::Fp8:
    case ServedFormat::Int8:
        return 1;
    case ServedFormat::Fp4:
        return 0.5625;
    case ServedFormat::Int4:
        return 0.5;
    }
    RW_CHECK(false, "every format has its bytes");
}

Precision rateOf(const Context& context, const Workload& workload) {
    const Precision native = nativeRate(weightFormatOf(workload).value_or(ServedFormat::Bf16));
    // One model is served in one way: an accelerator of the job without the format has all of them multiply in BF16.
    const bool hasIt = std::ranges::all_of(jobGroups(context), [&](const PartCount& group) {
        return !readRate(context, acceleratorPart(context, group.part), native).value.isUnknown();
    });
    return hasIt ? native : Precision::Bf16;
}

bool isDisaggregated(const Workload& workload) {
    return parameterWord(workload.parameters, "serving", "together") == "disaggregated";
}

Id<PartRow> servingPart(const Context& context) {
    const std::vector<PartCount>& groups = jobGroups(context);
    const auto most = std::ranges::max_element(groups, {}, &PartCount::count);
    return most == groups.end() ? Id<PartRow>{} : acceleratorPart(context, most->part);
}

std::int64_t chosenTensorDegree(const Context& context, const Workload& workload) {
    const std::vector<PartCount>& groups = jobGroups(context);
    const auto most = std::ranges::max_element(groups, {}, &PartCount::count);
    if (most == groups.end())
        return 0;
    const Value ofNode = plainPartNumber(context, most->part, attribute::acceleratorCount.key);
    const Value memory = leastOver<Value>(context, JobFact::Memory);
    const Value weights = weightBytes<Value>(workload).si();
    if (!ofNode.isKnown() || !memory.isKnown() || !weights.isKnown())
        return 0;
    const double share =
        parameterOr<Value>(context, workload, "memory-share", setting_of::memoryShare).si().typical();
    return std::llround(usualTensor(weights.typical(), share * memory.typical(), ofNode.typical()));
}

ReadFact readServingSpeed(const Context& context, const Workload& workload) {
    const WorkloadModel model = modelOf(workload);
    const Part* part = context.part(servingPart(context));
    const std::string_view precision = nameOf(matrixPrecisionOf(rateOf(context, workload)));
    const SpeedClass ofServers{{},
                               part ? part->id : std::string(),
                               std::string(precision),
                               model && model->architecture.moe ? "moe" : "dense",
                               "inference"};
    const double factor = factorFor(publishedCalibration(), ofServers).factor,
                 band = bandFor(publishedCalibration(), ofServers);
    return readSetting(context, {setting_of::servingSpeed, "%", factor, Grade::Measured, "Published runs",
                                 "Median of measured over computed speed of servers",
                                 "four of five in the range; named in the table of calibration", factor * (1 - band),
                                 factor * (1 + band)});
}

std::optional<bool> saidDataAttention(const Workload& workload) {
    const std::string_view said = parameterWord(workload.parameters, "dp-attention", "");
    return said == "yes" ? std::optional(true) : said == "no" ? std::optional(false) : std::nullopt;
}

bool hasDataAttention(const Workload& workload) {
    const WorkloadModel model = modelOf(workload);
    return model && sharesNoCache(model->architecture, saidDataAttention(workload));
}

GenerationRun servedRun(const Context& context, const Workload& workload, const std::vector<double>& inputs) {
    const auto of = [&](ServedFact fact) { return inputs[static_cast<std::size_t>(fact)]; };
    const WorkloadModel model = modelOf(workload);
    RW_CHECK(model, "only workloads with a known model are worked out");
    const Part* part = context.part(servingPart(context));
    GenerationRun run;
    run.model = model->architecture;
    run.peak = of(ServedFact::Peak);
    run.part.peak[MatrixPrecision::Bf16] = of(ServedFact::PlainPeak);
    run.part.memoryBandwidth = of(ServedFact::Bandwidth);
    run.part.scaleUp = of(ServedFact::ScaleUp);
    run.part.scaleUpDomain = of(ServedFact::ScaleUp) > 0 ? of(ServedFact::ScaleUpDomain) : 1;
    run.part.hostLink = of(ServedFact::HostLink);
    run.part.network = of(ServedFact::Network);
    run.sustained = of(ServedFact::Sustained);
    run.bytesPerWeight = bytesOf(weightFormatOf(workload).value_or(ServedFormat::Bf16));
    run.cacheBytes = bytesOf(cacheFormatOf(workload).value_or(ServedFormat::Bf16));
    run.tensor = of(ServedFact::Tensor);
    run.pipeline = of(ServedFact::Pipeline);
    run.prompt = of(ServedFact::Prompt);
    run.output = of(ServedFact::Output);
    run.cachedPrompt = 1 - of(ServedFact::Unread);
    run.accepted = of(ServedFact::Accepted);
    run.readsPrompts = !isDisaggregated(workload);
    run.hostToken = hostTokenOf(part ? part->id : std::string());
    run.dataAttention = saidDataAttention(workload);
    if (const auto chunk = parameterValue(workload.parameters, "prefill-chunk", ""); chunk && chunk->isKnown())
        run.chunk = chunk->typical();
    return run;
}

ServingPoint servedPoint(const Context& context, const Workload& workload, const std::vector<double>& inputs) {
    const double batch = inputs[static_cast<std::size_t>(ServedFact::Batch)],
                 speed = inputs[static_cast<std::size_t>(ServedFact::Speed)];
    ServingPoint point = servingPoint(servedRun(context, workload, inputs), std::max(1.0, batch));
    point.batch = batch;
    point.tokensPerSecond *= batch >= 1 ? speed : 0;
    for (double ServingPoint::*time :
         {&ServingPoint::firstToken, &ServingPoint::eachToken, &ServingPoint::generation, &ServingPoint::answer})
        point.*time /= speed;
    return point;
}

double promptsRead(const Context& context, const Workload& workload, const std::vector<double>& inputs) {
    return promptsPerSecond(servedRun(context, workload, inputs)) *
           inputs[static_cast<std::size_t>(ServedFact::Speed)];
}

} // namespace rackwright
