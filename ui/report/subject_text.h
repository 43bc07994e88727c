// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a list of findings calls a thing: by its name, or, where nobody named it, by what it is, its room and its place.

#include "solvers/engine/finding.h"
#include "solvers/engine/subject_name.h"
#include "ui/text/texts.h"

#include <string>

namespace rackwright {

/// Empty for the design itself.
std::string subjectText(const Design& design, Subject subject, const Texts& texts);

/// An input that is not known, as forms call it; its key where no form does.
std::string inputText(const std::string& key, const Project& project, const Texts& texts);

/// What a finding says; of one that could not be checked with the input that is not known and where it is entered.
Message findingMessage(const Finding& finding, const Project& project, const Texts& texts);

/// The message id of the next step: that of what was found, else that of the rule; empty where neither has one.
std::string adviceOf(const Finding& finding, const Texts& texts);

} // namespace rackwright
