// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/accelerator_words.h"

#include "ui/text/to_text.h"

namespace rackwright {

std::optional<DataSize> HeldAccelerators::memory() const {
    const auto each = part ? fact(*part, attribute::memory).typical() : std::nullopt;
    return count && each ? std::optional(DataSize(*count * each->si())) : std::nullopt;
}

std::optional<HeldAccelerators> acceleratorsIn(const Part& system, const Project* project, const PartLibrary* library) {
    HeldAccelerators held;
    held.count = fact(system, attribute::acceleratorCount).typical();
    const auto model = fact(system, attribute::acceleratorModel).typical();
    if (!model && !(held.count && *held.count > 0))
        return std::nullopt;
    if (!model)
        return held;
    if (project)
        for (const PartRow& row : project->parts)
            if (row.part && row.part->id == *model)
                held.part = row.part;
    if (!held.part && library)
        if (const Result<PartPtr> part = library->part(*model))
            held.part = *part;
    return held;
}

QString acceleratorWords(const HeldAccelerators& held, double systems, const Texts& texts) {
    const QString count = held.count ? toText(texts.figure(Value(*held.count * systems), "")) : QStringLiteral("?");
    return count + QStringLiteral(" × ") +
           (held.part ? toText(held.part->model) : toText(texts.text("accelerators.model-unknown")));
}

} // namespace rackwright
