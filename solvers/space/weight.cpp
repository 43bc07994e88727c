// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/weight.h"

#include <algorithm>

namespace rackwright {

bool hasWeight(const Part* part) {
    return !part || (part->category != PartCategory::Software && part->category != PartCategory::Service &&
                     part->category != PartCategory::CloudInstance);
}

bool isRackScaleRack(const Context& context, const Rack& rack) {
    const Part* part = context.part(rack.part);
    return part && part->category == PartCategory::RackScaleSystem;
}

bool hasLiquid(const Context& context, const RackContents& contents) {
    return std::ranges::any_of(contents.groups, [&](const PartCount& group) {
        const Part* part = context.part(group.part);
        return part && (part->heatPath == HeatPath::Liquid || part->heatPath == HeatPath::Hybrid);
    });
}

bool hasManifold(const Context& context, const RackContents& contents) {
    return std::ranges::any_of(contents.groups, [&](const PartCount& group) {
        const Part* part = context.part(group.part);
        return part && part->category == PartCategory::Manifold;
    });
}

std::vector<PartCount> equipmentOf(const RackContents& contents) {
    std::vector<PartCount> groups;
    const auto add = [&groups](Id<PartRow> part) {
        const auto it = std::ranges::find(groups, part, &PartCount::part);
        if (it == groups.end())
            groups.push_back({part, 1, {}});
        else
            ++it->count;
    };
    for (const PowerElement* element : contents.elements)
        add(element->part);
    for (const CoolingUnit* unit : contents.coolingUnits)
        add(unit->part);
    std::ranges::sort(groups, {}, &PartCount::part);
    return groups;
}

} // namespace rackwright
