// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/network_rules.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/engine/judging.h"
#include "solvers/fabric/network_report.h"
#include "solvers/fabric/settings.h"
#include "solvers/storage/checkpoint.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

Subject subjectOf(const Network& network) { return {SubjectKind::Network, network.id.value}; }

/// An end of a cable with what stands behind it; null where the device or its part is not known.
struct CableEnd {
    const Device* device = nullptr;
    const Part* part = nullptr;
    const PortGroup* group = nullptr;
    PortRef port;

    bool isSwitch() const { return part && part->category == PartCategory::Switch; }
    bool carries() const {
        return isSwitch() && group && (group->role == PortRole::Data || group->role == PortRole::Uplink);
    }
};

/// Present devices and their parts by id, for rules that ask for both ends of every cable: a table of places while ids
/// lie close together, else the table of devices.
class PresentDevices {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"devices", "power_elements", "cooling_units"};

    struct Known {
        const Device* device = nullptr;
        const Part* part = nullptr;
    };

    explicit PresentDevices(const Context& context)
        : m_plant(plantOf(context.design(), [&](Id<PartRow> row) { return context.part(row); })) {
        const Table<Device>& devices = context.design().devices;
        if (devices.isEmpty())
            return;
        m_first = devices.begin()->id.value;
        std::uint64_t last = m_first;
        for (const Device& device : devices)
            last = device.id.value;
        m_isDense = last - m_first < 64 * devices.size() + 1'000'000;
        if (!m_isDense)
            return;
        m_known.resize(last - m_first + 1);
        for (const Device& device : devices)
            if (device.scope.isPresent())
                m_known[device.id.value - m_first] = {&device, context.part(device.part)};
    }

    Known find(const Context& context, Id<Device> id) const {
        if (m_isDense) {
            const std::uint64_t at = id.value - m_first; // wraps round for a smaller id
            if (at < m_known.size() && m_known[at].device)
                return m_known[at];
        } else if (const Device* device = context.design().devices.find(id))
            return device->scope.isPresent() ? Known{device, context.part(device->part)} : Known{};
        const auto plant = std::ranges::lower_bound(m_plant, id, {}, &Device::id);
        const bool isPlant = plant != m_plant.end() && plant->id == id && plant->scope.isPresent();
        return isPlant ? Known{&*plant, context.part(plant->part)} : Known{};
    }

    /// Power elements and cooling units, as devices.
    const std::vector<Device>& plant() const { return m_plant; }

private:
    std::uint64_t m_first = 0;
    bool m_isDense = false;
    std::vector<Known> m_known;
    std::vector<Device> m_plant;
};

class EndFinder {
public:
    explicit EndFinder(const Context& context) : m_context(context), m_devices(context.lookUp<PresentDevices>()) {}

    CableEnd operator()(const PortRef& port) const {
        const auto [device, part] = m_devices.find(m_context, port.device);
        return {device, part, part ? portGroupOf(*part, port.port) : nullptr, port};
    }

private:
    const Context& m_context;
    const PresentDevices& m_devices;
};

Verdict unknownPorts(const Context& context, const Network& network, const Device& device) {
    return notChecked(subjectOf(network), partKey(context, device.part, "ports"),
                      Message("rule.not-checked").with("subject", network.name));
}

/// Which port of its group a device's cable sits on, and on which switch.
struct RailCable {
    Id<Device> device, leaf;
    std::int64_t port = 0;
};

/// How many leaves each device reaches.
std::vector<std::int64_t> leavesOfEach(const std::vector<RailCable>& cables) {
    std::vector<std::pair<Id<Device>, Id<Device>>> pairs;
    pairs.reserve(cables.size());
    for (const RailCable& each : cables)
        pairs.emplace_back(each.device, each.leaf);
    std::ranges::sort(pairs);
    const auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i > 0 && pairs[i].first == pairs[i - 1].first)
            ++counts.back();
        else
            counts.push_back(1);
    return counts;
}

// NET-09: of a network whose devices reach a leaf each by each port, port k of all of them is on rail k: no leaf takes
// another port than most of its cables come from.
std::vector<Verdict> rails(const Context& context) {
    const EndFinder endOf(context);
    std::map<std::pair<const Part*, PortRole>, std::vector<std::int64_t>> portsOf;
    std::map<Id<Network>, std::vector<RailCable>> cables;
    std::map<Id<Network>, const Device*> unknown;
    std::set<Id<Network>> judgedNetworks;
    for (const Network& network : context.design().networks)
        if (network.role == NetworkRole::Compute)
            judgedNetworks.insert(network.id);
    for (const Cable& cable : context.design().cables) {
        if (!judgedNetworks.contains(cable.network))
            continue;
        const CableEnd a = endOf(cable.a), b = endOf(cable.b);
        const CableEnd& leaf = a.carries() ? a : b;
        const CableEnd& end = a.carries() ? b : a;
        if (!leaf.carries() || end.carries() || !end.device)
            continue;
        if (!end.group) {
            unknown.try_emplace(cable.network, end.device);
            continue;
        }
        const auto [known, isNew] = portsOf.try_emplace({end.part, end.group->role});
        if (isNew)
            known->second = portsOfRole(*end.part, end.group->role);
        const std::vector<std::int64_t>& ports = known->second;
        const auto place = std::ranges::find(ports, static_cast<std::int64_t>(end.port.port));
        cables[cable.network].push_back({end.device->id, leaf.device->id, place - ports.begin()});
    }
    std::vector<Verdict> verdicts;
    for (const Network& network : context.design().networks) {
        if (network.role == NetworkRole::Compute && unknown.contains(network.id)) {
            verdicts.push_back(unknownPorts(context, network, *unknown.at(network.id)));
            continue;
        }
        const std::vector<RailCable>& all = cables[network.id];
        std::map<std::int64_t, std::int64_t> reached; // how many devices reach so many leaves
        for (const std::int64_t leaves : leavesOfEach(all))
            ++reached[leaves];
        const auto usual = std::ranges::max_element(reached, {}, [](const auto& each) { return each.second; });
        const std::int64_t count = usual == reached.end() ? 0 : usual->first;
        std::map<Id<Device>, std::map<std::int64_t, std::int64_t>> railsOf;
        if (count > 1)
            for (const RailCable& each : all)
                ++railsOf[each.leaf][each.port % count];
        std::int64_t onRail = 0;
        for (const auto& [leaf, rails] : railsOf)
            onRail += std::ranges::max_element(rails, {}, [](const auto& each) { return each.second; })->second;
        const auto total = static_cast<std::int64_t>(all.size());
        // Most cables make it a network of rails; the others are mistakes.
        if (network.role != NetworkRole::Compute || count < 2 || onRail * 4 < total * 3) {
            verdicts.push_back(notApplicable(subjectOf(network)));
            continue;
        }
        verdicts.push_back(judged({subjectOf(network),
                                   network.name,
                                   Value(static_cast<double>(total - onRail)),
                                   Value(0.0),
                                   Bound::AtMost,
                                   "",
                                   "rule.NET-09.broken",
                                   Severity::Warning,
                                   {}}));
    }
    return verdicts;
}

bool isStorage(const Part& part) {
    return part.category == PartCategory::StorageNode || part.category == PartCategory::StorageSystem;
}

/// Cables of compute networks with an end at a storage or management port, by network.
struct SharedCables {
    static constexpr std::array<std::string_view, 5> kReads = {"devices", "cables", "networks", "power_elements",
                                                               "cooling_units"};

    struct OfNetwork {
        std::int64_t shared = 0, storage = 0; ///< storage: of the shared ones, those that carry data of storage
        Id<Device> unknown;
    };
    std::map<Id<Network>, OfNetwork> networks;

    explicit SharedCables(const Context& context) {
        const EndFinder endOf(context);
        for (const Cable& cable : context.design().cables) {
            OfNetwork& of = networks[cable.network];
            bool isForStorage = false, isForManagement = false;
            for (const PortRef& port : {cable.a, cable.b}) {
                const CableEnd end = endOf(port);
                if (end.device && !end.group && !of.unknown)
                    of.unknown = end.device->id;
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
            verdicts.push_back(unknownPorts(context, network, *context.design().devices.find(unknown)));
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
           part.category == PartCategory::CpuNode || part.category == PartCategory::HeadNode || isStorage(part);
}

/// Devices on out-of-band networks by their management ports, and the switches that carry such a network, which manage
/// themselves through it.
struct Managed {
    static constexpr std::array<std::string_view, 5> kReads = {"devices", "cables", "networks", "power_elements",
                                                               "cooling_units"};

    std::set<Id<Device>> devices, carriers;

    explicit Managed(const Context& context) {
        const EndFinder endOf(context);
        for (const Cable& cable : context.design().cables) {
            const Network* network = context.design().networks.find(cable.network);
            if (!network || network->role != NetworkRole::OutOfBand)
                continue;
            for (const PortRef& port : {cable.a, cable.b}) {
                const CableEnd end = endOf(port);
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
    std::int64_t wanted = 0, missing = 0;
    const Device* first = nullptr;
    const Device* unknown = nullptr; ///< its ports are not known, and things of its kind have one

    void count(const Context& context, const Managed& managed, const Device& device, bool shouldHavePort) {
        const Part* part = device.scope.isPresent() ? context.part(device.part) : nullptr;
        if (!part)
            return;
        if (part->portGroups.empty() && shouldHavePort && !unknown)
            unknown = &device;
        const bool hasPort = std::ranges::any_of(part->portGroups, [](const PortGroup& group) {
            return group.role == PortRole::Management && group.count > 0;
        });
        if (!hasPort || managed.carriers.contains(device.id))
            return;
        ++wanted;
        if (managed.devices.contains(device.id))
            return;
        ++missing;
        first = first ? first : &device;
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
    const auto& [wanted, missing, first, unknown] = found;
    const std::optional<Device> plant = unknown ? std::nullopt : plantOfUnknownPorts(context);
    const Device* open = plant ? &*plant : unknown;
    if (context.design().networks.isEmpty() || (wanted == 0 && !open)) {
        verdicts.push_back(notApplicable({}));
        return;
    }
    if (missing == 0 && open) {
        verdicts.push_back(notChecked(cabledSubject(context.design(), open->id), partKey(context, open->part, "ports"),
                                      Message("rule.not-checked").with("subject", open->name)));
        return;
    }
    Verdict verdict = judged({first ? cabledSubject(context.design(), first->id) : Subject{},
                              first ? first->name : std::string(),
                              Value(static_cast<double>(missing)),
                              Value(0.0),
                              Bound::AtMost,
                              "",
                              "rule.NET-11.unmanaged",
                              Severity::Error,
                              {}});
    verdicts.push_back(std::move(verdict));
}

// NET-11, second part: an InfiniBand network has who manages its subnet: a managed switch or a management host on it.
void judgeSubnets(const Context& context, std::vector<Verdict>& verdicts) {
    const EndFinder endOf(context);
    std::map<Id<Network>, bool> hasManager;
    for (const Cable& cable : context.design().cables)
        for (const PortRef& port : {cable.a, cable.b}) {
            const CableEnd end = endOf(port);
            bool& has = hasManager[cable.network];
            if (has || !end.part)
                continue;
            has = end.part->category == PartCategory::HeadNode || end.part->category == PartCategory::ManagementNode ||
                  (end.carries() && std::ranges::any_of(end.part->portGroups, [](const PortGroup& group) {
                       return group.role == PortRole::Management && group.count > 0;
                   }));
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

// NET-13: Ethernet that carries the accelerators' traffic is lossless only when all rows of the checklist are done.
std::vector<Verdict> losslessEthernet(const Context& context) {
    const EndFinder endOf(context);
    constexpr double rows = 6;
    const Value done = plainSetting(context, settingFact(setting_of::roceRowsDone));
    std::map<Id<Network>, bool> isCabled;
    std::map<Id<Network>, const Device*> unknown;
    for (const Cable& cable : context.design().cables) {
        isCabled[cable.network] = true;
        for (const PortRef& port : {cable.a, cable.b})
            if (const CableEnd end = endOf(port); end.device && !end.group)
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
                                       done,
                                       Value(rows),
                                       Bound::AtLeast,
                                       "",
                                       "rule.NET-13.open",
                                       Severity::Note,
                                       {}}));
    }
    return verdicts;
}

} // namespace

std::vector<Rule> networkRules() {
    const Reads cables =
        Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
    return {
        makeRule("NET-09", PowerBasis::None, "rail-optimised rule: accelerator k of every node on rail k", rails,
                 cables),
        makeRule("NET-10", PowerBasis::None, "three-network rule", keptApart, Reads()),
        makeRule("NET-11", PowerBasis::None, "reference architectures: all management out of band", management, cables),
        makeRule("NET-13", PowerBasis::None, "source document 003, lossless checklist", losslessEthernet, cables)};
}

} // namespace rackwright
