// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Several edits as one step of the undo list: each is applied to what the one before gave; if one is refused, nothing
// changes.

#include "model/project/history.h"

#include <string>
#include <utility>
#include <vector>

namespace rackwright::edits {

inline Edit combined(Message text, std::vector<Edit> parts, std::string mergeKey = {}) {
    auto apply = [parts = std::move(parts)](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        ProjectPtr next = std::make_shared<const Project>(project);
        for (const Edit& part : parts) {
            Result<ProjectPtr> made = part.apply(*next, ids);
            if (!made)
                return made;
            next = std::move(*made);
        }
        return next;
    };
    return {std::move(text), std::move(mergeKey), std::move(apply)};
}

} // namespace rackwright::edits
