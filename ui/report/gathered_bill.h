// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bill as a proposal prints it: cables, and spares of them, by kind instead of by length.

#include "solvers/engine/schedule.h"

namespace rackwright {

class Texts;

/// A customer's bill with the lines of a section that differ by the length of a cable alone as one: its number names
/// the lines, its description the range of lengths, quantity and net total are their sums. Spares of cables of all
/// kinds are one line. All other lines, and every sum, stay as they are.
Schedule gatheredOverLengths(Schedule bill, const Texts& texts);

} // namespace rackwright
