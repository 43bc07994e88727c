// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/checks.h"

#include "model/parts/port_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

namespace rackwright {

namespace {

namespace at = attribute;

void report(Violations& violations, const CatalogPart& part, std::string_view check, const std::string& key,
            double found, double limit, std::string_view unit) {
    Message reason("catalog.check." + std::string(check));
    reason.with("part", std::string_view(part.part.id))
        .with("found", ArgumentValue(UnitNumber{found, std::string(unit)}))
        .with("limit", ArgumentValue(UnitNumber{limit, std::string(unit)}));
    violations.push_back({std::string(check), part.part.id, part.placeOf(key), std::move(reason), false, {}});
}

void reportText(Violations& violations, const CatalogPart& part, std::string_view check, const std::string& key,
                std::string_view text) {
    Message reason("catalog.check." + std::string(check));
    reason.with("part", std::string_view(part.part.id)).with("text", text);
    violations.push_back({std::string(check), part.part.id, part.placeOf(key), std::move(reason), false, {}});
}

std::optional<double> number(const Part& part, std::string_view key) { return numberFact(part, key).typical(); }

std::optional<double> watts(const Part& part, PowerModeKind kind) {
    const auto power = powerIn(part, kind).typical();
    return power ? std::optional(power->si()) : std::nullopt;
}

std::optional<double> rateOf(const Part& part, Precision precision, UnitClass unitClass, Sparsity sparsity) {
    for (const ComputeRate& rate : part.rates)
        if (rate.precision == precision && rate.unitClass == unitClass && rate.sparsity == sparsity)
            if (const auto value = rate.rate.typical())
                return value->si();
    return std::nullopt;
}

bool isEia(const Part& part) { return part.mounting == Mounting::Eia19; }

bool isDrawingPower(PartCategory category) {
    using enum PartCategory;
    constexpr std::array kinds = {GpuNode, PcieGpuNode, CpuNode, HeadNode, ManagementNode,
                                  Switch,  StorageNode, Cdu,     Crah,     RearDoorExchanger};
    return std::ranges::find(kinds, category) != kinds.end();
}

// A dense rate is what the arithmetic units do on every operand; skipping zeros can only add to it.
void denseNotAboveStructured(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const ComputeRate& rate : entry.part.rates) {
        if (rate.sparsity != Sparsity::Dense || rate.rate.isUnknown())
            continue;
        const auto structured = rateOf(entry.part, rate.precision, rate.unitClass, Sparsity::Structured);
        if (structured && rate.rate.typical()->si() > *structured)
            report(violations, entry, "dense-above-structured",
                   "rate." + std::string(enumName(rate.precision)) + "." + std::string(enumName(rate.unitClass)) +
                       ".dense",
                   rate.rate.typical()->si() / 1e12, *structured / 1e12, "TFLOPS");
    }
}

// 2:4 sparsity doubles a matrix rate; anything else is another scheme or a mixed basis.
void structuredIsTwiceDense(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const ComputeRate& rate : entry.part.rates) {
        if (rate.sparsity != Sparsity::Structured || rate.rate.isUnknown())
            continue;
        const auto dense = rateOf(entry.part, rate.precision, rate.unitClass, Sparsity::Dense);
        const double ratio = dense ? rate.rate.typical()->si() / *dense : 2;
        if (std::abs(ratio - 2) > 0.05)
            report(violations, entry, "structured-not-twice-dense",
                   "rate." + std::string(enumName(rate.precision)) + "." + std::string(enumName(rate.unitClass)) +
                       ".structured",
                   ratio, 2, "");
    }
}

void systemCoversItsAccelerators(const CatalogPart& entry, const CatalogContent& content, Violations& violations) {
    const auto maximum = watts(entry.part, PowerModeKind::Maximum);
    const auto model = textFact(entry.part, at::acceleratorModel.key).typical();
    const auto count = number(entry.part, at::acceleratorCount.key);
    if (!maximum || !model || !count)
        return;
    const CatalogPart* accelerator = content.find(*model);
    const auto tdp = accelerator ? number(accelerator->part, at::tdp.key) : std::nullopt;
    if (tdp && *maximum < *count * *tdp)
        report(violations, entry, "system-below-its-accelerators", "power.maximum", *maximum / 1e3, *count * *tdp / 1e3,
               "kW");
}

void acceleratorIsKnown(const CatalogPart& entry, const CatalogContent& content, Violations& violations) {
    const auto model = textFact(entry.part, at::acceleratorModel.key).typical();
    const CatalogPart* accelerator = model ? content.find(*model) : nullptr;
    if (model && (!accelerator || accelerator->part.category != PartCategory::Accelerator))
        reportText(violations, entry, "accelerator-unknown", std::string(at::acceleratorModel.key), *model);
}

void supplySumIsNoPower(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto maximum = watts(entry.part, PowerModeKind::Maximum);
    if (!maximum || entry.part.category == PartCategory::PowerShelf)
        return;
    for (const PowerInput& input : entry.part.powerInputs) {
        const auto rating = input.rating.typical();
        if (rating && input.count > 0 && std::abs(static_cast<double>(input.count) * rating->si() - *maximum) < 0.5)
            report(violations, entry, "supply-sum-as-power", "power.maximum", *maximum / 1e3,
                   static_cast<double>(input.count) * rating->si() / 1e3, "kW");
    }
}

void suppliesCarryTheMaximum(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto maximum = watts(entry.part, PowerModeKind::Maximum);
    double available = 0;
    for (const PowerInput& input : entry.part.powerInputs) {
        const auto rating = input.rating.typical();
        if (!rating || input.count == 0)
            return;
        available += static_cast<double>(input.required.value_or(input.count)) * rating->si();
    }
    if (maximum && available > 0 && *maximum > available)
        report(violations, entry, "maximum-above-supplies", "power.maximum", *maximum / 1e3, available / 1e3, "kW");
}

void powerModesAreOrdered(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    constexpr std::array order = {PowerModeKind::Idle, PowerModeKind::Typical, PowerModeKind::Maximum,
                                  PowerModeKind::Peak};
    std::optional<double> before;
    for (const PowerModeKind kind : order) {
        const auto now = watts(entry.part, kind);
        if (before && now && *now < *before)
            report(violations, entry, "power-modes-out-of-order", "power." + std::string(enumName(kind)), *now / 1e3,
                   *before / 1e3, "kW");
        before = now ? now : before;
    }
}

// IEC 60320: C14 10 A, C20 and C22 16 A.
std::optional<double> inletAmperes(std::string_view inlet) {
    if (inlet.starts_with("C14"))
        return 10;
    if (inlet.starts_with("C20") || inlet.starts_with("C22"))
        return 16;
    return std::nullopt;
}

void drawWithinInlet(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (std::size_t i = 0; i < entry.part.powerInputs.size(); ++i) {
        const PowerInput& input = entry.part.powerInputs[i];
        const auto amperes = inletAmperes(input.inlet);
        const auto rating = input.rating.typical();
        const double volts = input.voltageHigh.typical().value_or(Voltage(240)).si();
        if (amperes && rating && rating->si() > *amperes * volts)
            report(violations, entry, "draw-above-inlet", "power-input." + std::to_string(i), rating->si() / 1e3,
                   *amperes * volts / 1e3, "kW");
    }
}

void liquidAndAirAreAll(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto liquid = number(entry.part, at::liquidShare.key), air = number(entry.part, "air-share");
    if (liquid && air && std::abs(*liquid + *air - 1) > 1e-6)
        report(violations, entry, "heat-shares-not-whole", std::string(at::liquidShare.key), (*liquid + *air) * 100,
               100, "%");
}

void heatMatchesPower(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto heat = number(entry.part, at::statedHeat.key);
    const auto maximum = watts(entry.part, PowerModeKind::Maximum);
    if (heat && maximum && std::abs(*heat / *maximum - 1) > 0.02)
        report(violations, entry, "heat-unlike-power", std::string(at::statedHeat.key), *heat / 1e3, *maximum / 1e3,
               "kW");
}

// Air of 1.2 kg/m3 and 1.005 kJ/(kg K).
double airRise(double watt, double cubicMetresPerSecond) { return watt / (1.2 * 1005 * cubicMetresPerSecond); }

void airflowCarriesTheHeat(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto flow = number(entry.part, at::airflow.key);
    const auto maximum = watts(entry.part, PowerModeKind::Maximum);
    if (!flow || !maximum || *flow <= 0)
        return;
    const double share = 1 - number(entry.part, at::liquidShare.key).value_or(0);
    const double rise = airRise(*maximum * share, *flow);
    if (rise < 5 || rise > 35)
        report(violations, entry, "airflow-unlike-heat", std::string(at::airflow.key), rise, rise < 5 ? 5 : 35, "K");
}

void coolerAirflowCarriesItsCapacity(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto flow = number(entry.part, at::suppliedAirflow.key);
    const auto capacity = number(entry.part, at::coolingCapacity.key);
    if (!flow || !capacity || *flow <= 0)
        return;
    const double rise = airRise(*capacity, *flow);
    if (rise < 8 || rise > 25)
        report(violations, entry, "cooler-airflow-unlike-capacity", std::string(at::suppliedAirflow.key), rise,
               rise < 8 ? 8 : 25, "K");
}

// OCP: at least 1.25 L/min for each kW of liquid heat.
void cduFlowCarriesItsCapacity(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto flow = number(entry.part, at::secondaryFlow.key);
    const auto capacity = number(entry.part, at::coolingCapacity.key);
    if (!flow || !capacity || entry.part.category != PartCategory::Cdu)
        return;
    const double perKilowatt = *flow / unit::litrePerMinute.si() / (*capacity / 1e3);
    if (perKilowatt < 1.25)
        report(violations, entry, "cdu-flow-below-capacity", std::string(at::secondaryFlow.key), perKilowatt, 1.25, "");
}

void portsFillTheirCages(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const PortGroup& group : entry.part.portGroups)
        if (group.portsPerCage < 1 || group.count < 1 || group.count % group.portsPerCage != 0)
            report(violations, entry, "ports-unlike-cages", "ports." + std::string(enumName(group.role)),
                   static_cast<double>(group.count), static_cast<double>(group.portsPerCage), "");
}

void portNamesAreUnique(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    std::set<std::string> seen;
    for (const Port& port : portList(entry.part))
        if (!seen.insert(port.name).second) {
            reportText(violations, entry, "port-name-twice", "ports", port.name);
            return;
        }
}

void throughputMatchesPorts(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto throughput = number(entry.part, "throughput");
    if (!throughput)
        return;
    double data = 0, all = 0;
    for (const PortGroup& group : entry.part.portGroups) {
        const auto speed = group.speed.typical();
        const double sum = speed ? static_cast<double>(group.count) * speed->si() : 0;
        const bool isTraffic =
            group.role == PortRole::Data || group.role == PortRole::Uplink || group.role == PortRole::ScaleUp;
        all += isTraffic ? sum : 0;
        data += group.role == PortRole::Data && group.namePattern.starts_with("service") ? 0 : isTraffic ? sum : 0;
    }
    if (data > 0 && (*throughput < data * 0.99 || *throughput > all * 1.01))
        report(violations, entry, "throughput-unlike-ports", "throughput", *throughput / 1.25e11, data / 1.25e11,
               "Tb/s");
}

void weightIsPlausible(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto weight = number(entry.part, at::weight.key), units = number(entry.part, at::rackUnits.key);
    if (!weight || !units || *units <= 0 || entry.part.mounting == Mounting::WholeRack)
        return;
    const double perUnit = *weight / *units;
    if (perUnit < 3 || perUnit > 45)
        report(violations, entry, "weight-implausible", std::string(at::weight.key), perUnit, perUnit < 3 ? 3 : 45,
               "kg");
}

void sizeFitsItsMounting(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    if (!isEia(entry.part))
        return;
    const auto width = number(entry.part, at::width.key), depth = number(entry.part, at::depth.key);
    if (width && (*width < 0.2 || *width > 0.4831))
        report(violations, entry, "size-unlike-mounting", std::string(at::width.key), *width * 1e3, 482.6, "mm");
    if (depth && (*depth < 0.1 || *depth > 1.3))
        report(violations, entry, "size-unlike-mounting", std::string(at::depth.key), *depth * 1e3, 1300, "mm");
}

void heightFitsItsUnits(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto height = number(entry.part, at::height.key), units = number(entry.part, at::rackUnits.key);
    if (!isEia(entry.part) || !height || !units || *units <= 0)
        return;
    const double top = *units * 0.04445;
    if (*height > top + 0.001 || *height < top - 0.04445)
        report(violations, entry, "height-unlike-units", std::string(at::height.key), *height * 1e3, top * 1e3, "mm");
}

void usableWithinRaw(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto usable = number(entry.part, at::usableMemory.key), memory = number(entry.part, at::memory.key);
    if (usable && memory && *usable > *memory)
        report(violations, entry, "usable-above-raw", std::string(at::usableMemory.key), *usable / 1e9, *memory / 1e9,
               "GB");
    const auto kept = number(entry.part, at::usableCapacity.key), raw = number(entry.part, at::rawCapacity.key);
    if (kept && raw && *kept > *raw)
        report(violations, entry, "usable-above-raw", std::string(at::usableCapacity.key), *kept / 1e12, *raw / 1e12,
               "TB");
}

void peerLinkWithinAggregate(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto peer = number(entry.part, "scale-up-peer-bandwidth"), all = number(entry.part, at::scaleUpBandwidth.key);
    if (peer && all && *peer > *all)
        report(violations, entry, "peer-link-above-aggregate", "scale-up-peer-bandwidth", *peer / 1e9, *all / 1e9,
               "GB/s");
}

// S = V I on one phase, sqrt(3) V I on three, V line to line.
void apparentPowerIsArithmetic(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto apparent = number(entry.part, "rated-apparent-power");
    const auto volts = number(entry.part, at::inputVoltage.key), amperes = number(entry.part, at::ratedCurrent.key);
    const auto phases = number(entry.part, at::phases.key), factor = number(entry.part, at::continuousFactor.key);
    if (apparent && volts && amperes && phases) {
        const double worked = *volts * *amperes * (*phases > 1.5 ? std::numbers::sqrt3 : 1.0);
        if (std::abs(*apparent / worked - 1) > 0.015)
            report(violations, entry, "apparent-power-wrong", "rated-apparent-power", *apparent / 1e3, worked / 1e3,
                   "kVA");
    }
    const auto continuous = number(entry.part, "continuous-apparent-power");
    if (apparent && continuous && factor && std::abs(*continuous / (*apparent * *factor) - 1) > 0.015)
        report(violations, entry, "apparent-power-wrong", "continuous-apparent-power", *continuous / 1e3,
               *apparent * *factor / 1e3, "kVA");
}

void rackLoadsAreOrdered(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const auto still = number(entry.part, at::staticLoad.key);
    for (const std::string_view key : {at::dynamicLoad.key, at::payload.key}) {
        const auto other = number(entry.part, key);
        if (still && other && *other > *still)
            report(violations, entry, "rack-loads-out-of-order", std::string(key), *other, *still, "kg");
    }
}

void sharesAreShares(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const std::string_view key : {at::liquidShare.key, std::string_view("air-share"), at::efficiency.key,
                                       at::continuousFactor.key, at::widthShare.key, at::depthShare.key})
        if (const auto share = number(entry.part, key); share && (*share < 0 || *share > 1))
            report(violations, entry, "share-out-of-range", std::string(key), *share * 100, 100, "%");
}

template <class Q>
bool isOutOfOrder(const Fact<Q>& fact) {
    const auto* range = std::get_if<Range<Q>>(&fact.state);
    if (!range)
        return false;
    if constexpr (requires(Q q) { q.nanoUnits(); })
        return range->low.nanoUnits() > range->typical.nanoUnits() ||
               range->typical.nanoUnits() > range->high.nanoUnits();
    else
        return range->low > range->typical || range->typical > range->high;
}

void rangesAreOrdered(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const Attribute& attribute : entry.part.attributes)
        if (isOutOfOrder(attribute.number))
            reportText(violations, entry, "range-out-of-order", attribute.key, attribute.key);
    for (const PowerMode& mode : entry.part.powerModes)
        if (isOutOfOrder(mode.power))
            reportText(violations, entry, "range-out-of-order", "power." + std::string(enumName(mode.kind)),
                       enumName(mode.kind));
    for (std::size_t i = 0; i < entry.part.prices.size(); ++i)
        if (isOutOfOrder(entry.part.prices[i].rate))
            reportText(violations, entry, "range-out-of-order", "price." + std::to_string(i),
                       entry.part.prices[i].basis);
}

// Counts, sizes, weights, powers and prices; only temperatures may be below zero (they are kept in kelvin).
void nothingIsNegative(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    for (const Attribute& attribute : entry.part.attributes)
        if (const auto low = attribute.number.low(); low && *low < 0)
            reportText(violations, entry, "negative-figure", attribute.key, attribute.key);
    for (const PowerMode& mode : entry.part.powerModes)
        if (const auto low = mode.power.low(); low && low->si() < 0)
            reportText(violations, entry, "negative-figure", "power." + std::string(enumName(mode.kind)),
                       enumName(mode.kind));
    for (std::size_t i = 0; i < entry.part.prices.size(); ++i)
        if (const auto low = entry.part.prices[i].rate.low(); low && low->nanoUnits() < 0)
            reportText(violations, entry, "negative-figure", "price." + std::to_string(i), entry.part.prices[i].basis);
}

// The price of an assembly, shared out, lies within the range for one (source documents disagree with themselves).
void assemblyPriceWithinRange(const CatalogPart& entry, const CatalogContent& content, Violations& violations) {
    if (entry.part.prices.empty())
        return;
    const auto judgeShare = [&](const Fact<PriceRate>& one, double share) {
        const auto low = one.low(), high = one.high();
        if (low && high && (share < low->inUnits() * 0.9999 || share > high->inUnits() * 1.0001))
            report(violations, entry, "assembly-price-outside-range", "price.0", share,
                   share < low->inUnits() ? low->inUnits() : high->inUnits(), "USD");
    };
    for (const AssemblyPrice& assembly : entry.assemblies)
        if (const auto total = assembly.rate.typical())
            judgeShare(entry.part.prices.front().rate, total->inUnits() / static_cast<double>(assembly.count));
    const auto model = textFact(entry.part, at::acceleratorModel.key).typical();
    const auto count = number(entry.part, at::acceleratorCount.key);
    const CatalogPart* accelerator =
        model && entry.part.category == PartCategory::RackScaleSystem ? content.find(*model) : nullptr;
    const auto rack = entry.part.prices.front().rate.typical();
    if (accelerator && count && rack && !accelerator->part.prices.empty())
        judgeShare(accelerator->part.prices.front().rate, rack->inUnits() / *count);
}

void cloudOnlyIsNotForSale(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    if (entry.part.procurement == Procurement::CloudOnly && !entry.part.prices.empty())
        reportText(violations, entry, "cloud-only-with-price", "price.0", entry.part.prices.front().basis);
}

template <class Visit>
void forEachFact(const Part& part, Visit visit) {
    for (const Attribute& a : part.attributes) {
        if (!a.number.isUnknown())
            visit(a.key, a.number.grade, a.number.source);
        if (!a.text.isUnknown())
            visit(a.key, a.text.grade, a.text.source);
    }
    for (const ComputeRate& r : part.rates)
        visit("rate." + std::string(enumName(r.precision)) + "." + std::string(enumName(r.unitClass)) + "." +
                  std::string(enumName(r.sparsity)),
              r.rate.grade, r.rate.source);
    for (const PowerMode& m : part.powerModes)
        visit("power." + std::string(enumName(m.kind)), m.power.grade, m.power.source);
    for (std::size_t i = 0; i < part.prices.size(); ++i)
        visit("price." + std::to_string(i), part.prices[i].rate.grade, part.prices[i].rate.source);
}

void everyFigureIsSourced(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    if (entry.part.sources.empty())
        reportText(violations, entry, "figure-without-source", "id", entry.part.id);
    forEachFact(entry.part, [&](const std::string& key, Grade, const std::optional<Source>& source) {
        if (!source || source->title.empty())
            reportText(violations, entry, "figure-without-source", key, key);
    });
}

// A source that nobody has verified makes its figures recalled, whatever else is claimed for them.
void unverifiedSourceIsRecalled(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    forEachFact(entry.part, [&](const std::string& key, Grade grade, const std::optional<Source>& source) {
        if (source && source->title.ends_with("(unverified)") && grade != Grade::Recalled)
            reportText(violations, entry, "unverified-not-recalled", key, key);
    });
}

// A planning class exists so that designs can be made complete: everything a design needs, at grade estimate.
void planningClassIsComplete(const CatalogPart& entry, const CatalogContent&, Violations& violations) {
    const Part& part = entry.part;
    if (!part.isPlanningClass || part.vendor != "Planning class")
        return;
    const auto miss = [&](std::string_view what) {
        reportText(violations, entry, "planning-class-incomplete", "id", what);
    };
    if (isDrawingPower(part.category)) {
        for (const PowerModeKind kind : {PowerModeKind::Idle, PowerModeKind::Typical, PowerModeKind::Maximum})
            if (!watts(part, kind))
                miss("power." + std::string(enumName(kind)));
    }
    const bool isPiece = part.category != PartCategory::Transceiver;
    for (const std::string_view key : {at::weight.key, at::depth.key})
        if (isPiece && !number(part, key))
            miss(key);
    if (part.prices.empty() || !std::holds_alternative<Range<PriceRate>>(part.prices.front().rate.state))
        miss("price");
    const bool isComputer = part.category == PartCategory::GpuNode || part.category == PartCategory::Switch ||
                            part.category == PartCategory::HeadNode || part.category == PartCategory::StorageNode;
    if (isComputer && part.portGroups.empty())
        miss("ports");
    if (isComputer && !number(part, at::liquidShare.key))
        miss(at::liquidShare.key);
    if (part.notes.empty())
        miss("notes");
    forEachFact(part, [&](const std::string& key, Grade grade, const std::optional<Source>&) {
        if (grade != Grade::Estimate)
            miss(key);
    });
}

constexpr std::array kChecks = {
    PlausibilityCheck{"dense-above-structured", denseNotAboveStructured},
    PlausibilityCheck{"structured-not-twice-dense", structuredIsTwiceDense},
    PlausibilityCheck{"system-below-its-accelerators", systemCoversItsAccelerators},
    PlausibilityCheck{"accelerator-unknown", acceleratorIsKnown},
    PlausibilityCheck{"supply-sum-as-power", supplySumIsNoPower},
    PlausibilityCheck{"maximum-above-supplies", suppliesCarryTheMaximum},
    PlausibilityCheck{"power-modes-out-of-order", powerModesAreOrdered},
    PlausibilityCheck{"draw-above-inlet", drawWithinInlet},
    PlausibilityCheck{"heat-shares-not-whole", liquidAndAirAreAll},
    PlausibilityCheck{"heat-unlike-power", heatMatchesPower},
    PlausibilityCheck{"airflow-unlike-heat", airflowCarriesTheHeat},
    PlausibilityCheck{"cooler-airflow-unlike-capacity", coolerAirflowCarriesItsCapacity},
    PlausibilityCheck{"cdu-flow-below-capacity", cduFlowCarriesItsCapacity},
    PlausibilityCheck{"ports-unlike-cages", portsFillTheirCages},
    PlausibilityCheck{"port-name-twice", portNamesAreUnique},
    PlausibilityCheck{"throughput-unlike-ports", throughputMatchesPorts},
    PlausibilityCheck{"weight-implausible", weightIsPlausible},
    PlausibilityCheck{"size-unlike-mounting", sizeFitsItsMounting},
    PlausibilityCheck{"height-unlike-units", heightFitsItsUnits},
    PlausibilityCheck{"usable-above-raw", usableWithinRaw},
    PlausibilityCheck{"peer-link-above-aggregate", peerLinkWithinAggregate},
    PlausibilityCheck{"apparent-power-wrong", apparentPowerIsArithmetic},
    PlausibilityCheck{"rack-loads-out-of-order", rackLoadsAreOrdered},
    PlausibilityCheck{"share-out-of-range", sharesAreShares},
    PlausibilityCheck{"range-out-of-order", rangesAreOrdered},
    PlausibilityCheck{"negative-figure", nothingIsNegative},
    PlausibilityCheck{"assembly-price-outside-range", assemblyPriceWithinRange},
    PlausibilityCheck{"cloud-only-with-price", cloudOnlyIsNotForSale},
    PlausibilityCheck{"figure-without-source", everyFigureIsSourced},
    PlausibilityCheck{"unverified-not-recalled", unverifiedSourceIsRecalled},
    PlausibilityCheck{"planning-class-incomplete", planningClassIsComplete},
};

const Explanation* explanationOf(const CatalogContent& content, const Violation& violation) {
    for (const Explanation& explanation : content.explanations)
        if (explanation.violation.check == violation.check && explanation.violation.subject == violation.subject)
            return &explanation;
    return nullptr;
}

} // namespace

std::span<const PlausibilityCheck> plausibilityChecks() { return kChecks; }

Violations judgePart(const CatalogPart& part, const CatalogContent& content) {
    Violations violations;
    for (const PlausibilityCheck& check : kChecks)
        check.run(part, content, violations);
    for (Violation& violation : violations)
        if (const Explanation* explanation = explanationOf(content, violation)) {
            violation.isExplained = true;
            violation.explanation = explanation->violation.reason;
        }
    return violations;
}

Violations judge(const CatalogContent& content) {
    Violations all;
    for (const CatalogPart& part : content.parts) {
        Violations found = judgePart(part, content);
        all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    }
    return all;
}

std::vector<Explanation> idleExplanations(const CatalogContent& content, const Violations& violations) {
    std::vector<Explanation> idle;
    for (const Explanation& explanation : content.explanations) {
        const bool isUsed = std::ranges::any_of(violations, [&](const Violation& violation) {
            return violation.check == explanation.violation.check && violation.subject == explanation.violation.subject;
        });
        if (!isUsed)
            idle.push_back(explanation);
    }
    return idle;
}

} // namespace rackwright
