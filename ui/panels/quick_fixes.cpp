// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/quick_fixes.h"

#include "model/edits/combined_edit.h"
#include "ui/features/studio_features.h"

#include <algorithm>

namespace rackwright {

std::vector<const Device*> FixCase::devices() const {
    std::vector<const Device*> found;
    for (const Subject subject : finding.subjects)
        if (subject.kind == SubjectKind::Device)
            if (const Device* device = design.devices.find({subject.id}))
                found.push_back(device);
    return found;
}

Message countedLabel(const std::string& id, std::size_t count, const std::string& name) {
    return count == 1 ? Message(id + "one").with("name", name) : Message(id + "many").with("count", count);
}

Edit asOneStep(std::vector<Edit> edits, const Message& text) {
    return edits.size() == 1 ? std::move(edits.front()) : edits::combined(text, std::move(edits));
}

std::optional<QuickFix> quickFixOf(const Finding& finding, const Project& of, const LibraryPart& library) {
    if (finding.state != RuleState::Failed)
        return std::nullopt;
    for (const StudioFeature& feature : studioFeatures())
        for (const QuickFixRow& row : feature.fixes)
            if (row.rule == finding.rule->id)
                return row.fix({finding, of, *activeOption(of).design, edits::activeTarget(of), library});
    return std::nullopt;
}

} // namespace rackwright
