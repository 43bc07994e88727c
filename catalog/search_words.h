// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Words of a search: how text is split, which phrases of the trade mean the same (GPFS, Spectrum Scale, Storage Scale),
// and the expression that the full-text index is asked. It reads no database.

#include "catalog/catalog_rows.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Runs of letters and digits in lower case; everything else parts them ("FlashBlade//E" is flashblade, e).
std::vector<std::string> searchTokens(std::string_view text);

/// What a search asks for: each word once and cut to kLongestSearchWord bytes, the first kMostSearchWords of them. No
/// part has more, and whatever is pasted into a search is answered at once.
std::vector<std::string> wordsAsked(std::string_view text);
inline constexpr std::size_t kMostSearchWords = 32, kLongestSearchWord = 64;

/// An FTS5 expression that wants every word (as a prefix), or for an alias any phrase of its group; empty when the text
/// holds no word.
std::string searchExpression(std::string_view text, const std::vector<AliasGroup>& groups);

/// How well a name answers a search: 0 the words of one name in full, 1 each word is a word of the names, 2 each begins
/// one, 3 the match lies elsewhere (a description or note).
int nameRank(std::string_view text, const std::vector<std::string>& names);

/// Whether a name begins with the words of the text.
bool beginsName(std::string_view text, std::string_view name);

/// The text with each alias replaced by the first phrase of its group ("TTFB" is "TTFT").
std::string preferredWords(std::string_view text, const std::vector<AliasGroup>& groups);

} // namespace rackwright
