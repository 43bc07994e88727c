// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FindingsPanel: what the checker found, live: the counts of the five states as chips, a filter by level and words,
// groups by rule, a click to the place, quick fixes, acceptance with name, date and reason, and a value for what is not
// checked.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/panels/findings_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;
class QVBoxLayout;

namespace rackwright {

class EmptyNote;
class FindingDelegate;
class OverflowRow;

class FindingsPanel : public QWidget {
    Q_OBJECT
public:
    FindingsPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    const Finding* current() const;
    FindingsModel* model() const { return m_model; }

Q_SIGNALS:
    void placeAsked(const std::vector<rackwright::Subject>& subjects);
    void countChanged(int open);
    void hinted(const QString& text);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addChip(const QString& name, bool isChecked);
    QToolButton* addButton(const char* id, QLayout* row, void (FindingsPanel::*run)());
    void forget();
    void showUsual();
    void refresh();
    /// Deals the width to the columns; the sentence gets most of it.
    void shareWidth();
    /// A low panel has rows and nothing else: what is written out below them stands in tips and in the menu.
    void setLow(bool isLow);
    void refreshEmptyNote();
    QString openChecks(const Finding& finding) const;
    void showDetail();
    void actOn(const QModelIndex& index);
    void refreshButtons();
    void applyFilter();
    void showMenu(QPoint at);
    void applyFix(const QModelIndex& index);
    void acceptCurrent();
    void withdrawCurrent();
    void enterValue();
    void report(const Done& done);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    FindingsModel* m_model = nullptr;
    FindingDelegate* m_delegate = nullptr;
    QTreeView* m_table = nullptr;
    std::vector<QToolButton*> m_states;     ///< failed, not checked, accepted
    std::vector<QToolButton*> m_severities; ///< error, warning, note
    QToolButton* m_grouped = nullptr;
    OverflowRow* m_chips = nullptr;
    QVBoxLayout* m_column = nullptr;
    bool m_isLow = false;
    QLineEdit* m_search = nullptr;
    QLabel* m_counts = nullptr;
    EmptyNote* m_empty = nullptr;
    QLabel* m_detail = nullptr;
    QLabel* m_problem = nullptr;
    QToolButton* m_accept = nullptr;
    QToolButton* m_withdraw = nullptr;
    QToolButton* m_enter = nullptr;
};

} // namespace rackwright
