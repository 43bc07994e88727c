// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PieceRecount: how many cables, fibres and transceivers the drawn cables take, counted anew from ports and cages and
// not from what the plan has ordered, so that QUOTE-01 can hold one against the other.

#include "solvers/cables/cable_plan.h"

#include <array>

namespace rackwright {

/// Pieces by CableForm.
struct PieceRecount {
    std::array<std::int64_t, 3> pieces{}; ///< by form
    /// Pieces of a form.
    std::int64_t of(CableForm form) const { return pieces[static_cast<std::size_t>(form)]; }
};

/// Of what is drawn, whoever supplies it; transceivers of cages that a cable of ours is in.
PieceRecount recountPieces(const Context& context, const CableEnds& ends, const CablePlan& plan);

/// The same as a look-up: prices and settings come and go without a new count.
struct DrawnPieces : PieceRecount {
    static constexpr std::array kReads = CablePlan::kReads;
    explicit DrawnPieces(const Context& context)
        : PieceRecount(recountPieces(context, context.lookUp<CableEnds>(), context.lookUp<CablePlan>())) {}
};

} // namespace rackwright
