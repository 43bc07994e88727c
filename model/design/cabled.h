// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a cable may end at beside devices: rack PDUs, power shelves and cooling units have management ports. Ids are
// unique in a project, so that PortRef names one by its number alone, and whoever follows cables sees it as a device.

#include "model/design/design.h"

#include <functional>
#include <optional>
#include <ranges>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rackwright {

/// The id by which ends of cables name plant: the same number, unique among all rows of a project.
inline Id<Device> cabledId(Id<PowerElement> element) { return {element.value}; }
inline Id<Device> cabledId(Id<CoolingUnit> unit) { return {unit.value}; }

/// A device of the same id, name, part, place and scope, with the word of the kind ("rack-pdu", "cdu-row") as its role.
Device asCabled(const PowerElement& element);
Device asCabled(const CoolingUnit& unit);

/// Whether an id is a device's, a power element's or a cooling unit's.
bool isCabled(const Design& design, Id<Device> id);

/// The power element or cooling unit of an id, as a device; nothing for all other ids.
std::optional<Device> plantOf(const Design& design, Id<Device> id);

/// The device of an id, or the power element or cooling unit as one: like a pointer, null for all other ids. A device
/// is the design's own row and lives as long; what was made of plant lives as long as this.
class Cabled {
public:
    Cabled() = default;
    explicit Cabled(const Device* device) : m_device(device) {}
    explicit Cabled(std::optional<Device> plant) : m_plant(std::move(plant)) {}
    /// Null where the id names nothing that cables end at.
    const Device* get() const { return m_plant ? &*m_plant : m_device; }
    const Device& operator*() const { return *get(); }
    const Device* operator->() const { return get(); }
    explicit operator bool() const { return get() != nullptr; }

private:
    const Device* m_device = nullptr;
    std::optional<Device> m_plant;
};
/// Empty where nothing has the id that cables end at.
Cabled findCabled(const Design& design, Id<Device> id);

/// What a person decided for a cable; a detail without an id, that says nothing, where nothing is decided.
CableDetail decisionsFor(const Design& design, Id<Cable> cable);

/// Whether a cable stays when its phase is done; false where what a person decided for it takes it away.
bool isPresent(const Design& design, const Cable& cable);

/// The cables that do not.
std::unordered_set<Id<Cable>> removedCables(const Design& design);

/// The cables that stay, in the order of the table; lives as long as the design.
inline auto presentCables(const Design& design) {
    return std::views::filter(design.cables, [gone = removedCables(design)](const Cable& cable) {
        return gone.empty() || !gone.contains(cable.id);
    });
}

/// The power elements and cooling units whose part has ports, as devices, by id. `partOf` gives the part of a row.
using PartFinder = std::function<const Part*(Id<PartRow>)>;
/// A row whose part is unknown, for which `partOf` gives null, has no ports and is left out.
std::vector<Device> plantOf(const Design& design, const PartFinder& partOf);

/// Visits all that cables may end at, in the order of ids: devices, and what plantOf() gives among them.
template <class Visit>
void forEachCabled(const Design& design, const PartFinder& partOf, Visit visit) {
    const std::vector<Device> plant = plantOf(design, partOf);
    auto next = plant.begin();
    for (const Device& device : design.devices) {
        for (; next != plant.end() && next->id < device.id; ++next)
            visit(*next);
        visit(device);
    }
    for (; next != plant.end(); ++next)
        visit(*next);
}

} // namespace rackwright
