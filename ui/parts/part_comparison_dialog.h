// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartComparisonDialog: parts side by side, fact by fact, with a chart of the fact that is chosen.

#include "ui/document/studio_services.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QTableWidget;
class QToolButton;

namespace rackwright {

class BarChart;
struct FactRow;

class PartComparisonDialog : public QDialog {
    Q_OBJECT
public:
    PartComparisonDialog(StudioServices& services, std::vector<PartPtr> parts, QWidget* parent);

    const std::vector<PartPtr>& parts() const { return m_parts; }
    /// Adds a part at the right; one that is there already is not added again.
    void addPart(const PartPtr& part);

private:
    /// One kind of fact of all parts; a part without it has an empty cell.
    struct Line {
        QString title;
        std::string kind;
        std::vector<QString> cells, notes;
        std::vector<std::optional<double>> numbers;
        std::string unit;
        bool isHeading = false;
        bool differs() const;
    };

    void askForPart();
    void removePart();
    void write();
    void showChart();
    std::vector<Line> lines() const;
    QString text(const std::string& id) const;

    StudioServices& m_services;
    std::vector<PartPtr> m_parts;
    std::vector<Line> m_shown; ///< rows of the table
    QTableWidget* m_table = nullptr;
    QCheckBox* m_onlyDifferent = nullptr;
    QToolButton* m_remove = nullptr;
    BarChart* m_chart = nullptr;
};

} // namespace rackwright
