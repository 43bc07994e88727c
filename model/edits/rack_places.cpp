// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/rack_places.h"

#include "model/design/occupancy.h"

namespace rackwright::edits {

namespace {

/// A thing of a clip that stands in a rack.
struct RackThing {
    Candidate thing;
    Placement placement;
};

// Plant of the room is in no rack, also where nobody said yet where it stands.
bool hangsInRacks(const PowerElement& element) {
    return std::holds_alternative<InRack>(element.placement) || std::holds_alternative<ZeroU>(element.placement) ||
           (std::holds_alternative<Unplaced>(element.placement) &&
            (element.kind == PowerElementKind::RackPdu || element.kind == PowerElementKind::PowerShelf));
}

std::vector<RackThing> rackThingsOf(const Project& clip, const Design& design) {
    std::vector<RackThing> things;
    const auto add = [&](const auto& row, OccupantKind kind, bool isOfRacks) {
        if (isOfRacks)
            things.push_back({{row.name, findPart(clip, row.part), kind, row.id.value}, row.placement});
    };
    for (const Device& device : design.devices)
        add(device, OccupantKind::Device,
            !std::holds_alternative<OnFloor>(device.placement) && !std::holds_alternative<InDevice>(device.placement));
    for (const PowerElement& element : design.powerElements)
        add(element, OccupantKind::PowerElement, hangsInRacks(element));
    return things;
}

Placement inRack(Placement placement, Id<Rack> rack, std::int64_t shift) {
    if (auto* in = std::get_if<InRack>(&placement)) {
        in->rack = rack;
        in->unit += shift;
    } else if (auto* beside = std::get_if<ZeroU>(&placement)) {
        beside->rack = rack;
    }
    return placement;
}

// Places for things of a clip in one rack, each judged with those before it in place.
class RackPlaces {
public:
    RackPlaces(const Project& project, const Design& design, const Rack& rack)
        : m_project(project), m_design(design), m_rack(rack) {}

    std::optional<std::vector<Placement>> together(const std::vector<RackThing>& things) const {
        const auto space = rackSpace(m_project, m_rack);
        const std::int64_t most = space ? space->units : 0;
        for (std::int64_t i = 0; i <= 2 * most; ++i) {
            // 0, 1, -1, 2, -2 units away
            const std::int64_t shift = (i + 1) / 2 * (i % 2 == 0 ? -1 : 1);
            Design trial = m_design;
            std::vector<Placement> places;
            for (const RackThing& each : things)
                if (const auto place = put(trial, each, inRack(each.placement, m_rack.id, shift)))
                    places.push_back(*place);
                else
                    break;
            if (places.size() == things.size())
                return places;
        }
        return std::nullopt;
    }

    Result<std::vector<Placement>> oneByOne(const std::vector<RackThing>& things) const {
        Design trial = m_design;
        std::vector<Placement> places;
        for (const RackThing& each : things) {
            const auto place = firstPlace(trial, each);
            if (!place)
                return inputError(Message("edit.rack-full")
                                      .with("rack", m_rack.name)
                                      .with("part", each.thing.part ? each.thing.part->model : each.thing.name));
            places.push_back(*place);
        }
        return places;
    }

private:
    std::optional<Placement> put(Design& trial, const RackThing& each, const Placement& place) const {
        // Its number is of another design.
        const Candidate thing{each.thing.name, each.thing.part, each.thing.kind, 0};
        if (std::holds_alternative<Unplaced>(place) || !canPlace(m_project, trial, thing, place))
            return std::nullopt;
        stand(trial, each, place);
        return place;
    }

    // A stand-in of the same part: parts of a clip are embedded before it is placed.
    void stand(Design& trial, const RackThing& each, const Placement& place) const {
        Device device;
        device.id = {kStandIns + trial.devices.size()};
        device.name = each.thing.name;
        device.placement = place;
        for (const PartRow& row : m_project.parts)
            if (row.part.get() == each.thing.part ||
                (each.thing.part && row.part && row.part->id == each.thing.part->id && *row.part == *each.thing.part))
                device.part = row.id;
        trial.devices = trial.devices.with(std::move(device));
    }

    std::optional<Placement> firstPlace(Design& trial, const RackThing& each) const {
        if (const auto own = put(trial, each, inRack(each.placement, m_rack.id, 0)))
            return own;
        if (const auto* in = std::get_if<InRack>(&each.placement);
            in || std::holds_alternative<Unplaced>(each.placement)) {
            const Face face = in ? in->face : Face::Front;
            const auto unit = each.thing.part ? firstFreeUnit(m_project, trial, m_rack, *each.thing.part, face)
                                              : std::optional<std::int64_t>();
            return unit ? put(trial, each, InRack{m_rack.id, *unit, face, 0}) : std::nullopt;
        }
        for (const Side side : {Side::Left, Side::Right})
            for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot)
                if (const auto place = put(trial, each, ZeroU{m_rack.id, side, slot}))
                    return place;
        return std::nullopt;
    }

    static constexpr std::uint64_t kStandIns = std::uint64_t{1} << 60;
    const Project& m_project;
    const Design& m_design;
    const Rack& m_rack;
};

} // namespace

bool needsRack(const Design& clip) {
    return std::ranges::any_of(clip.powerElements, [](const PowerElement& element) { return hangsInRacks(element); });
}

Result<std::vector<PlacedThing>> placesInRack(const Project& project, const Design& design, const Document& clip,
                                              const Rack& rack) {
    const std::vector<RackThing> things = rackThingsOf(*clip.project, *activeOption(*clip.project).design);
    const RackPlaces places(project, design, rack);
    std::optional<std::vector<Placement>> found = places.together(things);
    if (!found) {
        Result<std::vector<Placement>> each = places.oneByOne(things);
        if (!each)
            return each.error();
        found = std::move(*each);
    }
    std::vector<PlacedThing> placed;
    for (std::size_t i = 0; i < things.size(); ++i)
        placed.push_back({things[i].thing.id, (*found)[i]});
    return placed;
}

} // namespace rackwright::edits
