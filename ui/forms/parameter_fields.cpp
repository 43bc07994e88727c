// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/parameter_fields.h"

#include "model/units/number_text.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/row_parameters.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kLargestCount = 1e15;

std::string written(double si, const std::string& unit) {
    const Unit* known = findUnit(unit);
    RW_CHECK(known, "parameters are entered in units of the table");
    const std::string number = shortestDigits(known->fromSi(si));
    return unit.empty() ? number : number + " " + unit;
}

} // namespace

Done ParameterFields::checkCount(std::optional<double> value) {
    if (value && (*value < 1 || *value != std::floor(*value) || *value > kLargestCount))
        return inputError(Message("workloads.no-count"));
    return done();
}

void ParameterFields::addQuantity(const std::string& field, const std::string& parameter, std::string_view unit) {
    m_form.addQuantity(
        field, unit, QuantityField::Empty::Allowed,
        [read = m_read, parameter, unit = std::string(unit)]() -> std::vector<std::optional<double>> {
            const Parameters* parameters = read();
            const auto value = parameters ? parameterValue(*parameters, parameter, unit) : std::nullopt;
            return {value && value->isKnown() ? std::optional(value->typical()) : std::nullopt};
        },
        [write = m_write, field, parameter, unit = std::string(unit)](std::optional<double> si) -> Done {
            if (const Done counted = unit.empty() ? checkCount(si) : done(); !counted)
                return counted;
            return write(field, [&](Parameters& parameters) {
                setParameter(parameters, parameter, si ? written(*si, unit) : std::string());
            });
        });
    if (auto* line = m_form.findChild<QLineEdit*>(QStringLiteral("inspector.") + QString::fromStdString(field)))
        line->setProperty("parameter", QString::fromStdString(parameter));
}

void ParameterFields::addWords(const std::string& field, const std::string& parameter,
                               const std::vector<std::string>& words) {
    std::vector<QString> names;
    for (const std::string& word : words)
        names.push_back(QString::fromStdString(m_texts.text(field + "." + (word.empty() ? "chosen" : word))));
    m_form.addChoice(
        field, names,
        [read = m_read, parameter, words]() -> std::vector<int> {
            const Parameters* parameters = read();
            const std::string_view word = parameters ? parameterWord(*parameters, parameter, "") : "";
            const auto it = std::ranges::find(words, word);
            return {it == words.end() ? 0 : static_cast<int>(it - words.begin())};
        },
        [write = m_write, field, parameter, words](int index) {
            return write(field, [&](Parameters& parameters) {
                setParameter(parameters, parameter, words[static_cast<std::size_t>(index)]);
            });
        });
}

void ParameterFields::addText(const std::string& field, const std::string& parameter) {
    m_form.addText(
        field,
        [read = m_read, parameter]() -> std::vector<QString> {
            const Parameters* parameters = read();
            const std::string* text = parameters ? findParameter(*parameters, parameter) : nullptr;
            return {text ? QString::fromStdString(*text) : QString()};
        },
        [write = m_write, field, parameter](const QString& typed) {
            return write(field, [&](Parameters& parameters) {
                setParameter(parameters, parameter, typed.trimmed().toStdString());
            });
        });
}

void ParameterFields::showChosen(FieldForm& form, const Parameters& chosen, const Texts& texts) {
    for (QLineEdit* line : form.findChildren<QLineEdit*>())
        if (const QString parameter = line->property("parameter").toString(); !parameter.isEmpty()) {
            const auto it = std::ranges::find(chosen, parameter.toStdString(), &Parameter::name);
            line->setPlaceholderText(
                it == chosen.end()
                    ? QString()
                    : QString::fromStdString(texts.sentence(Message("workloads.chosen").with("value", it->value))));
        }
}

void ParameterFields::keepNarrow(FieldForm& form) {
    for (QComboBox* choice : form.findChildren<QComboBox*>()) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        choice->setMinimumContentsLength(6);
        choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    for (QLineEdit* line : form.findChildren<QLineEdit*>())
        line->setMinimumWidth(60);
}

} // namespace rackwright
