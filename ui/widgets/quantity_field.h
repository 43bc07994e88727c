// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fields of a form that take effect on Enter or when the focus leaves: CommitField for words, QuantityField for numbers
// with units and arithmetic ("3*4 kW", "600 mm"). What is wrong stands at the field; Escape brings the old value
// back.

#include "model/base/result.h"
#include "model/units/length.h"
#include "model/units/units.h"
#include "ui/text/texts.h"

#include <QLineEdit>
#include <QWidget>

#include <functional>
#include <optional>

namespace rackwright {

class FieldProblem;

/// A field for one text.
class CommitField : public QWidget {
    Q_OBJECT
public:
    using Commit = std::function<Done(const QString&)>;
    CommitField(const QString& name, const QString& accessibleName, const Texts& texts, QWidget* parent = nullptr);

    /// What takes a new text; its error is shown, and the field keeps what was typed.
    void setCommit(Commit commit) { m_commit = std::move(commit); }
    /// The committed text; what a person is typing meanwhile stays.
    void setShown(const QString& text);
    /// Many things with different values: the field is empty and says so.
    void setMixed();
    QLineEdit* line() const { return m_line; }
    QString problem() const;
    /// Takes what is typed now, as leaving the field does.
    void commitNow();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    const Texts& texts() const { return m_texts; }

private:
    void restore();
    void showProblem(const QString& text);

    const Texts& m_texts;
    Commit m_commit;
    QLineEdit* m_line = nullptr;
    FieldProblem* m_problem = nullptr;
    QString m_shown;
    bool m_isCommitting = false;
};

/// A field for one number, which it hands on in SI.
class QuantityField : public CommitField {
    Q_OBJECT
public:
    enum class Empty { Refused, Allowed };
    using CommitValue = std::function<Done(std::optional<double> si)>;

    /// A plain number counts in `unit`, a symbol of the unit table ("kW", "" for a count), or in what the reader has
    /// for it ("in" for "mm").
    QuantityField(const QString& name, const QString& accessibleName, std::string_view unit, Empty empty,
                  const Texts& texts, QWidget* parent = nullptr);

    /// A reader of inches reads and types it in feet, however small its own unit is: heights of rooms.
    void readInFeet();
    /// With a `step` a text that begins with "+" ("+600 mm", "+-1 m") is a distance to go from where each thing is.
    void setCommitValue(CommitValue commit, CommitValue step = {});
    /// Shown in the reader's unit; nothing empties the field.
    void setValue(std::optional<double> si);
    /// The value of a text in SI, empty for an empty text where that is allowed.
    Result<std::optional<double>> read(const QString& text) const;

private:
    /// Without the limits that no length may pass: those of the thing itself are narrower, and are said first.
    Result<std::optional<double>> readFreely(const QString& text) const;

    /// The unit that is shown and that a plain number counts in, before it becomes the reader's.
    std::string_view readAs() const;
    void tellUnit();

    const Unit& m_unit;
    Empty m_empty;
    bool m_isInFeet = false;
};

/// A value as fields show it: in the unit that the reader has for `unit` ("in" for "mm").
QString quantityText(double si, std::string_view unit, const Texts& texts);
/// The unit in which a text counts that names none ("6", "3*4"); empty for any other text.
QString unitOfPlainNumber(const QString& text, std::string_view unit, const Texts& texts);
/// A line that shows this unit behind a plain number while it is typed.
void showUnitOfPlainNumber(QLineEdit& line, std::string_view unit, const Texts& texts);
/// What was typed, in SI; a plain number counts in the reader's unit.
Result<double> typedQuantity(const QString& text, std::string_view unit, const Texts& texts);
/// The same for a length.
QString lengthText(Length length, std::string_view unit, const Texts& texts);
/// To the nearest micrometre; fails as typedQuantity() does, and beyond the lengths that can be.
Result<Length> typedLength(const QString& text, std::string_view unit, const Texts& texts);
/// A proposal that nobody touched is what was proposed, not what its rounded text reads as.
Result<Length> typedLength(const QString& text, std::string_view unit, const Texts& texts, Length proposed);

/// A value as a person would type it again: exact, in the unit, with the reader's decimal mark.
QString editableText(double si, const Unit& unit, const Texts& texts);

} // namespace rackwright
