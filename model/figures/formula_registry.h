// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The formulas that a program knows, by name. A value: whoever needs one assembles it from the tables of the domains.
// A name can have several forms that differ by the keys given; the first whose keys are complete answers.

#include "model/figures/formula.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// How texts are read as numbers.
enum class NumberText {
    Plain,    ///< digits only, as in files
    WithUnits ///< "10.2 kW" where a W is asked for
};

using GivenInputs = std::map<std::string, std::string, std::less<>>;

/// An answer with what led to it; lives as long as the registry.
template <class N>
struct Solved {
    Answer<N> answer;
    const Formula* formula = nullptr;
    /// What was used: key and text, defaults included, in the formula's order.
    std::vector<std::pair<std::string, std::string>> used;
};

/// Formulas by name, read from texts that people or tables give.
class FormulaRegistry {
public:
    /// A further form of its name. Of forms that miss equally few inputs the one added first is taken.
    void add(Formula formula);
    /// A key that tables of cases carry and that no formula reads.
    void addRemark(std::string key);

    /// In alphabetical order, each once.
    std::vector<std::string> names() const;
    /// All forms of a name; empty when it is unknown.
    std::span<const Formula> forms(std::string_view name) const;
    bool knowsKey(std::string_view key) const;
    std::vector<std::string> keys() const;

    /// Takes the form that fits the keys given. Fails on an unknown name or key (usage, with the nearest), on an input
    /// that is missing, unreadable or out of its domain, and on an answer that is not finite.
    Result<Solved<double>> solve(std::string_view name, const GivenInputs& given, NumberText reading) const;
    /// The same with its derivation.
    Result<Solved<Traced>> explain(std::string_view name, const GivenInputs& given, NumberText reading) const;

private:
    template <class N>
    Result<Solved<N>> solved(std::string_view name, const GivenInputs& given, NumberText reading) const;

    std::map<std::string, std::vector<Formula>, std::less<>> m_forms;
    std::vector<std::string> m_remarks;
};

} // namespace rackwright
