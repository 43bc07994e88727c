// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The runbook as a text that people keep beside the cluster: Markdown, a heading an area, a line a command.

#include "solvers/engine/schedule.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

inline constexpr auto kRunbookFile = "runbook.md";

/// Of a schedule with the columns Area, Command, What for; empty where it has no rows.
std::string runbookMarkdown(const Schedule& schedule, const Texts& texts);

} // namespace rackwright
