// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a deletion takes out of the design, in words, and the question before one that takes more than what is in sight.

#include "model/design/design.h"
#include "solvers/engine/figure.h"
#include "ui/text/texts.h"

#include <QString>

#include <vector>

class QWidget;

namespace rackwright {

/// "3 racks, 24 devices, 192 cables": of the kinds that a person places; empty where nothing of them goes.
QString goingText(const Design& before, const Design& after, const Texts& texts);
/// Whether racks take along what stands in them while several go: no drawing shows the insides of all of them.
bool takesInsides(const Design& before, const Design& after);

/// Whether cables go that lead to something that stays in another rack, without being chosen themselves.
bool takesCablesOfOthers(const Design& before, const Design& after, const std::vector<Subject>& chosen);

/// Whether the rest of a pathway goes with a chosen point, because one point alone is none.
bool takesRestOfRun(const Design& before, const Design& after, const std::vector<Subject>& chosen);

enum class DeleteReason : std::uint8_t { OutOfSight, Insides, Cables, Run };
/// True where the person wants it.
bool askToDelete(QWidget* parent, const QString& going, DeleteReason reason, const Texts& texts);

} // namespace rackwright
