// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/model_config.h"

#include "model/file/json_break.h"
#include "model/units/number_text.h"
#include "solvers/workload/parameter_count.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#include <simdjson.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

constexpr std::size_t kLargestText = std::size_t{1} << 20;
constexpr double kLargestField = 1e9;

/// What the type of a model says beyond its dimensions (transformers, configuration classes of these types).
struct ModelType {
    std::string_view name;
    ModelFamily family = ModelFamily::Llama;
    bool tiedUnlessSaid = false;
    bool queryKeyValueBias = false;
    bool queryKeyNorm = false;
    bool routerBias = false;
    bool plainMlp = false;
    bool productBiases = false; ///< and sinks, and a window in every second layer
};

constexpr auto kTypes = std::to_array<ModelType>({
    {"llama", ModelFamily::Llama, false, false, false, false},
    {"mistral", ModelFamily::Llama, false, false, false, false},
    {"mixtral", ModelFamily::Llama, false, false, false, false},
    {"qwen2", ModelFamily::Llama, false, true, false, false},
    {"qwen3", ModelFamily::Llama, false, false, true, false},
    {"qwen3_moe", ModelFamily::Llama, false, false, true, false},
    {"deepseek_v3", ModelFamily::Llama, false, false, false, true},
    {"kimi_k2", ModelFamily::Llama, false, false, false, true},
    {"nemotron", ModelFamily::Llama, false, false, false, false, true},
    {"gpt_oss", ModelFamily::Llama, false, false, false, false, false, true},
    {"gpt2", ModelFamily::Gpt, true, false, false, false},
});

using JsonObject = simdjson::dom::object;

/// A field of the text as an editor shows it.
struct ConfigPlace {
    std::int64_t line = 1;
    std::string value; ///< its beginning, as written
};

std::int64_t lineAt(std::string_view text, std::size_t offset) {
    return std::ranges::count(text.substr(0, offset), '\n') + 1;
}

// The last of the name: what says it of the language part stands behind other parts.
ConfigPlace configPlaceOf(std::string_view json, std::string_view name) {
    constexpr std::size_t kShown = 30;
    const std::size_t at = json.rfind("\"" + std::string(name) + "\"");
    if (at == std::string_view::npos)
        return {};
    const std::size_t from = json.find_first_not_of(": \t\r\n", at + name.size() + 2);
    const std::size_t end = json.find_first_of(",}] \t\r\n", from);
    return {lineAt(json, at), from == std::string_view::npos
                                  ? std::string()
                                  : std::string(json.substr(from, std::min(end - from, kShown)))};
}

/// Reads counts by the first of their names that is there.
class ConfigReader {
public:
    ConfigReader(const JsonObject& object, std::string_view text) : m_object(object), m_text(text) {}

    std::int64_t count(std::initializer_list<const char*> names, std::optional<std::int64_t> otherwise = std::nullopt) {
        for (const char* name : names) {
            simdjson::dom::element value;
            if (m_object[name].get(value) != simdjson::SUCCESS || value.is_null())
                continue;
            double number = -1;
            if (value.get(number) != simdjson::SUCCESS || number < 0 || number > kLargestField ||
                number != std::floor(number))
                refuseCount(name);
            return static_cast<std::int64_t>(std::clamp(number, 0.0, kLargestField));
        }
        if (!otherwise)
            refuse("workload.config-missing", *names.begin());
        return otherwise.value_or(0);
    }
    /// As count(), and 0 is refused by the name that says it.
    std::int64_t countFromOne(std::initializer_list<const char*> names,
                              std::optional<std::int64_t> otherwise = std::nullopt) {
        const std::int64_t value = count(names, otherwise);
        for (const char* name : names)
            if (value == 0 && has(name))
                refuse("workload.config-zero", name);
        return value;
    }
    bool flag(const char* name, bool otherwise) {
        bool value = otherwise;
        if (has(name) && m_object[name].get(value) != simdjson::SUCCESS)
            refuse("workload.config-no-flag", name);
        return value;
    }
    bool has(const char* name) const {
        simdjson::dom::element value;
        return m_object[name].get(value) == simdjson::SUCCESS && !value.is_null();
    }
    const std::optional<Error>& error() const { return m_error; }
    void refuseCount(std::string_view name) {
        const ConfigPlace place = configPlaceOf(m_text, name);
        refuse(inputError(Message("workload.config-no-count")
                              .with("name", name)
                              .with("line", place.line)
                              .with("value", place.value)
                              .with("most", static_cast<std::int64_t>(kLargestField))));
    }
    void refuse(const char* id, std::string_view name) { refuse(inputError(Message(id).with("name", name))); }
    void refuse(Error error) {
        if (!m_error)
            m_error = std::move(error);
    }
    /// The first of the names that is there, else the first.
    std::string_view said(std::initializer_list<const char*> names) const {
        const auto it = std::ranges::find_if(names, [this](const char* name) { return has(name); });
        return it == names.end() ? *names.begin() : *it;
    }

private:
    JsonObject m_object;
    std::string_view m_text;
    std::optional<Error> m_error;
};

std::optional<ExpertLayers> expertsOf(ConfigReader& reader, const ModelType& type, std::int64_t ffn) {
    const std::int64_t experts = reader.count({"n_routed_experts", "num_experts", "num_local_experts"}, 0);
    if (experts == 0)
        return std::nullopt;
    if (reader.count({"decoder_sparse_step", "moe_layer_freq"}, 1) != 1)
        reader.refuse("workload.config-unsupported", "decoder_sparse_step");
    return ExpertLayers{experts,
                        reader.countFromOne({"num_experts_per_tok", "experts_per_token"}),
                        reader.countFromOne({"moe_intermediate_size"}, ffn),
                        reader.count({"n_shared_experts"}, 0),
                        reader.count({"first_k_dense_replace"}, 0),
                        type.routerBias};
}

std::optional<LatentAttention> latentOf(ConfigReader& reader) {
    if (!reader.has("kv_lora_rank"))
        return std::nullopt;
    return LatentAttention{reader.count({"q_lora_rank"}, 0), reader.count({"kv_lora_rank"}),
                           reader.count({"qk_nope_head_dim"}), reader.count({"qk_rope_head_dim"}),
                           reader.count({"v_head_dim"})};
}

void checkHeads(ConfigReader& reader, const ModelArchitecture& model) {
    const std::string_view heads = reader.said({"num_attention_heads", "n_head"});
    if (!reader.error() && !headsShareEvenly(model.heads, model.keyValueHeads))
        reader.refuse(unevenHeads("num_key_value_heads", model.keyValueHeads, heads, model.heads));
    const bool hasOwnWidth = reader.has("head_dim") || model.latent; // else a head is its share of the hidden size
    if (!reader.error() && !hasOwnWidth && model.hidden % model.heads != 0)
        reader.refuse(unevenHeads(heads, model.heads, reader.said({"hidden_size", "n_embd"}), model.hidden));
}

void checkExperts(ConfigReader& reader, const ModelArchitecture& model) {
    const auto more = [&](std::string_view part, std::int64_t value, std::string_view whole, std::int64_t number) {
        if (value > number)
            reader.refuse(inputError(Message("workload.config-more")
                                         .with("part", part)
                                         .with("value", value)
                                         .with("whole", whole)
                                         .with("number", number)));
    };
    if (!model.moe)
        return;
    more("first_k_dense_replace", model.moe->denseLayers, reader.said({"num_hidden_layers", "n_layer"}), model.layers);
    more(reader.said({"num_experts_per_tok", "experts_per_token"}), model.moe->topK,
         reader.said({"n_routed_experts", "num_experts", "num_local_experts"}), model.moe->experts);
}

ModelArchitecture architectureOf(ConfigReader& reader, const ModelType& type) {
    ModelArchitecture model;
    model.family = type.family;
    model.layers = reader.countFromOne({"num_hidden_layers", "n_layer"});
    model.hidden = reader.countFromOne({"hidden_size", "n_embd"});
    model.heads = reader.countFromOne({"num_attention_heads", "n_head"});
    model.keyValueHeads = reader.countFromOne({"num_key_value_heads"}, model.heads);
    model.headDim = reader.countFromOne({"head_dim"}, model.heads > 0 ? model.hidden / model.heads : 0);
    model.ffn = type.family == ModelFamily::Gpt ? reader.count({"n_inner"}, 4 * model.hidden)
                                                : reader.count({"intermediate_size"});
    model.vocabulary = reader.countFromOne({"vocab_size"});
    model.tiedEmbeddings = reader.flag("tie_word_embeddings", type.tiedUnlessSaid);
    model.queryKeyValueBias = type.queryKeyValueBias || reader.flag("attention_bias", false);
    model.queryKeyNorm = type.queryKeyNorm;
    model.plainMlp = type.plainMlp;
    model.productBiases = model.attentionSinks = type.productBiases;
    model.window = type.productBiases ? reader.count({"sliding_window"}, 0) : 0;
    model.latent = latentOf(reader);
    model.moe = expertsOf(reader, type, model.ffn);
    checkHeads(reader, model);
    checkExperts(reader, model);
    return model;
}

std::string textOf(const JsonObject& object, const char* name) {
    std::string_view text;
    return object[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

// The parser refuses a whole text for one number of more digits than it keeps, or beyond its greatest: that of the
// first such field.
std::string fieldOfLongNumber(std::string_view json) {
    constexpr std::size_t kMostDigits = 19;
    std::string_view lastText;
    for (std::size_t at = 0; at < json.size();) {
        if (json[at] == '"') {
            std::size_t end = at + 1;
            while (end < json.size() && json[end] != '"')
                end += json[end] == '\\' ? 2 : 1;
            lastText = json.substr(at + 1, std::min(end, json.size()) - at - 1);
            at = end + 1;
        } else if (json[at] >= '0' && json[at] <= '9') {
            const std::string_view rest = json.substr(at);
            const std::string_view digits = rest.substr(0, rest.find_first_not_of("0123456789"));
            const std::string_view number = rest.substr(0, rest.find_first_not_of("0123456789+-.eE"));
            if (digits.size() > kMostDigits || !plainNumber(number))
                return std::string(lastText);
            at += number.size();
        } else {
            ++at;
        }
    }
    return {};
}

Error brokenText(std::string_view json) {
    const std::optional<TextPlace> place = jsonBreak(json);
    return inputError(place ? Message("workload.config-broken").with("line", place->line)
                            : Message("workload.config-no-json"));
}

WordList knownTypes() {
    WordList known;
    for (const ModelType& one : kTypes)
        known.words.emplace_back(one.name);
    return known;
}

Error unknownType(const std::string& type) {
    return inputError(Message("workload.config-type").with("type", type).with("known", knownTypes()));
}

Error unsaidType() { return inputError(Message("workload.config-no-type").with("known", knownTypes())); }

} // namespace

bool headsShareEvenly(std::int64_t heads, std::int64_t keyValueHeads) {
    return heads > 0 && keyValueHeads > 0 && heads % keyValueHeads == 0;
}

Error unevenHeads(std::string_view factor, std::int64_t value, std::string_view whole, std::int64_t number) {
    return inputError(Message("workload.uneven-heads")
                          .with("factor", factor)
                          .with("value", value)
                          .with("whole", whole)
                          .with("number", number));
}

Result<ModelArchitecture> readModelConfig(std::string_view json) {
    if (json.size() > kLargestText)
        return inputError(Message("workload.config-too-large"));
    simdjson::dom::parser parser;
    JsonObject root;
    if (const auto code = parser.parse(simdjson::padded_string(json)).get(root); code != simdjson::SUCCESS) {
        const bool isNumber = code == simdjson::NUMBER_ERROR;
        if (const std::string name = isNumber ? fieldOfLongNumber(json) : std::string(); !name.empty())
            return inputError(
                Message("workload.config-long-number").with("name", name).with("line", configPlaceOf(json, name).line));
        return brokenText(json);
    }
    JsonObject object = root;
    if (JsonObject text; root["text_config"].get(text) == simdjson::SUCCESS)
        object = text; // a model that also sees: its language part
    const std::string typeName = textOf(object, "model_type");
    if (object["model_type"].error() == simdjson::NO_SUCH_FIELD)
        return unsaidType();
    const auto type = std::ranges::find(kTypes, typeName, &ModelType::name);
    if (type == kTypes.end())
        return unknownType(typeName);
    ConfigReader reader(object, json);
    ModelArchitecture model = architectureOf(reader, *type);
    model.name = textOf(root, "_name_or_path");
    if (reader.error())
        return *reader.error();
    if (!isCountable(model))
        return tooManyParameters();
    return model;
}

} // namespace rackwright
