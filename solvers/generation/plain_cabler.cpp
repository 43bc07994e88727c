// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/plain_cabler.h"

#include "model/base/numbers.h"
#include "model/parts/port_list.h"
#include "solvers/network/port_run.h"
#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace rackwright {

namespace {

Error noSpeed(const Part& part, DataRate link) {
    return inputError(Message("fabric.no-speed")
                          .with("switch", part.model)
                          .with("speed", UnitNumber{link.in(unit::gigabitPerSecond), "Gb/s"}));
}

struct SpineChoice {
    std::int64_t uplinks = 0;
    std::int64_t spines = 0;
};

// Fewest spines over the uplink counts that a leaf can have beside its nodes; of equals the fewest uplinks.
std::optional<SpineChoice> chooseSpines(std::int64_t leaves, std::int64_t nodesPerLeaf, std::int64_t radix) {
    std::optional<SpineChoice> best;
    for (std::int64_t uplinks = nodesPerLeaf; uplinks <= radix - nodesPerLeaf; ++uplinks) {
        const auto spines = smallestDivisorFrom(uplinks, ceilingOf(leaves * uplinks, radix));
        if (spines && (!best || *spines < best->spines))
            best = SpineChoice{uplinks, *spines};
    }
    return best;
}

Result<ClosPlan> planThreeTiers(ClosPlan plan) {
    const std::int64_t half = plan.radix / 2;
    plan.tiers = 3;
    const std::int64_t mostUnitsInPod = half / plan.rails;
    if (mostUnitsInPod < 1)
        return inputError(
            Message("fabric.too-many-rails").with("rails", plan.rails).with("radix", plan.radix).with("most", half));
    plan.pods = ceilingOf(plan.units, mostUnitsInPod);
    plan.unitsPerPod = ceilingOf(plan.units, plan.pods);
    plan.uplinksPerLeaf = plan.nodesPerUnit;
    const std::int64_t leavesPerPod = plan.unitsPerPod * plan.rails;
    const auto spines = smallestDivisorFrom(plan.uplinksPerLeaf, ceilingOf(leavesPerPod * plan.uplinksPerLeaf, half));
    RW_CHECK(spines, "a pod holds no more leaves than half a switch has ports");
    plan.spinesPerPod = *spines;
    plan.uplinksPerSpine = leavesPerPod * plan.uplinksPerLeaf / plan.spinesPerPod;
    const auto cores =
        smallestDivisorFrom(plan.uplinksPerSpine, ceilingOf(plan.pods * plan.uplinksPerSpine, plan.radix));
    if (!cores) // a full fat tree has radix^3 / 4 endpoints
        return inputError(Message("fabric.too-large")
                              .with("nodes", plan.nodes)
                              .with("rails", plan.rails)
                              .with("radix", plan.radix)
                              .with("most", half * half * plan.radix / plan.rails));
    plan.coresPerPlane = *cores;
    return plan;
}

Parameter parameter(std::string name, std::int64_t value) { return {std::move(name), std::to_string(value)}; }

Device switchDevice(Id<Device> id, Id<PartRow> part, std::string name, std::string role, std::int64_t group) {
    Device device;
    device.id = id;
    device.name = std::move(name);
    device.part = part;
    device.role = std::move(role);
    device.group = group;
    return device;
}

/// Writes the switches and cables of one plan.
class ClosWriter {
public:
    ClosWriter(const ClosPlan& plan, const PortRun& run, const FabricSwitch& with, const FabricName& name,
               IdSource& ids)
        : m_plan(plan), m_run(run), m_with(with), m_name(name), m_ids(ids) {
        m_drawn.switches.reserve(static_cast<std::size_t>(plan.leaves() + plan.spines() + plan.cores()));
        m_drawn.cables.reserve(
            static_cast<std::size_t>(plan.nodeLinks() + plan.leafSpineLinks() + plan.spineCoreLinks()));
    }

    DrawnFabric write(const std::vector<PortRef>& endpoints) {
        makeSwitches();
        joinNodes(endpoints);
        if (m_plan.tiers >= 2)
            joinLeaves();
        if (m_plan.tiers == 3)
            joinSpines();
        m_drawn.generator = generator();
        return std::move(m_drawn);
    }

private:
    void makeSwitches() {
        if (m_plan.tiers == 1) {
            m_leaves.push_back(add(m_name.prefix + "-leaf-1", "leaf", 1));
            return;
        }
        for (std::int64_t u = 0; u < m_plan.units; ++u)
            for (std::int64_t rail = 0; rail < m_plan.rails; ++rail)
                m_leaves.push_back(add(
                    m_name.prefix + "-leaf-" + std::to_string(u + 1) + '-' + std::to_string(rail + 1), "leaf", u + 1));
        for (std::int64_t pod = 0; pod < m_plan.pods; ++pod)
            for (std::int64_t s = 0; s < m_plan.spinesPerPod; ++s)
                m_spines.push_back(add(spineName(pod, s), "spine", m_plan.tiers == 3 ? pod + 1 : 0));
        for (std::int64_t c = 0; c < m_plan.cores(); ++c)
            m_cores.push_back(add(m_name.prefix + "-core-" + std::to_string(c + 1), "core", 0));
    }

    std::string spineName(std::int64_t pod, std::int64_t spine) const {
        const std::string podMark = m_plan.tiers == 3 ? std::to_string(pod + 1) + '-' : std::string();
        return m_name.prefix + "-spine-" + podMark + std::to_string(spine + 1);
    }

    Id<Device> add(std::string name, std::string role, std::int64_t group) {
        const Id<Device> id = m_ids.take<Device>();
        m_drawn.switches.push_back(switchDevice(id, m_with.row, std::move(name), std::move(role), group));
        return id;
    }

    void join(PortRef a, PortRef b) {
        m_drawn.cables.push_back({m_ids.take<Cable>(), a, b, m_name.network, m_name.key});
    }

    void joinNodes(const std::vector<PortRef>& endpoints) {
        for (std::int64_t node = 0; node < m_plan.nodes; ++node) {
            const std::int64_t u = node / m_plan.nodesPerUnit, place = node % m_plan.nodesPerUnit;
            for (std::int64_t rail = 0; rail < m_plan.rails; ++rail) {
                const PortRef& end = endpoints[static_cast<std::size_t>(node * m_plan.rails + rail)];
                if (m_plan.tiers == 1)
                    join(end, m_run.link(m_leaves[0], node * m_plan.rails + rail));
                else
                    join(end, m_run.link(leaf(u, rail), place));
            }
        }
    }

    // A leaf's uplinks stand behind its node ports; cables of one trunk stand side by side.
    void joinLeaves() {
        const std::int64_t trunk = m_plan.uplinksPerLeaf / m_plan.spinesPerPod;
        for (std::int64_t u = 0; u < m_plan.units; ++u) {
            const std::int64_t pod = m_plan.tiers == 3 ? u / m_plan.unitsPerPod : 0;
            const std::int64_t unitInPod = m_plan.tiers == 3 ? u % m_plan.unitsPerPod : u;
            for (std::int64_t rail = 0; rail < m_plan.rails; ++rail) {
                const std::int64_t leafInPod = unitInPod * m_plan.rails + rail;
                for (std::int64_t s = 0; s < m_plan.spinesPerPod; ++s)
                    for (std::int64_t t = 0; t < trunk; ++t)
                        join(m_run.link(leaf(u, rail), m_plan.nodesPerUnit + s * trunk + t),
                             m_run.link(spine(pod, s), leafInPod * trunk + t));
            }
        }
    }

    // A spine's uplinks stand behind the ports of a full pod's leaves.
    void joinSpines() {
        const std::int64_t trunk = m_plan.uplinksPerSpine / m_plan.coresPerPlane;
        for (std::int64_t pod = 0; pod < m_plan.pods; ++pod)
            for (std::int64_t s = 0; s < m_plan.spinesPerPod; ++s)
                for (std::int64_t c = 0; c < m_plan.coresPerPlane; ++c)
                    for (std::int64_t t = 0; t < trunk; ++t)
                        join(m_run.link(spine(pod, s), m_plan.uplinksPerSpine + c * trunk + t),
                             m_run.link(m_cores[static_cast<std::size_t>(s * m_plan.coresPerPlane + c)],
                                        pod * trunk + t));
    }

    FabricGenerator generator() {
        FabricGenerator made;
        made.id = m_ids.take<FabricGenerator>();
        made.key = m_name.key;
        made.family = m_plan.tiers == 1 ? "single-switch" : "clos-" + std::to_string(m_plan.tiers);
        made.network = m_name.network;
        made.parameters = {parameter("nodes", m_plan.nodes), parameter("rails", m_plan.rails),
                           parameter("radix", m_plan.radix), parameter("units", m_plan.units),
                           parameter("pods", m_plan.pods),   {"switch", m_with.part->id}};
        return made;
    }

    Id<Device> leaf(std::int64_t u, std::int64_t rail) const {
        return m_leaves[static_cast<std::size_t>(u * m_plan.rails + rail)];
    }
    Id<Device> spine(std::int64_t pod, std::int64_t s) const {
        return m_spines[static_cast<std::size_t>(pod * m_plan.spinesPerPod + s)];
    }

    const ClosPlan& m_plan;
    const PortRun& m_run;
    const FabricSwitch& m_with;
    const FabricName& m_name;
    IdSource& m_ids;
    DrawnFabric m_drawn;
    std::vector<Id<Device>> m_leaves, m_spines, m_cores;
};

bool hasUplinkGroup(const Part& part) {
    return std::ranges::any_of(part.portGroups,
                               [](const PortGroup& g) { return g.role == PortRole::Uplink && g.count > 0; });
}

/// Ends that share a pair of leaves: of a device, or of a tray of one.
struct TreeMember {
    std::size_t first = 0, count = 0;
    std::size_t odd = 0; ///< 1: its first end is for the second leaf, so that devices of one port take turns
};

std::vector<TreeMember> membersOf(const std::vector<TreeEnd>& ends) {
    std::vector<TreeMember> members;
    std::size_t odd = 0;
    for (std::size_t from = 0, to = 0; from < ends.size(); from = to) {
        while (to < ends.size() && ends[to].port.device == ends[from].port.device)
            ++to;
        const bool areTrays = joinsAsTrays(static_cast<std::int64_t>(to - from));
        const std::size_t each = areTrays ? static_cast<std::size_t>(kTrayRails) : to - from;
        for (std::size_t first = from; first < to; first += each)
            members.push_back({first, each, each % 2 == 0 ? 0 : odd++ % 2});
    }
    return members;
}

/// Deals members to pairs of leaves: those of a pool one by one to all pairs, from the last, which servers stand next
/// to; the others pair by pair.
class PairDeal {
public:
    PairDeal(const std::vector<TreeEnd>& ends, const std::vector<TreeMember>& members, std::vector<PortRun> runs,
             std::vector<std::size_t> runOfEnd, std::int64_t usable)
        : m_ends(ends), m_members(members), m_runs(std::move(runs)), m_runOf(std::move(runOfEnd)), m_usable(usable) {}

    /// Over as few pairs as hold all, at least so many.
    void deal(std::size_t leastPairs) {
        std::size_t pairs = std::max<std::size_t>(1, leastPairs);
        while (!fits(pairs))
            ++pairs;
    }
    std::size_t pairs() const { return m_pairs; }
    std::size_t pairOf(std::size_t member) const { return m_pairOf[member]; }
    std::size_t leafOf(std::size_t member, std::size_t end) const {
        const TreeMember& of = m_members[member];
        return 2 * m_pairOf[member] + (end - of.first + of.odd) % 2;
    }
    const PortRun& runOf(std::size_t end) const { return m_runs[m_runOf[end]]; }
    /// Where the links of the speed of an end begin on its leaf.
    std::int64_t firstLink(std::size_t leaf, std::size_t end) const {
        std::int64_t ports = 0;
        for (std::size_t r = 0; r < m_runOf[end]; ++r)
            ports += m_runs[r].wholeCages(m_counts[leaf * m_runs.size() + r]);
        return ports * m_runs[m_runOf[end]].split;
    }

private:
    bool fits(std::size_t pairs) {
        m_pairs = pairs;
        m_counts.assign(2 * pairs * m_runs.size(), 0);
        m_pairOf.assign(m_members.size(), 0);
        std::size_t turn = 0;
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            if (!m_ends[m_members[m].first].isOfPool)
                continue;
            std::size_t tried = 0;
            while (tried < pairs && !take(m, pairs - 1 - (turn + tried) % pairs))
                ++tried;
            if (tried == pairs)
                return false;
            ++turn;
        }
        std::size_t pair = 0;
        for (std::size_t m = 0; m < m_members.size(); ++m) {
            if (m_ends[m_members[m].first].isOfPool)
                continue;
            while (pair < pairs && !take(m, pair))
                ++pair;
            if (pair == pairs)
                return false;
        }
        return true;
    }

    bool take(std::size_t member, std::size_t pair) {
        m_pairOf[member] = pair;
        add(member, 1);
        if (portsOf(2 * pair) <= m_usable && portsOf(2 * pair + 1) <= m_usable)
            return true;
        add(member, -1);
        return false;
    }

    void add(std::size_t member, std::int64_t sign) {
        const TreeMember& of = m_members[member];
        for (std::size_t e = of.first; e < of.first + of.count; ++e)
            m_counts[leafOf(member, e) * m_runs.size() + m_runOf[e]] += sign;
    }

    std::int64_t portsOf(std::size_t leaf) const {
        std::int64_t ports = 0;
        for (std::size_t r = 0; r < m_runs.size(); ++r)
            ports += m_runs[r].wholeCages(m_counts[leaf * m_runs.size() + r]);
        return ports;
    }

    const std::vector<TreeEnd>& m_ends;
    const std::vector<TreeMember>& m_members;
    const std::vector<PortRun> m_runs;      ///< by speed, fastest first
    const std::vector<std::size_t> m_runOf; ///< of each end
    const std::int64_t m_usable;            ///< ports of a leaf for ends
    std::size_t m_pairs = 0;
    std::vector<std::int64_t> m_counts; ///< ends by leaf and speed
    std::vector<std::size_t> m_pairOf;
};

/// Writes a leaf tree: leaves by filling them with ends, then a pair of upper switches a group, then a pair of cores.
class TreeWriter {
public:
    TreeWriter(const TreeShape& shape, const FabricName& name, IdSource& ids)
        : m_shape(shape), m_name(name), m_ids(ids) {}

    Result<DrawnFabric> write(const std::vector<TreeEnd>& ends) {
        if (ends.empty())
            return std::move(m_drawn);
        if (Done ready = prepare(); !ready)
            return ready.error();
        if (Done filled = m_shape.hasPairs ? fillPairs(ends) : fillLeaves(ends); !filled)
            return filled.error();
        if (m_shape.hasPairs && m_leaves.size() == 2)
            joinPair();
        else if (m_leaves.size() > 1)
            if (Done joined = joinGroups(); !joined)
                return joined.error();
        m_drawn.generator.id = m_ids.take<FabricGenerator>();
        m_drawn.generator.key = m_name.key;
        m_drawn.generator.family = "tree";
        m_drawn.generator.network = m_name.network;
        m_drawn.generator.parameters = {parameter("ends", static_cast<std::int64_t>(ends.size())),
                                        parameter("uplinks", m_shape.uplinks),
                                        {"leaf", m_shape.leaf.part->id},
                                        {"upper", m_shape.upper.part->id}};
        if (m_shape.hasPairs)
            m_drawn.generator.parameters.push_back(parameter("pairs", static_cast<std::int64_t>(m_leaves.size() / 2)));
        return std::move(m_drawn);
    }

private:
    Done prepare() {
        const Part& leaf = *m_shape.leaf.part;
        const PortRole upRole = hasUplinkGroup(leaf) ? PortRole::Uplink : PortRole::Data;
        const auto speed = fastestPort(leaf, upRole);
        if (!speed)
            return inputError(Message("fabric.speed-unknown").with("switch", leaf.model));
        const auto up = portRun(leaf, upRole, *speed);
        m_upperRun = portRun(*m_shape.upper.part, PortRole::Data, *speed);
        if (!up || !m_upperRun)
            return noSpeed(*m_shape.upper.part, *speed);
        m_leafUp = *up;
        m_reservesData = upRole == PortRole::Data;
        if (m_shape.uplinks < 2 || m_shape.uplinks % 2 != 0 || m_shape.uplinks >= m_leafUp.links())
            if (m_reservesData || m_shape.uplinks > m_leafUp.links())
                return badUplinks();
        if (m_reservesData && m_leafUp.wholeCages(m_shape.uplinks) >= m_leafUp.count)
            return badUplinks();
        return done();
    }

    Error badUplinks() const {
        return inputError(
            Message("fabric.bad-uplinks").with("switch", m_shape.leaf.part->model).with("uplinks", m_shape.uplinks));
    }

    // Ends of one speed are filled one behind the other, so that a module runs at one speed only.
    Done fillLeaves(const std::vector<TreeEnd>& ends) {
        std::map<double, std::vector<PortRef>, std::greater<>> bySpeed;
        for (const TreeEnd& end : ends)
            bySpeed[end.speed.si()].push_back(end.port);
        std::int64_t all = 0; // ports of leaves
        for (const auto& [speed, ports] : bySpeed) {
            const auto run = portRun(*m_shape.leaf.part, PortRole::Data, DataRate(speed));
            if (!run)
                return noSpeed(*m_shape.leaf.part, DataRate(speed));
            all += run->wholeCages(static_cast<std::int64_t>(ports.size()));
        }
        for (const auto& [speed, ports] : bySpeed)
            fill(*portRun(*m_shape.leaf.part, PortRole::Data, DataRate(speed)), ports, all);
        return done();
    }

    /// Ports of a leaf for ends, in whole modules.
    std::int64_t usablePorts(const PortRun& run) const {
        const std::int64_t reserved = m_reservesData ? m_leafUp.wholeCages(m_shape.uplinks) : 0;
        const std::int64_t left = run.count - reserved - m_shape.spare;
        return std::max(run.perCage, left / run.perCage * run.perCage);
    }

    /// Of ports for all ends those that the last leaf has by now: its even share where a number of leaves is asked for.
    std::int64_t shareOfLeaf(const PortRun& run, std::int64_t all) const {
        const auto leaf = static_cast<std::int64_t>(m_leaves.size());
        if (leaf > m_shape.leaves)
            return usablePorts(run);
        const std::int64_t share = leaf * all / m_shape.leaves - (leaf - 1) * all / m_shape.leaves;
        return std::clamp<std::int64_t>(share, 1, usablePorts(run));
    }

    void fill(const PortRun& run, const std::vector<PortRef>& ports, std::int64_t all) {
        std::int64_t lane = 0;
        m_nextPort = ceilingOf(m_nextPort, run.perCage) * run.perCage; // what a faster speed left of its last module
        for (const PortRef& port : ports) {
            if (m_leaves.empty() || (lane == 0 && m_nextPort >= shareOfLeaf(run, all)))
                addLeaf();
            m_drawn.cables.push_back({m_ids.take<Cable>(), port,
                                      run.link(m_leaves.back(), m_nextPort * run.split + lane), m_name.network,
                                      m_name.key});
            if (++lane == run.split) {
                lane = 0;
                ++m_nextPort;
            }
        }
        if (lane > 0)
            ++m_nextPort;
    }

    Done fillPairs(const std::vector<TreeEnd>& ends) {
        std::map<double, std::size_t, std::greater<>> bySpeed;
        for (const TreeEnd& end : ends)
            bySpeed.try_emplace(end.speed.si());
        std::vector<PortRun> runs;
        for (auto& [speed, index] : bySpeed) {
            const auto run = portRun(*m_shape.leaf.part, PortRole::Data, DataRate(speed));
            if (!run)
                return noSpeed(*m_shape.leaf.part, DataRate(speed));
            index = runs.size();
            runs.push_back(*run);
        }
        std::vector<std::size_t> runOf;
        runOf.reserve(ends.size());
        for (const TreeEnd& end : ends)
            runOf.push_back(bySpeed.at(end.speed.si()));
        const std::int64_t usable = usablePorts(runs.front());
        std::vector<std::int64_t> count(runs.size(), 0);
        for (const std::size_t run : runOf)
            ++count[run];
        std::int64_t all = 0; // ports of leaves
        for (std::size_t r = 0; r < runs.size(); ++r)
            all += runs[r].wholeCages(count[r]);
        const std::vector<TreeMember> members = membersOf(ends);
        for (const TreeMember& member : members) {
            const std::int64_t onLeaf = ceilingOf(static_cast<std::int64_t>(member.count), 2);
            if (runs[runOf[member.first]].wholeCages(onLeaf) > usable)
                return inputError(Message("fabric.device-too-wide")
                                      .with("switch", m_shape.leaf.part->model)
                                      .with("ends", static_cast<std::int64_t>(member.count))
                                      .with("ports", 2 * usable));
        }
        PairDeal deal(ends, members, std::move(runs), std::move(runOf), usable);
        deal.deal(static_cast<std::size_t>(std::max((m_shape.leaves + 1) / 2, all / (2 * usable))));
        for (std::size_t pair = 1; pair <= deal.pairs(); ++pair)
            for (const char* side : {"-a", "-b"})
                m_leaves.push_back(add(m_shape.leaf.row, m_name.prefix + "-leaf-" + std::to_string(pair) + side, "leaf",
                                       static_cast<std::int64_t>(pair)));
        std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> next; // by leaf and first link of a speed
        for (std::size_t m = 0; m < members.size(); ++m)
            for (std::size_t e = members[m].first; e < members[m].first + members[m].count; ++e) {
                const std::size_t leaf = deal.leafOf(m, e);
                const std::int64_t first = deal.firstLink(leaf, e);
                const PortRun& run = deal.runOf(e);
                std::int64_t& link = next[{leaf, first * 1'000 + run.split}];
                join(ends[e].port, run.link(m_leaves[leaf], first + link++));
            }
        return done();
    }

    void joinPair() {
        for (std::int64_t t = 0; t < kPeerCables; ++t)
            join(leafUplink(0, t), leafUplink(1, t));
    }

    void addLeaf() {
        m_leaves.push_back(
            add(m_shape.leaf.row, m_name.prefix + "-leaf-" + std::to_string(m_leaves.size() + 1), "leaf", 0));
        m_nextPort = 0;
    }

    Id<Device> add(Id<PartRow> part, std::string name, std::string role, std::int64_t group) {
        const Id<Device> id = m_ids.take<Device>();
        m_drawn.switches.push_back(switchDevice(id, part, std::move(name), std::move(role), group));
        return id;
    }

    Done joinGroups() {
        const std::int64_t each = m_shape.uplinks / 2; // to each of the pair
        const std::int64_t room = m_upperRun->links();
        const auto leaves = static_cast<std::int64_t>(m_leaves.size());
        const bool isOneGroup = leaves * each <= room;
        const std::int64_t toCores = isOneGroup ? 0 : 2 * each;
        std::int64_t leavesPerGroup = (room - toCores) / each;
        if (m_shape.hasPairs)
            leavesPerGroup -= leavesPerGroup % 2;
        const std::int64_t groups = isOneGroup ? 1 : ceilingOf(leaves, std::max<std::int64_t>(1, leavesPerGroup));
        if (!isOneGroup && (leavesPerGroup < 1 || groups * 2 * each > room))
            return inputError(Message("fabric.tree-too-large").with("leaves", leaves).with("ports", room));
        std::vector<Id<Device>> cores;
        if (!isOneGroup)
            for (int c = 1; c <= 2; ++c)
                cores.push_back(add(m_shape.upper.row, m_name.prefix + "-core-" + std::to_string(c), "core", 0));
        std::int64_t even = ceilingOf(leaves, groups);
        if (m_shape.hasPairs) // a pair hangs below the same switches
            even += even % 2;
        for (std::int64_t g = 0; g * even < leaves; ++g)
            joinGroup(g, even, each, cores);
        return done();
    }

    void joinGroup(std::int64_t group, std::int64_t leavesPerGroup, std::int64_t each,
                   const std::vector<Id<Device>>& cores) {
        const auto leaves = static_cast<std::int64_t>(m_leaves.size());
        const std::int64_t from = group * leavesPerGroup, to = std::min(leaves, from + leavesPerGroup);
        for (std::int64_t side = 0; side < 2; ++side) {
            const Id<Device> upper =
                add(m_shape.upper.row, m_name.prefix + "-spine-" + std::to_string(group * 2 + side + 1), "spine",
                    cores.empty() ? 0 : group + 1);
            for (std::int64_t l = from; l < to; ++l)
                for (std::int64_t t = 0; t < each; ++t)
                    join(leafUplink(l, side * each + t), m_upperRun->link(upper, (l - from) * each + t));
            const std::int64_t behindLeaves = leavesPerGroup * each;
            for (std::size_t c = 0; c < cores.size(); ++c)
                for (std::int64_t t = 0; t < each; ++t)
                    join(m_upperRun->link(upper, behindLeaves + static_cast<std::int64_t>(c) * each + t),
                         m_upperRun->link(cores[c], (group * 2 + side) * each + t));
        }
    }

    // The last ports of the data group, or the first of the uplink group.
    PortRef leafUplink(std::int64_t leafNumber, std::int64_t index) const {
        const Id<Device> leaf = m_leaves[static_cast<std::size_t>(leafNumber)];
        return m_leafUp.link(leaf, m_reservesData ? m_leafUp.links() - 1 - index : index);
    }

    void join(PortRef a, PortRef b) {
        m_drawn.cables.push_back({m_ids.take<Cable>(), a, b, m_name.network, m_name.key});
    }

    const TreeShape& m_shape;
    const FabricName& m_name;
    IdSource& m_ids;
    DrawnFabric m_drawn;
    std::vector<Id<Device>> m_leaves;
    PortRun m_leafUp;
    std::optional<PortRun> m_upperRun;
    bool m_reservesData = false;
    std::int64_t m_nextPort = 0;
};

} // namespace

Result<ClosPlan> planRailClos(std::int64_t nodes, std::int64_t rails, std::int64_t radix) {
    if (nodes < 1 || rails < 1)
        return inputError(Message("fabric.no-endpoints"));
    if (radix < 4)
        return inputError(Message("fabric.small-switch").with("radix", radix));
    ClosPlan plan;
    plan.nodes = nodes;
    plan.rails = rails;
    plan.radix = radix;
    if (nodes * rails <= radix) {
        plan.nodesPerUnit = nodes;
        return plan;
    }
    const std::int64_t half = radix / 2;
    plan.units = ceilingOf(nodes, half);
    plan.nodesPerUnit = ceilingOf(nodes, plan.units);
    if (const auto spines = chooseSpines(plan.units * rails, plan.nodesPerUnit, radix)) {
        plan.tiers = 2;
        plan.uplinksPerLeaf = spines->uplinks;
        plan.spinesPerPod = spines->spines;
        return plan;
    }
    return planThreeTiers(plan);
}

Result<std::int64_t> radixAt(const Part& networkSwitch, DataRate link) {
    const auto run = portRun(networkSwitch, PortRole::Data, link);
    if (!run)
        return noSpeed(networkSwitch, link);
    return run->links();
}

Result<DrawnFabric> drawRailClos(const ClosPlan& plan, const std::vector<PortRef>& endpoints, DataRate link,
                                 const FabricSwitch& with, const FabricName& name, IdSource& ids) {
    const auto run = portRun(*with.part, PortRole::Data, link);
    if (!run)
        return noSpeed(*with.part, link);
    RW_CHECK(run->links() >= plan.radix, "a plan is drawn with the switch that it was made for");
    RW_CHECK(static_cast<std::int64_t>(endpoints.size()) == plan.nodeLinks(),
             "a plan is drawn for the nodes it counts");
    return ClosWriter(plan, *run, with, name, ids).write(endpoints);
}

Result<DrawnFabric> drawTree(const std::vector<TreeEnd>& ends, const TreeShape& shape, const FabricName& name,
                             IdSource& ids) {
    return TreeWriter(shape, name, ids).write(ends);
}

Design withFabric(const Design& design, DrawnFabric fabric) {
    Design next = design;
    next.devices = design.devices.with(std::move(fabric.switches));
    next.cables = design.cables.with(std::move(fabric.cables));
    if (fabric.generator.id)
        next.fabricGenerators = design.fabricGenerators.with(std::move(fabric.generator));
    return next;
}

} // namespace rackwright
