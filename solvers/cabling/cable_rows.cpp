// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cabling/cable_rows.h"

#include "model/design/cabled.h"
#include "model/parts/length_code.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

namespace rackwright {

CableRows::CableRows(const Context& context, LabelPattern pattern)
    : m_context(context), m_ends(context.lookUp<CableEnds>()), m_plan(context.lookUp<CablePlan>()),
      m_pattern(std::move(pattern)) {}

std::string CableRows::network(Id<Network> id) const {
    const Network* network = m_context.design().networks.find(id);
    return network ? network->name : std::string();
}

std::string CableRows::partNumber(const CableProduct* product) {
    if (!product)
        return {};
    const Part* part = product->part;
    return !part ? product->id : part->partNumber.empty() ? part->model : part->partNumber;
}

std::string CableRows::orderNumber(const CableProduct* product, double metres) {
    const std::string number = partNumber(product);
    return metres > 0 ? numberOfLength(number, metres) : number;
}

const std::vector<Port>& CableRows::portsOf(const Part& part) const {
    const auto [known, isNew] = m_ports.try_emplace(&part);
    if (isNew)
        known->second = portList(part);
    return known->second;
}

CableRows::Holder CableRows::holderOf(Id<Device> id) const {
    Holder made;
    const Cabled device = findCabled(m_context.design(), id);
    if (!device)
        return made;
    made.isThere = true;
    made.device = nameOr(device->name, device->id.value);
    const Part* part = m_context.part(device->part);
    if (part)
        made.ports = &portsOf(*part);
    const Rack* rack = m_context.design().racks.find(m_context.rackHolding(*device));
    if (const auto* in = std::get_if<InRack>(&device->placement))
        // The upper unit of the device, counted from the bottom (TIA-606-B).
        made.unit = in->unit + (part ? std::max<std::int64_t>(1, rackUnitsOf(*part)) : 1) - 1;
    // Side by side in one unit the second is "8.2"; what has no unit, a PDU beside the rails or a tray in a chassis, is
    // told apart by its name, without that of its rack.
    if (made.unit > 0) {
        made.unitText = std::to_string(made.unit);
        if (const auto* in = std::get_if<InRack>(&device->placement); in && in->column > 0)
            made.unitText.append(".").append(std::to_string(in->column + 1));
    } else {
        made.unitText = made.device;
        if (rack && made.unitText.starts_with(rack->name + " ") && !rack->name.empty())
            made.unitText.erase(0, rack->name.size() + 1);
    }
    if (rack) {
        made.rack = nameOr(rack->name, rack->id.value);
        made.row = rack->row;
        if (const Room* room = m_context.design().rooms.find(rack->room))
            made.room = room->name;
    } else if (const auto* floor = std::get_if<OnFloor>(&device->placement)) {
        if (const Room* room = m_context.design().rooms.find(floor->room))
            made.room = room->name;
    }
    return made;
}

// A device has many ports, and the cables of a switch follow each other.
const CableRows::Holder& CableRows::holder(Id<Device> id) const {
    const auto known = m_holders.find(id);
    return known != m_holders.end() ? known->second : m_holders.emplace(id, holderOf(id)).first->second;
}

CableRows::Place CableRows::place(const PortRef& ref, const CableEnd& end) const {
    Place place;
    const Holder& at = holder(ref.device);
    if (!at.isThere)
        return place;
    place.device = at.device;
    if (at.ports && end.cage != kNowhere) {
        const Port& port = (*at.ports)[ref.port];
        place.port = port.name;
        const CageKind cage = m_ends.portsOf(end).cage;
        if (cage != CageKind::Rj45 && cage != CageKind::Unknown && cage != CageKind::CoPackaged)
            place.cage = std::to_string(port.cage + 1);
        if (ref.lane > 0 || m_ends.cages[end.cage].links > m_ends.portsOf(end).perCage)
            place.port.append("/").append(std::to_string(ref.lane + 1));
    }
    place.unit = at.unit;
    place.rack = at.rack;
    place.row = at.row;
    place.room = at.room;
    const std::string number = place.port.empty() ? std::to_string(ref.port + 1) : std::string();
    place.label =
        m_pattern.print(std::array<std::string_view, 7>{place.room, place.row, place.rack, at.unitText, place.device,
                                                        place.port.empty() ? number : place.port, place.cage});
    return place;
}

namespace {

/// The rule of the table by which a way to make a link is none; empty where it is no matter of a rule.
std::string_view ruleOf(Rejection rejection) {
    switch (rejection) {
    case Rejection::Cage:
    case Rejection::HeatSink:
    case Rejection::Polish:
    case Rejection::Protocol:
        return "NET-03";
    case Rejection::Speed:
    case Rejection::Lasers:
    case Rejection::OtherEnd:
        return "NET-02";
    case Rejection::SharedCage:
    case Rejection::Breakout:
        return "NET-04";
    case Rejection::LaneRate:
    case Rejection::TooFar:
        return "NET-05";
    case Rejection::None:
    case Rejection::ReachUnknown:
    case Rejection::TooShort:
        break;
    }
    return {};
}

/// "too-far, reach 3 m, NET-05"; the lane rate is that of the link.
std::string whyNot(const CableChoice::Candidate& candidate, double laneGigabits) {
    std::string why(enumName(candidate.rejection));
    if (candidate.rejection == Rejection::TooFar && candidate.option.reach)
        why.append(", reach ").append(metresText(*candidate.option.reach)).append(" m");
    if (candidate.rejection == Rejection::LaneRate)
        why.append(", ").append(shortestDigits(laneGigabits)).append(" Gb/s a lane");
    if (const std::string_view rule = ruleOf(candidate.rejection); !rule.empty())
        why.append(", ").append(rule);
    return why;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : ", ").append(word);
    return text.empty() ? "-" : text;
}

/// "+120 USD"
std::string signedDollars(double difference) {
    const auto whole = std::llround(difference);
    return std::string(whole < 0 ? "-" : "+").append(std::to_string(std::abs(whole))).append(" USD");
}

/// What else could have been taken, the cheapest first, and what could not, by medium.
struct OtherMedia {
    std::vector<std::string> dearer, ruledOut;
};
OtherMedia othersThan(const LinkOption* chosen, double price, const CableChoice& choice, double laneGigabits) {
    OtherMedia others;
    std::vector<std::pair<double, std::string>> serving;
    for (const CableChoice::Candidate* candidate : nearestOfMedia(choice)) {
        if (chosen && candidate->option.medium == chosen->medium)
            continue;
        std::string name(enumName(candidate->option.medium));
        if (candidate->rejection == Rejection::None && candidate->price)
            serving.emplace_back(*candidate->price - price, std::move(name));
        else
            others.ruledOut.push_back(name.append(" (").append(whyNot(*candidate, laneGigabits)).append(")"));
    }
    std::ranges::sort(serving);
    for (auto& [more, name] : serving)
        others.dearer.push_back(name.append(" (").append(signedDollars(more)).append(")"));
    return others;
}

} // namespace

ScheduleCell CableRows::reason(std::size_t index) const {
    const CableLine& line = m_ends.cables[index];
    if (!line.isPresent)
        return Message("cabling.reason.removed");
    const PlannedCable& planned = m_plan.cables[index];
    if (!line.isWhole() || !planned.isKnown())
        return Message(line.isPinned ? "cabling.reason.pinned-unknown" : "cabling.reason.unknown");
    // What others would cost goes with the route where it asks for less than what was ordered.
    const auto wanted = planned.length == LengthBasis::Shortest ? planned.route : 0.0F;
    const std::tuple key{line.link, planned.option, line.isPinned,
                         std::llround(static_cast<double>(planned.order) * 100),
                         std::llround(static_cast<double>(wanted) * 100)};
    const auto [known, isNew] = m_reasons.try_emplace(key);
    if (!isNew)
        return known->second;
    const CableChoice choice = m_plan.choice(m_ends, index);
    const LinkOption* own = m_plan.option(m_ends, index);
    const LinkOption* best = line.isPinned ? choice.chosen() : own;
    const auto order = static_cast<double>(planned.order);
    const double price = !best ? 0 : line.isPinned ? *choice.candidates.front().price : best->price(order);
    const OtherMedia others = othersThan(best, price, choice, m_ends.links[line.link].kind.a.laneGigabits);
    const double ownPrice = own ? own->price(order) : 0;
    const bool isCompared = line.isPinned && best && ownPrice > 0;
    const char* id = isCompared              ? "cabling.reason.pinned"
                     : line.isPinned && best ? "cabling.reason.pinned-unpriced"
                     : line.isPinned         ? "cabling.reason.pinned-none"
                     : !best                 ? "cabling.reason.none"
                     : others.dearer.empty() ? "cabling.reason.only"
                                             : "cabling.reason.cheapest";
    Message why(id);
    why.with("others", joined(others.ruledOut));
    if (best)
        why.with("medium", std::string(enumName(best->medium)));
    if (best && (line.isPinned || !others.dearer.empty()))
        why.with("dearer", joined(others.dearer));
    if (isCompared)
        why.with("difference", signedDollars(price - ownPrice));
    return known->second = std::move(why);
}

} // namespace rackwright
