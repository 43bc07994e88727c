// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bisection of a fabric: a lower and an upper bound with the proof of each and a cut that a checker can count. It
// picks the way to solve; the ways themselves stand in their own files. Reports, figures and the command line use it.

#include "model/base/fields.h"
#include "solvers/graph/graph.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace rackwright {

/// What stays whole on one side when a fabric is split in half.
enum class BisectionLevel : std::uint8_t {
    Endpoint, ///< each endpoint for itself, its cable may be cut
    Router,   ///< endpoints stay with their router or leaf
    Node      ///< whole nodes
};
template <>
struct EnumNames<BisectionLevel> {
    static constexpr std::array<std::string_view, 3> names = {"endpoint", "router", "node"};
};

/// By what a bound is certain.
enum class BoundProof {
    Trivial,        ///< fewer than two endpoints
    Enumeration,    ///< all sides of the switch classes were tried
    Search,         ///< branch and bound to its end
    Connected,      ///< some cable is cut, or two where ways lead around each
    Permutation,    ///< every pairing of the halves can be carried at this rate
    Embedding,      ///< all-to-all traffic that the fabric carries
    GroupRouting,   ///< the same, by way of complete groups
    Spread,         ///< the same, spread so that the fullest cable is least full
    Spectral,       ///< second eigenvalue less its residual
    RaisedSpectral, ///< the same, raised by potentials
    ProductTheorem, ///< the known bisection of a product network
    ClosedForm,     ///< that of the family, where it is too large to be drawn
    EvenSpread,     ///< as tables of the family have it, which leave open which spine has the odd cable of a leaf
    Disconnected,   ///< no cut is below zero
    Cut             ///< the witness, counted anew
};

/// The known bisection of a fabric that is a product of rings or of complete graphs and has not been edited.
struct BisectionTheorem {
    std::int64_t capacity = 0;
};

/// The least that a split in half cuts, between two proven bounds.
struct Bisection {
    std::int64_t endpoints = 0;
    std::int64_t onA = 0, onB = 0;     ///< the balance that was asked for: halves of the endpoints where glue allows
    std::int64_t lower = 0, upper = 0; ///< in units of the graph, one way
    BoundProof lowerProof = BoundProof::Trivial, upperProof = BoundProof::Cut;
    Cut witness; ///< costs `upper`; sides of the switches and endpoints on B
    std::int64_t cutCables = 0;
    std::int64_t injection = 0; ///< of the smaller half, where endpoints have cables of their own

    bool isExact() const { return lower == upper; }
};

/// How much time a caller gives; all answers are certified. Bounds: those of Quick, with the least work to them, where
/// nobody looks at the cut and at how they were proven. Sketch: those of Bounds for a graph nearly like one whose own
/// stayed apart, so that no long enumeration is begun that would end like the one before.
enum class Effort { Sketch, Bounds, Quick, Thorough };

/// Nothing for what lackOfBisection() says. Stopped, it answers soon with the bounds proven until then, or with nothing
/// where there is no cut yet.
std::optional<Bisection> bisectionOf(const FabricGraph& graph, Effort effort = Effort::Thorough,
                                     const std::optional<BisectionTheorem>& theorem = std::nullopt,
                                     std::stop_token stop = {});

/// Why a graph has no bisection.
enum class BisectionLack {
    NoEndpoints,
    TooMuchGlue, ///< so many endpoints are glued together in lots so unlike that their balance is not worked out
    NoneFound    ///< there are halves, but none of the ways came upon them
};
/// Why there is no bisection of a graph, for one that has none.
BisectionLack lackOfBisection(const FabricGraph& graph);

} // namespace rackwright
