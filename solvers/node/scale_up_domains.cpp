// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/node/scale_up_domains.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rackwright {

std::optional<double> ScaleUpKind::whole() const {
    return oneWay ? std::optional(static_cast<double>(accelerators) * *oneWay) : std::nullopt;
}

std::int64_t ScaleUpKind::links() const { return oneWay && switchPort > 0 ? std::llround(*oneWay / switchPort) : 0; }

std::size_t ScaleUpLevel::count(std::size_t kind) const {
    return static_cast<std::size_t>(std::ranges::count(domains, kind, &ScaleUpDomain::kind));
}

namespace {

struct System {
    std::int64_t accelerators = 0; ///< in one device
    Id<PartRow> accelerator;
    bool isTray = false; ///< domains reach over the trays of a rack
};

std::optional<double> typicalOf(const Part& part, std::string_view key) { return numberFact(part, key).typical(); }

bool startsWith(const std::string& text, std::string_view head) { return text.starts_with(head); }

const PortGroup* scaleUpPorts(const Part& part) {
    const auto group = std::ranges::find(part.portGroups, PortRole::ScaleUp, &PortGroup::role);
    return group == part.portGroups.end() ? nullptr : &*group;
}

class Reader {
public:
    Reader(const Project& project, const Design& design) : m_project(project), m_design(design) {
        for (const PartRow& row : project.parts)
            if (row.part)
                m_partOf.emplace(row.part->id, row.id);
    }

    ScaleUpLevel read() {
        for (const Device& device : m_design.devices) {
            if (!device.scope.isPresent())
                continue;
            if (isSwitch(device.part)) {
                m_switches[rackOf(device)].push_back(device.id);
            } else if (const System system = systemOf(device); system.accelerators > 0) {
                if (system.isTray && rackOf(device))
                    m_trays[{rackOf(device), device.part}].push_back(device.id);
                else
                    addOwn(device, system);
            }
        }
        std::map<Id<Rack>, std::size_t> domains;
        for (const auto& [place, devices] : m_trays)
            domains[place.first] += domainsOf(place.second, devices.size());
        Id<Rack> rack;
        std::size_t before = 0; // domains of the rack
        for (auto& [place, devices] : m_trays) {
            before = std::exchange(rack, place.first) == place.first ? before : 0;
            before = addTrays(place.first, place.second, std::move(devices), before, domains[place.first]);
        }
        std::ranges::stable_sort(m_level.domains, {},
                                 [](const ScaleUpDomain& d) { return std::pair(d.kind, d.rack.value); });
        return std::move(m_level);
    }

private:
    bool isSwitch(Id<PartRow> id) {
        const auto [at, isNew] = m_isSwitch.try_emplace(id, false);
        if (isNew)
            if (const Part* part = findPart(m_project, id))
                at->second = part->category == PartCategory::Tray && scaleUpPorts(*part) &&
                             numberFact(*part, attribute::acceleratorCount.key).isUnknown();
        return at->second;
    }

    Id<PartRow> acceleratorOf(const Part& part) const {
        const auto name = textFact(part, attribute::acceleratorModel.key).typical();
        const auto it = name ? m_partOf.find(*name) : m_partOf.end();
        return it == m_partOf.end() ? Id<PartRow>() : it->second;
    }

    // Accelerators that the product has, else those that were chosen as modules.
    System systemOf(const Device& device) {
        const auto [at, isNew] = m_systems.try_emplace(device.part);
        System& system = at->second;
        const Part* part = findPart(m_project, device.part);
        if (!part)
            return {};
        if (isNew) {
            system.accelerators = std::llround(typicalOf(*part, attribute::acceleratorCount.key).value_or(0));
            system.accelerator = acceleratorOf(*part);
            system.isTray = part->category == PartCategory::Tray && largestOf(system.accelerator) > system.accelerators;
        }
        if (system.accelerators > 0)
            return system;
        System own = system;
        m_design.modules.forEachWith<ModulesByDevice>(device.id, [&](const Module& module) {
            const Part* chosen = findPart(m_project, module.part);
            if (chosen && chosen->category == PartCategory::Accelerator) {
                own.accelerators += module.count;
                own.accelerator = module.part;
            }
        });
        return own;
    }

    std::int64_t largestOf(Id<PartRow> accelerator) const {
        const Part* part = findPart(m_project, accelerator);
        return part ? std::llround(typicalOf(*part, attribute::scaleUpDomain.key).value_or(0)) : 0;
    }

    // NVLink up to eight is a mesh on small boards and bridges; NVLink of eight and more runs over switches since its
    // third generation (link_technologies.csv: "NVSwitch full-mesh").
    static ScaleUpJoining joiningOf(const ScaleUpKind& kind) {
        if (deniesScaleUpLink(kind.link))
            return ScaleUpJoining::None;
        if (kind.accelerators < 2 || kind.link.empty())
            return ScaleUpJoining::Unknown;
        if (kind.switches > 0)
            return ScaleUpJoining::Switches;
        if (kind.link.find("full mesh") != std::string::npos || kind.accelerators == 2)
            return ScaleUpJoining::Mesh;
        constexpr std::int64_t leastSwitched = 8;
        const bool isSwitchedNvLink = startsWith(kind.link, "NVLink") && !startsWith(kind.link, "NVLink 2") &&
                                      kind.link.find("bridge") == std::string::npos;
        return isSwitchedNvLink && kind.accelerators >= leastSwitched ? ScaleUpJoining::Switches
                                                                      : ScaleUpJoining::Unknown;
    }

    ScaleUpKind kindOf(Id<PartRow> system, Id<PartRow> accelerator) const {
        ScaleUpKind kind;
        kind.system = system;
        kind.accelerator = accelerator;
        if (const Part* part = findPart(m_project, accelerator)) {
            kind.link = textFact(*part, "scale-up-link").typical().value_or(std::string());
            kind.largest = largestOf(accelerator);
            if (const auto both = typicalOf(*part, attribute::scaleUpBandwidth.key))
                kind.oneWay = *both / 2;
        }
        return kind;
    }

    void add(ScaleUpKind kind, ScaleUpDomain domain) {
        kind.joining = joiningOf(kind);
        const auto at = std::ranges::find(m_level.kinds, kind);
        domain.kind = static_cast<std::size_t>(at - m_level.kinds.begin());
        if (at == m_level.kinds.end())
            m_level.kinds.push_back(std::move(kind));
        m_level.domains.push_back(std::move(domain));
    }

    // Domains end at the device: one, or several where bridges join fewer accelerators than it has.
    void addOwn(const Device& device, const System& system) {
        ScaleUpKind kind = kindOf(device.part, system.accelerator);
        const std::int64_t each = kind.largest > 0 ? std::min(kind.largest, system.accelerators) : system.accelerators;
        kind.inSystem = (system.accelerators + each - 1) / each;
        for (std::int64_t number = 1; number <= kind.inSystem; ++number) {
            kind.accelerators = std::min(each, system.accelerators - (number - 1) * each);
            add(kind, {0, rackOf(device), kind.inSystem > 1 ? number : 0, {device.id}, {}});
        }
    }

    std::int64_t unitOf(Id<Device> device) const {
        const Device* row = m_design.devices.find(device);
        const auto* in = row ? std::get_if<InRack>(&row->placement) : nullptr;
        return in ? in->unit : 0;
    }

    std::size_t traysOfDomain(Id<PartRow> part) const {
        const System& system = m_systems.at(part);
        return static_cast<std::size_t>(std::max<std::int64_t>(1, largestOf(system.accelerator) / system.accelerators));
    }
    std::size_t domainsOf(Id<PartRow> part, std::size_t devices) const {
        return (devices + traysOfDomain(part) - 1) / traysOfDomain(part);
    }

    // Like trays of a rack from below in as many domains as they fill; the rack's switches are shared among all its
    // domains, of which `before` have theirs. Gives the number with these.
    std::size_t addTrays(Id<Rack> rack, Id<PartRow> part, std::vector<Id<Device>> devices, std::size_t before,
                         std::size_t ofRack) {
        const auto byUnit = [this](Id<Device> device) { return unitOf(device); };
        std::ranges::stable_sort(devices, {}, byUnit);
        const System& system = m_systems.at(part);
        const ScaleUpKind kind = kindOf(part, system.accelerator);
        const std::size_t trays = traysOfDomain(part), domains = domainsOf(part, devices.size());
        std::vector<Id<Device>> switches;
        if (const auto it = m_switches.find(rack); it != m_switches.end())
            switches = it->second;
        std::ranges::stable_sort(switches, {}, byUnit);
        const auto switchOf = [&](std::size_t d) {
            return switches.begin() + static_cast<std::ptrdiff_t>(switches.size() * (before + d) / ofRack);
        };
        for (std::size_t d = 0; d < domains; ++d) {
            ScaleUpDomain domain;
            domain.rack = rack;
            domain.systems.assign(devices.begin() + static_cast<std::ptrdiff_t>(d * trays),
                                  devices.begin() +
                                      static_cast<std::ptrdiff_t>(std::min((d + 1) * trays, devices.size())));
            domain.switches.assign(switchOf(d), switchOf(d + 1));
            ScaleUpKind own = kind;
            own.systems = static_cast<std::int64_t>(domain.systems.size());
            own.accelerators = own.systems * system.accelerators;
            own.switches = static_cast<std::int64_t>(domain.switches.size());
            if (own.switches > 0)
                readSwitch(own, m_design.devices.find(domain.switches.front())->part);
            add(std::move(own), std::move(domain));
        }
        return before + domains;
    }

    void readSwitch(ScaleUpKind& kind, Id<PartRow> id) const {
        kind.switchPart = id;
        const PortGroup* ports = scaleUpPorts(*findPart(m_project, id));
        kind.cabling = ports->connector;
        if (const auto speed = ports->speed.typical())
            kind.switchPort = speed->si();
    }

    const Project& m_project;
    const Design& m_design;
    std::map<std::string, Id<PartRow>> m_partOf;
    std::map<Id<PartRow>, System> m_systems;
    std::map<Id<PartRow>, bool> m_isSwitch;
    std::map<std::pair<Id<Rack>, Id<PartRow>>, std::vector<Id<Device>>> m_trays;
    std::map<Id<Rack>, std::vector<Id<Device>>> m_switches;
    ScaleUpLevel m_level;
};

} // namespace

bool deniesScaleUpLink(std::string_view link) { return link.starts_with("none") || link.starts_with("PCIe"); }

bool holdsAccelerators(const Project& project, const Design& design) {
    std::vector<Id<PartRow>> systems;
    for (const PartRow& row : project.parts)
        if (row.part && (row.part->category == PartCategory::Accelerator ||
                         !numberFact(*row.part, attribute::acceleratorCount.key).isUnknown()))
            systems.push_back(row.id);
    const auto isSystem = [&systems](const auto& row) { return std::ranges::find(systems, row.part) != systems.end(); };
    return !systems.empty() &&
           (std::ranges::any_of(design.devices, isSystem) || std::ranges::any_of(design.modules, isSystem));
}

ScaleUpLevel scaleUpLevel(const Project& project, const Design& design) { return Reader(project, design).read(); }

} // namespace rackwright
