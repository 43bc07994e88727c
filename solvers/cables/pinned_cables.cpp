// SPDX-License-Identifier: GPL-3.0-or-later
// Cables of which a person chose the part or the route: what they are made of and how long they are then.
#include "solvers/cables/cable_planner.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

struct PathPoint {
    double x = 0, y = 0, z = 0;
};

PathPoint pointOf(const PathNode& node) {
    return {node.place.x.inMetres(), node.place.y.inMetres(), node.height.inMetres()};
}

double apart(const PathPoint& a, const PathPoint& b) { return std::hypot(b.x - a.x, b.y - a.y, b.z - a.z); }

/// The points that a run of segments goes through, in its order; empty where they do not hang together.
std::vector<PathPoint> pointsOf(const Design& design, const std::vector<Id<PathSegment>>& route) {
    std::vector<std::pair<Id<PathNode>, Id<PathNode>>> pieces;
    for (const Id<PathSegment> id : route) {
        const PathSegment* segment = design.pathSegments.find(id);
        if (!segment)
            return {};
        pieces.emplace_back(segment->from, segment->to);
    }
    // The first piece ends where the second begins.
    if (pieces.size() > 1 && (pieces[0].first == pieces[1].first || pieces[0].first == pieces[1].second))
        std::swap(pieces[0].first, pieces[0].second);
    std::vector<Id<PathNode>> nodes{pieces.front().first};
    for (auto [from, to] : pieces) {
        if (from != nodes.back())
            std::swap(from, to);
        if (from != nodes.back())
            return {};
        nodes.push_back(to);
    }
    std::vector<PathPoint> points;
    for (const Id<PathNode> id : nodes) {
        const PathNode* node = design.pathNodes.find(id);
        if (!node)
            return {};
        points.push_back(pointOf(*node));
    }
    return points;
}

/// Where a cable joins the straight piece between two points.
struct Joint {
    double along = 0; ///< from the first point
    double run = 0;   ///< along and across the floor from the exit of the rack
    double height = 0;
};
Joint jointOf(const PathPoint& a, const PathPoint& b, double x, double y) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    const double share = square > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0.0, 1.0) : 0;
    return {share * apart(a, b), std::abs(a.x + share * dx - x) + std::abs(a.y + share * dy - y),
            a.z + share * (b.z - a.z)};
}

} // namespace

// The segments as a person put them, from where the rack of one end joins the first to where that of the other joins
// the last; they may be given from either end.
CablePlanner::Run CablePlanner::runAlong(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b,
                                         const std::vector<Id<PathSegment>>& route) const {
    std::vector<PathPoint> points = pointsOf(m_context.design(), route);
    if (points.empty())
        return {};
    const auto lengthOf = [&]() {
        const CableSpot& from = m_plan.spots[a.spot];
        const CableSpot& to = m_plan.spots[b.spot];
        const Joint start = jointOf(points[0], points[1], from.x[a.side], from.y[a.side]);
        const Joint end = jointOf(points[points.size() - 2], points.back(), to.x[b.side], to.y[b.side]);
        double whole = end.along - start.along;
        for (std::size_t i = 0; i + 2 < points.size(); ++i)
            whole += apart(points[i], points[i + 1]);
        return start.run + std::abs(start.height - static_cast<double>(a.height)) + std::abs(whole) +
               std::abs(end.height - static_cast<double>(b.height)) + end.run;
    };
    const double there = lengthOf();
    std::ranges::reverse(points);
    return {std::min(there, lengthOf()), RouteBasis::Pinned};
}

/// The place of a pinned part among the products; kNoProduct where its facts do not say what it is.
std::int32_t CablePlanner::productOf(const CableLine& line) const {
    const Id<PartRow> row = m_ends.details[line.detail].part;
    const auto found = std::ranges::find(m_plan.products, row, &CableProduct::row);
    return found == m_plan.products.end() ? kNoProduct : static_cast<std::int32_t>(found - m_plan.products.begin());
}

/// The ways to make a link with a product, the rest of their parts chosen by us.
std::vector<LinkOption> CablePlanner::waysWith(const CableLine& line, std::int32_t product) const {
    const CableProduct& chosen = m_plan.products[static_cast<std::size_t>(product)];
    std::vector<LinkOption> ways;
    for (LinkOption option : m_plan.options[line.link]) {
        const bool hasBoth = option.a != kNoProduct && option.b != kNoProduct;
        switch (chosen.form) {
        case CableForm::Direct:
            if (option.direct != product)
                continue;
            break;
        case CableForm::Transceiver:
            if (!hasBoth || (option.a != product && option.b != product))
                continue;
            break;
        case CableForm::Fibre: {
            if (!hasBoth || option.medium != chosen.medium)
                continue;
            // A straight fibre carries a link alone, whatever its modules could be split into.
            if (!chosen.isSplitter)
                option.linksPerFibre = 1;
            // Each leg of a splitter has its share of the lanes: a link that needs them all does not go through one.
            else if (!option.isSplitter() && option.rejection == Rejection::None)
                option.rejection = Rejection::Breakout;
            option.classes -= option.fibre == kNoProduct ? 1 : 0;
            const double metre = option.fibrePerMetre;
            const double shares = metre > 0 ? option.perMetre / metre : 1;
            option.fixed -= option.fibreFixed * shares;
            option.fibre = product;
            option.fibreFixed = planningPrice(chosen, m_plan.products, 0);
            option.fibrePerMetre = planningPrice(chosen, m_plan.products, 1) - option.fibreFixed;
            const double now = static_cast<double>(option.fibresPerLink) / static_cast<double>(option.linksPerFibre);
            option.fixed += option.fibreFixed * now;
            option.perMetre = option.fibrePerMetre * now;
            break;
        }
        }
        ways.push_back(option);
    }
    return ways;
}

/// A cable with its ends on that a person chose takes its cage whole: links beside it that it can carry share it.
void CablePlanner::followPins() {
    std::unordered_map<std::uint32_t, std::int32_t> productIn;
    const auto cageOf = [&](const CableLine& line) {
        const LinkKind& kind = m_ends.links[line.link].kind;
        return kind.fan == CageFan::AtB ? line.b.cage : line.a.cage;
    };
    if (m_ends.details.empty())
        return;
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
        const CableLine& line = m_ends.cables[i];
        const LinkOption* option = line.isPinned ? m_plan.option(m_ends, i) : nullptr;
        if (option && option->direct != kNoProduct && m_ends.cages[cageOf(line)].links > 1)
            productIn.try_emplace(cageOf(line), option->direct);
    }
    if (productIn.empty())
        return;
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
        const CableLine& line = m_ends.cables[i];
        if (line.isPinned || !line.isWhole() || !m_plan.cables[i].isKnown())
            continue;
        const auto beside = productIn.find(cageOf(line));
        if (beside == productIn.end())
            continue;
        const std::vector<LinkOption>& options = m_plan.options[line.link];
        const auto same = std::ranges::find_if(options, [&](const LinkOption& option) {
            return option.direct == beside->second && option.rejection == Rejection::None;
        });
        if (same != options.end())
            take(i, static_cast<std::uint16_t>(same - options.begin()));
    }
}

/// What a link is made of with the part that a person chose: the cheapest that serves, else what comes closest, for the
/// rules to judge. kNoOption when nothing goes with the part, or nothing of the rank asked for.
std::uint16_t CablePlanner::pinnedOption(const CableLine& line, const LinkLengths& lengths, std::int32_t rank) {
    const std::int32_t product = productOf(line);
    if (product == kNoProduct)
        return kNoOption;
    const std::vector<LinkOption> ways = waysWith(line, product);
    const LinkOption* best = cheapest(ways, lengths, rank);
    for (const LinkOption& way : ways) {
        if (best && rejectionAt(*best, lengths) == Rejection::None)
            break;
        const bool isNearer = !best || (best->rejection != Rejection::None && way.rejection == Rejection::None) ||
                              (best->rejection == way.rejection && best->reach < way.reach);
        if (way.rank() >= rank && isNearer)
            best = &way;
    }
    if (!best)
        return kNoOption;
    auto known = std::ranges::find(m_plan.pinned, *best);
    if (known == m_plan.pinned.end()) {
        if (m_plan.pinned.size() >= kNoOption)
            return kNoOption;
        known = m_plan.pinned.insert(known, *best);
    }
    return static_cast<std::uint16_t>(known - m_plan.pinned.begin());
}

} // namespace rackwright
