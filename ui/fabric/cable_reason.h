// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a cable is the one it is, for a person: its lengths, the medium taken, and what each other medium would cost or
// what rules it out. The choice itself is made in solvers/cabling.

#include "model/design/rack_rows.h"
#include "solvers/engine/context.h"
#include "ui/text/texts.h"

#include <QStringList>

namespace rackwright {

/// One line a statement; the cable is one of the context's design.
QStringList cableReason(const Context& context, Id<Cable> cable, const Texts& texts);

} // namespace rackwright
