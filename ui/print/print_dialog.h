// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PrintDialog: what is printed (the proposal, the floor plans to scale, the schedules) and on which paper and in which
// edition; to a preview, a printer or a PDF file. Where no printer is set up it says so, and the file is the way.

#include "ui/document/studio_services.h"
#include "ui/proposal/proposal_maker.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace rackwright {

class PrintDialog : public QDialog {
    Q_OBJECT
public:
    PrintDialog(ProposalRequest request, StudioServices& services, QWidget* parent = nullptr);

    bool isBusy() const { return m_maker.isBusy(); }

protected:
    void reject() override;

private:
    enum class Goal { Preview, Printer, Pdf };
    QPushButton* addButton(const char* id, Goal goal);
    Paper paper() const;
    PrintContent content() const;
    QString contentName() const;
    void begin(Goal goal);
    void show(const ProposalPagesPtr& pages);
    void preview(const Pages& pages);
    void print(const Pages& pages);
    void say(const QString& text);
    void refresh();
    QString text(const std::string& id) const;

    ProposalRequest m_request;
    StudioServices& m_services;
    ProposalMaker m_maker;
    Goal m_goal = Goal::Preview;
    QComboBox* m_content = nullptr;
    QComboBox* m_paper = nullptr;
    QComboBox* m_edition = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_state = nullptr;
    std::vector<QPushButton*> m_buttons;
    bool m_hasPrinter = false;
};

} // namespace rackwright
