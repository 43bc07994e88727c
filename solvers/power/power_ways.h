// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PowerWays: on which elements all ways of power to an element lead, and which stand by. A look-up of Context, used by
// loads, which leave mains before generators and lead nothing past a UPS while it works, and by POWER-04, which finds
// feeds that are two in name only.

#include "solvers/engine/context.h"

#include <array>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

class PowerWays {
public:
    static constexpr std::array<std::string_view, 2> kReads = {"power_elements", "power_links"};

    explicit PowerWays(const Context& context);

    /// A generator, or what generators alone feed: it carries nothing while mains are there.
    bool isStandby(Id<PowerElement> element) const;
    /// A circuit past a UPS: its source feeds the same element through the UPS too. It waits until that is out of
    /// service.
    bool isBypass(Id<PowerLink> link) const { return m_bypasses.contains(link); }
    /// The design has a mains.
    bool hasMains() const { return m_hasMains; }
    /// A circuit leads to it.
    bool isFed(Id<PowerElement> element) const;
    /// It or something further up is a UPS.
    bool hasUps(Id<PowerElement> element) const;
    /// Its own, else that of the nearest element that all its ways lead through and that states one.
    FeedSide statedSideOf(Id<PowerElement> element) const;
    /// The furthest element below the mains that all its ways lead through, itself where there is none; null where no
    /// circuit leads to it.
    Id<PowerElement> topOf(Id<PowerElement> element) const;
    /// The nearest element without which none of them is fed, which may be one of them; null where there is none but
    /// the mains.
    Id<PowerElement> sharedBy(const std::vector<Id<PowerElement>>& elements) const;

private:
    struct Node {
        Id<PowerElement> through; ///< the nearest element further up that all ways lead through; null: none
        int depth = 0;            ///< elements further up that all ways lead through
        FeedSide side = FeedSide::None;
        bool isMains = false, isStandby = false, isFed = false;
        bool hasUps = false, feedsUps = false; ///< it or something further up is a UPS; something further down is one
    };
    const Node* find(Id<PowerElement> element) const;
    Id<PowerElement> nearest(Id<PowerElement> a, Id<PowerElement> b) const;
    void note(const Context& context, const PowerElement& element);
    void noteUpsBelow(const Context& context, const PowerElement& element);
    void noteBypasses(const Context& context, const PowerElement& element);

    std::unordered_map<Id<PowerElement>, Node> m_nodes;
    std::set<Id<PowerLink>> m_bypasses;
    bool m_hasMains = false;
};

} // namespace rackwright
