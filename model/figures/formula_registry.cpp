// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figures/formula_registry.h"

#include "model/base/nearest.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace rackwright {

namespace {

Message about(std::string id, const Formula& formula, std::string_view key) {
    return Message(std::move(id)).with("quantity", formula.name).with("key", key);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The keys of `given` that an input stands for; the default is no key.
std::vector<std::string> matchingKeys(const FormulaInput& input, const GivenInputs& given) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : given)
        if (input.matches(key))
            keys.push_back(key);
    return keys;
}

std::size_t missingInputs(const Formula& formula, const GivenInputs& given) {
    return static_cast<std::size_t>(
        std::count_if(formula.inputs.begin(), formula.inputs.end(), [&](const FormulaInput& input) {
            return input.isRequired() && matchingKeys(input, given).empty();
        }));
}

// The form with the fewest missing keys names what is missing, the earlier one when equal.
const Formula& bestForm(std::span<const Formula> forms, const GivenInputs& given) {
    return *std::min_element(forms.begin(), forms.end(), [&](const Formula& a, const Formula& b) {
        return missingInputs(a, given) < missingInputs(b, given);
    });
}

const Unit* unitOfInput(const FormulaInput& input) {
    const Unit* unit = input.unit == "-" || input.unit == "n" ? findUnit("") : findUnit(input.unit);
    return unit && !input.unit.empty() ? unit : nullptr;
}

std::optional<double> readNumber(std::string_view word, const FormulaInput& input, NumberText reading) {
    if (const std::optional<double> plain = plainNumber(word); plain || reading == NumberText::Plain)
        return plain;
    const Unit* unit = unitOfInput(input);
    if (!unit)
        return std::nullopt;
    const Result<double> si = parseSi(word, *unit);
    return si ? std::optional<double>(unit->fromSi(*si)) : std::nullopt;
}

Result<double> checkedNumber(std::string_view word, const std::string& key, const FormulaInput& input,
                             const Formula& formula, NumberText reading) {
    const std::optional<double> value = readNumber(trimmed(word), input, reading);
    if (!value)
        return inputError(about("formula.not-a-number", formula, key).with("text", word));
    if (!input.allowed.contains(*value))
        return inputError(about("formula.out-of-domain", formula, key).with("wanted", input.allowed.text()));
    return *value;
}

template <class N>
N given(double value, const std::string& key, const FormulaInput& input) {
    const std::string unit = input.unit == "-" || input.unit == "n" ? "" : input.unit;
    return Numbers<N>::given(Value(value, Grade::Assumption), {key, unit, 1}, {});
}

template <class N>
N assumedDefault(double value, const std::string& key, const FormulaInput& input) {
    const std::string unit = input.unit == "-" || input.unit == "n" ? "" : input.unit;
    return Numbers<N>::assumed(Value(value), {key, unit, 1}, "formula." + key);
}

template <class N>
Done readList(std::string_view word, const std::string& key, const FormulaInput& input, const Formula& formula,
              NumberText reading, Inputs<N>& inputs) {
    std::vector<N> list;
    for (std::size_t at = 0; at <= word.size();) {
        const std::size_t end = std::min(word.find(',', at), word.size());
        const Result<double> value = checkedNumber(word.substr(at, end - at), key, input, formula, reading);
        if (!value)
            return value.error();
        list.push_back(given<N>(*value, key + "[" + std::to_string(list.size() + 1) + "]", input));
        at = end + 1;
    }
    inputs.set(key, std::move(list));
    return done();
}

template <class N>
Done readInput(const std::string& word, const std::string& key, const FormulaInput& input, const Formula& formula,
               NumberText reading, Inputs<N>& inputs) {
    switch (input.kind) {
    case InputKind::Number: {
        const Result<double> value = checkedNumber(word, key, input, formula, reading);
        if (!value)
            return value.error();
        inputs.set(key, given<N>(*value, key, input));
        return done();
    }
    case InputKind::Numbers:
        return readList(word, key, input, formula, reading, inputs);
    case InputKind::Text: {
        const std::string choice(trimmed(word));
        if (!input.choices.empty() &&
            std::find(input.choices.begin(), input.choices.end(), choice) == input.choices.end())
            return inputError(about("formula.unknown-choice", formula, key)
                                  .with("text", choice)
                                  .with("choices", WordList{input.choices}));
        inputs.set(key, choice);
        return done();
    }
    case InputKind::Remark:
        return done();
    }
    return done();
}

template <class N>
Done useDefault(const FormulaInput& input, const Formula& formula, Inputs<N>& inputs) {
    if (input.kind == InputKind::Number) {
        const Result<double> value = checkedNumber(*input.otherwise, input.key, input, formula, NumberText::Plain);
        if (!value)
            return value.error();
        inputs.set(input.key, assumedDefault<N>(*value, input.key, input));
        return done();
    }
    return readInput(*input.otherwise, input.key, input, formula, NumberText::Plain, inputs);
}

/// prefix1 to prefixN without a gap.
Done checkNumbering(const FormulaInput& input, const std::vector<std::string>& keys, const Formula& formula) {
    for (std::size_t n = 1; n <= keys.size(); ++n) {
        const std::string key = input.key + std::to_string(n);
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return inputError(about("formula.missing-key", formula, key));
    }
    return done();
}

template <class N>
Done readInputs(const Formula& formula, const GivenInputs& givenInputs, NumberText reading, Inputs<N>& inputs,
                std::vector<std::pair<std::string, std::string>>& used) {
    for (const FormulaInput& input : formula.inputs) {
        const std::vector<std::string> keys = matchingKeys(input, givenInputs);
        if (keys.empty() && input.isRequired())
            return inputError(about("formula.missing-key", formula, input.listedKey()));
        if (keys.empty() && input.otherwise) {
            if (Done read = useDefault(input, formula, inputs); !read)
                return read;
            used.emplace_back(input.key, *input.otherwise);
        }
        if (input.pattern == KeyPattern::Numbered && input.kind != InputKind::Remark)
            if (Done complete = checkNumbering(input, keys, formula); !complete)
                return complete;
        for (const std::string& key : keys) {
            const std::string& word = givenInputs.find(key)->second;
            if (Done read = readInput(word, key, input, formula, reading, inputs); !read)
                return read;
            if (input.kind != InputKind::Remark)
                used.emplace_back(key, word);
        }
    }
    return done();
}

/// The keys of these forms before all others.
std::vector<std::string> keysFrom(std::span<const Formula> forms, std::vector<std::string> others) {
    std::vector<std::string> keys;
    for (const Formula& formula : forms)
        for (const FormulaInput& input : formula.inputs)
            keys.push_back(input.key);
    keys.insert(keys.end(), others.begin(), others.end());
    return keys;
}

bool isFinite(double v) { return std::isfinite(v); }
bool isFinite(const Traced& v) { return v.value().isKnown() && std::isfinite(v.value().typical()); }

const auto& function(const Formula& formula, const double*) { return formula.plain; }
const auto& function(const Formula& formula, const Traced*) { return formula.traced; }

double withName(double v, const Formula&) { return v; }
Traced withName(const Traced& v, const Formula& formula) {
    const std::string unit = formula.unit == "-" ? "" : formula.unit;
    return Numbers<Traced>::named(v, {formula.name, unit, 1});
}

} // namespace

void FormulaRegistry::add(Formula formula) {
    std::vector<Formula>& forms = m_forms[formula.name];
    forms.push_back(std::move(formula));
}

void FormulaRegistry::addRemark(std::string key) { m_remarks.push_back(std::move(key)); }

std::vector<std::string> FormulaRegistry::names() const {
    std::vector<std::string> names;
    for (const auto& [name, forms] : m_forms)
        names.push_back(name);
    return names;
}

std::span<const Formula> FormulaRegistry::forms(std::string_view name) const {
    const auto found = m_forms.find(name);
    return found == m_forms.end() ? std::span<const Formula>{} : std::span<const Formula>(found->second);
}

bool FormulaRegistry::knowsKey(std::string_view key) const {
    if (std::find(m_remarks.begin(), m_remarks.end(), key) != m_remarks.end())
        return true;
    for (const auto& [name, forms] : m_forms)
        for (const Formula& formula : forms)
            for (const FormulaInput& input : formula.inputs)
                if (input.matches(key))
                    return true;
    return false;
}

std::vector<std::string> FormulaRegistry::keys() const {
    std::set<std::string> keys;
    for (const auto& [name, forms] : m_forms)
        for (const Formula& formula : forms)
            for (const FormulaInput& input : formula.inputs)
                keys.insert(input.pattern == KeyPattern::Numbered ? input.key + "1" : input.key);
    return {keys.begin(), keys.end()};
}

template <class N>
Result<Solved<N>> FormulaRegistry::solved(std::string_view name, const GivenInputs& given, NumberText reading) const {
    const std::span<const Formula> named = forms(name);
    if (named.empty())
        return usageError(Message("formula.unknown-quantity")
                              .with("quantity", name)
                              .with("nearest", WordList{nearestWords(name, names())}));
    for (const auto& [key, value] : given)
        if (!knowsKey(key))
            return usageError(Message("formula.unknown-key")
                                  .with("quantity", name)
                                  .with("key", key)
                                  .with("nearest", WordList{nearestWords(key, keysFrom(named, keys()))}));
    const Formula& formula = bestForm(named, given);
    Solved<N> solved;
    solved.formula = &formula;
    Inputs<N> inputs(formula.name);
    if (Done read = readInputs(formula, given, reading, inputs, solved.used); !read)
        return read.error();
    Outcome<N> outcome = function(formula, static_cast<const N*>(nullptr))(inputs);
    if (!outcome)
        return outcome.error();
    if (const N* number = std::get_if<N>(&*outcome)) {
        if (!isFinite(*number))
            return inputError(Message("formula.no-finite-value").with("quantity", name));
        solved.answer = withName(*number, formula);
    } else {
        solved.answer = std::move(*outcome);
    }
    return solved;
}

Result<Solved<double>> FormulaRegistry::solve(std::string_view name, const GivenInputs& given,
                                              NumberText reading) const {
    return solved<double>(name, given, reading);
}

Result<Solved<Traced>> FormulaRegistry::explain(std::string_view name, const GivenInputs& given,
                                                NumberText reading) const {
    return solved<Traced>(name, given, reading);
}

} // namespace rackwright
