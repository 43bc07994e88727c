// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/circuits.h"

#include "model/project/site_fields.h"
#include "solvers/power/feed_sides.h"
#include "solvers/power/loads.h"
#include "solvers/power/power_ways.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rackwright {

namespace {

std::optional<Voltage> voltageIn(const Context& context, Id<PartRow> part, std::string_view key) {
    const Value voltage = plainPartNumber(context, part, key);
    return voltage.isKnown() ? std::optional(Voltage(voltage.typical())) : std::nullopt;
}

// From phase to neutral, where outlets of a rack PDU are wired so.
bool isPhaseToNeutral(double ratio) { return std::abs(ratio * std::numbers::sqrt3 - 1) < 0.05; }

enum class Standing : std::uint8_t { Always, Standby, Battery };
Standing standingOf(const Context& context, const PowerElement& element) {
    if (element.kind == PowerElementKind::Battery)
        return Standing::Battery;
    return context.lookUp<PowerWays>().isStandby(element.id) ? Standing::Standby : Standing::Always;
}

} // namespace

std::optional<Voltage> inputVoltageOf(const Context& context, const PowerElement& element) {
    return element.voltage ? element.voltage : voltageIn(context, element.part, attribute::inputVoltage.key);
}

std::optional<Voltage> outputVoltageOf(const Context& context, const PowerElement& element) {
    if (element.outputVoltage)
        return element.outputVoltage;
    const auto input = inputVoltageOf(context, element);
    const auto partOutput = voltageIn(context, element.part, "output-voltage");
    switch (element.kind) {
    case PowerElementKind::Transformer:
    case PowerElementKind::PowerShelf:
    case PowerElementKind::Battery:
        return partOutput;
    case PowerElementKind::RackPdu: {
        if (input && element.phases == 1)
            return input;
        // A typed voltage moves the outlets' with it, as the PDU is wired.
        const auto partInput = voltageIn(context, element.part, attribute::inputVoltage.key);
        if (partOutput && partInput && input && partInput->si() > 0)
            return Voltage(isPhaseToNeutral(partOutput->si() / partInput->si()) ? input->si() / std::numbers::sqrt3
                                                                                : input->si());
        if (partOutput)
            return partOutput;
        // Supplies of 200 to 240 V hang on 208 V from line to line, on 380 to 415 V from line to neutral.
        constexpr double kHighestAcross = 300;
        if (input && element.phases == 3 && input->si() > kHighestAcross)
            return Voltage(input->si() / std::numbers::sqrt3);
        return input;
    }
    default:
        return input;
    }
}

ReadFact readContinuousFactor(const Context& context) {
    SettingFact definition = settingFact(setting_of::continuousFactor);
    if (siteText(context.project(), site::region) == "iec") {
        definition.defaultSi = 1.0;
        definition.title = "IEC practice: a breaker carries its rated current";
    }
    return readSetting(context, definition);
}

std::optional<double> breakerOf(const Context& context, const PowerElement& element) {
    if (element.breaker)
        return element.breaker->si();
    const PowerLink* only = nullptr;
    for (const PowerLink* link : context.linksTo(element.id)) {
        if (!link->scope.isPresent() || !link->breaker)
            continue;
        if (only)
            return std::nullopt;
        only = link;
    }
    if (only)
        return only->breaker->si();
    const Value rated = plainPartNumber(context, element.part, attribute::ratedCurrent.key);
    return rated.isKnown() ? std::optional(rated.typical()) : std::nullopt;
}

std::int64_t sharingCircuits(const Context& context, const PowerLink& link, FeedSide lost) {
    const Table<PowerElement>& elements = context.design().powerElements;
    const PowerElement* from = elements.find(link.from);
    const PowerElement* fed = elements.find(link.to);
    if (!from || !(fed || link.unit))
        return 0;
    const auto& ways = context.lookUp<PowerWays>();
    const bool isBypass = ways.isBypass(link.id);
    std::int64_t circuits = 0;
    const Standing standing = standingOf(context, *from);
    const PowerLink* first = nullptr;
    for (const PowerLink* each : fed ? context.linksTo(link.to) : context.linksTo(link.unit)) {
        const PowerElement* above = elements.find(each->from);
        if (!above || above == fed || !above->scope.isPresent() ||
            (lost != FeedSide::None && sideOf(context, *above) == lost) || standingOf(context, *above) != standing)
            continue;
        if (ways.isBypass(each->id) != isBypass) {
            if (isBypass) // what it passes by works
                return 0;
            continue;
        }
        ++circuits;
        if (!first)
            first = each;
    }
    if (fed && fed->kind == PowerElementKind::TransferSwitch)
        return first && first->id == link.id ? 1 : 0;
    return circuits;
}

std::int64_t fewestCircuits(const Context& context, const PowerLink& link) {
    std::int64_t fewest = sharingCircuits(context, link, FeedSide::None);
    if (fewest <= 1) // most circuits: their sides need not be looked for
        return fewest;
    const PowerElement* from = context.design().powerElements.find(link.from);
    for (const FeedSide lost : sidesOf(context))
        if (from && sideOf(context, *from) != lost)
            if (const std::int64_t left = sharingCircuits(context, link, lost); left > 0)
                fewest = std::min(fewest, left);
    return fewest;
}

std::optional<ReadFact> readEfficiency(const Context& context, const PowerElement& element) {
    const bool isUps = element.kind == PowerElementKind::Ups;
    if (!isUps && element.kind != PowerElementKind::Transformer)
        return std::nullopt;
    ReadFact own = readPartNumber(context, element.part, attribute::efficiency.key, attribute::efficiency.unit);
    if (own.value.isKnown() && own.value.low() > 0)
        return own;
    return readSetting(context,
                       isUps ? settingFact(setting_of::upsEfficiency) : settingFact(setting_of::transformerEfficiency));
}

} // namespace rackwright
