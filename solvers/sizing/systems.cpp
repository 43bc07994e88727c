// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/systems.h"

#include "model/parts/components.h"
#include "solvers/recipes/cluster_builder.h"
#include "solvers/sizing/said_measures.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr double kRackUnitsOfRack = 48; // of the rack that clusters stand in
constexpr double kMostLiquidOfAir = 0.01;

bool namesAll(const std::vector<std::string>& name, const std::vector<std::string>& wanted) {
    // "H100s" are several of H100.
    return std::ranges::all_of(wanted, [&name](const std::string& word) {
        return std::ranges::any_of(name, [&word](const std::string& one) {
            return one == word || (word.size() == one.size() + 1 && word.back() == 's' && word.starts_with(one));
        });
    });
}

/// Words of vendor, name and type. A server that is sold with several accelerators is here with one of them: the others
/// in its name do not name it.
void nameSystems(std::vector<SizingSystem>& systems) {
    std::set<std::string> types;
    for (const SizingSystem& system : systems)
        if (const std::vector<std::string> words = nameWords(system.type); words.size() == 1)
            types.insert(words.front());
    for (SizingSystem& system : systems) {
        const std::vector<std::string> type = nameWords(system.type);
        system.words = nameWords(system.node->vendor + " " + system.name);
        std::erase_if(system.words, [&](const std::string& word) {
            return types.contains(word) && std::ranges::find(type, word) == type.end();
        });
        system.words.insert(system.words.end(), type.begin(), type.end());
    }
}

bool isBy(const SizingSystem& system, const std::vector<std::string>& vendors) {
    const std::vector<std::string> names = nameWords(system.node->vendor + " " + system.accelerator->vendor);
    return std::ranges::any_of(
        vendors, [&names](const std::string& vendor) { return std::ranges::find(names, vendor) != names.end(); });
}

} // namespace

bool isSizingSystem(PartCategory category) {
    return category == PartCategory::GpuNode || category == PartCategory::PcieGpuNode ||
           category == PartCategory::RackScaleSystem;
}

bool isSizingStorage(PartCategory category) {
    return category == PartCategory::StorageSystem || category == PartCategory::StorageNode;
}

std::string acceleratorType(const Part& accelerator) {
    constexpr std::string_view kLine = "Instinct ";
    std::string type = accelerator.model;
    if (type.starts_with(kLine))
        type.erase(0, kLine.size());
    // "Gaudi 3 HL-325L OAM 128GB" has its generation behind the first blank.
    const std::size_t first = type.find(' ');
    return type.substr(0, type.starts_with("Gaudi ") ? type.find(' ', first + 1) : first);
}

std::int64_t SizingSystem::mostInRack(double rackPower) const {
    std::int64_t most =
        isRackScale ? 1 : static_cast<std::int64_t>(kRackUnitsOfRack) / std::max<std::int64_t>(1, rackUnits);
    if (rackPower > 0 && watts > 0)
        most = std::min(most, static_cast<std::int64_t>(std::floor(rackPower / watts + 1e-9)));
    return most;
}

std::vector<SizingSystem> sizingSystems(const SizingSource& source) {
    std::vector<SizingSystem> systems;
    for (const PartPtr& node : source.systems) {
        const double each = fact(*node, attribute::acceleratorCount).typical().value_or(0);
        const std::vector<PartPtr>& components = componentsOf(node);
        const auto found = std::ranges::find(components, PartCategory::Accelerator,
                                             [](const PartPtr& part) { return part->category; });
        if (each < 1 || found == components.end() || node->procurement == Procurement::CloudOnly ||
            node->lifecycle == Lifecycle::Withdrawn || node->lifecycle == Lifecycle::Discontinued)
            continue;
        SizingSystem system;
        system.node = node;
        system.accelerator = *found;
        system.name = node->model;
        system.type = acceleratorType(**found);
        system.accelerators = static_cast<std::int64_t>(each);
        system.isRackScale = node->category == PartCategory::RackScaleSystem;
        system.watts = planningWatts(*node);
        const Fact<Power> stated = powerIn(*node, PowerModeKind::Maximum);
        system.isPowerStated = !stated.isUnknown() && stated.grade < Grade::Estimate;
        system.liquidShare = node->heatPath == HeatPath::Air ? 0 : std::max(liquidShare(*node), 0.5);
        system.rackUnits = static_cast<std::int64_t>(fact(*node, attribute::rackUnits).typical().value_or(8));
        const auto memory = fact(**found, attribute::memory).typical();
        const auto bandwidth = fact(**found, attribute::memoryBandwidth).typical();
        const auto rate = computeRate(**found, Precision::Bf16).typical();
        if (!memory || !bandwidth || !rate)
            continue;
        system.memory = memory->si();
        system.memoryBandwidth = bandwidth->si();
        system.peak = rate->si();
        systems.push_back(std::move(system));
    }
    nameSystems(systems);
    return systems;
}

std::vector<SizingLimit> limitsAgainst(const SizingSystem& system, const SizingQuestion& question) {
    std::vector<SizingLimit> against;
    const std::vector<std::string>& name = system.words;
    if (!question.systems.empty() &&
        std::ranges::none_of(question.systems, [&name](const auto& wanted) { return namesAll(name, wanted); }))
        against.push_back(question.has(SizingLimit::Systems) ? SizingLimit::Systems
                          : question.has(SizingLimit::Kept)  ? SizingLimit::Kept
                                                             : SizingLimit::Nodes);
    if ((!question.vendors.empty() && !isBy(system, question.vendors)) || isBy(system, question.refusedVendors))
        against.push_back(SizingLimit::Vendor);
    const bool isLiquid = system.liquidShare > kMostLiquidOfAir;
    if ((isLiquid && !question.isLiquidAllowed) || (!isLiquid && !question.isAirAllowed))
        against.push_back(SizingLimit::Cooling);
    if (question.rackPower > 0 && system.mostInRack(question.rackPower) < 1)
        against.push_back(SizingLimit::RackPower);
    return against;
}

} // namespace rackwright
