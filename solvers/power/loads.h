// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of electrical load: a device, groups of like devices, a rack, the site. Three numbers per device, never one:
// nameplate (breakers), expected peak (capacity), average (energy). Cooling equipment and losses are no part of IT
// load.

#include "solvers/engine/kernels.h"
#include "solvers/power/circuits.h"
#include "solvers/power/feed_sides.h"
#include "solvers/power/settings.h"

#include <optional>
#include <vector>

namespace rackwright {

/// Which power of a device is meant; see the head of this file.
enum class LoadKind : std::uint8_t {
    Nameplate,
    Peak,
    Average,
    Idle,
    Limited ///< the nameplate, or the device's power cap where that is less: what it takes at most, also after a loss
};

/// Racks, cables, panels, software and the like draw nothing.
bool drawsPower(const Part* part);

/// A sourced expected peak below the vendor's maximum ("power-expected-peak"), from catalogue or assumption.
inline constexpr PartAttribute<Power> kExpectedPeak{"power-expected-peak", "kW"};

template <class N>
Quantity<dim::Power, N> cappedAt(const Context& context, const Quantity<dim::Power, N>& power, const PartCount& group) {
    if (!group.powerCap)
        return power;
    const N cap = ownField<N>(group.powerCap->si(), "power cap, " + partName<N>(context, group.part), "kW");
    return Quantity<dim::Power, N>(minimum(power.si(), cap));
}

/// Of one device of a group. Nameplate ignores a cap, since a cap is software and circuits are laid for what is wired.
template <class N>
Quantity<dim::Power, N> devicePower(const Context& context, const PartCount& group, LoadKind kind) {
    const auto maximumPower = [&] { return partPower<N>(context, group.part, PowerModeKind::Maximum); };
    switch (kind) {
    case LoadKind::Nameplate:
        return maximumPower();
    case LoadKind::Peak: {
        const bool isSourced = !plainPartNumber(context, group.part, kExpectedPeak.key).isUnknown();
        return cappedAt(context, isSourced ? partNumber<N>(context, group.part, kExpectedPeak) : maximumPower(), group);
    }
    case LoadKind::Average: {
        const bool hasTypical = !plainPartPower(context, group.part, PowerModeKind::Typical).isUnknown();
        if (hasTypical)
            return cappedAt(context, partPower<N>(context, group.part, PowerModeKind::Typical), group);
        return cappedAt(context, maximumPower() * setting<N>(context, setting_of::averageFraction).si(), group);
    }
    case LoadKind::Idle:
        return partPower<N>(context, group.part, PowerModeKind::Idle);
    case LoadKind::Limited:
        return cappedAt(context, maximumPower(), group);
    }
    RW_CHECK(false, "every kind of load has its power");
}

/// Sum over groups, before peak ratio and coincidence.
template <class N>
Quantity<dim::Power, N> groupsPower(const Context& context, const std::vector<PartCount>& groups, LoadKind kind) {
    Sum<dim::Power, N> sum;
    for (const PartCount& group : groups)
        if (drawsPower(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part), devicePower<N>(context, group, kind)));
    return sum.total();
}

/// IT load of a rack.
template <class N>
Quantity<dim::Power, N> rackPower(const Context& context, Id<Rack> rack, LoadKind kind) {
    const auto sum = groupsPower<N>(context, context.contents(rack).groups, kind);
    return kind == LoadKind::Peak ? sum * setting<N>(context, setting_of::peakRatio).si() : sum;
}

/// IT load of many racks: with coincidence at peak.
template <class N>
Quantity<dim::Power, N> itPower(const Context& context, const std::vector<PartCount>& groups, LoadKind kind) {
    const auto sum = groupsPower<N>(context, groups, kind);
    if (kind != LoadKind::Peak)
        return sum;
    return sum * setting<N>(context, setting_of::peakRatio).si() * setting<N>(context, setting_of::coincidence).si();
}

/// Rack PDU, UPS and transformer one after another: the share of the utility's power that reaches the devices.
template <class N>
Ratio<N> chainEfficiency(const Context& context) {
    return Ratio<N>(setting<N>(context, setting_of::rackPduEfficiency).si() *
                    setting<N>(context, setting_of::upsEfficiency).si() *
                    setting<N>(context, setting_of::transformerEfficiency).si());
}

ReadFact readPue(const Context& context);

template <class N>
Ratio<N> pue(const Context& context) {
    return Ratio<N>(numberOf<N>(readPue(context)));
}

/// Utility power per IT power: the annual PUE, and never below what the distribution alone loses.
template <class N>
Ratio<N> utilityFactor(const Context& context) {
    return Ratio<N>(maximum(pue<N>(context).si(), constant<N>(1.0) / chainEfficiency<N>(context).si()));
}

/// What the site draws from the utility: at the expected peak what the drawn chain takes where it is drawn whole
/// (drawn_utility.h), else IT power times utilityFactor(), and no less than what is drawn.
template <class N>
Quantity<dim::Power, N> utilityPower(const Context& context, LoadKind kind);
/// What the drawn chain takes from its utility feeds at the expected peak, with coincidence; unknown where none is
/// drawn. What is not drawn is not in it.
template <class N>
Quantity<dim::Power, N> drawnUtilityPower(const Context& context);
/// Whether the drawn chain takes more from its utility feeds than the annual PUE gives for the whole site.
bool isMoreDrawn(const Context& context);
/// What drawn cooling units draw at most, with the same coincidence.
template <class N>
Quantity<dim::Power, N> drawnCoolingPower(const Context& context);

/// What the site's limit is judged against, by its stated basis: IT load, or utility power ("utility", "contracted").
/// Unknown while no basis is stated, since a limit is never compared with a figure of another basis.
template <class N>
Quantity<dim::Power, N> siteLoad(const Context& context);

/// Fans, pumps and compressors of a cooling unit at most, which is what its circuit has to carry: its own, else its
/// part's.
template <class N>
Quantity<dim::Power, N> unitDraw(const Context& context, const CoolingUnit& unit) {
    if (unit.draw)
        return Quantity<dim::Power, N>(ownField<N>(unit.draw->si(), "electrical power, " + unit.name, "kW"));
    return partPower<N>(context, unit.part, PowerModeKind::Maximum);
}

/// How many of a device's supplies hang on one PDU of its rack.
struct SupplyShare {
    PartCount group;            ///< devices with the same share
    std::int64_t supplies = 0;  ///< of one device; 0: not known, the load is spread evenly
    std::int64_t onElement = 0; ///< of them on this PDU (of `pdus` when not known)
    std::int64_t pdus = 0;
    std::int64_t leftAfterLoss = 0; ///< of all, when the other side is lost
};

/// Supplies of all devices of the rack that the PDU or shelf stands in, and of those of other racks that have a cord on
/// it. `lost`: a side without supply, or None.
std::vector<SupplyShare> supplyShares(const Context& context, const PowerElement& element, FeedSide lost);
/// Sides of a rack's PDUs other than the element's own.
std::vector<FeedSide> otherSides(const Context& context, const PowerElement& element);

/// Supplies of a part; unset when the catalogue does not say.
std::optional<std::int64_t> supplyCount(const Part& part);
/// For each supply of a device the PDU that feeds it, by the rule (spread evenly over the rack's PDUs, sides in turn,
/// see rack_feeds.h) or by a cord override. Empty when the rack has no PDU or the count is not known.
std::vector<const PowerElement*> feedsOf(const Context& context, Id<Rack> rack, const Device& device);

template <class N>
Quantity<dim::Power, N> sharesPower(const Context& context, const std::vector<SupplyShare>& shares, LoadKind kind) {
    Sum<dim::Power, N> sum;
    for (const SupplyShare& share : shares) {
        const auto device = devicePower<N>(context, share.group, kind);
        const double left = static_cast<double>(share.supplies ? share.leftAfterLoss : share.pdus);
        const double on = share.supplies ? static_cast<double>(share.onElement) : 1.0;
        const auto part = device * constant<N>(on) / constant<N>(left);
        sum.add(times(share.group.count, partName<N>(context, share.group.part), part));
    }
    return sum.total();
}

/// What shares of supplies carry, as it counts in the load of their element.
template <class N>
Quantity<dim::Power, N> ownPower(const Context& context, const std::vector<SupplyShare>& shares, LoadKind kind) {
    const auto power = sharesPower<N>(context, shares, kind);
    return kind == LoadKind::Peak ? power * setting<N>(context, setting_of::peakRatio).si() : power;
}

/// Whether an element hands on power to others, so that it carries what a lost side leaves to what hangs below it. Rack
/// PDUs and shelves carry it for the devices of their rack.
bool feedsOthers(PowerElementKind kind);
/// The same of one element: a PDU that feeds another hands on too.
bool handsOn(const Context& context, const PowerElement& element);
/// Sides of power elements of the design, with those that nobody entered (feed_sides.h).
std::vector<FeedSide> sidesOf(const Context& context);
/// Whether a cooling unit on a circuit of an element has another one from a side.
bool feedsUnitWith(const Context& context, Id<PowerElement> element, FeedSide other);
/// Whether the loss of a side brings anything to an element: to a PDU of a rack that has the side too, to what has
/// another circuit from it, or to what feeds such a one.
bool isBurdenedBy(const Context& context, const PowerElement& element, FeedSide lost);

/// Nameplate on an element that is left when a side is lost.
template <class N>
Quantity<dim::Power, N> leftPower(const Context& context, const PowerElement& element, FeedSide lost);

/// Nameplate on a PDU, tap-off or busway with the other side lost that hurts most; nothing where no other side leaves
/// anything to it.
template <class N>
std::optional<Quantity<dim::Power, N>> otherLostPower(const Context& context, const PowerElement& element) {
    Largest<dim::Power, N> largest;
    if (handsOn(context, element)) {
        for (const FeedSide lost : sidesOf(context))
            if (lost != sideOf(context, element) && isBurdenedBy(context, element, lost))
                largest.add(leftPower<N>(context, element, lost));
    } else {
        for (const FeedSide lost : otherSides(context, element))
            largest.add(sharesPower<N>(context, supplyShares(context, element, lost), LoadKind::Limited));
    }
    return largest.isEmpty() ? std::nullopt : std::optional(largest.value());
}

/// Of all elements at once, by FeedLoads.
Value plainElementPower(const Context& context, const PowerElement& element, LoadKind kind);
std::optional<Value> plainOtherLost(const Context& context, const PowerElement& element);

/// What a PDU or shelf gives to the devices of its rack, and any element to the circuits below it, losses of UPS and
/// transformers below it included. A thing with several circuits above it takes its load evenly from them.
template <class N>
Quantity<dim::Power, N> elementPower(const Context& context, const PowerElement& element, LoadKind kind);

/// Whether what an element may carry is what its breaker lets through at its voltage; a machine has a rating of its
/// own.
bool isRatedByBreaker(PowerElementKind kind);

/// Of what elementRating() reads of circuits; equal, equal ratings of an element that is what it was.
Fingerprint ratingFingerprint(const Context& context, const PowerElement& element);

/// What is rated by current gives less than its part states at a lower voltage than the part's; at a higher one its
/// part states no more. A machine is rated by power.
template <class N>
Quantity<dim::Power, N> partRating(const Context& context, const PowerElement& element,
                                   const PartAttribute<Power>& stated) {
    const auto power = partNumber<N>(context, element.part, stated);
    const Value volts = plainPartNumber(context, element.part, attribute::inputVoltage.key);
    if (!isRatedByBreaker(element.kind) || element.phases == 0 || element.deliversDirectCurrent || !element.voltage ||
        element.voltage->si() <= 0 || !volts.isKnown() || volts.typical() <= element.voltage->si())
        return power;
    return power * (ownField<N>(element.voltage->si(), "voltage, " + element.name, "V") /
                    partNumber<N>(context, element.part, attribute::inputVoltage).si());
}

/// Its own, its part's, or where neither is stated what its breaker lets through continuously.
template <class N>
Quantity<dim::Power, N> elementRating(const Context& context, const PowerElement& element) {
    if (element.rating)
        return Quantity<dim::Power, N>(ownField<N>(element.rating->si(), "rating, " + element.name, "kW"));
    const bool hasContinuous = !plainPartNumber(context, element.part, attribute::continuousPower.key).isUnknown();
    if (hasContinuous || !plainPartNumber(context, element.part, attribute::ratedPower.key).isUnknown())
        return partRating<N>(context, element, hasContinuous ? attribute::continuousPower : attribute::ratedPower);
    const auto breaker = breakerOf(context, element);
    const auto voltage = inputVoltageOf(context, element);
    if (!breaker || !voltage || !isRatedByBreaker(element.kind))
        return partNumber<N>(context, element.part, attribute::ratedPower);
    // sqrt(3) V I pf k of three phases, V I pf k of one.
    const N power = phaseFactor<N>(element.phases) * ownField<N>(voltage->si(), "voltage, " + element.name, "V") *
                    ownField<N>(*breaker, "breaker, " + element.name, "A") *
                    setting<N>(context, setting_of::powerFactor).si() * continuousFactor<N>(context).si();
    return Quantity<dim::Power, N>(power);
}

} // namespace rackwright

#include "solvers/power/loads_detail.h"
