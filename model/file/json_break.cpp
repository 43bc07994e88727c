// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/json_break.h"

#include <QJsonDocument>

#include <algorithm>

namespace rackwright {

std::optional<TextPlace> jsonBreak(std::string_view text) {
    QJsonParseError wrong;
    QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())), &wrong);
    if (wrong.error == QJsonParseError::NoError)
        return std::nullopt;
    const std::string_view before = text.substr(0, std::min(static_cast<std::size_t>(wrong.offset), text.size()));
    const std::size_t lineStart = before.rfind('\n') + 1; // 0 in the first line
    const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }; // of UTF-8
    return TextPlace{std::ranges::count(before, '\n') + 1,
                     std::ranges::count_if(before.substr(lineStart), isFirstByte) + 1};
}

} // namespace rackwright
