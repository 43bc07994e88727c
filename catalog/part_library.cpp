// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/part_library.h"

#include "catalog/part_overrides.h"
#include "catalog/search_words.h"
#include "model/parts/components.h"

#include <algorithm>
#include <set>

namespace rackwright {

namespace {

// Accelerators of a node of a rack; own parts may name each other in a circle.
constexpr int kDeepestComponent = 4;

} // namespace

std::vector<PartSummary> PartLibrary::parts() const {
    std::vector<PartSummary> all = m_catalog.parts();
    if (!m_overlay)
        return all;
    std::set<std::string_view> own;
    for (const PartSummary& part : m_overlay->parts())
        own.insert(part.id);
    std::erase_if(all, [&own](const PartSummary& part) { return own.contains(part.id); });
    all.insert(all.end(), m_overlay->parts().begin(), m_overlay->parts().end());
    return all;
}

Result<PartPtr> PartLibrary::part(std::string_view id) const {
    const auto listed = [this](std::string_view partId) {
        const bool isOwn =
            m_overlay && std::ranges::find(m_overlay->parts(), partId, &PartSummary::id) != m_overlay->parts().end();
        return isOwn ? m_overlay->listing(partId) : m_catalog.listing(partId);
    };
    const auto whole = [&](std::string_view partId, int depth, const auto& self) -> Result<PartPtr> {
        Result<PartListing> found = listed(partId);
        if (!found)
            return found.error();
        if (m_overlay)
            found->part = withOverrides(std::move(found->part), m_overlay->overrides(), m_catalog.attributeKeys());
        std::vector<PartPtr> components;
        if (depth < kDeepestComponent)
            for (const std::string& component : componentIds(found->part))
                // Own parts may name what is not there; a rule says so where they stand.
                if (Result<PartPtr> known = self(component, depth + 1, self))
                    components.push_back(std::move(*known));
        return partWithComponents(std::move(found->part), std::move(components));
    };
    return whole(id, 0, whole);
}

Result<std::vector<PartSummary>> PartLibrary::search(std::string_view text) const {
    Result<std::vector<PartSummary>> found = m_catalog.search(text);
    const std::string expression = searchExpression(text, m_catalog.aliases());
    if (!found || !m_overlay || expression.empty())
        return found;
    Result<std::vector<PartSummary>> own = m_overlay->matching(expression);
    if (!own)
        return own;
    std::erase_if(*found, [&](const PartSummary& part) {
        return std::ranges::find(m_overlay->parts(), part.id, &PartSummary::id) != m_overlay->parts().end();
    });
    found->insert(found->begin(), own->begin(), own->end());
    return found;
}

Done PartLibrary::checkOverride(const PartOverride& value) const {
    const Result<PartPtr> known = part(value.partId);
    return known ? rackwright::checkOverride(value, m_catalog.attributeKeys()) : Done(known.error());
}

PartStatusReport PartLibrary::statusOf(const Part& embedded) const {
    PartStatusReport report;
    report.partId = embedded.id;
    const Result<PartPtr> now = part(embedded.id);
    if (!now) {
        const bool wasWithdrawn = m_overlay && m_overlay->wasWithdrawn(embedded.id);
        report.status = wasWithdrawn ? PartStatus::Withdrawn : PartStatus::Missing;
        return report;
    }
    report.libraryPart = *now;
    report.differences = partDifferences(embedded, **now, m_catalog.attributeKeys());
    if ((*now)->lifecycle == Lifecycle::Withdrawn)
        report.status = PartStatus::Withdrawn;
    else
        report.status = report.differences.empty() ? PartStatus::UpToDate : PartStatus::Outdated;
    return report;
}

} // namespace rackwright
