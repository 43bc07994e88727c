// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What binds an answer, by how much, and what relaxing each limit buys.

#include "solvers/sizing/contender.h"

namespace rackwright {

/// Fills the limits of an answer, those that bind first, and the jobs that one node less would fail. Neighbouring
/// designs are made by the contender that the answer is of.
void explainSlack(SizingAnswer& answer, const SizingQuestion& q, SizingContender& contender);

} // namespace rackwright
