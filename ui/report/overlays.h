// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Overlays of the floor plan from a solution: what is written on each rack, how it is coloured, and the legend that
// says so. Drawings only show them; the studio and the documents ask here.

#include "model/base/fields.h"
#include "solvers/engine/solution.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include <mutex>
#include <utility>
#include <vector>

namespace rackwright {

/// Load is the share of a rack's own limit, in three colours; power, weight and units are amounts on a ramp of one hue;
/// feed is the sides that reach a rack; findings is the worst that concerns it or what stands in it; trays is how full
/// the pathways of cables are; inlet is the estimated temperature of the air that racks draw in, and of the field.
enum class OverlayKind : std::uint8_t { Load, PeakPower, Weight, Units, Feed, Findings, Trays, Inlet };
template <>
struct EnumNames<OverlayKind> {
    static constexpr std::array<std::string_view, 8> names = {"load", "peak-power", "weight", "units",
                                                              "feed", "findings",   "trays",  "inlet"};
};

/// Of all rooms, or of one, which is quicker for a plan of many halls.
Overlay overlayOf(const Solution& solution, OverlayKind kind, const Texts& texts, Id<Room> room = {});

/// The overlay of one room, worked out once, by whichever thread asks first, and shared by all tiles of its picture.
class SharedOverlay {
public:
    /// Empty without a solution.
    SharedOverlay(SolutionPtr solution, OverlayKind kind, Texts texts, Id<Room> room)
        : m_solution(std::move(solution)), m_texts(std::move(texts)), m_room(room), m_kind(kind) {}
    /// Waits while another thread works it out.
    const Overlay& get() const;

private:
    SolutionPtr m_solution;
    Texts m_texts;
    Id<Room> m_room;
    OverlayKind m_kind;
    mutable std::once_flag m_made;
    mutable Overlay m_overlay;
};

/// Load of some racks and power of what stands in them, for elevations.
Overlay overlayOf(const Solution& solution, const Texts& texts, const std::vector<Id<Rack>>& racks);

} // namespace rackwright
