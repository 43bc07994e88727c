// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sentences as the guides read them: tokens without case and marks, phrases found among them, longest first.

#include "solvers/advice/guide.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Lower case; marks, dashes within words and underscores part tokens, a dash between digits is a range ("7-13b").
std::vector<std::string> guideTokens(std::string_view text);

/// Words of a question that say nothing of their own ("the", "which"), and single letters.
bool isSmallWord(const std::string& token);
/// The same word, with or without the "s" of a plural.
bool isSameWord(const std::string& a, const std::string& b);

/// "site country" and "Site-Country" as "site_country".
std::string guideKeyName(std::string_view text);

/// A value read from words: a canonical word, or a number in the key's unit.
struct GuideHit {
    const GuideKey* key = nullptr;
    std::string value;
};
/// What a sentence says, and the tokens that no phrase took; small words that say nothing are left out of both.
struct GuideHits {
    std::vector<GuideHit> hits; ///< one a key: that of the longest phrase, of equals the first in the sentence
    std::vector<std::string> unread;
};
/// `first`: its phrases are looked for before those of the other keys; null: all alike.
GuideHits readPhrases(const Guide& guide, std::vector<std::string> tokens, const GuideKey* first = nullptr);

/// How many tokens of `topic` in a row stand in `tokens`: all or 0.
std::size_t topicMatch(const std::vector<std::string>& topic, const std::vector<std::string>& tokens);

} // namespace rackwright
