// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/families/family.h"

#include "model/base/letter_case.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "solvers/families/family_params.h"

#include <algorithm>
#include <array>
#include <span>

namespace rackwright {

namespace {

using Generator = GeneratedFabric (*)(FamilyParams&);

struct FamilyRow {
    std::string_view name;    ///< as tables write it
    std::string_view brief;   ///< for the command line
    std::string_view example; ///< parameters of one that can be built, as tables write them
    Generator generator;
    std::string_view options = {}; ///< keys that it takes beside those
};

constexpr std::array kFamilies = {
    FamilyRow{"2-tier Clos (leaf-spine)", "leaf-spine",
              "leaves=8;hosts_per_leaf=16;spines=4;links_per_leaf_spine_pair=4", generateLeafSpine, "uplinks_per_leaf"},
    FamilyRow{
        "3-tier Clos, plane-wise core", "3-tier Clos",
        "pods=4;leaves_per_pod=8;hosts_per_leaf=16;spines_per_pod=16;cores_per_plane=8;links_per_spine_core_pair=1",
        generateThreeTier},
    FamilyRow{"k-ary 3-tier fat-tree", "fat-tree", "k=8", generateFatTree},
    FamilyRow{"single switch", "one-switch", "hosts=48", generateSingleSwitch},
    FamilyRow{"rail-only, one switch per rail", "rail-only", "nodes=16;rails=8", generateRailOnly},
    FamilyRow{"torus", "torus", "dims=8x8x4;endpoints_per_router=1", generateTorus},
    FamilyRow{"hypercube", "cube", "d=8;endpoints_per_router=1", generateHypercube},
    FamilyRow{"HyperX / Hamming / flattened butterfly", "HyperX", "q=8;dims=2;endpoints_per_router=8", generateHyperX},
    FamilyRow{"HyperX / Hamming", "flattened butterfly", "q=4;dims=3;endpoints_per_router=4", generateHyperX},
    FamilyRow{"Dragonfly", "Dragonfly", "a=4;h=2;p=2;g=9", generateDragonfly, "links_per_group_pair"},
    FamilyRow{"Dragonfly+", "Dragonfly+", "leaves=4;spines=4;hosts_per_leaf=4;groups=5;global_links_per_spine=4",
              generateDragonflyPlus, "links_per_group_pair links_per_leaf_spine_pair"},
    FamilyRow{"SlimFly", "Slim Fly", "q=5", generateSlimFly, "p"},
    FamilyRow{"rail-optimised 2-tier Clos", "rail-optimised", "SU=2;nodes_per_SU=32;rails=8;radix=64",
              generateRailOptimised, "spines uplinks_per_leaf oversub one_node_removed_for_UFM ufm_links"},
    FamilyRow{"rail-optimised 2-tier Clos, two planes", "two planes",
              "SU=1;nodes_per_SU=64;rails=8;planes=2;gpu_links_per_plane=1x400GbE;switch=64x800GbE", generateTwoPlanes,
              "spines uplinks_per_leaf"},
    FamilyRow{"rail-optimised 3-tier Clos", "rail-optimised 3-tier", "SU=8;nodes_per_SU=32;rails=8;radix=64",
              generateRailOptimisedThreeTier,
              "spines cores spine_uplinks uplinks_per_leaf oversub one_node_removed_for_UFM ufm_links"},
    FamilyRow{"3-tier Clos, tapered top", "tapered top", "pods=4;gpus_per_pod=1024;racks_per_pod=16;top_oversub=7",
              generateTaperedTop},
};

/// Of these, sources tell facts to show and differ on what goes up from the leaves: there is nothing to generate.
constexpr std::array<std::string_view, 1> kShownOnly = {"rail-optimised dual-plane dual-ToR"};

/// A torus is called by its dimensions or sides: "3D torus, odd".
bool isTorus(const std::string& name) {
    const std::string word = lowerCase(name);
    return word == "torus" || word.starts_with("torus,") || word.ends_with("d torus") ||
           word.find("d torus,") != std::string::npos;
}

Generator generatorOf(const std::string& name) {
    if (isTorus(name))
        return generateTorus;
    for (const FamilyRow& row : kFamilies)
        if (lowerCase(row.name) == lowerCase(name) || lowerCase(row.brief) == lowerCase(name))
            return row.generator;
    return nullptr;
}

bool isShownOnly(const std::string& name) {
    return std::ranges::any_of(kShownOnly, [&](std::string_view shown) { return lowerCase(shown) == lowerCase(name); });
}

using FitsLimit = bool (FabricSize::*)() const;

/// "12" or "4x4x8" with no number above `cap`.
std::string capped(const std::string& text, std::int64_t cap) {
    std::string made;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('x', at), text.size());
        const double value = plainNumber(std::string_view(text).substr(at, end - at)).value_or(0);
        made.append(made.empty() ? "" : "x").append(std::to_string(std::min(cap, static_cast<std::int64_t>(value))));
        at = end + 1;
    }
    return made;
}

FamilyRequest cappedRequest(const FamilyRequest& request, std::span<const std::string> keys, std::int64_t cap) {
    FamilyRequest made = request;
    for (const std::string& key : keys)
        made.params[key] = capped(made.params[key], cap);
    return made;
}

/// The largest values of some keys, all others kept, that a limit takes: "k=200". Empty when none near it is possible.
std::string largestOf(std::span<const std::string> keys, const FamilyRequest& request, Generator generator,
                      FitsLimit fits) {
    const auto isPossible = [&](std::int64_t cap, bool isSound) {
        const FamilyRequest smaller = cappedRequest(request, keys, cap);
        FamilyParams params(smaller, FamilyParams::Extent::CountedOnly);
        generator(params);
        return (params.size().*fits)() && (!isSound || !params.problem());
    };
    std::int64_t low = 0, high = FamilyParams::kLargestValue; // the first fits, the second does not
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (isPossible(middle, false) ? low : high) = middle;
    }
    // Not every value below can be divided as the family needs it.
    constexpr std::int64_t kSteps = 4'096;
    const std::int64_t least = std::max<std::int64_t>(1, low - kSteps);
    while (low >= least && !isPossible(low, true))
        --low;
    std::string words;
    if (low >= least)
        for (const auto& [key, value] : cappedRequest(request, keys, low).params)
            if (value != request.params.find(key)->second)
                words.append(words.empty() ? "" : ";").append(key).append("=").append(value);
    return words;
}

/// Smaller requests that a limit takes: one key changed, or where that is not enough, all of them.
WordList nearestSmaller(const FamilyRequest& request, Generator generator, const FamilyParams& asked, FitsLimit fits) {
    WordList nearest;
    const std::vector<std::string>& keys = asked.sizeKeys();
    const auto add = [&](std::span<const std::string> some) {
        if (std::string words = largestOf(some, request, generator, fits); !words.empty())
            nearest.words.push_back(std::move(words));
    };
    for (std::size_t i = 0; i < keys.size(); ++i)
        add(std::span(keys).subspan(i, 1));
    if (nearest.words.empty())
        add(keys);
    return nearest;
}

std::vector<std::string> familyNames() {
    std::vector<std::string> names;
    for (const FamilyRow& row : kFamilies)
        names.emplace_back(row.name);
    return names;
}

} // namespace

std::vector<FamilyExample> familyExamples() {
    std::vector<FamilyExample> made;
    for (const FamilyRow& row : kFamilies)
        made.push_back({row.name, row.example, row.options});
    return made;
}

Result<GeneratedFabric> countFabric(const FamilyRequest& request) {
    if (isShownOnly(request.family))
        return inputError(Message("fabric.shown-only").with("family", request.family));
    const Generator generator = generatorOf(request.family);
    if (!generator) {
        std::vector<std::string> names = familyNames();
        const std::vector<std::string> nearest = nearestWords(request.family, names);
        return inputError(Message("fabric.unknown-family")
                              .with("family", request.family)
                              .with("nearest", WordList{nearest.empty() ? names : nearest}));
    }
    FamilyParams params(request);
    GeneratedFabric made = generator(params);
    if (params.isDrawn())
        demandCapacity(params, made.graph);
    const auto problem = params.problem();
    if (problem && problem->message.id == kOverCount)
        return inputError(params.size().refusal(std::string(kOverCount),
                                                nearestSmaller(request, generator, params, &FabricSize::isCountable)));
    if (problem)
        return *problem;
    if (!params.isDrawn())
        made.undrawn = params.size().refusal("fabric.not-drawn",
                                             nearestSmaller(request, generator, params, &FabricSize::isDrawable));
    return made;
}

Result<GeneratedFabric> generateFabric(const FamilyRequest& request) {
    Result<GeneratedFabric> made = countFabric(request);
    if (made && made->undrawn)
        return inputError(*made->undrawn);
    return made;
}

} // namespace rackwright
