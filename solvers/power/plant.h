// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cooling plant as it is drawn: by which machines the heat of the racks leaves the building, followed from the
// units that serve them through their loops to chillers, dry coolers and towers. It judges nothing; PUE and the year
// are worked out on it.

#include "solvers/power/settings.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The kinds of plant whose PUE is known as a band over climates, by the words of setting_of::plant.
enum class PlantKind : std::uint8_t {
    AirEconomiser,
    WaterEconomiser,
    DryCooler,
    LiquidDryCooler,
    LiquidTower,
    MidsizeChiller,
    WaterChiller
};
template <>
struct EnumNames<PlantKind> {
    static constexpr std::array<std::string_view, 7> names = {
        "air-economiser", "water-economiser", "dry-cooler",           "liquid-dry-cooler",
        "liquid-tower",   "midsize-chiller",  "midsize-water-chiller"};
};

/// A way by which heat leaves the building.
struct PlantPath {
    bool hasDryCooler = false; ///< on the water itself, so that it cools without a chiller when it is cold outside
    bool hasTower = false;     ///< likewise, by evaporation
    bool hasChiller = false;
    bool isTowerCooled = false; ///< the chiller gives its heat to a tower, not to air
    bool takesOutsideAir = false;
    bool isAssisted = false; ///< water is sprayed where the dry coolers or the outside air alone do not reach
    bool isLiquid = false;   ///< heat of cold plates and tanks, not of air
    bool hasFans = true;     ///< the units in the room move air; doors, cold plates and tanks do not
    Id<CoolingLoop> water{}; ///< whose supply temperature is to be held; null: supply air
    double share = 1;        ///< of all heat that is led outside, 0..1
};
PlantKind plantKindOf(const PlantPath& path);
/// The plant of a word, which no loop says anything of.
PlantPath plantPathOf(PlantKind kind);

/// What is drawn; a look-up of Context.
class DrawnPlant {
public:
    static constexpr std::array<std::string_view, 4> kReads = {"rack_contents", "cooling_units", "cooling_services",
                                                               "cooling_loops"};
    explicit DrawnPlant(const Context& context);

    /// Units serve all racks with heat, and all that they take is led outside.
    bool isWhole() const { return !m_paths.empty() && m_open.empty() && !m_leavesHeat; }
    const std::vector<PlantPath>& paths() const { return m_paths; }
    /// Whether the power of all devices is known, so that the paths' shares are.
    bool areSharesKnown() const { return m_paths.size() < 2 || m_areSharesKnown; }
    /// The first loop or unit from which nothing leads further; empty where there is none.
    const std::string& open() const { return m_open; }
    /// Whether a rack gives heat to air or liquid that no unit takes.
    bool leavesHeat() const { return m_leavesHeat; }
    /// Whether any unit that serves racks gives its heat to a loop.
    bool isOnWater() const { return m_isOnWater; }

private:
    std::vector<PlantPath> m_paths;
    std::string m_open;
    bool m_isOnWater = false, m_leavesHeat = false;
    bool m_areSharesKnown = true;
};

/// Tables that PUE reads: those of DrawnPlant.
inline Reads readsPlant() { return Reads::only({DrawnPlant::kReads.begin(), DrawnPlant::kReads.end()}); }

/// The plant that somebody chose for the design; nothing where the drawing decides.
std::optional<PlantKind> chosenPlant(const Context& context);

} // namespace rackwright
