// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/storage_scale.h"

#include "model/parts/part_title.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::int64_t kMostUnits = 10'000;

Fact<double> multiplied(const Fact<double>& one, double factor) {
    Fact<double> all = one;
    if (const auto* known = std::get_if<Known<double>>(&one.state))
        all.state = Known<double>{known->value * factor};
    else if (const auto* range = std::get_if<Range<double>>(&one.state))
        all.state = Range<double>{range->low * factor, range->typical * factor, range->high * factor};
    return all;
}

Fact<double> wattsOf(const Part& part, PowerModeKind kind) {
    const Fact<Power> power = powerIn(part, kind);
    if (power.isUnknown())
        return Fact<double>::unknown();
    return Fact<double>::range(power.low()->si(), power.typical()->si(), power.high()->si(), power.grade, power.source);
}

std::string wordsOf(const Part& part, std::string_view key) { return textFact(part, key).typical().value_or(""); }

std::optional<std::int64_t> countOf(const Part& part, std::string_view key) {
    const auto number = numberFact(part, key).typical();
    return number ? std::optional(static_cast<std::int64_t>(std::llround(*number))) : std::nullopt;
}

} // namespace

bool isScalableStorage(const Part& part) {
    const bool isStorage = part.category == PartCategory::StorageSystem || part.category == PartCategory::StorageNode;
    return isStorage || !textFact(part, "storage-kind").isUnknown();
}

Result<ScaledStorage> scaledStorage(const Part& part, std::int64_t units) {
    if (!isScalableStorage(part))
        return usageError(Message("storage-scale.no-storage").with("part", partTitle(part)));
    if (units < 1 || units > kMostUnits)
        return usageError(Message("storage-scale.count").with("count", units).with("limit", kMostUnits));
    ScaledStorage scaled;
    scaled.unit = wordsOf(part, "scaling-unit");
    scaled.units = units;
    const std::string basis = wordsOf(part, "bandwidth-basis");
    const std::string soldIn = wordsOf(part, "sold-in");
    if (soldIn.find("pair") != std::string::npos && units % 2 != 0) {
        ++scaled.units;
        scaled.notes.push_back(
            Message("storage-scale.pairs").with("part", partTitle(part)).with("count", scaled.units));
    }
    if (const auto least = countOf(part, "min-units"); least && scaled.units < *least)
        return usageError(
            Message("storage-scale.too-few").with("part", partTitle(part)).with("limit", *least).with("asked", units));
    if (const auto most = countOf(part, "max-units"); most && scaled.units > *most)
        return usageError(
            Message("storage-scale.too-many").with("part", partTitle(part)).with("limit", *most).with("asked", units));
    const auto count = static_cast<double>(scaled.units);
    const double basisCount =
        static_cast<double>(std::max<std::int64_t>(1, countOf(part, "bandwidth-basis-count").value_or(1)));
    const bool isOfWhole = basis == "cluster" || basis == "system";
    const double rate = isOfWhole ? 1 : count / basisCount;
    if (isOfWhole)
        scaled.notes.push_back(Message("storage-scale.of-whole").with("part", partTitle(part)));
    else if (!basis.empty())
        scaled.notes.push_back(Message("storage-scale.rate").with("basis", basis));
    scaled.read = multiplied(numberFact(part, attribute::readBandwidth.key), rate);
    scaled.write = multiplied(numberFact(part, attribute::writeBandwidth.key), rate);
    scaled.operations = multiplied(numberFact(part, "read-iops"), rate);
    scaled.raw = multiplied(numberFact(part, attribute::rawCapacity.key), count);
    scaled.usable = multiplied(numberFact(part, attribute::usableCapacity.key), count);
    scaled.typicalPower = multiplied(wattsOf(part, PowerModeKind::Typical), count);
    scaled.mostPower = multiplied(wattsOf(part, PowerModeKind::Maximum), count);
    scaled.weight = multiplied(numberFact(part, attribute::weight.key), count);
    scaled.rackUnits = multiplied(numberFact(part, attribute::rackUnits.key), count);
    for (const PortGroup& group : part.portGroups)
        scaled.ports.push_back({group.role, group.count * scaled.units, group.speed});
    const auto most = numberFact(part, "capacity-max").typical();
    const auto raw = scaled.raw.typical();
    if (most && raw && *raw > *most)
        scaled.notes.push_back(Message("storage-scale.capacity")
                                   .with("part", partTitle(part))
                                   .with("limit", ArgumentValue(UnitNumber{*most / 1e12, "TB"})));
    return scaled;
}

} // namespace rackwright
