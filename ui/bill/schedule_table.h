// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/engine/schedule.h"
#include "ui/text/texts.h"

class QTableWidget;

namespace rackwright {

/// The rows of a schedule as they read, in the place of what the table held.
void fillTable(QTableWidget& table, const Schedule& schedule, const Texts& texts);

} // namespace rackwright
