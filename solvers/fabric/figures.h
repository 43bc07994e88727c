// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of networks, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle fabricEndpoints{213, "fabric.endpoints", SubjectKind::Network};
inline constexpr FigureHandle fabricSwitches{214, "fabric.switches", SubjectKind::Network};
inline constexpr FigureHandle fabricCables{215, "fabric.cables", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionLower{216, "fabric.bisection.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionUpper{217, "fabric.bisection.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionShare{218, "fabric.bisection.share", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionNodesLower{219, "fabric.bisection.nodes.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionNodesUpper{220, "fabric.bisection.nodes.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionRoutersLower{290, "fabric.bisection.routers.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionRoutersUpper{291, "fabric.bisection.routers.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricOversubscriptionLeaf{221, "fabric.oversubscription.leaf", SubjectKind::Network};
inline constexpr FigureHandle fabricOversubscriptionSpine{222, "fabric.oversubscription.spine", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAll{223, "fabric.load.all-to-all", SubjectKind::Network};
inline constexpr FigureHandle fabricDiameter{224, "fabric.diameter", SubjectKind::Network};
inline constexpr FigureHandle fabricDistanceMean{251, "fabric.distance.mean", SubjectKind::Network};
inline constexpr FigureHandle fabricLatency{252, "fabric.latency", SubjectKind::Network};
inline constexpr FigureHandle fabricThroughputAllToAll{253, "fabric.throughput.all-to-all", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutation{254, "fabric.load.permutation", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRing{255, "fabric.load.ring", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTree{256, "fabric.load.tree", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRail{257, "fabric.load.rail", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllAdaptive{277, "fabric.load.all-to-all.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllHashed{278, "fabric.load.all-to-all.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllHashed99{279, "fabric.load.all-to-all.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationAdaptive{258, "fabric.load.permutation.adaptive",
                                                            SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationHashed{259, "fabric.load.permutation.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationHashed99{260, "fabric.load.permutation.hashed-99",
                                                            SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingAdaptive{280, "fabric.load.ring.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingHashed{281, "fabric.load.ring.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingHashed99{282, "fabric.load.ring.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeAdaptive{283, "fabric.load.tree.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeHashed{284, "fabric.load.tree.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeHashed99{285, "fabric.load.tree.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailAdaptive{286, "fabric.load.rail.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailHashed{287, "fabric.load.rail.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailHashed99{288, "fabric.load.rail.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceRing{261, "fabric.allreduce.ring", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceTree{262, "fabric.allreduce.tree", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceAlgbw{263, "fabric.allreduce.algbw", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceBusbw{264, "fabric.allreduce.busbw", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceWire{265, "fabric.allreduce.wire", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceVolume{293, "fabric.allreduce.volume", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceInNetwork{292, "fabric.allreduce.in-network", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceSharpBound{266, "fabric.allreduce.sharp-bound", SubjectKind::Network};
inline constexpr FigureHandle fabricScaleUpDomain{274, "fabric.scale-up.domain", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpBandwidth{275, "fabric.scale-up.bandwidth", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpWhole{289, "fabric.scale-up.whole", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpHalf{276, "fabric.scale-up.half", SubjectKind::Design};
inline constexpr FigureHandle nodeLadderMemory{294, "node.ladder.memory", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderScaleUp{295, "node.ladder.scale-up", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderHost{296, "node.ladder.host", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderNetwork{297, "node.ladder.network", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderStorage{298, "node.ladder.storage", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderStorageDemand{299, "node.ladder.storage.demand", SubjectKind::Device};
inline constexpr FigureHandle nodeNetworkOfMemory{300, "node.network-of-memory", SubjectKind::Device};
inline constexpr FigureHandle nodeScaleUpLatency{301, "node.scale-up.latency", SubjectKind::Device};
inline constexpr FigureHandle fabricFaultBisection{225, "fabric.fault.bisection", SubjectKind::Network};
inline constexpr FigureHandle fabricFaultEndpoints{226, "fabric.fault.endpoints", SubjectKind::Network};
inline constexpr FigureHandle fabricAllGather{370, "fabric.all-gather.ring", SubjectKind::Network};
inline constexpr FigureHandle fabricReduceScatter{371, "fabric.reduce-scatter.ring", SubjectKind::Network};

} // namespace rackwright::figure_of
