// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/model_presets.h"

#include "model/base/check.h"
#include "model/base/letter_case.h"
#include "model/base/nearest.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace embedded {
extern const std::string_view modelPresetTable;
} // namespace embedded

namespace {

constexpr std::string_view kLatentColumn = "mla_q_rank/kv_rank/nope/rope/v";
constexpr double kLargestCount = 1e9;

std::vector<std::string> parts(std::string_view text, char separator) {
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        found.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return found;
}

/// Cells of a row as counts; remembers whether one of them was none.
class PresetRow {
public:
    PresetRow(const CsvTable& table, std::size_t row) : m_table(table), m_row(row) {}

    const std::string& text(std::string_view column) const { return m_table.cell(m_row, column); }
    std::int64_t countOf(std::string_view text) {
        const auto value = plainNumber(text);
        if (!value || *value != std::floor(*value) || *value < 0 || *value > kLargestCount) {
            m_isGood = false;
            return 0;
        }
        return static_cast<std::int64_t>(*value);
    }
    std::int64_t count(std::string_view column) { return countOf(text(column)); }
    bool isGood() const { return m_isGood; }
    void refuse() { m_isGood = false; }

private:
    const CsvTable& m_table;
    std::size_t m_row;
    bool m_isGood = true;
};

std::optional<LatentAttention> latentOf(PresetRow& row) {
    const std::vector<std::string> ranks = parts(row.text(kLatentColumn), '/');
    if (ranks.empty())
        return std::nullopt;
    if (ranks.size() != 5) {
        row.refuse();
        return std::nullopt;
    }
    return LatentAttention{row.countOf(ranks[0]), row.countOf(ranks[1]), row.countOf(ranks[2]), row.countOf(ranks[3]),
                           row.countOf(ranks[4])};
}

ModelPreset presetOf(PresetRow& row) {
    ModelPreset preset;
    ModelArchitecture& model = preset.architecture;
    model.name = row.text("model");
    preset.aliases = parts(row.text("aliases"), '|');
    preset.source = row.text("source");
    model.family = row.text("family") == "gpt" ? ModelFamily::Gpt : ModelFamily::Llama;
    model.layers = row.count("layers");
    model.hidden = row.count("hidden");
    model.heads = row.count("heads");
    model.keyValueHeads = row.count("kv_heads");
    model.headDim = row.count("head_dim");
    model.ffn = row.count("ffn");
    model.vocabulary = row.count("vocab");
    model.tiedEmbeddings = row.count("tied_embeddings") == 1;
    const std::vector<std::string> flags = parts(row.text("flags"), '|');
    const auto has = [&](std::string_view flag) { return std::ranges::find(flags, flag) != flags.end(); };
    model.queryKeyValueBias = has("qkv-bias");
    model.queryKeyNorm = has("qk-norm");
    model.plainMlp = has("plain-mlp");
    model.productBiases = has("biases");
    model.attentionSinks = has("sinks");
    for (const std::string& flag : flags) // "window:128"
        if (flag.starts_with("window:"))
            model.window = row.countOf(std::string_view(flag).substr(7));
    model.latent = latentOf(row);
    if (!row.text("experts").empty())
        model.moe = ExpertLayers{row.count("experts"),        row.count("top_k"),        row.count("moe_ffn"),
                                 row.count("shared_experts"), row.count("dense_layers"), has("router-bias")};
    if (model.name.empty() || preset.source.empty() || model.layers == 0 || model.hidden == 0 || model.heads == 0)
        row.refuse();
    return preset;
}

} // namespace

Result<std::vector<ModelPreset>> readModelPresets(std::string_view csv) {
    const Result<CsvTable> table = CsvTable::read(csv);
    if (!table)
        return table.error();
    std::vector<ModelPreset> presets;
    for (std::size_t i = 0; i < table->size(); ++i) {
        PresetRow row(*table, i);
        presets.push_back(presetOf(row));
        if (!row.isGood())
            return inputError(Message("workload.bad-preset").with("line", table->line(i)));
    }
    return presets;
}

std::span<const ModelPreset> modelPresets() {
    static const std::vector<ModelPreset> presets = [] {
        Result<std::vector<ModelPreset>> read = readModelPresets(embedded::modelPresetTable);
        RW_CHECK(read.has_value(), "the table of models is read by a test at each build");
        return std::move(*read);
    }();
    return presets;
}

namespace {

// "meta-llama/Meta-Llama-3.1-8B-Instruct", "llama 3.1 8b" and "Llama-3.1-8B" are one architecture: publishers, tuning,
// spaces, hyphens and case say nothing of it.
std::string plainModelName(std::string_view name) {
    if (const std::size_t publisher = name.rfind('/'); publisher != std::string_view::npos && publisher + 2 < name.size())
        if (std::ranges::none_of(name.substr(publisher + 1, 1), [](char c) { return c >= '0' && c <= '9'; }))
            name = name.substr(publisher + 1);
    if (const std::size_t version = name.find_last_of("vV"); version != std::string_view::npos && version > 0) {
        const std::string_view digits = name.substr(version + 1); // "v0.3" of the weights; "V3" is of the architecture
        if (digits.find('.') != std::string_view::npos &&
            digits.find_first_not_of("0123456789.") == std::string_view::npos)
            name = name.substr(0, version);
    }
    std::string plain;
    for (const char c : lowerCase(name))
        if (c != ' ' && c != '-' && c != '_' && c != '.')
            plain.push_back(c);
    for (bool isShorter = true; isShorter;) {
        isShorter = false;
        for (const std::string_view end : {"instruct", "chat", "base", "hf", "it"})
            if (plain.size() > end.size() + 3 && plain.ends_with(end)) {
                plain.erase(plain.size() - end.size());
                isShorter = true;
            }
    }
    constexpr std::string_view kMeta = "metallama";
    if (plain.starts_with(kMeta))
        plain.erase(0, 4);
    return plain;
}

} // namespace

const ModelPreset* findModelPreset(std::string_view name) {
    const std::span<const ModelPreset> presets = modelPresets();
    const auto isOf = [&](const ModelPreset& preset, const auto& isName) {
        return isName(preset.architecture.name) || std::ranges::any_of(preset.aliases, isName);
    };
    const auto exact = std::ranges::find_if(
        presets, [&](const ModelPreset& preset) { return isOf(preset, [&](const std::string& one) { return one == name; }); });
    if (exact != presets.end())
        return &*exact;
    const std::string plain = plainModelName(name);
    const auto near = std::ranges::find_if(presets, [&](const ModelPreset& preset) {
        return isOf(preset, [&](const std::string& one) { return plainModelName(one) == plain; });
    });
    return plain.empty() || near == presets.end() ? nullptr : &*near;
}

WordList nearestPresets(std::string_view name) {
    std::vector<std::string> known;
    for (const ModelPreset& preset : modelPresets())
        known.push_back(preset.architecture.name);
    const std::vector<std::string> near = nearestWords(name, known);
    return WordList{near.empty() ? known : near};
}

Result<ModelArchitecture> modelOfName(std::string_view name) {
    if (const ModelPreset* preset = findModelPreset(name))
        return preset->architecture;
    return inputError(Message("workload.unknown-model").with("model", name).with("nearest", nearestPresets(name)));
}

} // namespace rackwright
