// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PanelDock: a dock whose content sits on a card like the rest of the studio. Alone it shows its name and a close button
// at the head of the card; among tabs the tab says it all.

#include <QDockWidget>

class QVBoxLayout;

namespace rackwright {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    /// `id` is the object name ("dock.findings"); docks of one `isTabbed` area show no title line.
    PanelDock(const QString& id, const QString& title, QWidget* content, bool isTabbed, const QString& closeText,
              QWidget* parent = nullptr);

    QWidget* content() const { return m_content; }
    /// What a dock below leaves free where nothing stands beside it.
    void setEdges(int left, int right);
    /// Shows it and brings its tab to the front.
    void bringUp();

private:
    /// Keeps the card off the edge of the window that it stands at.
    void keepDistance();
    QWidget* makeHead(const QString& closeText);

    QWidget* m_content;
    QVBoxLayout* m_head = nullptr;
    QVBoxLayout* m_body = nullptr;
    int m_left = 0;
    int m_right = 0;
};

} // namespace rackwright
