// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BasisWorkspace: what the design rests on, side by side: site record, requirements, assumptions, requests for
// information and settings. Each page is live; this one only chooses.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/workspace.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QStackedWidget;

namespace rackwright {

/// Commands that open the pages; the window connects them to showing this workspace.
std::span<const ActionRow> basisActions();

class BasisWorkspace : public Workspace {
    Q_OBJECT
public:
    BasisWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// "site", "requirements", "assumptions", "rfis", "settings"
    void showPage(const QString& id);

private:
    void addPage(const char* id, QWidget* page);

    StudioServices& m_services;
    QButtonGroup* m_names = nullptr;
    QHBoxLayout* m_bar = nullptr;
    QStackedWidget* m_pages = nullptr;
};

WorkspaceFeature basisFeature();

} // namespace rackwright
