// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// AcceptDialog: a finding is accepted by a person, on a date, for a reason; all three are asked for.

#include "ui/text/texts.h"

#include <QDialog>

class QDateEdit;
class QLineEdit;
class QPlainTextEdit;

namespace rackwright {

class AcceptDialog : public QDialog {
    Q_OBJECT
public:
    AcceptDialog(const QString& finding, const Texts& texts, QWidget* parent = nullptr);

    /// Who accepts, as remembered; the focus goes to the reason.
    void setPerson(const QString& person);
    void setDate(const QString& iso);
    QString person() const;
    QString date() const; ///< ISO 8601
    QString reason() const;

private:
    QLineEdit* m_person = nullptr;
    QDateEdit* m_date = nullptr;
    QPlainTextEdit* m_reason = nullptr;
};

} // namespace rackwright
