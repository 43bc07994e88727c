// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/figures/formula_input.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rackwright {

namespace {

bool isAtLeast(double value, double low, bool included) { return included ? value >= low : value > low; }

Allowed from(double low, bool isIncluded) {
    Allowed allowed;
    allowed.low = low;
    allowed.lowIncluded = isIncluded;
    return allowed;
}

Allowed between(double low, bool lowIncluded, double high, bool highIncluded) {
    Allowed allowed = from(low, lowIncluded);
    allowed.high = high;
    allowed.highIncluded = highIncluded;
    return allowed;
}

bool isPositiveWholeNumber(std::string_view digits) {
    return !digits.empty() && digits.size() <= 4 && digits.front() != '0' &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

FormulaInput input(std::string key, std::string unit, std::string meaning, InputKind kind) {
    FormulaInput made;
    made.key = std::move(key);
    made.unit = std::move(unit);
    made.meaning = std::move(meaning);
    made.kind = kind;
    return made;
}

FormulaInput withPattern(FormulaInput made, KeyPattern pattern, Allowed allowed) {
    made.pattern = pattern;
    made.allowed = std::move(allowed);
    return made;
}

} // namespace

bool Allowed::contains(double value) const {
    if (!std::isfinite(value))
        return false;
    if (!only.empty())
        return std::find(only.begin(), only.end(), value) != only.end();
    if ((isWhole && value != std::floor(value)) || (isNotZero && value == 0))
        return false;
    return isAtLeast(value, low, lowIncluded) && isAtLeast(-value, -high, highIncluded);
}

std::string Allowed::text() const {
    if (!only.empty()) {
        std::string list;
        for (const double value : only)
            list += (list.empty() ? "" : ", ") + shortestDigits(value);
        return list;
    }
    if (isNotZero)
        return "!= 0";
    if (isWhole)
        return shortestDigits(low) + ", " + shortestDigits(low + 1) + ", " + shortestDigits(low + 2) + ", ...";
    if (std::isinf(high))
        return (lowIncluded ? ">= " : "> ") + shortestDigits(low);
    return (lowIncluded ? "[" : "(") + shortestDigits(low) + ", " + shortestDigits(high) + (highIncluded ? "]" : ")");
}

Allowed Allowed::notZero() {
    Allowed allowed;
    allowed.isNotZero = true;
    return allowed;
}
Allowed Allowed::positive() { return from(0, false); }
Allowed Allowed::notNegative() { return from(0, true); }
Allowed Allowed::share() { return between(0, true, 1, true); }
Allowed Allowed::shareBelowOne() { return between(0, true, 1, false); }
Allowed Allowed::efficiency() { return between(0, false, 1, true); }
Allowed Allowed::above(double low) { return from(low, false); }
Allowed Allowed::atLeast(double low) { return from(low, true); }
Allowed Allowed::within(double low, double high) { return between(low, true, high, true); }
Allowed Allowed::count() {
    Allowed allowed = from(0, true);
    allowed.isWhole = true;
    return allowed;
}
Allowed Allowed::countFromOne() {
    Allowed allowed = from(1, true);
    allowed.isWhole = true;
    return allowed;
}
Allowed Allowed::oneOf(std::vector<double> values) {
    Allowed allowed;
    allowed.only = std::move(values);
    return allowed;
}

FormulaInput FormulaInput::orElse(std::string defaultText) const {
    FormulaInput optional = *this;
    optional.otherwise = std::move(defaultText);
    return optional;
}

bool FormulaInput::matches(std::string_view givenKey) const {
    switch (pattern) {
    case KeyPattern::Exact:
        return givenKey == key;
    case KeyPattern::Prefix:
        return givenKey.size() > key.size() && givenKey.starts_with(key);
    case KeyPattern::Numbered:
        return givenKey.starts_with(key) && isPositiveWholeNumber(givenKey.substr(key.size()));
    }
    return false;
}

std::string FormulaInput::listedKey() const {
    switch (pattern) {
    case KeyPattern::Exact:
        return key;
    case KeyPattern::Prefix:
        return key + "*";
    case KeyPattern::Numbered:
        return key + "1, " + key + "2, ...";
    }
    return key;
}

FormulaInput number(std::string key, std::string unit, std::string meaning, Allowed allowed) {
    return withPattern(input(std::move(key), std::move(unit), std::move(meaning), InputKind::Number), KeyPattern::Exact,
                       std::move(allowed));
}
FormulaInput numbers(std::string key, std::string unit, std::string meaning, Allowed allowed) {
    return withPattern(input(std::move(key), std::move(unit), std::move(meaning), InputKind::Numbers),
                       KeyPattern::Exact, std::move(allowed));
}
FormulaInput text(std::string key, std::string meaning) {
    return input(std::move(key), "", std::move(meaning), InputKind::Text);
}
FormulaInput choice(std::string key, std::string meaning, std::vector<std::string> choices) {
    FormulaInput made = text(std::move(key), std::move(meaning));
    made.choices = std::move(choices);
    return made;
}
FormulaInput remark(std::string key, std::string meaning) {
    return input(std::move(key), "", std::move(meaning), InputKind::Remark);
}
FormulaInput numbersNamed(std::string prefix, std::string unit, std::string meaning, Allowed allowed) {
    return withPattern(input(std::move(prefix), std::move(unit), std::move(meaning), InputKind::Number),
                       KeyPattern::Prefix, std::move(allowed));
}
FormulaInput numbered(std::string prefix, std::string unit, std::string meaning, Allowed allowed) {
    return withPattern(input(std::move(prefix), std::move(unit), std::move(meaning), InputKind::Number),
                       KeyPattern::Numbered, std::move(allowed));
}
FormulaInput numberedTexts(std::string prefix, std::string meaning) {
    return withPattern(input(std::move(prefix), "", std::move(meaning), InputKind::Text), KeyPattern::Numbered, {});
}

} // namespace rackwright
