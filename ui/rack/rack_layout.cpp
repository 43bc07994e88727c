// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_layout.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kLineGap = 90; // mm between a line of racks and the captions of the next

SubjectKind subjectKindOf(OccupantKind kind) {
    switch (kind) {
    case OccupantKind::Device:
        return SubjectKind::Device;
    case OccupantKind::PowerElement:
        return SubjectKind::PowerElement;
    case OccupantKind::CoolingUnit:
        return SubjectKind::CoolingUnit;
    }
    return SubjectKind::Device;
}

bool hangsBeside(const Part* part) { return part && part->mounting == Mounting::ZeroU; }

struct Sized {
    const Rack* rack = nullptr;
    elevation::RackFrame frame;
    double width() const { return frame.frame.width() + 1.5 * kElevationMargin; }
};

/// Racks to a line; a new line begins when the widest would be exceeded.
std::vector<std::vector<Sized>> linesOf(const std::vector<Sized>& racks, double widest) {
    std::vector<std::vector<Sized>> lines;
    double width = 0;
    for (const Sized& each : racks) {
        const bool isNewRow = !lines.empty() && lines.back().back().rack->row != each.rack->row;
        const bool isFull = width + each.width() > widest + 1;
        if (lines.empty() || isFull || (isNewRow && width > widest * 0.6)) {
            lines.emplace_back();
            width = 0;
        }
        lines.back().push_back(each);
        width += each.width();
    }
    return lines;
}

double heightOf(const std::vector<Sized>& line) {
    double height = 0;
    for (const Sized& each : line)
        height = std::max(height, each.frame.frame.height());
    return height + kElevationHead + kLineGap;
}

} // namespace

RackLayout::RackLayout(const Project& project, const Design& design, const std::vector<Id<Rack>>& racks, Face face,
                       double aspect)
    : m_face(face) {
    std::vector<Sized> sized;
    double widest = 0;
    for (const Id<Rack> id : racks)
        if (const Rack* rack = design.racks.find(id)) {
            sized.push_back({rack, elevation::rackFrame(project, design, *rack, {})});
            widest = std::max(widest, sized.back().width());
        }
    // As many racks to a line as make them largest in the view.
    std::vector<std::vector<Sized>> lines;
    double largest = 0;
    const std::size_t most = std::min<std::size_t>(sized.size(), 64);
    for (std::size_t across = most; across >= 1; --across) {
        std::vector<std::vector<Sized>> tried = linesOf(sized, widest * static_cast<double>(across));
        double height = 0;
        double broadest = 0;
        for (const auto& line : tried) {
            height += heightOf(line);
            double length = 0;
            for (const Sized& each : line)
                length += each.width();
            broadest = std::max(broadest, length);
        }
        const double zoom = std::min(aspect / broadest, 1 / height);
        if (zoom >= largest * 0.999) {
            largest = std::max(largest, zoom);
            lines = std::move(tried);
        }
    }
    double y = 0;
    for (const auto& line : lines) {
        y += heightOf(line);
        double x = 0;
        for (const Sized& each : line) {
            const QPointF foot(x + kElevationMargin, y - kLineGap);
            m_shown.push_back({each.rack->id, elevation::rackFrame(project, design, *each.rack, foot)});
            x += each.width();
        }
    }
    gather(project, design);
}

RackLayout::RackLayout(const RackLayout& places, const Project& project, const Design& design) : m_face(places.m_face) {
    for (const Shown& each : places.m_shown)
        if (const Rack* rack = design.racks.find(each.rack))
            m_shown.push_back({each.rack, elevation::rackFrame(project, design, *rack, each.frame.frame.bottomLeft())});
    gather(project, design);
}

// Things of the face that is seen come last, so that they are found first.
void RackLayout::gather(const Project& project, const Design& design) {
    std::vector<RackThing> near;
    for (const Shown& each : m_shown)
        for (const Occupant& occupant : occupants(project, design, each.rack)) {
            RackThing thing{
                {subjectKindOf(occupant.kind), occupant.id}, each.rack, occupant.part, occupant.placement, {}};
            thing.box = boxOf(occupant.placement, occupant.part);
            const auto* place = std::get_if<InRack>(&occupant.placement);
            const RackClaim claim = place ? elevation::claimIn(each.frame, occupant.part, *place) : RackClaim{};
            const bool isNear = m_face == Face::Front ? claim.takesFront : claim.takesRear;
            (isNear ? near : m_things).push_back(std::move(thing));
        }
    m_things.insert(m_things.end(), near.begin(), near.end());
}

QRectF RackLayout::bounds() const {
    QRectF bounds;
    for (const Shown& each : m_shown)
        bounds = bounds.united(each.frame.frame.adjusted(-kElevationMargin, -kElevationHead, kElevationMargin / 2, 40));
    return bounds;
}

std::vector<PlacedElevation> RackLayout::elevations(const Design& design) const {
    std::vector<PlacedElevation> elevations;
    for (const Shown& each : m_shown)
        if (const Rack* rack = design.racks.find(each.rack))
            elevations.push_back({each.rack, QString::fromStdString(rack->name), each.frame.frame.bottomLeft()});
    return elevations;
}

const RackLayout::Shown* RackLayout::find(Id<Rack> rack) const {
    const auto it = std::ranges::find(m_shown, rack, &Shown::rack);
    return it == m_shown.end() ? nullptr : &*it;
}

const RackLayout::Shown* RackLayout::rackAt(QPointF world) const {
    const auto it =
        std::ranges::find_if(m_shown, [world](const Shown& each) { return each.frame.frame.contains(world); });
    return it == m_shown.end() ? nullptr : &*it;
}

QRectF RackLayout::standOf(const Shown& shown) {
    return shown.frame.frame.adjusted(-kElevationMargin, -kElevationHead, kElevationMargin / 2, 0);
}

const RackLayout::Shown* RackLayout::standAt(QPointF world) const {
    const auto it = std::ranges::find_if(m_shown, [world](const Shown& each) { return standOf(each).contains(world); });
    return it == m_shown.end() ? nullptr : &*it;
}

const RackThing* RackLayout::at(QPointF world) const {
    for (auto it = m_things.rbegin(); it != m_things.rend(); ++it)
        if (it->box.contains(world))
            return &*it;
    return nullptr;
}

const RackThing* RackLayout::find(Subject subject) const {
    const auto it = std::ranges::find(m_things, subject, &RackThing::subject);
    return it == m_things.end() ? nullptr : &*it;
}

std::vector<Subject> RackLayout::within(const QRectF& box) const {
    std::vector<Subject> found;
    for (const RackThing& thing : m_things)
        if (box.intersects(thing.box))
            found.push_back(thing.subject);
    return found;
}

std::optional<Placement> RackLayout::placeAt(QPointF world, const Part* part, double hold) const {
    const Shown* shown = rackAt(world);
    if (!shown)
        return std::nullopt;
    const elevation::RackFrame& frame = shown->frame;
    if (hangsBeside(part)) {
        std::optional<Placement> nearest;
        double least = 0;
        for (const Side side : {Side::Left, Side::Right})
            for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot) {
                const ZeroU place{shown->rack, side, slot};
                const double distance = std::abs(elevation::zeroUBox(frame, place, m_face).center().x() - world.x());
                if (!nearest || distance < least) {
                    nearest = place;
                    least = distance;
                }
            }
        return nearest;
    }
    const std::int64_t tall = part ? std::max<std::int64_t>(1, rackUnitsOf(*part)) : 1;
    const double above = (frame.bay.bottom() - (world.y() - hold)) / frame.pitch - static_cast<double>(tall) / 2;
    InRack place{shown->rack, std::llround(above) + 1, m_face, 0};
    place.unit = std::clamp<std::int64_t>(place.unit, 1, std::max<std::int64_t>(1, frame.units - tall + 1));
    const std::int64_t columns = part ? rackClaim(*part, place).columns : 1;
    const double share = std::clamp((world.x() - frame.bay.left()) / frame.bay.width(), 0.0, 0.999);
    const auto seen = static_cast<std::int64_t>(share * static_cast<double>(columns));
    place.column = m_face == Face::Front ? seen : columns - 1 - seen;
    return place;
}

QRectF RackLayout::boxOf(const Placement& placement, const Part* part) const {
    const Shown* shown = find(rackOf(placement));
    if (!shown)
        return {};
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return elevation::zeroUBox(shown->frame, *beside, m_face);
    if (const auto* place = std::get_if<InRack>(&placement))
        return elevation::claimBox(shown->frame, elevation::claimIn(shown->frame, part, *place), m_face);
    return {};
}

std::vector<Placement> legalPlaces(const Project& project, const Design& design, const Rack& rack, const Part& part,
                                   const Candidate& thing, Face face) {
    std::vector<Placement> legal;
    const auto tryPlace = [&](const Placement& place) {
        if (canPlace(project, design, thing, place))
            legal.push_back(place);
    };
    if (hangsBeside(&part)) {
        for (const Side side : {Side::Left, Side::Right})
            for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot)
                tryPlace(ZeroU{rack.id, side, slot});
        return legal;
    }
    const auto space = rackSpace(project, rack);
    const std::int64_t columns = rackClaim(part, {rack.id, 1, face, 0}).columns;
    for (std::int64_t unit = 1; space && unit <= space->units; ++unit)
        for (std::int64_t column = 0; column < columns; ++column)
            tryPlace(InRack{rack.id, unit, face, column});
    return legal;
}

} // namespace rackwright
