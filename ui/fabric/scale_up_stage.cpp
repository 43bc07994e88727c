// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/scale_up_stage.h"

#include "ui/fabric/level_chips.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace rackwright {

ScaleUpStage::ScaleUpStage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_domains(new ScaleUpView(document, services)), m_node(new NodeView(document, services)),
      m_views(new QStackedWidget), m_chips(new QWidget) {
    auto* chips = new QButtonGroup(this);
    auto* row = new QHBoxLayout(m_chips);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kHalfSpace);
    for (const auto& [id, view] : {std::pair<const char*, QWidget*>{"node.show.domains", m_domains},
                                   std::pair<const char*, QWidget*>{"node.show.node", m_node}}) {
        QToolButton* chip = makeChip(QString::fromLatin1(id), QString::fromStdString(services.texts().text(id)));
        chip->setChecked(view == m_domains);
        connect(chip, &QToolButton::clicked, this, [this, shown = view] { m_views->setCurrentWidget(shown); });
        chips->addButton(chip);
        row->addWidget(chip);
        m_views->addWidget(view);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_views);
}

bool ScaleUpStage::showsNode() const { return m_views->currentWidget() == m_node; }

} // namespace rackwright
