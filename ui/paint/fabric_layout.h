// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricLayout: where the devices and cables of one network lie on its drawing: tiers as bands, pods and units as
// boxes, cables as bundles between groups of like devices. It depends on that network alone, so that nothing moves when
// something else changes; the drawing, hit tests and lists of cables read it.

#include "model/project/project.h"

#include <QPointF>
#include <QRectF>

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// Tiers from below: what the network joins, then its switches.
enum class FabricTier : std::uint8_t { Ends, Leaf, Spine, Core };
inline constexpr std::size_t kFabricTiers = 4;

/// What a network joins; last: what could be on it and has no cable yet.
enum class FabricEnds : std::uint8_t { Nodes, Storage, Switches, Plant, Others, Waiting };

/// Like devices of one tier in one unit, pod or the whole network, in a grid of slots.
struct FabricCell {
    FabricTier tier = FabricTier::Ends;
    FabricEnds ends = FabricEnds::Others; ///< of tier Ends
    std::int64_t pod = 0;
    std::int64_t unit = 0;
    std::vector<Id<Device>> devices; ///< by id
    QRectF box;                      ///< mm of the drawing
    QRectF caption;                  ///< strip for the count
    QPointF firstSlot;
    QSizeF slot;
    std::size_t columns = 1;

    QRectF slotAt(std::size_t index) const;
};

/// A box around a unit or pod.
struct FabricFrame {
    bool isPod = false;
    std::int64_t number = 0;
    std::vector<std::size_t> cells; ///< all within
    QRectF box;
    QRectF header;
};

/// All cables between two cells (or within one).
struct FabricBundle {
    std::size_t lower = 0; ///< index of a cell
    std::size_t upper = 0;
    std::vector<Id<Cable>> cables;
    std::vector<std::int64_t> byRail;  ///< last: of no rail
    std::vector<std::int64_t> bySpeed; ///< as FabricLayout::speeds
    std::vector<QPointF> line;
    double width = 0;
    QRectF label; ///< room for its count; empty: none
};

/// Where bundles of several boxes run up together.
struct FabricTrunk {
    std::vector<std::size_t> bundles;
    std::vector<QPointF> line;
    double width = 0;
};

/// All places are in mm of the drawing, whatever its scale.
struct FabricLayout {
    std::vector<FabricCell> cells;
    std::vector<FabricFrame> frames;
    std::vector<FabricBundle> bundles;
    std::vector<FabricTrunk> trunks;
    std::vector<double> speeds; ///< Gb/s, fastest first; 0: not known
    std::size_t rails = 0;
    std::size_t cables = 0;
    std::array<std::size_t, kFabricTiers> devices{}; ///< per tier
    QRectF bounds;

    /// Index of the cell, and of the device in it.
    struct Place {
        std::size_t cell = 0;
        std::size_t slot = 0;
    };
    std::unordered_map<Id<Device>, Place> places;

    bool isEmpty() const { return cells.empty(); }
    /// Nothing for a device that is not on the network.
    std::optional<QRectF> boxOf(Id<Device> device) const;
    /// Null where there is none.
    Id<Device> deviceAt(QPointF at) const;
    const FabricCell* cellAt(QPointF at) const;
    /// The bundles under a point; several where they run together.
    std::vector<std::size_t> bundlesAt(QPointF at, double tolerance) const;
    /// The smallest frame around a point.
    const FabricFrame* frameAt(QPointF at) const;
};

FabricLayout fabricLayout(const Project& project, const Design& design, Id<Network> network);

/// Speed of a cable in Gb/s: of its slower end; 0 when no end's is known.
double speedOf(const Project& project, const Design& design, const Cable& cable);

} // namespace rackwright
