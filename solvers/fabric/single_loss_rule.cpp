// SPDX-License-Identifier: GPL-3.0-or-later
// NET-17: what a network loses whole with one switch, one pair of leaves or one power feed, against the target that is
// set for networks of its role.
#include "model/edits/hand_cabling.h"
#include "solvers/engine/judging.h"
#include "solvers/fabric/network_rules.h"
#include "solvers/network/end_finder.h"
#include "solvers/network/port_run.h"
#include "solvers/network/single_loss.h"
#include "solvers/node/leaf_rails.h"
#include "solvers/power/loads.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace rackwright {

std::string singleLossKey(NetworkRole role) { return "fabric.single-loss." + std::string(enumName(role)); }

namespace {

constexpr std::array kJudgedRoles = {NetworkRole::Compute, NetworkRole::Storage, NetworkRole::InBand,
                                     NetworkRole::OutOfBand, NetworkRole::ScaleUp};

std::string_view defaultTarget(NetworkRole role) {
    return EnumNames<SingleLoss>::names[static_cast<std::size_t>(
        role == NetworkRole::OutOfBand ? SingleLoss::None : SingleLoss::Degraded)];
}

/// A cable from a device to a switch of a network.
struct Hold {
    Id<Device> device;
    std::int64_t tray = 0, port = 0;
    Id<Device> on; ///< the switch
    const Device* row = nullptr;
    const Part* part = nullptr;

    auto key() const { return std::tuple(device, tray, port, on); }
};

/// The cables of each network from its devices to its switches, device by device.
struct Holds {
    static constexpr std::array<std::string_view, 6> kReads = {"devices",  "cables",         "cable_details",
                                                               "networks", "power_elements", "cooling_units"};
    struct OfNetwork {
        std::vector<Hold> holds;
        std::optional<Device> unknown; ///< its ports are not known
    };
    std::map<Id<Network>, OfNetwork> networks;

    explicit Holds(const Context& context) {
        const EndFinder endOf(context);
        RailPorts places;
        Id<Network> last;
        OfNetwork* into = nullptr;
        for (const Cable& cable : presentCables(context.design())) {
            if (!into || cable.network != last) {
                into = &networks[cable.network];
                last = cable.network;
            }
            const NetworkEnd a = endOf(cable.a), b = endOf(cable.b);
            const NetworkEnd& leaf = a.carries() ? a : b;
            const NetworkEnd& end = a.carries() ? b : a;
            if (!end.device || !leaf.device || end.carries())
                continue;
            if (!end.group || !leaf.carries()) {
                const NetworkEnd& open = !end.group ? end : leaf;
                if (!open.group && !into->unknown)
                    into->unknown = *open.device;
                continue;
            }
            const RailPorts::Place place = places.of(end.part, end.port.port);
            into->holds.push_back({end.device->id, place.tray, place.port, leaf.device->id, end.device, end.part});
        }
        for (auto& [network, of] : networks)
            std::ranges::sort(of.holds, {}, &Hold::key);
    }
};

/// Ports of a part that networks of a role may take: the fastest ones.
std::int64_t portsFor(const Part& part, NetworkRole role) {
    const PortRole wanted = edits::endRoleOf(role);
    const auto fastest = fastestPort(part, wanted);
    std::int64_t count = 0;
    for (const PortGroup& group : part.portGroups)
        if (group.role == wanted && group.speed.typical() == fastest)
            count += group.count;
    return count;
}

/// Devices that stand in for each other, by what they are for.
bool isOfPool(const Device& device, const Part* part) {
    return !device.role.empty() && device.role != "spare" && !isAcceleratorSystem(part);
}

/// What one loss takes: how many, and the first of them.
struct Taken {
    std::int64_t count = 0;
    std::string first, with;

    void add(const std::string& what, const std::string& of) {
        if (count++ == 0) {
            first = what;
            with = of;
        }
    }
};

class NetworkLosses {
public:
    NetworkLosses(const Context& context, const Network& network, const std::vector<Hold>& holds, SingleLoss target)
        : m_context(context), m_network(network), m_holds(holds), m_target(target) {
        const auto same = [](const Hold& a, const Hold& b) { return a.device == b.device && a.tray == b.tray; };
        for (std::size_t from = 0, to = 0; from < holds.size(); from = to) {
            while (to < holds.size() && same(holds[from], holds[to]))
                ++to;
            judge(std::span(holds).subspan(from, to - from));
        }
        judgePools();
        judgeRacks();
        judgeFeeds();
    }

    std::vector<Verdict> verdicts() const {
        const bool isAsked = m_context.setting(singleLossKey(m_network.role)) != nullptr;
        std::vector<Verdict> made;
        const auto add = [&](const Taken& taken, const char* message) {
            Verdict verdict = judged({subjectOf(m_network),
                                      m_network.name,
                                      Value(static_cast<double>(taken.count)),
                                      Value(0.0),
                                      Bound::AtMost,
                                      "",
                                      message,
                                      isAsked ? Severity::Error : Severity::Warning,
                                      {},
                                      std::string(message) + ':' + std::to_string(m_network.id.value)});
            if (verdict.state == RuleState::Failed)
                verdict.message.with("first", taken.first).with("with", taken.with);
            made.push_back(std::move(verdict));
        };
        for (const auto& [taken, message] : {std::pair(&m_devices, "rule.NET-17.device"),
                                             {&m_pools, "rule.NET-17.pool"},
                                             {&m_pairs, "rule.NET-17.pool-pair"},
                                             {&m_racks, "rule.NET-17.rack"},
                                             {&m_rackPairs, "rule.NET-17.rack-pair"},
                                             {&m_feeds, "rule.NET-17.feed"},
                                             {&m_rackFeeds, "rule.NET-17.rack-feed"},
                                             {&m_rails, "rule.NET-17.rail"}})
            if (taken->count > 0)
                add(*taken, message);
        if (made.empty())
            add(m_devices, "rule.NET-17.device");
        return made;
    }

private:
    struct Unit {
        std::span<const Hold> holds;
        std::vector<Id<Device>> switches;
    };

    const std::string& nameOf(Id<Device> id) const {
        static const std::string none;
        const Device* device = m_context.design().devices.find(id);
        return device ? device->name : none;
    }

    /// A device, or a tray of one.
    void judge(std::span<const Hold> holds) {
        Unit unit{holds, {}};
        for (const Hold& hold : holds)
            unit.switches.push_back(hold.on);
        std::ranges::sort(unit.switches);
        const auto repeated = std::ranges::unique(unit.switches);
        unit.switches.erase(repeated.begin(), repeated.end());
        const Hold& first = holds.front();
        const bool hasSeveral = holds.size() > 1 || (first.part && portsFor(*first.part, m_network.role) > 1);
        const bool isTaken = unit.switches.size() == 1 && (hasSeveral || m_target == SingleLoss::NoLoss);
        if (isTaken)
            m_devices.add(first.row->name, nameOf(unit.switches.front()));
        if (const Id<Rack> rack = m_context.rackHolding(*first.row)) {
            RackUse& use = m_byRack[rack];
            use.devices.insert(first.device);
            use.switches.insert(unit.switches.begin(), unit.switches.end());
            use.isJudgedByDevice = use.isJudgedByDevice && isTaken;
        }
        if (m_target == SingleLoss::NoLoss && m_network.role == NetworkRole::Compute && unit.switches.size() > 1)
            judgeRails(holds);
        if (isOfPool(*first.row, first.part)) {
            Pool& pool = m_byRole[first.row->role];
            pool.devices.insert(first.device);
            pool.switches.insert(unit.switches.begin(), unit.switches.end());
        }
        m_leaves.insert(unit.switches.begin(), unit.switches.end());
        if (unit.switches.size() > 1)
            m_units.push_back(std::move(unit));
    }

    /// A rail whose lanes all go to one switch goes with it.
    void judgeRails(std::span<const Hold> holds) {
        for (std::size_t from = 0, to = 0; from < holds.size(); from = to) {
            while (to < holds.size() && holds[to].port == holds[from].port)
                ++to;
            if (holds[from].on == holds[to - 1].on)
                m_rails.add(holds[from].row->name, nameOf(holds[from].on));
        }
    }

    void judgePools() {
        for (const auto& [role, pool] : m_byRole) {
            if (pool.devices.size() < 2)
                continue;
            if (pool.switches.size() == 1)
                m_pools.add(role, nameOf(*pool.switches.begin()));
            else if (pool.switches.size() == 2 && m_leaves.size() > 2)
                m_pairs.add(role, nameOf(*pool.switches.begin()) + " + " + nameOf(*pool.switches.rbegin()));
        }
    }

    /// A whole rack goes with the switch that all its devices hang on, where the network has others; a pair of leaves
    /// for a rack is usual, and too little where nothing may be lost.
    void judgeRacks() {
        for (const auto& [id, use] : m_byRack) {
            const Rack* rack = m_context.design().racks.find(id);
            if (!rack || use.devices.size() < 2 || use.isJudgedByDevice)
                continue;
            if (use.switches.size() == 1 && m_leaves.size() > 1)
                m_racks.add(rack->name, nameOf(*use.switches.begin()));
            else if (use.switches.size() == 2 && m_leaves.size() > 2 && m_target == SingleLoss::NoLoss)
                m_rackPairs.add(rack->name, nameOf(*use.switches.begin()) + " + " + nameOf(*use.switches.rbegin()));
        }
    }

    /// Sides that feed a device: of its supplies, or of the PDUs of its rack where nobody knows how many it has.
    std::set<FeedSide> sidesOf(const Device& device) const {
        std::set<FeedSide> sides;
        const Id<Rack> rack = m_context.rackHolding(device);
        if (!rack)
            return sides;
        const std::vector<const PowerElement*> feeds = feedsOf(m_context, rack, device);
        for (const PowerElement* feed : feeds)
            sides.insert(sideOf(m_context, *feed));
        if (feeds.empty())
            m_context.design().powerElements.forEachWith<PowerElementsByRack>(rack, [&](const PowerElement& element) {
                if (element.kind == PowerElementKind::RackPdu && element.scope.isPresent())
                    sides.insert(sideOf(m_context, element));
            });
        sides.erase(FeedSide::None);
        return sides;
    }

    /// Racks whose devices all go with one side of the supply, though the design has another.
    void judgeRackFeeds() {
        std::set<FeedSide> all;
        for (const PowerElement& element : m_context.design().powerElements)
            if (element.scope.isPresent())
                all.insert(sideOf(m_context, element));
        all.erase(FeedSide::None);
        if (all.size() < 2)
            return;
        for (const auto& [id, use] : m_byRack) {
            std::set<FeedSide> sides;
            for (const Id<Device> each : use.devices)
                if (const Device* device = m_context.design().devices.find(each))
                    sides.merge(sidesOf(*device));
            const Rack* rack = m_context.design().racks.find(id);
            if (rack && use.devices.size() > 1 && sides.size() == 1)
                m_rackFeeds.add(rack->name, sideName(*sides.begin()));
        }
    }

    static std::string sideName(FeedSide side) {
        return std::string(1, static_cast<char>('A' + static_cast<int>(side) - 1));
    }

    // Switches on one side alone go with it; what stays itself on the other one has then no way.
    void judgeFeeds() {
        judgeRackFeeds();
        std::map<Id<Device>, FeedSide> onlySide;
        for (const Id<Device> leaf : m_leaves)
            if (const Device* device = m_context.design().devices.find(leaf))
                if (const std::set<FeedSide> sides = sidesOf(*device); sides.size() == 1)
                    onlySide.emplace(leaf, *sides.begin());
        if (onlySide.empty())
            return;
        for (const Unit& unit : m_units) {
            const auto side = onlySide.find(unit.switches.front());
            const bool areAlike = side != onlySide.end() && std::ranges::all_of(unit.switches, [&](Id<Device> each) {
                                      const auto other = onlySide.find(each);
                                      return other != onlySide.end() && other->second == side->second;
                                  });
            if (!areAlike)
                continue;
            const Device& device = *unit.holds.front().row;
            if (sidesOf(device) != std::set{side->second})
                m_feeds.add(device.name, sideName(side->second));
        }
    }

    struct Pool {
        std::set<Id<Device>> devices, switches;
    };
    struct RackUse {
        std::set<Id<Device>> devices, switches;
        bool isJudgedByDevice = true; ///< each device by itself goes with one switch
    };

    const Context& m_context;
    const Network& m_network;
    const std::vector<Hold>& m_holds;
    const SingleLoss m_target;
    std::vector<Unit> m_units; ///< on several switches
    std::map<std::string, Pool> m_byRole;
    std::map<Id<Rack>, RackUse> m_byRack;
    std::set<Id<Device>> m_leaves;
    Taken m_devices, m_rails, m_pools, m_pairs, m_racks, m_rackPairs, m_feeds, m_rackFeeds;
};

void singleLosses(const Context& context, Subject subject, std::vector<Verdict>& verdicts) {
    const Network* network = context.design().networks.find(subject.as<Network>());
    RW_CHECK(network, "a rule judges networks of the design");
    const auto& networks = context.lookUp<Holds>().networks;
    const auto found = networks.find(network->id);
    const SingleLoss target = singleLossTarget(context, network->role);
    const bool isDrawn = found != networks.end() && (!found->second.holds.empty() || found->second.unknown);
    if (!isDrawn || target == SingleLoss::None) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    const auto& [all, unknown] = found->second;
    std::vector<Verdict> made = NetworkLosses(context, *network, all, target).verdicts();
    if (unknown && made.size() == 1 && made.front().state != RuleState::Failed)
        made = {unknownPorts(context, *network, *unknown)};
    std::ranges::move(made, std::back_inserter(verdicts));
}

/// What the rule reads of racks: which there are and their names, not where they stand.
struct RackNames {
    static constexpr std::array<std::string_view, 1> kReads = {"racks"};
    Fingerprint names;

    explicit RackNames(const Context& context) {
        Digest digest;
        for (const Rack& rack : context.design().racks) {
            digest.add(rack.id.value);
            digest.add(std::uint64_t{rack.scope.isPresent()});
            digest.add(rack.name);
        }
        names = digest.value();
    }
};

} // namespace

SingleLoss singleLossTarget(const Context& context, NetworkRole role) {
    if (std::ranges::find(kJudgedRoles, role) == kJudgedRoles.end())
        return SingleLoss::None;
    const Setting* said = context.setting(singleLossKey(role));
    const std::string_view word = said ? std::string_view(said->value) : defaultTarget(role);
    return enumFromName<SingleLoss>(word).value_or(*enumFromName<SingleLoss>(defaultTarget(role)));
}

std::vector<SettingDefinition> singleLossSettings() {
    std::vector<SettingDefinition> made;
    for (const NetworkRole role : kJudgedRoles) {
        SettingDefinition definition;
        definition.key = singleLossKey(role);
        definition.source = {"Rackwright",
                             role == NetworkRole::OutOfBand ? "Jobs run on without management"
                                                            : "One switch less is a slower network, not none",
                             {},
                             {}};
        definition.meaning = "setting." + definition.key;
        definition.words = "none|degraded|no-loss";
        definition.defaultWord = defaultTarget(role);
        made.push_back(std::move(definition));
    }
    return made;
}

std::vector<Rule> singleLossRules() {
    Reads reads =
        Reads::within({"racks"}, [](const Context& context, Subject) { return context.lookUp<RackNames>().names; });
    reads.tables = {"devices",        "cables",        "cable_details", "networks",
                    "power_elements", "cooling_units", "cord_overrides"};
    Rule rule = makeRule("NET-17", PowerBasis::None, "reference.concurrent-maintainability", {}, std::move(reads));
    rule.subject = SubjectKind::Network;
    rule.checkEach = singleLosses;
    return {std::move(rule)};
}

} // namespace rackwright
