// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/part_matcher.h"

#include "catalog/price_lists/cell_readings.h"
#include "model/base/nearest.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::size_t kMostCandidates = 5;
constexpr std::size_t kShortestHint = 5; ///< letters of a code that another one must share
constexpr std::string_view kAllLengths = "xxx";

/// "QM9700 (managed NDR)" without its remark.
std::string withoutRemark(std::string_view model) {
    std::string text(model);
    const std::size_t from = text.find('(');
    const std::size_t to = text.rfind(')');
    if (from == std::string::npos || to == std::string::npos || to < from)
        return {};
    return trimmedText(text.erase(from, to - from + 1));
}

bool hasDigit(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Whether a word of a model looks like the order code of what it is sold as: "MQM9700-NS2F", not "ConnectX-7".
bool isOrderCode(std::string_view word) {
    constexpr std::ptrdiff_t kFewestDigits = 3;
    return word.find('-') != std::string_view::npos && plainCode(word).size() > kShortestHint &&
           std::ranges::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
           std::ranges::none_of(word, [](char c) { return c >= 'a' && c <= 'z'; }) &&
           std::ranges::count_if(word, [](char c) { return c >= '0' && c <= '9'; }) >= kFewestDigits;
}

/// The order codes that stand in a model beside other words, each of several written as one: "MQM9700-NS2F/NS2R" is
/// MQM9700-NS2F and MQM9700-NS2R.
std::vector<std::string> codesWithin(std::string_view model) {
    std::vector<std::string> codes;
    std::string word;
    const auto endWord = [&] {
        std::string stem;
        for (std::size_t from = 0; from < word.size();) {
            const std::size_t to = std::min(word.find('/', from), word.size());
            std::string each = word.substr(from, to - from);
            // The other ending of the code before it.
            if (from > 0 && each.find('-') == std::string::npos && !stem.empty())
                each.insert(0, stem);
            if (isOrderCode(each))
                codes.push_back(each);
            if (const std::size_t dash = each.rfind('-'); dash != std::string::npos)
                stem = each.substr(0, dash + 1);
            from = to + 1;
        }
        word.clear();
    };
    for (const char c : std::string(model) + ' ') {
        if (c == ' ' || c == ',' || c == ';' || c == '(' || c == ')')
            endWord();
        else
            word += c;
    }
    return codes;
}

} // namespace

std::vector<MatchablePart> matchableParts(const PartLibrary& library) {
    std::vector<MatchablePart> all;
    for (const PartSummary& summary : library.parts()) {
        const bool isSold = !summary.isPlanningClass && !summary.vendor.empty() && summary.vendor != "Generic";
        MatchablePart row{summary.id, isSold ? summary.vendor : std::string(), summary.model, {}, summary.aliases};
        if (isSold)
            if (const Result<PartPtr> part = library.part(summary.id))
                row.partNumber = (*part)->partNumber;
        all.push_back(std::move(row));
    }
    return all;
}

PartMatcher::PartMatcher(std::vector<MatchablePart> parts, std::map<std::string, std::string> remembered)
    : m_parts(std::move(parts)), m_remembered(std::move(remembered)) {
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const MatchablePart& part = m_parts[i];
        if (part.vendor.empty())
            continue;
        addKey(part.partNumber, i);
        addKey(part.model, i);
        addKey(withoutRemark(part.model), i);
        const std::vector<std::string> within = codesWithin(part.model);
        for (const std::string& code : within)
            m_codesWithin[plainCode(code)].insert(i);
        std::vector<std::string> names = part.aliases;
        names.insert(names.end(), within.begin(), within.end());
        names.insert(names.end(), {part.partNumber, part.model, withoutRemark(part.model)});
        for (const std::string& name : names)
            if (std::string plain = plainCode(name); plain.size() >= kShortestHint && hasDigit(plain))
                m_names.emplace_back(std::move(plain), i);
    }
}

void PartMatcher::addKey(std::string_view text, std::size_t part) {
    const std::string key = plainCode(text);
    if (key.empty())
        return;
    m_keys[key].insert(part);
    if (key.size() > kAllLengths.size() + 3 && key.ends_with(kAllLengths))
        m_families.emplace(key.substr(0, key.size() - kAllLengths.size()), part);
}

std::vector<std::string> PartMatcher::matches(std::string_view code) const {
    const std::string key = plainCode(code);
    if (key.empty())
        return {};
    if (const auto it = m_remembered.find(key); it != m_remembered.end())
        return {it->second};
    // The part that stands for all lengths, before one of its lengths that is a part as well: prices of that one are
    // found by their code.
    if (key.size() > kAllLengths.size())
        if (const auto it = m_families.find(key.substr(0, key.size() - kAllLengths.size())); it != m_families.end())
            return {m_parts[it->second].id};
    std::vector<std::string> ids;
    const auto take = [&](const auto& keys) {
        if (const auto it = keys.find(key); it != keys.end())
            for (const std::size_t part : it->second)
                ids.push_back(m_parts[part].id);
    };
    take(m_keys);
    // What a part is called itself comes before what its name mentions.
    if (ids.empty())
        take(m_codesWithin);
    return ids;
}

std::vector<std::string> PartMatcher::candidates(std::string_view code) const {
    const std::string key = plainCode(code);
    if (key.size() < kShortestHint)
        return {};
    // Smaller is likelier; each part by its nearest name.
    std::map<std::size_t, double> nearest;
    for (const auto& [other, part] : m_names) {
        const std::size_t gap = std::max(key.size(), other.size()) - std::min(key.size(), other.size());
        double distance = -1;
        if (key == other)
            distance = 0;
        else if (key.starts_with(other) || other.starts_with(key))
            distance = 1 + static_cast<double>(gap);
        else if (key.find(other) != std::string::npos || other.find(key) != std::string::npos)
            distance = 2 + static_cast<double>(gap);
        else if (gap <= 2 && key.size() >= 7 && key.substr(0, 2) == other.substr(0, 2))
            if (const double edits = editDistance(key, other); edits <= 2)
                distance = 3 + edits;
        if (distance >= 0 && (!nearest.contains(part) || distance < nearest[part]))
            nearest[part] = distance;
    }
    std::vector<std::pair<double, std::size_t>> found;
    for (const auto& [part, distance] : nearest)
        found.emplace_back(distance, part);
    std::ranges::stable_sort(found);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < found.size() && i < kMostCandidates; ++i)
        ids.push_back(m_parts[found[i].second].id);
    return ids;
}

std::vector<std::string> PartMatcher::namedIn(std::string_view text) const {
    const std::string plain = plainCode(text);
    std::vector<std::string> ids;
    for (const auto& [key, parts] : m_keys) {
        if (key.size() < kShortestHint || !hasDigit(key) || plain.find(key) == std::string::npos)
            continue;
        for (const std::size_t part : parts)
            if (ids.size() < kMostCandidates && std::ranges::find(ids, m_parts[part].id) == ids.end())
                ids.push_back(m_parts[part].id);
    }
    return ids;
}

} // namespace rackwright
