// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pattern.h"

#include <QString>

namespace rackwright::testing {

namespace {

// One character a byte, so that positions are those of the text.
QString bytesOf(std::string_view text) {
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

Match matchOf(const QRegularExpressionMatch& found) {
    Match match{static_cast<std::size_t>(found.capturedStart()), {}};
    for (const QString& group : found.capturedTexts())
        match.groups.push_back(group.toLatin1().toStdString());
    // The last groups that took no part are not among the texts.
    match.groups.resize(static_cast<std::size_t>(found.regularExpression().captureCount()) + 1);
    return match;
}

std::optional<Match> found(const QRegularExpression& expression, std::string_view text) {
    const QRegularExpressionMatch match = expression.match(bytesOf(text));
    return match.hasMatch() ? std::optional(matchOf(match)) : std::nullopt;
}

} // namespace

Pattern::Pattern(std::string_view expression)
    : m_anywhere(bytesOf(expression)), m_whole(QRegularExpression::anchoredPattern(bytesOf(expression))) {
    if (!m_anywhere.isValid())
        qFatal("%s: %s", std::string(expression).c_str(), qPrintable(m_anywhere.errorString()));
}

bool Pattern::isIn(std::string_view text) const { return m_anywhere.match(bytesOf(text)).hasMatch(); }

std::optional<Match> Pattern::first(std::string_view text) const { return found(m_anywhere, text); }

std::vector<Match> Pattern::all(std::string_view text) const {
    std::vector<Match> matches;
    const QString bytes = bytesOf(text);
    for (auto each = m_anywhere.globalMatch(bytes); each.hasNext();)
        matches.push_back(matchOf(each.next()));
    return matches;
}

std::optional<Match> Pattern::whole(std::string_view text) const { return found(m_whole, text); }

} // namespace rackwright::testing
