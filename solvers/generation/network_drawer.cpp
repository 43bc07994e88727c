// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/network_drawer.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"

#include <algorithm>
#include <map>
#include <set>

namespace rackwright {

namespace {

std::uint64_t keyOf(const PortRef& port) { return port.device.value << 24 | std::uint64_t{port.port} << 8 | port.lane; }

/// Which lanes of a switch's ports are in use; a port is broken out for one speed only, and so is a cage while there
/// are others.
class PortBoard {
public:
    explicit PortBoard(const Part& part) : m_ports(static_cast<std::size_t>(portCount(part))) {
        std::size_t number = 0;
        for (const PortGroup& group : part.portGroups) {
            const std::int64_t perCage = std::max<std::int64_t>(1, group.portsPerCage);
            for (std::int64_t place = 0; place < group.count && number < m_ports.size(); ++place) {
                if (place % perCage == 0)
                    m_cages.emplace_back();
                m_ports[number++].cage = m_cages.size() - 1;
            }
        }
    }

    /// `gbps` is the speed of the link; 0: of another network or a person's.
    void occupy(const PortRef& at, std::int64_t split, double gbps) {
        if (at.port >= m_ports.size())
            return;
        Port& port = m_ports[at.port];
        port.split = static_cast<std::uint8_t>(split);
        port.lanes = static_cast<std::uint8_t>(port.lanes | 1U << std::min<unsigned>(at.lane, 7));
        plug(port, gbps);
    }

    /// The first free lane of a run, from port `from` on and then from its start; beside a link of another speed only
    /// where no other is left.
    std::optional<PortRef> take(Id<Device> device, const PortRun& run, std::int64_t from, double gbps) {
        if (const std::optional<PortRef> port = take(device, run, from, gbps, false))
            return port;
        return take(device, run, from, gbps, true);
    }

    /// Cages with links of several speeds.
    std::int64_t mixedCages() const { return std::ranges::count(m_cages, true, &Cage::isMixed); }

private:
    struct Port {
        std::uint8_t split = 0;
        std::uint8_t lanes = 0;
        std::size_t cage = 0;
    };
    struct Cage {
        double gbps = 0; ///< of its links; 0: not known
        bool isMixed = false;
    };

    void plug(const Port& port, double gbps) {
        Cage& cage = m_cages[port.cage];
        cage.isMixed = cage.isMixed || (cage.gbps > 0 && gbps > 0 && cage.gbps != gbps);
        cage.gbps = cage.gbps > 0 ? cage.gbps : gbps;
    }

    std::optional<PortRef> take(Id<Device> device, const PortRun& run, std::int64_t from, double gbps,
                                bool maybeMixed) {
        const std::int64_t end = run.first + run.count;
        from = run.holds(from) ? from : run.first;
        std::int64_t& cursor = m_cursors[{run.first, run.split, from, gbps, maybeMixed}];
        for (std::int64_t step = cursor; step < run.count; ++step) {
            std::int64_t number = from + step;
            number = number >= end ? number - run.count : number;
            Port& port = m_ports[static_cast<std::size_t>(number)];
            const double beside = m_cages[port.cage].gbps;
            const bool isOfSpeed = maybeMixed || beside <= 0 || beside == gbps;
            const bool isOfSplit = isOfSpeed && (port.lanes == 0 || port.split == run.split);
            for (std::int64_t lane = 0; isOfSplit && lane < run.split; ++lane)
                if (!(port.lanes >> lane & 1U)) {
                    port.split = static_cast<std::uint8_t>(run.split);
                    port.lanes = static_cast<std::uint8_t>(port.lanes | 1U << lane);
                    plug(port, gbps);
                    cursor = step;
                    return PortRef{device, static_cast<std::uint16_t>(number), static_cast<std::uint8_t>(lane)};
                }
        }
        cursor = run.count;
        return std::nullopt;
    }

    std::vector<Port> m_ports;
    std::vector<Cage> m_cages;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, double, bool>, std::int64_t> m_cursors;
};

/// Whether a cable that a person drew keeps a device's port that the plan would lead elsewhere.
enum class HandCables { Stay, GiveWay };

/// One end of a kept or new cable, by the other end's port or the pair of switches.
class Drawer {
public:
    Drawer(const Project& project, const Design& design, const NetworkRequest& request, const NetworkTarget& target,
           const SwitchMatch& match, std::uint32_t key, IdSource& ids, HandCables byHand)
        : m_project(project), m_design(design), m_request(request), m_target(target), m_match(match), m_key(key),
          m_ids(ids), m_byHand(byHand) {}

    Result<DrawnChange> draw() {
        findRuns();
        for (std::size_t s = 0; s < m_target.switches.size(); ++s)
            m_boards.emplace_back(partOf(s));
        noteEnds();
        keepCables();
        if (Done drawn = drawEnds(); !drawn)
            return drawn.error();
        if (Done drawn = drawTrunks(); !drawn)
            return drawn.error();
        for (const PortBoard& board : m_boards)
            m_made.mixedCages += board.mixedCages();
        return std::move(m_made);
    }

private:
    const Part& partOf(std::size_t each) const {
        return m_target.switches[each].isUpper && m_request.upper ? *m_request.upper : *m_request.leaf;
    }

    // Ports for cables between switches: of a leaf with uplink ports those, for all others data ports.
    void findRuns() {
        const DataRate trunk = rateOf(m_target.trunkGbps);
        const Part& upper = m_request.upper ? *m_request.upper : *m_request.leaf;
        m_upperRun = portRun(upper, PortRole::Data, trunk);
        m_leafRun = isDirect(m_request.family) ? std::nullopt : portRun(*m_request.leaf, PortRole::Uplink, trunk);
        if (!m_leafRun)
            m_leafRun = portRun(*m_request.leaf, PortRole::Data, trunk);
        for (const TargetEnd& end : m_target.ends)
            if (!m_endRuns.contains(end.gbps))
                m_endRuns[end.gbps] = portRun(*m_request.leaf, PortRole::Data, rateOf(end.gbps));
    }

    const std::optional<PortRun>& trunkRun(std::uint32_t each) const {
        return m_target.switches[each].isUpper ? m_upperRun : m_leafRun;
    }

    static bool lies(const std::optional<PortRun>& run, const PortRef& at) {
        return run && run->holds(at.port) && at.lane < run->split;
    }

    void noteEnds() {
        m_ends.reserve(m_target.ends.size());
        for (std::size_t e = 0; e < m_target.ends.size(); ++e)
            m_ends.emplace(keyOf(m_target.ends[e].port), e);
        m_isDrawn.assign(m_target.ends.size(), 0);
        for (const TargetTrunk& trunk : m_target.trunks)
            m_missing[std::minmax(trunk.lower, trunk.upper)] += trunk.cables;
    }

    std::optional<std::uint32_t> switchAt(const PortRef& port) const {
        const auto found = m_match.switchOf.find(port.device);
        return found == m_match.switchOf.end() ? std::nullopt : std::optional(found->second);
    }

    void keepCables() {
        std::vector<const Cable*> byHand;
        // What is to be taken away holds no port; its row stays as the order to do so.
        for (const Cable& cable : presentCables(m_design)) {
            const auto a = switchAt(cable.a), b = switchAt(cable.b);
            if (cable.network != m_request.network || !m_request.network) {
                for (const auto& [port, at] : {std::pair{cable.a, a}, {cable.b, b}})
                    if (at)
                        m_boards[*at].occupy(port, 0, 0);
                continue;
            }
            const bool isKept = a && b ? keepTrunk(cable, *a, *b)
                                : a    ? keepEnd(cable.b, cable.a, *a)
                                : b    ? keepEnd(cable.a, cable.b, *b)
                                       : false;
            if (isKept)
                ++m_made.kept;
            else if (cable.generatorKey == 0)
                byHand.push_back(&cable);
            else
                m_made.removed.push_back(cable.id);
        }
        for (const Cable* cable : byHand)
            keepHandCable(*cable);
    }

    // What a person drew stays where the plan does not need its ends, and where the plan can do without that end.
    void keepHandCable(const Cable& cable) {
        std::vector<std::size_t> ends;
        for (const PortRef& port : {cable.a, cable.b})
            if (const auto end = m_ends.find(keyOf(port)); end != m_ends.end())
                ends.push_back(end->second);
        const auto isDrawn = [this](std::size_t end) { return m_isDrawn[end] != 0; };
        if (!ends.empty() && (m_byHand == HandCables::GiveWay || std::ranges::any_of(ends, isDrawn))) {
            m_made.removed.push_back(cable.id);
            return;
        }
        for (const std::size_t end : ends)
            m_isDrawn[end] = 1;
        ++m_made.keptByHand;
        for (const PortRef& port : {cable.a, cable.b})
            if (const auto at = switchAt(port))
                m_boards[*at].occupy(port, 0, 0);
    }

    bool keepTrunk(const Cable& cable, std::uint32_t a, std::uint32_t b) {
        const auto missing = m_missing.find(std::minmax(a, b));
        if (missing == m_missing.end() || missing->second == 0 || !lies(trunkRun(a), cable.a) ||
            !lies(trunkRun(b), cable.b))
            return false;
        --missing->second;
        m_boards[a].occupy(cable.a, trunkRun(a)->split, m_target.trunkGbps);
        m_boards[b].occupy(cable.b, trunkRun(b)->split, m_target.trunkGbps);
        return true;
    }

    bool keepEnd(const PortRef& end, const PortRef& port, std::uint32_t at) {
        const auto found = m_ends.find(keyOf(end));
        if (found == m_ends.end() || m_isDrawn[found->second] || m_target.ends[found->second].to != at)
            return false;
        const auto& run = m_endRuns[m_target.ends[found->second].gbps];
        if (!lies(run, port))
            return false;
        m_isDrawn[found->second] = 1;
        m_boards[at].occupy(port, run->split, m_target.ends[found->second].gbps);
        return true;
    }

    Error noPort(std::uint32_t at) const {
        return inputError(Message("network.no-port-left").with("switch", m_target.switches[at].name));
    }

    void join(const PortRef& a, const PortRef& b) {
        m_made.added.push_back({m_ids.take<Cable>(), a, b, m_request.network, m_key});
    }

    Done drawEnds() {
        for (std::size_t e = 0; e < m_target.ends.size(); ++e) {
            if (m_isDrawn[e])
                continue;
            const TargetEnd& end = m_target.ends[e];
            const auto& run = m_endRuns[end.gbps];
            if (!run)
                return inputError(Message("fabric.no-speed")
                                      .with("switch", partOf(end.to).model)
                                      .with("speed", UnitNumber{end.gbps, "Gb/s"}));
            const auto port = m_boards[end.to].take(m_match.deviceOf[end.to], *run, run->first, end.gbps);
            if (!port)
                return noPort(end.to);
            join(end.port, *port);
        }
        return done();
    }

    // Cables of one trunk stand side by side: down from the first port on, up behind what is below.
    Done drawTrunks() {
        for (const TargetTrunk& trunk : m_target.trunks) {
            std::int64_t& missing = m_missing[std::minmax(trunk.lower, trunk.upper)];
            for (std::uint32_t t = 0; t < trunk.cables && missing > 0; ++t, --missing) {
                const auto& lower = trunkRun(trunk.lower);
                const auto& upper = trunkRun(trunk.upper);
                const bool isLevel = m_target.switches[trunk.lower].role == m_target.switches[trunk.upper].role;
                const auto a = m_boards[trunk.lower].take(m_match.deviceOf[trunk.lower], *lower,
                                                          m_target.switches[trunk.lower].upFrom, m_target.trunkGbps);
                const auto b = m_boards[trunk.upper].take(
                    m_match.deviceOf[trunk.upper], *upper,
                    isLevel ? m_target.switches[trunk.upper].upFrom : upper->first, m_target.trunkGbps);
                if (!a || !b)
                    return noPort(a ? trunk.upper : trunk.lower);
                join(*a, *b);
            }
        }
        return done();
    }

    const Project& m_project;
    const Design& m_design;
    const NetworkRequest& m_request;
    const NetworkTarget& m_target;
    const SwitchMatch& m_match;
    const std::uint32_t m_key;
    IdSource& m_ids;
    const HandCables m_byHand;
    DrawnChange m_made;
    std::optional<PortRun> m_leafRun, m_upperRun;
    std::map<double, std::optional<PortRun>> m_endRuns;
    std::vector<PortBoard> m_boards; ///< of each switch
    std::unordered_map<std::uint64_t, std::size_t> m_ends;
    std::vector<std::uint8_t> m_isDrawn;                                       ///< of each end
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> m_missing; ///< cables of a pair
};

bool carriesNetwork(const Project& project, const Device& device, const PortRef& end) {
    const Part* part = findPart(project, device.part);
    const PortGroup* group = part && part->category == PartCategory::Switch ? portGroupOf(*part, end.port) : nullptr;
    return group && (group->role == PortRole::Data || group->role == PortRole::Uplink);
}

} // namespace

bool isFreeSwitch(const Project& project, const Design& design, const Device& device) {
    bool isFree = device.scope.isPresent() && device.role != "spare";
    design.cables.forEachWith<CablesByDevice>(device.id, [&](const Cable& cable) {
        for (const PortRef& end : {cable.a, cable.b})
            isFree = isFree && !(end.device == device.id && carriesNetwork(project, device, end));
    });
    return isFree;
}

namespace {

bool isTier(std::string_view role) { return role == "leaf" || role == "spine" || role == "core"; }

/// Switches that a person placed and that carry nothing yet, those in racks first.
std::vector<const Device*> freeSwitches(const Project& project, const Design& design, const SwitchParts& parts) {
    std::vector<const Device*> free;
    for (const Device& device : design.devices) {
        if ((device.part == parts.leaf || device.part == parts.upper) && isFreeSwitch(project, design, device))
            free.push_back(&device);
    }
    std::ranges::stable_sort(free, {},
                             [](const Device* device) { return std::holds_alternative<Unplaced>(device->placement); });
    return free;
}

void takeFreeSwitches(const Project& project, const Design& design, const SwitchParts& parts,
                      const NetworkTarget& target, SwitchMatch& match) {
    if (std::ranges::none_of(match.deviceOf, [](Id<Device> id) { return !id; }))
        return;
    std::vector<const Device*> free = freeSwitches(project, design, parts);
    // Those that are called what is needed go first, then those without such a word.
    for (const bool byRole : {true, false})
        for (std::uint32_t s = 0; s < target.switches.size() && !free.empty(); ++s) {
            const TargetSwitch& each = target.switches[s];
            if (match.deviceOf[s])
                continue;
            const auto found = std::ranges::find_if(free, [&](const Device* device) {
                return device->part == parts.of(each) && (byRole ? device->role == each.role : !isTier(device->role));
            });
            if (found == free.end())
                continue;
            match.deviceOf[s] = (*found)->id;
            match.switchOf.emplace((*found)->id, s);
            free.erase(found);
        }
}

} // namespace

SwitchMatch matchSwitches(const Project& project, const Design& design, const NetworkRequest& request,
                          const SwitchParts& parts, const NetworkTarget& target) {
    SwitchMatch match;
    match.deviceOf.resize(target.switches.size());
    std::set<Id<Device>> seen;
    std::vector<const Device*> present;
    for (const Cable& cable : design.cables)
        if (request.network && cable.network == request.network)
            for (const PortRef& end : {cable.a, cable.b}) {
                const Device* device = seen.contains(end.device) ? nullptr : design.devices.find(end.device);
                if (device && device->scope.isPresent() && carriesNetwork(project, *device, end)) {
                    seen.insert(device->id);
                    present.push_back(device);
                }
            }
    std::ranges::sort(present, {}, &Device::id);
    std::unordered_map<std::string_view, std::uint32_t> byName;
    for (std::uint32_t s = 0; s < target.switches.size(); ++s)
        byName.emplace(target.switches[s].name, s);
    const auto isLike = [&](const Device& device, std::uint32_t s) {
        return device.part == parts.of(target.switches[s]) && device.role == target.switches[s].role;
    };
    const auto give = [&](const Device& device, std::uint32_t s) {
        match.deviceOf[s] = device.id;
        match.switchOf.emplace(device.id, s);
    };
    std::vector<const Device*> others;
    for (const Device* device : present) {
        const auto named = byName.find(device->name);
        if (named != byName.end() && isLike(*device, named->second))
            give(*device, named->second);
        else
            others.push_back(device);
    }
    std::map<std::pair<std::string, Id<PartRow>>, std::uint32_t> from; // of like devices: no free one before it
    for (const Device* device : others) {
        std::uint32_t& s = from[{device->role, device->part}];
        while (s < target.switches.size() && (match.deviceOf[s] || !isLike(*device, s)))
            ++s;
        if (s < target.switches.size())
            give(*device, s);
        else
            match.leftOver.push_back(device->id);
    }
    takeFreeSwitches(project, design, parts, target, match);
    return match;
}

Homes homesOf(const Design& design, Id<Network> network, const SwitchMatch& match, const NetworkTarget& target) {
    Homes homes;
    if (match.switchOf.empty())
        return homes;
    const std::int64_t leaves = target.units * target.leavesPerUnit;
    for (const Cable& cable : design.cables) {
        if (cable.network != network)
            continue;
        const auto a = match.switchOf.find(cable.a.device), b = match.switchOf.find(cable.b.device);
        const auto none = match.switchOf.end();
        if ((a == none) == (b == none))
            continue;
        const std::uint32_t leaf = a == none ? b->second : a->second;
        if (leaf < leaves)
            homes.push_back({a == none ? cable.a : cable.b, leaf / target.leavesPerUnit});
    }
    std::ranges::sort(homes, {}, &EndHome::port);
    return homes;
}

Result<DrawnChange> drawTarget(const Project& project, const Design& design, const NetworkRequest& request,
                               const NetworkTarget& target, const SwitchMatch& match, std::uint32_t key,
                               IdSource& ids) {
    const auto drawn = [&](HandCables byHand) {
        return Drawer(project, design, request, target, match, key, ids, byHand).draw();
    };
    // Where a switch has no port left beside a cable drawn by hand, the plan goes first.
    if (Result<DrawnChange> made = drawn(HandCables::Stay))
        return made;
    return drawn(HandCables::GiveWay);
}

} // namespace rackwright
