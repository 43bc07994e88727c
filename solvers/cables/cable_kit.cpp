// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_kit.h"

#include "solvers/cables/cable_product.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

bool plugsInto(const CableProduct& product, const PortGroup& port) {
    const auto speed = port.speed.typical();
    if (!speed)
        return false;
    const double gigabits = speed->in(unit::gigabitPerSecond);
    const double ofCage = gigabits * static_cast<double>(std::max<std::int64_t>(1, port.portsPerCage));
    const auto isRate = [&product](double rate) { return std::abs(product.gigabits - rate) < 0.5; };
    const auto isCage = [&product](CageKind kind) {
        return std::ranges::find(product.cagesA, kind) != product.cagesA.end() ||
               std::ranges::find(product.cagesB, kind) != product.cagesB.end();
    };
    return mayCarry(product, port.protocol) && (isRate(gigabits) || isRate(ofCage)) &&
           std::ranges::any_of(cageKindsOf(port.connector), isCage);
}

} // namespace

std::vector<PartPtr> cableKitFor(std::span<const PortGroup> ports, std::span<const PartPtr> offered) {
    std::vector<PartPtr> kit, fibres;
    bool hasTransceiver = false;
    for (const PartPtr& part : offered) {
        const auto product = part ? cableProductOf({}, *part) : std::nullopt;
        if (!product)
            continue;
        if (product->form == CableForm::Fibre) {
            fibres.push_back(part);
        } else if (std::ranges::any_of(ports, [&](const PortGroup& port) { return plugsInto(*product, port); })) {
            hasTransceiver = hasTransceiver || product->form == CableForm::Transceiver;
            kit.push_back(part);
        }
    }
    if (hasTransceiver)
        kit.insert(kit.end(), fibres.begin(), fibres.end());
    return kit;
}

} // namespace rackwright
