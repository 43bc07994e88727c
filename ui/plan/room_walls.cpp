// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/room_walls.h"

#include "model/edits/combined_edit.h"
#include "model/edits/room_edits.h"

#include <QPointF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace rackwright {

namespace {

constexpr double kReach = 0.2; // m beside a side: a thing so near stands along it

QPointF toMetres(Point point) { return {point.x.inMetres(), point.y.inMetres()}; }
Point toPlace(QPointF metres) { return {Length::nearest(metres.x()), Length::nearest(metres.y())}; }
double dot(QPointF a, QPointF b) { return QPointF::dotProduct(a, b); }
double lengthOf(QPointF way) { return std::hypot(way.x(), way.y()); }

/// One side of an outline, m.
struct Side {
    QPointF from, to;

    double length() const { return lengthOf(to - from); }
    QPointF along() const { return length() > 0 ? (to - from) / length() : QPointF(1, 0); }
    QPointF across() const { return {-along().y(), along().x()}; }
    /// Along it, and how far to its left.
    QPointF placeOf(QPointF point) const { return {dot(point - from, along()), dot(point - from, across())}; }
    QPointF at(QPointF place) const { return from + along() * place.x() + across() * place.y(); }
    double distanceTo(QPointF point) const {
        return lengthOf(point - (from + along() * std::clamp(dot(point - from, along()), 0.0, length())));
    }
    bool operator==(const Side&) const = default;
};

std::vector<Side> sidesOf(const std::vector<Point>& outline) {
    std::vector<Side> sides;
    for (std::size_t i = 0; i < outline.size(); ++i)
        sides.push_back({toMetres(outline[i]), toMetres(outline[(i + 1) % outline.size()])});
    return sides;
}

std::size_t nearest(const std::vector<Side>& sides, QPointF point) {
    return static_cast<std::size_t>(
        std::ranges::min_element(sides, {}, [point](const Side& side) { return side.distanceTo(point); }) -
        sides.begin());
}

/// The new corners in the order in which they stand for the old ones, however the outline was drawn: of all beginnings
/// and both ways round that which moves the corners least.
std::vector<Point> alignedWith(const std::vector<Point>& old, const std::vector<Point>& outline) {
    std::vector<Point> best = outline;
    double least = std::numeric_limits<double>::infinity();
    std::vector<Point> tried = outline;
    for (int way = 0; way < 2; ++way, std::ranges::reverse(tried))
        for (std::size_t first = 0; first < tried.size(); ++first) {
            double moved = 0;
            for (std::size_t i = 0; i < old.size(); ++i) {
                const QPointF by = toMetres(tried[i]) - toMetres(old[i]);
                moved += dot(by, by);
            }
            if (moved < least) {
                least = moved;
                best = tried;
            }
            std::ranges::rotate(tried, tried.begin() + 1);
        }
    return best;
}

/// A wall or door that stands along a side.
struct Follower {
    RoomObject object;
    std::size_t side = 0;

    const Wall* wall() const { return std::get_if<Wall>(&object.shape); }
    const Door* door() const { return std::get_if<Door>(&object.shape); }
    QPointF from() const { return toMetres(wall() ? wall()->from : door()->from); }
    QPointF to() const { return toMetres(wall() ? wall()->to : door()->to); }
    Follower between(QPointF from, QPointF to) const {
        Follower moved = *this;
        std::visit(
            [&](auto& shape) {
                if constexpr (requires { shape.from; }) {
                    shape.from = toPlace(from);
                    shape.to = toPlace(to);
                }
            },
            moved.object.shape);
        return moved;
    }
};

std::optional<Follower> followerOf(const RoomObject& object, const std::vector<Side>& sides) {
    Follower found{object};
    if (!found.wall() && !found.door())
        return std::nullopt;
    const double reach = std::max(kReach, found.wall() ? found.wall()->thickness.inMetres() : 0.0);
    for (found.side = 0; found.side < sides.size(); ++found.side) {
        const Side& side = sides[found.side];
        const auto isAlong = [&](QPointF point) {
            const QPointF place = side.placeOf(point);
            return std::abs(place.y()) <= reach && place.x() >= -reach && place.x() <= side.length() + reach;
        };
        if (isAlong(found.from()) && isAlong(found.to()))
            return found;
    }
    return std::nullopt;
}

/// Of a place along a side: as far beyond a corner as it was, else at the same share of the way.
QPointF stretched(const Side& old, const Side& now, QPointF point) {
    QPointF place = old.placeOf(point);
    if (place.x() > old.length())
        place.rx() += now.length() - old.length();
    else if (place.x() > 0 && old.length() > 0)
        place.rx() *= now.length() / old.length();
    return now.at(place);
}

/// A door keeps its width, and stands within the side where it has room.
Follower doorOn(const Follower& door, const Side& old, const Side& now, QPointF middle) {
    const QPointF half = (door.to() - door.from()) / 2;
    const double wide = lengthOf(half), sense = dot(half, old.along()) < 0 ? -1 : 1;
    QPointF place = now.placeOf(middle);
    if (now.length() > 2 * wide)
        place.rx() = std::clamp(place.x(), wide, now.length() - wide);
    const QPointF at = now.at(place), way = now.along() * (wide * sense);
    return door.between(at - way, at + way);
}

class Following {
public:
    Following(const edits::Target& target, const Room& before, const Room& room)
        : m_target(target), m_old(sidesOf(before.outline)), m_isSameCount(before.outline.size() == room.outline.size()),
          m_new(sidesOf(m_isSameCount ? alignedWith(before.outline, room.outline) : room.outline)) {
        for (const RoomObject& object : target.design()->roomObjects)
            if (object.room == room.id)
                if (const auto follower = followerOf(object, m_old); follower && !stays(m_old[follower->side]))
                    m_followers.push_back(*follower);
    }

    std::vector<Edit> edits() {
        if (m_isSameCount)
            stretch();
        else
            wallAnew();
        return std::move(m_edits);
    }

private:
    bool stays(const Side& side) const {
        return std::ranges::any_of(m_new, [&side](const Side& each) {
            return each == side || (each.from == side.to && each.to == side.from);
        });
    }
    void put(const Follower& follower) {
        if (follower.from() != follower.to())
            m_edits.push_back(edits::putRoomObject(m_target, follower.object));
    }

    void stretch() {
        for (const Follower& each : m_followers) {
            const Side &old = m_old[each.side], &now = m_new[each.side];
            if (each.wall())
                put(each.between(stretched(old, now, each.from()), stretched(old, now, each.to())));
            else
                put(doorOn(each, old, now, stretched(old, now, (each.from() + each.to()) / 2)));
        }
    }

    // A wall of the side that a new side came from stands along that; what is left over goes.
    void wallAnew() {
        std::vector<bool> isUsed(m_followers.size());
        for (const Side& now : m_new) {
            if (std::ranges::count(m_old, now) > 0)
                continue;
            if (const auto from = nearestGone((now.from + now.to) / 2))
                addWall(*from, now, isUsed);
        }
        std::vector<Id<RoomObject>> gone;
        for (std::size_t i = 0; i < m_followers.size(); ++i) {
            const Follower& each = m_followers[i];
            if (each.wall() && !isUsed[i])
                gone.push_back(each.object.id);
            if (each.wall())
                continue;
            const QPointF middle = (each.from() + each.to()) / 2;
            const Side& now = m_new[nearest(m_new, middle)];
            const double beside = m_old[each.side].placeOf(middle).y();
            put(doorOn(each, m_old[each.side], now, now.at({now.placeOf(middle).x(), beside})));
        }
        if (!gone.empty())
            m_edits.push_back(edits::removeRoomObjects(m_target, std::move(gone)));
    }
    /// Of the old sides that are no more: what stays keeps its walls to itself.
    std::optional<std::size_t> nearestGone(QPointF point) const {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < m_old.size(); ++i)
            if (!stays(m_old[i]) && (!best || m_old[i].distanceTo(point) < m_old[*best].distanceTo(point)))
                best = i;
        return best;
    }
    void addWall(std::size_t from, const Side& now, std::vector<bool>& isUsed) {
        std::optional<std::size_t> taken;
        for (std::size_t i = 0; i < m_followers.size(); ++i)
            if (m_followers[i].side == from && m_followers[i].wall() && (!taken || (isUsed[*taken] && !isUsed[i])))
                taken = i;
        if (!taken)
            return;
        Follower wall = m_followers[*taken];
        const double beside = m_old[from].placeOf((wall.from() + wall.to()) / 2).y();
        if (isUsed[*taken])
            wall.object.id = {}; // one more of its kind
        isUsed[*taken] = true;
        put(wall.between(now.at({0, beside}), now.at({now.length(), beside})));
    }

    const edits::Target& m_target;
    std::vector<Side> m_old;
    bool m_isSameCount;
    std::vector<Side> m_new;
    std::vector<Follower> m_followers;
    std::vector<Edit> m_edits;
};

} // namespace

Edit putOutlineWithWalls(const edits::Target& target, Room room) {
    const Design* design = target.design();
    const Room* before = design ? design->rooms.find(room.id) : nullptr;
    std::vector<Edit> edits;
    if (before && before->outline.size() > 2 && room.outline.size() > 2 && before->outline != room.outline)
        edits = Following(target, *before, room).edits();
    Edit put = edits::putRoom(target, std::move(room));
    if (edits.empty())
        return put;
    Message text = put.text;
    edits.insert(edits.begin(), std::move(put));
    return edits::combined(std::move(text), std::move(edits));
}

} // namespace rackwright
