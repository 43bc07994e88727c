// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FeedLoads: the plain loads of all power elements of a snapshot, worked out once from the circuits' ends upwards.
// After an edit that changes racks alone, only what hangs above those racks is worked out again. A look-up of Context;
// traced loads are worked out one by one in loads.h.

#include "solvers/power/loads.h"

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace rackwright {

class FeedLoads {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "power_elements", "power_links"};

    explicit FeedLoads(const Context& context, const FeedLoads* before = nullptr);

    /// In W: the expected peak, or for every other kind the nameplate. Of an element of the design; else a check fails.
    const Value& load(Id<PowerElement> element, LoadKind kind) const;
    /// With the other side lost that hurts most; null where the rack has no other side.
    const Value* otherLost(Id<PowerElement> element) const;
    /// Of all three: equal, equal loads.
    Fingerprint fingerprint(Id<PowerElement> element) const { return fed(element).fingerprint; }

private:
    static constexpr std::size_t kSides = EnumNames<FeedSide>::names.size();
    struct Load {
        Value value;
        bool isKnown = false;
        bool isBurdened = false; ///< of what is left: the lost side leaves it anything
    };
    /// From the devices of the element's own rack; nothing hangs on most elements outside racks.
    struct Own {
        std::optional<Value> nameplate, peak, otherLost;
        std::array<std::optional<Value>, kSides> left; ///< by the side that is lost
    };
    struct Fed {
        Load nameplate, peak;
        std::array<Load, kSides> left; ///< by the side that is lost
        std::optional<Value> otherLost;
        Fingerprint rack; ///< likeness of what stands in its rack and in others with a cord on it
        Fingerprint fingerprint;
        Load& of(LoadKind kind) { return kind == LoadKind::Peak ? peak : nameplate; }
    };
    static std::size_t indexOf(FeedSide side) { return static_cast<std::size_t>(side); }
    using Places = std::unordered_map<Id<PowerElement>, std::size_t>;

    const Fed& fed(Id<PowerElement> element) const;
    bool takeOver(const Context& context, const FeedLoads* before);
    std::vector<const PowerElement*> noteRacks(const Context& context);
    std::vector<const PowerElement*> withThoseAbove(const Context& context,
                                                    std::vector<const PowerElement*> changed) const;
    void workOut(const Context& context, const std::vector<const PowerElement*>& elements);
    Load followed(const Context& context, const PowerElement& element, LoadKind kind,
                  const std::unordered_map<Id<PowerElement>, Own>& own);
    Load followedLeft(const Context& context, const PowerElement& element, FeedSide lost,
                      const std::unordered_map<Id<PowerElement>, Own>& own);
    void findOtherLost(const Context& context, const PowerElement& element,
                       const std::unordered_map<Id<PowerElement>, Own>& own);

    std::vector<std::uint64_t> m_ground;    ///< stamps of what the loads rest on beside what stands in racks
    std::shared_ptr<const Places> m_places; ///< in m_fed
    std::vector<Fed> m_fed;                 ///< in the order of ids
    std::vector<FeedSide> m_sides;          ///< of the design
    std::int64_t m_looseLoads = 0;          ///< that no circuit brings to where the chain begins
    std::set<FeedSide> m_looseSides;        ///< of them
};

} // namespace rackwright
