// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// AcceleratorCounts: the accelerators that go with a device.

#include "solvers/engine/context.h"
#include "solvers/engine/reader.h"
#include "solvers/space/inventory.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// Accelerators of devices with those of the trays and modules in them, by the outermost device.
class AcceleratorCounts {
public:
    explicit AcceleratorCounts(const Context& context) {
        for (const Module& module : context.design().modules) {
            const Part* part = context.part(module.part);
            if (part && part->category == PartCategory::Accelerator && module.scope.isPresent())
                m_modules[module.device] += module.count;
        }
    }
    std::int64_t own(const Context& context, const Device& device) const {
        const Value count = isAcceleratorSystem(context.part(device.part))
                                ? plainPartNumber(context, device.part, attribute::acceleratorCount.key)
                                : Value();
        if (count.isKnown())
            return std::llround(count.typical());
        const auto found = m_modules.find(device.id);
        return found == m_modules.end() ? 0 : found->second;
    }
    /// Of the trays, where the device counts none itself.
    std::int64_t of(const Context& context, const Device& device, const std::vector<const Device*>& all) const {
        if (const std::int64_t count = own(context, device); count > 0)
            return count;
        std::int64_t count = 0;
        for (const Device* tray : all)
            if (const auto* in = std::get_if<InDevice>(&tray->placement); in && in->device == device.id)
                count += own(context, *tray);
        return count;
    }

private:
    std::unordered_map<Id<Device>, std::int64_t> m_modules;
};

} // namespace rackwright
