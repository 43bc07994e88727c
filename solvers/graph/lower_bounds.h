// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Certified lower bounds of the bisection of a fabric that is not solved exactly. Each holds for the weights and
// capacities at hand; none knows how a cut is found.

#include "solvers/graph/collapse.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace rackwright {

/// Switches with the endpoints that hang on each, glued to them; what is cheaper by cutting endpoint cables is added by
/// `cheapestAccess`.
struct SwitchGraph {
    Adjacency adjacency{0, {}};
    std::vector<std::int64_t> weight;
    std::optional<std::int64_t> cheapestAccess; ///< capacity of one endpoint's cable; nothing where all are glued
    std::int64_t total = 0;
    std::int64_t unit = 1; ///< greatest common divisor of all capacities
};

/// Nothing when an endpoint hangs on several switches.
std::optional<SwitchGraph> switchGraph(const CollapsedGraph& small);
std::optional<SwitchGraph> switchGraph(const FabricGraph& graph);

/// Where all endpoints reach each other some cable between switches is cut: one that no way leads around, or two; or
/// the cables of all endpoints of a half. Nothing where some cannot reach each other.
std::optional<std::int64_t> connectedBound(const FabricGraph& graph, std::int64_t onB);

/// Any pairing of the halves is a permutation; in a tree each link carries at most the smaller side of it at full rate.
/// Nothing unless the switches form a tree.
std::optional<std::int64_t> hoseBound(const SwitchGraph& graph, std::int64_t onB);

/// Of the fullest cable for each unit of its capacity, when every endpoint sends one unit to each other one over
/// shortest paths, split by capacity; infinite where some cannot reach each other. Symmetries that are verified here
/// spare most of the sources. Nothing when it would take too long or is stopped, or where nothing is sent.
std::optional<double> allToAllLoad(const SwitchGraph& graph,
                                   const std::vector<std::vector<std::uint32_t>>& symmetries = {},
                                   const std::stop_token& stop = {});

/// By that load: a cut must carry the product of its halves.
std::optional<std::int64_t> embeddingBound(const SwitchGraph& graph, std::int64_t onB,
                                           const std::vector<std::vector<std::uint32_t>>& symmetries = {},
                                           const std::stop_token& stop = {});

/// The same where the switches are groups, all joined in each and each group to each (a Dragonfly): traffic takes the
/// way of one cable in its group, one between the groups and one in the other, which loads the cables more evenly than
/// all shortest paths do. The groups are found in the graph; nothing where it has none.
std::optional<std::int64_t> groupBound(const SwitchGraph& graph, std::int64_t onB);

/// The smallest possible cut that is not below `value`, which was rounded in its last digits.
std::int64_t cutRoundedUp(double value, std::int64_t unit);

/// Cutting endpoint cables instead: the bound of the switches is concave in their balance, so one of the ends is least.
std::int64_t withAccess(const SwitchGraph& graph, double ofSwitches, std::int64_t onB);

struct SpectralBound {
    std::int64_t capacity = 0;
    double eigenvalue = 0, residual = 0;
    std::vector<double> vector; ///< of the second smallest eigenvalue; its sign and size order the switches
};
/// Second eigenvalue of the Laplacian against the endpoint weights, less its residual. Nothing when a switch has no
/// endpoints, since the bound says nothing useful then.
std::optional<SpectralBound> spectralBound(const SwitchGraph& graph, std::int64_t onB);

/// The same with a potential at each switch, all together none, that no cut feels and that raises the eigenvalue: worth
/// its time where switches differ in their cables. Begins with `plain` and ends when it comes near `upper`, finds no
/// more or is stopped.
std::optional<SpectralBound> raisedSpectralBound(const SwitchGraph& graph, std::int64_t onB, std::int64_t upper,
                                                 const SpectralBound& plain, const std::stop_token& stop = {});

/// All-to-all traffic again, spread over shortest ways so that the fullest cable is least full: closer where the fabric
/// is uneven or has been edited, and slower. Ends early where it can give no more than `known`, a bound at hand.
std::optional<std::int64_t> spreadBound(const CollapsedGraph& small, std::int64_t onB, std::int64_t known = 0,
                                        const std::stop_token& stop = {});

} // namespace rackwright
