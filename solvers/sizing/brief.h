// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person said, kept in the design that answers it: the statements as requirements in their own words, the site
// as it was given, what was assumed in place of an answer with its range, and what is to be asked.

#include "solvers/recipes/record.h"
#include "solvers/sizing/question.h"

namespace rackwright {

/// Assumptions and requests for what nobody said.
void recordOpen(RecordWriter& record, const SizingQuestion& question);

/// The site's fields and the requirements that the figures of the design are held against.
void recordStated(RecordWriter& record, const SizingQuestion& question, const GivenBy& by);

} // namespace rackwright
