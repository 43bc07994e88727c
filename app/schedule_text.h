// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A schedule for the verbs: as a table for people at a terminal, and as JSON for machines.

#include "app/json_writer.h"
#include "solvers/engine/schedule.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

/// Columns that are empty in every row are left out; notes stand below.
std::string scheduleText(const Schedule& schedule, const Texts& texts);

/// An array of objects, a member a column that is not blank: numbers in the unit of their column, else as they read.
void writeSchedule(JsonWriter& json, const Schedule& schedule, const Texts& texts);

} // namespace rackwright
