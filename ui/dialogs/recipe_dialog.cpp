// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/recipe_dialog.h"

#include "catalog/part_library.h"
#include "model/parts/part_title.h"
#include "model/units/number_text.h"
#include "model/units/units.h"
#include "ui/report/typeset.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/field_problem.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

struct PartKindRow {
    std::string_view parameter;
    std::vector<PartCategory> categories;
};

/// What a parameter that names a part may name.
std::vector<PartCategory> categoriesFor(std::string_view parameter) {
    using C = PartCategory;
    const std::array rows = {PartKindRow{"node", {C::GpuNode, C::RackScaleSystem}},
                             PartKindRow{"fabric-switch", {C::Switch}},
                             PartKindRow{"rack", {C::Rack}},
                             PartKindRow{"cooling-unit", {C::Crah, C::FanWall, C::InRowCooler, C::RearDoorExchanger}},
                             PartKindRow{"rear-door", {C::RearDoorExchanger}},
                             PartKindRow{"coolant-unit", {C::Cdu}}};
    const auto row = std::ranges::find(rows, parameter, &PartKindRow::parameter);
    return row == rows.end() ? std::vector<C>() : row->categories;
}

/// What a refusal of the making is about.
struct RefusedParameter {
    std::string_view message, parameter;
};
constexpr std::array kRefusals = {RefusedParameter{"recipe.too-few-ports", "fabric-ports"},
                                  RefusedParameter{"recipe.port-speed", "node"},
                                  RefusedParameter{"recipe.no-accelerators", "node"},
                                  RefusedParameter{"recipe.too-many-in-rack", "nodes-per-rack"},
                                  RefusedParameter{"recipe.rack-too-hot", "nodes-per-rack"},
                                  RefusedParameter{"recipe.busway-too-small", "nodes-per-rack"},
                                  RefusedParameter{"recipe.busways-too-few", "busways"},
                                  RefusedParameter{"recipe.rack-unknown", "rack"},
                                  RefusedParameter{"recipe.unit-unknown", "cooling-unit"},
                                  RefusedParameter{"recipe.room-too-small", "room-width"},
                                  RefusedParameter{"recipe.room-too-small-for", "room-width"},
                                  RefusedParameter{"recipe.room-columns-in-aisles", "room-width"}};

} // namespace

// A part that is chosen by name stands for its id.
QString RecipeDialog::Field::text() const {
    if (edit)
        return edit->text().trimmed();
    const QVariant id = words->currentData();
    return id.isValid() ? id.toString() : words->currentText();
}

QComboBox* RecipeDialog::partChoice(const RecipeParameter& parameter, const PartLibrary& library) const {
    auto* choice = new QComboBox;
    choice->setMaxVisibleItems(16);
    if (parameter.defaultValue == "auto")
        choice->addItem(toText(m_texts.text("recipe.auto")), QStringLiteral("auto"));
    const std::vector<PartCategory> wanted = categoriesFor(parameter.name);
    for (const PartSummary& part : library.parts())
        if (std::ranges::find(wanted, part.category) != wanted.end() || part.id == parameter.defaultValue)
            choice->addItem(toText(partTitle(part)), toText(part.id));
    choice->setCurrentIndex(choice->findData(toText(parameter.defaultValue)));
    return choice;
}

RecipeDialog::RecipeDialog(const Recipe& recipe, const PartLibrary* library, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_recipe(recipe), m_texts(texts) {
    setObjectName(QStringLiteral("recipe"));
    const auto text = [&texts](const std::string& id) { return toText(texts.text(id)); };
    setWindowTitle(text("recipe.title." + recipe.name));
    auto* makes = new QLabel(text(recipe.makes));
    makes->setWordWrap(true);
    auto* form = new QWidget;
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, kSpace, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const RecipeParameter& parameter : recipe.parameters) {
        Field field{&parameter, nullptr, nullptr, nullptr};
        const QString name = QStringLiteral("recipe.") + toText(parameter.name);
        auto* label = new QLabel(text(parameter.meaning));
        label->setWordWrap(true);
        label->setMinimumWidth(230);
        QWidget* input = nullptr;
        if (parameter.kind == RecipeParameterKind::Word && !parameter.words.empty()) {
            field.words = new QComboBox;
            for (const std::string& word : parameter.words)
                field.words->addItem(toText(word));
            if (field.words->findText(toText(parameter.defaultValue)) < 0)
                field.words->insertItem(0, toText(parameter.defaultValue));
            field.words->setCurrentText(toText(parameter.defaultValue));
            connect(field.words, &QComboBox::currentTextChanged, this, &RecipeDialog::check);
            input = field.words;
        } else if (parameter.kind == RecipeParameterKind::Part && library) {
            field.words = partChoice(parameter, *library);
            connect(field.words, &QComboBox::currentTextChanged, this, &RecipeDialog::check);
            input = field.words;
        } else {
            field.edit = new QLineEdit(shownDefault(parameter));
            connect(field.edit, &QLineEdit::textChanged, this, &RecipeDialog::check);
            input = field.edit;
        }
        input->setObjectName(name);
        input->setAccessibleName(text(parameter.meaning));
        input->setFixedWidth(270);
        label->setBuddy(input);
        auto* range = new QLabel(rangeOf(parameter));
        range->setObjectName(name + QStringLiteral(".range"));
        range->setProperty("subdued", true);
        range->setWordWrap(true);
        range->setMinimumWidth(150);
        field.problem = new FieldProblem(*input, name + QStringLiteral(".problem"));
        grid->addWidget(label, row, 0);
        grid->addWidget(input, row, 1);
        grid->addWidget(range, row, 2);
        ++row;
        m_fields.push_back(field);
    }
    grid->setRowStretch(row, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(form);
    m_problem = new ProblemLabel(QStringLiteral("recipe.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("recipe.size-it"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setObjectName(QStringLiteral("recipe.size-it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(makes);
    column->addWidget(scroll, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
    resizeToForm(*form, *scroll);
}

// As large as its fields want, so that nothing scrolls where the screen has room; beside a scroll bar that a small
// screen brings there is room for the fields in their width.
void RecipeDialog::resizeToForm(const QWidget& form, const QScrollArea& scroll) {
    for (const QWidget* each : findChildren<QWidget*>())
        each->ensurePolished();
    const QMargins margins = layout()->contentsMargins();
    const int beside = margins.left() + margins.right() + 2 * scroll.frameWidth();
    const int bar = scroll.verticalScrollBar()->sizeHint().width();
    const int width = std::max(720, form.minimumSizeHint().width() + bar + beside);
    const int formHeight = std::max(form.sizeHint().height(), form.heightForWidth(width - beside));
    const int all =
        layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width) : layout()->sizeHint().height();
    resize(width, all - scroll.sizeHint().height() + formHeight + 2 * scroll.frameWidth());
}

// Recipes count in their own units; a person reads and types in his.
QString RecipeDialog::shownDefault(const RecipeParameter& parameter) const {
    const Unit* unit = findUnit(parameter.unit);
    if (!isInOtherUnit(parameter) || parameter.defaultValue == "auto")
        return toText(parameter.defaultValue);
    return quantityText(unit->toSi(plainNumber(parameter.defaultValue).value_or(0)), parameter.unit, m_texts);
}

bool RecipeDialog::isInOtherUnit(const RecipeParameter& parameter) const {
    return parameter.kind == RecipeParameterKind::Number && findUnit(parameter.unit) &&
           shownUnit(parameter.unit, m_texts.units()).symbol != parameter.unit;
}

// What the recipe is given: a default that nobody touched exactly as it is, else in the recipe's unit.
QString RecipeDialog::valueOf(const Field& field) const {
    const RecipeParameter& parameter = *field.parameter;
    const QString typed = field.text();
    if (!field.edit || !isInOtherUnit(parameter))
        return typed;
    if (typed == shownDefault(parameter))
        return toText(parameter.defaultValue);
    const Result<double> si = typedQuantity(typed, parameter.unit, m_texts);
    if (!si)
        return typed;             // the recipe says what is wrong with it
    constexpr double steps = 1e6; // beyond is what the conversion leaves behind
    return toText(shortestDigits(std::round(findUnit(parameter.unit)->fromSi(*si) * steps) / steps));
}

QString RecipeDialog::rangeOf(const RecipeParameter& parameter) const {
    if (isInOtherUnit(parameter) && parameter.high > parameter.low)
        return toText(m_texts.sentence(Message("recipe.range")
                                           .with("low", UnitNumber{parameter.low, parameter.unit})
                                           .with("high", UnitNumber{parameter.high, parameter.unit})));
    const QString unit = parameter.unit.empty() ? QString() : QLatin1Char(' ') + toText(parameter.unit);
    if (parameter.high > parameter.low)
        return typeset(toText(withMarks(QString::number(parameter.low, 'g', 9).toStdString(), m_texts.numbers())) +
                       QStringLiteral("–") +
                       toText(withMarks(QString::number(parameter.high, 'g', 9).toStdString(), m_texts.numbers())) +
                       unit);
    return unit.trimmed();
}

std::vector<Parameter> RecipeDialog::parameters() const {
    std::vector<Parameter> set;
    for (const Field& field : m_fields)
        if (const QString value = valueOf(field); value != toText(field.parameter->defaultValue))
            set.push_back({field.parameter->name, value.toStdString()});
    return set;
}

// Each field is judged alone, so that every message stands where it belongs; the first one also below, where it is read
// when one works elsewhere.
void RecipeDialog::check() {
    QString first;
    for (const Field& field : m_fields) {
        const Result<RecipeValues> checked =
            checkedValues(m_recipe, {{field.parameter->name, valueOf(field).toStdString()}});
        if (checked) {
            field.problem->say({});
            continue;
        }
        Message wrong = checked.error().message;
        for (Argument& argument : wrong.arguments)
            if (argument.name == "value")
                argument.value = field.text().toStdString(); // as it was typed
        const QString reason = toText(m_texts.sentence(wrong));
        field.problem->say(reason);
        if (first.isEmpty())
            first = reason;
    }
    m_problem->say(first);
    m_ok->setEnabled(first.isEmpty());
}

void RecipeDialog::accept() { Q_EMIT sized(); }

void RecipeDialog::refuse(const Error& error) {
    const QString reason = toText(m_texts.sentence(error.message));
    m_problem->say(reason);
    const auto about = std::ranges::find(kRefusals, error.message.id, &RefusedParameter::message);
    if (about == kRefusals.end())
        return;
    const auto field =
        std::ranges::find_if(m_fields, [about](const Field& each) { return each.parameter->name == about->parameter; });
    if (field == m_fields.end())
        return;
    QWidget* input = field->edit ? static_cast<QWidget*>(field->edit) : field->words;
    field->problem->say(reason);
    input->setFocus();
    findChild<QScrollArea*>()->ensureWidgetVisible(input);
}

} // namespace rackwright
