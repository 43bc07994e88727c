// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/known_parts.h"

#include "solvers/exchange/netbox_set.h"

#include <map>
#include <memory>

namespace rackwright {

std::function<PartPtr(const std::string& slug)> partsBySlug(const PartLibrary& library) {
    const auto ids = std::make_shared<std::map<std::string, std::string>>();
    for (const PartSummary& part : library.parts())
        ids->try_emplace(netboxSlug(part.id), part.id);
    return [&library, ids](const std::string& slug) {
        const auto id = ids->find(slug);
        const Result<PartPtr> part = id == ids->end() ? Result<PartPtr>(PartPtr()) : library.part(id->second);
        return part ? *part : PartPtr();
    };
}

} // namespace rackwright
