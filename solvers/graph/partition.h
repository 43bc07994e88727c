// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Balanced cuts of a collapsed fabric, found by METIS, by the order of the switches and by exchange, always with
// exactly the balance asked for and counted by ourselves. They are upper bounds and nothing more.

#include "solvers/graph/class_enumeration.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace rackwright {

/// The best sides of all bundles for given sides of the switches; nothing when no split has `onB` endpoints on side B.
std::optional<ExactSplit> completed(const CollapsedGraph& graph, ItemSides sides, std::int64_t onB);

/// The first switches of an order on side B until the half is full, with and without exchange afterwards.
std::optional<ExactSplit> splitByOrder(const CollapsedGraph& graph, const std::vector<std::uint32_t>& order,
                                       std::int64_t onB);

/// METIS from several seeds, each balanced and improved by exchange: as many as fit into `work` vertices and edges.
std::optional<ExactSplit> splitByMetis(const CollapsedGraph& graph, std::int64_t onB, std::int64_t work,
                                       std::int64_t mostSeeds, const std::stop_token& stop = {});

/// A cheaper split near one: a neighbourhood of switches changes sides again and again, balance and cut are restored by
/// exchange, and what is cheaper is kept (iterated local search), as often as fits into `work` vertices and edges.
ExactSplit shaken(const CollapsedGraph& graph, ExactSplit split, std::int64_t onB, std::int64_t work,
                  const std::stop_token& stop = {});

/// Moves and exchanges switches while that makes the cut cheaper (Fiduccia and Mattheyses 1982).
std::optional<ExactSplit> improved(const CollapsedGraph& graph, ExactSplit split, std::int64_t onB);

} // namespace rackwright
