// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What field guides say that links of a compute network's speed are good for: information in words beside the figures,
// which decides nothing. The Fabric workspace and the proposal show it.

#include "solvers/engine/context.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct InterconnectClass {
    std::string name;                                     ///< "severe", "marginal", "medium", "large"
    FabricProtocol protocol = FabricProtocol::InfiniBand; ///< of the links that the latency was seen with
    double gbps = 0;                                      ///< of a link
    double bandwidth = 0;                                 ///< bytes/s one way
    double latency = 0;                                   ///< s
    bool isBelow = false;                                 ///< the latency is below that
};

Result<std::vector<InterconnectClass>> readInterconnectClasses(std::string_view csv);
/// The built-in ones, slow links first.
std::span<const InterconnectClass> interconnectClasses();
/// Of links of this speed.
const InterconnectClass& interconnectClassOf(double gbps);

/// Sentences on the slowest ports by which accelerators are on a compute network, as they are cabled; none where there
/// are no such ports or their speed is not known.
std::vector<Message> interconnectNotes(const Context& context, const Network& network);

} // namespace rackwright
