// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EndFinder: the device, part and group of ports at an end of a cable, for rules that ask for both ends of every cable.
// Power elements and cooling units count as devices.

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/engine/context.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace rackwright {

/// An end of a cable with what stands behind it; null where the device or its part is not known.
struct NetworkEnd {
    const Device* device = nullptr;
    const Part* part = nullptr;
    const PortGroup* group = nullptr;
    PortRef port;

    /// False also where the part is not known.
    bool isSwitch() const { return part && part->category == PartCategory::Switch; }
    /// Whether it is a switch's port for traffic; those for its management are not.
    bool carries() const {
        return isSwitch() && group && (group->role == PortRole::Data || group->role == PortRole::Uplink);
    }
};

/// Present devices and their parts by id, for rules that ask for both ends of every cable: a table of places while ids
/// lie close together, else the table of devices.
class PresentDevices {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"devices", "power_elements", "cooling_units"};

    /// A present device with its part; both null where there is none.
    struct Known {
        const Device* device = nullptr;
        const Part* part = nullptr;
    };

    explicit PresentDevices(const Context& context)
        : m_plant(plantOf(context.design(), [&](Id<PartRow> row) { return context.part(row); })) {
        const Table<Device>& devices = context.design().devices;
        if (devices.isEmpty())
            return;
        m_first = devices.begin()->id.value;
        std::uint64_t last = m_first;
        for (const Device& device : devices)
            last = device.id.value;
        m_isDense = last - m_first < 64 * devices.size() + 1'000'000;
        if (!m_isDense)
            return;
        m_known.resize(last - m_first + 1);
        for (const Device& device : devices)
            if (device.scope.isPresent())
                m_known[device.id.value - m_first] = {&device, context.part(device.part)};
    }

    Known find(const Context& context, Id<Device> id) const {
        if (m_isDense) {
            const std::uint64_t at = id.value - m_first; // wraps round for a smaller id
            if (at < m_known.size() && m_known[at].device)
                return m_known[at];
        } else if (const Device* device = context.design().devices.find(id))
            return device->scope.isPresent() ? Known{device, context.part(device->part)} : Known{};
        const auto plant = std::ranges::lower_bound(m_plant, id, {}, &Device::id);
        const bool isPlant = plant != m_plant.end() && plant->id == id && plant->scope.isPresent();
        return isPlant ? Known{&*plant, context.part(plant->part)} : Known{};
    }

    /// Power elements and cooling units, as devices.
    const std::vector<Device>& plant() const { return m_plant; }

private:
    std::uint64_t m_first = 0;
    bool m_isDense = false;
    std::vector<Known> m_known;
    std::vector<Device> m_plant;
};

/// Made once for a loop over all cables.
class EndFinder {
public:
    explicit EndFinder(const Context& context) : m_context(context), m_devices(context.lookUp<PresentDevices>()) {}

    NetworkEnd operator()(const PortRef& port) const {
        const auto [device, part] = m_devices.find(m_context, port.device);
        return {device, part, part ? portGroupOf(*part, port.port) : nullptr, port};
    }

private:
    const Context& m_context;
    const PresentDevices& m_devices;
};

} // namespace rackwright
