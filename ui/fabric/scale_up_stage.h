// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ScaleUpStage: what the scale-up level draws: all domains of the design, or the inside of a node of the chosen kind,
// by chips.

#include "ui/fabric/node_view.h"
#include "ui/fabric/scale_up_view.h"

#include <QWidget>

class QStackedWidget;

namespace rackwright {

class ScaleUpStage : public QWidget {
    Q_OBJECT
public:
    ScaleUpStage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// What chooses between the two, for the row above the drawing.
    QWidget* chips() const { return m_chips; }
    ScaleUpView* domains() const { return m_domains; }
    NodeView* node() const { return m_node; }
    bool showsNode() const;
    /// What is in front is of the shown design, and drawn.
    bool isCurrent() const { return showsNode() ? m_node->isCurrent() : m_domains->isCurrent(); }

private:
    ScaleUpView* m_domains;
    NodeView* m_node;
    QStackedWidget* m_views;
    QWidget* m_chips;
};

} // namespace rackwright
