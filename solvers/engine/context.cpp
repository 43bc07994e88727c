// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/context.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rackwright {

namespace {

void addTo(std::vector<PartCount>& groups, const Device& device) {
    const auto it = std::ranges::find_if(groups, [&device](const PartCount& group) {
        return group.part == device.part && group.powerCap == device.powerCap;
    });
    if (it != groups.end())
        ++it->count;
    else
        groups.push_back({device.part, 1, device.powerCap});
}

void sortGroups(std::vector<PartCount>& groups) {
    std::ranges::stable_sort(groups, [](const PartCount& a, const PartCount& b) {
        return std::pair(a.part, a.powerCap.value_or(Power(-1))) < std::pair(b.part, b.powerCap.value_or(Power(-1)));
    });
}

// A tray counts in the rack of the device that holds it; a chain of hosts is followed at most this deep.
constexpr int kDeepestNesting = 4;

Id<Rack> rackThroughHosts(const Design& design, const Device& device) {
    const Device* at = &device;
    for (int depth = 0; at && depth < kDeepestNesting; ++depth) {
        const auto* in = std::get_if<InDevice>(&at->placement);
        if (!in)
            return rackOf(*at);
        at = design.devices.find(in->device);
    }
    return {};
}

Id<Rack> rackOfPlacement(const Placement& placement) {
    if (const auto* in = std::get_if<InRack>(&placement))
        return in->rack;
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return beside->rack;
    return {};
}

} // namespace

Snapshot snapshotOf(ProjectPtr project) {
    const Option& option = activeOption(*project);
    const std::uint64_t id = option.id;
    DesignPtr design = option.design;
    return {std::move(project), id, std::move(design)};
}

Snapshot snapshotOf(ProjectPtr project, std::uint64_t option) {
    const Option* found = findOption(*project, option);
    RW_CHECK(found, "a snapshot is taken of an option of the project");
    DesignPtr design = found->design;
    return {std::move(project), option, std::move(design)};
}

Context::Context(Snapshot snapshot) : m_snapshot(std::move(snapshot)) {
    std::map<std::pair<Id<PartRow>, double>, PartCount> all;
    for (const Rack& rack : design().racks)
        if (rack.scope.isPresent())
            m_racks.push_back(&rack);
    m_contents.reserve(m_racks.size());
    for (const Rack* rack : m_racks)
        m_contents.try_emplace(rack->id);
    for (const Device& device : design().devices) {
        if (!device.scope.isPresent())
            continue;
        auto& total = all[{device.part, device.powerCap ? device.powerCap->si() : -1.0}];
        total.part = device.part;
        total.powerCap = device.powerCap;
        ++total.count;
        const auto found = m_contents.find(rackThroughHosts(design(), device));
        if (found == m_contents.end())
            continue;
        found->second.devices.push_back(&device);
        addTo(found->second.groups, device);
    }
    for (const PowerElement& element : design().powerElements)
        if (const auto it = m_contents.find(rackOfPlacement(element.placement));
            it != m_contents.end() && element.scope.isPresent())
            it->second.elements.push_back(&element);
    for (const CoolingUnit& unit : design().coolingUnits)
        if (const auto it = m_contents.find(rackOfPlacement(unit.placement));
            it != m_contents.end() && unit.scope.isPresent())
            it->second.coolingUnits.push_back(&unit);
    for (auto& [id, contents] : m_contents)
        sortGroups(contents.groups);
    for (auto& [key, group] : all)
        m_groups.push_back(group);
    for (const Assumption& assumption : project().assumptions)
        m_assumptions[assumption.key] = &assumption;
    for (const Setting& setting : project().settings)
        m_settings[setting.key] = &setting;
}

const RackContents& Context::contents(Id<Rack> rack) const {
    static const RackContents none;
    const auto it = m_contents.find(rack);
    return it == m_contents.end() ? none : it->second;
}

const Assumption* Context::assumption(std::string_view key) const {
    const auto it = m_assumptions.find(key);
    return it == m_assumptions.end() ? nullptr : it->second;
}

const Setting* Context::setting(std::string_view key) const {
    const auto it = m_settings.find(key);
    return it == m_settings.end() ? nullptr : it->second;
}

} // namespace rackwright
