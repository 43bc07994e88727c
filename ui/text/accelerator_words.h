// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The accelerators that a system holds, in the words of lists and comparisons: "8 × H200 SXM5 141GB".

#include "catalog/part_library.h"
#include "model/project/project.h"
#include "ui/text/texts.h"

#include <QString>

#include <optional>

namespace rackwright {

/// Of one system.
struct HeldAccelerators {
    std::optional<double> count; ///< nothing: not known
    PartPtr part;                ///< null: the model is not known

    /// Of all accelerators of one system; nothing while count, model or its memory is not known.
    std::optional<DataSize> memory() const;
};

/// Nothing for parts that hold none. The accelerator is looked for among the parts of the project first, then in the
/// library; both may be null.
std::optional<HeldAccelerators> acceleratorsIn(const Part& system, const Project* project, const PartLibrary* library);

/// Of so many systems; "? ×" or "unknown" for what is not known.
QString acceleratorWords(const HeldAccelerators& held, double systems, const Texts& texts);

} // namespace rackwright
