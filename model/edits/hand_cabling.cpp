// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/hand_cabling.h"

#include "model/design/cabled.h"
#include "model/edits/cable_edits.h"
#include "model/parts/port_list.h"

#include <bit>
#include <cmath>

namespace rackwright::edits {

PortRole endRoleOf(NetworkRole role) {
    switch (role) {
    case NetworkRole::Storage:
        return PortRole::Storage;
    case NetworkRole::InBand:
        return PortRole::InBand;
    case NetworkRole::OutOfBand:
        return PortRole::Management;
    case NetworkRole::Compute:
    case NetworkRole::ScaleUp:
        break;
    }
    return PortRole::Compute;
}

namespace {

// Switches carry a network on data and uplink ports; everyone is an end of it with ports of its purpose.
bool isFor(const Part& part, PortRole port, NetworkRole network) {
    const bool carries = part.category == PartCategory::Switch && (port == PortRole::Data || port == PortRole::Uplink);
    return carries || port == endRoleOf(network);
}

} // namespace

FreePorts::FreePorts(const Project& project, const Design& design, NetworkRole role, Id<Cable> lifted)
    : m_project(project), m_design(design), m_role(role), m_lifted(lifted) {}

std::string FreePorts::nameOf(Id<Device> device) const {
    const auto row = findCabled(m_design, device);
    return row ? row->name : std::string();
}

bool FreePorts::readMore() {
    const auto& chunks = m_design.cables.chunks();
    if (m_chunksRead == chunks.size())
        return false;
    for (const Cable& cable : chunks[m_chunksRead++]->rows())
        if (cable.id != m_lifted && isPresent(m_design, cable))
            for (const PortRef& end : {cable.a, cable.b})
                m_taken[end.device].push_back(end);
    return m_chunksRead < chunks.size();
}

std::vector<PortRef> FreePorts::takenOf(Id<Device> device) const {
    if (m_chunksRead > 0 && m_chunksRead == m_design.cables.chunks().size()) {
        const auto known = m_taken.find(device);
        return known == m_taken.end() ? std::vector<PortRef>() : known->second;
    }
    std::vector<PortRef> taken;
    m_design.cables.forEachWith<CablesByDevice>(device, [&](const Cable& cable) {
        if (cable.id == m_lifted || !isPresent(m_design, cable))
            return;
        for (const PortRef& end : {cable.a, cable.b})
            if (end.device == device)
                taken.push_back(end);
    });
    return taken;
}

// A free port at its full speed, and a free lane at each share that the port can be broken out to.
std::vector<FreePorts::Offer> FreePorts::offers(Id<Device> device, PortNumber only) const {
    std::vector<Offer> made;
    const auto row = findCabled(m_design, device);
    const Part* part = row && row->scope.isPresent() ? findPart(m_project, row->part) : nullptr;
    if (!part)
        return made;
    const std::vector<PortRef> inUse = takenOf(device);
    std::int64_t first = 0;
    for (const PortGroup& group : part->portGroups) {
        const std::int64_t from = first;
        first += group.count;
        const auto speed = group.speed.typical();
        if (!speed || !isFor(*part, group.role, m_role))
            continue;
        std::vector<std::uint8_t> lanes(static_cast<std::size_t>(group.count), 0);
        std::uint8_t highest = 0; // ports of a group are broken out alike
        for (const PortRef& taken : inUse)
            if (taken.port >= from && taken.port < first) {
                lanes[static_cast<std::size_t>(taken.port - from)] |=
                    static_cast<std::uint8_t>(1U << std::min<unsigned>(taken.lane, 7));
                highest = std::max(highest, taken.lane);
            }
        for (std::int64_t split = 1; split <= std::max<std::int64_t>(1, group.maximumSplit); split *= 2) {
            if (split > 1 && split <= highest) // narrower lanes are in use already
                continue;
            const auto take = [&](bool isStarted) {
                const std::int64_t begin = only ? *only - from : 0, end = only ? begin + 1 : group.count;
                for (std::int64_t p = std::max<std::int64_t>(0, begin); p < std::min(end, group.count); ++p)
                    for (std::int64_t lane = 0; lane < split; ++lane) {
                        const std::uint8_t used = lanes[static_cast<std::size_t>(p)];
                        // A port in use gives a lane only of those that it is used for: broken out further, it would
                        // slow down the cables that it has.
                        const bool givesLane = used != 0 && highest > 0 && split == std::bit_ceil(highest + 1U);
                        if ((isStarted ? givesLane : used == 0) && !(used >> lane & 1U)) {
                            made.push_back(
                                {{device, static_cast<std::uint16_t>(from + p), static_cast<std::uint8_t>(lane)},
                                 speed->in(unit::gigabitPerSecond) / static_cast<double>(split),
                                 split == 1 && highest > 0});
                            return true;
                        }
                    }
                return false;
            };
            if (!take(true))
                take(false);
        }
    }
    return made;
}

std::vector<FreePorts::Offer> FreePorts::offersOf(const PortRef& port) const {
    const auto row = findCabled(m_design, port.device);
    const Part* part = row ? findPart(m_project, row->part) : nullptr;
    const PortGroup* group = part ? portGroupOf(*part, port.port) : nullptr;
    const auto speed = group ? group->speed.typical() : std::nullopt;
    std::vector<Offer> made;
    const std::vector<PortRef> inUse = takenOf(port.device);
    if (!speed || std::ranges::find(inUse, port) != inUse.end())
        return made;
    const bool hasLanes = std::ranges::any_of(
        inUse, [&](const PortRef& taken) { return taken.lane > 0 && portGroupOf(*part, taken.port) == group; });
    for (std::int64_t split = 1; split <= std::max<std::int64_t>(1, group->maximumSplit); split *= 2)
        if (port.lane < split)
            made.push_back(
                {port, speed->in(unit::gigabitPerSecond) / static_cast<double>(split), split == 1 && hasLanes});
    return made;
}

FreePorts::Best FreePorts::bestOf(const std::vector<Offer>& a, const std::vector<Offer>& b) const {
    Best best;
    const auto protocolOf = [this](const PortRef& port) {
        return portGroupOf(*findPart(m_project, findCabled(m_design, port.device)->part), port.port)->protocol;
    };
    for (const Offer& x : a)
        for (const Offer& y : b) {
            if (std::abs(x.gbps - y.gbps) > 1e-9 * x.gbps || (best.taken.first && x.gbps <= best.taken.first->gbps) ||
                (x.isWholeBesideLanes && y.isWholeBesideLanes))
                continue;
            const FabricProtocol p = protocolOf(x.port), q = protocolOf(y.port);
            const bool isCommon = p == q || p == FabricProtocol::Either || q == FabricProtocol::Either;
            (isCommon ? best.taken : best.clash) = {&x, &y};
        }
    return best;
}

Result<CableEnds> FreePorts::match(const std::vector<Offer>& a, Id<Device> deviceA, Id<Device> b,
                                   PortNumber atB) const {
    if (deviceA == b)
        return inputError(Message("edit.cable-to-itself").with("device", nameOf(b)));
    const std::vector<Offer> others = offers(b, atB);
    if (others.empty() && atB)
        return inputError(Message("edit.port-not-free").with("port", portLabel(m_project, m_design, {b, *atB, 0})));
    for (const auto& [offered, device] : {std::pair(&a, deviceA), {&others, b}})
        if (offered->empty())
            return inputError(Message("edit.no-free-port").with("device", nameOf(device)));
    const Best best = bestOf(a, others);
    if (best.taken.first)
        return CableEnds{best.taken.first->port, best.taken.second->port};
    const auto with = [this](const char* id, const Offer& x, const Offer& y) {
        return inputError(Message(id)
                              .with("port", portLabel(m_project, m_design, x.port))
                              .with("other", portLabel(m_project, m_design, y.port)));
    };
    return best.clash.first ? with("edit.no-common-protocol", *best.clash.first, *best.clash.second)
                            : with("edit.no-common-speed", a.front(), others.front());
}

bool FreePorts::canJoin(Id<Device> a, Id<Device> b, PortNumber atB) const {
    return a != b && bestOf(offersOfBegin(a), offers(b, atB)).taken.first;
}

bool FreePorts::canJoin(const PortRef& a, Id<Device> b, PortNumber atB) const {
    return a.device != b && bestOf(offersOf(a), offers(b, atB)).taken.first;
}

bool FreePorts::takes(const Part& part, const PortGroup& group) const { return isFor(part, group.role, m_role); }

const std::vector<FreePorts::Offer>& FreePorts::offersOfBegin(Id<Device> device) const {
    if (m_begin != device) {
        m_ofBegin = offers(device);
        m_begin = device;
    }
    return m_ofBegin;
}

Result<CableEnds> FreePorts::between(Id<Device> a, Id<Device> b, PortNumber atB) const {
    return match(offersOfBegin(a), a, b, atB);
}

Result<CableEnds> FreePorts::between(const PortRef& a, Id<Device> b, PortNumber atB) const {
    return match(offersOf(a), a.device, b, atB);
}

Edit moveCableEnd(const Target& target, Id<Cable> cable, PortRef from, PortRef to) {
    const Design* seen = target.design();
    Message text = Message("undo.cable.move").with("port", seen ? portLabel(target.project, *seen, to) : std::string());
    auto apply = [cable, from, to](const Project& project, const Design& design, IdSource&) -> Result<Design> {
        const Cable* row = design.cables.find(cable);
        if (!row || (row->a != from && row->b != from))
            return missingRow("cable");
        Cable moved = *row;
        (moved.a == from ? moved.a : moved.b) = to;
        moved.generatorKey = 0;
        Design next = design;
        next.cables = design.cables.without(cable);
        if (Done fits = canConnect(project, next, moved.a, moved.b); !fits)
            return fits.error();
        next.cables = design.cables.with(moved);
        return next;
    };
    return designEdit(std::move(text), target.option, apply);
}

} // namespace rackwright::edits
