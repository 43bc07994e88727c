// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line as a whole: finds the verb, runs it, and answers what is no verb. main() and the tests call it.

#include "app/verbs/verb.h"

#include <optional>
#include <span>
#include <string>

namespace rackwright {

/// Every verb of this build in the order of --help.
std::span<const Verb> verbs();

/// The verb that a command line names, or null: its first word that is not the value of --lang.
const Verb* verbOf(std::span<const std::string> words);

/// The file to open on screen, empty for the start page; nothing when the words ask for a verb.
std::optional<std::string> studioFile(std::span<const std::string> words);

/// `words` are those after the program's name. Prints on `streams` and gives the exit code.
int runCommandLine(std::span<const std::string> words, Streams& streams, Session& session);

} // namespace rackwright
