// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FindingsPanel: what the checker found, live: the counts of the five states, a filter by severity and state, a click to
// the place, acceptance with name, date and reason, and a value for what could not be checked.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace rackwright {

class FindingsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { SeverityColumn, RuleColumn, WhatColumn, WhereColumn, AdviceColumn, ColumnCount };

    FindingsModel(const Texts& texts, QObject* parent);

    /// Keeps the solution that the findings point into.
    void setSolution(const SolutionPtr& solution);
    void setShown(const std::vector<RuleState>& states);
    /// Null when the row is none.
    const Finding* finding(int row) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    const SolutionPtr& solution() const { return m_solution; }

private:
    void sortOut();
    QString where(const Finding& finding) const;

    const Texts& m_texts;
    SolutionPtr m_solution;
    std::vector<RuleState> m_states;
    std::vector<const Finding*> m_rows;
};

class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    FindingsPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    const Finding* current() const;

Q_SIGNALS:
    void placeAsked(const std::vector<rackwright::Subject>& subjects);
    void countChanged(int open);
    void hinted(const QString& text);

private:
    void refresh();
    void applyFilter();
    void showMenu(QPoint at);
    void acceptCurrent();
    void enterValue();

    StudioDocument& m_document;
    StudioServices& m_services;
    FindingsModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_counts = nullptr;
    std::vector<QToolButton*> m_chips;
    QToolButton* m_accept = nullptr;
    QToolButton* m_enter = nullptr;
};

} // namespace rackwright
