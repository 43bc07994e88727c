// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LabelDialog: the patterns of cable labels, with the labels of a few cables of the design as they would be printed.
// It changes nothing until it is told to; the label sheets themselves are exported.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace rackwright {

class LabelPreview;
class ProblemLabel;

class LabelDialog : public QDialog {
    Q_OBJECT
public:
    LabelDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// What stands on the labels of the preview, in their order.
    std::vector<std::vector<std::string>> shown() const;
    /// What was changed of the patterns, as one step of the undo list.
    Done commit();

private:
    QString text(const std::string& id) const;
    QLineEdit* addPattern(QVBoxLayout* column, const char* name, std::string_view key, std::string_view usual,
                          std::span<const std::string_view> fields);
    void check();

    StudioDocument& m_document;
    StudioServices& m_services;
    QLineEdit* m_end = nullptr;
    QLineEdit* m_print = nullptr;
    LabelPreview* m_preview = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
