// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CompareDialog: the options of the project side by side, as a table and as bars of the criterion that is chosen, and
// what one has otherwise than another, in rows, bill and money. Changes are taken over from here into an option, as one
// step. It follows the design while it is open.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/report/option_table.h"

#include <QDialog>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace rackwright {

class BarChart;
class ScheduleTree;

class CompareDialog : public QDialog {
    Q_OBJECT
public:
    CompareDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    enum class Page { SideBySide, Difference };
    void showPage(Page page);

Q_SIGNALS:
    void hinted(const QString& text);

private:
    using Solved = std::vector<SolvedOption>;

    QWidget* sideBySide();
    QWidget* difference();
    void listOptions();
    /// Solves the options and compares the two that are chosen, beside the window.
    void ask();
    void askDifference();
    void showOptions();
    void showChart();
    /// Rows that are chosen, or all of them, into the option that is named.
    void take(bool all);
    std::uint64_t chosenOption(const QComboBox* box) const;
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::shared_ptr<const Solved> m_solved;
    ProjectPtr m_listed; ///< whose options the choices hold
    QTabWidget* m_pages = nullptr;
    QLabel* m_state = nullptr;
    ScheduleTree* m_table = nullptr;
    QLabel* m_notes = nullptr;
    BarChart* m_chart = nullptr;
    QComboBox* m_base = nullptr;
    QComboBox* m_from = nullptr;
    QComboBox* m_onto = nullptr;
    ScheduleTree* m_changes = nullptr;
    QLabel* m_taken = nullptr;
    QPushButton* m_takeChosen = nullptr;
    QPushButton* m_takeAll = nullptr;
};

} // namespace rackwright
