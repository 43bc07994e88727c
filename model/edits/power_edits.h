// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of the power graph: elements, the circuits between them, and cords that a person plugged elsewhere than the
// rule.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Adds an element (id 0) or replaces one; `part` null leaves the part as the row has it.
Edit putPowerElement(const Target& target, PowerElement element, PartPtr part = {});
Edit movePowerElement(const Target& target, Id<PowerElement> element, Placement placement);
/// Removes elements with their circuits and cords.
Edit removePowerElements(const Target& target, std::vector<Id<PowerElement>> elements);

/// Adds or replaces a circuit to an element or a cooling unit; one that would close a ring is refused.
Edit putPowerLink(const Target& target, PowerLink link);
Edit removePowerLinks(const Target& target, std::vector<Id<PowerLink>> links);

/// Plugs a power supply into an element; replaces an earlier choice for that supply.
Edit plugCord(const Target& target, CordOverride cord);
Edit unplugCord(const Target& target, Id<CordOverride> cord);

} // namespace rackwright::edits
