// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a customer writes in an e-mail or says on the telephone, read into the keys of a sizing question. It looks for
// measures, names and words of the trade and says what it did not read; a person looks it over before it is sized.

#include "solvers/sizing/systems.h"

namespace rackwright {

/// Words that name what is sold, in lower case.
struct SentenceNames {
    std::vector<std::string> types;   ///< of accelerators: "h200", "mi300x"
    std::vector<std::string> systems; ///< words of the systems' names, types among them: "dgx", "nvl72"
    std::vector<std::string> vendors; ///< of nodes and accelerators
};
SentenceNames sentenceNames(const std::vector<SizingSystem>& systems);

struct SentenceReading {
    std::vector<Parameter> words;    ///< keys in the order of a form, with the words that were said
    std::vector<std::string> unread; ///< pieces of the text that no key was found in
};
/// Never fails: what is not understood is `unread`. Each key has the first words that were found for it.
SentenceReading readSizingSentence(std::string_view text, const SentenceNames& names);

} // namespace rackwright
