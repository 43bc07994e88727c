// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panel_dock.h"

#include "ui/theme/theme.h"
#include "ui/widgets/bounded_scroll.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

PanelDock::PanelDock(const QString& id, const QString& title, QWidget* content, bool isTabbed,
                     const QString& closeText, QWidget* parent)
    : QDockWidget(title, parent), m_content(content) {
    setObjectName(id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    auto* card = new QFrame;
    card->setProperty(isTabbed ? "panel" : "panelBody", true);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(1, isTabbed ? 1 : 0, 1, 1);
    // A panel lower than this scrolls: docks one above the other have to fit a screen of 540 lines.
    constexpr QSize mostClaimed(330, 84);
    column->addWidget(new BoundedScroll(content, mostClaimed));
    auto* whole = new QWidget;
    m_body = new QVBoxLayout(whole);
    m_body->addWidget(card);
    setWidget(whole);
    setTitleBarWidget(isTabbed ? new QWidget : makeHead(closeText));
    connect(this, &QDockWidget::dockLocationChanged, this, &PanelDock::keepDistance);
    connect(this, &QDockWidget::topLevelChanged, this, &PanelDock::keepDistance);
    keepDistance();
}

QWidget* PanelDock::makeHead(const QString& closeText) {
    auto* head = new QFrame;
    head->setProperty("panelHead", true);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(12, kHalfSpace, kHalfSpace, 0);
    auto* name = new QLabel(windowTitle());
    name->setProperty("title", true);
    connect(this, &QDockWidget::windowTitleChanged, name, &QLabel::setText);
    auto* close = new QToolButton;
    close->setObjectName(objectName() + QStringLiteral(".close"));
    close->setAccessibleName(closeText);
    close->setToolTip(closeText);
    close->setText(QStringLiteral("×"));
    close->setFont(studioFont(16));
    close->setProperty("quiet", true);
    close->setFocusPolicy(Qt::TabFocus);
    connect(close, &QToolButton::clicked, this, &QWidget::close);
    row->addWidget(name, 1);
    row->addWidget(close);
    auto* whole = new QWidget;
    m_head = new QVBoxLayout(whole);
    m_head->addWidget(head);
    return whole;
}

void PanelDock::keepDistance() {
    const auto* window = qobject_cast<QMainWindow*>(parentWidget());
    const Qt::DockWidgetArea area = window && !isFloating() ? window->dockWidgetArea(this) : Qt::NoDockWidgetArea;
    const bool isBelow = area == Qt::BottomDockWidgetArea;
    const int left = area == Qt::LeftDockWidgetArea ? kSpace : isBelow ? m_left : 0;
    const int right = area == Qt::RightDockWidgetArea ? kSpace : isBelow ? m_right : 0;
    m_body->setContentsMargins(left, 0, right, kSpace);
    if (m_head)
        m_head->setContentsMargins(left, 0, right, 0);
}

void PanelDock::setEdges(int left, int right) {
    m_left = left;
    m_right = right;
    keepDistance();
}

void PanelDock::bringUp() {
    show();
    raise();
}

} // namespace rackwright
