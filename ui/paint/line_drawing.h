// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LineDrawing: a drawing of lines by layers that lies below a plan, to be traced: what was read of a DXF file, in
// millimetres with y downwards, from the upper left of its box. A project keeps it as text where it keeps pictures.

#include "model/base/result.h"
#include "model/project/project.h"

#include <QPointF>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct LineDrawing {
    struct Line {
        std::uint32_t layer = 0; ///< place in `layers`
        bool isClosed = false;
        std::vector<QPointF> points; ///< two at least
        bool operator==(const Line&) const = default;
    };
    double width = 0, height = 0;
    std::vector<std::string> layers;
    std::vector<Line> lines;
    bool operator==(const LineDrawing&) const = default;
};

/// To a tenth of a millimetre, canonical.
std::string lineDrawingText(const LineDrawing& drawing);
/// Null for a text that is none, or is damaged.
std::shared_ptr<const LineDrawing> lineDrawingOf(std::string_view text);

/// The drawing that an underlay names by its digest; null where the project has none. Read once and kept: the digest
/// says what it is. Safe from the threads that draw.
std::shared_ptr<const LineDrawing> keptLineDrawing(const Project& project, const std::string& sha256);

} // namespace rackwright
