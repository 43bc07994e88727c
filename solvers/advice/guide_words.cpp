// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/guide_words.h"

#include "model/units/number_text.h"
#include "solvers/advice/guide_book.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace rackwright {

namespace {

constexpr std::string_view kNumberPlace = "{n}";
constexpr std::string_view kCountryPlace = "{c}"; ///< a country, of up to kCountryWords words
constexpr std::size_t kCountryWords = 4;

/// Words of a question that say nothing of its values.
constexpr auto kSmallWords = std::to_array<std::string_view>({
    "a",     "about", "an",    "and",   "any",   "are",  "as",   "at",    "be",     "best",  "by",   "can",   "case",
    "do",    "does",  "each",  "first", "for",   "from", "get",  "have",  "how",    "i",     "if",   "in",    "is",
    "it",    "its",   "large", "many",  "me",    "much", "my",   "need",  "needed", "new",   "not",  "of",    "on",
    "one",   "or",    "our",   "over",  "per",   "run",  "than", "that",  "the",    "them",  "this", "to",    "use",
    "using", "we",    "what",  "when",  "which", "will", "with", "would", "should", "wants"});

} // namespace

bool isSmallWord(const std::string& token) {
    return token.size() < 2 || std::ranges::find(kSmallWords, token) != kSmallWords.end();
}

bool isSameWord(const std::string& a, const std::string& b) { return a == b || a == b + "s" || b == a + "s"; }

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80 || c == '.' || c == '$' ||
           c == '%' || c == '{' || c == '}';
}

/// Marks that are not ASCII in their plain form.
std::string plainMarks(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kMarks = {
        std::pair{"\u2013", "-"}, {"\u2014", " "}, {"\u00d7", "x"}, {"\u00a0", " "}};
    std::string plain(text);
    for (const auto& [mark, instead] : kMarks)
        for (std::size_t at = 0; (at = plain.find(mark, at)) != std::string::npos; at += instead.size())
            plain.replace(at, mark.size(), instead);
    return plain;
}

/// "70", or of a range "7-13" its upper end.
std::optional<double> numberOf(std::string_view token) {
    const std::size_t dash = token.find('-', 1);
    if (dash == std::string_view::npos)
        return plainNumber(token);
    const auto low = plainNumber(token.substr(0, dash)), high = plainNumber(token.substr(dash + 1));
    return low && high && *low <= *high ? high : std::nullopt;
}

/// The number in a token of the pattern's form; nothing where it has another.
std::optional<double> numberIn(const std::string& pattern, std::size_t place, const std::string& token) {
    const std::string_view before = std::string_view(pattern).substr(0, place);
    const std::string_view behind = std::string_view(pattern).substr(place + kNumberPlace.size());
    const std::string_view text = token;
    if (text.size() <= before.size() + behind.size() || !text.starts_with(before) || !text.ends_with(behind))
        return std::nullopt;
    return numberOf(text.substr(before.size(), text.size() - before.size() - behind.size()));
}

struct Candidate {
    const GuideKey* key = nullptr;
    const GuidePhrase* phrase = nullptr;
    std::size_t at = 0;
    double number = 0;
    bool isOfFirst = false;
    std::size_t length = 0; ///< tokens that it takes
    std::string country;
};

/// The longest name of a country that begins at a token: its code, and how many tokens it is.
std::pair<std::string, std::size_t> countryAt(const std::vector<std::string>& tokens, std::size_t at) {
    std::string name, code;
    std::size_t length = 0;
    for (std::size_t i = 0; i < kCountryWords && at + i < tokens.size(); ++i) {
        name.append(name.empty() ? "" : " ").append(tokens[at + i]);
        // Codes of two letters are words of English too ("in", "is", "no"): a sentence names countries.
        if (std::string found = name.size() > 2 ? countryCode(name) : std::string(); !found.empty()) {
            code = std::move(found);
            length = i + 1;
        }
    }
    return {code, length};
}

std::optional<Candidate> matched(const GuideKey& key, const GuidePhrase& phrase, const std::vector<std::string>& tokens,
                                 std::size_t at) {
    Candidate found{&key, &phrase, at, 0, false, 0, {}};
    for (std::size_t i = 0; i < phrase.tokens.size(); ++i) {
        const std::string& wanted = phrase.tokens[i];
        if (at + found.length >= tokens.size())
            return std::nullopt;
        if (wanted == kCountryPlace) {
            auto [code, length] = countryAt(tokens, at + found.length);
            if (code.empty())
                return std::nullopt;
            found.country = std::move(code);
            found.length += length;
            continue;
        }
        const std::string& token = tokens[at + found.length];
        if (const std::size_t place = wanted.find(kNumberPlace); place != std::string::npos) {
            const auto number = numberIn(wanted, place, token);
            if (!number)
                return std::nullopt;
            found.number = *number * phrase.factor;
        } else if (!isSameWord(wanted, token)) {
            return std::nullopt;
        }
        ++found.length;
    }
    return found;
}

/// "deployment" beside "existing": the word that the value is of.
bool isNameOfKey(const Guide& guide, const std::string& token) {
    return std::ranges::any_of(guide.keys, [&](const GuideKey& key) {
        return key.key == token || key.key.starts_with(token + "_") || key.key.ends_with("_" + token);
    });
}

std::size_t lettersOf(const GuidePhrase& phrase) {
    std::size_t letters = 0;
    for (const std::string& token : phrase.tokens)
        letters += token.size();
    return letters;
}

} // namespace

std::vector<std::string> guideTokens(std::string_view text) {
    std::string plain = plainMarks(text);
    std::ranges::transform(plain, plain.begin(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80 ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : c;
    });
    std::vector<std::string> tokens;
    std::string token;
    const auto close = [&] {
        while (token.ends_with('.'))
            token.pop_back();
        if (!token.empty())
            tokens.push_back(std::move(token));
        token.clear();
    };
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const char c = plain[i];
        const bool isBetweenDigits = i > 0 && i + 1 < plain.size() && isDigit(plain[i - 1]) && isDigit(plain[i + 1]);
        if (isWordCharacter(c) || (c == '-' && isBetweenDigits))
            token += c;
        else if (c != ',' || !isBetweenDigits) // "2,048" is one number
            close();
    }
    close();
    return tokens;
}

std::string guideKeyName(std::string_view text) {
    std::string name;
    for (const char c : text)
        name += c == ' ' || c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name;
}

const GuideKey* Guide::key(std::string_view text) const {
    const std::string asked = guideKeyName(text);
    const auto it = std::ranges::find_if(keys, [&](const GuideKey& each) {
        return each.key == asked || std::ranges::find(each.aliases, asked) != each.aliases.end();
    });
    return it == keys.end() ? nullptr : &*it;
}

GuideHits readPhrases(const Guide& guide, std::vector<std::string> tokens, const GuideKey* first) {
    std::vector<Candidate> candidates;
    for (const GuideKey& key : guide.keys)
        for (const GuidePhrase& phrase : key.phrases)
            for (std::size_t at = 0; at < tokens.size(); ++at)
                if (auto found = matched(key, phrase, tokens, at)) {
                    found->isOfFirst = &key == first;
                    candidates.push_back(*found);
                }
    std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
        if (a.isOfFirst != b.isOfFirst)
            return a.isOfFirst;
        if (a.phrase->tokens.size() != b.phrase->tokens.size())
            return a.phrase->tokens.size() > b.phrase->tokens.size();
        if (lettersOf(*a.phrase) != lettersOf(*b.phrase))
            return lettersOf(*a.phrase) > lettersOf(*b.phrase);
        return a.at < b.at;
    });
    GuideHits read;
    std::vector<std::uint8_t> isTaken(tokens.size(), 0);
    for (const Candidate& each : candidates) {
        const auto from = isTaken.begin() + static_cast<std::ptrdiff_t>(each.at);
        const auto to = from + static_cast<std::ptrdiff_t>(each.length);
        if (std::find(from, to, 1) != to)
            continue;
        std::string value = each.key->kind == GuideKeyKind::Number    ? shortestDigits(each.number)
                            : each.key->kind == GuideKeyKind::Country ? each.country
                                                                      : each.phrase->value;
        const auto same = std::ranges::find(read.hits, each.key, &GuideHit::key);
        if (same != read.hits.end() && same->value != value)
            continue; // two answers to one question: the second stays unread and is told
        std::fill(from, to, 1);
        if (same == read.hits.end())
            read.hits.push_back({each.key, std::move(value)});
    }
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (isTaken[i] == 0 && !isSmallWord(tokens[i]) && !isNameOfKey(guide, tokens[i]))
            read.unread.push_back(std::move(tokens[i]));
    return read;
}

std::size_t topicMatch(const std::vector<std::string>& topic, const std::vector<std::string>& tokens) {
    for (std::size_t at = 0; at + topic.size() <= tokens.size(); ++at)
        if (std::equal(topic.begin(), topic.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at), isSameWord))
            return topic.size();
    return 0;
}

} // namespace rackwright
