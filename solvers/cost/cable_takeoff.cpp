// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/cable_takeoff.h"

#include "model/parts/port_list.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace rackwright {

namespace {

constexpr double kOpticalFrom = 25; // Gb/s: slower ports of unknown kind are RJ45
// Drops from the rack's top to tray and back, both ends, and slack.
constexpr double kDropsAndSlack = 6; // m

enum class Connector { Cage, Rj45, None };

Connector connectorOf(const PortGroup& group) {
    if (group.role == PortRole::ScaleUp || group.role == PortRole::Console)
        return Connector::None;
    const std::string& name = group.connector;
    if (name.find("backplane") != std::string::npos || name.find("MPO") != std::string::npos)
        return Connector::None;
    if (name.find("SFP") != std::string::npos) // SFP, QSFP and OSFP in all their kinds
        return Connector::Cage;
    if (name.find("RJ45") != std::string::npos)
        return Connector::Rj45;
    const auto speed = group.speed.typical();
    if (!speed)
        return Connector::None;
    return speed->in(unit::gigabitPerSecond) >= kOpticalFrom ? Connector::Cage : Connector::Rj45;
}

double gigabits(const PortGroup& group) {
    const auto speed = group.speed.typical();
    return speed ? speed->in(unit::gigabitPerSecond) : 0;
}

std::int64_t perCage(const PortGroup& group) { return std::max<std::int64_t>(1, group.portsPerCage); }

/// What cables read of a group of ports, worked out once a part: fabrics have hundreds of thousands of ends.
struct Ports {
    std::int64_t count = 0, perCage = 1, cages = 0, split = 1;
    Connector connector = Connector::None;
    double gigabits = 0;
    PortRole role = PortRole::Console;
};

std::vector<Ports> portsOf(const Part& part) {
    std::vector<Ports> ports;
    for (const PortGroup& group : part.portGroups)
        ports.push_back({group.count, perCage(group), (group.count + perCage(group) - 1) / perCage(group),
                         group.maximumSplit, connectorOf(group), gigabits(group), group.role});
    return ports;
}

bool isSwitch(const Part& part) { return part.category == PartCategory::Switch; }

/// What the look-ups of a cable's ends need of a device.
struct Host {
    const Part* part = nullptr;
    const std::vector<Ports>* ports = nullptr;
    const Rack* rack = nullptr;
    std::size_t firstCage = 0; ///< index of its first cage among all cages
    bool isPriced = false;
    bool isCabled = false;
};

class Hosts {
public:
    explicit Hosts(const Context& context) {
        const Design& design = context.design();
        m_hosts.reserve(design.devices.size());
        for (const Device& device : design.devices)
            if (const Part* part = context.part(device.part); part && device.scope.isPresent()) {
                const auto [ports, isNew] = m_ports.try_emplace(part);
                if (isNew)
                    ports->second = portsOf(*part);
                m_hosts.emplace(device.id,
                                Host{part, &ports->second, nullptr, m_cages, device.scope.isPriced(), false});
                for (const Ports& group : ports->second)
                    m_cages += static_cast<std::size_t>(group.cages);
            }
        for (const Rack* rack : context.racks())
            for (const Device* device : context.contents(rack->id).devices)
                if (const auto it = m_hosts.find(device->id); it != m_hosts.end())
                    it->second.rack = rack;
    }
    Host* find(Id<Device> id) {
        const auto it = m_hosts.find(id);
        return it == m_hosts.end() ? nullptr : &it->second;
    }
    std::size_t cages() const { return m_cages; }

private:
    std::unordered_map<const Part*, std::vector<Ports>> m_ports;
    std::unordered_map<Id<Device>, Host> m_hosts;
    std::size_t m_cages = 0;
};

struct End {
    Host* host = nullptr;
    const Ports* group = nullptr;
    std::size_t cage = 0;
};

End endOf(Hosts& hosts, const PortRef& ref) {
    End end;
    end.host = hosts.find(ref.device);
    if (!end.host)
        return end;
    std::size_t cage = end.host->firstCage;
    std::int64_t number = ref.port;
    for (const Ports& group : *end.host->ports) {
        if (number < group.count) {
            end.group = &group;
            end.cage = cage + static_cast<std::size_t>(number / group.perCage);
            return end;
        }
        number -= group.count;
        cage += static_cast<std::size_t>(group.cages);
    }
    return end;
}

/// Along the rows and across, as trays run.
std::optional<double> roughLength(const Rack* from, const Rack* to) {
    if (!from || !to || from->room != to->room)
        return std::nullopt;
    const double x = (to->centre.x - from->centre.x).inMetres();
    const double y = (to->centre.y - from->centre.y).inMetres();
    return std::abs(x) + std::abs(y) + kDropsAndSlack;
}

void addLength(CableCount& count, std::optional<double> metres) {
    ++count.count;
    if (metres) {
        count.metres += *metres;
        ++count.measured;
    }
}

class DrawnCables {
public:
    DrawnCables(Hosts& hosts, CableTakeoff& takeoff)
        : m_hosts(hosts), m_takeoff(takeoff), m_hasOptic(hosts.cages(), false) {}

    void add(const Cable& cable, const CableDetail* detail) {
        const End a = endOf(m_hosts, cable.a);
        const End b = endOf(m_hosts, cable.b);
        markCabled(a);
        markCabled(b);
        if (!a.group || !b.group || (detail && (detail->part || !detail->scope.isPriced())))
            return;
        const auto length = detail && detail->length ? std::optional(detail->length->inMetres())
                                                     : roughLength(a.host->rack, b.host->rack);
        if (a.group->connector == Connector::Rj45 || b.group->connector == Connector::Rj45)
            return addLength(m_takeoff.copper, length);
        const double speed = std::min(linkSpeed(a, cable.a), linkSpeed(b, cable.b));
        if (a.host->rack && a.host->rack == b.host->rack)
            return addLength(m_takeoff.directAttach[speedClass(speed)], std::nullopt);
        addLength(m_takeoff.fibres[speedClass(speed)], length);
        plugOptic(a);
        plugOptic(b);
    }
    bool isDrawn(PortRole role) const { return m_drawn[static_cast<std::size_t>(role)]; }

private:
    void markCabled(const End& end) {
        if (!end.group)
            return;
        end.host->isCabled = true;
        if (!isSwitch(*end.host->part))
            m_drawn[static_cast<std::size_t>(end.group->role)] = true;
    }
    // A lane of a split port carries its share.
    static double linkSpeed(const End& end, const PortRef& ref) {
        const double whole = end.group->gigabits;
        return ref.lane > 0 && end.group->split > 1 ? whole / static_cast<double>(end.group->split) : whole;
    }
    void plugOptic(const End& end) {
        if (m_hasOptic[end.cage])
            return;
        m_hasOptic[end.cage] = true;
        ++m_takeoff.transceivers[speedClass(end.group->gigabits * static_cast<double>(end.group->perCage))];
    }

    Hosts& m_hosts;
    CableTakeoff& m_takeoff;
    std::vector<bool> m_hasOptic;
    std::array<bool, EnumNames<PortRole>::names.size()> m_drawn{};
};

struct PortSums {
    std::map<SpeedClass, std::int64_t> opticalPorts;
};

void addPorts(const Part& part, const PortGroup& group, CableTakeoff& takeoff, PortSums& sums) {
    switch (connectorOf(group)) {
    case Connector::None:
        return;
    case Connector::Rj45:
        // The other end is a port of a management switch, which is not counted again.
        if (!isSwitch(part) || group.role == PortRole::Management)
            takeoff.copper.count += group.count;
        return;
    case Connector::Cage:
        const std::int64_t cages = (group.count + perCage(group) - 1) / perCage(group);
        takeoff.transceivers[speedClass(gigabits(group) * static_cast<double>(perCage(group)))] += cages;
        sums.opticalPorts[speedClass(gigabits(group))] += group.count;
        return;
    }
}

} // namespace

SpeedClass speedClass(double gigabitsPerSecond) {
    constexpr std::array<SpeedClass, 4> kClasses = {100, 400, 800, 1600};
    for (const SpeedClass known : kClasses)
        if (gigabitsPerSecond <= static_cast<double>(known))
            return known;
    return kClasses.back();
}

CableTakeoff cableTakeoff(const Context& context) {
    CableTakeoff takeoff;
    Hosts hosts(context);
    const Design& design = context.design();
    std::unordered_map<Id<Cable>, const CableDetail*> details;
    for (const CableDetail& detail : design.cableDetails)
        details[detail.cable] = &detail;
    DrawnCables drawn(hosts, takeoff);
    for (const Cable& cable : design.cables) {
        const auto detail = details.empty() ? details.end() : details.find(cable.id);
        drawn.add(cable, detail == details.end() ? nullptr : detail->second);
    }
    PortSums sums;
    for (const Device& device : design.devices) {
        const Host* host = hosts.find(device.id);
        if (!host || !host->isPriced)
            continue;
        // The ports for traffic of a switch are all drawn or none; what manages it follows the nodes.
        const auto isDrawn = [&](const PortGroup& group) {
            return isSwitch(*host->part) && group.role != PortRole::Management ? host->isCabled
                                                                               : drawn.isDrawn(group.role);
        };
        for (const PortGroup& group : host->part->portGroups)
            if (!isDrawn(group))
                addPorts(*host->part, group, takeoff, sums);
    }
    // Each fibre joins two of the ports.
    for (const auto& [speed, ports] : sums.opticalPorts)
        takeoff.fibres[speed].count += (ports + 1) / 2;
    return takeoff;
}

} // namespace rackwright
