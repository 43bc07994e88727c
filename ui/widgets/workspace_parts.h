// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What workspaces of figures are laid out with: a row of cards, panels with a title, a form beside them, and the page
// that stands while there is nothing yet. It knows no figure; the workspaces fill it.

#include "ui/widgets/figure_card.h"

#include <QWidget>

#include <initializer_list>
#include <vector>

class QFrame;
class QGridLayout;
class QLabel;
class QPushButton;
class QSplitter;
class QVBoxLayout;

namespace rackwright {

/// Cards side by side; a click asks for the figure that its card was given with.
class CardRow : public QWidget {
    Q_OBJECT
public:
    /// The cards' object names are "<name>.<card>".
    CardRow(const QString& name, std::initializer_list<const char*> cards, QWidget* parent = nullptr);

    void setCard(std::size_t index, const QString& figureLabel, const CardContent& content);

Q_SIGNALS:
    /// With the label that the card was given.
    void asked(const QString& figureLabel);

private:
    struct Place {
        FigureCard* card = nullptr;
        QString label;
    };
    std::vector<Place> m_places;
};

/// Two columns of one width.
QGridLayout* panelGrid();
/// A framed panel with a title; what it holds goes into the returned column.
QVBoxLayout* addTitledPanel(QGridLayout& grid, const QString& title, int row, int column, int columns = 1);

/// The form at the left, what it makes of the design at the right, scrolled.
QSplitter* formBeside(QWidget* form, QWidget* panels);

/// Words in the middle with what can be done below them.
QFrame* emptyPage(QLabel* words, std::initializer_list<QPushButton*> buttons);

} // namespace rackwright
