// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/part_overrides.h"

#include "catalog/load/port_rules.h"
#include "catalog/part_difference.h"
#include "model/base/nearest.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::string_view kPowerPrefix = "power.";
constexpr std::string_view kPortsPrefix = "ports.";
constexpr std::string_view kPricePrefix = "price.";
constexpr std::int64_t kMostPorts = 4096;

/// What stands behind the prefix: a mode, a role, a basis.
std::string_view tail(const std::string& key, std::string_view prefix) {
    return std::string_view(key).substr(prefix.size());
}

Source sourceOrNone(const std::optional<Source>& source) { return source.value_or(Source{}); }

void overridePower(Part& part, const PartOverride& value) {
    const auto kind = enumFromName<PowerModeKind>(tail(value.key, kPowerPrefix));
    if (!kind)
        return;
    PowerMode mode{*kind, Fact<Power>{Unknown{}, value.number.grade, value.number.source}, value.note};
    if (const auto* known = std::get_if<Known<double>>(&value.number.state))
        mode.power.state = Known<Power>{Power(known->value)};
    if (const auto* range = std::get_if<Range<double>>(&value.number.state))
        mode.power.state = Range<Power>{Power(range->low), Power(range->typical), Power(range->high)};
    const auto it = std::ranges::find(part.powerModes, *kind, &PowerMode::kind);
    if (it == part.powerModes.end()) {
        part.powerModes.push_back(std::move(mode));
        return;
    }
    if (const auto before = it->power.typical())
        part.assertions.push_back({value.key, shortestDigits(before->si()) + " W", sourceOrNone(it->power.source),
                                   it->power.grade, it->condition});
    *it = std::move(mode);
}

std::string portsText(const PortGroup& group) {
    constexpr double kGigabit = 1.25e8; // bytes a second
    const auto speed = group.speed.typical();
    return std::to_string(group.count) + " x " +
           (speed ? shortestDigits(speed->si() / kGigabit) + " Gb/s" : std::string("unknown speed")) +
           (group.connector.empty() ? "" : " " + group.connector);
}

// The groups of the role make way for the user's.
void overridePorts(Part& part, const PartOverride& value) {
    const auto role = enumFromName<PortRole>(tail(value.key, kPortsPrefix));
    if (!role)
        return;
    for (const PortGroup& group : part.portGroups)
        if (group.role == *role)
            part.assertions.push_back(
                {value.key, portsText(group), sourceOrNone(group.speed.source), group.speed.grade, {}});
    std::erase_if(part.portGroups, [&](const PortGroup& group) { return group.role == *role; });
    for (PortGroup group : value.ports) {
        group.namePattern = portNamePattern(part.category, group);
        part.portGroups.push_back(std::move(group));
    }
    sortToFaceplateOrder(part.portGroups);
}

// The prices of the basis make way for the user's, whatever their date and currency: a price of the catalogue that is
// newer must not win over an offer that the user holds.
void overridePrices(Part& part, const PartOverride& value) {
    const std::string_view basis = tail(value.key, kPricePrefix);
    for (const Price& price : part.prices)
        if (const auto typical = price.rate.typical(); typical && price.basis == basis)
            part.assertions.push_back({value.key,
                                       shortestDigits(typical->inUnits()) + " " + price.currency.code() + ", " +
                                           price.basis + (price.date.empty() ? "" : ", " + price.date),
                                       sourceOrNone(price.rate.source), price.rate.grade, price.note});
    std::erase_if(part.prices, [&](const Price& price) { return price.basis == basis; });
    part.prices.insert(part.prices.end(), value.prices.begin(), value.prices.end());
}

void overrideAttribute(Part& part, const PartOverride& value, const std::vector<AttributeKey>& keys) {
    Attribute attribute{value.key, value.number, value.words, value.note};
    const auto it = std::ranges::find(part.attributes, value.key, &Attribute::key);
    if (it == part.attributes.end()) {
        part.attributes.push_back(std::move(attribute));
        return;
    }
    if (const auto before = it->number.typical())
        part.assertions.push_back({value.key, attributeText(value.key, *before, keys), sourceOrNone(it->number.source),
                                   it->number.grade, it->note});
    else if (const auto words = it->text.typical())
        part.assertions.push_back({value.key, *words, sourceOrNone(it->text.source), it->text.grade, it->note});
    *it = std::move(attribute);
}

bool isSoundPower(const PartOverride& value) {
    const auto low = value.number.low();
    return enumFromName<PowerModeKind>(tail(value.key, kPowerPrefix)) && low && *low >= 0;
}

bool areSoundPorts(const PartOverride& value) {
    const auto role = enumFromName<PortRole>(tail(value.key, kPortsPrefix));
    const auto isSound = [&](const PortGroup& group) {
        const auto speed = group.speed.low();
        return group.role == role && group.count >= 1 && group.count <= kMostPorts && group.portsPerCage >= 1 &&
               group.portsPerCage <= group.count && group.maximumSplit >= 1 && (!speed || speed->si() >= 0);
    };
    return role && !value.ports.empty() && std::ranges::all_of(value.ports, isSound);
}

bool areSoundPrices(const PartOverride& value) {
    const std::string_view basis = tail(value.key, kPricePrefix);
    const auto isSound = [&](const Price& price) {
        const auto low = price.rate.low();
        return price.basis == basis && low && low->nanoUnits() >= 0 && low->currency() == price.currency;
    };
    return !basis.empty() && !value.prices.empty() && std::ranges::all_of(value.prices, isSound);
}

} // namespace

Part withOverrides(Part part, const std::vector<PartOverride>& overrides, const std::vector<AttributeKey>& keys) {
    for (const PartOverride& value : overrides) {
        if (value.partId != part.id)
            continue;
        if (value.key.starts_with(kPowerPrefix))
            overridePower(part, value);
        else if (value.key.starts_with(kPortsPrefix))
            overridePorts(part, value);
        else if (value.key.starts_with(kPricePrefix))
            overridePrices(part, value);
        else
            overrideAttribute(part, value, keys);
    }
    return part;
}

Done checkOverride(const PartOverride& value, const std::vector<AttributeKey>& keys) {
    const auto doneIf = [&](bool isSound) {
        return isSound && value.hasOneValue()
                   ? done()
                   : Done(usageError(Message("catalog.overlay.no-value").with("text", std::string_view(value.key))));
    };
    if (value.key.starts_with(kPowerPrefix))
        return doneIf(isSoundPower(value));
    if (value.key.starts_with(kPortsPrefix))
        return doneIf(areSoundPorts(value));
    if (value.key.starts_with(kPricePrefix))
        return doneIf(areSoundPrices(value));
    const auto known = std::ranges::find(keys, value.key, &AttributeKey::key);
    if (known == keys.end()) {
        std::vector<std::string> names;
        for (const AttributeKey& key : keys)
            names.push_back(key.key);
        return usageError(Message("catalog.attribute.not-found")
                              .with("text", std::string_view(value.key))
                              .with("nearest", ArgumentValue(WordList{nearestWords(value.key, names)})));
    }
    return doneIf(known->kind == AttributeKind::Text ? !value.words.isUnknown() : !value.number.isUnknown());
}

} // namespace rackwright
