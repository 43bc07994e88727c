// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/pools/pool_path.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/node/lanes_in_use.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace rackwright {

namespace {

class PoolMembers {
public:
    static constexpr std::array<std::string_view, 2> kReads = {"devices", "storage_pools"};

    explicit PoolMembers(const Context& context) {
        for (const StoragePool& pool : context.design().storagePools) {
            std::map<Id<PartRow>, PartCount> counts;
            for (const Id<Device> id : pool.members) {
                const Device* device = context.design().devices.find(id);
                if (!device || !device->scope.isPresent())
                    continue;
                PartCount& count = counts[device->part];
                count.part = device->part;
                ++count.count;
            }
            for (const auto& [part, count] : counts)
                groups[pool.id].push_back(count);
        }
    }

    std::map<Id<StoragePool>, std::vector<PartCount>> groups;
};

enum class Place : std::uint8_t { Other, Client, Switch };

// Port speeds and places of parts, asked once a part.
class PartFacts {
public:
    explicit PartFacts(const Context& context) : m_context(context) {}

    Place placeOf(Id<PartRow> id) {
        const auto [it, isNew] = m_places.try_emplace(id, Place::Other);
        if (isNew) {
            const Part* part = m_context.part(id);
            if (part && part->category == PartCategory::Switch)
                it->second = Place::Switch;
            else if (isAcceleratorSystem(part))
                it->second = Place::Client;
        }
        return it->second;
    }
    /// 0: not known.
    double speedOf(Id<PartRow> id, std::uint16_t port) {
        const auto [it, isNew] = m_speeds.try_emplace({id, port}, 0.0);
        if (isNew) {
            const Part* part = m_context.part(id);
            const PortGroup* group = part ? portGroupOf(*part, port) : nullptr;
            const auto speed = group ? group->speed.typical() : std::nullopt;
            it->second = speed ? speed->si() : 0;
        }
        return it->second;
    }

private:
    const Context& m_context;
    std::unordered_map<Id<PartRow>, Place> m_places;
    std::map<std::pair<Id<PartRow>, std::uint16_t>, double> m_speeds;
};

struct Leaf {
    double members = 0, clients = 0, uplinks = 0; ///< B/s one way
};

// One pool's network while it is gathered.
struct Gathered {
    std::map<double, std::int64_t> members, clients;
    std::unordered_set<Id<Device>> clientNodes;
    std::map<Id<Device>, Leaf> leaves;
    bool hasUnknownSpeed = false;
};

std::vector<AttachedPorts> attached(const std::map<double, std::int64_t>& bySpeed) {
    std::vector<AttachedPorts> ports;
    for (const auto& [speed, count] : bySpeed)
        ports.push_back({count, speed});
    return ports;
}

PoolNetwork networkFrom(const Context& context, const Gathered& gathered) {
    PoolNetwork network;
    network.members = attached(gathered.members);
    network.clients = attached(gathered.clients);
    network.clientNodes = std::ssize(gathered.clientNodes);
    network.hasUnknownSpeed = gathered.hasUnknownSpeed;
    double members = 0, clients = 0;
    for (const auto& [id, leaf] : gathered.leaves) {
        members += leaf.members;
        clients += leaf.clients;
    }
    // Within one leaf nothing is in the way but the ports themselves.
    network.switchRate = std::min(members, clients);
    if (members <= 0 || clients <= 0)
        return network;
    for (const auto& [id, leaf] : gathered.leaves) {
        const double m = leaf.members / members, c = leaf.clients / clients;
        const double crossing = std::max(m * (1 - c), c * (1 - m));
        if (crossing <= 1e-12 || leaf.uplinks / crossing >= network.switchRate)
            continue;
        network.switchRate = leaf.uplinks / crossing;
        network.worst = context.design().devices.find(id)->name;
    }
    return network;
}

// Of all pools in one pass over the cables, since there may be 400,000 of them.
class PoolNetworks {
public:
    static constexpr std::array<std::string_view, 5> kReads = {"cables", "cable_details", "devices", "networks",
                                                               "storage_pools"};

    explicit PoolNetworks(const Context& context) {
        const Design& design = context.design();
        std::unordered_set<Id<Network>> storage;
        for (const Network& network : design.networks)
            if (network.role == NetworkRole::Storage)
                storage.insert(network.id);
        std::unordered_map<Id<Device>, std::size_t> poolOfDevice;
        std::vector<Gathered> gathered(design.storagePools.size());
        std::size_t index = 0;
        for (const StoragePool& pool : design.storagePools) {
            for (const Id<Device> member : pool.members)
                poolOfDevice.emplace(member, index);
            ++index;
        }
        if (poolOfDevice.empty())
            return;
        std::vector<Link> links;
        LanesInUse lanes;
        for (const Cable& cable : presentCables(design)) {
            if (!storage.contains(cable.network))
                continue;
            const Device* a = design.devices.find(cable.a.device);
            const Device* b = design.devices.find(cable.b.device);
            if (!a || !b)
                continue;
            links.push_back({*a, *b, cable});
            for (const auto& [device, end] : {std::pair{a, cable.a}, {b, cable.b}})
                if (end.lane > 0)
                    lanes.note(context.part(device->part), end);
        }
        PartFacts facts(context);
        for (const Link& link : links)
            take(link, speedOf(link, context, facts, lanes), facts, poolOfDevice, gathered);
        index = 0;
        for (const StoragePool& pool : design.storagePools)
            networks[pool.id] = networkFrom(context, gathered[index++]);
    }

    std::map<Id<StoragePool>, PoolNetwork> networks;

private:
    struct Link {
        const Device& a;
        const Device& b;
        const Cable& cable;
    };

    // Of the slower end, and of a port that is broken out the lane that the cable takes.
    static double speedOf(const Link& link, const Context& context, PartFacts& facts, const LanesInUse& lanes) {
        const auto at = [&](const Device& device, const PortRef& end) {
            return lanes.at(context.part(device.part), end, facts.speedOf(device.part, end.port));
        };
        const LaneSpeed a = at(link.a, link.cable.a), b = at(link.b, link.cable.b);
        return std::min(a.facing(b), b.facing(a));
    }

    // Clients and uplinks count for every pool, a member's port for its own.
    static void take(const Link& link, double speed, PartFacts& facts,
                     const std::unordered_map<Id<Device>, std::size_t>& poolOfDevice, std::vector<Gathered>& gathered) {
        const bool aIsSwitch = facts.placeOf(link.a.part) == Place::Switch;
        const bool bIsSwitch = facts.placeOf(link.b.part) == Place::Switch;
        if (aIsSwitch && bIsSwitch) {
            for (Gathered& each : gathered) {
                each.leaves[link.a.id].uplinks += speed;
                each.leaves[link.b.id].uplinks += speed;
            }
            return;
        }
        if (!aIsSwitch && !bIsSwitch)
            return;
        const Device& end = aIsSwitch ? link.b : link.a;
        const Id<Device> leaf = aIsSwitch ? link.a.id : link.b.id;
        if (const auto pool = poolOfDevice.find(end.id); pool != poolOfDevice.end()) {
            Gathered& own = gathered[pool->second];
            ++own.members[speed];
            own.hasUnknownSpeed |= speed <= 0;
            own.leaves[leaf].members += speed;
        } else if (facts.placeOf(end.part) == Place::Client) {
            for (Gathered& each : gathered) {
                ++each.clients[speed];
                each.clientNodes.insert(end.id);
                each.hasUnknownSpeed |= speed <= 0;
                each.leaves[leaf].clients += speed;
            }
        }
    }
};

} // namespace

const StoragePool& poolOf(const Context& context, Subject subject) {
    const StoragePool* pool = context.design().storagePools.find(subject.as<StoragePool>());
    RW_CHECK(pool, "a figure is asked for pools of the design");
    return *pool;
}

Subject subjectOf(const StoragePool& pool) { return Subject(pool.id); }

const std::vector<PartCount>& memberGroups(const Context& context, const StoragePool& pool) {
    static const std::vector<PartCount> none;
    const auto& groups = context.lookUp<PoolMembers>().groups;
    const auto it = groups.find(pool.id);
    return it == groups.end() ? none : it->second;
}

std::int64_t memberCount(const Context& context, const StoragePool& pool) {
    std::int64_t count = 0;
    for (const PartCount& group : memberGroups(context, pool))
        count += group.count;
    return count;
}

bool isArchive(const StoragePool& pool) { return parameterWord(pool.parameters, "tier", "hot") == "archive"; }
bool isCodedOverNodes(const StoragePool& pool) {
    return parameterWord(pool.parameters, "code-domain", "node") == "node";
}
bool hasHardDisks(const StoragePool& pool) { return parameterWord(pool.parameters, "media", "nvme") == "hdd"; }

const StoragePool* poolOf(const Context& context, const Workload& workload) {
    const std::string_view wanted = parameterWord(workload.parameters, "pool", "");
    for (const StoragePool& pool : context.design().storagePools)
        if (wanted.empty() ? !isArchive(pool) : pool.name == wanted)
            return &pool;
    return nullptr;
}

const StoragePool* archiveOf(const Context& context, const Workload& workload) {
    for (const StoragePool& pool : context.design().storagePools)
        if (isArchive(pool))
            return &pool;
    return poolOf(context, workload);
}

const PoolNetwork& networkOf(const Context& context, const StoragePool& pool) {
    static const PoolNetwork none;
    const auto& networks = context.lookUp<PoolNetworks>().networks;
    const auto it = networks.find(pool.id);
    return it == networks.end() ? none : it->second;
}

Value portRate(const Part& part, PortRole role) {
    std::optional<Value> sum;
    for (const PortGroup& group : part.portGroups) {
        if (group.role != role)
            continue;
        const auto speed = group.speed.typical();
        const Value rate = speed ? Value(speed->si() * static_cast<double>(group.count), group.speed.grade)
                                 : Value::unknown(group.speed.grade);
        sum = sum ? *sum + rate : rate;
    }
    return sum.value_or(Value::unknown());
}

std::vector<StorageHop> hopsOf(const Context& context, const StoragePool& pool) {
    std::vector<StorageHop> hops;
    if (diskRate<Value>(context, pool, Direction::Read).si().isKnown())
        hops.push_back(StorageHop::Disk);
    hops.push_back(StorageHop::Node);
    hops.push_back(StorageHop::Port);
    if (networkOf(context, pool).isDrawn()) {
        hops.push_back(StorageHop::Switch);
        hops.push_back(StorageHop::Client);
    }
    return hops;
}

std::optional<StorageHop> slowestHop(const Context& context, const StoragePool& pool, Direction direction) {
    std::optional<StorageHop> slowest;
    double least = std::numeric_limits<double>::infinity();
    for (const StorageHop hop : hopsOf(context, pool)) {
        const Value rate = hopRate<Value>(context, pool, hop, direction).si();
        if (!rate.isKnown())
            return std::nullopt;
        if (rate.typical() < least) {
            least = rate.typical();
            slowest = hop;
        }
    }
    return slowest;
}

} // namespace rackwright
