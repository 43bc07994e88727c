// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calc/calculation.h"

#include "model/units/number_text.h"
#include "ui/text/derivation_text.h"

#include <QStringList>

namespace rackwright {

namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

const FormulaInput* inputOf(const Formula& formula, const std::string& key) {
    for (const FormulaInput& input : formula.inputs)
        if (input.matches(key))
            return &input;
    return nullptr;
}

// A value that came with its unit keeps it.
QString withUnit(const std::string& value, const FormulaInput* input) {
    const bool isPlain = value.find_first_not_of("0123456789.,+-eE ") == std::string::npos;
    const QString unit = input && isPlain ? formulaUnit(input->unit) : QString();
    return unit.isEmpty() ? toText(value) : toText(value) + QLatin1Char(' ') + unit;
}

} // namespace

QString formulaUnit(const std::string& unit) { return unit == "-" ? QString() : toText(unit); }

GivenInputs givenInputs(const Formula& formula, const std::map<std::string, std::string>& typed) {
    GivenInputs given;
    for (const FormulaInput& input : formula.inputs) {
        const auto it = typed.find(input.key);
        if (it == typed.end())
            continue;
        const QString text = toText(it->second).trimmed();
        if (text.isEmpty())
            continue;
        if (input.pattern == KeyPattern::Exact) {
            given[input.key] = text.toStdString();
            continue;
        }
        std::size_t number = 0;
        for (const QString& each : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            const QString part = each.trimmed();
            if (input.pattern == KeyPattern::Numbered)
                given[input.key + std::to_string(++number)] = part.toStdString();
            else
                given[input.key + part.section(QLatin1Char('='), 0, 0).trimmed().toStdString()] =
                    part.section(QLatin1Char('='), 1).trimmed().toStdString();
        }
    }
    return given;
}

QString answerText(const Solved<Traced>& solved, const Texts& texts) {
    if (const auto* word = std::get_if<std::string>(&solved.answer))
        return toText(*word);
    constexpr int digits = 6;
    const double value = std::get<Traced>(solved.answer).value().typical() + 0.0; // no negative zero
    QString text = toText(roundedDigits(value, digits));
    if (texts.numbers().decimalMark == ",")
        text.replace(QLatin1Char('.'), QLatin1Char(','));
    const QString unit = formulaUnit(solved.formula->unit);
    return unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

CalculationText calculationText(const Solved<Traced>& solved, const GivenInputs& given, const Texts& texts) {
    const Formula& formula = *solved.formula;
    const auto labelled = [&texts](const char* id, const QString& what) {
        return toText(texts.text(id)) + QStringLiteral(": ") + what;
    };
    CalculationText text;
    QStringList derivation{labelled("calc.label.formula", toText(formula.text))};
    if (const auto* traced = std::get_if<Traced>(&solved.answer)) {
        const std::string numbers = formulaInNumbers(*traced->node(), texts);
        if (!numbers.empty())
            derivation.append(labelled("calc.label.numbers", toText(numbers)));
        derivation.append(QString());
        derivation.append(toText(derivationTree(*traced->node(), texts)).trimmed());
    }
    derivation.append(QString());
    derivation.append(labelled("calc.label.reference", toText(formula.reference)));
    text.derivation = derivation.join(QLatin1Char('\n'));
    QStringList inputs, assumed;
    for (const auto& [key, value] : solved.used) {
        const FormulaInput* input = inputOf(formula, key);
        const QString meaning = input ? toText(input->meaning) : QString();
        QString line = toText(key) + QStringLiteral(" = ") + withUnit(value, input);
        if (!meaning.isEmpty())
            line += QStringLiteral("  (") + meaning + QLatin1Char(')');
        (given.contains(key) ? inputs : assumed).append(line);
    }
    text.assumptions = assumed.join(QLatin1Char('\n'));
    QStringList whole{toText(formula.name) + QStringLiteral(" = ") + answerText(solved, texts), QString(),
                      text.derivation, QString(), toText(texts.text("calc.label.inputs")) + inputs.join(QStringLiteral("\n  ")).prepend(QStringLiteral("\n  "))};
    if (!assumed.isEmpty())
        whole << toText(texts.text("calculators.assumptions")) + assumed.join(QStringLiteral("\n  ")).prepend(QStringLiteral("\n  "));
    text.whole = whole.join(QLatin1Char('\n')) + QLatin1Char('\n');
    return text;
}

} // namespace rackwright
