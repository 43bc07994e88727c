// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cabling/cable_plan.h"

#include "model/units/number_text.h"
#include "solvers/cabling/settings.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <unordered_map>

namespace rackwright {

namespace {

// Lengths that makers stock; longer ones are cut to ten metres.
constexpr double kStock[] = {0.5, 1,  1.5, 2,  2.5, 3,  4,   5,   7,   10,  15,  20,  25,  30, 35,
                             40,  50, 60,  70, 80,  90, 100, 120, 150, 200, 250, 300, 400, 500};
constexpr double kHair = 1e-6;
constexpr int kDeepestHost = 4;

double roundedUp(double metres, std::string_view words) {
    if (words == "exact")
        return std::ceil(metres * 10 - kHair) / 10;
    if (words == "metres")
        return std::ceil(metres - kHair);
    const auto* stock = std::ranges::lower_bound(kStock, metres - kHair);
    return stock != std::end(kStock) ? *stock : std::ceil(metres / 10 - kHair) * 10;
}

double plain(const Context& context, const SettingFact& fact) { return plainSetting(context, fact).typical(); }

double lengthOf(const Part* part, const PartAttribute<Length>& key, double otherwise) {
    const auto known = part ? fact(*part, key).typical() : std::nullopt;
    return known ? known->inMetres() : otherwise;
}

} // namespace

double orderLength(double route, double slackShare, double slackLeast, std::string_view words) {
    return roundedUp(route + std::max(route * slackShare, slackLeast), words);
}

std::string metresText(double metres) { return shortestDigits(std::round(metres * 100) / 100); }

/// Works the plan out step by step.
class CablePlanner {
public:
    CablePlanner(CablePlan& plan, const Context& context)
        : m_plan(plan), m_context(context), m_ends(context.lookUp<CableEnds>()),
          m_slackShare(plain(context, settingFact(setting_of::slackShare))),
          m_slackLeast(plain(context, settingFact(setting_of::slackLeast))),
          m_detour(plain(context, settingFact(setting_of::inRackDetour))),
          m_overhead(plain(context, settingFact(setting_of::overheadHeight))) {
        if (const Setting* stock = context.setting(setting_of::kStockedLengths))
            m_stock = stock->value;
    }

    void work() {
        m_plan.products = m_context.lookUp<CableProducts>().list;
        for (const LinkClass& link : m_ends.links)
            m_plan.options.push_back(linkOptions(link.kind, m_plan.products));
        placeDevices();
        joinPathways();
        m_plan.cables.resize(m_ends.cables.size());
        if (m_plan.isGlassSeparate)
            m_plan.m_pairs.resize(m_ends.cables.size());
        for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
            planOne(i);
        agreeInCages();
        countAll();
        fillPathways();
    }

private:
    struct Run {
        double metres = 0;
        RouteBasis basis = RouteBasis::Unknown;
    };

    void placeDevices();
    std::uint32_t spotOfRack(Id<Rack> rack);
    void joinPathways();
    Run run(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b, const PathwayGraph& graph,
            std::array<PathAccess, 2> CableSpot::*access) const;
    void planOne(std::size_t index);
    double ordered(const Run& run) const;
    const LinkOption* choose(std::uint16_t link, const LinkLengths& lengths, std::int32_t rank) const;
    void agreeInCages();
    void countAll();
    void countCable(std::size_t index);
    void countModules();
    void fillPathways();

    const Scope& scopeOf(const CableLine& line) const {
        static const Scope ours;
        return line.detail == kNowhere ? ours : m_ends.details[line.detail].scope;
    }

    using OrderKey = std::tuple<CableForm, std::int32_t, CableMedium, std::int64_t, std::int64_t, Status, Party, Party>;
    struct Piece {
        CableOrder order;
        std::int64_t eighths = 0;
    };
    void order(CableForm form, std::int32_t product, CableMedium medium, double metres, const Scope& scope,
               std::int64_t eighths, double price);

    CablePlan& m_plan;
    const Context& m_context;
    const CableEnds& m_ends;
    double m_slackShare, m_slackLeast, m_detour, m_overhead;
    std::string m_stock = "standard";
    std::unordered_map<Id<Rack>, std::uint32_t> m_spotOf;
    std::map<OrderKey, Piece> m_orders;
    Piece* m_lastPiece = nullptr;
    OrderKey m_lastKey;
    std::vector<bool> m_isTaken;  ///< by cage: its direct cable is counted
    std::vector<bool> m_isBought; ///< by cage: a cable of ours is in it
};

std::uint32_t CablePlanner::spotOfRack(Id<Rack> id) {
    const auto [known, isNew] = m_spotOf.try_emplace(id, static_cast<std::uint32_t>(m_plan.spots.size()));
    if (!isNew)
        return known->second;
    const Rack* rack = m_context.design().racks.find(id);
    if (!rack || !rack->scope.isPresent())
        return known->second = kNowhere;
    CableSpot spot;
    spot.rack = id;
    spot.room = rack->room;
    const Length half = Length::nearest(lengthOf(m_context.part(rack->part), attribute::depth, 1.2) / 2);
    for (const int side : {0, 1}) {
        // The front is the side of least y at rotation 0.
        const Point exit = placed({rack->centre, {}, {}, rack->rotation}, {Length{}, side == 0 ? -half : half});
        spot.x[static_cast<std::size_t>(side)] = exit.x.inMetres();
        spot.y[static_cast<std::size_t>(side)] = exit.y.inMetres();
    }
    m_plan.spots.push_back(spot);
    return known->second;
}

// Network ports of servers are at the rear, those of switches on the side that their face says.
void CablePlanner::placeDevices() {
    const Table<Device>& devices = m_context.design().devices;
    m_plan.m_devices.resize(m_ends.devices.size());
    std::size_t place = 0;
    for (const Device& row : devices) {
        if (place >= m_ends.devices.size() || m_ends.devices[place].id != row.id)
            continue;
        CablePlan::DeviceSpot& spot = m_plan.m_devices[place];
        const bool isCabled = m_ends.devices[place].isCabled;
        ++place;
        if (!isCabled)
            continue;
        const Device* at = &row;
        for (int depth = 0; depth < kDeepestHost; ++depth) {
            const auto* in = std::get_if<InDevice>(&at->placement);
            const Device* host = in ? devices.find(in->device) : nullptr;
            if (!host)
                break;
            at = host;
        }
        const Part* part = m_context.part(at->part);
        const bool isSwitch = part && part->category == PartCategory::Switch;
        if (const auto* in = std::get_if<InRack>(&at->placement)) {
            const Rack* rack = m_context.design().racks.find(in->rack);
            const Part* own = rack ? m_context.part(rack->part) : nullptr;
            const double pitch = lengthOf(own, attribute::unitPitch, kRackUnit.inMetres());
            const double units = part ? static_cast<double>(std::max<std::int64_t>(1, rackUnitsOf(*part))) : 1;
            spot.spot = spotOfRack(in->rack);
            spot.height = static_cast<float>((static_cast<double>(in->unit - 1) + units / 2) * pitch);
            spot.side = (in->face == Face::Front) == isSwitch ? 0 : 1;
        } else if (const auto* beside = std::get_if<ZeroU>(&at->placement)) {
            spot.spot = spotOfRack(beside->rack);
            spot.height = 1;
        } else if (const auto* floor = std::get_if<OnFloor>(&at->placement)) {
            CableSpot made;
            made.room = floor->room;
            made.x.fill(floor->centre.x.inMetres());
            made.y.fill(floor->centre.y.inMetres());
            spot.spot = static_cast<std::uint32_t>(m_plan.spots.size());
            m_plan.spots.push_back(made);
        }
    }
}

void CablePlanner::joinPathways() {
    const Design& design = m_context.design();
    for (const PathSegment& segment : design.pathSegments)
        m_plan.isGlassSeparate =
            m_plan.isGlassSeparate || mayRunIn(segment, Strand::Copper) != mayRunIn(segment, Strand::Fibre);
    const auto join = [&](Strand strand, std::array<PathAccess, 2> CableSpot::*access) {
        auto graph = std::make_shared<PathwayGraph>(design, strand);
        std::vector<PathAccess> joined;
        for (CableSpot& spot : m_plan.spots)
            for (std::size_t side = 0; side < 2; ++side) {
                (spot.*access)[side] = graph->access(spot.room, spot.x[side], spot.y[side]);
                joined.push_back((spot.*access)[side]);
            }
        graph->prepare(joined);
        return graph;
    };
    m_plan.m_glass = join(Strand::Fibre, &CableSpot::glass);
    if (m_plan.isGlassSeparate) {
        m_plan.m_copper = join(Strand::Copper, &CableSpot::copper);
        return;
    }
    m_plan.m_copper = m_plan.m_glass;
    for (CableSpot& spot : m_plan.spots)
        spot.copper = spot.glass;
}

CablePlanner::Run CablePlanner::run(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b,
                                    const PathwayGraph& graph, std::array<PathAccess, 2> CableSpot::*access) const {
    const CableSpot& from = m_plan.spots[a.spot];
    const CableSpot& to = m_plan.spots[b.spot];
    const double heightA = static_cast<double>(a.height), heightB = static_cast<double>(b.height);
    if (a.spot == b.spot) {
        const double across = a.side == b.side ? 0 : std::abs(from.x[0] - from.x[1]) + std::abs(from.y[0] - from.y[1]);
        return {std::abs(heightA - heightB) + m_detour + across, RouteBasis::InRack};
    }
    const PathAccess& joinA = (from.*access)[a.side];
    const PathAccess& joinB = (to.*access)[b.side];
    if (const double along = graph.distance(joinA, joinB); along != kNoPath)
        return {joinA.run + std::abs(joinA.height - heightA) + along + std::abs(joinB.height - heightB) + joinB.run,
                RouteBasis::Pathways};
    if (from.room != to.room)
        return {};
    const double floor = std::abs(from.x[a.side] - to.x[b.side]) + std::abs(from.y[a.side] - to.y[b.side]);
    return {floor + std::abs(m_overhead - heightA) + std::abs(m_overhead - heightB), RouteBasis::Overhead};
}

double CablePlanner::ordered(const Run& run) const {
    return orderLength(run.metres, m_slackShare, run.basis == RouteBasis::InRack ? 0 : m_slackLeast, m_stock);
}

const LinkOption* CablePlanner::choose(std::uint16_t link, const LinkLengths& lengths, std::int32_t rank) const {
    return cheapest(m_plan.options[link], lengths, rank);
}

void CablePlanner::planOne(std::size_t index) {
    const CableLine& line = m_ends.cables[index];
    PlannedCable& planned = m_plan.cables[index];
    LinkLengths lengths;
    Run glass, copper;
    if (line.a.device != kNowhere && line.b.device != kNowhere) {
        const CablePlan::DeviceSpot& a = m_plan.m_devices[line.a.device];
        const CablePlan::DeviceSpot& b = m_plan.m_devices[line.b.device];
        if (a.spot != kNowhere && b.spot != kNowhere) {
            glass = copper = run(a, b, *m_plan.m_glass, &CableSpot::glass);
            if (m_plan.isGlassSeparate)
                copper = run(a, b, *m_plan.m_copper, &CableSpot::copper);
        }
    }
    const std::optional<Length> pinned = line.detail == kNowhere ? std::nullopt : m_ends.details[line.detail].length;
    if (pinned) {
        lengths.copper = lengths.glass = pinned->inMetres();
        planned.basis = RouteBasis::Pinned;
        if (glass.basis == RouteBasis::Unknown)
            glass.metres = copper.metres = lengths.glass;
    } else {
        if (glass.basis == RouteBasis::Unknown)
            return;
        lengths.glass = ordered(glass);
        lengths.copper = m_plan.isGlassSeparate ? ordered(copper) : lengths.glass;
        planned.basis = glass.basis;
    }
    planned.route = static_cast<float>(glass.metres);
    planned.order = static_cast<float>(lengths.glass);
    if (m_plan.isGlassSeparate)
        m_plan.m_pairs[index] = lengths;
    if (!line.isWhole())
        return;
    const LinkOption* best = choose(line.link, lengths, 0);
    if (!best)
        return;
    planned.option = static_cast<std::uint16_t>(best - m_plan.options[line.link].data());
    if (!isGlass(best->medium)) {
        planned.route = static_cast<float>(copper.metres);
        planned.order = static_cast<float>(lengths.copper);
    }
}

// All links in one module have its medium: the more demanding decides, and so on through the cages it reaches.
void CablePlanner::agreeInCages() {
    std::vector<std::int32_t>& ranks = m_plan.m_ranks;
    ranks.assign(m_ends.cages.size(), 0);
    const auto hold = [&](const CableLine& line, std::int32_t rank) {
        for (const std::uint32_t cage : {line.a.cage, line.b.cage})
            ranks[cage] = std::max(ranks[cage], rank);
    };
    const auto isOptical = [&](std::size_t i) {
        const LinkOption* option = m_plan.option(m_ends, i);
        return option && hasTransceivers(option->medium) && !m_ends.cables[i].isPinned;
    };
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        if (isOptical(i))
            hold(m_ends.cables[i], m_plan.option(m_ends, i)->rank());
    for (bool isChanged = true; isChanged;) {
        isChanged = false;
        for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
            if (!isOptical(i))
                continue;
            const CableLine& line = m_ends.cables[i];
            const std::int32_t needed = std::max(ranks[line.a.cage], ranks[line.b.cage]);
            if (m_plan.option(m_ends, i)->rank() >= needed)
                continue;
            const LinkOption* other = choose(line.link, m_plan.lengths(i), needed);
            if (!other)
                continue;
            m_plan.cables[i].option = static_cast<std::uint16_t>(other - m_plan.options[line.link].data());
            hold(line, other->rank());
            isChanged = true;
        }
    }
}

void CablePlanner::order(CableForm form, std::int32_t product, CableMedium medium, double metres, const Scope& scope,
                         std::int64_t eighths, double price) {
    const OrderKey key{form,        product,      medium,           std::llround(metres * 100),
                       scope.phase, scope.status, scope.suppliedBy, scope.installedBy};
    if (!m_lastPiece || key != m_lastKey) {
        m_lastKey = key;
        m_lastPiece = &m_orders[key];
        CableOrder& made = m_lastPiece->order;
        made.form = form;
        made.product = product;
        made.medium = medium;
        made.metres = metres;
        made.scope = scope;
        made.price = price;
    }
    m_lastPiece->eighths += eighths;
}

void CablePlanner::countCable(std::size_t index) {
    const CableLine& line = m_ends.cables[index];
    const PlannedCable& planned = m_plan.cables[index];
    const LinkOption* option = m_plan.option(m_ends, index);
    if (!planned.isKnown() || !line.isWhole()) {
        ++m_plan.unknown;
        return;
    }
    m_plan.longest = std::max(m_plan.longest, static_cast<double>(planned.route));
    m_plan.overhead += planned.basis == RouteBasis::Overhead ? 1 : 0;
    if (!option) {
        ++m_plan.without;
        return;
    }
    const auto metres = static_cast<double>(planned.order);
    CableMeasure& measure = m_plan.media[option->medium];
    ++measure.count;
    measure.metres += metres;
    if (line.isPinned)
        return;
    m_plan.onClasses += option->classes > 0 ? 1 : 0;
    const Scope& scope = scopeOf(line);
    if (option->direct != kNoProduct) {
        // One cable for all links of the two cages.
        if (line.a.cage != kNowhere && m_ends.cages[line.a.cage].links > 1) {
            if (m_isTaken[line.a.cage])
                return;
            m_isTaken[line.a.cage] = true;
        }
        const double shares =
            static_cast<double>(std::max<std::int64_t>(1, m_ends.links[line.link].kind.a.linksInCage));
        return order(CableForm::Direct, option->direct, option->medium, metres, scope, 8,
                     option->price(metres) * shares);
    }
    if (line.isPriced)
        m_isBought[line.a.cage] = m_isBought[line.b.cage] = true;
    order(CableForm::Fibre, option->fibre, option->medium, metres, scope,
          8 * option->fibresPerLink / option->linksPerFibre, option->fibreFixed + option->fibrePerMetre * metres);
}

// The module of a cage: where its links ask for several of one medium, the one that reaches farthest.
void CablePlanner::countModules() {
    std::vector<std::int32_t>& modules = m_plan.modules;
    modules.assign(m_ends.cages.size(), kNoProduct);
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
        if (!option || !hasTransceivers(option->medium) || line.isPinned)
            continue;
        plug(line.a.cage, option->a);
        plug(line.b.cage, option->b);
    }
    for (std::size_t cage = 0; cage < modules.size(); ++cage) {
        if (modules[cage] == kNoProduct || !m_isBought[cage])
            continue;
        const CableProduct& product = m_plan.products[static_cast<std::size_t>(modules[cage])];
        order(CableForm::Transceiver, modules[cage], product.medium, 0, {}, 8,
              planningPrice(product, m_plan.products, 0));
    }
}

void CablePlanner::countAll() {
    m_isTaken.assign(m_ends.cages.size(), false);
    m_isBought.assign(m_ends.cages.size(), false);
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i)
        countCable(i);
    countModules();
    for (auto& [key, piece] : m_orders) {
        piece.order.count = (piece.eighths + 7) / 8;
        m_plan.orders.push_back(piece.order);
    }
}

void CablePlanner::fillPathways() {
    const auto area = [](double diameter) { return std::numbers::pi / 4 * diameter * diameter; };
    const double copper = area(plain(m_context, settingFact(setting_of::copperDiameter)));
    const double glass = area(plain(m_context, settingFact(setting_of::fibreDiameter)));
    PathwayGraph::Load onGlass(*m_plan.m_glass), onCopper(*m_plan.m_copper);
    for (std::size_t i = 0; i < m_ends.cables.size(); ++i) {
        if (m_plan.cables[i].basis != RouteBasis::Pathways)
            continue;
        const CableLine& line = m_ends.cables[i];
        const LinkOption* option = m_plan.option(m_ends, i);
        const CablePlan::DeviceSpot& a = m_plan.m_devices[line.a.device];
        const CablePlan::DeviceSpot& b = m_plan.m_devices[line.b.device];
        const bool isCopper = option && !isGlass(option->medium);
        const auto access = isCopper ? &CableSpot::copper : &CableSpot::glass;
        (isCopper ? onCopper : onGlass)
            .add((m_plan.spots[a.spot].*access)[a.side], (m_plan.spots[b.spot].*access)[b.side],
                 isCopper ? copper : glass);
    }
    std::map<Id<PathSegment>, double> used = onGlass.segments();
    for (const auto& [segment, amount] : onCopper.segments())
        used[segment] += amount;
    for (const auto& [id, amount] : used) {
        const PathSegment* segment = m_context.design().pathSegments.find(id);
        const double section = segment->width.inMetres() * segment->height.inMetres();
        if (section > 0)
            m_plan.fill.push_back({id, amount / section, segment->fillLimit});
    }
}

CablePlan::CablePlan(const Context& context) { CablePlanner(*this, context).work(); }

LinkLengths CablePlan::lengths(std::size_t cable) const {
    if (isGlassSeparate)
        return m_pairs[cable];
    const auto metres = static_cast<double>(cables[cable].order);
    return {metres, metres};
}

const LinkOption* CablePlan::option(const CableEnds& ends, std::size_t cable) const {
    const std::uint16_t index = cables[cable].option;
    return index == kNoOption ? nullptr : &options[ends.cables[cable].link][index];
}

CableChoice CablePlan::choice(const CableEnds& ends, std::size_t cable) const {
    const CableLine& line = ends.cables[cable];
    if (!line.isWhole() || !cables[cable].isKnown())
        return {};
    const std::int32_t rank = std::max(m_ranks[line.a.cage], m_ranks[line.b.cage]);
    const LinkOption* chosen = option(ends, cable);
    return cableChoice(options[line.link], lengths(cable), chosen && hasTransceivers(chosen->medium) ? rank : 0);
}

std::vector<Id<PathSegment>> CablePlan::route(const CableEnds& ends, std::size_t cable) const {
    const CableLine& line = ends.cables[cable];
    if (line.detail != kNowhere && !ends.details[line.detail].route.empty())
        return ends.details[line.detail].route;
    if (cables[cable].basis != RouteBasis::Pathways)
        return {};
    const DeviceSpot& a = m_devices[line.a.device];
    const DeviceSpot& b = m_devices[line.b.device];
    const LinkOption* chosen = option(ends, cable);
    const bool isCopper = chosen && !isGlass(chosen->medium);
    const auto access = isCopper ? &CableSpot::copper : &CableSpot::glass;
    return (isCopper ? m_copper : m_glass)->route((spots[a.spot].*access)[a.side], (spots[b.spot].*access)[b.side]);
}

const PathwayFill* CablePlan::fullest() const {
    const auto worst = std::ranges::max_element(fill, {}, &PathwayFill::share);
    return worst == fill.end() ? nullptr : &*worst;
}

} // namespace rackwright
