// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ValueDialog: enters a value that nobody knew or that is ours: a field of the site record, an assumption that stands
// for an unknown fact of a part, or a setting of the design. It asks who says so; what it makes is an edit.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <optional>
#include <string>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

struct Unit;

/// What is written for no and for yes of a setting that is one of them; nothing for other settings.
struct SwitchWords {
    std::string off, on;
};
std::optional<SwitchWords> switchWords(const SettingDefinition& setting);

class ValueDialog : public QDialog {
    Q_OBJECT
public:
    /// `key` is that of the input ("site.floor-uniform", "part:nv-dgx-h200:weight", "power.peak-ratio").
    ValueDialog(const QString& key, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Whether a value can be entered for a key here; others are entered in their own form.
    static bool canEnter(const std::string& key, const StudioServices& services);
    /// What the key stands for, in plain words: "Weight of NVIDIA DGX H200".
    static QString title(const std::string& key, const Project& project, const StudioServices& services);
    /// The edit, or what is wrong with what was typed.
    Result<Edit> edit() const;

private:
    void addValue(QFormLayout* form);
    void showCurrent();
    Result<double> number(const QLineEdit* line) const;
    Result<std::optional<double>> numberOrNone(const QLineEdit* line) const;
    Result<Edit> siteEdit() const;
    Result<Edit> assumptionEdit() const;
    Result<Edit> settingEdit() const;
    /// What the design says to the edit of what is typed now.
    Done canEnterNow() const;
    QLineEdit* addLine(QFormLayout* form, const char* id);
    QString text(const std::string& id) const;
    void check();
    void showGrade(Grade grade);

    std::string m_key;
    const Unit* m_unit = nullptr; ///< in which a plain number counts; null: a word or text
    StudioDocument& m_document;
    StudioServices& m_services;
    QLineEdit* m_value = nullptr;
    QLineEdit* m_low = nullptr; ///< null where no range is asked for
    QLineEdit* m_high = nullptr;
    QComboBox* m_words = nullptr; ///< instead of m_value where only some words are allowed
    QCheckBox* m_switch = nullptr; ///< instead of m_value for a setting that is yes or no
    QComboBox* m_grade = nullptr; ///< null for settings
    QLineEdit* m_person = nullptr;
    QLineEdit* m_documentName = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
