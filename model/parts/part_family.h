// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartFamily: the trade to which a category of parts belongs: what bill sections, colours, filters and power sums go by.

#include "model/parts/part.h"

namespace rackwright {

/// Servers with their accelerators and processors; switches and NICs; cables, optics and what holds them; storage; racks;
/// what distributes power; what takes heat away; software and cloud; services.
enum class PartFamily : std::uint8_t { Compute, Network, Cabling, Storage, Racks, PowerChain, Cooling, Software, Service };

constexpr PartFamily familyOf(PartCategory category) {
    switch (category) {
    case PartCategory::GpuNode:
    case PartCategory::PcieGpuNode:
    case PartCategory::CpuNode:
    case PartCategory::HeadNode:
    case PartCategory::ManagementNode:
    case PartCategory::RackScaleSystem:
    case PartCategory::Tray:
    case PartCategory::Accelerator:
    case PartCategory::Processor:
    case PartCategory::Other:
        return PartFamily::Compute;
    case PartCategory::StorageNode:
    case PartCategory::StorageSystem:
    case PartCategory::Drive:
        return PartFamily::Storage;
    case PartCategory::Switch:
    case PartCategory::Nic:
        return PartFamily::Network;
    case PartCategory::Transceiver:
    case PartCategory::CopperCable:
    case PartCategory::OpticalCable:
    case PartCategory::Fibre:
    case PartCategory::CableManagement:
        return PartFamily::Cabling;
    case PartCategory::Rack:
        return PartFamily::Racks;
    case PartCategory::RackPdu:
    case PartCategory::PowerShelf:
    case PartCategory::BatteryShelf:
    case PartCategory::BuswayTapOff:
    case PartCategory::Busway:
    case PartCategory::RemotePowerPanel:
    case PartCategory::Ups:
    case PartCategory::Battery:
    case PartCategory::Transformer:
    case PartCategory::Switchgear:
    case PartCategory::Generator:
    case PartCategory::DcPower:
        return PartFamily::PowerChain;
    case PartCategory::Cdu:
    case PartCategory::Crah:
    case PartCategory::FanWall:
    case PartCategory::InRowCooler:
    case PartCategory::RearDoorExchanger:
    case PartCategory::Manifold:
    case PartCategory::PumpUnit:
    case PartCategory::Chiller:
    case PartCategory::DryCooler:
    case PartCategory::ImmersionTank:
    case PartCategory::Containment:
        return PartFamily::Cooling;
    case PartCategory::Software:
    case PartCategory::CloudInstance:
        return PartFamily::Software;
    case PartCategory::Service:
        return PartFamily::Service;
    }
    return PartFamily::Compute;
}

/// Plant that is built for a yard as well as for a hall: it may stand beyond the walls of its room.
constexpr bool mayStandOutdoors(PartCategory category) {
    return category == PartCategory::Chiller || category == PartCategory::DryCooler ||
           category == PartCategory::Generator || category == PartCategory::Transformer;
}

} // namespace rackwright
