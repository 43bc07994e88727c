// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the tasks of verbs that have several take, for their help: a line a task, its name first.

#include <string>
#include <vector>

namespace rackwright {

std::vector<std::string> catalogTasks();
std::vector<std::string> priceTasks();

} // namespace rackwright
