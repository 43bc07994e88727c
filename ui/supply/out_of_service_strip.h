// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OutOfServiceStrip: the line above a drawing that says what is out of service, what that takes, and how to put it
// back; hidden while everything is in service. In the drawings below it Escape puts it back too, and their menus take
// what is chosen there out.

#include "ui/actions/actions.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QFrame>

class QLabel;
class QMenu;

namespace rackwright {

class OutOfServiceStrip : public QFrame {
    Q_OBJECT
public:
    OutOfServiceStrip(const QString& name, StudioDocument& document, StudioServices& services,
                      QWidget* parent = nullptr);

    /// Escape in it puts back what is out of service.
    void standOver(QWidget& drawing) { drawing.installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    StudioDocument& m_document;
    StudioServices& m_services;
    QLabel* m_words = nullptr;
};

/// Adds what can be done with the chosen supply: taken out of service, connected, removed. Of several things each can
/// be taken out by its name, in a menu of the name given.
void addSupplyTo(QMenu& menu, const QString& name, StudioDocument& document, const StudioServices& services,
                 const Actions& actions);

} // namespace rackwright
