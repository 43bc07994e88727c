// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/schedule.h"

#include "model/base/check.h"
#include "model/units/units.h"

#include <unordered_map>
#include <utility>

namespace rackwright {

double inColumnUnit(const ScheduleColumn& column, double si) {
    // A rack unit here counts places in a rack and is no length.
    if (column.unit.empty() || column.unit == "U")
        return si;
    // Of millions of cells below a few dozen words.
    thread_local std::unordered_map<std::string, const Unit*> known;
    const auto [entry, isNew] = known.try_emplace(column.unit);
    if (isNew)
        entry->second = findUnit(column.unit);
    const Unit* unit = entry->second;
    RW_CHECK(unit, "the unit of a schedule's column is in the table of units");
    return unit->fromSi(si);
}

ScheduleCell textCell(std::string text) {
    if (text.empty())
        return std::monostate{};
    return GivenText{std::move(text)};
}

} // namespace rackwright
