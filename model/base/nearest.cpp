// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/nearest.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr std::size_t kLongestWord = 64; // longer words are compared by their beginning

double replacementCost(char a, char b) {
    if (a == b)
        return 0;
    // By ASCII alone: in Turkish the small letter of I is another one.
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return lower(a) == lower(b) ? 1.0 / 3 : 1;
}

bool isBeginning(std::string_view shorter, std::string_view longer) {
    return shorter.size() >= 2 && longer.starts_with(shorter);
}

} // namespace

// Optimal string alignment distance (Damerau 1964, restricted), rows kept for the swap of neighbours.
double editDistance(std::string_view a, std::string_view b) {
    a = a.substr(0, kLongestWord);
    b = b.substr(0, kLongestWord);
    std::vector<double> beforeLast(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = static_cast<double>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<double>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + replacementCost(a[i - 1], b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::vector<std::string> nearestWords(std::string_view word, std::span<const std::string> words, std::size_t count) {
    std::vector<std::pair<double, const std::string*>> ranked;
    for (const std::string& candidate : words) {
        const double longer = static_cast<double>(std::max({word.size(), candidate.size(), std::size_t{1}}));
        double distance = editDistance(word, candidate);
        if (isBeginning(word, candidate) || isBeginning(candidate, word))
            distance /= 3;
        if (distance < longer)
            ranked.emplace_back(distance / longer, &candidate);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> nearest;
    for (const auto& [distance, candidate] : ranked) {
        if (nearest.size() == count)
            break;
        if (std::find(nearest.begin(), nearest.end(), *candidate) == nearest.end())
            nearest.push_back(*candidate);
    }
    return nearest;
}

} // namespace rackwright
