// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a loss takes, as it is shown: the overlay of the plan, on which racks are dark, slow or not known and where
// something is overloaded; the things besides racks that are so; and its sentence.

#include "solvers/facility/losses.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

Overlay lossOverlay(const Context& context, const HallLoss& loss, const Texts& texts);

/// What a power element or cooling unit is after the loss.
enum class AfterLoss : std::uint8_t { Runs, Lost, Dark, Overloaded };
AfterLoss afterLoss(const HallLoss& loss, Subject subject);

/// What is dark, throttled and overloaded, and how long until the first limit.
std::string lossWords(const HallLoss& loss, const Texts& texts);

} // namespace rackwright
