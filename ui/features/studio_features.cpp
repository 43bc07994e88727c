// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/studio_features.h"

#include "ui/features/domain_features.h"

#include <algorithm>
#include <utility>

namespace rackwright {

const std::vector<StudioFeature>& studioFeatures() {
    static const std::vector<StudioFeature> all = {spaceStudio(),     fabricStudio(),  cablingStudio(),
                                                   workloadsStudio(), storageStudio(), powerStudio(),
                                                   coolingStudio(),   costStudio(),    documentsStudio()};
    return all;
}

std::vector<FigureHandle> headlinesOf(Role role) {
    std::vector<HeadlineFigure> found;
    for (const StudioFeature& feature : studioFeatures())
        std::ranges::copy_if(feature.headlines, std::back_inserter(found),
                             [role](const HeadlineFigure& each) { return each.role == role; });
    std::ranges::sort(found, {}, &HeadlineFigure::place);
    std::vector<FigureHandle> figures;
    for (const HeadlineFigure& each : found)
        figures.push_back(each.figure);
    return figures;
}

const InspectorFields* inspectorFieldsOf(const std::vector<Subject>& selection) {
    if (selection.empty())
        return nullptr;
    const SubjectKind kind = selection.front().kind;
    if (!std::ranges::all_of(selection, [kind](Subject subject) { return subject.kind == kind; }))
        return nullptr;
    for (const StudioFeature& feature : studioFeatures())
        for (const InspectorFields& fields : feature.fields)
            if (fields.kind == kind && (!fields.ofOneAlone || selection.size() == 1))
                return &fields;
    return nullptr;
}

} // namespace rackwright
