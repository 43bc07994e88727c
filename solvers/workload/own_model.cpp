// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/own_model.h"

#include "model/design/parameter_limits.h"
#include "model/units/number_text.h"
#include "solvers/workload/model_config.h"
#include "solvers/workload/parameter_count.h"
#include "solvers/workload/row_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::string_view kPrefix = "model-";

template <auto Member>
constexpr ModelDimension dimension(std::string_view parameter) {
    return {parameter, false, [](const ModelArchitecture& model) -> std::int64_t { return model.*Member; },
            [](ModelArchitecture& model, std::int64_t value) { model.*Member = value; }};
}
template <auto Member>
constexpr ModelDimension flag(std::string_view parameter) {
    return {parameter, true, [](const ModelArchitecture& model) -> std::int64_t { return model.*Member ? 1 : 0; },
            [](ModelArchitecture& model, std::int64_t value) { model.*Member = value != 0; }};
}
template <auto Member>
constexpr ModelDimension ofExperts(std::string_view parameter) {
    return {parameter, false,
            [](const ModelArchitecture& model) -> std::int64_t { return model.moe ? (*model.moe).*Member : 0; },
            [](ModelArchitecture& model, std::int64_t value) {
                if (!model.moe && value != 0)
                    model.moe.emplace();
                if (model.moe)
                    (*model.moe).*Member = value;
            }};
}
template <auto Member>
constexpr ModelDimension ofLatent(std::string_view parameter) {
    return {parameter, false,
            [](const ModelArchitecture& model) -> std::int64_t { return model.latent ? (*model.latent).*Member : 0; },
            [](ModelArchitecture& model, std::int64_t value) {
                if (!model.latent && value != 0)
                    model.latent.emplace();
                if (model.latent)
                    (*model.latent).*Member = value;
            }};
}

constexpr auto kDimensions = std::to_array<ModelDimension>({
    {"model-gpt", true, [](const ModelArchitecture& model) -> std::int64_t { return model.isGpt() ? 1 : 0; },
     [](ModelArchitecture& model, std::int64_t value) {
         model.family = value != 0 ? ModelFamily::Gpt : ModelFamily::Llama;
     }},
    dimension<&ModelArchitecture::layers>("model-layers"),
    dimension<&ModelArchitecture::hidden>("model-hidden"),
    dimension<&ModelArchitecture::heads>("model-heads"),
    dimension<&ModelArchitecture::keyValueHeads>("model-kv-heads"),
    dimension<&ModelArchitecture::headDim>("model-head-dim"),
    dimension<&ModelArchitecture::ffn>("model-ffn"),
    dimension<&ModelArchitecture::vocabulary>("model-vocabulary"),
    flag<&ModelArchitecture::tiedEmbeddings>("model-tied"),
    flag<&ModelArchitecture::queryKeyValueBias>("model-qkv-bias"),
    flag<&ModelArchitecture::queryKeyNorm>("model-qk-norm"),
    flag<&ModelArchitecture::plainMlp>("model-plain-mlp"),
    flag<&ModelArchitecture::productBiases>("model-biases"),
    flag<&ModelArchitecture::attentionSinks>("model-sinks"),
    dimension<&ModelArchitecture::window>("model-window"),
    ofExperts<&ExpertLayers::experts>("model-experts"),
    ofExperts<&ExpertLayers::topK>("model-top-k"),
    ofExperts<&ExpertLayers::ffn>("model-expert-ffn"),
    ofExperts<&ExpertLayers::shared>("model-shared-experts"),
    ofExperts<&ExpertLayers::denseLayers>("model-dense-layers"),
    {"model-router-bias", true,
     [](const ModelArchitecture& model) -> std::int64_t { return model.moe && model.moe->routerBias ? 1 : 0; },
     [](ModelArchitecture& model, std::int64_t value) {
         if (model.moe)
             model.moe->routerBias = value != 0;
     }},
    ofLatent<&LatentAttention::queryRank>("model-q-rank"),
    ofLatent<&LatentAttention::keyValueRank>("model-kv-rank"),
    ofLatent<&LatentAttention::nopeDim>("model-nope-dim"),
    ofLatent<&LatentAttention::ropeDim>("model-rope-dim"),
    ofLatent<&LatentAttention::valueDim>("model-v-dim"),
});

bool isWhole(const ModelArchitecture& model) {
    if (model.layers < 1 || model.hidden < 1 || model.heads < 1 || model.keyValueHeads < 1 || model.headDim < 1 ||
        model.vocabulary < 1 || (model.ffn < 1 && !model.moe))
        return false;
    if (!headsShareEvenly(model.heads, model.keyValueHeads))
        return false;
    return !model.moe || (model.moe->topK >= 1 && model.moe->topK <= model.moe->experts && model.moe->ffn >= 1 &&
                          model.moe->denseLayers <= model.layers);
}

} // namespace

std::span<const ModelDimension> modelDimensions() { return kDimensions; }

bool hasOwnDimensions(const Workload& workload) {
    return std::ranges::any_of(workload.parameters,
                               [](const Parameter& each) { return each.name.starts_with(kPrefix); });
}

WorkloadModel modelOf(const Workload& workload) {
    const ModelPreset* preset = findModelPreset(workload.model);
    if (!hasOwnDimensions(workload))
        return WorkloadModel(WorkloadModel(), preset); // presets live as long as the program
    auto own = std::make_shared<ModelPreset>();
    if (preset)
        own->architecture = preset->architecture;
    own->architecture.name = workload.model;
    own->source = "entered for " + workload.name;
    for (const ModelDimension& each : kDimensions)
        if (const std::string* text = findParameter(workload.parameters, each.parameter)) {
            const auto value = plainNumber(*text);
            const ParameterLimits* known = findParameterLimits(each.parameter);
            RW_CHECK(known, "each dimension of a model has its limits");
            if (!value || !known->limits.contain(*value) || *value != std::floor(*value))
                return nullptr;
            each.set(own->architecture, static_cast<std::int64_t>(*value));
        }
    if (own->architecture.moe && own->architecture.moe->experts == 0)
        own->architecture.moe.reset();
    return isWhole(own->architecture) && isCountable(own->architecture) ? own : nullptr;
}

void setParameter(std::vector<Parameter>& parameters, std::string_view name, std::string value) {
    const auto it = std::ranges::find(parameters, name, &Parameter::name);
    if (value.empty()) {
        if (it != parameters.end())
            parameters.erase(it);
    } else if (it != parameters.end()) {
        it->value = std::move(value);
    } else {
        parameters.push_back({std::string(name), std::move(value)});
    }
}

void enterModel(Workload& workload, const ModelArchitecture& model) {
    workload.model = model.name;
    for (const ModelDimension& each : kDimensions)
        setParameter(workload.parameters, each.parameter, std::to_string(each.get(model)));
    setParameter(workload.parameters, "parameters", {});
}

void enterPreset(Workload& workload, const std::string& name) {
    workload.model = name;
    std::erase_if(workload.parameters, [](const Parameter& each) { return each.name.starts_with(kPrefix); });
    setParameter(workload.parameters, "parameters", {});
}

} // namespace rackwright
