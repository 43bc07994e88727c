// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/search_words.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

bool isWordByte(unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
}

constexpr std::string_view kTimesSign = "\u00d7";

/// "8xh200" of so many of something is "8", "h200"; "8x" is "8"; any other token is itself.
std::vector<std::string> countAndThing(const std::string& token) {
    const std::size_t digits = std::min(token.find_first_not_of("0123456789"), token.size());
    if (digits == 0 || digits == token.size() || token[digits] != 'x')
        return {token};
    if (digits + 1 == token.size())
        return {token.substr(0, digits)};
    return {token.substr(0, digits), token.substr(digits + 1)};
}

/// "63a", "42u", "400gbps" of an amount with its unit are "63", "a"; any other token is itself.
std::vector<std::string> amountAndUnit(const std::string& token) {
    const std::size_t digits = std::min(token.find_first_not_of("0123456789"), token.size());
    if (digits == 0 || digits == token.size() || token[digits] == 'x' ||
        token.find_first_of("0123456789", digits) != std::string::npos)
        return {token};
    return {token.substr(0, digits), token.substr(digits)};
}

std::vector<std::string> withoutCounts(const std::vector<std::string>& tokens) {
    std::vector<std::string> words;
    for (const std::string& token : tokens)
        for (std::string& word : countAndThing(token))
            words.push_back(std::move(word));
    return words;
}

struct AliasMatch {
    const AliasGroup* group = nullptr;
    std::size_t tokens = 0;
};

/// The longest phrase of any group that begins at `at`.
AliasMatch aliasAt(const std::vector<std::string>& tokens, std::size_t at, const std::vector<AliasGroup>& groups) {
    AliasMatch best;
    for (const AliasGroup& group : groups)
        for (const std::string& phrase : group.phrases) {
            const std::vector<std::string> words = searchTokens(phrase);
            if (words.empty() || words.size() <= best.tokens || at + words.size() > tokens.size())
                continue;
            if (std::equal(words.begin(), words.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at)))
                best = {&group, words.size()};
        }
    return best;
}

std::string prefixPhrase(const std::vector<std::string>& words) {
    std::string phrase = "\"";
    for (const std::string& word : words)
        phrase += (phrase.size() > 1 ? " " : "") + word;
    return phrase + "\" *";
}

// Parts are called "8x H200", "H200 8-GPU" or "64x400G": what is written together is looked for apart as well.
std::string wordExpression(const std::string& token) {
    const std::vector<std::string> words = countAndThing(token);
    const std::string whole = prefixPhrase({token});
    if (const std::vector<std::string> amount = amountAndUnit(token); amount.size() == 2)
        return "(" + whole + " OR " + prefixPhrase(amount) + ")";
    if (words.size() == 1)
        return words.front() == token ? whole : "(" + whole + " OR " + prefixPhrase(words) + ")";
    return "(" + whole + " OR (" + prefixPhrase({words[0]}) + " AND " + prefixPhrase({words[1]}) + "))";
}

std::string anyPhrase(const AliasGroup& group) {
    std::string any;
    for (const std::string& phrase : group.phrases)
        any += (any.empty() ? "(" : " OR ") + prefixPhrase(searchTokens(phrase));
    return any + ")";
}

} // namespace

std::vector<std::string> searchTokens(std::string_view text) {
    std::vector<std::string> tokens;
    std::string token;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        if (text.substr(i).starts_with(kTimesSign)) {
            // The index knows no sign either.
            ++i;
            if (!token.empty())
                tokens.push_back(std::exchange(token, {}));
        } else if (isWordByte(byte))
            token.push_back(byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : c);
        else if (!token.empty())
            tokens.push_back(std::exchange(token, {}));
    }
    if (!token.empty())
        tokens.push_back(std::move(token));
    return tokens;
}

std::vector<std::string> wordsAsked(std::string_view text) {
    std::vector<std::string> words;
    for (std::string& token : searchTokens(text.substr(0, kMostSearchWords * kLongestSearchWord))) {
        token.resize(std::min(token.size(), kLongestSearchWord));
        if (words.size() < kMostSearchWords && std::ranges::find(words, token) == words.end())
            words.push_back(std::move(token));
    }
    return words;
}

std::string searchExpression(std::string_view text, const std::vector<AliasGroup>& groups) {
    const std::vector<std::string> tokens = wordsAsked(text);
    std::string expression;
    for (std::size_t i = 0; i < tokens.size();) {
        const AliasMatch alias = aliasAt(tokens, i, groups);
        expression += expression.empty() ? "" : " AND ";
        expression += alias.group ? anyPhrase(*alias.group) : wordExpression(tokens[i]);
        i += std::max<std::size_t>(1, alias.tokens);
    }
    return expression;
}

int nameRank(std::string_view text, const std::vector<std::string>& names) {
    const std::vector<std::string> typed = wordsAsked(text), wanted = withoutCounts(typed);
    std::vector<std::string> all;
    for (const std::string& name : names) {
        const std::vector<std::string> words = searchTokens(name);
        if (words == typed)
            return 0;
        const std::vector<std::string> apart = withoutCounts(words);
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), apart.begin(), apart.end());
    }
    const auto isWord = [&](const std::string& token) { return std::ranges::find(all, token) != all.end(); };
    if (std::ranges::all_of(wanted, isWord))
        return 1;
    const auto beginsWord = [&](const std::string& token) {
        return std::ranges::any_of(all, [&](const std::string& word) { return word.starts_with(token); });
    };
    return std::ranges::all_of(wanted, beginsWord) ? 2 : 3;
}

bool beginsName(std::string_view text, std::string_view name) {
    const std::vector<std::string> wanted = wordsAsked(text), words = searchTokens(name);
    if (wanted.empty() || wanted.size() > words.size())
        return false;
    const auto last = wanted.size() - 1;
    return std::equal(wanted.begin(), wanted.end() - 1, words.begin()) && words[last].starts_with(wanted[last]);
}

std::string preferredWords(std::string_view text, const std::vector<AliasGroup>& groups) {
    const std::vector<std::string> tokens = wordsAsked(text);
    std::string words;
    for (std::size_t i = 0; i < tokens.size();) {
        const AliasMatch alias = aliasAt(tokens, i, groups);
        words += words.empty() ? "" : " ";
        words += alias.group ? alias.group->phrases.front() : tokens[i];
        i += std::max<std::size_t>(1, alias.tokens);
    }
    return words;
}

} // namespace rackwright
