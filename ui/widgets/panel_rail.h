// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PanelRail: the names of panels that a small window has no room for. A click brings one up, a second one puts it away
// again; of the panels of one side one is open at a time, so that the drawing keeps the rest.

#include "ui/widgets/overflow_row.h"

#include <vector>

class QMainWindow;

namespace rackwright {

class PanelDock;

class PanelRail : public OverflowRow {
    Q_OBJECT
public:
    /// `window` is whose docks it is for.
    PanelRail(const QString& name, const QString& accessibleName, QMainWindow& window);

    /// Gives a dock a name in the rail, which is shown while it is folded.
    void addPanel(PanelDock* dock);
    /// Puts away the docks of an area that are not folded yet.
    void fold(Qt::DockWidgetArea area);
    /// Brings back those of an area as they were.
    void unfold(Qt::DockWidgetArea area);

Q_SIGNALS:
    /// A folded panel was brought up.
    void opened();

private:
    struct Panel {
        PanelDock* dock;
        QToolButton* chip;
        Qt::DockWidgetArea area = Qt::NoDockWidgetArea; ///< of a folded one
        bool wasShown = false;
        bool wasInFront = false;
    };
    void follow(const PanelDock* dock, bool isShown);
    void refresh();

    QMainWindow& m_window;
    std::vector<Panel> m_panels;
};

} // namespace rackwright
