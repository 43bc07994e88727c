// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/workspace_parts.h"

#include "ui/theme/theme.h"
#include "ui/widgets/scrolled.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr int kFormWidth = 280;
constexpr int kPanelsWidth = 700;

} // namespace

CardRow::CardRow(const QString& name, std::initializer_list<const char*> cards, QWidget* parent) : QWidget(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace);
    for (const char* card : cards) {
        const std::size_t index = m_places.size();
        m_places.push_back({new FigureCard(name + QLatin1Char('.') + QLatin1String(card)), {}});
        connect(m_places.back().card, &FigureCard::asked, this, [this, index] {
            if (!m_places[index].label.isEmpty())
                Q_EMIT asked(m_places[index].label);
        });
        row->addWidget(m_places.back().card);
    }
}

void CardRow::setCard(std::size_t index, const QString& figureLabel, const CardContent& content) {
    m_places.at(index).label = figureLabel;
    m_places.at(index).card->setContent(content);
}

QGridLayout* panelGrid() {
    auto* grid = new QGridLayout;
    grid->setSpacing(kSpace);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

QVBoxLayout* addTitledPanel(QGridLayout& grid, const QString& title, int row, int column, int columns) {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* inside = new QVBoxLayout(frame);
    inside->setContentsMargins(12, 8, 8, 8);
    inside->setSpacing(kHalfSpace);
    auto* words = new QLabel(title);
    words->setProperty("title", true);
    inside->addWidget(words);
    grid.addWidget(frame, row, column, 1, columns);
    return inside;
}

QSplitter* formBeside(QWidget* form, QWidget* panels) {
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(form);
    splitter->addWidget(scrolled(panels));
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kFormWidth, kPanelsWidth});
    return splitter;
}

QFrame* emptyPage(QLabel* words, std::initializer_list<QPushButton*> buttons) {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    words->setProperty("subdued", true);
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->addStretch();
    for (QPushButton* button : buttons)
        row->addWidget(button);
    row->addStretch();
    auto* column = new QVBoxLayout(frame);
    column->addStretch();
    column->addWidget(words);
    column->addSpacing(kSpace);
    column->addLayout(row);
    column->addStretch();
    return frame;
}

} // namespace rackwright
