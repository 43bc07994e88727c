// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RevisionDialog: embedded parts that the catalogue has newer data of, with what differs; a person adopts those that
// are ticked, as one step. Parts that no option uses can be taken out here too.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class ProblemLabel;

class RevisionDialog : public QDialog {
    Q_OBJECT
public:
    RevisionDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

private:
    struct Newer {
        Id<PartRow> row;
        PartPtr part; ///< of the catalogue
    };

    void fill();
    void check();
    void adopt();
    void removeUnused();
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Newer> m_newer; ///< in the order of the tree
    QLabel* m_head = nullptr;
    QTreeWidget* m_tree = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_adopt = nullptr;
    QPushButton* m_unused = nullptr;
};

} // namespace rackwright
