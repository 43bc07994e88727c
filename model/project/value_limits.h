// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether the numbers and texts of a project lie within the limits that are described beside their names. The readers
// of files, every edit and the import of parts ask here, so that nothing passes one way that is refused another.

#include "model/base/result.h"
#include "model/project/project.h"

#include <optional>
#include <string>

namespace rackwright {

/// A number outside its limits, a count that is not whole, a range whose typical value does not lie in it, or a text
/// that is too long.
struct LimitBreach {
    std::string table; ///< as in the file; "project" for the project's header
    std::uint64_t row = 0;
    std::string name;  ///< of the row, where it has one
    std::string field; ///< "powerModes/1/power"
    enum class Kind { Outside, NoCount, RangeOrder, LongText } kind = Kind::Outside;
    UnitNumber value, low, high;           ///< of Outside; of NoCount the value
    std::string text;                      ///< of Outside: what stands where a number should, "nan"
    std::int64_t characters = 0, most = 0; ///< of LongText
};

/// The first of a whole project.
std::optional<LimitBreach> limitBreach(const Project& project);
/// The first in rows that differ.
std::optional<LimitBreach> limitBreach(const Project& before, const Project& after);
/// Of a part that belongs to no project.
std::optional<LimitBreach> limitBreach(const Part& part);

/// "{value} is outside {low} to {high}" of a number in SI; `unit` is the one in which it is entered.
Done checkLimits(double si, const Limits& limits, std::string_view unit);

/// As an edit says it: the thing, the value, its limits.
Error limitError(const LimitBreach& breach);
/// What stands in the place of a breach, as a message says it.
ArgumentValue saidShortly(const LimitBreach& breach);
/// A number as a message says it: one without end by its power of ten.
ArgumentValue saidShortly(const UnitNumber& number);

} // namespace rackwright
