// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The accelerator systems that can answer a question: of the catalogue those that are sold, with what the bounds of a
// search ask of them. What a person leaves out (names, vendors, cooling, power of a rack) is told as the reason.

#include "solvers/recipes/recipe.h"
#include "solvers/sizing/question.h"

namespace rackwright {

/// What a search draws on: parts and cost lines for recipes, the systems and storage products of the catalogue.
struct SizingSource {
    RecipeSource recipes;
    std::vector<PartPtr> systems; ///< accelerator nodes and rack-scale systems
    std::vector<PartPtr> storage;
    std::string today; ///< ISO 8601: the date of what a design records as stated
};

/// Whether a part belongs to `systems` or `storage` of a source.
bool isSizingSystem(PartCategory category);
bool isSizingStorage(PartCategory category);

/// One system that nodes are counted in.
struct SizingSystem {
    PartPtr node;
    PartPtr accelerator;
    std::string name;               ///< "DGX H200"
    std::string type;               ///< of the accelerator, "H200"
    std::vector<std::string> words; ///< that name it, in lower case, without types of other accelerators
    std::int64_t accelerators = 0;  ///< of a node
    bool isRackScale = false;
    double watts = 0;           ///< of a node, maximum, else typical; 0: nobody knows
    bool isPowerStated = false; ///< by somebody who measured or sells it
    double liquidShare = 0;
    std::int64_t rackUnits = 0;
    double memory = 0;          ///< bytes of an accelerator
    double memoryBandwidth = 0; ///< bytes/s
    double peak = 0;            ///< FLOP/s, dense, BF16

    /// Nodes of a rack that its power (0: not limited) and height allow.
    std::int64_t mostInRack(double rackPower) const;
};

/// All systems of the source with accelerators that train or serve, in the order of the catalogue.
std::vector<SizingSystem> sizingSystems(const SizingSource& source);

/// The limits of the question that leave the system out whatever its count; empty: none does.
std::vector<SizingLimit> limitsAgainst(const SizingSystem& system, const SizingQuestion& question);

/// The accelerator's type as people call it: "H200" of "H200", "MI300X" of "Instinct MI300X".
std::string acceleratorType(const Part& accelerator);

} // namespace rackwright
