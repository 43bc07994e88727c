// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackLayout: where the elevations of some racks stand beside and above each other, and what lies at a point of them.
// It reads a design and is thrown away with it; RackView draws and takes hold with it.

#include "solvers/engine/figure.h"
#include "ui/paint/rack_faces.h"

#include <optional>
#include <utility>
#include <vector>

namespace rackwright {

/// A thing in a shown rack that can be taken hold of.
struct RackThing {
    Subject subject; ///< device, power element or cooling unit
    Id<Rack> rack;
    const Part* part = nullptr; ///< lives as long as the project
    Placement placement;
    QRectF box; ///< world mm
};

class RackLayout {
public:
    struct Shown {
        Id<Rack> rack;
        elevation::RackFrame frame;
    };

    RackLayout() = default;
    /// Racks in lines that fill a view of an aspect (width over height); each row of racks begins a line where that
    /// makes no line much shorter than the others.
    RackLayout(const Project& project, const Design& design, const std::vector<Id<Rack>>& racks, Face face,
               double aspect);
    /// The same places with the contents of another design.
    RackLayout(const RackLayout& places, const Project& project, const Design& design);

    Face face() const { return m_face; }
    const std::vector<Shown>& shown() const { return m_shown; }
    const std::vector<RackThing>& things() const { return m_things; }
    QRectF bounds() const;
    std::vector<PlacedElevation> elevations(const Design& design) const;

    const Shown* find(Id<Rack> rack) const;
    const Shown* rackAt(QPointF world) const;
    /// With its name above it and what hangs beside it.
    static QRectF standOf(const Shown& shown);
    const Shown* standAt(QPointF world) const;
    const RackThing* at(QPointF world) const;
    const RackThing* find(Subject subject) const;
    std::vector<Subject> within(const QRectF& box) const;

    /// The place for a part that is held at the point, `hold` world mm below its middle: between the rails, or beside
    /// them for 0U parts; nothing where no rack is shown.
    std::optional<Placement> placeAt(QPointF world, const Part* part, double hold = 0) const;
    /// What a placement takes up; empty when its rack is not shown.
    QRectF boxOf(const Placement& placement, const Part* part) const;

private:
    void gather(const Project& project, const Design& design);

    Face m_face = Face::Front;
    std::vector<Shown> m_shown;
    std::vector<RackThing> m_things;
};

/// The legal places of a part in a rack, judged on a design without the thing that moves.
std::vector<Placement> legalPlaces(const Project& project, const Design& design, const Rack& rack, const Part& part,
                                   const Candidate& thing, Face face);

} // namespace rackwright
