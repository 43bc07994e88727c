// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FailurePanel: what one loss leaves of the shown network, all classes in one table, and the figures under the losses
// that a person set in the picture. It works on a worker thread and changes nothing of the design.

#include "solvers/network/failures.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <memory>

class QLabel;
class QProgressBar;
class QTableWidget;
class QToolButton;

namespace rackwright {

class FailurePanel : public QWidget {
    Q_OBJECT
public:
    FailurePanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setNetwork(Id<Network> network);
    /// A switch fails, or works again.
    void toggle(Id<Device> device);
    void restoreAll();
    const Loss& loss() const { return m_loss; }
    /// Table and figures are of what is shown.
    bool isUpToDate() const { return m_asked == m_answered; }
    QTableWidget* table() const { return m_table; }

Q_SIGNALS:
    void lossChanged(const rackwright::Loss& loss);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Answer {
        SolutionPtr of;
        Id<Network> network;
        bool isTableNew = true;
        FailureTable table;
        std::optional<Remainder> under; ///< the losses that were set
    };
    void ask(bool isTableWanted);
    void take(int number, const std::shared_ptr<const Answer>& answer);
    void showTable();
    void setLoss(Loss loss);
    QString kindText(const LossClass& each) const;
    /// Of the example, as short as tells it.
    QString nameText(const LossClass& each) const;
    QString shareText(double part, double whole) const;
    QStringList figures(const Remainder& left) const;
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Network> m_network;
    Loss m_loss;
    FailureTable m_failures;
    SolutionPtr m_of; ///< that the table is of
    Id<Network> m_ofNetwork;
    int m_asked = 0, m_answered = 0;
    QLabel* m_title = nullptr;
    QLabel* m_under = nullptr;
    QToolButton* m_restore = nullptr;
    QProgressBar* m_progress = nullptr;
    QTableWidget* m_table = nullptr;
};

} // namespace rackwright
