// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RecordDialog: one row of a register as a form: lines, paragraphs and choices by name. What the row is, and whether it
// may be entered, is said by its owner.

#include "model/base/result.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <functional>
#include <map>
#include <set>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class RecordDialog : public QDialog {
    Q_OBJECT
public:
    /// `name` is the object's name ("dialog.requirement"); labels are messages "record.<field>".
    RecordDialog(const QString& name, const QString& title, const Texts& texts, QWidget* parent = nullptr);
    ~RecordDialog() override;

    /// What the button does that takes the record over, where that is more than to enter it.
    void setEnterText(const QString& text);
    /// What cannot be taken back is done by its button alone: Enter in a field goes on to the next one.
    void setEnterMovesOn() { m_enterMovesOn = true; }
    void addLine(const std::string& field, const QString& value, const QString& hint = {});
    void addParagraph(const std::string& field, const QString& value);
    void addChoice(const std::string& field, const QStringList& choices, int current);
    /// A choice that can also be typed, and completes.
    /// `find` gives the names that answer what was typed, the best first.
    void addNames(const std::string& field, const QStringList& names, const QString& value,
                  std::function<QStringList(const QString& typed)> find);
    /// Sets a choice to what is usual for a name, each time that the name changes and until a person chooses.
    void chooseAfter(const std::string& names, const std::string& choice, std::function<int(const QString&)> usual);
    /// Fills fields by what is typed in a paragraph, until a person changes them.
    using Proposal = std::map<std::string, QString>;
    void proposeAfter(const std::string& paragraph, std::function<Proposal(const QString&)> propose);
    /// An error of this message is told once somebody was in the field and left it, or tried to enter.
    void tellAfter(const std::string& field, std::string messageId);
    /// Asked on each change; its error is shown and nothing can be entered.
    void setCheck(std::function<Done()> check);

    QString text(const std::string& field) const;
    int choice(const std::string& field) const;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void add(const std::string& field, QWidget* widget);
    void check();
    void touch(QWidget* field);
    /// Some field that was changed is no longer being typed in, or the person tried to enter.
    bool mayTell(const Error& error) const;
    void leave(const QWidget* inner);

    const Texts& m_texts;
    std::function<Done()> m_check;
    std::map<std::string, QWidget*> m_fields;
    QFormLayout* m_form = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
    std::set<QWidget*> m_touched;
    std::set<const QWidget*> m_left;
    std::map<std::string, QWidget*> m_toldAfter; ///< by message
    bool m_hasTried = false;
    bool m_enterMovesOn = false;
};

} // namespace rackwright
