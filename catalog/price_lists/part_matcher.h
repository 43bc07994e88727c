// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartMatcher: which part of the library a code of a price list names. Only an equal code is a match; what is longer,
// shorter or similar is a candidate that a person may choose.

#include "catalog/part_library.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What a part is called where it is sold.
struct MatchablePart {
    std::string id;
    std::string vendor; ///< empty for planning classes and parts of no maker: they never match
    std::string model;
    std::string partNumber;
    std::vector<std::string> aliases;
};

/// All parts of the library with their order codes; reads each part once.
std::vector<MatchablePart> matchableParts(const PartLibrary& library);

class PartMatcher {
public:
    /// `remembered`: what a person once said of a code (as plainCode() writes it); it comes before all else.
    explicit PartMatcher(std::vector<MatchablePart> parts, std::map<std::string, std::string> remembered = {});

    /// Parts whose number or model, also without its remark in brackets, equals the code; a number that ends in "xxx"
    /// stands for all its lengths. Where there is none, parts whose model holds exactly that code beside other words
    /// ("QM9700 (managed NDR, MQM9700-NS2F/NS2R)").
    std::vector<std::string> matches(std::string_view code) const;
    /// At most five parts that a person may mean, the likeliest first.
    std::vector<std::string> candidates(std::string_view code) const;
    /// Parts whose number or model stands in a running text.
    std::vector<std::string> namedIn(std::string_view text) const;
    /// Ids of all parts that can be matched.
    const std::vector<MatchablePart>& parts() const { return m_parts; }

private:
    void addKey(std::string_view text, std::size_t part);

    std::vector<MatchablePart> m_parts;
    std::map<std::string, std::string> m_remembered;
    std::map<std::string, std::set<std::size_t>, std::less<>> m_keys; ///< by plain code
    std::map<std::string, std::set<std::size_t>, std::less<>> m_codesWithin; ///< plain order codes within models
    std::map<std::string, std::size_t, std::less<>> m_families;       ///< by the plain code before "xxx"
    std::vector<std::pair<std::string, std::size_t>> m_names; ///< plain names by which candidates are looked for
};

} // namespace rackwright
