// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ladder of a node: what an accelerator gets from each store or link around it, from its own memory down to the
// storage, per accelerator. Figures of it are in node_figures.cpp; drawings and the report name its rungs by this.

#include "solvers/fabric/figures.h"
#include "solvers/jobs/job_network.h"
#include "solvers/node/host_link.h"
#include "solvers/node/node_kinds.h"
#include "solvers/storage/pool_capacity.h"

#include <array>
#include <string>
#include <string_view>

namespace rackwright {

/// From the fastest to the farthest.
enum class LadderRung : std::uint8_t { Memory, ScaleUp, Host, Network, Storage };
template <>
struct EnumNames<LadderRung> {
    static constexpr std::array<std::string_view, 5> names = {"memory", "scale-up", "host", "network", "storage"};
};
/// The figure of a rung, in B/s for one accelerator.
inline FigureHandle ladderFigure(LadderRung rung) {
    constexpr std::array rungs = {figure_of::nodeLadderMemory, figure_of::nodeLadderScaleUp, figure_of::nodeLadderHost,
                                  figure_of::nodeLadderNetwork, figure_of::nodeLadderStorage};
    return rungs[static_cast<std::size_t>(rung)];
}
inline constexpr std::string_view kStorageDemandFigure = figure_of::nodeLadderStorageDemand;
inline constexpr std::string_view kInjectionFigure = figure_of::nodeNetworkOfMemory;
inline constexpr std::string_view kScaleUpLatencyFigure = figure_of::nodeScaleUpLatency;

namespace attribute {
inline constexpr PartAttribute<DataRate> hostBandwidth{"host-bandwidth", "GB/s"}; ///< one way
inline constexpr PartAttribute<double> slotGeneration{"slot-generation", ""};     ///< of PCI Express
inline constexpr PartAttribute<TimeSpan> scaleUpLatency{"scale-up-latency", "us"};
} // namespace attribute

/// What an accelerator's data sheet says of its link to the host; unset where that tells no rate.
std::optional<HostLink> hostLinkOf(const Context& context, const NodeKind& kind);

/// The pool that the ladder ends at: the one of the first workload, else the first that is no archive; null: none.
const StoragePool* ladderPool(const Context& context);

/// Storage cables of the node of a kind that has least of them, all storage networks together.
struct StorageCables {
    bool isDrawn = false; ///< any node has one
    std::string least;    ///< name of that node; empty: no node of the kind has one
    double gbps = 0;
    Grade grade = Grade::Measured;
};
StorageCables storageCables(const Context& context, const NodeKind& kind);

template <class N>
Quantity<dim::DataRate, N> memoryRung(const Context& context, const NodeKind& kind) {
    return partNumber<N>(context, kind.accelerator, attribute::memoryBandwidth);
}

/// One way, like its neighbours on the ladder: data sheets print both directions together.
template <class N>
Quantity<dim::DataRate, N> scaleUpRung(const Context& context, const NodeKind& kind) {
    return Quantity<dim::DataRate, N>(partNumber<N>(context, kind.accelerator, attribute::scaleUpBandwidth).si() /
                                      constant<N>(2));
}

/// One way: lanes times what a lane carries at the lower generation of accelerator and slot.
template <class N>
Quantity<dim::DataRate, N> hostRung(const Context& context, const NodeKind& kind) {
    const std::optional<HostLink> link = hostLinkOf(context, kind);
    if (!link)
        return partNumber<N>(context, kind.accelerator, attribute::hostBandwidth);
    const Fact<std::string> words = textFact(*context.part(kind.accelerator), "host-interface");
    const std::string name = partName<N>(context, kind.accelerator);
    if (!link->isPcie()) {
        const N both =
            Numbers<N>::given(Value(link->bothDirections, words.grade),
                              {name + ", " + *words.typical() + ", both directions", "GB/s", 1e9}, words.source);
        return Quantity<dim::DataRate, N>(both / constant<N>(2));
    }
    std::vector<N> keys{
        Numbers<N>::given(Value(link->generation, words.grade), {"PCIe generation of " + name, {}, 1}, words.source)};
    int generation = link->generation;
    Grade grade = weakest(words.grade, Grade::ThirdParty);
    if (const Value slot = plainPartNumber(context, kind.system, attribute::slotGeneration.key);
        slot.isKnown() && slot.typical() < generation) {
        keys.push_back(partNumber<N>(context, kind.system, attribute::slotGeneration).si());
        generation = static_cast<int>(slot.typical());
        grade = weakest(grade, slot.grade());
    }
    const std::optional<double> lane = pcieLaneRate(generation);
    const N rate = Numbers<N>::lookedUp(lane ? Value(*lane, grade) : Value::unknown(grade),
                                        {"a lane of " + pcieName(generation) + ", one way", "GB/s", 1e9},
                                        Source{"Scalable Informatics",
                                               "Glossary: PCIe",
                                               {},
                                               "transfers per second of a lane, one bit each, before line coding"},
                                        keys);
    const N lanes = Numbers<N>::given(Value(static_cast<double>(link->lanes), words.grade),
                                      {"PCIe lanes of " + name, {}, 1}, words.source);
    return Quantity<dim::DataRate, N>(lanes * rate);
}

/// One way, as far as the compute networks are cabled; ports alone bring nothing to an accelerator.
template <class N>
Quantity<dim::DataRate, N> networkRung(const Context& context, const NodeKind& kind) {
    if (!cabledShare(context, kind.system).isDrawn)
        return Quantity<dim::DataRate, N>(Numbers<N>::given(
            Value::unknown(), {"compute cables of " + partName<N>(context, kind.system), "Gb/s", 1.25e8}, {}));
    return Quantity<dim::DataRate, N>(cabledNetwork<N>(context, kind.system));
}

/// What the pool gives when all read, shared by all accelerators in use, or what the node's own storage cables pass.
template <class N>
Quantity<dim::DataRate, N> storageRung(const Context& context, const NodeKind& kind) {
    const StoragePool* pool = ladderPool(context);
    RW_CHECK(pool, "the last rung is asked where there is a pool");
    const N share = named(poolRate<N>(context, *pool, Direction::Read), "pool.read of " + pool->name, "GB/s").si() /
                    groupsAccelerators<N>(context, jobGroups(context)).si();
    const StorageCables cables = storageCables(context, kind);
    if (!cables.isDrawn)
        return Quantity<dim::DataRate, N>(share);
    const std::string label =
        "storage cables of " + (cables.least.empty() ? partName<N>(context, kind.system) : cables.least);
    const N own = Numbers<N>::given(cables.gbps > 0 ? Value(cables.gbps * 1.25e8, cables.grade) : Value::unknown(),
                                    {label, "Gb/s", 1.25e8}, {});
    return Quantity<dim::DataRate, N>(
        minimum(share, own / partNumber<N>(context, kind.system, attribute::acceleratorCount).si()));
}

/// What the workloads of that pool read, shared alike.
template <class N>
Quantity<dim::DataRate, N> storageDemand(const Context& context) {
    const StoragePool* pool = ladderPool(context);
    RW_CHECK(pool, "the demand is asked where there is a pool");
    return Quantity<dim::DataRate, N>(
        named(poolDemand<N>(context, *pool, Direction::Read), "demand of " + pool->name, "GB/s").si() /
        groupsAccelerators<N>(context, jobGroups(context)).si());
}

} // namespace rackwright
