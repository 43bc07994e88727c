// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/accept_dialog.h"

#include "ui/widgets/dialog_buttons.h"

#include <QDateEdit>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rackwright {

AcceptDialog::AcceptDialog(const QString& finding, const Texts& texts, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("dialog.accept"));
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("accept.title"));
    setMinimumWidth(460);
    auto* what = new QLabel(finding);
    what->setWordWrap(true);
    m_person = new QLineEdit;
    m_person->setObjectName(QStringLiteral("accept.person"));
    m_date = new QDateEdit(QDate::currentDate());
    m_date->setObjectName(QStringLiteral("accept.date"));
    m_date->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    m_reason = new QPlainTextEdit;
    m_reason->setObjectName(QStringLiteral("accept.reason"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(80);
    auto* form = new QFormLayout;
    form->addRow(text("accept.person"), m_person);
    form->addRow(text("accept.date"), m_date);
    form->addRow(text("accept.reason"), m_reason);
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("accept.accept"));
    QPushButton* ok = buttons->button(QDialogButtonBox::Ok);
    const auto check = [this, ok] { ok->setEnabled(!person().isEmpty() && !reason().isEmpty()); };
    connect(m_person, &QLineEdit::textChanged, this, check);
    connect(m_reason, &QPlainTextEdit::textChanged, this, check);
    check();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(what);
    column->addLayout(form);
    column->addWidget(buttons);
}

void AcceptDialog::setPerson(const QString& person) {
    m_person->setText(person);
    if (!person.isEmpty())
        m_reason->setFocus();
}

void AcceptDialog::setDate(const QString& iso) {
    if (const QDate date = QDate::fromString(iso, Qt::ISODate); date.isValid())
        m_date->setDate(date);
}

QString AcceptDialog::person() const { return m_person->text().trimmed(); }
QString AcceptDialog::date() const { return m_date->date().toString(Qt::ISODate); }
QString AcceptDialog::reason() const { return m_reason->toPlainText().trimmed(); }

} // namespace rackwright
