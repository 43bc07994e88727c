// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The air of a room as a network of cells: a potential flow that conserves mass, and the energy that it carries upwind
// with eddy conduction and one arc from the front to the rear of each rack. It conserves energy, knows a maximum
// principle and is quick enough to follow a rack that is moved. It is no CFD: buoyancy, jets and leakage under racks
// are left out. Plain functions of values; nothing here knows a design.
//
// Potential flow for rooms full of racks: VanGilder, Electronics Cooling 2011; Laplace fields against measurements: US
// patent 8731883. Recirculation as a matrix: Tang, Gupta, Varsamopoulos, IEEE TPDS 2008.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rackwright {

/// A way for air between two cells.
struct AirFace {
    std::uint32_t from = 0, to = 0;
    double conductance = 0; ///< open area over distance, m: flow = conductance (potential here - potential there)
    double mixing = 0;      ///< the same for eddies, which do not pass through ducts
};

/// What stands still while no wall, rack or panel moves. A cell without faces holds no air.
struct AirNetwork {
    std::size_t cells = 0;
    std::vector<AirFace> faces;
};

/// A share of a stream at a cell; those of a stream add up to 1.
struct AirPort {
    std::uint32_t cell = 0;
    double share = 1;
    friend bool operator==(const AirPort&, const AirPort&) = default;
};
using AirPorts = std::vector<AirPort>;

/// Air that comes into the network, or leaves it.
struct AirStream {
    AirPorts ports;
    double flow = 0; ///< m3/s
};

/// A rack, or what else draws air through itself.
struct AirArc {
    AirPorts intake, exhaust;
    double flow = 0; ///< m3/s
    /// Its exhaust has a temperature of its own (a rear door holds it) instead of that of its intake and heat.
    bool isHeld = false;
};

struct AirStreams {
    std::vector<AirStream> supplies, returns;
    std::vector<AirArc> arcs;
};

/// The factor of a network, which serves every set of streams while the network stands.
class AirFactor {
public:
    explicit AirFactor(const AirNetwork& network);
    ~AirFactor();
    AirFactor(const AirFactor&) = delete;
    AirFactor& operator=(const AirFactor&) = delete;

    struct Inside;
    const Inside& inside() const { return *m_inside; }

private:
    std::unique_ptr<const Inside> m_inside;
};

struct AirFlow {
    std::vector<double> potential; ///< by cell, m2/s; each part of the network has its own zero
    std::vector<double> through;   ///< by face, from -> to, m3/s
    double residual = 0;           ///< the largest by which a cell gains or loses air, m3/s
};

/// Nothing where a part of the network that no air leads out of takes more than it gives.
std::optional<AirFlow> airFlow(const AirNetwork& network, const AirFactor& factor, const AirStreams& streams);

struct AirProperties {
    double heatPerVolume = 1.2 * 1005; ///< density and specific heat, J/(m3 K)
    double eddies = 0.02;              ///< eddy conduction, m2/s
};

/// The energy equations of one flow: heat and supply temperatures may change while they stand.
struct AirTransport {
    std::vector<std::uint32_t> order;      ///< cells from high to low potential, as the air goes
    std::vector<double> diagonal;          ///< by place in the order: all that leaves the cell, m3/s; 0: no air
    std::vector<std::size_t> rowStart;     ///< of inflow and inflowFrom
    std::vector<std::uint32_t> inflowFrom; ///< places in the order
    std::vector<double> inflow;            ///< m3/s
    std::vector<double> outOfRoom;         ///< by place: what returns and held arcs take
    std::vector<std::uint32_t> place;      ///< of each cell in the order
};
AirTransport airTransport(const AirNetwork& network, const AirFlow& flow, const AirStreams& streams,
                          const AirProperties& properties);

/// What heats and cools: by supply and by arc, in the order of AirStreams.
struct AirHeat {
    std::vector<double> supplies; ///< temperatures
    std::vector<double> arcs;     ///< W; of a held arc its exhaust temperature
};

struct AirTemperatures {
    std::vector<double> cells;
    std::vector<double> inlets;  ///< by arc
    std::vector<double> outlets; ///< by arc
    std::vector<double> returns; ///< by stream
    std::size_t sweeps = 0;
    bool isSettled = false;
    double imbalance = 0; ///< heat that came in and did not leave, over the heat that racks and doors give and take, 1
};

/// Gauss-Seidel in the order of the flow, from `start` where one is given (temperatures by cell). Not settled: nothing
/// takes the heat away.
AirTemperatures airTemperatures(const AirTransport& transport, const AirStreams& streams, const AirHeat& heat,
                                const AirProperties& properties, const std::vector<double>* start = nullptr);

/// By arc: the share of its intake that comes from the supplies without having passed an arc (cold-aisle capture
/// index).
std::vector<double> airCapture(const AirNetwork& network, const AirFlow& flow, const AirStreams& streams,
                               const AirProperties& properties);

} // namespace rackwright
