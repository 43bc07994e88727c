// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/echo.h"

#include <optional>

namespace rackwright {

namespace {

// A path of a deep folder is shown whole.
constexpr std::size_t kLongestWord = 240, kHead = 160, kTail = 60;
constexpr std::size_t kMostWords = 12;
// A whole sentence within another, whose own words were cut before.
constexpr std::size_t kLongestSentence = 4 * kLongestWord;

bool continuesLetter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string cut(const std::string& word, std::size_t longest) {
    if (word.size() <= longest)
        return word;
    std::size_t head = kHead, tail = word.size() - kTail;
    while (head > 0 && continuesLetter(word[head]))
        --head;
    while (tail < word.size() && continuesLetter(word[tail]))
        ++tail;
    return word.substr(0, head) + "…" + word.substr(tail);
}

std::optional<char> letterOf(char control) {
    switch (control) {
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return std::nullopt;
    }
}

} // namespace

std::string onOneLine(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (const char c : text)
        if (const auto letter = letterOf(c))
            line.append(1, '\\').append(1, *letter);
        else
            line += c;
    return line;
}

Message withShortEchoes(Message message) {
    for (Argument& argument : message.arguments) {
        if (auto* word = std::get_if<std::string>(&argument.value))
            *word = cut(onOneLine(*word), argument.name == "reason" ? kLongestSentence : kLongestWord);
        if (auto* list = std::get_if<WordList>(&argument.value)) {
            if (list->words.size() > kMostWords) {
                list->words.resize(kMostWords);
                list->words.emplace_back("…");
            }
            for (std::string& word : list->words)
                word = cut(onOneLine(word), kLongestWord);
        }
    }
    return message;
}

} // namespace rackwright
