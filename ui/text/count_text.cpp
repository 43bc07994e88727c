// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/count_text.h"

#include "model/units/number_text.h"

#include <array>
#include <cmath>

namespace rackwright {

namespace {

struct Scale {
    char16_t letter;
    double size;
};
// The first letter of a size is the one that is written.
constexpr std::array<Scale, 5> kScales = {{{u'T', 1e12}, {u'B', 1e9}, {u'G', 1e9}, {u'M', 1e6}, {u'k', 1e3}}};
constexpr std::size_t kMostDigits = 6; // with the decimal point

} // namespace

std::optional<QString> plainCount(const QString& text) {
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty())
        return std::nullopt;
    for (const Scale& scale : kScales) {
        if (trimmed.back().unicode() != scale.letter)
            continue;
        QString number = trimmed.chopped(1).trimmed();
        number.replace(QLatin1Char(','), QLatin1Char('.'));
        if (const auto value = plainNumber(number.toStdString()))
            return QString::fromStdString(shortestDigits(std::round(*value * scale.size * 1e3) / 1e3));
    }
    return std::nullopt;
}

std::optional<QString> shortCount(double count) {
    if (!(count >= 1e6))
        return std::nullopt;
    for (const Scale& scale : kScales) {
        if (count < scale.size)
            continue;
        const std::string digits = shortestDigits(count / scale.size);
        if (digits.size() > kMostDigits)
            return std::nullopt;
        return QString::fromStdString(digits) + QLatin1Char(' ') + QChar(scale.letter);
    }
    return std::nullopt;
}

} // namespace rackwright
