// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the tables of figures of all domains begin with: a definition of a figure in one line, and the row of a subject.

#include "solvers/engine/figure_handle.h"

#include <string>
#include <string_view>
#include <utility>

namespace rackwright {

/// `reference` is the message id of the source of its formula. This form is for names that are put together.
inline FigureDefinition figureRow(std::string name, SubjectKind subject, std::string unit, std::string_view reference,
                                  Reads reads) {
    FigureDefinition definition;
    nameFigure(definition, std::move(name));
    definition.subject = subject;
    definition.unit = std::move(unit);
    definition.reference = reference;
    definition.reads = std::move(reads);
    return definition;
}

/// Name and kind of subject are the handle's.
inline FigureDefinition figureRow(FigureHandle of, std::string unit, std::string_view reference, Reads reads) {
    return figureRow(std::string(of), of.subject, std::move(unit), reference, std::move(reads));
}

/// The row that a figure is asked for; it is there, since subjects are taken from the table.
template <class Row>
const Row& rowOf(const Table<Row>& table, Subject subject) {
    const Row* row = table.find(Id<Row>{subject.id});
    RW_CHECK(row, "a figure is asked for a row of the design");
    return *row;
}

} // namespace rackwright
