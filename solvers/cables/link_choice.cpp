// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/link_choice.h"

#include "model/parts/part_title.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

constexpr double kHardly = 1e-6;

// Fibre of one link where its transceivers do not say: the 400G classes of the AIDC-Studio catalogue.
struct FibrePrice {
    double fixed, perMetre;
};
constexpr FibrePrice kMultimodeFibre{70, 2.5}, kSingleModeFibre{60, 1.6}, kDuplexFibre{60, 1.2};

bool covers(const CableProduct& product, double gigabits) {
    return gigabits > product.overGigabits + kHardly && gigabits <= product.gigabits + kHardly;
}

// A planning class stands for whatever fits the cage, but for those of one kind of cage only.
bool isForCage(const CableProduct& product, const std::vector<CageKind>& cages, CageKind cage) {
    const bool isListed = std::ranges::find(cages, cage) != cages.end();
    if (!product.isClass())
        return isListed;
    if (cage == CageKind::Unknown)
        return product.medium != CableMedium::TwistedPair;
    return cages.empty() ? cage != CageKind::Rj45 && cage != CageKind::CoPackaged : isListed;
}

// A module of the cage's speed; one of the link's own speed where it is alone in the cage (a 200G module in a 400G
// port).
Rejection fit(const CableProduct& product, const std::vector<CageKind>& cages, const LinkEnd& end, double gigabits) {
    if (!isForCage(product, cages, end.cage))
        return Rejection::Cage;
    if (product.isForAdapters && end.isSwitch)
        return Rejection::Cage;
    if (product.heatSink != HeatSink::Unknown && end.heatSink != HeatSink::Unknown && product.heatSink != end.heatSink)
        return Rejection::HeatSink;
    const bool isFast = areFastLanes(end.laneGigabits), isMadeFast = areFastLanes(product.laneGigabits);
    if (isFast && (!isMadeFast || !isMadeForFastLanes(product.medium)))
        return Rejection::LaneRate;
    if (!covers(product, end.cageGigabits) && (end.linksInCage != 1 || !covers(product, gigabits)))
        return Rejection::Speed;
    if (isMadeFast && !isFast)
        return Rejection::LaneRate;
    return mayCarry(product, end.protocol) ? Rejection::None : Rejection::Protocol;
}

/// A far end of a splitter as if it were a cable of its own.
CableProduct legProduct(const CableProduct& splitter) {
    CableProduct leg = splitter;
    leg.gigabits = splitter.gigabits / static_cast<double>(std::max<std::int64_t>(1, splitter.legs));
    leg.overGigabits = leg.gigabits - 1;
    leg.cagesA = splitter.cagesB;
    leg.heatSink = splitter.legHeatSink;
    return leg;
}

/// Links that a transceiver can carry.
std::int64_t linksPer(const LinkEnd& end, const CableProduct& product, double gigabits) {
    const double whole = std::min(end.cageGigabits, product.gigabits);
    return std::max<std::int64_t>(1, std::llround(whole / gigabits));
}

/// Lanes of light of a transceiver: where a cage has one lane, so has the module that a planning class stands for.
std::int64_t lightLanes(const LinkEnd& end, const CableProduct& product) {
    return product.isClass() && end.cage == CageKind::Sfp ? 1 : product.opticalLanes;
}

/// Gb/s of a lane of light: all lanes share the speed of the cage; of a planning class in a slower port some may run at
/// its full rate while the others are dark (200G by two of four lanes of 100G).
struct LightRates {
    double shared = 0, full = 0;
    bool meets(const LightRates& other) const {
        const auto isSame = [](double a, double b) { return std::abs(a - b) < kHardly; };
        return isSame(shared, other.shared) || isSame(shared, other.full) || isSame(full, other.shared) ||
               isSame(full, other.full);
    }
};
/// Nothing where the lanes of the transceiver are not known. `isFacingPart`: the other end is no planning class, which
/// would follow this one.
std::optional<LightRates> lightRates(const LinkEnd& end, const CableProduct& product, double gigabits,
                                     bool isFacingPart) {
    const auto lanes = static_cast<double>(lightLanes(end, product));
    if (lanes <= 0)
        return std::nullopt;
    const double shared = std::min(end.cageGigabits, product.gigabits) / lanes;
    // Modules of these cages have four lanes at the rate of the cage's and no gear box for faster ones.
    const bool isOfFourLanes = end.cage == CageKind::Qsfp28 || end.cage == CageKind::Qsfp56;
    const bool isFree = product.isClass() && !(isOfFourLanes && isFacingPart);
    const double full = isFree ? product.gigabits / lanes : shared;
    return LightRates{std::min(shared, gigabits), std::min(full, gigabits)};
}

/// The planning class that a part without a price or reach of its own is planned with.
const CableProduct* classLike(const CableProduct& product, std::span<const CableProduct> products) {
    for (const CableProduct& other : products)
        if (other.isClass() && other.form == product.form && other.medium == product.medium &&
            covers(other, product.gigabits) && areFastLanes(other.laneGigabits) == areFastLanes(product.laneGigabits))
            return &other;
    return nullptr;
}

FibrePrice plainFibre(CableMedium medium) {
    return medium == CableMedium::Multimode    ? kMultimodeFibre
           : medium == CableMedium::SingleMode ? kSingleModeFibre
                                               : kDuplexFibre;
}

class Options {
public:
    Options(const LinkKind& kind, std::span<const CableProduct> products) : m_kind(kind), m_products(products) {}

    std::vector<LinkOption> all() {
        for (std::size_t i = 0; i < m_products.size(); ++i)
            if (m_products[i].form == CableForm::Direct)
                addDirect(i);
        for (const CableMedium medium : {CableMedium::Multimode, CableMedium::SingleMode, CableMedium::SingleModeLc})
            addPairs(medium);
        return std::move(m_options);
    }

private:
    void addDirect(std::size_t index) {
        const CableProduct& product = m_products[index];
        LinkOption option;
        option.medium = product.medium;
        option.direct = static_cast<std::int32_t>(index);
        option.reach = product.reach;
        option.least = option.shortest = product.least.value_or(0);
        option.classes = product.isClass() ? 1 : 0;
        if (product.isSplitter) {
            option.linksPerFibre = product.legs;
            option.isSplitAtB = m_kind.fan == CageFan::AtB;
            option.rejection = splitRejection(product);
        } else {
            option.rejection = ofBoth(fit(product, product.cagesA, m_kind.a, m_kind.gigabits),
                                      fit(product, product.cagesB, m_kind.b, m_kind.gigabits));
            if (option.rejection == Rejection::None && !m_kind.isPaired)
                option.rejection = Rejection::SharedCage;
        }
        const LinkEnd& whole = option.isSplitAtB ? m_kind.b : m_kind.a;
        const auto shares = static_cast<double>(std::max<std::int64_t>(1, whole.linksInCage));
        option.fixed = planningPrice(product, m_products, 0, whole.cageGigabits) / shares;
        option.perMetre = planningPrice(product, m_products, 1, whole.cageGigabits) / shares - option.fixed;
        noteProtocol(option, {&product});
        m_options.push_back(option);
    }

    void noteProtocol(LinkOption& option, std::initializer_list<const CableProduct*> parts) const {
        const FabricProtocol spoken = m_kind.a.protocol;
        if (spoken != FabricProtocol::InfiniBand && spoken != FabricProtocol::Ethernet)
            return;
        option.isStated =
            std::ranges::all_of(parts, [](const CableProduct* part) { return part->protocol.has_value(); });
        option.isSilent =
            std::ranges::any_of(parts, [](const CableProduct* part) { return !part->isClass() && !part->protocol; });
    }

    /// What keeps a product from being one: the reason of the end that does not fit, of two the one looked for first.
    static Rejection ofBoth(Rejection a, Rejection b) {
        return a != Rejection::None && b != Rejection::None ? std::min(a, b) : std::max(a, b);
    }

    // One cage of the whole speed to cages of a leg's speed, no more of them than it has legs.
    Rejection splitRejection(const CableProduct& product) const {
        const CableProduct leg = legProduct(product);
        const auto facing = [&](const LinkEnd& whole, const LinkEnd& far) {
            return ofBoth(fit(product, product.cagesA, whole, m_kind.gigabits),
                          fit(leg, leg.cagesA, far, m_kind.gigabits));
        };
        if (m_kind.fan == CageFan::None) {
            const Rejection best = std::max(facing(m_kind.a, m_kind.b), facing(m_kind.b, m_kind.a));
            return best == Rejection::None ? Rejection::SharedCage : best;
        }
        const LinkEnd& whole = m_kind.fan == CageFan::AtB ? m_kind.b : m_kind.a;
        const LinkEnd& far = m_kind.fan == CageFan::AtB ? m_kind.a : m_kind.b;
        if (const Rejection misfit = facing(whole, far); misfit != Rejection::None)
            return misfit;
        const bool isLegSpeed = std::abs(m_kind.gigabits - leg.gigabits) < kHardly;
        return isLegSpeed && whole.linksInCage <= product.legs ? Rejection::None : Rejection::Breakout;
    }

    void addPairs(CableMedium medium) {
        const auto fitting = [&](const LinkEnd& end) {
            std::vector<std::size_t> found;
            for (std::size_t i = 0; i < m_products.size(); ++i) {
                const CableProduct& product = m_products[i];
                if (product.form == CableForm::Transceiver && product.medium == medium &&
                    fit(product, product.cagesA, end, m_kind.gigabits) == Rejection::None)
                    found.push_back(i);
            }
            return found;
        };
        const std::vector<std::size_t> atA = fitting(m_kind.a), atB = fitting(m_kind.b);
        for (const std::size_t a : atA)
            for (const std::size_t b : atB)
                addPair(medium, a, b);
        addUnfitting(medium, atA, atB);
    }

    // Transceivers that are in no pair stand alone, with the reason.
    void addUnfitting(CableMedium medium, const std::vector<std::size_t>& atA, const std::vector<std::size_t>& atB) {
        for (std::size_t i = 0; i < m_products.size(); ++i) {
            const CableProduct& product = m_products[i];
            if (product.form != CableForm::Transceiver || product.medium != medium)
                continue;
            const Rejection a = fit(product, product.cagesA, m_kind.a, m_kind.gigabits);
            const Rejection b = fit(product, product.cagesA, m_kind.b, m_kind.gigabits);
            const bool isPairedA = a == Rejection::None && !atB.empty();
            const bool isPairedB = b == Rejection::None && !atA.empty();
            if (isPairedA || isPairedB)
                continue;
            LinkOption option;
            option.medium = medium;
            option.a = static_cast<std::int32_t>(i);
            option.reach = product.reach;
            option.classes = product.isClass() ? 1 : 0;
            option.rejection = a == Rejection::None || b == Rejection::None ? Rejection::OtherEnd : std::max(a, b);
            m_options.push_back(option);
        }
    }

    void addPair(CableMedium medium, std::size_t a, std::size_t b) {
        const CableProduct& moduleA = m_products[a];
        const CableProduct& moduleB = m_products[b];
        LinkOption option;
        option.medium = medium;
        option.a = static_cast<std::int32_t>(a);
        option.b = static_cast<std::int32_t>(b);
        option.classes = (moduleA.isClass() ? 1 : 0) + (moduleB.isClass() ? 1 : 0);
        option.reach = shorter(moduleA.reach, moduleB.reach);
        option.least = option.shortest = std::max(moduleA.least.value_or(0), moduleB.least.value_or(0));
        const std::int64_t linksA = linksPer(m_kind.a, moduleA, m_kind.gigabits);
        const std::int64_t linksB = linksPer(m_kind.b, moduleB, m_kind.gigabits);
        const std::int64_t splitA = perFibre(linksA, moduleA), splitB = perFibre(linksB, moduleB);
        option.linksPerFibre = std::max(splitA, splitB);
        option.isSplitAtB = splitA != splitB ? splitB > splitA : isBrokenOutAtB();
        const std::int64_t fibresA = perLink(linksA, moduleA), fibresB = perLink(linksB, moduleB);
        option.fibresPerLink = std::max(fibresA, fibresB);
        if (!splitsInto(moduleA, m_kind.a, splitA) || !splitsInto(moduleB, m_kind.b, splitB))
            option.rejection = Rejection::Breakout;
        else if (fibresA != fibresB)
            option.rejection = Rejection::OtherEnd;
        else if (!haveLikeLight(moduleA, moduleB))
            option.rejection = Rejection::Lasers;
        else if (!moduleA.isClass() && !moduleB.isClass() && moduleA.isAngled != moduleB.isAngled)
            option.rejection = Rejection::Polish;
        addFibre(option, medium);
        option.fixed += planningPrice(moduleA, m_products, 0, m_kind.a.cageGigabits) / static_cast<double>(linksA) +
                        planningPrice(moduleB, m_products, 0, m_kind.b.cageGigabits) / static_cast<double>(linksB);
        noteProtocol(option, {&moduleA, &moduleB});
        m_options.push_back(option);
    }

    /// Each link has a lane of light at least; wavelengths of one fibre cannot be parted. Splitters are sold 1:2,
    /// beyond that a planning class stands in.
    static bool splitsInto(const CableProduct& module, const LinkEnd& end, std::int64_t linksPerFibre) {
        if (linksPerFibre <= 1)
            return true;
        const std::int64_t lanes = lightLanes(end, module);
        const bool hasLanes = lanes == 0 || linksPerFibre * std::max<std::int64_t>(1, module.fibres) <= lanes;
        return module.medium != CableMedium::SingleModeLc && hasLanes && (linksPerFibre == 2 || module.isClass());
    }

    bool haveLikeLight(const CableProduct& moduleA, const CableProduct& moduleB) const {
        const auto a = lightRates(m_kind.a, moduleA, m_kind.gigabits, !moduleB.isClass());
        const auto b = lightRates(m_kind.b, moduleB, m_kind.gigabits, !moduleA.isClass());
        return !a || !b || a->meets(*b);
    }

    /// Of two ends that could both be the broken out one: where more links are, else the switch.
    bool isBrokenOutAtB() const {
        if (m_kind.a.linksInCage != m_kind.b.linksInCage)
            return m_kind.b.linksInCage > m_kind.a.linksInCage;
        return m_kind.b.isSwitch && !m_kind.a.isSwitch;
    }

    static std::optional<double> shorter(std::optional<double> a, std::optional<double> b) {
        if (!a || !b)
            return std::nullopt;
        return std::min(*a, *b);
    }
    static std::int64_t perFibre(std::int64_t links, const CableProduct& module) {
        return std::max<std::int64_t>(1, links / std::max<std::int64_t>(1, module.fibres));
    }
    static std::int64_t perLink(std::int64_t links, const CableProduct& module) {
        return std::max<std::int64_t>(1, module.fibres / links);
    }

    /// A planning class of a transceiver takes either.
    bool hasPolishOf(const CableProduct& fibre, const LinkOption& option) const {
        return std::ranges::all_of(std::array{option.a, option.b}, [&](std::int32_t module) {
            const CableProduct& product = m_products[static_cast<std::size_t>(module)];
            return product.isClass() || product.isAngled == fibre.isAngled;
        });
    }

    void addFibre(LinkOption& option, CableMedium medium) {
        const bool isSplit = option.linksPerFibre > 1;
        for (std::size_t i = 0; i < m_products.size() && option.fibre == kNoProduct; ++i) {
            const CableProduct& product = m_products[i];
            if (product.form == CableForm::Fibre && product.medium == medium && product.isSplitter == isSplit &&
                option.linksPerFibre <= 2 && hasPolishOf(product, option))
                option.fibre = static_cast<std::int32_t>(i);
        }
        FibrePrice price = plainFibre(medium);
        if (option.fibre != kNoProduct) {
            const CableProduct& product = m_products[static_cast<std::size_t>(option.fibre)];
            if (product.fixed || product.each)
                price = {product.fixed.value_or(product.each.value_or(0)), product.perMetre.value_or(0)};
        } else {
            ++option.classes;
        }
        option.fibreFixed = price.fixed;
        option.fibrePerMetre = price.perMetre;
        const double share = static_cast<double>(option.fibresPerLink) / static_cast<double>(option.linksPerFibre);
        option.fixed = price.fixed * share;
        option.perMetre = price.perMetre * share;
    }

    const LinkKind& m_kind;
    std::span<const CableProduct> m_products;
    std::vector<LinkOption> m_options;
};

/// How far the search for a reason came: the higher, the closer it was to serving.
int nearness(Rejection rejection) {
    switch (rejection) {
    case Rejection::TooFar:
    case Rejection::TooShort:
        return 5;
    case Rejection::ReachUnknown:
        return 4;
    case Rejection::SharedCage:
    case Rejection::Breakout:
    case Rejection::Lasers:
    case Rejection::Polish:
    case Rejection::OtherEnd:
        return 3;
    case Rejection::LaneRate:
    case Rejection::Speed:
    case Rejection::Protocol:
        return 2;
    case Rejection::HeatSink:
        return 1;
    case Rejection::Cage:
    case Rejection::None:
        break;
    }
    return 0;
}

bool isBetter(const LinkOption& a, const LinkOption& b, const LinkLengths& lengths) {
    const double priceA = a.price(a.metres(lengths)), priceB = b.price(b.metres(lengths));
    if (std::abs(priceA - priceB) > 0.005)
        return priceA < priceB;
    return a.classes < b.classes;
}

} // namespace

std::int32_t LinkOption::rank() const {
    if (!hasTransceivers(medium))
        return 0;
    const double metres = reach.value_or(0);
    constexpr std::array<double, 4> kSteps = {50, 100, 500, 2000};
    const auto step = std::ranges::lower_bound(kSteps, metres) - kSteps.begin();
    return static_cast<std::int32_t>(medium) * 10 + static_cast<std::int32_t>(step);
}

std::vector<LinkOption> linkOptions(const LinkKind& kind, std::span<const CableProduct> products) {
    return Options(kind, products).all();
}

Rejection rejectionAt(const LinkOption& option, const LinkLengths& lengths) {
    const double metres = option.metres(lengths);
    if (option.rejection != Rejection::None)
        return option.rejection;
    if (!option.reach)
        return Rejection::ReachUnknown;
    if (metres > *option.reach + kHardly)
        return Rejection::TooFar;
    return metres < option.least - kHardly ? Rejection::TooShort : Rejection::None;
}

const LinkOption* cheapest(std::span<const LinkOption> options, const LinkLengths& lengths, std::int32_t leastRank) {
    const auto cheapestOf = [&](auto&& isAsked) {
        const LinkOption* best = nullptr;
        for (const LinkOption& option : options)
            if (isAsked(option) && !option.isDirectSplitter() && rejectionAt(option, lengths) == Rejection::None &&
                option.rank() >= leastRank && (!best || isBetter(option, *best, lengths)))
                best = &option;
        return best;
    };
    const LinkOption* best = cheapestOf([](const LinkOption&) { return true; });
    if (!best || !best->isSilent)
        return best;
    const LinkOption* stated =
        cheapestOf([best](const LinkOption& option) { return option.isStated && option.medium == best->medium; });
    return stated ? stated : best;
}

CableChoice cableChoice(std::span<const LinkOption> options, const LinkLengths& lengths, std::int32_t leastRank) {
    CableChoice choice;
    for (const LinkOption& option : options) {
        const Rejection rejection = rejectionAt(option, lengths);
        CableChoice::Candidate candidate{option, rejection, {}};
        if (rejection == Rejection::None)
            candidate.price = option.price(option.metres(lengths));
        choice.candidates.push_back(candidate);
    }
    const auto place = [&](const CableChoice::Candidate& candidate) {
        if (candidate.rejection != Rejection::None)
            return 2;
        return candidate.option.rank() >= leastRank ? 0 : 1;
    };
    std::ranges::stable_sort(choice.candidates, [&](const auto& x, const auto& y) {
        if (place(x) != place(y))
            return place(x) < place(y);
        return x.price && y.price && isBetter(x.option, y.option, lengths);
    });
    // One that says its protocol comes before a cheaper one that does not.
    const LinkOption* taken = cheapest(options, lengths, leastRank);
    if (taken && taken->isStated && choice.chosen() && choice.chosen()->isSilent) {
        const auto first = std::ranges::find(choice.candidates, *taken, &CableChoice::Candidate::option);
        std::rotate(choice.candidates.begin(), first, first + 1);
    }
    // The next of another medium: like transceivers of two makers are no alternative.
    for (const CableChoice::Candidate& candidate : choice.candidates)
        if (choice.chosen() && candidate.price && candidate.option.medium != choice.chosen()->medium) {
            choice.savedToNext = *candidate.price - *choice.candidates.front().price;
            break;
        }
    return choice;
}

std::vector<const CableChoice::Candidate*> nearestOfMedia(const CableChoice& choice) {
    std::map<CableMedium, const CableChoice::Candidate*> best;
    for (const CableChoice::Candidate& candidate : choice.candidates) {
        const CableChoice::Candidate*& known = best[candidate.option.medium];
        const bool serves = candidate.rejection == Rejection::None;
        if (!known || (known->rejection != Rejection::None &&
                       (serves || nearness(candidate.rejection) > nearness(known->rejection))))
            known = &candidate;
    }
    std::vector<const CableChoice::Candidate*> nearest;
    for (const auto& [medium, candidate] : best)
        nearest.push_back(candidate);
    return nearest;
}

double planningPrice(const CableProduct& product, std::span<const CableProduct> products, double metres,
                     double cageGigabits) {
    const auto own = [&](const auto& by) -> std::optional<double> {
        // The second part of a transceiver's class is its link's fibre.
        if (by.each)
            return *by.each;
        if (by.fixed && product.form != CableForm::Transceiver)
            return *by.fixed + by.perMetre.value_or(0) * metres;
        return std::nullopt;
    };
    if (const SlowerClass* slower = product.slowerAt(cageGigabits))
        return own(*slower).value_or(0);
    if (const auto price = own(product))
        return *price;
    if (product.form == CableForm::Fibre) {
        const FibrePrice fibre = plainFibre(product.medium);
        return fibre.fixed + fibre.perMetre * metres;
    }
    const CableProduct* like = product.isClass() ? nullptr : classLike(product, products);
    if (!like)
        return 0;
    const SlowerClass* slower = like->slowerAt(product.gigabits);
    return (slower ? own(*slower) : own(*like)).value_or(0);
}

Rejection fitOf(const CableProduct& product, const LinkEnd& end, double gigabits) {
    const Rejection a = fit(product, product.cagesA, end, gigabits);
    const bool hasLegs = product.form == CableForm::Direct && product.isSplitter;
    const Rejection b = fit(hasLegs ? legProduct(product) : product, product.cagesB, end, gigabits);
    return a == Rejection::None || b == Rejection::None ? Rejection::None : a;
}

std::string productName(const CableProduct& product) { return product.part ? partTitle(*product.part) : product.id; }

} // namespace rackwright
