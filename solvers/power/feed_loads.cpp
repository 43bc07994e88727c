// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_loads.h"

#include <algorithm>

namespace rackwright {

FeedLoads::FeedLoads(const Context& context) {
    addOwn(context);
    for (const PowerElement& element : context.design().powerElements) {
        m_nameplate[element.id] = followed(context, element, LoadKind::Nameplate, 0, m_nameplate);
        m_peak[element.id] = followed(context, element, LoadKind::Peak, 0, m_peak);
    }
}

// Elements at the same place of like racks carry the same.
void FeedLoads::addOwn(const Context& context) {
    const auto ownOf = [&context](const PowerElement& element) {
        Own own;
        if (const auto shares = supplyShares(context, element, FeedSide::None); !shares.empty()) {
            own.nameplate = ownPower<Value>(context, shares, LoadKind::Nameplate).si();
            own.peak = ownPower<Value>(context, shares, LoadKind::Peak).si();
        }
        if (const auto lost = otherLostPower<Value>(context, element))
            own.otherLost = lost->si();
        return own;
    };
    std::unordered_map<Fingerprint, std::vector<Own>, FingerprintHash> byLikeness;
    for (const Rack* rack : context.racks()) {
        const RackContents& contents = context.contents(rack->id);
        const auto [it, isNew] = byLikeness.try_emplace(contents.likeness);
        if (isNew)
            for (const PowerElement* element : contents.elements)
                it->second.push_back(ownOf(*element));
        for (std::size_t i = 0; i < contents.elements.size(); ++i)
            m_own.emplace(contents.elements[i]->id, it->second[i]);
    }
    // A cord may be drawn to an element that no longer stands in its rack.
    for (const PowerElement& element : context.design().powerElements)
        if (!m_own.contains(element.id))
            m_own.emplace(element.id, ownOf(element));
}

// A load that was cut, or may be from this depth on, is worked out anew, so that it is the one that following the chain
// from its own top gives.
FeedLoads::Load FeedLoads::followed(const Context& context, const PowerElement& element, LoadKind kind, int depth,
                                    Memo& memo) const {
    if (depth >= kDeepestChain)
        return {Value::unknown(), 0, true};
    if (const auto known = memo.find(element.id);
        known != memo.end() && !known->second.isCut && depth + known->second.height < kDeepestChain)
        return known->second;
    Load load;
    const auto own = m_own.find(element.id);
    std::optional<Quantity<dim::Power, Value>> start;
    if (own != m_own.end())
        if (const auto& value = kind == LoadKind::Peak ? own->second.peak : own->second.nameplate)
            start = Quantity<dim::Power, Value>(*value);
    load.value = withCircuitsBelow<Value>(context, element, start, [&](const PowerElement& below) {
                     const Load each = followed(context, below, kind, depth + 1, memo);
                     load.height = std::max(load.height, each.height + 1);
                     load.isCut = load.isCut || each.isCut;
                     return Quantity<dim::Power, Value>(each.value);
                 }).si();
    if (!load.isCut)
        memo[element.id] = load;
    return load;
}

const Value& FeedLoads::load(Id<PowerElement> element, LoadKind kind) const {
    const Memo& memo = kind == LoadKind::Peak ? m_peak : m_nameplate;
    const auto it = memo.find(element);
    RW_CHECK(it != memo.end(), "loads are asked for power elements of the design");
    return it->second.value;
}

const Value* FeedLoads::otherLost(Id<PowerElement> element) const {
    const auto it = m_own.find(element);
    return it != m_own.end() && it->second.otherLost ? &*it->second.otherLost : nullptr;
}

Value plainElementPower(const Context& context, const PowerElement& element, LoadKind kind) {
    return context.lookUp<FeedLoads>().load(element.id, kind);
}

std::optional<Value> plainOtherLost(const Context& context, const PowerElement& element) {
    const Value* lost = context.lookUp<FeedLoads>().otherLost(element.id);
    return lost ? std::optional(*lost) : std::nullopt;
}

} // namespace rackwright
