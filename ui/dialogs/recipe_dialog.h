// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RecipeDialog: the parameters of a recipe as a form with their ranges, words and meaning; what is wrong is said at the
// field. It makes no design.

#include "solvers/recipes/recipe.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace rackwright {

class PartLibrary;

class RecipeDialog : public QDialog {
    Q_OBJECT
public:
    /// Parts are chosen by name from the library; without one by their id.
    RecipeDialog(const Recipe& recipe, const PartLibrary* library, const Texts& texts, QWidget* parent = nullptr);

    /// What differs from the defaults.
    std::vector<Parameter> parameters() const;

private:
    struct Field {
        const RecipeParameter* parameter;
        QLineEdit* edit = nullptr;
        QComboBox* words = nullptr;
        QLabel* note = nullptr;
        QString text() const;
    };
    void check();
    QComboBox* partChoice(const RecipeParameter& parameter, const PartLibrary& library) const;
    QString rangeOf(const RecipeParameter& parameter) const;

    const Recipe& m_recipe;
    const Texts& m_texts;
    std::vector<Field> m_fields;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
