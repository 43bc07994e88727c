// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// InspectorPanel: what is selected, with fields to change it: one thing or many, or the design where nothing is. A part
// chosen in the catalogue shows its details here. The fields themselves are in inspector_fields.h.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <functional>

class QLabel;
class QScrollArea;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace rackwright {

class FieldForm;
class PartDetails;

std::span<const ActionRow> inspectorActions();

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    InspectorPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Shows a part of the catalogue until something is selected.
    void showPart(const QString& partId);
    /// Back from a part to what is selected.
    void showSelection();
    /// A widget above the fields while exactly one rack is selected (its meters and elevation).
    void setRackView(QWidget* view, std::function<void(Id<Rack>)> show);

Q_SIGNALS:
    void figureAsked(const QString& label);
    /// Replace the part of the selected devices.
    void replaceAsked();
    /// Edit the part that is shown as a part of the user's own.
    void partEditAsked(const QString& partId);
    /// Configure the server that is shown.
    void partConfigureAsked(const QString& partId);
    /// Hold the part that is shown against others.
    void partCompareAsked(const QString& partId);
    /// For the status line.
    void told(const QString& words);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void rebuild();
    void refresh();
    void refreshHead();
    void savePartPage();
    QString title() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QStackedWidget* m_pages = nullptr; ///< fields, part details
    QLabel* m_title = nullptr;
    QLabel* m_errors = nullptr;
    QToolButton* m_replace = nullptr;
    QToolButton* m_configure = nullptr; ///< of a part that is a server
    QScrollArea* m_scroll = nullptr;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_column = nullptr;
    FieldForm* m_form = nullptr;
    PartDetails* m_part = nullptr;
    QWidget* m_rackView = nullptr;
    std::function<void(Id<Rack>)> m_showRack;
    std::vector<Subject> m_builtFor;
    Id<Room> m_builtRoom; ///< whose fields stand among those of the design
    bool m_isBuilt = false;
};

} // namespace rackwright
