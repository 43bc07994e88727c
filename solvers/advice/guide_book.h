// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GuideBook: all guides of the program, read from the tables of resources/advice. Reading is strict: a guide, key, word,
// operator or grade that a table names wrongly is an Error with file, line and the nearest right words.

#include "model/base/result.h"
#include "solvers/advice/guide.h"

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace rackwright {

/// The texts that a book is read from, as they lie in resources/advice.
struct GuideBookText {
    std::string_view guides, keys, rules, sums, groups, references;
    std::string_view tables; ///< each headed by a line "#table NAME"
};

class GuideBook {
public:
    static Result<GuideBook> read(const GuideBookText& text);

    const std::vector<Guide>& guides() const { return m_guides; }
    /// By exact name; null where there is none.
    const Guide* find(std::string_view name) const;
    /// A usage error with the nearest names where there is none.
    Result<const Guide*> guide(std::string_view name) const;
    /// The guides that a plain question may be about, by the words of their topics: those that say most of them first.
    std::vector<std::pair<std::size_t, const Guide*>> guidesAbout(std::string_view question) const;
    /// Codes of the countries of a group ("eu-eea"); null where there is none.
    const std::vector<std::string>* group(std::string_view name) const;
    std::span<const std::unique_ptr<GuideTable>> tables() const { return m_tables; }

private:
    std::vector<Guide> m_guides;
    std::map<std::string, std::vector<std::string>, std::less<>> m_groups;
    std::vector<std::unique_ptr<GuideTable>> m_tables; ///< guides point to them
};

/// The built-in book.
const GuideBook& guideBook();

/// The two letters of a country that a person names: "TR", "Turkey", "Türkiye", "Mainland China"; empty where it is none.
std::string countryCode(std::string_view text);
/// Its name; the text itself where it is no code.
std::string countryName(std::string_view code);
/// All codes of ISO 3166-1 in their order.
std::vector<std::string> countryCodes();

} // namespace rackwright
