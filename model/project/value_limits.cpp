// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/project/value_limits.h"

#include "model/design/parameter_limits.h"
#include "model/file/headers.h"
#include "model/file/stored.h"
#include "model/parts/attribute_limits.h"
#include "model/parts/part_title.h"
#include "model/parts/port_list.h"
#include "model/project/field_limits.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "model/units/print.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr std::string_view kPartPrefix = "part:", kPowerPrefix = "power-";

// A stored number as a message shows it.
UnitNumber shown(double stored, std::string_view unit) {
    if (unit == "um")
        return std::abs(stored) < 1e7 ? UnitNumber{stored / 1e3, "mm"} : UnitNumber{stored / 1e6, "m"};
    if (unit == "ppb")
        return {stored / 1e7, "%"};
    if (unit == "1/1000")
        return {stored / 1e3, {}};
    if (unit == "nano")
        return {stored / 1e9, {}};
    if (unit == "K")
        return {stored - 273.15, "C"};
    const Unit* known = findUnit(unit);
    const bool isInTrade = known && !known->isAbsolute() && !unit.empty() && std::isfinite(stored);
    const Unit* best = isInTrade ? findUnit(printed(known->toSi(stored), known->dimension).unit) : nullptr;
    return best ? shownIn(known->toSi(stored), best->symbol) : UnitNumber{stored, std::string(unit)};
}

class Walker {
public:
    LimitBreach breach; ///< what is wrong, its field and numbers

    template <Described Row>
    bool row(const Row& value) {
        bool isGood = true;
        forEachField<Row>([&](const auto& f) {
            if (isGood)
                m_mostCharacters = std::same_as<Row, Setting> && f.name == "value"            ? kLongestSetting
                                   : std::same_as<Row, IssuedRevision> && f.name == "content" ? kLongestIssuedDesign
                                                                                              : mostCharacters(f.name);
            isGood = isGood && (any(value.*f.member, f.limits, f.unit) || within(f.name));
        });
        return isGood && own(value);
    }

private:
    bool within(std::string_view field) {
        std::string& path = breach.field;
        path.insert(0, path.empty() ? std::string(field) : std::string(field) + "/");
        return false;
    }
    bool outside(UnitNumber value, UnitNumber low, UnitNumber high) {
        breach.kind = LimitBreach::Kind::Outside;
        breach.value = std::move(value);
        breach.low = std::move(low);
        breach.high = std::move(high);
        return false;
    }
    bool text(std::string_view value) {
        if (static_cast<std::int64_t>(value.size()) <= m_mostCharacters)
            return true;
        const auto isFirstByte = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }; // of UTF-8
        const std::int64_t characters = std::ranges::count_if(value, isFirstByte);
        if (characters <= m_mostCharacters)
            return true;
        breach.kind = LimitBreach::Kind::LongText;
        breach.characters = characters;
        breach.most = m_mostCharacters;
        return false;
    }
    bool isNoRange() {
        breach.kind = LimitBreach::Kind::RangeOrder;
        return false;
    }
    bool stored(double value, const Limits& limits, std::string_view unit) {
        if (limits.contain(value))
            return true;
        return outside(shown(value, unit), shown(limits.least, unit), shown(limits.greatest, unit));
    }
    bool entered(std::string_view field, double si, const Limits& limits, std::string_view unit) {
        return limits.contain(si) ||
               outside(shownIn(si, unit), shownIn(limits.least, unit), shownIn(limits.greatest, unit)) || within(field);
    }

    bool whole(std::string_view field, double number) {
        if (number == std::floor(number))
            return true;
        breach.kind = LimitBreach::Kind::NoCount;
        breach.value = {number, {}};
        return within(field);
    }

    template <class Q>
    bool fact(const Fact<Q>& value, std::optional<Limits> limits, std::string_view unit) {
        if (const auto* known = std::get_if<Known<Q>>(&value.state))
            return any(known->value, limits, unit);
        const auto* range = std::get_if<Range<Q>>(&value.state);
        if (!range)
            return true;
        if (!any(range->low, limits, unit) || !any(range->typical, limits, unit) || !any(range->high, limits, unit))
            return false;
        if constexpr (!std::same_as<Q, std::string>)
            if (!isRising(numberOf(range->low), numberOf(range->typical), numberOf(range->high)))
                return isNoRange();
        return true;
    }
    static bool isRising(double low, double typical, double high) { return low <= typical && typical <= high; }
    template <class Q>
    static double numberOf(const Q& value) {
        if constexpr (std::same_as<Q, PriceRate>)
            return static_cast<double>(value.nanoUnits());
        else
            return static_cast<double>(Stored<Q>::to(value));
    }

    template <class T>
    bool any(const T& value, std::optional<Limits> limits, std::string_view unit) {
        if constexpr (std::same_as<T, std::string>)
            return text(value);
        else if constexpr (Scalar<T>) {
            const auto own = limitsOfType<T>();
            if constexpr (std::is_arithmetic_v<typename Stored<T>::Type>)
                return !own || stored(static_cast<double>(Stored<T>::to(value)), limits.value_or(*own), unit);
            else
                return true;
        } else if constexpr (Described<T>)
            return row(value);
        else if constexpr (isOptional<T>)
            return !value || any(*value, limits, unit);
        else if constexpr (isVector<T>) {
            if constexpr (std::same_as<typename T::value_type, Point>)
                if (const auto corners = static_cast<double>(value.size()); corners > kMostCorners)
                    return outside({corners, {}}, {0, {}}, {kMostCorners, {}});
            for (std::size_t i = 0; i < value.size(); ++i)
                if (!any(value[i], limits, unit))
                    return within(std::to_string(i + 1));
            return true;
        } else if constexpr (isVariant<T>)
            return std::visit(
                [&](const auto& alternative) {
                    return row(alternative) || within(VariantKinds<T>::names[value.index()]);
                },
                value);
        else if constexpr (isFact<T>)
            return fact(value, limits, unit);
        else if constexpr (std::same_as<T, PartPtr>)
            return !value || row(*value);
        else {
            static_assert(std::same_as<T, PriceRate>, "each type of field has its limits");
            return stored(static_cast<double>(value.nanoUnits()), kPriceLimits, "nano");
        }
    }

    std::int64_t m_mostCharacters = kLongestText; ///< of the field that is looked at

    // What a row holds beside the numbers of its fields.
    template <class Row>
    bool own(const Row&) {
        return true;
    }
    bool own(const Attribute& attribute) {
        const AttributeLimits* limits = findAttributeLimits(attribute.key);
        if (!limits || attribute.number.isUnknown())
            return true;
        for (const auto& number : {attribute.number.low(), attribute.number.typical(), attribute.number.high()})
            if (!entered(attribute.key, *number, limits->limits, limits->unit) ||
                (limits->isCount && !whole(attribute.key, *number)))
                return false;
        return true;
    }
    bool own(const Part& part) {
        const std::int64_t ports = portCount(part);
        return static_cast<double>(ports) <= kMostPorts ||
               outside({static_cast<double>(ports), {}}, {0, {}}, {kMostPorts, {}}) || within("portGroups");
    }
    bool own(const SiteField& field) {
        const SiteFieldDefinition* definition = findSiteFieldDefinition(field.key);
        const auto number = definition && definition->kind == SiteFieldKind::Number ? plainNumber(field.value)
                                                                                    : std::optional<double>();
        return !number || entered(field.key, *number, limitsOf(*definition), definition->unit);
    }
    bool own(const Assumption& assumption) {
        const auto [limits, unit] = limitsOfAssumption(assumption);
        for (const auto& number : {assumption.low, assumption.typical, assumption.high})
            if (number && !entered(assumption.key, *number, limits, unit))
                return false;
        const double typical = assumption.typical.value_or(0);
        const bool hasEnd = assumption.low || assumption.high;
        return !hasEnd || !assumption.typical ||
               isRising(assumption.low.value_or(typical), typical, assumption.high.value_or(typical)) || isNoRange() ||
               within("typical");
    }
    bool own(const Workload& workload) { return parameters(workload.parameters, findParameterLimits); }
    bool own(const StoragePool& pool) { return parameters(pool.parameters, findParameterLimits); }
    bool own(const FabricGenerator& generator) {
        return parameters(generator.parameters,
                          [&generator](std::string_view name) { return findGeneratorLimits(generator.family, name); });
    }

    // An empty text is a number that nobody has given yet; any other is read.
    template <class Find>
    bool parameters(const std::vector<Parameter>& list, Find find) {
        for (const Parameter& each : list) {
            const ParameterLimits* limits = each.value.empty() ? nullptr : find(each.name);
            if (!limits)
                continue;
            const auto number = parameterNumber(each.value, limits->unit);
            const double si = number.value_or(std::numeric_limits<double>::quiet_NaN());
            if (entered(each.name, si, limits->limits, limits->unit))
                continue;
            if (!number)
                breach.text = each.value;
            return within("parameters");
        }
        return true;
    }

    struct EnteredLimits {
        Limits limits;
        std::string_view unit;
    };
    // "part:nv-dgx-h200:weight" stands for the property of a part, "part:...:power-peak" for a power mode.
    static EnteredLimits limitsOfAssumption(const Assumption& assumption) {
        const std::string_view key = assumption.key;
        if (key.starts_with(kPartPrefix)) {
            const std::string_view property = key.substr(key.rfind(':') + 1);
            if (const AttributeLimits* known = findAttributeLimits(property))
                return {known->limits, known->unit};
            if (property.starts_with(kPowerPrefix))
                return {limitsOf(runtimeDimension<dim::Power>()), "W"};
        }
        return {kNumberLimits, assumption.unit};
    }
};

// The last field of a path as a person reads it: "powerModes/1/power-cap" is "power cap".
std::string inWords(std::string_view path) {
    std::string words;
    for (const char c : path.substr(path.rfind('/') + 1)) {
        const bool isCapital = c >= 'A' && c <= 'Z';
        if (isCapital || c == '-')
            words += ' ';
        if (c != '-')
            words += isCapital ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return words;
}

template <class Row>
std::string nameOf(const Row& row) {
    if constexpr (requires { row.name; })
        return row.name;
    else if constexpr (requires { row.part->model; })
        return row.part ? partTitle(*row.part) : std::string();
    else if constexpr (requires { row.description; })
        return row.description;
    else
        return {};
}

template <Described Row>
std::optional<LimitBreach> breachOf(const Row& row, std::string_view table) {
    Walker walker;
    if (walker.row(row))
        return std::nullopt;
    LimitBreach breach = std::move(walker.breach);
    breach.table = table;
    breach.name = nameOf(row);
    if constexpr (requires { row.id.value; })
        breach.row = row.id.value;
    return breach;
}

template <class Row>
std::optional<LimitBreach> breachOf(const Table<Row>& before, const Table<Row>& after, std::string_view table) {
    std::optional<LimitBreach> found;
    forEachDifference(before, after, [&](const Row*, const Row* now) {
        if (now && !found)
            found = breachOf(*now, table);
    });
    return found;
}

std::optional<LimitBreach> breachOf(const Design& before, const Design& after, const std::string& option) {
    std::optional<LimitBreach> found;
    forEachDesignTable([&](const auto& table) {
        if (!found)
            found =
                breachOf(before.*table.member, after.*table.member, std::string(option).append("/").append(table.name));
    });
    return found;
}

} // namespace

std::optional<LimitBreach> limitBreach(const Project& before, const Project& after) {
    std::optional<LimitBreach> found = breachOf(headerOf(after), "project");
    forEachProjectTable([&](const auto& table) {
        if (!found)
            found = breachOf(before.*table.member, after.*table.member, table.name);
    });
    static const Design none;
    for (const Option& option : after.options) {
        if (!found)
            found = breachOf(headerOf(option), "options");
        if (found)
            break;
        const Option* old = findOption(before, option.id);
        const Design& base = old                                 ? *old->design
                             : &option == &after.options.front() ? none
                                                                 : *after.options.front().design;
        if (option.design.get() != &base)
            found = breachOf(base, *option.design, option.name);
    }
    return found;
}

std::optional<LimitBreach> limitBreach(const Project& project) { return limitBreach(Project(), project); }

std::optional<LimitBreach> limitBreach(const Part& part) {
    std::optional<LimitBreach> found = breachOf(part, "parts");
    if (found)
        found->name = partTitle(part);
    return found;
}

ArgumentValue saidShortly(const UnitNumber& number) {
    constexpr double kLongest = 1e15;
    if (std::abs(number.value) < kLongest)
        return number;
    // As people write it, "1e27": without what conversions leave in the last digits.
    constexpr int kDigits = 15;
    const double rounded = plainNumber(roundedDigits(number.value, kDigits)).value_or(number.value);
    int exponent = 0;
    double mantissa = rounded;
    for (; std::isfinite(mantissa) && std::abs(mantissa) >= 10; ++exponent)
        mantissa /= 10;
    const std::string digits = std::isfinite(rounded)
                                   ? roundedDigits(mantissa, kDigits - 1) + "e" + std::to_string(exponent)
                                   : shortestDigits(rounded);
    return digits + (number.unit.empty() ? "" : " " + number.unit);
}

Done checkLimits(double si, const Limits& limits, std::string_view unit) {
    if (limits.contain(si))
        return done();
    return inputError(Message("limit.outside")
                          .with("value", saidShortly(shownIn(si, unit)))
                          .with("low", saidShortly(shownIn(limits.least, unit)))
                          .with("high", saidShortly(shownIn(limits.greatest, unit))));
}

namespace {

std::string shortened(const std::string& text) {
    constexpr int kMost = 30; // characters
    int characters = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isBegin = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (isBegin && ++characters > kMost)
            return text.substr(0, at) + "\u2026";
    }
    return text;
}

// The thing by its name, which may be what is too long.
std::string shownName(const LimitBreach& breach) {
    return breach.name.empty() ? breach.table + " " + std::to_string(breach.row) : shortened(breach.name);
}

} // namespace

ArgumentValue saidShortly(const LimitBreach& breach) {
    return breach.text.empty() ? saidShortly(breach.value) : ArgumentValue(shortened(breach.text));
}

Error limitError(const LimitBreach& breach) {
    const std::string name = shownName(breach);
    const std::string field = inWords(breach.field);
    // With the keys by which the catalogue of messages knows titles of rows and fields.
    const std::string table = breach.name.empty() ? breach.table.substr(breach.table.rfind('/') + 1) : std::string();
    const auto placed = [&](const char* id) {
        return Message(id)
            .with("name", name)
            .with("field", field)
            .with("key", breach.field.substr(breach.field.rfind('/') + 1))
            .with("table", table)
            .with("row", breach.row);
    };
    if (breach.kind == LimitBreach::Kind::RangeOrder)
        return inputError(placed("edit.range-order"));
    if (breach.kind == LimitBreach::Kind::NoCount)
        return inputError(placed("edit.no-count").with("value", saidShortly(breach)));
    if (breach.kind == LimitBreach::Kind::LongText)
        return inputError(placed("edit.long-text").with("characters", breach.characters).with("most", breach.most));
    return inputError(placed("edit.outside-limits")
                          .with("value", saidShortly(breach))
                          .with("low", saidShortly(breach.low))
                          .with("high", saidShortly(breach.high)));
}

} // namespace rackwright
