// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StudioFeature: what a domain brings to the window, as one value: its workspaces, the inspector's fields of its
// things, the fixes of its rules and its figures among the headlines. The window, the inspector, the findings and the
// headlines go through the features; none of them knows a domain.

#include "solvers/engine/figure_handle.h"
#include "ui/panels/quick_fixes.h"
#include "ui/widgets/workspace.h"

#include <vector>

namespace rackwright {

class FieldForm;

/// For whom the headlines are chosen.
enum class Role : std::uint8_t { Presales, Architect };

/// A figure of the design that a role looks at first.
struct HeadlineFigure {
    FigureHandle figure;
    Role role;
    int place; ///< among the headlines of the role, lowest first
};

/// Fields of what is selected, where all of it is of one kind.
struct InspectorFields {
    SubjectKind kind;
    void (*add)(FieldForm&, StudioDocument&, StudioServices&);
    bool ofOneAlone = false; ///< several of the kind have no fields in common
};

struct StudioFeature {
    std::vector<WorkspaceFeature> workspaces{}; ///< in the order of their buttons
    std::vector<InspectorFields> fields{};
    std::vector<QuickFixRow> fixes{};
    std::vector<HeadlineFigure> headlines{};
};

/// Of this program, in the order of their workspaces. A new one is a line in studio_features.cpp.
const std::vector<StudioFeature>& studioFeatures();

/// The headlines of a role by their place.
std::vector<FigureHandle> headlinesOf(Role role);
/// The fields of what is selected; null where the features have none for it.
const InspectorFields* inspectorFieldsOf(const std::vector<Subject>& selection);

} // namespace rackwright
