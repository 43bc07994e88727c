// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/serving.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// TensorRT-LLM v1.0 at its largest load over our roofline at 100 %: 70B FP8 on H200 with one accelerator 0.55 to 0.64,
// on H100 with two 0.48, 405B with eight 0.30 and 0.34. Four lie between.
struct MeasuredEfficiency {
    double tensor, low, typical, high;
};
constexpr std::array<MeasuredEfficiency, 4> kMeasured = {
    {{1, 0.53, 0.60, 0.64}, {2, 0.45, 0.50, 0.55}, {4, 0.35, 0.41, 0.50}, {8, 0.30, 0.32, 0.34}}};

const MeasuredEfficiency& measuredFor(double tensor) {
    for (const MeasuredEfficiency& row : kMeasured)
        if (tensor <= row.tensor)
            return row;
    return kMeasured.back();
}

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
    return readRate(context, servingPart(context), native).value.isUnknown() ? Precision::Bf16 : native;
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
    const Value memory = plainPartNumber(context, servingPart(context), attribute::memory.key);
    const Value weights = weightBytes<Value>(workload).si();
    if (!ofNode.isKnown() || !memory.isKnown() || !weights.isKnown())
        return 0;
    const double share =
        parameterOr<Value>(context, workload, "memory-share", setting_of::memoryShare).si().typical();
    const double runtime = plainSetting(context, settingFact(setting_of::runtimeMemory)).typical();
    std::int64_t degree = 1;
    for (; 2 * degree <= static_cast<std::int64_t>(ofNode.typical()); degree *= 2) {
        const double each = share * memory.typical();
        if (weights.typical() / static_cast<double>(degree) + runtime <= 0.75 * each)
            break;
    }
    return degree;
}

ReadFact readDecodeEfficiency(const Context& context, const Workload& workload) {
    const MeasuredEfficiency& row = measuredFor(tensorDegree<Value>(context, workload).typical());
    return readSetting(context, {setting_of::decodeEfficiency, "%", row.typical, Grade::ThirdParty, "NVIDIA",
                                 "TensorRT-LLM v1.0 performance overview, over the roofline",
                                 "70B on 1 and 2, 405B on 8 accelerators", row.low, row.high});
}

} // namespace rackwright
