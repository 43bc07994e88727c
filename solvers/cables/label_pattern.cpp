// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/label_pattern.h"

#include "model/base/check.h"
#include "model/base/nearest.h"

#include <algorithm>

namespace rackwright {

namespace {

Error lone(const char* sign, std::size_t place) {
    return inputError(Message("label.lone").with("sign", sign).with("place", static_cast<std::int64_t>(place) + 1));
}

} // namespace

Result<LabelPattern> LabelPattern::parse(std::string_view text, std::span<const std::string_view> fields) {
    LabelPattern made;
    int group = -1;
    std::size_t opened = 0;
    std::string words;
    const auto endWords = [&] {
        if (!words.empty())
            made.m_pieces.push_back({std::move(words), -1, group});
        words.clear();
    };
    bool hasField = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '{') {
            const std::size_t end = text.find('}', i);
            if (end == std::string_view::npos)
                return lone("{", i);
            const std::string_view name = text.substr(i + 1, end - i - 1);
            const auto field = std::ranges::find(fields, name);
            if (field == fields.end())
                return inputError(Message("label.no-field")
                                      .with("field", std::string(name))
                                      .with("known", WordList{{fields.begin(), fields.end()}}));
            endWords();
            made.m_pieces.push_back({{}, static_cast<int>(field - fields.begin()), group});
            hasField = true;
            i = end;
        } else if (c == '}') {
            return lone("}", i);
        } else if (c == '[') {
            if (group >= 0)
                return inputError(Message("label.nested").with("place", static_cast<std::int64_t>(i) + 1));
            endWords();
            opened = i;
            group = made.m_groups++;
        } else if (c == ']') {
            if (group < 0)
                return lone("]", i);
            endWords();
            group = -1;
        } else {
            words += c == '|' ? '\n' : c;
        }
    }
    if (group >= 0)
        return lone("[", opened);
    endWords();
    if (!hasField)
        return inputError(Message("label.no-fields").with("known", WordList{{fields.begin(), fields.end()}}));
    return made;
}

/// Brackets fall away where one of their fields is empty.
bool LabelPattern::isShown(const Piece& piece, std::span<const std::string_view> values) const {
    return piece.group < 0 || std::ranges::none_of(m_pieces, [&](const Piece& other) {
               return other.group == piece.group && other.field >= 0 &&
                      values[static_cast<std::size_t>(other.field)].empty();
           });
}

std::string LabelPattern::print(std::span<const std::string_view> values) const {
    std::string text;
    for (const Piece& piece : m_pieces)
        if (isShown(piece, values))
            text.append(piece.field < 0 ? piece.words : values[static_cast<std::size_t>(piece.field)]);
    return text;
}

std::size_t LabelPattern::lines() const {
    std::size_t count = 1;
    for (const Piece& piece : m_pieces)
        count += static_cast<std::size_t>(std::ranges::count(piece.words, '\n'));
    return count;
}

Result<LabelPattern> endLabelPattern(std::string_view text) { return LabelPattern::parse(text, kEndLabelFields); }
Result<LabelPattern> printLabelPattern(std::string_view text) { return LabelPattern::parse(text, kPrintLabelFields); }

LabelPatterns labelPatterns(const Context& context) {
    LabelPatterns made;
    const auto read = [&](std::string_view key, std::string_view usual, auto parse) {
        const Setting* setting = context.setting(key);
        Result<LabelPattern> pattern = parse(setting ? std::string_view(setting->value) : usual);
        if (!pattern) {
            made.problems.push_back(pattern.error().message);
            pattern = parse(usual);
        }
        RW_CHECK(pattern, "the usual pattern of labels can be read");
        return *pattern;
    };
    made.end = read(kEndLabelKey, kEndLabel, endLabelPattern);
    made.print = read(kPrintLabelKey, kPrintLabel, printLabelPattern);
    return made;
}

} // namespace rackwright
