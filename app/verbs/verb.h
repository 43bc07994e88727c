// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A verb of the command line: one row of the table in command_line.cpp and one file in this folder. A test calls `run`
// with string streams; nothing else stands between it and what a person types.

#include "app/session.h"
#include "app/streams.h"

#include <span>
#include <string>
#include <string_view>

namespace rackwright {

struct Verb {
    std::string_view name;
    std::string_view usage;   ///< what follows the name, in the syntax of design documents: FILE [--json]
    std::string_view summary; ///< message id
    int (*run)(std::span<const std::string> arguments, Streams& streams, Session& session);
    enum class Needs { Core, Painting } needs = Needs::Core; ///< Painting: fonts and a paint device (QGuiApplication)
    std::string_view batch = {};                             ///< message id: the header of the table that --batch takes
    std::span<const std::string_view> keys = {};             ///< message ids: groups of KEY=VALUE with their defaults
};

/// Prints the error on `err` and gives the exit code that stands for it.
int refused(const Error& error, Streams& streams, const Session& session);

} // namespace rackwright
