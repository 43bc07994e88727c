// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the power schedule that other documents of racks print too.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// The inlet of a PDU or shelf by its data sheet ("IEC 60309 3P+N+PE 32 A"); empty where nobody has said it.
std::string inletOf(const Context& context, const PowerElement& element);

} // namespace rackwright
