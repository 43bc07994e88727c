// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What verbs on a file share: the FILE argument with --option NAME, and lists separated by commas.

#include "app/arguments.h"
#include "app/session.h"

#include <string>
#include <utility>
#include <vector>

namespace rackwright {

inline constexpr OptionSpec kOptionOption{"--option", "NAME"};
inline constexpr OptionSpec kJsonOption{"--json", {}};
inline constexpr OptionSpec kForceOption{"--force", {}, "option.force"};

/// Opens the file that is the positional at `index`.
Result<OpenDesign> openDesign(const Arguments& arguments, const Session& session, std::size_t index = 0);

struct SolvedDesign {
    OpenDesign design;
    SolutionPtr solution;
};

/// Opens the file that is the first positional and works its design out.
Result<SolvedDesign> openSolved(const Arguments& arguments, const Session& session);

/// Fails where another file than `source` lies at `output`, unless --force is given. What is no plain file is refused
/// when it is written.
Done checkReplacing(const Arguments& arguments, const std::string& output, const std::string& source = {});

/// That a design can be written to `output`: a name of a design file, and checkReplacing().
Done checkOutput(const Arguments& arguments, const std::string& output, const std::string& source = {});

/// Writes a design to the file that --output names; without one it does nothing.
Done writeToOutput(const Arguments& arguments, const Document& document);

/// The one of a verb's actions that a word names; the error lists them all.
template <class Actions>
auto actionNamed(const Actions& actions, const std::string& wanted) -> Result<const typename Actions::value_type*> {
    std::vector<std::string> names;
    for (const auto& each : actions) {
        if (each.name == wanted)
            return &each;
        names.emplace_back(each.name);
    }
    return usageError(
        Message("arguments.unknown-action").with("action", wanted).with("known", WordList{std::move(names)}));
}

/// "a,b,c" as words; blanks around them and empty ones are dropped.
std::vector<std::string> listOf(std::string_view text);

} // namespace rackwright
