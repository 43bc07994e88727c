// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/history_panel.h"

#include "ui/text/step_text.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace rackwright {

HistoryPanel::HistoryPanel(StudioDocument& document, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("panel.history"));
    m_steps = new QListWidget;
    m_steps->setObjectName(QStringLiteral("history.steps"));
    m_steps->setAccessibleName(QString::fromStdString(texts.text("panel.history")));
    m_steps->setUniformItemSizes(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kHalfSpace, kHalfSpace, kHalfSpace, kHalfSpace);
    column->addWidget(m_steps);
    const auto go = [this](const QListWidgetItem* item) {
        Q_EMIT stepAsked(static_cast<std::size_t>(m_steps->row(item)));
    };
    connect(m_steps, &QListWidget::itemClicked, this, go);
    connect(m_steps, &QListWidget::itemActivated, this, go);
    connect(&m_document, &StudioDocument::historyChanged, this, &HistoryPanel::refresh);
}

void HistoryPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void HistoryPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

void HistoryPanel::refresh() {
    if (!isVisible())
        return;
    const QSignalBlocker blocker(m_steps);
    const std::vector<History::Step>& steps = m_document.history().steps();
    const int position = static_cast<int>(m_document.history().position());
    while (m_steps->count() > static_cast<int>(steps.size()))
        delete m_steps->takeItem(m_steps->count() - 1);
    for (int i = 0; i < static_cast<int>(steps.size()); ++i) {
        if (i == m_steps->count())
            m_steps->addItem(QString());
        QListWidgetItem* item = m_steps->item(i);
        item->setText(QString::fromStdString(stepText(steps[static_cast<std::size_t>(i)].text, m_texts)));
        item->setFont(studioFont(13, i == position ? QFont::Medium : QFont::Normal));
        item->setForeground(Theme::current().ink(i > position ? Ink::Faint : Ink::Text));
    }
    m_steps->setCurrentRow(position);
    m_steps->scrollToItem(m_steps->item(position));
}

} // namespace rackwright
