// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a loss takes, as it is shown: the overlay of the plan, on which racks are dark, slow or not known and where
// something is overloaded, by colour and in words; the things besides racks that are so; and its sentence.

#include "solvers/facility/losses.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

#include <QString>

#include <string>
#include <vector>

namespace rackwright {

Overlay lossOverlay(const Context& context, const HallLoss& loss, const Texts& texts);

/// What a power element or cooling unit is after the loss.
enum class AfterLoss : std::uint8_t { Runs, Lost, Dark, Overloaded };
AfterLoss afterLoss(const HallLoss& loss, Subject subject);

/// A power element or cooling unit that is not what it was before the loss.
struct LossMark {
    Subject subject;
    AfterLoss after = AfterLoss::Lost;
    QString words; ///< "without supply", "overloaded: 984 kW of 554 kW"
};
/// Each thing once: what is out of service itself, then what is overloaded, then what is dark.
std::vector<LossMark> lossMarks(const HallLoss& loss, const Texts& texts);

/// What is dark, throttled and overloaded, and how long until the first limit.
std::string lossWords(const HallLoss& loss, const Texts& texts);

} // namespace rackwright
