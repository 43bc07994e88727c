// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small pieces that kernels of all domains are made of: sums in a fixed order and repeated terms.

#include "model/parts/part_title.h"
#include "solvers/engine/reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace rackwright {

/// A sum from the first term on, so that no zero stands in the derivation; nothing added is 0.
template <class D, class N>
class Sum {
public:
    void add(Quantity<D, N> term) {
        if (m_total)
            m_total = *m_total + term;
        else
            m_total = std::move(term);
    }
    bool isEmpty() const { return !m_total; }
    Quantity<D, N> total() const { return m_total ? *m_total : Quantity<D, N>(constant<N>(0.0)); }

private:
    std::optional<Quantity<D, N>> m_total;
};

/// The larger of each, from the first term on; nothing added is unknown.
template <class D, class N>
class Largest {
public:
    void add(Quantity<D, N> term) {
        if (m_largest)
            m_largest = Quantity<D, N>(maximum(m_largest->si(), term.si()));
        else
            m_largest = std::move(term);
    }
    bool isEmpty() const { return !m_largest; }
    Quantity<D, N> value() const { return m_largest ? *m_largest : Quantity<D, N>(); }

private:
    std::optional<Quantity<D, N>> m_largest;
};

/// "32 x 10.2 kW": like terms as one line.
template <class D, class N>
Quantity<D, N> times(std::int64_t count, std::string label, const Quantity<D, N>& each) {
    return Quantity<D, N>(counted<N>(count, std::move(label)) * Numbers<N>::repeated(each.si(), count));
}

/// Gives a step of a derivation its name.
template <class D, class N>
Quantity<D, N> named(const Quantity<D, N>& value, std::string_view label, std::string_view unit) {
    if constexpr (std::is_same_v<N, Value>)
        return value;
    else
        return Quantity<D, N>(Numbers<N>::named(value.si(), {std::string(label), std::string(unit), siPerUnit(unit)}));
}

/// "DGX H200", for the label of a repeated term; empty in plain solves, which keep no texts.
template <class N>
std::string partName(const Context& context, Id<PartRow> id) {
    if constexpr (std::is_same_v<N, Traced>) {
        const Part* part = context.part(id);
        return part ? partTitle(*part) : std::string("unknown part");
    } else {
        return {};
    }
}

/// The same number of one type from a fact that is no part property (a row's own field). Nobody recorded who chose it,
/// so that it is an assumption unless the caller knows better.
template <class N>
N ownField(double si, std::string_view label, std::string_view unit, Grade grade = Grade::Assumption) {
    if constexpr (std::is_same_v<N, Value>)
        return Value(si, grade);
    else
        return Numbers<N>::given(Value(si, grade), {std::string(label), std::string(unit), siPerUnit(unit)}, {});
}

} // namespace rackwright
