// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/combined_edit.h"

#include <utility>

namespace rackwright::edits {

Edit combined(Message text, std::vector<Edit> parts, std::string mergeKey) {
    auto apply = [parts = std::move(parts)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        ProjectPtr next = std::make_shared<const Project>(project);
        for (const Edit& part : parts) {
            Result<ProjectPtr> changed = part.apply(*next, ids);
            if (!changed)
                return changed.error();
            next = std::move(*changed);
        }
        return next;
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

} // namespace rackwright::edits
