// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/model_size.h"

#include "model/base/letter_case.h"
#include "model/units/number_text.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>

namespace rackwright {

namespace {

constexpr double kFarthest = 1.0 / 3; // of the size that was said

/// "70b", "1.8T": a number with the letter of its thousands.
std::optional<double> sizeOf(const std::string& word) {
    if (word.size() < 2)
        return std::nullopt;
    const char unit = word.back();
    const double factor = unit == 'm' ? 1e6 : unit == 'b' ? 1e9 : unit == 't' ? 1e12 : 0;
    const auto number = plainNumber(word.substr(0, word.size() - 1));
    return factor > 0 && number && *number > 0 ? std::optional(*number * factor) : std::nullopt;
}

/// "1T MoE, 32B active": sizes of a mixture, of all its parameters (0: not said) and of those that a token takes.
struct MixtureSize {
    double total = 0, active = 0;
};
std::optional<MixtureSize> mixtureSaid(std::string_view words) {
    MixtureSize mixture;
    double last = 0;
    std::string word;
    for (std::size_t i = 0; i <= words.size(); ++i) {
        const char c = i < words.size() ? words[i] : ' ';
        if (std::isalnum(static_cast<unsigned char>(c)) || c == '.') {
            word += lowerCase(c);
            continue;
        }
        if (const auto size = sizeOf(word)) {
            mixture.total = std::max(mixture.total, *size);
            last = *size;
        } else if ((word == "active" || word == "activated") && last > 0) {
            mixture.active = last;
        }
        word.clear();
    }
    if (mixture.active <= 0)
        return std::nullopt;
    if (mixture.total <= mixture.active)
        mixture.total = 0;
    return mixture;
}

const ModelPreset* presetOfMixture(const MixtureSize& said) {
    const ModelPreset* nearest = nullptr;
    double least = std::log1p(kFarthest);
    for (const ModelPreset& preset : modelPresets()) {
        if (!preset.architecture.moe)
            continue;
        const auto away = [](std::int64_t has, double wanted) {
            return wanted > 0 ? std::abs(std::log(static_cast<double>(has) / wanted)) : 0;
        };
        const double far = std::max(away(activeParameters(preset.architecture), said.active),
                                    away(totalParameters(preset.architecture), said.total));
        if (far < least) {
            least = far;
            nearest = &preset;
        }
    }
    return nearest;
}

} // namespace

std::optional<double> sizeSaid(std::string_view words) {
    // Words that say nothing of which model it is.
    constexpr auto kFiller = std::to_array<std::string_view>(
        {"a", "an", "the", "our", "own", "some", "dense", "model", "llm", "parameter", "parameters", "language"});
    std::string word;
    std::optional<double> size;
    for (std::size_t i = 0; i <= words.size(); ++i) {
        const char c = i < words.size() ? words[i] : ' ';
        if (c != ' ' && c != '-') {
            word += lowerCase(c);
            continue;
        }
        if (const auto said = sizeOf(word); said && !size)
            size = said;
        else if (!word.empty() && std::ranges::find(kFiller, word) == kFiller.end())
            return std::nullopt;
        word.clear();
    }
    return size;
}

const ModelPreset* presetOfSize(std::string_view words) {
    if (const std::optional<MixtureSize> mixture = mixtureSaid(words))
        return presetOfMixture(*mixture);
    const std::optional<double> size = sizeSaid(words);
    if (!size)
        return nullptr;
    const ModelPreset* nearest = nullptr;
    double least = std::log1p(kFarthest);
    for (const ModelPreset& preset : modelPresets()) {
        const double far = std::abs(std::log(static_cast<double>(totalParameters(preset.architecture)) / *size));
        if (!preset.architecture.moe && far < least) {
            least = far;
            nearest = &preset;
        }
    }
    return nearest;
}

std::vector<Parameter> dimensionsOfSize(double parameters) {
    // Blocks of a dense transformer hold about 12 parameters for each square of the width; widths are about 110 times
    // the number of blocks (Kaplan et al. 2020, arXiv 2001.08361, find the shape to matter little around it).
    constexpr double kOfSquare = 12, kWidthOfLayer = 110, kHead = 128, kVocabulary = 128'256, kKeyHeads = 8;
    const double layers =
        std::max(2.0, std::round(std::cbrt(parameters / (kOfSquare * kWidthOfLayer * kWidthOfLayer))));
    const double heads = std::max(kKeyHeads, kKeyHeads * std::round(kWidthOfLayer * layers / (kHead * kKeyHeads)));
    const double width = heads * kHead;
    // What attention and the embeddings leave is the feed-forward part, of three matrices a block.
    const double attention = layers * width * width * (2 + 2 * kKeyHeads / heads);
    const double rest = std::max(0.1 * parameters, parameters - attention - 2 * kVocabulary * width);
    const double inner = 256 * std::max(1.0, std::round(rest / (3 * layers * width * 256)));
    std::vector<Parameter> dimensions;
    for (const auto& [name, value] : {std::pair("model-layers", layers), std::pair("model-hidden", width),
                                      std::pair("model-heads", heads), std::pair("model-kv-heads", kKeyHeads),
                                      std::pair("model-ffn", inner), std::pair("model-vocabulary", kVocabulary)})
        dimensions.push_back({name, shortestDigits(value)});
    return dimensions;
}

} // namespace rackwright
