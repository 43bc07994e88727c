// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// WorkspaceView: what the commands of the window ask of whichever workspace is shown: zoom, all that can be selected in
// it, and what it hands out as table and picture. A workspace that cannot do one of them says so, and the command is
// greyed.

#include "solvers/engine/figure.h"
#include "ui/share/share_menu.h"
#include "ui/widgets/zoom_step.h"

#include <optional>
#include <vector>

namespace rackwright {

class WorkspaceView {
public:
    virtual ~WorkspaceView() = default;
    /// Whether the command is enabled; zoom() is called for steps that it says yes of.
    virtual bool canZoom(ZoomStep) const { return false; }
    virtual void zoom(ZoomStep) {}
    virtual bool canSelectAll() const { return false; }
    /// What "Select all" means here.
    virtual std::vector<Subject> everything() const { return {}; }
    /// Whether a person who looks at it has all of them in sight.
    virtual bool isInSight(const std::vector<Subject>&) const { return false; }
    /// Goes to one of the subjects that are worked on here.
    virtual void showSubject(Subject) {}
    /// Nothing where there is nothing to hand out now.
    virtual std::optional<Shareable> shareable() { return std::nullopt; }
};

} // namespace rackwright
