// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/row_form.h"

#include "ui/forms/parameter_fields.h"

#include <QVBoxLayout>

namespace rackwright {

RowForm::RowForm(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setProperty("bare", true);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(12, 4, 12, 12);
}

QString RowForm::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

void RowForm::setChosen(const std::vector<Parameter>& chosen) {
    m_chosen = chosen;
    if (m_form)
        ParameterFields::showChosen(*m_form, chosen, m_services.texts());
}

void RowForm::layOut(const QString& name, const std::function<void()>& add) {
    if (m_form) {
        m_form->hide();
        m_form->deleteLater();
    }
    m_form = new FieldForm(m_services.texts());
    m_form->setObjectName(name);
    m_column->addWidget(m_form, 0, Qt::AlignTop); // rows keep their height where there is more room
    add();
    ParameterFields::keepNarrow(*m_form);
}

void RowForm::readFields() {
    m_form->refresh();
    setChosen(m_chosen);
}

Done RowForm::commitField(Edit edit, const std::string& field, const std::string& rowName) {
    edit.text = Message("undo.workload.field")
                    .with("field", m_services.texts().text("inspector." + field))
                    .with("name", rowName);
    const Done committed = m_document.commit(edit);
    m_document.closeMerge();
    return committed;
}

void RowForm::hint(const Error& error) {
    Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(error.message)));
}

} // namespace rackwright
