// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person states of the software stack with its versions, and of data and sector: settings of the project that
// the guides read like what the design says.

#include "solvers/engine/context.h"
#include "solvers/engine/domain.h"

#include <string>
#include <vector>

namespace rackwright {

struct StackStatement {
    std::string key;      ///< of its setting: "stack.driver"
    std::string guideKey; ///< key of the guides: "driver"
    bool isCompliance = false;
    std::string value;  ///< empty: nobody has said
    std::string source; ///< who says so; of a setting
};

/// All of them, from the operating system up, compliance last.
std::vector<StackStatement> stackStatements(const Context& context);

/// Their settings: each a choice of words, "unknown" the first and the default.
std::vector<SettingDefinition> stackSettings();

} // namespace rackwright
