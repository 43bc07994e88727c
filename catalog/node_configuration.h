// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server is bought as: processors, memory, network cards, drives, supplies, support and rails in a chassis of
// the catalogue, within what its data sheet allows. Ports, power, weight and price follow from the change against what
// the catalogue has for the chassis, whose figures stay the base. What memory, drives, supplies, rails and support take
// is ours, at grade estimate.

#include "model/parts/part.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Network cards of one kind in one role.
struct ConfiguredCards {
    std::string part; ///< id of a network card
    std::int64_t count = 0;
    PortRole role = PortRole::Compute;
    bool operator==(const ConfiguredCards&) const = default;
};

/// A field that is unset stays as the chassis has it.
struct NodeConfiguration {
    std::optional<std::string> processor; ///< id of a processor
    std::optional<std::int64_t> processors;
    std::optional<std::int64_t> modules; ///< memory modules
    std::optional<double> moduleBytes;   ///< of one
    std::vector<ConfiguredCards> cards;  ///< roles without cards keep the ports that they have
    std::optional<std::int64_t> drives;
    std::optional<double> driveBytes; ///< of one
    std::optional<std::int64_t> supplies;
    std::optional<std::int64_t> supportYears;
    std::optional<bool> hasRails;
    bool operator==(const NodeConfiguration&) const = default;
};

/// What the data sheet allows; an unset field is one that it does not tell.
struct NodeLimits {
    std::optional<std::int64_t> sockets, memorySlots, cardSlots, driveBays, supplies, suppliesNeeded;
};

/// All parts that may go into servers: processors and network cards.
struct ComponentShelf {
    std::vector<PartPtr> processors, cards;
    const Part* find(std::string_view id) const;
};

/// One line of the configuration with what it adds; an unset figure is one that nobody knows.
struct ConfigurationLine {
    std::string what; ///< "2 x EPYC 9575F"
    std::optional<double> watts, kilograms, dollars;
};

struct ConfiguredNode {
    Part part;                            ///< a part of one's own, with the id asked for
    std::vector<ConfigurationLine> lines; ///< what was changed
    std::vector<Message> notes;           ///< what could not be followed, and why
};

/// Whether a part is a server that can be configured.
bool isConfigurable(const Part& part);

NodeLimits nodeLimits(const Part& chassis);

/// As the catalogue has the chassis: what can be read of its facts.
NodeConfiguration standingConfiguration(const Part& chassis, const ComponentShelf& shelf);

/// Processors that go into the sockets of the chassis, by maker and family where its data sheet names one.
std::vector<PartPtr> fittingProcessors(const Part& chassis, const ComponentShelf& shelf);

/// Fails, naming the field, its limit and the chassis, on what the data sheet does not allow or the shelf does not
/// have.
Result<ConfiguredNode> configuredNode(const Part& chassis, const NodeConfiguration& wanted, const ComponentShelf& shelf,
                                      const std::string& id);

} // namespace rackwright
