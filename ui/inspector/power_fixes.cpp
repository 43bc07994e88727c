// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/power_fixes.h"

#include "model/design/occupancy.h"
#include "model/edits/power_edits.h"
#include "ui/rack/rack_drops.h"

#include <set>

namespace rackwright {

namespace {

// A rack PDU like one that the rack has, on the first side that it has not, in a free 0U place.
std::optional<PowerElement> furtherPdu(const FixCase& c, Id<Rack> rack) {
    const auto elements = c.design.powerElements.allWith<PowerElementsByRack>(rack);
    const auto like = std::ranges::find_if(elements, [](const PowerElement* each) {
        return each->kind == PowerElementKind::RackPdu && std::holds_alternative<ZeroU>(each->placement);
    });
    const Part* part = like == elements.end() ? nullptr : findPart(c.project, (*like)->part);
    if (!part)
        return std::nullopt;
    PowerElement pdu = **like;
    pdu.id = {};
    for (const FeedSide side : {FeedSide::A, FeedSide::B, FeedSide::C, FeedSide::D})
        if (std::ranges::none_of(elements, [side](const PowerElement* each) { return each->side == side; })) {
            pdu.side = side;
            pdu.name += ' ';
            pdu.name += enumName(side);
            for (const Side where : {Side::Left, Side::Right})
                for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot) {
                    pdu.placement = ZeroU{rack, where, slot};
                    if (canPlace(c.project, c.design, candidateOf(*part), pdu.placement))
                        return pdu;
                }
            return std::nullopt;
        }
    return std::nullopt;
}

// POWER-05: the racks get a PDU on one more feed, so that a lost one takes fewer supplies. What feeds it is drawn next.
std::optional<QuickFix> addFeed(const FixCase& c) {
    constexpr std::size_t kMostRacks = 1000; // more are worked on by rack type, not by one click
    std::set<Id<Rack>> racks;
    for (const Device* device : c.devices())
        if (const Id<Rack> rack = rackOf(device->placement))
            racks.insert(rack);
    if (racks.empty() || racks.size() > kMostRacks)
        return std::nullopt;
    std::vector<Edit> edits;
    std::string name;
    for (const Id<Rack> id : racks) {
        std::optional<PowerElement> pdu = furtherPdu(c, id);
        if (!pdu)
            return std::nullopt;
        edits.push_back(edits::putPowerElement(c.target, std::move(*pdu)));
        const Rack* rack = c.design.racks.find(id);
        name = rack ? rack->name : std::string();
    }
    const Message label = countedLabel("fix.feed.", edits.size(), name);
    return QuickFix{label, asOneStep(std::move(edits), label)};
}

} // namespace

std::vector<QuickFixRow> powerFixes() { return {{"POWER-05", addFeed}}; }

} // namespace rackwright
