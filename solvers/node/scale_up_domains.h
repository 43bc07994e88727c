// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The scale-up domains of a design (NVLink, Infinity Fabric): which devices form each, and what the data sheets say of
// their links. Equal domains are one kind. Figures of them are in scale_up_figures.cpp; drawings and panels read this.

#include "model/project/project.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// How the accelerators of a domain reach each other.
enum class ScaleUpJoining : std::uint8_t {
    Switches, ///< each through all switches of the domain
    Mesh,     ///< each directly with each other
    Unknown,  ///< the data sheets of the project do not say
    None      ///< not at all: over the host only
};
template <>
struct EnumNames<ScaleUpJoining> {
    static constexpr std::array<std::string_view, 4> names = {"switches", "mesh", "unknown", "none"};
};

/// Equal domains, with what the data sheets say of their links.
struct ScaleUpKind {
    Id<PartRow> system;
    Id<PartRow> accelerator; ///< null: the project holds no such part
    std::string link;        ///< "NVLink 4"; empty: not known
    ScaleUpJoining joining = ScaleUpJoining::Unknown;
    std::int64_t accelerators = 0; ///< of a domain
    std::int64_t systems = 1;      ///< devices that a domain reaches over
    std::int64_t inSystem = 1;     ///< domains within one device
    std::int64_t largest = 0;      ///< accelerators of a domain by the data sheet; 0: not known
    std::optional<double> oneWay;  ///< B/s of an accelerator
    Id<PartRow> switchPart;        ///< of the switches that are devices of their own; null: there are none
    std::int64_t switches = 0;     ///< of a domain, that are devices of their own
    double switchPort = 0;         ///< B/s of a port of them, one way; 0: not known
    std::string cabling;           ///< connector of the switches; empty: not known

    /// What all accelerators of a domain send together, B/s.
    std::optional<double> whole() const;
    /// Links of an accelerator, where the ports of drawn switches tell it; 0: not known
    std::int64_t links() const;
    bool operator==(const ScaleUpKind&) const = default;
};

/// One domain of the design; `kind` is its place in ScaleUpLevel::kinds.
struct ScaleUpDomain {
    std::size_t kind = 0;
    Id<Rack> rack;                    ///< null: stands in none
    std::int64_t number = 0;          ///< within its device, from 1; 0: the only one there
    std::vector<Id<Device>> systems;  ///< in the order of the rack, from below
    std::vector<Id<Device>> switches; ///< devices of their own
};

/// All scale-up domains of a design.
struct ScaleUpLevel {
    std::vector<ScaleUpKind> kinds;
    std::vector<ScaleUpDomain> domains; ///< by kind, then rack

    /// Domains of a kind.
    std::size_t count(std::size_t kind) const;
};

/// Whether a data sheet says that accelerators have no link of their own ("none (PCIe only)").
bool deniesScaleUpLink(std::string_view link);

/// Whether there can be domains; quick.
bool holdsAccelerators(const Project& project, const Design& design);

/// Reads all devices; ask holdsAccelerators() first where it must be quick.
ScaleUpLevel scaleUpLevel(const Project& project, const Design& design);

} // namespace rackwright
