// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/generate_network.h"

#include "model/design/cabled.h"
#include "model/design/parameter_limits.h"
#include "model/edits/part_edits.h"
#include "model/edits/removal.h"
#include "model/edits/target.h"
#include "solvers/cables/cable_ends.h"
#include "solvers/cables/cable_kit.h"
#include "solvers/generation/network_drawer.h"
#include "solvers/generation/switch_places.h"
#include "solvers/network/design_fabric.h"

#include "model/parts/port_list.h"
#include "model/units/limits.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

bool hasCoPackagedOptics(const Part& part) {
    for (std::size_t group = 0; group < part.portGroups.size(); ++group)
        if (portKindOf({}, part, group).cage == CageKind::CoPackaged)
            return true;
    return false;
}

namespace {

bool speaks(const Part& part, FabricProtocol protocol) {
    return protocol == FabricProtocol::Either ||
           std::ranges::any_of(part.portGroups, [protocol](const PortGroup& group) {
               return group.role == PortRole::Data &&
                      (group.protocol == protocol || group.protocol == FabricProtocol::Either);
           });
}

/// The numbers of a request against the limits of the parameters that they are kept as.
Done checkNumbers(const NetworkRequest& request) {
    if (!(request.oversubscription > 0 && request.spineOversubscription > 0))
        return inputError(Message("network.ratio"));
    struct Own {
        const char* name;
        std::int64_t value;
        bool isRead;
    };
    for (const Own& own :
         {Own{"spines", request.spines, !isDirect(request.family)},
          Own{"group-links", request.groupLinks, hasGroups(request.family)},
          Own{"leaf-spine-links", request.leafSpineLinks, request.family == NetworkFamily::DragonflyPlus}}) {
        const Limits& limits = findParameterLimits(own.name)->limits;
        if (own.isRead && !limits.contain(static_cast<double>(own.value)))
            return inputError(Message(std::string("network.").append(own.name))
                                  .with("least", static_cast<std::int64_t>(limits.least))
                                  .with("most", static_cast<std::int64_t>(limits.greatest))
                                  .with("nearest", std::clamp(own.value, static_cast<std::int64_t>(limits.least),
                                                              static_cast<std::int64_t>(limits.greatest))));
    }
    const ParameterLimits& trunk = *findParameterLimits("trunk");
    if (isDirect(request.family) && !trunk.limits.contain(static_cast<double>(request.trunk))) {
        const auto most = static_cast<std::int64_t>(trunk.limits.greatest);
        return inputError(Message("network.trunk")
                              .with("most", most)
                              .with("nearest", std::clamp<std::int64_t>(request.trunk, 1, most)));
    }
    const ParameterLimits& devices = *findParameterLimits("devices-per-unit");
    if (static_cast<double>(request.devicesPerUnit) > devices.limits.greatest)
        return inputError(Message("network.unit-devices")
                              .with("devices", request.devicesPerUnit)
                              .with("most", static_cast<std::int64_t>(devices.limits.greatest)));
    for (const Parameter& each : parametersOf(request)) {
        const ParameterLimits* known = findParameterLimits(each.name);
        const auto number = known ? parameterNumber(each.value, known->unit) : std::optional<double>();
        if (known && !(number && known->limits.contain(*number))) {
            std::string words = each.name;
            std::ranges::replace(words, '-', ' ');
            return inputError(Message("network.outside-limits")
                                  .with("field", words)
                                  .with("value", each.value)
                                  .with("low", shownIn(known->limits.least, known->unit))
                                  .with("high", shownIn(known->limits.greatest, known->unit)));
        }
    }
    return done();
}

Done checkRequest(const NetworkRequest& request, const NetworkMembers& members) {
    if (!speaks(*request.leaf, members.protocol))
        return inputError(
            Message("network.protocol")
                .with("switch", request.leaf->model)
                .with("protocol", members.protocol == FabricProtocol::InfiniBand ? "InfiniBand" : "Ethernet"));
    if (request.upper && !isDirect(request.family) && protocolOf(*request.upper) != protocolOf(*request.leaf))
        return inputError(
            Message("network.protocols").with("leaf", request.leaf->model).with("upper", request.upper->model));
    return done();
}

/// Ends in the order of the cables of a target; more units are tried until all devices find room.
class Planner {
public:
    Planner(const Project& project, const Option& option, NetworkRequest request, IdSource& ids)
        : m_option(option.id), m_design(*option.design), m_request(std::move(request)), m_ids(ids),
          m_project(std::make_shared<Project>(project)) {}

    Result<NetworkPlan> plan() {
        if (!m_request.leaf)
            return inputError(Message("network.no-switch"));
        if (const Done checked = checkNumbers(m_request); !checked)
            return checked.error();
        const Result<NetworkMembers> members = membersOf(*m_project, m_design, m_request);
        if (!members)
            return members.error();
        if (Done checked = checkRequest(m_request, *members); !checked)
            return checked.error();
        embed();
        if (Done aimed = aim(*members); !aimed)
            return aimed.error();
        putNetwork();
        addSwitches();
        const std::uint32_t key = generatorKey();
        Result<DrawnChange> drawn = drawTarget(*m_project, m_design, m_request, m_target, m_match, key, m_ids);
        if (!drawn)
            return drawn.error();
        noteChanges(*drawn);
        embedCabling(*members, !drawn->added.empty());
        fillReport(*members, *drawn);
        write(std::move(*drawn), key);
        return std::move(m_plan);
    }

private:
    void embed() {
        m_parts.leaf = edits::embedPart(*m_project, m_ids, m_request.leaf);
        m_parts.upper = m_request.upper ? edits::embedPart(*m_project, m_ids, m_request.upper) : m_parts.leaf;
    }

    Done aim(const NetworkMembers& members) {
        constexpr std::int64_t mostTries = 64; // mixed devices leave gaps that a count does not see
        for (std::int64_t more = 0; more < mostTries; ++more) {
            const Result<bool> found = deal(members, more);
            if (!found)
                return found.error();
            if (!*found)
                continue;
            // Drawn again as it was, leaves that are in use stay: fewer would do, and their cables would move.
            const std::int64_t unused = isAsDrawn() ? unitsDrawn() - m_target.units : 0;
            if (unused <= 0)
                return tighten(members, more);
            const Result<bool> kept = deal(members, more + unused);
            if (kept && *kept && areAllUnitsUsed())
                return tighten(members, more + unused);
            const Result<bool> again = deal(members, more);
            return again ? tighten(members, more) : Done(again.error());
        }
        return inputError(Message("network.no-room").with("count", members.members.size()));
    }

    /// Cables up for what the leaves carry, where that is less than they could: devices that stay where they are fill
    /// no leaf. A network that is drawn with ways up for full leaves keeps them.
    Done tighten(const NetworkMembers& members, std::int64_t more) {
        const std::int64_t full = m_target.uplinks;
        if (m_target.spinesPerPod == 0 || m_target.leafGbps <= 0 || (isAsDrawn() && full == uplinksDrawn()))
            return done();
        const Result<bool> tight = deal(members, more, m_target.leafGbps);
        if (tight && *tight && m_target.uplinks < full)
            return done();
        const Result<bool> again = deal(members, more);
        return again ? done() : Done(again.error());
    }

    /// Whether so many units beyond those that are needed have room for all.
    Result<bool> deal(const NetworkMembers& members, std::int64_t more, std::optional<double> leafGbps = {}) {
        Result<NetworkTarget> target = isDirect(m_request.family) ? directTarget(m_request, members, more)
                                                                  : closTarget(m_request, members, more, leafGbps);
        if (!target)
            return target.error();
        m_target = std::move(*target);
        m_match = matchSwitches(*m_project, m_design, m_request, m_parts, m_target);
        return dealEnds(m_request, members, homesOf(m_design, m_request.network, m_match, m_target), m_target);
    }

    /// The request says of tiers, devices and ways up what the network was drawn by.
    bool isAsDrawn() {
        if (!m_isAsDrawn)
            m_isAsDrawn = asksWhatIsDrawn();
        return *m_isAsDrawn;
    }
    bool asksWhatIsDrawn() const {
        if (!m_request.network || isDirect(m_request.family))
            return false;
        NetworkRequest drawn = requestOf(*m_project, m_design, m_request.network);
        drawn.placing = m_request.placing;
        if (!drawn.upper) // one switch so far
            drawn.upper = m_request.upper;
        return drawn.family == m_request.family && parametersOf(drawn) == parametersOf(m_request);
    }

    /// Sets of leaves that pass traffic of the network on; others are managed by it.
    std::int64_t unitsDrawn() const {
        std::set<Id<Device>> leaves;
        for (const Cable& cable : presentCables(m_design))
            if (cable.network == m_request.network)
                for (const PortRef& end : {cable.a, cable.b}) {
                    const Device* device = m_design.devices.find(end.device);
                    const Part* part = device && device->role == "leaf" ? findPart(*m_project, device->part) : nullptr;
                    const PortGroup* group = part ? portGroupOf(*part, end.port) : nullptr;
                    if (group && (group->role == PortRole::Data || group->role == PortRole::Uplink))
                        leaves.insert(end.device);
                }
        return static_cast<std::int64_t>(leaves.size()) / m_target.leavesPerUnit;
    }

    /// Cables of the network from a leaf to switches above it, the most of those of one unit.
    std::int64_t uplinksDrawn() const {
        const auto isAbove = [this](Id<Device> id) {
            const Device* device = m_design.devices.find(id);
            return device && (device->role == "spine" || device->role == "core");
        };
        std::int64_t most = 0;
        for (std::size_t leaf = 0; leaf < static_cast<std::size_t>(m_target.leavesPerUnit); ++leaf) {
            const Id<Device> id = m_match.deviceOf[leaf];
            std::int64_t up = 0;
            if (id)
                m_design.cables.forEachWith<CablesByDevice>(id, [&](const Cable& cable) {
                    if (cable.network == m_request.network)
                        up += isAbove(cable.a.device == id ? cable.b.device : cable.a.device) ? 1 : 0;
                });
            most = std::max(most, up);
        }
        return most;
    }

    bool areAllUnitsUsed() const {
        std::set<std::int64_t> used;
        for (const TargetEnd& end : m_target.ends)
            used.insert(end.to / m_target.leavesPerUnit);
        return static_cast<std::int64_t>(used.size()) == m_target.units;
    }

    void noteChanges(const DrawnChange& drawn) {
        const bool isRedrawn = drawn.kept > 0 || drawn.keptByHand > 0 || !drawn.removed.empty();
        if (!isRedrawn)
            return;
        m_plan.coming = drawn.added;
        for (const Id<Cable> id : drawn.removed)
            m_plan.going.push_back(*m_design.cables.find(id));
    }

    /// What the cables can be bought as, for the choice of their media. Who only looks again gets no further parts.
    void embedCabling(const NetworkMembers& members, bool hasNewCables) {
        std::vector<PortGroup> ports;
        for (const PartPtr& part : {m_request.leaf, m_request.upper})
            if (part)
                std::ranges::copy_if(part->portGroups, std::back_inserter(ports), [](const PortGroup& group) {
                    return group.role == PortRole::Data || group.role == PortRole::Uplink;
                });
        std::set<Id<PartRow>> seen;
        for (const NetworkMembers::Member& member : members.members) {
            const auto device = findCabled(m_design, member.device);
            const Part* part =
                device && seen.insert(device->part).second ? findPart(*m_project, device->part) : nullptr;
            for (std::size_t e = member.first; part && e < member.first + member.count; ++e)
                if (const PortGroup* group = portGroupOf(*part, members.ends[e].port.port))
                    ports.push_back(*group);
        }
        const std::vector<PartPtr> kit = cableKitFor(ports, m_request.cabling);
        const auto isKnown = [this](const PartPtr& part) {
            return std::ranges::any_of(m_project->parts,
                                       [&part](const PartRow& row) { return row.part->id == part->id; });
        };
        if (!hasNewCables && std::ranges::any_of(kit, isKnown))
            return;
        const std::size_t before = m_project->parts.size();
        for (const PartPtr& part : kit)
            if (!isKnown(part))
                edits::embedPart(*m_project, m_ids, part);
        m_plan.partsAdded = static_cast<std::int64_t>(m_project->parts.size() - before);
    }

    void putNetwork() {
        if (m_request.network)
            return;
        Network network;
        network.id = m_request.network = m_ids.take<Network>();
        network.role = m_request.role;
        network.protocol = protocolOf(*m_request.leaf);
        std::unordered_set<std::string> taken = edits::namesOf(m_design.networks);
        constexpr std::array<const char*, 5> names = {"Compute", "Storage", "In-band management",
                                                      "Out-of-band management", "Scale-up"};
        network.name = edits::freeName(names[static_cast<std::size_t>(m_request.role)], taken);
        m_design.networks = m_design.networks.with(std::move(network));
    }

    void addSwitches() {
        std::unordered_set<std::string> taken = edits::namesOf(m_design.devices);
        std::vector<Id<Device>> beside;
        std::vector<Device> regrouped;
        for (std::uint32_t s = 0; s < m_target.switches.size(); ++s) {
            const TargetSwitch& each = m_target.switches[s];
            if (const Device* device = m_design.devices.find(m_match.deviceOf[s])) {
                beside.push_back(device->id);
                ++m_plan.switchesKept;
                if (device->group != each.group || device->role != each.role) {
                    regrouped.push_back(*device);
                    regrouped.back().group = each.group;
                    regrouped.back().role = each.role;
                }
                continue;
            }
            Device device;
            device.id = m_match.deviceOf[s] = m_ids.take<Device>();
            m_match.switchOf.emplace(device.id, s);
            device.name = edits::freeName(each.name, taken);
            device.part = m_parts.of(each);
            device.role = each.role;
            device.group = each.group;
            m_new.push_back(std::move(device));
        }
        placeSwitches(*m_project, m_design, m_request.placing, beside, m_new);
        m_plan.switchesAdded = static_cast<std::int64_t>(m_new.size());
        m_plan.switchesUnplaced =
            std::ranges::count_if(m_new, [](const Device& d) { return std::holds_alternative<Unplaced>(d.placement); });
        std::vector<Device> rows = m_new;
        std::ranges::move(regrouped, std::back_inserter(rows));
        m_design.devices = m_design.devices.with(std::move(rows));
    }

    std::uint32_t generatorKey() const {
        std::uint32_t most = 0;
        for (const FabricGenerator& generator : m_design.fabricGenerators) {
            if (generator.network == m_request.network)
                return generator.key;
            most = std::max(most, generator.key);
        }
        for (const Cable& cable : m_design.cables)
            most = std::max(most, cable.generatorKey);
        return most + 1;
    }

    void fillReport(const NetworkMembers& members, const DrawnChange& drawn) {
        m_plan.devices = static_cast<std::int64_t>(members.members.size());
        m_plan.ends = static_cast<std::int64_t>(members.ends.size());
        m_plan.endsTaken = members.busy;
        m_plan.endCables = m_plan.ends;
        for (const TargetSwitch& each : m_target.switches) {
            ++(each.role == "leaf"    ? m_plan.leaves
               : each.role == "spine" ? m_plan.spines
               : each.role == "core"  ? m_plan.cores
                                      : m_plan.routers);
            const Part& part = each.isUpper && m_request.upper ? *m_request.upper : *m_request.leaf;
            for (const PortGroup& group : part.portGroups)
                if (group.role == PortRole::Data || group.role == PortRole::Uplink)
                    m_plan.ports += group.count;
        }
        for (const TargetTrunk& trunk : m_target.trunks) {
            const std::string& a = m_target.switches[trunk.lower].role;
            const std::string& b = m_target.switches[trunk.upper].role;
            (a == "leaf" && b == "spine"   ? m_plan.leafCables
             : a == "spine" && b == "core" ? m_plan.spineCables
                                           : m_plan.routerCables) += trunk.cables;
        }
        // Where a leaf takes no module, no cable of the network has a part, else those to what is above it.
        for (const PartPtr& part : {m_request.upper, m_request.leaf})
            if (part && hasCoPackagedOptics(*part)) {
                const std::int64_t others = part == m_request.leaf ? 0 : m_plan.endCables;
                m_plan.cablesWithoutPart = m_plan.cables() - others;
                m_plan.switchWithoutPart = part->model;
            }
        m_plan.shape = m_target.shape;
        m_plan.devicesPerUnit = m_target.devicesPerUnit;
        m_plan.uplinks = m_target.uplinks;
        m_plan.moreUplinks = m_target.moreUplinks;
        m_plan.spinesOtherwise = m_target.spinesOtherwise;
        m_plan.trunkGbps = m_target.trunkGbps;
        m_plan.leafGbps = m_target.leafGbps;
        m_plan.cablesKept = drawn.kept;
        m_plan.cablesByHand = drawn.keptByHand;
        m_plan.mixedCages = drawn.mixedCages;
        m_plan.cablesAdded = static_cast<std::int64_t>(drawn.added.size());
        m_plan.cablesRemoved = static_cast<std::int64_t>(drawn.removed.size());
        m_plan.graph = graphOf(m_target);
        m_plan.oversubscription = worstOversubscription(m_plan.graph, VertexKind::Leaf);
    }

    /// Switches that the network no longer needs and that nothing else is cabled to.
    std::vector<Id<Device>> superfluous(const Design& design) const {
        std::vector<Id<Device>> gone;
        for (const Id<Device> id : m_match.leftOver) {
            bool isUsed = false;
            design.cables.forEachWith<CablesByDevice>(id, [&](const Cable& cable) {
                const Device* device = design.devices.find(id);
                const Part* part = device ? findPart(*m_project, device->part) : nullptr;
                for (const PortRef& end : {cable.a, cable.b}) {
                    const PortGroup* group = part && end.device == id ? portGroupOf(*part, end.port) : nullptr;
                    isUsed = isUsed || (group && group->role != PortRole::Management);
                }
            });
            if (!isUsed)
                gone.push_back(id);
        }
        return gone;
    }

    void write(DrawnChange drawn, std::uint32_t key) {
        if (!drawn.removed.empty())
            edits::takeCables(m_design, drawn.removed);
        m_design.cables = m_design.cables.with(std::move(drawn.added));
        const std::vector<Id<Device>> gone = superfluous(m_design);
        m_plan.switchesRemoved = static_cast<std::int64_t>(gone.size());
        if (!gone.empty()) {
            // Their management cables go with them.
            const auto before = m_design.cables;
            edits::takeDevices(m_design, gone);
            m_plan.cablesRemoved += static_cast<std::int64_t>(before.size() - m_design.cables.size());
            for (const Id<Device> id : gone)
                before.forEachWith<CablesByDevice>(id, [this](const Cable& cable) { m_plan.going.push_back(cable); });
        }
        FabricGenerator generator;
        for (const FabricGenerator& kept : m_design.fabricGenerators)
            if (kept.network == m_request.network)
                generator = kept;
        if (!generator.id)
            generator.id = m_ids.take<FabricGenerator>();
        generator.key = key;
        generator.network = m_request.network;
        generator.family = std::string(enumName(m_request.family));
        generator.parameters = parametersOf(m_request);
        m_design.fabricGenerators = m_design.fabricGenerators.with(std::move(generator));
        countPorts();
        m_plan.project = withDesign(*m_project, m_option, std::make_shared<const Design>(std::move(m_design)));
    }

    // Ports of the switches that carry a cable of the network, each once however many lanes it has.
    void countPorts() {
        std::vector<std::uint64_t> used;
        for (const Cable& cable : m_design.cables)
            if (cable.network == m_request.network)
                for (const PortRef& end : {cable.a, cable.b})
                    if (m_match.switchOf.contains(end.device))
                        used.push_back(end.device.value << 16 | end.port);
        std::ranges::sort(used);
        m_plan.portsUsed = std::ranges::unique(used).begin() - used.begin();
    }

    const std::uint64_t m_option;
    Design m_design;
    NetworkRequest m_request;
    IdSource& m_ids;
    std::shared_ptr<Project> m_project;
    SwitchParts m_parts;
    NetworkTarget m_target;
    SwitchMatch m_match;
    std::vector<Device> m_new;
    std::optional<bool> m_isAsDrawn;
    NetworkPlan m_plan;
};

} // namespace

Result<NetworkPlan> planNetwork(const Project& project, std::uint64_t option, const NetworkRequest& request,
                                IdSource& ids) {
    const Option* found = findOption(project, option);
    if (!found)
        return inputError(Message("edit.no-option").with("option", option));
    return Planner(project, *found, request, ids).plan();
}

std::optional<Message> oversubscriptionNote(const NetworkPlan& plan, const NetworkRequest& request) {
    const double asked = request.oversubscription;
    constexpr double alike = 0.005;
    if (plan.oversubscription <= 0 || plan.uplinks <= 0 || plan.moreUplinks > 0 ||
        std::abs(plan.oversubscription - asked) <= alike * asked)
        return std::nullopt;
    const auto needed = static_cast<std::int64_t>(std::ceil(plan.leafGbps / (plan.trunkGbps * asked) - 1e-9));
    constexpr std::int64_t least = 2; // of what manages the others
    const char* id = plan.oversubscription > asked             ? "network.note.more-than-asked"
                     : needed < least && plan.uplinks == least ? "network.note.least-uplinks"
                     : needed >= plan.uplinks                  ? "network.note.whole-cables"
                                                               : "network.note.room";
    return Message(id)
        .with("load", UnitNumber{plan.leafGbps, "Gb/s"})
        .with("uplinks", plan.uplinks)
        .with("speed", UnitNumber{plan.trunkGbps, "Gb/s"})
        .with("ratio", printedRatio(plan.oversubscription))
        .with("asked", printedRatio(asked));
}

double printedRatio(double ratio) { return std::round(100 * ratio) / 100; }

Edit generateNetwork(const Project& project, std::uint64_t option, NetworkRequest request) {
    const Option* found = findOption(project, option);
    const Network* network = found ? found->design->networks.find(request.network) : nullptr;
    Message text = network ? Message("undo.network.generate-again").with("name", network->name)
                           : Message("undo.network.generate").with("name", std::string(networkPrefix(request.role)));
    auto apply = [option, request = std::move(request)](const Project& now, IdSource& ids) -> Result<ProjectPtr> {
        Result<NetworkPlan> plan = planNetwork(now, option, request, ids);
        if (!plan)
            return plan.error();
        return plan->project;
    };
    return {std::move(text), {}, std::move(apply)};
}

std::optional<Bisection> bisectionOf(const NetworkPlan& plan) { return bisectionOf(plan.graph, Effort::Quick); }

} // namespace rackwright
