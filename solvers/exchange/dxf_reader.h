// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines of a DXF drawing (text, any release from R12 on) by their layers: what a floor plan is traced from. Blocks are
// laid out where they are inserted, curves are broken into short lines. Texts, dimensions and fills are left out and
// counted.
// Reference: AutoCAD 2000 DXF Reference, Autodesk.

#include "model/base/result.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct DxfPoint {
    double x = 0, y = 0; ///< units of the drawing, y upwards
    bool operator==(const DxfPoint&) const = default;
};
struct DxfLine {
    std::uint32_t layer = 0; ///< place in DxfDrawing::layers
    bool isClosed = false;
    std::vector<DxfPoint> points; ///< two at least
    bool operator==(const DxfLine&) const = default;
};
struct DxfDrawing {
    std::vector<std::string> layers; ///< with lines, in the order in which they come
    std::vector<DxfLine> lines;
    double unit = 0;                            ///< millimetres of a unit by $INSUNITS; 0: the file does not say
    std::map<std::string, std::size_t> leftOut; ///< kinds of things that are no lines, with their counts
};

inline constexpr std::size_t kMostDxfBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostDxfPoints = 400'000;

/// An Error names the line and what to do: a DWG or binary DXF, a text that is none, one that is cut off, a number that
/// is none, more points than kMostDxfPoints, blocks within themselves.
Result<DxfDrawing> readDxf(std::string_view text);

} // namespace rackwright
