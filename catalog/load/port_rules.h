// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How ports are ordered and named on a faceplate when a table does not say: one rule for each kind of part.

#include "model/parts/part.h"

#include <string>
#include <vector>

namespace rackwright {

/// The name pattern of a group of ports (places as in PortGroup::namePattern).
std::string portNamePattern(PartCategory category, const PortGroup& group);

/// Puts the groups into faceplate order: traffic before uplinks before management before console; groups of one role
/// keep their order.
void sortToFaceplateOrder(std::vector<PortGroup>& groups);

} // namespace rackwright
