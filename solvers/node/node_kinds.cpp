// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/node/node_kinds.h"

#include "solvers/space/inventory.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace rackwright {

namespace {

Id<PartRow> rowOfModel(const Project& project, const Part& system) {
    const auto model = textFact(system, attribute::acceleratorModel.key).typical();
    Id<PartRow> found; // of several revisions the newest row
    if (model)
        for (const PartRow& row : project.parts)
            if (row.part && row.part->id == *model)
                found = row.id;
    return found;
}

bool isInSystem(const Project& project, const Design& design, const Device& device) {
    const auto* inside = std::get_if<InDevice>(&device.placement);
    const Device* host = inside ? design.devices.find(inside->device) : nullptr;
    return host && isAcceleratorSystem(findPart(project, host->part));
}

} // namespace

std::vector<NodeKind> nodeKinds(const Project& project, const Design& design) {
    std::vector<NodeKind> kinds;
    constexpr std::size_t none = ~std::size_t(0);
    std::unordered_map<Id<PartRow>, std::size_t> ofPart;
    for (const Device& device : design.devices) {
        if (!device.scope.isPresent() || device.role == "spare")
            continue;
        const auto [at, isNew] = ofPart.try_emplace(device.part, none);
        const Part* part = isNew ? findPart(project, device.part) : nullptr;
        if (isAcceleratorSystem(part)) {
            at->second = kinds.size();
            kinds.push_back({device.part, rowOfModel(project, *part), device.id, {}});
        }
        if (at->second == none || isInSystem(project, design, device))
            continue;
        kinds[at->second].devices.push_back(device.id);
    }
    std::erase_if(kinds, [](const NodeKind& kind) { return kind.devices.empty(); });
    for (NodeKind& kind : kinds)
        kind.first = kind.devices.front();
    std::ranges::stable_sort(kinds, {}, [](const NodeKind& kind) { return kind.first.value; });
    return kinds;
}

NodeKinds::NodeKinds(const Context& context) : m_kinds(nodeKinds(context.project(), context.design())) {}

const NodeKind* NodeKinds::find(Subject subject) const {
    const auto at = std::ranges::find(m_kinds, subject, &NodeKind::subject);
    return at == m_kinds.end() ? nullptr : &*at;
}

} // namespace rackwright
