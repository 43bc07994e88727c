// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ScaleUpLayout: where the scale-up domains of a design lie on their drawing: one sample of each kind large, beside it
// all domains of the kind in boxes by row of racks. It depends on devices and racks alone; the drawing and hit tests
// read it.

#include "solvers/node/scale_up_domains.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

namespace rackwright {

/// The inside of a domain of one kind, from its left top corner.
struct ScaleUpShape {
    QSizeF size;
    QRectF header;
    QRectF band;                      ///< what joins them; empty: lines alone
    std::vector<QRectF> switches;     ///< devices of their own, in the band
    std::vector<QRectF> systems;      ///< boxes of devices, where there are several
    std::vector<QRectF> accelerators; ///< in order
    std::vector<std::vector<QPointF>> links;
};

/// A row of racks with its domains; where there are very many rows, a room.
struct ScaleUpFrame {
    bool isRoom = false;
    std::string name; ///< of the row or room; empty: these racks are of no row, or stand nowhere
    std::size_t kind = 0;
    std::vector<std::size_t> domains;
    QRectF box;
    QRectF header;
};

/// All domains of a kind.
struct ScaleUpBlock {
    QRectF title;
    QRectF sample; ///< one domain of the kind, large; where it is the only one, that one
    std::size_t count = 0;
};

/// All places are in mm of the drawing.
struct ScaleUpLayout {
    ScaleUpLevel level;
    std::vector<ScaleUpShape> shapes; ///< of the kinds
    std::vector<ScaleUpBlock> blocks; ///< of the kinds
    std::vector<ScaleUpFrame> frames;
    std::vector<QRectF> boxes; ///< of the domains
    QRectF bounds;

    bool isEmpty() const { return level.domains.empty(); }
    /// Place in ScaleUpLevel::domains; nothing where none lies there.
    std::optional<std::size_t> domainAt(QPointF at) const;
    /// The kind whose sample lies there.
    std::optional<std::size_t> sampleAt(QPointF at) const;
    const ScaleUpFrame* frameAt(QPointF at) const;
    /// Domains that a device is part of; several where it holds several.
    std::vector<std::size_t> domainsOf(Id<Device> device) const;
};

ScaleUpLayout scaleUpLayout(const Project& project, const Design& design);

} // namespace rackwright
