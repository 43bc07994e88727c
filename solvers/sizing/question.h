// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody wants sized, as people say it: jobs, limits of the site, things kept, and what nobody knows. It reads
// keys and words into numbers in SI and judges no design; the search (search.h) answers it.

#include "model/base/result.h"
#include "model/design/facility_rows.h"
#include "solvers/sizing/question_keys.h"
#include "solvers/workload/model_architecture.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What an answer must keep, each by the words of the person. The job itself (model, tokens, precision) is no limit.
enum class SizingLimit : std::uint8_t {
    Deadline,
    Speed,
    Latency,
    Budget,
    SitePower,
    RackPower,
    Cooling,
    Systems,
    Vendor,
    Accelerators,
    Nodes,
    Room,
    Floor,
    Fabric,
    Operation,
    Checkpoint,
    Storage,
    Delivery,
    Kept
};
template <>
struct EnumNames<SizingLimit> {
    static constexpr std::array<std::string_view, 19> names = {
        "deadline",  "speed",      "latency",           "budget",     "site power", "rack power", "cooling",
        "systems",   "vendor",     "most accelerators", "most nodes", "room",       "floor",      "fabric",
        "operation", "checkpoint", "storage",           "delivery",   "kept"};
};

/// Which power a limit of the site is about. Of an unknown basis both are readings.
enum class SitePowerBasis : std::uint8_t { It, Utility, Contracted, Unknown };

/// What a budget is to pay: the total that the quote prints, the same with tax, or its equipment alone.
enum class BudgetScope : std::uint8_t { Quote, QuoteWithTax, Equipment };
template <>
struct EnumNames<BudgetScope> {
    static constexpr std::array<std::string_view, 3> names = {"quote", "quote-with-tax", "equipment"};
};

/// A model that was named by its size alone.
struct AssumedModel {
    std::string key; ///< that named it: "model 2"
    std::string said;
    std::string preset; ///< the dense one that is nearest to it
    double parameters = 0;
};

/// Networks that may join the nodes.
enum class SizingFabric : std::uint8_t { Any, Ethernet, InfiniBand };

/// A question, read. Numbers are in SI; 0 where nothing was said.
struct SizingQuestion {
    /// With their share of the accelerators; jobs of one phase run at once, a later phase has the machine when the
    /// earlier ones are done.
    std::vector<Workload> jobs;
    std::vector<Parameter> said; ///< every key and its words, in the order of a form
    std::vector<AssumedModel> assumedModels;
    std::map<SizingLimit, std::string> limits; ///< that stand, with the words of each
    std::map<SizingLimit, double> scales;      ///< SI of one unit of those words, where they are a measure

    double deadline = 0; ///< s, of every training job
    double speed = 0;    ///< tokens/s of a user, at least
    double latency = 0;  ///< s to the first token, at most
    double budget = 0;   ///< USD
    BudgetScope budgetScope = BudgetScope::Quote;
    double sitePower = 0; ///< W
    SitePowerBasis basis = SitePowerBasis::It;
    double rackPower = 0; ///< W
    bool isLiquidAllowed = true, isRearDoorAllowed = true, isAirAllowed = true;
    std::vector<std::vector<std::string>> systems; ///< any of these, each by words of its name in lower case
    std::vector<std::string> vendors;              ///< any of these
    std::vector<std::string> refusedVendors;
    std::int64_t mostAccelerators = 0, mostNodes = 0, mostRacks = 0;
    double roomWidth = 0, roomDepth = 0, roomArea = 0; ///< m, m2
    double floor = 0;                                  ///< kg/m2
    SizingFabric fabric = SizingFabric::Any;
    double checkpointWindow = 0;      ///< s
    std::vector<std::string> storage; ///< words of the product's name in lower case
    std::int64_t storageUnits = 0;    ///< of it, at most
    double delivery = 0;              ///< s until the last part is there
    std::int64_t keptAccelerators = 0;
    std::string keptType;             ///< "h200"
    std::string keptNetwork;          ///< as said; empty: none
    std::int64_t spareNodes = -1;     ///< -1: as the program chooses
    std::string siteKind;             ///< "own-hall", "colocation" or "new-build"; empty: not said, or not understood
    std::string region;               ///< country or region as said
    std::string data;                 ///< what the data are, as said
    bool isOfferedAnnounced = false;  ///< announced parts may answer
    std::vector<std::string> unknown; ///< keys that somebody said to be unknown
    std::vector<std::string> lacking; ///< keys that a job or a limit needs and that nobody said
    std::vector<std::string> wishes;  ///< preferred vendors
    bool areTokensAssumed = false;
    bool areSharesAssumed = false; ///< nobody said how several jobs share the machine

    bool has(SizingLimit limit) const { return limits.contains(limit); }
    /// The same without one of its limits.
    SizingQuestion without(SizingLimit limit) const;
    bool serves() const;
    /// Keys to ask the customer about: unknown, lacking, and models that were named by their size alone.
    std::vector<std::string> openKeys() const;
};

/// Reads keys and words. Case, "-" and "_" of a key do not count; a job of several is named by a number behind the key
/// ("model 2"). `configuration`: of the first job's model, in place of a name. Fails on a key that is none and on words
/// that no number or name is found in.
Result<SizingQuestion> readSizingQuestion(const std::vector<Parameter>& words,
                                          const std::optional<ModelArchitecture>& configuration = std::nullopt);

} // namespace rackwright
