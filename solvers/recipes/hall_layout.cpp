// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/hall_layout.h"

#include "model/base/check.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rackwright {

namespace {

// Between two wall units, for pipes and doors.
constexpr Length kBetweenUnits = Length::millimetres(150);
// Halls look best, and walk shortest, somewhat wider than deep.
constexpr double kGoodProportion = 1.6;
constexpr Length kHalfTray = Length::millimetres(300);
// What the ways over a row take of it: busways of two feeds side by side, and the tray between them in another height.
constexpr Length kWays = Length::millimetres(750);
// Rows are shifted by so much when they are laid out around columns.
constexpr Length kTryEvery = Length::millimetres(50);
// A room is looked for that is so many places wider, and so many steps deeper, than racks without columns need.
constexpr std::int64_t kMostPlacesMore = 8, kMostDeeper = 20;
constexpr Length kDeeperBy = Length::millimetres(200);
// Where none of these does, rooms of more width are looked at: a route passes between columns so far apart, with what
// they are wide themselves.
constexpr Length kColumnAndMargin = Length::millimetres(800);
constexpr std::int64_t kWidestSearch = 120; // places
constexpr double kTenthsBelow = 100;        // m
constexpr std::int64_t kMostColumnsTimesPlaces = 10'000;

Length rowLength(std::int64_t places, const HallRequest& r) {
    return r.placeWidth * places + r.crossAisle * ((places - 1) / kMostRacksInBlock);
}

Length rowsDepth(std::int64_t rows, const HallRequest& r) {
    const std::int64_t coldAisles = (rows + 1) / 2, hotAisles = (rows - 1) / 2;
    return r.placeDepth * rows + r.coldAisle * coldAisles + r.hotAisle * hotAisles -
           (rows % 2 != 0 ? r.coldAisle : Length()); // the open side of an odd row is its front margin
}

Length endZone(const HallRequest& r) {
    Length zone = r.wallClearance;
    for (const WallUnit& unit : r.wallUnits)
        zone = std::max(zone, unit.behind + unit.depth + r.unitClearance);
    return zone;
}

std::int64_t unitsAlong(Length wall, const HallRequest& r) {
    Length widest;
    for (const WallUnit& unit : r.wallUnits)
        widest = std::max(widest, unit.width);
    const Length usable = wall - kBetweenUnits * 2;
    return widest > Length() ? std::max<std::int64_t>(0, (usable + kBetweenUnits) / (widest + kBetweenUnits)) : 0;
}

/// Margins and room size for a number of rows.
struct Frame {
    std::int64_t rows = 0;
    std::int64_t placesPerRow = 0;
    Length side, top, bottom; ///< from wall to racks
    Length width, depth;
};

/// Where rows and aisles lie between the walls, from the top of the first row on.
struct Band {
    Length from, to;
    bool isAisle = false;
};

std::vector<Band> bandsOf(const Frame& frame, const HallRequest& r, Length top) {
    std::vector<Band> bands{{top - r.wallClearance, top, true}};
    Length y = top;
    for (std::int64_t row = 0; row < frame.rows; ++row) {
        bands.push_back({y, y + r.placeDepth, false});
        y += r.placeDepth;
        const Length aisle = row + 1 == frame.rows ? r.wallClearance : row % 2 == 0 ? r.coldAisle : r.hotAisle;
        bands.push_back({y, y + aisle, true});
        y += aisle;
    }
    return bands;
}

// Columns that stand in an aisle, or in two bands at once.
std::int64_t columnsInTheWay(const std::vector<Band>& bands, const HallRequest& r) {
    return std::ranges::count_if(r.columns, [&bands](const std::vector<Point>& column) {
        const Box box = boundingBox(column);
        return std::ranges::any_of(
            bands, [&box](const Band& band) { return band.isAisle && box.low.y < band.to && band.from < box.high.y; });
    });
}

struct Strip {
    Length low, high;
    Length width() const { return high - low; }
};

bool meetsColumn(const Strip& strip, Length from, Length to, const HallRequest& r) {
    return std::ranges::any_of(r.columns, [&](const std::vector<Point>& column) {
        const Box box = boundingBox(column);
        return box.high.x > from && box.low.x < to && box.high.y > strip.low && box.low.y < strip.high;
    });
}

/// What the columns that stand in a row leave free along its whole length.
Strip freeStrip(const Strip& row, Length from, Length to, const HallRequest& r) {
    Strip free = row;
    for (const std::vector<Point>& column : r.columns) {
        const Box box = boundingBox(column);
        if (box.high.x <= from || box.low.x >= to || box.high.y <= free.low || box.low.y >= free.high)
            continue;
        if (box.low.y + box.high.y < row.low + row.high)
            free.low = box.high.y;
        else
            free.high = box.low.y;
    }
    return free;
}

// Rows whose columns leave no strip for trays and busways over them.
std::int64_t rowsWithoutWays(const Frame& frame, const std::vector<Band>& bands, const HallRequest& r) {
    const Length half = rowLength(frame.placesPerRow, r) / 2, middle = frame.width / 2;
    return std::ranges::count_if(bands, [&](const Band& band) {
        return !band.isAisle &&
               freeStrip({band.from, band.to}, middle - half, middle + half, r).width() < std::min(kWays, r.placeDepth);
    });
}

// In a given room without units along its walls the rows stand in the middle, shifted so that columns stand within rows
// (where they cost places) and not in aisles (where nobody passes them), and there at the front or back of the racks,
// where they leave room for the ways over them.
Length topAroundColumns(const Frame& frame, const HallRequest& r) {
    const Length last = frame.depth - frame.bottom - rowsDepth(frame.rows, r);
    const Length middle = (frame.top + last) / 2;
    Length best = std::max(frame.top, middle);
    const auto judge = [&](Length top) {
        const std::vector<Band> bands = bandsOf(frame, r, top);
        const Length offCentre = top < middle ? middle - top : top - middle;
        return std::tuple(columnsInTheWay(bands, r), rowsWithoutWays(frame, bands, r), offCentre);
    };
    auto least = judge(best);
    for (Length top = frame.top; top <= last; top += kTryEvery)
        if (const auto found = judge(top); found < least) {
            best = top;
            least = found;
        }
    return best;
}

Frame frameFor(std::int64_t rows, const HallRequest& r, std::int64_t spare) {
    Frame frame;
    frame.rows = rows;
    frame.placesPerRow = (r.places + spare + rows - 1) / rows;
    frame.side = r.wallUnits.empty() ? r.wallClearance : endZone(r);
    frame.top = frame.bottom = r.wallClearance;
    if (rows % 2 != 0)
        frame.bottom = std::max(frame.bottom, r.coldAisle);
    const Length body = rowsDepth(rows, r);
    const auto units = static_cast<std::int64_t>(r.wallUnits.size());
    const Length depth = r.depth.value_or(frame.top + body + frame.bottom);
    if (units > 2 * unitsAlong(depth, r))
        frame.top = std::max(frame.top, endZone(r));
    frame.depth = r.depth.value_or(frame.top + body + frame.bottom);
    frame.width = r.width.value_or(frame.side * 2 + rowLength(frame.placesPerRow, r));
    if (r.depth && !r.wallUnits.empty() && units <= 2 * unitsAlong(depth, r))
        frame.top = std::max(frame.top, (frame.depth - body - frame.bottom) / 2);
    else if (r.depth && r.wallUnits.empty())
        frame.top = topAroundColumns(frame, r);
    return frame;
}

// Units that find no place along the sides stand along the top.
bool hasRoomForUnits(const Frame& frame, const HallRequest& r) {
    const auto units = static_cast<std::int64_t>(r.wallUnits.size());
    const std::int64_t onTop = units - 2 * std::min(unitsAlong(frame.depth, r), (units + 1) / 2);
    if (onTop <= 0)
        return true;
    Length widest;
    for (const WallUnit& unit : r.wallUnits)
        widest = std::max(widest, unit.width);
    return frame.top >= endZone(r) && endZone(r) * 2 + (widest + kBetweenUnits) * onTop - kBetweenUnits <= frame.width;
}

bool fits(const Frame& frame, const HallRequest& r) {
    const bool isDeep = frame.top + rowsDepth(frame.rows, r) + frame.bottom <= frame.depth;
    return isDeep && hasRoomForUnits(frame, r) && frame.side * 2 + rowLength(frame.placesPerRow, r) <= frame.width;
}

double proportionError(const Frame& frame) {
    return std::abs(std::log(frame.width.inMetres() / frame.depth.inMetres() / kGoodProportion));
}

std::optional<Frame> chooseFrame(const HallRequest& r, std::int64_t spare) {
    std::optional<Frame> best;
    const std::int64_t most = r.rows.value_or(std::max<std::int64_t>(1, std::min<std::int64_t>(r.places, 200)));
    for (std::int64_t rows = r.rows.value_or(1); rows <= most; ++rows) {
        const Frame frame = frameFor(rows, r, spare);
        const bool isPaired = rows == 1 || rows % 2 == 0 || r.rows;
        if (!isPaired || !fits(frame, r))
            continue;
        if (!best || proportionError(frame) < proportionError(*best))
            best = frame;
    }
    return best;
}

bool meetsColumn(const Footprint& place, const HallRequest& r) {
    const std::vector<Point> outline = corners(place);
    return std::ranges::any_of(r.columns,
                               [&outline](const std::vector<Point>& column) { return overlap(outline, column); });
}

Length placeX(std::int64_t index, Length from, const HallRequest& r) {
    return from + r.placeWidth * index + r.crossAisle * (index / kMostRacksInBlock) + r.placeWidth / 2;
}

// Trays and busways cannot run through a column as racks can leave one out: they take the middle of the strip of the
// row that its columns leave free. Where that is too narrow they hang over the edge of the row, if no column is there.
Length waysOver(const RowBand& band, const HallRequest& r) {
    const Strip row{band.y - r.placeDepth / 2, band.y + r.placeDepth / 2};
    const Strip free = freeStrip(row, band.from, band.to, r);
    const Length middle = (free.low + free.high) / 2;
    if (free.width() >= std::min(kWays, r.placeDepth))
        return middle;
    for (const Strip& over : {Strip{free.high - kWays, free.high}, Strip{free.low, free.low + kWays}})
        if (!meetsColumn(over, band.from, band.to, r))
            return (over.low + over.high) / 2;
    return middle;
}

void addRows(const Frame& frame, const HallRequest& r, HallLayout& layout) {
    const Length from = (frame.width - rowLength(frame.placesPerRow, r)) / 2;
    Length y = frame.top;
    for (std::int64_t row = 0; row < frame.rows; ++row) {
        RowBand band;
        band.facesDown = row % 2 == 0;
        band.y = y + r.placeDepth / 2;
        band.from = from;
        band.to = from + rowLength(frame.placesPerRow, r);
        band.ways = waysOver(band, r);
        for (std::int64_t i = 0; i < frame.placesPerRow; ++i) {
            const RackPlace place{{placeX(i, from, r), band.y}, Angle::degrees(band.facesDown ? 180 : 0), row};
            const bool isFree = !meetsColumn({place.centre, r.placeWidth, r.placeDepth, place.rotation}, r);
            if (isFree && static_cast<std::int64_t>(layout.places.size()) < r.places)
                layout.places.push_back(place);
        }
        layout.rows.push_back(band);
        y += r.placeDepth + (band.facesDown ? r.coldAisle : r.hotAisle);
    }
}

void addAisles(const Frame& frame, const HallRequest& r, HallLayout& layout) {
    const Length half = r.placeDepth / 2;
    for (std::int64_t row = 0; row < frame.rows; ++row) {
        const RowBand& band = layout.rows[static_cast<std::size_t>(row)];
        const Length front = band.facesDown ? band.y + half : band.y - half - r.coldAisle;
        if (band.facesDown) // once for the pair
            layout.aisles.push_back(
                {AisleKind::Cold, rectangleOutline({band.from, front}, {band.to, front + r.coldAisle})});
        const Length back = band.facesDown ? band.y - half - r.hotAisle : band.y + half;
        const bool isShared = !band.facesDown && row + 1 < frame.rows;
        const bool isOuter = row == 0 || (row + 1 == frame.rows && !band.facesDown);
        const Length room = isOuter ? std::min(r.hotAisle, band.facesDown ? frame.top : frame.bottom) : r.hotAisle;
        if (isShared || isOuter)
            layout.aisles.push_back(
                {AisleKind::Hot, band.facesDown
                                     ? rectangleOutline({band.from, band.y - half - room}, {band.to, band.y - half})
                                     : rectangleOutline({band.from, back}, {band.to, back + room})});
    }
}

// How far a route must keep off the end of the rows to pass the columns; at most to the wall's clearance.
Length offColumns(const std::vector<Point>& route, Length most, bool isLeft, const HallRequest& r) {
    for (Length off; off <= most; off += kTryEvery) {
        std::vector<Point> moved = route;
        for (Point& point : moved)
            point.x += isLeft ? -off : off;
        if (std::ranges::none_of(r.columns, [&](const std::vector<Point>& column) { return overlap(moved, column); }))
            return off;
    }
    return {};
}

// Routes along both ends of the rows, and through them at their cross aisles.
void addRoutes(const Frame& frame, const HallRequest& r, HallLayout& layout) {
    const Length top = frame.top, bottom = frame.top + rowsDepth(frame.rows, r);
    const RowBand& band = layout.rows.front();
    const auto add = [&](Length from, Length to) {
        layout.aisles.push_back({AisleKind::Circulation, rectangleOutline({from, top}, {to, bottom})});
    };
    const Length spare = band.from - r.wallClearance;
    layout.crossWay =
        band.from -
        offColumns(rectangleOutline({band.from - kHalfTray, top}, {band.from + kHalfTray, bottom}), spare, true, r);
    const Length left =
        offColumns(rectangleOutline({band.from - r.crossAisle, top}, {band.from, bottom}), spare, true, r);
    const Length right =
        offColumns(rectangleOutline({band.to, top}, {band.to + r.crossAisle, bottom}), spare, false, r);
    add(band.from - r.crossAisle - left, band.from - left);
    for (std::int64_t i = kMostRacksInBlock; i < frame.placesPerRow; i += kMostRacksInBlock) {
        const Length from = placeX(i - 1, band.from, r) + r.placeWidth / 2;
        add(from, from + r.crossAisle);
    }
    add(band.to + right, band.to + r.crossAisle + right);
}

// Down the left wall, then the right one, then along the top.
bool addWallUnits(const Frame& frame, const HallRequest& r, HallLayout& layout) {
    const Length zone = endZone(r);
    Length leftY = kBetweenUnits, rightY = kBetweenUnits, topX = zone;
    const auto units = static_cast<std::int64_t>(r.wallUnits.size());
    const std::int64_t perSide = std::min(unitsAlong(frame.depth, r), (units + 1) / 2);
    std::int64_t onLeft = 0, onRight = 0;
    // Units on a side are spread over its length.
    const auto spread = [&](std::int64_t count) {
        Length taken;
        for (const WallUnit& unit : r.wallUnits)
            taken = std::max(taken, unit.width);
        return count > 0 ? (frame.depth - taken * count) / (count + 1) : Length();
    };
    const Length leftGap = spread(perSide), rightGap = spread(std::min(perSide, units - perSide));
    for (const WallUnit& unit : r.wallUnits) {
        const Length across = unit.behind + unit.depth / 2;
        if (onLeft < perSide) {
            leftY = onLeft == 0 ? leftGap : leftY;
            layout.wallUnits.push_back({{across, leftY + unit.width / 2}, Angle::degrees(90)});
            leftY += unit.width + leftGap;
            ++onLeft;
        } else if (onRight < perSide) {
            rightY = onRight == 0 ? rightGap : rightY;
            layout.wallUnits.push_back({{frame.width - across, rightY + unit.width / 2}, Angle::degrees(270)});
            rightY += unit.width + rightGap;
            ++onRight;
        } else {
            if (frame.top < zone || topX + unit.width > frame.width - zone)
                return false;
            layout.wallUnits.push_back({{topX + unit.width / 2, across}, Angle::degrees(180)});
            topX += unit.width + kBetweenUnits;
        }
    }
    return true;
}

// Columns cost places: try with ever more of them until all racks stand.
std::optional<HallLayout> laidOut(const HallRequest& request) {
    for (std::int64_t spare = 0; spare <= static_cast<std::int64_t>(request.columns.size()) * 6; ++spare) {
        const auto frame = chooseFrame(request, spare);
        if (!frame)
            return std::nullopt;
        HallLayout layout;
        layout.width = frame->width;
        layout.depth = frame->depth;
        layout.columns = request.columns;
        addRows(*frame, request, layout);
        if (static_cast<std::int64_t>(layout.places.size()) < request.places)
            continue;
        addAisles(*frame, request, layout);
        addRoutes(*frame, request, layout);
        if (!addWallUnits(*frame, request, layout))
            return std::nullopt;
        return layout;
    }
    return std::nullopt;
}

struct RoomSize {
    Length width, depth;
};

HallRequest inRoom(HallRequest request, RoomSize size) {
    request.width = size.width;
    request.depth = size.depth;
    if (request.columnsIn)
        request.columns = request.columnsIn(size.width, size.depth);
    return request;
}

// Nobody passes a column in an aisle, and no door opens towards one.
bool hasFreeAisles(const HallLayout& layout) {
    return std::ranges::none_of(layout.aisles, [&layout](const AisleBand& aisle) {
        return std::ranges::any_of(
            layout.columns, [&aisle](const std::vector<Point>& column) { return overlap(aisle.outline, column); });
    });
}

// As people read it: to the 0.1 m, or to the metre where a message shows no tenths. Never less than is needed.
Length roundedUp(Length size) {
    const double step = size.inMetres() < kTenthsBelow ? 0.1 : 1.0;
    const double hair = 1e-6;
    return Length::nearest(std::ceil(size.inMetres() / step - hair) * step);
}

/// Rooms that are looked at: wider by so many places, every so many of them, and deeper by so many steps.
struct RoomSearch {
    std::int64_t mostPlaces = 0, everyPlaces = 1;
    std::int64_t mostSteps = 0;
    Length step;
};

// The first room of a search in which the racks stand and the columns, as it would have them, stand off the aisles.
std::optional<RoomSize> firstRoom(const HallRequest& request, RoomSize least, std::int64_t rows,
                                  const RoomSearch& search) {
    for (std::int64_t more = 0; more <= search.mostPlaces; more += search.everyPlaces)
        for (std::int64_t step = 0; step <= search.mostSteps; ++step) {
            const RoomSize size{
                request.width ? least.width : roundedUp(least.width + request.placeWidth * more),
                request.depth ? least.depth : roundedUp(least.depth + search.step * step),
            };
            // With as many rows first, which is quickly seen; too many columns among too many racks take too long.
            HallRequest alike = inRoom(request, size);
            alike.rows = rows;
            if (static_cast<std::int64_t>(alike.columns.size()) * request.places > kMostColumnsTimesPlaces)
                return std::nullopt;
            const auto first = laidOut(alike);
            if (!first || !hasFreeAisles(*first))
                continue;
            const auto layout = laidOut(inRoom(request, size));
            if (layout && hasFreeAisles(*layout))
                return size;
        }
    return std::nullopt;
}

// How many places wider a room may have to be for a route to pass between two of its columns.
std::int64_t placesForRoutes(const HallRequest& request, RoomSize least) {
    const auto columns = static_cast<std::int64_t>(inRoom(request, least).columns.size());
    const Length apart = request.crossAisle + kColumnAndMargin;
    const Length missing = apart * (columns + 1) - least.width;
    return missing > Length() ? missing / request.placeWidth + 1 : 0;
}

// A room in which the racks stand, with the columns that it would have: the least one, or somewhat larger so that the
// columns stand off the aisles, or as wide as many columns need it. Without one that is known, what the racks alone
// need.
std::optional<RoomSize> roomThatWouldDo(const HallRequest& request) {
    HallRequest open = request;
    open.columns.clear();
    const auto frame = chooseFrame(open, 0);
    if (!frame)
        return std::nullopt;
    const RoomSize least{request.width.value_or(frame->width), request.depth.value_or(frame->depth)};
    const std::int64_t wider = request.width ? 0 : kMostPlacesMore, deeper = request.depth ? 0 : kMostDeeper;
    if (const auto near = firstRoom(request, least, frame->rows, {wider, 1, deeper, kDeeperBy}))
        return near;
    const std::int64_t widest =
        request.width ? 0 : std::min(kMostPlacesMore + placesForRoutes(request, least), kWidestSearch);
    const RoomSearch far{widest, 1, request.depth ? 0 : kMostDeeper / 3, kDeeperBy * 4};
    for (const std::int64_t rows : {frame->rows, frame->rows + 2, frame->rows - 2})
        if (rows > 0)
            if (const auto found = firstRoom(request, least, rows, far))
                return found;
    return std::nullopt;
}

// Not less than what it is read as, in inches too: they are printed to a hundredth, and as whole feet when there are
// many. The metric digits stay the same but for those.
double readFrom(Length size) {
    constexpr double inch = 0.0254, foot = 12 * inch, manyFeet = 1000 * foot, hair = 1e-6;
    const double step = size.inMetres() < manyFeet - foot ? inch / 100 : foot;
    return std::ceil(size.inMetres() / step - hair) * step;
}

Error tooSmall(const HallRequest& request) {
    HallRequest open = request;
    open.width.reset();
    open.depth.reset();
    const auto size = roomThatWouldDo(open);
    if (!size)
        return inputError(Message(request.columnsIn ? "recipe.room-columns-in-aisles" : "recipe.room-too-small-for")
                              .with("places", request.places));
    return inputError(Message("recipe.room-too-small")
                          .with("places", request.places)
                          .with("width", UnitNumber{readFrom(size->width), "m"})
                          .with("depth", UnitNumber{readFrom(size->depth), "m"}));
}

} // namespace

Result<HallLayout> layOutHall(const HallRequest& request) {
    RW_CHECK(request.places > 0 && request.placeWidth > Length(), "a hall is laid out for racks of a known size");
    std::optional<RoomSize> size;
    if (request.columnsIn) { // which stand where the size of the room says
        size = request.width && request.depth ? RoomSize{*request.width, *request.depth} : roomThatWouldDo(request);
        if (!size)
            return tooSmall(request);
    }
    if (auto layout = laidOut(size ? inRoom(request, *size) : request))
        return std::move(*layout);
    return tooSmall(request);
}

std::vector<Point> rectangleOutline(Point low, Point high) { return {low, {high.x, low.y}, high, {low.x, high.y}}; }

} // namespace rackwright
