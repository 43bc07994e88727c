// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which medium and parts a link takes: all ways to make it from the products at hand, each either possible with its
// reach and price or ruled out with the reason. A pure function of the two ends, the speed and the length; the plan of
// all cables and the explanation of one both ask it.

#include "model/base/message.h"
#include "solvers/cables/cable_product.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rackwright {

/// An end of a link as the choice sees it.
struct LinkEnd {
    CageKind cage = CageKind::Unknown;
    HeatSink heatSink = HeatSink::Unknown; ///< that the cage takes; unknown where it makes no difference
    bool isSwitch = false;
    double cageGigabits = 0; ///< of all ports of the cage
    double laneGigabits = 0; ///< that it runs its lanes at for the link; 0: not known
    std::int64_t linksInCage = 1;
    FabricProtocol protocol = FabricProtocol::Either; ///< that the link speaks; either: no matter, or not decided
    friend auto operator<=>(const LinkEnd&, const LinkEnd&) = default;
};

/// Which cage of a link is broken out: it has links of one speed to several cages that hold nothing else, so that one
/// cable with several far ends can take the places of all.
enum class CageFan : std::uint8_t { None, AtA, AtB };

/// Links that can be made of the same things, whatever their length.
struct LinkKind {
    LinkEnd a, b;
    double gigabits = 0;
    /// Both cages hold links of each other and no others, so that one cable with its ends on can take their places.
    bool isPaired = false;
    CageFan fan = CageFan::None;
    friend auto operator<=>(const LinkKind&, const LinkKind&) = default;
};

/// Why a way to make a link is none. The order is that in which reasons are looked for.
enum class Rejection : std::uint8_t {
    None,
    Cage,       ///< does not fit the cage
    HeatSink,   ///< finned where flat, or flat where finned
    LaneRate,   ///< not made for lanes that fast, or only for faster ones
    Speed,      ///< another speed than that of the cage
    Protocol,   ///< its maker names another protocol than that of the link
    SharedCage, ///< the cage has links to other places, too
    Breakout,   ///< its fibres cannot be split that far
    Lasers,     ///< its lanes of light are faster or slower than those of the other end
    Polish,     ///< APC at one end and not at the other
    OtherEnd,   ///< no transceiver of this medium for the other end
    ReachUnknown,
    TooFar,
    TooShort ///< a person decided a length shorter than it is made
};
template <>
struct EnumNames<Rejection> {
    static constexpr std::array<std::string_view, 14> names = {
        "none",     "cage",   "heat-sink", "lane-rate", "speed",         "protocol", "shared-cage",
        "breakout", "lasers", "polish",    "other-end", "reach-unknown", "too-far",  "too-short"};
};

inline constexpr std::int32_t kNoProduct = -1;

/// Order lengths of one link in metres: copper and glass may run in different pathways.
struct LinkLengths {
    double copper = 0, glass = 0;
    bool isDecided = false; ///< by a person; others may be longer where a thing is not made that short
    /// In metres.
    double of(CableMedium medium) const { return isGlass(medium) ? glass : copper; }
    bool operator==(const LinkLengths&) const = default;
};

/// A way to make a link; products are places in the list given. Prices are planning prices in US dollars for one link:
/// parts shared by several links count in shares.
struct LinkOption {
    CableMedium medium = CableMedium::PassiveCopper;
    std::int32_t direct = kNoProduct;            ///< a cable with its ends on
    std::int32_t a = kNoProduct, b = kNoProduct; ///< transceivers
    std::int32_t fibre = kNoProduct;             ///< kNoProduct: planning class
    std::int64_t fibresPerLink = 1;              ///< physical cables
    std::int64_t linksPerFibre = 1;              ///< of a splitter, also of one with its ends on
    bool isSplitAtB = false;                     ///< of a splitter: where its single end is
    std::optional<double> reach;
    double least = 0;    ///< that it is made in, metres
    double shortest = 0; ///< the same as it is ordered
    double fixed = 0, perMetre = 0;
    double fibreFixed = 0, fibrePerMetre = 0; ///< of one fibre cable, contained in the above
    std::int32_t classes = 0;                 ///< how many of its parts are planning classes
    Rejection rejection = Rejection::None;    ///< whatever the length
    bool isStated = false;                    ///< its parts say that they are made for the protocol of the link
    bool isSilent = false; ///< one of its parts, no planning class, does not say for which it is made

    bool isSplitter() const { return linksPerFibre > 1; }
    /// It takes its cage as a whole: all links of the cage have it, or none.
    bool isDirectSplitter() const { return direct != kNoProduct && isSplitter(); }
    /// In US dollars for one link of an order length.
    double price(double metres) const { return fixed + perMetre * metres; }
    /// What is ordered for a link of these lengths.
    double metres(const LinkLengths& lengths) const {
        const double wanted = lengths.of(medium);
        return lengths.isDecided ? wanted : std::max(wanted, shortest);
    }
    /// Grows with the reach of its transceivers: of two links in one module the more demanding decides.
    std::int32_t rank() const;
    bool operator==(const LinkOption&) const = default;
};

/// All ways, in the order of products.
std::vector<LinkOption> linkOptions(const LinkKind& kind, std::span<const CableProduct> products);

/// What keeps an option from serving at its length.
Rejection rejectionAt(const LinkOption& option, const LinkLengths& lengths);

/// The cheapest that serves and ranks no lower; null when none does. Of equal ones that with fewer planning classes,
/// then the first. A part that does not say its protocol is taken where none of its medium says that of the link. A
/// splitter with its ends on is no choice of one link.
const LinkOption* cheapest(std::span<const LinkOption> options, const LinkLengths& lengths, std::int32_t leastRank = 0);

/// Why a cable is what it is: the candidates, the best first, with what ruled each out.
struct CableChoice {
    /// A way that was looked at, and why it was not taken.
    struct Candidate {
        LinkOption option;
        Rejection rejection = Rejection::None;
        std::optional<double> price; ///< US dollars for the link; of those that serve
    };
    std::vector<Candidate> candidates;
    std::optional<double> savedToNext; ///< US dollars to the next that serves

    /// Null where none serves.
    const LinkOption* chosen() const {
        return candidates.empty() || candidates.front().rejection != Rejection::None ? nullptr
                                                                                     : &candidates.front().option;
    }
};
CableChoice cableChoice(std::span<const LinkOption> options, const LinkLengths& lengths, std::int32_t leastRank = 0);

/// Of each medium, in their order, the candidate that says most: the best that serves, else the one that comes closest
/// to it. They live as long as the choice.
std::vector<const CableChoice::Candidate*> nearestOfMedia(const CableChoice& choice);

/// What one piece is planned with in US dollars: its own price, else that of the planning class of its medium and
/// speed; 0 when there is neither.
double planningPrice(const CableProduct& product, std::span<const CableProduct> products, double metres,
                     double cageGigabits = 0);

/// Whether a product fits the cage of an end.
Rejection fitOf(const CableProduct& product, const LinkEnd& end, double gigabits);

/// "MMA4Z00-NS" or the class's id.
std::string productName(const CableProduct& product);

} // namespace rackwright
