// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/json_break.h"

#include <QJsonDocument>

#include <algorithm>

namespace rackwright {

namespace {

TextPlace placeIn(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t lineStart = before.rfind('\n') + 1; // 0 in the first line
    const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }; // of UTF-8
    return {std::ranges::count(before, '\n') + 1, std::ranges::count_if(before.substr(lineStart), isFirstByte) + 1};
}

// Qt takes control characters within strings, which RFC 8259, section 7, does not allow.
std::optional<std::size_t> controlInString(std::string_view text) {
    bool isInString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            isInString = !isInString;
        else if (isInString && text[i] == '\\')
            ++i;
        else if (isInString && static_cast<unsigned char>(text[i]) < 0x20)
            return i;
    }
    return std::nullopt;
}

} // namespace

std::optional<TextPlace> jsonBreak(std::string_view text) {
    QJsonParseError wrong;
    QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())), &wrong);
    if (wrong.error != QJsonParseError::NoError)
        return placeIn(text, static_cast<std::size_t>(wrong.offset));
    const auto control = controlInString(text);
    return control ? std::optional(placeIn(text, *control)) : std::nullopt;
}

} // namespace rackwright
