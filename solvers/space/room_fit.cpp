// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/room_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace rackwright {

namespace {

constexpr Length kFitStep = Length::millimetres(50);
constexpr std::int64_t kMostSteps = 60'000; // of a row's place across the room
constexpr Length kLargestRoom = Length::metres(500);

struct FitStretch {
    Length from, to;
    Length length() const { return to - from; }
};

/// The x that an edge passes through between two heights; nothing where it does not.
std::optional<FitStretch> edgeWithin(Point a, Point b, Length low, Length high) {
    if (a.y > b.y)
        std::swap(a, b);
    if (b.y <= low || a.y >= high) // one that lies on the edge of the band is beside it
        return std::nullopt;
    const auto at = [&](Length y) {
        if (a.y == b.y)
            return a.x;
        const double t = (y - a.y).inMetres() / (b.y - a.y).inMetres();
        return Length::nearest(a.x.inMetres() + t * (b.x - a.x).inMetres());
    };
    const Length x1 = a.y < low ? at(low) : a.x, x2 = b.y > high ? at(high) : b.x;
    return FitStretch{std::min(x1, x2), std::max(x1, x2)};
}

/// What a polygon takes of the band between two heights, along x.
std::optional<FitStretch> extentWithin(const std::vector<Point>& outline, Length low, Length high) {
    std::optional<FitStretch> extent;
    for (std::size_t i = 0; i < outline.size(); ++i)
        if (const auto edge = edgeWithin(outline[i], outline[(i + 1) % outline.size()], low, high))
            extent = extent ? FitStretch{std::min(extent->from, edge->from), std::max(extent->to, edge->to)} : *edge;
    return extent;
}

/// Racks of one row.
struct RowFill {
    std::vector<Length> starts; ///< low x of each rack
};

/// A request in the frame that rows run along x in.
class RowSearch {
public:
    explicit RowSearch(const RoomFitRequest& request) : m_r(request), m_box(boundingBox(request.room)) {
        const auto isWhole = [this](Length step) {
            return std::ranges::all_of(std::array{m_r.rackDepth, m_r.coldAisle, m_r.hotAisle}, [step](Length length) {
                return length.inMicrometres() % step.inMicrometres() == 0;
            });
        };
        m_step = kFitStep;
        for (const Length finer : {Length::millimetres(10), Length::millimetres(1)})
            if (!isWhole(m_step) && depth() / finer < kMostSteps)
                m_step = finer;
    }

    struct Found {
        std::vector<FitRow> rows;
        std::vector<RowFill> fills;
        std::int64_t most = 0, racks = 0;
    };

    Found best() {
        Found found;
        const Length least = std::min(m_r.frontFree, m_r.rearFree);
        m_first = m_box.low.y + least;
        const Length last = m_box.high.y - least - m_r.rackDepth;
        if (m_r.rackWidth <= Length() || m_r.rackDepth <= Length() || last < m_first)
            return found;
        m_steps = (last - m_first) / m_step + 1;
        countAll();
        const std::int64_t pitch = m_r.rackDepth / m_step + std::min(m_r.coldAisle, m_r.hotAisle) / m_step;
        const std::int64_t mostRows = std::min<std::int64_t>(200, m_steps / std::max<std::int64_t>(1, pitch) + 1);
        for (std::int64_t rows = 1; rows <= mostRows && addRow(); ++rows)
            ;
        // The fewest rows that take all, else the most racks in the fewest rows.
        std::size_t rows = 0;
        for (std::size_t k = 1; k < m_best.size(); ++k)
            found.most = std::max(found.most, top(k).racks);
        const std::int64_t wanted = m_r.count > 0 ? std::min(m_r.count, found.most) : found.most;
        while (rows + 1 < m_best.size() && (rows == 0 || top(rows).racks < wanted))
            ++rows;
        if (found.most == 0)
            return found;
        follow(rows, found);
        centre(found);
        return found;
    }

private:
    /// Of rows from a step on: racks, and how far they stand from busways.
    struct Score {
        std::int64_t racks = 0;
        double away = 0;
        bool operator>(const Score& other) const {
            return racks != other.racks ? racks > other.racks : away < other.away - 1e-9;
        }
    };
    struct Cell {
        Score score;
        std::int32_t at = -1; ///< step of the next row; -1: there is none
    };
    using Layer = std::array<std::vector<Cell>, 2>; ///< by whether the next row faces low

    Length depth() const { return m_box.high.y - m_box.low.y; }
    Length placeOf(std::int64_t step) const { return m_first + m_step * step; }

    std::vector<FitStretch> freeAlong(Length y, bool facesLow) const {
        const Length low = y - (facesLow ? m_r.frontFree : m_r.rearFree);
        const Length high = y + m_r.rackDepth + (facesLow ? m_r.rearFree : m_r.frontFree);
        if (low < m_box.low.y || high > m_box.high.y)
            return {};
        std::vector<FitStretch> blocked;
        for (std::size_t i = 0; i < m_r.room.size(); ++i)
            if (const auto edge = edgeWithin(m_r.room[i], m_r.room[(i + 1) % m_r.room.size()], low, high))
                blocked.push_back({edge->from - m_r.rowEnds, edge->to + m_r.rowEnds});
        for (const FitThing& thing : m_r.things) {
            const bool isSolid = thing.kind != FitThingKind::Reserved;
            const Length beside = thing.kind == FitThingKind::Wall ? m_r.rowEnds : Length();
            if (const auto extent = extentWithin(thing.outline, isSolid ? low : y, isSolid ? high : y + m_r.rackDepth))
                blocked.push_back({extent->from - beside, extent->to + beside});
        }
        std::ranges::sort(blocked, {}, &FitStretch::from);
        std::vector<FitStretch> free;
        Length from = m_box.low.x;
        const Length middle = y + m_r.rackDepth / 2;
        const auto add = [&](Length to) {
            if (to - from >= m_r.rackWidth && contains(m_r.room, {(from + to) / 2, middle}))
                free.push_back({from, to});
        };
        for (const FitStretch& each : blocked) {
            add(each.from);
            from = std::max(from, each.to);
        }
        add(m_box.high.x);
        return free;
    }

    std::int64_t mostIn(Length length) const {
        std::int64_t racks = std::max<std::int64_t>(0, length / m_r.rackWidth);
        while (racks > 0 && lengthOf(racks, blocksOf(racks)) > length)
            --racks;
        return racks;
    }
    std::int64_t blocksOf(std::int64_t racks) const { return (racks + m_r.mostInLine - 1) / m_r.mostInLine; }
    Length lengthOf(std::int64_t racks, std::int64_t blocks) const {
        return m_r.rackWidth * racks + m_r.crossAisle * std::max<std::int64_t>(0, blocks - 1);
    }

    // In the middle of its stretch, in blocks that are alike from both ends where there is room for that.
    void fillStretch(const FitStretch& stretch, std::int64_t racks, std::vector<Length>& starts) const {
        std::int64_t blocks = blocksOf(racks);
        if (blocks % 2 == 0 && racks % 2 != 0 && lengthOf(racks, blocks + 1) <= stretch.length())
            ++blocks;
        Length x = stretch.from + (stretch.length() - lengthOf(racks, blocks)) / 2;
        const std::int64_t each = racks / blocks, more = racks % blocks;
        for (std::int64_t block = 0; block < blocks; ++block) {
            // The longer blocks stand in the middle.
            const std::int64_t skip = (blocks - more) / 2;
            const std::int64_t size = each + (block >= skip && block < skip + more ? 1 : 0);
            for (std::int64_t i = 0; i < size; ++i, x += m_r.rackWidth)
                starts.push_back(x);
            x += m_r.crossAisle;
        }
    }

    RowFill fill(Length y, bool facesLow) const {
        RowFill fill;
        const std::vector<FitStretch> free = freeAlong(y, facesLow);
        for (std::size_t i = 0; i < free.size();) {
            // Stretches that a column parts are one line of racks: what parts them is no cross aisle.
            std::size_t end = i + 1;
            std::int64_t racks = mostIn(free[i].length());
            for (; end < free.size() && free[end].from - free[end - 1].to < m_r.crossAisle; ++end)
                racks += mostIn(free[end].length());
            if (end == i + 1 || racks <= m_r.mostInLine)
                for (; i < end; ++i)
                    fillStretch(free[i], mostIn(free[i].length()), fill.starts);
            else
                fillInTurn(std::vector<FitStretch>(free.begin() + static_cast<std::ptrdiff_t>(i),
                                                   free.begin() + static_cast<std::ptrdiff_t>(end)),
                           fill.starts);
            i = end;
        }
        return fill;
    }

    void fillInTurn(const std::vector<FitStretch>& line, std::vector<Length>& starts) const {
        std::int64_t inLine = 0;
        Length end = line.front().from;
        for (const FitStretch& stretch : line) {
            Length x = stretch.from;
            while (x + m_r.rackWidth <= stretch.to) {
                if (inLine > 0 && x - end >= m_r.crossAisle)
                    inLine = 0;
                if (inLine >= m_r.mostInLine) {
                    x = std::max(x, end + m_r.crossAisle);
                    inLine = 0;
                    continue;
                }
                starts.push_back(x);
                x += m_r.rackWidth;
                end = x;
                ++inLine;
            }
        }
    }

    double awayFromBusways(Length y) const {
        if (m_r.overhead.empty())
            return 0;
        double least = std::numeric_limits<double>::max();
        const Length middle = y + m_r.rackDepth / 2;
        for (const Point& point : m_r.overhead)
            least = std::min(least, std::abs((point.y - middle).inMetres()));
        return least;
    }

    void countAll() {
        for (const bool facesLow : {false, true}) {
            auto& counts = m_counts[facesLow ? 1 : 0];
            counts.resize(static_cast<std::size_t>(m_steps));
            for (std::int64_t step = 0; step < m_steps; ++step) {
                const Length y = placeOf(step);
                counts[static_cast<std::size_t>(step)] = {static_cast<std::int64_t>(fill(y, facesLow).starts.size()),
                                                          awayFromBusways(y)};
            }
        }
        m_best.resize(1);
        for (auto& cells : m_best.front())
            cells.resize(static_cast<std::size_t>(m_steps) + 1);
    }

    // The best of one row more, from each step on. False where it takes no more racks than without.
    bool addRow() {
        const Layer& before = m_best.back();
        Layer next;
        for (const bool facesLow : {false, true}) {
            std::vector<Cell>& cells = next[facesLow ? 1 : 0];
            cells.resize(static_cast<std::size_t>(m_steps) + 1);
            const Length aisle = facesLow ? m_r.hotAisle : m_r.coldAisle;
            const std::int64_t pitch =
                (m_r.rackDepth + aisle + m_step - Length::micrometres(1)) / m_step; // up to a whole step
            for (std::int64_t step = m_steps - 1; step >= 0; --step) {
                const auto at = static_cast<std::size_t>(step);
                cells[at] = cells[at + 1];
                const Score& own = m_counts[facesLow ? 1 : 0][at];
                if (own.racks == 0)
                    continue;
                const auto after = static_cast<std::size_t>(std::min(step + pitch, m_steps));
                const Cell& rest = before[facesLow ? 0 : 1][after];
                const bool isRest = m_best.size() == 1 || rest.at >= 0;
                const Score score{own.racks + rest.score.racks, own.away + rest.score.away};
                if (isRest && (cells[at].at < 0 || score > cells[at].score))
                    cells[at] = {score, static_cast<std::int32_t>(step)};
            }
        }
        const auto racksOf = [](const Layer& layer) {
            return std::max(layer[0].front().score.racks, layer[1].front().score.racks);
        };
        const bool isMore = racksOf(next) > racksOf(before);
        if (isMore)
            m_best.push_back(std::move(next));
        return isMore;
    }

    const Score& top(std::size_t rows) const {
        const Layer& layer = m_best[rows];
        return layer[1].front().score > layer[0].front().score || layer[0].front().at < 0 ? layer[1].front().score
                                                                                          : layer[0].front().score;
    }

    void follow(std::size_t rows, Found& found) const {
        const Layer& layer = m_best[rows];
        bool facesLow = layer[1].front().score > layer[0].front().score || layer[0].front().at < 0;
        std::int64_t step = 0;
        for (std::size_t k = rows; k > 0; --k) {
            const Cell& cell = m_best[k][facesLow ? 1 : 0][static_cast<std::size_t>(step)];
            addTo(found, placeOf(cell.at), facesLow);
            const Length aisle = facesLow ? m_r.hotAisle : m_r.coldAisle;
            step = std::min<std::int64_t>(cell.at + (m_r.rackDepth + aisle + m_step - Length::micrometres(1)) / m_step,
                                          m_steps);
            facesLow = !facesLow;
        }
    }

    void addTo(Found& found, Length y, bool facesLow) const {
        RowFill row = fill(y, facesLow);
        if (row.starts.empty())
            return;
        found.rows.push_back({y, y + m_r.rackDepth, row.starts.front(), row.starts.back() + m_r.rackWidth, facesLow});
        found.racks += static_cast<std::int64_t>(row.starts.size());
        found.fills.push_back(std::move(row));
    }

    // As far into the middle of the room as all rows together can go without losing a rack. Rows below busways stay.
    void centre(Found& found) const {
        if (!m_r.overhead.empty() || found.rows.empty())
            return;
        const Length middle = (m_box.low.y + m_box.high.y) / 2;
        const Length off = middle - (found.rows.front().low + found.rows.back().high) / 2;
        const std::int64_t most = std::abs(off.inMicrometres()) / kFitStep.inMicrometres();
        for (std::int64_t back = 0; back <= most; ++back) {
            const Length by = off - kFitStep * (off < Length() ? -back : back);
            Found shifted;
            shifted.most = found.most;
            for (const FitRow& row : found.rows)
                addTo(shifted, row.low + by, row.facesLow);
            if (shifted.racks >= found.racks && shifted.rows.size() == found.rows.size()) {
                found = std::move(shifted);
                return;
            }
        }
    }

    const RoomFitRequest& m_r;
    Box m_box;
    Length m_step, m_first;
    std::int64_t m_steps = 0;
    std::array<std::vector<Score>, 2> m_counts; ///< of a row at each step, by whether it faces low
    std::vector<Layer> m_best;                  ///< by number of rows
};

// The same room turned and mirrored, and back.
struct FitFrame {
    bool isTurned = false, isMirroredX = false, isMirroredY = false;
    Box box; ///< of the room as it was turned

    Point into(Point p) const {
        if (isTurned)
            std::swap(p.x, p.y);
        return {isMirroredX ? box.low.x + box.high.x - p.x : p.x, isMirroredY ? box.low.y + box.high.y - p.y : p.y};
    }
    Point back(Point p) const {
        p = {isMirroredX ? box.low.x + box.high.x - p.x : p.x, isMirroredY ? box.low.y + box.high.y - p.y : p.y};
        if (isTurned)
            std::swap(p.x, p.y);
        return p;
    }
};

std::vector<Point> sortedPoints(std::vector<Point> points) {
    std::ranges::sort(points);
    return points;
}

RoomFitRequest framed(const RoomFitRequest& request, const FitFrame& frame) {
    RoomFitRequest framed = request;
    const auto put = [&frame](std::vector<Point>& points) {
        for (Point& point : points)
            point = frame.into(point);
    };
    put(framed.room);
    put(framed.overhead);
    for (FitThing& thing : framed.things)
        put(thing.outline);
    return framed;
}

/// Of rooms that are each other's mirror image the same one.
using Likeness = std::vector<std::vector<Point>>;
Likeness likenessOf(const RoomFitRequest& request, const FitFrame& frame) {
    const RoomFitRequest seen = framed(request, frame);
    Likeness likeness;
    for (const FitThing& thing : seen.things)
        likeness.push_back(sortedPoints(thing.outline));
    std::ranges::sort(likeness);
    likeness.insert(likeness.begin(), sortedPoints(seen.room));
    likeness.push_back(sortedPoints(seen.overhead));
    for (std::vector<Point>& points : likeness)
        for (Point& point : points)
            point = {point.x - frame.box.low.x, point.y - frame.box.low.y};
    return likeness;
}

FitFrame frameOf(const RoomFitRequest& request, bool isTurned) {
    FitFrame best;
    best.isTurned = isTurned;
    std::vector<Point> room = request.room;
    if (isTurned)
        for (Point& point : room)
            std::swap(point.x, point.y);
    best.box = boundingBox(room);
    Likeness least = likenessOf(request, best);
    for (const auto& [x, y] : {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
        FitFrame frame = best;
        frame.isMirroredX = x;
        frame.isMirroredY = y;
        if (Likeness likeness = likenessOf(request, frame); likeness < least) {
            least = std::move(likeness);
            best = frame;
        }
    }
    return best;
}

// Of rows along x: 0 faces the least y. The plan turned has the left for it.
Angle rotationOf(const FitRow& row, const FitFrame& frame) {
    const bool facesLow = row.facesLow != frame.isMirroredY;
    if (frame.isTurned)
        return Angle::degrees(facesLow ? 270 : 90);
    return Angle::degrees(facesLow ? 0 : 180);
}

RoomFit fitAlong(const RoomFitRequest& request, bool isAlongY) {
    const FitFrame frame = frameOf(request, isAlongY);
    const RoomFitRequest seen = framed(request, frame);
    RowSearch::Found found = RowSearch(seen).best();
    // Of a count, the places nearest to the middle: each is taken from the end of a longest row.
    const Length middle = (boundingBox(seen.room).low.x + boundingBox(seen.room).high.x) / 2;
    for (; request.count > 0 && found.racks > request.count; --found.racks) {
        const auto longest =
            std::ranges::max_element(found.fills, {}, [](const RowFill& row) { return row.starts.size(); });
        std::vector<Length>& starts = longest->starts;
        const Length left = middle - starts.front(), right = starts.back() + seen.rackWidth - middle;
        starts.erase(left > right ? starts.begin() : starts.end() - 1);
    }
    RoomFit fit;
    fit.isAlongY = isAlongY;
    fit.most = found.most;
    const bool isUpward = !frame.isMirroredY;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const std::size_t index = isUpward ? i : found.rows.size() - 1 - i;
        FitRow row = found.rows[index];
        std::vector<Length> starts = found.fills[index].starts;
        if (starts.empty())
            continue;
        if (frame.isMirroredX)
            std::ranges::reverse(starts);
        const auto number = static_cast<std::int64_t>(fit.rows.size());
        for (const Length start : starts) {
            const Point centre{start + seen.rackWidth / 2, (row.low + row.high) / 2};
            fit.places.push_back({frame.back(centre), rotationOf(row, frame), number});
        }
        FitFrame turned;
        turned.isTurned = frame.isTurned;
        std::vector<Point> corners;
        for (const Length x :
             {starts.front(), starts.front() + seen.rackWidth, starts.back(), starts.back() + seen.rackWidth})
            for (const Length y : {row.low, row.high})
                corners.push_back(turned.into(frame.back({x, y})));
        const Box box = boundingBox(corners);
        row = {box.low.y, box.high.y, box.low.x, box.high.x, row.facesLow != frame.isMirroredY};
        fit.rows.push_back(row);
    }
    return fit;
}

} // namespace

RoomFit fitRoom(const RoomFitRequest& request) {
    if (request.room.size() < 3)
        return {};
    if (request.along != RowsAlong::Any)
        return fitAlong(request, request.along == RowsAlong::Y);
    RoomFit alongX = fitAlong(request, false), alongY = fitAlong(request, true);
    const Box box = boundingBox(request.room);
    const bool isLongAlongY = box.high.y - box.low.y > box.high.x - box.low.x;
    const auto rank = [&](const RoomFit& fit) {
        // The most racks, then the fewest rows, then along the longest wall.
        return std::tuple(-static_cast<std::int64_t>(fit.places.size()), fit.rows.size(),
                          fit.isAlongY == isLongAlongY ? 0 : 1);
    };
    return rank(alongY) < rank(alongX) ? alongY : alongX;
}

std::vector<FitShortage> shortagesOf(const RoomFitRequest& request, const RoomFit& fit) {
    std::vector<FitShortage> found;
    RoomFitRequest all = request;
    all.count = 0;
    all.along = fit.isAlongY ? RowsAlong::Y : RowsAlong::X;
    const auto mostOf = [](const RoomFitRequest& asked) { return fitRoom(asked).most; };
    const std::int64_t most = mostOf(all);
    // What the room lacks is found by less of a clearance, a step at a time: as much is missing of its size.
    const auto lackOf = [&](FitStop stop, Length RoomFitRequest::*clearance, std::int64_t times) {
        for (Length less = kFitStep; less <= all.*clearance; less += kFitStep) {
            RoomFitRequest eased = all;
            eased.*clearance = all.*clearance - less;
            if (const std::int64_t racks = mostOf(eased); racks > most) {
                found.push_back({stop, racks - most, less * times});
                return;
            }
        }
    };
    lackOf(FitStop::RowEnds, &RoomFitRequest::rowEnds, 2);
    const auto rows = static_cast<std::int64_t>(fit.rows.size());
    lackOf(FitStop::ColdAisle, &RoomFitRequest::coldAisle, std::max<std::int64_t>(1, (rows + 1) / 2));
    lackOf(FitStop::HotAisle, &RoomFitRequest::hotAisle, std::max<std::int64_t>(1, rows / 2));
    const auto without = [&](FitStop stop, FitThingKind kind) {
        RoomFitRequest eased = all;
        std::erase_if(eased.things, [kind](const FitThing& thing) { return thing.kind == kind; });
        if (eased.things.size() < all.things.size())
            if (const std::int64_t racks = mostOf(eased); racks > most)
                found.push_back({stop, racks - most, std::nullopt});
    };
    without(FitStop::Solids, FitThingKind::Solid);
    without(FitStop::Reserved, FitThingKind::Reserved);
    std::ranges::stable_sort(found, [](const FitShortage& a, const FitShortage& b) {
        const auto rank = [](const FitShortage& one) {
            return std::tuple(!one.lacks, one.lacks.value_or(Length()), -one.gain);
        };
        return rank(a) < rank(b);
    });
    return found;
}

std::optional<Point> roomFor(RoomFitRequest request, std::optional<Length> width, std::optional<Length> depth) {
    request.things.clear();
    request.overhead.clear();
    if (request.count <= 0)
        return std::nullopt;
    const auto takes = [&request](Length x, Length y) {
        RoomFitRequest asked = request;
        asked.room = {{}, {x, {}}, {x, y}, {{}, y}};
        asked.count = 0;
        return fitRoom(asked).most >= request.count;
    };
    // A larger room never takes fewer.
    const auto least = [](auto&& enough) -> std::optional<Length> {
        std::int64_t low = 0, high = kLargestRoom / kFitStep;
        if (!enough(kFitStep * high))
            return std::nullopt;
        while (high - low > 1) {
            const std::int64_t middle = (low + high) / 2;
            (enough(kFitStep * middle) ? high : low) = middle;
        }
        return kFitStep * high;
    };
    if (width && depth)
        return takes(*width, *depth) ? std::optional(Point{*width, *depth}) : std::nullopt;
    if (depth) {
        const auto found = least([&](Length x) { return takes(x, *depth); });
        return found ? std::optional(Point{*found, *depth}) : std::nullopt;
    }
    if (width) {
        const auto found = least([&](Length y) { return takes(*width, y); });
        return found ? std::optional(Point{*width, *found}) : std::nullopt;
    }
    // Of rows along x, one number of racks in a row after another: the depth follows, and the area decides.
    request.along = RowsAlong::X;
    std::optional<Point> best;
    const std::int64_t mostInRow = std::min<std::int64_t>(request.count, 120);
    for (std::int64_t rows = (request.count + mostInRow - 1) / mostInRow;
         rows <= std::min<std::int64_t>(request.count, 60); ++rows) {
        const std::int64_t inRow = (request.count + rows - 1) / rows;
        const std::int64_t blocks = (inRow + request.mostInLine - 1) / request.mostInLine;
        const Length x = request.rowEnds * 2 + request.rackWidth * inRow + request.crossAisle * (blocks - 1);
        const Length y = request.rackDepth * rows + request.coldAisle * (rows / 2) +
                         request.hotAisle * ((rows - 1) / 2) +
                         (rows % 2 == 0 ? request.rearFree * 2 : request.rearFree + request.frontFree);
        // Within the shapes that halls are built in.
        const bool isHall = x <= y * 3 && y <= x * 3;
        const auto size = [](Point p) { return p.x.inMetres() * p.y.inMetres(); };
        if ((isHall || (!best && rows == std::min<std::int64_t>(request.count, 60))) &&
            (!best || size({x, y}) < size(*best)))
            best = Point{x, y};
    }
    return best;
}

} // namespace rackwright
