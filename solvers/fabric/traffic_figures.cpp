// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of traffic and collectives of a network. Ideal spray, adaptive and hashed are three assumptions about how
// switches spread flows; all are named where they are used.
#include "solvers/fabric/collectives.h"
#include "solvers/fabric/report_figures.h"

namespace rackwright::fabric_figures {

namespace {

constexpr std::string_view kModel = "NCCL, src/graph/tuning.cc, release 2.8, protocol Simple";

/// Networks over which accelerators reduce: two or more nodes with accelerators.
bool joinsAccelerators(const Context& context, Subject subject) {
    const Network* network = context.design().networks.find(Id<Network>{subject.id});
    const NetworkReport* report = reportIn(context, subject);
    if (!network || network->role != NetworkRole::Compute || !report)
        return false;
    std::int64_t nodes = 0;
    for (const EndDevices& ends : report->ends)
        nodes += isAcceleratorSystem(context.part(ends.part)) ? ends.count : 0;
    return nodes > 1;
}

bool reducesInNetwork(const Context& context, Subject subject) {
    const NetworkReport* report = reportIn(context, subject);
    return report && report->protocol == FabricProtocol::InfiniBand && joinsAccelerators(context, subject);
}

bool hasLeavesWithUplinks(const Context& context, Subject subject) {
    const NetworkReport* report = reportIn(context, subject);
    return carriesJobs(context, subject) && report->worstLeaf.has_value();
}

/// Load of the fullest cable up of the worst leaf under a permutation that leaves it, when so many flows meet there.
double meetingLoad(const WorstLeaf& leaf, double flows, double onFullest) {
    const double flow = static_cast<double>(leaf.endpoints) * leaf.endpointGbps / flows;
    return onFullest * flow / leaf.uplinkGbps;
}

void addLoads(std::vector<FigureDefinition>& figures) {
    const auto add = [&](const char* name, TrafficPattern pattern, const char* formula) {
        FigureDefinition definition = base(name, "%", formula, kEcmp);
        definition.applies = carriesJobs;
        figures.push_back(
            ofReport(std::move(definition), [pattern]<class N>(std::type_identity<N>, const NetworkReport& report) {
                return Ratio<N>(found<N>(report.patternLoads[static_cast<std::size_t>(pattern)], report, "%", kEcmp,
                                         "ideal spray: each switch splits equally over its shortest ways"));
            }));
    };
    add("fabric.load.permutation", TrafficPattern::Permutation,
        "load / capacity of the fullest cable when each endpoint sends to the one half of all further");
    add("fabric.load.ring", TrafficPattern::Ring,
        "load / capacity of the fullest cable under rings over the nodes, one a rail");
    add("fabric.load.tree", TrafficPattern::Tree,
        "load / capacity of the fullest cable under double binary trees over the nodes, one pair a rail");
    add("fabric.load.rail", TrafficPattern::Rail,
        "load / capacity of the fullest cable when each endpoint sends to all of its rail");
}

template <class Fullest>
void addMeeting(std::vector<FigureDefinition>& figures, const char* name, const char* formula, const char* reference,
                Fullest fullest) {
    FigureDefinition definition = base(name, "%", formula, reference);
    definition.applies = hasLeavesWithUplinks;
    figures.push_back(
        ofReport(std::move(definition), [fullest, reference]<class N>(std::type_identity<N>, const Context& context,
                                                                      const NetworkReport& report) {
            const N each = setting<N>(context, setting_of::flowsPerEndpoint).si();
            const Value perEndpoint = [&] {
                if constexpr (std::is_same_v<N, Value>)
                    return each;
                else
                    return each.value();
            }();
            const WorstLeaf& leaf = *report.worstLeaf;
            const double flows = static_cast<double>(leaf.endpoints) * std::max(1.0, std::round(perEndpoint.typical()));
            const double load = meetingLoad(leaf, flows, fullest(std::llround(flows), leaf.uplinks));
            const Value value(load, weakest(report.grade, perEndpoint.grade()));
            if constexpr (std::is_same_v<N, Value>)
                return Ratio<N>(value);
            else
                return Ratio<N>(computed(value, {"worst leaf", "%", 0.01}, reference,
                                         "a leaf with " + std::to_string(leaf.endpoints) + " endpoints and " +
                                             std::to_string(leaf.uplinks) + " cables up",
                                         {counted<N>(leaf.endpoints, "endpoints of the leaf"), each,
                                          counted<N>(leaf.uplinks, "cables up of the leaf")}));
        }));
}

void addMeetings(std::vector<FigureDefinition>& figures) {
    addMeeting(
        figures, "fabric.load.permutation.adaptive", "ceil(flows / cables up) x flow / capacity of a cable, worst leaf",
        "adaptive routing: flows spread over the cables as evenly as whole flows can",
        [](std::int64_t flows, std::int64_t cables) { return static_cast<double>((flows + cables - 1) / cables); });
    addMeeting(figures, "fabric.load.permutation.hashed", "mean of the most flows on one cable up x flow / capacity",
               "hashed ECMP: each flow on one cable by a hash, mean of 1,000 seeds",
               [](std::int64_t flows, std::int64_t cables) { return hashedFlows(flows, cables).mean; });
    addMeeting(figures, "fabric.load.permutation.hashed-99",
               "99th percentile of the most flows on one cable up x flow / capacity",
               "hashed ECMP: each flow on one cable by a hash, 99th percentile of 1,000 seeds",
               [](std::int64_t flows, std::int64_t cables) { return hashedFlows(flows, cables).percentile99; });
}

/// A figure of the collective job; `kernel` gives SI.
template <class Kernel>
void addOfJob(std::vector<FigureDefinition>& figures, const char* name, const char* unit, const char* formula,
              Kernel kernel, bool (*applies)(const Context&, Subject) = joinsAccelerators) {
    FigureDefinition definition = base(name, unit, formula, kModel);
    definition.applies = applies;
    figures.push_back(ofReport(std::move(definition), kernel));
}

template <class N>
N allReduceTime(const Context& context, const CollectiveJob<N>& job) {
    return minimum(ringTime(context, job), treeTime(context, job));
}

} // namespace

void addTraffic(std::vector<FigureDefinition>& figures) {
    figures.push_back(ofReport(base("fabric.load.all-to-all", "%",
                                    "load / capacity of the fullest cable when all send to all at full rate", kEcmp),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   return Ratio<N>(
                                       found<N>(report.worstLoad, report, "%", kEcmp, "one search a destination"));
                               }));
    figures.push_back(ofReport(base("fabric.diameter", "", "most cables between two endpoints", "breadth-first search"),
                               []<class N>(std::type_identity<N>, const NetworkReport& report) {
                                   const auto links = report.diameter
                                                          ? std::optional(static_cast<double>(*report.diameter))
                                                          : std::nullopt;
                                   return Ratio<N>(found<N>(links, report, "", "breadth-first search", {}));
                               }));
    figures.push_back(ofReport(
        base("fabric.distance.mean", "", "mean of cables between two endpoints over all pairs", "breadth-first search"),
        []<class N>(std::type_identity<N>, const NetworkReport& report) {
            return Ratio<N>(found<N>(report.meanDistance, report, "", "breadth-first search", {}));
        }));
    figures.push_back(ofReport(
        base("fabric.latency", "us", "switches on the longest shortest path x latency of a switch",
             "port to port, without cables, adapters and queues"),
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            const auto& key = report.protocol == FabricProtocol::InfiniBand ? setting_of::infinibandLatency
                                                                            : setting_of::ethernetLatency;
            const auto switches = report.diameter
                                      ? std::optional(std::max(0.0, static_cast<double>(*report.diameter) - 1))
                                      : std::nullopt;
            return setting<N>(context, key) * found<N>(switches, report, "", "breadth-first search", "cables less one");
        }));
    FigureDefinition throughput = base("fabric.throughput.all-to-all", "%",
                                       "1 / load of the fullest cable, at most 1, when all send to all", kEcmp);
    figures.push_back(ofReport(std::move(throughput), []<class N>(std::type_identity<N>, const NetworkReport& report) {
        return Ratio<N>(minimum(constant<N>(1), constant<N>(1) / found<N>(report.worstLoad, report, "%", kEcmp,
                                                                          "one search a destination")));
    }));
    addLoads(figures);
    addMeetings(figures);
}

void addCollectives(std::vector<FigureDefinition>& figures) {
    addOfJob(figures, "fabric.allreduce.ring", "ms",
             "base + steps inside and between nodes + message x 2(n-1)/n / bandwidth of a node",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 return Quantity<dim::Time, N>(ringTime(context, collectiveJob<N>(context, report)));
             });
    addOfJob(figures, "fabric.allreduce.tree", "ms",
             "2 x (steps inside + log2(nodes) x step between) + message / (bandwidth of a node x share of trees)",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 return Quantity<dim::Time, N>(treeTime(context, collectiveJob<N>(context, report)));
             });
    addOfJob(figures, "fabric.allreduce.algbw", "GB/s", "message / time of the faster of ring and tree",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job));
             });
    addOfJob(figures, "fabric.allreduce.busbw", "GB/s", "algbw x 2(n-1)/n",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message / allReduceTime(context, job) * job.factor());
             });
    addOfJob(figures, "fabric.allreduce.wire", "GB/s", "algbw of the ring x 2(n-1)/n, out of a node",
             []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
                 const auto job = collectiveJob<N>(context, report);
                 return Quantity<dim::DataRate, N>(job.message * job.factor() / ringTime(context, job));
             });
    addOfJob(
        figures, "fabric.allreduce.sharp-bound", "GB/s",
        "bandwidth of a node: in-network reduction sends the message out of a node once",
        []<class N>(std::type_identity<N>, const Context& context, const NetworkReport& report) {
            return Quantity<dim::DataRate, N>(collectiveJob<N>(context, report).bandwidth());
        },
        reducesInNetwork);
}

} // namespace rackwright::fabric_figures
