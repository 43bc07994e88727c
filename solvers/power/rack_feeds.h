// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which PDU of a rack each supply of a device is plugged into, and how many outlets of which type PDUs have.

#include "solvers/engine/context.h"
#include "solvers/engine/kernels.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// What the inlet of a supply asks of its outlet: C14 a C13; C20 and C22 a C19.
enum class SupplyInlet : std::uint8_t {
    Unknown, ///< nobody says what inlet it is
    C14,
    C20,
    C22,
    Other ///< a busbar, a plug that is no inlet of IEC 60320
};
SupplyInlet inletNamed(std::string_view name);
/// A supply's part of its device, by the order of the inputs; null where the part has fewer.
const PowerInput* inputOfSupply(const Part& part, std::int64_t supply);

/// Outlets of a PDU by type.
struct OutletCounts {
    std::optional<std::int64_t> c13, c19; ///< unset: not known
    std::int64_t both = 0;                ///< that take the plugs of both ("C39", "Cx")
    bool isKnown() const { return c13 && c19; }
};
OutletCounts outletCountsOf(const Context& context, Id<PartRow> pdu);

/// Whether the part draws from PDUs on its own where it stands: nothing does within another device.
bool isFedInRack(const Context& context, const Device& device);

/// The PDUs of a rack in the order in which supplies are plugged: sides in turn, so that a device with two cords has
/// one on each side. A rack without PDUs is fed by its power shelves.
std::vector<const PowerElement*> sourcesOf(const RackContents& contents);

/// A device with what each of its supplies is plugged into.
struct FedDevice {
    const Device* device = nullptr;
    std::vector<const PowerElement*> feeds; ///< empty: the count of supplies is not known, or there is no PDU
};
/// All devices of a rack that draw power, in the order of ids: by cord overrides, else over the PDUs in turn. Where a
/// PDU has no outlet left for an inlet and another of its side has, that one takes the cord.
std::vector<FedDevice> fedDevices(const Context& context, const RackContents& contents);

} // namespace rackwright
