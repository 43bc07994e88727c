// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableListDialog: what an edited list of cables would change, before it is taken.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/exchange/cable_list.h"

#include <QDialog>

#include <memory>
#include <optional>

class QCheckBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class CableListDialog : public QDialog {
    Q_OBJECT
public:
    CableListDialog(std::string list, StudioDocument& document, StudioServices& services, QWidget* parent);

    /// Why the list cannot be taken; null where it can.
    const Error* problem() const { return m_problem ? &*m_problem : nullptr; }
    /// The edit of the difference on show.
    const Edit& edit() const { return m_difference.edit; }
    /// What was taken, for the status bar.
    QString said() const;

private:
    void compare();
    void showDifference();

    std::string m_list;
    StudioServices& m_services;
    std::unique_ptr<Context> m_context;
    CableListDifference m_difference;
    std::optional<Error> m_problem;
    QLabel* m_summary = nullptr;
    QTreeWidget* m_table = nullptr;
    QCheckBox* m_removes = nullptr;
    QPushButton* m_take = nullptr;
};

} // namespace rackwright
