// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ArrayDialog: racks repeated along a line: how many and how far apart. The plan shows the copies while one types.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QLineEdit;
class QPushButton;
class QSpinBox;

namespace rackwright {

class ProblemLabel;

class ArrayDialog : public QDialog {
    Q_OBJECT
public:
    /// `pitch` is proposed: the rack's own width along its row, or a row and an aisle across it.
    ArrayDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, Point pitch, QWidget* parent);
    ~ArrayDialog() override;

    /// The edit, or what is wrong with what was typed.
    Result<Edit> edit() const;

private:
    void check();
    Result<Point> pitch() const;
    /// Whether the copies would stand where they may.
    Done standFree() const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Id<Rack>> m_racks;
    Point m_proposed;
    QSpinBox* m_count = nullptr;
    QLineEdit* m_x = nullptr;
    QLineEdit* m_y = nullptr;
    ProblemLabel* m_problem = nullptr;
    ProblemLabel* m_caution = nullptr; ///< what may be done all the same
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
