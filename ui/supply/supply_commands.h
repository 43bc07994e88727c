// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SupplyCommands: the commands that connect power and cooling on the plan: the tool, "Connect to…", the row, the row
// that goes over to liquid, a new loop, and what is taken out of service to see what the hall does without it.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QObject>

#include <optional>

class QMenu;

namespace rackwright {

class ConnectLayer;
class PlanView;

class SupplyCommands : public QObject {
    Q_OBJECT
public:
    /// Adds them to `actions` and does them; lives as long as the view.
    SupplyCommands(PlanView& view, StudioDocument& document, StudioServices& services, Actions& actions);

    /// Adds what can be done with the selection to its menu.
    void addTo(QMenu& menu) const;

Q_SIGNALS:
    void hinted(const QString& text);
    void inspectorAsked();

private:
    void enable();
    void connectRow();
    void convertRow();
    void addElement(PowerElementKind kind);
    void addLoop();
    std::optional<Subject> chosenLosable() const;
    bool hasLosable() const;
    void takeOutOfService();
    void sayLoss();
    void commit(const Edit& edit);

    PlanView& m_view;
    StudioDocument& m_document;
    StudioServices& m_services;
    Actions& m_actions;
    ConnectLayer* m_layer = nullptr;
};

} // namespace rackwright
