// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip_row.h"

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>

#include <algorithm>

namespace rackwright {

ChipRow::ChipRow(const QString& name, const QString& accessibleName, QWidget* parent) : QWidget(parent) {
    setObjectName(name);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_row = new QWidget(this);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace);
    m_chips = new QButtonGroup(this);
    m_list = new QComboBox(this);
    m_list->setObjectName(name + QStringLiteral(".list"));
    m_list->setAccessibleName(accessibleName);
    m_list->setToolTip(accessibleName);
    m_list->hide();
    connect(m_list, &QComboBox::activated, this, [this](int index) { m_chips->buttons().at(index)->click(); });
    connect(m_chips, &QButtonGroup::buttonToggled, this, [this](QAbstractButton* chip, bool isOn) {
        if (isOn)
            m_list->setCurrentIndex(static_cast<int>(m_chips->buttons().indexOf(chip)));
    });
}

void ChipRow::add(QAbstractButton* chip) {
    m_list->addItem(chip->text());
    m_chips->addButton(chip);
    m_row->layout()->addWidget(chip);
    if (chip->isChecked())
        m_list->setCurrentIndex(m_list->count() - 1);
    updateGeometry();
}

bool ChipRow::isSpread() const { return !m_row->isHidden(); }

QSize ChipRow::sizeHint() const { return m_row->sizeHint().expandedTo(QSize(0, m_list->sizeHint().height())); }

QSize ChipRow::minimumSizeHint() const {
    return {std::min(m_list->sizeHint().width(), m_row->sizeHint().width()), sizeHint().height()};
}

void ChipRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool isWide = width() >= m_row->sizeHint().width();
    m_row->setVisible(isWide);
    m_list->setVisible(!isWide);
    m_row->setGeometry(rect());
    const QSize list = m_list->sizeHint();
    m_list->setGeometry(width() - std::min(list.width(), width()), (height() - list.height()) / 2,
                        std::min(list.width(), width()), list.height());
}

} // namespace rackwright
