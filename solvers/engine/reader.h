// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a kernel gets its inputs in any number type: properties of parts, settings, site fields and plain counts. A
// property that the catalogue does not know is taken from the assumption "part:<id>:<property>" where a person entered
// one; else it is unknown, never 0.

#include "model/figures/traced.h"
#include "model/parts/part.h"
#include "solvers/engine/context.h"

#include <string>
#include <string_view>
#include <type_traits>

namespace rackwright {

/// A fact in SI with how it reads, before it takes a number type.
struct ReadFact {
    Value value;
    Reading reading;
    std::optional<Source> source;
    std::string assumption; ///< key of the assumption that gave it; empty: given by catalogue or site
};

/// Unit symbol -> SI per unit for the symbols of part attributes and settings ("kW" -> 1000); 1 when unknown.
double siPerUnit(std::string_view symbol);

ReadFact readPartNumber(const Context& context, Id<PartRow> part, std::string_view key, std::string_view unit);
ReadFact readPartPower(const Context& context, Id<PartRow> part, PowerModeKind kind);
/// In SI; unknown where nobody has given the field or it is no number.
ReadFact readSite(const Context& context, std::string_view key);

/// What the readers above find, without the texts that only a trace needs: solves read millions of them.
Value plainPartNumber(const Context& context, Id<PartRow> part, std::string_view key);
Value plainPartPower(const Context& context, Id<PartRow> part, PowerModeKind kind);

/// The fact as a leaf of a derivation: given, or an assumption that a person may change.
template <class N>
N numberOf(const ReadFact& fact) {
    return fact.assumption.empty() ? Numbers<N>::given(fact.value, fact.reading, fact.source)
                                   : Numbers<N>::assumed(fact.value, fact.reading, fact.assumption);
}

template <class N>
N partNumberIn(const Context& context, Id<PartRow> part, std::string_view key, std::string_view unit) {
    if constexpr (std::is_same_v<N, Value>)
        return plainPartNumber(context, part, key);
    else
        return numberOf<N>(readPartNumber(context, part, key, unit));
}

/// In SI; unknown where neither the part nor an assumption has it.
template <class N, class D>
Quantity<D, N> partNumber(const Context& context, Id<PartRow> part, const PartAttribute<Quantity<D>>& key) {
    return Quantity<D, N>(partNumberIn<N>(context, part, key.key, key.unit));
}
template <class N>
Quantity<dim::Length, N> partNumber(const Context& context, Id<PartRow> part, const PartAttribute<Length>& key) {
    return Quantity<dim::Length, N>(partNumberIn<N>(context, part, key.key, key.unit));
}
/// Absolute, in kelvin.
template <class N>
Quantity<dim::Temperature, N> partNumber(const Context& context, Id<PartRow> part,
                                         const PartAttribute<Temperature>& key) {
    return Quantity<dim::Temperature, N>(partNumberIn<N>(context, part, key.key, key.unit));
}
/// Pure numbers and shares (0..1).
template <class N>
Ratio<N> partNumber(const Context& context, Id<PartRow> part, const PartAttribute<double>& key) {
    return Ratio<N>(partNumberIn<N>(context, part, key.key, key.unit));
}

/// Of one piece in W; unknown where neither the part nor an assumption states the mode.
template <class N>
Quantity<dim::Power, N> partPower(const Context& context, Id<PartRow> part, PowerModeKind kind) {
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<dim::Power, N>(plainPartPower(context, part, kind));
    else
        return Quantity<dim::Power, N>(numberOf<N>(readPartPower(context, part, kind)));
}

/// A site field in SI; unknown when nobody has given it.
template <class N, class D>
Quantity<D, N> siteQuantity(const Context& context, std::string_view key) {
    return Quantity<D, N>(numberOf<N>(readSite(context, key)));
}

/// A count of things in the design ("4 of DGX H200"); exact, grade measured.
template <class N>
N counted(std::int64_t count, std::string label) {
    return Numbers<N>::given(Value(static_cast<double>(count)), {std::move(label), {}, 1}, {});
}

/// A setting of ours or of a norm with its default, unit and source; listed by the domain that uses it.
template <class D>
struct SettingKey {
    std::string_view key;
    std::string_view unit; ///< as a person reads and enters it
    double defaultSi = 0;
    Grade grade = Grade::Assumption; ///< of the default: a rule of thumb, a norm, a vendor
    std::string_view publisher;      ///< of the default's source
    std::string_view title;
    std::string_view page;
    std::optional<double> lowSi{}; ///< of a default that is a range
    std::optional<double> highSi{};
};

struct SettingFact {
    std::string_view key, unit;
    double defaultSi = 0;
    Grade grade = Grade::Assumption;
    std::string_view publisher, title, page;
    std::optional<double> lowSi, highSi;
};
/// A changed setting is one number, or "low/typical/high".
ReadFact readSetting(const Context& context, const SettingFact& setting);
Value plainSetting(const Context& context, const SettingFact& setting);

template <class D>
SettingFact settingFact(const SettingKey<D>& key) {
    return {key.key, key.unit, key.defaultSi, key.grade, key.publisher, key.title, key.page, key.lowSi, key.highSi};
}

/// What the project says, else the default, in SI; the reading solver is noted as depending on it.
template <class N, class D>
Quantity<D, N> setting(const Context& context, const SettingKey<D>& key) {
    if constexpr (std::is_same_v<N, Value>)
        return Quantity<D, N>(plainSetting(context, settingFact(key)));
    else
        return Quantity<D, N>(numberOf<N>(readSetting(context, settingFact(key))));
}

/// A number of the formula itself.
template <class N>
N constant(double number) {
    return N(number);
}

} // namespace rackwright
