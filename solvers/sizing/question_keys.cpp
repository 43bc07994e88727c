// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/question_keys.h"

#include "model/base/letter_case.h"
#include "solvers/sizing/said_measures.h"
#include "solvers/workload/model_presets.h"
#include "solvers/workload/own_model.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rackwright {

namespace {

constexpr auto kSizingKeys = std::to_array<std::string_view>(
    {"job",       "model",      "tokens",           "precision",     "sequence",          "batch",      "method",
     "rank",      "users",      "context",          "speed",         "latency",           "share",      "deadline",
     "site",      "site power", "site power basis", "rack power",    "cooling",           "room",       "floor",
     "region",    "kept",       "systems",          "vendor",        "most accelerators", "most nodes", "fabric",
     "operation", "spares",     "budget",           "exchange rate", "delivery",          "data",       "checkpoint",
     "storage"});

/// What other people call a key.
constexpr auto kOtherKeys =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"accelerators", "most accelerators"},
                                                                  {"gpus", "most accelerators"},
                                                                  {"nodes", "most nodes"},
                                                                  {"power", "site power"},
                                                                  {"power basis", "site power basis"},
                                                                  {"availability", "spares"},
                                                                  {"spare nodes", "spares"},
                                                                  {"network", "fabric"},
                                                                  {"country", "region"},
                                                                  {"location", "region"},
                                                                  {"sequence length", "sequence"},
                                                                  {"global batch", "batch"},
                                                                  {"batch size", "batch"},
                                                                  {"time", "deadline"},
                                                                  {"system", "systems"},
                                                                  {"vendors", "vendor"},
                                                                  {"floor load", "floor"},
                                                                  {"racks", "room"},
                                                                  {"lead time", "delivery"},
                                                                  {"concurrency", "users"},
                                                                  {"context length", "context"},
                                                                  {"money", "budget"},
                                                                  {"rate", "exchange rate"},
                                                                  {"existing", "kept"},
                                                                  {"dataset", "data"},
                                                                  {"first token", "latency"},
                                                                  {"ttft", "latency"}});

} // namespace

std::string sizingKeyOf(std::string_view name) {
    std::string key = lowerCase(name);
    std::ranges::replace(key, '_', ' ');
    if (!key.starts_with("model-"))
        std::ranges::replace(key, '-', ' ');
    for (const auto& [other, known] : kOtherKeys)
        if (key == other)
            return std::string(known);
    return key;
}

bool isSizingKeyOfJob(std::string_view base) {
    constexpr auto kOfJob =
        std::to_array<std::string_view>({"job", "model", "tokens", "precision", "sequence", "batch", "method", "rank",
                                         "users", "context", "speed", "latency", "share", "deadline"});
    return base.starts_with("model-") || std::ranges::find(kOfJob, base) != kOfJob.end();
}

std::string withoutJobNumber(const std::string& key) {
    const std::size_t blank = key.rfind(' ');
    const bool isNumbered =
        blank != std::string::npos && blank + 2 == key.size() && std::isdigit(static_cast<unsigned char>(key.back()));
    return isNumbered ? key.substr(0, blank) : key;
}

std::string jobNumberOf(const std::string& key) { return key.substr(withoutJobNumber(key).size()); }

std::span<const std::string_view> sizingKeys() { return kSizingKeys; }

bool isSizingKey(std::string_view name) {
    const std::string base = withoutJobNumber(sizingKeyOf(name));
    return std::ranges::find(kSizingKeys, base) != kSizingKeys.end() ||
           std::ranges::find(modelDimensions(), base, &ModelDimension::parameter) != modelDimensions().end();
}

std::vector<std::string> usualWords(std::string_view base) {
    if (base == "job")
        return {"pre-train",        "pre-train, later serve", "full fine-tuning",
                "LoRA fine-tuning", "QLoRA fine-tuning",      "serve"};
    if (base == "precision")
        return {"BF16", "FP8", "INT8", "4-bit"};
    if (base == "site")
        return {"own hall", "colocation", "new build"};
    if (base == "site power basis")
        return {"IT", "utility", "contracted", "unknown"};
    if (base == "cooling")
        return {"air only", "rear doors", "facility water", "liquid only"};
    if (base == "fabric")
        return {"InfiniBand", "Ethernet only", "InfiniBand refused"};
    if (base == "share")
        return {"50 %", "later"};
    std::vector<std::string> words;
    if (base == "model")
        for (const ModelPreset& preset : modelPresets())
            words.push_back(preset.architecture.name);
    return words;
}

} // namespace rackwright
