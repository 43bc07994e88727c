// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_loads.h"

#include "solvers/power/feed_sides.h"
#include "solvers/power/foreign_cords.h"
#include "solvers/power/upstream.h"
#include "solvers/power/wrong_sides.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

void add(Digest& digest, const Value& value) {
    for (const double number : {value.low(), value.typical(), value.high()})
        digest.add(number);
    for (const std::int64_t number : {value.unknownTerms(), value.terms(), static_cast<std::int64_t>(value.grade())})
        digest.add(static_cast<std::uint64_t>(number));
}

// Of the rack of an element and of others that are plugged into it.
Fingerprint racksLikeness(const Context& context, const PowerElement& element) {
    const Fingerprint own = context.contents(rackOf(element.placement)).likeness;
    const auto& foreign = context.lookUp<ForeignCords>().racksOn(element.id);
    if (foreign.empty())
        return own;
    Digest digest;
    digest.add(own);
    for (const Id<Rack> rack : foreign)
        digest.add(context.contents(rack).likeness);
    return digest.value();
}

} // namespace

FeedLoads::FeedLoads(const Context& context, const FeedLoads* before) {
    for (const std::string_view table : {"power_elements", "power_links", "parts", "assumptions", "settings"})
        m_ground.push_back(context.stampOf(table));
    m_sides = sidesOf(context);
    const bool isTakenOver = takeOver(context, before);
    std::vector<const PowerElement*> changed = noteRacks(context);
    const auto& upstream = context.lookUp<Upstream>();
    m_looseLoads = upstream.looseLoads();
    m_looseSides = upstream.looseSides();
    if (isTakenOver) {
        // What hangs nowhere reaches the beginnings from racks that no circuit leads to.
        for (const Id<PowerElement> beginning :
             m_looseLoads == before->m_looseLoads && m_looseSides == before->m_looseSides ? std::set<Id<PowerElement>>()
                                                                                          : upstream.beginnings())
            if (const PowerElement* element = context.design().powerElements.find(beginning);
                std::ranges::find(changed, element) == changed.end())
                changed.push_back(element);
        changed = withThoseAbove(context, std::move(changed));
    }
    workOut(context, changed);
}

bool FeedLoads::takeOver(const Context& context, const FeedLoads* before) {
    if (before && before->m_ground == m_ground) {
        m_places = before->m_places;
        m_fed = before->m_fed;
        return true;
    }
    auto places = std::make_shared<Places>();
    places->reserve(context.design().powerElements.size());
    for (const PowerElement& element : context.design().powerElements)
        places->emplace(element.id, places->size());
    m_places = std::move(places);
    m_fed.resize(m_places->size());
    return false;
}

// The elements in racks that are not what they were, and all that have no load yet.
std::vector<const PowerElement*> FeedLoads::noteRacks(const Context& context) {
    std::vector<const PowerElement*> changed;
    std::size_t place = 0;
    for (const PowerElement& element : context.design().powerElements) {
        Fed& each = m_fed[place++];
        const Fingerprint rack = racksLikeness(context, element);
        if (each.peak.isKnown && each.rack == rack)
            continue;
        each.rack = rack;
        changed.push_back(&element);
    }
    return changed;
}

std::vector<const PowerElement*> FeedLoads::withThoseAbove(const Context& context,
                                                           std::vector<const PowerElement*> changed) const {
    std::vector<bool> isSeen(m_fed.size());
    for (const PowerElement* element : changed)
        isSeen[m_places->at(element->id)] = true;
    for (std::size_t i = 0; i < changed.size(); ++i)
        for (const PowerLink* link : context.linksTo(changed[i]->id)) {
            const PowerElement* above = context.design().powerElements.find(link->from);
            if (!above || isSeen[m_places->at(above->id)])
                continue;
            isSeen[m_places->at(above->id)] = true;
            changed.push_back(above);
        }
    return changed;
}

void FeedLoads::workOut(const Context& context, const std::vector<const PowerElement*>& elements) {
    const auto ownOf = [this, &context](const PowerElement& element) {
        Own own;
        const auto all = supplyShares(context, element, FeedSide::None);
        if (!all.empty()) {
            own.nameplate = ownPower<Value>(context, all, LoadKind::Nameplate).si();
            own.peak = ownPower<Value>(context, all, LoadKind::Peak).si();
        }
        if (!handsOn(context, element))
            if (const auto lost = otherLostPower<Value>(context, element))
                own.otherLost = lost->si();
        if (all.empty())
            return own;
        for (const FeedSide lost : m_sides)
            if (const auto shares = supplyShares(context, element, lost); !shares.empty())
                own.left[indexOf(lost)] = sharesPower<Value>(context, shares, LoadKind::Limited).si();
        return own;
    };
    // Elements at the same place of like racks carry the same, but for cords from other racks, PDUs that feed others,
    // and sides that nobody entered, which may be those of other feeds there.
    const auto& foreign = context.lookUp<ForeignCords>();
    const bool areSidesFound = context.lookUp<FeedSides>().isAny() || context.lookUp<WrongSides>().isAnyLabel();
    std::unordered_map<Fingerprint, std::vector<Own>, FingerprintHash> byLikeness;
    std::unordered_map<Id<PowerElement>, Own> ownLoads;
    ownLoads.reserve(elements.size());
    for (const PowerElement* element : elements) {
        const RackContents& contents = context.contents(rackOf(element->placement));
        const auto at = std::ranges::find(contents.elements, element);
        const bool isOfItsOwn =
            areSidesFound || std::ranges::any_of(contents.elements, [&](const PowerElement* each) {
                return !foreign.racksOn(each->id).empty() || (!feedsOthers(each->kind) && handsOn(context, *each));
            });
        if (at == contents.elements.end() || isOfItsOwn) {
            ownLoads.emplace(element->id, ownOf(*element));
            continue;
        }
        const auto [it, isNew] = byLikeness.try_emplace(contents.likeness);
        if (isNew)
            for (const PowerElement* each : contents.elements)
                it->second.push_back(ownOf(*each));
        ownLoads.emplace(element->id, it->second[static_cast<std::size_t>(at - contents.elements.begin())]);
    }
    for (const PowerElement* element : elements) {
        Fed& each = m_fed[m_places->at(element->id)];
        each.nameplate = {};
        each.peak = {};
        each.left = {};
        each.otherLost = ownLoads.at(element->id).otherLost;
    }
    for (const PowerElement* element : elements) {
        Digest digest;
        for (const LoadKind kind : {LoadKind::Nameplate, LoadKind::Peak}) {
            const Load load = followed(context, *element, kind, ownLoads);
            m_fed[m_places->at(element->id)].of(kind) = load;
            add(digest, load.value);
        }
        if (handsOn(context, *element))
            findOtherLost(context, *element, ownLoads);
        Fed& each = m_fed[m_places->at(element->id)];
        digest.add(std::uint64_t{each.otherLost.has_value()});
        if (each.otherLost)
            add(digest, *each.otherLost);
        each.fingerprint = digest.value();
    }
}

FeedLoads::Load FeedLoads::followed(const Context& context, const PowerElement& element, LoadKind kind,
                                    const std::unordered_map<Id<PowerElement>, Own>& ownLoads) {
    const std::size_t place = m_places->at(element.id);
    if (const Load& known = m_fed[place].of(kind); known.isKnown)
        return known;
    Load load;
    load.isKnown = true;
    const Own& own = ownLoads.at(element.id);
    std::optional<Quantity<dim::Power, Value>> start;
    if (const auto& value = kind == LoadKind::Peak ? own.peak : own.nameplate)
        start = Quantity<dim::Power, Value>(*value);
    load.value = withCircuitsBelow<Value>(context, element, start, [&](const PowerElement& below) {
                     const Load each = followed(context, below, kind, ownLoads);
                     return Quantity<dim::Power, Value>(each.value);
                 }).si();
    m_fed[place].of(kind) = load;
    return load;
}

// As leftPower() and isBurdenedBy() work it out for one.
FeedLoads::Load FeedLoads::followedLeft(const Context& context, const PowerElement& element, FeedSide lost,
                                        const std::unordered_map<Id<PowerElement>, Own>& ownLoads) {
    const std::size_t place = m_places->at(element.id);
    if (const Load& known = m_fed[place].left[indexOf(lost)]; known.isKnown)
        return known;
    Load load;
    load.isKnown = true;
    load.isBurdened =
        std::ranges::count(otherSides(context, element), lost) > 0 || feedsUnitWith(context, element.id, lost);
    std::optional<Quantity<dim::Power, Value>> start;
    if (const auto& own = ownLoads.at(element.id).left[indexOf(lost)])
        start = Quantity<dim::Power, Value>(*own);
    load.value = withCircuitsBelow<Value>(
                     context, element, start,
                     [&](const PowerElement& below) {
                         const Load each = followedLeft(context, below, lost, ownLoads);
                         load.isBurdened = load.isBurdened || each.isBurdened ||
                                           feedCount(context, below, lost) < feedCount(context, below);
                         return Quantity<dim::Power, Value>(each.value);
                     },
                     lost)
                     .si();
    m_fed[place].left[indexOf(lost)] = load;
    return load;
}

void FeedLoads::findOtherLost(const Context& context, const PowerElement& element,
                              const std::unordered_map<Id<PowerElement>, Own>& ownLoads) {
    Largest<dim::Power, Value> largest;
    for (const FeedSide lost : m_sides) {
        if (lost == sideOf(context, element))
            continue;
        const Load left = followedLeft(context, element, lost, ownLoads);
        if (left.isBurdened)
            largest.add(Quantity<dim::Power, Value>(left.value));
    }
    if (!largest.isEmpty())
        m_fed[m_places->at(element.id)].otherLost = largest.value().si();
}

const FeedLoads::Fed& FeedLoads::fed(Id<PowerElement> element) const {
    const auto it = m_places->find(element);
    RW_CHECK(it != m_places->end(), "loads are asked for power elements of the design");
    return m_fed[it->second];
}

const Value& FeedLoads::load(Id<PowerElement> element, LoadKind kind) const {
    const Fed& each = fed(element);
    return (kind == LoadKind::Peak ? each.peak : each.nameplate).value;
}

const Value* FeedLoads::otherLost(Id<PowerElement> element) const {
    const Fed& each = fed(element);
    return each.otherLost ? &*each.otherLost : nullptr;
}

Value plainElementPower(const Context& context, const PowerElement& element, LoadKind kind) {
    return context.lookUp<FeedLoads>().load(element.id, kind);
}

std::optional<Value> plainOtherLost(const Context& context, const PowerElement& element) {
    const Value* lost = context.lookUp<FeedLoads>().otherLost(element.id);
    return lost ? std::optional(*lost) : std::nullopt;
}

} // namespace rackwright
