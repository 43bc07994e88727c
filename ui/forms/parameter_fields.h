// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ParameterFields: fields of a form for what a person enters of a workload or storage pool by name ("checkpoint-interval"
// = "30 min"): numbers with units and words to choose from. It reads and writes through its owner, who makes the edits.

#include "model/design/rack_rows.h"
#include "ui/inspector/field_form.h"

namespace rackwright {

class ParameterFields {
public:
    using Parameters = std::vector<Parameter>;
    /// Null while there is no row.
    using Read = std::function<const Parameters*()>;
    /// `field` is the field's id, for the undo text.
    using Write = std::function<Done(const std::string& field, const std::function<void(Parameters&)>& change)>;

    ParameterFields(FieldForm& form, const Texts& texts, Read read, Write write)
        : m_form(form), m_texts(texts), m_read(std::move(read)), m_write(std::move(write)) {}

    /// An empty field takes the parameter away. A count is whole and at least 1.
    void addQuantity(const std::string& field, const std::string& parameter, std::string_view unit);
    /// Choices are the messages "<field>.<word>"; the first, the empty word, stands for none entered ("<field>.chosen").
    void addWords(const std::string& field, const std::string& parameter, const std::vector<std::string>& words);
    void addText(const std::string& field, const std::string& parameter);

    /// What holds where nothing is entered, as a hint in the empty fields, by parameter.
    static void showChosen(FieldForm& form, const Parameters& chosen, const Texts& texts);
    /// Long choices do not widen a narrow column.
    static void keepNarrow(FieldForm& form);
    static Done checkCount(std::optional<double> value);

private:
    FieldForm& m_form;
    const Texts& m_texts;
    Read m_read;
    Write m_write;
};

} // namespace rackwright
