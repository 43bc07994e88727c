// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A figure of the newest solution as a card or a row shows it: its label to ask by, its amount in few letters and what to
// add. A figure that is not there yet reads as dots; one that failed as its reason.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_card.h"

namespace rackwright {

/// Empty label: the figure cannot be asked for yet.
struct FigureReading {
    QString label;
    QString amount;
    QString spread; ///< range and unknown terms, else the grade
    std::optional<Value> value; ///< SI; unset while it is not known

    /// SI; 0 while it is not known, so ask `value` first.
    double typical() const { return value ? value->typical() : 0; }
};
/// By name and subject; dots where there is no solution, or none of this figure in it.
FigureReading readFigure(const StudioDocument& document, const StudioServices& services, std::string_view name,
                         Subject subject);

/// A card of the figure under a title of its own.
CardContent cardOf(const StudioDocument& document, const FigureReading& figure, const QString& title);

} // namespace rackwright
