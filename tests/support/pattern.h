// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pattern: a regular expression over bytes, for tests that read the tree. By QRegularExpression: the one of the standard
// library, compiled without optimiser as tests are, took half a minute for what takes a second.

#include <QRegularExpression>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright::testing {

/// Where an expression was found.
struct Match {
    std::size_t position = 0;
    std::vector<std::string> groups; ///< the whole first; one that took no part is empty
};

/// In the syntax of Perl. One that is no expression ends the test program.
class Pattern {
public:
    explicit Pattern(std::string_view expression);

    bool isIn(std::string_view text) const;
    std::optional<Match> first(std::string_view text) const;
    std::vector<Match> all(std::string_view text) const;
    /// The whole text.
    std::optional<Match> whole(std::string_view text) const;
    bool isWhole(std::string_view text) const { return whole(text).has_value(); }

private:
    QRegularExpression m_anywhere, m_whole;
};

} // namespace rackwright::testing
