// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FindingsModel: the findings of a solution as rows, filtered by state, severity and words, on request in groups by
// rule. Accepted ones always stand in a group of their own. It changes nothing.

#include "solvers/engine/solution.h"
#include "ui/panels/quick_fixes.h"
#include "ui/text/texts.h"

#include <QAbstractItemModel>

#include <map>
#include <set>

namespace rackwright {

class FindingsModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { SeverityColumn, RuleColumn, WhatColumn, WhereColumn, AdviceColumn, ColumnCount };
    enum Role {
        ToneRole = Qt::UserRole, ///< 0 note, 1 warning, 2 error, 3 accepted, 4 not checked
        LinkRole,                ///< the cell acts when it is clicked
        GroupRole                ///< the row is the head of a group
    };

    struct Filter {
        std::set<RuleState> states{RuleState::Failed};
        std::set<Severity> severities; ///< empty: all
        QString words;
        bool isGrouped = false;
    };

    /// `titleOfMissing` names an input whose value can be entered; empty for one whose value cannot.
    /// `library` is for fixes that take a part from it.
    FindingsModel(const Texts& texts, std::function<QString(const std::string& key)> titleOfMissing,
                  LibraryPart library, QObject* parent);

    /// Keeps the solution that the findings point into.
    void setSolution(const SolutionPtr& solution);
    void setFilter(const Filter& filter);
    const SolutionPtr& solution() const { return m_solution; }
    /// Null for the head of a group and for no row.
    const Finding* finding(const QModelIndex& index) const;
    /// The row of a finding's key; invalid when it is not shown.
    QModelIndex indexOf(const std::string& key) const;
    /// The fix that the last column offers, if there is one.
    std::optional<QuickFix> fix(const QModelIndex& index) const;
    /// Findings of a state, and of failed ones by severity, whatever the filter.
    int count(RuleState state) const;
    int count(Severity severity) const;
    int shownCount() const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Group {
        QString title; ///< empty: its rows stand at the top level
        std::vector<const Finding*> rows;
    };
    struct TopRow {
        std::size_t group = 0;
        int row = -1; ///< -1: the head of the group
    };
    void sortOut();
    bool isShown(const Finding& finding) const;
    QString text(const std::string& id) const;
    QString where(const Finding& finding) const;
    QString advice(const Finding& finding) const;
    QVariant groupData(const Group& group, int column, int role) const;

    const Texts& m_texts;
    std::function<QString(const std::string&)> m_titleOfMissing;
    LibraryPart m_library;
    SolutionPtr m_solution;
    Filter m_filter;
    std::vector<Group> m_groups;
    std::vector<TopRow> m_top;
    mutable std::map<const Finding*, QString> m_fixLabels; ///< empty text: no fix
};

} // namespace rackwright
