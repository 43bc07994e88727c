// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RowForm: a form whose fields are edits of rows of the design, laid out anew when the kind of row asks for other
// fields. Which fields those are its heirs say: the forms of workloads and of storage pools.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

class QVBoxLayout;

namespace rackwright {

class FieldForm;

class RowForm : public QWidget {
    Q_OBJECT
public:
    /// What the program chooses where nothing is entered, by parameter ("tp" -> "8").
    void setChosen(const std::vector<Parameter>& chosen);

Q_SIGNALS:
    void hinted(const QString& text);

protected:
    RowForm(StudioDocument& document, StudioServices& services, QWidget* parent);

    StudioDocument& document() const { return m_document; }
    StudioServices& services() const { return m_services; }
    FieldForm* form() const { return m_form; }
    /// Takes the fields away and lets `add` lay out others.
    void layOut(const QString& name, const std::function<void()>& add);
    /// Reads all fields again.
    void readFields();
    /// One step of history, named by the field and the row.
    Done commitField(Edit edit, const std::string& field, const std::string& rowName);
    void hint(const Error& error);
    QString text(const std::string& id) const;

private:
    StudioDocument& m_document;
    StudioServices& m_services;
    QVBoxLayout* m_column = nullptr;
    FieldForm* m_form = nullptr;
    std::vector<Parameter> m_chosen;
};

} // namespace rackwright
