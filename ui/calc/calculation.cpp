// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calc/calculation.h"

#include "model/units/number_text.h"
#include "ui/text/count_text.h"
#include "ui/text/derivation_text.h"
#include "ui/text/to_text.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

namespace rackwright {

namespace {

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

QString formulaUnit(const std::string& unit) {
    return unit == "-" ? QString() : unit == "1e9" ? QStringLiteral("billion") : toText(unit);
}

// What stands for a unit at the end of a name is said beside it already; letters that stand for words are capitals.
QString nameInWords(const std::string& name) {
    static const QSet<QString> kUnits = {
        QStringLiteral("s"),     QStringLiteral("k"),    QStringLiteral("c"),       QStringLiteral("kw"),
        QStringLiteral("w"),     QStringLiteral("mw"),   QStringLiteral("mwh"),     QStringLiteral("kwh"),
        QStringLiteral("usd"),   QStringLiteral("musd"), QStringLiteral("tb"),      QStringLiteral("gb"),
        QStringLiteral("gib"),   QStringLiteral("pct"),  QStringLiteral("percent"), QStringLiteral("gbs"),
        QStringLiteral("t"),     QStringLiteral("cfm"),  QStringLiteral("m3s"),     QStringLiteral("kgm3"),
        QStringLiteral("h"),     QStringLiteral("mm"),   QStringLiteral("m"),       QStringLiteral("kg"),
        QStringLiteral("lpm"),   QStringLiteral("pa"),   QStringLiteral("kpa"),     QStringLiteral("min"),
        QStringLiteral("ms"),    QStringLiteral("kva"),  QStringLiteral("tflops"),  QStringLiteral("tbs"),
        QStringLiteral("us"),    QStringLiteral("a"),    QStringLiteral("v"),       QStringLiteral("m2"),
        QStringLiteral("gbits"), QStringLiteral("days")};
    static const QHash<QString, QString> kWords = {
        {QStringLiteral("gpu"), QStringLiteral("GPU")},     {QStringLiteral("gpus"), QStringLiteral("GPUs")},
        {QStringLiteral("kv"), QStringLiteral("KV")},       {QStringLiteral("mfu"), QStringLiteral("MFU")},
        {QStringLiteral("ttft"), QStringLiteral("TTFT")},   {QStringLiteral("tpot"), QStringLiteral("TPOT")},
        {QStringLiteral("qps"), QStringLiteral("QPS")},     {QStringLiteral("pue"), QStringLiteral("PUE")},
        {QStringLiteral("wue"), QStringLiteral("WUE")},     {QStringLiteral("usd"), QStringLiteral("USD")},
        {QStringLiteral("hbm"), QStringLiteral("HBM")},     {QStringLiteral("gb"), QStringLiteral("GB")},
        {QStringLiteral("ups"), QStringLiteral("UPS")},     {QStringLiteral("it"), QStringLiteral("IT")},
        {QStringLiteral("dpo"), QStringLiteral("DPO")},     {QStringLiteral("tco"), QStringLiteral("TCO")},
        {QStringLiteral("ai"), QStringLiteral("AI")},       {QStringLiteral("nic"), QStringLiteral("NIC")},
        {QStringLiteral("io500"), QStringLiteral("IO500")}, {QStringLiteral("dt"), QStringLiteral("temperature rise")},
        {QStringLiteral("btuh"), QStringLiteral("BTU/h")},  {QStringLiteral("kw"), QStringLiteral("kW")}};
    QStringList words = toText(name).split(QLatin1Char('_'), Qt::SkipEmptyParts);
    while (words.size() > 2 && kUnits.contains(words.back()))
        words.removeLast();
    if (words.size() == 2 && kUnits.contains(words.back()))
        words.removeLast();
    for (QString& word : words)
        word = kWords.value(word, word);
    QString text = words.join(QLatin1Char(' '));
    text[0] = text[0].toUpper();
    return text;
}

namespace {

/// "1.5 T" in the scale of the input: of a number in billions 1500.
QString numberOf(const FormulaInput& input, const QString& text) {
    const auto count = input.kind == InputKind::Text ? std::nullopt : plainCount(text);
    if (!count)
        return text;
    return input.unit == "1e9" ? toText(shortestDigits(count->toDouble() / 1e9)) : *count;
}

} // namespace

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
            given[input.key] = numberOf(input, text).toStdString();
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

namespace {

/// "70 1e9" reads "70 billion".
QString unitsInWords(QString text) {
    static const QRegularExpression billions(QStringLiteral("(?<=\\d) 1e9\\b"));
    return text.replace(billions, QLatin1Char(' ') + formulaUnit("1e9"));
}

} // namespace

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
            derivation.append(labelled("calc.label.numbers", unitsInWords(toText(numbers))));
        derivation.append(QString());
        derivation.append(unitsInWords(toText(derivationTree(*traced->node(), texts))).trimmed());
    }
    derivation.append(QString());
    derivation.append(labelled("calc.label.reference", toText(texts.text(formula.reference))));
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
    QStringList whole{
        toText(formula.name) + QStringLiteral(" = ") + answerText(solved, texts), QString(), text.derivation, QString(),
        toText(texts.text("calc.label.inputs")) + inputs.join(QStringLiteral("\n  ")).prepend(QStringLiteral("\n  "))};
    if (!assumed.isEmpty())
        whole << toText(texts.text("calculators.assumptions")) +
                     assumed.join(QStringLiteral("\n  ")).prepend(QStringLiteral("\n  "));
    text.whole = whole.join(QLatin1Char('\n')) + QLatin1Char('\n');
    return text;
}

} // namespace rackwright
