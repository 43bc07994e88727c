// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of networks, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle fabricEndpoints{"fabric.endpoints", SubjectKind::Network};
inline constexpr FigureHandle fabricSwitches{"fabric.switches", SubjectKind::Network};
inline constexpr FigureHandle fabricCables{"fabric.cables", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionLower{"fabric.bisection.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionUpper{"fabric.bisection.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionShare{"fabric.bisection.share", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionNodesLower{"fabric.bisection.nodes.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionNodesUpper{"fabric.bisection.nodes.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionRoutersLower{"fabric.bisection.routers.lower", SubjectKind::Network};
inline constexpr FigureHandle fabricBisectionRoutersUpper{"fabric.bisection.routers.upper", SubjectKind::Network};
inline constexpr FigureHandle fabricOversubscriptionLeaf{"fabric.oversubscription.leaf", SubjectKind::Network};
inline constexpr FigureHandle fabricOversubscriptionSpine{"fabric.oversubscription.spine", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAll{"fabric.load.all-to-all", SubjectKind::Network};
inline constexpr FigureHandle fabricDiameter{"fabric.diameter", SubjectKind::Network};
inline constexpr FigureHandle fabricDistanceMean{"fabric.distance.mean", SubjectKind::Network};
inline constexpr FigureHandle fabricLatency{"fabric.latency", SubjectKind::Network};
inline constexpr FigureHandle fabricThroughputAllToAll{"fabric.throughput.all-to-all", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutation{"fabric.load.permutation", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRing{"fabric.load.ring", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTree{"fabric.load.tree", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRail{"fabric.load.rail", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllAdaptive{"fabric.load.all-to-all.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllHashed{"fabric.load.all-to-all.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadAllToAllHashed99{"fabric.load.all-to-all.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationAdaptive{"fabric.load.permutation.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationHashed{"fabric.load.permutation.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadPermutationHashed99{"fabric.load.permutation.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingAdaptive{"fabric.load.ring.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingHashed{"fabric.load.ring.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRingHashed99{"fabric.load.ring.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeAdaptive{"fabric.load.tree.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeHashed{"fabric.load.tree.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadTreeHashed99{"fabric.load.tree.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailAdaptive{"fabric.load.rail.adaptive", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailHashed{"fabric.load.rail.hashed", SubjectKind::Network};
inline constexpr FigureHandle fabricLoadRailHashed99{"fabric.load.rail.hashed-99", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceRing{"fabric.allreduce.ring", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceTree{"fabric.allreduce.tree", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceAlgbw{"fabric.allreduce.algbw", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceBusbw{"fabric.allreduce.busbw", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceWire{"fabric.allreduce.wire", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceVolume{"fabric.allreduce.volume", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceInNetwork{"fabric.allreduce.in-network", SubjectKind::Network};
inline constexpr FigureHandle fabricAllreduceSharpBound{"fabric.allreduce.sharp-bound", SubjectKind::Network};
inline constexpr FigureHandle fabricScaleUpDomain{"fabric.scale-up.domain", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpBandwidth{"fabric.scale-up.bandwidth", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpWhole{"fabric.scale-up.whole", SubjectKind::Design};
inline constexpr FigureHandle fabricScaleUpHalf{"fabric.scale-up.half", SubjectKind::Design};
inline constexpr FigureHandle nodeLadderMemory{"node.ladder.memory", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderScaleUp{"node.ladder.scale-up", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderHost{"node.ladder.host", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderNetwork{"node.ladder.network", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderStorage{"node.ladder.storage", SubjectKind::Device};
inline constexpr FigureHandle nodeLadderStorageDemand{"node.ladder.storage.demand", SubjectKind::Device};
inline constexpr FigureHandle nodeNetworkOfMemory{"node.network-of-memory", SubjectKind::Device};
inline constexpr FigureHandle nodeScaleUpLatency{"node.scale-up.latency", SubjectKind::Device};
inline constexpr FigureHandle fabricFaultBisection{"fabric.fault.bisection", SubjectKind::Network};
inline constexpr FigureHandle fabricFaultEndpoints{"fabric.fault.endpoints", SubjectKind::Network};

} // namespace rackwright::figure_of
