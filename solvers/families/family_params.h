// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the parameters of one family and remembers the first that is wrong, so that a generator reads all of them first
// and then asks once. Used by the generators of the families only.

#include "solvers/families/family.h"

#include <set>
#include <vector>

namespace rackwright {

/// "4x200G": how many of which speed.
struct CountAtSpeed {
    std::int64_t count = 1;
    double gbps = 0;
};

/// The mistake of a size that cannot be counted; whoever reports it names what can be.
inline constexpr std::string_view kOverCount = "fabric.over-count";

/// Switches of the largest fabric that is drawn.
inline constexpr double kMostVertices = 500'000;

/// What a fabric would have, before any of it is made.
struct FabricSize {
    double switches = 0; ///< and whatever else is a vertex of its graph
    double trunks = 0;   ///< equal parallel cables count as one
    double endpoints = 0;
    double cables = 0; ///< between switches, each counted

    bool isDrawable() const;
    /// No count is beyond what a number holds exactly.
    bool isCountable() const;
    /// Names what there would be, what there can be at most, and values that can be.
    Message refusal(std::string id, const WordList& nearest) const;
};

class FamilyParams {
public:
    enum class Extent { Drawn, CountedOnly };
    static constexpr std::int64_t kLargestValue = 1'000'000;

    explicit FamilyParams(const FamilyRequest& request, Extent extent = Extent::Drawn)
        : m_request(request), m_extent(extent) {}

    bool has(std::string_view key) const { return m_request.params.find(key) != m_request.params.end(); }
    /// A whole number within the bounds; `least` after an error.
    std::int64_t count(std::string_view key, std::int64_t least = 1, std::int64_t most = kLargestValue);
    /// From `least` to the fastest speed; `least` also where it is not given or wrong.
    double number(std::string_view key, double least);
    /// "2x400G".
    CountAtSpeed countAtSpeed(std::string_view key);
    /// The same, or a count alone, of cables of the speed `otherwise`.
    CountAtSpeed countAtSpeed(std::string_view key, double otherwise);
    /// "4x4x8".
    std::vector<std::int64_t> sides(std::string_view key);
    /// Whether it is given; its value does not matter.
    bool flag(std::string_view key);
    /// A key that the family takes and does not read.
    void remark(std::string_view key) { m_known.emplace(key); }

    double endpointGbps();
    double leafSpineGbps();
    double spineCoreGbps();

    void fail(Message message);
    /// `value` must be a multiple of `divisor`; names the nearest values that are.
    void demandMultiple(std::string_view key, std::int64_t value, std::int64_t divisor);
    /// What is asked for must not exceed what there is.
    void demandAtMost(std::string_view key, std::int64_t value, std::int64_t most, std::string_view bound);
    /// What is asked for, before it is counted.
    void setSize(const FabricSize& size);
    const FabricSize& size() const { return m_size; }
    /// The first mistake, or a key that the family does not know.
    std::optional<Error> problem();
    /// No mistake so far.
    bool isSound() const { return !m_error; }
    /// The graph is wanted and small enough.
    bool isDrawn() const { return isSound() && m_extent == Extent::Drawn && m_size.isDrawable(); }
    /// The keys whose values make the fabric larger, in the order in which they were read.
    const std::vector<std::string>& sizeKeys() const { return m_sizeKeys; }

private:
    const std::string* text(std::string_view key);
    double speed(std::string_view key, std::optional<double> column, double otherwise);

    const FamilyRequest& m_request;
    const Extent m_extent;
    FabricSize m_size;
    std::vector<std::string> m_sizeKeys;
    std::set<std::string, std::less<>> m_known;
    std::optional<Error> m_error;
};

/// Capacities as whole units: 1/1000 Gb/s or a part of it, divided by what they have in common.
std::int64_t capacityUnits(double gbps);
/// Divides all capacities by their greatest common divisor and sets the unit.
void reduceUnits(FabricGraph& graph, double unitGbps = 0.001);

/// What all cables carry together is counted, a few times over: refuses what a whole number does not hold then.
void demandCapacity(FamilyParams& params, const FabricGraph& graph);
void demandCapacity(FamilyParams& params, double capacity, double unitGbps);

/// Whether so many cables up carry all that so many endpoints send.
bool isCarried(std::int64_t endpoints, double endpointGbps, std::int64_t uplinks, double uplinkGbps);
/// Half of the endpoints' cables: the bisection of a Clos none of whose tiers is oversubscribed.
ClosedBisection halfOfEndpoints(std::int64_t endpoints, double gbps);

GeneratedFabric generateLeafSpine(FamilyParams& params);
/// The same by the cables up of a leaf, which are dealt to spines whose number need not divide them.
GeneratedFabric generateLeafSpineByUplinks(FamilyParams& params);
GeneratedFabric generateThreeTier(FamilyParams& params);
GeneratedFabric generateFatTree(FamilyParams& params);
GeneratedFabric generateSingleSwitch(FamilyParams& params);
GeneratedFabric generateRailOnly(FamilyParams& params);
GeneratedFabric generateTorus(FamilyParams& params);
GeneratedFabric generateHypercube(FamilyParams& params);
GeneratedFabric generateHyperX(FamilyParams& params);
GeneratedFabric generateDragonfly(FamilyParams& params);
GeneratedFabric generateDragonflyPlus(FamilyParams& params);
GeneratedFabric generateSlimFly(FamilyParams& params);
GeneratedFabric generateRailOptimised(FamilyParams& params);
GeneratedFabric generateTwoPlanes(FamilyParams& params);
GeneratedFabric generateRailOptimisedThreeTier(FamilyParams& params);
GeneratedFabric generateTaperedTop(FamilyParams& params);

} // namespace rackwright
