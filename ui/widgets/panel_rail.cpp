// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panel_rail.h"

#include "ui/theme/theme.h"
#include "ui/widgets/panel_dock.h"

#include <QMainWindow>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace rackwright {

namespace {

// Qt lays the tabs behind the one in front out of sight.
bool isInFront(const PanelDock& dock) { return dock.isVisible() && !dock.visibleRegion().isEmpty(); }

} // namespace

PanelRail::PanelRail(const QString& name, const QString& accessibleName, QMainWindow& window)
    : OverflowRow(name, accessibleName, kHalfSpace), m_window(window) {}

void PanelRail::addPanel(PanelDock* dock) {
    auto* chip = new QToolButton;
    chip->setObjectName(objectName() + QLatin1Char('.') + dock->objectName().section(QLatin1Char('.'), 1));
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    chip->setText(dock->windowTitle());
    connect(dock, &QDockWidget::windowTitleChanged, chip, &QToolButton::setText);
    connect(chip, &QToolButton::toggled, this, [dock](bool isWanted) {
        if (isWanted)
            dock->bringUp();
        else
            dock->hide();
    });
    // However it comes and goes: by a command, by a figure that is asked for, by its own close button.
    connect(dock->toggleViewAction(), &QAction::toggled, this, [this, dock](bool isShown) { follow(dock, isShown); });
    m_panels.push_back({dock, chip});
    add(chip);
    setWanted(chip, false);
}

void PanelRail::follow(const PanelDock* dock, bool isShown) {
    const auto panel = std::ranges::find(m_panels, dock, &Panel::dock);
    if (panel == m_panels.end() || panel->area == Qt::NoDockWidgetArea)
        return;
    {
        const QSignalBlocker blocker(panel->chip);
        panel->chip->setChecked(isShown);
    }
    if (!isShown)
        return;
    for (const Panel& other : m_panels)
        if (other.dock != dock && other.area == panel->area && !other.dock->isHidden())
            other.dock->hide();
    Q_EMIT opened();
}

void PanelRail::fold(Qt::DockWidgetArea area) {
    for (Panel& panel : m_panels) {
        if (panel.area != Qt::NoDockWidgetArea || panel.dock->isFloating() ||
            m_window.dockWidgetArea(panel.dock) != area)
            continue;
        panel.wasShown = !panel.dock->isHidden();
        panel.wasInFront = isInFront(*panel.dock);
    }
    // All are asked before the first goes: a tab behind it would come to the front.
    for (Panel& panel : m_panels)
        if (panel.area == Qt::NoDockWidgetArea && !panel.dock->isFloating() &&
            m_window.dockWidgetArea(panel.dock) == area) {
            panel.dock->hide();
            panel.area = area;
            const QSignalBlocker blocker(panel.chip);
            panel.chip->setChecked(false);
            setWanted(panel.chip, true);
        }
    refresh();
}

void PanelRail::unfold(Qt::DockWidgetArea area) {
    PanelDock* front = nullptr;
    bool isChosen = false;
    std::vector<PanelDock*> shown;
    for (Panel& panel : m_panels) {
        if (panel.area != area)
            continue;
        const bool isOpen = !panel.dock->isHidden();
        // What was opened meanwhile is what the person reads.
        if (isOpen || (panel.wasInFront && !isChosen))
            front = panel.dock;
        isChosen = isChosen || isOpen;
        if (isOpen || panel.wasShown)
            shown.push_back(panel.dock);
        panel.area = Qt::NoDockWidgetArea;
        setWanted(panel.chip, false);
    }
    for (PanelDock* dock : shown)
        dock->show();
    if (!front && !shown.empty())
        front = shown.front();
    if (front)
        front->raise();
    refresh();
}

void PanelRail::refresh() {
    setVisible(std::ranges::any_of(m_panels, [](const Panel& panel) { return panel.area != Qt::NoDockWidgetArea; }));
}

} // namespace rackwright
