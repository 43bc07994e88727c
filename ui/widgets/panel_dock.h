// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PanelDock: a dock whose content sits on a card like the rest of the studio. Alone it shows a title line with float and
// close; among tabs the tab says it all.

#include <QDockWidget>

class QLabel;

namespace rackwright {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    /// `id` is the object name ("dock.findings"); docks of one `isTabbed` area show no title line.
    PanelDock(const QString& id, const QString& title, QWidget* content, bool isTabbed, QWidget* parent = nullptr);

    QWidget* content() const { return m_content; }
    /// Shows it and brings its tab to the front.
    void bringUp();

private:
    QWidget* m_content;
};

} // namespace rackwright
