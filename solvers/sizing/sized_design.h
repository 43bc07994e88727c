// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One candidate as a whole design: made by the cluster builder that the recipes use, with the jobs and the site of the
// question, and solved whole. What it comes to are the figures of that solution, nothing else.

#include "solvers/engine/domain.h"
#include "solvers/recipes/cluster_spec.h"
#include "solvers/sizing/job_forecast.h"

namespace rackwright {

/// What a search chooses.
struct SizingCandidate {
    const SizingSystem* system = nullptr;
    std::int64_t nodes = 0;
    std::int64_t spares = 0;
    std::int64_t nodesPerRack = 1;
    AirCooling air = AirCooling::Perimeter;
    bool isEthernet = false;
    std::int64_t storageNodes = 0; ///< of the shared storage
    std::string storagePart;       ///< empty: the planning class
};

/// Whether the record of the site holds its limits: rules then judge the design by them.
enum class SiteRecord : std::uint8_t { Open, Stated };

/// The design; an Error where the builder cannot make it.
Result<Document> sizedDesign(const SizingQuestion& question, const SizingCandidate& candidate,
                             const std::vector<Workload>& jobs, const SizingSource& source, const std::string& name,
                             SiteRecord site);

/// Figures of a solved design in SI (prices in US dollars), at the middle and the high end of their range.
struct SizedFigures {
    struct Band {
        double low = 0, typical = 0, high = 0;
        bool isKnown = false;
    };
    Band itPeak, utilityPeak, rackWorst, leadTime;
    Band price;                          ///< of the equipment: without software, support and services
    Band quote, quoteWithTax;            ///< the totals that the quote prints
    double seconds = 0, slowSeconds = 0; ///< of the longest training
    double share = 1;                    ///< of the time that is useful work
    double secondsPerToken = 0, slowSecondsPerToken = 0, firstToken = 0;
    std::int64_t racks = 0, acceleratorRacks = 0, nodes = 0, accelerators = 0;
    double whiteSpace = 0;                    ///< m2
    double checkpointBytes = 0;               ///< of the largest
    double storageRead = 0, storageWrite = 0; ///< bytes/s of the pools
    double utilisation = 0;                   ///< of the longest training, 0..1
    std::vector<Message> errors;              ///< what is wrong with it
    std::vector<std::string> rules;           ///< of those, by id

    /// What a budget of this scope has to pay.
    const Band& budgeted(BudgetScope scope) const;
};
/// How a training job is split over its accelerators.
struct SizedPlan {
    std::string words; ///< its degrees above 1, "tp 4, pp 64, dp 64"; empty: nothing trains, or it is not known
    std::int64_t sequences = 0; ///< of a step
};
/// Of the training job of a design that takes most FLOP.
SizedPlan sizedPlan(const Document& document);

SizedFigures sizedFigures(const Document& document, const DomainsPtr& domains, unsigned threads);

} // namespace rackwright
