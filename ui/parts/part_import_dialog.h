// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartImportDialog: the dry run of an import of parts from a table or from device types of NetBox: the parts that it would
// bring, and each fault and doubt by line, column and reason. Columns that are not known are mapped here. Only a file
// without faults can be imported, whole.

#include "catalog/part_import.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <functional>
#include <map>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class PartImportDialog : public QDialog {
    Q_OBJECT
public:
    /// What becomes of the file with columns mapped: a name for a header, none to leave it out.
    using Planner = std::function<PartImportPlan(const std::map<std::string, std::string>& columns)>;

    /// `unknown` headers are offered `names`.
    PartImportDialog(const QString& file, Planner planner, const std::vector<std::string>& unknown,
                     const std::vector<std::string>& names, const Texts& texts, QWidget* parent = nullptr);

    const PartImportPlan& plan() const { return m_plan; }

private:
    QWidget* mapping(const std::vector<std::string>& unknown, const std::vector<std::string>& names);
    void planAgain();

    QString m_file;
    Planner m_planner;
    const Texts& m_texts;
    std::map<std::string, std::string> m_columns;
    PartImportPlan m_plan;
    QLabel* m_summary = nullptr;
    QTreeWidget* m_table = nullptr;
    QPushButton* m_import = nullptr;
};

} // namespace rackwright
