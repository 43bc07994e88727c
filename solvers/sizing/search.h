// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The search of sizing: of all systems, counts, racks and cooling methods that the catalogue offers, the cheapest, the
// fastest and the safest that keep every limit, each as a whole solved design; what binds them, what the others lost
// by, and where nothing fits, which sentences collide. Bounds come first, so that most candidates need no design.

#include "solvers/sizing/sized_design.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace rackwright {

/// What an answer is the best in.
enum class SizingGoal : std::uint8_t { Cheapest, Fastest, Safest };
template <>
struct EnumNames<SizingGoal> {
    static constexpr std::array<std::string_view, 3> names = {"cheapest", "fastest", "safest"};
};

/// How a limit stands in an answer, in SI (money in US dollars): what is used of it and what it is.
struct SizingSlack {
    SizingLimit limit = SizingLimit::Deadline;
    double used = 0, most = 0;
    std::string unit;   ///< in which both print
    bool binds = false; ///< one step more breaks it
    /// The nearest better value of the limit alone that changes the answer, and what it buys; 0: none was found.
    double nearest = 0;
    Message buys; ///< empty id: nothing is known to come of it
};

/// One answer: a whole design with the headline figures of its solution.
struct SizingAnswer {
    std::vector<SizingGoal> goals; ///< that it is the best in; empty: the best of another accelerator, beside them
    SizingCandidate candidate;
    Document document;
    SizedFigures figures;
    std::vector<SizingSlack> limits; ///< those that bind first
    /// Of several jobs those that a node less would not do: they set the size. Empty: a limit or the goal sets it.
    std::vector<std::string> bindingJobs;
    SizedPlan plan; ///< of its longest training
};

/// A system that is in no answer, and why.
struct SizingLoser {
    std::string system, type;
    std::vector<SizingLimit> limits; ///< that it breaks; empty: it fits, and lost by its price or time
    Message reason;
    double price = 0, seconds = 0; ///< of its best design; 0: none was made
    double total = 0;              ///< what the budget would have to pay for it; 0: not known
};

/// What the limits allow of a system, whether an answer uses it or not.
struct SizingSystemRow {
    std::string system, type;
    std::int64_t nodesPerRack = 0; ///< 0: the system is out
    std::vector<SizingLimit> out;  ///< the limits that leave it out
    std::string leastBy;           ///< "FLOP", "memory" or "rate": the highest of its lower bounds
    double least = 0;              ///< accelerators by it, before whole nodes
};

enum class SizingVerdict : std::uint8_t { Fits, FitsNot, Unknown };

/// A limit with the nearest value of it alone that fits, in SI; 0: none does.
struct SizingCollision {
    SizingLimit limit = SizingLimit::Deadline;
    double nearest = 0;
    std::string unit;
};

struct SizingResult {
    SizingVerdict verdict = SizingVerdict::FitsNot;
    std::shared_ptr<const std::vector<SizingSystem>> catalogue; ///< that candidates point into
    std::vector<SizingAnswer> answers;                          ///< in the order of the goals
    std::vector<SizingSystemRow> systems;
    std::vector<SizingLoser> losers;         ///< the best of each accelerator that lost
    std::vector<SizingCollision> collisions; ///< where nothing fits: a minimal set
    std::vector<SizingLimit> outOfSafest;    ///< limits that keep the cheapest from being safe, where none is
    std::vector<std::string> readings;       ///< of a site power whose basis is unknown
    std::vector<std::string> requests;       ///< what to ask, by the keys of the question
    std::vector<std::string> compliance;     ///< rules noted for region and data
    double breakerFactor = 0.8;              ///< continuous load of a breaker in the region
    double checkpointBytes = 0;              ///< of the largest training job
    std::size_t considered = 0;              ///< candidates whose bounds or figures were worked out
    std::size_t solved = 0;                  ///< of which made and solved whole
    bool wasCancelled = false;

    const SizingAnswer* answer(SizingGoal goal) const;
};

/// How far a search has come.
struct SizingProgress {
    std::size_t considered = 0, solved = 0;
    std::string system; ///< under way
};

struct SizingRun {
    std::stop_token stop;
    std::function<void(const SizingProgress&)> tell;
    unsigned threads = 0; ///< of a solve; 0: as many as the machine has
};

/// Always a result; a cancelled one holds what was found until then.
SizingResult size(const SizingQuestion& question, const SizingSource& source, const DomainsPtr& domains,
                  const SizingRun& run = {});

/// The lower bounds alone, worked out at once: what an answer needs at least, before any design is made.
struct SizingOutlook {
    std::string system, type;
    std::int64_t nodes = 0, accelerators = 0;
    double seconds = 0, secondsPerToken = 0;
    double watts = 0; ///< of the nodes alone
};
std::vector<SizingOutlook> outlook(const SizingQuestion& question, const SizingSource& source, std::stop_token stop);

/// The answers as one project: an option each, named by its goals and system. Of at least one answer.
Document sizedProject(const SizingResult& result);

} // namespace rackwright
