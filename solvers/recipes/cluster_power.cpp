// SPDX-License-Identifier: GPL-3.0-or-later
// The power of a cluster from the utility to rack PDUs and power shelves.
#include "solvers/recipes/cluster_builder.h"

#include "model/design/occupancy.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr Length kBuswayHeight = Length::millimetres(2900);

} // namespace

Id<PowerElement> ClusterBuilder::addElement(PowerElement element) {
    element.id = m_ids.take<PowerElement>();
    m_elements.push_back(std::move(element));
    return m_elements.back().id;
}

void ClusterBuilder::addLink(Id<PowerElement> from, Id<PowerElement> to, std::optional<Current> breaker) {
    PowerLink link;
    link.id = m_ids.take<PowerLink>();
    link.from = from;
    link.to = to;
    link.breaker = breaker;
    m_links.push_back(std::move(link));
}

PowerElement ClusterBuilder::element(std::string name, PowerElementKind kind, FeedSide side) const {
    PowerElement made;
    made.name = std::move(name);
    made.kind = kind;
    made.side = side;
    made.voltage = Voltage(static_cast<double>(m_spec.supply.volts));
    return made;
}

Done ClusterBuilder::supplyPower() {
    if (Done found = embed(m_busway, m_spec.supply.busway); !found)
        return found;
    if (!m_isRackScale || hasCabinets())
        if (Done found = embed(m_pdu, m_spec.supply.pdu); !found)
            return found;
    if (m_isRackScale && hasCabinets())
        if (Done found = embed(m_lightTapOff, m_spec.supply.tapOff); !found)
            return found;
    PowerElement utility = element("Utility supply", PowerElementKind::Utility, FeedSide::None);
    utility.scope = existing();
    m_utility = addElement(std::move(utility));
    for (const Hall& hall : m_halls)
        if (Done supplied = m_spec.existingBusways > 0 ? supplyFromExisting(hall) : supplyHall(hall); !supplied)
            return supplied;
    return done();
}

bool ClusterBuilder::hasCabinets() const {
    return std::ranges::any_of(m_racks, [](const PlannedRack& r) { return !r.isRackScale && !r.isInRowUnit; });
}

FeedSide ClusterBuilder::sideOf(std::int64_t feed) const {
    if (m_spec.feeds == 1)
        return FeedSide::None;
    return feed == 0 ? FeedSide::A : FeedSide::B;
}

std::string ClusterBuilder::sideName(std::int64_t feed) const {
    return m_spec.feeds == 1 ? "" : feed == 0 ? " A" : " B";
}

Id<PowerElement> ClusterBuilder::addUps(const Hall& hall, std::int64_t feed, double watts) {
    PowerElement ups = element("UPS" + sideName(feed) + hallMark(hall), PowerElementKind::Ups, sideOf(feed));
    ups.rating = Power(std::ceil(watts * 1.1 / 100'000) * 100'000); // next 100 kW above the load with 10 % to spare
    ups.scope = existing();
    const Id<PowerElement> id = addElement(std::move(ups));
    addLink(m_utility, id);
    return id;
}

// One busway a feed for each stretch of racks that it carries whole; a stretch stays within a row.
Done ClusterBuilder::supplyHall(const Hall& hall) {
    double total = 0;
    for (std::size_t r = hall.from; r < hall.to; ++r)
        total += m_racks[r].watts;
    std::vector<Id<PowerElement>>& sources = m_sources[hall.room];
    for (std::int64_t feed = 0; feed < m_spec.feeds; ++feed)
        sources.push_back(addUps(hall, feed, total + coolingDraw(hall)));
    const double capacity = continuousWatts(*m_busway.part, static_cast<double>(m_spec.supply.volts));
    std::size_t from = hall.from;
    while (from < hall.to) {
        const std::int64_t row = hall.layout.places[from - hall.from].row;
        double watts = 0;
        std::size_t to = from;
        for (; to < hall.to && hall.layout.places[to - hall.from].row == row; ++to) {
            if (watts + m_racks[to].watts > capacity && to > from)
                break;
            watts += m_racks[to].watts;
        }
        if (watts > capacity)
            return inputError(Message("recipe.busway-too-small").with("part", m_busway.part->model));
        for (std::int64_t feed = 0; feed < m_spec.feeds; ++feed) {
            const Id<PowerElement> run = addBusway(hall, from, to, feed, {});
            addLink(sources[static_cast<std::size_t>(feed)], run);
            if (Done fed = feedRacks(from, to, run, feed); !fed)
                return fed;
        }
        from = to;
    }
    return done();
}

// The racks of a hall shared by load among its busways.
std::vector<ClusterBuilder::Stretch> ClusterBuilder::stretchesOf(const Hall& hall, std::int64_t busways) const {
    const std::int64_t count = busways / m_spec.feeds;
    double total = 0;
    for (std::size_t r = hall.from; r < hall.to; ++r)
        total += m_racks[r].watts;
    const double share = total / static_cast<double>(count);
    std::vector<Stretch> stretches;
    std::size_t to = hall.from;
    for (std::int64_t i = 0; i < count; ++i) {
        double watts = 0;
        const bool isLast = i + 1 == count;
        while (to < hall.to && (isLast || watts + m_racks[to].watts / 2 < share))
            watts += m_racks[to++].watts;
        stretches.push_back({to, watts});
    }
    return stretches;
}

bool ClusterBuilder::carries(const Stretch& stretch) const {
    return stretch.watts <= continuousWatts(*m_busway.part, static_cast<double>(m_spec.supply.volts)) *
                                static_cast<double>(m_spec.feeds);
}

// With how many busways the halls would be supplied, with as many feeds.
Error ClusterBuilder::tooFewBusways() const {
    const auto areCarried = [this](std::int64_t busways) {
        return std::ranges::all_of(m_halls, [&](const Hall& hall) {
            return std::ranges::all_of(stretchesOf(hall, busways),
                                       [this](const Stretch& stretch) { return carries(stretch); });
        });
    };
    // One more pair: an odd number is one feed, an even number two.
    for (std::int64_t busways = m_spec.existingBusways + 2; busways <= kMostBusways; busways += 2)
        if (areCarried(busways))
            return inputError(
                Message("recipe.busways-too-few").with("part", m_busway.part->model).with("count", busways));
    return inputError(Message("recipe.busway-too-small").with("part", m_busway.part->model));
}

// Existing busways share the racks by load. With two feeds half of the busways are side A, half side B, and each
// rack hangs on one of either: in normal use a busway carries half of the load of its racks.
Done ClusterBuilder::supplyFromExisting(const Hall& hall) {
    m_sources[hall.room] = {m_utility};
    std::size_t from = hall.from;
    for (const Stretch& stretch : stretchesOf(hall, m_spec.existingBusways)) {
        const std::size_t to = stretch.to;
        if (!carries(stretch))
            return tooFewBusways();
        for (std::int64_t feed = 0; feed < m_spec.feeds; ++feed) {
            const Id<PowerElement> run = addBusway(hall, from, to, feed, existing());
            addLink(m_utility, run);
            if (Done fed = feedRacks(from, to, run, feed); !fed)
                return fed;
        }
        from = to;
    }
    return done();
}

Id<PowerElement> ClusterBuilder::addBusway(const Hall& hall, std::size_t from, std::size_t to, std::int64_t feed,
                                           const Scope& scope) {
    const std::string number = std::to_string(m_busways++ / m_spec.feeds + 1);
    PowerElement run = element("Busway " + number + sideName(feed), PowerElementKind::Busway, sideOf(feed));
    run.part = m_busway.row;
    run.scope = scope;
    const Id<PowerElement> id = addElement(std::move(run));
    const Length aside = Length::millimetres(feed == 0 ? -250 : 250);
    std::size_t first = from;
    for (std::size_t r = from; r < to; ++r) {
        const RackPlace& place = hall.layout.places[r - hall.from];
        const bool endsRow = r + 1 == to || hall.layout.places[r + 1 - hall.from].row != place.row;
        if (!endsRow)
            continue;
        const Length start = hall.layout.places[first - hall.from].centre.x;
        const Length y = hall.layout.rows[static_cast<std::size_t>(place.row)].ways + aside;
        const auto a = addNode(hall.room, PathNodeKind::End, {start, y}, kBuswayHeight);
        const auto b = addNode(hall.room, PathNodeKind::End, {place.centre.x, y}, kBuswayHeight);
        if (first != r) {
            PathSegment& segment = addSegment(m_elements.back().name, PathwayKind::Busway, a, b,
                                              Length::millimetres(200), Length::millimetres(250));
            segment.carries = Carries::Electricity;
            segment.busway = id;
            segment.scope = scope;
        }
        first = r + 1;
    }
    return id;
}

Done ClusterBuilder::feedRacks(std::size_t from, std::size_t to, Id<PowerElement> run, std::int64_t feed) {
    for (std::size_t r = from; r < to; ++r) {
        if (m_racks[r].isInRowUnit)
            continue;
        if (m_racks[r].isRackScale)
            feedSystem(r, run, feed);
        else if (isOnShelves(m_racks[r]))
            feedShelves(r, run, feed);
        else if (Done fed = feedCabinet(r, run, feed); !fed)
            return fed;
    }
    return done();
}

Id<PowerElement> ClusterBuilder::addTapOff(std::size_t r, Id<PowerElement> run, std::int64_t feed,
                                           const EmbeddedPart& part, const std::string& mark) {
    PowerElement tap = element("Tap " + rackName(r) + sideName(feed) + mark, PowerElementKind::TapOff, sideOf(feed));
    tap.part = part.row;
    const Id<PowerElement> id = addElement(std::move(tap));
    addLink(run, id, fact(*part.part, attribute::ratedCurrent).typical());
    return id;
}

// A rack-scale system brings its power shelves; one set a feed hangs on its own tap-off.
void ClusterBuilder::feedSystem(std::size_t r, Id<PowerElement> run, std::int64_t feed) {
    const Id<PowerElement> tap = addTapOff(r, run, feed, m_tapOff, {});
    PowerElement shelves =
        element(rackName(r) + " power shelves" + sideName(feed), PowerElementKind::PowerShelf, sideOf(feed));
    shelves.placement = ZeroU{m_rackIds[r], feed == 0 ? Side::Left : Side::Right, 0};
    shelves.rating = shelfRating();
    const Id<PowerElement> id = addElement(std::move(shelves));
    addLink(tap, id);
}

// Shelves stand at the top of the rack, those of feed A above those of B, each on its own tap-off.
void ClusterBuilder::feedShelves(std::size_t r, Id<PowerElement> run, std::int64_t feed) {
    const std::int64_t count = shelvesFor(m_racks[r].watts);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string mark = count > 1 ? std::to_string(i + 1) : std::string();
        const Id<PowerElement> tap = addTapOff(r, run, feed, m_tapOff, mark);
        PowerElement shelf =
            element(rackName(r) + " power shelf" + sideName(feed) + mark, PowerElementKind::PowerShelf, sideOf(feed));
        shelf.part = m_shelf.row;
        shelf.placement = InRack{m_rackIds[r], heightOf(*m_openRack.part) - feed * count - i, Face::Front, 0};
        addLink(tap, addElement(std::move(shelf)));
    }
}

// Half of the supplies of an N+N system.
std::optional<Power> ClusterBuilder::shelfRating() const {
    for (const PowerInput& input : m_node.part->powerInputs)
        if (const auto rating = input.rating.typical())
            return Power(rating->si() * static_cast<double>(input.required.value_or(input.count)));
    return std::nullopt;
}

// PDUs of one feed with an outlet of its own type for each cord of the rack: many small devices draw little and fill
// the few C13 of a PDU that is chosen for nodes. One where nobody says how many outlets it has.
std::int64_t ClusterBuilder::pdusForCords(const PlannedRack& rack) const {
    const std::array<std::pair<const char*, std::optional<double>>, 2> outlets = {
        {{"C14", fact(*m_pdu.part, attribute::outletsC13).typical()},
         {"C20", fact(*m_pdu.part, attribute::outletsC19).typical()}}};
    std::int64_t pdus = 1;
    for (const auto& [inlet, each] : outlets) {
        if (!each || *each < 1)
            continue;
        std::int64_t cords = 0;
        for (const auto& [device, unit] : rack.contents)
            for (const PowerInput& input : partOf(m_devices[device]).powerInputs)
                cords += input.inlet.starts_with(inlet) ? input.count : 0;
        const double onFeed = std::ceil(static_cast<double>(cords) / static_cast<double>(m_spec.feeds));
        pdus = std::max(pdus, static_cast<std::int64_t>(std::ceil(onFeed / *each)));
    }
    return pdus;
}

Done ClusterBuilder::feedCabinet(std::size_t r, Id<PowerElement> run, std::int64_t feed) {
    const double each = continuousWatts(*m_pdu.part, static_cast<double>(m_spec.supply.volts));
    const auto byPower =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(m_racks[r].watts / each - 1e-9)));
    // One feed has both sides of the rack for its PDUs.
    const std::int64_t places = m_spec.feeds == 1 ? 2 * kZeroUPlacesASide : kZeroUPlacesASide;
    if (byPower > places)
        return inputError(Message("recipe.rack-too-hot")
                              .with("part", m_pdu.part->model)
                              .with("power", UnitNumber{m_racks[r].watts / 1000, "kW"})
                              .with("most", UnitNumber{static_cast<double>(places) * each / 1000, "kW"}));
    const std::int64_t count = std::max(byPower, std::min(pdusForCords(m_racks[r]), places));
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string mark = count > 1 ? std::to_string(i + 1) : std::string();
        const Id<PowerElement> tap = addTapOff(r, run, feed, m_isRackScale ? m_lightTapOff : m_tapOff, mark);
        PowerElement pdu =
            element(rackName(r) + " PDU" + sideName(feed) + mark, PowerElementKind::RackPdu, sideOf(feed));
        pdu.part = m_pdu.row;
        const bool isLeft = feed == 0 && i < kZeroUPlacesASide;
        pdu.placement = ZeroU{m_rackIds[r], isLeft ? Side::Left : Side::Right, i % kZeroUPlacesASide};
        pdu.breaker = fact(*m_pdu.part, attribute::ratedCurrent).typical();
        const std::optional<Current> breaker = pdu.breaker;
        addLink(tap, addElement(std::move(pdu)), breaker);
    }
    return done();
}

} // namespace rackwright
