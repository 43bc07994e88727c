// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a design holds under a name, as one looks for it by words: racks, rooms, devices, power elements, circuits,
// cooling units, loops, networks, workloads, pools, and what is drawn under a name. Cables have numbers, not names, and
// are left out. The palette of the window asks here.

#include "model/design/design.h"
#include "solvers/engine/subject.h"
#include "ui/text/texts.h"

#include <QString>

#include <functional>
#include <vector>

namespace rackwright {

struct NamedThing {
    const char* group = ""; ///< id of the words for its kind
    QString name, note;
    Subject subject;            ///< of a circuit what it feeds
    const char* workspace = ""; ///< where it is worked on; empty: by the place that its kind of subject has
};

/// Those that `isMeant` says yes of. Of a kind so many come as anybody looks through; one that is called exactly
/// `words` comes always.
std::vector<NamedThing> namedThings(const Design& design, const Texts& texts, const QString& words,
                                    const std::function<bool(const QString&)>& isMeant);

} // namespace rackwright
