// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StudyPage: a study in the window: what makes its designs, what varies, the work beside the window, and its designs as
// a table and as points of a Pareto chart that open. It solves nothing itself and opens nothing.

#include "ui/document/studio_services.h"
#include "ui/study/study_table.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QSplitter;
class QTreeWidget;

namespace rackwright {

class PointChart;
class ProblemLabel;

class StudyPage : public QDialog {
public:
    /// What becomes of a design that a person opens: an option of the project that is open, where it may be one.
    using Opener = std::function<void(const Document& made, const QString& name, bool isOption)>;
    /// `design`: the one that is open, whose settings and site hold; nothing: none is.
    StudyPage(StudioServices& services, std::optional<Document> design, Opener open, QWidget* parent = nullptr);

private:
    QWidget* form();
    QWidget* results();
    void listKeys();
    void addKey();
    Result<Study> asked() const;
    void typed();
    void run();
    void stop();
    void showRows(std::vector<StudyRow> rows);
    void chooseRow(std::size_t row);
    void openChosen();
    void saveTable();
    void setRunning(bool isRunning);
    QString text(const char* id) const;

    StudioServices& m_services;
    std::optional<Document> m_design;
    Opener m_opener;
    std::shared_ptr<const Study> m_study; ///< what the rows are of
    std::vector<StudyRow> m_rows;
    StudyRanks m_ranks;
    std::vector<std::size_t> m_points; ///< rows of the points of the chart
    QComboBox* m_maker = nullptr;
    QComboBox* m_keys = nullptr;
    QPlainTextEdit* m_vary = nullptr;
    QSpinBox* m_sample = nullptr;
    QLineEdit* m_goals = nullptr;
    PointChart* m_chart = nullptr;
    QSplitter* m_parts = nullptr; ///< chart and table
    QTreeWidget* m_table = nullptr;
    QLabel* m_progress = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace rackwright
