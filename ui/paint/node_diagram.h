// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The inside of a node with accelerators as a drawing, from its scale-up link down to its storage ports: what joins the
// accelerators, their host, and the ports of its networks with their rails.

#include "solvers/node/node_inside.h"
#include "ui/paint/drawing.h"
#include "ui/text/texts.h"

namespace rackwright {

struct NodeDiagramOptions {
    double scale = 0.1;        ///< paper mm per mm of the drawing
    double legibleSize = 1.95; ///< smallest font size in paper mm
};

/// The same at every scale, and with or without cables.
QRectF nodeDiagramBounds(const NodeInside& node);

Drawing nodeDiagram(const NodeInside& node, const Project& project, const Texts& texts,
                    const NodeDiagramOptions& options);

/// "DGX H100: 8 × H100 SXM5 80GB"
QString nodeTitle(const NodeInside& node, const Project& project, const Texts& texts);

} // namespace rackwright
