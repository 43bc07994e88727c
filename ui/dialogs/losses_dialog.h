// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LossesDialog: the table of all single losses, the worst first: what each takes, what it overloads and what is claimed
// of it. A row goes to its things on the plan, and what it names can be taken out of service from here. It follows the
// design while it is open.

#include "solvers/facility/loss_schedule.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class LossesDialog : public QDialog {
    Q_OBJECT
public:
    LossesDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The things of a row, to be selected and shown.
    void placeAsked(const std::vector<rackwright::Subject>& subjects);

private:
    using Losses = std::vector<HallLoss>;
    void ask();
    void fill();
    void showRow();
    void takeOut();
    const HallLoss* currentLoss() const;
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::shared_ptr<const Losses> m_losses;
    FedCooling m_cooling;
    QLabel* m_head = nullptr;
    QLabel* m_notes = nullptr;
    QTreeWidget* m_table = nullptr;
    QPushButton* m_takeOut = nullptr;
};

} // namespace rackwright
