// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ValueDialog: enters a value that nobody knew: a field of the site record, or an assumption that stands for an unknown
// fact of a part. It asks who says so; what it makes is an edit.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace rackwright {

class ValueDialog : public QDialog {
    Q_OBJECT
public:
    /// `key` is that of the missing input ("site.floor-uniform", "part:nv-dgx-h200:weight").
    ValueDialog(const QString& key, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Whether a value can be entered for a key here; others are entered in their own form.
    static bool canEnter(const std::string& key, const StudioServices& services);
    /// The edit, or what is wrong with what was typed.
    Result<Edit> edit() const;

private:
    Result<Edit> siteEdit() const;
    Result<Edit> assumptionEdit() const;
    void check();

    std::string m_key;
    std::string m_unit; ///< in which a plain number counts; empty: pure number or word
    StudioDocument& m_document;
    StudioServices& m_services;
    QLineEdit* m_value = nullptr;
    QComboBox* m_words = nullptr; ///< instead of m_value where only some words are allowed
    QComboBox* m_grade = nullptr;
    QLineEdit* m_person = nullptr;
    QLineEdit* m_documentName = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
