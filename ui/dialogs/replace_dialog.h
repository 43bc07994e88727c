// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReplaceDialog: another part for the selected devices, with what it would change before it is applied: places, ports,
// cords, weight, heat, price, findings. The candidate is previewed in the window and solved in the background.

#include "model/edits/replacement.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListView;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace rackwright {

class PartListModel;

class ReplaceDialog : public QDialog {
    Q_OBJECT
public:
    ReplaceDialog(std::vector<Id<Device>> devices, StudioDocument& document, StudioServices& services,
                  QWidget* parent = nullptr);

    /// Chooses a part of the catalogue and previews it.
    void choose(const QString& partId);
    void done(int result) override;

private:
    void refresh();
    void addAccelerators();
    void addFigures(const Solution& now, const Solution* then);
    void addFindings(const Solution& now, const Solution& then);
    QTreeWidgetItem* addRow(QTreeWidgetItem* parent, const QString& what, const QString& now, const QString& then);
    QString text(const std::string& id) const;
    QString amount(double si, std::string_view unit) const;

    std::vector<Id<Device>> m_devices;
    StudioDocument& m_document;
    StudioServices& m_services;
    PartPtr m_before; ///< of the first device
    PartPtr m_part;
    std::optional<edits::ReplacementOutcome> m_outcome;
    PartListModel* m_model = nullptr;
    QLineEdit* m_search = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_problem = nullptr;
    QTreeWidget* m_table = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_apply = nullptr;
};

} // namespace rackwright
