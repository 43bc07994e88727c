// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a formula asks for: each key with its unit, kind, valid values, default and meaning. Read by the calculators, by
// `calc` and by the appendix of a report; it holds no values.

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The values that a number may have.
struct Allowed {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool lowIncluded = false, highIncluded = false;
    bool isWhole = false;
    bool isNotZero = false;
    std::vector<double> only; ///< not empty: exactly these

    /// False for what is not finite.
    bool contains(double value) const;
    /// In the notation of mathematics: "> 0", "[0, 1]", "1, 2, 3, ...".
    std::string text() const;

    static Allowed any() { return {}; }
    static Allowed notZero();
    /// Above 0.
    static Allowed positive();
    /// 0 and above.
    static Allowed notNegative();
    /// [0, 1]
    static Allowed share();
    /// [0, 1), for shares that stand in 1 - x below a fraction line
    static Allowed shareBelowOne();
    /// (0, 1]
    static Allowed efficiency();
    static Allowed above(double low);
    static Allowed atLeast(double low);
    /// Both ends included.
    static Allowed within(double low, double high);
    /// 0, 1, 2, ...
    static Allowed count();
    /// 1, 2, 3, ...
    static Allowed countFromOne();
    static Allowed oneOf(std::vector<double> values);
};

/// How the text of an input is read.
enum class InputKind {
    Number,
    Numbers, ///< numbers separated by commas
    Text,
    Remark ///< accepted and without effect on the result
};

/// How many keys an input stands for.
enum class KeyPattern {
    Exact,
    Prefix,  ///< any key that begins with it: "eta_" takes eta_ups, eta_pdu
    Numbered ///< followed by 1, 2, 3, ...: "g" takes g1, g2
};

struct FormulaInput {
    std::string key;
    std::string unit; ///< symbol as in the source of the formula; empty for text
    std::string meaning;
    InputKind kind = InputKind::Number;
    KeyPattern pattern = KeyPattern::Exact;
    Allowed allowed;
    std::vector<std::string> choices;     ///< for Text; empty: any
    std::optional<std::string> otherwise; ///< the default
    bool isOptional = false;              ///< without a default, but only some cases need it

    /// The same with a default, written as in files: a number without its unit.
    FormulaInput orElse(std::string defaultText) const;
    bool isRequired() const { return !otherwise && !isOptional && kind != InputKind::Remark; }
    /// Whether a key that was given is meant by this input, by its pattern.
    bool matches(std::string_view givenKey) const;
    /// The key as it is listed: "eta_*", "g1, g2, ...".
    std::string listedKey() const;
};

/// Inputs of each kind, of an exact key and without a default.
FormulaInput number(std::string key, std::string unit, std::string meaning, Allowed allowed = Allowed::any());
FormulaInput numbers(std::string key, std::string unit, std::string meaning, Allowed allowed = Allowed::any());
FormulaInput text(std::string key, std::string meaning);
FormulaInput choice(std::string key, std::string meaning, std::vector<std::string> choices);
FormulaInput remark(std::string key, std::string meaning);
/// At least one key that begins with `prefix`.
FormulaInput numbersNamed(std::string prefix, std::string unit, std::string meaning, Allowed allowed = Allowed::any());
/// prefix1, prefix2, ... without a gap.
FormulaInput numbered(std::string prefix, std::string unit, std::string meaning, Allowed allowed = Allowed::any());
FormulaInput numberedTexts(std::string prefix, std::string meaning);

} // namespace rackwright
