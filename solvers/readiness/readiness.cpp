// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/readiness/readiness.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/advice/design_inputs.h"
#include "solvers/advice/guide_formulas.h"
#include "solvers/advice/software_stack.h"
#include "solvers/cooling/method.h"
#include "solvers/network/lossless_checklist.h"
#include "solvers/space/inventory.h"
#include "solvers/storage/figures.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

// Thresholds of the source's checklist (source document 002, AI-ready data center check-list).
constexpr double kLargestRack = 120'000;       // W
constexpr double kRearDoorFrom = 30'000;       // W
constexpr double kCheckpointRate = 100e9;      // bytes/s
constexpr double kFloorLoad = 1500;            // kg/m2
constexpr std::int64_t kAdvisedHeight = 52;    // rack units

struct Judgement {
    ReadinessState state = ReadinessState::Unknown;
    Message evidence;
};

struct ReadinessInput {
    const Context& context;
    const FigureTable& figures;
    const FormulaRegistry& formulas;
    std::optional<GivenInputs> read{};

    /// What the design and its settings say to the guides; read when the first row asks.
    const GivenInputs& stack() {
        if (!read)
            read = designInputs(context, figures);
        return *read;
    }
};

Judgement unknownBy(const char* id) { return {ReadinessState::Unknown, Message(id)}; }
ReadinessState passedIf(bool holds) { return holds ? ReadinessState::Pass : ReadinessState::Fail; }

Value figureOf(ReadinessInput& in, std::string_view name) {
    const FigureResult* found = in.figures.find(name);
    return found && !found->error ? found->value : Value();
}

/// The rack of the largest value of a figure.
struct WorstRack {
    const Rack* rack = nullptr;
    double value = 0;
    bool isAnyUnknown = false;
};
WorstRack worstRack(ReadinessInput& in, std::string_view figure) {
    WorstRack worst;
    for (const Rack* rack : in.context.racks()) {
        const FigureResult* found = in.figures.find(figure, Subject(rack->id));
        if (!found || found->error || found->value.isUnknown())
            worst.isAnyUnknown = true;
        else if (!worst.rack || found->value.typical() > worst.value) {
            worst.rack = rack;
            worst.value = found->value.typical();
        }
    }
    return worst;
}

std::string rackName(const Rack& rack) { return rack.name.empty() ? std::to_string(rack.id.value) : rack.name; }

Judgement rackRange(ReadinessInput& in) {
    const WorstRack worst = worstRack(in, "rack.power.peak");
    if (!worst.rack)
        return unknownBy("readiness.none.racks");
    const ReadinessState state = worst.value > kLargestRack ? ReadinessState::Fail
                                 : worst.isAnyUnknown       ? ReadinessState::Unknown
                                                            : ReadinessState::Pass;
    return {state, Message("readiness.evidence.rack-power")
                       .with("rack", rackName(*worst.rack))
                       .with("power", UnitNumber{worst.value / 1000, "kW"})};
}

Judgement sitePower(ReadinessInput& in) {
    const Value share = figureOf(in, "power.site.share");
    if (share.isUnknown())
        return unknownBy("readiness.none.site-power");
    const ReadinessState state = share.low() > 1 ? ReadinessState::Fail
                                 : share.high() <= 1 && share.isKnown() ? ReadinessState::Pass
                                                                        : ReadinessState::Unknown;
    return {state, Message("readiness.evidence.site-power").with("share", UnitNumber{100 * share.typical(), "%"})};
}

Judgement liquidReady(ReadinessInput& in) {
    for (const CoolingUnit& unit : in.context.design().coolingUnits)
        if (const Part* part = in.context.part(unit.part); part && part->category == PartCategory::Cdu)
            return {ReadinessState::Pass, Message("readiness.evidence.cdu")};
    const WorstRack worst = worstRack(in, "rack.power.peak");
    if (worst.rack && worst.value > 50'000)
        return {ReadinessState::Fail, Message("readiness.evidence.no-cdu")
                                          .with("rack", rackName(*worst.rack))
                                          .with("power", UnitNumber{worst.value / 1000, "kW"})};
    return unknownBy("readiness.none.cdu");
}

Judgement rearDoors(ReadinessInput& in) {
    std::int64_t hot = 0, without = 0;
    for (const Rack* rack : in.context.racks()) {
        const FigureResult* found = in.figures.find("rack.power.peak", Subject(rack->id));
        if (!found || found->error || found->value.isUnknown() || found->value.typical() < kRearDoorFrom)
            continue;
        ++hot;
        const auto air = coolingOf(in.context, *rack, HeatKind::Air);
        const auto liquid = coolingOf(in.context, *rack, HeatKind::Liquid);
        without += liquid || (air && air->method >= CoolingMethod::RearDoor) ? 0 : 1;
    }
    if (hot == 0)
        return {ReadinessState::NotApplicable, Message("readiness.evidence.no-hot-racks")};
    return {passedIf(without == 0),
            Message("readiness.evidence.rear-doors").with("hot", hot).with("without", without)};
}

Judgement fabricTechnology(ReadinessInput& in) {
    for (const Network& network : in.context.design().networks) {
        if (network.role != NetworkRole::Compute)
            continue;
        if (network.protocol == FabricProtocol::InfiniBand)
            return {ReadinessState::Pass, Message("readiness.evidence.infiniband").with("network", network.name)};
        const auto done = std::ranges::count_if(
            kLosslessSteps, [&](std::string_view step) { return isSignedOff(in.context.setting(step)); });
        return {done == std::ssize(kLosslessSteps) ? ReadinessState::Pass : ReadinessState::Unknown,
                Message("readiness.evidence.roce")
                    .with("network", network.name)
                    .with("done", done)
                    .with("all", kLosslessSteps.size())};
    }
    return unknownBy("readiness.none.compute-network");
}

Judgement threeNetworks(ReadinessInput& in) {
    bool hasCompute = false, hasStorage = false, hasManagement = false;
    for (const Network& network : in.context.design().networks) {
        hasCompute = hasCompute || network.role == NetworkRole::Compute;
        hasStorage = hasStorage || network.role == NetworkRole::Storage;
        hasManagement = hasManagement || network.role == NetworkRole::InBand || network.role == NetworkRole::OutOfBand;
    }
    if (!hasCompute && !hasStorage && !hasManagement)
        return unknownBy("readiness.none.networks");
    return {passedIf(hasCompute && hasStorage && hasManagement),
            Message("readiness.evidence.networks")
                .with("count", static_cast<std::int64_t>(hasCompute) + static_cast<std::int64_t>(hasStorage) +
                                   static_cast<std::int64_t>(hasManagement))};
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

/// Product and parts of a pool in lower case.
std::string wordsOfPool(const Context& context, const StoragePool& pool) {
    std::string words = lowered(pool.product);
    for (const Id<Device> member : pool.members)
        if (const Device* device = context.design().devices.find(member))
            if (const Part* part = context.part(device->part))
                return words + " " + lowered(part->vendor + " " + part->model + " " + part->id);
    return words;
}
bool holdsOne(const std::string& words, std::initializer_list<const char*> of) {
    return std::ranges::any_of(of, [&](const char* word) { return words.find(word) != std::string::npos; });
}
bool isParallel(const std::string& words) {
    return holdsOne(words, {"lustre", "exascaler", "ddn", "ai400", "weka", "vast", "beegfs", "gpfs", "storage scale",
                            "scale system", "parallel", "qumulo", "daos", "pure-flashblade", "flashblade"});
}

Judgement parallelStore(ReadinessInput& in) {
    if (in.context.design().storagePools.size() == 0)
        return unknownBy("readiness.none.pools");
    for (const StoragePool& pool : in.context.design().storagePools)
        if (isParallel(wordsOfPool(in.context, pool)))
            return {ReadinessState::Pass, Message("readiness.evidence.pool").with("pool", pool.name)};
    return unknownBy("readiness.none.parallel");
}

/// What all pools take together against what the jobs write, and the source's 100 GB/s.
Judgement checkpointRate(ReadinessInput& in) {
    double rate = 0;
    std::int64_t known = 0, unknown = 0;
    for (const StoragePool& pool : in.context.design().storagePools) {
        const FigureResult* found = in.figures.find(figure_of::poolWrite.name, Subject(pool.id));
        if (!found || found->error || found->value.isUnknown()) {
            ++unknown;
            continue;
        }
        ++known;
        rate += found->value.low();
    }
    if (known == 0)
        return unknownBy("readiness.none.write-rate");
    double demand = 0;
    for (const Workload& workload : in.context.design().workloads) {
        const FigureResult* found = in.figures.find(figure_of::storageWriteDemand.name, Subject(workload.id));
        if (found && !found->error && !found->value.isUnknown())
            demand = std::max(demand, found->value.typical());
    }
    const ReadinessState state = rate >= kCheckpointRate ? ReadinessState::Pass
                                 : unknown > 0           ? ReadinessState::Unknown
                                                         : ReadinessState::Fail;
    return {state, Message("readiness.evidence.write-rate")
                       .with("rate", UnitNumber{rate / 1e9, "GB/s"})
                       .with("demand", UnitNumber{demand / 1e9, "GB/s"})};
}

Judgement mixedLocking(ReadinessInput& in) {
    bool hasNfs = false, hasLustre = false;
    for (const StoragePool& pool : in.context.design().storagePools) {
        const std::string words = wordsOfPool(in.context, pool);
        hasLustre = hasLustre || holdsOne(words, {"lustre", "exascaler", "ai400"});
        hasNfs = hasNfs || holdsOne(words, {"netapp", "nfs", "aff", "nas"});
    }
    if (hasNfs && hasLustre)
        return unknownBy("readiness.none.locking");
    return {ReadinessState::NotApplicable, Message("readiness.evidence.one-kind-of-store")};
}

/// The source asks for the most accelerators a rack and names no number, so that a person decides.
Judgement density(ReadinessInput& in) {
    const WorstRack most = worstRack(in, "rack.accelerators");
    if (!most.rack || most.value <= 0)
        return unknownBy("readiness.none.racks");
    return {ReadinessState::Unknown, Message("readiness.evidence.density")
                                         .with("rack", rackName(*most.rack))
                                         .with("count", static_cast<std::int64_t>(std::llround(most.value)))};
}

/// One hop between the accelerators of a node: the scale-up link joins them all.
Judgement scaleUpHops(ReadinessInput& in) {
    Judgement found = unknownBy("readiness.none.accelerators");
    for (const PartCount& group : in.context.groups()) {
        const Part* system = in.context.part(group.part);
        if (!isAcceleratorSystem(system))
            continue;
        const Part* accelerator = in.context.part(acceleratorPart(in.context, group.part));
        const auto domain = accelerator ? fact(*accelerator, attribute::scaleUpDomain).typical() : std::nullopt;
        const auto each = fact(*system, attribute::acceleratorCount).typical();
        if (!domain || !each)
            return unknownBy("readiness.none.scale-up");
        found = {passedIf(*domain >= *each), Message("readiness.evidence.scale-up")
                                                 .with("part", accelerator->model)
                                                 .with("each", static_cast<std::int64_t>(std::llround(*each)))
                                                 .with("count", static_cast<std::int64_t>(std::llround(*domain)))};
        if (found.state == ReadinessState::Fail)
            return found;
    }
    return found;
}

Judgement floorLoad(ReadinessInput& in) {
    const auto rating = siteNumber(in.context.project(), site::floorUniform);
    const WorstRack worst = worstRack(in, "rack.load.area");
    if (!rating)
        return worst.rack ? Judgement{ReadinessState::Unknown,
                                      Message("readiness.evidence.floor-unrated")
                                          .with("rack", rackName(*worst.rack))
                                          .with("load", UnitNumber{worst.value, "kg/m2"})}
                          : unknownBy("readiness.none.floor");
    return {passedIf(*rating >= kFloorLoad),
            Message("readiness.evidence.floor")
                .with("rating", UnitNumber{*rating, "kg/m2"})
                .with("load", UnitNumber{worst.value, "kg/m2"})};
}

Judgement rackHeight(ReadinessInput& in) {
    std::int64_t least = 0;
    for (const Rack* rack : in.context.racks())
        if (const Part* part = in.context.part(rack->part))
            if (const auto height = fact(*part, attribute::rackHeightUnits).typical())
                least = least == 0 ? std::llround(*height) : std::min<std::int64_t>(least, std::llround(*height));
    if (least == 0)
        return unknownBy("readiness.none.racks");
    return {passedIf(least >= kAdvisedHeight), Message("readiness.evidence.height").with("units", least)};
}

bool saysFinding(const Advice& advice) {
    return advice.verdict.find("finding") != std::string::npos || advice.verdict.starts_with("refused") ||
           std::ranges::any_of(advice.beside, [](const AdviceLine& line) {
               return line.rule->level == GuideLevel::Finding && line.rule->severity == GuideSeverity::High;
           });
}

/// What a guide says to those of the stack's statements that are named; nothing where it does not hold for them.
std::optional<Advice> askGuide(ReadinessInput& in, std::string_view name,
                               std::initializer_list<std::string_view> keys) {
    const Guide* guide = guideBook().find(name);
    GivenInputs given;
    for (const auto& [key, value] : inputsFor(*guide, in.stack()))
        if (std::ranges::count(keys, std::string_view(key)) > 0)
            given[key] = value;
    Result<Advice> advice = advise(guideBook(), *guide, given, in.formulas);
    return advice ? std::optional(std::move(*advice)) : std::nullopt;
}
bool areStated(ReadinessInput& in, std::initializer_list<std::string_view> keys) {
    return std::ranges::all_of(keys, [&](std::string_view key) { return in.stack().contains(std::string(key)); });
}
Message saidBy(const Advice& advice) {
    return Message("readiness.evidence.guide").with("verdict", advice.verdict).with("source", advice.source);
}

/// A row that a guide decides from what is stated: what it finds fails, and it passes once all that it needs is stated.
Judgement byGuide(ReadinessInput& in, std::string_view name, std::initializer_list<std::string_view> keys,
                  std::initializer_list<std::string_view> needed) {
    const bool isStated = areStated(in, needed);
    const std::optional<Advice> advice = askGuide(in, name, keys);
    if (advice && saysFinding(*advice) && std::ranges::any_of(keys, [&](std::string_view key) {
            return key != "gpu" && key != "workload" && in.stack().contains(std::string(key));
        }))
        return {ReadinessState::Fail, saidBy(*advice)};
    if (!advice || !isStated)
        return unknownBy("readiness.none.stack");
    return {ReadinessState::Pass, saidBy(*advice)};
}

Judgement driverAndCuda(ReadinessInput& in) {
    return byGuide(in, "driver_cuda", {"driver", "cuda", "gpu", "kernel", "mig", "open_module"}, {"driver", "cuda"});
}
Judgement ncclVersion(ReadinessInput& in) {
    if (!areStated(in, {"nccl"}))
        return unknownBy("readiness.none.stack");
    return byGuide(in, "driver_cuda", {"nccl", "gpu", "cuda"}, {"nccl", "cuda"});
}
Judgement operatingSystem(ReadinessInput& in) {
    return byGuide(in, "os_by_use_case", {"os", "filesystem", "scheduler", "driver", "cuda"}, {"os"});
}
Judgement schedulerChoice(ReadinessInput& in) {
    // Slurm starts all nodes or none; Kubernetes needs somebody for it.
    const auto scheduler = in.stack().find("scheduler");
    if (scheduler != in.stack().end() && scheduler->second == "kubernetes" && !in.stack().contains("gang"))
        return unknownBy("readiness.none.gang");
    return byGuide(in, "scheduler", {"scheduler", "gang", "workload", "mig"}, {"scheduler", "workload"});
}
Judgement containerRuntime(ReadinessInput& in) {
    return byGuide(in, "containers", {"scheduler", "runtime"}, {"scheduler", "runtime"});
}
Judgement servingEngine(ReadinessInput& in) {
    return byGuide(in, "serving_engine", {"engine"}, {"engine"});
}
/// A signed module is asked for, and no setting says whether it is.
Judgement secureBoot(ReadinessInput& in) {
    const auto said = in.stack().find("secure_boot");
    if (said == in.stack().end())
        return unknownBy("readiness.none.stack");
    return said->second == "no" ? Judgement{ReadinessState::Pass, Message("readiness.evidence.no-secure-boot")}
                                : unknownBy("readiness.none.signed-module");
}
Judgement lustreClient(ReadinessInput& in) {
    const auto filesystem = in.stack().find("filesystem");
    if (filesystem != in.stack().end() && filesystem->second != "lustre")
        return {ReadinessState::NotApplicable, Message("readiness.evidence.no-lustre")};
    if (filesystem == in.stack().end())
        return unknownBy("readiness.none.stack");
    if (!areStated(in, {"lustre_client", "lustre_server"}))
        return unknownBy("readiness.none.lustre-client");
    return byGuide(in, "stack", {"lustre_client", "lustre_server"}, {"lustre_client", "lustre_server"});
}

/// Compliance never passes by itself: no finding leaves the row open for a person.
Judgement byComplianceGuide(ReadinessInput& in, std::initializer_list<std::string_view> keys,
                            std::string_view needed) {
    if (!areStated(in, {needed}))
        return unknownBy("readiness.none.compliance");
    const std::optional<Advice> advice = askGuide(in, "compliance", keys);
    if (!advice)
        return unknownBy("readiness.none.compliance");
    return {saysFinding(*advice) ? ReadinessState::Fail : ReadinessState::Unknown, saidBy(*advice)};
}
Judgement dataProtection(ReadinessInput& in) {
    return byComplianceGuide(in, {"data", "site_country", "cloud_country", "deployment"}, "data");
}
Judgement sectorRules(ReadinessInput& in) { return byComplianceGuide(in, {"sector", "deployment"}, "sector"); }

/// By destination and by the accelerators that are delivered, which it names.
Judgement exportControl(ReadinessInput& in) {
    if (!areStated(in, {"destination"}))
        return unknownBy("readiness.none.compliance");
    const std::optional<Advice> advice = askGuide(in, "compliance", {"destination", "listed_part"});
    if (!advice)
        return unknownBy("readiness.none.compliance");
    WordList parts;
    for (const PartCount& group : in.context.groups())
        if (isAcceleratorSystem(in.context.part(group.part)))
            if (const Part* part = in.context.part(acceleratorPart(in.context, group.part));
                part && !std::ranges::count(parts.words, part->model))
                parts.words.push_back(part->model);
    const ReadinessState state = saysFinding(*advice) ? ReadinessState::Fail : ReadinessState::Unknown;
    if (parts.words.empty())
        return {state, saidBy(*advice)};
    return {state, Message("readiness.evidence.export")
                       .with("parts", parts)
                       .with("verdict", advice->verdict)
                       .with("source", advice->source)};
}

Judgement modelLicences(ReadinessInput& in) {
    WordList named;
    const Guide* guide = guideBook().find("compliance");
    for (const Workload& workload : in.context.design().workloads)
        if (!workload.model.empty())
            if (const Result<Advice> advice =
                    advise(guideBook(), *guide, {{std::string("model"), workload.model}}, in.formulas))
                if (const std::string said = workload.model + ": " + advice->verdict;
                    !std::ranges::count(named.words, said))
                    named.words.push_back(said);
    if (named.words.empty())
        return unknownBy("readiness.none.models");
    std::string list;
    for (const std::string& word : named.words)
        list.append(list.empty() ? "" : "; ").append(word);
    return {ReadinessState::Unknown, Message("readiness.evidence.licences").with("models", list)};
}

Judgement monitoring(ReadinessInput& in) {
    const auto it = in.stack().find("monitoring");
    if (it == in.stack().end())
        return unknownBy("readiness.none.stack");
    return {passedIf(it->second == "dcgm" || it->second == "amd-smi"),
            Message("readiness.evidence.monitoring").with("tool", it->second)};
}

Judgement headNodes(ReadinessInput& in) {
    std::int64_t heads = 0;
    for (const Device& device : in.context.design().devices)
        heads += device.scope.isPresent() && device.role == "head" ? 1 : 0;
    if (heads == 0)
        return unknownBy("readiness.none.heads");
    return {passedIf(heads >= 2), Message("readiness.evidence.heads").with("count", heads)};
}

struct ReadinessItem {
    std::string_view key;
    ReadinessArea area;
    Judgement (*judge)(ReadinessInput&) = nullptr; ///< null: only a person can say
    bool isAdvised = false;
    bool isOwn = false;
};

// In the order of areas; texts are "readiness.row.<key>".
constexpr std::array kItems = {
    ReadinessItem{"site.floor", ReadinessArea::Site, floorLoad, true},
    ReadinessItem{"site.height", ReadinessArea::Site, rackHeight, true},
    ReadinessItem{"site.density", ReadinessArea::Site, density},
    ReadinessItem{"site.scale-up", ReadinessArea::Site, scaleUpHops},
    ReadinessItem{"site.way-in", ReadinessArea::Site},
    ReadinessItem{"power.rack-range", ReadinessArea::PowerSupply, rackRange, true},
    ReadinessItem{"power.site-limit", ReadinessArea::PowerSupply, sitePower},
    ReadinessItem{"power.ups-spikes", ReadinessArea::PowerSupply},
    ReadinessItem{"power.hvdc", ReadinessArea::PowerSupply, nullptr, true},
    ReadinessItem{"cooling.liquid-ready", ReadinessArea::Cooling, liquidReady},
    ReadinessItem{"cooling.rear-door", ReadinessArea::Cooling, rearDoors, true},
    ReadinessItem{"cooling.throttle", ReadinessArea::Cooling},
    ReadinessItem{"network.technology", ReadinessArea::Network, fabricTechnology},
    ReadinessItem{"network.three", ReadinessArea::Network, threeNetworks},
    ReadinessItem{"network.drivers", ReadinessArea::Network},
    ReadinessItem{"network.gpudirect", ReadinessArea::Network},
    ReadinessItem{"network.firmware", ReadinessArea::Network},
    ReadinessItem{"storage.parallel", ReadinessArea::Storage, parallelStore},
    ReadinessItem{"storage.checkpoint-rate", ReadinessArea::Storage, checkpointRate, true},
    ReadinessItem{"storage.lustre-client", ReadinessArea::Storage, lustreClient},
    ReadinessItem{"storage.locking", ReadinessArea::Storage, mixedLocking},
    ReadinessItem{"storage.page-cache", ReadinessArea::Storage},
    ReadinessItem{"storage.staging", ReadinessArea::Storage, nullptr, true},
    ReadinessItem{"storage.gds", ReadinessArea::Storage, nullptr, true},
    ReadinessItem{"software.heads", ReadinessArea::Software, headNodes, false, true},
    ReadinessItem{"software.os", ReadinessArea::Software, operatingSystem},
    ReadinessItem{"software.kernel", ReadinessArea::Software},
    ReadinessItem{"software.driver", ReadinessArea::Software, driverAndCuda},
    ReadinessItem{"software.secure-boot", ReadinessArea::Software, secureBoot},
    ReadinessItem{"software.persistence", ReadinessArea::Software},
    ReadinessItem{"software.nccl", ReadinessArea::Software, ncclVersion},
    ReadinessItem{"software.firmware", ReadinessArea::Software},
    ReadinessItem{"software.scheduler", ReadinessArea::Software, schedulerChoice},
    ReadinessItem{"software.containers", ReadinessArea::Software, containerRuntime},
    ReadinessItem{"software.serving", ReadinessArea::Software, servingEngine},
    ReadinessItem{"security.tenants", ReadinessArea::Security},
    ReadinessItem{"security.segmentation", ReadinessArea::Security},
    ReadinessItem{"security.encryption", ReadinessArea::Security},
    ReadinessItem{"security.access", ReadinessArea::Security},
    ReadinessItem{"monitoring.dcgm", ReadinessArea::Monitoring, monitoring},
    ReadinessItem{"monitoring.nccl", ReadinessArea::Monitoring},
    ReadinessItem{"monitoring.thermals", ReadinessArea::Monitoring},
    ReadinessItem{"monitoring.caps", ReadinessArea::Monitoring},
    ReadinessItem{"monitoring.jobs", ReadinessArea::Monitoring},
    ReadinessItem{"compliance.data", ReadinessArea::Compliance, dataProtection},
    ReadinessItem{"compliance.sector", ReadinessArea::Compliance, sectorRules},
    ReadinessItem{"compliance.export", ReadinessArea::Compliance, exportControl},
    ReadinessItem{"compliance.models", ReadinessArea::Compliance, modelLicences},
    ReadinessItem{"compliance.weights", ReadinessArea::Compliance}};

std::string settingKey(const ReadinessItem& item) { return "readiness." + std::string(item.key); }

std::string withoutBars(std::string text) {
    std::ranges::replace(text, '|', '/');
    return text;
}

} // namespace

std::vector<ReadinessRow> readinessRows(const Context& context, const FigureTable& figures, ReadinessRows which) {
    static const FormulaRegistry formulas = guideFormulas();
    ReadinessInput in{context, figures, formulas};
    std::vector<ReadinessRow> rows;
    for (const ReadinessItem& item : kItems) {
        if (which == ReadinessRows::OwnAlone && !item.isOwn)
            continue;
        ReadinessRow row;
        row.key = settingKey(item);
        row.area = item.area;
        row.isAdvised = item.isAdvised;
        row.isOwn = item.isOwn;
        if (item.judge) {
            Judgement judged = item.judge(in);
            row.computed = judged.state;
            row.evidence = std::move(judged.evidence);
        }
        row.state = row.computed;
        if (const Setting* said = context.setting(row.key))
            if (const auto state = enumFromName<ReadinessState>(said->value)) {
                const ReadinessSignature by = signatureOf(said->source);
                // Nobody stands for it: it stays open.
                row.state = by.owner.empty() ? ReadinessState::Unknown : *state;
                row.by = by;
            }
        rows.push_back(std::move(row));
    }
    return rows;
}

ReadinessArea areaOf(const StackStatement& statement) {
    return statement.isCompliance ? ReadinessArea::Compliance : ReadinessArea::Software;
}

bool isReadinessBegun(const Context& context) {
    return std::ranges::any_of(kItems, [&](const ReadinessItem& item) { return context.setting(settingKey(item)); }) ||
           std::ranges::any_of(stackStatements(context), [](const StackStatement& each) { return !each.value.empty(); });
}

std::string signatureText(const ReadinessSignature& signature) {
    return withoutBars(signature.owner) + " | " + withoutBars(signature.date) + " | " +
           withoutBars(signature.evidence);
}

ReadinessSignature signatureOf(std::string_view text) {
    std::array<std::string, 3> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t end = i + 1 < parts.size() ? std::min(text.find('|'), text.size()) : text.size();
        std::string part(text.substr(0, end));
        part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
        part.erase(part.find_last_not_of(' ') + 1);
        parts[i] = std::move(part);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {parts[0], parts[1], parts[2]};
}

std::vector<SettingDefinition> readinessSettings() {
    std::vector<SettingDefinition> settings;
    for (const ReadinessItem& item : kItems) {
        SettingDefinition row;
        row.key = settingKey(item);
        row.source = {"Rackwright", "Nobody has answered it", {}, {}};
        row.meaning = "readiness.row." + std::string(item.key);
        for (const std::string_view word : EnumNames<ReadinessState>::names)
            row.words.append(row.words.empty() ? "" : "|").append(word);
        row.defaultWord = enumName(ReadinessState::Unknown);
        settings.push_back(std::move(row));
    }
    return settings;
}

} // namespace rackwright
