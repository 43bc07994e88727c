// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/schedules/cable_rows.h"

#include "model/design/cabled.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
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

const std::vector<Port>& CableRows::portsOf(const Part& part) const {
    const auto [known, isNew] = m_ports.try_emplace(&part);
    if (isNew)
        known->second = portList(part);
    return known->second;
}

CableRows::Place CableRows::place(const PortRef& ref, const CableEnd& end) const {
    Place place;
    const Cabled device = findCabled(m_context.design(), ref.device);
    if (!device)
        return place;
    place.device = nameOr(device->name, device->id.value);
    const Part* part = m_context.part(device->part);
    if (part && end.cage != kNowhere) {
        const std::vector<Port>& ports = portsOf(*part);
        const Port& port = ports[ref.port];
        place.port = port.name;
        if (m_ends.portsOf(end).perCage > 1)
            place.cage = std::to_string(port.cage + 1);
        if (ref.lane > 0 || m_ends.cages[end.cage].links > m_ends.portsOf(end).perCage)
            place.port.append("/").append(std::to_string(ref.lane + 1));
    }
    const Rack* rack = m_context.design().racks.find(m_context.rackHolding(*device));
    if (const auto* in = std::get_if<InRack>(&device->placement))
        // The upper unit of the device, counted from the bottom (TIA-606-B).
        place.unit = in->unit + (part ? std::max<std::int64_t>(1, rackUnitsOf(*part)) : 1) - 1;
    if (rack) {
        place.rack = nameOr(rack->name, rack->id.value);
        place.row = rack->row;
        if (const Room* room = m_context.design().rooms.find(rack->room))
            place.room = room->name;
    } else if (const auto* floor = std::get_if<OnFloor>(&device->placement)) {
        if (const Room* room = m_context.design().rooms.find(floor->room))
            place.room = room->name;
    }
    place.label = m_pattern.print(
        std::array{place.room, place.row, place.rack, place.unit > 0 ? std::to_string(place.unit) : std::string(),
                   place.device, place.port.empty() ? std::to_string(ref.port + 1) : place.port, place.cage});
    return place;
}

namespace {

/// The rule of the table by which a way to make a link is none; empty where it is no matter of a rule.
std::string_view ruleOf(Rejection rejection) {
    switch (rejection) {
    case Rejection::Cage:
    case Rejection::HeatSink:
    case Rejection::Polish:
        return "NET-03";
    case Rejection::Speed:
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
        others.dearer.push_back(
            name.append(more < 0 ? " (-" : " (+").append(std::to_string(std::llround(std::abs(more)))).append(" USD)"));
    return others;
}

} // namespace

ScheduleCell CableRows::reason(std::size_t index) const {
    const CableLine& line = m_ends.cables[index];
    if (!line.isPresent)
        return Message("cabling.reason.removed");
    if (line.isPinned)
        return Message("cabling.reason.pinned");
    const PlannedCable& planned = m_plan.cables[index];
    if (!line.isWhole() || !planned.isKnown())
        return Message("cabling.reason.unknown");
    const std::tuple key{line.link, planned.option, std::llround(static_cast<double>(planned.order) * 100)};
    const auto [known, isNew] = m_reasons.try_emplace(key);
    if (!isNew)
        return known->second;
    const CableChoice choice = m_plan.choice(m_ends, index);
    const LinkOption* chosen = m_plan.option(m_ends, index);
    const OtherMedia others = othersThan(chosen, chosen ? chosen->price(static_cast<double>(planned.order)) : 0, choice,
                                         m_ends.links[line.link].kind.a.laneGigabits);
    const std::string ruledOut = joined(others.ruledOut);
    if (!chosen)
        known->second = Message("cabling.reason.none").with("others", ruledOut);
    else if (!others.dearer.empty())
        known->second = Message("cabling.reason.cheapest")
                            .with("medium", std::string(enumName(chosen->medium)))
                            .with("dearer", joined(others.dearer))
                            .with("others", ruledOut);
    else
        known->second = Message("cabling.reason.only")
                            .with("medium", std::string(enumName(chosen->medium)))
                            .with("others", ruledOut);
    return known->second;
}

} // namespace rackwright
