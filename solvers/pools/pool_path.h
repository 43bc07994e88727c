// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The way of data between the accelerators and a storage pool, hop by hop: drives, nodes, their ports, the switches
// between, the ports of the clients. The slowest hop is what a job gets; it knows nothing of what jobs want.

#include "solvers/engine/figure.h"
#include "solvers/pools/settings.h"
#include "solvers/workload/row_parameters.h"

#include <map>

namespace rackwright {

/// Of a subject that is a pool of the design; else a check fails.
const StoragePool& poolOf(const Context& context, Subject subject);
/// What figures of a pool are asked by.
Subject subjectOf(const StoragePool& pool);

/// Present members as groups of like parts, in the order of part ids.
const std::vector<PartCount>& memberGroups(const Context& context, const StoragePool& pool);
std::int64_t memberCount(const Context& context, const StoragePool& pool);
/// "tier" of the pool is "archive": old checkpoints and raw data, not the way to running jobs.
bool isArchive(const StoragePool& pool);
/// The pool of a workload: the one that its parameter "pool" names, else the first that is no archive; null: none.
const StoragePool* poolOf(const Context& context, const Workload& workload);
/// Where warm and cold checkpoints lie: the first archive, else the workload's own pool.
const StoragePool* archiveOf(const Context& context, const Workload& workload);

/// From the pool to the clients, or to it.
enum class Direction : std::uint8_t { Read, Write };
template <>
struct EnumNames<Direction> {
    static constexpr std::array<std::string_view, 2> names = {"read", "write"};
};
/// From the drives to the accelerators, in this order.
enum class StorageHop : std::uint8_t { Disk, Node, Port, Switch, Client };
template <>
struct EnumNames<StorageHop> {
    static constexpr std::array<std::string_view, 5> names = {"disk", "node", "port", "switch", "client"};
};

/// Cables of one speed at the members or the clients of a pool.
struct AttachedPorts {
    std::int64_t count = 0;
    double speed = 0; ///< B/s one way, the lesser of both ends
};
/// What the drawn storage networks are to a pool.
struct PoolNetwork {
    std::vector<AttachedPorts> members, clients; ///< by speed
    std::int64_t clientNodes = 0;
    /// Uniform traffic between clients and members over the leaf switches, one way; `worst` is the leaf that binds.
    double switchRate = 0;
    std::string worst;
    bool hasUnknownSpeed = false;
    /// Whether cables reach a member.
    bool isDrawn() const { return !members.empty(); }
};
/// Of drawn cables; kept with the snapshot.
const PoolNetwork& networkOf(const Context& context, const StoragePool& pool);

/// Ports of a role of one device, one way; unknown when a speed is not known or it has none.
Value portRate(const Part& part, PortRole role);

template <class N>
Quantity<dim::DataRate, N> attachedRate(const std::vector<AttachedPorts>& ports, std::string_view label) {
    Sum<dim::DataRate, N> sum;
    for (const AttachedPorts& each : ports)
        sum.add(times(each.count, std::string(label),
                      Quantity<dim::DataRate, N>(ownField<N>(each.speed, "speed of a port", "Gb/s", Grade::Measured))));
    return sum.total();
}

/// Strips of the erasure code; "code-domain" of the pool says whether a strip lies on a node of its own or on a drive.
template <class N>
N codeData(const Context& context, const StoragePool& pool) {
    return parameterOr<N>(context, pool, "data", setting_of::codeData).si();
}
/// Strips of parity beside those of data.
template <class N>
N codeParity(const Context& context, const StoragePool& pool) {
    return parameterOr<N>(context, pool, "parity", setting_of::codeParity).si();
}
/// Whether strips lie on nodes of their own ("code-domain" of the pool; the default).
bool isCodedOverNodes(const StoragePool& pool);

/// Data as a share of what is stored with its parity.
template <class N>
N codeShare(const Context& context, const StoragePool& pool) {
    const N data = codeData<N>(context, pool);
    return data / (data + codeParity<N>(context, pool));
}

/// The pool's drives turn: "media" of the pool is "hdd".
bool hasHardDisks(const StoragePool& pool);

template <class N>
Quantity<dim::DataRate, N> diskRate(const Context& context, const StoragePool& pool, Direction direction) {
    const auto drive = hasHardDisks(pool)             ? setting<N>(context, setting_of::diskRate)
                       : direction == Direction::Read ? setting<N>(context, setting_of::nvmeRead)
                                                      : setting<N>(context, setting_of::nvmeWrite);
    Sum<dim::DataRate, N> sum;
    for (const PartCount& group : memberGroups(context, pool))
        sum.add(times(group.count, partName<N>(context, group.part),
                      drive * partNumber<N>(context, group.part, PartAttribute<double>{"drive-count", ""}).si()));
    // Every byte written takes its share of parity along.
    return direction == Direction::Read ? sum.total() : sum.total() * codeShare<N>(context, pool);
}

/// By the data sheets of the members; those that state no rate leave a lower bound.
template <class N>
Quantity<dim::DataRate, N> nodeRate(const Context& context, const StoragePool& pool, Direction direction) {
    Sum<dim::DataRate, N> sum;
    for (const PartCount& group : memberGroups(context, pool))
        sum.add(
            times(group.count, partName<N>(context, group.part),
                  partNumber<N>(context, group.part,
                                direction == Direction::Read ? attribute::readBandwidth : attribute::writeBandwidth)));
    return sum.total();
}

/// Cabled ports of the members, else those that their parts have.
template <class N>
Quantity<dim::DataRate, N> memberPortRate(const Context& context, const StoragePool& pool, Direction direction) {
    const PoolNetwork& network = networkOf(context, pool);
    Sum<dim::DataRate, N> sum;
    if (network.isDrawn()) {
        sum.add(network.hasUnknownSpeed ? Quantity<dim::DataRate, N>(N(Numbers<N>::given(
                                              Value::unknown(), {"speed of a port", "Gb/s", 1.25e8}, {})))
                                        : attachedRate<N>(network.members, "ports of members"));
    } else {
        for (const PartCount& group : memberGroups(context, pool)) {
            const Part* part = context.part(group.part);
            const Value rate = part ? portRate(*part, PortRole::Storage) : Value::unknown();
            sum.add(times(group.count, partName<N>(context, group.part),
                          Quantity<dim::DataRate, N>(Numbers<N>::given(
                              rate, {"storage ports of " + partName<N>(context, group.part), "Gb/s", 1.25e8}, {}))));
        }
    }
    // Parity on other nodes leaves and enters by the same ports.
    const bool hasParity = direction == Direction::Write && isCodedOverNodes(pool);
    return hasParity ? sum.total() * codeShare<N>(context, pool) : sum.total();
}

template <class N>
Quantity<dim::DataRate, N> switchRate(const Context& context, const StoragePool& pool) {
    const PoolNetwork& network = networkOf(context, pool);
    const Value rate = network.isDrawn() && !network.clients.empty() && !network.hasUnknownSpeed
                           ? Value(network.switchRate)
                           : Value::unknown();
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<dim::DataRate, N>(rate);
    else
        return Quantity<dim::DataRate, N>(computed(rate, {"leaf switches", "GB/s", 1e9}, "reference.leaf-uplinks",
                                                   {Message("witness.binds").with("leaf", network.worst)}, {}));
}

/// Cabled storage ports of all clients together, one way; unknown until they are cabled.
template <class N>
Quantity<dim::DataRate, N> clientRate(const Context& context, const StoragePool& pool) {
    const PoolNetwork& network = networkOf(context, pool);
    if (network.clients.empty() || network.hasUnknownSpeed)
        return Quantity<dim::DataRate, N>(Numbers<N>::given(Value::unknown(), {"cables of clients", "GB/s", 1e9}, {}));
    return attachedRate<N>(network.clients, "storage ports of clients");
}

/// What a hop lets through of the pool's traffic, one way.
template <class N>
Quantity<dim::DataRate, N> hopRate(const Context& context, const StoragePool& pool, StorageHop hop,
                                   Direction direction) {
    switch (hop) {
    case StorageHop::Disk:
        return diskRate<N>(context, pool, direction);
    case StorageHop::Node:
        return nodeRate<N>(context, pool, direction);
    case StorageHop::Port:
        return memberPortRate<N>(context, pool, direction);
    case StorageHop::Switch:
        return switchRate<N>(context, pool);
    case StorageHop::Client:
        return clientRate<N>(context, pool);
    }
    RW_CHECK(false, "every hop has its rate");
}

/// Hops that count: drives only where their number is known (the node's own figure holds them), switches and clients
/// once the network is drawn.
std::vector<StorageHop> hopsOf(const Context& context, const StoragePool& pool);
/// The least by its typical value; unset while one that counts is not known.
std::optional<StorageHop> slowestHop(const Context& context, const StoragePool& pool, Direction direction);

/// What all clients together get of the pool.
template <class N>
Quantity<dim::DataRate, N> poolRate(const Context& context, const StoragePool& pool, Direction direction) {
    std::optional<N> least;
    for (const StorageHop hop : hopsOf(context, pool)) {
        const auto rate = named(hopRate<N>(context, pool, hop, direction), enumName(hop), "GB/s").si();
        least = least ? minimum(*least, rate) : rate;
    }
    return least ? Quantity<dim::DataRate, N>(*least) : Quantity<dim::DataRate, N>(constant<N>(0));
}

} // namespace rackwright
