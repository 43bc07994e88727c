// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RecipeDialog: the parameters of a recipe as a form with their ranges, words and meaning; what is wrong is said at the
// field, also what the making of the design refused. It makes no design.

#include "solvers/recipes/recipe.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;

namespace rackwright {

class FieldProblem;
class PartLibrary;
class ProblemLabel;

class RecipeDialog : public QDialog {
    Q_OBJECT
public:
    /// Parts are chosen by name from the library; without one by their id.
    RecipeDialog(const Recipe& recipe, const PartLibrary* library, const Texts& texts, QWidget* parent = nullptr);

    /// What differs from the defaults.
    std::vector<Parameter> parameters() const;
    /// Says why the design was not made: at the field that it is about, and below the form.
    void refuse(const Error& error);
    /// Asks for the design by sized(); whoever makes it closes the dialog.
    void accept() override;

Q_SIGNALS:
    void sized();

private:
    struct Field {
        const RecipeParameter* parameter;
        QLineEdit* edit = nullptr;
        QComboBox* words = nullptr;
        FieldProblem* problem = nullptr;
        QString text() const;
    };
    void resizeToForm(const QWidget& form, const QScrollArea& scroll);
    void check();
    QComboBox* partChoice(const RecipeParameter& parameter, const PartLibrary& library) const;
    QString rangeOf(const RecipeParameter& parameter) const;
    bool isInOtherUnit(const RecipeParameter& parameter) const;
    QString shownDefault(const RecipeParameter& parameter) const;
    QString valueOf(const Field& field) const;

    const Recipe& m_recipe;
    const Texts& m_texts;
    std::vector<Field> m_fields;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
