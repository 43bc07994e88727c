// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialog_buttons.h"

#include <QDialog>
#include <QPushButton>

namespace rackwright {

QDialogButtonBox* doOrCancel(QDialog& dialog, const Texts& texts, const QString& does) {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Cancel)->setText(QString::fromStdString(texts.text("dialog.cancel")));
    QPushButton* act = buttons->button(QDialogButtonBox::Ok);
    act->setText(does);
    act->setProperty("primary", true);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    return buttons;
}

} // namespace rackwright
