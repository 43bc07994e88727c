// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line as other programs read it: the manual page and the completions of shells, made from the table of
// verbs and the words that each takes, so that they say what --help says.

#include "app/verbs/verb.h"
#include "model/base/result.h"
#include "ui/text/texts.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// An option of a verb's usage: "--paper" with the words that it takes.
struct UsageOption {
    std::string name;
    std::string value;              ///< "DIR"; empty: a flag
    std::vector<std::string> words; ///< of "a4|a3|letter"
    bool operator==(const UsageOption&) const = default;
};

/// The usage of a verb, read.
struct UsageWords {
    std::vector<UsageOption> options;
    std::vector<std::string> words; ///< in the place of a word: "list", "compare"
};
UsageWords usageWords(std::string_view usage);

/// In the markup of man(7), section 1.
std::string manualPage(std::span<const Verb> verbs, const Texts& texts, std::string_view version);

/// Names of the shells that completionScript() knows.
std::span<const std::string_view> completionShells();
/// Verbs, options, words and keys for a shell; an Error with the known ones for another.
Result<std::string> completionScript(std::span<const Verb> verbs, std::string_view shell);

} // namespace rackwright
