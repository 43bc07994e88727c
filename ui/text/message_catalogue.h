// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The texts of one language by message id, with places for arguments ("{rack} has no unit {unit}.") and for words
// that follow a count ("{racks} {racks:rack|racks}"). It makes no numbers: Texts does. Loaded from the built-in
// resources/messages/<language>.csv.

#include "model/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Immutable once read.
class MessageCatalogue {
public:
    /// `csv` has the header id,text. Fails on a missing column, an id given twice or empty, and a broken {place}.
    static Result<MessageCatalogue> parse(std::string_view csv);
    /// A built-in language: "en", or "pseudo" for the language that makes texts past the catalogue visible.
    static Result<MessageCatalogue> builtIn(std::string_view language);
    static std::vector<std::string> builtInLanguages();

    /// Every text lengthened by a third, accented and set in brackets; places stay.
    MessageCatalogue pseudo() const;

    /// The text of an id, or null.
    const std::string* find(std::string_view id) const;
    /// In alphabetical order.
    std::vector<std::string> ids() const;
    std::size_t size() const { return m_texts.size(); }

private:
    std::map<std::string, std::string, std::less<>> m_texts;
};

/// What stands between the braces of a place: the name of an argument, or "name:one|many", the words for one and for
/// any other count of it.
struct MessagePlace {
    std::string_view name;
    std::string_view one, many; ///< empty: the argument itself
    bool isWord() const { return !many.empty(); }
};
MessagePlace placeOf(std::string_view between);

/// Names of the places of a text, in their order; a place may come more than once.
std::vector<std::string> placesOf(std::string_view text);

} // namespace rackwright
