// SPDX-License-Identifier: GPL-3.0-or-later
// What the planned cables add up to: pieces to buy, lengths by medium, modules by cage, fill of the pathways.
#include "solvers/cables/cable_planner.h"
#include "solvers/cables/settings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rackwright {

void CablePlanner::order(CableForm form, std::int32_t product, CableMedium medium, double metres, const Scope& scope,
                         std::int64_t count, double price, double gigabits) {
    const bool isSlower =
        product != kNoProduct && m_plan.products[static_cast<std::size_t>(product)].slowerAt(gigabits) != nullptr;
    const OrderKey key{form,        product,      medium,           std::llround(metres * 100),
                       scope.phase, scope.status, scope.suppliedBy, scope.installedBy,
                       isSlower};
    if (!m_lastOrder || key != m_lastKey) {
        m_lastKey = key;
        m_lastOrder = &m_orders[key];
        CableOrder& made = *m_lastOrder;
        made.form = form;
        made.product = product;
        made.medium = medium;
        made.metres = metres;
        made.scope = scope;
        made.price = price;
    }
    m_lastOrder->count += count;
    m_lastOrder->gigabits = std::max(m_lastOrder->gigabits, gigabits);
}

void CablePlanner::countCable(std::size_t index) {
    const CableLine& line = m_ends.cables[index];
    const PlannedCable& planned = m_plan.cables[index];
    const LinkOption* option = m_plan.option(m_ends, index);
    const auto metres = static_cast<double>(planned.order);
    if (!line.isPresent) {
        ++m_plan.removed;
        return;
    }
    if (!planned.isKnown() || !line.isWhole()) {
        ++m_plan.unknown;
        return orderAlone(line, metres, false);
    }
    m_plan.longest = std::max(m_plan.longest, static_cast<double>(planned.route));
    m_plan.overhead += planned.basis == RouteBasis::Overhead ? 1 : 0;
    if (!option) {
        ++m_plan.without;
        return orderAlone(line, metres, true);
    }
    CableMeasure& measure = m_plan.media[option->medium];
    ++measure.count;
    measure.metres += metres;
    m_plan.onClasses += option->classes > 0 ? 1 : 0;
    if (line.isPriced && option->direct == kNoProduct)
        for (const std::uint32_t cage : {line.a.cage, line.b.cage})
            if (m_buyers[cage] == kNowhere || scopeOf(line).phase < scopeOf(m_ends.cables[m_buyers[cage]]).phase)
                m_buyers[cage] = static_cast<std::uint32_t>(index);
    // Legs of one splitter share it, as the links of two cages share a cable with its ends on.
    const std::optional<SplitLeg> leg = m_plan.legOf(m_ends, index);
    const bool isTwin =
        option->direct != kNoProduct && m_ends.links[line.link].kind.isPaired && m_ends.cages[line.a.cage].links > 1;
    if (!leg && !isTwin)
        return orderCable(index, *option, scopeOf(line));
    const std::uint64_t key = leg ? pieceKey(leg->cage, leg->splitter) : pieceKey(line.a.cage, 0);
    SharedPiece* piece = &m_shared.try_emplace(key, SharedPiece{index, index}).first->second;
    // Where a person chose different parts for links that should share one, or no medium serves them all.
    if (const LinkOption* other = m_plan.option(m_ends, piece->longest);
        other->direct != option->direct || other->fibre != option->fibre || other->medium != option->medium)
        piece =
            &m_sharedBeside.try_emplace({key, option->direct, option->fibre, option->medium}, SharedPiece{index, index})
                 .first->second;
    if (m_plan.cables[piece->longest].order < planned.order)
        piece->longest = index;
    if (!m_ends.cables[piece->first].isPriced && line.isPriced)
        piece->first = index;
}

/// What a person chose for a cable that is not known well enough to be made of anything is bought all the same.
void CablePlanner::orderAlone(const CableLine& line, double metres, bool isKnown) {
    const std::int32_t product = line.isPinned ? productOf(line) : kNoProduct;
    if (product == kNoProduct)
        return leaveOpen(line, isKnown);
    const CableProduct& chosen = m_plan.products[static_cast<std::size_t>(product)];
    order(chosen.form, product, chosen.medium, chosen.form == CableForm::Transceiver ? 0 : metres, scopeOf(line), 1,
          planningPrice(chosen, m_plan.products, metres));
}

/// So that no total without it looks whole.
void CablePlanner::leaveOpen(const CableLine& line, bool isKnown) {
    if (!line.isPriced)
        return;
    const Scope scope = scopeOf(line);
    auto known = std::ranges::find_if(
        m_plan.open, [&](const OpenCables& open) { return open.scope == scope && open.isKnown == isKnown; });
    if (known == m_plan.open.end())
        known = m_plan.open.insert(known, OpenCables{scope, isKnown, 0});
    ++known->count;
}

void CablePlanner::orderCable(std::size_t index, const LinkOption& option, const Scope& scope) {
    const CableLine& line = m_ends.cables[index];
    const auto metres = static_cast<double>(m_plan.cables[index].order);
    const LinkKind& kind = m_ends.links[line.link].kind;
    if (option.direct != kNoProduct) {
        const LinkEnd& whole = option.isSplitAtB ? kind.b : kind.a;
        const auto links = static_cast<double>(std::max<std::int64_t>(1, whole.linksInCage));
        return order(CableForm::Direct, option.direct, option.medium, metres, scope, 1, option.price(metres) * links,
                     whole.cageGigabits);
    }
    order(CableForm::Fibre, option.fibre, option.medium, metres, scope, option.isSplitter() ? 1 : option.fibresPerLink,
          option.fibreFixed + option.fibrePerMetre * metres);
}

// The module of a cage: where its links ask for several of one medium, the one that reaches farthest.
void CablePlanner::countModules() {
    std::vector<std::int32_t>& modules = m_plan.modules;
    modules.assign(m_ends.cages.size(), kNoProduct);
    std::vector<double> speeds(m_ends.cages.size(), 0);
    const auto plug = [&](std::uint32_t cage, std::int32_t product) {
        const auto reach = [&](std::int32_t p) {
            return m_plan.products[static_cast<std::size_t>(p)].reach.value_or(0);
        };
        if (modules[cage] == kNoProduct || reach(product) > reach(modules[cage]))
            modules[cage] = product;
    };
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
        const LinkOption* option = m_plan.option(m_ends, i);
        const CableLine& line = m_ends.cables[i];
        if (!option || !hasTransceivers(option->medium))
            continue;
        plug(line.a.cage, option->a);
        plug(line.b.cage, option->b);
        const LinkKind& kind = m_ends.links[line.link].kind;
        speeds[line.a.cage] = std::max(speeds[line.a.cage], kind.a.cageGigabits);
        speeds[line.b.cage] = std::max(speeds[line.b.cage], kind.b.cageGigabits);
    }
    for (std::size_t cage = 0; cage < modules.size(); ++cage) {
        if (modules[cage] == kNoProduct || m_buyers[cage] == kNowhere)
            continue;
        const CableProduct& product = m_plan.products[static_cast<std::size_t>(modules[cage])];
        order(CableForm::Transceiver, modules[cage], product.medium, 0, scopeOf(m_ends.cables[m_buyers[cage]]), 1,
              planningPrice(product, m_plan.products, 0, speeds[cage]), speeds[cage]);
    }
}

void CablePlanner::countAll() {
    m_buyers.assign(m_ends.cages.size(), kNowhere);
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        countCable(i);
    const auto orderShared = [this](const auto& pieces) {
        for (const auto& [key, piece] : pieces)
            orderCable(piece.longest, *m_plan.option(m_ends, piece.longest), scopeOf(m_ends.cables[piece.first]));
    };
    orderShared(m_shared);
    orderShared(m_sharedBeside);
    countModules();
    for (auto& [key, made] : m_orders) {
        // A share that is meant to be whole may be a hair above it.
        made.spares =
            static_cast<std::int64_t>(std::ceil(static_cast<double>(made.count) * m_ground.spareShare - 1e-9));
        m_plan.orders.push_back(made);
    }
}

/// Lays a cable of a plan on the pathways of ours, or takes it away.
void CablePlanner::lay(const CablePlan& plan, std::size_t index, double amount) {
    const CableLine& line = m_ends.cables[index];
    if (!line.isPresent || !plan.isBetweenPlaces(line) || plan.cables[index].basis == RouteBasis::Overhead ||
        hasPinnedRoute(line))
        return;
    const CablePlan::DeviceSpot& a = plan.m_devices[line.a.device];
    const CablePlan::DeviceSpot& b = plan.m_devices[line.b.device];
    const LinkOption* option = plan.option(m_ends, index);
    const bool isCopper = option && !isGlass(option->medium);
    const auto [from, to] = plan.joints(a, b, isCopper ? Strand::Copper : Strand::Fibre);
    (isCopper ? m_plan.m_onCopper : m_plan.m_onGlass)->add(from, to, amount);
}

void CablePlanner::fillPathways() {
    const auto area = [](double diameter) { return std::numbers::pi / 4 * diameter * diameter; };
    const double copper = area(plainSetting(m_context, settingFact(setting_of::copperDiameter)).typical());
    const double glass = area(plainSetting(m_context, settingFact(setting_of::fibreDiameter)).typical());
    std::map<Id<PathSegment>, double> used;
    for (const auto& [segment, cables] : m_plan.m_onGlass->segments())
        used[segment] += cables * glass;
    for (const auto& [segment, cables] : m_plan.m_onCopper->segments())
        used[segment] += cables * copper;
    if (std::ranges::any_of(m_ends.details, [](const CableDetail& detail) { return !detail.route.empty(); }))
        for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
            if (const CableLine& line = m_ends.cables[i]; hasPinnedRoute(line)) {
                const LinkOption* option = m_plan.option(m_ends, i);
                for (const Id<PathSegment> segment : m_ends.details[line.detail].route)
                    used[segment] += option && !isGlass(option->medium) ? copper : glass;
            }
    for (const auto& [id, amount] : used) {
        const PathSegment* segment = m_context.design().pathSegments.find(id);
        if (!segment) // of a pinned route, taken away since
            continue;
        const double section = segment->width.inMetres() * segment->height.inMetres();
        if (section > 0)
            m_plan.fill.push_back({id, amount / section, segment->fillLimit});
    }
}

void CablePlanner::takeCounts(const CablePlan& before) {
    m_plan.m_ranks = before.m_ranks;
    m_plan.modules = before.modules;
    m_plan.m_ranks.resize(m_ends.cages.size(), 0);
    m_plan.modules.resize(m_ends.cages.size(), kNoProduct);
    m_plan.orders = before.orders;
    m_plan.open = before.open;
    m_plan.media = before.media;
    m_plan.without = before.without;
    m_plan.removed = before.removed;
    m_plan.unknown = before.unknown;
    m_plan.overhead = before.overhead;
    m_plan.onClasses = before.onClasses;
    for (std::size_t i = 0; i < m_plan.cables.size(); ++i)
        if (m_plan.cables[i].isKnown() && m_ends.cables[i].isWhole())
            m_plan.longest = std::max(m_plan.longest, static_cast<double>(m_plan.cables[i].route));
}

} // namespace rackwright
