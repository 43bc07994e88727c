// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of each kind of node: the rungs of its ladder, what its network is of its memory, and how long its
// scale-up link takes.
#include "solvers/engine/define_figure.h"
#include "solvers/fabric/node_ladder.h"
#include "solvers/fabric/report_figures.h"
#include "solvers/node/scale_up_domains.h"

namespace rackwright::fabric_figures {

namespace {

const NodeKind* kindOf(const Context& context, Subject subject) { return context.lookUp<NodeKinds>().find(subject); }

bool standsForKind(const Context& context, Subject subject) { return kindOf(context, subject) != nullptr; }

// Where nobody says that there is none, there may be one that is not known.
bool mayHaveScaleUpLink(const Context& context, Subject subject) {
    const NodeKind* kind = kindOf(context, subject);
    const Part* accelerator = kind ? context.part(kind->accelerator) : nullptr;
    return kind && !(accelerator &&
                     deniesScaleUpLink(textFact(*accelerator, "scale-up-link").typical().value_or(std::string())));
}

bool reachesStorage(const Context& context, Subject subject) {
    return standsForKind(context, subject) && ladderPool(context) != nullptr;
}

/// What stands in a node, whatever it is joined to.
Reads ofNodes() { return Reads::only({"devices"}); }
/// The same with its networks.
Reads ofCables() {
    return Reads::only({"devices", "cables", "cable_details", "networks", "power_elements", "cooling_units"});
}
/// The same with the storage behind and what the jobs ask of it.
Reads ofStorage() {
    Reads reads = ofCables();
    reads.tables.insert(reads.tables.end(), {"storage_pools", "workloads"});
    return reads;
}

struct NodeFigure {
    FigureHandle of;
    const char* unit;
    const char* reference;
    Reads (*reads)();
    bool (*applies)(const Context&, Subject);
};

/// `kernel` is asked for the kind that the subject stands for.
template <class Kernel>
void add(std::vector<FigureDefinition>& figures, NodeFigure row, Kernel kernel) {
    FigureDefinition definition = figureRow(row.of, row.unit, row.reference, row.reads());
    definition.applies = row.applies;
    figures.push_back(figure(std::move(definition),
                             [kernel]<class N>(std::type_identity<N> type, const Context& context, Subject subject) {
                                 const NodeKind* kind = kindOf(context, subject);
                                 RW_CHECK(kind, "a figure of a node is asked for the first of its kind");
                                 return kernel(type, context, *kind);
                             }));
}

constexpr auto kSheets = "reference.accelerator-sheets";
constexpr auto kPath = "reference.bandwidth-hierarchy";

} // namespace

void addNodes(std::vector<FigureDefinition>& figures) {
    add(figures, {ladderFigure(LadderRung::Memory), "GB/s", kSheets, ofNodes, standsForKind},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return memoryRung<N>(context, kind);
        });
    add(figures, {ladderFigure(LadderRung::ScaleUp), "GB/s", kSheets, ofNodes, mayHaveScaleUpLink},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return scaleUpRung<N>(context, kind);
        });
    add(figures, {ladderFigure(LadderRung::Host), "GB/s", kSheets, ofNodes, standsForKind},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return hostRung<N>(context, kind);
        });
    add(figures, {ladderFigure(LadderRung::Network), "GB/s", kPath, ofCables, standsForKind},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return networkRung<N>(context, kind);
        });
    add(figures, {ladderFigure(LadderRung::Storage), "GB/s", kPath, ofStorage, reachesStorage},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return storageRung<N>(context, kind);
        });
    add(figures, {figure_of::nodeLadderStorageDemand, "MB/s", kPath, ofStorage, reachesStorage},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind&) {
            return storageDemand<N>(context);
        });
    add(figures, {figure_of::nodeNetworkOfMemory, "%", "reference.bandwidth-sizing", ofCables, standsForKind},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return networkRung<N>(context, kind) / memoryRung<N>(context, kind);
        });
    add(figures, {figure_of::nodeScaleUpLatency, "us", "reference.technology-comparison", ofNodes, mayHaveScaleUpLink},
        []<class N>(std::type_identity<N>, const Context& context, const NodeKind& kind) {
            return partNumber<N>(context, kind.accelerator, attribute::scaleUpLatency);
        });
}

} // namespace rackwright::fabric_figures
