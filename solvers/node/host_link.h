// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// HostLink: what joins an accelerator to the host of its node, read from the words of its data sheet. It knows no
// design.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rackwright {

/// Either PCI Express by generation and lanes, or another link by its rate.
struct HostLink {
    int generation = 0;        ///< of PCI Express; 0: another link
    std::int64_t lanes = 0;    ///< of PCI Express
    double bothDirections = 0; ///< B/s of both directions together, of another link
    bool isPcie() const { return generation > 0; }
};

/// Of "PCIe 5.0 x16", "PCIe Gen4 x16" or "NVLink-C2C 900 GB/s"; unset where lanes or rate are not told, or where the
/// words go on to say that there is more than one link.
std::optional<HostLink> hostLinkIn(std::string_view words);

/// What one lane of PCI Express carries one way before line coding, B/s; unset for generations before 3 and after 6.
std::optional<double> pcieLaneRate(int generation);

/// "PCIe 5.0"
std::string pcieName(int generation);

} // namespace rackwright
