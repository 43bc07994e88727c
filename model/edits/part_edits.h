// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of the part revisions that a project embeds: placing a part copies its revision; newer data is adopted by an
// edit that shows its differences first.

#include "model/edits/target.h"

namespace rackwright::edits {

/// The row of this very revision, embedded now if it was not, with what the part consists of
/// (model/parts/components.h): every placing of a part goes through here. A component that the project holds in any
/// revision stays as it is.
Id<PartRow> embedPart(Project& project, IdSource& ids, PartPtr part);

/// Embeds a part revision that nothing uses yet.
Edit addPart(PartPtr part);

/// A property that differs between two revisions, as text for the list of differences.
struct PartDifference {
    std::string property;
    std::string before;
    std::string after;
};
std::vector<PartDifference> partDifferences(const Part& before, const Part& after);

/// Replaces the data of an embedded part by another revision of the same part, in all options at once.
Edit adoptRevision(const Project& project, Id<PartRow> row, PartPtr revision);

/// Whether the cables of a thing find their ports on another part of it (null has none): cable ends must not dangle.
Done checkPorts(const Design& design, const Device& device, const Part* part);

/// Takes out embedded parts that no option uses.
Edit removeUnusedParts();

/// Whether any row of any option names the part.
bool isPartUsed(const Project& project, Id<PartRow> row);

} // namespace rackwright::edits
