// SPDX-License-Identifier: GPL-3.0-or-later
// Splitters with their ends on: such a cable takes one cage whole and one cage at the end of each leg, so that all
// links of the cage have it or none; what each link would take alone is planned before.
#include "solvers/cables/cable_planner.h"

#include <algorithm>
#include <map>

namespace rackwright {

void CablePlanner::breakOutCages() {
    std::vector<bool> hasSplitter;
    for (const std::vector<LinkOption>& options : m_plan.options)
        hasSplitter.push_back(std::ranges::any_of(options, [](const LinkOption& option) {
            return option.isDirectSplitter() && option.rejection == Rejection::None;
        }));
    if (std::ranges::find(hasSplitter, true) == hasSplitter.end())
        return;
    std::map<std::uint32_t, std::vector<std::size_t>> linksOf;
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
        const CableLine& line = m_ends.cables[i];
        if (!line.isWhole() || line.isPinned || !m_plan.cables[i].isKnown() || !hasSplitter[line.link])
            continue;
        const bool isAtB = m_ends.links[line.link].kind.fan == CageFan::AtB;
        linksOf[isAtB ? line.b.cage : line.a.cage].push_back(i);
    }
    // A leg that a person chose otherwise, or whose length is not known, keeps the cage from it.
    for (const auto& [cage, links] : linksOf)
        if (links.size() == m_ends.cages[cage].links)
            breakOut(links);
}

/// Gives the links of a cage the cheapest splitter that reaches all of their ends, where it costs less than what they
/// take one by one.
void CablePlanner::breakOut(const std::vector<std::size_t>& links) {
    const auto optionsOf = [&](std::size_t index) -> const std::vector<LinkOption>& {
        return m_plan.options[m_ends.cables[index].link];
    };
    // The place of a product among the options of a link that it serves.
    const auto placeOf = [&](std::size_t index, std::int32_t product) {
        const std::vector<LinkOption>& options = optionsOf(index);
        const auto found = std::ranges::find_if(options, [&](const LinkOption& option) {
            return option.direct == product && rejectionAt(option, m_plan.lengths(index)) == Rejection::None;
        });
        return found == options.end() ? kNoOption : static_cast<std::uint16_t>(found - options.begin());
    };
    bool isEachServed = true;
    double least = 0;
    for (const std::size_t index : links) {
        const LinkOption* alone = m_plan.option(m_ends, index);
        isEachServed = isEachServed && alone;
        least += alone ? alone->price(alone->metres(m_plan.lengths(index))) : 0;
    }
    std::int32_t best = kNoProduct;
    for (const LinkOption& option : optionsOf(links.front())) {
        if (!option.isDirectSplitter() || option.rejection != Rejection::None)
            continue;
        double longest = 0;
        bool servesAll = true;
        for (const std::size_t index : links) {
            servesAll = servesAll && placeOf(index, option.direct) != kNoOption;
            longest = std::max(longest, option.metres(m_plan.lengths(index)));
        }
        const double price = option.price(longest) * static_cast<double>(links.size());
        if (!servesAll || ((isEachServed || best != kNoProduct) && price > least - 0.005))
            continue;
        best = option.direct;
        least = price;
    }
    if (best != kNoProduct)
        for (const std::size_t index : links)
            take(index, placeOf(index, best));
}

} // namespace rackwright
