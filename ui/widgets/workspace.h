// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Workspace: one of the pages in the middle of the window, and the value by which a domain brings it there. The window
// knows workspaces by these alone: buttons, commands, places of subjects, manual pages and room all come from the
// value.

#include "ui/actions/actions.h"
#include "ui/widgets/workspace_view.h"

#include <QWidget>

#include <functional>
#include <span>
#include <vector>

namespace rackwright {

class BillFeed;
class StudioDocument;
class StudioServices;

/// What it asks of the window goes out as signals.
class Workspace : public QWidget, public WorkspaceView {
    Q_OBJECT
public:
    using QWidget::QWidget;

Q_SIGNALS:
    /// Wants to know how a figure came about.
    void figureAsked(const QString& label);
    /// To be said in the status bar.
    void hinted(const QString& text);
    /// What the tool in the hand takes, said as long as it is there; empty: there is none.
    void toolHinted(const QString& text);
    /// Wants these shown where they stand.
    void placeAsked(const std::vector<rackwright::Subject>& subjects);
    /// Wants a workspace brought up, another one or itself.
    void workspaceAsked(const QString& id);
    /// The fields of what is selected are to be seen.
    void inspectorAsked();
};

/// What a workspace is made with.
struct WorkspaceSite {
    StudioDocument& document;
    StudioServices& services;
    Actions& actions;
    BillFeed& bill;
};

/// What stands aside for it: nothing; the inspector where the window is narrow; the catalogue and the inspector, since
/// tables and pages want the width and nothing can be dropped on them.
enum class WorkspaceRoom { Drawing, WideDrawing, Document };

/// All that the window knows of a workspace before it is made.
struct WorkspaceFeature {
    const char* id;    ///< "storage"; the text of its button is the message "workspace.storage"
    ActionRow command; ///< that brings it up
    WorkspaceRoom room = WorkspaceRoom::Drawing;
    const char* manualPage;                 ///< for who asks for help there
    std::vector<SubjectKind> subjects = {}; ///< without a place on the floor, that are worked on there
    std::function<Workspace*(const WorkspaceSite&)> make;
};

} // namespace rackwright
