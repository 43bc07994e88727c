// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which outlet of its PDU each cord of a rack is in. Outlets of a three-phase PDU are taken as three banks, one a line
// or pair of lines, to which the outlets of each type belong in turn; cords go, the largest first, to the bank with
// least load that has an outlet of their type.

#include "solvers/power/rack_feeds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

enum class OutletType : std::uint8_t {
    None, ///< no outlet is left, or nobody knows which the PDU has
    C13,
    C19,
    Both ///< takes the plugs of both
};

/// A supply on a rack PDU.
struct PluggedCord {
    const Device* device = nullptr;
    std::int64_t supply = 0; ///< from 0
    const PowerElement* pdu = nullptr;
    SupplyInlet inlet = SupplyInlet::Unknown;
    OutletType outlet = OutletType::None;
    std::int64_t number = 0; ///< among the outlets of its type, from 1; 0 without an outlet
    std::int64_t bank = 0;   ///< from 1; 0 where there are none
    std::string given;       ///< the outlet that a person wrote
};

/// "C13", "C19", "Cx"; empty for none.
std::string_view outletTypeName(OutletType type);
/// "C13-4"; empty without an outlet.
std::string outletName(const PluggedCord& cord);

/// What a vendor prints beside the outlets of a PDU, with their types, in the order of the type's outlets:
/// "1-12=C13, 13-18=C19", "A1-A6=C13, B1=C19".
inline constexpr PartAttribute<std::string> kOutletLabels{"outlet-labels", ""};

/// An outlet of a PDU by our name ("C19-3") or by a label that its part lists, with its number from 1 among those of
/// its type; unset for what is neither.
std::optional<std::pair<OutletType, std::int64_t>> outletNamed(const Context& context, Id<PartRow> pdu,
                                                               std::string_view name);
/// The outlet that a person wrote on a cord; empty where none is.
std::string givenOutlet(const RackContents& contents, Id<Device> device, std::int64_t supply);

/// The cords from devices of a rack to rack PDUs, by PDU, device and supply in the order of ids. Devices on power
/// shelves have none.
std::vector<PluggedCord> pluggedCords(const Context& context, const RackContents& contents);

} // namespace rackwright
