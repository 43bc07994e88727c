// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartImportDialog: the dry run of an import of parts from CSV: the parts that it would bring, and each fault and doubt by
// line, column and reason. Only a file without faults can be imported, whole.

#include "catalog/part_import.h"
#include "ui/text/texts.h"

#include <QDialog>

namespace rackwright {

class PartImportDialog : public QDialog {
    Q_OBJECT
public:
    PartImportDialog(const QString& file, PartImportPlan plan, const Texts& texts, QWidget* parent = nullptr);

    const PartImportPlan& plan() const { return m_plan; }

private:
    PartImportPlan m_plan;
};

} // namespace rackwright
