// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The list of cables that a person edited (the columns of cables.csv) held against the design: what would change, line
// by line, and the edit that does it. An unedited list changes nothing. Rows are known by their Cable ID; one without
// is a new cable. Ends, network, length, colour and label are taken; what else differs is derived and is told, not
// taken.

#include "model/edits/target.h"
#include "solvers/engine/context.h"
#include "ui/text/texts.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// One thing that the list has otherwise than the design.
struct CableListChange {
    enum class Kind : std::uint8_t { Added, Removed, Changed, Ignored };
    Kind kind = Kind::Changed;
    std::size_t line = 0; ///< of the list, from 1; 0: the list lacks the cable
    std::string cable;    ///< its id, empty for a new one
    std::string column, before, after;
};

struct CableListDifference {
    std::vector<CableListChange> changes; ///< in the order of the list, then what it lacks
    std::size_t added = 0, changed = 0, removed = 0, ignored = 0, unchanged = 0;
    std::size_t missing = 0; ///< cables that the list lacks; removed only if that was asked for
    Edit edit;               ///< of all; does nothing where there is no change
    bool isEmpty() const { return added + changed + removed == 0; }
};

struct CableListReading {
    bool removesMissing = false;
};

/// Fails with the line and what to do where the list names a device, port or network that is not there, a port twice, a
/// port that cannot be joined, a number that is none, or a cable twice.
Result<CableListDifference> cableListDifference(const Context& context, const Texts& texts, std::string_view list,
                                                const CableListReading& reading);

/// The list as cables.csv has it.
std::string cableListText(const Context& context, const Texts& texts);

} // namespace rackwright
