// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/weight.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace rackwright {

bool hasWeight(const Part* part) {
    return !part || (part->category != PartCategory::Software && part->category != PartCategory::Service &&
                     part->category != PartCategory::CloudInstance);
}

bool isRackScaleRack(const Context& context, const Rack& rack) {
    const Part* part = context.part(rack.part);
    return part && part->category == PartCategory::RackScaleSystem;
}

bool rollsInLoaded(const Context& context, const Rack& rack) {
    return isRackScaleRack(context, rack) ||
           plainSetting(context, settingFact(setting_of::shippedBuilt)).typical() > 0.5;
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

namespace {

struct KnownWeights {
    static constexpr std::array<std::string_view, 1> kReads = {"rack_contents"};

    explicit KnownWeights(const Context& context) {
        for (const Rack* rack : context.racks()) {
            const auto [it, isNew] = byLikeness.try_emplace(context.contents(rack->id).likeness);
            if (isNew)
                it->second = {rackWeightAlone<Value>(context, *rack).si(), massCentreAlone<Value>(context, *rack).si()};
        }
    }
    struct Weight {
        Value total, centre;
    };
    const Weight* of(const Context& context, const Rack& rack) const {
        const auto it = byLikeness.find(context.contents(rack.id).likeness);
        return it == byLikeness.end() ? nullptr : &it->second;
    }
    std::unordered_map<Fingerprint, Weight, FingerprintHash> byLikeness;
};

} // namespace

Value plainRackWeight(const Context& context, const Rack& rack) {
    const auto* known = context.lookUp<KnownWeights>().of(context, rack);
    return known ? known->total : rackWeightAlone<Value>(context, rack).si();
}

Value plainMassCentre(const Context& context, const Rack& rack) {
    const auto* known = context.lookUp<KnownWeights>().of(context, rack);
    return known ? known->centre : massCentreAlone<Value>(context, rack).si();
}

Reads readsOfFloor() {
    std::vector<std::string_view> tables(kRackTables.begin(), kRackTables.end());
    tables.insert(tables.end(), {"rooms", "room_objects"});
    return Reads::within(std::move(tables), [](const Context& context, Subject rack) {
        return context.lookUp<FloorMap>().surroundings(context, Id<Rack>{rack.id});
    });
}

std::vector<PartCount> rackPdusOf(const Context& context, const RackContents& contents) {
    std::vector<PartCount> groups = equipmentOf(contents);
    std::erase_if(groups, [&context](const PartCount& group) {
        const Part* part = context.part(group.part);
        return !part || part->category != PartCategory::RackPdu;
    });
    return groups;
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
