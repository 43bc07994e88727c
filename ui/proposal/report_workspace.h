// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReportWorkspace: the proposal as its pages will be, live: a list of pages, the pages, and the set-up beside them.
// Pages older than the design are faint until the new ones come.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/proposal/proposal_maker.h"
#include "ui/widgets/workspace.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QProgressBar;
class QToolButton;

namespace rackwright {

class PageView;
class ReportSetup;

class ReportWorkspace : public Workspace {
    Q_OBJECT
public:
    ReportWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    PageView* pages() const { return m_pages; }
    ReportSetup* setup() const { return m_setup; }
    /// The pages show the newest design with the options chosen.
    bool isUpToDate() const;
    /// What an export would be made of; without a solution when none is there yet.
    ProposalRequest request() const;

    bool canZoom(ZoomStep step) const override;
    void zoom(ZoomStep step) override;
    std::optional<Shareable> shareable() override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void take(const ProposalPagesPtr& pages);
    void showState(const QString& text);
    void refreshPage();

    StudioDocument& m_document;
    StudioServices& m_services;
    ProposalMaker m_maker;
    ProposalPagesPtr m_made;
    SolutionPtr m_askedFor;
    ReportOptions m_askedOptions;
    ReportVolume m_askedVolume = ReportVolume::Proposal;
    QTimer m_wait; ///< lets a run of edits pass before pages are made
    PageView* m_pages = nullptr;
    ReportSetup* m_setup = nullptr;
    QListWidget* m_list = nullptr;
    QLabel* m_state = nullptr;
    QLabel* m_page = nullptr;
    QLabel* m_zoom = nullptr;
    QProgressBar* m_progress = nullptr;
};

WorkspaceFeature reportFeature();

} // namespace rackwright
