// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// IssuesDialog: the issued revisions of the project with who checked and approved them, and what changed since the one
// that is chosen, in rows, kW, kg and money. From here the next one is issued and an issued one is opened to be read.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class ScheduleTree;

class IssuesDialog : public QDialog {
    Q_OBJECT
public:
    IssuesDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    void issueAsked();
    void openAsked(const QString& revision);
    void hinted(const QString& text);

private:
    void list();
    void compare();
    QString chosen() const;
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    ProjectPtr m_listed;
    QTreeWidget* m_issues = nullptr;
    QLabel* m_head = nullptr;
    ScheduleTree* m_changes = nullptr;
    QPushButton* m_open = nullptr;
};

} // namespace rackwright
