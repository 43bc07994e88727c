// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a thing of the plan is called where a person chooses among things: its name, and what it is where it has none.

#include "model/design/design.h"
#include "solvers/engine/figure.h"
#include "ui/text/texts.h"

#include <QString>

namespace rackwright {

QString subjectName(const Design& design, Subject subject, const Texts& texts);

} // namespace rackwright
