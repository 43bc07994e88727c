// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LoopDiagram: the cooling of a design from the plant where its heat leaves on the left to the racks on the right, as a
// diagram that stays put: where a box stands follows from loops and what hangs on them, never from loads. Columns of
// units and of loops take turns, and many like units between the same loops are one box with their count.

#include "model/design/design.h"
#include "model/figures/value.h"
#include "ui/paint/drawing.h"
#include "ui/text/texts.h"

#include <QStringList>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rackwright {

/// A loop, a unit, units of a kind, or racks with the units that take their heat.
struct LoopBox {
    Id<CoolingLoop> loop; ///< null: it is no loop
    std::vector<Id<CoolingUnit>> units;
    std::vector<Id<Rack>> racks;   ///< empty: it is no box of racks
    HeatKind heat = HeatKind::Air; ///< of racks
    QRectF box;                    ///< mm
    bool isLoose = false;          ///< a unit whose heat goes nowhere, a loop that nothing supplies or takes
    bool isRacks() const { return !racks.empty(); }
};
/// Supply and return side by side.
struct LoopPipe {
    std::size_t from = 0, to = 0; ///< places in the boxes, from where heat goes
};
struct LoopDiagram {
    std::vector<LoopBox> boxes;
    std::vector<LoopPipe> pipes;
    QRectF bounds;
    const LoopBox* at(QPointF place) const;
    const LoopBox* of(Id<CoolingLoop> loop) const;
    const LoopBox* of(Id<CoolingUnit> unit) const;
};
/// Of all that is present.
LoopDiagram loopDiagramOf(const Design& design);

/// The worst that a finding says of a thing.
enum class LoopMark : std::uint8_t { None, Open, Note, Warning, Error };

/// What a loop or a unit carries: words as they stand in its box.
struct LoopReading {
    QStringList words;
    std::optional<double> share;   ///< of what it can take; unset while that or its load is not known
    bool isOpen = false;           ///< the words say what is missing
    Value heat = Value::unknown(); ///< of a unit, W
    LoopMark mark = LoopMark::None;
    QString finding;    ///< its sentence
    bool isOut = false; ///< a shown loss takes it
};
/// By id of the loop, unit or rack.
using LoopReadings = std::map<std::uint64_t, LoopReading>;

/// The reading of the worst loaded unit, and the worst mark of all that stands in a box; null where nothing is known.
const LoopReading* worstReading(const LoopBox& box, const LoopReadings& readings);
const LoopReading* worstMarked(const LoopBox& box, const LoopReadings& readings);

/// The whole, or what lies between two heights.
Drawing loopDrawing(const LoopDiagram& diagram, const Design& design, const LoopReadings& readings, const Texts& texts,
                    std::optional<std::pair<double, double>> heights = {});

/// Heights of the parts that fit a sheet one after the other, none of which cuts a box.
std::vector<std::pair<double, double>> loopSheets(const LoopDiagram& diagram, QSizeF room);

} // namespace rackwright
