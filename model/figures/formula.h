// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A formula: what it asks for, its text and reference, and one function that runs with plain numbers and with Traced,
// so that the value and its derivation cannot differ. Tables of formulas stand in each domain of solvers.

#include "model/base/check.h"
#include "model/base/result.h"
#include "model/figures/formula_input.h"
#include "model/figures/traced.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace rackwright {

/// The typical number of either type.
inline double plainNumberOf(double v) { return v; }
inline double plainNumberOf(const Traced& v) { return v.value().typical(); }

/// A number, or a word such as "rear-door".
template <class N>
using Answer = std::variant<N, std::string>;
template <class N>
using Outcome = Result<Answer<N>>;

/// The checked inputs of one evaluation. Number and list inputs exist in the number type of the evaluation.
template <class N>
class Inputs {
public:
    using Number = N;
    using Held = std::variant<N, std::vector<N>, std::string>;

    explicit Inputs(std::string quantity) : m_quantity(std::move(quantity)) {}
    void set(std::string key, Held value) { m_values.insert_or_assign(std::move(key), std::move(value)); }

    /// Whether it was given or has a default. The readers below are for inputs that are there: of any other key a check
    /// fails.
    bool has(std::string_view key) const { return m_values.find(key) != m_values.end(); }
    const N& operator()(std::string_view key) const { return held<N>(key); }
    /// The number without its derivation, for choosing between cases.
    double plain(std::string_view key) const { return plainNumberOf(held<N>(key)); }
    const std::vector<N>& list(std::string_view key) const { return held<std::vector<N>>(key); }
    const std::string& text(std::string_view key) const { return held<std::string>(key); }
    bool is(std::string_view key, std::string_view word) const { return text(key) == word; }

    /// Numbers whose key begins with `prefix`, by key.
    std::vector<N> named(std::string_view prefix) const {
        std::vector<N> found;
        for (const auto& [key, value] : m_values)
            if (key.size() > prefix.size() && key.starts_with(prefix))
                found.push_back(std::get<N>(value));
        return found;
    }
    /// prefix1, prefix2, ... as far as they are given.
    std::vector<N> series(std::string_view prefix) const {
        std::vector<N> found;
        for (auto at = m_values.find(numberedKey(prefix, 1)); at != m_values.end();
             at = m_values.find(numberedKey(prefix, found.size() + 1)))
            found.push_back(std::get<N>(at->second));
        return found;
    }
    std::vector<std::string> textSeries(std::string_view prefix) const {
        std::vector<std::string> found;
        for (auto at = m_values.find(numberedKey(prefix, 1)); at != m_values.end();
             at = m_values.find(numberedKey(prefix, found.size() + 1)))
            found.push_back(std::get<std::string>(at->second));
        return found;
    }

    /// "{quantity}: {key} must be {wanted}", for what a Allowed cannot say.
    Error outOfDomain(std::string_view key, std::string wanted) const {
        return inputError(
            Message("formula.out-of-domain").with("quantity", m_quantity).with("key", key).with("wanted", wanted));
    }
    /// "{quantity} needs {key}", for inputs that only some cases need.
    Error missing(std::string_view key) const {
        return inputError(Message("formula.missing-key").with("quantity", m_quantity).with("key", key));
    }
    Error unreadable(std::string_view key, std::string wanted) const {
        return inputError(
            Message("formula.unreadable-text").with("quantity", m_quantity).with("key", key).with("wanted", wanted));
    }

private:
    static std::string numberedKey(std::string_view prefix, std::size_t n) {
        return std::string(prefix) + std::to_string(n);
    }
    template <class T>
    const T& held(std::string_view key) const {
        const auto found = m_values.find(key);
        RW_CHECK(found != m_values.end(), "a formula reads only inputs that it declares");
        const T* value = std::get_if<T>(&found->second);
        RW_CHECK(value, "a formula reads an input as the kind that it declares");
        return *value;
    }

    std::string m_quantity;
    std::map<std::string, Held, std::less<>> m_values;
};

/// A formula with what it asks for, in both number types. Several of one name are its forms; the inputs given choose.
struct Formula {
    std::string name;
    std::string unit; ///< of the answer; empty for counts and words
    std::string text; ///< "heat_w/(rho*cp*dt_k)"
    std::vector<FormulaInput> inputs;
    std::string reference; ///< message id of its source
    std::function<Outcome<double>(const Inputs<double>&)> plain;
    std::function<Outcome<Traced>(const Inputs<Traced>&)> traced;
};

/// `function` is a template over the number type: []<class N>(const Inputs<N>& in) { return in("a") / in("b"); }.
/// It returns the number, a word, or an Outcome<N> when it can fail.
template <class Function>
Formula formula(std::string name, std::string unit, std::string text, std::vector<FormulaInput> inputs,
                std::string reference, Function function) {
    return {std::move(name),
            std::move(unit),
            std::move(text),
            std::move(inputs),
            std::move(reference),
            [function](const Inputs<double>& in) { return Outcome<double>(function(in)); },
            [function](const Inputs<Traced>& in) { return Outcome<Traced>(function(in)); }};
}

/// The answer of an algorithm in either number type; only Traced keeps reference, witness and inputs.
template <class N>
N algorithmic(double value, const Reading& reading, std::string reference, Witness witness, std::vector<N> inputs) {
    if constexpr (std::is_same_v<N, Traced>)
        return computed(Value(value), reading, std::move(reference), std::move(witness), std::move(inputs));
    else
        return value;
}

/// A value read from a table of the formula; the keys that led to it stay visible.
template <class N>
N tabulated(double value, const Reading& reading, const std::vector<N>& keys) {
    return Numbers<N>::lookedUp(Value(value), reading, {}, keys);
}

} // namespace rackwright
