// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// UnderlayLayersDialog: what is made of the layers of a DXF drawing, and its units, with the size that it would have.

#include "ui/plan/underlay_edits.h"
#include "ui/text/texts.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace rackwright {

class UnderlayLayersDialog : public QDialog {
    Q_OBJECT
public:
    /// The drawing must outlive the dialog.
    UnderlayLayersDialog(const Texts& texts, const DxfDrawing& drawing, QWidget* parent);

    DrawingPlan plan() const;

private:
    void check();

    const Texts& m_texts;
    const DxfDrawing& m_drawing;
    QComboBox* m_units = nullptr;
    QTableWidget* m_table = nullptr;
    QLabel* m_size = nullptr;
    QPushButton* m_take = nullptr;
};

} // namespace rackwright
