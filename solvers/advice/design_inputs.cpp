// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/design_inputs.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "solvers/advice/guide_words.h"
#include "solvers/advice/software_stack.h"
#include "solvers/network/lossless_checklist.h"
#include "solvers/network/network_report.h"
#include "solvers/space/inventory.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"
#include "solvers/workload/row_parameters.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr double kExportWatch = 300e12; ///< FLOP/s dense BF16, as the catalogue's note on export control

class DesignReader {
public:
    DesignReader(const Context& context, const FigureTable& figures) : m_context(context), m_figures(figures) {}

    GivenInputs read() {
        systems();
        networks();
        workloads();
        racks();
        site();
        pools();
        statements();
        return std::move(m_given);
    }

private:
    void put(std::string key, double number) { m_given[std::move(key)] = shortestDigits(number); }
    void put(std::string key, std::string_view word) { m_given[std::move(key)] = std::string(word); }

    void systems() {
        std::int64_t nodes = 0;
        double accelerators = 0;
        const Part* most = nullptr;
        std::int64_t mostCount = 0;
        bool isRackScale = false, isWatched = false, isLiquid = false;
        for (const PartCount& group : m_context.groups()) {
            const Part* part = m_context.part(group.part);
            if (!isAcceleratorSystem(part))
                continue;
            nodes += group.count;
            accelerators += static_cast<double>(group.count) * fact(*part, attribute::acceleratorCount).typical().value_or(0);
            isRackScale = isRackScale || part->category == PartCategory::RackScaleSystem;
            isLiquid = isLiquid || part->heatPath != HeatPath::Air;
            const Part* accelerator = m_context.part(acceleratorPart(m_context, group.part));
            if (accelerator) {
                const auto rate = computeRate(*accelerator, Precision::Bf16).typical();
                isWatched = isWatched || (rate && rate->si() >= kExportWatch);
            }
            if (group.count > mostCount) {
                mostCount = group.count;
                most = accelerator;
            }
        }
        if (nodes == 0)
            return;
        put("nodes", static_cast<double>(nodes));
        if (accelerators > 0) {
            put("gpus", accelerators);
            put("gpus_per_node", accelerators / static_cast<double>(nodes));
        }
        if (isRackScale)
            put("rack_scale", "yes");
        put("listed_part", isWatched ? "yes" : "no");
        put("chassis", isLiquid ? "liquid" : "air");
        if (!most)
            return;
        put("gpu", most->model);
        if (const auto memory = fact(*most, attribute::memory).typical())
            put("hbm_gb", memory->si() / 1e9);
        if (const auto power = fact(*most, attribute::tdp).typical())
            put("tdp_w", power->si());
        if (const auto domain = fact(*most, attribute::scaleUpDomain).typical())
            put("domain", *domain);
    }

    void networks() {
        for (const Network& network : m_context.design().networks) {
            if (network.role != NetworkRole::Compute)
                continue;
            put("fabric", network.protocol == FabricProtocol::InfiniBand ? "infiniband" : "roce");
            const bool isTuned = std::ranges::all_of(
                kLosslessSteps, [&](std::string_view step) { return isSignedOff(m_context.setting(step)); });
            if (network.protocol != FabricProtocol::InfiniBand)
                put("lossless_tuned", isTuned ? "yes" : "no");
            double slowest = 0;
            if (const NetworkReport* report = m_context.lookUp<NetworkReports>().find(network.id))
                for (const EndDevices& ends : report->ends)
                    if (isAcceleratorSystem(m_context.part(ends.part)) && ends.portGbps > 0 &&
                        (slowest == 0 || ends.portGbps < slowest))
                        slowest = ends.portGbps;
            if (slowest > 0)
                put("link_gbps", slowest);
            return;
        }
    }

    void workloads() {
        double largest = 0, data = 0;
        bool trains = false, serves = false;
        WorkloadKind kind = WorkloadKind::Inference;
        for (const Workload& workload : m_context.design().workloads) {
            const bool isServing = workload.kind == WorkloadKind::Inference;
            trains = trains || !isServing;
            serves = serves || isServing;
            if (!isServing)
                kind = std::min(kind, workload.kind);
            if (const WorkloadModel model = modelOf(workload))
                largest = std::max(largest, static_cast<double>(totalParameters(model->architecture)) / 1e9);
            if (const auto size = parameterValue(workload.parameters, "dataset-size", "TB"); size && !size->isUnknown())
                data += size->typical() / 1e12;
            if (const auto tokens = parameterValue(workload.parameters, "tokens", ""); tokens && !tokens->isUnknown())
                put("tokens_b", tokens->typical() / 1e9);
        }
        if (trains || serves) {
            put("task", !trains ? "inference" : kind == WorkloadKind::PreTraining ? "pre-training" : "fine-tuning");
            put("workload", trains && serves ? "both" : trains ? "training" : "inference");
        }
        if (largest > 0) {
            put("params_b", largest);
            put("model_params_b", largest);
        }
        if (data > 0)
            put("dataset_tb", data);
    }

    void racks() {
        double most = 0;
        for (const Rack* rack : m_context.racks())
            if (const FigureResult* found = m_figures.find("rack.power.peak", Subject(rack->id));
                found && !found->error && !found->value.isUnknown())
                most = std::max(most, found->value.typical() / 1000);
        if (most > 0)
            put("kw_per_rack", most);
    }

    void site() {
        if (const std::string country = countryCode(siteText(m_context.project(), site::country)); !country.empty()) {
            put("site_country", country);
            put("destination", country);
        }
        const std::string kind = siteText(m_context.project(), site::kind);
        if (kind == "own-hall" || kind == "new-build")
            put("deployment", "on-premises");
        else if (kind == "colocation")
            put("deployment", "colocation");
        if (kind == "own-hall")
            put("retrofit", "yes");
        else if (kind == "new-build")
            put("retrofit", "no");
    }

    void pools() {
        for (const StoragePool& pool : m_context.design().storagePools) {
            const std::string product = guideKeyName(pool.product);
            for (const char* word : {"lustre", "exascaler", "weka", "vast", "beegfs", "gpfs", "scale"})
                if (product.find(word) != std::string::npos)
                    put("filesystem", word == std::string_view("exascaler")                            ? "lustre"
                                      : word == std::string_view("gpfs") || word == std::string_view("scale") ? "storage-scale"
                                                                                                             : word);
        }
    }

    // What a person states stands over what is drawn. Data are processed where the cluster stands, unless somebody says
    // otherwise; hardware goes where the quote says.
    void statements() {
        if (const auto site = m_given.find("site_country"); site != m_given.end())
            m_given["cloud_country"] = site->second;
        for (const StackStatement& each : stackStatements(m_context))
            if (!each.value.empty())
                m_given[each.guideKey] = each.value;
        if (const std::string code = countryCode(m_context.project().quote.destinationCountry); !code.empty())
            m_given["destination"] = code;
    }

    const Context& m_context;
    const FigureTable& m_figures;
    GivenInputs m_given;
};

} // namespace

GivenInputs designInputs(const Context& context, const FigureTable& figures) {
    return DesignReader(context, figures).read();
}

GivenInputs inputsFor(const Guide& guide, const GivenInputs& given) {
    GivenInputs taken;
    for (const auto& [name, value] : given) {
        const GuideKey* key = guide.key(name);
        if (!key || taken.contains(key->key))
            continue;
        if (key->kind == GuideKeyKind::Number) {
            const auto number = plainNumber(value);
            if (!number || (key->low && *number < *key->low) || (key->high && *number > *key->high))
                continue;
            taken[key->key] = value;
        } else if (key->kind == GuideKeyKind::Word) {
            // A word of the design that this guide has no word for says nothing to it.
            const GuideHits read = readPhrases(guide, guideTokens(value), key);
            const auto hit = std::ranges::find(read.hits, key, &GuideHit::key);
            if (std::ranges::count(key->words, value) > 0)
                taken[key->key] = value;
            else if (hit != read.hits.end())
                taken[key->key] = hit->value;
        } else {
            taken[key->key] = value;
        }
    }
    return taken;
}

std::vector<DesignAdvice> designAdvice(const GuideBook& book, const Context& context, const FigureTable& figures,
                                       const FormulaRegistry& formulas, std::span<const MarketOffer> offers) {
    const GivenInputs given = designInputs(context, figures);
    std::vector<DesignAdvice> all;
    for (const Guide& guide : book.guides()) {
        const GivenInputs taken = inputsFor(guide, given);
        if (taken.empty())
            continue;
        if (Result<Advice> answer = advise(book, guide, taken, formulas, offers))
            all.push_back({std::move(*answer)});
    }
    return all;
}

} // namespace rackwright
