// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_figures.h"

#include "solvers/engine/define_figure.h"
#include "solvers/engine/kernels.h"
#include "solvers/facility/figures.h"
#include "solvers/facility/room_fit.h"
#include "solvers/facility/room_limits.h"
#include "solvers/space/floor_map.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

constexpr const char* kLimitReference = "reference.room-limits";

/// Limits of all rooms for what stands there most, but for the floor's and the ports of switches: a rack that moves and
/// a cable that comes change nothing of them.
class LimitsOfContents {
public:
    static constexpr std::array<std::string_view, 10> kReads = {
        "rack_contents", "devices",        "modules",       "rooms",         "power_elements",
        "power_links",   "cord_overrides", "cooling_units", "cooling_loops", "cooling_services"};

    explicit LimitsOfContents(const Context& context) {
        for (const Room& room : context.design().rooms) {
            if (!room.scope.isPresent())
                continue;
            const std::vector<RoomTemplate> templates = roomTemplates(context, room.id);
            if (templates.empty() || templates.front().standing <= 0)
                continue;
            OfRoom& each = rooms[room.id];
            each.fit = templateFit(context, room.id, templates.front());
            each.limits = roomLimitsAlone(context, room.id, templates.front(), each.fit);
        }
    }

    struct OfRoom {
        RoomLimits limits;
        TemplateFit fit; ///< by which the floor is judged too
    };
    std::map<Id<Room>, OfRoom> rooms;
};

/// The same with the ports of switches.
class KeptLimits {
public:
    static constexpr std::array<std::string_view, 13> kReads = {
        "rack_contents", "devices",        "modules",       "rooms",         "power_elements",
        "power_links",   "cord_overrides", "cooling_units", "cooling_loops", "cooling_services",
        "networks",      "cables",         "cable_details"};

    explicit KeptLimits(const Context& context) {
        for (const auto& [room, each] : context.lookUp<LimitsOfContents>().rooms)
            m_rooms.emplace(room, withPorts(context, each.limits));
    }
    const RoomLimits* of(Id<Room> room) const {
        const auto found = m_rooms.find(room);
        return found == m_rooms.end() ? nullptr : &found->second;
    }
    const std::map<Id<Room>, RoomLimits>& rooms() const { return m_rooms; }

private:
    std::map<Id<Room>, RoomLimits> m_rooms;
};

/// What floors bear, worked out anew with each place of a rack, once for all figures.
class FloorLimits {
public:
    explicit FloorLimits(const Context& context) {
        for (const auto& [room, kept] : context.lookUp<LimitsOfContents>().rooms)
            m_rooms.emplace(room, floorLimit(context, room, kept.limits.of, kept.fit));
    }
    const std::optional<RoomLimit>& of(Id<Room> room) const { return m_rooms.at(room); }

private:
    std::map<Id<Room>, std::optional<RoomLimit>> m_rooms;
};

Reads limitReads() {
    std::set<std::string_view> tables(KeptLimits::kReads.begin(), KeptLimits::kReads.end());
    tables.insert(FloorMap::kReads.begin(), FloorMap::kReads.end());
    return Reads::only({tables.begin(), tables.end()});
}

std::string labelOf(const RoomLimit& limit) {
    return std::string(enumName(limit.kind)) + (limit.name.empty() ? std::string() : " " + limit.name);
}

template <class N>
N openLimit(const std::string& label, std::int64_t count = 1) {
    return Numbers<N>::given(Value::unknown().withTerms(std::max<std::int64_t>(1, count)), {label, {}, 1}, {});
}

/// The tightest known limit, or null.
const RoomLimit* tightest(const RoomLimits& kept, const std::optional<RoomLimit>& floor) {
    const RoomLimit* least = kept.binding();
    if (floor && floor->more.isKnown() && (!least || isTighter(*floor, *least)))
        least = &*floor;
    return least;
}

std::int64_t openCount(const RoomLimits& kept, const std::optional<RoomLimit>& floor) {
    return std::ranges::count_if(kept.limits, [](const RoomLimit& limit) { return limit.more.isUnknown(); }) +
           (floor && floor->more.isUnknown() ? 1 : 0);
}

/// The least that a limit leaves; with limits that are not known none may fit, for all that is known.
template <class N>
N moreOfRoom(const Context& context, const RoomLimits& kept) {
    const std::optional<RoomLimit>& floor = context.lookUp<FloorLimits>().of(kept.room);
    const RoomLimit* least = tightest(kept, floor);
    if (!least)
        return openLimit<N>("limits of the room");
    const auto given = [](const RoomLimit& limit) {
        return Numbers<N>::given(limit.more, {"more by " + labelOf(limit), {}, 1}, {});
    };
    N more = given(*least);
    const auto take = [&](const RoomLimit& limit) {
        if (&limit != least && limit.more.isKnown() && !limit.isOfPart)
            more = minimum(more, given(limit));
    };
    for (const RoomLimit& limit : kept.limits)
        take(limit);
    if (floor)
        take(*floor);
    if (openCount(kept, floor) == 0)
        return more;
    // The upper end is no number to promise: it is none for all that is known.
    const double most = std::max(Numbers<N>::plain(more).high(), 0.0);
    const N open = Numbers<N>::given(Value::range(0, 0, most, Grade::Assumption),
                                     {"more by limits that are not known, from none", {}, 1}, {});
    return minimum(more, open);
}

FigureDefinition limitFigure(FigureHandle handle, std::string unit, auto kernel) {
    return figure(figureRow(handle, std::move(unit), kLimitReference, limitReads()),
                  [kernel]<class N>(std::type_identity<N> type, const Context& context, Subject subject) {
                      const RoomLimits* kept = context.lookUp<KeptLimits>().of(subject.as<Room>());
                      return Ratio<N>(kept ? kernel(type, context, *kept) : openLimit<N>("what stands in the room"));
                  });
}

template <class N>
N leastOfRooms(const Context& context) {
    std::optional<N> least;
    for (const auto& [room, kept] : context.lookUp<KeptLimits>().rooms()) {
        const N more = moreOfRoom<N>(context, kept);
        least = least ? minimum(*least, more) : more;
    }
    return least ? *least : openLimit<N>("rooms with racks");
}

} // namespace

std::vector<FigureDefinition> limitFigures() {
    return {limitFigure(figure_of::roomLimitMore, "",
                        []<class N>(std::type_identity<N>, const Context& context, const RoomLimits& kept) {
                            return moreOfRoom<N>(context, kept);
                        }),
            limitFigure(figure_of::roomLimitFits, "",
                        []<class N>(std::type_identity<N>, const Context& context, const RoomLimits& kept) {
                            return maximum(counted<N>(kept.of.standing, "standing in the room") +
                                               moreOfRoom<N>(context, kept),
                                           constant<N>(0.0));
                        }),
            limitFigure(figure_of::roomLimitShare, "%",
                        []<class N>(std::type_identity<N>, const Context& context, const RoomLimits& kept) {
                            const std::optional<RoomLimit>& floor = context.lookUp<FloorLimits>().of(kept.room);
                            const RoomLimit* least = tightest(kept, floor);
                            if (!least)
                                return openLimit<N>("limits of the room");
                            const auto given = [&](const Value& amount, const char* what) {
                                return Numbers<N>::given(amount,
                                                         {what + labelOf(*least), least->unit,
                                                          least->unit.empty() ? 1 : siPerUnit(least->unit)},
                                                         {});
                            };
                            return given(least->used, "used of ") / given(least->capacity, "capacity of ");
                        }),
            limitFigure(figure_of::roomLimitOpen, "",
                        []<class N>(std::type_identity<N>, const Context& context, const RoomLimits& kept) {
                            return counted<N>(openCount(kept, context.lookUp<FloorLimits>().of(kept.room)),
                                              "limits that are not known");
                        }),
            figure(figureRow(figure_of::limitsMore, "", kLimitReference, limitReads()),
                   []<class N>(std::type_identity<N>, const Context& context, Subject) {
                       return Ratio<N>(leastOfRooms<N>(context));
                   })};
}

} // namespace rackwright
