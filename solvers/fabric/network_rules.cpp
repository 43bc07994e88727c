// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/network_rules.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/engine/judging.h"
#include "solvers/jobs/training_job.h"
#include "solvers/network/end_finder.h"
#include "solvers/network/lossless_checklist.h"
#include "solvers/network/network_report.h"
#include "solvers/node/leaf_rails.h"
#include "solvers/storage/checkpoint.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

/// How the cables of the compute networks keep to rails.
struct RailReading {
    static constexpr std::array<std::string_view, 6> kReads = {"devices",  "cables",         "cable_details",
                                                               "networks", "power_elements", "cooling_units"};

    struct OfNetwork {
        std::int64_t rails = 0;                ///< 0: it has none
        std::int64_t strayed = 0;              ///< cables on another rail than that of their port
        std::vector<const Device*> incomplete; ///< that miss a rail, once for each tray that does
        const Device* unknown = nullptr;       ///< its ports are not known
    };
    std::map<Id<Network>, OfNetwork> networks;
    std::vector<const Device*> unserved; ///< nodes with compute ports on no compute network, while others are on one
    Id<Network> serving;                 ///< the first network that others are on

    explicit RailReading(const Context& context) {
        std::map<Id<Network>, Cables> all;
        for (const Network& network : context.design().networks)
            if (network.role == NetworkRole::Compute)
                all[network.id];
        const EndFinder endOf(context);
        Id<Network> last;
        Cables* into = nullptr;
        for (const Cable& cable : presentCables(context.design())) {
            if (cable.network != last) {
                const auto found = all.find(cable.network);
                into = found == all.end() ? nullptr : &found->second;
                last = cable.network;
            }
            if (into)
                into->add(endOf(cable.a), endOf(cable.b));
        }
        for (const auto& [network, cables] : all)
            networks[network] = read(cables);
        findUnserved(context, all);
    }

private:
    /// From devices to leaves of one network.
    struct Cables {
        std::vector<LeafCable> cables;
        std::vector<const Device*> devices; ///< of the cables
        std::map<Id<Device>, std::uint32_t> leaves;
        const Device* unknown = nullptr;

        void add(const NetworkEnd& a, const NetworkEnd& b) {
            const NetworkEnd& leaf = a.carries() ? a : b;
            const NetworkEnd& end = a.carries() ? b : a;
            if (!leaf.carries() || end.carries() || !end.device)
                return;
            if (!end.group) {
                unknown = unknown ? unknown : end.device;
                return;
            }
            const auto next = static_cast<std::uint32_t>(leaves.size());
            cables.push_back({leaves.try_emplace(leaf.device->id, next).first->second, end.part, end.port.port});
            devices.push_back(end.device);
        }
    };

    void findUnserved(const Context& context, const std::map<Id<Network>, Cables>& all) {
        std::set<Id<Device>> served;
        for (const auto& [network, cables] : all) {
            if (!serving && !cables.devices.empty())
                serving = network;
            if (cables.unknown)
                served.insert(cables.unknown->id);
            for (const Device* device : cables.devices)
                served.insert(device->id);
        }
        if (!serving)
            return;
        for (const Device& device : context.design().devices) {
            const Part* part = device.scope.isPresent() ? context.part(device.part) : nullptr;
            // Spares stand by without cables.
            if (part && device.role != "spare" && isAcceleratorSystem(part) && !served.contains(device.id) &&
                std::ranges::any_of(part->portGroups, [](const PortGroup& group) {
                    return group.role == PortRole::Compute && group.count > 0;
                }))
                unserved.push_back(&device);
        }
    }

    static OfNetwork read(const Cables& of) {
        OfNetwork made;
        made.unknown = of.unknown;
        const LeafRails rails = railsOfLeaves(of.leaves.size(), of.cables);
        made.rails = rails.rails;
        if (rails.rails == 0)
            return made;
        struct OnRail {
            Id<Device> device;
            std::int64_t tray = 0, port = 0;
            const Device* row = nullptr;
            auto key() const { return std::tuple(device, tray, port); }
        };
        std::vector<OnRail> kept;
        RailPorts places;
        for (std::size_t i = 0; i < of.cables.size(); ++i) {
            const LeafCable& cable = of.cables[i];
            const RailPorts::Place place = places.of(cable.part, cable.port);
            const int rail = rails.ofLeaf[cable.leaf];
            const bool isOnRail = rail >= 0 && rails.ports[static_cast<std::size_t>(rail)] == place.port;
            made.strayed += isOnRail ? 0 : 1;
            // One that strayed is told of already: its device does not miss a rail as well. Hosts that manage the
            // network or let people in need no rails.
            if (isAcceleratorSystem(cable.part))
                kept.push_back({of.devices[i]->id, place.tray, place.port, of.devices[i]});
        }
        std::ranges::sort(kept, {}, &OnRail::key);
        const auto repeated = std::ranges::unique(kept, {}, &OnRail::key);
        kept.erase(repeated.begin(), repeated.end());
        for (std::size_t from = 0, to = 0; from < kept.size(); from = to) {
            while (to < kept.size() && kept[to].device == kept[from].device && kept[to].tray == kept[from].tray)
                ++to;
            if (std::ranges::all_of(rails.ports, [&](std::int64_t port) {
                    return std::any_of(kept.begin() + static_cast<std::ptrdiff_t>(from),
                                       kept.begin() + static_cast<std::ptrdiff_t>(to),
                                       [port](const OnRail& each) { return each.port == port; });
                }))
                continue;
            made.incomplete.push_back(kept[from].row);
        }
        return made;
    }
};

/// The training workload whose layers are split over more accelerators than a scale-up domain joins; null: none is
/// known to be.
const Workload* splitAcrossDomains(const Context& context) {
    for (const Workload& workload : context.design().workloads) {
        if (!isTraining(workload))
            continue;
        const Value domain = leastOver<Value>(context, JobFact::ScaleUpDomain);
        if (domain.isKnown() && enteredPlan(workload).tensor > domain.typical())
            return &workload;
    }
    return nullptr;
}

// NET-09: of a network with rails, port k of every device is on rail k and no rail is missing; what accelerators of one
// layer say to each other stays off the rails; no node is left out of all compute networks.
std::vector<Verdict> rails(const Context& context) {
    const RailReading& reading = context.lookUp<RailReading>();
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const auto found = reading.networks.find(network.id);
        const RailReading::OfNetwork of = found == reading.networks.end() ? RailReading::OfNetwork() : found->second;
        if (!reading.unserved.empty() && network.id == reading.serving) {
            const std::vector<const Device*>& unserved = reading.unserved;
            verdicts.push_back(judged({subjectOf(network),
                                       network.name,
                                       Value(static_cast<double>(unserved.size())),
                                       Value(0.0),
                                       Bound::AtMost,
                                       "",
                                       "rule.NET-09.unserved",
                                       Severity::Warning,
                                       {}}));
            verdicts.back().message.with("device", unserved.front()->name);
            for (const Device* device : unserved)
                verdicts.back().others.push_back(subjectOf(*device));
        }
        if (of.rails == 0) {
            verdicts.push_back(of.unknown ? unknownPorts(context, network, *of.unknown)
                                          : notApplicable(subjectOf(network)));
            continue;
        }
        const auto judge = [&](std::int64_t count, const char* message) {
            verdicts.push_back(judged({subjectOf(network),
                                       network.name,
                                       Value(static_cast<double>(count)),
                                       Value(0.0),
                                       Bound::AtMost,
                                       "",
                                       message,
                                       Severity::Warning,
                                       {}}));
        };
        judge(of.strayed, "rule.NET-09.broken");
        if (!of.incomplete.empty()) {
            judge(static_cast<std::int64_t>(of.incomplete.size()), "rule.NET-09.incomplete");
            verdicts.back().message.with("device", of.incomplete.front()->name);
            for (const Device* device : of.incomplete)
                verdicts.back().others.push_back(subjectOf(*device));
        }
        if (const Workload* split = splitAcrossDomains(context)) {
            Verdict across;
            across.state = RuleState::Failed;
            across.severity = Severity::Warning;
            across.subject = subjectOf(network);
            across.message = Message("rule.NET-09.tensor")
                                 .with("subject", network.name)
                                 .with("workload", split->name)
                                 .with("tp", enteredPlan(*split).tensor);
            verdicts.push_back(std::move(across));
        }
        if (of.unknown)
            verdicts.push_back(unknownPorts(context, network, *of.unknown));
    }
    return verdicts;
}

bool isStorage(const Part& part) {
    return part.category == PartCategory::StorageNode || part.category == PartCategory::StorageSystem;
}

/// Cables of compute networks with an end at a storage or management port, by network.
struct SharedCables {
    static constexpr std::array<std::string_view, 6> kReads = {"devices",  "cables",         "cable_details",
                                                               "networks", "power_elements", "cooling_units"};

    struct OfNetwork {
        std::int64_t shared = 0, storage = 0; ///< storage: of the shared ones, those that carry data of storage
        std::optional<Device> unknown;        ///< its ports are not known
    };
    std::map<Id<Network>, OfNetwork> networks;

    explicit SharedCables(const Context& context) {
        const EndFinder endOf(context);
        for (const Cable& cable : presentCables(context.design())) {
            OfNetwork& of = networks[cable.network];
            bool isForStorage = false, isForManagement = false;
            for (const PortRef& port : {cable.a, cable.b}) {
                const NetworkEnd end = endOf(port);
                if (end.device && !end.group && !of.unknown)
                    of.unknown = *end.device;
                if (!end.group)
                    continue;
                isForStorage = isForStorage || end.group->role == PortRole::Storage || isStorage(*end.part);
                isForManagement =
                    isForManagement || end.group->role == PortRole::InBand || end.group->role == PortRole::Management;
            }
            of.shared += isForStorage || isForManagement ? 1 : 0;
            of.storage += isForStorage ? 1 : 0;
        }
    }
};

/// What the checkpoints of all training workloads write together, B/s.
Value checkpointBurst(const Context& context) {
    Sum<dim::DataRate, Value> all;
    for (const Workload& workload : context.design().workloads)
        if (isTraining(workload))
            all.add(writeDemand<Value>(context, workload));
    return all.total().si();
}

/// What the nodes can send into a network, B/s.
Value nodeLinks(const Context& context, const Network& network) {
    const NetworkReport* report = context.lookUp<NetworkReports>().find(network.id);
    double gigabits = 0;
    if (report && report->unknownSpeeds == 0)
        for (const EndDevices& ends : report->ends)
            if (isAcceleratorSystem(context.part(ends.part)))
                gigabits += static_cast<double>(ends.count) * ends.leastGbps;
    return gigabits > 0 ? Value(gigabits * 1.25e8, report->grade) : Value::unknown();
}

// NET-10: storage and management keep off the compute network; where storage does not, with what the checkpoints of the
// training workloads take of the nodes' links.
std::vector<Verdict> keptApart(const Context& context) {
    const SharedCables& cables = context.lookUp<SharedCables>();
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const auto found = cables.networks.find(network.id);
        if (network.role != NetworkRole::Compute || found == cables.networks.end()) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        const auto& [shared, storage, unknown] = found->second;
        if (shared == 0 && unknown) {
            verdicts.push_back(unknownPorts(context, network, *unknown));
            continue;
        }
        const Value burst = storage > 0 ? checkpointBurst(context) : Value::unknown();
        const Value links = storage > 0 ? nodeLinks(context, network) : Value::unknown();
        const bool isKnown = burst.isKnown() && burst.typical() > 0 && links.isKnown();
        Verdict verdict = judged({subjectOf(network),
                                  network.name,
                                  Value(static_cast<double>(shared)),
                                  Value(0.0),
                                  Bound::AtMost,
                                  "",
                                  isKnown ? "rule.NET-10.burst" : "rule.NET-10.converged",
                                  Severity::Warning,
                                  {}});
        if (isKnown && verdict.state == RuleState::Failed)
            verdict.message.with("burst", UnitNumber{burst.typical() / 1e9, "GB/s"})
                .with("share", UnitNumber{burst.typical() / links.typical() * 100, "%"})
                .with("links", UnitNumber{links.typical() / 1e9, "GB/s"});
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

bool isServerOf(const Part& part) {
    return part.category == PartCategory::GpuNode || part.category == PartCategory::PcieGpuNode ||
           part.category == PartCategory::RackScaleSystem || part.category == PartCategory::CpuNode ||
           part.category == PartCategory::HeadNode || isStorage(part);
}

/// Devices on out-of-band networks by their management ports, and the switches that carry such a network, which manage
/// themselves through it.
struct Managed {
    static constexpr std::array<std::string_view, 6> kReads = {"devices",  "cables",         "cable_details",
                                                               "networks", "power_elements", "cooling_units"};

    std::set<Id<Device>> devices, carriers;

    explicit Managed(const Context& context) {
        const EndFinder endOf(context);
        for (const Cable& cable : presentCables(context.design())) {
            const Network* network = context.design().networks.find(cable.network);
            if (!network || network->role != NetworkRole::OutOfBand)
                continue;
            for (const PortRef& port : {cable.a, cable.b}) {
                const NetworkEnd end = endOf(port);
                if (end.carries())
                    carriers.insert(port.device);
                else if (end.group)
                    devices.insert(port.device);
            }
        }
    }
};

// Of what has a management port the ones that are on no out-of-band network.
struct Unmanaged {
    std::int64_t wanted = 0;
    std::vector<const Device*> missing;
    const Device* unknown = nullptr; ///< its ports are not known, and things of its kind have one

    void count(const Context& context, const Managed& managed, const Device& device, bool shouldHavePort) {
        const Part* part = device.scope.isPresent() ? context.part(device.part) : nullptr;
        if (!part)
            return;
        const bool hasPort = std::ranges::any_of(part->portGroups, [](const PortGroup& group) {
            return group.role == PortRole::Management && group.count > 0;
        });
        // A rack of trays is managed, whatever else is known of its ports.
        const bool isOpen =
            part->portGroups.empty() ? shouldHavePort : part->category == PartCategory::RackScaleSystem && !hasPort;
        if (isOpen && !unknown)
            unknown = &device;
        if (!hasPort || managed.carriers.contains(device.id))
            return;
        ++wanted;
        if (managed.devices.contains(device.id))
            return;
        missing.push_back(&device);
    }
};

/// The first rack PDU, power shelf or CDU whose part says nothing of ports: things of its kind mostly have one.
std::optional<Device> plantOfUnknownPorts(const Context& context) {
    Id<PartRow> last;
    bool isOpen = false;
    const auto look = [&](const auto& rows) -> std::optional<Device> {
        for (const auto& row : rows) {
            if (row.part != std::exchange(last, row.part)) {
                const Part* part = context.part(row.part);
                isOpen = part && part->portGroups.empty() &&
                         (part->category == PartCategory::RackPdu || part->category == PartCategory::PowerShelf ||
                          part->category == PartCategory::Cdu);
            }
            if (isOpen && row.scope.isPresent())
                return asCabled(row);
        }
        return std::nullopt;
    };
    const std::optional<Device> element = look(context.design().powerElements);
    return element ? element : look(context.design().coolingUnits);
}

// NET-11, first part: what has a management port is on an out-of-band network: servers and their like, switches, rack
// PDUs, power shelves and cooling units.
void judgeManagement(const Context& context, std::vector<Verdict>& verdicts) {
    const Managed& managed = context.lookUp<Managed>();
    Unmanaged found;
    for (const Device& device : context.design().devices) {
        const Part* part = context.part(device.part);
        found.count(context, managed, device, part && isServerOf(*part));
    }
    for (const Device& plant : context.lookUp<PresentDevices>().plant())
        found.count(context, managed, plant, false);
    const auto& [wanted, missing, unknown] = found;
    const std::optional<Device> plant = unknown ? std::nullopt : plantOfUnknownPorts(context);
    const Device* open = plant ? &*plant : unknown;
    if (context.design().networks.isEmpty() || (wanted == 0 && !open)) {
        verdicts.push_back(notApplicable({}));
        return;
    }
    if (missing.empty() && open) {
        verdicts.push_back(notChecked(cabledSubject(context.design(), open->id), partKey(context, open->part, "ports"),
                                      Message("rule.not-checked").with("subject", open->name)));
        return;
    }
    Verdict verdict = judged({missing.empty() ? Subject{} : cabledSubject(context.design(), missing.front()->id),
                              missing.empty() ? std::string() : missing.front()->name,
                              Value(static_cast<double>(missing.size())),
                              Value(0.0),
                              Bound::AtMost,
                              "",
                              "rule.NET-11.unmanaged",
                              Severity::Error,
                              {}});
    for (const Device* device : missing)
        verdict.others.push_back(cabledSubject(context.design(), device->id));
    verdicts.push_back(std::move(verdict));
}

// NET-11, second part: an InfiniBand network has who manages its subnet: a managed switch or a management host on it.
void judgeSubnets(const Context& context, std::vector<Verdict>& verdicts) {
    const EndFinder endOf(context);
    std::map<Id<Network>, bool> hasManager;
    for (const Cable& cable : presentCables(context.design())) {
        for (const PortRef& port : {cable.a, cable.b}) {
            const NetworkEnd end = endOf(port);
            bool& has = hasManager[cable.network];
            if (has || !end.part)
                continue;
            has = end.part->category == PartCategory::HeadNode || end.part->category == PartCategory::ManagementNode ||
                  (end.carries() && std::ranges::any_of(end.part->portGroups, [](const PortGroup& group) {
                       return group.role == PortRole::Management && group.count > 0;
                   }));
        }
    }
    for (const Network& network : context.design().networks) {
        const auto found = hasManager.find(network.id);
        if (network.protocol != FabricProtocol::InfiniBand || found == hasManager.end()) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        verdicts.push_back(judged({subjectOf(network),
                                   network.name,
                                   Value(found->second ? 1.0 : 0.0),
                                   Value(1.0),
                                   Bound::AtLeast,
                                   "",
                                   "rule.NET-11.no-manager",
                                   Severity::Error,
                                   {}}));
    }
}

std::vector<Verdict> management(const Context& context) {
    std::vector<Verdict> verdicts;
    judgeManagement(context, verdicts);
    judgeSubnets(context, verdicts);
    return verdicts;
}

// NET-13: Ethernet that carries the accelerators' traffic is lossless only when all steps of the checklist are signed
// off.
std::vector<Verdict> losslessEthernet(const Context& context) {
    const EndFinder endOf(context);
    std::int64_t done = 0;
    for (const std::string_view step : kLosslessSteps)
        done += isSignedOff(context.setting(step)) ? 1 : 0;
    std::map<Id<Network>, bool> isCabled;
    std::map<Id<Network>, const Device*> unknown;
    for (const Cable& cable : presentCables(context.design())) {
        isCabled[cable.network] = true;
        for (const PortRef& port : {cable.a, cable.b})
            if (const NetworkEnd end = endOf(port); end.device && !end.group)
                unknown.try_emplace(cable.network, end.device);
    }
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        const bool isLossless = network.role == NetworkRole::Compute && network.protocol == FabricProtocol::Ethernet;
        if (!isLossless || !isCabled[network.id])
            verdicts.push_back(notApplicable(subjectOf(network)));
        else if (unknown.contains(network.id))
            verdicts.push_back(unknownPorts(context, network, *unknown.at(network.id)));
        else
            verdicts.push_back(judged({subjectOf(network),
                                       network.name,
                                       Value(static_cast<double>(done)),
                                       Value(static_cast<double>(kLosslessSteps.size())),
                                       Bound::AtLeast,
                                       "",
                                       "rule.NET-13.open",
                                       Severity::Note,
                                       {}}));
    }
    return verdicts;
}

} // namespace

Verdict unknownPorts(const Context& context, const Network& network, const Device& device) {
    return notChecked(subjectOf(network), partKey(context, device.part, "ports"),
                      Message("rule.not-checked").with("subject", network.name));
}

std::vector<Rule> networkRules() {
    const Reads cables =
        Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
    return {makeRule("NET-09", PowerBasis::None, "reference.rail-optimised", rails, Reads()),
            makeRule("NET-10", PowerBasis::None, "reference.three-networks", keptApart, Reads()),
            makeRule("NET-11", PowerBasis::None, "reference.out-of-band", management, cables),
            makeRule("NET-13", PowerBasis::None, "reference.lossless-checklist", losslessEthernet, cables)};
}

} // namespace rackwright
