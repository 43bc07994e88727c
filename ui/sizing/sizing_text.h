// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A result of sizing in words: the answers side by side, what binds each, what the other accelerators lost by, what
// collides and what to ask. Tables of text for the command line and the page; no figure is worked out here.

#include "solvers/sizing/answer_facts.h"
#include "solvers/sizing/sentence.h"
#include "ui/text/texts.h"

#include <string>
#include <vector>

namespace rackwright {

/// A heading, sentences, and a table whose first row names its columns; any of them may be empty.
struct SizingBlock {
    std::string heading;
    std::vector<std::string> sentences;
    std::vector<std::vector<std::string>> rows;
};

std::vector<SizingBlock> sizingBlocks(const SizingQuestion& question, const SizingResult& result, const Texts& texts);

/// What was read of a customer's text: each key with its words, and the pieces that no key was found in.
SizingBlock readingBlock(const SentenceReading& reading, const Texts& texts);

/// The bounds alone, while a question is typed.
SizingBlock outlookBlock(const std::vector<SizingOutlook>& outlook, const Texts& texts);

} // namespace rackwright
