// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a rack is cooled: the method of the units that serve it and the band of heat in which that method is usual. It
// judges nothing; the rules of cooling do.

#include "solvers/cooling/settings.h"
#include "solvers/engine/context.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// Methods that the vendor of a device rules out for it: words of CoolingMethod, split by ';', or "none".
inline constexpr PartAttribute<std::string> prohibitedCooling{"cooling-prohibited", ""};

/// From low to high density.
enum class CoolingMethod : std::uint8_t { PerimeterAir, ContainedAir, InRow, RearDoor, DirectToChip, Immersion };
template <>
struct EnumNames<CoolingMethod> {
    static constexpr std::array<std::string_view, 6> names = {"perimeter-air", "contained-air",  "in-row",
                                                              "rear-door",     "direct-to-chip", "immersion"};
};

/// As a sentence has it: "contained air".
std::string_view spoken(CoolingMethod method);

/// Units that serve one kind of a rack's heat and can take it; nothing when none does.
struct RackCooling {
    CoolingMethod method = CoolingMethod::PerimeterAir;
    std::vector<const CoolingUnit*> units;
};
std::optional<RackCooling> coolingOf(const Context& context, const Rack& rack, HeatKind kind);

struct MethodBand {
    SettingKey<dim::Power> low;
    SettingKey<dim::Power> high;
};
/// The settings that hold the low and high end of the heat of a rack at which the method is usual.
MethodBand bandOf(CoolingMethod method);

/// Up to which heat a rack is served: the band of its method, or less where the units that share its heat evenly are
/// rated for less together. `band` is the high end of the method's band.
Value servedHeatLimit(const Context& context, Id<Rack> rack, HeatKind kind, const Value& band);

/// The lowest method whose usual load (the low end of its band, upper bound exclusive) exceeds a heat.
CoolingMethod lowestMethodFor(const Context& context, Power heat);

/// "cooling.method.in-row": the word of a method for people.
Message methodWord(CoolingMethod method);

} // namespace rackwright
