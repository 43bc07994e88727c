// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/design.h"

namespace rackwright {

template class Table<Room>;
template class Table<RoomObject>;
template class Table<PathNode>;
template class Table<PathSegment>;
template class Table<RackType>;
template class Table<ScalableUnit>;
template class Table<Rack>;
template class Table<Device>;
template class Table<Module>;
template class Table<Network>;
template class Table<Cable>;
template class Table<CableDetail>;
template class Table<FabricGenerator>;
template class Table<PowerElement>;
template class Table<PowerLink>;
template class Table<CordOverride>;
template class Table<CoolingLoop>;
template class Table<CoolingUnit>;
template class Table<CoolingService>;
template class Table<Workload>;
template class Table<StoragePool>;
template class Table<QuoteLine>;

Design::Design() = default;
Design::Design(const Design&) = default;
Design::Design(Design&&) noexcept = default;
Design& Design::operator=(const Design&) = default;
Design& Design::operator=(Design&&) noexcept = default;
Design::~Design() = default;
bool Design::operator==(const Design&) const = default;

Id<Rack> rackOf(const Placement& placement) {
    if (const auto* in = std::get_if<InRack>(&placement))
        return in->rack;
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return beside->rack;
    return {};
}

} // namespace rackwright
