// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a customer may read of a design: prices as they are asked, without their range, their reason and what else could
// have been bought; figures without our own documents and the names of our planning classes. The internal edition is
// left as it is.

#include "model/figures/source.h"
#include "solvers/engine/finding.h"
#include "solvers/engine/schedule.h"
#include "ui/text/texts.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Grades in the words of the edition.
Texts textsOfEdition(const Texts& texts, Edition edition);

/// Without columns that are for ourselves, and without names of planning classes and documents of ours.
Schedule scheduleOfEdition(Schedule schedule, Edition edition);

/// The same row by row, for long schedules.
class RowsOfEdition {
public:
    /// `columns`: of the schedule as it is made.
    RowsOfEdition(std::vector<ScheduleColumn> columns, Edition edition);
    /// Those that are shown.
    const std::vector<ScheduleColumn>& columns() const { return m_columns; }
    /// Takes out of a row, made for all columns, what the edition does not show.
    void clear(ScheduleRow& row) const;

private:
    Edition m_edition;
    std::vector<ScheduleColumn> m_columns;
    std::vector<std::size_t> m_own; ///< places of columns that are not shown, the last first
};

/// Findings that speak of prices keep their title.
CheckReport checksOfEdition(CheckReport report, Edition edition);

/// Whether the edition names a figure at all: what things cost us is no matter of a customer's.
bool isShownIn(Edition edition, std::string_view figure);
/// A figure of money as it is asked, without the range behind it. `figure`: its name.
Value valueOfEdition(std::string_view figure, const Value& value, Edition edition);
/// Whether the edition says how a figure is worked out.
bool isDerivedIn(Edition edition, std::string_view figure);

/// Without names of planning classes: "Rack 48U" of "Planning class Rack 48U", and words for the id of a class.
std::string textOfEdition(std::string text, Edition edition);

/// "Daly 2006" of "Daly 2006; source document 003".
std::string referenceOfEdition(const std::string& reference, Edition edition);

/// A document of our own, which a customer cannot look up.
bool isOwnDocument(const Source& source);

} // namespace rackwright
