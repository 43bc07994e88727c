// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the parameters of one family and remembers the first that is wrong, so that a generator reads all of them first
// and then asks once. Used by the generators of the families only.

#include "solvers/fabric/family.h"

#include <set>

namespace rackwright {

/// "4x200G": how many of which speed.
struct CountAtSpeed {
    std::int64_t count = 1;
    double gbps = 0;
};

class FamilyParams {
public:
    explicit FamilyParams(const FamilyRequest& request) : m_request(request) {}

    bool has(std::string_view key) const { return m_request.params.find(key) != m_request.params.end(); }
    /// A whole number within the bounds; `least` after an error.
    std::int64_t count(std::string_view key, std::int64_t least = 1, std::int64_t most = 1'000'000);
    double number(std::string_view key, double least);
    /// "2x400G".
    CountAtSpeed countAtSpeed(std::string_view key);
    /// "4x4x8".
    std::vector<std::int64_t> sides(std::string_view key);
    bool flag(std::string_view key);
    void remark(std::string_view key) { m_known.emplace(key); }

    double endpointGbps();
    double leafSpineGbps();
    double spineCoreGbps();

    void fail(Message message);
    /// `value` must be a multiple of `divisor`; names the nearest values that are.
    void demandMultiple(std::string_view key, std::int64_t value, std::int64_t divisor);
    /// What is asked for must not exceed what there is.
    void demandAtMost(std::string_view key, std::int64_t value, std::int64_t most, std::string_view bound);
    /// The first mistake, or a key that the family does not know.
    std::optional<Error> problem();
    bool isSound() const { return !m_error; }

private:
    const std::string* text(std::string_view key);
    double speed(std::string_view key, std::optional<double> column, double otherwise);

    const FamilyRequest& m_request;
    std::set<std::string, std::less<>> m_known;
    std::optional<Error> m_error;
};

/// Capacities as whole units: 1/1000 Gb/s or a part of it, divided by what they have in common.
std::int64_t capacityUnits(double gbps);
/// Divides all capacities by their greatest common divisor and sets the unit.
void reduceUnits(FabricGraph& graph, double unitGbps = 0.001);

/// Switches of the largest fabric that is generated.
inline constexpr double kMostVertices = 500'000;

/// Refuses sizes that are no design any more, before memory is taken.
void demandSize(FamilyParams& params, double vertices, double links, double endpoints);
/// The same for all cables together, and for what they carry, in units of so many Gb/s: sums of them are counted.
void demandCables(FamilyParams& params, double cables);
void demandCapacity(FamilyParams& params, double capacity, double unitGbps);
/// Both, of what has been drawn.
void demandSums(FamilyParams& params, const FabricGraph& graph);

GeneratedFabric generateLeafSpine(FamilyParams& params);
GeneratedFabric generateThreeTier(FamilyParams& params);
GeneratedFabric generateFatTree(FamilyParams& params);
GeneratedFabric generateSingleSwitch(FamilyParams& params);
GeneratedFabric generateRailOnly(FamilyParams& params);
GeneratedFabric generateTorus(FamilyParams& params);
GeneratedFabric generateHypercube(FamilyParams& params);
GeneratedFabric generateHyperX(FamilyParams& params);
GeneratedFabric generateDragonfly(FamilyParams& params);
GeneratedFabric generateDragonflyPlus(FamilyParams& params);
GeneratedFabric generateRailOptimised(FamilyParams& params);
GeneratedFabric generateTwoPlanes(FamilyParams& params);
GeneratedFabric generateRailOptimisedThreeTier(FamilyParams& params);
GeneratedFabric generateTaperedTop(FamilyParams& params);

} // namespace rackwright
