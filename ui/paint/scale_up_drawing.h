// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale-up domains of a design as a drawing: a sample of each kind with its links, and all domains in boxes that
// show more the nearer they are looked at.

#include "ui/paint/drawing.h"
#include "ui/paint/overlay.h"
#include "ui/paint/scale_up_layout.h"
#include "ui/text/texts.h"

#include <QStringList>

namespace rackwright {

struct ScaleUpDrawingOptions {
    double scale = 0.04;       ///< paper mm per mm of the layout
    double legibleSize = 1.95; ///< smallest font size in paper mm
};

Drawing scaleUpDrawing(const ScaleUpLayout& layout, const Project& project, const Design& design, const Texts& texts,
                       const ScaleUpDrawingOptions& options);

std::vector<OverlayKey> scaleUpLegend(const ScaleUpLayout& layout, const Texts& texts);

/// "132 domains of 8 × H200 SXM 141GB"
QString scaleUpTitle(const ScaleUpLevel& level, std::size_t kind, const Project& project, const Texts& texts);
/// "NVLink 4 · 450 GB/s an accelerator · 3.6 TB/s a domain, one way"
QString scaleUpDetail(const ScaleUpKind& kind, const Texts& texts);
/// Its device, or the rack whose trays it spans.
QString scaleUpName(const ScaleUpDomain& domain, const Design& design);

} // namespace rackwright
