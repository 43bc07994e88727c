// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// UnderlayScaleDialog: how long a stretch between two points of a picture is in truth.

#include "model/base/result.h"
#include "model/units/length.h"
#include "ui/text/texts.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class UnderlayScaleDialog : public QDialog {
    Q_OBJECT
public:
    /// `drawn` is how long the stretch is at the present scale.
    UnderlayScaleDialog(const Texts& texts, Length drawn, QWidget* parent);

    /// Above 0, or what is wrong with what was typed.
    Result<Length> length() const;

private:
    void check();

    const Texts& m_texts;
    Length m_drawn;
    QLineEdit* m_length = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
