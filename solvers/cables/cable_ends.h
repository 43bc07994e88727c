// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableEnds: what the cables of a design are plugged into: ports, cages and speeds of both ends, resolved once for all
// cables. It knows no place and no part to buy; the plan of the cables and the rules read it.

#include "model/base/shared_list.h"
#include "solvers/cables/link_choice.h"
#include "solvers/engine/context.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rackwright {

/// Like ports of one part.
struct PortKind {
    Id<PartRow> row;
    const Part* part = nullptr;
    std::size_t group = 0; ///< of the part
    std::int64_t count = 0, perCage = 1, split = 1;
    double gigabits = 0; ///< of a port; 0: not known
    CageKind cage = CageKind::Unknown;
    HeatSink heatSink = HeatSink::Unknown;
    PortRole role = PortRole::Data;
    FabricProtocol protocol = FabricProtocol::Either;
    bool isSwitch = false;
    bool isCabled = false; ///< takes a field cable: no backplane, no console
    /// Gb/s of one lane of a link: a port that speaks InfiniBand has four, others share those of their cage; 0: not
    /// known.
    double laneGigabits(FabricProtocol spoken) const;
    std::int64_t cages() const { return (count + perCage - 1) / perCage; }
};

/// Neither end of the cable, or of its port, is known.
inline constexpr std::uint32_t kNowhere = 0xffffffffU;

/// One end of a cable as numbers into CableEnds.
struct CableEnd {
    std::uint32_t device = kNowhere; ///< place in CableEnds::devices
    std::uint32_t cage = kNowhere;   ///< among all cages of the design
    std::uint16_t ports = 0;         ///< place in CableEnds::ports; of the link kind where the end is known
    std::uint8_t lane = 0;
    std::uint8_t inCage = 0; ///< place of the port in its cage
};

/// What a cable may end at, with its places among the port kinds and cages.
struct CabledDevice {
    Id<Device> id;
    std::uint32_t firstKind = 0, kinds = 0; ///< of ports
    std::uint32_t firstCage = 0;
    bool isPriced = false;
    bool isCabled = false;
    bool operator==(const CabledDevice&) const = default;
};

/// A row of CableEnds::cables stands for the cable of the same place in the table.
struct CableLine {
    Id<Cable> id;
    CableEnd a, b;
    std::uint16_t link = 0xffff; ///< place in CableEnds::links; 0xffff: an end or a speed is not known
    bool isPinned = false;       ///< its part was chosen by a person
    bool isPriced = true;
    bool isPresent = true;           ///< false: to be taken away; it fills no port, cage or pathway
    std::uint32_t detail = kNowhere; ///< place in CableEnds::details
    /// It is in a cage at both ends.
    bool isPlugged() const { return isPresent && a.cage != kNowhere && b.cage != kNowhere; }
    bool isWhole() const { return link != 0xffff; }
};

/// Cables that the choice of a medium cannot tell apart but by their length.
struct LinkClass {
    LinkKind kind;
    std::uint16_t portsA = 0, portsB = 0;
    friend auto operator<=>(const LinkClass&, const LinkClass&) = default;
};

/// How the cables use one cage.
struct CageUse {
    std::uint32_t peer = kNowhere; ///< the cage that all its links go to; kNowhere: several
    std::uint16_t links = 0;
    std::uint16_t slowest = 0, fastest = 0;     ///< of its links, Gb/s
    std::uint8_t leastLanes = 0, mostLanes = 0; ///< into which its ports in use are broken out; 1: not
};

/// The ends of all cables of a design; look it up with Context::lookUp().
struct CableEnds {
    static constexpr std::array<std::string_view, 5> kReads = {"cables", "cable_details", "devices", "power_elements",
                                                               "cooling_units"};
    /// What came before is taken over where all devices that cables reach stand in their places of the list.
    explicit CableEnds(const Context& context, const CableEnds* before = nullptr);

    std::vector<PortKind> ports;
    std::vector<CabledDevice> devices; ///< in the order of ids; with plant that has ports (model/design/cabled.h)
    SharedList<CableLine> cables;      ///< in the order of the table
    std::vector<LinkClass> links;
    std::vector<CageUse> cages;
    std::vector<CableDetail> details; ///< those of present cables
    /// Whether a role of device ports (switches apart) is drawn by any cable.
    std::array<bool, EnumNames<PortRole>::names.size()> isDrawn{};

    /// Of an end that is known.
    const PortKind& portsOf(const CableEnd& end) const { return ports[end.ports]; }
    /// Null where nothing that cables end at has the id.
    const CabledDevice* find(Id<Device> id) const;
    bool isDrawnRole(PortRole role) const { return isDrawn[static_cast<std::size_t>(role)]; }

private:
    friend class CableEndsBuilder;
    std::array<std::uint64_t, 3> m_stamps{}; ///< of cables, their details and parts
    bool m_hasLooseEnds = false;             ///< a device or port of a cable is not there
};

/// What a link of a port group takes, for rules and for ports that nothing is plugged into yet.
PortKind portKindOf(Id<PartRow> row, const Part& part, std::size_t group);

} // namespace rackwright
