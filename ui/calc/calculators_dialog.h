// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CalculatorsDialog: every formula of the program as a calculator that needs no design: found by words, typed with
// units, answered at once with derivation and assumptions, copied as text. It keeps nothing.

#include "solvers/domains.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <map>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class CalculatorsDialog : public QDialog {
    Q_OBJECT
public:
    explicit CalculatorsDialog(const Texts& texts, QWidget* parent = nullptr);

    /// Shows a formula by its name ("kv_cache").
    void choose(const QString& name);
    QString answer() const;

private:
    QWidget* buildList();
    QWidget* buildCalculator();
    void filter(const QString& words);
    void chooseForm(std::size_t form);
    void addInput(const FormulaInput& input, int row);
    void calculate();
    QString text(const std::string& id) const;

    const Texts& m_texts;
    FormulaRegistry m_formulas;
    std::vector<Formula> m_forms; ///< of the chosen name
    std::size_t m_form = 0;
    std::map<std::string, QWidget*> m_fields; ///< line or choice by key
    QLineEdit* m_search = nullptr;
    QTreeWidget* m_list = nullptr;
    QLabel* m_name = nullptr;
    QLabel* m_formula = nullptr;
    QComboBox* m_formChoice = nullptr;
    QWidget* m_inputs = nullptr;
    QWidget* m_inputBox = nullptr;
    QGridLayout* m_grid = nullptr;
    QLabel* m_answer = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_missing = nullptr;
    QLabel* m_assumptions = nullptr;
    QPlainTextEdit* m_derivation = nullptr;
    QPushButton* m_copy = nullptr;
    QString m_whole;
};

} // namespace rackwright
