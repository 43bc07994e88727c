// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackPanel: one rack in the inspector: its name and findings, meters against its limits, and its elevation, which can
// be worked in. It shows the rack that its owner names.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace rackwright {

class RackMeters;
class RackView;

class RackPanel : public QWidget {
    Q_OBJECT
public:
    RackPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// The rack to show; an id of no rack shows none.
    void show(Id<Rack> rack);
    using QWidget::show;
    Id<Rack> rack() const { return m_rack; }
    RackView* view() const { return m_view; }
    RackMeters* meters() const { return m_meters; }

Q_SIGNALS:
    void figureAsked(const QString& figureLabel);
    void hinted(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refreshHead();

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Rack> m_rack;
    QLabel* m_title = nullptr;
    QLabel* m_findings = nullptr;
    QToolButton* m_front = nullptr;
    QToolButton* m_rear = nullptr;
    RackMeters* m_meters = nullptr;
    RackView* m_view = nullptr;
};

/// "Front" and "Rear" as a pair of chips that set the face of a view.
struct FaceChips {
    QToolButton* front = nullptr;
    QToolButton* rear = nullptr;
};
FaceChips makeFaceChips(RackView* view, const Texts& texts, QWidget* parent);

} // namespace rackwright
