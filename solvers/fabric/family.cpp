// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/family.h"

#include "model/base/nearest.h"
#include "solvers/fabric/family_params.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

using Generator = GeneratedFabric (*)(FamilyParams&);

struct FamilyRow {
    std::string_view name;  ///< as tables write it
    std::string_view brief; ///< for the command line
    Generator generator;
};

constexpr std::array kFamilies = {
    FamilyRow{"2-tier Clos (leaf-spine)", "leaf-spine", generateLeafSpine},
    FamilyRow{"3-tier Clos, plane-wise core", "3-tier Clos", generateThreeTier},
    FamilyRow{"k-ary 3-tier fat-tree", "fat-tree", generateFatTree},
    FamilyRow{"single switch", "one-switch", generateSingleSwitch},
    FamilyRow{"rail-only, one switch per rail", "rail-only", generateRailOnly},
    FamilyRow{"torus", "torus", generateTorus},
    FamilyRow{"hypercube", "cube", generateHypercube},
    FamilyRow{"HyperX / Hamming / flattened butterfly", "HyperX", generateHyperX},
    FamilyRow{"HyperX / Hamming", "flattened butterfly", generateHyperX},
    FamilyRow{"Dragonfly", "Dragonfly", generateDragonfly},
    FamilyRow{"Dragonfly+", "Dragonfly+", generateDragonflyPlus},
    FamilyRow{"rail-optimised 2-tier Clos", "rail-optimised", generateRailOptimised},
    FamilyRow{"rail-optimised 2-tier Clos, two planes", "two planes", generateTwoPlanes},
    FamilyRow{"rail-optimised 3-tier Clos", "rail-optimised 3-tier", generateRailOptimisedThreeTier},
    FamilyRow{"3-tier Clos, tapered top", "tapered top", generateTaperedTop},
};

/// Of these, sources tell facts to show and differ on what goes up from the leaves: there is nothing to generate.
constexpr std::array<std::string_view, 1> kShownOnly = {"rail-optimised dual-plane dual-ToR"};

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return made;
}

/// A torus is called by its dimensions or sides: "3D torus, odd".
bool isTorus(const std::string& name) {
    const std::string word = lower(name);
    return word == "torus" || word.starts_with("torus,") || word.ends_with("d torus") ||
           word.find("d torus,") != std::string::npos;
}

Generator generatorOf(const std::string& name) {
    if (isTorus(name))
        return generateTorus;
    for (const FamilyRow& row : kFamilies)
        if (lower(row.name) == lower(name) || lower(row.brief) == lower(name))
            return row.generator;
    return nullptr;
}

bool isShownOnly(const std::string& name) {
    return std::ranges::any_of(kShownOnly, [&](std::string_view shown) { return lower(shown) == lower(name); });
}

} // namespace

std::vector<std::string> fabricFamilies() {
    std::vector<std::string> names;
    for (const FamilyRow& row : kFamilies)
        names.emplace_back(row.name);
    return names;
}

Result<GeneratedFabric> generateFabric(const FamilyRequest& request) {
    if (isShownOnly(request.family))
        return inputError(Message("fabric.shown-only").with("family", request.family));
    const Generator generator = generatorOf(request.family);
    if (!generator) {
        std::vector<std::string> names = fabricFamilies();
        const std::vector<std::string> nearest = nearestWords(request.family, names);
        return inputError(Message("fabric.unknown-family")
                              .with("family", request.family)
                              .with("nearest", WordList{nearest.empty() ? names : nearest}));
    }
    FamilyParams params(request);
    GeneratedFabric made = generator(params);
    demandSums(params, made.graph);
    if (auto problem = params.problem())
        return *problem;
    return made;
}

} // namespace rackwright
