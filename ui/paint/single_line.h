// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SingleLine: the power of a design from the utility down to the racks and cooling units, as a diagram that stays put:
// where a box stands follows from kinds, sides and circuits, never from loads. Rows are kinds, side A lies to the left
// of side B, like things below one feeder are one box with their count, and a battery stands beside its UPS.

#include "model/design/design.h"
#include "solvers/engine/subject.h"
#include "ui/paint/drawing.h"
#include "ui/text/texts.h"

#include <map>
#include <optional>
#include <vector>

namespace rackwright {

/// One element, or several of a kind and side that hang on one feeder; or cooling units, alike in the same way.
struct SingleLineBox {
    std::vector<Id<PowerElement>> elements;
    std::vector<Id<CoolingUnit>> units; ///< where it has no elements
    PowerElementKind kind = PowerElementKind::RackPdu;
    CoolingUnitKind unitKind = CoolingUnitKind::PerimeterAir; ///< of units
    FeedSide side = FeedSide::None;
    std::size_t level = 0; ///< from the source down
    QRectF box;            ///< mm
    bool isUnfed = false;  ///< no circuit leads to it, and it is no source; of a battery: it stands behind nothing

    bool isOfUnits() const { return !units.empty(); }
    bool isBattery() const { return !isOfUnits() && kind == PowerElementKind::Battery; }
    /// All that it stands for, one at least.
    std::vector<Subject> subjects() const;
};
struct SingleLineCircuit {
    std::size_t from = 0, to = 0; ///< places in the boxes
    std::size_t count = 1;
};
struct SingleLine {
    std::vector<SingleLineBox> boxes; ///< level by level is not kept: in the order of the chain
    std::vector<SingleLineCircuit> circuits;
    QRectF bounds;
    const SingleLineBox* at(QPointF place) const;
    /// Of a power element or cooling unit.
    const SingleLineBox* of(Subject thing) const;
};
SingleLine singleLineOf(const Design& design);

/// The single line for paper: what is present, on a grid of columns and rows, and the parts of it that fit a sheet one
/// after the other, none of which cuts a box. The more sheets it would take, the fewer like elements below one feeder
/// stand alone.
struct SingleLineSheets {
    SingleLine line;
    std::vector<QRectF> parts; ///< none: no power element is present
};
SingleLineSheets singleLineSheets(const Design& design, QSizeF room);

/// What an element carries: words as they stand in its box, and its load by its rating; nothing while it is not known.
struct SingleLineReading {
    QString words;
    std::optional<double> share;     ///< of the expected peak
    std::optional<double> lostShare; ///< with the other side lost
    QString left = {};               ///< of the rating beside the larger of both, in words
    std::optional<Ink> fill = {};    ///< of what a shown loss makes of it, which stands before all loads
    bool isComplete = false;         ///< what has no load by a rating says all of it
};
/// Of power elements and cooling units; of a box that of the worst.
using SingleLineReadings = std::map<Subject, SingleLineReading>;

/// The whole, or a part of it.
Drawing singleLineDrawing(const SingleLine& line, const Design& design, const SingleLineReadings& readings,
                          const Texts& texts, std::optional<QRectF> part = {});

} // namespace rackwright
