// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rack elevations, front and rear, as drawings: one rack, or many side by side. They read a design and an overlay and
// work nothing out.

#include "ui/paint/drawing.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include "model/project/project.h"

namespace rackwright {

/// Sizes on paper; below the legible size a label is left out.
struct ElevationOptions {
    double scale = 0.05;      ///< paper mm per world mm
    double legibleSize = 1.3; ///< smallest font size in paper mm
};

/// A rack of a row of elevations, with what is written above it ("8 alike: A05 to A12").
struct ElevationSubject {
    Id<Rack> rack;
    QString caption;
};

Drawing rackElevationDrawing(const Project& project, const Design& design, const Rack& rack, Face face,
                             const Overlay& overlay, const Texts& texts, const ElevationOptions& options);

/// Racks side by side on one floor line.
Drawing rowElevationDrawing(const Project& project, const Design& design, const std::vector<ElevationSubject>& racks,
                            Face face, const Overlay& overlay, const Texts& texts, const ElevationOptions& options);

/// A rack with its lower left corner on the drawing, world mm.
struct PlacedElevation {
    Id<Rack> rack;
    QString caption;
    QPointF foot;
};

/// Room for the unit numbers left of a rack and for the caption above it where racks stand at given places, world mm.
inline constexpr double kElevationMargin = 120;
inline constexpr double kElevationHead = 260;

/// Racks where the caller puts them, so that they stay at their places at every scale.
Drawing placedElevationsDrawing(const Project& project, const Design& design, const std::vector<PlacedElevation>& racks,
                                Face face, const Overlay& overlay, const Texts& texts, const ElevationOptions& options);

/// Names in runs of those that count up: "A05 to A12", "B01"; in the order in which people read them.
std::vector<std::string> nameRuns(std::vector<std::string> names, const Texts& texts);

/// Racks of one appearance: the same part, devices at the same places with the same parts.
struct AlikeRacks {
    std::vector<Id<Rack>> racks; ///< by name
    QString caption;             ///< "A05", "8 alike: A05 to A12", "3 alike: A01, A03, A05"
};
/// All racks of the design in classes of one appearance.
std::vector<AlikeRacks> alikeRacks(const Project& project, const Design& design, const Texts& texts);

} // namespace rackwright
