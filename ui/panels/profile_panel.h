// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ProfilePanel: the power of the racks along their rows against the limit of their cooling, as a chart that selects
// racks on the plan. It fills the chart from the newest solution and follows the selection.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

namespace rackwright {

class RackProfileChart;

class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    ProfilePanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    RackProfileChart& chart() { return *m_chart; }

Q_SIGNALS:
    void placeAsked(const std::vector<rackwright::Subject>& subjects);
    void hinted(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void refreshSelection();

    StudioDocument& m_document;
    StudioServices& m_services;
    RackProfileChart* m_chart = nullptr;
    SolutionPtr m_shown;
};

} // namespace rackwright
