// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a person calls a thing in a sentence or a list: "A02", without the kind that the names of figures carry.

#include "solvers/engine/figure.h"

namespace rackwright {

/// The name of the row; empty for the design itself.
std::string subjectName(const Context& context, Subject subject);
/// The same without a context.
std::string subjectName(const Design& design, Subject subject);

} // namespace rackwright
